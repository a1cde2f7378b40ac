//! `tao-lab match openings`: generates the built-in file of openings.

use std::io::Write;

use clap::Args;

use crate::matches::generate_openings;
use tao_engine::engine::{Engine, EngineSettings};
use tao_engine::search::Params;
use tao_go::cli::engine::settings_without_search;
use tao_go::cli::error::Error;
use tao_go::cli::parsers::in_range;
use tao_go::cli::settings::Settings;
use tao_sgf as sgf;
use tao_sgf::Metadata;

/// Playouts for each position without `--playouts`.
const DEFAULT_PLAYOUTS: u64 = 20_000;

/// Generate balanced openings and print them as SGF
///
/// An opening is two to six random moves on the third line or above, after which the preset `tao-go-2010-tuned` estimates a win
/// rate of 45 to 55 %. No two are the same rotated or reflected.
#[derive(Clone, Debug, Args)]
pub struct OpeningsArgs {
    /// Number of openings
    #[arg(long, value_name = "N", default_value_t = 80)]
    #[arg(value_parser = in_range(1_u16, 10_000))]
    count: u16,
}

/// Prints the openings.
///
/// # Errors
///
/// Returns [`Error::Usage`] for settings that fit no game.
pub(super) fn run(
    args: &OpeningsArgs,
    settings: &Settings,
    mut output: impl Write,
) -> Result<(), Error> {
    let start = settings.game.begin()?;
    let base = settings_without_search(&settings.engine)?;
    let seed = base.seed.unwrap_or(1);
    let playouts = base.playouts.unwrap_or(DEFAULT_PLAYOUTS);
    let mut engine = Engine::new(EngineSettings {
        params: Params::TAO_GO_2010_TUNED,
        playouts: Some(playouts),
        seed: Some(seed),
        ..base
    });
    writeln!(
        output,
        "Openings for {size}x{size}, komi {}, made by\n  tao-lab match openings --size {size} --komi {} --count {} --seed {seed} --playouts {playouts}\n\
        Each comment is the win rate of the player to move.\n",
        start.komi(),
        start.komi(),
        args.count,
        size = start.size(),
    )?;
    generate_openings(args.count.into(), &start, &mut engine, |game, win_rate| {
        let comment = format!("{:.1} %", 100.0 * win_rate);
        let metadata = Metadata {
            comment: Some(&comment),
            ..Metadata::default()
        };
        output.write_all(sgf::write(game, &metadata).as_bytes())
    })?;
    Ok(())
}
