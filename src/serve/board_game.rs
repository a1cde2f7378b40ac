//! The game of a visitor: its moves, the position that is shown, and how it ended.

use std::time::{Duration, Instant};

use crate::board::{AnyBoard, ByColor, Color, Coord, Move, Point, PointSet};
use crate::engine::{Level, Settlement, Status};
use crate::game::{Clocks, DeadStones, Game, Score, TimeBudget, TimeControl};
use crate::sgf;
use crate::sgf::{Header, Metadata, ReadOptions};

/// Most moves. The longest games of people have some hundreds.
const MAX_MOVES: usize = 2000;

/// The names of the players in a record, as `tao-go play` writes them.
const ENGINE: &str = "Tao Go";
const PLAYER: &str = "Human";

/// How a game ended.
#[derive(Clone, Debug)]
pub(super) enum Ending {
    /// This side gave up.
    Resigned(Color),
    /// This side had no time left.
    OutOfTime(Color),
    /// Two passes. The dead stones are removed.
    Counted { dead: PointSet<6> },
}

impl Ending {
    /// The result where it is no score: `W+R`, `B+T`.
    pub(super) fn result(&self) -> Option<String> {
        match *self {
            Self::Resigned(loser) => Some(sgf::result_without_score(loser, 'R')),
            Self::OutOfTime(loser) => Some(sgf::result_without_score(loser, 'T')),
            Self::Counted { .. } => None,
        }
    }
}

/// What is known of a position. For Black, komi included.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Value {
    pub(super) win_rate: f64,
    pub(super) lead: Option<f64>,
    pub(super) visits: u64,
}

/// A game on the board of a visitor.
#[derive(Clone, Debug)]
pub(super) struct BoardGame {
    /// With all its moves.
    line: Game,
    /// Number of moves that are shown.
    at: usize,
    /// The color of the visitor; `None` for one who plays both.
    pub(super) player: Option<Color>,
    pub(super) level: Level,
    ending: Option<Ending>,
    clocks: Clocks,
    /// When the clock of the side to move was last looked at.
    looked: Instant,
    /// Texts of the record that was loaded.
    pub(super) header: Header,
    /// By the number of moves.
    values: Vec<Option<Value>>,
    /// The game before it was replaced, or before moves were dropped.
    former: Option<Box<Self>>,
}

impl BoardGame {
    /// A game without a clock.
    pub(super) fn new(game: Game, player: Option<Color>, level: Level) -> Self {
        Self::with_clock(game, player, level, TimeControl::Unlimited)
    }

    /// A game whose clocks begin to run.
    pub(super) fn with_clock(
        game: Game,
        player: Option<Color>,
        level: Level,
        control: TimeControl,
    ) -> Self {
        Self {
            at: game.moves().len(),
            player,
            level,
            ending: None,
            clocks: Clocks::resumed(control, game.moves(), &[], ByColor::default()),
            looked: Instant::now(),
            header: Header::default(),
            values: Vec::new(),
            former: None,
            line: game,
        }
    }

    /// Lets the clock of the side to move run until `now`. Returns whether that ended the game.
    pub(super) fn run_clock(&mut self, now: Instant) -> bool {
        let elapsed = now.saturating_duration_since(self.looked);
        self.looked = now;
        let Some(side) = self.running_clock() else {
            return false;
        };
        self.clocks.run(elapsed);
        let is_out = self.clocks.is_out_of_time(side);
        if is_out {
            self.ending = Some(Ending::OutOfTime(side));
        }
        is_out
    }

    /// The side whose clock runs, whichever position is shown.
    pub(super) fn running_clock(&self) -> Option<Color> {
        let goes_on = self.ending.is_none() && !self.line.is_over();
        goes_on.then(|| self.line.to_move())
    }

    /// The time of the engine for the next move of the game; `None` without a clock.
    pub(super) fn budget(&self) -> Option<TimeBudget> {
        self.clocks.budget(self.line.to_move(), self.line.board())
    }

    /// What each side has left; `None` without a clock.
    pub(super) fn time_left(&self) -> Option<ByColor<Duration>> {
        let to_move = self.line.to_move();
        let left = ByColor::from_fn(|color| self.clocks.left(color, to_move));
        Some(ByColor::new(left.black?, left.white?))
    }

