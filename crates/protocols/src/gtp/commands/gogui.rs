//! The commands of `GoGui`: what it can show, setup of positions, sequences of moves.

use tao_rules::board::{Color, Coord, Move};
use tao_rules::game::HandicapError;

use super::{Args, CommandError, Response, Session};

/// For each command: the type of its response, the label in the menu, and the command with placeholders for arguments.
const ANALYZE_COMMANDS: &str = "\
gfx/Best Moves/tao-gfx
varc/Expected Line/tao-pv %c
sboard/Win Rates/tao-win_rates
pspairs/Visits/tao-visits
cboard/Visits as Colors/tao-heat
sboard/Prior Probabilities/tao-priors
dboard/Ownership/tao-ownership
hstring/Statistics/tao-stats
none/Keep Statistics of Games/tao-stats on
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
none/Save the Search Tree/tao-debug-sgf %w
none/Clear Search Results/clear_cache
param/Parameters/tao-param";

pub(super) fn analyze_commands(_: &Session, _: Args<'_>) -> Response {
    Ok(ANALYZE_COMMANDS.to_owned())
}

/// `GoGui` sends its version to introduce itself. It shows pictures of running searches, so they are turned on.
pub(super) fn version(session: &mut Session, _: Args<'_>) -> Response {
    session.graphics.is_enabled = true;
    Ok(String::new())
}

/// Plays moves as `play` does, each after its color; none of them if one is illegal.
pub(super) fn play_sequence(session: &mut Session, args: Args<'_>) -> Response {
    let mut table = session.table.clone();
    for (color, mv) in args.moves()? {
        table.replay(color, mv)?;
    }
    session.table = table;
    session.stop_pondering();
    Ok(String::new())
}

/// Puts stones on an empty board, each after its color. If two are on one point, the later one stays.
pub(super) fn setup(session: &mut Session, args: Args<'_>) -> Response {
    let game = session.table.game_mut();
    let stones = stones(args)?;
    if !game.moves().is_empty() || game.board().all_stones().next().is_some() {
        return Err(HandicapError::BoardNotEmpty.into());
    }
    game.set_up(stones, game.to_move())?;
    Ok(String::new())
}

pub(super) fn setup_player(session: &mut Session, args: Args<'_>) -> Response {
    session
        .table
        .game_mut()
        .set_to_move(args.only(Args::color)?);
    Ok(String::new())
}

/// Replaces the game by a position, each stone after its color, with Black to move.
pub(super) fn set_position(session: &mut Session, args: Args<'_>) -> Response {
    let mut game = session.table.game().clone();
    game.set_up(stones(args)?, Color::Black)?;
    session.start(game.into());
    Ok(String::new())
}

fn stones(args: Args<'_>) -> Result<Vec<(Color, Coord)>, CommandError> {
    let mut stones: Vec<(Color, Coord)> = Vec::new();
    for (color, mv) in args.moves()? {
        let Move::Play(coord) = mv else {
            return Err(CommandError::Syntax);
        };
        stones.retain(|&(_, other)| other != coord);
        stones.push((color, coord));
    }
    Ok(stones)
}
