//! A game: its moves and positions, which moves are legal, and how it ends.

use super::{DeadStones, Rules, Score, Scoring, Suicide, Superko, counted_points};
use crate::board::ParseDiagramError;
use crate::raw::hash::hash_of;
use crate::raw::{
    AnyBoard, ByColor, Color, Coord, IllegalPlay, MAX_SIZE, MIN_SIZE, Move, Point, PointSet,
};

/// One game: moves after a set-up position (empty, handicap stones, an SGF file's stones). Colors need not alternate;
/// undo goes back to the set-up at most.
#[derive(Clone, Debug)]
pub struct Game {
    rules: Rules,
    /// The rules that the record of this game names, in place of `rules`.
    rules_of_record: Option<Rules>,
    komi: f64,
    pub(super) initial: Position,
    moves: Vec<(Color, Move)>,
    /// Numbers of moves when the game was resumed after a disputed end, in their order.
    resumed_at: Vec<usize>,
    /// Only passes after this number of moves count.
    passes_from: usize,
    current: Position,
    history: Vec<SuperkoPosition>,
}

impl Game {
    /// Default komi: that of CGOS on 9x9, with which the best play is thought to be a draw.
    pub const DEFAULT_KOMI: f64 = 7.0;

    /// Usual komi of a game with handicap stones: half a point, so that there is no draw, as on KGS, in clubs, in GNU Go and in
    /// CGoban's dialog. What the rules give White for the stones comes on top.
    pub const HANDICAP_KOMI: f64 = 0.5;

    /// Most points of komi for either side: more than a board has points.
    pub const MAX_KOMI: f64 = 400.0;

