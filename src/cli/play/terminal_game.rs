//! A game in the terminal.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use indicatif::ProgressFinish;

use crate::cli::Error;
use crate::cli::output_file;
use crate::cli::printable::quoted;
use crate::cli::printable::{printable, shown};
use crate::cli::progress::ProgressBars;
use crate::cli::theme::Theme;
use tao_engine::raw::search::{Detail, Observer, Report, Snapshot};
use tao_engine::raw::{Purpose, Question, Thought};
use tao_engine::{Decision, Engine, Level};
use tao_protocols::catch_panic;
use tao_protocols::files::Keeper;
use tao_protocols::table::{Ending, Seat, Setup, Table};
use tao_rules::board::{Color, Move};
use tao_rules::game::TimeControl;
use tao_sgf::ReadOptions;

use super::command::{HELP, PlayCommand};
use super::input::TypedLine;
use super::read_table;
use super::show::{figures, resignation, review, time_out};

pub(super) struct TerminalGame<W> {
    pub(super) table: Table,
    /// How further games begin.
    pub(super) next: Setup,
    /// The clock of further games.
    pub(super) control: TimeControl,
    pub(super) engine: Engine,
    pub(super) theme: Theme,
    output: W,
    /// Keeps the games in files; by default it keeps none.
    pub(super) keeper: Keeper,
    /// Shows that the engine thinks; `None` unless a terminal can show it.
    pub(super) bars: Option<ProgressBars>,
    /// Makes the engine move at once.
    pub(super) stop: Arc<AtomicBool>,
    /// The search for the engine's latest move.
    pub(super) latest: Option<Report>,
    /// Files that were written in this session.
    pub(super) saved: Vec<PathBuf>,
    /// A command that is carried out only when it is given again as a confirmation.
    pub(super) unconfirmed: Option<PlayCommand>,
}

/// Time between two updates of the line that shows a search in progress.
const INTERVAL: Duration = Duration::from_millis(250);

const CONTINUE: ControlFlow<()> = ControlFlow::Continue(());

const THINKING: &str = "{spinner} Tao Go is thinking, {elapsed}{msg}; Ctrl-C: move now";

impl<W: Write> TerminalGame<W> {
    /// Returns a game that is not kept in a file. Further games begin like `next`, with the same clock.
    pub(super) fn new(
        table: Table,
        next: Setup,
        mut engine: Engine,
        theme: Theme,
        output: W,
    ) -> Self {
        let stop = Arc::<AtomicBool>::default();
        engine.set_stop_flag(Arc::clone(&stop));
        let mut game = Self {
            control: table.clocks.control(),
            table,
            next,
            engine,
            theme,
            output,
            keeper: Keeper::default(),
            bars: None,
            stop,
            latest: None,
            saved: Vec::new(),
            unconfirmed: None,
        };
        game.adopt_level();
        game
    }

    /// Makes the engine play at the level of the record, or notes the engine's level if the record has none.
    pub(super) fn adopt_level(&mut self) {
        let level = self.table.level.unwrap_or(self.engine.settings().level);
        self.engine.set_level(level);
        self.table.level = Some(level);
    }

    /// Plays until the player leaves. `read` shows a prompt and reads a line.
    ///
    /// # Errors
    ///
    /// Returns the error of a stream.
    pub(super) fn run(
        mut self,
        read: impl FnMut(&str, &mut W) -> io::Result<TypedLine>,
    ) -> io::Result<()> {
        let talked = self.talk(read);
        // Saves the game even if the output failed.
        let kept = self.keep();
        talked?;
        kept?;
        if let Some(file) = self.keeper.file().filter(|_| self.is_under_way()) {
            let file = shown(file);
            self.say(&format!(
                "The game is saved in {file}\n`tao-go play --resume` continues it."
            ))?;
        }
        self.say("Goodbye.")
    }

    fn talk(
        &mut self,
        mut read: impl FnMut(&str, &mut W) -> io::Result<TypedLine>,
    ) -> io::Result<()> {
        self.guard((), Self::show_beginning)?;
        loop {
            self.guard((), Self::engine_move)?;
            self.keep()?;
            let prompt = self.prompt();
            let waited = Instant::now();
            let line = read(&prompt, &mut self.output)?;
            self.run_clock(self.player(), waited)?;
            match line {
                TypedLine::End => return Ok(()),
                TypedLine::Interrupted => self.say(match self.keeper.file() {
                    Some(_) => "`quit` or Ctrl-D leaves; the game is saved.",
                    None => "`quit` or Ctrl-D leaves.",
                })?,
                TypedLine::Text(line) => {
                    let next = self.guard(CONTINUE, |game| game.execute(&line))?;
                    if next.is_break() {
                        return Ok(());
                    }
                    self.keep()?;
                }
            }
        }
    }

