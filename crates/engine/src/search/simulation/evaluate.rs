//! How a leaf is evaluated: by a playout or by a network, or by the score of the game if two passes have ended it.

use super::evaluation::{OWNED, black_shares};
use super::{Evaluation, Owners, Worker};
use crate::net::{self, LEAD_UNIT, POINTS};
use crate::playout::{self, FirstMoves, PlayoutContext, PlayoutOutcome, Uniform};
use crate::search::params::PlayoutPolicy;
use crate::search::report::OutcomeCounter;
use crate::search::tree::WIN;
use tao_rules::board::{Board, ByColor, Color, Coord, Point, PointSet};

/// Units of a network's expected result in one unit of a value.
const RESULT_UNIT: u32 = (1 << 16) / WIN;

/// If the worth of points ahead saturates, this many are worth half as much as an infinite lead.
const HALF_WORTH: f64 = 10.0;

impl<'s, const W: usize> Worker<'s, W> {
    /// Evaluates the leaf. The game is over after two passes.
    pub fn evaluate(&mut self) -> Evaluation<W> {
        let to_move = self.descent.color;
        self.playout_stats.first_moves = FirstMoves::default();
        let evaluation = if self.descent.passes == 2 {
            match self.settled_end() {
                Some(board) => self.count_area(board, 0),
                None if self.search.request.counts_stones => self.count_without_dead(),
                None => self.count_area(&self.descent.board, 0),
            }
        } else {
            self.ask_network().unwrap_or_else(|| self.play_out())
        };
        let value = self.with_lead(&evaluation, to_move);
        Evaluation {
            value: self.corrected(value),
            ..evaluation
        }
    }

    /// The value of an evaluation, changed by the weight of the points ahead.
    fn with_lead(&self, evaluation: &Evaluation<W>, to_move: Color) -> u32 {
        let params = &self.search.params.evaluation;
        let weight = params.lead_weight;
        if weight == 0.0 {
            return evaluation.value;
        }
        let request = self.search.request;
        let ahead = request.points_ahead(evaluation.lead, to_move);
        let whole = if params.lead_saturates {
            ahead.abs() + HALF_WORTH
        } else {
            request.board.size().pow(2) as f64 + request.komi.abs()
        };
        let share = 0.5 + 0.5 * ahead / whole;
        #[expect(clippy::cast_sign_loss, reason = "the share is in [0, 1]")]
        let worth = (f64::from(WIN) * share).round() as u32;
        weighted_mean(evaluation.value, worth, weight)
    }

    fn play_out(&mut self) -> Evaluation<W> {
        let leaf = &mut self.descent;
        let context = PlayoutContext {
            to_move: leaf.color,
            last: leaf.recent_moves[0],
            second_last: leaf.recent_moves[1],
            last_was_pass: leaf.passes > 0,
            line_state: leaf.line_state,
            line_tables: &self.search.line_tables,
            shapes: self.search.shapes,
        };
        let (board, rng, stats) = (&mut leaf.board, &mut self.rng, &mut self.playout_stats);
        let PlayoutOutcome { moves, .. } = match &self.search.params.playouts.policy {
            PlayoutPolicy::Uniform => playout::run(board, &Uniform, context, rng, stats),
            PlayoutPolicy::Ordered(policy) => playout::run(board, policy, context, rng, stats),
            PlayoutPolicy::Tactical(policy) => playout::run(board, policy, context, rng, stats),
        };
        let mut evaluation = self.count_area(&self.descent.board, moves);
        if self.search.request.counts_stones {
            // In half of all playouts the side to move places one stone more than the other side before the first pass.
            evaluation.lead -= self.descent.color.signed(LEAD_UNIT / 2);
            evaluation.value = self.value_of(evaluation.lead);
        }
        evaluation
    }

