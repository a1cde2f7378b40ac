//! Writes games as strict FF\[4\], which even the oldest programs read.

use std::borrow::Cow;
use std::time::Duration;

use tao_rules::board::{ByColor, Color, Coord};
use tao_rules::game::{Game, MoveTime, Rules, Score, TimeControl};
use tao_rules::raw::AnyBoard;

use crate::annotate::move_text;
use crate::property::named_rules;
use crate::times::{USED, write_control, write_remaining, write_used};
use crate::{Header, MoveTree, text};

/// Properties with the ranks of the players.
pub const RANKS: ByColor<&str> = ByColor::new("BR", "WR");

/// Name of the property for the numbers of moves after which the game was resumed, in the first node. It is our own.
pub(super) const RESUMED: &str = "RS";

/// What a file says about a game besides its moves. Any text is allowed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Metadata<'a> {
    /// Black's name.
    pub black: Option<&'a str>,
    /// White's name.
    pub white: Option<&'a str>,
    /// The strengths of the players, in any words.
    pub ranks: ByColor<Option<&'a str>>,
    /// The result: `B+2.5`, `W+R` by resignation, `B+T` on time, `W+F` by forfeit, `0` for a draw.
    pub result: Option<&'a str>,
    /// The result if neither `result` nor the header has one.
    pub score: Option<Score>,
    /// Comment on the game.
    pub comment: Option<&'a str>,
    /// The time control.
    pub time: Option<TimeControl>,
    /// The time that each color has used in all.
    pub used: ByColor<Duration>,
    /// The clocks after moves, in the order of the moves.
    pub times: &'a [MoveTime],
    /// The texts of the file that the game was read from. The fields above take precedence; the header's name of the rules is
    /// written if it means those of the game; its result counts only while the game has the same moves.
    pub header: Option<&'a Header>,
    /// The moves with variations and comments; `None` for the moves of the game alone.
    pub tree: Option<&'a MoveTree>,
}

/// The game as an SGF file: set-up, metadata, moves, and the side to move if it does not follow from them.
///
/// ```
/// use tao_rules::game::Game;
/// use tao_sgf::{Metadata, write};
///
/// let mut game = Game::new(9)?;
/// game.play("E5".parse()?)?;
/// let metadata = Metadata { score: Some(game.standing_score()), ..Metadata::default() };
/// let text = write(&game, &metadata);
/// assert!(text.contains("RE[B+74]"));
/// assert!(text.ends_with("\n;B[ee])\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write(game: &Game, metadata: &Metadata<'_>) -> String {
    let mut out = SgfWriter::default();
    write_root(&mut out, game, metadata);
    out.new_line();
    match metadata.tree {
        Some(tree) => write_moves(&mut out, game, metadata, tree),
        None => write_moves(&mut out, game, metadata, &MoveTree::of(game)),
    }
    out.push(metadata.tree.map_or("", |tree| &tree.after));
    out.push(")");
    out.new_line();
    out.take()
}

/// Writes the moves of a tree, the line of the game first.
fn write_moves(out: &mut SgfWriter, game: &Game, metadata: &Metadata<'_>, tree: &MoveTree) {
    enum Step<'a> {
        Node { node: usize, is_branch: bool },
        Text(&'a str),
    }
    let branches = tree.branches(game);
    let end = game
        .moves()
        .iter()
        .try_fold(0, |node, _| branches[node].first().copied());
    let end = end.unwrap_or_default();
    let mut times = metadata.times.iter().peekable();
    let mut steps = vec![Step::Node {
        node: 0,
        is_branch: false,
    }];
    // The nodes of the game's own line are written first.
    let mut number = 0;
    while let Some(step) = steps.pop() {
        let (node, is_branch) = match step {
            Step::Node { node, is_branch } => (node, is_branch),
            Step::Text(text) => {
                out.push(text);
                continue;
            }
        };
        if is_branch {
            out.push("(");
            steps.push(Step::Text(")"));
        }
        let own = &tree.nodes()[node];
        if let Some(mv) = own.mv {
            out.push(&format!(";{}", move_text(mv, game.size())));
            if number < game.moves().len() {
                number += 1;
                while let Some(time) = times.next_if(|time| time.moves <= number) {
                    if time.moves == number {
                        write_remaining(out, time.color, time.remaining);
                    }
                }
            }
            if !own.comment.is_empty() {
                out.property("C", &own.comment);
            }
            out.push(&own.others);
        }
        let (after, has_rest) = (&branches[node], !own.rest.is_empty());
        if node == end {
            write_end(out, game, after.is_empty() && !has_rest);
        }
        let is_branch = after.len() + usize::from(has_rest) > 1 || node == end;
        steps.extend(has_rest.then_some(Step::Text(&own.rest)));
        steps.extend(
            after
                .iter()
                .rev()
                .map(|&node| Step::Node { node, is_branch }),
        );
    }
}

