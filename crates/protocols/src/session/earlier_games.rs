//! The earlier games of a visitor, to go on with or to look at. A game is added when another takes its place.

use serde::{Deserialize, Serialize};

use super::board_game::{BoardGame, Refusal};
use super::view;
use crate::schema::page::EarlierGame;
use tao_engine::Level;
use tao_rules::game::Rules;

/// Maximum bytes of a game, some thousand moves, and of all games. The oldest ones make room for another.
const MAX_GAME: usize = 32 << 10;
const MAX_BYTES: usize = 256 << 10;

/// A game as [`BoardGame::to_kept`] writes it, without what belongs to the visitor.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct KeptGame {
    text: String,
    /// When another game took its place, in seconds since 1970; no two games have the same.
    time: u64,
}

/// The earlier games, the latest last.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct EarlierGames(Vec<KeptGame>);

impl EarlierGames {
    pub(crate) const fn len(&self) -> usize {
        self.0.len()
    }

    pub(crate) const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds a game unless it is very long. One that is there already becomes the latest.
    pub(super) fn add(&mut self, text: String, now: u64) {
        if text.len() > MAX_GAME {
            return;
        }
        let next = self.0.last().map_or(0, |game| game.time.saturating_add(1));
        self.remove_text(&text);
        let time = now.max(next);
        self.0.push(KeptGame { text, time });
        let mut bytes: usize = self.0.iter().map(|game| game.text.len()).sum();
        while bytes > MAX_BYTES {
            bytes -= self.0.remove(0).text.len();
        }
    }

    /// Removes a game, if it is there.
    pub(super) fn remove_text(&mut self, text: &str) {
        self.0.retain(|game| game.text != text);
    }

    /// Removes the game of this time.
    pub(super) fn remove(&mut self, time: u64) -> Result<(), Refusal> {
        let place = self.place(time)?;
        self.0.remove(place);
        Ok(())
    }

    /// The games as a list shows them, the latest first. By these rules and at this level unless their records name others. All are
    /// read, which takes up to a quarter of a second.
    pub(crate) fn list(&self, rules: Rules, level: Level) -> Vec<EarlierGame> {
        let read = self.0.iter().rev().filter_map(|kept| {
            let game = BoardGame::of_kept(kept.text.as_bytes(), rules, level);
            let game = game.inspect_err(|error| log::warn!("an earlier game: {error}"));
            Some(view::earlier_game(kept.time, &game.ok()?))
        });
        read.collect()
    }

    fn place(&self, time: u64) -> Result<usize, Refusal> {
        let place = self.0.iter().position(|game| game.time == time);
        place.ok_or_else(|| "there is no such game".into())
    }
}

impl BoardGame {
    /// Goes on with an earlier game. The present one takes its place among them.
    pub(super) fn open(&mut self, time: u64) -> Result<(), Refusal> {
        let place = self.library.games.place(time)?;
        let text = &self.library.games.0[place].text;
        let next = Self::of_kept(text.as_bytes(), self.table.game().rules(), self.level())?;
        let opened = self.library.games.0.remove(place).text;
        let former = self.former.as_ref().and_then(|former| former.to_list());
        if former == Some(opened) {
            self.former = None;
        }
        self.replace(next);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_games_make_room_and_none_is_kept_twice() {
        let mut games = EarlierGames::default();
        games.add("x".repeat(MAX_GAME + 1), 1);
        assert!(games.is_empty());
        let fitting = MAX_BYTES / MAX_GAME;
        for i in 0..=fitting {
            games.add(i.to_string().repeat(MAX_GAME), 5);
        }
        games.add("2".repeat(MAX_GAME), 4);
        let kept: String = games.0.iter().map(|game| &game.text[..1]).collect();
        assert_eq!(kept, "13456782");
        let times: Vec<u64> = games.0.iter().map(|game| game.time).collect();
        assert_eq!(times, [6, 8, 9, 10, 11, 12, 13, 14]);
    }
}
