//! Lines that begin with `info`, in the formats of Leela Zero and of `KataGo`.

use crate::gtp::response::{join, join_moves};
use tao_engine::search::{Lead, MoveStats, OutcomeStatistics, Snapshot, candidates};
use tao_rules::board::{Coord, Move};
use tao_rules::game::Game;

use super::options::{AnalysisRequest, Format};

/// A snapshot on one line: the moves, best first, then the extras. All numbers are for the side to move.
pub(super) fn line(snapshot: &Snapshot, options: &AnalysisRequest, game: &Game) -> String {
    let line = InfoLine {
        snapshot,
        options,
        game,
    };
    let moves = line.moves();
    let infos = moves.iter().enumerate();
    let infos = infos.map(|(order, stats)| match options.format {
        Format::Lz => line.lz(stats, order),
        Format::Kata => line.kata(stats, order),
    });
    let text = join(infos) + &line.extras();
    text.trim_start().to_owned()
}

struct InfoLine<'a> {
    snapshot: &'a Snapshot,
    options: &'a AnalysisRequest,
    game: &'a Game,
}

impl InfoLine<'_> {
    /// The moves to show: the candidates, then others up to the minimum. Graphical boards take the highest win rate among these
    /// moves as that of the position, so no move may have too few visits for reliable figures.
    fn moves(&self) -> Vec<MoveStats> {
        let all = &self.snapshot.moves;
        if self.game.is_over() {
            return vec![self.end()];
        }
        let mut moves: Vec<MoveStats> = candidates(all).cloned().collect();
        let shown: Vec<Move> = moves.iter().map(|stats| stats.mv).collect();
        let rest = all.iter().filter(|stats| !shown.contains(&stats.mv));
        let others = rest.cloned().chain(self.other_moves());
        let missing = self.options.min_moves.saturating_sub(moves.len());
        moves.extend(others.take(missing));
        moves.truncate(self.options.max_moves.max(1));
        moves
    }

    /// A pass, the only move to show in a game that is over: graphical boards take the win rate and the score from the moves.
    fn end(&self) -> MoveStats {
        let (visits, win_rate) = (self.snapshot.visits, self.snapshot.win_rate);
        MoveStats {
            win_rate,
            lower_bound: win_rate,
            variation: vec![(Move::Pass, visits)],
            ..MoveStats::new(Move::Pass, visits)
        }
    }

    /// Legal moves that the search left out.
    fn other_moves(&self) -> impl Iterator<Item = MoveStats> {
        let (to_move, win_rate) = (self.snapshot.to_move, self.snapshot.win_rate);
        let points = Coord::all(self.game.size()).map(Move::Play);
        let others = points.chain([Move::Pass]).filter(move |&mv| {
            let mut searched = self.snapshot.moves.iter();
            searched.all(|stats| stats.mv != mv)
                && self.options.permits(to_move, mv)
                && self.game.is_legal(to_move, mv)
        });
        others.map(move |mv| MoveStats {
            win_rate,
            prior: Some(0.0),
            variation: vec![(mv, 0)],
            ..MoveStats::new(mv, 0)
        })
    }

    fn lz(&self, stats: &MoveStats, order: usize) -> String {
        let [win_rate, prior, bound] = [
            stats.win_rate,
            self.snapshot.prior(stats),
            stats.lower_bound,
        ]
        .map(|share| (10_000.0 * share).round() as i32);
        format!(
            "info move {} visits {} winrate {win_rate} prior {prior} lcb {bound} order {order} pv {}",
            stats.mv,
            stats.visits,
            join_moves(&stats.variation),
        )
    }

    fn kata(&self, stats: &MoveStats, order: usize) -> String {
        let (visits, win_rate, bound) = (stats.visits, stats.win_rate, stats.lower_bound);
        let line_visits = || join(stats.variation.iter().map(|(_, visits)| visits));
        format!(
            "info move {} visits {visits} edgeVisits {visits} utility {:.6} winrate {win_rate:.6} {} prior {:.6} \
             lcb {bound:.6} utilityLcb {:.6} weight {visits}{} order {order} pv {}{}{}{}",
            stats.mv,
            utility(win_rate),
            self.score(Some(stats)),
            self.snapshot.prior(stats),
            utility(bound),
            self.no_result(),
            join_moves(&stats.variation),
            self.extra("pvVisits", line_visits),
            self.extra("pvEdgeVisits", line_visits),
            self.owners("movesOwnership", stats.outcomes.as_ref()),
        )
    }

    /// What is shown after the moves.
    fn extras(&self) -> String {
        let (visits, win_rate) = (self.snapshot.visits, self.snapshot.win_rate);
        let root = || {
            format!(
                "visits {visits} utility {:.6} winrate {win_rate:.6} {} weight {visits}{}",
                utility(win_rate),
                self.score(None),
                self.no_result(),
            )
        };
        let outcomes = self.snapshot.outcomes.as_ref();
        self.extra("rootInfo", root) + &self.owners("ownership", outcomes)
    }

    /// The expected score after a move, or of the position if `mv` is `None`.
    fn score(&self, mv: Option<&MoveStats>) -> String {
        let Lead { points, deviation } = self.snapshot.lead(mv).unwrap_or_default();
        format!(
            "scoreMean {points:.4} scoreStdev {deviation:.4} scoreLead {points:.4} scoreSelfplay {points:.4}"
        )
    }

    /// The value of a game without a result, which is 0 because every game has a result.
    fn no_result(&self) -> String {
        self.extra("noResultValue", || "0".to_owned())
    }

    /// The mean and the standard deviation of each point's owner, rows from the top left, as far as they are to be shown.
    fn owners(&self, key: &str, outcomes: Option<&OutcomeStatistics>) -> String {
        let Some(owners) = outcomes.and_then(|outcomes| outcomes.ownership.as_ref()) else {
            return String::new();
        };
        let board = |value: &dyn Fn(Coord) -> f64| {
            let points = Coord::rows(self.game.size()).flatten();
            join(points.map(|coord| format!("{:.4}", value(coord))))
        };
        let mean = |coord| self.snapshot.to_move.signed(owners.balance(coord));
        let deviation = |coord| owners.deviation(coord);
        self.extra(key, || board(&mean)) + &self.extra(&format!("{key}Stdev"), || board(&deviation))
    }

    /// An extra after its key, if it is to be shown.
    fn extra(&self, key: &str, value: impl FnOnce() -> String) -> String {
        if self.options.shows(key) {
            format!(" {key} {}", value())
        } else {
            String::new()
        }
    }
}

/// A win rate on a scale from -1 to 1.
fn utility(win_rate: f64) -> f64 {
    2.0 * win_rate - 1.0
}
