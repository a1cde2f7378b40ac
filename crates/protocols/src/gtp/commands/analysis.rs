//! Commands that show a search in lines: analysis until the next line of input, and moves with their statistics. The lines are in
//! the formats of Leela Zero, of `KataGo`, and of the Computer Go Server.

use std::sync::Arc;

use super::analysis_options::{AnalysisRequest, Format};
use super::{Args, CommandError, ResponseStream, Session, join};
use crate::gtp::response::join_moves;
use crate::schema;
use crate::schema::output::{CgosAnalysis, CgosMove};
use crate::schema::rounded;
use tao_engine::engine::{Purpose, Question};
use tao_engine::search::{
    Detail, Lead, MoveStats, Observer, OutcomeStatistics, Ownership, Snapshot, candidates,
};
use tao_rules::board::{Color, Coord, Move};
use tao_rules::game::Game;

/// The purpose of a search that is shown while it runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Goal {
    /// Searches until the next line of input, of whatever kind.
    Analyze,
    /// Chooses a move and plays it.
    Genmove,
    /// Chooses a move and says what it would play, which may be `resign`, but plays nothing, without running a clock.
    Search,
}

/// Searches, and shows the search in a format. The last line of the analysis shows the end of the search.
pub fn run(
    session: &mut Session,
    args: Args<'_>,
    stream: &mut ResponseStream<'_>,
    format: Format,
    goal: Goal,
) -> Result<(), CommandError> {
    let game = session.table.game().clone();
    let options = AnalysisRequest::parse(args, format, game.size())?;
    let color = options.color.unwrap_or_else(|| game.to_move());
    let input = Arc::clone(&session.input);
    stream.begin();
    // The engine may answer a pass with a pass without a search, so after a pass only the end of the search is shown.
    let follows_pass = goal == Goal::Search && game.last_move() == Some(Move::Pass);
    let mut show = |snapshot: &Snapshot| stream.line(&info_line(snapshot, &options, &game));
    let purpose = match goal {
        Goal::Analyze => Purpose::Analyze(input.waiting_flag()),
        Goal::Genmove | Goal::Search => Purpose::Play,
    };
    let question = Question {
        restrictions: &options.restrictions,
        detail: options.detail(),
        observer: (!follows_pass).then_some(Observer {
            first: None,
            interval: options.interval,
            show: &mut show,
        }),
        ..Question::new(color, purpose, None)
    };
    if goal == Goal::Search {
        session.stop_pondering();
    }
    let thought = match goal {
        Goal::Genmove => session.think(question),
        Goal::Analyze | Goal::Search => session.consider(question),
    };
    if goal == Goal::Analyze {
        session.last_report = thought.report;
        if !stream.has_failed() {
            // The search may end before the next line of input, if the tree cannot grow.
            input.wait();
        }
        return Ok(());
    }
    if follows_pass && thought.mv == Move::Pass && !thought.resigns {
        let _ = show(&pass_among_others(session, &game, &options, color)?);
    } else if let Some(report) = thought.report.as_ref().filter(|_| follows_pass) {
        let _ = show(&report.snapshot);
    } else if thought.report.is_none() {
        let _ = show(&session.engine.ending_pass(&game, color));
    }
    let decision = if goal == Goal::Genmove {
        session.play(color, thought)?
    } else {
        thought.decision().to_string()
    };
    let _ = stream.line(&format!("play {decision}"));
    Ok(())
}

/// The analysis of a position in which the engine would end the game by a pass, with that pass as the first move.
fn pass_among_others(
    session: &mut Session,
    game: &Game,
    options: &AnalysisRequest,
    color: Color,
) -> Result<Snapshot, CommandError> {
    let question = Question {
        restrictions: &options.restrictions,
        detail: options.detail(),
        ..Question::new(color, Purpose::Inspect, None)
    };
    let analysis = session.consider(question);
    let report = analysis.report.ok_or(CommandError::Internal)?;
    let shown = report.with_pass(session.engine.ending_pass(game, color));
    Ok(shown.snapshot)
}

