//! A game: its moves, the position that is shown, and what a person may do with both.

mod evaluations;
mod kept;
mod replaced;

use std::error::Error;
use std::time::Duration;

use web_time::Instant;

use crate::review::{MistakeSizes, PositionEvaluation};
use crate::schema::page::{Action, Player, Value};
use crate::table::{Ending, Seat, Table};
use tao_engine::raw::search::Detail;
use tao_engine::raw::{Purpose, Question, Thought};
use tao_engine::{Decision, Level, ParseLevelError};
use tao_rules::board::{ByColor, Color, Coord, Move};
use tao_rules::game::{DeadStones, Game, Rules, TimeBudget, TimeControl};
use tao_rules::raw::Point;
use tao_sgf as sgf;
use tao_sgf::{MAX_TREE_NODES, MoveTree, ReadOptions, Record, read_tree};

use super::problems::Asked;
use super::view;
use kept::Library;

/// Why the game does not allow an action.
pub type Refusal = Box<dyn Error>;

/// The refusal of a move in a game that is over.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("the game is over: take back a move, or resume the game")]
pub(super) struct GameOver;

/// The refusal of a node that the tree does not have.
const NO_NODE: &str = "there is no such node";

/// The refusal of a record that is longer than [`MAX_RECORD`].
const LONG_RECORD: &str = "the record is longer than 1 MiB";

/// Maximum number of moves. The longest games have a few hundred.
const MAX_MOVES: usize = 2000;

/// Maximum bytes of a record that is loaded, as UTF-8.
const MAX_RECORD: usize = 1 << 20;

/// A game on the board of a visitor.
#[derive(Clone, Debug)]
pub(crate) struct BoardGame {
    /// The whole game.
    pub(crate) table: Table,
    /// The moves of the game, and those that were tried or recorded beside them.
    pub(super) tree: MoveTree,
    /// The nodes of the game itself.
    pub(super) main: Vec<usize>,
    /// The nodes of the line that is shown.
    pub(super) line: Vec<usize>,
    /// Number of moves of the shown line before the position that is shown.
    pub(crate) at: usize,
    /// Whether this is a record to look at, in which a different move begins a variation.
    is_record: bool,
    /// Number of moves of the record before the set-up with which the game begins.
    pub(super) moves_before: usize,
    /// Number of nodes that the record had; those that were tried follow.
    recorded: usize,
    /// When the clock of the side to move was last updated.
    clock_read_at: Instant,
    /// The values of the positions, by node.
    values: Vec<Option<Value>>,
    /// What a review found in the positions, by node. It does not change afterwards.
    reviews: Vec<Option<Box<PositionEvaluation>>>,
    /// Whether the engine no longer resigns in this game, because the visitor went on after it had resigned.
    plays_on: bool,
    /// The game before it was replaced, or before moves were dropped.
    pub(crate) former: Option<Box<Self>>,
    /// Whether the former one is another game than this one.
    is_former_other: bool,
    pub(crate) library: Library,
    /// The one that is shown in place of a game, which then is the former one.
    pub(super) problem: Option<Asked>,
}

impl BoardGame {
    /// A game whose clocks begin to run. The visitor plays `player`, or both colors if it is `None`.
    pub(crate) fn new(
        game: Game,
        player: Option<Color>,
        level: Level,
        control: TimeControl,
    ) -> Self {
        let tree = MoveTree::of(&game);
        let mut table = Table::new(game, control);
        table.seats = player.map_or_else(Seat::both_persons, Seat::person_and_engine);
        Self::at(table, tree, level)
    }

    /// A board that shows the end of a game, whose moves must be the first nodes of the tree. The level is for a game without one.
    fn at(mut table: Table, tree: MoveTree, level: Level) -> Self {
        table.level.get_or_insert(level);
        let at = table.game().moves().len();
        let main: Vec<usize> = (0..=at).collect();
        Self {
            at,
            line: main.clone(),
            main,
            is_record: table.seats == ByColor::default(),
            moves_before: 0,
            recorded: tree.nodes().len(),
            clock_read_at: Instant::now(),
            values: Vec::new(),
            reviews: Vec::new(),
            plays_on: false,
            former: None,
            is_former_other: false,
            library: Library::default(),
            problem: None,
            tree,
            table,
        }
    }

    /// A record to look at.
    pub(super) fn of_record(file: &[u8], rules: Rules, level: Level) -> Result<Self, Refusal> {
        let record = read(file, rules)?;
        let tree = read_tree(file, &record);
        let moves_before = record.moves - record.game.moves().len();
        let mut table = Table::of_record(record);
        table.adopt_named_rules();
        table.unseat_engine();
        Ok(Self {
            moves_before,
            ..Self::at(table, tree, level)
        })
    }

