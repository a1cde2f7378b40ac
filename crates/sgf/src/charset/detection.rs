//! Detects the encoding of a file that does not declare it.

use std::borrow::Cow;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{
    BIG5, EUC_JP, EUC_KR, Encoding, GB18030, GBK, SHIFT_JIS, WINDOWS_1250, WINDOWS_1251,
    WINDOWS_1252,
};

use super::mended;
use crate::lexer::{Lexer, Token};

/// Decodes a file that is not UTF-8 and does not declare another encoding. The standard says Latin-1, but most such files are from
/// East Asia. In Shift JIS, GBK and Big5 the second byte of a character may be that of a `\` or a `]`, which as Latin-1 spoils the
/// syntax. So the encoding in which most of the file is valid SGF wins; of several equal ones, the one whose letters are the most
/// likely, then the first whose text looks plausible.
pub(super) fn decode_undeclared(file: &[u8]) -> Cow<'_, str> {
    let likely = likely_encoding(file);
    if likely == WINDOWS_1252
        && let Some((encoding, text)) = broken(file)
    {
        warn(encoding);
        return text;
    }
    let mut encoding = WINDOWS_1252;
    let mut text = encoding.decode_without_bom_handling(file).0;
    let mut rank = (valid_extent(&text), likely == encoding, true);
    for other in [likely, SHIFT_JIS, GB18030, BIG5] {
        let decoded = other.decode_without_bom_handling_and_without_replacement(file);
        let Some(decoded) = decoded else { continue };
        let is_likely = likely == other;
        let other_rank = (valid_extent(&decoded), is_likely, is_plausible(&decoded));
        if other_rank > rank {
            (encoding, text, rank) = (other, decoded, other_rank);
        }
    }
    if encoding != WINDOWS_1252 {
        warn(encoding);
    }
    text
}

fn warn(encoding: &'static Encoding) {
    let name = encoding.name();
    log::warn!("the file does not declare its encoding, read as {name}");
}

/// Decodes a file in which some bytes are broken and the others are probably in an East Asian encoding.
fn broken(file: &[u8]) -> Option<(&'static Encoding, Cow<'_, str>)> {
    [GB18030, SHIFT_JIS, EUC_JP, EUC_KR, BIG5]
        .into_iter()
        .find_map(|encoding| {
            let text = encoding.decode_without_bom_handling(file).0;
            let sound = text.replace(char::REPLACEMENT_CHARACTER, "");
            let is_broken = sound.len() < text.len();
            let is_likely = is_broken && likely_encoding(&encoding.encode(&sound).0) == encoding;
            let text = is_likely.then(|| mended(file, encoding))??;
            Some((encoding, text))
        })
}

/// Guesses the encoding from the frequency of letters; Latin-1 if the guess is an unusual encoding.
fn likely_encoding(file: &[u8]) -> &'static Encoding {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(file, true);
    let guess = detector.guess(None, Utf8Detection::Deny);
    let usual = [BIG5, EUC_JP, EUC_KR, SHIFT_JIS, WINDOWS_1250, WINDOWS_1251];
    match guess {
        _ if guess == GBK => GB18030,
        _ if usual.contains(&guess) => guess,
        _ => WINDOWS_1252,
    }
}

/// Returns how much of a text is SGF: whether each of its games ends, and the number of tokens in them.
fn valid_extent(text: &str) -> (bool, usize) {
    let (mut lexer, mut tokens) = (Lexer::new(text), 0);
    while lexer.find_game() {
        let mut depth = 0;
        loop {
            match lexer.token() {
                Ok(Token::Open) => depth += 1,
                Ok(Token::Close) => depth -= 1,
                Ok(Token::Node | Token::Property(_)) => {}
                Ok(Token::End(_)) | Err(_) => return (false, tokens),
            }
            tokens += 1;
            if depth == 0 {
                break;
            }
        }
    }
    (true, tokens)
}

