//! From a game to strict FF\[4\], which even the oldest programs read.

use super::{Header, text};
use crate::board::{AnyBoard, Color, Coord, Move};
use crate::game::{Game, Rules, Score};

/// Where lines are broken, when they can be.
const LINE_WIDTH: usize = 72;

/// The game as the text of an SGF file: its set-up, its score if it has one, then its moves in one line of nodes, and
/// whose turn it is where that does not follow.
///
/// ```
/// use tao_go::game::Game;
/// use tao_go::sgf::write;
///
/// let mut game = Game::new(9)?;
/// game.play(game.to_move(), "E5".parse()?)?;
/// assert!(write(&game, None).ends_with("\n;B[ee])\n"));
/// assert!(write(&game, Some(game.area_score())).contains("RE[B+74]"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn write(game: &Game, score: Option<Score>) -> String {
    rewrite(game, score, &Header::default())
}

/// The same with what another file says about the game. Its result comes before the score, as long as the game has the
/// moves that the file has.
#[must_use]
pub fn rewrite(game: &Game, score: Option<Score>, header: &Header) -> String {
    let score = score.map(result);
    let caption = Caption {
        result: header.result_of(game).or(score.as_deref()),
        header: Some(header),
        ..Caption::default()
    };
    write_with(game, &caption)
}

/// What a file says about a game beside its moves. Any text will do.
#[derive(Clone, Copy, Debug, Default)]
pub struct Caption<'a> {
    /// Who is Black.
    pub black: Option<&'a str>,
    /// Who is White.
    pub white: Option<&'a str>,
    /// The result: `B+2.5`, `W+R` by resignation, `B+T` on time, `W+F` by forfeit, `0` for a draw.
    pub result: Option<&'a str>,
    /// Anything else.
    pub comment: Option<&'a str>,
    /// What another file says about the game. The texts above come before those of it, but its rules before those that we
    /// count by, and its result is not written.
    pub header: Option<&'a Header>,
}

impl Caption<'_> {
    fn write(&self, out: &mut Writer) {
        let header = self.header;
        let black = header.and_then(|header| header.black.as_deref());
        let white = header.and_then(|header| header.white.as_deref());
        let comment = header.and_then(|header| header.get("GC"));
        out.optional("PB", self.black.or(black));
        out.optional("PW", self.white.or(white));
        out.optional("RE", self.result);
        out.optional("GC", self.comment.or(comment));
        let others = header.into_iter().flat_map(Header::others);
        for (name, text) in others.filter(|(name, _)| !["RU", "GC", "C"].contains(name)) {
            out.property(name, text);
        }
    }

    /// The name of the rules of the game.
    fn rules(&self, game: &Game) -> Option<&str> {
        let rules = self.header.and_then(|header| header.get("RU"));
        rules.or(rules_name(game.rules()))
    }

    /// The comment on the first node, to which others may be added.
    pub(super) fn remark(&self) -> Option<&str> {
        self.header?.get("C")
    }
}

/// The game as the text of an SGF file, with a caption.
#[must_use]
pub fn write_with(game: &Game, caption: &Caption<'_>) -> String {
    let mut out = Writer::default();
    begin(&mut out, game, caption);
    out.optional("C", caption.remark());
    out.new_line();
    for &mv in game.moves() {
        step(&mut out, game.size(), mv);
    }
    end(&mut out, game);
    out.push(")");
    out.new_line();
    out.text
}

/// The first node, but for its comment.
pub(super) fn begin(out: &mut Writer, game: &Game, caption: &Caption<'_>) {
    out.push("(;");
    out.head(game.size(), game.komi());
    out.optional("RU", caption.rules(game));
    caption.write(out);
    set_up(out, game);
}

/// A node with a move.
pub(super) fn step(out: &mut Writer, size: usize, (color, mv): (Color, Move)) {
    let point = mv.coord().map_or(String::new(), |coord| point(coord, size));
    out.push(&format!(";{}[{point}]", letter(color)));
}

