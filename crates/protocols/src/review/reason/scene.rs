//! What a move changed: the positions before and after it with their expected moves and owners.

use super::{Cause, Reason, Stones};
use crate::review::{MoveReview, PositionEvaluation};
use tao_engine::raw::search::Ownership;
use tao_rules::board::{Color, Coord, Move};
use tao_rules::game::{Game, in_seki};
use tao_rules::raw::{AnyBoard, Point, PointSet};

/// The points of a board of any size.
pub(super) type Set = PointSet<6>;

/// The least changes of a point's owner, of 2 in all, that count, from the clearest: the first that explain the loss are taken.
const CHANGES: [f64; 4] = [0.6, 0.4, 0.25, 0.12];

/// The balance of owners, in [-1, 1], from which stones live, or with the opposite sign are dead.
pub(super) const LIFE: f64 = 0.65;

/// The same for stones whose life nobody doubts.
const SURE: f64 = 0.8;

/// A position with what is expected to happen.
pub(super) struct View<'a> {
    pub(super) game: Game,
    owners: &'a Ownership,
    /// The expected moves, the one of the side to move first.
    pub(super) line: Vec<(Color, Move)>,
}

impl<'a> View<'a> {
    fn new(game: Game, evaluation: &'a PositionEvaluation) -> Option<Self> {
        Some(Self {
            game,
            owners: evaluation.ownership.as_ref()?,
            line: evaluation.expected_line(),
        })
    }

    pub(super) fn board(&self) -> &AnyBoard {
        self.game.board()
    }

    /// The first expected move; `None` if it is a pass.
    pub(super) fn first(&self) -> Option<Coord> {
        self.line.first().and_then(|(_, mv)| mv.coord())
    }

    /// The games after each expected move, with the stones that it captured.
    pub(super) fn steps(&self) -> impl Iterator<Item = (Game, Color, Set)> {
        let mut game = self.game.clone();
        let mut moves = self.line.iter();
        std::iter::from_fn(move || {
            let &(color, mv) = moves.next()?;
            let played = game.play_as(color, mv).ok()?;
            let captured = played.captured.into_iter().map(Point::new);
            Some((game.clone(), color, set(captured)))
        })
    }

    /// The stones that the first expected move captures.
    pub(super) fn captured(&self) -> Set {
        let first = self.steps().next();
        first.map_or(Set::EMPTY, |(.., captured)| captured)
    }

    /// The stones and eyes in seki once the expected moves are made and the dead stones are removed.
    fn seki(&self) -> Set {
        let last = self.steps().last();
        let board = last.as_ref().map_or(self.board(), |(end, ..)| end.board());
        let is_dead = |color: Color| {
            let stones = board.stones(color).iter();
            stones.filter(move |point| color.signed(self.owners.balance(point.coord())) < -LIFE)
        };
        let dead = Color::BOTH.into_iter().flat_map(is_dead);
        in_seki(&board.without(set(dead)))
    }
}

/// A move with the positions before and after it.
pub(super) struct Scene<'a> {
    pub(super) review: &'a MoveReview,
    pub(super) player: Color,
    pub(super) before: View<'a>,
    pub(super) after: View<'a>,
    /// The neighboring points that explain most of the loss by their change of owners; empty if none do.
    pub(super) changed: Set,
}

