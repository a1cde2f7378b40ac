//! From a file to the game at the end of its main line.

use std::ops::ControlFlow;

use super::SgfError;
use super::bytes::MAX_BYTES;
use super::charset::decode;
use super::header::Header;
use super::lexer::{Property, Value};
use super::main_line::{MainLine, Node};
use super::oddity::Oddity;
use super::property::{
    Stone, Stones, check_game, check_values, empty_board, handicap, komi, moves, turn,
};
use crate::board::{Color, Coord, Move};
use crate::game::{BadSetUp, Game, Rules, Suicide, Superko};

/// What to read, and what a file need not say.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Stop before the move of this number, counted from one; without it, and with zero, read the whole game.
    pub until: Option<usize>,
    /// Komi of a file that names none.
    pub komi: f64,
    /// Rules of the game from where the file ends. What it calls its own is ignored.
    pub rules: Rules,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            until: None,
            komi: Game::DEFAULT_KOMI,
            rules: Rules::default(),
        }
    }
}

/// A game and what its file says about it.
#[derive(Clone, Debug)]
pub struct Record {
    /// The game at the end of what was read.
    pub game: Game,
    /// Names, result and comments.
    pub header: Header,
    /// How many moves were read. Set-up among the moves begins the record of the game again, this number goes on.
    pub moves: usize,
}

/// The game in an SGF file: the main line of its first game, to the end.
///
/// # Errors
///
/// When there is no such game, or one that the engine cannot play: see [`SgfError`].
///
/// ```
/// let game = tao_go::sgf::read(b"(;SZ[9]KM[7];B[ee];W[gc])")?;
/// assert_eq!(game.moves().len(), 2);
/// # Ok::<(), tao_go::sgf::SgfError>(())
/// ```
pub fn read(file: &[u8]) -> Result<Game, SgfError> {
    read_with(file, &Options::default())
}

/// The game in an SGF file, as `options` say.
///
/// Records may break the rules: a stone on an occupied point, or a retaken ko, is put there all the
/// same, and what led to it becomes set-up. So does what led to stones that are set up between moves. Stones that are
/// taken off after the last move stay: it is how some programs end a game, whose moves are worth more.
///
/// # Errors
///
/// When there is no such game, or one that the engine cannot play: see [`SgfError`].
pub fn read_with(file: &[u8], options: &Options) -> Result<Game, SgfError> {
    Ok(read_record(file, options)?.game)
}

/// The same with what else is worth keeping.
///
/// # Errors
///
/// When there is no such game, or one that the engine cannot play: see [`SgfError`].
///
/// ```
/// use tao_go::sgf::{Options, read_record};
///
/// let record = read_record(b"(;SZ[9]CA[Shift_JIS]PB[\x83\x5c];B[ee])", &Options::default())?;
/// assert_eq!(record.header.black.as_deref(), Some("ソ"));
/// # Ok::<(), tao_go::sgf::SgfError>(())
/// ```
pub fn read_record(file: &[u8], options: &Options) -> Result<Record, SgfError> {
    if file.len() > MAX_BYTES {
        return Err(SgfError::TooLarge);
    }
    let text = decode(file);
    let mut main_line = MainLine::first(&text)?;
    let record = play(&mut main_line, options)?;
    let games = main_line.count_games();
    if games > 1 {
        log::warn!("the file has {games} games, all but the first are ignored");
    }
    Ok(record)
}

/// Plays a main line to its end, or as far as the options say.
pub(super) fn play(main_line: &mut MainLine, options: &Options) -> Result<Record, SgfError> {
    let root = main_line.next_node()?.ok_or(SgfError::NoGame)?;
    let mut reader = Reader::new(&root, options)?;
    let mut node = Some(root);
    while let Some(this) = &node
        && reader.take(this)?.is_continue()
    {
        node = main_line.next_node()?;
    }
    Ok(reader.finish(options.rules))
}

/// A game under construction.
struct Reader<'a> {
    game: Game,
    header: Header,
    until: usize,
    /// Number of the next move. It goes on over set-up, where the game's record begins again.
    number: usize,
    /// Handicap that the root announces.
    handicap: Option<usize>,
    /// Whose turn the latest node says it is that says so.
    turn: Option<Color>,
    /// What is left after stones were taken off, and the last property that did so, until another move follows.
    left: Option<(Stones, Property<'a>)>,
    /// Where the game's record begins again.
    restart: Option<Value<'a>>,
    /// Moves that the rules forbid.
    illegal: Oddity,
    /// Moves beside another of the same colour in one node.
    extra: Oddity,
    /// Properties that have no value.
    bare: Oddity,
}

impl<'a> Reader<'a> {
    fn new(root: &Node, options: &Options) -> Result<Self, SgfError> {
        check_game(root)?;
        let mut game = empty_board(root)?;
        // What was played was legal under some rules: only those of the board are checked here.
        game.set_rules(Rules {
            superko: Superko::Simple,
            suicide: Suicide::Allowed,
            ..options.rules
        });
        // The file's komi is finite; a caller's that is not has no effect.
        let _ = game.set_komi(komi(root).unwrap_or(options.komi));
        Ok(Self {
            game,
            header: Header::of(root),
            until: options
                .until
                .filter(|&number| number > 0)
                .unwrap_or(usize::MAX),
            number: 1,
            handicap: handicap(root),
            turn: None,
            left: None,
            restart: None,
            illegal: Oddity::default(),
            extra: Oddity::default(),
            bare: Oddity::default(),
        })
    }

