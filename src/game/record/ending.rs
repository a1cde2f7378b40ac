//! The end of a game: passes, disputes about it, and what stones cost until then.

use super::Game;
use crate::board::{ByColor, Color, Move};
use crate::game::position::Position;
use crate::game::{DeadStones, Scoring};

/// Moves for every point of the board after which a game is long. Reasonable games have about one; one that captures and
/// refills the whole board twice still has less.
const LONG_GAME: usize = 3;

impl Game {
    /// Returns the last move since the game was resumed, if there is one.
    #[must_use]
    pub fn last_move(&self) -> Option<Move> {
        self.moves_since_resumed().last().map(|&(_, mv)| mv)
    }

    /// Returns the last `N` moves since the game was resumed, the latest first, as far as there are so many.
    #[must_use]
    pub fn recent_moves<const N: usize>(&self) -> [Option<Move>; N] {
        let mut moves = self.moves_since_resumed().iter().rev();
        std::array::from_fn(|_| moves.next().map(|&(_, mv)| mv))
    }

    /// Whether two passes in a row have ended the game.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.passes() >= 2
    }

    /// Whether so many moves have been made that the game may never end.
    #[must_use]
    pub fn is_long(&self) -> bool {
        self.moves.len() >= LONG_GAME * self.size() * self.size()
    }

    /// The number of passes in a row at the end, since the game was resumed: two end it.
    #[must_use]
    pub fn passes(&self) -> usize {
        let moves = self.moves_since_resumed().iter().rev();
        moves.take_while(|(_, mv)| *mv == Move::Pass).count()
    }

    fn moves_since_resumed(&self) -> &[(Color, Move)] {
        &self.moves[self.passes_count_from()..]
    }

    /// Number of moves before which passes do not help to end the game.
    fn passes_count_from(&self) -> usize {
        let resumed_at = self.resumed_at.last().copied().unwrap_or(0);
        resumed_at.max(self.passes_from)
    }

    /// The game as it is to be played out. Where dead stones are removed by agreement, whoever disagrees may still capture them:
    /// the passes so far do not help to end it.
    #[must_use]
    pub fn without_agreement(&self) -> Self {
        match self.dead_stones() {
            DeadStones::Removed => self.without_passes(),
            DeadStones::Stay => self.clone(),
        }
    }

    /// The same game as if the passes at its end, if there are any, were none: it takes two more to end it, and the rules are
    /// the same.
    #[must_use]
    pub fn without_passes(&self) -> Self {
        let mut game = self.clone();
        if game.passes() > 0 {
            game.passes_from = game.moves.len();
        }
        game
    }

    /// Resumes a finished, disputed game: from now on [dead stones](Self::dead_stones) must be captured.
    pub fn resume(&mut self) {
        self.resume_at(self.moves.len());
    }

    /// Resumes the game as [`resume`](Self::resume) did after so many of its moves, if two passes had ended it then.
    pub(crate) fn resume_at(&mut self, moves: usize) {
        let since = self.moves.get(self.passes_count_from()..moves);
        if let Some([.., (_, Move::Pass), (_, Move::Pass)]) = since {
            self.resumed_at.push(moves);
        }
    }

    /// Numbers of moves after which the game was [resumed](Self::resume), in their order.
    #[must_use]
    pub fn resumed_at(&self) -> &[usize] {
        &self.resumed_at
    }

    /// How dead stones are counted: as in the rules, unless the game was resumed.
    #[must_use]
    pub fn dead_stones(&self) -> DeadStones {
        if self.resumed_at.is_empty() {
            self.rules().dead_stones
        } else {
            DeadStones::Stay
        }
    }

    /// Whether each further stone costs a point of what its side will own: where territory counts, before a dispute.
    #[must_use]
    pub fn counts_stones(&self) -> bool {
        self.rules().scoring == Scoring::Territory && self.resumed_at.is_empty()
    }

    /// What Black's lead in area is more than its lead in territory: the stones that Black has placed minus those that White has,
    /// those of the set-up included. A stone on the board is a point of area, and one that was captured is a prisoner. 0 where
    /// the area counts. After the first dispute, when dead stones must be captured, stones cost nothing.
    #[must_use]
    pub fn chill(&self) -> i32 {
        if self.rules().scoring == Scoring::Area {
            return 0;
        }
        let Position {
            board, captures, ..
        } = &self.initial;
        let begun = ByColor::from_fn(|color| board.stones(color).len() + captures[!color]);
        let disputed_at = self.resumed_at.first().copied();
        let counted = &self.moves[..disputed_at.unwrap_or(self.moves.len())];
        let on_board = counted.iter().filter(|(_, mv)| *mv != Move::Pass);
        let played: i32 = on_board.map(|(color, _)| color.signed(1)).sum();
        begun[Color::Black] as i32 - begun[Color::White] as i32 + played
    }
}
