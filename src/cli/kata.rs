//! `tao-go kata`: `KataGo`'s analysis protocol on the standard streams.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use tao_engine::raw::search::Params;
use tao_protocols::files;
use tao_protocols::kata::{self, AnalysisOptions, AnalysisService};

use super::engine::concurrent_settings;
use super::logging::logged;
use super::parsers::in_range;
use super::printable::shown;
use super::{Context, Error, FileResult};

/// Size limit of a file of settings. KataGo's examples have 20 kilobytes.
const MAX_CONFIG_BYTES: usize = 1 << 20;

/// The options of `katago analysis`, with its single hyphen, that have the same name here.
const KATAGO_OPTIONS: [&str; 5] = [
    "-analysis-threads",
    "-human-model",
    "-model",
    "-override-config",
    "-quit-without-waiting",
];

/// Answer queries in the analysis protocol of KataGo on the standard streams, for KaTrain and other programs
///
/// Each line of the input is a query in JSON, and each line of the output an answer. The options with one hyphen of
/// `katago analysis` are taken, too: `-config`, `-model`, `-override-config`, `-analysis-threads`, `-quit-without-waiting`.
#[derive(Clone, Debug, Default, Args)]
#[command(after_long_help = EXAMPLES)]
pub struct KataArgs {
    /// Positions that are searched at the same time [default: one for each thread]
    #[arg(long, value_name = "N", value_parser = in_range(1, Params::MAX_THREADS))]
    analysis_threads: Option<usize>,
    /// File of settings of KataGo; only some apply: `reportAnalysisWinratesAs`, `maxVisits`, `maxTime`, ...
    #[arg(long, value_name = "FILE")]
    kata_config: Option<PathBuf>,
    /// Settings as in that file, over those of the file
    #[arg(long, value_name = "KEY=VALUE,...")]
    override_config: Option<String>,
    /// End at the end of the input, whatever is still to be answered
    #[arg(long)]
    quit_without_waiting: bool,
    /// Ignored: the network is that of `--network`
    #[arg(long, value_name = "FILE", hide = true)]
    model: Option<PathBuf>,
    /// Ignored: there is no network that plays like people
    #[arg(long, value_name = "FILE", hide = true)]
    human_model: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  tao-go kata                             as the engine of KaTrain
  tao-go kata --threads 8 --memory 2048   on a larger machine
  tao-go kata < queries.jsonl > answers.jsonl

  {\"id\":\"a\",\"moves\":[[\"B\",\"E5\"]],\"rules\":\"chinese\",\"komi\":7,\"boardXSize\":9,\"boardYSize\":9,\"maxVisits\":100}
                                          a query: the position after one move
";

/// Answers queries until the end of the input.
///
/// # Errors
///
/// [`Error::Stream`] when the streams fail, [`Error::Usage`] and [`Error::File`] for bad settings.
pub(super) fn run(args: &KataArgs, context: &mut Context) -> Result<(), Error> {
    let common = &context.sources.effective;
    let (settings, threads) = concurrent_settings(&common.engine)?;
    let mut options = AnalysisOptions {
        max_time: settings.time_per_move,
        ..AnalysisOptions::default()
    };
    if let Some(path) = &args.kata_config {
        let text = files::read(path, MAX_CONFIG_BYTES).at(path)?;
        let text = String::from_utf8_lossy(&text);
        options.read_config(&text).at(path)?;
    }
    if let Some(list) = &args.override_config {
        let read = options.read_list(list);
        read.map_err(|error| Error::Usage(format!("--override-config: {error}")))?;
    }
    if let Some(model) = args.model.as_ref().or(args.human_model.as_ref()) {
        log::info!("ignored: {}", shown(model));
    }
    let service = AnalysisService {
        settings,
        workers: args.analysis_threads.unwrap_or(threads),
        threads,
        options,
        komi: common.game.begin()?.komi(),
        stops_at_end: args.quit_without_waiting,
    };
    // Scripts made for KataGo wait for this line. It does not matter if nobody reads it.
    let _ = writeln!(context.errors, "Started, ready to begin handling requests");
    let (input, output) = logged(context.take_input(), &mut context.output);
    Ok(kata::serve(input, output, service)?)
}

/// The names of this command: ours, and that of `katago analysis`.
pub(super) const NAMES: [&str; 2] = ["kata", "analysis"];

/// Returns our spelling of an option of `katago analysis`; `None` for any other word.
pub(super) fn our_option(option: &str) -> Option<String> {
    match option {
        "-config" => Some("--kata-config".to_owned()),
        _ => KATAGO_OPTIONS
            .contains(&option)
            .then(|| format!("-{option}")),
    }
}
