//! The settings of further games.

use crate::game::{Game, Rules, TimeControl};

/// The settings of further games.
#[derive(Clone, Copy, Debug)]
pub(super) struct NextGame {
    pub(super) size: usize,
    /// The komi that somebody chose; else it depends on the handicap.
    pub(super) komi: Option<f64>,
    /// Number of handicap stones.
    pub(super) handicap: usize,
    pub(super) rules: Rules,
    pub(super) control: TimeControl,
}

impl NextGame {
    /// Those of `game`, to begin like it; its komi is one that somebody chose.
    pub(super) fn like(game: &Game, control: TimeControl) -> Self {
        Self {
            size: game.size(),
            komi: Some(game.komi()),
            handicap: game.handicap(),
            rules: game.rules(),
            control,
        }
    }

    /// These settings with another handicap.
    ///
    /// # Errors
    ///
    /// Returns what to say where there are no fixed points for so many stones.
    pub(super) fn with_handicap(self, handicap: usize) -> Result<Self, String> {
        let size = self.size;
        let is_possible =
            |stones| Game::new(size).is_ok_and(|mut game| game.fixed_handicap(stones).is_ok());
        if handicap == 0 || is_possible(handicap) {
            return Ok(Self { handicap, ..self });
        }
        let most = (2..=9).rev().find(|&stones| is_possible(stones));
        Err(match most {
            Some(most) => format!("on {size}x{size} there are 2 to {most} handicap stones"),
            None => format!("there are no handicap stones on {size}x{size}"),
        })
    }

    /// A game without moves.
    ///
    /// # Errors
    ///
    /// Returns what to say where no game has these settings.
    pub(super) fn begin(self) -> Result<Game, String> {
        let mut game = Game::new(self.size).map_err(|error| error.to_string())?;
        game.set_rules(self.rules);
        let usual = match self.handicap {
            0 => Game::DEFAULT_KOMI,
            _ => Game::HANDICAP_KOMI,
        };
        let komi = self.komi.unwrap_or(usual);
        game.set_komi(komi).map_err(|error| error.to_string())?;
        if self.handicap > 0 {
            // On fixed points where there are any: those of a record may be others.
            let placed = game.place_free_handicap(self.handicap);
            placed.map_err(|error| error.to_string())?;
        }
        Ok(game)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn komi_is_that_of_the_handicap_unless_it_was_chosen() {
        let even = NextGame {
            komi: None,
            ..NextGame::like(&Game::new(9).unwrap(), TimeControl::Unlimited)
        };
        assert_eq!(even.begin().unwrap().komi().to_string(), "7");
        let game = even.with_handicap(4).unwrap().begin().unwrap();
        assert_eq!(
            (game.handicap(), game.komi().to_string()),
            (4, "0.5".to_owned())
        );
        let chosen = NextGame {
            komi: Some(-3.0),
            ..even.with_handicap(4).unwrap()
        };
        assert_eq!(chosen.begin().unwrap().komi().to_string(), "-3");
    }

    #[test]
    fn an_impossible_handicap_tells_the_range() {
        let on = |size| NextGame {
            size,
            ..NextGame::like(&Game::new(9).unwrap(), TimeControl::Unlimited)
        };
        for (size, stones, expected) in [
            (9, 10, "on 9x9 there are 2 to 9 handicap stones"),
            (9, 1, "on 9x9 there are 2 to 9 handicap stones"),
            (8, 5, "on 8x8 there are 2 to 4 handicap stones"),
            (5, 2, "there are no handicap stones on 5x5"),
        ] {
            assert_eq!(on(size).with_handicap(stones).unwrap_err(), expected);
        }
        let error = on(20).begin().unwrap_err();
        assert!(error.contains("between 2 and 19"), "{error}");
    }
}
