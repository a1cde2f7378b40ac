//! A game that is being played: its players, clocks, ending and record.
//!
//! A [`Table`] does nothing by itself: its user runs the clocks, names the players and counts the game.

mod setup;
#[cfg(test)]
mod tests;

use std::time::Duration;

use tao_engine::{Engine, Level};
use tao_rules::board::{ByColor, Color, Move};
use tao_rules::game::{Clocks, Game, IllegalMove, Score, TimeBudget, TimeControl};
use tao_rules::raw::{AnyBoard, PointSet};
use tao_sgf as sgf;
use tao_sgf::{Header, Metadata, MoveTree, Record};

pub use setup::Setup;

/// A game that is being played, with its players, clocks, ending and record.
#[derive(Clone, Debug)]
pub struct Table {
    game: Game,
    /// The clocks of both sides. [`play`](Self::play) stops the one that runs.
    pub clocks: Clocks,
    /// Who plays each color; `None` if the player is not known or is named in the record.
    pub seats: ByColor<Option<Seat>>,
    /// The engine's level, where it is known.
    pub level: Option<Level>,
    ending: Option<Ending>,
    /// The texts of the record that the game was read from.
    pub header: Header,
}

impl Table {
    /// A game whose clocks stand at the start.
    pub fn new(game: Game, control: TimeControl) -> Self {
        Self {
            game,
            clocks: Clocks::new(control),
            seats: ByColor::default(),
            level: None,
            ending: None,
            header: Header::default(),
        }
    }

    /// The game.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// The game, for changes of its conditions, such as rules, komi and handicap. If it was counted, the count is dropped. Moves
    /// must be made and taken back by the methods of the table.
    pub fn game_mut(&mut self) -> &mut Game {
        self.ending = self
            .ending
            .filter(|ending| !matches!(ending, Ending::Counted { .. }));
        &mut self.game
    }

    /// The color of the person, where a person plays the engine.
    pub fn person(&self) -> Option<Color> {
        let plays_engine = |color: &Color| self.seats == Seat::person_and_engine(*color);
        Color::BOTH.into_iter().find(plays_engine)
    }

    /// Whether the engine is to move.
    pub fn is_engines_turn(&self) -> bool {
        !self.is_over() && self.seats[self.game.to_move()] == Some(Seat::Engine)
    }

    /// Notes who plays a color, unless the record names somebody.
    pub fn seat(&mut self, color: Color, seat: Seat) {
        let named = match color {
            Color::Black => &self.header.black,
            Color::White => &self.header.white,
        };
        if named.is_none() {
            self.seats[color] = Some(seat);
        }
    }

    /// Lets the engine play neither side, even if the record says that it did.
    pub fn unseat_engine(&mut self) {
        self.seats = ByColor::default();
        let names = [&mut self.header.black, &mut self.header.white];
        let taken = names.map(|name| name.take_if(|name| name == ENGINE).is_some());
        for color in Color::BOTH
            .into_iter()
            .filter(|&color| ByColor(taken)[color])
        {
            take_level(&mut self.header, color);
        }
    }

    /// Makes a move and stops the clock of `color`. A game that was over goes on.
    ///
    /// # Errors
    ///
    /// Returns an error if the move is illegal; then nothing has changed.
    pub fn play(&mut self, color: Color, mv: Move) -> Result<(), IllegalMove> {
        self.game.play_as(color, mv)?;
        self.end_turn(color);
        Ok(())
    }

    /// Makes a move that was made elsewhere. This is like [`play`](Self::play), except that the move may repeat an earlier
    /// position.
    ///
    /// # Errors
    ///
    /// Returns an error if the move is illegal whatever the superko rule; then nothing has changed.
    pub fn replay(&mut self, color: Color, mv: Move) -> Result<(), IllegalMove> {
        self.game.replay(color, mv)?;
        self.end_turn(color);
        Ok(())
    }

    /// Makes a move that was legal by other rules, such as a suicide. This is like [`replay`](Self::replay) otherwise.
    ///
    /// # Errors
    ///
    /// Returns an error if the move is illegal by any rules; then nothing has changed.
    pub fn replay_by_any_rules(&mut self, color: Color, mv: Move) -> Result<(), IllegalMove> {
        self.game.replay_by_any_rules(color, mv)?;
        self.end_turn(color);
        Ok(())
    }

    fn end_turn(&mut self, color: Color) {
        self.clocks.stop(color, self.game.moves().len());
        self.ending = None;
    }

    /// Takes back the last moves, but not the time that they took. If there are fewer, takes back none and returns `false`.
    pub fn undo(&mut self, count: usize) -> bool {
        let is_undone = self.game.undo_many(count);
        if is_undone {
            self.clocks.forget_after(self.game.moves().len());
            self.ending = None;
        }
        is_undone
    }

