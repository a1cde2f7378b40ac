//! The tokens of SGF, one after the other, each with where it stands. Nothing here recurses, so nesting costs no stack.

use std::borrow::Cow;
use std::ops::Range;

use super::SgfError;
use super::place::Place;
use super::text;

/// Names of properties before FF\[4\] that their upper-case letters do not shorten to those of today.
const LONG_NAMES: [(&str, &str); 31] = [
    ("ADDBLACK", "AB"),
    ("ADDEMPTY", "AE"),
    ("ADDWHITE", "AW"),
    ("ANNOTATION", "AN"),
    ("BLACK", "B"),
    ("BLACKRANK", "BR"),
    ("BLACKTEAM", "BT"),
    ("CHARSET", "CA"),
    ("COMMENT", "C"),
    ("COPYRIGHT", "CP"),
    ("DATE", "DT"),
    ("EVENT", "EV"),
    ("GAME", "GM"),
    ("GAMECOMMENT", "GC"),
    ("GAMENAME", "GN"),
    ("HANDICAP", "HA"),
    ("KOMI", "KM"),
    ("OPENING", "ON"),
    ("PLACE", "PC"),
    ("PLAYER", "PL"),
    ("PLAYERBLACK", "PB"),
    ("PLAYERWHITE", "PW"),
    ("RESULT", "RE"),
    ("ROUND", "RO"),
    ("RULES", "RU"),
    ("SIZE", "SZ"),
    ("SOURCE", "SO"),
    ("TIME", "TM"),
    ("WHITE", "W"),
    ("WHITERANK", "WR"),
    ("WHITETEAM", "WT"),
];

/// What a file should have had that ends where a name or a parenthesis may stand.
pub(super) const MISSING_CLOSE: &str = "`)`";

/// What a game is made of.
#[derive(Clone, Debug)]
pub(super) enum Token<'a> {
    /// `(`
    Open,
    /// `)`
    Close,
    /// `;`
    Node,
    /// A name and its values.
    Property(Property<'a>),
    /// The end of the file; with it comes what it should have had before.
    End(&'static str),
}

/// Reads a file token by token.
#[derive(Clone, Debug)]
pub(super) struct Lexer<'a> {
    file: &'a str,
    /// Where the next token begins, blanks aside.
    at: usize,
}

impl<'a> Lexer<'a> {
    pub(super) const fn new(file: &'a str) -> Self {
        Self { file, at: 0 }
    }

    pub(super) const fn at(&self) -> usize {
        self.at
    }

    /// Goes back or on to a place in the file.
    pub(super) const fn go_to(&mut self, at: usize) {
        self.at = at;
    }

    /// Goes on to the next `(` that begins a game with a property, whatever stands before it; `false` where there is none.
    pub(super) fn find_game(&mut self) -> bool {
        self.find(begins_game)
    }

    /// The same, or to the first that may begin an empty game if there is no better one.
    pub(super) fn find_any_game(&mut self) -> bool {
        let start = self.at;
        self.find_game() || {
            self.at = start;
            self.find(may_begin_game)
        }
    }

    /// Goes on to the next `(` before something that is as it should be.
    fn find(&mut self, is_right: fn(&str) -> bool) -> bool {
        let found = self.file[self.at..]
            .match_indices('(')
            .map(|(start, _)| self.at + start)
            .find(|start| is_right(&self.file[start + 1..]));
        self.at = found.unwrap_or(self.file.len());
        found.is_some()
    }

    /// Goes on past the `)` of the outermost of `depth` open game trees, whatever stands before it.
    pub(super) fn skip_trees(&mut self, mut depth: usize) {
        while depth > 0 && self.at < self.file.len() {
            match self.file.as_bytes()[self.at] {
                b'(' => depth += 1,
                b')' => depth -= 1,
                b'[' => self.at = self.end_of_value().unwrap_or(self.file.len()),
                _ => {}
            }
            self.at += 1;
        }
        self.at = self.at.min(self.file.len());
    }

