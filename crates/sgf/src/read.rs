//! Plays the main line of a file.

use std::ops::ControlFlow;

use super::SgfError;
use super::charset::decode;
use super::collection::NextGame;
use super::header::Header;
use super::lexer::{Property, PropertyValue};
use super::property::{
    change_stones, check_game, check_values, empty_board, handicap, is_usual_pass, komi, moves,
    parse_move, rules_of_record, to_move,
};
use super::times::remaining;
use super::write::RESUMED;
use crate::lexer::RepeatedWarning;
use crate::tree::{MainLine, SgfNode};
use tao_rules::board::{ByColor, Color, Coord, Move};
use tao_rules::game::{BadSetUp, Game, MoveTime, Rules, Suicide, Superko};
use tao_rules::raw::{Point, PointSet};

/// What to read, and defaults for what a file does not say.
#[derive(Clone, Copy, Debug, Default)]
pub struct ReadOptions {
    /// Stop before the move of this number, counted from one; `None` and zero read the whole game.
    pub until: Option<usize>,
    /// Komi if the file has none; `None` for the usual one, which is less in a handicap game.
    pub komi: Option<f64>,
    /// The rules where the file names none. Where these count area, `Chinese` in the file of another program changes only the points
    /// for handicap stones.
    pub rules: Rules,
}

/// A game and the texts about it.
#[derive(Clone, Debug)]
pub struct Record {
    /// The game after the last move that was read.
    pub game: Game,
    /// Names, result and comments.
    pub header: Header,
    /// Number of moves that were read, including those before a set-up, which are not among the moves of the game.
    pub moves: usize,
    /// The clocks after moves of the game, where the file has them, in the order of the moves.
    pub times: Vec<MoveTime>,
    /// Number of the game in the file, counted from one.
    pub number: usize,
    /// Whether the file has a komi.
    pub has_komi: bool,
    /// The points that became empty when stones were set up between moves, for the last time.
    pub(crate) removed: PointSet<6>,
}

/// Reads the main line of the first game in an SGF file, with default options.
///
/// # Errors
/// Returns [`SgfError`] if there is no game, or one that the engine cannot play.
///
/// ```
/// let game = tao_sgf::read(b"(;SZ[9]KM[7];B[ee];W[gc])")?;
/// assert_eq!(game.moves().len(), 2);
/// # Ok::<(), tao_sgf::SgfError>(())
/// ```
pub fn read(file: &[u8]) -> Result<Game, SgfError> {
    Ok(read_record(file, &ReadOptions::default())?.game)
}

/// Reads the main line of the first game in an SGF file, and the texts of its first node. Games that cannot be read are skipped
/// where another follows, and so are those of chess.
///
/// Records may break the rules: a stone on an occupied point, or the retaking of a ko, is played all the same, and the
/// position before it becomes set-up. So does the position before stones that are set up between moves. Stones that are
/// removed after the last move stay on the board: some programs end games that way, and the moves are worth more.
///
/// # Errors
/// Returns [`SgfError`] if there is no game, or one that the engine cannot play.
///
/// ```
/// use tao_sgf::{ReadOptions, read_record};
///
/// let record = read_record(b"(;SZ[9]CA[Shift_JIS]PB[\x83\x5c];B[ee])", &ReadOptions::default())?;
/// assert_eq!(record.header.black.as_deref(), Some("ソ"));
/// # Ok::<(), tao_sgf::SgfError>(())
/// ```
pub fn read_record(file: &[u8], options: &ReadOptions) -> Result<Record, SgfError> {
    let text = decode(file)?;
    let mut next = NextGame::default();
    let mut first_error = None;
    let record = loop {
        match next.read(&text, options) {
            Some(Ok(record)) => break record,
            Some(Err(error)) => first_error.get_or_insert(error),
            None => return Err(first_error.unwrap_or(SgfError::NoGame)),
        };
    };
    match (first_error, next.count(&text), record.number) {
        (None, 1, _) => {}
        (None, games, _) => {
            log::warn!("the file has {games} games, all but the first are ignored");
        }
        (Some(error), games, number) => {
            log::warn!("game 1: {error}; game {number} of {games} is read");
        }
    }
    if !record.has_komi && options.komi.is_none() {
        log::warn!("the record has no komi, {} is taken", record.game.komi());
    }
    Ok(record)
}

