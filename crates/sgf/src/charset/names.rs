//! The names of encodings: those of the Encoding Standard, and others that occur in files.

use encoding_rs::{
    BIG5, EUC_JP, EUC_KR, Encoding, GB18030, ISO_8859_15, KOI8_R, SHIFT_JIS, UTF_8, WINDOWS_874,
    WINDOWS_1252,
};

/// Beginnings of names that the standard does not have, in lower-case letters and digits.
const BEGINNINGS: [(&str, &Encoding); 17] = [
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
];

/// Prefixes of the number of a code page, in lower case.
const CODE_PAGE: [&str; 7] = ["cp", "ms", "win", "windows", "xwindows", "ibm", "codepage"];

/// Code pages by number. The standard itself knows those from 1250 to 1258.
const CODE_PAGES: [(u32, &Encoding); 12] = [
    (874, WINDOWS_874),
    (932, SHIFT_JIS),
    (936, GB18030),
    (943, SHIFT_JIS),
    (949, EUC_KR),
    (950, BIG5),
    (951, BIG5),
    (51932, EUC_JP),
    (51936, GB18030),
    (51949, EUC_KR),
    (54936, GB18030),
    (65001, UTF_8),
];

/// Returns the encoding of this name, in any spelling: `EUC-CN`, `cp949`, `ISO8859_1`, `zh_CN.GBK`.
pub(super) fn encoding_named(label: &str) -> Option<&'static Encoding> {
    let last = label.rsplit('.').next().unwrap_or(label);
    let mut plain = last.to_ascii_lowercase();
    plain.retain(|letter| letter.is_ascii_alphanumeric());
    Encoding::for_label(label.as_bytes())
        .or_else(|| Encoding::for_label(plain.as_bytes()))
        .or_else(|| code_page(&plain))
        .or_else(|| {
            let mut names = BEGINNINGS.into_iter();
            Some(names.find(|(name, _)| plain.starts_with(name))?.1)
        })
}

fn code_page(plain: &str) -> Option<&'static Encoding> {
    let digits = plain.trim_start_matches(|letter: char| letter.is_ascii_alphabetic());
    let prefix = &plain[..plain.len() - digits.len()];
    let number: u32 = digits.parse().ok()?;
    if !CODE_PAGE.contains(&prefix) {
        return None;
    }
    let mut known = CODE_PAGES.into_iter();
    match known.find(|&(page, _)| page == number) {
        Some((_, encoding)) => Some(encoding),
        None => Encoding::for_label(format!("windows-{number}").as_bytes()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
