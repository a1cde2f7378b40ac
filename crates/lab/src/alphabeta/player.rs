//! The search: alpha-beta with null windows, deepened move by move, with a table of positions. The low bits of a key pick an entry of
//! the table, and the whole key is compared.

use std::cmp::Reverse;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tao_engine::raw::candidates::{LineRules, LineState, LineTables};
use tao_engine::raw::search::{
    Detail, MoveStats, Observer, OutcomeStatistics, Ownership, Report, Request, Snapshot,
};
use tao_rules::cpu::split_mix;
use tao_rules::game::Superko;
use tao_rules::raw::hash::key;
use tao_rules::raw::{Board, Color, Coord, Move, Point, PointMove, PointSet};
use web_time::Instant;

use super::estimate::{Forced, POINT, Weights, lead, owners};
use super::{AlphaBeta, win_rate};

/// Nodes between two looks at the clock.
const CHECK_INTERVAL: u64 = 64;

/// More than any value.
const INFINITE: i32 = i32::MAX;

/// The limit to which the komi is cut, in points. It decides every game.
const MOST_KOMI: f64 = 10_000.0;

/// A move to look at, with its value for the side that makes it.
#[derive(Clone, Copy, Debug)]
struct Child<const W: usize> {
    mv: PointMove<W>,
    value: i32,
    /// Positions evaluated for it.
    nodes: u64,
}

pub(super) struct Player<'a, 'o, const W: usize> {
    settings: &'a AlphaBeta,
    request: &'a Request,
    /// White's compensation, with that for the stones played before the root.
    komi: f64,
    /// Most positions to evaluate, at least 1.
    most_nodes: u64,
    start: Instant,
    deadline: Option<Instant>,
    /// Ends the search when another thread sets it.
    stop: &'a AtomicBool,
    observer: &'a mut Observer<'o>,
    /// Time since the start when the observer is shown the search.
    due: Option<Duration>,
    tables: LineTables<W>,
    root: Node<W>,
    weights: Weights,
    table: Table<W>,
    /// The keys of the positions from the root to the one that is searched.
    path: Vec<u64>,
    /// The moves of the position to search.
    moves: Vec<Child<W>>,
    nodes: u64,
    depth: u16,
    next_check: u64,
    is_out: bool,
}

impl<'a, 'o, const W: usize> Player<'a, 'o, W> {
    pub(super) fn new(
        settings: &'a AlphaBeta,
        request: &'a Request,
        most_nodes: u64,
        table_bytes: usize,
        stop: &'a AtomicBool,
        observer: &'a mut Observer<'o>,
    ) -> Self {
        let start = Instant::now();
        let board = request.board.convert::<W>();
        let distance = settings.distance;
        let tables = LineTables::new(board.size(), LineRules::Near { distance });
        let root = Node {
            near: LineState::new(&tables, &board, 0),
            hash: board.hash(),
            to_move: request.to_move,
            passes: u8::from(request.recent_moves[0] == Some(Move::Pass)),
            extra_stones: 0,
            stone_cost: request.counts_stones.into(),
            board,
        };
        let mut player = Self {
            settings,
            request,
            komi: request.komi + f64::from(request.extra_stones),
            most_nodes: most_nodes.max(1),
            start,
            deadline: (request.limit.time).and_then(|time| start.checked_add(time.target)),
            stop,
            due: observer.interval.and(observer.first.or(observer.interval)),
            observer,
            tables,
            weights: Weights::EVEN,
            table: Table::new(table_bytes * usize::from(settings.table)),
            path: vec![root.superko_key(request.superko.rule)],
            moves: Vec::new(),
            nodes: 0,
            depth: 1,
            next_check: CHECK_INTERVAL,
            is_out: false,
            root,
        };
        let is_ahead = player.evaluate(&player.root) >= settings.alert * POINT;
        player.weights = if is_ahead {
            settings.ahead
        } else {
            settings.behind
        };
        player
    }

