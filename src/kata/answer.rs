//! What a search has found, as a line of JSON.

use std::iter;

use serde::Serialize;

use crate::board::{Color, Coord, Move, Symmetry};
use crate::engine::RawEvaluation;
use crate::game::Game;
use crate::search::{Lead, MoveStats, OutcomeStatistics, Ownership, Proof, Snapshot};

use super::fields::to_line;
use super::hashes;
use super::query::{AnswerPart, Query};

/// Decimals of shares and points.
const DIGITS: i32 = 6;

/// Decimals of a point's owner.
const OWNER_DIGITS: i32 = 4;

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct AnswerJson<'a> {
    id: &'a str,
    is_during_search: bool,
    move_infos: Vec<MoveInfo>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ownership: Option<Vec<f64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ownership_stdev: Option<Vec<f64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    policy: Option<Vec<f64>>,
    root_info: RootInfo,
    turn_number: usize,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct MoveInfo {
    edge_visits: u64,
    edge_weight: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    is_symmetry_of: Option<String>,
    lcb: f64,
    #[serde(rename = "move")]
    mv: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    no_result_value: Option<f64>,
    order: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    ownership: Option<Vec<f64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ownership_stdev: Option<Vec<f64>>,
    prior: f64,
    pv: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pv_edge_visits: Option<Vec<u64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pv_visits: Option<Vec<u64>>,
    #[serde(flatten)]
    score: ScoreFields,
    utility: f64,
    utility_lcb: f64,
    visits: u64,
    weight: u64,
    winrate: f64,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct RootInfo {
    current_player: &'static str,
    #[serde(flatten)]
    raw: Option<RawFields>,
    #[serde(flatten)]
    score: ScoreFields,
    sym_hash: String,
    this_hash: String,
    utility: f64,
    visits: u64,
    weight: u64,
    winrate: f64,
}

/// Points ahead. All three names stand for the mean of the ends of the games.
#[derive(Clone, Copy, Debug, Serialize)]
struct ScoreFields {
    #[serde(rename = "scoreLead")]
    lead: f64,
    #[serde(rename = "scoreMean")]
    mean: f64,
    #[serde(rename = "scoreSelfplay")]
    selfplay: f64,
    #[serde(rename = "scoreStdev")]
    deviation: f64,
}

/// What the network says without a search.
#[derive(Clone, Copy, Debug, Serialize)]
struct RawFields {
    #[serde(rename = "rawLead")]
    lead: f64,
    #[serde(rename = "rawNoResultProb")]
    no_result: f64,
    #[serde(rename = "rawScoreSelfplay")]
    selfplay: f64,
    #[serde(rename = "rawWinrate")]
    win_rate: f64,
}

/// Whether a search is still running when it is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SearchStage {
    /// While it lasts.
    During,
    /// At its end.
    End,
}

/// A position that is searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scene<'a> {
    pub(super) query: &'a Query,
    pub(super) turn: usize,
    pub(super) game: &'a Game,
    pub(super) raw: Option<&'a RawEvaluation>,
}

