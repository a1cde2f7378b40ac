//! Mistakes of a visitor's games as problems, which come back after days until they sit; and problems of files.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use web_time::{SystemTime, UNIX_EPOCH};

use super::board_game::{BoardGame, Refusal};
use super::view;
use crate::review::MistakeSizes;
use crate::schema::MistakeClass;
use crate::schema::page::{JudgedMove, ShownProblem};
use tao_rules::board::{Color, Move};
use tao_sgf::Metadata;

/// The days after which a problem comes back that was solved once, twice and so on: boxes as in S. Leitner, So lernt man lernen, 1972.
const DAYS: [u64; 4] = [1, 3, 7, 21];

/// Maximum number of problems. The oldest one makes room for another.
const MAX_PROBLEMS: usize = 100;

/// Maximum bytes of a record, some 600 moves.
const MAX_RECORD: usize = 4096;

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// A position in which a mistake was made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Problem {
    /// The game up to the mistake, which is its last move.
    record: String,
    mistake: JudgedMove,
    /// How often it was solved since it was last failed.
    solved: usize,
    /// The day from which it is asked, counted from 1970.
    due: u64,
}

/// The problems of a visitor, the oldest first.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Problems(Vec<Problem>);

impl Problems {
    pub(crate) const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds a problem, which is due at once, unless it is known or very long.
    fn add(&mut self, record: String, mistake: JudgedMove, today: u64) {
        let is_known = self.0.iter().any(|known| known.record == record);
        if is_known || record.len() > MAX_RECORD {
            return;
        }
        if self.0.len() == MAX_PROBLEMS {
            self.0.remove(0);
        }
        let (solved, due) = (0, today);
        self.0.push(Problem {
            record,
            mistake,
            solved,
            due,
        });
    }

    /// The problems to ask on a day.
    pub(super) fn due(&self, today: u64) -> impl Iterator<Item = &Problem> {
        self.0.iter().filter(move |problem| problem.due <= today)
    }

    /// Moves a problem into the next box after a right answer, and else into the first one. Returns the days after which it comes back;
    /// after the last box it is removed, and this is 0.
    fn answer(&mut self, record: &str, is_right: bool, today: u64) -> u64 {
        let known = self.0.iter().position(|known| known.record == record);
        let Some(place) = known else {
            return 0;
        };
        let problem = &mut self.0[place];
        problem.solved = if is_right { problem.solved + 1 } else { 0 };
        let Some(&days) = DAYS.get(problem.solved.saturating_sub(1)) else {
            self.0.remove(place);
            return 0;
        };
        problem.due = today + days;
        days
    }
}

/// A problem that is shown, and its record, which is empty for one of a file.
#[derive(Clone, Debug)]
pub(super) struct Asked {
    record: String,
    shown: ShownProblem,
}

impl BoardGame {
    /// Keeps the mistakes and blunders of a player, or of both, in the line that is shown as problems.
    pub(super) fn learn(&mut self, player: Option<Color>, sizes: MistakeSizes) {
        for number in 1..self.line.len() {
            let node = self.line[number];
            let is_own = |(color, _)| player.is_none_or(|player| player == color);
            if !self.tree.nodes()[node].mv.is_some_and(is_own) {
                continue;
            }
            let mistake = view::loss(self, number, sizes);
            let mistake = mistake.filter(|loss| loss.class >= Some(MistakeClass::Mistake));
            let game = self.tree.game_at(self.table.game(), node);
            if let (Some(mistake), Some(game)) = (mistake, game) {
                let record = tao_sgf::write(&game, &Metadata::default());
                self.library.problems.add(record, mistake, today());
            }
        }
    }

