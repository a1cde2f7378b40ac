//! Games that are described before they begin.

use super::{BadKomi, BadSize, Game, HandicapError, Rules};

/// A game that is to begin: see [`Game::builder`].
#[derive(Clone, Copy, Debug)]
#[must_use = "`build` makes the game"]
pub struct GameBuilder {
    size: usize,
    komi: Option<f64>,
    rules: Rules,
    handicap: usize,
}

/// Why no game can begin as described.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(transparent)]
#[non_exhaustive]
pub enum BadGame {
    /// The size is unsupported.
    Size(#[from] BadSize),
    /// The komi is out of range.
    Komi(#[from] BadKomi),
    /// The number of handicap stones does not suit the board.
    Handicap(#[from] HandicapError),
}

impl Game {
    /// Begins to describe a game: 9x9, default rules, no handicap and the usual komi, unless they are changed.
    ///
    /// ```
    /// use tao_rules::board::Color;
    /// use tao_rules::game::{Game, Rules};
    ///
    /// let game = Game::builder().size(13).komi(6.5).rules(Rules::JAPANESE).build()?;
    /// assert_eq!((game.size(), game.total_komi()), (13, 6.5));
    /// let game = Game::builder().handicap(4).build()?;
    /// assert_eq!((game.to_move(), game.komi()), (Color::White, Game::HANDICAP_KOMI));
    /// let refused = Game::builder().size(5).handicap(25).build().unwrap_err();
    /// assert_eq!(refused.to_string(), "invalid number of stones: from 2 to 24 on 5x5");
    /// # Ok::<(), tao_rules::game::BadGame>(())
    /// ```
    pub fn builder() -> GameBuilder {
        GameBuilder {
            size: 9,
            komi: None,
            rules: Rules::default(),
            handicap: 0,
        }
    }
}

impl GameBuilder {
    /// Sets the board size, from 2 to 19.
    pub const fn size(self, size: usize) -> Self {
        Self { size, ..self }
    }

    /// Sets the komi; without it, it is [`Game::DEFAULT_KOMI`], or [`Game::HANDICAP_KOMI`] with handicap stones.
    pub const fn komi(self, komi: f64) -> Self {
        Self {
            komi: Some(komi),
            ..self
        }
    }

    /// Sets the rules.
    pub const fn rules(self, rules: Rules) -> Self {
        Self { rules, ..self }
    }

    /// Sets the number of handicap stones, 0 or at least 2, which are placed as [`Game::place_free_handicap`] does.
    pub const fn handicap(self, handicap: usize) -> Self {
        Self { handicap, ..self }
    }

    /// The game, without moves.
    ///
    /// # Errors
    /// The first of size, komi and handicap that no game can have.
    pub fn build(self) -> Result<Game, BadGame> {
        let mut game = Game::new(self.size)?;
        game.set_rules(self.rules);
        let usual = match self.handicap {
            0 => Game::DEFAULT_KOMI,
            _ => Game::HANDICAP_KOMI,
        };
        game.set_komi(self.komi.unwrap_or(usual))?;
        if self.handicap > 0 {
            game.place_free_handicap(self.handicap)?;
        }
        Ok(game)
    }
}
