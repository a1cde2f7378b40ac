//! Lines that begin with `info`, as Leela Zero and as `KataGo` write them.

use crate::board::{Color, Coord, Move};
use crate::game::Game;
use crate::gtp::response::join;
use crate::search::{OutcomeStatistics, Ownership, Prospect, Snapshot};

use super::options::{Extra, Options};

/// Whose lines are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::gtp) enum Dialect {
    /// Leela Zero's: shares are whole numbers of ten-thousandths.
    Lz,
    /// `KataGo`'s: shares are fractions of one, and there are scores.
    Kata,
}

/// All that is known, on one line: the moves from the best to the worst, then what concerns the whole board. Everything is seen
/// from the side to move.
pub(in crate::gtp) fn line(insight: &Snapshot, options: &Options, game: &Game) -> String {
    let sight = Sight {
        insight,
        options,
        game,
    };
    let moves = sight.moves();
    let mut parts: Vec<String> = moves
        .iter()
        .enumerate()
        .map(|(order, prospect)| match options.dialect {
            Dialect::Lz => lz(prospect, order),
            Dialect::Kata => sight.kata(prospect, order),
        })
        .collect();
    parts.extend(sight.of_the_whole());
    parts.join(" ")
}

/// What is shown, and how.
struct Sight<'a> {
    insight: &'a Snapshot,
    options: &'a Options,
    game: &'a Game,
}

