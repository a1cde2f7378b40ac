//! `tao-go score`: the score of a position, its dead stones, and the owner of each point.

use std::fmt::Write as _;
use std::io::Write;

use clap::Args;

use tao_engine::raw::search::{Detail, Report};
use tao_engine::raw::solve::{Budget, open_points};
use tao_engine::raw::{self, EngineSettings, Purpose, Question, settle};
use tao_engine::{Engine, Settlement, Status};
use tao_protocols::schema::output::{CountedScore, Estimate};
use tao_protocols::schema::texts;
use tao_rules::board::{Color, Coord};
use tao_rules::game::{DeadStones, Game, Score, Scoring};
use tao_rules::raw::Point;
use tao_sgf::ReadOptions;

use super::engine::engine_settings;
use super::language::Language;
use super::position::{PositionArgs, begin_with, moves_in_words, no_such_move};
use super::printable::write_json;
use super::solve::settled_end;
use super::terminal_board::{draw_settled, estimate, likely_owner};
use super::{Context, Error};

/// Maximum number of positions to search for the exact score with best play.
const NODES: u64 = 100_000;

/// The seed of the search for an estimate, fixed so that the answer is always the same.
const SEED: u64 = 2010;

/// Count a position: the score, the dead stones and the owner of each point
///
/// The count is under the rules of the record, or those that are set. Under rules that remove dead
/// stones, the network decides which these are on 9x9, simulated games on other boards, as for GTP's
/// `final_score`. Where the game is not over, and not settled either, an estimate by a search comes first. The same position
/// has the same result every time, unless `--time` limits that search. Where few points are open and area counts, it also
/// prints the exact score with best play, if it is found soon, in which every stone counts that is not captured.
#[derive(Clone, Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub struct ScoreArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// Number of moves after which to count [default: all]
    #[arg(long, value_name = "N")]
    at: Option<usize>,
    /// Print a JSON object
    #[arg(long)]
    pub(super) json: bool,
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
    let best_play = play_out(&game, &settings);
    let estimate = search_for_estimate(&game, &settlement, settings);
    let counted = CountedScore {
        best_play: best_play.as_ref().map(|(score, _)| score.to_string()),
        ..counted(&game, moves, &settlement, estimate.as_ref())
    };
    if args.json {
        return write_json(&mut context.output, &counted);
    }
    let lang = context.sources.effective.terminal.lang;
    let language = lang.unwrap_or_else(Language::of_locale);
    let (theme, count) = (context.bars.theme, count_text(&counted, language));
    let output = &mut context.output;
    match &estimate {
        None => {
            let picture = draw_settled(&game, &settlement.board, theme);
            write!(output, "{count}\n\n{picture}\n{}\n", theme.legend())?;
        }
        Some(report) => {
            let estimate = self::estimate(report, game.board(), theme);
            write!(output, "{estimate}\n\nCounted as it is now: {count}\n")?;
        }
    }
    if let Some((score, counts_dead)) = best_play {
        let assumption = if counts_dead {
            ", where dead stones count unless they are captured"
        } else {
            ""
        };
        writeln!(output, "With best play: {score} (exact){assumption}")?;
    }
    Ok(())
}

/// Searches for an estimate of the score; returns `None` if the game is over or settled.
fn search_for_estimate(
    game: &Game,
    settlement: &Settlement,
    mut settings: EngineSettings,
) -> Option<Report> {
    let is_settled = settlement.is_clear && game.dead_stones() == DeadStones::Removed;
    if game.is_over() || is_settled {
        return None;
    }
    settings.seed = settings.seed.or(Some(SEED));
    settings.params.machine.threads = 1;
    let question = Question {
        detail: Detail::Ownership,
        ..Question::new(game.to_move(), Purpose::Inspect, None)
    };
    Engine::new(settings).think(game, question).report
}

/// Finds the score if both sides play on as well as can be, and whether it would change if the dead stones that best play leaves on
/// the board were removed. `None` where the game is over, many points are open, or the score is not found soon.
fn play_out(game: &Game, settings: &EngineSettings) -> Option<(Score, bool)> {
    let params = &settings.params;
    if game.is_over() || open_points(game.board()) >= params.tree.solve_below {
        return None;
    }
    let budget = Budget {
        table_bytes: params.solve_bytes(),
        ..Budget::nodes(NODES)
    };
    let (game, color) = (game.without_agreement(), game.to_move());
    let solution = raw::solve(&game, color, &budget);
    let score = solution.score()?;
    let end = settled_end(&game, color, &solution, settings.network_for(game.size()));
    Some((score, end.is_some_and(|end| end.score != score)))
}