    /// Creates a game on an empty board with default rules and komi; Black to move.
    ///
    /// # Errors
    /// If the size is not between [`MIN_SIZE`] and [`MAX_SIZE`].
    ///
    /// ```
    /// use tao_rules::board::{Color, Move};
    /// use tao_rules::game::Game;
    ///
    /// let mut game = Game::new(9)?;
    /// game.play("E5".parse()?)?;
    /// game.play(Move::Pass)?;
    /// assert_eq!(game.standing_score().to_string(), "B+74.0");
    /// assert!(game.undo());
    /// assert_eq!(game.to_move(), Color::White);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(size: usize) -> Result<Self, BadSize> {
        if !(MIN_SIZE..=MAX_SIZE).contains(&size) {
            return Err(BadSize(size));
        }
        Ok(Self::begun(AnyBoard::new(size), Color::Black))
    }

    /// Begins a game with default rules and komi from a position that is drawn as text.
    ///
    /// There is a line for each row, from the top, with a mark for each point: `X`, `x`, `#` or `●` is a black stone, `O`, `o` or
    /// `○` a white one, and `.`, `+`, `,` or any other small letter an empty point. Blanks, row numbers, column letters and a frame
    /// of `|` and `-` are ignored, so the text of [`to_diagram`](Self::to_diagram) is read. So are whole boards in the notation of
    /// Sensei's Library, whose lines begin with `$$`, with its marked stones (`B`, `W`, `#`, `@`) and marked empty points (`C`, `S`,
    /// `T`, `M`); its numbered moves are made by alternating colors, as moves of the game.
    ///
    /// # Errors
    /// What is wrong with the diagram.
    ///
    /// ```
    /// use tao_rules::board::Color;
    /// use tao_rules::game::Game;
    ///
    /// for text in [". ● .\n● . ●\n. ○ .", "3 . x .\n2 x . x\n1 . o .\n  A B C", "$$B\n$$ | . X . |\n$$ | 1 . 3 |\n$$ | . 2 . |"] {
    ///     let game = Game::from_diagram(text, Color::White)?;
    ///     assert_eq!(game.stone("B1".parse()?), Some(Color::White));
    ///     assert_eq!(game.legal_moves().len(), 4);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_diagram(text: &str, to_move: Color) -> Result<Self, ParseDiagramError> {
        let (board, moves) = AnyBoard::read_diagram(text)?;
        let first = moves.first().map_or(to_move, |&(color, _)| color);
        let mut game = Self::begun(board, first);
        for (color, coord) in moves {
            let played = game.replay(color, Move::Play(coord));
            played.map_err(|refusal| ParseDiagramError(refusal.to_string()))?;
        }
        game.set_to_move(to_move);
        Ok(game)
    }

    fn begun(board: AnyBoard, to_move: Color) -> Self {
        let initial = Position::new(board, to_move);
        Self {
            rules: Rules::default(),
            rules_of_record: None,
            komi: Self::DEFAULT_KOMI,
            current: initial.clone(),
            initial,
            moves: Vec::new(),
            history: Vec::new(),
            resumed_at: Vec::new(),
            passes_from: 0,
        }
    }

    /// Restarts on an empty board, with the same size, komi and rules.
    pub fn clear(&mut self) {
        self.restart(Self::begun(AnyBoard::new(self.size()), Color::Black));
    }

    /// Restarts on an empty board of another size, with the same komi and rules.
    ///
    /// # Errors
    /// If the size is not between [`MIN_SIZE`] and [`MAX_SIZE`]; the game is unchanged.
    pub fn resize(&mut self, size: usize) -> Result<(), BadSize> {
        self.restart(Self::new(size)?);
        Ok(())
    }

    /// Restarts with these stones as set-up, with the same size, komi and rules.
    ///
    /// # Errors
    /// If the position is impossible; the game is unchanged.
    pub fn set_up(
        &mut self,
        stones: impl IntoIterator<Item = (Color, Coord)>,
        to_move: Color,
    ) -> Result<(), BadSetUp> {
        let board = AnyBoard::set_up(self.size(), stones).ok_or(BadSetUp)?;
        self.restart(Self::begun(board, to_move));
        Ok(())
    }

    fn restart(&mut self, game: Self) {
        *self = Self {
            rules: self.rules,
            komi: self.komi,
            ..game
        };
    }

    /// The board size.
    pub const fn size(&self) -> usize {
        self.current.board.size()
    }

    /// The current position.
    pub const fn board(&self) -> &AnyBoard {
        &self.current.board
    }

    /// The position before the first move.
    pub const fn initial_board(&self) -> &AnyBoard {
        &self.initial.board
    }

    /// The moves since the set-up, each with its color.
    pub fn moves(&self) -> &[(Color, Move)] {
        &self.moves
    }

    /// The number of moves, counting every stone of the set-up as one.
    pub fn move_number(&self) -> usize {
        self.initial.board.all_stones().count() + self.moves.len()
    }

    /// The number of enemy stones captured by `color`.
    pub fn captures(&self, color: Color) -> usize {
        self.current.captures[color]
    }

    /// Sets the numbers of stones captured before the set-up, which are 0 in a new game.
    pub const fn set_earlier_captures(&mut self, captures: ByColor<usize>) {
        self.initial.captures = captures;
        self.current.captures = captures;
    }

    /// The rules in force.
    pub fn rules(&self) -> Rules {
        self.rules_of_record.unwrap_or(self.rules)
    }

    /// The rules of the next game, whatever the record of this one says.
    pub const fn own_rules(&self) -> Rules {
        self.rules
    }

    /// Changes the rules for further moves.
    pub const fn set_rules(&mut self, rules: Rules) {
        self.rules = rules;
        self.rules_of_record = None;
    }

    /// Sets the rules that the record of this game names. They hold until the game restarts or the rules are changed.
    pub const fn set_rules_of_record(&mut self, rules: Rules) {
        self.rules_of_record = Some(rules);
    }

    /// The komi, in points, without the points for handicap stones.
    pub const fn komi(&self) -> f64 {
        self.komi
    }

    /// Points that White gets at the end: the komi, and what the rules give for handicap stones.
    pub fn total_komi(&self) -> f64 {
        self.komi + self.rules().handicap_bonus.points(self.handicap()) as f64
    }

    /// The komi for counting area: White's points at the end, plus Black's [extra stones](Self::extra_stones).
    pub fn komi_of_area(&self) -> f64 {
        self.total_komi() + f64::from(self.extra_stones())
    }

    /// Whether a game can have this komi.
    pub const fn is_komi(komi: f64) -> bool {
        komi.abs() <= Self::MAX_KOMI
    }

    /// Sets the komi; an integer makes draws possible.
    ///
    /// # Errors
    /// An error unless it is between minus and plus [`MAX_KOMI`](Self::MAX_KOMI); the komi is unchanged.
    pub const fn set_komi(&mut self, komi: f64) -> Result<(), BadKomi> {
        if !Self::is_komi(komi) {
            return Err(BadKomi);
        }
        self.komi = komi;
        Ok(())
    }

    /// The side to move: the opponent of the last move, unless set otherwise.
    pub const fn to_move(&self) -> Color {
        self.current.to_move
    }

    /// Sets the side to move.
    pub fn set_to_move(&mut self, color: Color) {
        self.current.to_move = color;
        if self.moves.is_empty() {
            self.initial.to_move = color;
        }
    }

    /// The side to move before the first move.
    pub const fn first_to_move(&self) -> Color {
        self.initial.to_move
    }

    /// Makes a move that somebody else has made, as [`play_as`](Self::play_as) does: it may repeat an earlier position, since the
    /// superko rule may have been another one.
    ///
    /// # Errors
    /// If the move is illegal whatever the superko rule; the game is unchanged.
    pub fn replay(&mut self, color: Color, mv: Move) -> Result<(), IllegalMove> {
        let next = self.after(color, mv, Superko::Simple)?;
        self.add(color, mv, next);
        Ok(())
    }

    /// Makes a move that was legal by other rules, as [`replay`](Self::replay) does: it may be a suicide as well.
    ///
    /// # Errors
    /// If the move is illegal by any rules; the game is unchanged.
    pub fn replay_by_any_rules(&mut self, color: Color, mv: Move) -> Result<(), IllegalMove> {
        let mut next = self.current.clone();
        next.play(color, mv, Suicide::Allowed)?;
        self.add(color, mv, next);
        Ok(())
    }

    pub(super) fn add(&mut self, color: Color, mv: Move, next: Position) {
        self.history.push(self.current.snapshot());
        self.current = next;
        self.moves.push((color, mv));
    }

    /// Takes back the last move; returns `false` if there is none.
    pub fn undo(&mut self) -> bool {
        self.undo_many(1)
    }

    /// Takes back the last `count` moves; if there are fewer, takes back none and returns `false`.
    pub fn undo_many(&mut self, count: usize) -> bool {
        let left = self.moves.len().checked_sub(count);
        let Some(earlier) = left.and_then(|left| self.at(left)) else {
            return false;
        };
        *self = earlier;
        true
    }

    /// The game after this number of its moves, which lead to `position`.
    pub(super) fn beginning(&self, moves: usize, position: Position) -> Self {
        let later = self.history.get(moves);
        let to_move = later.map_or(self.to_move(), |past| past.to_move);
        let resumed_at = self.resumed_at.iter().copied();
        Self {
            initial: self.initial.clone(),
            moves: self.moves[..moves].to_vec(),
            resumed_at: resumed_at.filter(|&at| at <= moves).collect(),
            passes_from: self.passes_from.min(moves),
            current: Position {
                to_move,
                ..position
            },
            history: self.history[..moves].to_vec(),
            ..*self
        }
    }

    /// Whether the move is legal, including superko.
    pub fn is_legal(&self, color: Color, mv: Move) -> bool {
        let Move::Play(coord) = mv else {
            return true;
        };
        let after = self.snapshot_after(color, coord);
        after.is_some_and(|after| !self.is_repeated(&after, self.rules().superko))
    }

    /// The points that only superko forbids to `color`.
    pub fn banned(&self, color: Color) -> Vec<Coord> {
        let superko = self.rules().superko;
        if superko == Superko::Simple {
            return Vec::new();
        }
        // A repetition has as many stones as an earlier position.
        let current = self.current.snapshot();
        let counts = self.history.iter().map(SuperkoPosition::count);
        let most = counts.fold(current.count(), usize::max);
        let is_banned = |coord: &Coord| {
            let after = self.snapshot_after(color, *coord);
            after.is_some_and(|after| after.count() <= most && self.is_repeated(&after, superko))
        };
        let empty = self.board().empty();
        empty.iter().map(Point::coord).filter(is_banned).collect()
    }

    /// The superko keys of the earlier positions; none under simple ko.
    pub fn superko_keys(&self) -> Vec<u64> {
        let superko = self.rules().superko;
        if superko == Superko::Simple {
            return Vec::new();
        }
        let key = |past: &SuperkoPosition| superko.key(hash_of(&past.stones), past.to_move);
        self.history.iter().map(key).collect()
    }

    /// The positions before the current one, in order.
    pub fn past(&self) -> &[SuperkoPosition] {
        &self.history
    }

    /// The position after a move that is legal under this superko rule and the other rules in force.
    pub(super) fn after(
        &self,
        color: Color,
        mv: Move,
        superko: Superko,
    ) -> Result<Position, IllegalMove> {
        let mut next = self.current.clone();
        next.play(color, mv, self.rules().suicide)?;
        if let Move::Play(coord) = mv
            && self.is_repeated(&next.snapshot(), superko)
        {
            return Err(IllegalMove::Superko(coord));
        }
        Ok(next)
    }

    /// The position after a stone of `color` that is legal but for superko; `None` if the stone is illegal.
    fn snapshot_after(&self, color: Color, coord: Coord) -> Option<SuperkoPosition> {
        let board = self.board();
        if !coord.is_on(board.size()) {
            return None;
        }
        let point = Point::new(coord);
        match board.legality(color, point) {
            Err(IllegalPlay::Suicide(_)) if self.rules().suicide == Suicide::Allowed => {}
            result => result.ok()?,
        }
        Some(SuperkoPosition {
            stones: board.stones_after(color, point),
            to_move: !color,
        })
    }

    fn is_repeated(&self, after: &SuperkoPosition, superko: Superko) -> bool {
        let current = self.current.snapshot();
        let mut earlier = self.history.iter().chain([&current]);
        superko != Superko::Simple && earlier.any(|earlier| after.repeats(earlier, superko))
    }

    /// The score of the current position, with all stones alive.
    pub fn standing_score(&self) -> Score {
        self.score_of(self.board())
    }

    /// The score if the current position becomes `board`: by removing its dead stones, or because both sides play on with
    /// the same number of stones. The komi is this game's [`total_komi`](Self::total_komi).
    pub fn score_of(&self, board: &AnyBoard) -> Score {
        self.score_after(board, 0)
    }

    /// The same score if Black plays `extra_stones` more stones than White on the way to `board`.
    pub fn score_after(&self, board: &AnyBoard, extra_stones: i32) -> Score {
        let ByColor([black, white]) = self.owned_of(board).map(|points| points.len() as i32);
        Score {
            lead: f64::from(black - white - self.extra_stones() - extra_stones) - self.total_komi(),
        }
    }

    /// By color: the points of a finished board that count, stones included. Under territory scoring, eyes in seki do not count.
    pub fn owned_of(&self, board: &AnyBoard) -> ByColor<PointSet<6>> {
        counted_points(board, self.rules().scoring)
    }
}

