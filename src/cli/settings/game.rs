//! The game that the settings describe.

use crate::cli::Error;
use tao_rules::game::{Game, Rules, Superko};

use super::GameArgs;

const DEFAULT_SIZE: usize = 9;

pub const SUPERKO: [(&str, Superko); 3] = [
    ("simple", Superko::Simple),
    ("positional", Superko::Positional),
    ("situational", Superko::Situational),
];

impl GameArgs {
    /// A game without moves.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Usage`] for a size or a komi that no game can have.
    pub fn begin(&self) -> Result<Game, Error> {
        let size = self.size.unwrap_or(DEFAULT_SIZE);
        let game = Game::new(size);
        self.apply_to(game.map_err(|error| Error::Usage(format!("--size {size}: {error}")))?)
    }

    /// Returns `game` with the komi and rules that are set here in place of its own.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Usage`] where the game has a board of another size, and for a komi that no game can have.
    pub fn apply_to(&self, mut game: Game) -> Result<Game, Error> {
        let actual = game.size();
        if let Some(size) = self.size.filter(|&size| size != actual) {
            let message = format!("--size {size}: the game is played on {actual}x{actual}");
            return Err(Error::Usage(message));
        }
        let rules = self.rules.unwrap_or_else(|| game.rules());
        let rules = Rules {
            superko: self.ko.unwrap_or(rules.superko),
            handicap_bonus: self.handicap_bonus.unwrap_or(rules.handicap_bonus),
            ..rules
        };
        if rules != game.rules() {
            game.set_rules(rules);
        }
        if let Some(komi) = self.komi {
            let set = game.set_komi(komi);
            set.map_err(|error| Error::Usage(format!("--komi: {error}")))?;
        }
        Ok(game)
    }
}

pub fn parse_komi(text: &str) -> Result<f64, String> {
    let komi = text.parse().ok().filter(|&komi| Game::is_komi(komi));
    komi.ok_or_else(|| {
        let most = Game::MAX_KOMI;
        format!("write a number of points from -{most} to {most}, such as `7`, `6.5` or `-3`")
    })
}
