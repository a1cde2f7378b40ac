//! Writes a file again, with notes added to it. They replace those of earlier annotations: lines of comments that begin with the
//! program's name, and variations whose first node has its name.

use tao_rules::board::{Color, Move};
use tao_rules::game::Game;

use crate::charset::decode;
use crate::lexer::{Lexer, Part, Property, RepeatedWarning};
use crate::property::{komi_in_points, moves};
use crate::tree::SgfNode;
use crate::write::PROGRAM;
use crate::{SgfError, SgfWriter, color_letter, point_letters};

/// Properties that judge a move. A node may have only one of them.
const JUDGMENTS: [&str; 4] = ["BM", "DO", "IT", "TE"];

/// Notes on a position.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Note {
    /// Black's win rate, from 0 to 1: `SBKV`, which Sabaki shows as a graph.
    pub win_rate: Option<f64>,
    /// Black's lead in points: `SBKS`, which Sabaki shows as well.
    pub lead: Option<f64>,
    /// Whether the last move was a mistake: `BM`, unless the file judges the move.
    pub is_mistake: bool,
    /// Comment: a line with our name, after the file's own comment in `C`.
    pub comment: Option<String>,
    /// Alternative to the next move, written with our name as the last of its variations. Ignored after the last move.
    pub variation: Vec<(Color, Move)>,
}

/// Notes on the main line of a game in a file.
#[derive(Clone, Copy, Debug)]
pub struct Notes<'a> {
    /// The game that was read from the file; its komi is written.
    pub game: &'a Game,
    /// Number of the game in the file, counted from one.
    pub number: usize,
    /// Number of moves before the first of the notes.
    pub first: usize,
    /// A note for each position from the one after `first` moves on. Positions without a note get nothing.
    pub notes: &'a [Note],
}

/// The games of a file as strict FF\[4\] in UTF-8, with notes on the main line of one of them. Comments, variations and all
/// other properties stay, except for older values of properties that a note sets and for what an earlier call wrote for the same
/// positions. Text that is not SGF is left out, and a node that follows variations becomes one of them.
///
/// ```
/// use tao_sgf::{Note, Notes, annotate, read};
///
/// let file = b"(;SZ[9];B[aa]C[hm];W[bb](;B[cc])(;B[dd]))";
/// let game = read(file)?;
/// let note = Note { win_rate: Some(0.5), ..Note::default() };
/// let text = annotate(file, &Notes { game: &game, number: 1, first: 1, notes: &[note] })?;
/// assert!(text.ends_with("\n;B[aa]C[hm]SBKV[50.00];W[bb](;B[cc])(;B[dd]))\n"), "{text}");
/// # Ok::<(), tao_sgf::SgfError>(())
/// ```
///
/// # Errors
/// [`SgfError`] if the file is too large or has no game.
pub fn annotate(file: &[u8], notes: &Notes<'_>) -> Result<String, SgfError> {
    let text = decode(file)?;
    let mut lexer = Lexer::new(&text);
    if !lexer.find_any_game() {
        return Err(SgfError::NoGame);
    }
    let mut annotator = Annotator {
        notes,
        out: SgfWriter::default(),
        open: Vec::new(),
        is_main: false,
        moves: 0,
        extra_moves: RepeatedWarning::default(),
    };
    for number in 1.. {
        annotator.is_main = number == notes.number;
        annotator.copy_game(&mut lexer);
        if !lexer.find_game() {
            break;
        }
    }
    Ok(annotator.out.take())
}

/// A game tree that is not closed yet. Its parenthesis is written with its first node, so that a tree without nodes is not written.
#[derive(Default)]
struct OpenTree<'a> {
    /// Alternatives to moves of this tree. Each stands for another tree that was opened before the move; an empty one, for a tree
    /// that was opened because a node follows trees.
    variations: Vec<&'a [(Color, Move)]>,
    /// Alternative that is written after the trees in this one.
    last: Option<&'a [(Color, Move)]>,
    has_nodes: bool,
    /// Whether trees were written after its latest node.
    has_trees: bool,
    /// Number of moves of the main line before the trees in this one, if this one belongs to the main line.
    moves: Option<usize>,
}