#[derive(Clone, Debug)]
pub(super) struct Position {
    /// Boxed because a board takes 38 KiB, and games are moved in memory.
    pub(super) board: Box<AnyBoard>,
    /// Number of enemy stones captured, by color, including the enemy's suicides.
    pub(super) captures: ByColor<usize>,
    pub(super) to_move: Color,
}

impl Position {
    pub(super) fn new(board: AnyBoard, to_move: Color) -> Self {
        Self {
            board: Box::new(board),
            captures: ByColor::new(0, 0),
            to_move,
        }
    }

    /// Makes a move without checking superko. An illegal move changes nothing.
    pub(super) fn play(
        &mut self,
        color: Color,
        mv: Move,
        suicide: Suicide,
    ) -> Result<(), IllegalMove> {
        let before = self.board.stones_by_color().map(|stones| stones.len());
        match mv {
            Move::Pass => self.board.pass(),
            Move::Play(coord) if !coord.is_on(self.board.size()) => {
                return Err(IllegalMove::OffBoard(coord));
            }
            Move::Play(coord) => {
                let point = Point::new(coord);
                match self.board.play(color, point) {
                    Err(IllegalPlay::Suicide(_)) if suicide == Suicide::Allowed => {
                        self.board.play_suicide(color, point);
                    }
                    result => result?,
                }
                let after = self.board.stones_by_color().map(|stones| stones.len());
                self.captures[color] += before[!color] - after[!color];
                self.captures[!color] += before[color] + 1 - after[color];
            }
        }
        self.to_move = !color;
        Ok(())
    }