    /// The indices of the person's moves among all moves, the latest first; those of all moves if no person plays the engine.
    pub fn own_moves(&self) -> impl Iterator<Item = usize> {
        let person = self.person();
        let moves = self.game.moves().iter().enumerate().rev();
        let is_own = move |color| person.is_none_or(|person| person == color);
        moves.filter_map(move |(place, &(color, _))| is_own(color).then_some(place))
    }

    /// Goes back to the position after so many moves, with the clocks as they were then.
    pub fn go_back_to(&mut self, moves: usize) {
        self.undo(self.game.moves().len().saturating_sub(moves));
        self.clocks.go_back_to(moves);
    }

    /// The time for a move of `color`; `None` without a limit.
    pub fn budget(&self, color: Color) -> Option<TimeBudget> {
        self.clocks.budget(color, self.game.board())
    }

    /// Lets the clock of a side run, unless the game is over. Returns whether that ended the game.
    pub fn run_clock(&mut self, color: Color, elapsed: Duration) -> bool {
        if self.is_over() {
            return false;
        }
        self.clocks.run(color, elapsed);
        let is_out = self.clocks.is_out_of_time(color);
        if is_out {
            self.ending = Some(Ending::OutOfTime(color));
        }
        is_out
    }

    /// How the game ended.
    pub const fn ending(&self) -> Option<&Ending> {
        self.ending.as_ref()
    }

    /// Whether the game has ended, if only by two passes that nobody has counted.
    pub fn is_over(&self) -> bool {
        self.ending.is_some() || self.game.is_over()
    }

    /// Whether two passes have ended the game, and nobody has counted it.
    pub fn needs_count(&self) -> bool {
        self.ending.is_none() && self.game.is_over()
    }

    /// Ends the game by the resignation of `color`.
    pub const fn resign(&mut self, color: Color) {
        self.ending = Some(Ending::Resigned(color));
    }

    /// Counts the game without these dead stones.
    pub const fn count(&mut self, dead: PointSet<6>) {
        self.ending = Some(Ending::Counted { dead });
    }

    /// Counts a game that two passes have ended, with the dead stones that the engine finds.
    pub fn settle(&mut self, engine: &Engine) {
        if self.needs_count() {
            self.count(engine.score(&self.game).dead());
        }
    }

    /// Counts the game with dead stones that a person has chosen, and drops the result in the record.
    pub fn count_by_hand(&mut self, dead: PointSet<6>) {
        self.header.result = None;
        self.count(dead);
    }

    /// Goes on with a game that is over, and returns how it had ended. After a loss on time, the rest of the game has no time
    /// limit; after a count, dead stones must be captured. The result in the record is dropped.
    pub fn resume(&mut self) -> Option<Ending> {
        if self.is_over() {
            self.header.result = None;
        }
        let ending = self.ending.take();
        match ending {
            Some(Ending::OutOfTime(_)) => {
                self.clocks.remove_limit();
                remove_limit(&mut self.header);
            }
            Some(Ending::Resigned(_)) => {}
            Some(Ending::Counted { .. }) | None => self.game.resume(),
        }
        ending
    }

    /// The end of a counted game: the board without dead stones, and its score.
    pub fn counted(&self) -> Option<(AnyBoard, Score)> {
        let Some(Ending::Counted { dead }) = self.ending else {
            return None;
        };
        let board = self.game.board().without(dead);
        let score = self.game.score_of(&board);
        Some((board, score))
    }

    /// A game to look at or to play on, with the texts of its record and without clocks.
    pub fn of_record(record: Record) -> Self {
        Self {
            header: record.header,
            ..Self::from(record.game)
        }
    }

    /// A game that goes on as it was left. A game between a person and the engine has its players and clocks again; a game that
    /// a person plays for both sides has its players again.
    pub fn resumed(record: Record) -> Self {
        let Record {
            game,
            mut header,
            times,
            ..
        } = record;
        let names = [&header.black, &header.white].map(|name| name.as_deref());
        let seats = match names.map(|name| name == Some(ENGINE)) {
            [true, false] => Seat::person_and_engine(Color::White),
            [false, true] => Seat::person_and_engine(Color::Black),
            _ if names == [Some(PERSON); 2] => {
                (header.black, header.white) = (None, None);
                Seat::both_persons()
            }
            _ => ByColor::default(),
        };
        let mut table = Self {
            seats,
            header,
            ..Self::from(game)
        };
        if table.seats != ByColor::default() {
            let control = sgf::time_control(&table.header).unwrap_or_default();
            table.clocks = Clocks::resumed(control, &times, sgf::time_used(&table.header));
        }
        if let Some(person) = table.person() {
            table.level = take_level(&mut table.header, !person);
        }
        table.end_as_recorded();
        table.adopt_named_rules();
        table
    }