pub(super) fn play(main_line: &mut MainLine, options: &ReadOptions) -> Result<Record, SgfError> {
    let root = main_line.next_node()?.ok_or(SgfError::NoGame)?;
    let mut builder = GameBuilder::new(&root, options)?;
    let mut next = Some(root);
    while let Some(node) = &next
        && builder.add(node)?.is_continue()
    {
        next = main_line.next_node()?;
    }
    let is_set_up = |set_up: &SetUp<'_>| set_up.has_stones && !occupied(set_up.stones).is_empty();
    if builder.pending.as_ref().is_some_and(is_set_up) {
        builder.apply_pending()?;
    }
    main_line.odd.log("read nevertheless", "places");
    Ok(builder.finish(options.rules))
}

/// Stones that are set up between moves. If they are only removed, another move must follow.
struct SetUp<'a> {
    stones: ByColor<PointSet<6>>,
    property: Property<'a>,
    /// Whether stones were named, and not only empty points.
    has_stones: bool,
}

struct GameBuilder<'a> {
    game: Game,
    header: Header,
    until: usize,
    /// Number of the next move. Set-up between moves does not restart the count.
    number: usize,
    /// The announced number of handicap stones.
    handicap: Option<usize>,
    /// The number of handicap stones before the latest set-up between moves.
    handicap_before: usize,
    /// The komi of the file or of the caller.
    komi: Option<f64>,
    has_komi: bool,
    /// The rules of the record.
    rules: Rules,
    times: Vec<MoveTime>,
    /// The property by which a file of ours says where the game was resumed.
    resumed: Option<Property<'a>>,
    /// The side to move that a node set last.
    to_move: Option<Color>,
    /// What was set up since the latest move.
    pending: Option<SetUp<'a>>,
    /// The points that became empty by the latest set-up between moves.
    removed: PointSet<6>,
    /// The latest property that turned the position into set-up.
    set_up_at: Option<PropertyValue<'a>>,
    illegal_moves: RepeatedWarning,
    /// Moves besides another of the same color in one node.
    extra_moves: RepeatedWarning,
    odd_passes: RepeatedWarning,
    /// Passes where stones are set up.
    passes_set_up: RepeatedWarning,
    without_value: RepeatedWarning,
}

impl<'a> GameBuilder<'a> {
    fn new(root: &SgfNode<'a>, options: &ReadOptions) -> Result<Self, SgfError> {
        check_game(root)?;
        let mut game = empty_board(root)?;
        // The moves were legal under unknown rules: only simple ko is checked here.
        game.set_rules(Rules {
            superko: Superko::Simple,
            suicide: Suicide::Allowed,
            ..options.rules
        });
        let komi = komi(root);
        let until = options.until.filter(|&number| number > 0);
        Ok(Self {
            game,
            header: Header::of(root),
            until: until.unwrap_or(usize::MAX),
            number: 1,
            handicap: handicap(root),
            handicap_before: 0,
            komi: komi.or(options.komi),
            has_komi: komi.is_some(),
            rules: rules_of_record(root, options.rules),
            times: Vec::new(),
            resumed: root.property(RESUMED).cloned(),
            to_move: None,
            pending: None,
            removed: PointSet::EMPTY,
            set_up_at: None,
            illegal_moves: RepeatedWarning::default(),
            extra_moves: RepeatedWarning::default(),
            odd_passes: RepeatedWarning::default(),
            passes_set_up: RepeatedWarning::default(),
            without_value: RepeatedWarning::default(),
        })
    }

