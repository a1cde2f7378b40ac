//! Splits SGF into tokens, and names the lines and columns of errors. Nothing here is recursive, so nesting needs no stack.

use std::borrow::Cow;
use std::fmt;
use std::iter;
use std::ops::Range;

use crate::header::OTHERS;
use crate::tree::SgfNode;
use crate::{SgfError, text};

/// Long names of properties from before FF\[4\]. Their capital letters are the names in FF\[4\].
const LONG_NAMES: &str = "AddBlack AddEmpty AddWhite ANnotation Black BlackRank BlackTeam ChArset Comment CoPyright \
    DaTe EVent GaMe GameComment GameName HAndicap KoMi OpeNing PlaCe PLayer PlayerBlack PlayerWhite REsult ROund RUles \
    SiZe SOurce TiMe White WhiteRank WhiteTeam";

/// Length of the shortest long name.
const MIN_LONG_NAME: usize = 4;

/// What is missing at the end of a file that ends between properties.
pub(super) const MISSING_CLOSE: &str = "`)`";

#[derive(Clone, Debug)]
pub(super) enum Token<'a> {
    /// `(`
    Open,
    /// `)`
    Close,
    /// `;`
    Node,
    Property(Property<'a>),
    /// The end of the file, and what is missing there.
    End(&'static str),
}

/// Several tokens that belong together.
#[derive(Clone, Debug)]
pub(super) enum Part<'a> {
    /// `(`
    Open,
    /// `)`
    Close,
    Node(SgfNode<'a>),
    /// The end of the file, and what is missing there.
    End(&'static str),
}

#[derive(Clone, Debug)]
pub(super) struct Lexer<'a> {
    pub(super) file: &'a str,
    at: usize,
}

impl<'a> Lexer<'a> {
    pub(super) const fn new(file: &'a str) -> Self {
        Self { file, at: 0 }
    }

    pub(super) const fn at(&self) -> usize {
        self.at
    }

    pub(super) const fn go_to(&mut self, at: usize) {
        self.at = at;
    }

    /// Moves to the next `(` that begins a game with a property; returns `false` if there is none. The `;` may be missing where
    /// no text is before the game.
    pub(super) fn find_game(&mut self) -> bool {
        self.skip_blanks();
        let bare = self.file[self.at..].strip_prefix('(');
        bare.is_some_and(begins_bare_game) || self.find(begins_game)
    }

    /// Moves to the next game as [`find_game`](Self::find_game) does. If there is none, moves to the next game without a `;`, or
    /// else to the next empty game.
    pub(super) fn find_any_game(&mut self) -> bool {
        let start = self.at;
        self.find_game()
            || [begins_bare_game, begins_empty_game]
                .into_iter()
                .any(|is_wanted| {
                    self.at = start;
                    self.find(is_wanted)
                })
    }

    /// Moves to the next `(` for which the text after it `is_wanted`.
    fn find(&mut self, is_wanted: fn(&str) -> bool) -> bool {
        let found = self.file[self.at..]
            .match_indices('(')
            .map(|(start, _)| self.at + start)
            .find(|start| is_wanted(&self.file[start + 1..]));
        self.at = found.unwrap_or(self.file.len());
        found.is_some()
    }

    /// Moves past the `)` of the outermost of `depth` open game trees, or to the beginning of another game before it.
    pub(super) fn skip_trees(&mut self, mut depth: usize) {
        while depth > 0 && self.at < self.file.len() {
            let at = self.at;
            match self.token() {
                None => self.skip_junk(),
                Some(Token::Open) if self.begins_root(self.at) => return self.at = at,
                Some(Token::Open) => depth += 1,
                Some(Token::Close) => depth -= 1,
                Some(Token::Node | Token::Property(_)) => {}
                Some(Token::End(_)) => self.at = self.file.len(),
            }
        }
    }

    /// Whether the tree whose content begins at byte `at` has `GM` in its first node. Only the root of a game has it.
    pub(super) fn begins_root(&self, at: usize) -> bool {
        let mut properties = self.first_properties(at, |token| matches!(token, Token::Node));
        properties.any(|property| property.name() == "GM")
    }

    /// The properties after byte `at` and after the tokens that are `skipped`, up to the first other token or error.
    pub(super) fn first_properties(
        &self,
        at: usize,
        skipped: fn(&Token<'a>) -> bool,
    ) -> impl Iterator<Item = Property<'a>> {
        let mut lexer = Self { at, ..*self };
        iter::from_fn(move || lexer.token())
            .skip_while(skipped)
            .map_while(|token| match token {
                Token::Property(property) => Some(property),
                _ => None,
            })
    }

    /// Moves past the next character, which begins no token, or past a value without a property.
    fn skip_junk(&mut self) {
        self.at = match self.file[self.at..].chars().next() {
            Some('[') => {
                let end = self.end_of_value(false);
                end.map_or(self.file.len(), |end| end + 1)
            }
            next => self.at + next.map_or(0, char::len_utf8),
        };
    }

    /// The next part. The `;` of a node may be missing. Text that is no token is skipped; it is added to the warning `odd`, if there is
    /// one, and so are texts with a `]` that should have been escaped.
    pub(super) fn part(&mut self, mut odd: Option<&mut RepeatedWarning>) -> Part<'a> {
        let mut node = match self.some_token(odd.as_deref_mut()) {
            Token::Open => return Part::Open,
            Token::Close => return Part::Close,
            Token::End(missing) => return Part::End(missing),
            Token::Node => SgfNode::default(),
            Token::Property(property) => SgfNode {
                properties: vec![property],
            },
        };
        loop {
            let end = self.at;
            let Token::Property(property) = self.some_token(odd.as_deref_mut()) else {
                self.at = end;
                if let Some(odd) = odd {
                    let values = node.properties.iter().flat_map(Property::values);
                    for value in values.filter(PropertyValue::has_bracket) {
                        odd.add(|| format!("{}: a `]` without a `\\` before it", value.location()));
                    }
                }
                return Part::Node(node);
            };
            node.properties.push(property);
        }
    }

    fn some_token(&mut self, mut odd: Option<&mut RepeatedWarning>) -> Token<'a> {
        loop {
            if let Some(token) = self.token() {
                return token;
            }
            // What follows it is a part of the same junk.
            if let Some(odd) = odd.take() {
                odd.add(|| self.expected("a property, `;`, `(` or `)`").to_string());
            }
            self.skip_junk();
        }
    }

    /// The next token, or `None` where no token begins.
    pub(super) fn token(&mut self) -> Option<Token<'a>> {
        self.skip_blanks();
        let token = match self.file[self.at..].chars().next() {
            None => return Some(Token::End(MISSING_CLOSE)),
            Some('(') => Token::Open,
            Some(')') => Token::Close,
            Some(';') => Token::Node,
            Some(letter) if letter.is_ascii_alphabetic() => return Some(self.property()),
            Some(_) => return None,
        };
        self.at += 1;
        Some(token)
    }

    fn property(&mut self) -> Token<'a> {
        let start = self.at;
        let rest = &self.file[start..];
        let name = &rest[..rest.len() - without_name(rest).len()];
        self.at += name.len();
        let mut values = self.at..self.at;
        self.skip_blanks();
        while self.file[self.at..].starts_with('[') {
            let Some(end) = self.end_of_value(is_text(name)) else {
                return Token::End("`]`");
            };
            self.at = end + 1;
            self.skip_blanks();
            values.end = self.at;
        }
        if values.is_empty() && self.at == self.file.len() {
            return Token::End("`[`");
        }
        Token::Property(Property {
            file: self.file,
            start,
            name,
            values,
        })
    }

    /// The `]` that ends the value at this place. In a text, one after which the file cannot go on belongs to the text: it should
    /// have been escaped.
    fn end_of_value(&self, is_text: bool) -> Option<usize> {
        let mut bytes = self.file.bytes().enumerate().skip(self.at + 1);
        let mut last = None;
        while let Some((at, byte)) = bytes.next() {
            match byte {
                b']' if !is_text || goes_on(&self.file[at + 1..]) => return Some(at),
                b']' => last = Some(at),
                b';' if last.is_some() && begins_move(&self.file[at + 1..]) => break,
                // The other bytes of an escaped multi-byte character are neither `]` nor `\`.
                b'\\' => drop(bytes.next()),
                _ => {}
            }
        }
        last
    }

    fn skip_blanks(&mut self) {
        let rest = &self.file[self.at..];
        self.at += rest.len() - rest.trim_start_matches(is_blank).len();
    }

    pub(super) fn expected(&self, what: &str) -> SgfError {
        let found = self.file[self.at..].chars().next();
        let found = found.map_or_else(
            || "the end of the file".to_owned(),
            |character| text::excerpt(&character.to_string()),
        );
        SgfError::unexpected(self.file, self.at, what, found)
    }
}

