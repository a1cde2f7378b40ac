//! How a leaf is evaluated: by a playout or by a network, or by the score of the game if two passes have ended it.

use std::sync::Arc;

use parking_lot::Mutex;

use super::node::WIN;
use super::params::PlayoutPolicy;
use super::report::OutcomeCounter;
use super::searcher::Worker;
use crate::net::{Evaluator, LEAD_UNIT, Network, Output, POINTS, SIDE, Situation};
use crate::playout::{self, FirstMoves, PlayoutContext, PlayoutOutcome, Uniform};
use tao_rules::cpu::split_mix;
use tao_rules::raw::{Board, ByColor, Color, Coord, Point, PointSet, Symmetry};

/// The share of a point that one side owns entirely, in the units of [`Owners`]. The shares of all simulations of a search fit
/// in 32 bits.
pub const OWNED: u32 = 127;

#[derive(Clone, Debug)]
pub struct Evaluation<const W: usize> {
    /// Expected result for the side to move at the leaf: from 0, a loss, to [`WIN`].
    pub value: u32,
    /// Black's points minus White's at the end of the game, of area or of territory, in units of 1/[`LEAD_UNIT`];
    /// komi is not counted.
    pub lead: i32,
    /// Who owns the points at the end of the game; `None` unless the search counts them.
    pub owners: Option<Owners<W>>,
    /// Moves from the leaf to the end of the game, passes included; `None` where the game was not played to its end.
    pub length: Option<usize>,
}

/// Who owns the points.
#[derive(Clone, Debug)]
pub enum Owners<const W: usize> {
    /// By color, the points that are its own.
    Points(ByColor<PointSet<W>>),
    /// Black's share of each point of a 9x9 grid, row by row, from 0 to [`OWNED`]; the rest is White's. A smaller board is in
    /// the lower left.
    Shares([u8; POINTS]),
}

impl<const W: usize> Owners<W> {
    /// Calls `add` with the index of each point of a board of this size and the share of it that this color owns, in units
    /// of 1/[`OWNED`], unless it is 0.
    pub fn for_each(&self, color: Color, size: usize, mut add: impl FnMut(usize, u32)) {
        match self {
            Self::Points(owned) => {
                for point in &owned[color] {
                    add(point.coord().index(size), OWNED);
                }
            }
            Self::Shares(_) => {
                for (index, coord) in Coord::all(size).enumerate() {
                    add(index, self.share(color, Point::new(coord)));
                }
            }
        }
    }

    /// The share of a point that this color owns, in units of 1/[`OWNED`].
    fn share(&self, color: Color, point: Point<W>) -> u32 {
        match (self, color) {
            (Self::Points(owned), _) => OWNED * u32::from(owned[color].contains(point)),
            (Self::Shares(shares), Color::Black) => shares[point.coord().index(SIDE)].into(),
            (Self::Shares(_), Color::White) => OWNED - self.share(Color::Black, point),
        }
    }
}

/// Black's share of each point of a 9x9 grid, from 0 to [`OWNED`], that the network expects with this side to move.
pub fn black_shares(output: &Output, to_move: Color) -> [u8; POINTS] {
    let own_share = |owner: i8| i32::midpoint(owner.into(), OWNED as i32).unsigned_abs() as u8;
    output
        .owners()
        .map(|owner| own_share(to_move.signed(owner)))
}

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
            match self.end_without_dead() {
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
        let mut dead = PointSet::EMPTY;
        for color in Color::BOTH {
            for chain in board.chains(board.stones(color)) {
                let stones = chain.stones.iter();
                let lost = stones.filter(|&point| 2 * owners.share(!color, point) > OWNED);
                if 2 * lost.count() > chain.stones.len() {
                    dead |= chain.stones;
                }
            }
        }
        self.count_area(&board.without(dead), 0)
    }

    /// The root's board without the dead stones of the request, if the game has ended and nothing but passes was played since
    /// the root; `None` also if the request names no dead stones.
    pub fn end_without_dead(&self) -> Option<&'s Board<W>> {
        let board = self.search.root_without_dead.as_ref();
        board.filter(|_| self.descent.passes == 2 && self.path.len() <= 3)
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
    pub fn network_evaluation(&mut self) -> Option<Output> {
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

/// A network and its last evaluations, which threads share. Which of them are kept changes no result, as an evaluation
/// depends on its position alone.
#[derive(Debug)]
pub struct CachedNetwork {
    network: Arc<Network>,
    /// Decides through which symmetry each position is seen.
    seed: u64,
    slots: Box<[Slot]>,
}

/// An evaluation with the key of its position. A later evaluation in the same slot replaces it.
type Slot = Mutex<Option<Box<(u64, Output)>>>;

impl CachedNetwork {
    /// Keeps evaluations in this many bytes, and at least one.
    pub fn new(network: Arc<Network>, seed: u64, bytes: usize) -> Self {
        let count = bytes / (size_of::<Slot>() + size_of::<(u64, Output)>());
        Self {
            network,
            seed,
            slots: (0..count.max(1)).map(|_| Slot::default()).collect(),
        }
    }

    fn slot(&self, key: u64) -> &Slot {
        &self.slots[(key % self.slots.len() as u64) as usize]
    }

    fn get(&self, key: u64) -> Option<Output> {
        let slot = self.slot(key).lock();
        let cached = slot.as_deref().filter(|(cached, _)| *cached == key);
        cached.map(|(_, output)| output.clone())
    }

    fn insert(&self, key: u64, output: Output) {
        match &mut *self.slot(key).lock() {
            Some(cached) => **cached = (key, output),
            none => *none = Some(Box::new((key, output))),
        }
    }
}

/// The evaluator of one thread, with the network and the cache that all threads share.
#[derive(Debug)]
pub struct NetworkEvaluator<'a> {
    cached: &'a CachedNetwork,
    evaluator: Evaluator,
}

