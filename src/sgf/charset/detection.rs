//! Detects the encoding of a file that does not declare it.

use std::borrow::Cow;

use encoding_rs::{BIG5, GB18030, SHIFT_JIS, WINDOWS_1252};

use crate::sgf::lexer::{Lexer, Token};

/// Decodes a file that is not UTF-8 and does not declare another encoding. The standard says Latin-1, but in Shift JIS,
/// GBK and Big5 the second byte of a character may be that of a `\` or a `]`, which as Latin-1 spoils the syntax. So
/// the encoding in which most of the file is valid SGF wins; of equals, the first whose text looks plausible.
pub(super) fn decode_undeclared(file: &[u8]) -> Cow<'_, str> {
    let mut encoding = WINDOWS_1252;
    let mut text = encoding.decode_without_bom_handling(file).0;
    let mut rank = (valid_extent(&text), true);
    for other in [SHIFT_JIS, GB18030, BIG5] {
        let decoded = other.decode_without_bom_handling_and_without_replacement(file);
        let Some(decoded) = decoded else { continue };
        let other_rank = (valid_extent(&decoded), is_plausible(&decoded));
        if other_rank > rank {
            (encoding, text, rank) = (other, decoded, other_rank);
        }
    }
    if encoding != WINDOWS_1252 {
        log::warn!(
            "the file does not declare its encoding, read as {}",
            encoding.name()
        );
    }
    text
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
}