    /// Shows the next problem that is due. One that is not answered is shown again.
    pub(super) fn ask(&mut self) -> Result<(), Refusal> {
        let mut due = self.library.problems.due(today());
        let problem = due.next().ok_or("no problem is due")?;
        let before = self.shown_problem();
        let number = before
            .map_or(1, |shown| shown.number + usize::from(shown.days.is_some()))
            .max(1);
        let (record, rules) = (problem.record.clone(), self.table.game().rules());
        let mut next = Self::of_record(record.as_bytes(), rules, self.level())?;
        let (color, mv) = *next.moves().last().ok_or("a problem has no moves")?;
        next.at -= 1;
        let shown = ShownProblem {
            number,
            color: color.into(),
            mv: mv.to_string(),
            judged: problem.mistake.clone(),
            days: None,
            of: number + due.count(),
        };
        self.show_problem(next, Asked { record, shown });
        Ok(())
    }

    /// Shows a problem of a file.
    pub(super) fn pose(&mut self, record: &str) -> Result<(), Refusal> {
        let mut next = self.short_record(record.as_bytes(), self.table.game().rules())?;
        next.at = 0;
        let shown = ShownProblem {
            number: 0,
            of: 0,
            color: next.shown().to_move().into(),
            mv: Move::Pass.to_string(),
            judged: JudgedMove::default(),
            days: None,
        };
        let record = String::new();
        self.show_problem(next, Asked { record, shown });
        Ok(())
    }

    /// Shows a problem in place of the game.
    fn show_problem(&mut self, mut next: Self, asked: Asked) {
        next.problem = Some(asked);
        self.keep_former();
        self.turn_into(next);
    }

    /// Notes the first answer to the problem that is shown.
    pub(super) fn answer_problem(&mut self, is_right: bool) -> Result<(), Refusal> {
        let asked = self.problem.as_mut();
        let asked = asked.filter(|asked| asked.shown.days.is_none());
        let asked = asked.ok_or("no problem waits for an answer")?;
        let days = self
            .library
            .problems
            .answer(&asked.record, is_right, today());
        asked.shown.days = Some(days);
        Ok(())
    }

    /// The problem that is shown.
    pub(super) fn shown_problem(&self) -> Option<&ShownProblem> {
        self.problem.as_ref().map(|asked| &asked.shown)
    }
}

/// The seconds since 1970.
pub(super) fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_secs())
}

/// This day, counted from 1970.
pub(super) fn today() -> u64 {
    now() / DAY.as_secs()
}

#[cfg(test)]
mod tests {
    use super::*;

    const MISTAKE: JudgedMove = JudgedMove {
        win_rate: 0.3,
        points: 7.0,
        class: None,
        reason: None,
        better: Vec::new(),
        refutation: Vec::new(),
    };

    fn one() -> Problems {
        let mut problems = Problems::default();
        problems.add("one".to_owned(), MISTAKE, 5);
        problems
    }

    #[test]
    fn a_problem_comes_back_later_each_time_until_it_sits() {
        let mut problems = one();
        let mut day = 5;
        for days in [1, 3, 7, 21, 0] {
            assert_eq!(problems.due(day).count(), 1, "day {day}");
            assert_eq!(problems.answer("one", true, day), days);
            assert_eq!(problems.due(day + days.saturating_sub(1)).count(), 0);
            day += days;
        }
        assert!(problems.is_empty());
    }

    #[test]
    fn a_wrong_answer_begins_again() {
        let mut problems = one();
        let answers =
            [true, true, false, true, true].map(|is_right| problems.answer("one", is_right, 5));
        assert_eq!(answers, [1, 3, 1, 1, 3]);
    }

    #[test]
    fn there_is_room_for_new_problems_and_none_is_kept_twice() {
        let mut problems = one();
        problems.add("one".to_owned(), MISTAKE, 9);
        problems.add("x".repeat(MAX_RECORD + 1), MISTAKE, 9);
        assert_eq!(problems, one());
        for i in 0..MAX_PROBLEMS {
            problems.add(i.to_string(), MISTAKE, 5);
        }
        let records: Vec<&str> = problems.due(5).map(|each| &*each.record).collect();
        assert_eq!((records.len(), records[0]), (MAX_PROBLEMS, "0"));
    }
}
