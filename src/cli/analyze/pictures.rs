//! An analysis as pictures.

use std::fs;
use std::path::Path;

use crate::analysis::MoveReview;
use crate::board::{Color, Coord};
use crate::cli::error::Error;
use crate::cli::output_file;
use crate::game::Game;
use crate::picture::{BoardPicture, Graph, GraphMark, Mark, Sign};
use crate::search::MoveStats;
use crate::svg::Svg;

use super::AnalysisResults;

/// Writes the graph into a file `NAME.svg`, or into a folder with two boards for each of these moves or each mistake.
///
/// # Errors
///
/// Returns [`Error::File`] for a file that cannot be written.
pub(super) fn write(
    place: &Path,
    moves: &[usize],
    results: &AnalysisResults<'_>,
) -> Result<(), Error> {
    if is_file(place) {
        return output_file::write(place, &graph(results));
    }
    fs::create_dir_all(place).map_err(|error| Error::file(place, &error))?;
    output_file::write(&place.join("win-rate.svg"), &graph(results))?;
    let mistakes = results.mistakes.iter().map(|mistake| mistake.number);
    let mistakes: Vec<usize> = mistakes.collect();
    for &number in if moves.is_empty() { &mistakes } else { moves } {
        for (name, picture) in [
            ("candidates", candidates(results, number)),
            ("owners", owners(results, number)),
        ] {
            if let Some(picture) = picture {
                let path = place.join(format!("move-{number}-{name}.svg"));
                output_file::write(&path, &picture)?;
            }
        }
    }
    Ok(())
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
    let AnalysisResults {
        header,
        analysis,
        mistakes,
    } = results;
    let positions = analysis.job.positions();
    let known = positions.clone().filter_map(|moves| {
        let evaluation = analysis.evaluation(moves)?;
        Some((moves, evaluation.black.win_rate))
    });
    let mark = |mistake: &MoveReview| GraphMark {
        number: mistake.number,
        win_rate: mistake.after.for_color(mistake.color).win_rate,
        color: mistake.color,
        label: format!("{} {}", mistake.number, mistake.mv),
        tooltip: mistake.summary(),
    };
    let title = match (&header.black, &header.white) {
        (Some(black), Some(white)) => format!("Win rate of Black, {black}, against {white}"),
        _ => "Win rate of Black".to_owned(),
    };
    let graph = Graph {
        title: &title,
        moves: &positions,
        win_rates: &known.collect::<Vec<_>>(),
        marks: &mistakes.iter().map(mark).collect::<Vec<_>>(),
    };
    graph.svg()
}

/// Draws the board before a move with the candidates, darker with more visits, and a ring for the move that was made.
fn candidates(results: &AnalysisResults<'_>, number: usize) -> Option<Svg> {
    let evaluation = results.analysis.evaluation(number - 1)?;
    let before = results.analysis.job.game_after(number - 1);
    let visits = |candidate: &MoveStats| candidate.visits;
    let max_visits = evaluation.candidates().map(visits).max().unwrap_or(0) as f64;
    let mut marks: Vec<Mark> = evaluation
        .candidates()
        .filter_map(|candidate| {
            let percent = 100.0 * candidate.win_rate;
            Some(Mark {
                coord: candidate.mv.coord()?,
                sign: Sign::Heat(
                    candidate.visits as f64 / max_visits,
                    format!("{percent:.0}"),
                ),
                tooltip: format!(
                    "{}: win rate {percent:.1} %, {} visits",
                    candidate.mv, candidate.visits
                ),
            })
        })
        .collect();
    let mut title = format!("Move {number}: candidates of {}", evaluation.to_move);
    if let Some((color, mv)) = results.analysis.mv(number) {
        title = format!("{title}, {mv} was played");
        marks.extend(mv.coord().map(|coord| Mark {
            coord,
            sign: Sign::Ring,
            tooltip: format!("move {number}: {color} {mv}"),
        }));
    }
    Some(board(&before, &title, &marks))
}

/// Draws the board after a move with the expected owner of each point.
fn owners(results: &AnalysisResults<'_>, number: usize) -> Option<Svg> {
    let evaluation = results.analysis.evaluation(number)?;
    let ownership = evaluation.ownership.as_ref()?;
    let after = results.analysis.job.game_after(number);
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
    Some(board(&after, &title, &marks))
}

fn board(game: &Game, title: &str, marks: &[Mark]) -> Svg {
    let picture = BoardPicture {
        board: game.board(),
        last: game.moves().last().and_then(|(_, mv)| mv.coord()),
        title,
        marks,
    };
    picture.svg()
}
