//! What a person may do with a game, as JSON.

use std::error::Error;
use std::time::Duration;

use serde::Deserialize;

use crate::table::Setup;
use tao_engine::engine::Level;
use tao_rules::board::Color;
use tao_rules::game::TimeControl;

use super::board_game::BoardGame;

/// Maximum time on a clock, in seconds: a day.
const MAX_SECONDS: f64 = 86400.0;

/// An action. Actions without fields have braces, so that `deny_unknown_fields` holds for them, too.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "action", rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum Action {
    /// Begin another game.
    New {
        size: usize,
        /// The usual komi by default.
        komi: Option<f64>,
        #[serde(default)]
        handicap: usize,
        /// The name of a rule set; by default the rules of the game before.
        rules: Option<String>,
        /// Full strength by default.
        level: Option<u8>,
        /// The visitor's color, or `both`.
        player: String,
        /// Minutes for each side; without them there is no clock.
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
    /// Show the position of a node of the tree.
    Visit { node: usize },
    /// Mark a chain as dead, or as living again.
    Toggle { point: String },
    /// Bring back the game that was replaced, or the moves that were dropped.
    Restore {},
    /// Change the engine's level, and who plays.
    Set { level: u8, player: String },
}

/// Why the game does not allow an action.
pub type Refusal = Box<dyn Error>;

impl Action {
    /// Carries out any action but the engine's move.
    ///
    /// # Errors
    ///
    /// Returns why the game is unchanged.
    pub(crate) fn apply(self, board: &mut BoardGame) -> Result<(), Refusal> {
        match self {
            Self::New {
                size,
                komi,
                handicap,
                rules,
                level: number,
                player,
                minutes,
                increment,
            } => {
                let own_rules = board.table.game().own_rules();
                let level = number.map_or(Ok(Level::FULL), level)?;
                let player = side(&player)?;
                let control = time_control(minutes, increment)?;
                let even = Setup {
                    size,
                    komi,
                    komi_of_game: None,
                    handicap: 0,
                    rules: rules.map_or(Ok(own_rules), |name| name.parse())?,
                };
                let game = even.with_handicap(handicap)?.begin()?;
                board.replace(BoardGame::new(game, player, level, control));
                Ok(())
            }
            Self::Play { mv } => {
                if board.is_engines_turn() {
                    return Err("it is Tao Go's turn".into());
                }
                board.play(mv.parse()?)
            }
            Self::Genmove {} => Ok(()),
            Self::Undo {} => board.undo(),
            Self::Resign {} => board.resign(),
            Self::Resume {} => board.resume(),
            Self::Go { to } => board.go_to(to),
            Self::Visit { node } => board.visit(node),
            Self::Toggle { point } => board.toggle(point.parse()?),
            Self::Restore {} => board.bring_back(),
            Self::Set {
                level: number,
                player,
            } => {
                let (number, player) = (level(number)?, side(&player)?);
                board.table.level = Some(number);
                board.set_player(player);
                Ok(())
            }
        }
    }
}

fn time_control(minutes: Option<f64>, increment: f64) -> Result<TimeControl, Refusal> {
    let time = |seconds: f64| {
        let is_allowed = (0.0..=MAX_SECONDS).contains(&seconds);
        is_allowed.then(|| Duration::from_secs_f64(seconds))
    };
    let increment = time(increment).ok_or("the increment must be between 0 and a day")?;
    let Some(minutes) = minutes else {
        return Ok(TimeControl::Unlimited);
    };
    let main = time(60.0 * minutes).ok_or("the time must be between 0 and a day")?;
    match (main.is_zero(), increment.is_zero()) {
        (true, true) => Err("a clock needs a time or an increment".into()),
        (false, true) => Ok(TimeControl::Absolute { main }),
        (_, false) => Ok(TimeControl::fischer(main.max(increment), increment)),
    }
}

fn level(number: u8) -> Result<Level, String> {
    Level::new(number).ok_or_else(|| format!("the level must be from 1 to {}", Level::FULL))
}

fn side(name: &str) -> Result<Option<Color>, &'static str> {
    match name {
        "black" => Ok(Some(Color::Black)),
        "white" => Ok(Some(Color::White)),
        "both" => Ok(None),
        _ => Err("the player must be `black`, `white` or `both`"),
    }
}
