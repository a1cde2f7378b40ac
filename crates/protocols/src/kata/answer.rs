//! Answers: what a search has found, as JSON, with hashes by which clients recognize positions.

use std::iter;

use serde_json::{Value, json};

use super::query::{Query, to_line};
use super::queues::QueuedPosition;
use crate::schema::rounded;
use tao_engine::raw::RawEvaluation;
use tao_engine::raw::search::{Lead, MoveStats, OutcomeStatistics, Snapshot};
use tao_rules::board::{ByColor, Color, Coord, Move, Symmetry};
use tao_rules::cpu::split_mix;
use tao_rules::game::Game;

/// Decimals of shares and points.
const DIGITS: i32 = 6;

/// Decimals of a point's owner.
const OWNER_DIGITS: i32 = 4;

/// The seeds of the two independent halves of a hash.
const HASH_SEEDS: [u64; 2] = [0x7a0, 0x60a1];

/// A position that is searched.
#[derive(Clone, Copy, Debug)]
pub struct AnalyzedPosition<'a> {
    pub query: &'a Query,
    pub game: &'a Game,
    /// The network's evaluation without a search.
    pub raw: Option<&'a RawEvaluation>,
}

impl AnalyzedPosition<'_> {
    /// The answer that shows a snapshot of a search that still runs.
    pub fn answer(&self, snapshot: &Snapshot) -> Value {
        let mut answer = json!({
            "id": self.query.id,
            "isDuringSearch": true,
            "moveInfos": self.moves(snapshot),
            "rootInfo": self.root(snapshot),
            "turnNumber": self.game.moves().len(),
        });
        let outcomes = snapshot.outcomes.as_ref();
        self.add_owners(&mut answer, "includeOwnership", outcomes);
        if self.query.shows("includePolicy")
            && let Some(policy) = self.policy(snapshot)
        {
            answer["policy"] = policy.into();
        }
        answer
    }

    fn player(&self) -> Color {
        self.game.to_move()
    }

    /// The color whose numbers the answer shows.
    fn viewer(&self) -> Color {
        let perspective = self.query.options.perspective;
        perspective.unwrap_or_else(|| self.player())
    }

    /// A share of the side to move, as the answer shows it.
    fn share(&self, share: f64) -> f64 {
        let is_own = self.viewer() == self.player();
        rounded(if is_own { share } else { 1.0 - share }, DIGITS)
    }

    /// A number that is positive when it is good for the side to move, as the answer shows it.
    fn signed(&self, number: f64) -> f64 {
        let is_own = self.viewer() == self.player();
        rounded(if is_own { number } else { -number }, DIGITS)
    }

    /// A share of the side to move on `KataGo`'s scale of utility, from -1 to 1; points have no part in it.
    fn utility(&self, share: f64) -> f64 {
        self.signed(2.0 * share - 1.0)
    }

    /// The visited moves, and the first move even without visits if the search knows its value.
    fn moves(&self, snapshot: &Snapshot) -> Vec<Value> {
        let ranked = snapshot.moves.iter().enumerate();
        let visited =
            ranked.filter(|&(rank, stats)| stats.visits > 0 || rank == 0 && stats.is_searched());
        let shown = visited.enumerate();
        shown
            .map(|(order, (_, stats))| self.info(snapshot, stats, order))
            .collect()
    }

    fn info(&self, snapshot: &Snapshot, stats: &MoveStats, order: usize) -> Value {
        let (query, lead) = (self.query, snapshot.lead(Some(stats)));
        let line = stats.variation.iter().take(1 + query.options.line_length);
        let mut info = self.figures(stats.win_rate, stats.visits, lead);
        info["edgeVisits"] = stats.visits.into();
        info["edgeWeight"] = stats.visits.into();
        info["lcb"] = self.share(stats.lower_bound).into();
        info["move"] = stats.mv.to_string().into();
        info["order"] = order.into();
        info["prior"] = rounded(snapshot.prior(stats), DIGITS).into();
        info["pv"] = line.clone().map(|&(mv, _)| mv.to_string()).collect();
        info["utilityLcb"] = self.utility(stats.lower_bound).into();
        if query.shows("includeNoResultValue") {
            info["noResultValue"] = 0.0.into();
        }
        if query.shows("includePVVisits") {
            let visits: Value = line.map(|&(_, visits)| visits).collect();
            info["pvEdgeVisits"] = visits.clone();
            info["pvVisits"] = visits;
        }
        let outcomes = snapshot.outcomes_after(stats);
        self.add_owners(&mut info, "includeMovesOwnership", outcomes);
        info
    }

    fn root(&self, snapshot: &Snapshot) -> Value {
        let to_move = self.player();
        let mut root = self.figures(snapshot.win_rate, snapshot.visits, snapshot.lead(None));
        root["currentPlayer"] = match to_move {
            Color::Black => "B".into(),
            Color::White => "W".into(),
        };
        root["symHash"] = symmetric_hash(self.game, to_move).into();
        root["thisHash"] = position_hash(self.game, to_move).into();
        if let Some(raw) = self.raw {
            root["rawLead"] = self.signed(raw.points_ahead).into();
            root["rawNoResultProb"] = 0.0.into();
            root["rawScoreSelfplay"] = self.signed(raw.points_ahead).into();
            root["rawWinrate"] = self.share(raw.win_rate).into();
        }
        root
    }

    /// The figures that the root and each move have. `KataGo`'s three names for scores all stand for the mean of the final scores.
    fn figures(&self, win_rate: f64, visits: u64, lead: Option<Lead>) -> Value {
        let Lead { points, deviation } = lead.unwrap_or_default();
        let points = self.signed(points);
        json!({
            "scoreLead": points,
            "scoreMean": points,
            "scoreSelfplay": points,
            "scoreStdev": rounded(deviation, DIGITS),
            "utility": self.utility(win_rate),
            "visits": visits,
            "weight": visits,
            "winrate": self.share(win_rate),
        })
    }

    /// Adds the mean and the standard deviation of each point's owner, rows from the top, if this field and the one with
    /// `Stdev` ask for them.
    fn add_owners(&self, answer: &mut Value, field: &str, outcomes: Option<&OutcomeStatistics>) {
        let Some(owners) = outcomes.and_then(|outcomes| outcomes.ownership.as_ref()) else {
            return;
        };
        let (viewer, size) = (self.viewer(), self.game.size());
        let board = |value: &dyn Fn(Coord) -> f64| -> Value {
            let points = Coord::rows(size).flatten();
            let values = points.map(value);
            values.map(|value| rounded(value, OWNER_DIGITS)).collect()
        };
        if self.query.shows(field) {
            answer["ownership"] = board(&|coord| viewer.signed(owners.balance(coord)));
        }
        if self.query.shows(&format!("{field}Stdev")) {
            answer["ownershipStdev"] = board(&|coord| owners.deviation(coord));
        }
    }

    /// The probability of each point and, at the end, of the pass; -1 where the move is illegal. It comes from the network, or else
    /// from the model with which the search begins. `None` without either.
    fn policy(&self, snapshot: &Snapshot) -> Option<Vec<f64>> {
        let is_legal = |mv| self.game.is_legal(self.player(), mv);
        let points = || Coord::rows(self.game.size()).flatten().map(Move::Play);
        let moves: Vec<(Move, f64)> = match self.raw {
            _ if !points().any(is_legal) => vec![(Move::Pass, 1.0)],
            Some(raw) => raw.policy.clone(),
            None => model_policy(snapshot)?,
        };
        let shares = points().chain(iter::once(Move::Pass)).map(|mv| {
            if !is_legal(mv) {
                return -1.0;
            }
            let share = moves.iter().find(|(known, _)| *known == mv);
            rounded(share.map_or(0.0, |&(_, share)| share), DIGITS)
        });
        Some(shares.collect())
    }
}

