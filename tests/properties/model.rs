//! A naive model of a GTP session: what commands do to the game, and which are refused.

use std::fmt;

use tao_rules::board::{Color, Coord, Move};
use tao_rules::game::{Rules, Suicide, Superko};

use crate::support::oracle::Oracle;

/// A GTP command. `Display` gives its line.
#[derive(Clone, Debug)]
pub(crate) enum Command {
    BoardSize(usize),
    ClearBoard,
    Komi(f64),
    Rules(&'static str, Rules),
    Play(Color, Move),
    PlaySequence(Vec<(Color, Move)>),
    Undo(usize),
    /// `fixed_handicap` or `place_free_handicap`.
    Handicap(&'static str, usize),
    FreeHandicap(Vec<Coord>),
    SetUp(Vec<(Color, Coord)>),
    SetPosition(Vec<(Color, Coord)>),
    SetPlayer(Color),
    /// `genmove` or a similar command.
    GenMove(&'static str, Color),
    /// The move is returned and not made.
    RegGenMove(Color),
    /// A line that changes nothing, accepted or not.
    Inert(&'static str),
    /// A line that is refused.
    Refused(&'static str),
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BoardSize(size) => write!(f, "boardsize {size}"),
            Self::ClearBoard => write!(f, "clear_board"),
            Self::Komi(komi) => write!(f, "komi {komi}"),
            Self::Play(color, mv) => write!(f, "play {color} {mv}"),
            Self::PlaySequence(moves) => list(f, "gogui-play_sequence", moves),
            Self::Undo(count) => write!(f, "gg-undo {count}"),
            Self::Handicap(name, count) => write!(f, "{name} {count}"),
            Self::FreeHandicap(points) => {
                write!(f, "set_free_handicap")?;
                points.iter().try_for_each(|point| write!(f, " {point}"))
            }
            Self::SetUp(stones) => list(f, "gogui-setup", stones),
            Self::SetPosition(stones) => list(f, "set_position", stones),
            Self::SetPlayer(color) => write!(f, "gogui-setup_player {color}"),
            Self::GenMove(name, color) => write!(f, "{name} {color}"),
            Self::RegGenMove(color) => write!(f, "reg_genmove {color}"),
            Self::Rules(line, _) | Self::Inert(line) | Self::Refused(line) => f.write_str(line),
        }
    }
}

fn list<T: fmt::Display>(
    f: &mut fmt::Formatter<'_>,
    name: &str,
    items: &[(Color, T)],
) -> fmt::Result {
    f.write_str(name)?;
    items
        .iter()
        .try_for_each(|(color, item)| write!(f, " {color} {item}"))
}

/// A position with its captures and side to move.
#[derive(Clone, Debug)]
struct State {
    stones: Oracle,
    captures: [usize; 2],
    to_move: Color,
}

impl State {
    fn empty(size: usize) -> Self {
        Self {
            stones: Oracle::new(size),
            captures: [0; 2],
            to_move: Color::Black,
        }
    }

    fn stones_of(&self, color: Color) -> usize {
        let cells = self.stones.cells.iter();
        cells.filter(|&&cell| cell == Some(color)).count()
    }

    /// The position after a move, or `None` if it is illegal. Does not check superko.
    fn after(&self, color: Color, mv: Move, suicide: Suicide) -> Option<Self> {
        let mut next = self.clone();
        match mv {
            Move::Pass => next.stones.pass(),
            Move::Play(coord) => {
                if !coord.is_on(next.stones.size) {
                    return None;
                }
                next.stones.play(color, coord, suicide).ok()?;
                let own = self.stones_of(color) + 1 - next.stones_of(color);
                let enemy = self.stones_of(!color) - next.stones_of(!color);
                next.captures[color as usize] += enemy;
                next.captures[!color as usize] += own;
            }
        }
        next.to_move = !color;
        Some(next)
    }

    fn repeats(&self, earlier: &Self, superko: Superko) -> bool {
        let is_same = self.stones.cells == earlier.stones.cells;
        match superko {
            Superko::Simple => false,
            Superko::Positional => is_same,
            Superko::Situational => is_same && self.to_move == earlier.to_move,
        }
    }
}

/// What GTP tells about a game.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Facts {
    pub(crate) size: usize,
    pub(crate) komi: f64,
    pub(crate) handicap: usize,
    pub(crate) stones: [Vec<Coord>; 2],
    pub(crate) captures: [usize; 2],
    pub(crate) legal: [Vec<Coord>; 2],
    pub(crate) to_move: Color,
    /// Latest first.
    pub(crate) moves: Vec<(Color, Move)>,
}

/// The expected game.
#[derive(Clone, Debug)]
pub(crate) struct Model {
    now: State,
    /// The positions before each move.
    earlier: Vec<State>,
    moves: Vec<(Color, Move)>,
    rules: Rules,
    komi: f64,
}

impl Model {
    pub(crate) fn new(size: usize, komi: f64) -> Self {
        Self {
            now: State::empty(size),
            earlier: Vec::new(),
            moves: Vec::new(),
            rules: Rules::default(),
            komi,
        }
    }

    pub(crate) fn facts(&self) -> Facts {
        let size = self.now.stones.size;
        let of = |color, has: &dyn Fn(Color, Coord) -> bool| {
            let points = Coord::all(size).filter(|&coord| has(color, coord));
            points.collect::<Vec<_>>()
        };
        let both = |has: &dyn Fn(Color, Coord) -> bool| Color::BOTH.map(|color| of(color, has));
        Facts {
            size,
            komi: self.komi,
            handicap: self.handicap_stones(),
            stones: both(&|color, coord| self.now.stones.at(coord) == Some(color)),
            captures: self.now.captures,
            legal: both(&|color, coord| self.after(color, Move::Play(coord)).is_some()),
            to_move: self.now.to_move,
            moves: self.moves.iter().rev().copied().collect(),
        }
    }

    /// Follows a command and its answer (`=` and a text, or `?`). The error says why the answer is wrong.
    pub(crate) fn follow(&mut self, command: &Command, answer: &str) -> Result<(), String> {
        let accepted = answer.strip_prefix('=').map(str::trim);
        let expected = match command {
            Command::Inert(_) => return Ok(()),
            Command::GenMove(_, color) => return self.generated(*color, accepted, answer),
            Command::RegGenMove(color) => {
                return self.clone().generated(*color, accepted, answer);
            }
            Command::Handicap(name, count) => self.handicap(name, *count, accepted)?,
            other => self.execute(other),
        };
        if accepted.is_some() == expected {
            Ok(())
        } else {
            Err(format!("`{answer}`, though accepted should be {expected}"))
        }
    }

    /// Executes a command whose result does not depend on the engine. Returns whether it is accepted.
    fn execute(&mut self, command: &Command) -> bool {
        match command {
            Command::BoardSize(size) => {
                let is_valid = (2..=19).contains(size);
                if is_valid {
                    self.restart(State::empty(*size));
                }
                is_valid
            }
            Command::ClearBoard => {
                self.restart(State::empty(self.now.stones.size));
                true
            }
            Command::Komi(komi) => {
                let is_valid = (-400.0..=400.0).contains(komi);
                if is_valid {
                    self.komi = *komi;
                }
                is_valid
            }
            Command::Rules(_, rules) => {
                self.rules = *rules;
                true
            }
            Command::Play(color, mv) => self.play(*color, *mv),
            Command::PlaySequence(moves) => {
                let mut next = self.clone();
                let all = moves.iter().all(|&(color, mv)| next.play(color, mv));
                if all {
                    *self = next;
                }
                all
            }
            Command::Undo(count) => self.undo(*count),
            Command::FreeHandicap(points) => {
                let stones: Vec<_> = points.iter().map(|&point| (Color::Black, point)).collect();
                let fits = points.len() >= 2 && self.is_empty() && all_differ(points);
                fits && self.set_up(&stones, Color::White)
            }
            Command::SetUp(stones) => {
                let fits = self.is_empty() && self.moves.is_empty();
                fits && self.set_up(stones, self.now.to_move)
            }
            Command::SetPosition(stones) => {
                let coords: Vec<Coord> = stones.iter().map(|&(_, coord)| coord).collect();
                all_differ(&coords) && self.set_up(stones, Color::Black)
            }
            Command::SetPlayer(color) => {
                self.now.to_move = *color;
                true
            }
            _ => false,
        }
    }

    fn restart(&mut self, start: State) {
        self.now = start;
        self.earlier.clear();
        self.moves.clear();
    }

    /// The number of handicap stones: those that were set up, and Black's moves before White's first stone, which do not count
    /// if White moves twice in a row by then.
    fn handicap_stones(&self) -> usize {
        let start = self.earlier.first().unwrap_or(&self.now);
        if start.stones_of(Color::White) > 0 {
            return 0;
        }
        let mut counted = 0;
        for (number, &(color, mv)) in self.moves.iter().enumerate() {
            let next = self.moves.get(number + 1);
            if color == Color::White && next.is_some_and(|next| next.0 == Color::White) {
                counted = 0;
                break;
            }
            match (color, mv) {
                (_, Move::Pass) => {}
                (Color::Black, _) => counted += 1,
                (Color::White, _) => break,
            }
        }
        let all = start.stones_of(Color::Black) + counted;
        if all == 1 { 0 } else { all }
    }

    fn is_empty(&self) -> bool {
        self.now.stones.cells.iter().all(Option::is_none)
    }

    /// The position after a move, or `None` if it is illegal.
    fn after(&self, color: Color, mv: Move) -> Option<State> {
        let next = self.now.after(color, mv, self.rules.suicide)?;
        let mut earlier = self.earlier.iter().chain([&self.now]);
        let repeats = earlier.any(|earlier| next.repeats(earlier, self.rules.superko));
        (mv == Move::Pass || !repeats).then_some(next)
    }

    /// Makes a move that is legal, except that it may violate superko. Returns whether it was made.
    fn play(&mut self, color: Color, mv: Move) -> bool {
        let Some(next) = self.now.after(color, mv, self.rules.suicide) else {
            return false;
        };
        self.earlier.push(std::mem::replace(&mut self.now, next));
        self.moves.push((color, mv));
        true
    }

    fn undo(&mut self, count: usize) -> bool {
        let Some(left) = self.moves.len().checked_sub(count) else {
            return false;
        };
        if let Some(then) = self.earlier.get(left) {
            self.now = then.clone();
            self.earlier.truncate(left);
            self.moves.truncate(left);
        }
        true
    }

    /// Starts a game from these stones, if all have a liberty. Of two stones on a point, the later one counts.
    fn set_up(&mut self, stones: &[(Color, Coord)], to_move: Color) -> bool {
        let mut start = State::empty(self.now.stones.size);
        start.to_move = to_move;
        for &(color, coord) in stones {
            if !coord.is_on(start.stones.size) {
                return false;
            }
            start.stones.set(coord, Some(color));
        }
        let has_liberty = |&(_, coord): &(Color, Coord)| !start.stones.chain(coord).1.is_empty();
        let is_legal = stones.iter().all(has_liberty);
        if is_legal {
            self.restart(start);
        }
        is_legal
    }

    /// Places handicap stones where the answer says. Returns whether the command must be accepted.
    fn handicap(&mut self, name: &str, count: usize, answer: Option<&str>) -> Result<bool, String> {
        let size = self.now.stones.size;
        let max = match (name, size) {
            ("place_free_handicap", _) => size * size - 1,
            (_, 0..7) => 0,
            (_, 7) => 4,
            _ if size.is_multiple_of(2) => 4,
            _ => 9,
        };
        let fits = (2..=max).contains(&count) && self.is_empty();
        if let (true, Some(answer)) = (fits, answer) {
            let points: Result<Vec<Coord>, _> = answer.split(' ').map(str::parse).collect();
            let points = points.map_err(|_| format!("`{answer}` is no list of points"))?;
            if points.len() != count || !self.execute(&Command::FreeHandicap(points)) {
                return Err(format!("`{answer}` cannot be a handicap"));
            }
        }
        Ok(fits)
    }

    /// Makes the move of the answer to a `genmove`, which must be legal.
    fn generated(
        &mut self,
        color: Color,
        accepted: Option<&str>,
        answer: &str,
    ) -> Result<(), String> {
        let mv = accepted.ok_or_else(|| format!("`{answer}` is no move"))?;
        if mv == "resign" {
            return Ok(());
        }
        match mv.parse() {
            Ok(mv) if self.after(color, mv).is_some() && self.play(color, mv) => Ok(()),
            _ => Err(format!("`{mv}` is no legal move")),
        }
    }
}

fn all_differ(points: &[Coord]) -> bool {
    let mut sorted = points.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    sorted.len() == points.len()
}
