//! `tao-go gmp`: the Go Modem Protocol on the standard streams or on a serial line.

use std::io::{Read, Write};
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};

use crate::board::Color;
use crate::game::TimeControl;
use crate::gmp;
use crate::gmp::{Conditions, Connection, Handshake, Placement, RuleSet, Session};

use super::device;
use super::duration::parse_duration;
use super::error::Error;
use super::settings::{Settings, Sources, parse_color};

/// Speak the Go Modem Protocol, for CGoban, GNU Go or another program on a serial line
///
/// What is given of color, size, handicap and rules must be what the peer wants, or there is no game; what is not given is
/// left to the peer. (Any rules that can be given are "Chinese" to it.) Komi and time are not spoken of: give the same as
/// there.
#[derive(Clone, Debug, Default, Args)]
#[command(after_long_help = EXAMPLES)]
pub(super) struct GmpArgs {
    /// Color that Tao Go plays, black or white [default: what the peer leaves]
    #[arg(long, value_name = "COLOR", value_parser = parse_color)]
    color: Option<Color>,
    /// Stones that Black has in advance; 0 is an even game
    #[arg(long, value_name = "STONES")]
    #[arg(value_parser = clap::value_parser!(u16).range(0..=360))]
    handicap: Option<u16>,
    /// Where handicap stones go; GNU Go: always fixed [default: fixed under Japanese rules and with `--simplified`, else
    /// free]
    #[arg(long, value_enum, value_name = "WHERE")]
    placement: Option<Where>,
    /// Serial line or pseudo-terminal to use instead of the standard streams: raw, 2400 baud, 8N1
    #[arg(long, value_name = "PATH")]
    device: Option<PathBuf>,
    /// Speak the simplified protocol: GNU Go's `--mode sgmp`
    #[arg(long)]
    simplified: bool,
    /// Time that each side has for the game; 0 is no limit
    #[arg(long, value_name = "TIME", value_parser = parse_time_or_zero)]
    main_time: Option<Duration>,
    /// Time for every so many stones (see `--stones`) once the main time is used up
    #[arg(long, value_name = "TIME", value_parser = parse_time_or_zero)]
    byo_yomi: Option<Duration>,
    /// Stones to play in each byo-yomi period
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    stones: u32,
}

const EXAMPLES: &str = "\
Examples:
  tao-go gmp --komi 7 --time 5s                 in CGoban's field `Program`, with the full path
  tao-go gmp --size 9 --handicap 0              against `gnugo --mode gmp`, which knows neither
  tao-go gmp --simplified --size 9              against `gnugo --mode sgmp --boardsize 9`
  tao-go gmp --device /dev/ttyS0 --color black  over a serial line
";

/// Where handicap stones go.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Where {
    /// On the traditional points, before the first move
    Fixed,
    /// Where Black plays its first moves
    Free,
}

/// Plays until the line is dead.
///
/// # Errors
///
/// Returns [`Error::Usage`] for settings that fit no game, [`Error::File`] when the device cannot be opened.
pub(super) fn run(
    args: &GmpArgs,
    sources: &Sources,
    input: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
) -> Result<(), Error> {
    let model = sources.effective.game.begin()?;
    let conditions = args.conditions(&sources.flags);
    conditions.check(&model).map_err(|error| {
        Error::Usage(format!(
            "--handicap {}: {error}",
            args.handicap.unwrap_or(0)
        ))
    })?;
    let engine = sources.pondering_engine()?;
    let session = Session::new(model, conditions, engine.seed());
    let Some(path) = &args.device else {
        return Ok(gmp::serve(
            Connection::Pipe,
            input,
            output,
            session,
            engine,
        )?);
    };
    let (reader, writer) = device::open(path).map_err(|error| Error::file(path, &error))?;
    Ok(gmp::serve(
        Connection::Serial,
        reader,
        writer,
        session,
        engine,
    )?)
}

impl GmpArgs {
    /// Only what is asked for here binds the peer.
    fn conditions(&self, settings: &Settings) -> Conditions {
        Conditions {
            color: self.color,
            size: settings.game.size,
            rules: settings.game.rules.map(|_| RuleSet::Chinese),
            handicap: self.handicap.map(usize::from),
            placement: self.placement.map(|place| match place {
                Where::Fixed => Placement::Fixed,
                Where::Free => Placement::Free,
            }),
            komi: settings.game.komi,
            handshake: if self.simplified {
                Handshake::Simplified
            } else {
                Handshake::Full
            },
            time: self.time(),
        }
    }

    /// The clock of the host. `CGoban` writes 0 for what it does not have.
    fn time(&self) -> TimeControl {
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

fn parse_time_or_zero(text: &str) -> Result<Duration, String> {
    if text.trim_end_matches(char::is_alphabetic).parse() == Ok(0.0) {
        return Ok(Duration::ZERO);
    }
    parse_duration(text).map_err(|error| error.to_string())
}
