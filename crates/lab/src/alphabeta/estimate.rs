//! A plain evaluation, and the forced moves that are looked for before the search: those that capture or save chains, read to the end.
//!
//! A chain is judged by its liberties, its eyes, the influence and the enemy chains around it, and the room of its group; the influence
//! that it spreads, and the territory that this makes, follow from the judgment. The numbers were fitted to the leads that the network
//! expects in positions of games against `plain-uct` and GNU Go.

use tao_rules::raw::{Board, Chain, Color, Point, PointSet, stride};

use super::player::Node;
use super::reader::{Verdict, read_chains};

/// The unit of values: a hundredth of a point.
pub(super) const POINT: i32 = 100;

/// The judgment of a chain by its liberties, from none to five or more, on its owner's turn and on the enemy's.
const BY_LIBERTIES: [[f32; 6]; 2] = [
    [-9.00, -5.59, 0.32, 0.83, 1.59, 3.23],
    [-9.00, -9.00, 0.21, 0.60, 1.38, 5.26],
];

/// What a chain's true eyes add to that: none, one, and two or more.
const BY_EYES: [f32; 3] = [0.0, 0.29, 0.69];

/// What the room of a group adds to the judgment of its chains. The room is the number of its empty points, where a true eye
/// counts as three.
const BY_ROOM: [f32; 8] = [0.08, -1.28, -0.43, -1.47, -0.24, -0.01, 1.82, 9.00];

/// What two true eyes of a group add to the judgment of its chains, in place of the room.
const TWO_EYES: f32 = 9.00;

/// What a true eye adds to the room besides its own point.
const EYE_ROOM: usize = 2;

/// The least influence that makes an empty point part of a group.
const ROOM_INFLUENCE: f32 = 0.056;

/// The weights by which the chains are judged anew in each round, after influence has spread: of the judgment by liberties and
/// eyes, of the mean influence on the liberties, and of how badly the weakest enemy chain beside the chain stands. The last round
/// counts the room of the groups as well.
const ROUNDS: [[f32; 3]; 3] = [[0.85, 1.64, 0.09], [0.54, 2.53, 0.35], [1.52, 0.80, 2.60]];

/// The share of the sum of its neighbors' influence that an empty point gets.
const SPREAD: f32 = 0.25;

/// Steps that influence spreads in each round.
const STEPS: usize = 4;

/// The factor from a small influence on an empty point to the share of the point that is owned.
const TERRITORY: f32 = 1.65;

/// What the turn is worth, in points.
const TURN: f32 = 2.87;

/// A set of weights of the evaluation, in percent, each in [0, [`MAX`](Self::MAX)].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weights {
    /// The weight of the danger to the player's own stones: a player that weighs it more defends.
    pub own: u16,
    /// The weight of the danger to the enemy's stones: a player that weighs it more attacks.
    pub enemy: u16,
}

impl Weights {
    /// The largest weight.
    pub const MAX: u16 = 1000;

    /// The weights to which the evaluation was fitted.
    pub const EVEN: Self = Self {
        own: 100,
        enemy: 100,
    };
}

/// A number for each point of the board, with a row of zeros before and behind them.
#[derive(Clone)]
pub(super) struct Field<const W: usize>([[f32; 80]; W]);

impl<const W: usize> Field<W> {
    const ZERO: Self = Self([[0.0; 80]; W]);

    pub(super) const fn at(&self, point: Point<W>) -> f32 {
        self.0.as_flattened()[point.number() + stride::<W>()]
    }

    fn set(&mut self, points: PointSet<W>, number: f32) {
        for point in &points {
            self.0.as_flattened_mut()[point.number() + stride::<W>()] = number;
        }
    }

    /// The influence after one more step: a stone keeps its own, and an empty point gets its share of its neighbors' influence.
    fn spread(&self, stones: &Self, share: &Self, size: usize) -> Self {
        let row = stride::<W>();
        let count = (size - 1) * row + size;
        let from = self.0.as_flattened();
        let (south, north) = (&from[..count], &from[2 * row..][..count]);
        let (west, east) = (&from[row - 1..][..count], &from[row + 1..][..count]);
        let stones = &stones.0.as_flattened()[row..][..count];
        let share = &share.0.as_flattened()[row..][..count];
        let mut next = Self::ZERO;
        let to = &mut next.0.as_flattened_mut()[row..][..count];
        for (i, to) in to.iter_mut().enumerate() {
            *to = stones[i] + (south[i] + north[i] + west[i] + east[i]) * share[i];
        }
        next
    }
}

/// A chain and its judgment.
struct Judged<'a, const W: usize> {
    chain: &'a Chain<W>,
    sign: f32,
    /// The judgment by liberties and eyes alone.
    base: f32,
    /// The expected fate, from -1, captured, to 1, stays on the board.
    stays: f32,
}

/// Maps a number to one between -1 and 1.
fn squash(x: f32) -> f32 {
    x / (1.0 + x.abs())
}