/// A property with the value that replaces the one in the file; `None` removes it.
type OwnProperty = (&'static str, Option<String>);

struct Annotator<'a> {
    notes: &'a Notes<'a>,
    out: SgfWriter,
    open: Vec<OpenTree<'a>>,
    /// Whether the latest node is on the main line of the game with notes.
    is_main: bool,
    /// Number of moves on the main line so far.
    moves: usize,
    /// Moves besides another of the same color. Only the first is described, because the search for its line and column is long.
    extra_moves: RepeatedWarning,
}

impl<'a> Annotator<'a> {
    /// Copies the game at which the lexer is.
    fn copy_game(&mut self, lexer: &mut Lexer<'_>) {
        loop {
            match lexer.part(None) {
                Part::Node(node) => self.write_node(&node),
                Part::Open if self.is_replaced(lexer) => lexer.skip_trees(1),
                Part::Open if self.has_root() && lexer.begins_root(lexer.at()) => {
                    lexer.go_to(lexer.at() - 1);
                    self.close_all();
                }
                Part::Open => self.open.push(OpenTree::default()),
                Part::Close => self.close(),
                Part::End(_) => self.close_all(),
            }
            if self.open.is_empty() {
                break;
            }
        }
        self.out.new_line();
        self.is_main = false;
    }

    fn has_root(&self) -> bool {
        self.open.iter().any(|tree| tree.has_nodes)
    }

    fn close_all(&mut self) {
        while !self.open.is_empty() {
            self.close();
        }
    }

    fn note(&self, moves: usize) -> Option<&'a Note> {
        self.notes.notes.get(moves.checked_sub(self.notes.first)?)
    }

    /// Whether the tree that the lexer has just opened is an alternative that an earlier call wrote for a position that has a note
    /// now.
    fn is_replaced(&self, lexer: &Lexer<'_>) -> bool {
        let branch = self.open.last().and_then(|tree| tree.moves);
        let is_noted = branch.is_some_and(|moves| self.note(moves).is_some());
        !self.is_main && is_noted && is_own_variation(lexer)
    }

    fn write_node(&mut self, node: &SgfNode<'_>) {
        let is_root = matches!(&self.open[..], [tree] if !tree.has_nodes);
        let made = if self.is_main {
            moves(node, &mut self.extra_moves).len()
        } else {
            0
        };
        let before = self.note(self.moves).filter(|_| made == 1 && !is_root);
        self.begin_node(before.map(|note| &note.variation[..]));
        self.moves += made;
        // The notes on a position belong to the node that leads to it; later nodes without a move have none.
        let is_noted = self.is_main && (made > 0 || is_root);
        let noted = self.note(self.moves).filter(|_| is_noted);
        let mut own = noted.map_or(Vec::new(), |note| note.properties(node));
        if is_root {
            own.extend(self.root_properties(node));
        }
        self.write_properties(node, own);
        if self.is_main
            && let Some(tree) = self.open.last_mut()
        {
            tree.moves = Some(self.moves);
        }
        if is_root {
            self.out.new_line();
        }
    }

    /// Begins a node. A node with an alternative begins a tree of its own, which the alternative will follow.
    fn begin_node(&mut self, alternative: Option<&'a [(Color, Move)]>) {
        let alternative = alternative.filter(|moves| !moves.is_empty());
        let Some((tree, parents)) = self.open.split_last_mut() else {
            return;
        };
        if !tree.has_nodes {
            self.out.push("(");
            let parent = parents.iter_mut().rfind(|tree| tree.has_nodes);
            if let (Some(parent), Some(_)) = (parent, alternative) {
                parent.last = alternative;
            }
        } else if tree.has_trees || alternative.is_some() {
            tree.variations.push(alternative.unwrap_or_default());
            self.out.push("(");
        }
        tree.has_nodes = true;
        tree.has_trees = false;
        self.out.push(";");
    }

    /// Writes the alternatives to moves in a tree, and closes the tree.
    fn close(&mut self) {
        let tree = self.open.pop().unwrap_or_default();
        if let Some(parent) = self.open.last_mut() {
            parent.has_trees |= tree.has_nodes || tree.has_trees;
        }
        if !tree.has_nodes {
            return;
        }
        if let Some(moves) = tree.last {
            self.write_variation(moves);
        }
        for moves in tree.variations.into_iter().rev() {
            self.out.push(")");
            self.write_variation(moves);
        }
        self.out.push(")");
        self.is_main = false;
    }

    fn write_variation(&mut self, moves: &[(Color, Move)]) {
        if moves.is_empty() {
            return;
        }
        self.out.push("(");
        for (index, &mv) in moves.iter().enumerate() {
            let mv = move_text(mv, self.notes.game.size());
            self.out.push(&format!(";{mv}"));
            if index == 0 {
                self.out.property("N", NODE_NAME);
            }
        }
        self.out.push(")");
    }

    fn root_properties(&self, root: &SgfNode<'_>) -> Vec<OwnProperty> {
        let komi = if self.is_main {
            Some(self.notes.game.komi())
        } else {
            komi_in_points(root)
        };
        let written = root.value("KM").map(|value| value.simple_text().parse());
        let komi = komi.filter(|&komi| written != Some(Ok(komi)));
        let komi = komi.map(|komi| ("KM", Some(komi.to_string())));
        let others = [("CA", "UTF-8"), ("FF", "4"), ("AP", PROGRAM)]
            .map(|(name, value)| (name, Some(value.to_owned())));
        komi.into_iter().chain(others).collect()
    }

    /// Writes the properties of a node. Values in `own` replace those of the same name; the rest of `own` follows at the end.
    fn write_properties(&mut self, node: &SgfNode<'_>, mut own: Vec<OwnProperty>) {
        for property in &node.properties {
            let name = property.name();
            match own.iter().position(|(other, _)| *other == name) {
                Some(index) => {
                    let (name, value) = own.remove(index);
                    self.out.optional(name, value.as_deref());
                }
                None => self.copy(property),
            }
        }
        for (name, value) in own {
            self.out.optional(name, value.as_deref());
        }
    }

    fn copy(&mut self, property: &Property<'_>) {
        for piece in property.written() {
            self.out.push(&piece);
        }
    }
}

