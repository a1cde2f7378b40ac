//! `tao-go score`: the score of a position, its dead stones, and the owner of each point.

use std::fmt::Write as _;
use std::io::Write;

use clap::Args;
use serde_json::{Value, json};

use crate::board::{Color, Coord, Point};
use crate::engine;
use crate::engine::{Settlement, Status, settle};
use crate::game::{Game, Score};
use crate::search::Params;
use crate::sgf::ReadOptions;
use crate::solve::{Budget, open_points};

use super::context::Context;
use super::engine::engine_settings;
use super::error::Error;
use super::json::{texts, write_json};
use super::position::{PositionArgs, begin_with, moves_in_words, no_such_move};
use super::terminal_board::draw_settled;
use super::theme::Theme;

/// Positions that may be looked at for the exact score with best play.
const NODES: u64 = 100_000;

/// Count a position: the score, the dead stones and the owner of each point
///
/// The count is by area, under the rules that are set. Under rules that remove dead stones, the network decides which
/// these are, or simulated games on other boards than 9x9, as for GTP's `final_score`. The same position has the same
/// result every time. Where few points are open, it also prints the exact score with best play, if it is found soon.
#[derive(Clone, Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(super) struct ScoreArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// Number of moves after which to count [default: all]
    #[arg(long, value_name = "N")]
    at: Option<usize>,
    /// Print a JSON object
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  tao-go score game.sgf
  tao-go score --at 40 --rules tromp-taylor game.sgf
  tao-go score --size 5 --moves 'C3 C2 pass pass'
  tao-go score --json < game.sgf | jq .score
";

/// Counts and prints the score.
///
/// # Errors
///
/// [`Error::Usage`] for moves that cannot be played or are not there, [`Error::File`] for a file without a game.
pub(super) fn run(args: &ScoreArgs, context: &mut Context) -> Result<(), Error> {
    let (game, moves) = position(args, context)?;
    let settings = engine_settings(&context.sources.effective.engine)?;
    let settlement = settle(&game, settings.network_for(game.size()));
    let best_play = best_play(&game, &settings.params);
    if args.json {
        let json = to_json(&game, moves, &settlement, best_play);
        return write_json(&mut context.output, &json);
    }
    let mut report = report(&game, moves, &settlement, context.bars.theme);
    if let Some(score) = best_play {
        let _ = writeln!(report, "With best play: {score} (exact)");
    }
    Ok(context.output.write_all(report.as_bytes())?)
}

/// The exact score if both sides play on as well as can be; `None` where the game is over, or many points are open, or it is not
/// found soon.
fn best_play(game: &Game, params: &Params) -> Option<Score> {
    if game.is_over() || open_points(game.board()) >= params.tree.solve_below {
        return None;
    }
    let budget = Budget {
        table_bytes: params.solve_bytes(),
        ..Budget::nodes(NODES)
    };
    engine::solve(game, game.to_move(), &budget).score()
}

/// The game, and its number of moves with those before set-up stones in its middle.
fn position(args: &ScoreArgs, context: &mut Context) -> Result<(Game, usize), Error> {
    let options = ReadOptions {
        until: args.at.map(|at| at.saturating_add(1)),
        komi: context.sources.flags.game.komi,
        ..ReadOptions::default()
    };
    let record = args.position.record(context, &options)?;
    let sources = &context.sources;
    let (game, moves) = match (record, &args.position.moves) {
        (Some(record), _) => (sources.flags.game.apply_to(record.game)?, record.moves),
        (None, Some(moves)) => {
            let mut game = begin_with(&sources.effective.game, Some(moves))?;
            let count = game.moves().len();
            let kept = args.at.map_or(count, |at| at.min(count));
            game.undo_many(count - kept);
            (game, kept)
        }
        (None, None) => {
            let message = "name an SGF record, or give moves with --moves";
            return Err(Error::usage(message));
        }
    };
    match args.at {
        Some(at) if at > moves => Err(no_such_move("at", at, moves)),
        _ => Ok((game, moves)),
    }
}

fn report(game: &Game, moves: usize, settlement: &Settlement, theme: Theme) -> String {
    let (area, rules, komi) = (settlement.board.area(), game.rules(), game.komi());
    let points = game.total_komi() - komi;
    let bonus = if points > 0.0 {
        format!(", {points} for handicap stones")
    } else {
        String::new()
    };
    let mut lines = vec![
        settlement.score.to_string(),
        format!(
            "Black {}, White {} and komi {komi}{bonus}, neutral {}; {rules} rules, after {}.",
            area.black,
            area.white,
            area.shared,
            moves_in_words(moves)
        ),
    ];
    for (status, name) in [(Status::Dead, "Dead"), (Status::Seki, "In seki")] {
        let stones = stones(settlement, status);
        if !stones.is_empty() {
            lines.push(format!("{name}: {}", stones.join(" ")));
        }
    }
    if !settlement.is_clear {
        lines.push("Not all of it is settled: play on to be sure.".to_owned());
    }
    let picture = draw_settled(game.board(), &settlement.board, theme);
    format!("{}\n\n{picture}\n{}\n", lines.join("\n"), theme.legend())
}

/// The vertices of all stones of one status, Black's first.
pub(super) fn stones(settlement: &Settlement, status: Status) -> Vec<String> {
    let chains = settlement.chains.iter();
    let chains = chains.filter(|chain| chain.status == status);
    texts(chains.flat_map(|chain| &chain.stones))
}

fn to_json(game: &Game, moves: usize, settlement: &Settlement, best_play: Option<Score>) -> Value {
    let area = settlement.board.area();
    json!({
        "score": settlement.score.to_string(),
        "lead": settlement.score.lead,
        "winner": settlement.score.winner().map(|color| color.to_string()),
        "black": area.black,
        "white": area.white,
        "neutral": area.shared,
        "komi": game.komi(),
        "handicap_bonus": game.total_komi() - game.komi(),
        "rules": game.rules().to_string(),
        "size": game.size(),
        "moves": moves,
        "settled": settlement.is_clear,
        "dead": stones(settlement, Status::Dead),
        "seki": stones(settlement, Status::Seki),
        "ownership": ownership(settlement),
        "best_play": best_play.map(|score| score.to_string()),
    })
}

/// Rows from the top, each point `B`, `W` or `.`.
fn ownership(settlement: &Settlement) -> Vec<String> {
    let owned = settlement.board.owned();
    let letter = |coord: Coord| {
        let point = Point::new(coord);
        match Color::BOTH.map(|color| owned[color].contains(point)) {
            [true, _] => 'B',
            [_, true] => 'W',
            _ => '.',
        }
    };
    let rows = Coord::rows(settlement.board.size());
    rows.map(|row| row.map(letter).collect()).collect()
}