/// Who is expected to own each point: Black at 1, White at -1.
pub(super) fn owners<const W: usize>(board: &Board<W>, to_move: Color) -> Field<W> {
    let mut chains = Vec::with_capacity(32);
    for color in Color::BOTH {
        let eyes = board.eyes(color);
        let by_liberties = &BY_LIBERTIES[usize::from(color != to_move)];
        chains.extend(board.chains(board.stones(color)).map(|chain| {
            let base = by_liberties[chain.liberties.len().min(5)]
                + BY_EYES[(chain.liberties & eyes).len().min(2)];
            Judged {
                chain,
                sign: color.signed(1.0),
                base,
                stays: squash(base),
            }
        }));
    }
    let (mut stones, mut share, mut influence) = (Field::ZERO, Field::ZERO, Field::ZERO);
    share.set(board.empty(), SPREAD);
    for (number, [of_chain, of_influence, of_weakest]) in ROUNDS.into_iter().enumerate() {
        for judged in &chains {
            stones.set(judged.chain.stones, judged.sign * judged.stays);
            influence.set(judged.chain.stones, judged.sign * judged.stays);
        }
        for _ in 0..STEPS {
            influence = influence.spread(&stones, &share, board.size());
        }
        let mut by_room = Field::ZERO;
        if number + 1 == ROUNDS.len() {
            judge_groups(board, &influence, &mut by_room);
        }
        for judged in &mut chains {
            let Chain {
                stones: own,
                liberties,
            } = *judged.chain;
            let sum: f32 = liberties.iter().map(|point| influence.at(point)).sum();
            let mean = judged.sign * sum / liberties.len().max(1) as f32;
            let enemies = own.neighbors() & !own & !board.empty();
            let weakest = enemies.iter().map(|point| judged.sign * stones.at(point));
            let of_group = own.first().map_or(0.0, |stone| by_room.at(stone));
            judged.stays = squash(
                of_chain * judged.base
                    + of_influence * mean
                    + of_weakest * weakest.fold(-1.0, f32::max)
                    + of_group,
            );
        }
    }
    let mut owners = Field::ZERO;
    for judged in &chains {
        owners.set(judged.chain.stones, judged.sign * judged.stays);
    }
    for point in &board.empty() {
        owners.set(
            PointSet::only(point),
            squash(TERRITORY * influence.at(point)),
        );
    }
    owners
}

/// Sets in `by_room`, for each stone, what the room of its group adds to the judgment.
fn judge_groups<const W: usize>(board: &Board<W>, influence: &Field<W>, by_room: &mut Field<W>) {
    let empty = board.empty();
    for color in Color::BOTH {
        let is_near = |&point: &Point<W>| color.signed(influence.at(point)) > ROOM_INFLUENCE;
        let stones = board.stones(color);
        let area = stones | empty.iter().filter(is_near).collect();
        let mut left = stones;
        while let Some(first) = left.first() {
            let group = PointSet::only(first).flood(&area);
            let eyes = (group & board.eyes(color)).len();
            let room = (group & empty).len() + EYE_ROOM * eyes;
            let judgment = match eyes {
                0..=1 => BY_ROOM[room.min(BY_ROOM.len() - 1)],
                _ => TWO_EYES,
            };
            by_room.set(group & stones, judgment);
            left &= !group;
        }
    }
}

/// By how much `color` seems to lead, in hundredths of a point and without komi.
pub(super) fn lead<const W: usize>(
    board: &Board<W>,
    to_move: Color,
    color: Color,
    weights: Weights,
) -> i32 {
    let owners = owners(board, to_move);
    let sum = |points: PointSet<W>| points.iter().map(|point| owners.at(point)).sum::<f32>();
    let mut lead = to_move.signed(TURN) + sum(board.empty());
    for (side, weight) in [(color, weights.own), (!color, weights.enemy)] {
        let stones = board.stones(side);
        let all = side.signed(stones.len() as f32);
        lead += all - f32::from(weight) / 100.0 * (all - sum(stones));
    }
    (color.signed(lead) * POINT as f32) as i32
}

/// Fewest stones of a chain for which moves are urgent.
const MIN_STONES: usize = 3;

/// Most positions to read for a chain.
const NODES: u32 = 1_000;

/// The result of reading the chains of a position.
#[derive(Debug)]
pub(super) struct Forced<const W: usize> {
    /// The moves that capture or save a large chain whose fate the next move decides. If there are any, the player chooses
    /// among them.
    pub(super) urgent: PointSet<W>,
    /// The moves that try to capture or save a chain, of any size, in vain.
    pub(super) vain: PointSet<W>,
}

impl<const W: usize> Forced<W> {
    /// Reads chain by chain, until time is over.
    pub(super) fn of(node: &Node<W>, is_late: impl Fn() -> bool) -> Self {
        let chains = read_chains(&node.board, node.to_move, NODES);
        let chains: Vec<_> = chains.take_while(|_| !is_late()).collect();
        let verdict_of = |min_stones| -> Verdict<W> {
            let large = chains
                .iter()
                .filter(|(stones, _)| stones.len() >= min_stones);
            large.map(|&(_, verdict)| verdict).collect()
        };
        Self {
            urgent: verdict_of(MIN_STONES).work,
            vain: verdict_of(1).fail & !captures(&node.board),
        }
    }
}

/// The last liberties of all chains in atari. Moves there may capture something, so they are not in vain.
fn captures<const W: usize>(board: &Board<W>) -> PointSet<W> {
    let mut captures = PointSet::EMPTY;
    for chain in board.chains(board.in_atari()) {
        captures |= chain.liberties;
    }
    captures
}
