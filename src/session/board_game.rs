//! A game: its moves, and the position that is shown.

use std::time::Duration;

use serde::Serialize;
use web_time::Instant;

use crate::board::{ByColor, Color, Coord, Move, Point};
use crate::engine::{Decision, Level, Thought};
use crate::game::{DeadStones, Game, Rules, TimeBudget, TimeControl};
use crate::sgf;
use crate::sgf::{ReadOptions, Record, SgfError};
use crate::table::{Ending, Seat, Table};

use super::action::Refusal;
use super::view;

/// Maximum number of moves. The longest games have a few hundred.
const MAX_MOVES: usize = 2000;

/// The value of a position for Black, komi included.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(crate) struct KnownValue {
    pub(crate) win_rate: f64,
    pub(crate) lead: Option<f64>,
    pub(crate) visits: u64,
}

/// A game on the board of a visitor.
#[derive(Clone, Debug)]
pub(crate) struct BoardGame {
    /// The whole game.
    pub(crate) table: Table,
    /// Number of moves before the position that is shown.
    pub(crate) at: usize,
    /// When the clock of the side to move was last looked at.
    looked: Instant,
    /// By the number of moves.
    values: Vec<Option<KnownValue>>,
    /// The game before it was replaced, or before moves were dropped.
    pub(crate) former: Option<Box<Self>>,
}

impl BoardGame {
    /// A game of a visitor with this color, `None` for one who plays both, whose clocks begin to run.
    pub(crate) fn new(
        game: Game,
        player: Option<Color>,
        level: Level,
        control: TimeControl,
    ) -> Self {
        let mut board = Self::at(Table::new(game, control), level);
        board.set_player(player);
        board
    }

    fn at(mut table: Table, level: Level) -> Self {
        table.level = Some(level);
        Self {
            at: table.game().moves().len(),
            looked: Instant::now(),
            values: Vec::new(),
            former: None,
            table,
        }
    }

    /// A game that goes on as its record says, by these rules and at this level unless the record names others.
    pub(crate) fn resumed(record: &[u8], rules: Rules, level: Level) -> Result<Self, Refusal> {
        let table = Table::resumed(read(record, rules)?);
        let level = table.level.unwrap_or(level);
        Ok(Self::at(table, level))
    }

    /// All moves of the game.
    pub(crate) fn moves(&self) -> &[(Color, Move)] {
        self.table.game().moves()
    }

    /// The engine's level.
    pub(crate) fn level(&self) -> Level {
        self.table.level.unwrap_or(Level::FULL)
    }

    /// Lets the visitor play this color, or both.
    pub(crate) fn set_player(&mut self, player: Option<Color>) {
        match player {
            Some(color) => self.table.seats = Seat::person_and_engine(color),
            None => self.table.unseat_engine(),
        }
    }

    /// Lets the clock of the side to move run until `now`. Returns whether that ended the game.
    pub(crate) fn run_clock(&mut self, now: Instant) -> bool {
        let elapsed = now.saturating_duration_since(self.looked);
        self.looked = now;
        let side = self.table.game().to_move();
        self.table.run_clock(side, elapsed)
    }

    /// What each side has left; `None` without a clock.
    pub(crate) fn time_left(&self) -> Option<ByColor<Duration>> {
        let left = ByColor::from_fn(|color| self.table.clocks.left(color));
        Some(ByColor::new(left[Color::Black]?, left[Color::White]?))
    }

    /// The game up to the position that is shown.
    pub(crate) fn shown(&self) -> Game {
        let mut game = self.table.game().clone();
        game.undo_many(game.moves().len() - self.at);
        game
    }

    fn is_at_end(&self) -> bool {
        self.at == self.moves().len()
    }

    /// How the game ended, where its end is shown.
    pub(crate) fn ending(&self) -> Option<Ending> {
        self.table.ending().copied().filter(|_| self.is_at_end())
    }

    /// Whether the engine is to move in the position that is shown.
    pub(crate) fn is_engines_turn(&self) -> bool {
        self.is_at_end() && self.table.is_engines_turn()
    }

    /// Makes a move in the position that is shown. Later moves are dropped, and can be brought back.
    pub(crate) fn play(&mut self, mv: Move) -> Result<(), Refusal> {
        if self.ending().is_some() {
            return Err("the game is over: take back a move, or resume the game".into());
        }
        if self.at >= MAX_MOVES {
            return Err(format!("a game has at most {MAX_MOVES} moves").into());
        }
        let color = self.shown().to_move();
        if self.moves().get(self.at) == Some(&(color, mv)) {
            self.at += 1;
            return Ok(());
        }
        let mut table = self.table.clone();
        if !self.is_at_end() {
            table.go_back_to(self.at);
        }
        table.play(color, mv)?;
        if !self.is_at_end() {
            self.keep_former();
        }
        self.table = table;
        self.at += 1;
        self.values.truncate(self.at);
        Ok(())
    }

    /// The engine's time for its move: that of its clock, and at most this.
    pub(crate) fn budget(&self, most: Duration) -> TimeBudget {
        let most = TimeBudget::fixed(most);
        let budget = self.table.budget();
        budget.map_or(most, |budget| budget.min(most))
    }

