//! A file for each game of a session.

use crate::table::Table;
use tao_rules::game::Game;

use super::session::Session;

/// Which games of a session are in files.
#[derive(Debug, Default)]
pub(super) struct KeptGames {
    /// The game in the latest file.
    latest: Option<Game>,
    /// The game as it was read from a file. It is not kept before it has other moves.
    pub(super) loaded: Option<Game>,
    /// The number of moves when the game ended and was kept.
    finished: Option<usize>,
}

impl Session {
    /// Replaces the game, and resets the clock and all state of the game before. Settings stay.
    pub(super) fn start(&mut self, table: Table) {
        self.keep_game();
        self.kept.loaded = None;
        if self.kept.finished.take().is_some() {
            // After a game that has ended, the next has a file of its own, whatever its moves.
            self.kept.latest = None;
        }
        let control = self.table.clocks.control();
        self.table = table;
        self.table.clocks.set(control);
        self.engine.new_game();
        self.last_report = None;
        self.last_move_reason = None;
        self.stop_pondering();
    }

    /// The game as an SGF file. A finished one has the result of `final_score`.
    pub(super) fn sgf(&mut self) -> String {
        if self.table.needs_count() {
            let settlement = self.engine.settle(self.table.game());
            self.table.count(settlement.dead());
        }
        self.table.to_sgf()
    }

    /// Keeps the game once it has ended.
    pub(super) fn keep_finished_game(&mut self) {
        let moves = Some(self.table.game().moves().len());
        if self.table.is_over() && self.kept.finished != moves {
            self.kept.finished = moves;
            self.keep_game();
        }
    }

    /// Writes the game to a file, if games are kept and it has moves that no file has; logs a warning if that fails. If the game
    /// begins with all moves of the one in the latest file, it replaces that one in its file, because graphical boards send the
    /// moves again to set up a position.
    pub(super) fn keep_game(&mut self) {
        let (game, kept) = (self.table.game(), &self.kept);
        let is_loaded = matches!(&kept.loaded, Some(loaded) if is_beginning(game, loaded));
        if !self.keeper.is_on() || game.moves().is_empty() || is_loaded {
            return;
        }
        let goes_on = matches!(&kept.latest, Some(latest) if is_beginning(latest, game));
        if !goes_on {
            self.keeper.begin(String::new(), None);
        }
        let sgf = self.sgf();
        match self.keeper.keep(&sgf) {
            Ok(()) => self.kept.latest = Some(self.table.game().clone()),
            Err(error) => log::warn!("the game is not kept: {error}"),
        }
    }
}

/// Whether `whole` begins with all moves of `part`, from the same position.
fn is_beginning(part: &Game, whole: &Game) -> bool {
    part.initial_board() == whole.initial_board() && whole.moves().starts_with(part.moves())
}