    /// The whole game.
    pub(super) const fn line(&self) -> &Game {
        &self.line
    }

    /// Number of moves that are shown.
    pub(super) const fn at(&self) -> usize {
        self.at
    }

    /// The game up to the position that is shown.
    pub(super) fn shown(&self) -> Game {
        let mut game = self.line.clone();
        game.undo_many(game.moves().len() - self.at);
        game
    }

    pub(super) fn is_at_end(&self) -> bool {
        self.at == self.line.moves().len()
    }

    /// How the game ended, where its end is shown.
    pub(super) fn ending(&self) -> Option<&Ending> {
        self.ending.as_ref().filter(|_| self.is_at_end())
    }

    /// Whether anything would be lost with it.
    pub(super) fn is_begun(&self) -> bool {
        !self.line.moves().is_empty() || self.former.is_some()
    }

    /// Whether two passes ended the game, and nobody has counted it.
    pub(super) fn needs_count(&self) -> bool {
        self.line.is_over() && self.ending.is_none()
    }

    pub(super) fn count(&mut self, settlement: &Settlement) {
        let chains = settlement.chains.iter();
        let dead = chains.filter(|chain| chain.status == Status::Dead);
        let mut points = PointSet::EMPTY;
        for &stone in dead.flat_map(|chain| &chain.stones) {
            points.insert(Point::new(stone));
        }
        self.ending = Some(Ending::Counted { dead: points });
    }

    /// The end of a counted game: the board without dead stones, and its score.
    pub(super) fn result(&self) -> Option<(AnyBoard, Score)> {
        let Some(Ending::Counted { dead }) = &self.ending else {
            return None;
        };
        let board = self.line.board();
        let living = Color::BOTH.into_iter().flat_map(|color| {
            let stones = board.stones(color) & !*dead;
            stones.iter().map(move |point| (color, point.coord()))
        });
        let rest = AnyBoard::set_up(board.size(), living)?;
        let score = self.line.score_of(&rest);
        Some((rest, score))
    }

    /// Whether the engine is to move in the position that is shown.
    pub(super) fn is_engines_turn(&self) -> bool {
        let is_engines = |player| self.line.to_move() != player;
        self.is_at_end() && self.ending.is_none() && self.player.is_some_and(is_engines)
    }

    /// Makes a move in the position that is shown. Later moves are dropped, and can be brought back.
    pub(super) fn play(&mut self, mv: Move) -> Result<(), String> {
        if self.ending().is_some() {
            return Err("the game is over: take back a move, or go on with the game".to_owned());
        }
        if self.at >= MAX_MOVES {
            return Err(format!("a game has at most {MAX_MOVES} moves"));
        }
        let mut game = self.shown();
        let color = game.to_move();
        let played = game.play(color, mv);
        played.map_err(|reason| reason.to_string())?;
        if !self.is_at_end() {
            let following = self.line.moves().get(self.at).copied();
            if following == game.moves().last().copied() {
                self.at += 1;
                return Ok(());
            }
            self.keep_former();
            self.clocks.go_back_to(self.at);
        }
        self.clocks.stop(color);
        self.line = game;
        self.at += 1;
        self.values.truncate(self.at);
        self.ending = None;
        Ok(())
    }

    /// Takes back the last move of the visitor and those after it; the last move of all for one who plays both.
    pub(super) fn undo(&mut self) -> Result<(), String> {
        if matches!(self.ending(), Some(Ending::Resigned(_))) {
            self.ending = None;
            return Ok(());
        }
        let moves = &self.line.moves()[..self.at];
        let is_own = |color| self.player.is_none_or(|player| player == color);
        let place = moves.iter().rposition(|&(color, _)| is_own(color));
        let place = place.ok_or("there is no move of yours to take back")?;
        if !self.is_at_end() {
            self.keep_former();
        }
        let dropped = self.line.moves().len() - place;
        self.line.undo_many(dropped);
        self.clocks.go_back_to(place);
        self.at = place;
        self.values.truncate(place + 1);
        self.ending = None;
        Ok(())
    }

    /// Gives the game up, for the visitor or the side to move.
    pub(super) fn resign(&mut self) -> Result<(), String> {
        if !self.is_at_end() || self.ending.is_some() {
            return Err("only a game that goes on can be resigned, at its end".to_owned());
        }
        self.end_by_resignation(self.player.unwrap_or_else(|| self.line.to_move()));
        Ok(())
    }