    /// Resumes the game of a record, by these rules and at this level unless the record names others.
    pub(crate) fn resumed(record: &[u8], rules: Rules, level: Level) -> Result<Self, Refusal> {
        let read = read(record, rules)?;
        let tree = read_tree(record, &read);
        Ok(Self::at(Table::resumed(read), tree, level))
    }

    /// All moves of the game.
    pub(crate) fn moves(&self) -> &[(Color, Move)] {
        self.table.game().moves()
    }

    /// The engine's level.
    pub(crate) fn level(&self) -> Level {
        self.table.level.unwrap_or(Level::FULL)
    }

    /// Lets the visitor play this color, or both.
    pub(crate) fn set_player(&mut self, player: Option<Color>) {
        if let Some(color) = player {
            self.table.seats = Seat::person_and_engine(color);
            return;
        }
        self.table.unseat_engine();
        if !self.is_record {
            self.table.seats = Seat::both_persons();
        }
    }

    /// Lets the clock of the side to move run until `now`. Returns whether the game ended because its time is over.
    pub(crate) fn run_clock(&mut self, now: Instant) -> bool {
        let elapsed = now.saturating_duration_since(self.clock_read_at);
        self.clock_read_at = now;
        let side = self.table.game().to_move();
        self.table.run_clock(side, elapsed)
    }

    /// Lets the clock stand from its last update until `now`.
    pub(crate) fn skip_clock(&mut self, now: Instant) {
        self.clock_read_at = now;
    }

    /// What each side has left; `None` without a clock.
    pub(crate) fn time_left(&self) -> Option<ByColor<Duration>> {
        let left = ByColor::from_fn(|color| self.table.clocks.left(color));
        Some(ByColor::new(left[Color::Black]?, left[Color::White]?))
    }

    /// The game up to the position that is shown.
    pub(crate) fn shown(&self) -> Game {
        let game = self.table.game();
        let shown = self.tree.game_at(game, self.node());
        shown.unwrap_or_else(|| game.clone())
    }

    /// All moves of the line that is shown.
    pub(super) fn line_moves(&self) -> impl Iterator<Item = (Color, Move)> {
        let nodes = self.tree.nodes();
        self.line.iter().filter_map(|&node| nodes[node].mv)
    }

    /// The node that is shown.
    fn node(&self) -> usize {
        self.line[self.at]
    }

    /// Whether the position that is shown belongs to the game itself, and not to a variation.
    fn is_on_game(&self) -> bool {
        self.main.get(self.at) == Some(&self.node())
    }

    /// Whether the end of the game is shown.
    pub(super) fn is_at_end(&self) -> bool {
        self.main.last() == Some(&self.node())
    }

    /// How the game ended, if its end is shown.
    pub(crate) fn ending(&self) -> Option<Ending> {
        self.table.ending().copied().filter(|_| self.is_at_end())
    }

    /// Whether the engine is to move in the position that is shown.
    pub(crate) fn is_engines_turn(&self) -> bool {
        self.is_at_end() && self.table.is_engines_turn()
    }

    /// Makes a move in the position that is shown. In a record, in a game that is over and in a variation, a different move begins
    /// a variation. Otherwise later moves are dropped from the game: they become a variation, and can be brought back.
    pub(crate) fn play(&mut self, mv: Move) -> Result<(), Refusal> {
        if self.ending().is_some() {
            return Err(GameOver.into());
        }
        let mut game = self.shown();
        let color = game.to_move();
        let (node, is_trial) = (self.node(), self.is_trial());
        if let Some(known) = self.tree.child(node, (color, mv)) {
            if is_trial || self.main.get(self.at + 1) == Some(&known) {
                return self.visit(known);
            }
        } else if self.at >= MAX_MOVES || self.tree.nodes().len() >= MAX_TREE_NODES {
            let most = MAX_TREE_NODES;
            return Err(
                format!("a game has at most {MAX_MOVES} moves, with variations {most}").into(),
            );
        }
        if is_trial {
            game.play_as(color, mv)?;
            let next = self.tree.add(node, (color, mv));
            return self.visit(next.ok_or(NO_NODE)?);
        }
        let mut table = self.table.clone();
        if !self.is_at_end() {
            table.go_back_to(self.at);
        }
        table.play(color, mv)?;
        let next = self.tree.add(node, (color, mv)).ok_or(NO_NODE)?;
        if !self.is_at_end() {
            self.keep_former();
        }
        self.table = table;
        self.main.truncate(self.at + 1);
        self.main.push(next);
        self.line.clone_from(&self.main);
        self.at += 1;
        Ok(())
    }

