//! The clock of a game on the command line.

use std::time::Duration;

use clap::Args;

use crate::cli::parsers::at_least;
use tao_rules::game::TimeControl;

use super::duration::parse_time_or_zero;

/// Main time and byo-yomi, as `gmp` and `play` take them.
#[derive(Clone, Copy, Debug, Default, Args)]
pub struct ClockArgs {
    /// Main time of each player for the game; 0 is no limit
    #[arg(long, value_name = "TIME", value_parser = parse_time_or_zero)]
    main_time: Option<Duration>,
    /// Time of a byo-yomi period, for as many moves as `--stones` says, after the main time
    #[arg(long, value_name = "TIME", value_parser = parse_time_or_zero)]
    byo_yomi: Option<Duration>,
    /// Moves in each byo-yomi period
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = at_least(1_u32))]
    stones: u32,
}

impl ClockArgs {
    /// The time control. A time of 0 is a missing part, as `CGoban` writes it.
    pub fn control(&self) -> TimeControl {
        let main = self.main_time.unwrap_or_default();
        let period = self.byo_yomi.unwrap_or_default();
        match (main.is_zero(), period.is_zero()) {
            (true, true) => TimeControl::Unlimited,
            (false, true) => TimeControl::Absolute { main },
            (_, false) => TimeControl::Canadian {
                main,
                period,
                stones: self.stones,
            },
        }
    }
}
