//! The positions of a game: what stands where, what may be played, and how it came about.

use super::{Game, IllegalMove};
use crate::board::{Color, Coord, Move};
use crate::raw::{Point, PointSet};

/// What a move changed on the board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Played {
    /// The stones that were removed: the opponent's, or one's own in a suicide.
    pub captured: Vec<Coord>,
    /// The point that the simple ko forbids the opponent to retake at once.
    pub ko: Option<Coord>,
}

/// Solidly connected stones of one color, and the empty points next to them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chain {
    /// The color of the stones.
    pub color: Color,
    /// The stones, row by row from the bottom left.
    pub stones: Vec<Coord>,
    /// The empty points next to a stone, at least one, in the same order.
    pub liberties: Vec<Coord>,
}

fn coords(points: PointSet<6>) -> Vec<Coord> {
    points.iter().map(Point::coord).collect()
}

impl Game {
    /// Makes a move of the side to move.
    ///
    /// # Errors
    /// If the move is illegal; the game is unchanged.
    ///
    /// ```
    /// use tao_rules::board::{Color, Move};
    /// use tao_rules::game::Game;
    ///
    /// let mut game = Game::from_diagram("
    ///     . X O .
    ///     X . X O
    ///     . X O .
    ///     . . . .", Color::White)?;
    /// let played = game.play("B3".parse()?)?;
    /// assert_eq!((played.captured, played.ko), (vec!["C3".parse()?], Some("C3".parse()?)));
    /// assert_eq!(game.play("C3".parse()?).unwrap_err().to_string(), "C3 retakes the ko");
    /// game.play(Move::Pass)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn play(&mut self, mv: Move) -> Result<Played, IllegalMove> {
        self.play_as(self.to_move(), mv)
    }

    /// Makes a move of `color`, which need not be the side to move. A pass is always legal.
    ///
    /// # Errors
    /// If the move is illegal; the game is unchanged.
    pub fn play_as(&mut self, color: Color, mv: Move) -> Result<Played, IllegalMove> {
        let before = self.board().empty();
        let next = self.after(color, mv, self.rules().superko)?;
        self.add(color, mv, next);
        Ok(Played {
            captured: coords(self.board().empty() & !before),
            ko: self.board().ko().map(Point::coord),
        })
    }

    /// The moves that the side to move may make, by all rules of the game, a pass last.
    pub fn legal_moves(&self) -> Vec<Move> {
        let moves = Coord::all(self.size()).map(Move::Play).chain([Move::Pass]);
        let is_legal = |mv: &Move| self.is_legal(self.to_move(), *mv);
        moves.filter(is_legal).collect()
    }

    /// The stone on a point; `None` where there is none, or no such point.
    pub fn stone(&self, coord: Coord) -> Option<Color> {
        let point = coord.is_on(self.size()).then(|| Point::new(coord))?;
        self.board().stone(point)
    }

    /// The chain of the stone on a point; `None` where there is none, or no such point.
    pub fn chain(&self, coord: Coord) -> Option<Chain> {
        let color = self.stone(coord)?;
        let chain = self.board().chain_at(Point::new(coord));
        Some(Chain {
            color,
            stones: coords(chain.stones),
            liberties: coords(chain.liberties),
        })
    }

    /// The game after this number of its moves; `None` if it has fewer.
    pub fn at(&self, moves: usize) -> Option<Self> {
        let mut position = self.initial.clone();
        for &(color, mv) in self.moves().get(..moves)? {
            position.repeat(color, mv);
        }
        Some(self.beginning(moves, position))
    }

    /// The game before its first move, after each of its moves, and as it is now.
    pub fn positions(&self) -> impl Iterator<Item = Self> {
        let mut position = self.initial.clone();
        (0..=self.moves().len()).map(move |count| {
            if let Some(latest) = count.checked_sub(1) {
                let (color, mv) = self.moves()[latest];
                position.repeat(color, mv);
            }
            self.beginning(count, position.clone())
        })
    }

    /// The position with coordinates on all sides: `X` black, `O` white, `.` empty. [`from_diagram`](Self::from_diagram) reads it.
    pub fn to_diagram(&self) -> String {
        self.board().to_string()
    }
}