/// Returns the game, and the number of its moves, including those of a record before stones were set up in its middle.
fn position(args: &ScoreArgs, context: &mut Context) -> Result<(Game, usize), Error> {
    let options = ReadOptions {
        until: args.at.map(|at| at.saturating_add(1)),
        ..context.sources.read_options()
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

/// The score after so many moves, with the dead stones and the owners of the points, but without best play.
fn counted(
    game: &Game,
    moves: usize,
    settlement: &Settlement,
    estimate: Option<&Report>,
) -> CountedScore {
    let (board, areas) = (game.board(), game.owned_of(&settlement.board));
    let counts_territory = game.rules().scoring == Scoring::Territory;
    let [black, white] = Color::BOTH.map(|color| {
        let (area, own) = (areas[color], board.stones(color));
        if counts_territory { area & !own } else { area }.len()
    });
    let prisoners = Color::BOTH.map(|color| {
        let dead = areas[color] & board.stones(!color);
        game.captures(color) + dead.len()
    });
    let owner = |coord: Coord| {
        let mut colors = Color::BOTH.into_iter();
        colors.find(|&color| areas[color].contains(Point::new(coord)))
    };
    let likely = estimate.and_then(|report| report.snapshot.ownership());
    let letter =
        |coord| match likely.map_or_else(|| owner(coord), |owners| likely_owner(owners, coord)) {
            Some(Color::Black) => 'B',
            Some(Color::White) => 'W',
            None => '.',
        };
    let rows = Coord::rows(game.size());
    CountedScore {
        score: settlement.score.to_string(),
        lead: settlement.score.lead,
        winner: settlement.score.winner().map(Into::into),
        estimate: estimate.map(estimated),
        black,
        white,
        neutral: game.size().pow(2) - areas[Color::Black].len() - areas[Color::White].len(),
        prisoners: counts_territory.then_some(prisoners),
        komi: game.komi(),
        handicap_bonus: game.total_komi() - game.komi(),
        rules: game.rules().to_string(),
        size: game.size(),
        moves,
        settled: settlement.is_clear,
        dead: stones(settlement, Status::Dead),
        seki: stones(settlement, Status::Seki),
        ownership: rows.map(|row| row.map(letter).collect()).collect(),
        best_play: None,
    }
}

fn count_text(counted: &CountedScore, language: Language) -> String {
    let CountedScore { black, white, .. } = counted;
    let points = match counted.prisoners {
        None => format!("Black {black}, White {white}"),
        Some([by_black, by_white]) => {
            format!("Black {black}+{by_black}, White {white}+{by_white} (territory+prisoners)")
        }
    };
    let bonus = match counted.handicap_bonus {
        bonus if bonus > 0.0 => format!(", {bonus} for handicap stones"),
        _ => String::new(),
    };
    let mut text = format!(
        "{}\n{points} and komi {}{bonus}, neutral {}; {} rules, after {}.",
        counted.score,
        counted.komi,
        counted.neutral,
        counted.rules,
        moves_in_words(counted.moves)
    );
    if language == Language::Zh && counted.prisoners.is_none() {
        let _ = write!(text, "\n{}", count_in_stones(counted));
    }
    for (stones, name) in [(&counted.dead, "Dead"), (&counted.seki, "In seki")] {
        if !stones.is_empty() {
            let _ = write!(text, "\n{name}: {}", stones.join(" "));
        }
    }
    if !counted.settled {
        text += "\nNot all of it is settled: play on to be sure.";
    }
    text
}

/// The count of the area as Chinese players make it: Black's stones, with half of the neutral points, against half of the board.
fn count_in_stones(counted: &CountedScore) -> String {
    let neutral = counted.neutral as f64 / 2.0;
    let [black, white] = [counted.black, counted.white].map(|points| points as f64 + neutral);
    let half = counted.size.pow(2) as f64 / 2.0;
    let more = if black < half { "少" } else { "多" };
    let bonus = match counted.handicap_bonus {
        bonus if bonus > 0.0 => format!("，还 {} 子", stone_count(bonus / 2.0)),
        _ => String::new(),
    };
    let margin = stone_count(counted.lead.abs() / 2.0);
    let result = match (Score { lead: counted.lead }).winner() {
        None => "和棋".to_owned(),
        Some(Color::Black) => format!("黑胜 {margin} 子"),
        Some(Color::White) => format!("白胜 {margin} 子"),
    };
    format!(
        "数子：黑 {} 子，白 {} 子；归本数 {}，黑{more} {} 子，贴 {} 子{bonus}：{result}。",
        stone_count(black),
        stone_count(white),
        stone_count(half),
        stone_count((black - half).abs()),
        stone_count(counted.komi / 2.0)
    )
}

/// A number of stones, with the fractions that komi and neutral points make: `3¾`.
fn stone_count(count: f64) -> String {
    let (whole, sign) = (count.abs().floor(), if count < 0.0 { "-" } else { "" });
    let fraction = match count.abs() - whole {
        0.0 => "",
        0.25 => "¼",
        0.5 => "½",
        0.75 => "¾",
        _ => return count.to_string(),
    };
    match whole {
        0.0 if !fraction.is_empty() => format!("{sign}{fraction}"),
        _ => format!("{sign}{whole}{fraction}"),
    }
}

fn estimated(report: &Report) -> Estimate {
    let snapshot = &report.snapshot;
    let points = report.points_ahead().unwrap_or_default();
    Estimate {
        lead: snapshot.to_move.signed(points),
        win_rate: snapshot.to_move.share(snapshot.win_rate),
        exact: report.exact.is_some(),
    }
}

/// The vertices of all stones of one status, Black's first.
pub(super) fn stones(settlement: &Settlement, status: Status) -> Vec<String> {
    let chains = settlement.chains.iter();
    let chains = chains.filter(|chain| chain.status == status);
    texts(chains.flat_map(|chain| &chain.stones))
}
