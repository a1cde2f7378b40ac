//! What a file is written in that does not say so.

use std::borrow::Cow;

use encoding_rs::{BIG5, GB18030, SHIFT_JIS, WINDOWS_1252};

use super::lexer::{Lexer, Token};

/// The text of a file that is not UTF-8 and does not say what else it is.
///
/// By the standard it is Latin-1, and of a mistake only names suffer. But in Shift JIS, GBK and Big5 the second byte of
/// a character may be that of a `\` or a `]`: taken for Latin-1, such a file goes wrong there, or moves disappear in
/// a comment. So an encoding in which more of the file is SGF is preferred, among several the first that leaves no trace of
/// a mistake.
pub(super) fn guess(file: &[u8]) -> Cow<'_, str> {
    let mut encoding = WINDOWS_1252;
    let mut text = encoding.decode_without_bom_handling(file).0;
    let mut rank = (extent(&text), true);
    for other in [SHIFT_JIS, GB18030, BIG5] {
        let decoded = other.decode_without_bom_handling_and_without_replacement(file);
        let Some(decoded) = decoded else { continue };
        let its_rank = (extent(&decoded), is_plausible(&decoded));
        if its_rank > rank {
            (encoding, text, rank) = (other, decoded, its_rank);
        }
    }
    if encoding != WINDOWS_1252 {
        log::warn!(
            "the file does not say what it is written in, taken for {}",
            encoding.name()
        );
    }
    text
}

/// How much of a text is SGF: whether each of its games comes to an end, and the number of tokens in them.
fn extent(text: &str) -> (bool, usize) {
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

/// Whether nothing in a text is rare but for text that was decoded wrongly.
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
    fn what_makes_most_of_a_file_is_what_it_is_written_in() {
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
            // A game that goes wrong in any of them.
            (b"(;C[\xe9];B[aa]!", "(;C[é];B[aa]!"),
            (b"\xe9", "é"),
        ] {
            assert_eq!(guess(file), text, "{}", file.escape_ascii());
        }
    }
}
