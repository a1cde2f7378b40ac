//! How a game begins.

use tao_rules::game::{BadGame, Game, Rules};

/// How a game begins.
#[derive(Clone, Copy, Debug)]
pub struct Setup {
    /// Board size.
    pub size: usize,
    /// The chosen komi; `None` if `komi_of_game` or, without it, the handicap decides.
    pub komi: Option<f64>,
    /// The komi of the game that this setup was taken from. It is dropped if the handicap changes.
    pub komi_of_game: Option<f64>,
    /// Number of handicap stones.
    pub handicap: usize,
    /// The rules.
    pub rules: Rules,
}

impl Setup {
    /// The setup with which `game` began.
    pub fn like(game: &Game) -> Self {
        Self {
            size: game.size(),
            komi: None,
            komi_of_game: Some(game.komi()),
            handicap: game.handicap(),
            rules: game.own_rules(),
        }
    }

    /// This setup with another handicap, on fixed points.
    ///
    /// # Errors
    ///
    /// Returns an error where there are no fixed points for so many stones.
    pub fn with_handicap(self, handicap: usize) -> Result<Self, BadGame> {
        let mut game = Game::new(self.size)?;
        if handicap > 0 {
            game.fixed_handicap(handicap)?;
        }
        let komi_of_game = self.komi_of_game.filter(|_| handicap == self.handicap);
        Ok(Self {
            komi_of_game,
            handicap,
            ..self
        })
    }

    /// This setup on a board of another size, without the handicap if that board has no fixed points for so many stones.
    pub fn with_size(self, size: usize) -> Self {
        let other = Self { size, ..self };
        let even = Self {
            handicap: 0,
            komi_of_game: None,
            ..other
        };
        other.with_handicap(self.handicap).unwrap_or(even)
    }

    /// A game without moves.
    ///
    /// # Errors
    ///
    /// Returns an error if no game can begin with this setup.
    pub fn begin(self) -> Result<Game, BadGame> {
        // The stones are on the fixed points, if there are enough. In a record they may be on other points.
        let builder = Game::builder().size(self.size).rules(self.rules);
        let mut builder = builder.handicap(self.handicap);
        if let Some(komi) = self.komi.or(self.komi_of_game) {
            builder = builder.komi(komi);
        }
        builder.build()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn komi_is_that_of_the_handicap_unless_it_was_chosen() {
        let even = Setup::like(&Game::new(9).unwrap());
        assert_eq!(even.begin().unwrap().komi().to_string(), "7");
        let game = even.with_handicap(4).unwrap().begin().unwrap();
        assert_eq!(
            (game.handicap(), game.komi().to_string()),
            (4, "0.5".to_owned())
        );
        let chosen = Setup {
            komi: Some(-3.0),
            ..even.with_handicap(4).unwrap()
        };
        assert_eq!(chosen.begin().unwrap().komi().to_string(), "-3");
    }

    #[test]
    fn komi_of_a_game_holds_for_its_handicap_only() {
        let mut game = Game::new(9).unwrap();
        game.set_komi(5.5).unwrap();
        let like = Setup::like(&game);
        let komi = |setup: Setup| setup.begin().unwrap().komi().to_string();
        assert_eq!(komi(like), "5.5");
        assert_eq!(komi(like.with_size(7)), "5.5");
        assert_eq!(komi(like.with_handicap(0).unwrap()), "5.5");
        let three = like.with_handicap(3).unwrap();
        assert_eq!(komi(three), "0.5");
        assert_eq!(komi(three.with_handicap(0).unwrap()), "7");
    }

    #[test]
    fn points_for_handicap_stones_of_a_record_end_with_it() {
        let record = tao_sgf::read(b"(;SZ[9]RU[AGA]HA[4]KM[0];W[ee])").unwrap();
        assert_eq!(record.total_komi().to_string(), "3");
        let like = Setup::like(&record);
        assert_eq!(like.begin().unwrap().total_komi().to_string(), "4");
        let two = like.with_handicap(2).unwrap().begin().unwrap();
        assert_eq!(two.total_komi().to_string(), "2.5");
    }

    #[test]
    fn a_handicap_stays_on_boards_that_have_points_for_it() {
        let nine = Setup::like(&Game::new(9).unwrap())
            .with_handicap(9)
            .unwrap();
        for (size, handicap, komi) in [(13, 9, "0.5"), (9, 9, "0.5"), (7, 0, "7"), (8, 0, "7")] {
            let game = nine.with_size(size).begin().unwrap();
            let begun = (game.handicap(), game.komi().to_string());
            assert_eq!(begun, (handicap, komi.to_owned()), "{size}");
        }
        assert!(nine.with_size(20).begin().is_err());
    }

    #[test]
    fn an_impossible_handicap_tells_the_range() {
        let on = |size| Setup {
            size,
            ..Setup::like(&Game::new(9).unwrap())
        };
        for (size, stones, expected) in [
            (9, 10, "invalid number of stones: from 2 to 9 on 9x9"),
            (9, 1, "invalid number of stones: from 2 to 9 on 9x9"),
            (8, 5, "invalid number of stones: from 2 to 4 on 8x8"),
            (
                5,
                2,
                "invalid number of stones: there are no handicap points on 5x5",
            ),
        ] {
            let error = on(size).with_handicap(stones).unwrap_err();
            assert_eq!(error.to_string(), expected);
        }
        let error = on(20).begin().unwrap_err().to_string();
        assert!(error.contains("between 2 and 19"), "{error}");
    }
}