/// Whether a character is skipped between tokens: blanks, and the byte-order marks and zeros that programs leave in files.
fn is_blank(character: char) -> bool {
    character.is_whitespace() || character.is_control() || character == '\u{feff}'
}

/// Strips the name of a property. In some files names have underscores.
fn without_name(rest: &str) -> &str {
    rest.trim_start_matches(|letter: char| letter.is_ascii_alphanumeric() || letter == '_')
}

fn is_empty_node(character: char) -> bool {
    is_blank(character) || character == ';'
}

/// Whether the text after a `(` begins a game, and not a remark such as `(; see below)`.
fn begins_game(rest: &str) -> bool {
    let Some(nodes) = rest.trim_start_matches(is_blank).strip_prefix(';') else {
        return false;
    };
    // The first nodes may be empty, and variations may follow them.
    let nodes = nodes.trim_start_matches(is_empty_node);
    let first = nodes.strip_prefix('(').unwrap_or(nodes);
    begins_property(first.trim_start_matches(is_empty_node))
}

/// Whether the text after a `(` begins a game of which the first `;` is missing.
fn begins_bare_game(rest: &str) -> bool {
    begins_property(rest.trim_start_matches(is_blank))
}

fn begins_property(rest: &str) -> bool {
    let value = without_name(rest).trim_start_matches(is_blank);
    rest.starts_with(|letter: char| letter.is_ascii_alphabetic()) && value.starts_with('[')
}

