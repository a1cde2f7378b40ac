//! The arguments of an analysis.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::Args;

use crate::analysis::AnalysisJob;
use crate::cli::engine::concurrent_settings;
use crate::cli::folders::{games_folder, last_game};
use crate::cli::position::{STANDARD_INPUT, moves_in_words, no_such_move};
use crate::cli::settings::Settings;
use crate::cli::{Endpoint, Error};
use tao_rules::game::Game;

use super::pictures::is_file;

/// Find the mistakes in a game and show what every move gained or lost
///
/// Every position is searched, `--threads` of them at a time, each on one thread with an empty tree, so that the same
/// `--seed` and `--playouts` give the same table on every machine. `--memory` is for each search.
///
/// Win rates and scores in the table and in JSON are those of the player who moved: before the move, if the best one
/// were played, and after it. In the graph and in SGF they are Black's. Scores are expected points ahead, komi
/// included. `?!` marks an inaccuracy, `?` a mistake and `??` a blunder: see `--mistakes`.
///
/// With several records, FILE and PLACE are folders: the results of `a.sgf` are `FILE/a.sgf`, `FILE/a.html` and the pictures in
/// `PLACE/a`, and `--json` prints a line for each. Whether all can be written is checked before the analysis begins.
///
/// Ctrl-C ends the analysis; what is done until then is printed and written.
#[derive(Clone, Debug, Args)]
#[command(after_long_help = EXAMPLES)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is an option of the command line"
)]
pub struct AnalyzeArgs {
    /// Records of games in SGF, `-` for the standard input [default: the standard input, if it is no terminal]
    #[arg(value_name = "SGF")]
    pub(super) records: Vec<PathBuf>,
    /// Analyze the last game that was played in the terminal
    #[arg(long, conflicts_with = "records")]
    last: bool,
    /// Moves to analyze, counted from 1: `12`, `10-30`, `10-`, `-30` [default: all]
    #[arg(long, value_name = "RANGE", value_parser = parse_range)]
    moves: Option<Moves>,
    /// Mistakes to show at most, the worst first
    #[arg(long, value_name = "N", default_value_t = 5)]
    pub(super) top: usize,
    /// Print a JSON object instead of the table
    #[arg(long)]
    pub json: bool,
    /// Write the record with win rates, scores and better moves beside what it says; Sabaki and others draw a graph
    #[arg(long, value_name = "FILE")]
    pub(super) sgf: Option<PathBuf>,
    /// Write the win-rate graph into a file `NAME.svg`, or graph and boards into a folder of any other name
    #[arg(long, value_name = "PLACE")]
    pub(super) svg: Option<PathBuf>,
    /// Write one page for a browser, with graphs and a board to step through
    #[arg(long, value_name = "FILE")]
    pub(super) html: Option<PathBuf>,
    /// Open that page in your browser
    #[arg(long, requires = "html")]
    pub(super) open: bool,
    /// Moves for which the candidates and the owners of the points are drawn into the folder [default: the mistakes]
    #[arg(long, value_name = "N", value_delimiter = ',', requires = "svg")]
    pub(super) at: Vec<usize>,
    /// Let the results replace a record that is read
    #[arg(long)]
    pub(super) force: bool,
}

