//! The nodes of a file: those of the main line, and the moves of a game with their variations and comments.

use std::collections::BTreeMap;

use tao_rules::board::{Color, Move};
use tao_rules::game::Game;

use crate::charset::decode;
use crate::header::is_of_root;
use crate::lexer::{
    Lexer, Location, MISSING_CLOSE, Part, Property, PropertyValue, RepeatedWarning,
};
use crate::property::{moves, try_move};
use crate::verbatim::TreeText;
use crate::{MAX_TREE_NODES, Record, SgfError, color_letter, point_letters};

/// A move of a tree, or the position with which the game begins.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TreeNode {
    /// Number of the node before it; `None` at the beginning.
    pub parent: Option<usize>,
    /// The move that leads to it; `None` at the beginning.
    pub mv: Option<(Color, Move)>,
    /// The comment in the file, or an empty text.
    pub comment: String,
    /// What else the file has in this node, as it is written: marks, names, values of other programs.
    pub others: String,
    /// The variations after it that set up stones or cannot be played, as text that is written again.
    pub rest: String,
}

/// The moves of a game with their variations. Nodes are numbered in the order in which they were added. The first one is the
/// beginning, and each comes after its parent.
///
/// Where a file sets up stones between moves, the game begins there. What is before, with its variations, is kept as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveTree {
    nodes: Vec<TreeNode>,
    /// What the file has before the game, from the set-up of its first node to the removal of stones in the node where the game begins.
    pub(super) before: String,
    /// What the file has after the game: the variations of the nodes before it.
    pub(super) after: String,
}

impl MoveTree {
    /// A tree of one line.
    pub fn of(game: &Game) -> Self {
        let mut tree = Self {
            nodes: vec![TreeNode::default()],
            before: String::new(),
            after: String::new(),
        };
        let mut last = 0;
        for &mv in game.moves() {
            last = tree.push(last, mv);
        }
        tree
    }

    /// All nodes.
    pub fn nodes(&self) -> &[TreeNode] {
        &self.nodes
    }

    /// Whether the file has nodes before the game, which begins with stones that are set up between moves.
    pub fn begins_later(&self) -> bool {
        !self.before.is_empty()
    }

    /// A node, to be changed.
    pub fn node_mut(&mut self, node: usize) -> Option<&mut TreeNode> {
        self.nodes.get_mut(node)
    }

    /// The node of a move after another node, and adds it if the tree does not have it. `None` if there is no such parent.
    pub fn add(&mut self, parent: usize, mv: (Color, Move)) -> Option<usize> {
        self.nodes.get(parent)?;
        let known = self.child(parent, mv);
        Some(known.unwrap_or_else(|| self.push(parent, mv)))
    }

    fn push(&mut self, parent: usize, mv: (Color, Move)) -> usize {
        self.nodes.push(TreeNode {
            parent: Some(parent),
            mv: Some(mv),
            ..TreeNode::default()
        });
        self.nodes.len() - 1
    }

    /// The node of a move after another node, if the tree has it.
    pub fn child(&self, parent: usize, mv: (Color, Move)) -> Option<usize> {
        self.children(parent)
            .find(|&node| self.nodes[node].mv == Some(mv))
    }

    fn children(&self, parent: usize) -> impl Iterator<Item = usize> {
        let later = self.nodes.iter().enumerate().skip(parent);
        later.filter_map(move |(node, each)| (each.parent == Some(parent)).then_some(node))
    }

    /// The nodes from the beginning to this one, and on along the first variation at each node; empty if there is no such node.
    pub fn line_through(&self, node: usize) -> Vec<usize> {
        let mut line = self.line_to(node);
        let after = std::iter::successors(Some(node), |&node| self.children(node).next());
        line.extend(after.skip(1));
        line
    }

    fn line_to(&self, node: usize) -> Vec<usize> {
        let node = (node < self.nodes.len()).then_some(node);
        let back = std::iter::successors(node, |&node| self.nodes[node].parent);
        let mut line: Vec<usize> = back.collect();
        line.reverse();
        line
    }