/// The answer for a position that was not searched.
pub fn no_results(position: &QueuedPosition) -> String {
    to_line(json!({
        "id": position.query.id,
        "isDuringSearch": false,
        "noResults": true,
        "turnNumber": position.turn,
    }))
}

/// The priors of the moves that the search looks at; `None` without a model.
fn model_policy(snapshot: &Snapshot) -> Option<Vec<(Move, f64)>> {
    let moves = snapshot.moves.iter();
    let moves = moves.filter_map(|stats| Some((stats.mv, stats.prior?)));
    let moves: Vec<_> = moves.collect();
    (!moves.is_empty()).then_some(moves)
}

/// Hash of stones, side to move and the point that simple ko forbids; 32 hexadecimal digits.
fn position_hash(game: &Game, to_move: Color) -> String {
    let [identity, ..] = Symmetry::all();
    format!("{:032X}", hash_through(identity, game, to_move))
}

/// The same hash for all positions that are mirror images or rotations of each other.
fn symmetric_hash(game: &Game, to_move: Color) -> String {
    let images = Symmetry::all().map(|symmetry| hash_through(symmetry, game, to_move));
    format!("{:032X}", images.into_iter().min().unwrap_or_default())
}

fn hash_through(symmetry: Symmetry, game: &Game, to_move: Color) -> u128 {
    /// The first number of each kind of hashed thing; each kind has a number for every point.
    const STONES: ByColor<u64> = ByColor::new(1 << 10, 2 << 10);
    const KO: u64 = 3 << 10;
    let (board, size) = (game.board(), game.size());
    let index = |coord: Coord| symmetry.apply(coord, size).index(size) as u64;
    let stones = board
        .all_stones()
        .map(|(color, coord)| STONES[color] + index(coord));
    let ko = board.ko().map(|point| KO + index(point.coord()));
    let parts: Vec<u64> = stones.chain(ko).collect();
    let whole = [to_move as u64, size as u64];
    let half = |seed| {
        let start = whole.into_iter().fold(seed, split_mix);
        let parts = parts.iter().map(|&part| split_mix(seed, part));
        parts.fold(start, |sum, part| sum ^ part)
    };
    let [high, low] = HASH_SEEDS.map(half);
    u128::from(high) << 64 | u128::from(low)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(moves: &[&str]) -> Game {
        let mut game = Game::new(9).unwrap();
        for mv in moves {
            game.play(mv.parse().unwrap()).unwrap();
        }
        game
    }

    #[test]
    fn mirror_images_share_one_hash_and_not_the_other() {
        let one = game(&["C4", "E5"]);
        let other = game(&["G6", "E5"]);
        let black = Color::Black;
        assert_eq!(symmetric_hash(&one, black), symmetric_hash(&other, black));
        assert_ne!(position_hash(&one, black), position_hash(&other, black));
        assert_ne!(
            position_hash(&one, black),
            position_hash(&one, Color::White)
        );
        assert_eq!(
            position_hash(&one, black),
            position_hash(&game(&["C4", "E5"]), black)
        );
        assert_eq!(position_hash(&one, black).len(), 32);
    }

    #[test]
    fn the_ko_is_a_part_of_the_position() {
        // Black takes at F5, and White may not take back.
        let ko = game(&["D5", "E5", "E6", "F6", "E4", "F4", "A1", "G5", "F5"]);
        assert!(ko.board().ko().is_some());
        let mut passed = ko.clone();
        passed.play(Move::Pass).unwrap();
        assert_eq!(ko.board().hash(), passed.board().hash());
        assert_ne!(
            position_hash(&ko, Color::White),
            position_hash(&passed, Color::White)
        );
    }
}