/// Writes the side to move at the end of a game, after which there may be variations.
fn write_end(out: &mut SgfWriter, game: &Game, is_last: bool) {
    let to_move = color_letter(game.to_move());
    let last_color = game.moves().last().map(|&(color, _)| color);
    match (last_color == Some(game.to_move()), is_last) {
        (true, true) => out.push(&format!(";PL[{to_move}]")),
        (true, false) => out.push(&format!("(;PL[{to_move}])")),
        // Readers would take the first variation as a part of the game, which ends here. So an empty one comes first.
        (false, false) => out.push("(;)"),
        (false, true) => {}
    }
}

fn write_root(out: &mut SgfWriter, game: &Game, metadata: &Metadata<'_>) {
    let header = metadata.header;
    let from_header = |name: &str| header.and_then(|header| header.get(name));
    let black = header.and_then(|header| header.black.as_deref());
    let white = header.and_then(|header| header.white.as_deref());
    let result = header.and_then(|header| header.result_of(game));
    let score = metadata.score.map(result_text);
    out.push("(;");
    out.root(game.size(), game.komi());
    let rules = rules_text(game.rules());
    let same = |text: &&str| match named_rules(text) {
        Some(named) => rules_text(named.rules) == rules,
        None => game.rules() == Rules::default(),
    };
    out.property("RU", from_header("RU").filter(same).unwrap_or(&rules));
    out.optional("PB", metadata.black.or(black));
    out.optional("PW", metadata.white.or(white));
    for color in Color::BOTH {
        out.optional(RANKS[color], metadata.ranks[color]);
    }
    out.optional("RE", metadata.result.or(result).or(score.as_deref()));
    out.optional("GC", metadata.comment.or(from_header("GC")));
    let time = metadata.time.map(|control| write_control(out, control));
    write_used(out, metadata.used);
    out.list(RESUMED, game.resumed_at().iter().map(usize::to_string));
    for (name, text) in header.into_iter().flat_map(Header::others) {
        let is_written = ["RU", "GC", "C"].contains(&name)
            || Color::BOTH.iter().any(|&color| {
                USED[color] == name || RANKS[color] == name && metadata.ranks[color].is_some()
            })
            || time.is_some() && ["TM", "OT"].contains(&name);
        if !is_written {
            out.property(name, text);
        }
    }
    let mut comment = from_header("C");
    let later = metadata.tree.filter(|tree| tree.begins_later());
    if let Some(tree) = later {
        out.optional("C", comment.take());
        out.new_line();
        out.push(&tree.before);
    }
    write_set_up(out, game, later.is_some());
    let first = metadata.tree.map(|tree| &tree.nodes()[0]);
    let own = first.map(|node| node.comment.as_str());
    let own = own.filter(|comment| !comment.is_empty());
    out.optional("C", own.or(comment));
    out.push(first.map_or("", |node| &node.others));
}

/// Writes the position with which the game begins, in the first node of the file or in a later one.
fn write_set_up(out: &mut SgfWriter, game: &Game, is_later: bool) {
    // Handicap stones that are moves need no `HA`. With one they would be read as set-up.
    let stones = game.initial_board().stones(Color::Black).len();
    if game.handicap() > 0 && game.handicap() == stones && !is_later {
        out.property("HA", &stones.to_string());
    }
    out.stones(game.initial_board());
    let is_empty = game.initial_board().all_stones().next().is_none();
    if is_later || !is_empty || game.first_to_move() != Color::Black {
        out.property("PL", color_letter(game.first_to_move()));
    }
}

/// The value of `RE`: `B+2.5`, `W+7`, `0` for a draw.
fn result_text(score: Score) -> String {
    match score.winner() {
        Some(winner) => format!("{}+{}", color_letter(winner), score.margin()),
        None => "0".to_owned(),
    }
}

