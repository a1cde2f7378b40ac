//! What `GoGui` and GNU Go show of a search: boards, pairs, lines and pictures.

use std::sync::atomic::Ordering;

use super::{Args, CommandError, Response, Session, join, join_lines};
use crate::gtp::response::join_moves;
use tao_engine::raw::search::{Detail, MoveStats, Snapshot, candidates};
use tao_engine::raw::{Purpose, Question};
use tao_rules::board::{Color, Coord, Move};
use tao_rules::game::Game;

/// For each command: the type of its response, the label in the menu, and the command with placeholders for arguments.
const ANALYZE_COMMANDS: &str = "\
gfx/Best Moves/tao-gfx
varc/Expected Line/tao-pv %c
sboard/Win Rates/tao-win_rates
pspairs/Visits/tao-visits
cboard/Visits as Colors/tao-heat
sboard/Prior Probabilities/tao-priors
dboard/Ownership/tao-ownership
hstring/Explanation of the Last Move/gomill-explain_last_move
string/Score/final_score
string/Exact Score/tao-solve
plist/Dead Stones/final_status_list dead
plist/Stones in Seki/final_status_list seki
plist/Legal Moves/all_legal %c
string/Is a Move Legal/is_legal %c %p
plist/Stones/list_stones %c
string/Captures/captures %c
hstring/Move History/move_history
none/Save a Record/savesgf %w
none/Clear Search Results/clear_cache
param/Parameters/tao-param";

pub fn analyze_commands(_: &Session, _: Args<'_>) -> Response {
    Ok(ANALYZE_COMMANDS.to_owned())
}

/// `GoGui` sends its version to introduce itself. It shows pictures of running searches, so they are turned on.
pub fn version(session: &mut Session, _: Args<'_>) -> Response {
    session.graphics.is_enabled = true;
    Ok(String::new())
}

/// Colors from few visits to many.
const HEAT: [&str; 6] = [
    "#4060ff", "#00c0c0", "#40c040", "#c0c000", "#ff8000", "#ff2020",
];

/// Maximum number of moves that are listed, the same as in GNU Go.
const MAX_MOVES: usize = 10;

/// Maximum number of stones of the expected line in a picture. More would hide the win rates and owners below them.
const MAX_STONES: usize = 6;

const EMPTY_LABEL: &str = r#""""#;

/// The average owner of every point, from -1 (White) to 1 (Black).
pub fn ownership(snapshot: &Snapshot, game: &Game) -> String {
    let owners = snapshot.ownership();
    board(game, |coord| {
        format!("{:.3}", owners.map_or(0.0, |owners| owners.balance(coord)))
    })
}

/// The win rates of the moves, in percent.
pub fn win_rates(snapshot: &Snapshot, game: &Game) -> String {
    let percent = |stats: &MoveStats| format!("{:.0}", 100.0 * stats.win_rate);
    move_board(game, candidates(&snapshot.moves), percent)
}

/// The probabilities that the moves had before they were searched, in percent.
pub fn priors(snapshot: &Snapshot, game: &Game) -> String {
    move_board(game, &snapshot.moves, |stats| {
        match (100.0 * snapshot.prior(stats)).round() {
            percent if percent < 1.0 => EMPTY_LABEL.to_owned(),
            percent => percent.to_string(),
        }
    })
}

pub fn visits(snapshot: &Snapshot, _: &Game) -> String {
    let points = candidates(&snapshot.moves).filter(|stats| stats.mv.coord().is_some());
    join(points.map(|stats| format!("{} {}", stats.mv, stats.visits)))
}

/// The visits as colors. Each color stands for half as many visits as the next one.
pub fn heat(snapshot: &Snapshot, game: &Game) -> String {
    let best = snapshot.moves.first();
    let most = best.map_or(1, |stats| stats.visits.max(1));
    move_board(game, candidates(&snapshot.moves), |stats| {
        let halvings = (most / stats.visits.max(1)).max(1).ilog2() as usize;
        HEAT[(HEAT.len() - 1).saturating_sub(halvings)].to_owned()
    })
}

pub fn principal_variation(session: &mut Session, args: Args<'_>) -> Response {
    let color = args.only(|args| args.optional(Args::color))?;
    let snapshot = search(session, color)?;
    Ok(join_moves(expected_line(&snapshot)))
}

pub fn top_moves(session: &mut Session, _: Args<'_>) -> Response {
    top_moves_of(session, None)
}

pub fn top_moves_black(session: &mut Session, _: Args<'_>) -> Response {
    top_moves_of(session, Some(Color::Black))
}

pub fn top_moves_white(session: &mut Session, _: Args<'_>) -> Response {
    top_moves_of(session, Some(Color::White))
}

