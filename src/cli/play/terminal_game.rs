//! A game in the terminal.

use std::io;
use std::io::{BufRead, Write};
use std::panic;
use std::panic::AssertUnwindSafe;

use crate::board::{Color, Move};
use crate::cli::theme::Theme;
use crate::cli::{candidates, terminal_board};
use crate::engine::{Decision, Engine, Purpose, Question, Thought};
use crate::game::Game;
use crate::search::{Detail, Report};

use super::command::{HELP, PlayCommand};
use super::messages;

pub(super) struct TerminalGame<W> {
    game: Game,
    engine: Engine,
    player: Color,
    theme: Theme,
    output: W,
    /// Who has resigned, if anyone.
    resigned: Option<Color>,
    /// The search for the engine's latest move.
    latest: Option<Report>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum NextStep {
    #[default]
    Continue,
    Quit,
}

impl<W: Write> TerminalGame<W> {
    /// The engine has the other color than the player.
    pub(super) const fn new(
        game: Game,
        engine: Engine,
        player: Color,
        theme: Theme,
        output: W,
    ) -> Self {
        Self {
            game,
            engine,
            player,
            theme,
            output,
            resigned: None,
            latest: None,
        }
    }

    pub(super) fn run(mut self, mut input: impl BufRead) -> io::Result<()> {
        let greeting = messages::greeting(&self.game, self.player, self.theme.stone(self.player));
        self.say(&greeting)?;
        self.show_board()?;
        let mut line = Vec::new();
        loop {
            self.guard(Self::let_engine_move)?;
            self.prompt()?;
            line.clear();
            if input.read_until(b'\n', &mut line)? == 0 {
                self.say("")?;
                break;
            }
            let next = self.guard(|game| game.execute(&String::from_utf8_lossy(&line)))?;
            if next == NextStep::Quit {
                break;
            }
        }
        self.say("Goodbye.")
    }

    /// Returns the result of `act`; where it panics, restores the game and prints an error.
    fn guard<T: Default>(&mut self, act: impl FnOnce(&mut Self) -> io::Result<T>) -> io::Result<T> {
        let (game, resigned) = (self.game.clone(), self.resigned);
        panic::catch_unwind(AssertUnwindSafe(|| act(self))).unwrap_or_else(|_| {
            self.game = game;
            self.resigned = resigned;
            self.engine.clear_tree();
            self.say("Internal error. The game is as it was before; `undo` and `quit` work.")?;
            Ok(T::default())
        })
    }

    fn say(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.output, "{text}")
    }

    fn prompt(&mut self) -> io::Result<()> {
        if self.is_over() {
            write!(self.output, "game over> ")?;
        } else {
            write!(self.output, "{}> ", self.player)?;
        }
        self.output.flush()
    }

    fn execute(&mut self, line: &str) -> io::Result<NextStep> {
        let Some(request) = PlayCommand::parse(line) else {
            let line = line.trim();
            self.say(&format!(
                "`{line}` is neither a move nor a command; `help` lists them."
            ))?;
            return Ok(NextStep::Continue);
        };
        match request {
            PlayCommand::Move(mv) => self.play(mv)?,
            PlayCommand::Board => self.show_board()?,
            PlayCommand::Hint => self.hint()?,
            PlayCommand::Moves => self.show_moves()?,
            PlayCommand::Undo => self.undo()?,
            PlayCommand::Score => self.show_score()?,
            PlayCommand::Resume => self.resume()?,
            PlayCommand::Resign => self.resign()?,
            PlayCommand::Help => self.say(HELP)?,
            PlayCommand::Quit => return Ok(NextStep::Quit),
        }
        Ok(NextStep::Continue)
    }

    fn is_over(&self) -> bool {
        self.resigned.is_some() || self.game.is_over()
    }

    fn play(&mut self, mv: Move) -> io::Result<()> {
        if self.is_over() {
            return self.say("The game is over: `undo`, `resume` or `quit`.");
        }
        match self.game.play(self.player, mv) {
            Ok(()) => self.show_result_if_over(),
            Err(reason) => self.say(&format!("You cannot play there: {reason}.")),
        }
    }