    /// The next token.
    pub(super) fn token(&mut self) -> Result<Token<'a>, SgfError> {
        self.skip_blanks();
        let token = match self.file[self.at..].chars().next() {
            None => return Ok(Token::End(MISSING_CLOSE)),
            Some('(') => Token::Open,
            Some(')') => Token::Close,
            Some(';') => Token::Node,
            Some(letter) if letter.is_ascii_alphabetic() => return Ok(self.property()),
            Some(_) => return Err(self.expected("a property, `;`, `(` or `)`")),
        };
        self.at += 1;
        Ok(token)
    }

    fn property(&mut self) -> Token<'a> {
        let start = self.at;
        let rest = &self.file[start..];
        let name = &rest[..rest.len() - without_name(rest).len()];
        self.at += name.len();
        let mut values = self.at..self.at;
        self.skip_blanks();
        while self.file[self.at..].starts_with('[') {
            let Some(end) = self.end_of_value() else {
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

    /// Where the `]` of the value stands that begins here.
    fn end_of_value(&self) -> Option<usize> {
        let mut bytes = self.file.bytes().enumerate().skip(self.at + 1);
        while let Some((at, byte)) = bytes.next() {
            match byte {
                b']' => return Some(at),
                // What is escaped may be longer than a byte; but its other bytes are neither of these.
                b'\\' => drop(bytes.next()),
                _ => {}
            }
        }
        None
    }

    fn skip_blanks(&mut self) {
        let rest = &self.file[self.at..];
        self.at += rest.len() - rest.trim_start_matches(is_blank).len();
    }

    fn expected(&self, what: &str) -> SgfError {
        let found = self.file[self.at..].chars().next();
        SgfError::Unexpected {
            place: Place::of(self.file, self.at),
            expected: what.to_owned(),
            found: found.map_or_else(String::new, |found| text::excerpt(&found.to_string())),
        }
    }
}

/// What may stand between tokens: blanks, and the marks and zeros that programs leave in files.
fn is_blank(character: char) -> bool {
    character.is_whitespace() || character.is_control() || character == '\u{feff}'
}

/// What follows on the name of a property. In some files names have underscores.
fn without_name(rest: &str) -> &str {
    rest.trim_start_matches(|letter: char| letter.is_ascii_alphanumeric() || letter == '_')
}

/// Whether what follows on a parenthesis makes it the first of a game, and not of a remark such as `(; see below)`.
fn begins_game(rest: &str) -> bool {
    let Some(nodes) = rest.trim_start_matches(is_blank).strip_prefix(';') else {
        return false;
    };
    let name = nodes.trim_start_matches(|letter| is_blank(letter) || letter == ';');
    let value = without_name(name).trim_start_matches(is_blank);
    name.starts_with(|letter: char| letter.is_ascii_alphabetic()) && value.starts_with('[')
}

/// Whether what follows on a parenthesis is a node in which nothing stands.
fn may_begin_game(rest: &str) -> bool {
    let node = rest.trim_start_matches(is_blank).strip_prefix(';');
    node.is_some_and(|node| {
        let next = node.trim_start_matches(is_blank).chars().next();
        next.is_none_or(|next| "();".contains(next))
    })
}

/// A property and where it stands.
#[derive(Clone, Debug)]
pub(super) struct Property<'a> {
    file: &'a str,
    start: usize,
    name: &'a str,
    /// The values with their brackets, and what stands between.
    values: Range<usize>,
}

impl<'a> Property<'a> {
    /// Its name in FF\[4\]: of older names the upper-case letters count, if there are any.
    pub(super) fn name(&self) -> Cow<'a, str> {
        let known = LONG_NAMES
            .iter()
            .find(|(long, _)| long.eq_ignore_ascii_case(self.name));
        if let Some((_, short)) = known {
            return Cow::Borrowed(short);
        }
        let is_small = |letter: char| letter.is_ascii_lowercase();
        if !self.name.contains(is_small) {
            Cow::Borrowed(self.name)
        } else if self
            .name
            .contains(|letter: char| letter.is_ascii_uppercase())
        {
            Cow::Owned(self.name.replace(is_small, ""))
        } else {
            Cow::Owned(self.name.to_ascii_uppercase())
        }
    }

    /// Whether it has a name and nothing else.
    pub(super) fn is_bare(&self) -> bool {
        self.values.is_empty()
    }

    /// Its values.
    pub(super) fn values(&self) -> impl Iterator<Item = Value<'a>> + use<'a> {
        let (name, mut lexer) = (self.name, Lexer::new(&self.file[..self.values.end]));
        let (file, mut start) = (self.file, self.start);
        lexer.go_to(self.values.start);
        lexer.skip_blanks();
        std::iter::from_fn(move || {
            let (at, end) = (lexer.at(), lexer.end_of_value()?);
            lexer.go_to(end + 1);
            lexer.skip_blanks();
            Some(Value {
                file,
                start: std::mem::replace(&mut start, lexer.at()),
                name,
                raw: &file[at + 1..end],
            })
        })
    }

    /// The first value; most properties have no others.
    pub(super) fn value(&self) -> Option<Value<'a>> {
        self.values().next()
    }

    /// Where it stands.
    pub(super) fn place(&self) -> Place {
        Place::of(self.file, self.start)
    }

    /// The error that it should be something else.
    pub(super) fn expected(&self, what: &str) -> SgfError {
        SgfError::Unexpected {
            place: self.place(),
            expected: what.to_owned(),
            found: text::excerpt(text::head(&self.file[self.start..self.values.end])),
        }
    }
}

/// One value of a property.
#[derive(Clone, Copy, Debug)]
pub(super) struct Value<'a> {
    file: &'a str,
    /// Where it begins: the first value with the name.
    start: usize,
    /// The name as it is written.
    name: &'a str,
    /// What stands between the brackets, escapes and all.
    raw: &'a str,
}

impl Value<'_> {
    /// Where it stands.
    pub(super) fn place(&self) -> Place {
        Place::of(self.file, self.start)
    }

    /// The value as text in one line, without blanks around it.
    pub(super) fn simple_text(&self) -> String {
        text::simple(self.raw).trim().to_owned()
    }

    /// The value as text that may have several lines.
    pub(super) fn text(&self) -> String {
        text::read(self.raw)
    }

    /// The property with this value only, shortened if it is long.
    pub(super) fn excerpt(&self) -> String {
        text::excerpt(&format!("{}[{}]", self.name, text::head(self.raw)))
    }

    /// The error that it should be something else.
    pub(super) fn expected(&self, what: impl Into<String>) -> SgfError {
        SgfError::Unexpected {
            place: self.place(),
            expected: what.into(),
            found: self.excerpt(),
        }
    }
}