/// What follows on the last move: whose turn it is, if it is not the opponent's.
pub(super) fn end(out: &mut Writer, game: &Game) {
    let last_color = game.moves().last().map(|&(color, _)| color);
    if last_color == Some(game.to_move()) {
        out.push(&format!(";PL[{}]", letter(game.to_move())));
    }
}

/// The value of `RE`: `B+2.5`, `W+7`, `0` for a draw.
fn result(score: Score) -> String {
    match score.winner() {
        Some(winner) => format!("{}+{}", letter(winner), score.margin()),
        None => "0".to_owned(),
    }
}

fn set_up(out: &mut Writer, game: &Game) {
    if game.handicap() > 0 {
        out.property("HA", &game.handicap().to_string());
    }
    out.stones(game.initial_board());
    let is_plain =
        game.initial_board().all_stones().next().is_none() && game.first_to_move() == Color::Black;
    if !is_plain {
        out.property("PL", letter(game.first_to_move()));
    }
}

/// The name that other programs know.
const fn rules_name(rules: Rules) -> Option<&'static str> {
    match rules {
        Rules::CHINESE => Some("Chinese"),
        Rules::TROMP_TAYLOR => Some("Tromp-Taylor"),
        Rules::CGOS => Some("CGOS"),
        _ => None,
    }
}

pub(crate) const fn letter(color: Color) -> &'static str {
    match color {
        Color::Black => "B",
        Color::White => "W",
    }
}

/// Column and row as letters, the row counted from the top.
pub(crate) fn point(coord: Coord, size: usize) -> String {
    let letters = [coord.column(), size - 1 - coord.row()];
    letters
        .into_iter()
        .map(|index| char::from(b'a' + index as u8))
        .collect()
}

/// Text that grows property by property, broken into lines between them.
#[derive(Default)]
pub(crate) struct Writer {
    pub(super) text: String,
    column: usize,
}

impl Writer {
    /// The text so far, which goes on elsewhere.
    pub(crate) fn take(&mut self) -> String {
        std::mem::take(&mut self.text)
    }

    /// What the file is: the properties of its root that are not about one game.
    pub(crate) fn head(&mut self, size: usize, komi: f64) {
        self.property("GM", "1");
        self.property("FF", "4");
        self.property("CA", "UTF-8");
        self.property("AP", &format!("Tao Go:{}", env!("CARGO_PKG_VERSION")));
        self.property("ST", "0");
        self.property("SZ", &size.to_string());
        self.property("KM", &komi.to_string());
    }

    /// Stones that are set up.
    pub(crate) fn stones(&mut self, board: &AnyBoard) {
        for (color, name) in [(Color::Black, "AB"), (Color::White, "AW")] {
            let stones = board.all_stones().filter(|&(owner, _)| owner == color);
            self.list(name, stones.map(|(_, coord)| point(coord, board.size())));
        }
    }

    pub(crate) fn push(&mut self, token: &str) {
        if self.column + token.chars().count() > LINE_WIDTH {
            self.new_line();
        }
        self.text.push_str(token);
        self.column = match token.rsplit_once('\n') {
            Some((_, last_line)) => last_line.chars().count(),
            None => self.column + token.chars().count(),
        };
    }

    pub(crate) fn new_line(&mut self) {
        self.text.push('\n');
        self.column = 0;
    }

    pub(crate) fn property(&mut self, name: &str, value: &str) {
        self.push(&format!("{name}[{}]", text::write(value)));
    }

    /// A property with several values; nothing where there are none.
    pub(crate) fn list(&mut self, name: &str, values: impl IntoIterator<Item = String>) {
        let mut name = name;
        for value in values {
            self.property(name, &value);
            name = "";
        }
    }

    pub(crate) fn optional(&mut self, name: &str, value: Option<&str>) {
        if let Some(value) = value {
            self.property(name, value);
        }
    }
}