fn begins_move(rest: &str) -> bool {
    rest.starts_with("B[") || rest.starts_with("W[")
}

/// Whether the text after a `]` can be what follows the value of a text: a node, a tree, a property or the end of one of them.
fn goes_on(rest: &str) -> bool {
    let rest = rest.trim_start_matches(is_blank);
    let next = rest.trim_start_matches(|letter| is_blank(letter) || "();".contains(letter));
    // A word before a bracket is a name if it has a capital letter.
    let name = &next[..next.len() - without_name(next).len()];
    let is_property = name.contains(char::is_uppercase) && begins_property(next);
    let ends_node = rest.starts_with([';', ')']) && !next.starts_with(']');
    next.is_empty() || is_property || ends_node
}

fn begins_empty_game(rest: &str) -> bool {
    let node = rest.trim_start_matches(is_blank).strip_prefix(';');
    node.is_some_and(|node| {
        let next = node.trim_start_matches(is_blank).chars().next();
        next.is_none_or(|next| "();".contains(next))
    })
}

/// The name in FF\[4\]: the one of a known long name, else its upper-case letters, else all letters in upper case.
fn standard_name(name: &str) -> Cow<'_, str> {
    let mut known = LONG_NAMES.split(' ');
    let name = match name {
        name if name.len() < MIN_LONG_NAME => name,
        name => known
            .find(|long| long.eq_ignore_ascii_case(name))
            .unwrap_or(name),
    };
    let is_lowercase = |letter: char| letter.is_ascii_lowercase();
    if !name.contains(is_lowercase) {
        Cow::Borrowed(name)
    } else if name.contains(|letter: char| letter.is_ascii_uppercase()) {
        Cow::Owned(name.replace(is_lowercase, ""))
    } else {
        Cow::Owned(name.to_ascii_uppercase())
    }
}

/// Whether the value of this property is free text.
fn is_text(name: &str) -> bool {
    let name = standard_name(name);
    ["N", "PB", "PW", "RE"].contains(&&*name) || OTHERS.contains(&&*name)
}

#[derive(Clone, Debug)]
pub(super) struct Property<'a> {
    file: &'a str,
    start: usize,
    name: &'a str,
    /// Byte range of the values with their brackets and what is between them.
    values: Range<usize>,
}

