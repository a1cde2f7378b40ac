//! Messages to a player in the terminal.

use crate::board::Color;
use crate::cli::score::stones;
use crate::engine::{Settlement, Status};
use crate::game::Game;
use crate::search::Report;

pub(super) fn greeting(game: &Game, you: Color, stone: &str) -> String {
    let (size, komi, rules) = (game.size(), game.komi(), game.rules());
    format!(
        "Tao Go. You are {you} ({stone}), {size}x{size}, komi {komi}, {rules} rules.\n\
         Type a move such as E5, or `help`.\n"
    )
}

/// The results of the search for a move in a game with this komi, if there was one.
pub(super) fn figures(report: Option<&Report>, komi: f64) -> String {
    let Some(report) = report else {
        return String::new();
    };
    let points = match report.points_ahead(komi) {
        Some(points) if points < 0.0 => format!(", {:.1} points behind", -points),
        Some(points) => format!(", {points:.1} points ahead"),
        None => String::new(),
    };
    let (percent, playouts) = (100.0 * report.win_rate, report.playouts);
    if report.is_from_book() {
        return format!("  (book, win rate {percent:.1} %{points})");
    }
    let seconds = report.time.as_secs_f64();
    let exact = if report.exact.is_some() {
        "exact: "
    } else {
        ""
    };
    format!("  ({exact}win rate {percent:.1} %{points}, {playouts} playouts, {seconds:.1} s)")
}

pub(super) fn expected_line(report: &Report) -> String {
    let moves: Vec<String> = report
        .principal_variation()
        .map(|mv| mv.to_string())
        .collect();
    format!("Expected: {}\n", moves.join(" "))
}

pub(super) fn score(game: &Game, settlement: &Settlement) -> String {
    let verb = if game.is_over() { "wins" } else { "is ahead" };
    let result = match settlement.score.winner() {
        Some(color) => format!("{} {verb} by {}", color.name(), settlement.score.margin()),
        None => "The score is even".to_owned(),
    };
    let dead = stones(settlement, Status::Dead);
    if dead.is_empty() {
        format!("{result}.")
    } else {
        format!("{result}, without the dead stones {}.", dead.join(" "))
    }
}

pub(super) fn resignation(color: Color) -> String {
    format!("{} resigns, {} wins.", color.name(), !color)
}
