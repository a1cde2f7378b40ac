//! `tao-go genmove`: the best move of one position.

use std::io::Write;

use clap::Args;
use tao_engine::Engine;
use tao_engine::raw::book::BookSource;
use tao_engine::raw::search::{self, Detail, Report};
use tao_engine::raw::{Purpose, Question, Thought};
use tao_protocols::schema::output::{Exact, Outcome, Suggestion};
use tao_protocols::schema::texts;
use tao_rules::board::Color;
use tao_rules::game::Game;

use super::engine::{engine_settings, shared_engine};
use super::position::{PositionArgs, read_game};
use super::printable::write_json;
use super::settings::color;
use super::{Context, Error};

/// Print the best move of a position
///
/// The position is the end of a record, the end of a list of moves, or the empty board. Where the game looks lost, `gtp` may
/// resign; this prints a move, and a warning.
#[derive(Clone, Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub struct GenmoveArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// Player who moves [default: the side to move]
    #[arg(long, value_name = "COLOR", value_parser = color(), hide_possible_values = true)]
    color: Option<Color>,
    /// Print a JSON object with the results of the search
    #[arg(long)]
    pub(super) json: bool,
    /// Add statistics of the simulated games: length, scores, owners of points, depth, time by phase
    #[arg(long, requires = "json")]
    stats: bool,
}

const EXAMPLES: &str = "\
Examples:
  tao-go genmove --moves 'E5 C3' --time 2s
  tao-go genmove --color white --playouts 5000 game.sgf
  tao-go genmove --json < game.sgf | jq .win_rate
  tao-go genmove --json --stats game.sgf
";

/// Searches once and prints the move. A warning about a lost game goes to the error stream.
///
/// # Errors
///
/// [`Error::Usage`] for moves that cannot be played, [`Error::File`] for bad files.
pub(super) fn run(args: &GenmoveArgs, context: &mut Context) -> Result<(), Error> {
    let game = read_game(&args.position, context)?;
    let color = args.color.unwrap_or_else(|| game.to_move());
    let mut settings = engine_settings(&context.sources.effective.engine)?;
    if args.stats {
        // A move from the book has no statistics.
        settings.book = BookSource::None;
    }
    let mut engine = shared_engine(settings, &context.ranks);
    engine.keep_statistics(args.stats);
    let question = Question {
        detail: Detail::Score,
        ..Question::new(color, Purpose::Suggest, None)
    };
    let suggestion = engine.think(&game, question);
    if args.json {
        let report = suggestion.report.as_ref().filter(|_| args.stats);
        let stats = report.map(Into::into);
        let result = Suggestion {
            stats,
            ..result(&engine, &game, &suggestion, color)
        };
        write_json(&mut context.output, &result)?;
    } else {
        writeln!(context.output, "{}", suggestion.mv)?;
        if let Some(report) = &suggestion.report
            && engine.may_resign(&game, &suggestion)
        {
            log::warn!(
                "the position looks lost, win rate {:.1} %: `gtp` would resign at the third such move in a row",
                100.0 * report.win_rate
            );
        }
    }
    Ok(())
}

fn result(engine: &Engine, game: &Game, suggestion: &Thought, color: Color) -> Suggestion {
    let report = suggestion.report.as_ref();
    let candidates = report.map_or(&[][..], Report::moves);
    let searched = candidates.iter().filter(|stats| stats.is_searched());
    let chosen = candidates
        .iter()
        .find(|candidate| candidate.mv == suggestion.mv && candidate.visits > 0);
    let exact = report.and_then(|report| report.exact.as_ref());
    Suggestion {
        color: color.into(),
        mv: suggestion.mv.to_string(),
        may_resign: engine.may_resign(game, suggestion),
        visits: chosen.map_or(0, |candidate| candidate.visits),
        book: report.is_some_and(|report| report.is_from_book),
        win_rate: match exact {
            Some(exact) => Some(exact.win_rate),
            None => chosen.map(|candidate| candidate.win_rate),
        },
        points_ahead: report.and_then(Report::points_ahead),
        exact: exact.map(exact_result),
        playouts: report.map_or(0, |report| report.playouts),
        seconds: report.map_or(0.0, |report| report.time.as_secs_f64()),
        candidates: searched.map(Into::into).collect(),
        principal_variation: texts(report.into_iter().flat_map(Report::principal_variation)),
        size: game.size(),
        komi: game.komi(),
        rules: game.rules().to_string(),
        moves: game.move_number(),
        stats: None,
    }
}

fn exact_result(exact: &search::Exact) -> Exact {
    Exact {
        result: match exact.win_rate {
            0.5 => Outcome::Draw,
            rate if rate > 0.5 => Outcome::Win,
            _ => Outcome::Loss,
        },
        points_ahead: exact.points_ahead,
        line: texts(&exact.line),
    }
}
