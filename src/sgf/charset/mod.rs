//! From bytes to text, in any encoding.

mod detection;

use std::borrow::Cow;
use std::iter;

use encoding_rs::{BIG5, Encoding, GB18030, GBK, SHIFT_JIS, UTF_8, UTF_16BE, UTF_16LE};

use super::SgfError;
use super::lexer::{Lexer, Token};
use super::text;
use detection::decode_undeclared;

/// Size of the largest file that is read. A game with a comment at every move has a few hundred kilobytes.
pub(super) const MAX_BYTES: usize = 16 << 20;

/// Number of bytes at the start of a file that are searched for a `CA` that the lexer cannot find.
const HEAD: usize = 4096;

/// Decodes a file, without its byte-order mark; fails if it is larger than [`MAX_BYTES`].
///
/// The encoding is that of the byte-order mark, else of `CA`, else UTF-8 if valid, else detected. All is decoded before
/// it is parsed: in Shift JIS, GBK and Big5 a second byte may be that of a `\` or a `]`.
pub(super) fn decode(file: &[u8]) -> Result<Cow<'_, str>, SgfError> {
    if file.len() > MAX_BYTES {
        return Err(SgfError::TooLarge);
    }
    let (marked, mark_length) = Encoding::for_bom(file).unwrap_or((UTF_8, 0));
    let file = &file[mark_length..];
    if marked != UTF_8 {
        return Ok(marked.decode_without_bom_handling(file).0);
    }
    let utf_8 = UTF_8.decode_without_bom_handling_and_without_replacement(file);
    let label = parsed_label(file).or_else(|| searched_label(file).filter(|_| utf_8.is_none()));
    if let Some(encoding) = label.and_then(|label| encoding_named(&label)) {
        let bytes = without_escaped_bytes(file, encoding).map_or(Cow::Borrowed(file), Cow::Owned);
        let text = encoding.decode_without_bom_handling_and_without_replacement(&bytes);
        if let Some(text) = text {
            return Ok(Cow::Owned(text.into_owned()));
        }
        log::warn!("the file declares {}, but is not in it", encoding.name());
    }
    Ok(utf_8.unwrap_or_else(|| decode_undeclared(file)))
}

/// Removes the escapes inside multi-byte characters, which the standard demands and sgfmill writes; `None` without any.
/// Every second byte like `\` or `]` must be escaped, one of them a `\`: a `\` before a `]` could itself be a byte.
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

/// Returns the `CA` of the first game. The bytes are parsed as Latin-1: names of properties and encodings are ASCII.
fn parsed_label(file: &[u8]) -> Option<String> {
    let text = encoding_rs::mem::decode_latin1(file);
    let mut lexer = Lexer::new(&text);
    lexer.find_game();
    // Properties before the `CA` may be invalid as Latin-1.
    let tokens = iter::from_fn(|| lexer.token().ok());
    let root = tokens.skip_while(|token| matches!(token, Token::Open | Token::Node));
    let charset = root
        .map_while(|token| match token {
            Token::Property(property) => Some(property),
            _ => None,
        })
        .find(|property| property.name() == "CA")?;
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

fn encoding_named(label: &str) -> Option<&'static Encoding> {
    let encoding = Encoding::for_label(label.as_bytes());
    if encoding.is_none() && !label.is_empty() {
        log::warn!("unknown character set {}", text::excerpt(label));
    }
    // The label itself was readable as ASCII, so the file is not UTF-16.
    encoding.filter(|&encoding| encoding != UTF_16LE && encoding != UTF_16BE)
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
            (b"\xff\xfe(\0;\0)\0", "(;)"),
            (b"\xfe\xff\0(\0;\0)", "(;)"),
            (b"", ""),
        ] {
            assert_eq!(decode(file).unwrap(), text, "{}", file.escape_ascii());
        }
    }
}
