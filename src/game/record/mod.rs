//! The record of one game: what was played, where that led, and what the rules allow next.

mod undo;

use super::position::{Position, Situation};
use super::{BadKomi, BadSetUp, BadSize, DeadStones, IllegalMove, Rules, Score, Superko};
use crate::board::{AnyBoard, Color, Coord, MAX_SIZE, MIN_SIZE, Move, Point};

/// One game in progress.
///
/// It starts from a set-up position (an empty board, handicap stones, the stones of an SGF file)
/// and adds moves to it. The two colours need not alternate. Undo goes back to the set-up and no
/// further, and rebuilds what it needs by playing the moves again.
#[derive(Clone, Debug)]
pub struct Game {
    rules: Rules,
    komi: f64,
    pub(super) handicap: usize,
    initial: Position,
    moves: Vec<(Color, Move)>,
    /// How many moves were played when a disputed end was resumed.
    resumed: Option<usize>,

    // What follows from the above.
    now: Position,
    /// Before each move: where the game stood.
    history: Vec<Situation>,
}

impl Game {
    /// Komi until another is set: that of 9x9 on CGOS, with which the best play is thought to draw.
    pub const DEFAULT_KOMI: f64 = 7.0;

    /// A game on an empty board, with default rules and komi; Black to move.
    ///
    /// # Errors
    ///
    /// When the size is not between [`MIN_SIZE`] and [`MAX_SIZE`].
    ///
    /// ```
    /// use tao_go::board::{Color, Move};
    /// use tao_go::game::Game;
    ///
    /// let mut game = Game::new(9)?;
    /// game.play(Color::Black, "E5".parse()?)?;
    /// game.play(Color::White, Move::Pass)?;
    /// assert_eq!(game.area_score().to_string(), "B+74.0");
    /// assert!(game.undo());
    /// assert_eq!(game.to_move(), Color::White);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(size: usize) -> Result<Self, BadSize> {
        if !(MIN_SIZE..=MAX_SIZE).contains(&size) {
            return Err(BadSize(size));
        }
        let initial = Position::new(AnyBoard::new(size), Color::Black);
        Ok(Self {
            rules: Rules::default(),
            komi: Self::DEFAULT_KOMI,
            handicap: 0,
            now: initial.clone(),
            initial,
            moves: Vec::new(),
            history: Vec::new(),
            resumed: None,
        })
    }

    /// Starts again on an empty board of the same size, with the same komi and rules.
    pub fn clear(&mut self) {
        self.restart(AnyBoard::new(self.size()), Color::Black);
    }

    /// Starts again on an empty board of another size, with the same komi and rules.
    ///
    /// # Errors
    ///
    /// When the size is not between [`MIN_SIZE`] and [`MAX_SIZE`]; the game is unchanged.
    pub fn resize(&mut self, size: usize) -> Result<(), BadSize> {
        *self = Self {
            rules: self.rules,
            komi: self.komi,
            ..Self::new(size)?
        };
        Ok(())
    }

    /// Starts again from these stones: they are no moves, and undo stops there. Size, komi and rules stay.
    ///
    /// # Errors
    ///
    /// When the stones cannot stand so; the game is unchanged.
    pub fn set_up(
        &mut self,
        stones: impl IntoIterator<Item = (Color, Coord)>,
        to_move: Color,
    ) -> Result<(), BadSetUp> {
        let board = AnyBoard::set_up(self.size(), stones).ok_or(BadSetUp)?;
        self.restart(board, to_move);
        Ok(())
    }

    fn restart(&mut self, board: AnyBoard, to_move: Color) {
        self.initial = Position::new(board, to_move);
        self.now = self.initial.clone();
        self.handicap = 0;
        self.moves.clear();
        self.history.clear();
        self.resumed = None;
    }

    /// Points along one side.
    #[must_use]
    pub const fn size(&self) -> usize {
        self.now.board.size()
    }

    /// The position as it stands.
    #[must_use]
    pub const fn board(&self) -> &AnyBoard {
        &self.now.board
    }

    /// The position before the first move.
    #[must_use]
    pub const fn initial_board(&self) -> &AnyBoard {
        &self.initial.board
    }

    /// The moves since the set-up, each with who made it.
    #[must_use]
    pub fn moves(&self) -> &[(Color, Move)] {
        &self.moves
    }

    /// How far the game is: its moves, and a move for every stone of the set-up.
    #[must_use]
    pub fn move_number(&self) -> usize {
        self.initial.board.all_stones().count() + self.moves.len()
    }

    /// How many handicap stones Black was given.
    #[must_use]
    pub const fn handicap(&self) -> usize {
        self.handicap
    }

    /// How many stones `color` has taken from the enemy.
    #[must_use]
    pub const fn captures(&self, color: Color) -> usize {
        self.now.captures[color as usize]
    }

    /// The rules in force.
    #[must_use]
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// Changes the rules for the moves to come; those already played stand.
    pub const fn set_rules(&mut self, rules: Rules) {
        self.rules = rules;
    }

    /// White's compensation, in points.
    #[must_use]
    pub const fn komi(&self) -> f64 {
        self.komi
    }

    /// Sets White's compensation: any finite number, so that draws are possible.
    ///
    /// # Errors
    ///
    /// When it is infinite or no number; the komi is unchanged.
    pub const fn set_komi(&mut self, komi: f64) -> Result<(), BadKomi> {
        if !komi.is_finite() {
            return Err(BadKomi(komi));
        }
        self.komi = komi;
        Ok(())
    }

    /// Whose turn it is: the opponent of whoever moved last, unless told otherwise.
    #[must_use]
    pub const fn to_move(&self) -> Color {
        self.now.to_move
    }

    /// Gives the turn to `color`.
    pub fn set_to_move(&mut self, color: Color) {
        self.now.to_move = color;
        if self.moves.is_empty() {
            self.initial.to_move = color;
        }
    }

    /// Whose turn it was before the first move.
    #[must_use]
    pub const fn first_to_move(&self) -> Color {
        self.initial.to_move
    }

    /// Makes a move for `color`, whoever's turn it is. A pass is always legal.
    ///
    /// # Errors
    ///
    /// Returns [`IllegalMove`] and leaves the game as it was when the rules forbid the move.
    pub fn play(&mut self, color: Color, mv: Move) -> Result<(), IllegalMove> {
        let next = self.after(color, mv)?;
        self.history.push(self.now.situation());
        self.now = next;
        self.moves.push((color, mv));
        Ok(())
    }

    /// Whether the rules allow the move, superko included.
    #[must_use]
    pub fn is_legal(&self, color: Color, mv: Move) -> bool {
        self.after(color, mv).is_ok()
    }

    /// The points that nothing but superko forbids to `color`: what a search that knows only the
    /// board must be told.
    #[must_use]
    pub fn banned(&self, color: Color) -> Vec<Coord> {
        if self.rules.superko == Superko::Simple {
            return Vec::new();
        }
        let empty = self.board().empty();
        empty
            .iter()
            .map(Point::coord)
            .filter(|&coord| {
                matches!(
                    self.after(color, Move::Play(coord)),
                    Err(IllegalMove::Superko(_))
                )
            })
            .collect()
    }

    /// The positions before this one, by the keys that a search compares; none where any may come again.
    #[must_use]
    pub fn superko_keys(&self) -> Vec<u64> {
        let superko = self.rules.superko;
        let matters = superko != Superko::Simple;
        let earlier = self.history.iter().filter(|_| matters);
        earlier.map(|then| then.key(superko)).collect()
    }

    /// Where a legal move leads.
    fn after(&self, color: Color, mv: Move) -> Result<Position, IllegalMove> {
        let mut next = self.now.clone();
        next.play(color, mv, self.rules.suicide)?;
        if let Move::Play(coord) = mv
            && self.rules.superko != Superko::Simple
        {
            let (now, then) = (self.now.situation(), next.situation());
            let mut earlier = self.history.iter().chain([&now]);
            if earlier.any(|earlier| then.repeats(earlier, self.rules.superko)) {
                return Err(IllegalMove::Superko(coord));
            }
        }
        Ok(next)
    }

    /// The last move. A pass only if another one would end the game: passes before a resumed end are none.
    #[must_use]
    pub fn last_move(&self) -> Option<Move> {
        self.move_from_end(0)
    }

    /// The move before the last; like it, none from before a resumed end.
    #[must_use]
    pub fn second_last_move(&self) -> Option<Move> {
        self.move_from_end(1)
    }

    fn move_from_end(&self, moves_later: usize) -> Option<Move> {
        let played = &self.moves[self.resumed.unwrap_or(0)..];
        played.iter().rev().nth(moves_later).map(|&(_, mv)| mv)
    }

    /// Whether two passes in a row have ended the game.
    #[must_use]
    pub fn is_over(&self) -> bool {
        let played = &self.moves[self.resumed.unwrap_or(0)..];
        matches!(played, [.., (_, Move::Pass), (_, Move::Pass)])
    }

    /// Goes on after an end whose result the players dispute.
    ///
    /// From here on [dead stones](Self::dead_stones) stay until they are captured, so that
    /// the next end leaves nothing to dispute.
    pub fn resume(&mut self) {
        if self.is_over() {
            self.resumed = Some(self.moves.len());
        }
    }

    /// What happens to dead stones in this game's count: as the rules say, until an end was disputed.
    #[must_use]
    pub fn dead_stones(&self) -> DeadStones {
        self.resumed
            .map_or(self.rules.dead_stones, |_| DeadStones::Stay)
    }

    /// The score of the board as it stands, every stone alive.
    #[must_use]
    pub fn area_score(&self) -> Score {
        self.score_of(self.board())
    }

    /// The score of another board under this game's komi, every stone alive.
    #[must_use]
    pub fn score_of(&self, board: &AnyBoard) -> Score {
        Score {
            lead: f64::from(board.area().lead()) - self.komi,
        }
    }
}