    /// The game at a node, given a `game` with the moves of any line of the tree. `None` if there is no such node, or if that game
    /// cannot have its moves.
    pub fn game_at(&self, game: &Game, node: usize) -> Option<Game> {
        self.nodes.get(node)?;
        let line = self.line_to(node).into_iter();
        let moves: Vec<_> = line.filter_map(|node| self.nodes[node].mv).collect();
        let pairs = moves.iter().zip(game.moves());
        let common = pairs.take_while(|(one, other)| one == other).count();
        let mut game = game.clone();
        game.undo_many(game.moves().len() - common);
        for &(color, mv) in &moves[common..] {
            game.replay_by_any_rules(color, mv).ok()?;
        }
        Some(game)
    }

    /// Removes a node with all that follow it, unless it is the beginning. Returns the new number of each node, `None` for those that
    /// are removed.
    pub fn remove(&mut self, node: usize) -> Vec<Option<usize>> {
        let mut numbers: Vec<Option<usize>> = Vec::with_capacity(self.nodes.len());
        let mut remaining = Vec::new();
        for (old, mut each) in std::mem::take(&mut self.nodes).into_iter().enumerate() {
            let parent = each.parent.map(|parent| numbers[parent]);
            if old == node && old > 0 || parent == Some(None) {
                numbers.push(None);
                continue;
            }
            each.parent = parent.flatten();
            numbers.push(Some(remaining.len()));
            remaining.push(each);
        }
        self.nodes = remaining;
        numbers
    }

    /// The children of each node, the one on the game's own line first.
    pub(super) fn branches(&self, game: &Game) -> Vec<Vec<usize>> {
        let mut branches = vec![Vec::new(); self.nodes.len()];
        for (node, each) in self.nodes.iter().enumerate() {
            if let Some(parent) = each.parent {
                branches[parent].push(node);
            }
        }
        let mut last = 0;
        for &mv in game.moves() {
            let own = |&node: &usize| self.nodes[node].mv == Some(mv);
            let Some(place) = branches[last].iter().position(own) else {
                break;
            };
            branches[last][..=place].rotate_right(1);
            last = branches[last][0];
        }
        branches
    }
}

/// Reads the variations, comments and other properties of a game that was read from this file. The nodes of its main line are the first ones.
/// Variations end before a move that cannot be played and before stones that are set up; from there on they are kept as text. After
/// many moves, or many that cannot be played, so is the rest of the variations.
pub fn read_tree(file: &[u8], record: &Record) -> MoveTree {
    let mut reader = TreeReader {
        tree: MoveTree::of(&record.game),
        record,
        before: record.moves - record.game.moves().len(),
        around: TreeText::default(),
        has_begun: false,
        here: None,
        is_main: true,
        number: 0,
        latest: (0, record.game.clone()),
        named: BTreeMap::new(),
        refused: 0,
        extra_moves: RepeatedWarning::default(),
    };
    if let Ok(text) = decode(file) {
        reader.read(&text);
    }
    reader.tree
}

/// Properties that change the position, other than moves.
const SET_UP: [&str; 3] = ["AB", "AW", "AE"];

/// Other properties that are written again from what was read of them, or that say how the game goes on.
const READ: [&str; 8] = ["B", "W", "C", "PL", "BL", "WL", "OB", "OW"];

/// Maximum number of other properties of a node; FF\[4\] knows fewer.
const MAX_NAMES: usize = 64;

struct TreeReader<'a> {
    tree: MoveTree,
    record: &'a Record,
    /// Number of moves before the game.
    before: usize,
    /// What is before the game and after it.
    around: TreeText,
    has_begun: bool,
    /// The node that was read last; `None` before the game begins, and where a variation cannot go on.
    here: Option<usize>,
    /// Whether the main line is read.
    is_main: bool,
    /// Number of moves of the main line so far.
    number: usize,
    /// The latest node of a variation, with its position.
    latest: (usize, Game),
    /// The names of the other properties of each node.
    named: BTreeMap<usize, Vec<String>>,
    /// Number of moves that could not be played. After many, no more variations are read.
    refused: usize,
    /// Moves besides another of the same color. Only the first is described, because the search for its line and column is long.
    extra_moves: RepeatedWarning,
}

