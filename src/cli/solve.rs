//! `tao-go solve`: the exact result of a position.

use std::io::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::Args;

use crate::cli::parsers::at_least;
use tao_engine::raw::net::Network;
use tao_engine::raw::solve::{Budget, Outcome, Solution, open_points};
use tao_engine::raw::{self, settle};
use tao_engine::{Settlement, Status};
use tao_protocols::schema::output::{self, SolvedPosition};
use tao_protocols::schema::texts;
use tao_rules::board::Color;
use tao_rules::game::{DeadStones, Game, Score};

use super::engine::engine_settings;
use super::position::{PositionArgs, read_game};
use super::printable::write_json;
use super::score::stones;
use super::settings::color;
use super::{Context, Error};

/// Time without `--time` and `--nodes`.
const DEFAULT_TIME: Duration = Duration::from_secs(10);

/// Solve a position near the end of a game, or on a small board: the exact score and the line of best play
///
/// By area, every stone counts that is not captured before two passes end the game. Under rules that remove dead stones, passes
/// that were made before do not count, as whoever disagrees about dead stones can still capture them; where the score without the
/// dead stones of the last position is another one, it is printed too. By territory, each stone costs its player a point, and only
/// stones in territory in which they cannot live are removed without being captured. The forbidden repetitions are those of the
/// rules, and the game so far counts. What is not proven within the budget is "unknown", never a guess. `--time` limits the time
/// [default: 10s, unless --nodes is given] and `--memory` the memory.
#[derive(Clone, Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub struct SolveArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// Player who moves [default: the side to move]
    #[arg(long, value_name = "COLOR", value_parser = color(), hide_possible_values = true)]
    color: Option<Color>,
    /// Most positions to look at
    #[arg(long, value_name = "N", value_parser = at_least(1_u64))]
    nodes: Option<u64>,
    /// Print a JSON object
    #[arg(long)]
    pub(super) json: bool,
}

const EXAMPLES: &str = "\
Examples:
  tao-go solve game.sgf
  tao-go solve --size 3 --komi 0
  tao-go solve --time 1m --json < game.sgf | jq .score
";

/// Solves and prints the result.
///
/// # Errors
///
/// [`Error::Usage`] for moves that cannot be played, [`Error::File`] for a file without a game.
pub(super) fn run(args: &SolveArgs, context: &mut Context) -> Result<(), Error> {
    let game = read_game(&args.position, context)?;
    let color = args.color.unwrap_or_else(|| game.to_move());
    let settings = engine_settings(&context.sources.effective.engine)?;
    let default = args.nodes.is_none().then_some(DEFAULT_TIME);
    let time = settings.time_per_move.or(default);
    let budget = Budget {
        nodes: args.nodes.unwrap_or(u64::MAX),
        deadline: time.and_then(|time| Instant::now().checked_add(time)),
        stop: None,
        table_bytes: settings.params.search_bytes(),
    };
    let game = game.without_agreement();
    let solution = raw::solve(&game, color, &budget);
    let end = settled_end(&game, color, &solution, settings.network_for(game.size()));
    let solved = solved(&game, color, &solution, end.as_ref());
    if args.json {
        return write_json(&mut context.output, &solved);
    }
    Ok(context
        .output
        .write_all(report(&solved, color).as_bytes())?)
}

/// Counts the position after best play by area. `None` unless the result is exact, the rules remove dead stones, and it is clear
/// which stones are dead or the game is over.
pub(super) fn settled_end(
    game: &Game,
    color: Color,
    solution: &Solution,
    network: Option<&Arc<Network>>,
) -> Option<Settlement> {
    let mut end = game.clone();
    let colors = [color, !color].into_iter().cycle();
    for (color, &mv) in colors.zip(&solution.line) {
        end.play_as(color, mv).ok()?;
    }
    let is_known = solution.lead().is_some()
        && end.dead_stones() == DeadStones::Removed
        && !end.counts_stones();
    let settlement = is_known.then(|| settle(&end, network))?;
    (settlement.is_clear || end.is_over()).then_some(settlement)
}

fn report(solved: &SolvedPosition, color: Color) -> String {
    let winner = match solved.outcome {
        Some(output::Outcome::Win) => format!(", but {} wins", color.name()),
        Some(output::Outcome::Loss) => format!(", but {} wins", (!color).name()),
        Some(output::Outcome::Draw) => ", but a draw".to_owned(),
        None => String::new(),
    };
    let (least, most) = (solved.at_least, solved.at_most);
    let result = match &solved.score {
        Some(score) => format!("{score} (exact)"),
        None => format!("unknown{winner}: Black ends between {least} and {most} points ahead"),
    };
    let mut lines = vec![result];
    if let Some(first) = &solved.mv {
        lines.push(if solved.exact {
            format!("Best play of {color}: {}", solved.line.join(" "))
        } else {
            format!("Best move of {color}: {first}")
        });
    }
    lines.push(format!("{} nodes, {:.3} s", solved.nodes, solved.seconds));
    if let (Some(score), Some(dead)) = (&solved.score_without_dead, &solved.dead)
        && solved.score.as_ref() != Some(score)
    {
        let dead = dead.join(" ");
        lines.push(format!(
            "Without the dead stones {dead} of its last position: {score}"
        ));
    }
    lines.join("\n") + "\n"
}

fn solved(
    game: &Game,
    color: Color,
    solution: &Solution,
    end: Option<&Settlement>,
) -> SolvedPosition {
    let (score, line) = (solution.score(), texts(&solution.line));
    SolvedPosition {
        color: color.into(),
        exact: score.is_some(),
        score: score.as_ref().map(Score::to_string),
        lead: score.map(|score| score.lead),
        score_without_dead: end.map(|end| end.score.to_string()),
        dead: end.map(|end| stones(end, Status::Dead)),
        outcome: solution.outcome().map(|outcome| match outcome {
            Outcome::Win(winner) if winner == color => output::Outcome::Win,
            Outcome::Win(_) => output::Outcome::Loss,
            Outcome::Draw => output::Outcome::Draw,
        }),
        at_least: f64::from(solution.at_least) - solution.komi,
        at_most: f64::from(solution.at_most) - solution.komi,
        mv: line.first().cloned(),
        line,
        open_points: open_points(game.board()),
        komi: solution.komi,
        rules: game.rules().to_string(),
        nodes: solution.nodes,
        seconds: solution.time.as_secs_f64(),
    }
}
