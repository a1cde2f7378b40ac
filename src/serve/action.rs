//! What a visitor may do with a game, as JSON.

use std::time::Duration;

use serde::Deserialize;

use crate::board::{Color, Coord, Move};
use crate::engine::Level;
use crate::game::TimeControl;
use crate::table::Setup;

use super::board_game::BoardGame;

/// Maximum komi for either side: more than a board has points.
const MAX_KOMI: f64 = 400.0;

/// Maximum time on a clock, in seconds: a day.
const MAX_SECONDS: f64 = 86400.0;

/// An action. Those without fields have braces, so that `deny_unknown_fields` holds for them, too.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "action", rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum Action {
    /// Begin another game.
    New {
        size: usize,
        /// The usual one by default.
        komi: Option<f64>,
        #[serde(default)]
        handicap: usize,
        /// Full strength by default.
        level: Option<u8>,
        /// The visitor's color, or `both`.
        player: String,
        /// Minutes of each side; without them there is no clock.
        minutes: Option<f64>,
        /// Seconds that each move adds.
        #[serde(default)]
        increment: f64,
    },
    /// Make a move in the position that is shown.
    Play {
        #[serde(rename = "move")]
        mv: String,
    },
    /// Let the engine move.
    Genmove {},
    /// Take back a move, with the engine's answer.
    Undo {},
    /// Give the game up.
    Resign {},
    /// Go on with a game that is over.
    Resume {},
    /// Show the position after this number of moves.
    Go { to: usize },
    /// Mark a chain as dead, or as living again.
    Toggle { point: String },
    /// Bring back the game that was replaced, or the moves that were dropped.
    Restore {},
    /// Change the engine's level, and who plays.
    Set { level: u8, player: String },
}

/// Whether the engine may go on using its searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Memory {
    /// The game goes on.
    Kept,
    /// It is another game.
    Forgotten,
}

impl Action {
    /// Whether the engine may use its searches afterwards.
    pub(super) const fn memory(&self) -> Memory {
        match self {
            Self::New { .. } | Self::Restore {} => Memory::Forgotten,
            _ => Memory::Kept,
        }
    }

    /// Carries out any action but the engine's move.
    ///
    /// # Errors
    ///
    /// Returns why the game is unchanged.
    pub(super) fn apply(self, board: &mut BoardGame) -> Result<(), String> {
        match self {
            Self::New {
                size,
                komi,
                handicap,
                level: number,
                player,
                minutes,
                increment,
            } => {
                let level = number.map_or(Ok(Level::FULL), level)?;
                let player = side(&player)?;
                let control = time_control(minutes, increment)?;
                let even = Setup {
                    size,
                    komi: komi.map(checked_komi).transpose()?,
                    handicap: 0,
                    rules: board.table.game().rules(),
                };
                let setup = even.with_handicap(handicap).map_err(text)?;
                let game = setup.begin().map_err(text)?;
                board.replace(BoardGame::new(game, player, level, control));
                Ok(())
            }
            Self::Play { mv } => {
                if board.is_engines_turn() {
                    return Err("it is Tao Go's turn".to_owned());
                }
                let mv: Move = mv.parse().map_err(text)?;
                board.play(mv)
            }
            Self::Genmove {} => Ok(()),
            Self::Undo {} => board.undo(),
            Self::Resign {} => board.resign(),
            Self::Resume {} => board.resume(),
            Self::Go { to } => board.go_to(to),
            Self::Toggle { point } => {
                let point: Coord = point.parse().map_err(text)?;
                board.toggle(point)
            }
            Self::Restore {} => board.bring_back(),
            Self::Set {
                level: number,
                player,
            } => {
                let (number, player) = (level(number)?, side(&player)?);
                board.level = number;
                board.set_player(player);
                Ok(())
            }
        }
    }
}

fn checked_komi(komi: f64) -> Result<f64, String> {
    if komi.abs() <= MAX_KOMI {
        Ok(komi)
    } else {
        Err(format!("komi {komi} is not from -{MAX_KOMI} to {MAX_KOMI}"))
    }
}

fn time_control(minutes: Option<f64>, increment: f64) -> Result<TimeControl, String> {
    let seconds = |name, seconds: f64| {
        let is_right = (0.0..=MAX_SECONDS).contains(&seconds);
        let wrong = || format!("{name} are from 0 to a day");
        is_right
            .then(|| Duration::from_secs_f64(seconds))
            .ok_or_else(wrong)
    };
    let increment = seconds("the seconds of an increment", increment)?;
    match minutes {
        None => Ok(TimeControl::Unlimited),
        Some(minutes) => {
            let main = seconds("the minutes of a clock", 60.0 * minutes)?;
            if main.is_zero() && increment.is_zero() {
                return Err("a clock needs some time".to_owned());
            }
            Ok(if increment.is_zero() {
                TimeControl::Absolute { main }
            } else {
                TimeControl::fischer(main.max(increment), increment)
            })
        }
    }
}

fn level(number: u8) -> Result<Level, String> {
    let wrong = || format!("a level is a number from 1 to {}", Level::FULL);
    Level::new(number).ok_or_else(wrong)
}

fn side(name: &str) -> Result<Option<Color>, String> {
    match name {
        "black" => Ok(Some(Color::Black)),
        "white" => Ok(Some(Color::White)),
        "both" => Ok(None),
        _ => Err("a player is `black`, `white` or `both`".to_owned()),
    }
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "it is an argument of `map_err`"
)]
fn text(error: impl ToString) -> String {
    error.to_string()
}