    /// The question for the engine's move in the position that is shown. It has the time that its clock allows, and at most `most`.
    pub(crate) fn question(&self, most: Duration) -> Question<'static> {
        let most = TimeBudget::fixed(most);
        let budget = self.table.budget(self.table.game().to_move());
        let budget = budget.map_or(most, |budget| budget.min(most));
        Question {
            level: Some(self.level()),
            detail: Detail::Score,
            ..Question::new(self.shown().to_move(), Purpose::Play, Some(budget))
        }
    }

    /// Makes the engine's move in the position that is shown, or resigns for it.
    pub(crate) fn answer(&mut self, thought: &Thought) -> Result<(), Refusal> {
        if let Some(report) = &thought.report {
            self.note(self.at, view::value(&report.snapshot));
        }
        match thought.decision() {
            Decision::Resign if self.plays_on => self.play(thought.mv)?,
            Decision::Resign if self.is_at_end() => self.table.resign(self.shown().to_move()),
            Decision::Resign => return Err("Tao Go would resign here".into()),
            Decision::Play(mv) => self.play(mv)?,
        }
        Ok(())
    }

    /// Whether a move in the position that is shown belongs to a variation instead of the game.
    fn is_trial(&self) -> bool {
        let is_looked_at =
            self.is_record && self.table.person().is_none() || self.table.ending().is_some();
        !self.is_on_game() || is_looked_at && !self.is_at_end()
    }

    /// Whether the move before the position that is shown stays when it is taken back: it is in a record that is looked at, or inside
    /// of a game that is over.
    fn keeps_move(&self) -> bool {
        let is_looked_at = self.is_record && self.table.person().is_none();
        let is_inside = self.is_on_game() && !self.is_at_end();
        is_looked_at && self.node() < self.recorded || self.table.ending().is_some() && is_inside
    }

    /// Takes back the visitor's last move before the position that is shown, and the moves after it. If the visitor plays both
    /// colors, and in a variation, this is the last move of either color. A move that [stays](Self::keeps_move) is only stepped back
    /// from. If the visitor resigned, takes back the resignation alone.
    pub(crate) fn undo(&mut self) -> Result<(), Refusal> {
        const NO_MOVE: &str = "you have no move to take back";
        if let Some(Ending::Resigned(loser)) = self.ending()
            && self.table.person().is_none_or(|person| person == loser)
        {
            self.go_on();
            return Ok(());
        }
        if self.keeps_move() {
            return self.go_to(self.at.checked_sub(1).ok_or(NO_MOVE)?);
        }
        let is_on_game = self.is_on_game();
        let shown = self.table.own_moves().find(|place| *place < self.at);
        let shown = if is_on_game {
            shown
        } else {
            self.at.checked_sub(1)
        };
        let place = shown.ok_or(NO_MOVE)?;
        let first = self.line[place + 1];
        let mut tree = self.tree.clone();
        let numbers = tree.remove(first);
        if tree.nodes().len() + self.at - place < self.tree.nodes().len() {
            self.keep_former();
        }
        if is_on_game {
            self.table.go_back_to(place);
        }
        self.tree = tree;
        let renumber = |nodes: &[usize]| nodes.iter().filter_map(|&node| numbers[node]).collect();
        self.main = renumber(&self.main);
        self.line = renumber(&self.line);
        let mut kept = numbers.iter().map(Option::is_some);
        self.values.retain(|_| kept.next() == Some(true));
        let mut kept = numbers.iter().map(Option::is_some);
        self.reviews.retain(|_| kept.next() == Some(true));
        self.at = place;
        self.line = self.line_of(self.node());
        Ok(())
    }

    /// The line that is shown with a node: the game itself, if the node belongs to it.
    fn line_of(&self, node: usize) -> Vec<usize> {
        if self.main.contains(&node) {
            self.main.clone()
        } else {
            self.tree.line_through(node)
        }
    }

    /// Shows the position of a node. The line that is shown stays the same if it contains the node.
    pub(super) fn visit(&mut self, node: usize) -> Result<(), Refusal> {
        if node >= self.tree.nodes().len() {
            return Err(NO_NODE.into());
        }
        if !self.line.contains(&node) {
            self.line = self.line_of(node);
        }
        let place = self.line.iter().position(|each| *each == node);
        self.at = place.unwrap_or_default();
        Ok(())
    }

    /// Resigns for the visitor, or for the side to move if the visitor plays both colors.
    pub(crate) fn resign(&mut self) -> Result<(), Refusal> {
        if !self.is_at_end() || self.table.ending().is_some() {
            return Err("only a game in progress can be resigned, from its last position".into());
        }
        let to_move = self.table.game().to_move();
        self.table.resign(self.table.person().unwrap_or(to_move));
        Ok(())
    }

    /// Goes on with a game that is over.
    pub(crate) fn resume(&mut self) -> Result<(), Refusal> {
        if self.table.ending().is_none() {
            return Err("the game is not over".into());
        }
        self.go_on();
        self.line.clone_from(&self.main);
        self.at = self.moves().len();
        Ok(())
    }

    /// Takes back the end of the game.
    fn go_on(&mut self) {
        if let Some(Ending::Resigned(loser)) = self.table.resume() {
            self.plays_on |= self.table.person() != Some(loser);
        }
    }

    /// Shows the position after this number of moves.
    pub(crate) fn go_to(&mut self, moves: usize) -> Result<(), Refusal> {
        let last = self.line.len() - 1;
        if moves > last {
            return Err(format!("the game has {last} moves").into());
        }
        self.at = moves;
        Ok(())
    }

    /// Marks a living chain as dead, or a dead one as living.
    pub(crate) fn toggle(&mut self, stone: Coord) -> Result<(), Refusal> {
        let game = self.table.game();
        if game.dead_stones() == DeadStones::Stay {
            return Err("by these rules, or in a game that was resumed, all stones count".into());
        }
        let on_board = Some(stone).filter(|stone| stone.is_on(game.size()));
        let chain = on_board.and_then(|stone| game.board().chain(Point::new(stone)));
        let chain = chain.ok_or_else(|| format!("there is no stone on {stone}"))?;
        let chain = chain.stones;
        let Some(Ending::Counted { dead }) = self.ending() else {
            return Err("dead stones are marked at the end of a game".into());
        };
        self.table.count_by_hand(if dead.intersects(&chain) {
            dead & !chain
        } else {
            dead | chain
        });
        Ok(())
    }

    /// Replaces the comment and the marks of a node, unless the record becomes too long.
    fn annotate(&mut self, node: usize, comment: &str, marks: &str) -> Result<(), Refusal> {
        let mut tree = self.tree.clone();
        let place = tree.node_mut(node).ok_or(NO_NODE)?;
        place.annotate(comment, marks);
        if self.table.to_sgf_with(Some(&tree)).len() > MAX_RECORD {
            return Err(LONG_RECORD.into());
        }
        self.tree = tree;
        if node == 0 && !self.tree.begins_later() {
            // It would be written in place of the tree's, if that is empty.
            self.table.header.remove("C");
        }
        Ok(())
    }

    /// The record, with variations and comments.
    pub(crate) fn to_sgf(&self) -> String {
        self.table.to_sgf_with(Some(&self.tree))
    }

    /// Carries out any action that needs no search.
    ///
    /// # Errors
    ///
    /// Returns why the game is unchanged.
    pub(crate) fn act(&mut self, action: Action, sizes: MistakeSizes) -> Result<(), Refusal> {
        match action {
            Action::New(conditions) => self.begin(conditions),
            Action::Play { .. } if self.is_engines_turn() => Err("it is Tao Go's turn".into()),
            Action::Play { mv } => self.play(mv.parse()?),
            Action::Genmove {} | Action::Review { .. } => Ok(()),
            Action::Undo {} => self.undo(),
            Action::Resign {} => self.resign(),
            Action::Resume {} => self.resume(),
            Action::Go { to } => self.go_to(to),
            Action::Visit { node } => self.visit(node),
            Action::Toggle { point } => self.toggle(point.parse()?),
            Action::Annotate {
                node,
                comment,
                marks,
            } => self.annotate(node, &comment, &marks),
            Action::Frame { part: [one, other] } => self.frame(one.parse()?, other.parse()?),
            Action::Restore {} => self.bring_back(),
            Action::Open { time } => self.open(time),
            Action::Remove { time } => self.library.games.remove(time),
            Action::Learn { player } => {
                self.learn(player.into(), sizes);
                Ok(())
            }
            Action::Ask {} => self.ask(),
            Action::Pose { record } => self.pose(&record),
            Action::Answer { right } => self.answer_problem(right),
            Action::Set {
                level: number,
                player,
            } => {
                self.table.level = Some(level(number)?);
                self.set_player(player.into());
                Ok(())
            }
        }
    }
}

impl From<Player> for Option<Color> {
    fn from(player: Player) -> Self {
        match player {
            Player::Black => Some(Color::Black),
            Player::White => Some(Color::White),
            Player::Both => None,
        }
    }
}

pub(super) fn level(number: u8) -> Result<Level, ParseLevelError> {
    Level::new(number).ok_or(ParseLevelError)
}

/// Reads a record that is not too long, by these rules unless it names others.
fn read(record: &[u8], rules: Rules) -> Result<Record, Refusal> {
    let options = ReadOptions {
        rules,
        until: Some(MAX_MOVES + 2),
        ..ReadOptions::default()
    };
    let record = sgf::read_record(record, &options)?;
    if record.moves > MAX_MOVES {
        return Err(format!("the record has more than {MAX_MOVES} moves").into());
    }
    Ok(record)
}