/// The best moves of a side, by default the one to move, each with its win rate in percent, the highest first.
fn top_moves_of(session: &mut Session, color: Option<Color>) -> Response {
    let snapshot = search(session, color)?;
    let moves = candidates(&snapshot.moves);
    let points = moves.filter_map(|stats| Some((stats.mv.coord()?, stats.win_rate)));
    let mut best: Vec<(Coord, f64)> = points.take(MAX_MOVES).collect();
    best.sort_by(|(_, one), (_, other)| other.total_cmp(one));
    let texts = best
        .iter()
        .map(|(coord, rate)| format!("{coord} {:.2}", 100.0 * rate));
    Ok(join(texts))
}

/// The expected score, with bounds at one standard deviation. The bounds are from White's point of view, as in GNU Go.
pub fn estimate_score(session: &mut Session, _: Args<'_>) -> Response {
    let snapshot = search(session, None)?;
    let outcomes = snapshot.outcomes.ok_or(CommandError::Internal)?;
    let (lead, deviation) = (outcomes.lead - snapshot.komi, outcomes.deviation);
    let winner = if lead < 0.0 { 'W' } else { 'B' };
    Ok(format!(
        "{winner}+{:.1} (upper bound: {:.1}, lower: {:.1})",
        lead.abs(),
        deviation - lead,
        -deviation - lead
    ))
}

fn move_board<'a>(
    game: &Game,
    moves: impl IntoIterator<Item = &'a MoveStats>,
    label: impl Fn(&MoveStats) -> String,
) -> String {
    let moves: Vec<&MoveStats> = moves.into_iter().collect();
    board(game, |coord| {
        let stats = moves.iter().find(|stats| stats.mv.coord() == Some(coord));
        stats.map_or(EMPTY_LABEL.to_owned(), |stats| label(stats))
    })
}

/// A label for every point, top row first. The board begins below the line of the status, because `GoGui` reads the words after the
/// first space.
pub fn board(game: &Game, label: impl Fn(Coord) -> String) -> String {
    let rows = Coord::rows(game.size());
    format!("\n{}", join_lines(rows.map(|row| join(row.map(&label)))))
}

/// Searches the position with `color` to move, by default the side to move, as long as for a move; or returns the snapshot that
/// was shown last, if it is of the same position. The snapshot of an interrupted search is not kept.
pub fn search(session: &mut Session, color: Option<Color>) -> Result<Snapshot, CommandError> {
    let color = color.unwrap_or_else(|| session.table.game().to_move());
    if let Some(snapshot) = session.shown_snapshot(color) {
        return Ok(snapshot);
    }
    let question = Question {
        detail: Detail::Ownership,
        ..Question::new(color, Purpose::Inspect, None)
    };
    session.last_report = session.consider(question).report;
    let report = session.last_report.as_ref();
    let snapshot = report.ok_or(CommandError::Internal)?.snapshot.clone();
    if !session.input.stop.load(Ordering::Relaxed) {
        session.shown = Some((session.table.game().clone(), snapshot.clone()));
    }
    Ok(snapshot)
}

/// A picture for `GoGui`: the beginning of the expected line as stones, win rates as labels, ownership as squares, and a status text.
pub fn picture(snapshot: &Snapshot, game: &Game) -> String {
    let expected = expected_line(snapshot);
    let letters = match snapshot.to_move {
        Color::Black => ["b", "w"],
        Color::White => ["w", "b"],
    };
    let stones = letters.into_iter().cycle().zip(expected).take(MAX_STONES);
    let labels = candidates(&snapshot.moves).filter_map(|stats| {
        let coord = stats.mv.coord()?;
        Some(format!("{coord} {:.0}", 100.0 * stats.win_rate))
    });
    let owners = snapshot.ownership();
    let shares = owners.into_iter().flat_map(|owners| {
        Coord::all(game.size()).map(|coord| format!("{coord} {:.2}", owners.balance(coord)))
    });
    let line = stones.map(|(letter, (mv, _))| format!("{letter} {mv}"));
    let (visits, percent) = (snapshot.visits, 100.0 * snapshot.win_rate);
    let text = format!("{visits} visits {percent:.1} % {}", join_moves(expected));
    let parts = [
        ("VAR", join(line)),
        ("LABEL", join(labels)),
        ("INFLUENCE", join(shares)),
        ("TEXT", text),
    ];
    let drawn = parts.iter().filter(|(_, content)| !content.is_empty());
    join_lines(drawn.map(|(kind, content)| format!("{kind} {content}")))
}

/// The line from the best move on, each move with its visits; empty if the best move was not visited.
pub fn expected_line(snapshot: &Snapshot) -> &[(Move, u64)] {
    let best = snapshot.moves.first().filter(|stats| stats.visits > 0);
    best.map_or(&[], |stats| &stats.variation)
}