    /// Runs the search. If there is only one move, it is not searched ahead.
    pub(super) fn run(mut self) -> Report {
        let root = self.root.clone();
        self.moves = self.children(&root, self.root_points(), None, INFINITE);
        while self.depth < self.settings.depth && self.moves.len() > 1 && !self.is_out {
            self.deepen(&root);
        }
        let snapshot = self.snapshot();
        // The search is over: whether the observer wants more does not matter.
        let _ = (self.observer.show)(&snapshot);
        let exact = self.request.exact.clone().filter(|exact| exact.is_proven);
        Report {
            is_solved: exact.is_some(),
            exact,
            playouts: self.nodes,
            time: self.start.elapsed(),
            memory: self.table.bytes(),
            ..Report::new(snapshot)
        }
    }

    /// Searches all moves one move deeper than before, the best so far first.
    fn deepen(&mut self, root: &Node<W>) {
        let depth = self.depth + 1;
        let mut best = -INFINITE;
        for index in 0..self.moves.len() {
            let before = self.nodes;
            let value = self.value_of(root, self.moves[index].mv, depth, (best, INFINITE));
            if self.is_out {
                return;
            }
            let searched = &mut self.moves[index];
            searched.nodes += self.nodes - before;
            searched.value = value;
            if value > best {
                best = value;
                self.moves[..=index].rotate_right(1);
            }
        }
        self.moves.sort_by_key(|searched| Reverse(searched.value));
        self.depth = depth;
    }

    /// The value of a legal move for its side, searched to a depth of at least 2: by a null window first, unless it is the
    /// first move. The value is meaningless once the search is out of its budget; the same holds for [`search`](Self::search).
    fn value_of(
        &mut self,
        node: &Node<W>,
        mv: PointMove<W>,
        depth: u16,
        (alpha, beta): (i32, i32),
    ) -> i32 {
        let next = node.after(mv, &self.tables);
        self.path.push(next.superko_key(self.request.superko.rule));
        let mut value = alpha + 1;
        if alpha > -INFINITE {
            value = -self.search(&next, depth - 1, (-alpha - 1, -alpha));
        }
        if value > alpha && value < beta {
            value = -self.search(&next, depth - 1, (-beta, -alpha));
        }
        self.path.pop();
        value
    }

    /// The value of a position for the side to move; a bound where it is outside of the window.
    fn search(&mut self, node: &Node<W>, depth: u16, (alpha, beta): (i32, i32)) -> i32 {
        if node.is_over() {
            return self.evaluate(node);
        }
        self.check();
        let key = node.key();
        let known = self.table.find(key).copied();
        if let Some(known) = known
            && known.depth >= depth
            && known.decides(alpha, beta)
        {
            return known.value;
        }
        let enough = if depth == 1 { beta } else { INFINITE };
        let hint = known.map(|known| known.best);
        let mut best = (-INFINITE, PointMove::Pass);
        for Child { mv, mut value, .. } in self.children(node, self.points(node), hint, enough) {
            if depth > 1 {
                value = self.value_of(node, mv, depth, (alpha.max(best.0), beta));
            }
            if self.is_out {
                return 0;
            }
            if value > best.0 {
                best = (value, mv);
            }
            if value >= beta {
                break;
            }
        }
        let (value, best) = best;
        let bound = match value {
            _ if value >= beta => Bound::AtLeast,
            _ if value <= alpha => Bound::AtMost,
            _ => Bound::Exact,
        };
        self.table.store(Entry {
            key,
            value,
            depth,
            bound,
            best,
        });
        value
    }

