//! Commands that change the game, or begin another one.

use std::io;
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::cli::output_file;
use crate::cli::printable::shown;
use crate::cli::quoted::quoted;
use tao_engine::engine::Level;
use tao_protocols::table::{Ending, Seat, Setup, Table};
use tao_sgf::ReadOptions;

use super::command::PlayCommand;
use super::kept::read_table;
use super::terminal_game::TerminalGame;

impl<W: Write> TerminalGame<W> {
    /// Returns a warning if the command would lose an unsaved game or replace a file.
    pub(super) fn warning(&self, command: &PlayCommand) -> Option<String> {
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
    pub(super) fn undo(&mut self, count: usize) -> io::Result<()> {
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

    pub(super) fn resume(&mut self) -> io::Result<()> {
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

    pub(super) fn resign(&mut self) -> io::Result<()> {
        if self.table.is_over() {
            return self.say("The game is over already.");
        }
        self.end_by_resignation(self.player())
    }

    pub(super) fn set_komi(&mut self, komi: f64) -> io::Result<()> {
        self.next.komi = Some(komi);
        if self.table.is_over() {
            return self.say(&format!("Komi {komi} from the next game on."));
        }
        let set = self.table.game_mut().set_komi(komi);
        set.map_err(io::Error::other)?;
        self.say(&format!("Komi {komi}."))
    }

    pub(super) fn set_level(&mut self, level: Level) -> io::Result<()> {
        self.engine.set_level(level);
        self.table.level = Some(level);
        let full = Level::FULL;
        self.say(&format!("Tao Go plays on level {level} of {full}."))
    }

    pub(super) fn switch(&mut self) -> io::Result<()> {
        let player = !self.player();
        self.table.seats = Seat::person_and_engine(player);
        let stone = self.theme.colored_stone(player);
        self.say(&format!("You are {player} ({stone}) now."))
    }

    pub(super) fn begin_with_handicap(&mut self, stones: usize) -> io::Result<()> {
        match self.next.with_handicap(stones) {
            Ok(next) => self.begin_next(next),
            Err(reason) => self.say(&format!("No handicap of {stones}: {reason}.")),
        }
    }

    pub(super) fn begin_with_size(&mut self, size: usize) -> io::Result<()> {
        let (next, stones) = (self.next.with_size(size), self.next.handicap);
        if next.handicap != stones && next.begin().is_ok() {
            self.say(&format!(
                "No points for a handicap of {stones} on {size}x{size}: an even game."
            ))?;
        }
        self.begin_next(next)
    }

    /// Begins another game with these settings, if there is such a game.
    pub(super) fn begin_next(&mut self, next: Setup) -> io::Result<()> {
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

    pub(super) fn save(&mut self, path: PathBuf) -> io::Result<()> {
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

    pub(super) fn load(&mut self, path: &Path) -> io::Result<()> {
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