    /// Returns the result of `act`; where it panics, restores the game, prints an error and returns `otherwise`.
    fn guard<T>(
        &mut self,
        otherwise: T,
        act: impl FnOnce(&mut Self) -> io::Result<T>,
    ) -> io::Result<T> {
        let table = self.table.clone();
        catch_panic(|| act(self)).unwrap_or_else(|_| {
            self.table = table;
            self.engine.clear_tree();
            self.say("Internal error. The game is as it was before; `undo` and `quit` work.")?;
            Ok(otherwise)
        })
    }

    pub(super) fn say(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.output, "{text}")
    }

    pub(super) fn player(&self) -> Color {
        // In every game in the terminal, a person plays one side.
        self.table.person().unwrap_or(Color::Black)
    }

    /// Whether the game has moves and is not over, so that it should not be lost.
    pub(super) fn is_under_way(&self) -> bool {
        !self.table.is_over() && !self.table.game().moves().is_empty()
    }

    fn prompt(&self) -> String {
        if self.table.is_over() {
            "game over> ".to_owned()
        } else {
            format!("{}> ", self.player())
        }
    }

    /// Adds the time that a side has thought to its clock, and ends the game if that side is out of time.
    fn run_clock(&mut self, color: Color, since: Instant) -> io::Result<()> {
        if !self.table.run_clock(color, since.elapsed()) {
            return Ok(());
        }
        self.say(&time_out(color))?;
        self.finish()
    }

    /// Carries out a command; returns [`ControlFlow::Break`] for `quit`.
    fn execute(&mut self, line: &str) -> io::Result<ControlFlow<()>> {
        let command = match PlayCommand::parse(line, self.table.game().size()) {
            Ok(command) => command,
            Err(reason) => {
                self.say(&printable(&reason))?;
                return Ok(CONTINUE);
            }
        };
        let unconfirmed = self.unconfirmed.take();
        if let Some(warning) = self.warning(&command)
            && unconfirmed.as_ref() != Some(&command)
        {
            self.say(&format!("{warning}; repeat the command to confirm."))?;
            self.unconfirmed = Some(command);
            return Ok(CONTINUE);
        }
        match command {
            PlayCommand::Move(mv) => self.play(mv)?,
            PlayCommand::Board => self.show_board()?,
            PlayCommand::Hint => self.hint()?,
            PlayCommand::Candidates => self.show_latest_candidates()?,
            PlayCommand::Moves => self.show_moves()?,
            PlayCommand::Undo(count) => self.undo(count)?,
            PlayCommand::Score => self.show_score()?,
            PlayCommand::Resume => self.resume()?,
            PlayCommand::Resign => self.resign()?,
            PlayCommand::New => self.begin_next(self.next)?,
            PlayCommand::Size(size) => self.begin_with_size(size)?,
            PlayCommand::Komi(komi) => self.set_komi(komi)?,
            PlayCommand::Handicap(stones) => self.begin_with_handicap(stones)?,
            PlayCommand::Level(level) => self.set_level(level)?,
            PlayCommand::Switch => self.switch()?,
            PlayCommand::Save(path) => self.save(path)?,
            PlayCommand::Load(path) => self.load(&path)?,
            PlayCommand::Help => self.say(HELP)?,
            PlayCommand::Quit => return Ok(ControlFlow::Break(())),
        }
        Ok(CONTINUE)
    }

    fn play(&mut self, mv: Move) -> io::Result<()> {
        if self.table.is_over() {
            return self.say("The game is over: `undo`, `resume`, `new` or `quit`.");
        }
        match self.table.play(self.player(), mv) {
            Ok(()) => self.end_after_two_passes(),
            Err(reason) => self.say(&format!("You cannot play there: {reason}.")),
        }
    }

    /// Makes the engine's move, if it is the side to move.
    fn engine_move(&mut self) -> io::Result<()> {
        if !self.table.is_engines_turn() {
            return Ok(());
        }
        let color = self.table.game().to_move();
        self.output.flush()?;
        let start = Instant::now();
        let thought = self.think(Purpose::Play, Detail::Score);
        self.run_clock(color, start)?;
        if self.table.is_over() {
            return Ok(());
        }
        match thought.decision() {
            Decision::Resign => self.end_by_resignation(color)?,
            Decision::Play(mv) => {
                self.table.play(color, mv).map_err(io::Error::other)?;
                let figures = figures(thought.report.as_ref());
                // The move is printed below the board, which may fill the terminal.
                self.show_board()?;
                self.say(&format!("Tao Go plays {mv}{figures}"))?;
                self.end_after_two_passes()?;
            }
        }
        self.latest = thought.report;
        Ok(())
    }

    /// Asks the engine about the position. To make a move of its own, it thinks as long as its clock allows.
    pub(super) fn think(&mut self, purpose: Purpose<'_>, detail: Detail) -> Thought {
        self.stop.store(false, Ordering::Relaxed);
        let game = self.table.game();
        let line = self.bars.map(|bars| bars.spinner(THINKING));
        // The line disappears after a panic, too.
        let line = line.map(|line| line.with_finish(ProgressFinish::AndClear));
        let mut show = |snapshot: &Snapshot| {
            if let (Some(line), Some(best)) = (&line, snapshot.moves.first()) {
                let (visits, percent) = (snapshot.visits, 100.0 * best.win_rate);
                line.set_message(format!(", {visits} visits, {} {percent:.0} %", best.mv));
            }
            CONTINUE
        };
        let observer = line.is_some().then_some(Observer {
            first: None,
            interval: Some(INTERVAL),
            show: &mut show,
        });
        let is_turn = matches!(purpose, Purpose::Play);
        let budget = self
            .table
            .budget(self.table.game().to_move())
            .filter(|_| is_turn);
        let question = Question {
            // Advice has full strength on any level.
            level: matches!(purpose, Purpose::Suggest).then_some(Level::FULL),
            detail,
            observer,
            ..Question::new(game.to_move(), purpose, budget)
        };
        let thought = self.engine.think(game, question);
        if let Some(line) = line {
            line.finish_and_clear();
        }
        thought
    }

    /// Ends a game after two passes, and counts it.
    pub(super) fn end_after_two_passes(&mut self) -> io::Result<()> {
        if !self.table.needs_count() {
            return Ok(());
        }
        self.say("Two passes end the game.")?;
        let settlement = self.show_settlement()?;
        self.table.count(settlement.dead());
        self.finish()
    }

    pub(super) fn end_by_resignation(&mut self, loser: Color) -> io::Result<()> {
        self.say(&resignation(loser))?;
        self.table.resign(loser);
        self.finish()
    }

    /// Keeps a game that has ended, and says how to review it.
    fn finish(&mut self) -> io::Result<()> {
        self.keep()?;
        self.say(&review(self.keeper.file()))
    }

    /// Keeps the game, once there is something to keep. If that fails, says so and keeps no more games.
    fn keep(&mut self) -> io::Result<()> {
        if self.table.game().moves().is_empty() && self.keeper.file().is_none() {
            return Ok(());
        }
        let Err(error) = self.keeper.keep(&self.table.to_sgf()) else {
            return Ok(());
        };
        self.keeper.give_up();
        let error = Error::from(error);
        self.say(&format!(
            "The game cannot be saved automatically: {error}. `save FILE` still works."
        ))
    }

    /// Returns a warning if the command would lose an unsaved game or replace a file.
    fn warning(&self, command: &PlayCommand) -> Option<String> {
        match command {
            PlayCommand::New
            | PlayCommand::Size(_)
            | PlayCommand::Handicap(_)
            | PlayCommand::Load(_)
                if self.is_under_way() && !self.keeper.holds(&self.table.to_sgf()) =>
            {
                Some("The game is not saved, and would be lost".to_owned())
            }
            PlayCommand::Save(path) if path.is_file() && !self.saved.contains(path) => {
                let path = shown(path);
                Some(format!("{path} exists, and would be replaced"))
            }
            _ => None,
        }
    }

    /// Takes back this number of the player's moves, with all moves after them.
    fn undo(&mut self, count: usize) -> io::Result<()> {
        let own: Vec<usize> = self.table.own_moves().collect();
        let Some(&place) = own.get(count - 1) else {
            return self.say(&match own.len() {
                0 => "You have not moved yet.".to_owned(),
                1 => "You have made only 1 move.".to_owned(),
                made => format!("You have made only {made} moves."),
            });
        };
        self.table.go_back_to(place);
        self.show_board()
    }

    fn resume(&mut self) -> io::Result<()> {
        match self.table.resume() {
            None => self.say("The game is not over."),
            Some(Ending::Resigned(loser)) => {
                if loser != self.player() {
                    self.engine.play_on();
                }
                self.say("The game goes on.")
            }
            Some(Ending::OutOfTime(_)) => self.say("The game goes on, without clocks."),
            Some(Ending::Counted { .. }) => {
                self.say("The game goes on. Stones that you think dead must be captured.")
            }
        }
    }

    fn resign(&mut self) -> io::Result<()> {
        if self.table.is_over() {
            return self.say("The game is over already.");
        }
        self.end_by_resignation(self.player())
    }

    fn set_komi(&mut self, komi: f64) -> io::Result<()> {
        self.next.komi = Some(komi);
        if self.table.is_over() {
            return self.say(&format!("Komi {komi} from the next game on."));
        }
        let set = self.table.game_mut().set_komi(komi);
        set.map_err(io::Error::other)?;
        self.say(&format!("Komi {komi}."))
    }

    fn set_level(&mut self, level: Level) -> io::Result<()> {
        self.engine.set_level(level);
        self.table.level = Some(level);
        let full = Level::FULL;
        self.say(&format!("Tao Go plays on level {level} of {full}."))
    }

    fn switch(&mut self) -> io::Result<()> {
        let player = !self.player();
        self.table.seats = Seat::person_and_engine(player);
        let stone = self.theme.colored_stone(player);
        self.say(&format!("You are {player} ({stone}) now."))
    }

    fn begin_with_handicap(&mut self, stones: usize) -> io::Result<()> {
        match self.next.with_handicap(stones) {
            Ok(next) => self.begin_next(next),
            Err(reason) => self.say(&format!("No handicap of {stones}: {reason}.")),
        }
    }

    fn begin_with_size(&mut self, size: usize) -> io::Result<()> {
        let (next, stones) = (self.next.with_size(size), self.next.handicap);
        if next.handicap != stones && next.begin().is_ok() {
            self.say(&format!(
                "No points for a handicap of {stones} on {size}x{size}: an even game."
            ))?;
        }
        self.begin_next(next)
    }

    /// Begins another game with these settings, if there is such a game.
    fn begin_next(&mut self, next: Setup) -> io::Result<()> {
        match next.begin() {
            Ok(game) => {
                self.next = next;
                let mut table = Table::new(game, self.control);
                table.seats.clone_from(&self.table.seats);
                self.go_on_with(table)
            }
            Err(reason) => self.say(&format!("There is no such game: {reason}.")),
        }
    }

    fn save(&mut self, path: PathBuf) -> io::Result<()> {
        let text = self.table.to_sgf();
        match output_file::write(&path, &text) {
            Ok(()) => {
                self.keeper.note_saved(text);
                self.say(&format!("Saved in {}", shown(&path)))?;
                self.saved.push(path);
                Ok(())
            }
            Err(error) => self.say(&format!("Not saved: {error}")),
        }
    }

    fn load(&mut self, path: &Path) -> io::Result<()> {
        if path.exists() && !path.is_file() {
            return self.say(&format!("{}: not a regular file", shown(path)));
        }
        let options = ReadOptions {
            komi: self.next.komi,
            rules: self.next.rules,
            ..ReadOptions::default()
        };
        match read_table(path, &options) {
            Ok(table) => {
                self.next = Setup {
                    komi: self.next.komi,
                    ..Setup::like(table.game())
                };
                self.go_on_with(table)
            }
            Err(error) => self.say(&error.to_string()),
        }
    }

    fn go_on_with(&mut self, table: Table) -> io::Result<()> {
        if let Some(file) = self.keeper.file().filter(|_| self.is_under_way()) {
            let file = quoted(file);
            self.say(&format!("`load {file}` goes back to the previous game."))?;
        }
        self.engine.new_game();
        self.latest = None;
        self.table = table;
        self.adopt_level();
        self.keeper.begin(self.table.to_sgf(), None);
        self.show_beginning()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::Palette;
    use crate::cli::theme::Glyphs;
    use tao_engine::raw::EngineSettings;
    use tao_rules::game::Game;

    #[test]
    fn after_a_panic_the_game_goes_on_as_before() {
        let engine = Engine::new(EngineSettings {
            playouts: Some(10),
            ..EngineSettings::default()
        });
        let theme = Theme {
            glyphs: Glyphs::Ascii,
            palette: Palette::Plain,
        };
        let game = Game::new(5).unwrap();
        let next = Setup::like(&game);
        let mut table = Table::new(game, TimeControl::Unlimited);
        table.seats = Seat::person_and_engine(Color::Black);
        let mut game = TerminalGame::new(table, next, engine, theme, Vec::new());
        let next = game.guard(CONTINUE, |game| {
            let _ = game.execute("C3")?;
            let _ = game.execute("resign")?;
            panic!("on purpose")
        });
        assert!(next.unwrap().is_continue());
        assert!(game.table.game().moves().is_empty() && !game.table.is_over());
        let next = game.guard(CONTINUE, |game| game.execute("C3")).unwrap();
        assert_eq!((next, game.table.game().moves().len()), (CONTINUE, 1));
        let next = game.guard(CONTINUE, |game| game.execute("quit")).unwrap();
        assert!(next.is_break());
        let output = String::from_utf8(game.output).unwrap();
        assert_eq!(output.matches("Internal error").count(), 1, "{output}");
    }
}