    /// Ends the game as the record says, unless it says a score or two passes have ended it.
    pub fn end_as_recorded(&mut self) {
        let result = self
            .header
            .result
            .as_deref()
            .filter(|_| !self.game.is_over());
        self.ending = result.and_then(Ending::of_result);
    }

    /// Adopts the rules that the record names, if they are known.
    pub fn adopt_named_rules(&mut self) {
        let named = self.header.get("RU").and_then(|name| name.parse().ok());
        if let Some(rules) = named {
            self.game.set_rules(rules);
        }
    }

    /// The game as an SGF file, with the texts of the record that it was read from.
    pub fn to_sgf(&self) -> String {
        self.to_sgf_with(None)
    }

    /// The game as an SGF file, as by [`to_sgf`](Self::to_sgf), with the variations and comments of a tree.
    pub fn to_sgf_with(&self, tree: Option<&MoveTree>) -> String {
        let names = self
            .seats
            .each_ref()
            .map(|seat| seat.as_ref().map(Seat::name));
        let result = self.ending.and_then(Ending::result);
        let control = self.clocks.control();
        let ranks = self.seats.each_ref().map(|seat| {
            let level = self.level.filter(|_| *seat == Some(Seat::Engine));
            level.map(|level| format!("{LEVEL}{level}"))
        });
        let mut header = self.header.clone();
        let has_seats = self.seats != ByColor::default();
        if has_seats && control == TimeControl::Unlimited {
            // A game that goes on from a record of others has no clocks.
            remove_limit(&mut header);
        }
        let metadata = Metadata {
            black: names[Color::Black],
            white: names[Color::White],
            ranks: ranks.each_ref().map(Option::as_deref),
            result: result.as_deref(),
            score: self.counted().map(|(_, score)| score),
            time: (control != TimeControl::Unlimited).then_some(control),
            times: &self.clocks.times(),
            used: self.clocks.used(),
            header: Some(&header),
            tree,
            ..Metadata::default()
        };
        sgf::write(&self.game, &metadata)
    }
}

impl From<Game> for Table {
    /// A game without a limit on time.
    fn from(game: Game) -> Self {
        Self::new(game, TimeControl::Unlimited)
    }
}

/// The engine's name.
pub const ENGINE: &str = "Tao Go";

/// The name of a person in records.
const PERSON: &str = "Human";

/// One side of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seat {
    /// The engine.
    Engine,
    /// A person whose name is not known.
    Person,
    /// Somebody whose name is known.
    Named(String),
}

impl Seat {
    /// The name in records.
    pub fn name(&self) -> &str {
        match self {
            Self::Engine => ENGINE,
            Self::Person => PERSON,
            Self::Named(name) => name,
        }
    }

    /// The players of a game between a person with this color and the engine.
    pub fn person_and_engine(person: Color) -> ByColor<Option<Self>> {
        let mut seats = ByColor::new(Self::Engine, Self::Engine);
        seats[person] = Self::Person;
        seats.map(Some)
    }

    /// The players of a game that a person plays for both sides.
    pub fn both_persons() -> ByColor<Option<Self>> {
        ByColor::new(Self::Person, Self::Person).map(Some)
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// This side gave up.
    Resigned(Color),
    /// This side had no time left.
    OutOfTime(Color),
    /// By two passes, with these dead stones.
    Counted {
        /// The stones that are removed before the count.
        dead: PointSet<6>,
    },
}

impl Ending {
    /// The ending that a record names, unless it is a score: `B+R`, `W+Time`.
    fn of_result(result: &str) -> Option<Self> {
        let (winner, reason) = result.split_once('+')?;
        let winner: Color = winner.trim().parse().ok()?;
        match reason.trim().chars().next()?.to_ascii_uppercase() {
            'R' => Some(Self::Resigned(!winner)),
            'T' => Some(Self::OutOfTime(!winner)),
            _ => None,
        }
    }

    /// The result in a record, unless it is a score: `W+R`, `B+T`.
    pub fn result(self) -> Option<String> {
        match self {
            Self::Resigned(loser) => Some(sgf::result_without_score(loser, 'R')),
            Self::OutOfTime(loser) => Some(sgf::result_without_score(loser, 'T')),
            Self::Counted { .. } => None,
        }
    }
}

/// Beginning of the engine's rank, before the number of its level.
const LEVEL: &str = "level ";

/// Takes the engine's level out of the texts of a record.
fn take_level(header: &mut Header, engine: Color) -> Option<Level> {
    let name = sgf::RANKS[engine];
    let level = header.get(name)?.strip_prefix(LEVEL)?.parse().ok()?;
    header.remove(name);
    Some(level)
}

/// Takes the time control out of the texts of a record.
fn remove_limit(header: &mut Header) {
    for name in ["TM", "OT"] {
        header.remove(name);
    }
}
