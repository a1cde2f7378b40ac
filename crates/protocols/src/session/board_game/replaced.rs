//! A game in the place of another, which can be brought back.

use std::time::Duration;

use super::{BoardGame, LONG_RECORD, MAX_RECORD, Refusal, level};
use crate::schema::page::NewGame;
use crate::session::problems::now;
use crate::table::{Setup, Table};
use tao_engine::Level;
use tao_rules::board::Coord;
use tao_rules::game::{Rules, TimeControl};
use tao_sgf::MoveTree;

/// Maximum time on a clock, in seconds: a day.
const MAX_SECONDS: f64 = 86400.0;

impl BoardGame {
    /// Begins another game.
    pub(super) fn begin(&mut self, conditions: NewGame) -> Result<(), Refusal> {
        let own_rules = self.table.game().own_rules();
        let level = conditions.level.map_or(Ok(Level::FULL), level)?;
        let control = time_control(conditions.minutes, conditions.increment)?;
        let even = Setup {
            size: conditions.size,
            komi: conditions.komi,
            komi_of_game: None,
            handicap: 0,
            rules: conditions
                .rules
                .map_or(Ok(own_rules), |name| name.parse())?,
        };
        let game = even.with_handicap(conditions.handicap)?.begin()?;
        self.replace(Self::new(game, conditions.player.into(), level, control));
        Ok(())
    }

    /// Begins again with a part of the position that is shown, and with stones around it.
    pub(super) fn frame(&mut self, one: Coord, other: Coord) -> Result<(), Refusal> {
        let game = self.shown().framed(one, other)?;
        let tree = MoveTree::of(&game);
        self.replace(Self::at(Table::from(game), tree, self.level()));
        Ok(())
    }

    /// Loads a record, to look at it and to play both sides, by these rules unless it names others.
    pub(crate) fn load(&mut self, file: &[u8], rules: Rules) -> Result<(), Refusal> {
        let next = self.short_record(file, rules)?;
        self.replace(next);
        Ok(())
    }

    /// A record to look at that is not too long.
    pub(crate) fn short_record(&self, file: &[u8], rules: Rules) -> Result<Self, Refusal> {
        let next = Self::of_record(file, rules, self.level())?;
        if next.to_sgf().len() > MAX_RECORD {
            return Err(LONG_RECORD.into());
        }
        Ok(next)
    }

    /// Begins another game.
    pub(crate) fn replace(&mut self, next: Self) {
        if let Some(game) = self.to_list() {
            self.library.games.add(game, now());
        }
        if !self.moves().is_empty() {
            self.keep_former();
        }
        self.is_former_other = true;
        self.turn_into(next);
    }

    /// Becomes another game of the same visitor.
    pub(crate) fn turn_into(&mut self, next: Self) {
        *self = Self {
            former: self.former.take(),
            is_former_other: self.is_former_other,
            library: std::mem::take(&mut self.library),
            ..next
        };
    }

    /// Keeps a copy of this game, to be brought back.
    pub(crate) fn keep_former(&mut self) {
        // The game before a problem stays.
        if self.problem.is_some() {
            return;
        }
        // Only one earlier game is kept.
        self.former = None;
        self.is_former_other = false;
        let library = std::mem::take(&mut self.library);
        self.former = Some(Box::new(self.clone()));
        self.library = library;
    }

    /// Brings back the game that was replaced, or the moves that were dropped. A second call undoes that.
    pub(crate) fn bring_back(&mut self) -> Result<(), Refusal> {
        let former = self.former.take().ok_or("there is nothing to bring back")?;
        let mut present = std::mem::replace(self, *former);
        // The clock of the former game stood still meanwhile.
        self.clock_read_at = present.clock_read_at;
        self.library = std::mem::take(&mut present.library);
        if present.problem.is_some() {
            return Ok(());
        }
        self.is_former_other = present.is_former_other;
        if self.is_former_other {
            if let Some(game) = self.to_list() {
                self.library.games.remove_text(&game);
            }
            if let Some(game) = present.to_list() {
                self.library.games.add(game, now());
            }
        }
        self.former = Some(Box::new(present));
        Ok(())
    }
}

fn time_control(minutes: Option<f64>, increment: f64) -> Result<TimeControl, Refusal> {
    let time = |seconds: f64| {
        let is_allowed = (0.0..=MAX_SECONDS).contains(&seconds);
        is_allowed.then(|| Duration::from_secs_f64(seconds))
    };
    let increment = time(increment).ok_or("the increment must be between 0 and a day")?;
    let Some(minutes) = minutes else {
        return Ok(TimeControl::Unlimited);
    };
    let main = time(60.0 * minutes).ok_or("the time must be between 0 and a day")?;
    match (main.is_zero(), increment.is_zero()) {
        (true, true) => Err("a clock needs a time or an increment".into()),
        (false, true) => Ok(TimeControl::Absolute { main }),
        (_, false) => Ok(TimeControl::fischer(main.max(increment), increment)),
    }
}
