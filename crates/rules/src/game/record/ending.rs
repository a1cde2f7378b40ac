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

    /// Returns the last `N` moves since the game was resumed, the latest first; `None` where there are fewer.
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

    /// Only passes after this number of moves help to end the game.
    fn passes_count_from(&self) -> usize {
        let resumed_at = self.resumed_at.last().copied().unwrap_or(0);
        resumed_at.max(self.passes_from)
    }

    /// The game as it is played out without an agreement about dead stones. Under rules that remove dead stones by agreement, a
    /// player who disagrees may still capture them, so the passes so far do not help to end the game.
    #[must_use]
    pub fn without_agreement(&self) -> Self {
        match self.dead_stones() {
            DeadStones::Removed => self.without_passes(),
            DeadStones::Stay => self.clone(),
        }
    }

    /// The same game, in which the passes at its end, if there are any, do not count: it takes two more passes to end it. The rules
    /// stay the same.
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

    /// Resumes the game as [`resume`](Self::resume) does, but after this number of moves, if two passes had ended the game there.
    pub fn resume_at(&mut self, moves: usize) {
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

    /// Whether each further stone costs its side a point: under territory scoring, before a dispute.
    #[must_use]
    pub fn counts_stones(&self) -> bool {
        self.rules().scoring == Scoring::Territory && self.resumed_at.is_empty()
    }

    /// By how much Black's lead in area exceeds its lead in territory: the number of stones that Black has placed minus the number
    /// that White has placed, set-up stones included. A stone on the board is a point of area, and a captured one is a prisoner. 0
    /// under area scoring. After the first dispute stones cost nothing, since dead stones must be captured then.
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