impl Sight<'_> {
    /// The moves to show: those that were tried, then others, as many as are wanted.
    fn moves(&self) -> Vec<Prospect> {
        let Options {
            min_moves,
            max_moves,
            ..
        } = *self.options;
        let (tried, mut others): (Vec<&Prospect>, Vec<&Prospect>) = self
            .insight
            .moves
            .iter()
            .partition(|prospect| prospect.visits > 0);
        let missing = min_moves.saturating_sub(tried.len());
        others.truncate(missing);
        let mut moves: Vec<Prospect> = tried.into_iter().chain(others).cloned().collect();
        let missing = min_moves.saturating_sub(moves.len());
        let unknown: Vec<Prospect> = self
            .unknown_moves()
            .take(missing)
            .map(|mv| self.unknown(mv))
            .collect();
        moves.extend(unknown);
        moves.truncate(max_moves.max(1));
        moves
    }

    /// Legal moves that the search did not think of.
    fn unknown_moves(&self) -> impl Iterator<Item = Move> {
        let color = self.insight.to_move;
        let points = Coord::all(self.game.size()).map(Move::Play);
        points.chain([Move::Pass]).filter(move |&mv| {
            self.insight.moves.iter().all(|prospect| prospect.mv != mv)
                && self.options.permits(color, mv)
                && self.game.is_legal(color, mv)
        })
    }

    fn unknown(&self, mv: Move) -> Prospect {
        Prospect {
            mv,
            visits: 0,
            win_rate: self.insight.win_rate,
            lower_bound: 0.0,
            prior: 0.0,
            variation: vec![(mv, 0)],
            ends: None,
        }
    }

    fn kata(&self, prospect: &Prospect, order: usize) -> String {
        let Prospect {
            visits,
            win_rate,
            lower_bound,
            prior,
            ..
        } = prospect;
        let mut text = format!(
            "info move {} visits {visits} edgeVisits {visits} utility {:.6} winrate {win_rate:.6} {} prior {prior:.6} \
             lcb {lower_bound:.6} utilityLcb {:.6} weight {visits}{} order {order} pv {}",
            prospect.mv,
            utility(*win_rate),
            self.score(self.insight.ends_after(prospect)),
            utility(*lower_bound),
            self.no_result(),
            join(prospect.variation.iter().map(|(mv, _)| mv)),
        );
        let visits = join(prospect.variation.iter().map(|(_, visits)| visits));
        for (extra, name) in [
            (Extra::PvVisits, "pvVisits"),
            (Extra::PvEdgeVisits, "pvEdgeVisits"),
        ] {
            if self.options.wants(extra) {
                text = format!("{text} {name} {visits}");
            }
        }
        let owners = prospect
            .ends
            .as_ref()
            .and_then(|ends| ends.ownership.as_ref());
        let keys = [
            (Extra::MovesOwnership, "movesOwnership", balance as Value),
            (Extra::MovesOwnershipStdev, "movesOwnershipStdev", deviation),
        ];
        text + &self.boards(owners, keys)
    }

    /// What concerns the whole board, as far as it is wanted.
    fn of_the_whole(&self) -> Option<String> {
        let Snapshot {
            visits, win_rate, ..
        } = self.insight;
        let mut text = String::new();
        if self.options.wants(Extra::RootInfo) {
            text = format!(
                "rootInfo visits {visits} utility {:.6} winrate {win_rate:.6} {} weight {visits}{}",
                utility(*win_rate),
                self.score(self.insight.ends.as_ref()),
                self.no_result(),
            );
        }
        let owners = self
            .insight
            .ends
            .as_ref()
            .and_then(|ends| ends.ownership.as_ref());
        let keys = [
            (Extra::Ownership, "ownership", balance as Value),
            (Extra::OwnershipStdev, "ownershipStdev", deviation),
        ];
        text += &self.boards(owners, keys);
        (!text.is_empty()).then(|| text.trim_start().to_owned())
    }

    /// The score at the end of games.
    fn score(&self, ends: Option<&OutcomeStatistics>) -> String {
        let (black, deviation) = ends.map_or((0.0, 0.0), |ends| {
            (ends.lead - self.game.komi(), ends.deviation)
        });
        let lead = self.insight.seen_from(black);
        format!(
            "scoreMean {lead:.4} scoreStdev {deviation:.4} scoreLead {lead:.4} scoreSelfplay {lead:.4}"
        )
    }

    /// Every game has a result.
    fn no_result(&self) -> &'static str {
        if self.options.wants(Extra::NoResultValue) {
            " noResultValue 0"
        } else {
            ""
        }
    }

    /// A number for every point, row by row from the top left, for each of the keys that is wanted.
    fn boards(&self, owners: Option<&Ownership>, keys: [(Extra, &str, Value); 2]) -> String {
        let Some(owners) = owners else {
            return String::new();
        };
        let wanted = keys
            .into_iter()
            .filter(|&(extra, ..)| self.options.wants(extra));
        let boards = wanted.map(|(_, name, value)| {
            let points = Coord::rows(self.game.size()).flatten();
            let numbers = points.map(|coord| format!("{:.4}", value(self, owners, coord)));
            format!(" {name} {}", join(numbers))
        });
        boards.collect()
    }
}

/// Who owns the point: 1 is the side to move, -1 the other.
fn balance(sight: &Sight<'_>, owners: &Ownership, coord: Coord) -> f64 {
    sight.insight.seen_from(owners.balance(coord))
}

/// Standard deviation of what the point is worth in one game: 1, 0 or -1.
fn deviation(_: &Sight<'_>, owners: &Ownership, coord: Coord) -> f64 {
    let [black, white] = Color::BOTH.map(|color| owners.share(color, coord));
    (black + white - (black - white).powi(2)).max(0.0).sqrt()
}

/// What a board shows of a point.
type Value = fn(&Sight<'_>, &Ownership, Coord) -> f64;

fn lz(prospect: &Prospect, order: usize) -> String {
    let Prospect {
        mv,
        visits,
        win_rate,
        prior,
        lower_bound,
        variation,
        ..
    } = prospect;
    let [win_rate, prior, bound] =
        [win_rate, prior, lower_bound].map(|share| (10_000.0 * share).round() as i32);
    format!(
        "info move {mv} visits {visits} winrate {win_rate} prior {prior} lcb {bound} order {order} pv {}",
        join(variation.iter().map(|(mv, _)| mv)),
    )
}

/// A share of wins on a scale from -1 to 1.
fn utility(share: f64) -> f64 {
    2.0 * share - 1.0
}
