//! Decodes files in any encoding.

mod detection;
mod names;

use std::borrow::Cow;
use std::iter;

use encoding_rs::{
    BIG5, Encoding, GB18030, GBK, ISO_2022_JP, REPLACEMENT, SHIFT_JIS, UTF_8, UTF_16BE, UTF_16LE,
};

use super::SgfError;
use super::lexer::{Lexer, Token};
use super::text;
use detection::decode_undeclared;
use names::encoding_named;

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
    if let Some(text) = utf_8.or_else(|| mended_utf_8(file, is_expected)) {
        if let Some(encoding) = declared.filter(|&encoding| is_whole || encoding != UTF_8) {
            log::warn!("the file declares {}, but is in UTF-8", encoding.name());
        }
        return Ok(text);
    }
    if let Some(encoding) = declared {
        if let Some(text) = mended(file, encoding) {
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

/// Decodes UTF-8 of which some bytes are broken; `None` if it is more likely something else. Two bytes of another encoding often
/// look like a character of UTF-8, three bytes seldom, so characters of two bytes weigh less unless UTF-8 `is_expected`.
fn mended_utf_8(file: &[u8], is_expected: bool) -> Option<Cow<'_, str>> {
    let weights = [0, 0, if is_expected { 3 } else { 1 }, 3, 4];
    let (mut sound, mut broken) = (0, 0);
    for chunk in file.utf8_chunks() {
        let lengths = chunk.valid().chars().map(char::len_utf8);
        sound += lengths.map(|bytes| weights[bytes]).sum::<usize>();
        broken += usize::from(!chunk.invalid().is_empty());
    }
    is_mostly_sound(sound, broken, UTF_8).then(|| String::from_utf8_lossy(file))
}

/// Decodes a file of which some bytes are broken; `None` if it is more likely in another encoding.
fn mended(file: &[u8], encoding: &'static Encoding) -> Option<Cow<'static, str>> {
    let text = encoding.decode_without_bom_handling(file).0.into_owned();
    let foreign = text.chars().filter(|letter| !letter.is_ascii()).count();
    let broken = text.matches(char::REPLACEMENT_CHARACTER).count();
    is_mostly_sound(foreign - broken, broken, encoding).then_some(Cow::Owned(text))
}

fn is_mostly_sound(sound: usize, broken: usize, encoding: &'static Encoding) -> bool {
    let is_mostly_sound = sound > 2 * broken;
    if is_mostly_sound && broken > 0 {
        let name = encoding.name();
        log::warn!("broken characters in {name}, read as \u{fffd}: {broken}");
    }
    is_mostly_sound
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

fn declared_encoding(label: &str) -> Option<&'static Encoding> {
    let encoding = encoding_named(label);
    if encoding.is_none() && !label.is_empty() {
        log::warn!("unknown character set {}", text::excerpt(label));
    }
    // The label itself was readable as ASCII, so the file is not UTF-16.
    encoding.filter(|encoding| ![UTF_16LE, UTF_16BE, REPLACEMENT].contains(encoding))
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
}
