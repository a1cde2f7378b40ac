//! Decodes files in any encoding: the declared one by its names in the Encoding Standard and others, else the most likely one.

use std::borrow::Cow;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{
    BIG5, EUC_JP, EUC_KR, Encoding, GB18030, GBK, ISO_2022_JP, ISO_8859_15, KOI8_R, REPLACEMENT,
    SHIFT_JIS, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_874, WINDOWS_1250, WINDOWS_1251, WINDOWS_1252,
};

use crate::lexer::{Lexer, Token};
use crate::{SgfError, text};

/// Size of the largest file that is read. A game with a comment at every move has a few hundred kilobytes.
pub const MAX_BYTES: usize = 16 << 20;

/// Number of bytes at the start of a file that are searched for a `CA` that the lexer cannot find.
const HEAD: usize = 4096;

/// Decodes a file, without its byte-order mark; fails if it is larger than [`MAX_BYTES`].
///
/// The encoding is that of the byte-order mark, else of `CA`, else UTF-8, else detected. The file is decoded before it is parsed,
/// because in Shift JIS, GBK and Big5 the second byte of a character may be that of a `\` or a `]`. A few bytes that are invalid in
/// the encoding are replaced.
pub(super) fn decode(file: &[u8]) -> Result<Cow<'_, str>, SgfError> {
    if file.len() > MAX_BYTES {
        return Err(SgfError::TooLarge);
    }
    let (marked, mark_length) = Encoding::for_bom(file).unwrap_or((unmarked(file), 0));
    let file = &file[mark_length..];
    if marked != UTF_8 {
        return Ok(marked.decode_without_bom_handling(file).0);
    }
    let utf_8 = UTF_8.decode_without_bom_handling_and_without_replacement(file);
    let label = parsed_label(file).or_else(|| searched_label(file).filter(|_| utf_8.is_none()));
    let declared = label.and_then(|label| declared_encoding(&label));
    if let Some(encoding) = declared.or_else(|| escaped_encoding(file)) {
        let bytes = without_escaped_bytes(file, encoding).map_or(Cow::Borrowed(file), Cow::Owned);
        let text = encoding.decode_without_bom_handling_and_without_replacement(&bytes);
        if let Some(text) = text {
            return Ok(Cow::Owned(text.into_owned()));
        }
    }
    let is_whole = utf_8.is_some();
    let is_expected = declared == Some(UTF_8) || mark_length > 0;
    // Two bytes of another encoding often look like a character of UTF-8, three bytes seldom.
    let weights = [0, 0, if is_expected { 3 } else { 1 }, 3, 4];
    if let Some(text) = utf_8.or_else(|| mended(file, UTF_8, weights)) {
        if let Some(encoding) = declared.filter(|&encoding| is_whole || encoding != UTF_8) {
            log::warn!("the file declares {}, but is in UTF-8", encoding.name());
        }
        return Ok(text);
    }
    if let Some(encoding) = declared {
        if let Some(text) = mended(file, encoding, EQUAL_WEIGHTS) {
            return Ok(text);
        }
        log::warn!("the file declares {}, but is not in it", encoding.name());
    }
    Ok(decode_undeclared(file))
}

/// The encoding of a file without a byte-order mark, as far as its first bytes tell.
const fn unmarked(file: &[u8]) -> &'static Encoding {
    match file {
        [b'(', 0, _, 0, ..] => UTF_16LE,
        [0, b'(', 0, _, ..] => UTF_16BE,
        _ => UTF_8,
    }
}

/// ISO-2022-JP if the file changes to its characters by an escape sequence, which other files hardly ever have.
fn escaped_encoding(file: &[u8]) -> Option<&'static Encoding> {
    let is_escaped = file.windows(2).any(|pair| pair == b"\x1b$");
    is_escaped.then_some(ISO_2022_JP)
}

/// Weights for [`mended`] of encodings in which any two bytes may be a character.
const EQUAL_WEIGHTS: [usize; 5] = [0, 0, 1, 1, 1];

/// Decodes a file of which some bytes are broken; `None` if it is more likely in another encoding. The characters beyond ASCII
/// speak for this one, each with a weight by its length in UTF-8.
fn mended(
    file: &[u8],
    encoding: &'static Encoding,
    weights: [usize; 5],
) -> Option<Cow<'static, str>> {
    let text = encoding.decode_without_bom_handling(file).0.into_owned();
    let broken = text.matches(char::REPLACEMENT_CHARACTER).count();
    let sound = text.replace(char::REPLACEMENT_CHARACTER, "");
    let sound: usize = sound.chars().map(|letter| weights[letter.len_utf8()]).sum();
    if sound <= 2 * broken {
        return None;
    }
    if broken > 0 {
        let name = encoding.name();
        log::warn!("broken characters in {name}, read as \u{fffd}: {broken}");
    }
    Some(Cow::Owned(text))
}