/// Whether a text has none of the characters that are typical of wrongly decoded text.
fn is_plausible(text: &str) -> bool {
    let is_control = |letter| matches!(letter, '\u{80}'..='\u{9f}');
    let is_private = |letter| matches!(letter, '\u{e000}'..='\u{f8ff}');
    let is_half_width = |letter| matches!(letter, '\u{ff61}'..='\u{ff9f}');
    !text
        .chars()
        .any(|letter| is_control(letter) || is_private(letter) || is_half_width(letter))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_encoding_in_which_most_of_the_file_is_sgf_is_chosen() {
        for (file, text) in [
            (&b"(;C[J\xf6rg];B[aa])"[..], "(;C[Jörg];B[aa])"),
            (b"(;C[caf\xe9];B[aa])", "(;C[café];B[aa])"),
            (b"(;C[\xe9\\]\xe9\\\\];B[aa])", "(;C[é\\]é\\\\];B[aa])"),
            (b"(;C[\x80 \xe9];B[aa]", "(;C[€ é];B[aa]"),
            // 成功
            (b"(;C[\xa6\xa8\xa5\x5c];B[aa])", "(;C[成功];B[aa])"),
            (b"(;C[\xa5\x5c]AB[aa][bb])", "(;C[功]AB[aa][bb])"),
            // アマゾン
            (
                b"(;C[\x83\x41\x83\x7d\x83\x5d\x83\x93];B[aa])",
                "(;C[アマゾン];B[aa])",
            ),
            // 吴清源 and 乚
            (
                b"(;C[\xce\xe2\xc7\xe5\xd4\xb4 \x81\x5d];B[aa])",
                "(;C[吴清源 乚];B[aa])",
            ),
            // A syntax error in every encoding.
            (b"(;C[\xe9];B[aa]!", "(;C[é];B[aa]!"),
            (b"\xe9", "é"),
        ] {
            assert_eq!(decode_undeclared(file), text, "{}", file.escape_ascii());
        }
    }

    #[test]
    fn a_broken_byte_does_not_change_the_encoding() {
        for (encoding, name) in [
            (GB18030, "聂卫平 第3届围棋天元赛"),
            (SHIFT_JIS, "本因坊秀策 第26期棋聖戦"),
            (EUC_JP, "本因坊秀策 第26期棋聖戦"),
            (EUC_KR, "이창호 바둑 왕위전"),
            (BIG5, "周俊勳 第一屆應氏盃"),
        ] {
            let text = format!("(;SZ[9]EV[{name}]PB[]PW[{name}];B[ee])");
            let (bytes, _, _) = encoding.encode(&text);
            let (before, after) =
                bytes.split_at(bytes.windows(3).position(|at| at == b"PB[").unwrap() + 3);
            let file = [before, b"\xff", after].concat();
            let expected = text.replace("PB[]", "PB[\u{fffd}]");
            assert_eq!(decode_undeclared(&file), expected, "{}", encoding.name());
        }
    }

    #[test]
    fn names_of_players_tell_the_encoding() {
        for (encoding, names) in [
            (
                GB18030,
                "聂卫平/马晓春/常昊/罗洗河/中国棋院/第3届围棋天元赛决赛",
            ),
            (SHIFT_JIS, "本因坊秀策/井山裕太/趙治勲/第26期棋聖戦挑戦手合"),
            (EUC_JP, "本因坊秀策/井山裕太/大竹英雄/第26期棋聖戦挑戦手合"),
            (EUC_KR, "이창호/조훈현/박정환/이세돌/제1회 바둑 왕위전"),
            (BIG5, "周俊勳/林海峰/張栩/王元均/許家元/第一屆應氏盃"),
            (WINDOWS_1251, "Иванов/Шикшин/Черных/Партия"),
            (WINDOWS_1250, "Łukasz Kamiński/Šťastný/Čermák"),
            (WINDOWS_1252, "Müller/Jörg/Gérard/José/Åke/naïve/20°/très"),
        ] {
            for name in names.split('/') {
                let text = format!("(;GM[1]SZ[9]PB[{name}]PW[{name}];B[ee])");
                let (bytes, _, _) = encoding.encode(&text);
                assert_eq!(decode_undeclared(&bytes), text, "{}", encoding.name());
            }
        }
    }
}