    /// Evaluates a game after two passes without its dead chains: those most of whose points the network, or else a playout,
    /// gives to the other side.
    // If it were inlined, its boards would enlarge the stack frame of every simulation.
    #[inline(never)]
    fn count_without_dead(&mut self) -> Evaluation<W> {
        let (board, color) = (self.descent.board.clone(), self.descent.color);
        let owners = if let Some(output) = self.network_evaluation() {
            Owners::Shares(black_shares(&output, color))
        } else {
            self.play_out();
            self.playout_stats.first_moves = FirstMoves::default();
            Owners::Points(self.descent.board.owned())
        };
        let coords: Vec<Coord> = Coord::all(board.size()).collect();
        let owned = ByColor::from_fn(|side| {
            let mut points = PointSet::EMPTY;
            owners.for_each(side, board.size(), |index, share| {
                if 2 * share > OWNED {
                    points |= PointSet::only(Point::new(coords[index]));
                }
            });
            points
        });
        let mut dead = PointSet::EMPTY;
        for color in Color::BOTH {
            for chain in board.chains(board.stones(color)) {
                if 2 * (chain.stones & owned[!color]).len() > chain.stones.len() {
                    dead |= chain.stones;
                }
            }
        }
        self.count_area(&board.without(dead), 0)
    }

    /// The root's board without the dead stones of the request, if the game has ended and nothing but passes was played since
    /// the root; `None` also if the request names no dead stones.
    pub(super) fn settled_end(&self) -> Option<&'s Board<W>> {
        let settled = self.search.settled.as_ref();
        settled.filter(|_| self.descent.passes == 2 && self.path.len() <= 3)
    }

    /// The evaluation of a game that has ended with this board, `length` moves after the leaf.
    fn count_area(&self, board: &Board<W>, length: usize) -> Evaluation<W> {
        let lead = LEAD_UNIT * (board.area().lead() - self.descent.extra_stones);
        Evaluation {
            value: self.value_of(lead),
            lead,
            owners: self.counts_owners().then(|| Owners::Points(board.owned())),
            length: Some(length),
        }
    }

    /// The value for the side to move of a game that ends with this lead of Black's.
    fn value_of(&self, lead: i32) -> u32 {
        self.search.request.value(lead, self.descent.color)
    }

    fn counts_owners(&self) -> bool {
        let counter = self.search.outcomes.as_ref();
        counter.is_some_and(OutcomeCounter::counts_owners)
    }

    fn ask_network(&mut self) -> Option<Evaluation<W>> {
        let output = self.network_evaluation()?;
        let color = self.descent.color;
        Some(Evaluation {
            value: (output.result() + RESULT_UNIT / 2) / RESULT_UNIT,
            lead: self.black_lead(output.lead, color),
            owners: self
                .counts_owners()
                .then(|| Owners::Shares(black_shares(&output, color))),
            length: None,
        })
    }

    /// The outputs of the network for the current position; `None` if only playouts evaluate.
    pub(super) fn network_evaluation(&mut self) -> Option<net::Output> {
        let situation = self.descent.situation(self.search.request.komi);
        let network = self.network.as_mut()?;
        Some(network.evaluate(&situation, self.descent.hash))
    }

    /// Black's lead that counts, without komi, if `color` is `ahead` with komi; both in units of 1/[`LEAD_UNIT`].
    fn black_lead(&self, ahead: i32, color: Color) -> i32 {
        let komi = (f64::from(LEAD_UNIT) * self.search.request.komi).round() as i32;
        let most = LEAD_UNIT * POINTS as i32;
        color.signed(ahead).saturating_add(komi).clamp(-most, most)
    }
}

/// The mean of two values, where `other` has this weight in [0, 1] and `one` has the rest. Uses only basic IEEE operations, so
/// it is the same on every machine.
#[expect(clippy::cast_sign_loss, reason = "values are not negative")]
fn weighted_mean(one: u32, other: u32, weight: f64) -> u32 {
    let (one, other) = (f64::from(one), f64::from(other));
    (one + weight * (other - one)).round() as u32
}
