//! The game of a session as a record, and a file for each game.

use crate::board::{ByColor, Color};
use crate::files::Keeper;
use crate::game::{Game, MoveTime, TimeControl};
use crate::sgf;
use crate::sgf::{Header, Metadata};

use super::session::{NAME, Session};

/// What is known of a game beyond its moves.
#[derive(Debug, Default)]
pub(super) struct GameNotes {
    /// The header of the file that it was loaded from.
    header: Header,
    /// The game as it was loaded.
    loaded: Option<Game>,
    /// The engine's clock after its moves.
    times: Vec<MoveTime>,
    /// The colors that the engine has searched a move for.
    ours: ByColor<bool>,
    /// The color that the engine has resigned for, and the number of moves then.
    resigned: Option<(Color, usize)>,
    /// The number of moves when the finished game was kept.
    finished: Option<usize>,
}

impl GameNotes {
    pub(super) fn of_file(header: Header, game: &Game) -> Self {
        Self {
            header,
            loaded: Some(game.clone()),
            ..Self::default()
        }
    }

    /// Notes that the engine makes the next move of this color.
    pub(super) fn note_ours(&mut self, color: Color) {
        self.ours[color] = true;
    }

    /// Notes the clock of the engine after a move.
    pub(super) fn note_time(&mut self, time: MoveTime) {
        self.forget_times_from(time.moves);
        self.times.push(time);
    }

    /// Forgets the clock after the move of this number and those after it, which were taken back.
    pub(super) fn forget_times_from(&mut self, number: usize) {
        self.times.retain(|time| time.moves < number);
    }

    pub(super) const fn note_resignation(&mut self, color: Color, moves: usize) {
        self.resigned = Some((color, moves));
    }

    /// The color that the engine has resigned for, if no move followed.
    fn resigned(&self, game: &Game) -> Option<Color> {
        let (color, moves) = self.resigned?;
        (moves == game.moves().len()).then_some(color)
    }
}

/// Keeps every game of a session.
#[derive(Debug, Default)]
pub(super) struct GameKeeper {
    keeper: Keeper,
    /// The game that the latest file has.
    kept: Option<Game>,
    /// Whether that game has ended.
    is_finished: bool,
}

impl GameKeeper {
    pub(super) fn new(keeper: Keeper) -> Self {
        Self {
            keeper,
            ..Self::default()
        }
    }

    const fn is_on(&self) -> bool {
        self.keeper.is_on()
    }

    /// Lets the next game have a file of its own, whatever its moves, if the last one has ended.
    pub(super) fn start_new_game(&mut self) {
        if std::mem::take(&mut self.is_finished) {
            self.kept = None;
        }
    }

    /// Keeps the game with this text; a warning where that fails. If it has all moves of the game before it, it goes on in
    /// its file: boards send the moves again to set up a position.
    fn keep(&mut self, game: &Game, text: &str) {
        let goes_on = |kept: &Game| is_beginning(kept, game);
        if !self.kept.as_ref().is_some_and(goes_on) {
            self.keeper.begin(String::new(), None);
        }
        match self.keeper.keep(text) {
            Ok(()) => self.kept = Some(game.clone()),
            Err(error) => log::warn!("the game is not kept: {error}"),
        }
    }
}

/// Whether `whole` begins with all moves of `part`, from the same position.
fn is_beginning(part: &Game, whole: &Game) -> bool {
    part.initial_board() == whole.initial_board() && whole.moves().starts_with(part.moves())
}

impl Session {
    /// The game as an SGF file, with the texts of the file that it was loaded from. A finished one has the result of
    /// `final_score`.
    pub(super) fn to_sgf(&self) -> String {
        let (game, notes) = (&self.game, &self.notes);
        let resigned = notes.resigned(game);
        let result = resigned.map(|loser| sgf::result_without_score(loser, 'R'));
        let is_counted = game.is_over() && result.is_none();
        let name = |color: Color, of_file: &Option<String>| match of_file {
            Some(_) => None,
            None if notes.ours[color] => Some(NAME),
            None => self.opponent.as_deref().filter(|_| notes.ours[!color]),
        };
        let control = self.clock.control();
        let played = notes.times.iter().copied();
        let times: Vec<_> = played
            .filter(|time| time.moves <= game.moves().len())
            .collect();
        let metadata = Metadata {
            black: name(Color::Black, &notes.header.black),
            white: name(Color::White, &notes.header.white),
            result: result.as_deref(),
            score: is_counted.then(|| self.engine.settle(game).score),
            time: (control != TimeControl::Unlimited).then_some(control),
            times: &times,
            header: Some(&notes.header),
            ..Metadata::default()
        };
        sgf::write(game, &metadata)
    }

    /// Keeps the game once it has ended.
    pub(super) fn keep_finished_game(&mut self) {
        let moves = Some(self.game.moves().len());
        let is_finished = self.game.is_over() || self.notes.resigned(&self.game).is_some();
        if is_finished && self.notes.finished != moves {
            self.notes.finished = moves;
            self.keep_game();
            self.keeper.is_finished = true;
        }
    }

    /// Keeps the game, if games are kept and it has moves that no file has.
    pub(super) fn keep_game(&mut self) {
        let (game, loaded) = (&self.game, &self.notes.loaded);
        let is_loaded = loaded
            .as_ref()
            .is_some_and(|loaded| is_beginning(game, loaded));
        if self.keeper.is_on() && !game.moves().is_empty() && !is_loaded {
            let text = self.to_sgf();
            self.keeper.keep(&self.game, &text);
        }
    }
}
