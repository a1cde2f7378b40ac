//! From single null-window searches to the exact score and the line of best play.

use std::sync::atomic::Ordering;

use web_time::Instant;

use super::keys::Symmetries;
use super::life::{Life, open_points};
use super::moves::{Experience, PassMove, idle};
use super::node::ProofNode;
use super::path::SearchPath;
use super::proof::LeadProof;
use super::transposition::TranspositionTable;
use super::{Budget, Problem, Solution};
use tao_rules::board::{Board, ByColor, Color, Point, PointMove, PointSet, Superko};
use tao_rules::game::Suicide;

/// Nodes between two checks of the clock and the stop flag.
const CHECK_INTERVAL: u64 = 256;

/// Most nodes for the line of best play, in addition to twice the nodes that the score took.
const LINE_NODES: u64 = 1_000;

/// Up to this depth both answers are searched at once: with little to search a second search costs more than it saves. Chosen
/// from the depths 0 to 5 by measurements on endings of random games on 9x9 with 6 to 14 open points.
const DEPTH_OF_BOTH: u16 = 3;

/// Greatest depth of a search.
const MAX_DEPTH: u16 = 500;

#[derive(Debug)]
pub(super) struct Solver<'a, const W: usize> {
    pub(super) problem: &'a Problem<'a>,
    budget: &'a Budget<'a>,
    start: Instant,
    root: ProofNode<W>,
    pub(super) symmetries: Symmetries<W>,
    pub(super) table: TranspositionTable<W>,
    pub(super) experience: Experience<W>,
    pub(super) path: SearchPath<W>,
    nodes: u64,
    most_nodes: u64,
    pub(super) is_out: bool,
    /// Lines that the depth limit cut off in this round.
    pub(super) cut_lines: u64,
    /// The side whose proof is searched: `None` for either.
    pub(super) prover: Option<Color>,
}

impl<'a, const W: usize> Solver<'a, W> {
    pub(super) fn new(problem: &'a Problem<'a>, board: Board<W>, budget: &'a Budget<'a>) -> Self {
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
                path.add_common(stones, symmetries.keys_of(stones).plain(), to_move);
            }
        }
        let stones = board.stones_by_color();
        let keys = symmetries.keys_of(stones);
        path.add_common(stones, keys.plain(), problem.to_move);
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
    pub(super) fn count_node(&mut self) -> bool {
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

    pub(super) fn solve(mut self) -> Solution {
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
            let lead = self.root.board.area().lead();
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
                self.table.next_round();
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

    /// Follows moves that keep the proven score until the rest is settled, or the nodes for it are used up.
    fn find_line(&mut self, solution: &mut Solution) {
        self.most_nodes = self.most_nodes.min(LINE_NODES + 2 * self.nodes);
        let mut node = Box::new(self.root.clone());
        let points = node.board.size() * node.board.size();
        let start = self.path.len();
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
            let Some((mv, next)) = self.keeping_move(&node, target) else {
                break;
            };
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
        while self.path.len() > start {
            self.path.pop();
        }
    }

    /// A move that proves the answer that its side wants, and the position after it, unless the game is over.
    fn keeping_move(
        &mut self,
        node: &ProofNode<W>,
        target: i32,
    ) -> Option<(PointMove<W>, Option<Box<ProofNode<W>>>)> {
        let lives = ByColor::from_fn(|color| Life::of(&node.board, color));
        let idle = idle(&node.board, node.to_move, &lives);
        let hint = self.hint(node);
        let useful = self.ordered(node, hint, node.board.empty() & !idle, PassMove::Possible);
        let rest = self.ordered(node, hint, idle, PassMove::No);
        for mv in useful.into_iter().chain(rest) {
            if mv == PointMove::Pass && node.after_pass {
                if LeadProof::ended(&node.board, target).by == node.to_move {
                    return Some((mv, None));
                }
                continue;
            }
            let Ok(next) = self.play(node, mv) else {
                continue;
            };
            self.path.push(&next);
            let proof = self.prove(&next, target);
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