    /// Makes a move that was legal when it was first made.
    pub(super) fn repeat(&mut self, color: Color, mv: Move) {
        let repeated = self.play(color, mv, Suicide::Allowed);
        debug_assert_eq!(repeated, Ok(()));
    }

    pub(super) const fn snapshot(&self) -> SuperkoPosition {
        SuperkoPosition {
            stones: self.board.stones_by_color(),
            to_move: self.to_move,
        }
    }
}

/// A position as superko compares it: the stones themselves, so that a hash collision cannot forbid a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SuperkoPosition {
    /// The stones by color.
    pub stones: ByColor<PointSet<6>>,
    /// The side to move.
    pub to_move: Color,
}

impl SuperkoPosition {
    /// The number of stones.
    fn count(&self) -> usize {
        self.stones.0.iter().map(PointSet::len).sum()
    }

    /// Whether this position repeats `earlier` under the rule.
    pub(super) fn repeats(&self, earlier: &Self, superko: Superko) -> bool {
        match superko {
            Superko::Simple => false,
            Superko::Positional => self.stones == earlier.stones,
            Superko::Situational => self == earlier,
        }
    }
}

/// Moves for every point of the board after which a game is long. Reasonable games have about one; one that captures and
/// refills the whole board twice still has less.
const LONG_GAME: usize = 3;

