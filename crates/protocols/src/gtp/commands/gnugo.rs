//! Queries of GNU Go about chains and points.

use super::gogui::search;
use super::{Args, CommandError, Response, Session, join_lines};
use tao_engine::{ChainStatus, Status};
use tao_rules::board::{ByColor, Color, Coord};
use tao_rules::raw::Point;

const NO_STONE: CommandError = CommandError::Other("vertex must not be empty");

/// The number of liberties of a chain.
pub fn count_liberties(session: &Session, args: Args<'_>) -> Response {
    let board = session.table.game().board();
    let coord = args.only(|args| args.point(board.size()))?;
    let chain = board.chain(Point::new(coord)).ok_or(NO_STONE)?;
    Ok(chain.liberties.len().to_string())
}

/// What a point is at the end of the game: the status of its stone, or whose point it is.
pub fn final_status(session: &Session, args: Args<'_>) -> Response {
    let game = session.table.game();
    let coord = args.only(|args| args.point(game.size()))?;
    let settlement = session.engine.score(game);
    let mut chains = settlement.chains.iter();
    let chain = chains.find(|chain| chain.stones.contains(&coord));
    let [black, white] = game.owned_of(&settlement.board).0;
    let status = match chain.map(|chain| chain.status) {
        Some(Status::Alive) => "alive",
        Some(Status::Dead) => "dead",
        Some(Status::Seki) => "seki",
        None if black.contains(Point::new(coord)) => "black_territory",
        None if white.contains(Point::new(coord)) => "white_territory",
        None => "dame",
    };
    Ok(status.to_owned())
}

/// How far the stones of a living chain belong to its side, on average from -1 to 1.
const ALIVE: f64 = 0.4;

/// What becomes of a chain, or of each chain: `alive`, `dead`, `unknown`, or `critical` with the point where the enemy kills it and the
/// point where its side saves it. Each side is searched as the one to move. A chain in seki is alive, as in GNU Go.
pub fn dragon_status(session: &mut Session, args: Args<'_>) -> Response {
    let size = session.table.game().size();
    let vertex = args.only(|args| args.optional(|args| args.point(size)))?;
    let mut chains = session.engine.score(session.table.game()).chains;
    chains.retain(|chain| vertex.is_none_or(|coord| chain.stones.contains(&coord)));
    if vertex.is_some() && chains.is_empty() {
        return Err(NO_STONE);
    }
    let black = search(session, Some(Color::Black))?;
    let searched = ByColor::new(black, search(session, Some(Color::White))?);
    let statuses = chains.iter().map(|ChainStatus { color, stones, .. }| {
        let belongs_if_moves = |to_move: Color| {
            let owners = searched[to_move].ownership();
            let balance = |coord: &Coord| owners.map_or(0.0, |owners| owners.balance(*coord));
            color.signed(stones.iter().map(balance).sum::<f64>() / stones.len() as f64)
        };
        let best = |to_move: Color| searched[to_move].moves.first()?.mv.coord();
        let (attacked, defended) = (belongs_if_moves(!*color), belongs_if_moves(*color));
        let status = match best(!*color).zip(best(*color)) {
            _ if attacked > ALIVE => "alive".to_owned(),
            _ if defended < -ALIVE => "dead".to_owned(),
            Some((attack, defense)) if attacked < -ALIVE && defended > ALIVE => {
                format!("critical {attack} {defense}")
            }
            _ => "unknown".to_owned(),
        };
        let name = if vertex.is_none() {
            format!("{}: ", stones[0])
        } else {
            String::new()
        };
        name + &status
    });
    Ok(join_lines(statuses))
}
