//! The help in Chinese: clap's help in English with each text replaced by its translation.

use std::collections::HashMap;
use std::env;

use clap::ValueEnum;
use console::strip_ansi_codes;

use crate::cli::settings::is_utf8_locale;
use tao_engine::raw::search::{Audience, Param};

/// The language of the help.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Language {
    En,
    Zh,
}

/// Every text of the help with its translation, but for the search settings, which have their own.
const CHINESE: &str = include_str!("zh.toml");

/// Words that clap adds to our texts.
const ADDED: [&str; 4] = ["Usage:", "[default: ", "[possible values: ", "[alias: "];

/// The smallest gap between two columns.
const GAP: &str = "  ";

impl Language {
    /// The language of the locale.
    pub(super) fn of_locale() -> Self {
        Self::in_variables(|name| env::var(name).ok())
    }

    fn in_variables(variable: impl Fn(&str) -> Option<String>) -> Self {
        let values = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().map(&variable);
        let locale = values.flatten().find(|locale| !locale.is_empty());
        let locale = locale.unwrap_or_default().to_ascii_lowercase();
        if locale.starts_with("zh") && is_utf8_locale(variable) {
            Self::Zh
        } else {
            Self::En
        }
    }
}

/// Translates help, whose lines must not be wrapped, into Chinese.
pub(super) fn in_chinese(help: &str) -> String {
    let table = table();
    translated(help, |text| table.get(text).map(String::as_str))
}

fn table() -> HashMap<String, String> {
    let table = toml::from_str(CHINESE);
    let mut table: HashMap<String, String> = table.unwrap_or_default();
    for param in Param::all_for(Audience::User) {
        if let Some(chinese) = param.chinese {
            table.insert(param.help.to_owned(), chinese.to_owned());
            table.insert(param.values.to_string(), param.values.in_chinese());
        }
    }
    table
}

/// Replaces the text in each column of each line of `help` with its translation, if there is one.
fn translated<'a>(help: &str, translation: impl Fn(&str) -> Option<&'a str> + Copy) -> String {
    let lines = help.split('\n').map(|line| {
        let columns = line.split(GAP).map(|text| column(text, translation));
        columns.collect::<Vec<_>>().join(GAP)
    });
    let help = lines.collect::<Vec<_>>().join("\n");
    ADDED.iter().fold(help, |help, added| {
        help.replace(added, translation(added).unwrap_or(added))
    })
}