/// Removes the escapes inside multi-byte characters, which the standard demands and sgfmill writes; `None` if the file does not
/// have them. Every second byte of a character that is a `\` or a `]` must be escaped, and at least one of them must be a `\`,
/// because a `\` before a `]` could itself be a second byte.
fn without_escaped_bytes(file: &[u8], encoding: &'static Encoding) -> Option<Vec<u8>> {
    let is_lead = |byte: u8| match encoding {
        _ if encoding == SHIFT_JIS => matches!(byte, 0x81..=0x9f | 0xe0..=0xfc),
        _ if [GBK, GB18030, BIG5].contains(&encoding) => matches!(byte, 0x81..=0xfe),
        _ => false,
    };
    let mut bytes = Vec::with_capacity(file.len());
    let (mut rest, mut is_sure) = (file, false);
    while let [byte, after @ ..] = rest {
        bytes.push(*byte);
        rest = match after {
            _ if !is_lead(*byte) => after,
            [b'\\', second @ (b'\\' | b']'), after @ ..] => {
                is_sure |= *second == b'\\';
                bytes.push(*second);
                after
            }
            [second, after @ ..] if !matches!(second, b'\\' | b']') => {
                bytes.push(*second);
                after
            }
            _ => return None,
        };
    }
    is_sure.then_some(bytes)
}

/// The `CA` of the first game. The bytes are parsed as Latin-1: names of properties and encodings are ASCII.
fn parsed_label(file: &[u8]) -> Option<String> {
    let text = encoding_rs::mem::decode_latin1(file);
    let mut lexer = Lexer::new(&text);
    lexer.find_game();
    let is_begin = |token: &Token<'_>| matches!(token, Token::Open | Token::Node);
    let mut root = lexer.first_properties(lexer.at(), is_begin);
    let charset = root.find(|property| property.name() == "CA")?;
    Some(charset.value()?.simple_text())
}

/// Searches the start of the file for a `CA` that [`parsed_label`] misses because of multi-byte characters before it.
fn searched_label(file: &[u8]) -> Option<String> {
    let head = &file[..file.len().min(HEAD)];
    let is_charset = |bytes: &[u8]| bytes.ends_with(b"CA[") && !bytes[0].is_ascii_alphanumeric();
    let value = &head[head.windows(4).position(is_charset)? + 4..];
    let end = value.iter().position(|&byte| byte == b']')?;
    Some(String::from_utf8_lossy(&value[..end]).trim().to_owned())
}

fn declared_encoding(label: &str) -> Option<&'static Encoding> {
    let encoding = encoding_named(label);
    if encoding.is_none() && !label.is_empty() {
        log::warn!("unknown character set {}", text::excerpt(label));
    }
    // The label itself was readable as ASCII, so the file is not UTF-16.
    encoding.filter(|encoding| ![UTF_16LE, UTF_16BE, REPLACEMENT].contains(encoding))
}

/// Decodes a file that is not UTF-8 and does not declare another encoding. The standard says Latin-1, but most such files are from
/// East Asia. In Shift JIS, GBK and Big5 the second byte of a character may be that of a `\` or a `]`, which as Latin-1 spoils the
/// syntax. So the encoding in which most of the file is valid SGF wins; of several equal ones, the one whose letters are the most
/// likely, then the first whose text looks plausible.
fn decode_undeclared(file: &[u8]) -> Cow<'_, str> {
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
            let text = is_likely.then(|| mended(file, encoding, EQUAL_WEIGHTS))??;
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

