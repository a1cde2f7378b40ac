//! Messages to a player in the terminal.

use std::path::Path;

use crate::cli::quoted::quoted;
use crate::cli::score::stones;
use tao_engine::engine::{Level, Settlement, Status};
use tao_engine::search::Report;
use tao_protocols::schema::texts;
use tao_rules::board::Color;
use tao_rules::game::Game;

/// Describes the conditions of a game: level, colors, board, handicap, komi and rules.
pub(super) fn conditions(game: &Game, player: Color, stone: &str, level: Level) -> String {
    let (size, komi, rules) = (game.size(), game.komi(), game.rules());
    let handicap = match game.handicap() {
        0 => String::new(),
        stones => format!("handicap {stones}, "),
    };
    let level = match level {
        Level::FULL => String::new(),
        _ => format!(", level {level}"),
    };
    format!(
        "Tao Go{level}. You are {player} ({stone}), {size}x{size}, {handicap}komi {komi}, {rules} rules."
    )
}

/// The results of the search for a move, if there was one.
pub(super) fn figures(report: Option<&Report>) -> String {
    let Some(report) = report else {
        return String::new();
    };
    let points = match report.points_ahead() {
        Some(points) if points < 0.0 => format!(", {:.1} points behind", -points),
        Some(points) => format!(", {points:.1} points ahead"),
        None => String::new(),
    };
    let (percent, playouts, unit) = (100.0 * report.win_rate, report.playouts, report.unit());
    if report.is_from_book {
        return format!("  (book, win rate {percent:.1} %{points})");
    }
    let seconds = report.time.as_secs_f64();
    let exact = report.exact.as_ref().map_or("", |_| "exact: ");
    format!("  ({exact}win rate {percent:.1} %{points}, {playouts} {unit}, {seconds:.1} s)")
}

pub(super) fn expected_line(report: &Report) -> String {
    format!(
        "Expected: {}\n",
        texts(report.principal_variation()).join(" ")
    )
}

/// The moves of a game in rows.
pub(super) fn moves(game: &Game) -> String {
    const IN_ROW: usize = 5;
    let numbered = (1..).zip(game.moves());
    let moves: Vec<String> = numbered
        .map(|(number, &(color, mv))| format!("{number:>4} {color:<5} {mv:<4}"))
        .collect();
    let rows: Vec<String> = moves
        .chunks(IN_ROW)
        .map(|row| row.concat().trim_end().to_owned())
        .collect();
    rows.join("\n")
}

/// The score of a finished game.
pub(super) fn score(settlement: &Settlement) -> String {
    let result = match settlement.score.winner() {
        Some(color) => format!("{} wins by {}", color.name(), settlement.score.margin()),
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

pub(super) fn time_out(color: Color) -> String {
    format!("{} is out of time, {} wins.", color.name(), !color)
}

/// Tells how to review a finished game.
pub(super) fn review(file: Option<&Path>) -> String {
    match file {
        Some(path) => format!("Review it: tao-go analyze {}", quoted(path)),
        None => "`save FILE` keeps it, and `tao-go analyze FILE` reviews it.".to_owned(),
    }
}