    /// The moves to look at, each with the evaluation after it for its side, the best first. They are at least one, and at most
    /// the width and, late in the game, a pass. Some are missing if the search is out of its budget or a value reaches
    /// `enough`.
    fn children(
        &mut self,
        node: &Node<W>,
        points: PointSet<W>,
        hint: Option<PointMove<W>>,
        enough: i32,
    ) -> Vec<Child<W>> {
        let hint = hint.and_then(PointMove::point).map(PointSet::only);
        let first = points & hint.unwrap_or_default();
        let child = |mv, value| Child {
            mv,
            value,
            nodes: 1,
        };
        let mut points: Vec<Point<W>> = first.iter().chain(&(points & !first)).collect();
        let is_root = self.path.len() == 1;
        if is_root {
            points.sort_by_key(|point| self.chance(PointMove::Play(*point)));
        }
        let mut children = Vec::new();
        for point in points {
            let next = node.after(PointMove::Play(point), &self.tables);
            if self.is_repetition(&next) {
                continue;
            }
            if !self.count() {
                break;
            }
            let value = -self.evaluate(&next);
            children.push(child(PointMove::Play(point), value));
            self.is_out |= is_root && self.is_late();
            if value >= enough || self.is_out {
                break;
            }
        }
        children.sort_by_key(|it| (Reverse(it.value), self.chance(it.mv)));
        children.truncate(self.settings.width);
        let may_pass = self.permits(node, Move::Pass)
            && (node.passes > 0 || node.board.is_more_than_half_full());
        if children.is_empty() || may_pass && self.count() {
            let next = node.after(PointMove::Pass, &self.tables);
            children.push(child(PointMove::Pass, -self.evaluate(&next)));
            children.sort_by_key(|it| Reverse(it.value));
        }
        children
    }

    /// The points to look at: near a stone, legal and no own eyes. If there are none, all points that are legal and no own
    /// eyes.
    fn points(&self, node: &Node<W>) -> PointSet<W> {
        let playable = node.board.playable(node.to_move);
        let near = self.permitted(node, playable & node.near.candidates(&self.tables));
        if near.is_empty() {
            return self.permitted(node, playable);
        }
        near
    }

    /// The points to look at in the root, without those that superko forbids: the urgent ones if there are any, else all but
    /// the vain ones if there are others.
    fn root_points(&self) -> PointSet<W> {
        let root = &self.root;
        let forced = Forced::of(root, || self.is_late());
        let is_new = |&point: &Point<W>| {
            !self.is_repetition(&root.after(PointMove::Play(point), &self.tables))
        };
        let legal = self.permitted(root, root.board.legal(root.to_move));
        let legal: PointSet<W> = legal.iter().filter(is_new).collect();
        let playable = legal & root.board.playable(root.to_move);
        let near = playable & root.near.candidates(&self.tables);
        let choices = [
            near & forced.urgent,
            near & !forced.vain,
            near,
            playable,
            legal,
        ];
        let some = choices.into_iter().find(|points| !points.is_empty());
        some.unwrap_or_default()
    }

    /// Decides among moves of the same value, and which ones are looked at first at the root, where the budget may not be
    /// enough for all.
    fn chance(&self, mv: PointMove<W>) -> u64 {
        let number = mv.point().map_or(0, |point| 1 + point.number() as u64);
        split_mix(self.request.seed, number)
    }

    fn permitted(&self, node: &Node<W>, points: PointSet<W>) -> PointSet<W> {
        let may_play = |point: &Point<W>| self.permits(node, Move::Play(point.coord()));
        points.iter().filter(may_play).collect()
    }

    fn permits(&self, node: &Node<W>, mv: Move) -> bool {
        let before = self.path.len() - 1;
        let restrictions = self.request.restrictions.iter();
        let mut in_force = restrictions.filter(|restriction| before < restriction.depth);
        in_force.all(|restriction| restriction.permits(node.to_move, mv))
    }

    fn is_repetition(&self, next: &Node<W>) -> bool {
        let superko = &self.request.superko;
        let key = next.superko_key(superko.rule);
        superko.rule != Superko::Simple && (self.path.contains(&key) || superko.keys.contains(&key))
    }

    /// The evaluation for the side to move: the score where the game is over.
    fn evaluate(&self, node: &Node<W>) -> i32 {
        let (own, board) = (self.request.to_move, &node.board);
        let lead = if node.is_over() {
            own.signed(board.area().lead() * POINT)
        } else {
            lead(board, node.to_move, own, self.weights)
        };
        let komi = self.komi + f64::from(node.extra_stones);
        let komi = komi.clamp(-MOST_KOMI, MOST_KOMI) * f64::from(POINT);
        let ahead = lead - own.signed(komi.round() as i32);
        if node.to_move == own { ahead } else { -ahead }
    }

