//! An analysis as pictures.

use std::path::{Path, PathBuf};

use crate::picture::{BoardPicture, Graph, GraphMark, GraphValue, Mark, Sign};
use crate::svg::Svg;
use tao_engine::raw::search::MoveStats;
use tao_protocols::review::MoveReview;
use tao_rules::board::{Color, Coord};
use tao_rules::game::Game;

use super::AnalysisResults;
use super::html::lead;

/// Name of the file of the graph in a folder.
const GRAPH: &str = "win-rate.svg";

/// Draws the graph, and if the place is a folder, two boards for each of these moves, or for each mistake if no moves are given.
/// Returns each file with its content.
pub(super) fn draw(
    place: &Path,
    moves: &[usize],
    results: &AnalysisResults<'_>,
) -> Vec<(PathBuf, String)> {
    let mut pictures = vec![(graph_file(place), graph(results).to_string())];
    if is_file(place) {
        return pictures;
    }
    let mistakes = results.mistakes.iter().map(|mistake| mistake.number);
    let mistakes: Vec<usize> = mistakes.collect();
    for &number in if moves.is_empty() { &mistakes } else { moves } {
        for (name, picture) in [
            ("candidates", candidates(results, number)),
            ("owners", owners(results, number)),
        ] {
            if let Some(picture) = picture {
                let path = place.join(format!("move-{number}-{name}.svg"));
                pictures.push((path, picture.to_string()));
            }
        }
    }
    pictures
}

/// Returns the file of the graph: the place itself if it is a file.
pub(super) fn graph_file(place: &Path) -> PathBuf {
    if is_file(place) {
        place.to_owned()
    } else {
        place.join(GRAPH)
    }
}

/// Whether the place is a file, which only gets the graph.
pub(super) fn is_file(place: &Path) -> bool {
    place
        .extension()
        .is_some_and(|extension| extension == "svg")
        && !place.is_dir()
}

/// Draws Black's win rate over the game.
fn graph(results: &AnalysisResults<'_>) -> Svg {
    let (analysis, header) = (results.analysis, &results.task.header);
    let positions = analysis.job.positions();
    let known = positions.clone().filter_map(|number| {
        let black = analysis.evaluation(number)?.black;
        Some(GraphValue {
            number,
            win_rate: black.win_rate,
            lead: black.lead,
        })
    });
    let mark = |mistake: &MoveReview| GraphMark {
        number: mistake.number,
        color: mistake.color,
        label: format!("{} {}", mistake.number, mistake.mv),
        tooltip: mistake.summary(),
    };
    let title = match (&header.black, &header.white) {
        (Some(black), Some(white)) => format!("Black: {black}, White: {white}"),
        _ => "Win rate and points ahead".to_owned(),
    };
    let graph = Graph {
        title: &title,
        moves: &positions,
        values: &known.collect::<Vec<_>>(),
        marks: &results.mistakes.iter().map(mark).collect::<Vec<_>>(),
    };
    graph.svg()
}

/// The losses in points at which steps 1 to 4 of the color scale begin, as on the page in the browser.
const STEPS: [f64; 4] = [0.5, 1.5, 3.0, 6.0];

fn step(lost: f64) -> usize {
    STEPS.iter().filter(|least| lost >= **least).count()
}

/// Draws the board before a move with the candidates and what they lose, and a ring for the move that was made.
fn candidates(results: &AnalysisResults<'_>, number: usize) -> Option<Svg> {
    let (analysis, evaluation) = (results.analysis, results.analysis.evaluation(number - 1)?);
    let before = analysis.job.game_after(number - 1)?;
    let best = evaluation.candidates().next();
    let judges = analysis.job.judges_moves();
    let visits = |candidate: &MoveStats| candidate.visits;
    let max_visits = evaluation.candidates().map(visits).max().unwrap_or(0) as f64;
    let best_lead = best.and_then(|best| lead(evaluation, best));
    let mark = |candidate: &MoveStats| {
        let percent = 100.0 * candidate.win_rate;
        let lost = lead(evaluation, candidate).zip(best_lead);
        let lost = lost.map(|(lead, best)| (best - lead).max(0.0));
        let lost = lost.filter(|_| judges);
        Some(Mark {
            coord: candidate.mv.coord()?,
            sign: Sign::Candidate {
                step: lost.map_or(0, step),
                share: candidate.visits as f64 / max_visits,
                is_best: best.is_some_and(|best| best.mv == candidate.mv),
                texts: [
                    lost.map_or_else(|| format!("{percent:.0}"), lost_text),
                    short(candidate.visits),
                ],
            },
            tooltip: format!(
                "{}: win rate {percent:.1} %, {} visits",
                candidate.mv, candidate.visits
            ),
        })
    };
    let mut marks: Vec<Mark> = evaluation.candidates().filter_map(mark).collect();
    let mut title = format!("Move {number}: candidates of {}", evaluation.to_move);
    if let Some((color, mv)) = analysis.mv(number) {
        title = format!("{title}, {mv} was played");
        let lost = analysis.review(number).map(|review| review.loss.points);
        let lost = lost.filter(|_| judges);
        marks.extend(mv.coord().map(|coord| Mark {
            coord,
            sign: Sign::Ring(lost.map_or(0, step)),
            tooltip: format!("move {number}: {color} {mv}"),
        }));
    }
    let legend = if judges {
        "points lost and visits; outlined: the best move; ring: the move made"
    } else {
        "win rate in % and visits; outlined: the best move; ring: the move made"
    };
    Some(board(&before, &[&title, legend], &marks))
}

/// Points lost with their sign.
fn lost_text(lost: f64) -> String {
    if lost < 0.05 {
        "0.0".to_owned()
    } else {
        format!("−{lost:.1}")
    }
}

/// A number of visits in a few characters.
fn short(visits: u64) -> String {
    match visits {
        0..1000 => visits.to_string(),
        1000..100_000 => format!("{:.1}k", visits as f64 / 1000.0),
        _ => format!("{:.0}k", visits as f64 / 1000.0),
    }
}

/// Draws the board after a move with the expected owner of each point.
fn owners(results: &AnalysisResults<'_>, number: usize) -> Option<Svg> {
    let evaluation = results.analysis.evaluation(number)?;
    let ownership = evaluation.ownership.as_ref()?;
    let after = results.analysis.job.game_after(number)?;
    let marks: Vec<Mark> = Coord::all(after.size())
        .map(|coord| Mark {
            coord,
            sign: Sign::Owner(ownership.balance(coord)),
            tooltip: format!(
                "{coord}: {:.0} % Black's, {:.0} % White's",
                100.0 * ownership.share(Color::Black, coord),
                100.0 * ownership.share(Color::White, coord)
            ),
        })
        .collect();
    let title = format!("After move {number}: who will own the points");
    let legend = "shades: the owner, the stronger the surer; ring: the last move";
    Some(board(&after, &[&title, legend], &marks))
}

/// Draws a board with a title, a legend and marks.
fn board(game: &Game, [title, legend]: &[&str; 2], marks: &[Mark]) -> Svg {
    let picture = BoardPicture {
        board: game.board(),
        last: game.moves().last().and_then(|(_, mv)| mv.coord()),
        title,
        legend,
        marks,
    };
    picture.svg()
}
