//! `tao-go score`: the score of a position, its dead stones, and the owner of each point.

use std::fmt;
use std::io::Write;

use clap::Args;

use tao_engine::engine;
use tao_engine::engine::{Engine, EngineSettings, Purpose, Question, Settlement, Status, settle};
use tao_engine::search::{Detail, Ownership, Report};
use tao_engine::solve::{Budget, open_points};
use tao_protocols::schema::output::{CountedScore, Estimate};
use tao_protocols::schema::texts;
use tao_rules::board::{ByColor, Color, Coord, Point};
use tao_rules::game::{DeadStones, Game, Score, Scoring};
use tao_sgf::ReadOptions;

use super::engine::engine_settings;
use super::position::{PositionArgs, begin_with, moves_in_words, no_such_move};
use super::printable::write_json;
use super::solve::settled_end;
use super::terminal_board::{draw_settled, estimate, likely_owner};
use super::theme::Theme;
use super::{Context, Error};

/// Maximum number of positions to search for the exact score with best play.
const NODES: u64 = 100_000;

/// The seed of the search for an estimate, fixed so that the answer is always the same.
const SEED: u64 = 2010;

/// Count a position: the score, the dead stones and the owner of each point
///
/// The count is under the rules that are set, or those of a record that count territory. Under rules that remove dead
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
    let result = CountedPosition {
        best_play: BestPlay::find(&game, &settings),
        estimate: search_for_estimate(&game, &settlement, settings),
        game,
        moves,
        settlement,
    };
    if args.json {
        return write_json(&mut context.output, &result.counted());
    }
    let report = result.report(context.bars.theme);
    Ok(context.output.write_all(report.as_bytes())?)
}

/// A position and everything to report about its score.
struct CountedPosition {
    game: Game,
    moves: usize,
    settlement: Settlement,
    /// The estimate of a search, unless the game is over or settled.
    estimate: Option<Report>,
    best_play: Option<BestPlay>,
}

/// The points of one side.
struct Points {
    /// Its area, or its territory.
    own: usize,
    /// The stones that it captured, dead ones included; `None` where prisoners do not count.
    prisoners: Option<usize>,
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

/// The result if both sides play on as well as can be.
struct BestPlay {
    score: Score,
    /// Whether the score would change if the dead stones that best play leaves on the board were removed.
    counts_dead: bool,
}

impl BestPlay {
    /// Finds the result. `None` where territory counts, the game is over, many points are open, or the score is not found soon.
    fn find(game: &Game, settings: &EngineSettings) -> Option<Self> {
        let params = &settings.params;
        if game.is_over() || open_points(game.board()) >= params.tree.solve_below {
            return None;
        }
        let budget = Budget {
            table_bytes: params.solve_bytes(),
            ..Budget::nodes(NODES)
        };
        let (game, color) = (game.without_agreement(), game.to_move());
        let solution = engine::solve(&game, color, &budget)?;
        let score = solution.score()?;
        let end = settled_end(&game, color, &solution, settings.network_for(game.size()));
        Some(Self {
            score,
            counts_dead: end.is_some_and(|end| end.score != score),
        })
    }
}

impl fmt::Display for BestPlay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let assumption = if self.counts_dead {
            ", where dead stones count unless they are captured"
        } else {
            ""
        };
        write!(f, "{} (exact){assumption}", self.score)
    }
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

impl CountedPosition {
    /// Returns the estimate with the likely owners, if there is one, and the count. Without an estimate a board follows the count.
    fn report(&self, theme: Theme) -> String {
        let (game, rest) = (&self.game, &self.settlement.board);
        let count = self.count().join("\n");
        let text = match &self.estimate {
            None => {
                let (picture, legend) = (draw_settled(game, rest, theme), theme.legend());
                format!("{count}\n\n{picture}\n{legend}\n")
            }
            Some(report) => {
                let estimate = estimate(report, game.board(), theme);
                format!("{estimate}\n\nCounted as it is now: {count}\n")
            }
        };
        match &self.best_play {
            Some(best) => format!("{text}With best play: {best}\n"),
            None => text,
        }
    }

    fn count(&self) -> Vec<String> {
        let (game, settlement) = (&self.game, &self.settlement);
        let (rules, komi) = (game.rules(), game.komi());
        let points = game.total_komi() - komi;
        let bonus = if points > 0.0 {
            format!(", {points} for handicap stones")
        } else {
            String::new()
        };
        let [black, white] = Color::BOTH.map(|color| {
            let Points { own, prisoners } = self.points(color);
            prisoners.map_or_else(|| own.to_string(), |taken| format!("{own}+{taken}"))
        });
        let kinds = match rules.scoring {
            Scoring::Area => "",
            Scoring::Territory => " (territory+prisoners)",
        };
        let mut lines = vec![
            settlement.score.to_string(),
            format!(
                "Black {black}, White {white}{kinds} and komi {komi}{bonus}, neutral {}; {rules} rules, after {}.",
                self.neutral(),
                moves_in_words(self.moves)
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
        lines
    }

    fn points(&self, color: Color) -> Points {
        let (game, board) = (&self.game, self.game.board());
        let owned = game.owned_of(&self.settlement.board)[color];
        match game.rules().scoring {
            Scoring::Area => Points {
                own: owned.len(),
                prisoners: None,
            },
            Scoring::Territory => {
                let dead = owned & board.stones(!color);
                Points {
                    own: (owned & !board.stones(color)).len(),
                    prisoners: Some(game.captures(color) + dead.len()),
                }
            }
        }
    }

    /// The number of points that belong to neither side.
    fn neutral(&self) -> usize {
        let ByColor([black, white]) = self.game.owned_of(&self.settlement.board);
        self.game.size().pow(2) - black.len() - white.len()
    }

    /// The likely owners of the points, where the game is not over.
    fn owners(&self) -> Option<&Ownership> {
        let outcomes = self.estimate.as_ref()?.snapshot.outcomes.as_ref()?;
        outcomes.ownership.as_ref()
    }

    fn counted(&self) -> CountedScore {
        let (game, settlement) = (&self.game, &self.settlement);
        let [black, white] = Color::BOTH.map(|color| self.points(color));
        CountedScore {
            score: settlement.score.to_string(),
            lead: settlement.score.lead,
            winner: settlement.score.winner().map(Into::into),
            estimate: self.estimate.as_ref().map(estimated),
            black: black.own,
            white: white.own,
            neutral: self.neutral(),
            prisoners: black.prisoners.zip(white.prisoners).map(Into::into),
            komi: game.komi(),
            handicap_bonus: game.total_komi() - game.komi(),
            rules: game.rules().to_string(),
            size: game.size(),
            moves: self.moves,
            settled: settlement.is_clear,
            dead: stones(settlement, Status::Dead),
            seki: stones(settlement, Status::Seki),
            ownership: self.ownership(),
            best_play: self.best_play.as_ref().map(|best| best.score.to_string()),
        }
    }

    /// Rows from the top, each point `B`, `W` or `.`.
    fn ownership(&self) -> Vec<String> {
        let areas = self.game.owned_of(&self.settlement.board);
        let counted = |coord| {
            let mut colors = Color::BOTH.into_iter();
            colors.find(|&color| areas[color].contains(Point::new(coord)))
        };
        let owner = |coord: Coord| match self.owners() {
            Some(owners) => likely_owner(owners, coord),
            None => counted(coord),
        };
        let letter = |coord| match owner(coord) {
            Some(Color::Black) => 'B',
            Some(Color::White) => 'W',
            None => '.',
        };
        let rows = Coord::rows(self.game.size());
        rows.map(|row| row.map(letter).collect()).collect()
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