    /// Counts an evaluated position if the budget allows it. Returns whether it does.
    fn count(&mut self) -> bool {
        self.is_out |= self.nodes >= self.most_nodes;
        self.nodes += u64::from(!self.is_out);
        !self.is_out
    }

    /// Looks at the clock, the flag and the observer from time to time.
    fn check(&mut self) {
        if self.nodes < self.next_check {
            return;
        }
        self.next_check = self.nodes + CHECK_INTERVAL;
        self.is_out |= self.is_late();
        let elapsed = self.start.elapsed();
        if self.due.is_some_and(|due| elapsed >= due) {
            let interval = self.observer.interval;
            self.due = interval.map(|interval| elapsed.saturating_add(interval));
            let snapshot = self.snapshot();
            self.is_out |= (self.observer.show)(&snapshot).is_break();
        }
    }

    /// Whether the time is over or the flag is set.
    fn is_late(&self) -> bool {
        self.deadline.is_some_and(|end| Instant::now() >= end) || self.stop.load(Ordering::Relaxed)
    }

    /// The moves of the root, the best first. For all but the best one the points are an upper bound.
    fn snapshot(&self) -> Snapshot {
        let request = self.request;
        let owners = owners(&self.root.board, self.root.to_move);
        let owner = |coord| owners.at(Point::new(coord));
        let shares: Vec<f32> = Coord::all(self.root.board.size()).map(owner).collect();
        let outcomes = |points: f64, detail: Detail| {
            (request.detail >= detail).then(|| OutcomeStatistics {
                games: 1,
                lead: request.komi + request.to_move.signed(points),
                deviation: 0.0,
                ownership: (request.detail >= Detail::Ownership)
                    .then(|| Ownership::of_shares(request.board.size(), &shares)),
            })
        };
        let best = self.moves.first().map_or(0, |best| best.value);
        let points = |value: i32| f64::from(value.min(best)) / f64::from(POINT);
        let mut moves = self.moves.clone();
        moves.sort_by_key(|root| Reverse(root.value.min(best)));
        let moves = moves.into_iter().map(|root| {
            let points = points(root.value);
            MoveStats {
                win_rate: win_rate(points),
                lower_bound: win_rate(points),
                variation: self.line(root.mv).into_iter().map(|mv| (mv, 1)).collect(),
                outcomes: outcomes(points, Detail::OwnershipByMove),
                ..MoveStats::new(root.mv.to_move(), root.nodes)
            }
        });
        let mut snapshot = Snapshot {
            to_move: request.to_move,
            komi: request.komi,
            visits: self.nodes,
            win_rate: win_rate(points(best)),
            moves: moves.collect(),
            outcomes: outcomes(points(best), Detail::Score),
        };
        if let Some(exact) = &request.exact {
            snapshot.show_exact(exact);
        }
        snapshot
    }

    /// The line that is expected after a move, as far as the table knows it.
    fn line(&self, mv: PointMove<W>) -> Vec<Move> {
        let mut line = vec![mv.to_move()];
        let mut node = self.root.after(mv, &self.tables);
        while let Some(known) = self.table.find(node.key())
            && line.len() < usize::from(self.depth)
            && !node.is_over()
        {
            let mut points = known.best.point().into_iter();
            if points.any(|point| !node.board.is_legal(node.to_move, point)) {
                break;
            }
            line.push(known.best.to_move());
            node = node.after(known.best, &self.tables);
        }
        line
    }
}

/// Seed of the random numbers for the parts of a key besides the stones.
const SEED: u64 = 0x0061_6c70_6861;

