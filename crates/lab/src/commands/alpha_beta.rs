//! `tao-lab alpha-beta`: the classical player as a GTP program.

use std::sync::Arc;

use clap::Args;
use tao_engine::Engine;
use tao_go::cli::engine::engine_settings;
use tao_go::cli::{Context, Error};
use tao_protocols::gtp;
use tao_protocols::gtp::{Session, SessionOptions};

use crate::alphabeta::AlphaBeta;

/// Speak GTP as a classical alpha-beta player, for matches and graphical boards
///
/// `--playouts` counts evaluated positions; without it and without `--time` there are 20000 for a move.
#[derive(Clone, Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub struct AlphaBetaArgs {
    /// Change one setting: `depth`, `width`, `distance`, `table` (on or off), `alert` (points), `ahead` or
    /// `behind` (OWN-ENEMY in percent); may be given again
    #[arg(long = "set", value_name = "KEY=VALUE", value_parser = parse_change)]
    changes: Vec<(String, String)>,
}

const EXAMPLES: &str = "\
Examples:
  tao-lab alpha-beta --time 1s
  tao-lab alpha-beta --set depth=4 --set width=20
  tao-lab alpha-beta --set ahead=130-100 --set behind=100-130 --set alert=5
  tao-lab match --a alpha-beta:depth=4,width=20 --b plain-uct --playouts 1000
";

fn parse_change(text: &str) -> Result<(String, String), String> {
    let (key, value) = text.split_once('=').ok_or("write KEY=VALUE")?;
    let set = AlphaBeta::DEFAULT.clone().set(key, value);
    set.ok_or_else(|| format!("unknown setting `{key}`"))??;
    Ok((key.to_owned(), value.to_owned()))
}

/// Answers commands until `quit` or the end of the input.
///
/// # Errors
/// Returns [`Error::Stream`] when the streams fail, [`Error::Usage`] for settings that fit no game.
pub(super) fn run(args: &AlphaBetaArgs, context: &mut Context) -> Result<(), Error> {
    let mut alpha_beta = AlphaBeta::DEFAULT;
    for (key, value) in &args.changes {
        if let Some(set) = alpha_beta.set(key, value) {
            set.map_err(Error::Usage)?;
        }
    }
    let settings = &context.sources.effective;
    let mut engine = engine_settings(&settings.engine)?;
    engine.params = AlphaBeta::params().with_machine_of(&engine.params);
    engine.other_search = Some(Arc::new(alpha_beta));
    let options = SessionOptions {
        name: "Tao Go alpha-beta".to_owned(),
        komi: settings.game.komi,
        ..SessionOptions::default()
    };
    let mut session = Session::new(settings.game.begin()?, Engine::new(engine), options);
    Ok(gtp::serve(
        context.take_input(),
        &mut context.output,
        &mut session,
    )?)
}