/// Translates the text of one column. If the text has no translation, its parts are translated: the meaning after a name, and the
/// texts before values in brackets, before parentheses and in parentheses.
fn column<'a>(text: &str, translation: impl Fn(&str) -> Option<&'a str> + Copy) -> String {
    let plain = strip_ansi_codes(text);
    let plain = plain.trim_start();
    if let Some(found) = translation(plain) {
        return text.replace(plain, found);
    }
    let part = |text: &str| column(text, translation);
    let is_name = |text: &str| !text.trim_start_matches("- ").contains(' ');
    match (
        text.rsplit_once(" ["),
        text.split_once(": "),
        text.rsplit_once(" ("),
    ) {
        (Some((ours, added)), ..) if added.ends_with(']') => format!("{} [{added}", part(ours)),
        (_, Some((name, meaning)), _) if is_name(name.trim_start()) => {
            format!("{name}: {}", part(meaning))
        }
        (.., Some((ours, values))) if values.ends_with(')') => {
            format!("{} ({})", part(ours), part(values.trim_end_matches(')')))
        }
        _ => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::collections::HashSet;
    use std::ffi::OsString;

    use clap::CommandFactory;

    use super::*;
    use crate::cli::{Cli, TaoGo};

    /// How texts begin that are not translated.
    const CODE: [&str; 10] = [
        "-",
        "[",
        "<",
        "{",
        "= ",
        "tao-go ",
        "echo ",
        "mkdir ",
        "NO_COLOR, ",
        "TAO_GO_THREADS=",
    ];

    /// The help of all commands, short and long, in lines of any length.
    fn helps() -> Vec<String> {
        fn add(command: &clap::Command, before: &[OsString], helps: &mut Vec<String>) {
            let words = [before, &[command.get_name().into()]].concat();
            helps.extend(["-h", "--help"].map(|flag| {
                let arguments = [&words[..], &[flag.into()]].concat();
                Cli::<TaoGo>::unwrapped_help(&arguments).unwrap()
            }));
            command
                .get_subcommands()
                .for_each(|command| add(command, &words, helps));
        }
        let mut helps = Vec::new();
        add(&Cli::<TaoGo>::command(), &[], &mut helps);
        helps
    }

    #[test]
    fn every_text_of_the_help_has_a_translation_and_every_translation_a_text() {
        let table = table();
        let used = RefCell::new(HashSet::new());
        let mut missing = HashSet::new();
        for help in helps() {
            let chinese = translated(&help, |text| {
                let (english, chinese) = table.get_key_value(text)?;
                used.borrow_mut().insert(english);
                Some(chinese.as_str())
            });
            let chinese = strip_ansi_codes(&chinese).into_owned();
            let columns = chinese.lines().flat_map(|line| line.split(GAP));
            let english = columns.map(str::trim).filter(|text| {
                let is_code = CODE.iter().any(|code| text.starts_with(code));
                text.contains(' ') && text.is_ascii() && !is_code
            });
            missing.extend(english.map(str::to_owned));
        }
        assert_eq!(missing, HashSet::new(), "texts without a translation");
        let unused = table.keys().filter(|text| !used.borrow().contains(text));
        assert_eq!(
            unused.collect::<Vec<_>>(),
            Vec::<&String>::new(),
            "translations of no text"
        );
        assert!(table.len() > 200);
    }

    #[test]
    fn columns_are_translated_one_by_one() {
        let translation = |text: &str| match text {
            "the board" => Some("棋盘"),
            "[default: " => Some("[默认："),
            _ => None,
        };
        for (help, expected) in [
            (
                "  --size <N>   the board [default: 9]\n",
                "  --size <N>   棋盘 [默认：9]\n",
            ),
            (
                "    - \u{1b}[1mfree\u{1b}[0m:  the board\n",
                "    - \u{1b}[1mfree\u{1b}[0m:  棋盘\n",
            ),
            ("    - free: the board", "    - free: 棋盘"),
            ("size: the board (the board)", "size: 棋盘 (棋盘)"),
            ("\u{1b}[4mthe board\u{1b}[0m", "\u{1b}[4m棋盘\u{1b}[0m"),
            ("of the board", "of the board"),
        ] {
            assert_eq!(translated(help, translation), expected);
        }
    }

    #[test]
    fn the_locale_decides_the_language() {
        for (variables, expected) in [
            (&[][..], Language::En),
            (&[("LANG", "zh_CN.UTF-8")], Language::Zh),
            (&[("LANG", "zh_TW.utf8")], Language::Zh),
            (
                &[("LC_MESSAGES", "zh_CN"), ("LANG", "en_US.UTF-8")],
                Language::Zh,
            ),
            (
                &[("LC_ALL", "C.UTF-8"), ("LANG", "zh_CN.UTF-8")],
                Language::En,
            ),
            (&[("LC_ALL", ""), ("LANG", "zh_CN.UTF-8")], Language::Zh),
            (&[("LANG", "zh_CN.GB18030")], Language::En),
            (&[("LANG", "zh_CN")], Language::En),
            (&[("LANG", "zh_CN.UTF-8@pinyin")], Language::Zh),
            (&[("LC_CTYPE", "C"), ("LANG", "zh_CN.UTF-8")], Language::En),
        ] {
            let variable = |name: &str| {
                let found = variables.iter().find(|(known, _)| *known == name);
                found.map(|(_, value)| (*value).to_owned())
            };
            assert_eq!(Language::in_variables(variable), expected, "{variables:?}");
        }
    }
}
