//! From a file to the game at the end of its main line.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use sgf_parse::go::Prop;
use sgf_parse::{ParseOptions, SgfNode, SgfParseError, parse_with_options};

use super::SgfError;
use super::guard::MainLine;
use super::oddity::Oddity;
use super::property::{Node, SetUp, handicap, komi, size};
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
/// same, and what led to it becomes set-up.
///
/// # Errors
///
/// When there is no such game, or one that the engine cannot play: see [`SgfError`].
pub fn read_with(file: &[u8], options: &Options) -> Result<Game, SgfError> {
    let main_line = MainLine::find(file)?;
    let root = parse(&main_line)?;
    let size = size(&root)?;
    let mut reader = Reader::new(&root, size, options)?;
    for (properties, &line) in root.main_variation().zip(&main_line.lines) {
        let node = Node {
            properties,
            line,
            size,
        };
        if reader.take(node)?.is_break() {
            break;
        }
    }
    Ok(reader.finish(options.rules))
}

/// Parses strictly, and leniently where something is known to be amiss that does not matter.
fn parse(main_line: &MainLine) -> Result<SgfNode<Prop>, SgfError> {
    let line = main_line.lines.first().copied().unwrap_or(1);
    let parse = |lenient| {
        let options = ParseOptions {
            lenient,
            ..ParseOptions::default()
        };
        parse_with_options(&main_line.text, &options)
    };
    if main_line.is_truncated {
        log::warn!("the file ends before the game does, read as far as possible");
    }
    let games = match parse(false) {
        Err(_) if main_line.is_truncated => parse(true),
        Err(reason @ SgfParseError::InvalidGameType) => {
            log::warn!("line {line}: {reason}, taken for Go");
            parse(true)
        }
        games => games,
    };
    let games = games.map_err(|reason| SgfError::Syntax { line, reason })?;
    let game = games.into_iter().next().ok_or(SgfError::NoGame)?;
    game.into_go_node().map_err(|_| SgfError::NotGo)
}

/// A game under construction.
struct Reader {
    game: Game,
    until: usize,
    /// Number of the next move. It goes on over set-up, where the game's record begins again.
    number: usize,
    /// Handicap that the root announces.
    handicap: Option<usize>,
    /// Whose turn the latest node says it is that says so.
    turn: Option<Color>,
    /// Moves that the rules forbid.
    illegal: Oddity,
    /// Moves beside another of the same colour in one node.
    extra: Oddity,
}

impl Reader {
    fn new(root: &SgfNode<Prop>, size: usize, options: &Options) -> Result<Self, SgfError> {
        let mut game = Game::new(size).map_err(|bad| SgfError::BadSize(bad.0.to_string()))?;
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
            until: options
                .until
                .filter(|&number| number > 0)
                .unwrap_or(usize::MAX),
            number: 1,
            handicap: handicap(root),
            turn: None,
            illegal: Oddity::default(),
            extra: Oddity::default(),
        })
    }

    /// Takes the next node: set-up first, then moves.
    fn take(&mut self, node: Node) -> Result<ControlFlow<()>, SgfError> {
        self.set_up(node)?;
        for (color, mv, property) in node.moves(&mut self.extra)? {
            if let (1, Some(stones), Color::White) = (self.number, self.handicap, color) {
                // Some servers announce a handicap and leave its stones to tradition.
                let _ = self.game.fixed_handicap(stones);
            }
            if self.number == self.until {
                self.turn = Some(color);
                self.game.set_to_move(color);
                return Ok(ControlFlow::Break(()));
            }
            let mv = mv.ok_or(SgfError::OffBoard {
                line: node.line,
                number: self.number,
                property,
            })?;
            self.play(color, mv)
                .map_err(|_| SgfError::BadSetUp { line: node.line })?;
            self.number += 1;
        }
        Ok(ControlFlow::Continue(()))
    }

    fn set_up(&mut self, node: Node) -> Result<(), SgfError> {
        let changes = node.set_up()?;
        if !changes.is_empty() {
            let mut stones: BTreeMap<Coord, Color> = self
                .game
                .board()
                .all_stones()
                .map(|(color, coord)| (coord, color))
                .collect();
            for (change, coord) in changes {
                match change {
                    SetUp::Add(color) => stones.insert(coord, color),
                    SetUp::Clear => stones.remove(&coord),
                };
            }
            self.start_from(&stones)
                .map_err(|_| SgfError::BadSetUp { line: node.line })?;
        }
        if let Some(color) = node.turn() {
            self.game.set_to_move(color);
            self.turn = Some(color);
        }
        Ok(())
    }

    /// Makes these stones the set-up. Before the first move, black stones alone are a handicap.
    fn start_from(&mut self, stones: &BTreeMap<Coord, Color>) -> Result<(), BadSetUp> {
        let is_black = !stones.is_empty() && stones.values().all(|&color| color == Color::Black);
        let to_move = match (self.number, is_black) {
            (1, true) => Color::White,
            (1, false) => Color::Black,
            _ => self.game.to_move(),
        };
        if self.number == 1 && is_black && self.handicap == Some(stones.len()) {
            let points: Vec<Coord> = stones.keys().copied().collect();
            self.game.clear();
            return self.game.set_free_handicap(&points).map_err(|_| BadSetUp);
        }
        self.game.set_up(
            stones.iter().map(|(&coord, &color)| (color, coord)),
            to_move,
        )
    }

    /// Makes a move, legal or not: SGF has a stone stand where the record puts it.
    fn play(&mut self, color: Color, mv: Move) -> Result<(), BadSetUp> {
        let Err(reason) = self.game.play(color, mv) else {
            return Ok(());
        };
        let number = self.number;
        self.illegal.add(|| format!("move {number}: {reason}"));
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
    fn finish(mut self, rules: Rules) -> Game {
        self.illegal.warn("played nevertheless");
        self.extra.warn("ignored");
        let is_empty = self.game.board().all_stones().next().is_none();
        if let (1, true, Some(stones)) = (self.number, is_empty, self.handicap)
            && self.turn != Some(Color::Black)
        {
            // Out of tradition's reach it is no handicap.
            let _ = self.game.fixed_handicap(stones);
        }
        self.game.set_rules(rules);
        self.game
    }
}