    pub(super) fn end_by_resignation(&mut self, loser: Color) {
        self.ending = Some(Ending::Resigned(loser));
    }

    /// Goes on with a game that is over; without a clock if that ended it. After a count, stones that are thought dead must be captured.
    pub(super) fn resume(&mut self) -> Result<(), String> {
        match self.ending.take() {
            None => return Err("the game is not over".to_owned()),
            Some(Ending::Resigned(_)) => {}
            Some(Ending::OutOfTime(_)) => self.clocks.remove_limit(),
            Some(Ending::Counted { .. }) => self.line.resume(),
        }
        self.at = self.line.moves().len();
        Ok(())
    }

    /// Shows the position after so many moves.
    pub(super) fn go_to(&mut self, moves: usize) -> Result<(), String> {
        let last = self.line.moves().len();
        if moves > last {
            return Err(format!("the game has {last} moves"));
        }
        self.at = moves;
        Ok(())
    }

    /// Says of a chain that it is dead after all, or lives.
    pub(super) fn toggle(&mut self, stone: Coord) -> Result<(), String> {
        if self.line.dead_stones() == DeadStones::Stay {
            return Err("by these rules, or in a game that went on, all stones count".to_owned());
        }
        let board = self.line.board();
        let chain = stone
            .is_on(board.size())
            .then(|| board.chain(Point::new(stone)))
            .flatten()
            .map(|chain| chain.stones);
        let chain = chain.ok_or_else(|| format!("there is no stone on {stone}"))?;
        let is_at_end = self.is_at_end();
        match &mut self.ending {
            Some(Ending::Counted { dead }) if is_at_end => {
                *dead = if dead.intersects(&chain) {
                    *dead & !chain
                } else {
                    *dead | chain
                };
                Ok(())
            }
            _ => Err("dead stones are marked at the end of a game".to_owned()),
        }
    }

    /// Brings back the game that was replaced, or the moves that were dropped; once more undoes that.
    pub(super) fn bring_back(&mut self) -> Result<(), String> {
        let former = self.former.take().ok_or("there is nothing to bring back")?;
        let present = std::mem::replace(self, *former);
        // Its clock stood still meanwhile.
        self.looked = present.looked;
        self.former = Some(Box::new(present));
        Ok(())
    }

    pub(super) const fn has_former(&self) -> bool {
        self.former.is_some()
    }

    /// Begins another game.
    pub(super) fn replace(&mut self, next: Self) {
        if !self.line.moves().is_empty() {
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
    pub(super) fn load(&mut self, file: &[u8]) -> Result<(), String> {
        let record = sgf::read_record(file, &ReadOptions::default());
        let mut record = record.map_err(|error| error.to_string())?;
        if record.game.moves().len() > MAX_MOVES {
            return Err(format!("the record has more than {MAX_MOVES} moves"));
        }
        if let Some(rules) = record.header.get("RU").and_then(|name| name.parse().ok()) {
            record.game.set_rules(rules);
        }
        let mut loaded = Self::new(record.game, None, self.level);
        loaded.header = record.header;
        self.replace(loaded);
        Ok(())
    }

    /// The whole game as an SGF file.
    pub(super) fn to_sgf(&self) -> String {
        let name = |color| {
            let player = self.player?;
            Some(if color == player { PLAYER } else { ENGINE })
        };
        let result = self.ending.as_ref().and_then(Ending::result);
        let control = self.clocks.control();
        let metadata = Metadata {
            black: name(Color::Black),
            white: name(Color::White),
            result: result.as_deref(),
            score: self.result().map(|(_, score)| score),
            time: (control != TimeControl::Unlimited).then_some(control),
            times: &self.clocks.times(self.line.moves()),
            header: Some(&self.header),
            ..Metadata::default()
        };
        sgf::write(&self.line, &metadata)
    }

    /// What is known of the position after so many moves.
    pub(super) fn value(&self, moves: usize) -> Option<Value> {
        self.values.get(moves).copied().flatten()
    }

    /// Notes the value of a position, unless more is known of it.
    pub(super) fn note(&mut self, moves: usize, value: Value) {
        if moves > self.line.moves().len() {
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
