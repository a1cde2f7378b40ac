//! One null-window search of a position: does Black lead by at least `target`?

use std::ops::ControlFlow;

use super::final_lead;
use super::path::{LeadProof, NOTHING, NoMove, ProofNode};
use super::solver::{PassMove, Solver};
use super::transposition::{Known, open_key, proof_key, turn_key};
use tao_rules::game::{Suicide, Superko};
use tao_rules::raw::{Board, ByColor, Color, IllegalPlay, Life, PointMove, PointSet};

/// A node that is being searched.
struct Visit<'n, const W: usize> {
    node: &'n ProofNode<W>,
    key: u128,
    /// The symmetry whose image has the key.
    symmetry: usize,
    target: i32,
    depth: u16,
    /// The other side's proof against all moves so far.
    refutation: LeadProof<W>,
    /// Number of moves without a proof.
    open_moves: u64,
    /// The move that leaves the other side without the proof that is looked for.
    denial: Option<PointMove<W>>,
}

impl<const W: usize> Solver<'_, W> {
    /// The answer where the game has ended.
    pub fn ended(&self, board: &Board<W>, target: i32) -> LeadProof<W> {
        let lead = final_lead(board, self.problem.scoring);
        let by = if lead >= target {
            Color::Black
        } else {
            Color::White
        };
        LeadProof::leaf(by, lead as i16)
    }

    /// Searches to `depth` whether Black leads by at least `target`. The path ends with the node.
    pub fn search(&mut self, node: &ProofNode<W>, target: i32, depth: u16) -> Option<LeadProof<W>> {
        if self.count_node() {
            return None;
        }
        let (key, symmetry) = self.key(node);
        let mut visit = Visit {
            node,
            key,
            symmetry,
            target,
            depth,
            refutation: no_refutation(node),
            open_moves: 0,
            denial: None,
        };
        let hint = match self.recall(&visit) {
            ControlFlow::Continue(hint) => hint,
            ControlFlow::Break(answer) => return answer,
        };
        let lives = ByColor::from_fn(|color| Life::of(&node.board, color));
        for color in Color::BOTH {
            let life = &lives[color];
            let proof = self.sure(node, color, life);
            if proof.decides(target) && self.path.allows_filling(&node.board, color, life) {
                self.keep(&visit, &proof, None);
                return Some(proof);
            }
        }
        if depth == 0 {
            self.cut_lines += 1;
            return None;
        }
        let proof = self.look_at_moves(&mut visit, &lives, hint);
        if proof.is_none() && !self.is_out {
            let open = Known::Open {
                target,
                depth,
                round: self.table.round,
            };
            let map = &self.symmetries.images[symmetry];
            let denial = visit.denial.map(|mv| map.mv(mv));
            self.table.store(key ^ open_key(self.prover), open, denial);
        }
        proof
    }

    /// The answer from the table, or else the move that it recommends.
    fn recall(
        &self,
        visit: &Visit<'_, W>,
    ) -> ControlFlow<Option<LeadProof<W>>, Option<PointMove<W>>> {
        let map = &self.symmetries.origins[visit.symmetry];
        let mut hint = None;
        let [black, white] = Color::BOTH.map(proof_key);
        for kind in [black, white, open_key(self.prover)] {
            let Some((known, mv)) = self.table.find(visit.key ^ kind) else {
                continue;
            };
            let is_own = match known {
                Known::Proof(proof) => {
                    let proof = proof.mapped(map);
                    if proof.decides(visit.target) && self.path.allows(&proof) {
                        return ControlFlow::Break(Some(proof));
                    }
                    proof.by == visit.node.to_move
                }
                Known::Open { target, depth, .. } => {
                    if target == visit.target && depth >= visit.depth.max(1) {
                        return ControlFlow::Break(None);
                    }
                    true
                }
            };
            if is_own {
                hint = mv.map(|mv| map.mv(mv)).or(hint);
            }
        }
        ControlFlow::Continue(hint)
    }

    /// Looks for a move with a proof for its side; if there is none, for a proof for the other side.
    fn look_at_moves(
        &mut self,
        visit: &mut Visit<'_, W>,
        lives: &ByColor<Life<W>>,
        hint: Option<PointMove<W>>,
    ) -> Option<LeadProof<W>> {
        let node = visit.node;
        let ProofNode { board, to_move, .. } = node;
        let idle = self.idle(node, lives);
        let pass = if self.ended(board, visit.target).by == *to_move {
            PassMove::Enough
        } else {
            PassMove::Possible
        };
        let moves = self.ordered(node, hint, board.empty() & !idle, pass);
        if let Some(proof) = self.try_moves(visit, &moves) {
            return Some(proof);
        }
        if visit.open_moves == 0 {
            let other = &lives[!*to_move];
            if visit.refutation.uses_ban || !self.path.allows_filling(board, !*to_move, other) {
                let moves = self.ordered(node, hint, idle, PassMove::No);
                if let Some(proof) = self.try_moves(visit, &moves) {
                    return Some(proof);
                }
            } else {
                // The proof includes the other side's answers to moves in its territory.
                visit.refutation.played |= other.territory & !board.stones(!*to_move);
                visit.refutation.captured |= other.territory & board.stones(*to_move);
            }
        }
        if visit.open_moves > 0 {
            return None;
        }
        visit.refutation.height += 1;
        self.keep(visit, &visit.refutation, None);
        Some(visit.refutation)
    }

    /// Looks for a move with a proof for its side, or one that leaves the other side without the proof that is looked for.
    fn try_moves(
        &mut self,
        visit: &mut Visit<'_, W>,
        moves: &[PointMove<W>],
    ) -> Option<LeadProof<W>> {
        let (node, target, depth) = (visit.node, visit.target, visit.depth);
        for &mv in moves {
            if mv == PointMove::Pass && node.after_pass {
                let proof = self.ended(&node.board, target);
                if proof.by == node.to_move {
                    return Some(self.succeed(visit, mv, proof));
                }
                visit.refutation.add(&proof);
                continue;
            }
            let is_denial = self.prover == Some(!node.to_move);
            let next = match self.play(node, mv) {
                Ok(next) => next,
                Err(NoMove::Illegal) => continue,
                Err(NoMove::Repeats(_)) if self.problem.superko == Superko::Simple => {
                    visit.open_moves += 1;
                    if is_denial {
                        return None;
                    }
                    continue;
                }
                Err(NoMove::Repeats(earlier)) => {
                    visit.refutation.uses_ban = true;
                    visit.refutation.relies_on = visit.refutation.relies_on.min(earlier);
                    continue;
                }
            };
            self.path.push(&next);
            let cost = self.cost(node.to_move, mv);
            let answer = self.search(&next, target + cost, depth - 1);
            self.path.pop();
            let Some(mut proof) = answer else {
                visit.open_moves += 1;
                if self.is_out {
                    return None;
                }
                if is_denial {
                    visit.denial = Some(mv);
                    self.experience
                        .note(node.to_move, mv, self.path.len(), depth);
                    return None;
                }
                continue;
            };
            proof.lead -= cost as i16;
            proof.captured |= removed(node, mv, &next);
            if proof.by == node.to_move {
                return Some(self.succeed(visit, mv, proof));
            }
            visit.refutation.add(&proof);
        }
        None
    }

    /// Extends the proof about the position after a move by this move, and keeps it.
    fn succeed(
        &mut self,
        visit: &Visit<'_, W>,
        mv: PointMove<W>,
        mut proof: LeadProof<W>,
    ) -> LeadProof<W> {
        proof.height += 1;
        if let Some(point) = mv.point() {
            proof.played.insert(point);
        }
        self.keep(visit, &proof, Some(mv));
        self.experience
            .note(visit.node.to_move, mv, self.path.len(), proof.height);
        proof
    }

    /// Stores a proof in the table if it holds on other paths as well.
    fn keep(&mut self, visit: &Visit<'_, W>, proof: &LeadProof<W>, mv: Option<PointMove<W>>) {
        if usize::from(proof.relies_on) >= self.path.len() {
            let map = &self.symmetries.images[visit.symmetry];
            let image = LeadProof {
                relies_on: NOTHING,
                ..proof.mapped(map)
            };
            let mv = mv.map(|mv| map.mv(mv));
            let key = visit.key ^ proof_key(proof.by);
            self.table.store(key, Known::Proof(image), mv);
        }
    }

    fn key(&self, node: &ProofNode<W>) -> (u128, usize) {
        let (key, symmetry) = self.symmetries.canonical(&node.keys, node.board.ko());
        let turn = turn_key(node.to_move, node.after_pass);
        (key ^ turn, symmetry)
    }

    /// The first move of the table's proof for the side to move, if there is one.
    pub fn hint(&self, node: &ProofNode<W>) -> Option<PointMove<W>> {
        let (key, symmetry) = self.key(node);
        let (_, mv) = self.table.find(key ^ proof_key(node.to_move))?;
        Some(self.symmetries.origins[symmetry].mv(mv?))
    }

    /// The position after a move that does not end the game. It is on the heap, as lines can be long.
    pub fn play(&self, node: &ProofNode<W>, mv: PointMove<W>) -> Result<Box<ProofNode<W>>, NoMove> {
        let color = node.to_move;
        let legality = mv
            .point()
            .map_or(Ok(()), |point| node.board.legality(color, point));
        let is_suicide = match legality {
            Ok(()) => false,
            Err(IllegalPlay::Suicide(_)) if self.problem.suicide == Suicide::Allowed => true,
            Err(_) => return Err(NoMove::Illegal),
        };
        let mut next = Box::new(ProofNode {
            to_move: !color,
            after_pass: mv == PointMove::Pass,
            ..node.clone()
        });
        let Some(point) = mv.point() else {
            next.board.pass();
            return Ok(next);
        };
        if is_suicide {
            next.board.play_suicide(color, point);
        } else {
            next.board.play_legal(color, point);
        }
        for side in Color::BOTH {
            let changed = node.board.stones(side) ^ next.board.stones(side);
            self.symmetries.toggle(&mut next.keys, side, changed);
        }
        let repeated = self.path.repeated(&next);
        repeated.map_or(Ok(next), |earlier| Err(NoMove::Repeats(earlier)))
    }

    /// What a side gets if it only answers moves in its territory. If it has just passed, the other side may end the game before
    /// the dead stones there are captured. By territory, the answers cost no more than the moves.
    fn sure(&self, node: &ProofNode<W>, color: Color, life: &Life<W>) -> LeadProof<W> {
        let board = &node.board;
        let points = (board.size() * board.size()) as i32;
        let mut lead = 2 * life.points().len() as i32 - points;
        if node.after_pass && node.to_move != color {
            let now = final_lead(board, self.problem.scoring);
            lead = lead.min(color.signed(now));
        }
        let stones = board.stones(Color::Black) | board.stones(Color::White);
        LeadProof {
            captured: stones & !life.stones,
            played: life.territory & !board.stones(color),
            ..LeadProof::leaf(color, color.signed(lead) as i16)
        }
    }
}

/// The other side's proof before any move is looked at.
fn no_refutation<const W: usize>(node: &ProofNode<W>) -> LeadProof<W> {
    LeadProof {
        uses_ban: node.board.ko_retake(node.to_move).is_some(),
        ..LeadProof::leaf(
            !node.to_move,
            match node.to_move {
                Color::Black => i16::MIN,
                Color::White => i16::MAX,
            },
        )
    }
}

/// The points from which a move took stones off the board.
fn removed<const W: usize>(
    node: &ProofNode<W>,
    mv: PointMove<W>,
    next: &ProofNode<W>,
) -> PointSet<W> {
    let mut filled = !node.board.empty();
    if let Some(point) = mv.point() {
        filled.insert(point);
    }
    filled & next.board.empty()
}