impl<'a> NetworkEvaluator<'a> {
    pub fn new(cached: &'a CachedNetwork) -> Self {
        Self {
            cached,
            evaluator: Evaluator::new(Arc::clone(&cached.network)),
        }
    }

    /// Evaluates a situation whose stones have this hash. The key of the situation and the seed decide through which symmetry
    /// the network sees it, so that its errors differ between similar positions and between games with other seeds.
    pub fn evaluate<const W: usize>(&mut self, situation: &Situation<'_, W>, hash: u64) -> Output {
        let key = key(situation, hash);
        self.cached.get(key).unwrap_or_else(|| {
            let symmetry = Symmetry::all()[(split_mix(self.cached.seed, key) >> 61) as usize];
            let output = self.evaluator.evaluate(situation, symmetry).clone();
            self.cached.insert(key, output.clone());
            output
        })
    }
}

/// Hash of all that a network sees; `hash` is that of the stones.
fn key<const W: usize>(situation: &Situation<'_, W>, hash: u64) -> u64 {
    /// Numbers of points, and zero for none, are below this.
    const RADIX: u64 = 1 << 9;
    let &Situation {
        board,
        to_move,
        recent_moves,
        last_was_pass,
        komi,
        territory,
    } = situation;
    let points = recent_moves.into_iter().chain([board.ko()]);
    let smaller = (SIDE - board.size()) as u64;
    let flags =
        smaller << 3 | u64::from(territory) << 2 | u64::from(last_was_pass) << 1 | to_move as u64;
    let history = points.fold(flags, |sum, point| {
        sum * RADIX + point.map_or(0, |point| 1 + point.number() as u64)
    });
    split_mix(split_mix(hash, history), komi.to_bits())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::net::{RECENT_MOVES, Shape};
    use tao_rules::raw::{Board, Color, Point};

    const SMALL: Shape = Shape {
        blocks: 1,
        channels: 16,
        narrow: 0,
        neck: 16,
        hidden: 16,
    };

    fn situation(board: &Board<2>) -> Situation<'_, 2> {
        Situation {
            board,
            to_move: Color::Black,
            recent_moves: [None; RECENT_MOVES],
            last_was_pass: false,
            komi: 7.0,
            territory: false,
        }
    }

    #[test]
    fn all_that_a_network_sees_is_in_the_key() {
        let board: Board<2> = Board::new(9);
        let plain = situation(&board);
        let point = |vertex: &str| Some(Point::new(vertex.parse().unwrap()));
        let recent = |i: usize, vertex| {
            let mut situation = plain;
            situation.recent_moves[i] = point(vertex);
            situation
        };
        let mut keys: Vec<u64> = [
            plain,
            Situation {
                to_move: Color::White,
                ..plain
            },
            Situation {
                last_was_pass: true,
                ..plain
            },
            Situation { komi: 7.5, ..plain },
            Situation {
                territory: true,
                ..plain
            },
            situation(&Board::new(8)),
            situation(&Board::new(5)),
            recent(0, "A1"),
            recent(1, "A1"),
            recent(4, "A1"),
            recent(4, "J9"),
        ]
        .iter()
        .map(|situation| key(situation, 0))
        .collect();
        keys.push(key(&plain, 1));
        let count = keys.len();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), count);
    }

    #[test]
    fn the_cache_changes_no_evaluation() {
        let network = Arc::new(Network::random(SMALL, 1));
        let [one, many] =
            [0, 1 << 20].map(|bytes| CachedNetwork::new(Arc::clone(&network), 1, bytes));
        assert_eq!((one.slots.len(), many.slots.len() > 1_000), (1, true));
        let mut evaluators = [&one, &many].map(NetworkEvaluator::new);
        let mut board: Board<2> = Board::new(9);
        for vertex in ["E5", "C3", "E5"] {
            let point = Point::new(vertex.parse().unwrap());
            if board.is_legal(Color::Black, point) {
                board.play_legal(Color::Black, point);
            }
            let situation = situation(&board);
            let [first, second] = evaluators
                .each_mut()
                .map(|evaluator| evaluator.evaluate(&situation, board.hash()));
            assert_eq!(first, second);
        }
        let key = key(&situation(&board), board.hash());
        assert!(many.get(key).is_some() && many.get(!key).is_none());
    }
}