impl<'a> Scene<'a> {
    /// `None` where the owners are unknown, or the move is illegal.
    pub(super) fn new(
        game: &Game,
        review: &'a MoveReview,
        [before, after]: [&'a PositionEvaluation; 2],
    ) -> Option<Self> {
        let (mut game, mut next) = (game.clone(), game.clone());
        next.replay_by_any_rules(review.color, review.mv).ok()?;
        game.set_to_move(review.color);
        next.set_to_move(after.to_move);
        let mut scene = Self {
            review,
            player: review.color,
            before: View::new(game, before)?,
            after: View::new(next, after)?,
            changed: Set::EMPTY,
        };
        scene.changed = scene.explanation();
        Some(scene)
    }

    /// The points that changed most together, if they lost at least half of what the move lost, and not much more: then the move
    /// gained elsewhere.
    fn explanation(&self) -> Set {
        let loss = self.review.loss.points;
        let explains = |part: &Set| (0.5 * loss..=2.0 * loss + 5.0).contains(&self.lost(*part));
        let parts = CHANGES.iter().map(|least| self.most_changed(*least));
        parts.into_iter().find(explains).unwrap_or_default()
    }

    /// Of the points that changed by this much, those that changed most together.
    fn most_changed(&self, least: f64) -> Set {
        let all = Set::full(self.after.game.size());
        let changed = all.iter().filter(|&point| self.change(point) > least);
        let changed = set(changed);
        // Points with one other between them belong together.
        let near = (changed.grown() & all).regions();
        let parts = near.map(|region| region & changed);
        let most = parts.max_by(|one, other| self.lost(*one).total_cmp(&self.lost(*other)));
        most.unwrap_or_default()
    }

    /// From 1 to -1: how surely the player owns a point.
    pub(super) fn owned(&self, view: &View<'_>, point: Point<6>) -> f64 {
        self.player.signed(view.owners.balance(point.coord()))
    }

    /// By how much the player owns a point less than before.
    pub(super) fn change(&self, point: Point<6>) -> f64 {
        self.owned(&self.before, point) - self.owned(&self.after, point)
    }

    /// The points that the player lost among these.
    pub(super) fn lost(&self, points: Set) -> f64 {
        points.iter().map(|point| self.change(point)).sum()
    }

    /// The chains of `color` among the changed points whose owners before the move and after it are such, for the player.
    pub(super) fn stones_where(&self, color: Color, is_such: impl Fn(f64, f64) -> bool) -> Set {
        let board = self.after.board();
        let chains = board.chains(self.changed & board.stones(color));
        let such = chains.filter(|chain| {
            let mean = |view: &View<'_>| {
                let owned = chain.stones.iter().map(|point| self.owned(view, point));
                owned.sum::<f64>() / chain.stones.len() as f64
            };
            is_such(mean(&self.before), mean(&self.after))
        });
        such.fold(Set::EMPTY, |all, chain| all | chain.stones)
    }

    /// Whether stones surely stay in seki: the player's if `sign` is 1, the opponent's if it is -1.
    pub(super) fn is_seki(&self, view: &View<'_>, stones: Set, sign: f64) -> bool {
        let mut owned = stones.iter().map(|point| sign * self.owned(view, point));
        owned.all(|owned| owned > LIFE) && view.seki().intersects(&stones)
    }

    /// Whether stones fill a quarter of the board, and each lives or is dead for sure, before the move and after it.
    pub(super) fn is_endgame(&self) -> bool {
        let all = Set::full(self.before.game.size());
        let stones = all & !self.before.board().empty();
        let owners = stones.iter().map(|point| {
            let [before, after] = [&self.before, &self.after].map(|view| self.owned(view, point));
            before * after
        });
        let is_sure = |product| product > SURE * SURE;
        4 * stones.len() >= all.len() && owners.into_iter().all(is_sure)
    }

    /// The point of the move; `None` for a pass.
    pub(super) fn played(&self) -> Option<Coord> {
        self.review.mv.coord()
    }

    /// The reason with this cause, and the stones and the move that it names.
    pub(super) fn reason(&self, cause: Cause, stones: Option<Stones>, mv: Option<Coord>) -> Reason {
        Reason {
            player: self.player,
            points: self.review.loss.points,
            cause,
            stones,
            mv,
            at: self.played(),
        }
    }
}

/// The set of these points.
pub(super) fn set(points: impl IntoIterator<Item = Point<6>>) -> Set {
    let points = points.into_iter();
    points.fold(Set::EMPTY, |all, point| all | Set::only(point))
}

/// The point as a set.
pub(super) fn only(coord: Coord) -> Set {
    Set::only(Point::new(coord))
}

/// Steps along the lines from one point to another.
pub(super) fn distance(one: Coord, other: Coord) -> usize {
    one.column().abs_diff(other.column()) + one.row().abs_diff(other.row())
}

/// The largest group of these stones near a point, or the largest of all. The stones of a group touch each other, at least at corners.
pub(super) fn largest_group(stones: Set, near: Option<Coord>) -> Set {
    let mut left = stones;
    let groups = std::iter::from_fn(|| {
        let mut group = Set::only(left.first()?);
        while group != group.grown() & stones {
            group = group.grown() & stones;
        }
        left &= !group;
        Some(group)
    });
    let is_near = |group: &Set| near.is_some_and(|near| is_near(near, *group));
    groups
        .max_by_key(|group| (is_near(group), group.len()))
        .unwrap_or_default()
}

/// Whether a point is at most two steps from these stones, in any direction.
pub(super) fn is_near(coord: Coord, stones: Set) -> bool {
    stones.grown().grown().contains(Point::new(coord))
}

/// These stones of one color on a board, named by one of the largest chain; `None` if there are none.
pub(super) fn stones(board: &AnyBoard, points: Set) -> Option<Stones> {
    let largest = board
        .chains(points)
        .max_by_key(|chain| (chain.stones & points).len())?;
    let at = (largest.stones & points).first()?;
    Some(Stones {
        color: board.stone(at)?,
        count: points.len(),
        at: at.coord(),
    })
}