    /// Takes the next node: set-up first, then moves.
    fn take(&mut self, node: &Node<'a>) -> Result<ControlFlow<()>, SgfError> {
        check_values(node, &mut self.bare)?;
        self.set_up(node)?;
        for stone in moves(node, &mut self.extra) {
            let color = stone.color;
            self.change_stones()?;
            if let (1, Some(stones), Color::White) = (self.number, self.handicap, color) {
                // Some servers announce a handicap and leave its stones to tradition.
                let _ = self.game.fixed_handicap(stones);
            }
            if self.number == self.until {
                self.turn = Some(color);
                self.game.set_to_move(color);
                return Ok(ControlFlow::Break(()));
            }
            let mv = stone.mv(self.game.size(), self.number)?;
            self.play(&stone, mv)
                .map_err(|BadSetUp| stone.expected("a move that can be played"))?;
            self.number += 1;
        }
        Ok(ControlFlow::Continue(()))
    }

    fn set_up(&mut self, node: &Node<'a>) -> Result<(), SgfError> {
        let board = Stones::on(self.game.board());
        let left = self.left.as_ref().map(|(stones, _)| stones);
        let mut stones = left.unwrap_or(&board).clone();
        if let Some(property) = stones.change(node)? {
            let may_be_the_end = self.number > 1 && stones.are_left_of(&board);
            self.left = Some((stones, property.clone()));
            if !may_be_the_end {
                self.change_stones()?;
            }
        }
        if let Some(color) = turn(node) {
            self.game.set_to_move(color);
            self.turn = Some(color);
        }
        Ok(())
    }

    /// Makes the stones the set-up that were last called for, unless they are there.
    fn change_stones(&mut self) -> Result<(), SgfError> {
        let Some((stones, property)) = self.left.take() else {
            return Ok(());
        };
        if stones == Stones::on(self.game.board()) {
            return Ok(());
        }
        self.restart = property.value();
        let set = self.start_from(&stones);
        set.map_err(|BadSetUp| property.expected("stones that all have liberties"))
    }

    /// Makes these stones the set-up. Before the first move, black stones alone are a handicap.
    fn start_from(&mut self, stones: &Stones) -> Result<(), BadSetUp> {
        let stones: Vec<(Color, Coord)> = stones.all().collect();
        let is_black = !stones.is_empty() && stones.iter().all(|&(color, _)| color == Color::Black);
        let to_move = match (self.number, is_black) {
            (1, true) => Color::White,
            (1, false) => Color::Black,
            _ => self.game.to_move(),
        };
        if self.number == 1 && is_black && stones.len() >= 2 && self.handicap == Some(stones.len())
        {
            let points: Vec<Coord> = stones.iter().map(|&(_, coord)| coord).collect();
            self.game.clear();
            return self.game.set_free_handicap(&points).map_err(|_| BadSetUp);
        }
        self.game.set_up(stones, to_move)
    }

    /// Makes a move, legal or not: SGF has a stone stand where the record puts it.
    fn play(&mut self, stone: &Stone<'a>, mv: Move) -> Result<(), BadSetUp> {
        let color = stone.color;
        let Err(reason) = self.game.play(color, mv) else {
            return Ok(());
        };
        let number = self.number;
        self.illegal.add(|| format!("move {number}: {reason}"));
        self.restart = Some(stone.value);
        let others: Vec<_> = self
            .game
            .board()
            .all_stones()
            .filter(|&(_, coord)| mv != Move::Play(coord))
            .collect();
        self.game.set_up(others, color)?;
        self.game.play(color, mv).map_err(|_| BadSetUp)
    }

    /// The game at the end of what was read, with the handicap stones that nobody has mentioned so far.
    fn finish(mut self, rules: Rules) -> Record {
        let is_empty = self.game.board().all_stones().next().is_none();
        if let (1, true, Some(stones)) = (self.number, is_empty, self.handicap)
            && self.turn != Some(Color::Black)
        {
            // Out of tradition's reach it is no handicap.
            let _ = self.game.fixed_handicap(stones);
        }
        self.game.set_rules(rules);
        if self.number < self.until {
            self.header.belongs_to(&self.game);
        }
        self.warn();
        Record {
            game: self.game,
            header: self.header,
            moves: self.number - 1,
        }
    }

    fn warn(&self) {
        self.bare.warn("ignored", "properties");
        self.extra.warn("ignored", "moves");
        self.illegal.warn("played nevertheless", "moves");
        let before = self.number - 1 - self.game.moves().len();
        if let Some(value) = self.restart.filter(|_| before > 0) {
            log::warn!(
                "{}: the record begins after move {before}, with the stones that are there",
                value.place()
            );
        }
        if let Some((stones, property)) = &self.left
            && *stones != Stones::on(self.game.board())
        {
            log::warn!(
                "{}: stones are taken off after the last move, left where they are",
                property.place()
            );
        }
    }
}
