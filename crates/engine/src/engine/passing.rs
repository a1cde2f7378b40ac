//! When to pass without a search, when a pass is premature, and which dead stones to capture before passing.

use super::question::RawEvaluation;
use super::settle::{Settlement, settle_as_it_stands};
use super::turn::Turn;
use crate::candidates::tactics::is_bad_self_atari;
use tao_rules::board::{Color, Coord, Move, Symmetry};
use tao_rules::game::DeadStones;
use tao_rules::raw::{Point, PointSet};

/// Whether the opponent has passed and another pass wins beyond dispute.
pub fn wins(turn: &Turn<'_>) -> bool {
    let is_won = |settlement: &Settlement| settlement.is_clear_win(turn.color);
    !turn.plays_out
        && turn.pass_ends_game()
        && match turn.game.dead_stones() {
            DeadStones::Stay => is_won(&settle_as_it_stands(turn.game)),
            DeadStones::Removed => turn.early_settlement().is_some_and(is_won),
        }
}

/// Whether the search must leave out the pass, because it would end the game and is premature, though the search, which scores the
/// board as it stands, might take it for a proven win. `false` where dead stones stay, and without time to find them.
pub fn must_not_pass(turn: &Turn<'_>) -> bool {
    !turn.plays_out
        && turn.pass_ends_game()
        && turn.game.dead_stones() == DeadStones::Removed
        && turn.early_settlement().is_some()
        && is_premature_pass(turn)
}

/// Whether a pass would lose a game that can still be won. The score that counts is that of the board as it stands where dead
/// stones stay, and that without dead stones where they are removed.
///
/// In a [long](tao_rules::game::Game::is_long) game the engine passes even if that loses, so that every game ends. The one exception
/// is a win by capturing the enemy's dead stones where dead stones stay.
pub fn is_premature_pass(turn: &Turn<'_>) -> bool {
    if turn.plays_out {
        return false;
    }
    let game = turn.game;
    let is_own = |winner: Option<Color>| winner.map(|winner| winner == turn.color);
    let standing = is_own(game.standing_score().winner());
    let must_capture = game.dead_stones() == DeadStones::Stay;
    if must_capture && standing == Some(true) || !must_capture && game.is_long() {
        return false;
    }
    let Some(settlement) = turn.settlement() else {
        // There is no time to find the dead stones.
        return must_capture && !game.is_long();
    };
    let without_dead = is_own(settlement.score.winner());
    let (counting, other) = if must_capture {
        (standing, without_dead)
    } else {
        (without_dead, standing)
    };
    // In a clear game in which stones cost points, the other score is no reason to play on.
    let may_gain = !settlement.is_clear || !game.counts_stones();
    match (counting, other) {
        (Some(true), _) => is_disputed(turn, settlement),
        (_, Some(true)) if may_gain => true,
        _ if game.is_long() => false,
        (Some(false), _) if is_open(turn, settlement) => true,
        _ => must_capture && capture_leads(turn),
    }
}

/// Whether the enemy would rather play on: the board is more than half full but not clear, and the network expects the enemy to win
/// if it moves next.
fn is_disputed(turn: &Turn<'_>, settlement: &Settlement) -> bool {
    if settlement.is_clear || !turn.game.board().is_more_than_half_full() {
        return false;
    }
    turn.network.as_ref().is_some_and(|network| {
        let resumed = turn.game.without_passes();
        let raw = RawEvaluation::of(network, &resumed, !turn.color, Symmetry::default());
        raw.win_rate > 0.5
    })
}

/// Whether the board is not clear, and reading has not found that it is lost.
fn is_open(turn: &Turn<'_>, settlement: &Settlement) -> bool {
    let reading = settlement.readings[turn.color].as_ref();
    let is_lost = reading.is_some_and(|reading| reading.score.winner() == Some(!turn.color));
    !settlement.is_clear && !is_lost
}

/// Whether a capture takes the lead on the board as it stands.
fn capture_leads(turn: &Turn<'_>) -> bool {
    let (game, color) = (turn.game, turn.color);
    let moves = Coord::all(game.size()).map(Move::Play);
    moves.filter_map(|mv| turn.after(mv)).any(|next| {
        next.captures(color) > game.captures(color) && next.standing_score().winner() == Some(color)
    })
}

/// The rank of a capturing move; the best move has the lowest one. The parts are whether the stone is left in atari, whether nothing
/// is captured, and the fewest liberties of any dead chain next to the stone.
type Rank = (bool, bool, usize);

/// Returns a move that brings the capture of dead enemy stones nearer and loses nothing. `None` if there is none, and in a long game.
pub fn find_capture(turn: &Turn<'_>) -> Option<Move> {
    if turn.game.is_long() {
        return None;
    }
    let before = turn.settlement()?;
    let (board, dead) = (turn.game.board(), dead_enemies(turn, before));
    let beside = dead.neighbors() & board.empty();
    // If no liberty can be taken yet, a move elsewhere in the same territory prepares the capture.
    let around = before.board.region(dead) & board.empty() & !beside;
    [beside, around].into_iter().find_map(|points| {
        let ranked = points.iter().filter_map(|point| {
            let rank = rank(turn, point, dead)?;
            Some((rank, Move::Play(point.coord())))
        });
        let mut ranked: Vec<(Rank, Move)> = ranked.collect();
        ranked.sort_by_key(|&(rank, _)| rank);
        let mut moves = ranked.into_iter().map(|(_, mv)| mv);
        moves.find(|&mv| loses_nothing(turn, mv, before))
    })
}

/// Whether no enemy stone is dead and the life of all chains is clear.
pub fn is_clean(turn: &Turn<'_>) -> bool {
    let is_clean = |found: &Settlement| found.is_clear && dead_enemies(turn, found).is_empty();
    turn.settlement().is_some_and(is_clean)
}

fn dead_enemies(turn: &Turn<'_>, settlement: &Settlement) -> PointSet<6> {
    settlement.dead() & turn.game.board().stones(!turn.color)
}

/// The rank of a move; `None` where it is illegal or gives stones away.
fn rank(turn: &Turn<'_>, point: Point<6>, dead: PointSet<6>) -> Option<Rank> {
    let (board, color) = (turn.game.board(), turn.color);
    let next = turn.after(Move::Play(point.coord()))?;
    if is_bad_self_atari(board, color, point) {
        return None;
    }
    let is_in_atari = next.board().chain(point)?.liberties.len() == 1;
    let captures_nothing = next.captures(color) <= turn.game.captures(color);
    let attacked = board.chains(PointSet::around(point) & dead);
    let liberties = attacked.map(|chain| chain.liberties.len()).min();
    Some((
        is_in_atari,
        captures_nothing,
        liberties.unwrap_or(usize::MAX),
    ))
}

/// Whether after a move the dead enemy stones are captured or still dead, and the score is no worse.
fn loses_nothing(turn: &Turn<'_>, mv: Move, before: &Settlement) -> bool {
    let Some(next) = turn.after(mv) else {
        return false;
    };
    turn.settlement_of(&next).is_some_and(|after| {
        let lead = |settlement: &Settlement| turn.color.signed(settlement.score.lead);
        let left = dead_enemies(turn, before) & next.board().stones(!turn.color);
        lead(&after) >= lead(before) && (left & !after.dead()).is_empty()
    })
}