/// How much of a text is SGF: whether each of its games ends, and the number of tokens in them.
fn valid_extent(text: &str) -> (bool, usize) {
    let (mut lexer, mut tokens) = (Lexer::new(text), 0);
    while lexer.find_game() {
        let mut depth = 0;
        loop {
            match lexer.token() {
                Some(Token::Open) => depth += 1,
                Some(Token::Close) => depth -= 1,
                Some(Token::Node | Token::Property(_)) => {}
                Some(Token::End(_)) | None => return (false, tokens),
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

/// Beginnings of names that the standard does not have, in lower-case letters and digits.
const BEGINNINGS: [(&str, &Encoding); 29] = [
    ("big5", BIG5),
    ("cngb", GB18030),
    ("euccn", GB18030),
    ("eucjp", EUC_JP),
    ("euckr", EUC_KR),
    ("gb", GB18030),
    ("ksc", EUC_KR),
    ("ksx1001", EUC_KR),
    ("koi8r", KOI8_R),
    ("latin9", ISO_8859_15),
    ("mskanji", SHIFT_JIS),
    ("shiftjis", SHIFT_JIS),
    ("sjis", SHIFT_JIS),
    ("ansi", WINDOWS_1252),
    ("uhc", EUC_KR),
    ("ujis", EUC_JP),
    ("utf8", UTF_8),
    ("cp874", WINDOWS_874),
    ("cp932", SHIFT_JIS),
    ("cp936", GB18030),
    ("cp943", SHIFT_JIS),
    ("cp949", EUC_KR),
    ("cp950", BIG5),
    ("cp951", BIG5),
    ("cp51932", EUC_JP),
    ("cp51936", GB18030),
    ("cp51949", EUC_KR),
    ("cp54936", GB18030),
    ("cp65001", UTF_8),
];

/// Other prefixes of the number of a code page than `cp`.
const CODE_PAGE: [&str; 6] = ["ms", "win", "windows", "xwindows", "ibm", "codepage"];

/// The encoding of this name, in any spelling: `EUC-CN`, `cp949`, `ISO8859_1`, `zh_CN.GBK`.
fn encoding_named(label: &str) -> Option<&'static Encoding> {
    let last = label.rsplit('.').next().unwrap_or(label);
    let mut plain = last.to_ascii_lowercase();
    plain.retain(|letter| letter.is_ascii_alphanumeric());
    let number = plain.trim_start_matches(|letter: char| letter.is_ascii_alphabetic());
    if CODE_PAGE.contains(&&plain[..plain.len() - number.len()]) {
        plain = format!("cp{number}");
    }
    Encoding::for_label(label.as_bytes())
        .or_else(|| Encoding::for_label(plain.as_bytes()))
        .or_else(|| {
            let mut names = BEGINNINGS.into_iter();
            Some(names.find(|(name, _)| plain.starts_with(name))?.1)
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_encoding_is_declared_or_detected() {
        for (file, text) in [
            (&b"(;PB[J\xf6rg])"[..], "(;PB[J\u{f6}rg])"),
            ("(;PB[Jörg])".as_bytes(), "(;PB[J\u{f6}rg])"),
            (b"\xef\xbb\xbf(;PB[J\xc3\xb6rg])", "(;PB[J\u{f6}rg])"),
            (b"(;CA[UTF-8]PB[J\xf6rg])", "(;CA[UTF-8]PB[J\u{f6}rg])"),
            (b"(;CA[utf8]PB[J\xc3\xb6rg])", "(;CA[utf8]PB[J\u{f6}rg])"),
            (b"(;CA[klingon]PB[J\xf6rg])", "(;CA[klingon]PB[J\u{f6}rg])"),
            (b"(;CA[]PB[J\xc3\xb6rg])", "(;CA[]PB[J\u{f6}rg])"),
            (b"(;CA[ISO-8859-1]C[\x80])", "(;CA[ISO-8859-1]C[\u{20ac}])"),
            (b"(;CA[KOI8-R]PB[\xf7])", "(;CA[KOI8-R]PB[\u{412}])"),
            (b"(;CA[GB2312]PB[\xce\xe2])", "(;CA[GB2312]PB[\u{5434}])"),
            (b"(;CA[Big5]PB[\xb3\x5c])", "(;CA[Big5]PB[\u{8a31}])"),
            (b"(;CA[EUC-KR]PB[\xc0\xcc])", "(;CA[EUC-KR]PB[\u{c774}])"),
            (
                b"(;CA[Shift_JIS]PB[\x83\x5c])",
                "(;CA[Shift_JIS]PB[\u{30bd}])",
            ),
            (
                b"(;CA[Big5]PB[\xb3\\\\ \xb3\\\\])",
                "(;CA[Big5]PB[\u{8a31} \u{8a31}])",
            ),
            (
                b"(;CA[GBK]PB[\x81\\]\x81\\\\])",
                "(;CA[GBK]PB[\u{4e5a}\u{4e57}])",
            ),
            (
                b"(;CA[Shift_JIS]PB[\x83\\\\]\x83\\a])",
                "(;CA[Shift_JIS]PB[\u{30bd}\\]\u{30bd}a])",
            ),
            (
                b"(;CA[Shift_JIS]PB[\xb1\\]])",
                "(;CA[Shift_JIS]PB[\u{ff71}\\]])",
            ),
            (
                b"(;CA[ISO-2022-JP]PB[\x1b$B9\\\x1b(B])",
                "(;CA[ISO-2022-JP]PB[\u{783f}])",
            ),
            // Characters before the `CA` hide it or are invalid as Latin-1: 表 and ゾ.
            (
                b"(;PB[\x95\x5c]CA[Shift_JIS]PW[\xb1])",
                "(;PB[\u{8868}]CA[Shift_JIS]PW[\u{ff71}])",
            ),
            (
                b"(;PB[\x83\x5d]CA[Shift_JIS]PW[\xb1])",
                "(;PB[\u{30be}]CA[Shift_JIS]PW[\u{ff71}])",
            ),
            (
                "(;C[in a file in é: CA[Big5]])".as_bytes(),
                "(;C[in a file in é: CA[Big5]])",
            ),
            (b"(;CA[UTF-16]PB[a])", "(;CA[UTF-16]PB[a])"),
            (b"(;PB[\x1b$B9\\\x1b(B])", "(;PB[\u{783f}])"),
            (b"(\0;\0)\0", "(;)"),
            (b"\0(\0;\0)", "(;)"),
            (b"\xff\xfe(\0;\0)\0", "(;)"),
            (b"\xfe\xff\0(\0;\0)", "(;)"),
            (b"", ""),
        ] {
            assert_eq!(decode(file).unwrap(), text, "{}", file.escape_ascii());
        }
    }

    /// A broken byte, and a name that was cut, in UTF-8 with and without `CA`, and in a declared encoding.
    #[test]
    fn broken_characters_are_replaced_and_the_others_stay() {
        for (file, text) in [
            (
                &b"(;CA[UTF-8]PB[\xe9\xbb\x91\xff\xe7\x99\xbd]PW[\xe9\xbb])"[..],
                "(;CA[UTF-8]PB[\u{9ed1}\u{fffd}\u{767d}]PW[\u{fffd}])",
            ),
            (
                b"(;PB[\xe9\xbb\x91\xe7\x99\xbd \xe9\xbb]C[\xe7])",
                "(;PB[\u{9ed1}\u{767d} \u{fffd}]C[\u{fffd}])",
            ),
            (
                b"(;PB[J\xc3\xb6rg]PW[Andr\xc3\xa9 \xe9]C[\xc3\xbc])",
                "(;PB[Jörg]PW[André \u{fffd}]C[ü])",
            ),
            (
                b"(;CA[UTF-8]PB[J\xc3\xb6rg]PW[\xe9])",
                "(;CA[UTF-8]PB[Jörg]PW[\u{fffd}])",
            ),
            (
                b"(;CA[cp949]PB[\xc0\xcc\xc3\xa2\xc8\xa3 \xff])",
                "(;CA[cp949]PB[이창호 \u{fffd}])",
            ),
            (
                b"\xef\xbb\xbf(;CA[GBK]PB[\xe9\xbb\x91\xe7\x99\xbd\xff])",
                "(;CA[GBK]PB[\u{9ed1}\u{767d}\u{fffd}])",
            ),
        ] {
            assert_eq!(decode(file).unwrap(), text, "{}", file.escape_ascii());
        }
    }

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

    #[test]
    fn names_are_known_in_any_spelling() {
        for (names, expected) in [
            ("UTF-8 utf8 UTF_8 utf-8-sig cp65001", "UTF-8"),
            (
                "GB2312 gb_2312 GB2312-80 gbk EUC-CN euc_cn EUCCN cp936 MS936 windows-936 x-gbk CN-GB zh_CN.GB2312",
                "gb",
            ),
            ("GB18030 gb18030-2005 GB-18030", "gb"),
            (
                "Big5 BIG-5 big5-eten Big5-HKSCS cp950 MS950 windows-950 zh_TW.Big5",
                "Big5",
            ),
            (
                "Shift_JIS shift-jis ShiftJIS SJIS x-sjis MS_Kanji ms932 MS932 cp932 windows-31j ja_JP.SJIS",
                "Shift_JIS",
            ),
            ("EUC-JP eucJP euc_jp ujis ja_JP.eucJP cp51932", "EUC-JP"),
            (
                "EUC-KR euckr cp949 CP949 ms949 windows-949 UHC KS_C_5601-1987 KSC5601 ks-x-1001 ko_KR.eucKR",
                "EUC-KR",
            ),
            (
                "ISO-8859-1 ISO8859_1 iso8859-1 iso_8859-1 Latin-1 latin1 windows-1252 cp1252 Win1252 US-ASCII ANSI",
                "windows-1252",
            ),
            ("ISO-8859-2 iso8859_2 latin2 Latin-2", "ISO-8859-2"),
            ("ISO-8859-15 ISO8859_15 latin9 Latin-9", "ISO-8859-15"),
            ("windows-1251 cp1251 win-1251 x-cp1251", "windows-1251"),
            ("KOI8-R koi8_r koi8r", "KOI8-R"),
        ] {
            for name in names.split(' ') {
                let found = encoding_named(name).map(Encoding::name);
                let found = found.map(|found| match found {
                    "GBK" | "gb18030" => "gb",
                    other => other,
                });
                assert_eq!(found, Some(expected), "{name}");
            }
        }
        for name in ["", "klingon", "cp", "cp437", "949", "?", "8859"] {
            assert_eq!(encoding_named(name), None, "{name}");
        }
    }
}
