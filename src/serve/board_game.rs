//! The game of a visitor: its moves, and the position that is shown.

use std::time::{Duration, Instant};

use serde::Serialize;

use crate::board::{ByColor, Color, Coord, Move, Point};
use crate::engine::Level;
use crate::game::{DeadStones, Game, TimeControl};
use crate::sgf;
use crate::sgf::{ReadOptions, Record, SgfError};
use crate::table::{Ending, Seat, Table};

use super::BoardService;
use super::action::Refusal;

/// Maximum number of moves. The longest games have a few hundred.
const MAX_MOVES: usize = 2000;

/// The value of a position for Black, komi included.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(super) struct KnownValue {
    pub(super) win_rate: f64,
    pub(super) lead: Option<f64>,
    pub(super) visits: u64,
}

/// A game on the board of a visitor.
#[derive(Clone, Debug)]
pub(super) struct BoardGame {
    /// The whole game.
    pub(super) table: Table,
    /// Number of moves before the position that is shown.
    pub(super) at: usize,
    /// When the clock of the side to move was last looked at.
    looked: Instant,
    /// By the number of moves.
    values: Vec<Option<KnownValue>>,
    /// The game before it was replaced, or before moves were dropped.
    pub(super) former: Option<Box<Self>>,
}

impl BoardGame {
    /// A game of a visitor with this color, `None` for one who plays both, whose clocks begin to run.
    pub(super) fn new(
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

    /// A game that goes on as its record says, by the rules and at the level of the service unless the record names others.
    pub(super) fn resumed(record: &[u8], service: &BoardService) -> Result<Self, Refusal> {
        let table = Table::resumed(read(record, service)?);
        let level = table.level.unwrap_or(service.settings.level);
        Ok(Self::at(table, level))
    }

    /// All moves of the game.
    pub(super) fn moves(&self) -> &[(Color, Move)] {
        self.table.game().moves()
    }

    /// The engine's level.
    pub(super) fn level(&self) -> Level {
        self.table.level.unwrap_or(Level::FULL)
    }

    /// Lets the visitor play this color, or both.
    pub(super) fn set_player(&mut self, player: Option<Color>) {
        match player {
            Some(color) => self.table.seats = Seat::person_and_engine(color),
            None => self.table.unseat_engine(),
        }
    }

    /// Lets the clock of the side to move run until `now`. Returns whether that ended the game.
    pub(super) fn run_clock(&mut self, now: Instant) -> bool {
        let elapsed = now.saturating_duration_since(self.looked);
        self.looked = now;
        let side = self.table.game().to_move();
        self.table.run_clock(side, elapsed)
    }

    /// What each side has left; `None` without a clock.
    pub(super) fn time_left(&self) -> Option<ByColor<Duration>> {
        let left = ByColor::from_fn(|color| self.table.clocks.left(color));
        Some(ByColor::new(left[Color::Black]?, left[Color::White]?))
    }

    /// The game up to the position that is shown.
    pub(super) fn shown(&self) -> Game {
        let mut game = self.table.game().clone();
        game.undo_many(game.moves().len() - self.at);
        game
    }

    fn is_at_end(&self) -> bool {
        self.at == self.moves().len()
    }

    /// How the game ended, where its end is shown.
    pub(super) fn ending(&self) -> Option<Ending> {
        self.table.ending().copied().filter(|_| self.is_at_end())
    }

    /// Whether anything would be lost with it.
    pub(super) fn is_begun(&self) -> bool {
        !self.moves().is_empty() || self.former.is_some()
    }

    /// Whether the engine is to move in the position that is shown.
    pub(super) fn is_engines_turn(&self) -> bool {
        self.is_at_end() && self.table.is_engines_turn()
    }

    /// Makes a move in the position that is shown. Later moves are dropped, and can be brought back.
    pub(super) fn play(&mut self, mv: Move) -> Result<(), Refusal> {
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

    /// Takes back the last move of the visitor and those after it; the last move of all for one who plays both.
    pub(super) fn undo(&mut self) -> Result<(), Refusal> {
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
    pub(super) fn resign(&mut self) -> Result<(), Refusal> {
        if !self.is_at_end() || self.table.ending().is_some() {
            return Err("only a game in progress can be resigned, from its last position".into());
        }
        let to_move = self.table.game().to_move();
        self.table.resign(self.table.person().unwrap_or(to_move));
        Ok(())
    }

    /// Goes on with a game that is over.
    pub(super) fn resume(&mut self) -> Result<(), Refusal> {
        if self.table.ending().is_none() {
            return Err("the game is not over".into());
        }
        self.table.resume();
        self.at = self.moves().len();
        Ok(())
    }

    /// Shows the position after this number of moves.
    pub(super) fn go_to(&mut self, moves: usize) -> Result<(), Refusal> {
        let last = self.moves().len();
        if moves > last {
            return Err(format!("the game has {last} moves").into());
        }
        self.at = moves;
        Ok(())
    }

    /// Marks a living chain as dead, or a dead one as living.
    pub(super) fn toggle(&mut self, stone: Coord) -> Result<(), Refusal> {
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
    pub(super) fn bring_back(&mut self) -> Result<(), Refusal> {
        let former = self.former.take().ok_or("there is nothing to bring back")?;
        let present = std::mem::replace(self, *former);
        // Its clock stood still meanwhile.
        self.looked = present.looked;
        self.former = Some(Box::new(present));
        Ok(())
    }

    /// Begins another game.
    pub(super) fn replace(&mut self, next: Self) {
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

    /// Loads a record, to look at it and to play both sides.
    pub(super) fn load(&mut self, file: &[u8], service: &BoardService) -> Result<(), Refusal> {
        let record = read(file, service)?;
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
    pub(super) fn value(&self, moves: usize) -> Option<KnownValue> {
        self.values.get(moves).copied().flatten()
    }

    /// Notes the value of a position, unless more is known of it.
    pub(super) fn note(&mut self, moves: usize, value: KnownValue) {
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

/// Reads a record, by the rules of the service unless it names others.
fn read(record: &[u8], service: &BoardService) -> Result<Record, SgfError> {
    let options = ReadOptions {
        rules: service.game.rules(),
        ..ReadOptions::default()
    };
    sgf::read_record(record, &options)
}