impl<'a> Property<'a> {
    /// The name of the property in FF\[4\].
    pub(super) fn name(&self) -> Cow<'a, str> {
        standard_name(self.name)
    }

    pub(super) fn has_no_value(&self) -> bool {
        self.values.is_empty()
    }

    pub(super) fn values(&self) -> impl Iterator<Item = PropertyValue<'a>> + use<'a> {
        let (name, mut lexer) = (self.name, Lexer::new(&self.file[..self.values.end]));
        let is_text = is_text(name);
        let (file, mut start) = (self.file, self.start);
        lexer.go_to(self.values.start);
        lexer.skip_blanks();
        iter::from_fn(move || {
            let (at, end) = (lexer.at(), lexer.end_of_value(is_text)?);
            lexer.go_to(end + 1);
            lexer.skip_blanks();
            Some(PropertyValue {
                file,
                start: std::mem::replace(&mut start, lexer.at()),
                name,
                raw: &file[at + 1..end],
            })
        })
    }

    pub(super) fn value(&self) -> Option<PropertyValue<'a>> {
        self.values().next()
    }

    /// The property as strict readers take it, in pieces between which a line may end.
    pub(super) fn written(&self) -> impl Iterator<Item = String> + use<'a> {
        let mut name = self.name().into_owned();
        let has_points = ["B", "W", "AB", "AW", "AE"].contains(&&*name);
        let values = self.values().map(move |value| {
            if value.has_bracket() {
                return text::write(&value.text());
            }
            let mut text = text::clean(value.raw);
            text.retain(|letter| !(has_points && letter.is_whitespace()));
            text
        });
        let missing = self.has_no_value().then(String::new);
        let values = missing.into_iter().chain(values);
        values.map(move |value| format!("{}[{value}]", std::mem::take(&mut name)))
    }

    pub(super) fn location(&self) -> Location {
        Location::of(self.file, self.start)
    }

    pub(super) fn expected(&self, what: &str) -> SgfError {
        let found = text::excerpt(&self.file[self.start..self.values.end]);
        SgfError::unexpected(self.file, self.start, what, found)
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct PropertyValue<'a> {
    file: &'a str,
    /// Byte where the value begins; the first value of a property begins with the name.
    start: usize,
    name: &'a str,
    /// The text between the brackets, with its escapes.
    pub(super) raw: &'a str,
}

impl PropertyValue<'_> {
    pub(super) fn location(&self) -> Location {
        Location::of(self.file, self.start)
    }

    /// Whether it has a `]` that should have been escaped.
    pub(super) fn has_bracket(&self) -> bool {
        let unescaped = || self.raw.replace("\\\\", "").replace("\\]", "");
        self.raw.contains(']') && unescaped().contains(']')
    }

    /// The value as `SimpleText`: on one line, without blanks around it.
    pub(super) fn simple_text(&self) -> String {
        text::simple(self.raw).trim().to_owned()
    }

    /// The value as [`simple_text`](Self::simple_text), with full-width letters and digits replaced by ASCII ones.
    pub(super) fn plain_text(&self) -> String {
        text::narrow(&self.simple_text())
    }

    /// The value as `Text`, which may have several lines.
    pub(super) fn text(&self) -> String {
        text::read(self.raw)
    }

    /// The property with this value only, shortened if it is long.
    pub(super) fn excerpt(&self) -> String {
        text::excerpt(&format!("{}[{}]", self.name, self.raw))
    }

    pub(super) fn expected(&self, what: impl Into<String>) -> SgfError {
        SgfError::unexpected(self.file, self.start, what, self.excerpt())
    }
}

/// A line and a column, as editors show them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Location {
    /// Counted from one. Lines end with LF, CR LF or CR.
    pub line: usize,
    /// Counted from one, in characters.
    pub column: usize,
}

impl Location {
    /// The location of the byte `at` in `text`: the first of a character, or the end.
    pub(super) fn of(text: &str, at: usize) -> Self {
        let before = &text[..at];
        let ends = before.bytes().zip(text.bytes().skip(1).chain([0]));
        let is_end = |&(byte, next): &(u8, u8)| byte == b'\n' || byte == b'\r' && next != b'\n';
        let start = before.rfind(['\n', '\r']).map_or(0, |end| end + 1);
        Self {
            line: 1 + ends.filter(is_end).count(),
            column: 1 + before[start..].chars().count(),
        }
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// One kind of warning: the number of times it occurred, and a description of the first.
#[derive(Debug, Default)]
pub(super) struct RepeatedWarning {
    count: usize,
    first: String,
}

impl RepeatedWarning {
    pub(super) fn add(&mut self, describe: impl FnOnce() -> String) {
        if self.count == 0 {
            self.first = describe();
        }
        self.count += 1;
    }

    /// Logs the warning if there was an occurrence, with `outcome` and the number of `things` if there were several.
    pub(super) fn log(&self, outcome: &str, things: &str) {
        match self.count {
            0 => {}
            1 => log::warn!("{}, {outcome}", self.first),
            count => log::warn!("{}, {outcome}; {count} such {things} in all", self.first),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_with_any_line_ending_and_columns_count_characters() {
        for (text, line, column) in [
            ("x", 1, 1),
            ("(;x", 1, 3),
            ("äöx", 1, 3),
            ("a\nbx", 2, 2),
            ("a\r\nbx", 2, 2),
            ("a\rbx", 2, 2),
            ("a\r\rx", 3, 1),
            ("\n\n\nx", 4, 1),
        ] {
            let at = text.find('x').unwrap();
            assert_eq!(
                Location::of(text, at),
                Location { line, column },
                "{text:?}"
            );
        }
        assert_eq!(Location::of("a\n", 2), Location { line: 2, column: 1 });
    }
}