    /// Makes the engine's move, if it is the side to move.
    fn let_engine_move(&mut self) -> io::Result<()> {
        let color = !self.player;
        if self.is_over() || self.game.to_move() != color {
            return Ok(());
        }
        self.say("Tao Go is thinking.")?;
        self.output.flush()?;
        let response = self.think(color, Purpose::Play);
        match response.decision() {
            Decision::Resign => {
                self.resigned = Some(color);
                self.say(&messages::resignation(color))?;
            }
            Decision::Play(mv) => {
                self.game.play(color, mv).map_err(io::Error::other)?;
                let figures = messages::figures(response.report.as_ref(), self.game.komi());
                self.say(&format!("Tao Go plays {mv}{figures}"))?;
                self.show_board()?;
                self.show_result_if_over()?;
            }
        }
        self.latest = response.report;
        Ok(())
    }

    fn think(&mut self, color: Color, purpose: Purpose<'_>) -> Thought {
        let question = Question {
            detail: Detail::Score,
            ..Question::new(color, purpose, None)
        };
        self.engine.think(&self.game, question)
    }

    fn show_result_if_over(&mut self) -> io::Result<()> {
        if !self.game.is_over() {
            return Ok(());
        }
        self.say("Two passes end the game.")?;
        self.show_score()
    }

    fn show_score(&mut self) -> io::Result<()> {
        let settlement = self.engine.settle(&self.game);
        self.say(&messages::score(&self.game, &settlement))
    }

    fn resign(&mut self) -> io::Result<()> {
        if self.is_over() {
            return self.say("The game is over already.");
        }
        self.resigned = Some(self.player);
        self.say(&messages::resignation(self.player))
    }

    fn hint(&mut self) -> io::Result<()> {
        let suggestion = self.think(self.game.to_move(), Purpose::Suggest);
        let report = suggestion.report.as_ref();
        let figures = messages::figures(report, self.game.komi());
        self.say(&format!("Tao Go would play {}{figures}", suggestion.mv))?;
        report.map_or(Ok(()), |report| self.show_candidates(report))
    }

    fn show_moves(&mut self) -> io::Result<()> {
        let Some(report) = self.latest.take() else {
            return self.say("Tao Go has not searched for a move yet.");
        };
        self.show_candidates(&report)?;
        self.latest = Some(report);
        Ok(())
    }

    fn show_candidates(&mut self, report: &Report) -> io::Result<()> {
        let table = candidates::table(report.moves(), self.theme);
        self.say(&(table + &messages::expected_line(report)))
    }

    /// Takes back the player's latest move and all after it.
    fn undo(&mut self) -> io::Result<()> {
        let moves = self.game.moves();
        let Some(latest) = moves.iter().rposition(|&(color, _)| color == self.player) else {
            return self.say("You have not moved yet.");
        };
        self.game.undo_many(moves.len() - latest);
        self.resigned = None;
        self.show_board()
    }

    fn resume(&mut self) -> io::Result<()> {
        if !self.is_over() {
            return self.say("The game is not over.");
        }
        if let Some(loser) = self.resigned.take() {
            if loser != self.player {
                self.engine.play_on();
            }
            return self.say("The game goes on.");
        }
        self.game.resume();
        self.say("The game goes on. Stones that you think dead must be captured.")
    }

    fn show_board(&mut self) -> io::Result<()> {
        let last = self.game.moves().last().and_then(|(_, mv)| mv.coord());
        let picture = terminal_board::draw(self.game.board(), last, self.theme);
        self.say(&picture)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::Palette;
    use crate::cli::theme::Glyphs;
    use crate::engine::EngineSettings;

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
        let mut game = TerminalGame::new(game, engine, Color::Black, theme, Vec::new());
        let next: io::Result<NextStep> = game.guard(|game| {
            game.execute("C3")?;
            game.execute("resign")?;
            panic!("on purpose")
        });
        assert_eq!(next.unwrap(), NextStep::Continue);
        assert!(game.game.moves().is_empty() && game.resigned.is_none());
        let next = game.guard(|game| game.execute("C3")).unwrap();
        assert_eq!((next, game.game.moves().len()), (NextStep::Continue, 1));
        let next = game.guard(|game| game.execute("quit")).unwrap();
        assert_eq!(next, NextStep::Quit);
        let output = String::from_utf8(game.output).unwrap();
        assert_eq!(output.matches("Internal error").count(), 1, "{output}");
    }
}