const EXAMPLES: &str = "\
Examples:
  tao-go analyze game.sgf
  tao-go analyze --moves 10-30 --playouts 50000 game.sgf
  tao-go analyze --sgf analyzed.sgf --svg graph.svg game.sgf
  tao-go analyze --svg pictures --at 12,20 game.sgf
  tao-go analyze --html game.html --open game.sgf
  tao-go analyze --last --html game.html --open
  tao-go analyze --json < game.sgf | jq '.mistakes[0]'
  tao-go analyze --html pages games/*.sgf
";

/// The first and the last move of a range; `None` is an open end.
type Moves = (Option<usize>, Option<usize>);

impl AnalyzeArgs {
    /// The records to read: the standard input if none is named.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Usage`] if none is named and the standard input is a terminal, and [`Error::File`] or [`Error::Failed`] if
    /// there is no last game.
    pub(super) fn records(&self, source: Endpoint) -> Result<Vec<PathBuf>, Error> {
        match source {
            _ if self.last => Ok(vec![last_game(games_folder().as_deref())?]),
            _ if !self.records.is_empty() => Ok(self.records.clone()),
            Endpoint::Pipe => Ok(vec![STANDARD_INPUT.into()]),
            Endpoint::Terminal => Err(Error::usage("name an SGF record")),
        }
    }

    /// Returns the job of analyzing `game`, which starts at the last set-up of stones in a record of `count` moves.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Usage`] for moves that the game does not have, and for settings that no search can have.
    pub(super) fn job(
        &self,
        settings: &Settings,
        game: Game,
        count: usize,
    ) -> Result<AnalysisJob, Error> {
        let moves_before_setup = count - game.moves().len();
        let (first, last) = self.moves.unwrap_or_default();
        if let Some(first) = first.filter(|&first| first > count) {
            return Err(no_such_move("moves", first, count));
        }
        if !self.at.is_empty() && self.svg.as_deref().is_some_and(is_file) {
            let message = "--at: boards need a folder, and --svg names a file";
            return Err(Error::usage(message));
        }
        if let Some(last) = last.filter(|&last| last <= moves_before_setup) {
            return Err(before_set_up("moves", last, moves_before_setup));
        }
        let sizes = settings.engine.mistakes.unwrap_or_default();
        let (settings, concurrency) = concurrent_settings(&settings.engine)?;
        let job = AnalysisJob {
            game,
            moves_before_setup,
            moves: first.unwrap_or(1)..=last.unwrap_or(usize::MAX),
            settings,
            sizes,
            concurrency,
        };
        let is_missing = |number: &&usize| !drawable(&job).contains(*number);
        match self.at.iter().find(is_missing) {
            Some(&number) if number == 0 || number > count => {
                Err(no_such_move("at", number, count))
            }
            Some(&number) if number <= moves_before_setup => {
                Err(before_set_up("at", number, moves_before_setup))
            }
            Some(number) => Err(Error::Usage(format!(
                "--at {number}: the move is not among those of --moves"
            ))),
            None => Ok(job),
        }
    }
}

/// Returns the numbers of the moves before which a position is searched. The last one may be one more than the game has moves.
fn drawable(job: &AnalysisJob) -> RangeInclusive<usize> {
    let positions = job.positions();
    positions.start() + 1..=positions.end() + 1
}

fn before_set_up(option: &str, number: usize, moves_before_setup: usize) -> Error {
    let moves = moves_in_words(moves_before_setup);
    Error::Usage(format!(
        "--{option} {number}: stones set up after {moves} start the game again"
    ))
}

fn parse_range(text: &str) -> Result<Moves, &'static str> {
    const FORM: &str = "write a number, or two as in `10-30`, counted from 1";
    let number = |text: &str| match text.trim() {
        "" => Ok(None),
        digits => digits.parse().map(Some).map_err(|_| FORM),
    };
    let (first, last) = match text.split_once('-') {
        Some((first, last)) => (number(first)?, number(last)?),
        None => (number(text)?, number(text)?),
    };
    let is_named = first.is_some() || last.is_some();
    let in_order = first.unwrap_or(1) <= last.unwrap_or(usize::MAX);
    if is_named && in_order && first != Some(0) && last != Some(0) {
        Ok((first, last))
    } else {
        Err(FORM)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_open_or_closed_and_in_order() {
        for (text, range) in [
            ("12", (Some(12), Some(12))),
            ("10-30", (Some(10), Some(30))),
            ("10 - 30", (Some(10), Some(30))),
            ("10-", (Some(10), None)),
            ("-30", (None, Some(30))),
        ] {
            assert_eq!(parse_range(text), Ok(range));
        }
        for text in ["", "-", "0", "0-3", "30-10", "a", "1-2-3", "-0", "1.5"] {
            assert!(parse_range(text).is_err(), "{text}");
        }
    }
}
