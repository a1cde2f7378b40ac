//! The score and the status of stones.

use std::time::Duration;

use tao_engine::engine::{self, Status};
use tao_engine::solve::Budget;
use tao_rules::board::{Color, Point};
use web_time::Instant;

use super::{Args, CommandError, Response, Session, join, join_lines};

/// The score of the position, without the stones that are dead under its rules.
pub(super) fn final_score(session: &Session, _: Args<'_>) -> Response {
    let settlement = session.engine.settle(session.table.game());
    Ok(settlement.score.to_string())
}

/// Time to solve a position, if the command has no argument.
const SOLVE_TIME: Duration = Duration::from_secs(10);

/// The exact score and best play of the side to move, or `unknown` after this number of seconds.
pub(super) fn solve(session: &Session, args: Args<'_>) -> Response {
    let time = args.only(|args| args.optional(Args::seconds))?;
    let time = time.unwrap_or(SOLVE_TIME);
    let stop = session.input.stop_flag();
    let budget = Budget {
        nodes: u64::MAX,
        deadline: Instant::now().checked_add(time),
        stop: Some(&stop),
        table_bytes: session.engine.settings().params.search_bytes(),
    };
    let game = session.table.game().without_agreement();
    let solution = engine::solve(&game, game.to_move(), &budget);
    let solution = solution.ok_or(CommandError::UnsupportedRules("territory scoring"))?;
    Ok(match solution.score() {
        Some(score) => format!("{score} {}", join(&solution.line))
            .trim_end()
            .to_owned(),
        None => "unknown".to_owned(),
    })
}

/// The chains of one status, each on a line, or the empty points of one side or of neither; in agreement with the score.
pub(super) fn final_status_list(session: &Session, args: Args<'_>) -> Response {
    let game = session.table.game();
    let settlement = session.engine.settle(game);
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
