//! Queries about the game.

use tao_rules::board::{Color, Coord, Move, Point};
use tao_rules::game::Game;

use super::{Args, CommandError, Response, Session, join, join_lines};

/// The board, and a line about the game. Starts on a line of its own so that the columns align.
pub(super) fn showboard(session: &Session, _: Args<'_>) -> Response {
    let game = session.table.game();
    let last = latest_moves(game).next();
    Ok(format!(
        "\n{}\n{} to move, last move {}, captures black {} white {}, komi {}, rules {}",
        game.board().to_string().trim_end(),
        game.to_move(),
        last.as_deref().unwrap_or("none"),
        game.captures(Color::Black),
        game.captures(Color::White),
        game.komi(),
        game.rules(),
    ))
}

pub(super) fn list_stones(session: &Session, args: Args<'_>) -> Response {
    let stones = session.table.game().board().stones(args.only(Args::color)?);
    Ok(join(stones.iter().map(Point::coord)))
}

pub(super) fn captures(session: &Session, args: Args<'_>) -> Response {
    Ok(session
        .table
        .game()
        .captures(args.only(Args::color)?)
        .to_string())
}

pub(super) fn is_legal(session: &Session, args: Args<'_>) -> Response {
    let (color, mv) = args.only(|args| Ok((args.color()?, args.mv()?)))?;
    Ok(u8::from(session.table.game().is_legal(color, mv)).to_string())
}

pub(super) fn all_legal(session: &Session, args: Args<'_>) -> Response {
    let color = args.only(Args::color)?;
    let game = session.table.game();
    let is_legal = |coord: &Coord| game.is_legal(color, Move::Play(*coord));
    Ok(join(Coord::all(game.size()).filter(is_legal)))
}

pub(super) fn last_move(session: &Session, _: Args<'_>) -> Response {
    let last = latest_moves(session.table.game()).next();
    last.ok_or(CommandError::NoPreviousMove)
}

pub(super) fn move_history(session: &Session, _: Args<'_>) -> Response {
    Ok(join_lines(latest_moves(session.table.game())))
}

/// The moves as `black E5`, the latest first.
fn latest_moves(game: &Game) -> impl Iterator<Item = String> {
    game.moves()
        .iter()
        .rev()
        .map(|(color, mv)| format!("{color} {mv}"))
}
