//! Questions about the game, which change nothing.

use crate::board::{Color, Coord, Move, Point};
use crate::game::Game;

use super::{Args, CommandError, Response, Session, join};

/// The board with what a player wants to know beside it. Starts on a line of its own so that the
/// columns align.
pub(super) fn showboard(session: &Session, _: Args<'_>) -> Response {
    let game = &session.game;
    let last = game
        .moves()
        .last()
        .map_or("none".to_owned(), |(color, mv)| format!("{color} {mv}"));
    Ok(format!(
        "\n{}\n{} to move, last move {last}, captures black {} white {}, komi {}, rules {}",
        game.board().to_string().trim_end(),
        game.to_move(),
        game.captures(Color::Black),
        game.captures(Color::White),
        game.komi(),
        game.rules(),
    ))
}

pub(super) fn list_stones(session: &Session, mut args: Args<'_>) -> Response {
    let stones = session.game.board().stones(args.color()?);
    Ok(join(stones.iter().map(Point::coord)))
}

/// How many stones the player has captured.
pub(super) fn captures(session: &Session, mut args: Args<'_>) -> Response {
    Ok(session.game.captures(args.color()?).to_string())
}

pub(super) fn is_legal(session: &Session, mut args: Args<'_>) -> Response {
    let (color, mv) = (args.color()?, args.mv()?);
    let is_legal = session.game.is_legal(color, mv);
    Ok(u8::from(is_legal).to_string())
}

/// The points where the player may put a stone.
pub(super) fn all_legal(session: &Session, mut args: Args<'_>) -> Response {
    let color = args.color()?;
    let game = &session.game;
    Ok(join(
        Coord::all(game.size()).filter(|&coord| game.is_legal(color, Move::Play(coord))),
    ))
}

pub(super) fn last_move(session: &Session, _: Args<'_>) -> Response {
    lines(&session.game)
        .next()
        .ok_or(CommandError::NoPreviousMove)
}

/// Every move, the latest first.
pub(super) fn move_history(session: &Session, _: Args<'_>) -> Response {
    Ok(lines(&session.game).collect::<Vec<_>>().join("\n"))
}

/// The moves of the game as `black E5`, the latest first.
fn lines(game: &Game) -> impl Iterator<Item = String> {
    game.moves()
        .iter()
        .rev()
        .map(|(color, mv)| format!("{color} {mv}"))
}
