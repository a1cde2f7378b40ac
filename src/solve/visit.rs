//! One null-window search of a position: does Black lead by at least `target`?

use std::ops::ControlFlow;

use super::keys::turn_key;
use super::life::Life;
use super::moves::{Choice, PassMove, idle};
use super::node::{NoMove, Node};
use super::proof::LeadProof;
use super::solver::Solver;
use super::transposition::{Hint, Kind, Known};
use crate::board::{Board, ByColor, Color, IllegalPlay, PointSet, Superko};
use crate::game::Suicide;

/// A node that is being searched.
struct Visit<'n, const W: usize> {
    node: &'n Node<W>,
    key: u128,
    /// The symmetry whose image has the key.
    symmetry: usize,
    target: i32,
    depth: u16,
    /// The other side's proof against all moves so far.
    refutation: LeadProof<W>,
    /// Moves without a proof.
    open_moves: u64,
    /// The move that leaves the other side without the proof that is searched.
    denial: Hint<W>,
}

impl<const W: usize> LeadProof<W> {
    /// The answer where the game has ended.
    pub(super) fn ended(board: &Board<W>, target: i32) -> Self {
        let lead = board.area().lead();
        let by = if lead >= target {
            Color::Black
        } else {
            Color::White
        };
        Self::leaf(by, lead)
    }
}

