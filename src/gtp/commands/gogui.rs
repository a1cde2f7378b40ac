//! What `GoGui` asks of engines: what they can show, whole positions and sequences at once.

use crate::board::{Color, Coord, Move};
use crate::playout::Switch;

use super::administration;
use super::{Args, CommandError, Response, Session};

/// For each command: how its answer is shown, the label in the menu, and the command with what stands for its
/// arguments.
const ANALYZE_COMMANDS: &str = "\
gfx/Best Moves/tao-gfx
varc/Expected Line/tao-pv %c
sboard/Win Rates/tao-win_rates
pspairs/Visits/tao-visits
cboard/Visits as Heat/tao-heat
sboard/Likely Moves/tao-priors
dboard/Ownership/tao-ownership
hstring/Statistics/tao-stats
none/Count What Games Are Like/tao-stats on
hstring/Reasons for the Last Move/gomill-explain_last_move
string/Score/final_score
plist/Dead Stones/final_status_list dead
plist/Stones in Seki/final_status_list seki
plist/Legal Moves/all_legal %c
string/Is a Move Legal/is_legal %c %p
plist/Stones/list_stones %c
string/Captures/captures %c
hstring/Moves So Far/move_history
none/Load a Record/loadsgf %r
none/Save a Record/savesgf %w
none/Save the Search Tree/tao-debug-sgf %w
none/Forget What Was Searched/clear_cache
param/Parameters/tao-param";

pub(super) fn analyze_commands(_: &Session, _: Args<'_>) -> Response {
    Ok(ANALYZE_COMMANDS.to_owned())
}

/// Says that the comment `# interrupt` ends a move that is being thought about.
pub(super) fn interrupt(_: &Session, _: Args<'_>) -> Response {
    Ok(String::new())
}

/// `GoGui` introduces itself: from here on somebody sees pictures of running searches.
pub(super) fn version(session: &mut Session, _: Args<'_>) -> Response {
    session.graphics.turn(Switch::On);
    Ok(String::new())
}

/// The title of the window.
pub(super) fn title(session: &Session, args: Args<'_>) -> Response {
    administration::name(session, args)
}

/// Moves, each after its color. Either all are made or none.
pub(super) fn play_sequence(session: &mut Session, args: Args<'_>) -> Response {
    let mut game = session.game.clone();
    for (color, mv) in args.moves()? {
        game.play(color, mv)?;
    }
    session.game = game;
    session.rest();
    Ok(String::new())
}

/// Stones on an empty board, each after its color: they are no moves. The later of two on one point stays.
pub(super) fn setup(session: &mut Session, args: Args<'_>) -> Response {
    let game = &mut session.game;
    let stones = stones(args)?;
    if !game.moves().is_empty() || game.board().all_stones().next().is_some() {
        return Err(CommandError::BoardNotEmpty);
    }
    let to_move = game.to_move();
    let set_up = game.set_up(stones, to_move);
    set_up.map_err(|_| CommandError::ImpossiblePosition)?;
    Ok(String::new())
}

/// Who is to move.
pub(super) fn setup_player(session: &mut Session, mut args: Args<'_>) -> Response {
    session.game.set_to_move(args.color()?);
    Ok(String::new())
}

/// A whole position in place of the game, each stone after its color; Black to move.
pub(super) fn set_position(session: &mut Session, args: Args<'_>) -> Response {
    let set_up = session.game.set_up(stones(args)?, Color::Black);
    set_up.map_err(|_| CommandError::ImpossiblePosition)?;
    session.begin();
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
