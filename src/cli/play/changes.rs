//! Commands that change the game, or begin another one.

use std::io;
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::cli::output_file;
use crate::engine::Level;

use super::command::PlayCommand;
use super::local_game::{Ending, LocalGame};
use super::messages;
use super::next_game::NextGame;
use super::terminal_game::TerminalGame;

impl<W: Write> TerminalGame<W> {
    /// What the command would destroy, if anything.
    pub(super) fn warning(&self, command: &PlayCommand) -> Option<String> {
        match command {
            PlayCommand::New
            | PlayCommand::Size(_)
            | PlayCommand::Handicap(_)
            | PlayCommand::Load(_)
                if self.local.is_under_way() && !self.keeper.holds(&self.local.to_sgf()) =>
            {
                Some("The game is not kept, and would be lost".to_owned())
            }
            PlayCommand::Save(path) if path.exists() && !self.saved.contains(path) => {
                let path = path.display();
                Some(format!("{path} exists, and would be replaced"))
            }
            _ => None,
        }
    }

    /// Takes back so many of the player's moves and all after them.
    pub(super) fn undo(&mut self, count: usize) -> io::Result<()> {
        let player = self.local.player;
        let moves = self.local.game.moves();
        let own = moves.iter().enumerate().rev();
        let own: Vec<usize> = own
            .filter(|(_, (color, _))| *color == player)
            .map(|(place, _)| place)
            .collect();
        let Some(&place) = own.get(count - 1) else {
            return self.say(&match own.len() {
                0 => "You have not moved yet.".to_owned(),
                1 => "You have made only 1 move.".to_owned(),
                made => format!("You have made only {made} moves."),
            });
        };
        let undone = moves.len() - place;
        self.local.game.undo_many(undone);
        self.local.clocks.go_back_to(place);
        self.local.ending = None;
        self.show_board()
    }

    pub(super) fn resume(&mut self) -> io::Result<()> {
        match self.local.ending.take() {
            None => self.say("The game is not over."),
            Some(Ending::Resigned(loser)) => {
                if loser != self.local.player {
                    self.engine.play_on();
                }
                self.say("The game goes on.")
            }
            Some(Ending::OutOfTime(_)) => {
                self.local.clocks.remove_limit();
                self.say("The game goes on, without clocks.")
            }
            Some(Ending::Counted(_)) => {
                self.local.game.resume();
                self.say("The game goes on. Stones that you think dead must be captured.")
            }
        }
    }

    pub(super) fn resign(&mut self) -> io::Result<()> {
        if self.local.is_over() {
            return self.say("The game is over already.");
        }
        let player = self.local.player;
        self.say(&messages::resignation(player))?;
        self.end(Ending::Resigned(player))
    }

    pub(super) fn set_komi(&mut self, komi: f64) -> io::Result<()> {
        self.next.komi = Some(komi);
        if self.local.is_over() {
            return self.say(&format!("Komi {komi} from the next game on."));
        }
        match self.local.game.set_komi(komi) {
            Ok(()) => self.say(&format!("Komi {komi}.")),
            Err(error) => self.say(&format!("{error}.")),
        }
    }

    pub(super) fn set_level(&mut self, level: Level) -> io::Result<()> {
        self.engine.set_level(level);
        self.say(&format!(
            "Tao Go plays on level {level} of {}.",
            Level::FULL
        ))
    }

    pub(super) fn switch(&mut self) -> io::Result<()> {
        let player = !self.local.player;
        self.local.player = player;
        let stone = self.theme.colored_stone(player);
        self.say(&format!("You are {player} ({stone}) now."))
    }

    pub(super) fn begin_with_handicap(&mut self, stones: usize) -> io::Result<()> {
        match self.next.with_handicap(stones) {
            Ok(next) => self.begin_next(next),
            Err(reason) => self.say(&format!("No handicap of {stones}: {reason}.")),
        }
    }

    /// Begins another game with these settings, if there is such a game.
    pub(super) fn begin_next(&mut self, next: NextGame) -> io::Result<()> {
        match next.begin() {
            Ok(game) => {
                self.next = next;
                let local = LocalGame::new(game, self.local.player, next.control);
                self.go_on_with(local)
            }
            Err(reason) => self.say(&format!("There is no such game: {reason}.")),
        }
    }

    pub(super) fn save(&mut self, path: PathBuf) -> io::Result<()> {
        let text = self.local.to_sgf();
        match output_file::write(&path, &text) {
            Ok(()) => {
                self.keeper.note_saved(text);
                self.say(&format!("Saved in {}", path.display()))?;
                self.saved.push(path);
                Ok(())
            }
            Err(error) => self.say(&format!("Not saved: {error}")),
        }
    }

    pub(super) fn load(&mut self, path: &Path) -> io::Result<()> {
        if path.exists() && !path.is_file() {
            return self.say(&format!("{}: not a regular file", path.display()));
        }
        match LocalGame::read(path, self.next.rules) {
            Ok(local) => {
                self.next = NextGame::like(&local.game, self.next.control);
                self.go_on_with(local)
            }
            Err(error) => self.say(&error.to_string()),
        }
    }

    fn go_on_with(&mut self, local: LocalGame) -> io::Result<()> {
        if let Some(file) = self.keeper.file().filter(|_| self.local.is_under_way()) {
            let file = messages::quoted(file);
            self.say(&format!("`load {file}` goes back to the game before."))?;
        }
        self.keeper.begin(local.to_sgf(), None);
        self.engine.new_game();
        self.latest = None;
        self.local = local;
        self.show_beginning()
    }
}