impl TreeReader<'_> {
    fn read(&mut self, text: &str) {
        let mut lexer = Lexer::new(text);
        let mut is_found = lexer.find_any_game();
        for _ in 1..self.record.number {
            lexer.go_to(lexer.at() + 1);
            lexer.skip_trees(1);
            is_found = lexer.find_game();
        }
        if is_found {
            self.read_game(&mut lexer);
        }
        self.around.close_all();
        if self.tree.begins_later() {
            self.tree.after = self.around.take();
            // The parenthesis of the whole game is written with it.
            self.tree.after.pop();
        }
    }

    fn read_game(&mut self, lexer: &mut Lexer<'_>) {
        let (mut open, mut has_root, mut main_depth) = (Vec::new(), false, 0);
        loop {
            match lexer.part(None) {
                Part::Node(node) => {
                    if !self.has_begun {
                        self.begin(&node, !has_root);
                    }
                    if self.has_begun {
                        self.add(&node, !has_root, lexer);
                    }
                    has_root = true;
                    main_depth = if self.is_main { open.len() } else { main_depth };
                }
                Part::Open if has_root && lexer.begins_root(lexer.at()) => return,
                Part::Open => {
                    open.push(self.here);
                    if !self.has_begun {
                        self.around.open();
                    }
                }
                Part::Close => {
                    // A tree without nodes does not count.
                    self.is_main &= open.len() != main_depth;
                    if open.len() == self.around.depth() {
                        self.around.close();
                        if self.has_begun {
                            return self.around.copy(lexer);
                        }
                    }
                    self.here = open.pop().flatten();
                    if open.is_empty() {
                        return;
                    }
                }
                Part::End(_) => return,
            }
        }
    }

    /// Begins the game if it begins in this node of the main line. Otherwise, or if moves are before it in the node, keeps them as text.
    fn begin(&mut self, node: &SgfNode<'_>, is_root: bool) {
        let moves = moves(node, &mut self.extra_moves);
        let left = self.before - self.number;
        self.has_begun =
            moves.len() > left || left == 0 && (self.before == 0 || node.sets_up_stones());
        let earlier: Vec<&str> = moves
            .iter()
            .take(left)
            .map(|&(color, _)| color_letter(color))
            .collect();
        let is_kept = |property: &&Property<'_>| {
            let name = property.name();
            let of_position = SET_UP.contains(&&*name) || name == "PL" || name == "HA" && is_root;
            let is_known = of_position || is_root && is_of_root(&name);
            of_position || earlier.contains(&&*name) || !self.has_begun && !is_known
        };
        let is_empty = self.has_begun && earlier.is_empty();
        if is_root {
            self.around.skip_root();
        } else if !is_empty {
            self.around.begin_node();
        }
        if !is_empty {
            self.around
                .properties(node.properties.iter().filter(is_kept));
        }
        if !self.has_begun {
            self.number += moves.len();
            return;
        }
        self.here = Some(0);
        self.around.begin_node();
        let (size, removed) = (self.record.game.size(), self.record.removed.iter());
        let removed = removed.map(|point| point_letters(point.coord(), size));
        self.around.out.list("AE", removed);
        let before = self.around.take();
        if self.before > 0 {
            self.tree.before = before;
        }
    }

    /// Adds the moves and the comment of a node.
    fn add(&mut self, node: &SgfNode<'_>, is_root: bool, lexer: &mut Lexer<'_>) {
        let parent = self.here;
        if !self.is_main && node.sets_up_stones() {
            self.here = None;
        }
        let moves = moves(node, &mut self.extra_moves);
        let is_move = !moves.is_empty();
        for (color, value) in moves {
            if self.is_main {
                self.number += 1;
                let here = self.number.checked_sub(self.before);
                self.here = here.filter(|&here| here < self.tree.nodes.len());
            } else if let Some(parent) = self.here {
                let mv = try_move(&value, self.record.game.size());
                self.here = mv.and_then(|mv| self.vary(parent, (color, mv)));
            }
        }
        let Some(here) = self.here else {
            if let Some(parent) = parent.filter(|_| !self.is_main) {
                self.tree.nodes[parent].rest += &TreeText::variation(node, lexer);
            }
            return;
        };
        // What the first node says is about the game, even if it has a move.
        let here = if is_root { 0 } else { here };
        let kept = &mut self.tree.nodes[here];
        if self.is_main && !is_move && here > 0 && self.number == self.record.moves {
            // Stones that are removed after the last move stay on the board.
            let set_up = node
                .properties
                .iter()
                .filter(|property| SET_UP.contains(&&*property.name()));
            let set_up: String = set_up.flat_map(Property::written).collect();
            if !set_up.is_empty() {
                kept.rest.extend(["(;", &set_up, ")"]);
            }
        }
        let comment = node.value("C").map(|value| value.text());
        let comment = comment.as_deref().unwrap_or_default().trim();
        if !comment.is_empty() {
            if !kept.comment.is_empty() {
                kept.comment.push_str("\n\n");
            }
            kept.comment.push_str(comment);
        }
        let names = self.named.entry(here).or_default();
        let is_root = is_root || here == 0 && self.before == 0;
        for property in &node.properties {
            let name = property.name();
            let is_read =
                SET_UP.contains(&&*name) || READ.contains(&&*name) || is_root && is_of_root(&name);
            // A property may stand in a node once.
            let is_new = names.len() < MAX_NAMES && names.iter().all(|known| *known != name);
            if !is_read && is_new {
                kept.others.extend(property.written());
                names.push(name.into_owned());
            }
        }
    }

    /// The node of a move of a variation, added if necessary; `None` if it cannot be played or a limit is reached.
    fn vary(&mut self, parent: usize, (color, mv): (Color, Move)) -> Option<usize> {
        if self.tree.nodes.len().max(self.refused) >= MAX_TREE_NODES {
            return None;
        }
        if let Some(known) = self.tree.child(parent, (color, mv)) {
            return Some(known);
        }
        if self.latest.0 != parent {
            self.latest = (parent, self.tree.game_at(&self.record.game, parent)?);
        }
        if self.latest.1.replay_by_any_rules(color, mv).is_err() {
            self.refused += 1;
            return None;
        }
        let node = self.tree.push(parent, (color, mv));
        self.latest.0 = node;
        Some(node)
    }
}

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
    /// Whether the latest node has properties.
    has_properties: bool,
    has_ended: bool,
    /// What is no part of a game, or should have been escaped.
    pub(super) odd: RepeatedWarning,
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

    fn begin(mut lexer: Lexer<'a>) -> Self {
        lexer.go_to(lexer.at() + 1);
        Self {
            lexer,
            node_count: 0,
            depth: 1,
            node_depth: 1,
            has_properties: false,
            has_ended: false,
            odd: RepeatedWarning::default(),
        }
    }

    /// The next node, whose `;` may be missing at the beginning of a tree. The file may end, or another game begin, before
    /// the game ends, if the root is complete.
    pub(super) fn next_node(&mut self) -> Result<Option<SgfNode<'a>>, SgfError> {
        while !self.has_ended {
            let at = self.lexer.at();
            match self.lexer.part(Some(&mut self.odd)) {
                Part::Node(node) => {
                    self.node_count += 1;
                    if self.node_count > MAX_NODES {
                        let location = Location::of(self.lexer.file, at);
                        return Err(SgfError::TooLong { location });
                    }
                    self.node_depth = self.depth;
                    self.has_properties = !node.properties.is_empty();
                    return Ok(Some(node));
                }
                Part::Open if self.node_count > 0 && self.lexer.begins_root(self.lexer.at()) => {
                    log::warn!(
                        "a game begins before the one before it ends; what is there is read"
                    );
                    self.lexer.go_to(at);
                    (self.depth, self.has_ended) = (0, true);
                }
                Part::Open => self.depth += 1,
                Part::Close => {
                    // A tree without nodes does not count.
                    self.has_ended = self.depth == self.node_depth;
                    self.depth -= 1;
                }
                Part::End(missing) => {
                    let is_complete = self.has_properties && missing == MISSING_CLOSE;
                    if self.node_count < 2 && !is_complete {
                        self.lexer.go_to(self.lexer.file.len());
                        return Err(self.lexer.expected(missing));
                    }
                    log::warn!("the file ends before the game does; what is there is read");
                    self.has_ended = true;
                }
            }
        }
        Ok(None)
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

    fn sets_up_stones(&self) -> bool {
        SET_UP.iter().any(|name| self.property(name).is_some())
    }

    pub(super) fn property(&self, name: &str) -> Option<&Property<'a>> {
        let mut properties = self.properties.iter();
        properties.find(|property| property.name() == name)
    }
}