    /// Applies the next node: set-up first, then moves. Breaks before the move `until`.
    fn add(&mut self, node: &SgfNode<'a>) -> Result<ControlFlow<()>, SgfError> {
        check_values(node, &mut self.without_value)?;
        self.set_up(node)?;
        for (color, value) in moves(node, &mut self.extra_moves) {
            self.apply_pending()?;
            let mv = parse_move(&value, self.game.size(), self.number);
            if color == Color::White && mv != Ok(Move::Pass) {
                self.settle_handicap();
            }
            if self.number == self.until {
                self.set_to_move(color);
                return Ok(ControlFlow::Break(()));
            }
            let mv = mv?;
            if mv == Move::Pass && !is_usual_pass(&value) {
                let location = value.location();
                self.odd_passes
                    .add(|| format!("{location}: {} read as a pass", value.excerpt()));
            }
            self.play(color, mv, value)
                .map_err(|BadSetUp| value.expected("a move that can be played"))?;
            self.number += 1;
            self.note_time(node, color);
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Notes the clock of `color`, which made the latest move. Clocks before the latest set-up are dropped.
    fn note_time(&mut self, node: &SgfNode<'a>, color: Color) {
        let moves = self.game.moves().len();
        while self.times.last().is_some_and(|time| time.moves >= moves) {
            self.times.pop();
        }
        if let Some(remaining) = remaining(node, color) {
            self.times.push(MoveTime {
                moves,
                color,
                remaining,
            });
        }
    }

    fn set_up(&mut self, node: &SgfNode<'a>) -> Result<(), SgfError> {
        let now = self.game.board().stones_by_color();
        let pending = self.pending.as_ref();
        let mut stones = pending.map_or(now, |pending| pending.stones);
        let mut has_stones = pending.is_some_and(|pending| pending.has_stones);
        let changed = change_stones(&mut stones, self.game.size(), node, &mut self.passes_set_up)?;
        if let Some(property) = changed {
            has_stones |= node.property("AB").or(node.property("AW")).is_some();
            self.pending = Some(SetUp {
                stones,
                property: property.clone(),
                has_stones,
            });
            if self.number == 1 {
                self.apply_pending()?;
            }
        }
        if let Some(color) = to_move(node) {
            self.set_to_move(color);
        }
        Ok(())
    }

    fn set_to_move(&mut self, color: Color) {
        self.game.set_to_move(color);
        self.to_move = Some(color);
    }

    fn apply_pending(&mut self) -> Result<(), SgfError> {
        let Some(SetUp {
            stones, property, ..
        }) = self.pending.take()
        else {
            return Ok(());
        };
        if stones == self.game.board().stones_by_color() {
            return Ok(());
        }
        self.set_up_at = property.value();
        let started = self.start_from(stones);
        started.map_err(|BadSetUp| property.expected("stones that all have liberties"))
    }

    /// Makes these stones the set-up. Before the first move, they are the handicap if all are black and there are as many as
    /// announced.
    fn start_from(&mut self, stones: ByColor<PointSet<6>>) -> Result<(), BadSetUp> {
        let ByColor([black, white]) = stones;
        let is_black = !black.is_empty() && white.is_empty();
        let to_move = match (self.number, is_black) {
            (1, true) => Color::White,
            (1, false) => Color::Black,
            _ => self.game.to_move(),
        };
        if self.number == 1 && is_black && self.handicap == Some(black.len()) {
            return self.make_handicap(black);
        }
        let points = |color| {
            stones[color]
                .iter()
                .map(move |point| (color, point.coord()))
        };
        self.restart(Color::BOTH.into_iter().flat_map(points), to_move)
    }

    fn restart(
        &mut self,
        stones: impl IntoIterator<Item = (Color, Coord)>,
        to_move: Color,
    ) -> Result<(), BadSetUp> {
        if self.number > 1 {
            self.handicap_before = self.handicap_stones();
        }
        let captures = ByColor::from_fn(|color| self.game.captures(color));
        // Several restarts in a row are one.
        let earlier = self.game.moves().is_empty().then_some(self.removed);
        let before = occupied(self.game.board().stones_by_color()) | earlier.unwrap_or_default();
        self.game.set_up(stones, to_move)?;
        self.game.set_earlier_captures(captures);
        self.removed = before & !occupied(self.game.board().stones_by_color());
        Ok(())
    }

    /// The number of handicap stones that the game began with.
    fn handicap_stones(&self) -> usize {
        self.game.handicap().max(self.handicap_before)
    }

    /// Makes the stones on the board the announced handicap, if White has only passed and there are as many as announced: some
    /// servers write free stones as moves, with or without passes of White between them. If there are no stones, places the fixed
    /// ones: other servers announce a handicap without its stones.
    fn settle_handicap(&mut self) {
        let ByColor([black, white]) = self.game.board().stones_by_color();
        let is_placing =
            |&(color, mv): &(Color, Move)| (mv == Move::Pass) == (color == Color::White);
        let is_before_white = self.game.moves().len() + 1 == self.number
            && self.game.moves().iter().all(is_placing)
            && white.is_empty();
        let set_up = self.game.initial_board().stones(Color::Black).len();
        let is_open = |&count: &usize| is_before_white && count != set_up;
        let Some(count) = self.handicap.filter(is_open) else {
            return;
        };
        if black.len() == count {
            // These stones are on the board, so there is room for them.
            let _ = self.make_handicap(black);
        } else if self.number == 1 {
            // Ignored if there are stones, or no fixed points for that number.
            let _ = self.game.fixed_handicap(count);
        }
    }

    /// Makes black stones the set-up, as handicap.
    fn make_handicap(&mut self, stones: PointSet<6>) -> Result<(), BadSetUp> {
        let points: Vec<Coord> = stones.iter().map(Point::coord).collect();
        self.game.clear();
        let set = self.game.set_free_handicap(&points);
        set.map_err(|_| BadSetUp)
    }

    /// Makes a move, legal or not, as SGF demands.
    fn play(&mut self, color: Color, mv: Move, value: PropertyValue<'a>) -> Result<(), BadSetUp> {
        let Err(reason) = self.game.play_as(color, mv) else {
            return Ok(());
        };
        let number = self.number;
        self.illegal_moves
            .add(|| format!("move {number}: {reason}"));
        self.set_up_at = Some(value);
        let mut others: Vec<_> = self.game.board().all_stones().collect();
        others.retain(|&(_, coord)| mv != Move::Play(coord));
        self.restart(others, color)?;
        self.game.play_as(color, mv).map(drop).map_err(|_| BadSetUp)
    }

    /// The game, with the announced handicap if its stones were never placed.
    fn finish(mut self, rules: Rules) -> Record {
        if self.to_move != Some(Color::Black) {
            self.settle_handicap();
        }
        self.game.set_rules(rules);
        let mut usual_komi = Game::DEFAULT_KOMI;
        if self.handicap_stones() > 0 {
            usual_komi = Game::HANDICAP_KOMI;
        }
        self.game.set_rules_of_record(self.rules);
        // A komi of the caller that is out of range is ignored.
        let _ = self.game.set_komi(self.komi.unwrap_or(usual_komi));
        if self.number < self.until {
            self.header.set_game(&self.game);
        }
        self.resume();
        self.log_warnings();
        let moves = self.game.moves().len();
        self.times.retain(|time| time.moves <= moves);
        Record {
            game: self.game,
            header: self.header,
            moves: self.number - 1,
            times: self.times,
            number: 1,
            has_komi: self.has_komi,
            removed: self.removed,
        }
    }

    /// Resumes the game where the record says that it was resumed. Numbers of moves after which the game was not over, and texts
    /// that are not numbers, are ignored.
    fn resume(&mut self) {
        let values = self.resumed.iter().flat_map(Property::values);
        for moves in values.filter_map(|value| value.simple_text().parse().ok()) {
            self.game.resume_at(moves);
        }
    }

    fn log_warnings(&self) {
        self.without_value.log("ignored", "properties");
        self.extra_moves.log("ignored", "moves");
        self.passes_set_up.log("ignored", "stones");
        self.odd_passes.log("as some programs write it", "moves");
        if let Some(stones) = self.handicap
            && self.handicap_stones() < stones
            && self.number < self.until
        {
            log::warn!("`HA[{stones}]` ignored: the record has no such stones");
        }
        self.illegal_moves.log("played nevertheless", "moves");
        let before = self.number - 1 - self.game.moves().len();
        if let Some(value) = self.set_up_at.filter(|_| before > 0) {
            log::warn!(
                "{}: the record begins after move {before}, with the stones that are there",
                value.location()
            );
        }
        if let Some(set_up) = &self.pending
            && set_up.stones != self.game.board().stones_by_color()
        {
            log::warn!(
                "{}: stones are removed after the last move, left where they are",
                set_up.property.location()
            );
        }
    }
}

fn occupied(ByColor([black, white]): ByColor<PointSet<6>>) -> PointSet<6> {
    black | white
}
