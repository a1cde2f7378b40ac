//! From single null-window searches to the exact score and the line of best play; the moves to search, and their order.

use std::cmp::Reverse;
use std::sync::atomic::Ordering;

use tao_rules::game::{Scoring, Suicide, Superko};
use tao_rules::raw::{Board, ByColor, Color, Life, Point, PointMove, PointSet};
use web_time::Instant;

use super::path::{LeadProof, ProofNode, SearchPath};
use super::transposition::{Symmetries, TranspositionTable};
use super::{Budget, Problem, Solution, final_lead, open_points};

/// Nodes between two checks of the clock and the stop flag.
const CHECK_INTERVAL: u64 = 256;

/// Nodes that the line of best play has in any case. Within the budget, it may also take as many as the score took.
const LINE_NODES: u64 = 1_000;

/// Up to this depth both answers are searched at once: with little to search a second search costs more than it saves. Chosen
/// from the depths 0 to 5 by measurements on endings of random games on 9x9 with 6 to 14 open points.
const DEPTH_OF_BOTH: u16 = 3;

/// Greatest depth of a search.
const MAX_DEPTH: u16 = 500;

#[derive(Debug)]
pub struct Solver<'a, const W: usize> {
    pub problem: &'a Problem<'a>,
    budget: &'a Budget<'a>,
    start: Instant,
    root: ProofNode<W>,
    pub symmetries: Symmetries<W>,
    pub table: TranspositionTable<W>,
    pub experience: Experience<W>,
    pub path: SearchPath<W>,
    nodes: u64,
    most_nodes: u64,
    pub is_out: bool,
    /// Lines that the depth limit cut off in this round.
    pub cut_lines: u64,
    /// The side whose proof is searched: `None` for either.
    pub prover: Option<Color>,
}

impl<'a, const W: usize> Solver<'a, W> {
    pub fn new(problem: &'a Problem<'a>, board: Board<W>, budget: &'a Budget<'a>) -> Self {
        let convert =
            |set: PointSet<6>| set.iter().map(|point| Point::new(point.coord())).collect();
        let past = problem.earlier.iter();
        let past: Vec<(ByColor<PointSet<W>>, Color)> = past
            .map(|earlier| (earlier.stones.map(convert), earlier.to_move))
            .collect();
        let sets: Vec<PointSet<W>> = past.iter().flat_map(|(stones, _)| stones.0).collect();
        let symmetries = Symmetries::of(&board, &sets);
        let mut path = SearchPath::new(problem.superko);
        if problem.superko != Superko::Simple {
            for (stones, to_move) in past {
                path.add_common(stones, symmetries.keys_of(stones)[0], to_move);
            }
        }
        let stones = board.stones_by_color();
        let keys = symmetries.keys_of(stones);
        path.add_common(stones, keys[0], problem.to_move);
        Self {
            problem,
            budget,
            start: Instant::now(),
            root: ProofNode {
                board,
                keys,
                to_move: problem.to_move,
                after_pass: problem.passes == 1,
            },
            symmetries,
            table: TranspositionTable::new(budget.table_bytes),
            experience: Experience::new(),
            path,
            nodes: 0,
            most_nodes: budget.nodes,
            is_out: false,
            cut_lines: 0,
            prover: None,
        }
    }

    /// Counts a node. Returns whether the budget is used up.
    pub fn count_node(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes > self.most_nodes {
            self.is_out = true;
        } else if self.nodes.is_multiple_of(CHECK_INTERVAL) {
            let Budget { deadline, stop, .. } = self.budget;
            self.is_out |= deadline.is_some_and(|deadline| Instant::now() >= deadline)
                || stop.is_some_and(|stop| stop.load(Ordering::Relaxed));
        }
        self.is_out
    }

    pub fn solve(mut self) -> Solution {
        let points = (self.root.board.size() * self.root.board.size()) as i32;
        let mut solution = Solution {
            at_least: -points,
            at_most: points,
            komi: self.problem.komi,
            line: Vec::new(),
            nodes: 0,
            time: self.start.elapsed(),
        };
        let is_endless =
            self.problem.superko == Superko::Simple && self.problem.suicide == Suicide::Allowed;
        if self.problem.passes > 1 {
            let lead = final_lead(&self.root.board, self.problem.scoring);
            (solution.at_least, solution.at_most) = (lead, lead);
        } else if !is_endless {
            self.narrow(&mut solution);
            self.find_line(&mut solution);
        }
        solution.nodes = self.nodes;
        solution.time = self.start.elapsed();
        solution
    }

