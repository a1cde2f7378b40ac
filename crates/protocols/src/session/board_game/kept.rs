//! What is kept of a visitor: the game as a record, with what records do not tell, and what the visitor has beside it.

use serde::{Deserialize, Serialize};

use super::{BoardGame, Refusal, level};
use crate::schema;
use crate::schema::page::Player;
use crate::session::earlier_games::EarlierGames;
use crate::session::problems::Problems;
use crate::table::Ending;
use tao_engine::Level;
use tao_rules::board::Coord;
use tao_rules::game::Rules;
use tao_rules::raw::Point;

/// What a visitor has beside the game that is shown.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Library {
    /// Mistakes of earlier games.
    pub(crate) problems: Problems,
    #[serde(skip_serializing_if = "EarlierGames::is_empty")]
    pub(crate) games: EarlierGames,
}

/// What a record does not tell of a game that is kept.
#[derive(Serialize, Deserialize)]
struct Kept {
    is_record: bool,
    /// Names, result and rules of the record.
    names: [Option<String>; 2],
    result: Option<String>,
    rules: Option<String>,
    player: Player,
    level: u8,
    plays_on: bool,
    is_over: bool,
    /// The dead stones of a game that was counted.
    dead: Option<Vec<String>>,
    #[serde(flatten)]
    library: Library,
}

impl BoardGame {
    /// The record with what it does not tell of the game in a line after it, which readers of records skip. In place of a problem that
    /// is shown, this is the game before.
    pub(crate) fn to_kept(&self) -> String {
        self.own_game().kept_with(&self.library)
    }

    /// The game that is shown, or the one before the problem that is shown.
    fn own_game(&self) -> &Self {
        let former = self.former.as_deref().filter(|_| self.problem.is_some());
        former.unwrap_or(self)
    }

    fn kept_with(&self, library: &Library) -> String {
        let header = &self.table.header;
        let kept = Kept {
            is_record: self.is_record,
            names: [header.black.clone(), header.white.clone()],
            result: header.result.clone(),
            rules: header.get("RU").map(str::to_owned),
            player: self.table.person().into(),
            level: self.level().number(),
            plays_on: self.plays_on,
            is_over: self.table.ending().is_some(),
            dead: match self.table.ending() {
                Some(Ending::Counted { dead }) => {
                    Some(schema::texts(dead.iter().map(Point::coord)))
                }
                _ => None,
            },
            library: library.clone(),
        };
        format!("{}{}\n", self.to_sgf(), schema::json(&kept))
    }

    /// Resumes a game from [`to_kept`](Self::to_kept) or from a record alone.
    pub(crate) fn of_kept(text: &[u8], rules: Rules, usual: Level) -> Result<Self, Refusal> {
        let last_line = text.trim_ascii_end().rsplit(|&byte| byte == b'\n').next();
        let kept = last_line.and_then(|line| serde_json::from_slice(line).ok());
        let Some(kept): Option<Kept> = kept else {
            return Self::resumed(text, rules, usual);
        };
        let mut board = if kept.is_record {
            Self::of_record(text, rules, usual)?
        } else {
            Self::resumed(text, rules, usual)?
        };
        let table = &mut board.table;
        if kept.is_over {
            table.end_as_recorded();
        }
        [table.header.black, table.header.white] = kept.names;
        table.header.result = kept.result;
        if kept.rules.is_none() {
            table.header.remove("RU");
        }
        if let Some(dead) = kept.dead {
            let dead: Result<Vec<Coord>, _> = dead.iter().map(|point| point.parse()).collect();
            let size = table.game().size();
            let dead = dead?.into_iter().filter(|stone| stone.is_on(size));
            table.count(dead.map(Point::new).collect());
        }
        table.level = Some(level(kept.level)?);
        board.set_player(kept.player.into());
        board.plays_on = kept.plays_on;
        board.library = kept.library;
        Ok(board)
    }

    /// The visitor's own game for the list of earlier ones, if it has moves.
    pub(crate) fn to_list(&self) -> Option<String> {
        let game = self.own_game();
        let is_begun = !game.moves().is_empty();
        is_begun.then(|| game.kept_with(&Library::default()))
    }
}
