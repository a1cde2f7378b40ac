//! The nodes of a game's main line.

use super::SgfError;
use super::lexer::{Lexer, MISSING_CLOSE, Property, PropertyValue, Token};
use super::location::Location;

/// Length of the longest main line that is read: hundreds of games in a row. A move takes some hundred bytes of memory.
pub(super) const MAX_NODES: usize = 200_000;

/// The main line of a game, node by node: the first variation at every branch, up to the first closing parenthesis.
#[derive(Debug)]
pub(super) struct MainLine<'a> {
    lexer: Lexer<'a>,
    node_count: usize,
    /// Number of open trees.
    depth: usize,
    /// Number of open trees at the latest node.
    node_depth: usize,
    has_ended: bool,
}

impl<'a> MainLine<'a> {
    /// Starts the first game in a file, which may be empty if there is no other.
    pub(super) fn first(file: &'a str) -> Result<Self, SgfError> {
        let mut lexer = Lexer::new(file);
        let is_found = lexer.find_any_game();
        is_found.then(|| Self::begin(lexer)).ok_or(SgfError::NoGame)
    }

    pub(super) fn after(file: &'a str, at: usize) -> Option<Self> {
        let mut lexer = Lexer::new(file);
        lexer.go_to(at);
        lexer.find_game().then(|| Self::begin(lexer))
    }

    const fn begin(mut lexer: Lexer<'a>) -> Self {
        lexer.go_to(lexer.at() + 1);
        Self {
            lexer,
            node_count: 0,
            depth: 1,
            node_depth: 1,
            has_ended: false,
        }
    }

    /// Returns the next node, whose `;` may be missing at the beginning of a tree. The file may end, or another game begin, before
    /// the game ends, if the root is complete.
    pub(super) fn next_node(&mut self) -> Result<Option<SgfNode<'a>>, SgfError> {
        let mut node: Option<SgfNode> = None;
        while !self.has_ended {
            let at = self.lexer.at();
            match self.lexer.token()? {
                Token::Node | Token::Open if node.is_some() => {
                    self.lexer.go_to(at);
                    return Ok(node);
                }
                Token::Node => node = Some(self.begin_node(at)?),
                Token::Property(property) => {
                    let node = match &mut node {
                        Some(node) => node,
                        None => node.insert(self.begin_node(at)?),
                    };
                    node.properties.push(property);
                }
                Token::Open if self.node_count > 0 && self.lexer.begins_root(self.lexer.at()) => {
                    log::warn!(
                        "a game begins before the one before it ends; what is there is read"
                    );
                    self.lexer.go_to(at);
                    (self.depth, self.has_ended) = (0, true);
                }
                Token::Open => self.depth += 1,
                Token::Close => {
                    // A tree without nodes does not count.
                    self.has_ended = self.depth == self.node_depth;
                    self.depth -= 1;
                }
                Token::End(expected) => self.truncate(expected, node.as_ref())?,
            }
        }
        Ok(node)
    }

    fn begin_node(&mut self, at: usize) -> Result<SgfNode<'a>, SgfError> {
        self.node_count += 1;
        if self.node_count > MAX_NODES {
            let location = Location::of(self.lexer.file, at);
            return Err(SgfError::TooLong { location });
        }
        self.node_depth = self.depth;
        Ok(SgfNode::default())
    }

    /// Ends the game at the end of the file in the node `last`; an error if that is an incomplete root.
    fn truncate(&mut self, expected: &str, last: Option<&SgfNode>) -> Result<(), SgfError> {
        let has_properties = last.is_some_and(|node| !node.properties.is_empty());
        let is_complete = has_properties && expected == MISSING_CLOSE;
        if self.node_count < 2 && !is_complete {
            self.lexer.go_to(self.lexer.file.len());
            return Err(self.lexer.expected(expected));
        }
        log::warn!("the file ends before the game does; what is there is read");
        self.has_ended = true;
        Ok(())
    }

    /// Skips the rest of the game and returns the byte after its end.
    pub(super) fn finish(mut self) -> usize {
        self.lexer.skip_trees(self.depth);
        self.lexer.at()
    }
}

#[derive(Clone, Debug, Default)]
pub(super) struct SgfNode<'a> {
    pub(super) properties: Vec<Property<'a>>,
}

impl<'a> SgfNode<'a> {
    pub(super) fn value(&self, name: &str) -> Option<PropertyValue<'a>> {
        self.property(name)?.value()
    }

    pub(super) fn property(&self, name: &str) -> Option<&Property<'a>> {
        let mut properties = self.properties.iter();
        properties.find(|property| property.name() == name)
    }
}
