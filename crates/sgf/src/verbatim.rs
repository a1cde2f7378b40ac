//! Parts of a game that are kept as text, as strict FF\[4\].

use crate::SgfWriter;
use crate::lexer::{Lexer, Part, Property};
use crate::tree::SgfNode;

/// A tree that is not closed yet.
#[derive(Default)]
struct OpenTree {
    /// Its parenthesis is written with its first node.
    has_nodes: bool,
    /// Whether trees were written after its latest node.
    has_trees: bool,
    /// Number of trees that were opened because a node follows trees.
    added: u32,
}

/// Copies nodes and trees as text.
#[derive(Default)]
pub(super) struct TreeText {
    pub(super) out: SgfWriter,
    open: Vec<OpenTree>,
}

impl TreeText {
    /// The rest of a variation, from a node that the lexer has read to the end of its tree, which is left to be read.
    pub(super) fn variation(node: &SgfNode<'_>, lexer: &mut Lexer<'_>) -> String {
        let mut text = Self::default();
        text.open();
        text.node(node);
        text.copy(lexer);
        text.take()
    }

    /// Takes the text so far.
    pub(super) fn take(&mut self) -> String {
        std::mem::take(&mut self.out).take()
    }

    /// Number of open trees.
    pub(super) const fn depth(&self) -> usize {
        self.open.len()
    }

    pub(super) fn open(&mut self) {
        self.open.push(OpenTree::default());
    }

    /// Notes that the first node of the game is written elsewhere.
    pub(super) fn skip_root(&mut self) {
        self.open.iter_mut().for_each(|tree| tree.has_nodes = true);
    }

    pub(super) fn node(&mut self, node: &SgfNode<'_>) {
        self.begin_node();
        self.properties(node.properties.iter());
    }

    pub(super) fn begin_node(&mut self) {
        if let Some(tree) = self.open.last_mut() {
            if !tree.has_nodes {
                self.out.push("(");
            } else if tree.has_trees {
                self.out.push("(");
                tree.added += 1;
            }
            (tree.has_nodes, tree.has_trees) = (true, false);
        }
        self.out.push(";");
    }

    pub(super) fn properties<'n, 'a: 'n>(
        &mut self,
        properties: impl Iterator<Item = &'n Property<'a>>,
    ) {
        for piece in properties.flat_map(Property::written) {
            self.out.push(&piece);
        }
    }

    pub(super) fn close(&mut self) {
        let tree = self.open.pop().unwrap_or_default();
        if let Some(parent) = self.open.last_mut() {
            parent.has_trees |= tree.has_nodes || tree.has_trees;
        }
        for _ in 0..tree.added + u32::from(tree.has_nodes) {
            self.out.push(")");
        }
    }

    pub(super) fn close_all(&mut self) {
        while !self.open.is_empty() {
            self.close();
        }
    }

    /// Copies what follows to the end of the outermost open tree, which is left to be read, and closes all trees.
    pub(super) fn copy(&mut self, lexer: &mut Lexer<'_>) {
        while !self.open.is_empty() {
            let at = lexer.at();
            match lexer.part(None) {
                Part::Node(node) => self.node(&node),
                Part::Open if !lexer.begins_root(lexer.at()) => self.open(),
                Part::Close if self.depth() > 1 => self.close(),
                _ => {
                    lexer.go_to(at);
                    self.close_all();
                }
            }
        }
    }
}
