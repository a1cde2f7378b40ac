//! `tao-go gmp`: the Go Modem Protocol on the standard streams.

use clap::{Args, ValueEnum};

use crate::cli::parsers::{at_least, in_range};
use tao_protocols::files::Keeper;
use tao_protocols::gmp::{self, Conversation, RuleSet, Wishes};
use tao_protocols::table::Table;
use tao_rules::board::Color;

use super::parsers::ClockArgs;
use tao_rules::game::Scoring;

use super::engine::pondering_engine;
use super::folders::GameFolderArgs;
use super::settings::{Settings, color};
use super::{Context, Error};

/// Speak the Go Modem Protocol, for CGoban or GNU Go
///
/// Color, size, handicap and rules that you give must match the peer's, or there is no game; the peer decides the others.
/// (All rules that count area are "Chinese" to it.) The protocol does not transmit komi and time: set the same on both
/// sides.
#[derive(Clone, Debug, Default, Args)]
#[command(after_long_help = EXAMPLES)]
pub struct GmpArgs {
    /// Color that Tao Go plays, black or white [default: the peer's choice]
    #[arg(long, value_name = "COLOR", value_parser = color(), hide_possible_values = true)]
    color: Option<Color>,
    /// Handicap stones of Black; 0 is an even game
    #[arg(long, value_name = "STONES")]
    #[arg(value_parser = in_range(0_u16, 360))]
    handicap: Option<u16>,
    /// Placement of handicap stones; GNU Go needs fixed [default: fixed under Japanese rules and with `--simplified`, else
    /// free]
    #[arg(long, value_enum, value_name = "WHERE")]
    placement: Option<Placement>,
    /// Speak the simplified protocol: GNU Go's `--mode sgmp`
    #[arg(long)]
    simplified: bool,
    /// Leave after N games, as GNU Go needs; without it, stay until the peer leaves, as CGoban needs
    #[arg(long, value_name = "N", value_parser = at_least(1_u64))]
    games: Option<u64>,
    #[command(flatten)]
    records: GameFolderArgs,
    #[command(flatten)]
    clock: ClockArgs,
}

const EXAMPLES: &str = "\
Examples:
  tao-go gmp --komi 7 --time 5s                 in CGoban's field `Program`, with the full path
  tao-go gmp --games 1 --size 9 --handicap 0    against `gnugo --mode gmp`, which knows neither
  tao-go gmp --games 1 --simplified --size 9    against `gnugo --mode sgmp --boardsize 9`
";

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Placement {
    /// On the traditional points, before the first move
    Fixed,
    /// On the points of Black's first moves
    Free,
}

/// Plays until the connection ends.
///
/// # Errors
///
/// Returns [`Error::Usage`] for settings that fit no game.
pub(super) fn run(args: &GmpArgs, context: &mut Context) -> Result<(), Error> {
    let game = context.sources.effective.game.begin()?;
    let wishes = args.wishes(&context.sources.flags);
    wishes.check(&game).map_err(|error| {
        let handicap = args.handicap.unwrap_or(0);
        Error::Usage(format!("--handicap {handicap}: {error}"))
    })?;
    let engine = pondering_engine(&context.sources, &context.ranks)?;
    let mut conversation = Conversation::new(game, wishes, engine.seed());
    conversation.last_game = args.games;
    let keep = record_games(args.records.keeper()?);
    let streams = (context.take_input(), context.take_output());
    Ok(gmp::serve(streams, conversation, engine, keep)?)
}

/// Writes each game into a file of its own. A failure is logged as a warning.
fn record_games(mut keeper: Keeper) -> impl FnMut(u64, Table) + Send + 'static {
    let mut latest = 0;
    move |number, table| {
        if number != latest {
            latest = number;
            keeper.begin(String::new(), None);
        }
        if let Err(error) = keeper.keep(&table.to_sgf()) {
            log::warn!("the game is not kept: {error}");
        }
    }
}

impl GmpArgs {
    /// Returns the game that we ask the peer for, from flags only.
    fn wishes(&self, settings: &Settings) -> Wishes {
        Wishes {
            color: self.color,
            size: settings.game.size,
            rules: settings.game.rules.map(|rules| match rules.scoring {
                Scoring::Area => RuleSet::Chinese,
                Scoring::Territory => RuleSet::Japanese,
            }),
            handicap: self.handicap.map(usize::from),
            fixes_handicap: self.placement.map(|place| place == Placement::Fixed),
            komi: settings.game.komi,
            is_simplified: self.simplified,
            time: self.clock.control(),
        }
    }
}