    /// Makes the engine's move in the position that is shown, or resigns for it.
    pub(crate) fn answer(&mut self, thought: &Thought) -> Result<(), Refusal> {
        if let Some(report) = &thought.report {
            self.note(self.at, view::value(&report.snapshot));
        }
        match thought.decision() {
            Decision::Resign => self.table.resign(self.shown().to_move()),
            Decision::Play(mv) => self.play(mv)?,
        }
        Ok(())
    }

    /// Takes back the last move of the visitor and those after it; the last move of all for one who plays both.
    pub(crate) fn undo(&mut self) -> Result<(), Refusal> {
        if matches!(self.ending(), Some(Ending::Resigned(_))) {
            self.table.resume();
            return Ok(());
        }
        let shown = self.table.own_moves().find(|place| *place < self.at);
        let place = shown.ok_or("you have no move to take back")?;
        if !self.is_at_end() {
            self.keep_former();
        }
        self.table.go_back_to(place);
        self.at = place;
        self.values.truncate(place + 1);
        Ok(())
    }

    /// Gives the game up, for the visitor or the side to move.
    pub(crate) fn resign(&mut self) -> Result<(), Refusal> {
        if !self.is_at_end() || self.table.ending().is_some() {
            return Err("only a game in progress can be resigned, from its last position".into());
        }
        let to_move = self.table.game().to_move();
        self.table.resign(self.table.person().unwrap_or(to_move));
        Ok(())
    }

    /// Goes on with a game that is over.
    pub(crate) fn resume(&mut self) -> Result<(), Refusal> {
        if self.table.ending().is_none() {
            return Err("the game is not over".into());
        }
        self.table.resume();
        self.at = self.moves().len();
        Ok(())
    }

    /// Shows the position after this number of moves.
    pub(crate) fn go_to(&mut self, moves: usize) -> Result<(), Refusal> {
        let last = self.moves().len();
        if moves > last {
            return Err(format!("the game has {last} moves").into());
        }
        self.at = moves;
        Ok(())
    }

    /// Marks a living chain as dead, or a dead one as living.
    pub(crate) fn toggle(&mut self, stone: Coord) -> Result<(), Refusal> {
        let game = self.table.game();
        if game.dead_stones() == DeadStones::Stay {
            return Err("by these rules, or in a game that was resumed, all stones count".into());
        }
        let on_board = Some(stone).filter(|stone| stone.is_on(game.size()));
        let chain = on_board.and_then(|stone| game.board().chain(Point::new(stone)));
        let chain = chain.ok_or_else(|| format!("there is no stone on {stone}"))?;
        let chain = chain.stones;
        let Some(Ending::Counted { dead }) = self.ending() else {
            return Err("dead stones are marked at the end of a game".into());
        };
        self.table.count_by_hand(if dead.intersects(&chain) {
            dead & !chain
        } else {
            dead | chain
        });
        Ok(())
    }

    /// Brings back the game that was replaced, or the moves that were dropped. A second call undoes that.
    pub(crate) fn bring_back(&mut self) -> Result<(), Refusal> {
        let former = self.former.take().ok_or("there is nothing to bring back")?;
        let present = std::mem::replace(self, *former);
        // Its clock stood still meanwhile.
        self.looked = present.looked;
        self.former = Some(Box::new(present));
        Ok(())
    }

    /// Begins another game.
    pub(crate) fn replace(&mut self, next: Self) {
        if !self.moves().is_empty() {
            self.keep_former();
        }
        let former = self.former.take();
        *self = Self { former, ..next };
    }

    fn keep_former(&mut self) {
        // One game before is kept, not all of them.
        self.former = None;
        self.former = Some(Box::new(self.clone()));
    }

    /// Loads a record, to look at it and to play both sides, by these rules unless it names others.
    pub(crate) fn load(&mut self, file: &[u8], rules: Rules) -> Result<(), Refusal> {
        let record = read(file, rules)?;
        if record.game.moves().len() > MAX_MOVES {
            return Err(format!("the record has more than {MAX_MOVES} moves").into());
        }
        let mut table = Table::of_record(record);
        table.adopt_named_rules();
        table.unseat_engine();
        self.replace(Self::at(table, self.level()));
        Ok(())
    }

    /// What is known of the position after this number of moves.
    pub(crate) fn value(&self, moves: usize) -> Option<KnownValue> {
        self.values.get(moves).copied().flatten()
    }

    /// Notes the value of a position, unless more is known of it.
    pub(crate) fn note(&mut self, moves: usize, value: KnownValue) {
        if moves > self.moves().len() {
            return;
        }
        if self.values.len() <= moves {
            self.values.resize(moves + 1, None);
        }
        let known = self.values[moves].map_or(0, |known| known.visits);
        if value.visits >= known {
            self.values[moves] = Some(value);
        }
    }
}

/// Reads a record, by these rules unless it names others.
fn read(record: &[u8], rules: Rules) -> Result<Record, SgfError> {
    let options = ReadOptions {
        rules,
        ..ReadOptions::default()
    };
    sgf::read_record(record, &options)
}
