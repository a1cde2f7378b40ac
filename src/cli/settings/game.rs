//! Settings of a game: board, komi, rules.

use clap::Args;

use crate::cli::error::Error;
use crate::cli::parsers::{in_range, named};
use tao_rules::board::{MAX_SIZE, MIN_SIZE};
use tao_rules::game::{Game, HandicapBonus, Rules, Superko};

const DEFAULT_SIZE: usize = 9;

const SUPERKO: [(&str, Superko); 3] = [
    ("simple", Superko::Simple),
    ("positional", Superko::Positional),
    ("situational", Superko::Situational),
];

#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Game")]
pub struct GameArgs {
    /// Side of the board, 2 to 19 [default: 9]
    #[arg(long, alias = "boardsize", value_name = "N", value_parser = in_range(MIN_SIZE, MAX_SIZE), global = true)]
    pub size: Option<usize>,
    /// Points that White gets for moving second; halves and negative numbers are fine
    /// [default: 7]
    #[arg(long, value_name = "POINTS", value_parser = parse_komi, global = true)]
    pub komi: Option<f64>,
    /// Rules of the game [default: chinese]
    #[arg(long, value_name = "NAME", value_parser = named(Rules::NAMED), global = true)]
    pub rules: Option<Rules>,
    /// Forbidden repetitions: those of the simple ko only, of any position, or of a position with the same player to
    /// move [default: as in the rules]
    #[arg(long, value_name = "KIND", value_parser = named(SUPERKO), global = true, hide_short_help = true)]
    ko: Option<Superko>,
    /// Points for White for handicap stones, beside the komi: none, one for each but the first, or one for each
    /// [default: as in the rules]
    #[arg(long, value_name = "KIND", value_parser = named(HandicapBonus::NAMED), global = true, hide_short_help = true)]
    handicap_bonus: Option<HandicapBonus>,
}

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

fn parse_komi(text: &str) -> Result<f64, String> {
    let komi = text.parse().ok().filter(|&komi| Game::is_komi(komi));
    komi.ok_or_else(|| {
        let most = Game::MAX_KOMI;
        format!("write a number of points from -{most} to {most}, such as `7`, `6.5` or `-3`")
    })
}