    /// Asks whether Black wins, then whether it is a draw, and then for the exact lead.
    fn narrow(&mut self, solution: &mut Solution) {
        let root = self.root.clone();
        while solution.lead().is_none() {
            let target = next_target(solution);
            let Some(proof) = self.prove(&root, target) else {
                return;
            };
            match proof.by {
                Color::Black => solution.at_least = solution.at_least.max(proof.lead.into()),
                Color::White => solution.at_most = solution.at_most.min(proof.lead.into()),
            }
        }
    }

    /// Deepens the search until it is proven whether Black leads by at least `target`. It looks for either answer at first, and
    /// for one at a time beyond [`DEPTH_OF_BOTH`], where one move refutes the other answer.
    fn prove(&mut self, node: &ProofNode<W>, target: i32) -> Option<LeadProof<W>> {
        for depth in 1..=MAX_DEPTH {
            let provers: &[_] = if depth <= DEPTH_OF_BOTH {
                &[None]
            } else {
                &[Some(Color::Black), Some(Color::White)]
            };
            self.cut_lines = 0;
            for &prover in provers {
                self.prover = prover;
                self.table.round += 1;
                let proof = self.search(node, target, depth);
                if proof.is_some() || self.is_out {
                    return proof;
                }
            }
            if self.cut_lines == 0 {
                return None;
            }
        }
        None
    }

    /// Follows moves that keep the proven score until the rest is settled, or the nodes for it are used up. After the deadline or a
    /// stop, it ends with the next check of both.
    fn find_line(&mut self, solution: &mut Solution) {
        let (least, most) = (LINE_NODES + self.nodes, LINE_NODES + 2 * self.nodes);
        self.most_nodes = self.most_nodes.clamp(least, most);
        self.is_out = false;
        let mut node = Box::new(self.root.clone());
        // What the moves of the line cost.
        let mut cost = 0;
        let points = node.board.size() * node.board.size();
        while solution.line.len() < 4 * points {
            let [worst, best] = [-1, 1].map(|sign| sign * points as i32);
            // The bound that the side to move has proven, as a target.
            let (target, is_known) = match node.to_move {
                Color::Black => (solution.at_least, solution.at_least > worst),
                Color::White => (solution.at_most + 1, solution.at_most < best),
            };
            if !is_known && solution.lead().is_none() {
                break;
            }
            if open_points(&node.board) == 0 {
                break;
            }
            let Some((mv, next)) = self.keeping_move(&node, target + cost) else {
                break;
            };
            cost += self.cost(node.to_move, mv);
            solution.line.push(mv.to_move());
            let Some(next) = next else {
                break;
            };
            if solution.lead().is_none() {
                break;
            }
            self.path.push(&next);
            node = next;
        }
    }

    /// A move that proves the answer that its side wants, and the position after it, unless the game is over.
    fn keeping_move(
        &mut self,
        node: &ProofNode<W>,
        target: i32,
    ) -> Option<(PointMove<W>, Option<Box<ProofNode<W>>>)> {
        let lives = ByColor::from_fn(|color| Life::of(&node.board, color));
        let idle = self.idle(node, &lives);
        let hint = self.hint(node);
        let useful = self.ordered(node, hint, node.board.empty() & !idle, PassMove::Possible);
        let rest = self.ordered(node, hint, idle, PassMove::No);
        for mv in useful.into_iter().chain(rest) {
            if mv == PointMove::Pass && node.after_pass {
                if self.ended(&node.board, target).by == node.to_move {
                    return Some((mv, None));
                }
                continue;
            }
            let Ok(next) = self.play(node, mv) else {
                continue;
            };
            self.path.push(&next);
            let proof = self.prove(&next, target + self.cost(node.to_move, mv));
            self.path.pop();
            if proof?.by == node.to_move {
                return Some((mv, Some(next)));
            }
        }
        None
    }
}

/// The next lead to ask for: first that of a win for Black with the komi, then that of a draw. After that, as most proofs give
/// the exact lead, the one above the lower bound if Black wins, else the upper bound.
fn next_target(solution: &Solution) -> i32 {
    let open = solution.at_least + 1..=solution.at_most;
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a lead beyond any board's is as good"
    )]
    let draw = solution.komi.floor().clamp(-1000.0, 1000.0) as i32;
    let win = draw + 1;
    if open.contains(&win) {
        win
    } else if solution.komi.fract() == 0.0 && open.contains(&draw) {
        draw
    } else if solution.at_least >= win {
        *open.start()
    } else {
        *open.end()
    }
}

