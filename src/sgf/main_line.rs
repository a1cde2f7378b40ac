//! The nodes of a game that were played, without its variations.

use super::SgfError;
use super::lexer::{Lexer, MISSING_CLOSE, Property, Token, Value};
use super::place::Place;

/// The longest main line that is read: hundreds of games in a row. A move takes some hundred bytes of memory.
pub(super) const MAX_NODES: usize = 200_000;

/// The main line of a game, node by node. The first child at every branch is the main one, so the main line is all that
/// stands before the first closing parenthesis.
#[derive(Debug)]
pub(super) struct MainLine<'a> {
    file: &'a str,
    lexer: Lexer<'a>,
    nodes: usize,
    /// Parentheses that are open.
    depth: usize,
    state: State,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Open,
    Closed,
    Truncated,
}

impl<'a> MainLine<'a> {
    /// That of the first game in a file, which may be empty if there is no other.
    pub(super) fn first(file: &'a str) -> Result<Self, SgfError> {
        let mut lexer = Lexer::new(file);
        if lexer.find_any_game() {
            Ok(Self::begin(file, lexer))
        } else {
            Err(SgfError::NoGame)
        }
    }

    /// That of the next game from the byte `at` on, if there is one.
    pub(super) fn after(file: &'a str, at: usize) -> Option<Self> {
        let mut lexer = Lexer::new(file);
        lexer.go_to(at);
        lexer.find_game().then(|| Self::begin(file, lexer))
    }

    /// That of the game whose first parenthesis is next.
    const fn begin(file: &'a str, mut lexer: Lexer<'a>) -> Self {
        lexer.go_to(lexer.at() + 1);
        Self {
            file,
            lexer,
            nodes: 0,
            depth: 1,
            state: State::Open,
        }
    }

    /// The next node. A file may end before the game does, as long as the root is complete.
    pub(super) fn next_node(&mut self) -> Result<Option<Node<'a>>, SgfError> {
        let mut node: Option<Node> = None;
        while self.state == State::Open {
            let at = self.lexer.at();
            match self.lexer.token()? {
                Token::Node if node.is_some() => {
                    self.lexer.go_to(at);
                    return Ok(node);
                }
                Token::Node => node = Some(self.begin_node(at)?),
                Token::Property(property) => {
                    if let Some(node) = &mut node {
                        node.properties.push(property);
                    }
                }
                Token::Open => self.depth += 1,
                Token::Close => {
                    self.depth -= 1;
                    self.state = State::Closed;
                }
                Token::End(expected) => self.truncate(expected, node.as_ref())?,
            }
        }
        Ok(node)
    }

    fn begin_node(&mut self, at: usize) -> Result<Node<'a>, SgfError> {
        self.nodes += 1;
        if self.nodes > MAX_NODES {
            return Err(SgfError::TooLong {
                place: Place::of(self.file, at),
            });
        }
        Ok(Node {
            properties: Vec::new(),
        })
    }

    /// Ends the game with the file in the node `last`, which must not be a part of the root.
    fn truncate(&mut self, expected: &str, last: Option<&Node>) -> Result<(), SgfError> {
        let is_full = last.is_some_and(|node| !node.properties.is_empty());
        let is_whole = is_full && expected == MISSING_CLOSE;
        if self.nodes < 2 && !is_whole {
            return Err(SgfError::Unexpected {
                place: Place::of(self.file, self.file.len()),
                expected: expected.to_owned(),
                found: "the end of the file".to_owned(),
            });
        }
        log::warn!("the file ends before the game does, read as far as possible");
        self.state = State::Truncated;
        Ok(())
    }

    /// Leaves the rest of the game out: where in the file it ends.
    pub(super) fn finish(mut self) -> usize {
        self.lexer.skip_trees(self.depth);
        self.lexer.at()
    }

    /// How many games the file has from this one on.
    pub(super) fn count_games(self) -> usize {
        let (file, mut count, mut end) = (self.file, 1, self.finish());
        while let Some(game) = Self::after(file, end) {
            count += 1;
            end = game.finish();
        }
        count
    }
}

/// One node of a game.
#[derive(Clone, Debug)]
pub(super) struct Node<'a> {
    pub(super) properties: Vec<Property<'a>>,
}

impl<'a> Node<'a> {
    /// The first value of a property.
    pub(super) fn value(&self, name: &str) -> Option<Value<'a>> {
        let property = self
            .properties
            .iter()
            .find(|property| property.name() == name);
        property?.value()
    }
}
