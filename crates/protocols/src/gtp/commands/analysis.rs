//! Commands that show a search in lines: analysis until the next line of input, and moves with their statistics. The lines are in
//! the formats of Leela Zero, of `KataGo`, and of the Computer Go Server. The arguments are `[color] [interval] {key value}`.

use std::sync::Arc;
use std::time::Duration;

use super::{Args, CommandError, ResponseStream, Session, join};
use crate::gtp::command::duration;
use crate::gtp::response::join_moves;
use crate::kata::widening;
use crate::schema;
use crate::schema::output::{CgosAnalysis, CgosMove};
use crate::schema::rounded;
use tao_engine::raw::search::{
    Detail, Lead, MoveStats, Observer, OutcomeStatistics, Ownership, Restriction, RestrictionKind,
    Snapshot, allow_nothing, candidates,
};
use tao_engine::raw::{Purpose, Question};
use tao_rules::board::{Color, Coord, Move};
use tao_rules::game::Game;
use tao_rules::raw::PointSet;

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
    if allow_nothing(&options.restrictions, &game, color) {
        return Err(CommandError::Other("no legal move is allowed"));
    }
    stream.begin();
    // The engine may answer a pass with a pass without a search, so after a pass only the end of the search is shown.
    let follows_pass = goal == Goal::Search && game.last_move() == Some(Move::Pass);
    let mut show = |snapshot: &Snapshot| stream.line(&info_line(snapshot, &options, &game));
    let purpose = match goal {
        Goal::Analyze => Purpose::Analyze(&input.is_waiting),
        Goal::Genmove | Goal::Search => Purpose::Play,
    };
    let question = Question {
        restrictions: &options.restrictions,
        widening: match goal {
            Goal::Analyze => widening(session.wide_root_noise, 1.0),
            Goal::Genmove | Goal::Search => 0.0,
        },
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
        if self.game.is_over() && all.is_empty() {
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
    let owners = snapshot.ownership();
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

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Leela Zero's: shares are whole numbers of ten-thousandths.
    Lz,
    /// `KataGo`'s: shares are fractions of one, and there are scores.
    Kata,
}

/// The keys of the extras that `KataGo`'s format can show beside the moves, and what the search must count for each.
const EXTRAS: [(&str, Detail); 8] = [
    ("rootInfo", Detail::Score),
    ("ownership", Detail::Ownership),
    ("ownershipStdev", Detail::Ownership),
    ("movesOwnership", Detail::OwnershipByMove),
    ("movesOwnershipStdev", Detail::OwnershipByMove),
    ("pvVisits", Detail::Score),
    ("pvEdgeVisits", Detail::Score),
    ("noResultValue", Detail::Score),
];

#[derive(Clone, Debug)]
pub struct AnalysisRequest {
    pub format: Format,
    /// `None` stands for the side to move.
    pub color: Option<Color>,
    /// Time between two lines; `None` is one line at the end.
    pub interval: Option<Duration>,
    /// Number of moves to show even if some were not visited.
    pub min_moves: usize,
    pub max_moves: usize,
    pub restrictions: Vec<Restriction>,
    extras: Vec<(&'static str, Detail)>,
}

impl AnalysisRequest {
    pub fn parse(mut args: Args<'_>, format: Format, size: usize) -> Result<Self, CommandError> {
        let mut options = Self {
            format,
            color: None,
            interval: None,
            min_moves: 0,
            max_moves: usize::MAX,
            restrictions: Vec::new(),
            extras: Vec::new(),
        };
        while !args.is_empty() {
            match args.word()? {
                "interval" => options.interval = interval(args.word()?)?,
                "minmoves" => options.min_moves = args.count()? as usize,
                "maxmoves" => options.max_moves = args.count()? as usize,
                "avoid" => options.restrict(RestrictionKind::Avoid, &mut args, size)?,
                "allow" => options.restrict(RestrictionKind::Allow, &mut args, size)?,
                // An extra, or the color or the interval, which may stand anywhere.
                word => match EXTRAS.into_iter().find(|&(key, _)| key == word) {
                    Some(extra) if format == Format::Kata => {
                        options.extras.retain(|&other| other != extra);
                        if args.parse()? {
                            options.extras.push(extra);
                        }
                    }
                    _ if options.color.is_none() && word.parse::<Color>().is_ok() => {
                        options.color = word.parse().ok();
                    }
                    _ => options.interval = interval(word)?,
                },
            }
        }
        Ok(options)
    }

    /// What the search must count.
    pub fn detail(&self) -> Detail {
        let least = match self.format {
            Format::Lz => Detail::Nothing,
            Format::Kata => Detail::Score,
        };
        let details = self.extras.iter().map(|&(_, detail)| detail);
        details.fold(least, Detail::max)
    }

    /// Whether the extra with this key is to be shown.
    pub fn shows(&self, key: &str) -> bool {
        self.extras.iter().any(|&(shown, _)| shown == key)
    }

    pub fn permits(&self, color: Color, mv: Move) -> bool {
        let mut restrictions = self.restrictions.iter();
        restrictions.all(|restriction| restriction.permits(color, mv))
    }

    /// Parses `COLOR V1,V2,V3:V4,... DEPTH`. As for Leela Zero, a color has either moves to allow or points to avoid; it may
    /// avoid a pass or a resignation in any case.
    fn restrict(
        &mut self,
        kind: RestrictionKind,
        args: &mut Args<'_>,
        size: usize,
    ) -> Result<(), CommandError> {
        let (color, moves) = (args.color()?, parse_moves(args.word()?, size)?);
        let depth = args.count()?;
        // A list of passes to avoid contradicts nothing.
        let counts = |kind, moves: &[Move]| {
            kind == RestrictionKind::Allow || moves.iter().any(|mv| *mv != Move::Pass)
        };
        let contradicts = |other: &Restriction| {
            other.color == color
                && [kind, other.kind].contains(&RestrictionKind::Allow)
                && counts(kind, &moves)
                && counts(other.kind, &other.moves)
        };
        let mut points = moves.iter().filter_map(|mv| mv.coord());
        if depth == 0
            || !points.all(|coord| coord.is_on(size))
            || self.restrictions.iter().any(contradicts)
        {
            return Err(CommandError::Syntax);
        }
        self.restrictions.push(Restriction {
            color,
            kind,
            moves,
            depth: depth as usize,
        });
        Ok(())
    }
}

/// Parses hundredths of a second. 0 is no interval, as for Leela Zero.
fn interval(word: &str) -> Result<Option<Duration>, CommandError> {
    let hundredths: f64 = word.parse().map_err(|_| CommandError::Syntax)?;
    let interval = duration(hundredths / 100.0)?;
    Ok((!interval.is_zero()).then_some(interval))
}

/// Parses vertices and rectangles as `A1:C3`, separated by commas. `resign` is accepted but is not a move.
fn parse_moves(list: &str, size: usize) -> Result<Vec<Move>, CommandError> {
    let mut moves = Vec::new();
    for word in list.split(',') {
        if let Some((one, other)) = word.split_once(':') {
            let [one, other] = [one, other].map(|corner| {
                let corner = corner.parse::<Coord>().ok();
                corner.filter(|corner| corner.is_on(size))
            });
            let (one, other) = one.zip(other).ok_or(CommandError::Syntax)?;
            let points = PointSet::<6>::rectangle(one, other);
            moves.extend(points.iter().map(|point| Move::Play(point.coord())));
        } else if !word.eq_ignore_ascii_case("resign") {
            moves.push(word.parse().map_err(|_| CommandError::Syntax)?);
        }
    }
    Ok(moves)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(text: &str, format: Format) -> Result<AnalysisRequest, CommandError> {
        AnalysisRequest::parse(Args::new(text), format, 9)
    }

    #[test]
    fn color_and_interval_are_optional_and_may_stand_anywhere() {
        let half_a_second = Some(Duration::from_millis(500));
        for (text, color, interval) in [
            ("", None, None),
            ("w 50", Some(Color::White), half_a_second),
            ("50", None, half_a_second),
            ("maxmoves 3 50 B", Some(Color::Black), half_a_second),
            ("b interval 50", Some(Color::Black), half_a_second),
            ("b 0", Some(Color::Black), None),
            ("2.5", None, Some(Duration::from_millis(25))),
        ] {
            let options = options(text, Format::Lz).unwrap();
            assert_eq!(
                (options.color, options.interval),
                (color, interval),
                "{text}"
            );
        }
    }

    #[test]
    fn moves_are_avoided_or_allowed_but_not_both() {
        let text = "avoid b D4,pass 50 avoid b e5 1 allow w C3,resign 2";
        let restrictions = options(text, Format::Lz).unwrap().restrictions;
        let depths: Vec<_> = restrictions
            .iter()
            .map(|restriction| restriction.depth)
            .collect();
        assert_eq!(depths, [50, 1, 2]);
        assert_eq!(restrictions[0].moves.len(), 2);
        assert_eq!(restrictions[2].moves, ["C3".parse().unwrap()]);
        assert!(options("allow b E5 1 avoid b pass,resign 9", Format::Lz).is_ok());
        for text in [
            "allow b E5 1 avoid b D5 1",
            "avoid b D5 1 allow b E5 1",
            "allow b E5 1 allow b D5 1",
            "avoid b q99 1",
            "avoid b k1 1",
            "avoid b E5",
            "avoid b E5 0",
            "avoid x E5 1",
            "avoid b E5,, 1",
            "avoid b A1: 1",
            "avoid b A1:pass 1",
            "avoid b A1:B2:C3 1",
            "avoid b A1:K1 1",
        ] {
            assert!(options(text, Format::Lz).is_err(), "{text}");
        }
    }

    #[test]
    fn a_rectangle_includes_all_its_points() {
        for (list, expected) in [
            ("A1:B2", "A1 B1 A2 B2"),
            ("b1:a2", "A1 B1 A2 B2"),
            ("pass,E5:E5,C3:E3", "pass E5 C3 D3 E3"),
        ] {
            let options = options(&format!("avoid b {list} 1"), Format::Lz).unwrap();
            let moves = options.restrictions[0].moves.iter();
            let moves: Vec<String> = moves.map(Move::to_string).collect();
            assert_eq!(moves.join(" "), expected, "{list}");
        }
    }

    #[test]
    fn malformed_arguments_are_an_error() {
        for text in [
            "interval",
            "interval x",
            "foo 1",
            "-5",
            "nan",
            "1e99",
            "b w",
            "minmoves -1",
            "ownership true",
        ] {
            assert!(options(text, Format::Lz).is_err(), "{text}");
        }
        assert!(options("ownership maybe", Format::Kata).is_err());
    }

    #[test]
    fn the_extras_determine_what_is_counted() {
        for (text, detail) in [
            ("", Detail::Score),
            ("ownership true", Detail::Ownership),
            ("ownership true ownership false", Detail::Score),
            (
                "movesOwnership true ownership true",
                Detail::OwnershipByMove,
            ),
            ("rootInfo true pvVisits true", Detail::Score),
        ] {
            assert_eq!(
                options(text, Format::Kata).unwrap().detail(),
                detail,
                "{text}"
            );
        }
        assert_eq!(options("", Format::Lz).unwrap().detail(), Detail::Nothing);
    }
}