/// Chooses a move and plays it, with a line for the viewers of the Computer Go Server. The response begins after the search.
pub fn cgos_genmove(
    session: &mut Session,
    args: Args<'_>,
    stream: &mut ResponseStream<'_>,
) -> Result<(), CommandError> {
    let color = args.only(Args::color)?;
    let game = session.table.game().clone();
    let question = Question {
        detail: Detail::Ownership,
        ..Question::new(color, Purpose::Play, None)
    };
    let thought = session.think(question);
    let snapshot = match &thought.report {
        Some(report) => report.snapshot.clone(),
        None => session.engine.ending_pass(&game, color),
    };
    let played = session.play(color, thought)?;
    let _ = stream.line(&cgos_line(&snapshot, &game));
    let _ = stream.line(&format!("play {played}"));
    Ok(())
}

/// A snapshot on one line: the moves, best first, then the extras. All numbers are for the side to move.
fn info_line(snapshot: &Snapshot, options: &AnalysisRequest, game: &Game) -> String {
    let line = InfoLine {
        snapshot,
        options,
        game,
    };
    let moves = line.moves();
    let infos = moves.iter().enumerate();
    let infos = infos.map(|(order, stats)| match options.format {
        Format::Lz => line.lz(stats, order),
        Format::Kata => line.kata(stats, order),
    });
    let text = join(infos) + &line.extras();
    text.trim_start().to_owned()
}

struct InfoLine<'a> {
    snapshot: &'a Snapshot,
    options: &'a AnalysisRequest,
    game: &'a Game,
}

impl InfoLine<'_> {
    /// The moves to show: the candidates, then others up to the minimum. Graphical boards take the highest win rate among these
    /// moves as that of the position, so no move may have too few visits for reliable figures.
    fn moves(&self) -> Vec<MoveStats> {
        let all = &self.snapshot.moves;
        if self.game.is_over() {
            return vec![self.end()];
        }
        let mut moves: Vec<MoveStats> = candidates(all).cloned().collect();
        let shown: Vec<Move> = moves.iter().map(|stats| stats.mv).collect();
        let rest = all.iter().filter(|stats| !shown.contains(&stats.mv));
        let others = rest.cloned().chain(self.other_moves());
        let missing = self.options.min_moves.saturating_sub(moves.len());
        moves.extend(others.take(missing));
        moves.truncate(self.options.max_moves.max(1));
        moves
    }

    /// A pass, the only move to show in a game that is over: graphical boards take the win rate and the score from the moves.
    fn end(&self) -> MoveStats {
        let (visits, win_rate) = (self.snapshot.visits, self.snapshot.win_rate);
        MoveStats {
            win_rate,
            lower_bound: win_rate,
            variation: vec![(Move::Pass, visits)],
            ..MoveStats::new(Move::Pass, visits)
        }
    }

    /// Legal moves that the search left out.
    fn other_moves(&self) -> impl Iterator<Item = MoveStats> {
        let (to_move, win_rate) = (self.snapshot.to_move, self.snapshot.win_rate);
        let points = Coord::all(self.game.size()).map(Move::Play);
        let others = points.chain([Move::Pass]).filter(move |&mv| {
            let mut searched = self.snapshot.moves.iter();
            searched.all(|stats| stats.mv != mv)
                && self.options.permits(to_move, mv)
                && self.game.is_legal(to_move, mv)
        });
        others.map(move |mv| MoveStats {
            win_rate,
            prior: Some(0.0),
            variation: vec![(mv, 0)],
            ..MoveStats::new(mv, 0)
        })
    }

    fn lz(&self, stats: &MoveStats, order: usize) -> String {
        let [win_rate, prior, bound] = [
            stats.win_rate,
            self.snapshot.prior(stats),
            stats.lower_bound,
        ]
        .map(|share| (10_000.0 * share).round() as i32);
        format!(
            "info move {} visits {} winrate {win_rate} prior {prior} lcb {bound} order {order} pv {}",
            stats.mv,
            stats.visits,
            join_moves(&stats.variation),
        )
    }

    fn kata(&self, stats: &MoveStats, order: usize) -> String {
        let (visits, win_rate, bound) = (stats.visits, stats.win_rate, stats.lower_bound);
        let line_visits = || join(stats.variation.iter().map(|(_, visits)| visits));
        format!(
            "info move {} visits {visits} edgeVisits {visits} utility {:.6} winrate {win_rate:.6} {} prior {:.6} \
             lcb {bound:.6} utilityLcb {:.6} weight {visits}{} order {order} pv {}{}{}{}",
            stats.mv,
            utility(win_rate),
            self.score(Some(stats)),
            self.snapshot.prior(stats),
            utility(bound),
            self.no_result(),
            join_moves(&stats.variation),
            self.extra("pvVisits", line_visits),
            self.extra("pvEdgeVisits", line_visits),
            self.owners("movesOwnership", stats.outcomes.as_ref()),
        )
    }

    /// What is shown after the moves.
    fn extras(&self) -> String {
        let (visits, win_rate) = (self.snapshot.visits, self.snapshot.win_rate);
        let root = || {
            format!(
                "visits {visits} utility {:.6} winrate {win_rate:.6} {} weight {visits}{}",
                utility(win_rate),
                self.score(None),
                self.no_result(),
            )
        };
        let outcomes = self.snapshot.outcomes.as_ref();
        self.extra("rootInfo", root) + &self.owners("ownership", outcomes)
    }

    /// The expected score after a move, or of the position if `mv` is `None`.
    fn score(&self, mv: Option<&MoveStats>) -> String {
        let Lead { points, deviation } = self.snapshot.lead(mv).unwrap_or_default();
        format!(
            "scoreMean {points:.4} scoreStdev {deviation:.4} scoreLead {points:.4} scoreSelfplay {points:.4}"
        )
    }

    /// The value of a game without a result, which is 0 because every game has a result.
    fn no_result(&self) -> String {
        self.extra("noResultValue", || "0".to_owned())
    }

    /// The mean and the standard deviation of each point's owner, rows from the top left, as far as they are to be shown.
    fn owners(&self, key: &str, outcomes: Option<&OutcomeStatistics>) -> String {
        let Some(owners) = outcomes.and_then(|outcomes| outcomes.ownership.as_ref()) else {
            return String::new();
        };
        let board = |value: &dyn Fn(Coord) -> f64| {
            let points = Coord::rows(self.game.size()).flatten();
            join(points.map(|coord| format!("{:.4}", value(coord))))
        };
        let mean = |coord| self.snapshot.to_move.signed(owners.balance(coord));
        let deviation = |coord| owners.deviation(coord);
        self.extra(key, || board(&mean)) + &self.extra(&format!("{key}Stdev"), || board(&deviation))
    }

    /// An extra after its key, if it is to be shown.
    fn extra(&self, key: &str, value: impl FnOnce() -> String) -> String {
        if self.options.shows(key) {
            format!(" {key} {}", value())
        } else {
            String::new()
        }
    }
}