impl Note {
    /// The properties that the note adds to a node.
    fn properties(&self, node: &SgfNode<'_>) -> Vec<OwnProperty> {
        let is_own_mark = is_own_mark(node);
        let is_judged = !is_own_mark && JUDGMENTS.iter().any(|name| node.value(name).is_some());
        let is_marked = self.is_mistake && !is_judged;
        let mark = is_marked.then(|| "1".to_owned());
        let mark = (is_marked || is_own_mark).then_some(("BM", mark));
        let rate = self.win_rate.map(|rate| decimal(100.0 * rate));
        let lead = self.lead.map(decimal);
        let values = [("SBKV", rate), ("SBKS", lead)];
        let values = values.into_iter().filter(|(_, value)| value.is_some());
        values.chain(mark).chain(self.comment(node)).collect()
    }

    /// The comment of the file without what an earlier call added, followed by the new one; `None` if the file's comment stays
    /// unchanged.
    fn comment(&self, node: &SgfNode<'_>) -> Option<OwnProperty> {
        let earlier = node.value("C").map(|value| value.text());
        let rest = earlier.as_deref().and_then(without_own_lines);
        let own = self.comment.as_deref().map(own_line);
        if own.is_none() && rest.is_none() {
            return None;
        }
        let kept = rest.or(earlier).filter(|text| !text.is_empty());
        let parts: Vec<String> = kept.into_iter().chain(own).collect();
        let text = Some(parts.join("\n\n")).filter(|text| !text.is_empty());
        Some(("C", text))
    }
}

/// A move as a property.
pub(super) fn move_text((color, mv): (Color, Move), size: usize) -> String {
    let point = mv.coord().map(|coord| point_letters(coord, size));
    format!("{}[{}]", color_letter(color), point.unwrap_or_default())
}

