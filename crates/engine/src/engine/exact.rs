//! The exact result of a position of a game.

use web_time::Instant;

use super::passing::is_premature_pass;
use super::settle::{Reading, Settlement};
use super::turn::Turn;
use crate::search::{Exact, Params};
use crate::solve::{self, Budget, Outcome, Problem, Solution, open_points};
use tao_rules::board::{Color, Move};
use tao_rules::game::Game;

/// Maximum number of positions that the solver searches for a move.
const NODES: u64 = 20_000;

/// The win rate that is shown for a win that was read but is not proven.
const NEARLY_SURE: f64 = 0.99;

/// The solver takes at most 1/5 of a move's time.
const TIME_PART: u32 = 5;

/// Looks for the exact result of `game` with `color` to move. By area every stone that is not captured counts, also under rules that
/// remove dead stones by agreement, because a player who disagrees must capture them. By territory see
/// [`solve`](mod@crate::solve).
pub fn solve(game: &Game, color: Color, budget: &Budget<'_>) -> Solution {
    let rules = game.rules();
    let problem = Problem {
        board: game.board(),
        to_move: color,
        passes: game.passes(),
        komi: game.komi_of_area(),
        scoring: game.scoring_of_play(),
        superko: rules.superko,
        suicide: rules.suicide,
        earlier: game.past(),
    };
    solve::solve(&problem, budget)
}

/// Looks for the result with best play, if the parameters ask for it: for the exact result where few points are open, otherwise for
/// a result that was read. `None` in a game that is over.
pub fn best_play(turn: &Turn<'_>, params: &Params) -> Option<Exact> {
    let most_open = params.tree.solve_below;
    if turn.game.is_over() || most_open == 0 {
        return None;
    }
    if open_points(turn.game.board()) < most_open {
        return solved(turn, params);
    }
    read_out(turn)
}

fn solved(turn: &Turn<'_>, params: &Params) -> Option<Exact> {
    let time = turn.limit.time;
    let budget = Budget {
        nodes: NODES,
        deadline: time.and_then(|time| Instant::now().checked_add(time.target / TIME_PART)),
        stop: Some(turn.stop),
        table_bytes: params.solve_bytes(),
    };
    let solution = solve(turn.game, turn.color, &budget);
    let winner = match solution.outcome()? {
        Outcome::Draw => None,
        Outcome::Win(winner) => Some(winner),
    };
    Some(Exact {
        win_rate: win_rate(turn.color, winner, 1.0),
        points_ahead: solution.score().map(|score| turn.color.signed(score.lead)),
        line: solution.line,
        is_proven: true,
    })
}

/// The result of best play as it was read, on a board that is more than half full.
fn read_out(turn: &Turn<'_>) -> Option<Exact> {
    if !turn.game.board().is_more_than_half_full() {
        return None;
    }
    let Reading { line, score, .. } = turn.early_settlement()?.readings[turn.color].as_ref()?;
    let (first, winner) = (*line.first()?, score.winner());
    let is_shown = if winner == Some(!turn.color) {
        turn.game.is_legal(turn.color, first)
    } else {
        is_borne_out(turn, line, winner)
    };
    is_shown.then(|| Exact {
        win_rate: win_rate(turn.color, winner, NEARLY_SURE),
        points_ahead: Some(turn.color.signed(score.lead)),
        line: line.clone(),
        is_proven: false,
    })
}

/// Whether the moves of a line that was read are legal, and after each of them the position, judged anew, has this winner; `None` is a
/// draw. On the board that was read, where settled territory is filled, a move that takes a liberty of its own chain may be harmless.
fn is_borne_out(turn: &Turn<'_>, line: &[Move], winner: Option<Color>) -> bool {
    let mut game = turn.game.clone();
    let colors = [turn.color, !turn.color].into_iter().cycle();
    colors.zip(line).all(|(color, &mv)| {
        let has_winner = |found: Settlement| found.score.winner() == winner;
        game.play_as(color, mv).is_ok() && turn.early_settlement_of(&game).is_some_and(has_winner)
    })
}

/// The win rate of `color`, where a win has the win rate `win`.
fn win_rate(color: Color, winner: Option<Color>, win: f64) -> f64 {
    match winner {
        None => 0.5,
        Some(winner) if winner == color => win,
        Some(_) => 1.0 - win,
    }
}

/// Whether an exact result already answers the question. Where a move is needed in a lost position the engine searches instead, for
/// the move that is hardest to answer.
pub fn is_answer(exact: &Exact, turn: &Turn<'_>, needs_move: bool) -> bool {
    let is_playable = |mv: Move| mv != Move::Pass || !is_premature_pass(turn);
    (exact.win_rate >= 0.5 || !needs_move) && exact.line.first().is_some_and(|&mv| is_playable(mv))
}
