//! The search of a turn, and the search in the opponent's time.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use super::turn::Turn;
use super::{Engine, Purpose, Question, Settlement};
use crate::search::{
    Exact, Limit, Observer, Report, Request, Restriction, RestrictionKind, Searcher, Snapshot,
};
use tao_rules::board::{Coord, Move, Point};
use tao_rules::game::{DeadStones, Game};

/// Visits of a search that only makes statistics, because the move is already known.
const VISITS_BESIDE_MOVE: u64 = 32;

impl Turn<'_, '_> {
    /// Searches the position, and shows the exact result in place of the estimates. If that result is the answer, the search only
    /// makes the statistics that are shown with it.
    pub(super) fn search(
        &mut self,
        searcher: &mut Searcher,
        exact: Option<Exact>,
        is_answer: bool,
    ) -> Report {
        let mut limit = self.limit;
        if self.needs_move() && (is_answer || self.cleanup.is_some()) {
            let most = limit.playouts.unwrap_or(VISITS_BESIDE_MOVE);
            limit.playouts = Some(most.min(VISITS_BESIDE_MOVE));
        } else if self.needs_move() {
            limit.time = self.time_to_search();
        }
        let no_pass = self.must_not_pass().then(|| Restriction {
            color: self.color(),
            kind: RestrictionKind::Avoid,
            moves: vec![Move::Pass],
            depth: 1,
        });
        let cleanup = self.cleanup.map(|mv| Restriction {
            color: self.color(),
            kind: RestrictionKind::Allow,
            moves: vec![mv],
            depth: 1,
        });
        let given = self.question.restrictions.iter().cloned();
        let request = Request {
            restrictions: given.chain(no_pass).chain(cleanup).collect(),
            root_widening: self.question.widening,
            detail: self.question.detail,
            exact,
            limit,
            dead: self.dead_at_root(),
            seed: self.seed.wrapping_add(self.game.move_number() as u64),
            ..Request::of_game(self.game, self.color())
        };
        let params = self.settings.params_beside_book(self.game.size());
        let mut observer = self.question.observer.take();
        let times = observer
            .as_ref()
            .map(|observer| (observer.first, observer.interval));
        let (first, interval) = times.unwrap_or_default();
        let mut show = |snapshot: &Snapshot| match &mut observer {
            Some(observer) => (observer.show)(&self.shown(snapshot)),
            None => ControlFlow::Continue(()),
        };
        let mut shown = Observer {
            first,
            interval,
            show: &mut show,
        };
        let report = match &self.settings.other_search {
            None => searcher.search_until(&params, &request, self.stop, Some(&mut shown)),
            Some(other) => {
                // An earlier tree, made with other settings, does not belong to this search.
                searcher.new_game(self.seed);
                other.search(&params, &request, self.stop, &mut shown)
            }
        };
        self.question.observer = observer;
        report
    }

    /// The dead stones that are removed when two passes at the root are scored; `None` scores the board as it stands. On a board
    /// that is at most half full no stone counts as dead.
    fn dead_at_root(&self) -> Option<Vec<Coord>> {
        if !self.knows_dead || self.game.dead_stones() == DeadStones::Stay {
            return None;
        }
        let settlement = self
            .game
            .board()
            .is_more_than_half_full()
            .then(|| self.settled_by(self.whole_time()))
            .flatten();
        let dead = settlement.map(Settlement::dead).unwrap_or_default();
        Some(dead.iter().map(Point::coord).collect())
    }
}

impl Engine {
    /// Whether the engine searches in the opponent's time.
    #[must_use]
    pub const fn ponders(&self) -> bool {
        self.settings.ponder > 0
    }

    /// Searches for the side to move until `stop` is set or [`EngineSettings::ponder`](super::EngineSettings::ponder) visits
    /// are made. The next search goes on with the tree. Does nothing when the game is over.
    pub fn ponder(&mut self, game: &Game, stop: &AtomicBool) {
        if !self.ponders() || game.is_over() {
            return;
        }
        let question = Question::new(game.to_move(), Purpose::Analyze(stop), None);
        let mut turn = Turn {
            limit: Limit {
                playouts: Some(self.settings.ponder),
                time: None,
            },
            // The search for the next move goes on with this tree, and it does not know the dead stones either.
            knows_dead: false,
            ..Turn::new(game, question, &self.settings, stop, self.seed)
        };
        let report = turn.search(&mut self.searcher, None, false);
        let (visits, reused) = (report.playouts, report.reused_visits);
        log::debug!("pondered: {visits} visits on top of {reused}");
    }
}