/// Statistics of the moves in the positions searched so far.
#[derive(Debug)]
pub struct Experience<const W: usize> {
    /// By color and point, how often a move proved something, more for long proofs.
    history: ByColor<Vec<u32>>,
    /// By number of moves from the root, the last two moves that proved something.
    killers: Vec<[Option<PointMove<W>>; 2]>,
}

/// Whether a pass is among the moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PassMove {
    No,
    Possible,
    /// A pass is among them, and the score of the board as it stands is enough for the side to move.
    Enough,
}

/// The urgencies by which moves are ordered, the highest first.
const FROM_TABLE: u32 = 1 << 30;
const CAPTURE: u32 = 1 << 28;
const KILLER: u32 = 1 << 27;
const PASS_ENOUGH: u32 = 1 << 26;
const ESCAPE: u32 = 1 << 25;
/// Largest count in [`Experience::history`], which is less than any urgency above.
const MOST_HISTORY: u32 = 1 << 24;

impl<const W: usize> Experience<W> {
    pub fn new() -> Self {
        Self {
            history: ByColor::from_fn(|_| vec![0; 64 * W]),
            killers: Vec::new(),
        }
    }

    /// Counts a move that proved something, by the number of moves before it and the height of the proof.
    pub fn note(&mut self, color: Color, mv: PointMove<W>, ply: usize, height: u16) {
        if let PointMove::Play(point) = mv {
            let count = &mut self.history[color][point.number()];
            *count = count
                .saturating_add(1 + u32::from(height))
                .min(MOST_HISTORY);
        }
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [None; 2]);
        }
        let killers = &mut self.killers[ply];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
    }
}

impl<const W: usize> Solver<'_, W> {
    /// The moves of a node at the end of the path: those on `points`, and a pass unless `pass` is [`PassMove::No`]. The move of
    /// the table, `hint`, comes first, then the most promising ones.
    pub fn ordered(
        &self,
        node: &ProofNode<W>,
        hint: Option<PointMove<W>>,
        points: PointSet<W>,
        pass: PassMove,
    ) -> Vec<PointMove<W>> {
        let (board, color) = (&node.board, node.to_move);
        let in_atari = board.in_atari();
        let (own, enemy) = (board.stones(color), board.stones(!color));
        let eyes = board.eyes(color);
        let Experience { history, killers } = &self.experience;
        let killers = killers.get(self.path.len());
        let urgency = |mv: PointMove<W>| {
            let mut urgency = if hint == Some(mv) { FROM_TABLE } else { 0 };
            if killers.is_some_and(|killers| killers.contains(&Some(mv))) {
                urgency |= KILLER;
            }
            match mv {
                PointMove::Play(point) => {
                    let around = PointSet::around(point);
                    if around.intersects(&(in_atari & enemy)) {
                        urgency |= CAPTURE;
                    }
                    if around.intersects(&(in_atari & own)) {
                        urgency |= ESCAPE;
                    }
                    if !eyes.contains(point) {
                        urgency += 1 + history[color][point.number()];
                    }
                }
                PointMove::Pass if pass == PassMove::Enough => urgency |= PASS_ENOUGH,
                PointMove::Pass => {}
            }
            urgency
        };
        let plays = points.iter().map(PointMove::Play);
        let moves = plays.chain((pass != PassMove::No).then_some(PointMove::Pass));
        let mut moves: Vec<(u32, PointMove<W>)> = moves.map(|mv| (urgency(mv), mv)).collect();
        moves.sort_by_key(|&(urgency, _)| Reverse(urgency));
        moves.into_iter().map(|(_, mv)| mv).collect()
    }

    /// By how much a move lessens Black's lead, apart from what it changes on the board.
    pub fn cost(&self, color: Color, mv: PointMove<W>) -> i32 {
        match (self.problem.scoring, mv) {
            (Scoring::Territory, PointMove::Play(_)) => color.signed(1),
            _ => 0,
        }
    }

    /// The points where a move, of either side, changes nothing but whose turn it is and what superko compares, and gains nothing.
    /// By area, the point that the side to move needs to capture dead stones is not among them.
    pub fn idle(&self, node: &ProofNode<W>, lives: &ByColor<Life<W>>) -> PointSet<W> {
        let ProofNode { board, to_move, .. } = node;
        let territory = lives[Color::Black].territory | lives[Color::White].territory;
        let mut idle = territory & board.empty();
        if self.problem.scoring == Scoring::Area
            && let Some(point) = lives[*to_move].capturing_move(board, *to_move)
        {
            idle.remove(point);
        }
        idle
    }
}
