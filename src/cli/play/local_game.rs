//! A game between a player and the engine, with all that is kept of it.

use std::path::Path;

use crate::board::{ByColor, Color};
use crate::cli::error::Error;
use crate::cli::position::record_text;
use crate::game::{Clocks, Game, Rules, Score, TimeControl};
use crate::sgf;
use crate::sgf::{Header, Metadata, ReadOptions, Record};

/// The names of the players in a record. By the first one, a game that is resumed has its sides.
const ENGINE: &str = "Tao Go";
const PLAYER: &str = "Human";

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Ending {
    /// This side gave up.
    Resigned(Color),
    /// This side had no time left.
    OutOfTime(Color),
    /// Two passes.
    Counted(Score),
}

impl Ending {
    /// The one that a record names, if it did not end by passes: `B+R` or `W+Time`.
    fn of_result(result: &str) -> Option<Self> {
        let (winner, reason) = result.split_once('+')?;
        let winner: Color = winner.trim().parse().ok()?;
        match reason.trim().chars().next()?.to_ascii_uppercase() {
            'R' => Some(Self::Resigned(!winner)),
            'T' => Some(Self::OutOfTime(!winner)),
            _ => None,
        }
    }

    /// The result where it is no score: `W+R`, `B+T`.
    fn result(self) -> Option<String> {
        match self {
            Self::Resigned(loser) => Some(sgf::result_without_score(loser, 'R')),
            Self::OutOfTime(loser) => Some(sgf::result_without_score(loser, 'T')),
            Self::Counted(_) => None,
        }
    }
}

/// A game between a player and the engine.
#[derive(Clone, Debug)]
pub(super) struct LocalGame {
    pub(super) game: Game,
    /// The color of the person; the engine has the other one.
    pub(super) player: Color,
    pub(super) clocks: Clocks,
    /// `None` while it goes on. A game that two passes have just ended has none until it is counted.
    pub(super) ending: Option<Ending>,
    /// The texts of the record that it goes on with.
    header: Header,
}

impl LocalGame {
    pub(super) fn new(game: Game, player: Color, control: TimeControl) -> Self {
        Self {
            game,
            player,
            clocks: Clocks::new(control),
            ending: None,
            header: Header::default(),
        }
    }

    /// Reads the record of a game, to go on with it: as Tao Go's opponent where it is a player of the game, else for the side
    /// to move. The clocks go on as well if there were any. The record's rules count where they are known here, else
    /// `rules`.
    ///
    /// # Errors
    ///
    /// Returns [`Error::File`] where there is no such file, or no game in it.
    pub(super) fn read(path: &Path, rules: Rules) -> Result<Self, Error> {
        let Record {
            mut game,
            header,
            times,
            ..
        } = record_text(path, std::io::empty())?.read(&ReadOptions::default())?;
        let named = header.get("RU").and_then(|name| name.parse().ok());
        game.set_rules(named.unwrap_or(rules));
        let is_engine = |name: &Option<String>| name.as_deref() == Some(ENGINE);
        let (player, is_ours) = match (is_engine(&header.black), is_engine(&header.white)) {
            (true, false) => (Color::White, true),
            (false, true) => (Color::Black, true),
            _ => (game.to_move(), false),
        };
        let control = sgf::time_control(&header).filter(|_| is_ours);
        let used = if is_ours {
            sgf::time_used(&header)
        } else {
            ByColor::default()
        };
        let control = control.unwrap_or_default();
        let clocks = Clocks::resumed(control, game.moves(), &times, used);
        let ending = header.result.as_deref().and_then(Ending::of_result);
        Ok(Self {
            ending: ending.filter(|_| !game.is_over()),
            game,
            player,
            clocks,
            header,
        })
    }

    pub(super) const fn is_over(&self) -> bool {
        self.ending.is_some()
    }

    /// Whether it would be a loss to forget it.
    pub(super) fn is_under_way(&self) -> bool {
        !self.is_over() && !self.game.moves().is_empty()
    }

    /// The game as an SGF file.
    pub(super) fn to_sgf(&self) -> String {
        let name = |color| if color == self.player { PLAYER } else { ENGINE };
        let result = self.ending.and_then(Ending::result);
        let control = self.clocks.control();
        let times = self.clocks.times(self.game.moves());
        let metadata = Metadata {
            black: Some(name(Color::Black)),
            white: Some(name(Color::White)),
            result: result.as_deref(),
            score: match self.ending {
                Some(Ending::Counted(score)) => Some(score),
                _ => None,
            },
            time: (control != TimeControl::Unlimited).then_some(control),
            times: &times,
            used: self.clocks.used(),
            header: Some(&self.header),
            ..Metadata::default()
        };
        sgf::write(&self.game, &metadata)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::time::Duration;

    use super::*;

    fn read(text: &str) -> LocalGame {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.sgf");
        fs::write(&path, text).unwrap();
        LocalGame::read(&path, Rules::CHINESE).unwrap()
    }

    #[test]
    fn a_game_is_read_as_it_was_written() {
        let mut game = Game::new(5).unwrap();
        game.set_rules(Rules::CGOS);
        game.set_komi(0.5).unwrap();
        let control = TimeControl::Absolute {
            main: Duration::from_secs(60),
        };
        let mut local = LocalGame::new(game, Color::White, control);
        local
            .game
            .play(Color::Black, "C3".parse().unwrap())
            .unwrap();
        local.clocks.run(Duration::from_secs(10));
        local.clocks.stop(Color::Black);
        local.ending = Some(Ending::OutOfTime(Color::White));
        let text = local.to_sgf();
        let joined = text.replace('\n', "");
        assert!(joined.contains("PB[Tao Go]PW[Human]RE[B+T]"), "{text}");
        let again = read(&text);
        assert_eq!(again.to_sgf(), text);
        assert_eq!((again.player, again.ending), (Color::White, local.ending));
        assert_eq!(again.game.rules(), Rules::CGOS);
        let left = again.clocks.remaining(Color::Black);
        assert_eq!(left.map(|left| left.time), Some(Duration::from_secs(50)));
        let used = again.clocks.used().black;
        assert_eq!(used, Duration::from_secs(10));
    }

    /// A record of others has no clock for us, and its result is that of its moves.
    #[test]
    fn a_record_of_others_goes_on_for_the_side_to_move() {
        let text = "(;SZ[5]TM[60]PB[Lee]PW[Cho]RU[Japanese]RE[W+Resign];B[cc]BL[9])";
        let mut local = read(text);
        assert_eq!(local.player, Color::White);
        assert_eq!(local.ending, Some(Ending::Resigned(Color::Black)));
        assert_eq!(local.clocks.control(), TimeControl::Unlimited);
        local.ending = None;
        local
            .game
            .play(Color::White, "C2".parse().unwrap())
            .unwrap();
        assert!(!local.to_sgf().contains("RE["), "{}", local.to_sgf());
        assert_eq!(read("(;SZ[5]RE[W+3.5];B[cc])").ending, None);
    }
}