impl<const W: usize> Solver<'_, W> {
    /// Searches to `depth` whether Black leads by at least `target`. The path ends with the node.
    pub(super) fn search(
        &mut self,
        node: &Node<W>,
        target: i32,
        depth: u16,
    ) -> Option<LeadProof<W>> {
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
            denial: Hint::None,
        };
        let hint = match self.recall(&visit) {
            ControlFlow::Continue(hint) => hint,
            ControlFlow::Break(answer) => return answer,
        };
        let lives = ByColor::from_fn(|color| Life::of(&node.board, color));
        for color in Color::BOTH {
            let life = &lives[color];
            let proof = sure(node, color, life);
            if proof.decides(target) && self.path.allows_filling(&node.board, color, life) {
                self.keep(&visit, &proof, Hint::None);
                return Some(proof);
            }
        }
        if depth == 0 {
            self.cut_lines += 1;
            return None;
        }
        let proof = self.look_at_moves(&mut visit, &lives, hint);
        if proof.is_none() && !self.is_out() {
            let open = Known::Open {
                prover: self.prover,
                target,
                depth,
            };
            let denial = self.image_of_move(visit.denial, symmetry);
            self.table.store(key, &open, denial);
        }
        proof
    }

    /// The answer from the table, or else the move that it recommends.
    fn recall(&self, visit: &Visit<'_, W>) -> ControlFlow<Option<LeadProof<W>>, Hint<W>> {
        let symmetry = visit.symmetry;
        let mut hint = Hint::None;
        for kind in [Kind::Black, Kind::White, Kind::Open(self.prover)] {
            let Some((known, mv)) = self.table.find(visit.key, kind) else {
                continue;
            };
            let is_own = match known {
                Known::LeadProof(proof) => {
                    let proof = self.original(proof, symmetry);
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
            if is_own && mv != Hint::None {
                hint = self.original_move(mv, symmetry);
            }
        }
        ControlFlow::Continue(hint)
    }

    /// Looks for a move that proves what its side wants; if there is none, for the other side's proof.
    fn look_at_moves(
        &mut self,
        visit: &mut Visit<'_, W>,
        lives: &ByColor<Life<W>>,
        hint: Hint<W>,
    ) -> Option<LeadProof<W>> {
        let Node { board, to_move, .. } = visit.node;
        let idle = idle(board, *to_move, lives);
        let is_enough = LeadProof::ended(board, visit.target).by == *to_move;
        let choice = Choice {
            board,
            color: *to_move,
            hint,
            ply: self.path.len(),
        };
        let pass = if is_enough {
            PassMove::Enough
        } else {
            PassMove::Possible
        };
        let useful = board.empty() & !idle;
        let moves = self.experience.ordered(&choice, useful, pass);
        if let Some(proof) = self.try_moves(visit, &moves) {
            return Some(proof);
        }
        if visit.open_moves == 0 {
            let other = &lives[!*to_move];
            if visit.refutation.uses_ban || !self.path.allows_filling(board, !*to_move, other) {
                let moves = self.experience.ordered(&choice, idle, PassMove::No);
                if let Some(proof) = self.try_moves(visit, &moves) {
                    return Some(proof);
                }
            } else {
                // The answers to moves there.
                visit.refutation.played |= other.territory & !board.stones(!*to_move);
                visit.refutation.captured |= other.territory & board.stones(*to_move);
            }
        }
        if visit.open_moves > 0 {
            return None;
        }
        visit.refutation.height += 1;
        self.keep(visit, &visit.refutation, Hint::None);
        Some(visit.refutation)
    }

    /// Looks for a move that proves what its side wants, or that leaves the other side without the proof that is looked
    /// for.
    fn try_moves(&mut self, visit: &mut Visit<'_, W>, moves: &[Hint<W>]) -> Option<LeadProof<W>> {
        let Visit {
            node,
            target,
            depth,
            ..
        } = *visit;
        for &mv in moves {
            if mv == Hint::Pass && node.after_pass {
                let proof = LeadProof::ended(&node.board, target);
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
                Err(NoMove::Repeats(repetition)) => {
                    visit.refutation.uses_ban = true;
                    let relies_on = &mut visit.refutation.relies_on;
                    *relies_on = (*relies_on).min(repetition.of);
                    continue;
                }
            };
            self.path.push(&next.board, next.keys.plain(), next.to_move);
            let answer = self.search(&next, target, depth - 1);
            self.path.pop();
            let Some(mut proof) = answer else {
                visit.open_moves += 1;
                if self.is_out() {
                    return None;
                }
                if is_denial {
                    visit.denial = mv;
                    self.experience
                        .note(node.to_move, mv, self.path.len(), depth);
                    return None;
                }
                continue;
            };
            proof.captured |= removed(node, mv, &next);
            if proof.by == node.to_move {
                return Some(self.succeed(visit, mv, proof));
            }
            visit.refutation.add(&proof);
        }
        None
    }

    /// The proof by a move from the proof of what comes after it.
    fn succeed(
        &mut self,
        visit: &Visit<'_, W>,
        mv: Hint<W>,
        mut proof: LeadProof<W>,
    ) -> LeadProof<W> {
        proof.height += 1;
        if let Some(point) = mv.point() {
            proof.played.insert(point);
        }
        self.keep(visit, &proof, mv);
        self.experience
            .note(visit.node.to_move, mv, self.path.len(), proof.height);
        proof
    }

    /// Keeps a proof that holds on other paths as well.
    fn keep(&mut self, visit: &Visit<'_, W>, proof: &LeadProof<W>, mv: Hint<W>) {
        if proof.relies_on < self.path.len() {
            return;
        }
        let symmetry = visit.symmetry;
        let image = LeadProof {
            captured: self.symmetries.image(proof.captured, symmetry),
            played: self.symmetries.image(proof.played, symmetry),
            ..*proof
        };
        let mv = self.image_of_move(mv, symmetry);
        self.table.store(visit.key, &Known::LeadProof(image), mv);
    }

    fn image_of_move(&self, mv: Hint<W>, symmetry: usize) -> Hint<W> {
        match mv {
            Hint::Play(point) => Hint::Play(self.symmetries.image_of(point, symmetry)),
            Hint::Pass | Hint::None => mv,
        }
    }

    fn original(&self, proof: LeadProof<W>, symmetry: usize) -> LeadProof<W> {
        LeadProof {
            captured: self.symmetries.origin(proof.captured, symmetry),
            played: self.symmetries.origin(proof.played, symmetry),
            ..proof
        }
    }

    fn original_move(&self, mv: Hint<W>, symmetry: usize) -> Hint<W> {
        match mv {
            Hint::Play(point) => Hint::Play(self.symmetries.origin_of(point, symmetry)),
            Hint::Pass | Hint::None => mv,
        }
    }

    fn key(&self, node: &Node<W>) -> (u128, usize) {
        let (key, symmetry) = self.symmetries.canonical(&node.keys, node.board.ko());
        let turn = turn_key(node.to_move, node.after_pass.into());
        (key ^ turn, symmetry)
    }

    /// The move that proved most about a position, as far as the table knows.
    pub(super) fn hint(&self, node: &Node<W>) -> Hint<W> {
        let (key, symmetry) = self.key(node);
        let kind = match node.to_move {
            Color::Black => Kind::Black,
            Color::White => Kind::White,
        };
        let found = self.table.find(key, kind);
        found.map_or(Hint::None, |(_, mv)| self.original_move(mv, symmetry))
    }

    /// The position after a move that does not end the game. It is on the heap, as lines can be long.
    pub(super) fn play(&self, node: &Node<W>, mv: Hint<W>) -> Result<Box<Node<W>>, NoMove> {
        let color = node.to_move;
        let Some(point) = mv.point() else {
            let mut next = Box::new(Node {
                to_move: !color,
                after_pass: true,
                ..node.clone()
            });
            next.board.pass();
            return Ok(next);
        };
        let is_suicide = match node.board.legality(color, point) {
            Ok(()) => false,
            Err(IllegalPlay::Suicide(_)) if self.problem.suicide == Suicide::Allowed => true,
            Err(_) => return Err(NoMove::Illegal),
        };
        let mut next = Box::new(Node {
            to_move: !color,
            after_pass: false,
            ..node.clone()
        });
        if is_suicide {
            next.board.play_suicide(color, point);
        } else {
            next.board.play_legal(color, point);
        }
        for side in Color::BOTH {
            let [before, after] = [&node.board, &next.board].map(|board| board.stones(side));
            let changed = (before & !after) | (after & !before);
            self.symmetries.toggle(&mut next.keys, side, changed);
        }
        match self.path.repetition(next.keys.plain(), next.to_move) {
            Some(repetition) => Err(NoMove::Repeats(repetition)),
            None => Ok(next),
        }
    }
}

/// The other side's proof before any move is looked at.
fn no_refutation<const W: usize>(node: &Node<W>) -> LeadProof<W> {
    LeadProof {
        uses_ban: node.board.ko_retake(node.to_move).is_some(),
        ..LeadProof::leaf(
            !node.to_move,
            match node.to_move {
                Color::Black => i32::MIN,
                Color::White => i32::MAX,
            },
        )
    }
}

/// What a side gets without a further move but answers in its territory. After its pass the other side may end the game
/// before it has captured there.
fn sure<const W: usize>(node: &Node<W>, color: Color, life: &Life<W>) -> LeadProof<W> {
    let board = &node.board;
    let points = (board.size() * board.size()) as i32;
    let mut lead = 2 * life.points().len() as i32 - points;
    if node.after_pass && node.to_move != color {
        let now = board.area().lead();
        lead = lead.min(color.signed(now));
    }
    let stones = board.stones(Color::Black) | board.stones(Color::White);
    LeadProof {
        captured: stones & !life.stones,
        played: life.territory & !board.stones(color),
        ..LeadProof::leaf(color, color.signed(lead))
    }
}

/// The points from which a move took stones off the board.
fn removed<const W: usize>(node: &Node<W>, mv: Hint<W>, next: &Node<W>) -> PointSet<W> {
    let mut filled = !node.board.empty();
    if let Some(point) = mv.point() {
        filled.insert(point);
    }
    filled & next.board.empty()
}
