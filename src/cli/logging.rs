//! The log: quiet unless asked, on the standard error stream, every line marked as ours.

use std::io::Write;

use clap::{ArgAction, Args};
use log::LevelFilter;

/// How much to tell.
#[derive(Clone, Copy, Debug, Args)]
#[command(next_help_heading = "Log")]
pub(super) struct Verbosity {
    /// Say more: `-v` what happens, `-vv` why, `-vvv` everything [env: `RUST_LOG`]
    #[arg(short, long, action = ArgAction::Count, global = true)]
    verbose: u8,
    /// Say nothing, not even what goes wrong during a game
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    quiet: bool,
}

impl Verbosity {
    /// The level asked for, or `None` where the environment or the default decides.
    const fn level(self) -> Option<LevelFilter> {
        match (self.quiet, self.verbose) {
            (true, _) => Some(LevelFilter::Off),
            (false, 0) => None,
            (false, 1) => Some(LevelFilter::Info),
            (false, 2) => Some(LevelFilter::Debug),
            (false, _) => Some(LevelFilter::Trace),
        }
    }
}

/// Starts the log. Panics go there too.
///
/// The mark keeps our lines apart from responses for controllers that merge the two streams.
pub(super) fn start(verbosity: Verbosity) {
    let environment = env_logger::Env::default().default_filter_or("warn");
    let mut builder = env_logger::Builder::from_env(environment);
    if let Some(level) = verbosity.level() {
        builder.filter_level(level);
    }
    builder.format(|out, record| {
        let text = record.args().to_string();
        text.lines()
            .try_for_each(|line| writeln!(out, "tao: {line}"))
    });
    // A second log, as in a test, leaves the first one in place.
    let _ = builder.try_init();
    std::panic::set_hook(Box::new(|info| log::error!("{info}")));
}