/// The rules as text from which they are read back.
fn rules_text(rules: Rules) -> Cow<'static, str> {
    let mut named = RULE_NAMES.into_iter();
    let found = named.find(|(_, known)| *known == rules.in_effect());
    match found {
        Some((name, _)) => name.into(),
        None => rules.to_word().into(),
    }
}

/// The rule sets with names in records. The first is `KataGo`'s, which nobody else tells from the other of its name.
const RULE_NAMES: [(&str, Rules); 8] = [
    ("Chinese", Rules::CHINESE_SIMPLE_KO),
    ("Chinese", Rules::CHINESE),
    ("Japanese", Rules::JAPANESE),
    ("Tromp-Taylor", Rules::TROMP_TAYLOR),
    ("CGOS", Rules::CGOS),
    ("AGA", Rules::AGA),
    ("NZ", Rules::NEW_ZEALAND),
    ("GOE", Rules::GOE),
];

const LINE_WIDTH: usize = 72;

/// Name and version of the program that writes: `AP`.
pub(super) const PROGRAM: &str = concat!("Tao Go:", env!("CARGO_PKG_VERSION"));

/// `B` or `W`, as in names of properties and in results.
pub const fn color_letter(color: Color) -> &'static str {
    match color {
        Color::Black => "B",
        Color::White => "W",
    }
}

/// The result of a game that one side has lost without a count: `W+R` by resignation, `B+T` by time. `reason` is the letter after
/// the plus sign.
pub fn result_without_score(loser: Color, reason: char) -> String {
    format!("{}+{reason}", color_letter(!loser))
}

/// Column and row as letters, the row counted from the top. A point off the board has none, which means a pass.
pub fn point_letters(coord: Coord, size: usize) -> String {
    if !coord.is_on(size) {
        return String::new();
    }
    let letters = [coord.column(), size - 1 - coord.row()];
    letters
        .into_iter()
        .map(|index| char::from(b'a' + index as u8))
        .collect()
}

/// Writes properties and nodes, with lines of at most 72 characters where values allow it.
#[derive(Debug, Default)]
pub struct SgfWriter {
    text: String,
    column: usize,
}

impl SgfWriter {
    /// Takes the text that was written.
    pub fn take(&mut self) -> String {
        std::mem::take(&mut self.text)
    }

    /// Writes the properties that every game begins with.
    pub fn root(&mut self, size: usize, komi: f64) {
        self.property("GM", "1");
        self.property("FF", "4");
        self.property("CA", "UTF-8");
        self.property("AP", PROGRAM);
        self.property("ST", "0");
        self.property("SZ", &size.to_string());
        self.property("KM", &komi.to_string());
    }

    /// Writes a position as set-up stones.
    pub fn stones(&mut self, board: &AnyBoard) {
        for (color, name) in [(Color::Black, "AB"), (Color::White, "AW")] {
            let stones = board.all_stones().filter(|&(owner, _)| owner == color);
            self.list(
                name,
                stones.map(|(_, coord)| point_letters(coord, board.size())),
            );
        }
    }

    /// Writes a token, which is never divided, on a new line if the current one is full.
    pub fn push(&mut self, token: &str) {
        if self.column + token.chars().count() > LINE_WIDTH {
            self.new_line();
        }
        self.text.push_str(token);
        self.column = match token.rsplit_once('\n') {
            Some((_, last_line)) => last_line.chars().count(),
            None => self.column + token.chars().count(),
        };
    }

    /// Begins a new line.
    pub fn new_line(&mut self) {
        self.text.push('\n');
        self.column = 0;
    }

    /// Writes a property; the value is escaped.
    pub fn property(&mut self, name: &str, value: &str) {
        self.push(&format!("{name}[{}]", text::write(value)));
    }

    /// Writes a property with several values, or nothing if there are none.
    pub fn list(&mut self, name: &str, values: impl IntoIterator<Item = String>) {
        let mut name = name;
        for value in values {
            self.property(name, &value);
            name = "";
        }
    }

    /// Writes a property if it has a value.
    pub fn optional(&mut self, name: &str, value: Option<&str>) {
        if let Some(value) = value {
            self.property(name, value);
        }
    }
}