/// A win rate on a scale from -1 to 1.
fn utility(win_rate: f64) -> f64 {
    2.0 * win_rate - 1.0
}

/// Maximum number of moves that CGOS's viewers get.
const MAX_CGOS_MOVES: usize = 10;

/// Digits for ownership: the first one is -1, and `+`, the last but one, is 1.
const OWNER_DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// All numbers are for the side to move. The expected line of a move does not contain the move itself.
fn cgos_line(snapshot: &Snapshot, game: &Game) -> String {
    let score = |mv| rounded(snapshot.lead(mv).unwrap_or_default().points, 4);
    let moves = candidates(&snapshot.moves)
        .take(MAX_CGOS_MOVES)
        .map(|stats| CgosMove {
            mv: stats.mv.to_string(),
            winrate: rounded(stats.win_rate, 4),
            score: score(Some(stats)),
            prior: rounded(snapshot.prior(stats), 4),
            visits: stats.visits,
            pv: join_moves(stats.variation.get(1..).unwrap_or_default()),
        });
    let outcomes = snapshot.outcomes.as_ref();
    let owners = outcomes.and_then(|outcomes| outcomes.ownership.as_ref());
    schema::json(&CgosAnalysis {
        winrate: rounded(snapshot.win_rate, 4),
        score: score(None),
        visits: snapshot.visits,
        ownership: owners.map(|owners| owner_digits(snapshot, owners, game.size())),
        moves: moves.collect(),
    })
}

fn owner_digits(snapshot: &Snapshot, owners: &Ownership, size: usize) -> String {
    let digit = |coord: Coord| {
        let balance = snapshot.to_move.signed(owners.balance(coord));
        #[expect(clippy::cast_sign_loss, reason = "a balance is at least -1")]
        let index = (31.0 * (balance + 1.0)).round() as usize;
        char::from(OWNER_DIGITS[index.min(62)])
    };
    Coord::rows(size).flatten().map(digit).collect()
}