impl Game {
    /// The last move since the game was resumed, if there is one.
    pub fn last_move(&self) -> Option<Move> {
        self.moves_since_resumed().last().map(|&(_, mv)| mv)
    }

    /// The last `N` moves since the game was resumed, the latest first; `None` where there are fewer.
    pub fn recent_moves<const N: usize>(&self) -> [Option<Move>; N] {
        let mut moves = self.moves_since_resumed().iter().rev();
        std::array::from_fn(|_| moves.next().map(|&(_, mv)| mv))
    }

    /// Whether two passes in a row have ended the game.
    pub fn is_over(&self) -> bool {
        self.passes() >= 2
    }

    /// The score once two passes have ended the game, with all stones alive; `None` while play goes on. Where the rules remove dead
    /// stones by agreement, [`score_of`](Self::score_of) counts the board without them.
    ///
    /// ```
    /// use tao_rules::board::{Color, Move};
    /// use tao_rules::game::Game;
    ///
    /// let mut game = Game::from_diagram(". X O .\n. X O .\n. X O .\n. X O .", Color::Black)?;
    /// game.play(Move::Pass)?;
    /// assert_eq!(game.outcome(), None);
    /// game.play(Move::Pass)?;
    /// assert_eq!(game.outcome().and_then(|score| score.winner()), Some(Color::White));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn outcome(&self) -> Option<Score> {
        self.is_over().then(|| self.standing_score())
    }

    /// Whether so many moves have been made that the game may never end.
    pub fn is_long(&self) -> bool {
        self.moves.len() >= LONG_GAME * self.size() * self.size()
    }

    /// The number of passes in a row at the end, since the game was resumed: two end it.
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
    pub fn without_agreement(&self) -> Self {
        match self.dead_stones() {
            DeadStones::Removed => self.without_passes(),
            DeadStones::Stay => self.clone(),
        }
    }

    /// The same game, in which the passes at its end, if there are any, do not count: it takes two more passes to end it. The rules
    /// stay the same.
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
    pub fn resumed_at(&self) -> &[usize] {
        &self.resumed_at
    }

    /// How dead stones are counted: as in the rules, unless the game was resumed.
    pub fn dead_stones(&self) -> DeadStones {
        if self.resumed_at.is_empty() {
            self.rules().in_effect().dead_stones
        } else {
            DeadStones::Stay
        }
    }

    /// What further play is for: what the rules count, or area after a dispute, when dead stones must be captured.
    pub fn scoring_of_play(&self) -> Scoring {
        if self.counts_stones() {
            Scoring::Territory
        } else {
            Scoring::Area
        }
    }

    /// Whether each further stone costs its side a point: under territory scoring, before a dispute.
    pub fn counts_stones(&self) -> bool {
        self.rules().scoring == Scoring::Territory && self.resumed_at.is_empty()
    }

    /// Stones that Black has placed minus stones that White has placed, set-up stones included: by so much Black's lead in area
    /// exceeds its lead in territory, since a stone on the board is a point of area and a captured one a prisoner. 0 under area
    /// scoring. Stones after the first dispute do not count, since dead stones must be captured then.
    pub fn extra_stones(&self) -> i32 {
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

/// Why [`Game::play`](super::Game::play) refused a move: the first of these reasons that applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalMove {
    /// The board is too small to have the point.
    #[error("{0} is off the board")]
    OffBoard(Coord),
    /// The board refuses the move: occupied, simple ko or suicide.
    #[error(transparent)]
    Board(#[from] IllegalPlay),
    /// The move would repeat an earlier position.
    #[error("{0} repeats an earlier position")]
    Superko(Coord),
}

/// An unsupported board size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unacceptable size {0}: not between {MIN_SIZE} and {MAX_SIZE}")]
pub struct BadSize(pub usize);

/// A komi beyond what a game can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unacceptable komi: not between -{MAX_KOMI} and {MAX_KOMI}", MAX_KOMI = Game::MAX_KOMI)]
pub struct BadKomi;

/// Stones that are off the board, twice on a point, or without a liberty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("impossible position")]
pub struct BadSetUp;