#[derive(Clone, Debug)]
pub(super) struct Node<const W: usize> {
    pub(super) board: Board<W>,
    /// The points that are near a stone.
    pub(super) near: LineState<W>,
    /// The hash of the stones.
    pub(super) hash: u64,
    pub(super) to_move: Color,
    /// Passes in a row before the position.
    pub(super) passes: u8,
    /// Black's stones minus White's that were played since the root, if stones count; else 0.
    pub(super) extra_stones: i32,
    /// What a played stone adds to `extra_stones`: 1 if stones count, else 0.
    pub(super) stone_cost: i32,
}

impl<const W: usize> Node<W> {
    /// The position after a legal move.
    #[expect(
        clippy::unnecessary_box_returns,
        reason = "a position is too large for the stack of each depth"
    )]
    pub(super) fn after(&self, mv: PointMove<W>, tables: &LineTables<W>) -> Box<Self> {
        let mut next = Box::new(self.clone());
        next.to_move = !self.to_move;
        let Some(point) = mv.point() else {
            next.board.pass();
            next.passes += 1;
            return next;
        };
        next.passes = 0;
        next.extra_stones += self.to_move.signed(self.stone_cost);
        next.board.play_legal(self.to_move, point);
        next.near.play(tables, point);
        for side in Color::BOTH {
            for changed in &(self.board.stones(side) ^ next.board.stones(side)) {
                next.hash ^= key(side, changed);
            }
        }
        next
    }

    /// Whether two passes have ended the game.
    pub(super) const fn is_over(&self) -> bool {
        self.passes > 1
    }

    /// The key by which superko compares positions.
    pub(super) const fn superko_key(&self, superko: Superko) -> u64 {
        superko.key(self.hash, self.to_move)
    }

    /// The key of the position in the table: the stones, the side to move, the ko, whether a pass would end the game, and
    /// `extra_stones`.
    pub(super) fn key(&self) -> u64 {
        let ko = self.board.ko().map_or(0, |ko| 1 + ko.number());
        let rest = (ko * 4 + 2 * usize::from(self.passes > 0)) + self.to_move as usize;
        let extra_stones = u64::from(self.extra_stones.cast_unsigned()) << u32::BITS;
        self.hash ^ split_mix(SEED, (rest as u64 + 1).wrapping_add(extra_stones))
    }
}

/// Whether a value is that of the position or a bound of it.
#[derive(Clone, Copy, Debug)]
pub(super) enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry<const W: usize> {
    pub(super) key: u64,
    pub(super) value: i32,
    pub(super) depth: u16,
    pub(super) bound: Bound,
    pub(super) best: PointMove<W>,
}

impl<const W: usize> Entry<W> {
    /// Whether the value is all that a search with this window asks for.
    pub(super) const fn decides(&self, alpha: i32, beta: i32) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::AtLeast => self.value >= beta,
            Bound::AtMost => self.value <= alpha,
        }
    }
}

/// Most entries, enough for some seconds of search on one core.
const MOST_ENTRIES: usize = 1 << 17;

#[derive(Debug)]
pub(super) struct Table<const W: usize>(Vec<Option<Entry<W>>>);

impl<const W: usize> Table<W> {
    /// A table with at most this number of bytes, but at least one entry.
    pub(super) fn new(bytes: usize) -> Self {
        let fitting = bytes / size_of::<Option<Entry<W>>>();
        Self(vec![None; 1 << fitting.clamp(1, MOST_ENTRIES).ilog2()])
    }

    pub(super) const fn bytes(&self) -> usize {
        self.0.len() * size_of::<Option<Entry<W>>>()
    }

    const fn index(&self, key: u64) -> usize {
        key as usize & (self.0.len() - 1)
    }

    pub(super) fn find(&self, key: u64) -> Option<&Entry<W>> {
        let entry = self.0[self.index(key)].as_ref();
        entry.filter(|entry| entry.key == key)
    }

    /// Stores an entry, replacing whatever is in its place.
    pub(super) fn store(&mut self, entry: Entry<W>) {
        let index = self.index(entry.key);
        self.0[index] = Some(entry);
    }
}
