//! A file for each game of a session.

use crate::files::Keeper;
use crate::game::Game;
use crate::table::Table;

use super::session::Session;

/// Keeps every game of a session.
#[derive(Debug, Default)]
pub(super) struct GameKeeper {
    keeper: Keeper,
    /// The game that the latest file has.
    kept: Option<Game>,
    /// The game as it was read from a file.
    loaded: Option<Game>,
    /// The number of moves when the game ended and was kept.
    finished: Option<usize>,
}

impl GameKeeper {
    pub(super) fn new(keeper: Keeper) -> Self {
        Self {
            keeper,
            ..Self::default()
        }
    }

    /// Takes note of a game that need not be kept until it has other moves.
    pub(super) fn note_loaded(&mut self, game: &Game) {
        self.loaded = Some(game.clone());
    }

    /// Begins with another game. After one that has ended, it has a file of its own, whatever its moves.
    fn begin(&mut self) {
        self.loaded = None;
        if self.finished.take().is_some() {
            self.kept = None;
        }
    }

    /// Whether games are kept, and no file has the moves of this one.
    fn wants(&self, game: &Game) -> bool {
        let is_in = |loaded: &Game| is_beginning(game, loaded);
        self.keeper.is_on() && !game.moves().is_empty() && !self.loaded.as_ref().is_some_and(is_in)
    }

    /// Keeps the game; a warning where that fails. If it has all moves of the game before it, it goes on in its file: boards
    /// send the moves again to set up a position.
    fn keep(&mut self, table: &Table) {
        let goes_on = |kept: &Game| is_beginning(kept, table.game());
        if !self.kept.as_ref().is_some_and(goes_on) {
            self.keeper.begin(String::new(), None);
        }
        match self.keeper.keep(&table.to_sgf()) {
            Ok(()) => self.kept = Some(table.game().clone()),
            Err(error) => log::warn!("the game is not kept: {error}"),
        }
    }
}

/// Whether `whole` begins with all moves of `part`, from the same position.
fn is_beginning(part: &Game, whole: &Game) -> bool {
    part.initial_board() == whole.initial_board() && whole.moves().starts_with(part.moves())
}

impl Session {
    /// Replaces the game, and resets the clock and what belongs to the game before; settings stay.
    pub(super) fn start(&mut self, table: Table) {
        self.keep_game();
        self.keeper.begin();
        let control = self.table.clocks.control();
        self.table = table;
        self.table.clocks.set(control);
        self.forget_game();
    }

    /// The game as an SGF file. A finished one has the result of `final_score`.
    pub(super) fn sgf(&mut self) -> String {
        self.count_finished_game();
        self.table.to_sgf()
    }

    fn count_finished_game(&mut self) {
        if self.table.needs_count() {
            let settlement = self.engine.settle(self.table.game());
            self.table.count(settlement.dead());
        }
    }

    /// Keeps the game once it has ended.
    pub(super) fn keep_finished_game(&mut self) {
        let moves = Some(self.table.game().moves().len());
        if self.table.is_over() && self.keeper.finished != moves {
            self.keeper.finished = moves;
            self.keep_game();
        }
    }

    /// Keeps the game, if games are kept and it has moves that no file has.
    pub(super) fn keep_game(&mut self) {
        if self.keeper.wants(self.table.game()) {
            self.count_finished_game();
            self.keeper.keep(&self.table);
        }
    }
}
