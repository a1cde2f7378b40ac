//! Queries about the game: the board, its moves, the status of stones, the score.

use std::time::Duration;

use super::{Args, CommandError, Response, Session, join, join_lines};
use tao_engine::Status;
use tao_engine::raw::solve::Budget;
use tao_rules::board::{Color, Coord, Move};
use tao_rules::game::Game;
use tao_rules::raw::Point;
use web_time::Instant;

/// The board, and a line about the game. Starts on a line of its own so that the columns align.
pub fn showboard(session: &Session, _: Args<'_>) -> Response {
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

pub fn list_stones(session: &Session, args: Args<'_>) -> Response {
    let stones = session.table.game().board().stones(args.only(Args::color)?);
    Ok(join(stones.iter().map(Point::coord)))
}

pub fn captures(session: &Session, args: Args<'_>) -> Response {
    let color = args.only(Args::color)?;
    Ok(session.table.game().captures(color).to_string())
}

pub fn is_legal(session: &Session, args: Args<'_>) -> Response {
    let (color, mv) = args.only(|args| Ok((args.color()?, args.mv()?)))?;
    Ok(u8::from(session.table.game().is_legal(color, mv)).to_string())
}

pub fn all_legal(session: &Session, args: Args<'_>) -> Response {
    let color = args.only(Args::color)?;
    let game = session.table.game();
    let is_legal = |coord: &Coord| game.is_legal(color, Move::Play(*coord));
    Ok(join(Coord::all(game.size()).filter(is_legal)))
}

pub fn last_move(session: &Session, _: Args<'_>) -> Response {
    let last = latest_moves(session.table.game()).next();
    last.ok_or(CommandError::Other("no previous move known"))
}

pub fn move_history(session: &Session, _: Args<'_>) -> Response {
    Ok(join_lines(latest_moves(session.table.game())))
}

/// The moves as `black E5`, the latest first.
fn latest_moves(game: &Game) -> impl Iterator<Item = String> {
    let latest = game.moves().iter().rev();
    latest.map(|(color, mv)| format!("{color} {mv}"))
}

/// The score of the position, without the stones that are dead under its rules.
pub fn final_score(session: &Session, _: Args<'_>) -> Response {
    let settlement = session.engine.score(session.table.game());
    Ok(settlement.score.to_string())
}

/// Time to solve a position, if the command has no argument.
const SOLVE_TIME: Duration = Duration::from_secs(10);

/// The exact score and best play of the side to move, or `unknown` after this number of seconds.
pub fn solve(session: &mut Session, args: Args<'_>) -> Response {
    let time = args.only(|args| args.optional(Args::seconds))?;
    let time = time.unwrap_or(SOLVE_TIME);
    let budget = Budget {
        nodes: u64::MAX,
        deadline: Instant::now().checked_add(time),
        stop: Some(&session.input.stop),
        table_bytes: usize::MAX,
    };
    let game = session.table.game().without_agreement();
    let solution = session.engine.solve(&game, game.to_move(), &budget);
    Ok(match solution.score() {
        Some(score) => format!("{score} {}", join(&solution.line))
            .trim_end()
            .to_owned(),
        None => "unknown".to_owned(),
    })
}

/// The chains of one status, each on a line, or the empty points of one side or of neither; in agreement with the score.
pub fn final_status_list(session: &Session, args: Args<'_>) -> Response {
    let game = session.table.game();
    let settlement = session.engine.score(game);
    let areas = game.owned_of(&settlement.board);
    let empty_points = |area| {
        let points = game.board().empty() & area;
        Ok(join(points.iter().map(Point::coord)))
    };
    let wanted = match args.only(Args::word)? {
        // Lists of GNU Go, for which other programs ask.
        "black_territory" => return empty_points(areas[Color::Black]),
        "white_territory" => return empty_points(areas[Color::White]),
        "dame" => return empty_points(!(areas[Color::Black] | areas[Color::White])),
        "alive" => Status::Alive,
        "dead" => Status::Dead,
        "seki" => Status::Seki,
        _ => return Err(CommandError::Syntax),
    };
    let chains = settlement.chains.iter();
    let chains = chains.filter(|chain| chain.status == wanted);
    Ok(join_lines(chains.map(|chain| join(&chain.stones))))
}