/// Formats with two decimals, and without a minus before a zero.
fn decimal(number: f64) -> String {
    format!("{:.2}", (100.0 * number).round() / 100.0 + 0.0)
}

/// Beginning of a line of a comment.
const PREFIX: &str = "Tao Go: ";

/// Name of the first node of a variation: `N`.
pub(super) const NODE_NAME: &str = "Tao Go";

/// A comment as a line with our name.
pub(super) fn own_line(comment: &str) -> String {
    format!("{PREFIX}{}", comment.replace('\n', " "))
}

/// The text without lines of ours and the blank lines before them; `None` if it has no line of ours.
pub(super) fn without_own_lines(text: &str) -> Option<String> {
    let mut kept: Vec<&str> = Vec::new();
    let mut is_ours = false;
    for line in text.lines() {
        if !line.starts_with(PREFIX) {
            kept.push(line);
            continue;
        }
        is_ours = true;
        while kept.last().is_some_and(|line| line.trim().is_empty()) {
            kept.pop();
        }
    }
    is_ours.then(|| kept.join("\n").trim_matches('\n').to_owned())
}

/// Whether the mark of a mistake is ours: we write it between the score and the comment, other programs anywhere.
pub(super) fn is_own_mark(node: &SgfNode<'_>) -> bool {
    let at = |name: &str| {
        let mut properties = node.properties.iter();
        properties.position(|property| property.name() == name)
    };
    let has_own_line = node
        .value("C")
        .is_some_and(|comment| without_own_lines(&comment.text()).is_some());
    has_own_line && at("BM").is_some_and(|at_mark| at("SBKS").map(|at| at + 1) == Some(at_mark))
}

/// Whether the tree that the lexer has just opened is a variation as we write them: a row of moves, the first with our name, and
/// nothing that somebody has added since. The lexer stays where it is.
pub(super) fn is_own_variation(lexer: &Lexer<'_>) -> bool {
    let mut lexer = lexer.clone();
    let mut nodes = Vec::new();
    loop {
        match lexer.part(None) {
            Part::Node(node) => nodes.push(node.properties),
            Part::Close if !nodes.is_empty() => break,
            _ => return false,
        }
    }
    let is_name = |property: &Property<'_>| {
        let value = property.value();
        property.name() == "N" && value.is_some_and(|value| value.simple_text() == NODE_NAME)
    };
    let is_move = |property: &Property<'_>| ["B", "W"].contains(&&*property.name());
    nodes
        .iter()
        .enumerate()
        .all(|(index, node)| match &node[..] {
            [mv, name] if index == 0 => is_move(mv) && is_name(name),
            [mv] => index > 0 && is_move(mv),
            _ => false,
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_lines_of_ours_are_taken_out() {
        for (text, expected) in [
            ("good move", None),
            ("Tao Go plays well", None),
            ("Tao Go: bad", Some("")),
            ("good\n\nmove\n\nTao Go: bad", Some("good\n\nmove")),
            ("Tao Go: bad\n\nI disagree", Some("I disagree")),
            ("one\nTao Go: bad\ntwo", Some("one\ntwo")),
        ] {
            assert_eq!(without_own_lines(text).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn a_variation_with_anything_else_is_not_ours() {
        for (tree, expected) in [
            ("(;B[aa]N[Tao Go];W[bb];B[])", true),
            ("(;B[aa]N[Tao Go])", true),
            ("(;B[aa];W[bb])", false),
            ("(;B[aa]N[Tao Go]C[I like it];W[bb])", false),
            ("(;B[aa]N[Tao Go];W[bb](;B[cc])(;B[dd]))", false),
            ("(;B[aa]N[Tao Go];W[bb]LB[cc:A])", false),
            ("(;N[Tao Go]AB[aa];W[bb])", false),
            ("(;B[aa]N[Tao Go];W[bb]", false),
        ] {
            let mut lexer = Lexer::new(tree);
            let part = lexer.part(None);
            assert!(matches!(part, Part::Open));
            assert_eq!(is_own_variation(&lexer), expected, "{tree}");
        }
    }
}