impl Scene<'_> {
    /// The answer that shows a snapshot of the search.
    pub(super) fn line(&self, snapshot: &Snapshot, stage: SearchStage) -> String {
        let outcomes = snapshot.outcomes.as_ref();
        let (identity, query) = (Symmetry::all()[0], self.query);
        let [ownership, ownership_stdev] = self.owners(
            outcomes,
            [AnswerPart::Ownership, AnswerPart::OwnershipDeviation],
            identity,
        );
        to_line(&AnswerJson {
            id: &query.id,
            is_during_search: stage == SearchStage::During,
            move_infos: self.moves(snapshot),
            ownership,
            ownership_stdev,
            policy: query
                .shows(AnswerPart::Policy)
                .then(|| self.policy(snapshot))
                .flatten(),
            root_info: self.root(snapshot),
            turn_number: self.turn,
        })
    }

    fn player(&self) -> Color {
        self.game.to_move()
    }

    fn is_turned(&self) -> bool {
        self.query.options.perspective.is_opponent_of(self.player())
    }

    /// A share of the side to move, as the answer shows it.
    fn share(&self, share: f64) -> f64 {
        rounded(if self.is_turned() { 1.0 - share } else { share }, DIGITS)
    }

    /// A number that is positive when it is good for the side to move, as the answer shows it.
    fn signed(&self, number: f64) -> f64 {
        rounded(if self.is_turned() { -number } else { number }, DIGITS)
    }

    /// A share of the side to move on `KataGo`'s scale of utility, from -1 to 1; points have no part in it.
    fn utility(&self, share: f64) -> f64 {
        self.signed(2.0 * share - 1.0)
    }

    /// The visited moves and one that is known to be the best, each followed by those that are the same by symmetry and
    /// were not looked at.
    fn moves(&self, snapshot: &Snapshot) -> Vec<MoveInfo> {
        let ranked = snapshot.moves.iter().enumerate();
        let visited = ranked.filter(|&(rank, stats)| {
            stats.visits > 0 || rank == 0 && stats.proof != Proof::Unproven
        });
        let visited = visited.map(|(_, stats)| stats);
        let identity = Symmetry::all()[0];
        let images = |stats| {
            let all = iter::once(identity).chain(self.images(snapshot, stats));
            all.map(move |symmetry| (stats, symmetry))
        };
        // An exact best move may be the image of one that was searched.
        let mut named: Vec<Move> = Vec::new();
        let shown = visited.flat_map(images).filter(|(stats, symmetry)| {
            let name = self.image(*symmetry, stats.mv);
            let is_new = !named.contains(&name);
            named.push(name);
            is_new
        });
        shown
            .enumerate()
            .map(|(order, (stats, symmetry))| self.info(snapshot, stats, order, symmetry))
            .collect()
    }

    /// The symmetries that lead from a move to others that were left out because they are the same, one for each.
    fn images(&self, snapshot: &Snapshot, stats: &MoveStats) -> Vec<Symmetry> {
        let (board, to_move) = (self.game.board(), self.player());
        let mut found = Vec::new();
        let mut symmetries: Vec<Symmetry> = Symmetry::all()
            .into_iter()
            .filter(|&one| board.is_unchanged_by(one))
            .collect();
        symmetries.retain(|&symmetry| {
            let image = self.image(symmetry, stats.mv);
            let is_new = !found.contains(&image)
                && snapshot.moves.iter().all(|other| other.mv != image)
                && self.game.is_legal(to_move, image)
                && self
                    .query
                    .restrictions
                    .iter()
                    .all(|restriction| restriction.permits(to_move, image));
            found.push(image);
            is_new
        });
        symmetries
    }

    fn image(&self, symmetry: Symmetry, mv: Move) -> Move {
        let image = |coord| symmetry.apply(coord, self.game.size());
        mv.coord().map_or(mv, |coord| Move::Play(image(coord)))
    }

    fn info(
        &self,
        snapshot: &Snapshot,
        stats: &MoveStats,
        order: usize,
        symmetry: Symmetry,
    ) -> MoveInfo {
        let (query, visits) = (self.query, stats.visits);
        let outcomes = snapshot.outcomes_after(stats);
        let line = stats.variation.iter().take(query.options.line_length);
        let line_visits: Vec<u64> = line.clone().map(|&(_, visits)| visits).collect();
        let line_visits = query.shows(AnswerPart::LineVisits).then_some(line_visits);
        let [ownership, ownership_stdev] = self.owners(
            outcomes,
            [
                AnswerPart::MovesOwnership,
                AnswerPart::MovesOwnershipDeviation,
            ],
            symmetry,
        );
        let name = |mv| self.image(symmetry, mv).to_string();
        MoveInfo {
            edge_visits: visits,
            edge_weight: visits,
            is_symmetry_of: (symmetry.index() > 0).then(|| stats.mv.to_string()),
            lcb: self.share(stats.lower_bound),
            mv: name(stats.mv),
            no_result_value: query.shows(AnswerPart::NoResultValue).then_some(0.0),
            order,
            ownership,
            ownership_stdev,
            prior: rounded(snapshot.prior(stats), DIGITS),
            pv: line.map(|&(mv, _)| name(mv)).collect(),
            pv_edge_visits: line_visits.clone(),
            pv_visits: line_visits,
            score: self.score(snapshot.lead(Some(stats))),
            utility: self.utility(stats.win_rate),
            utility_lcb: self.utility(stats.lower_bound),
            visits,
            weight: visits,
            winrate: self.share(stats.win_rate),
        }
    }

    fn root(&self, snapshot: &Snapshot) -> RootInfo {
        let Snapshot {
            visits, win_rate, ..
        } = *snapshot;
        let to_move = self.player();
        RootInfo {
            current_player: match to_move {
                Color::Black => "B",
                Color::White => "W",
            },
            raw: self.raw.map(|raw| RawFields {
                lead: self.signed(raw.points_ahead),
                no_result: 0.0,
                selfplay: self.signed(raw.points_ahead),
                win_rate: self.share(raw.win_rate),
            }),
            score: self.score(snapshot.lead(None)),
            sym_hash: hashes::symmetric(self.game, to_move),
            this_hash: hashes::this(self.game, to_move),
            utility: self.utility(win_rate),
            visits,
            weight: visits,
            winrate: self.share(win_rate),
        }
    }

    fn score(&self, lead: Option<Lead>) -> ScoreFields {
        let Lead { points, deviation } = lead.unwrap_or_default();
        let lead = self.signed(points);
        ScoreFields {
            lead,
            mean: lead,
            selfplay: lead,
            deviation: rounded(deviation, DIGITS),
        }
    }

    /// The mean and the standard deviation of each point's owner, rows from the top, as far as they are shown. What the
    /// search has counted is seen through a symmetry.
    fn owners(
        &self,
        outcomes: Option<&OutcomeStatistics>,
        [mean, deviation]: [AnswerPart; 2],
        symmetry: Symmetry,
    ) -> [Option<Vec<f64>>; 2] {
        let owners = outcomes.and_then(|outcomes| outcomes.ownership.as_ref());
        let (size, inverse) = (self.game.size(), symmetry.inverse());
        let viewer = if self.is_turned() {
            !self.player()
        } else {
            self.player()
        };
        let balance = |owners: &Ownership, coord| viewer.signed(owners.balance(coord));
        let board = |extra, value: &dyn Fn(&Ownership, Coord) -> f64| {
            let owners = owners.filter(|_| self.query.shows(extra))?;
            let points = Coord::rows(size).flatten();
            let values = points.map(|coord| value(owners, inverse.apply(coord, size)));
            Some(values.map(|value| rounded(value, OWNER_DIGITS)).collect())
        };
        [
            board(mean, &balance),
            board(deviation, &Ownership::deviation),
        ]
    }

    /// The probability of each point and last of the pass, -1 where the move is illegal: by the network, or by the model
    /// that the search begins with; `None` without either.
    fn policy(&self, snapshot: &Snapshot) -> Option<Vec<f64>> {
        let moves: Vec<(Move, f64)> = match self.raw {
            Some(raw) => raw.policy.clone(),
            None => model_policy(snapshot)?,
        };
        let points = Coord::rows(self.game.size()).flatten().map(Move::Play);
        let shares = points.chain(iter::once(Move::Pass)).map(|mv| {
            if !self.game.is_legal(self.player(), mv) {
                return -1.0;
            }
            let share = moves.iter().find(|(known, _)| *known == mv);
            rounded(share.map_or(0.0, |&(_, share)| share), DIGITS)
        });
        Some(shares.collect())
    }
}

/// The priors of the moves that the search looks at; `None` without a model.
fn model_policy(snapshot: &Snapshot) -> Option<Vec<(Move, f64)>> {
    let moves: Vec<_> = snapshot
        .moves
        .iter()
        .filter_map(|stats| Some((stats.mv, stats.prior?)))
        .collect();
    (!moves.is_empty()).then_some(moves)
}

fn rounded(number: f64, digits: i32) -> f64 {
    let unit = 10_f64.powi(digits);
    // Adding zero takes the sign from it.
    (number * unit).round() / unit + 0.0
}
