//! Which of the moves that were searched is played: a legal one, as strong as the level, and a pass when nothing is left to play.

use std::iter;

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use super::beginner::Beginner;
use super::passing::is_premature_pass;
use super::resign::{LOST_BELOW, is_certain, looks_lost};
use super::settings::{Choice, Level};
use super::settle::{Settlement, Status};
use super::turn::Turn;
use crate::search::{Report, Snapshot, draw, improved_policy};
use tao_rules::board::{ByColor, Color, Move};
use tao_rules::game::{DeadStones, Game};

/// A move whose win rate exceeds that of a pass by more than this is played even on a clear board.
const MIN_GAIN: f64 = 0.25;

/// Makes the best move that is legal and no premature pass the move to play, or a pass if there is none.
pub fn choose_legal(turn: &Turn<'_>, report: &mut Report) {
    report.choose(best_playable(turn, report.best, &report.snapshot));
}

/// Returns `best` if it is legal and no premature pass, otherwise the first such move of the snapshot, or a pass if there is none.
pub fn best_playable(turn: &Turn<'_>, best: Move, snapshot: &Snapshot) -> Move {
    let is_premature = best == Move::Pass && is_premature_pass(turn);
    let moves = snapshot.moves.iter().map(|stats| stats.mv);
    iter::once(best)
        .chain(moves)
        .find(|&mv| !(is_premature && mv == Move::Pass) && turn.game.is_legal(turn.color, mv))
        .unwrap_or(Move::Pass)
}

/// Replaces the move to play, unless it is a pass, by one that the level draws.
pub fn choose_by_level(turn: &Turn<'_>, level: Level, report: &mut Report) {
    // Games with adjacent seeds must not share random numbers, so the move number must not change the same bits as the seed does.
    let seed = turn.seed.rotate_left(32) ^ turn.game.move_number() as u64;
    let drawn = draw_move(turn.game, turn.color, level, &report.snapshot, seed);
    if let Some(mv) = drawn.filter(|&mv| turn.game.is_legal(turn.color, mv))
        && report.best != Move::Pass
    {
        report.choose(mv);
    }
}

/// Draws a move at random: as a beginner does, or with the probability that the search gives it, to the power of 1 / temperature.
/// `None` at levels that play the best move, and if there is no move but a pass, which is never drawn.
fn draw_move(
    game: &Game,
    color: Color,
    level: Level,
    snapshot: &Snapshot,
    seed: u64,
) -> Option<Move> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let policy = || {
        let mut policy = improved_policy(snapshot);
        policy.retain(|&(mv, _)| mv != Move::Pass);
        policy
    };
    match level.choice() {
        Choice::Beginner { sight } => Beginner::new(game, color, sight, &mut rng).choose(&policy()),
        Choice::Drawn { temperature } => draw(&policy(), temperature, &mut rng),
        Choice::Best => None,
    }
}

/// Chooses a pass when nothing is left to play, in the cases in which the search may not see that: in a lost game, below full
/// strength, with few visits, and where stones cost points. A search with enough visits that sees much to gain over a pass is trusted
/// instead.
pub fn choose_to_stop(turn: &Turn<'_>, level: Level, report: &mut Report) {
    let is_certain = is_certain(report, turn.network.is_some());
    let is_weak = level != Level::FULL || !is_certain;
    let stops = is_weak || looks_lost(report, LOST_BELOW) || turn.game.counts_stones();
    let gains = is_certain && gain_over_pass(report) > MIN_GAIN;
    if !turn.plays_out && stops && !gains && nothing_is_left(turn) && !is_premature_pass(turn) {
        report.choose(Move::Pass);
    }
}

/// How much the win rate of the chosen move exceeds that of a pass; 0 if the pass was not searched.
fn gain_over_pass(report: &Report) -> f64 {
    let [best, pass] = [report.best, Move::Pass].map(|mv| report.stats(mv));
    best.zip(pass)
        .map_or(0.0, |(best, pass)| best.win_rate - pass.win_rate)
}

/// Whether the board is clear and no point between living stones is left to gain. After the opponent's pass, points may be left if
/// they are too few to win the game. Where dead stones stay, those of the enemy must have been captured. Where stones cost points, no
/// living stone may be in atari, since a ko may be worth a point.
fn nothing_is_left(turn: &Turn<'_>) -> bool {
    let (game, board) = (turn.game, turn.game.board());
    let settlement = board
        .is_more_than_half_full()
        .then(|| turn.early_settlement());
    let Some(settlement) = settlement.flatten().filter(|found| found.is_clear) else {
        return false;
    };
    let enemies = settlement.dead() & board.stones(!turn.color);
    let in_ko = board.in_atari() & !settlement.dead();
    let open = open_points(settlement);
    let behind = -turn.color.signed(settlement.score.lead);
    let is_hopeless = turn.pass_ends_game() && behind > open as f64;
    (game.dead_stones() == DeadStones::Removed || enemies.is_empty())
        && (!game.counts_stones() || in_ko.is_empty())
        && (open == 0 || is_hopeless)
}

/// The number of empty points that neither side owns and that are no liberties of a chain in seki.
fn open_points(settlement: &Settlement) -> usize {
    let ByColor([black, white]) = settlement.board.owned();
    let in_seki = settlement.stones(Status::Seki);
    (settlement.board.empty() & !(black | white) & !in_seki.neighbors()).len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::MoveStats;
    use tao_rules::board::Color;

    fn snapshot(moves: &[(&str, f64)]) -> Snapshot {
        let moves = moves.iter().map(|&(mv, prior)| MoveStats {
            prior: Some(prior),
            ..MoveStats::new(mv.parse().unwrap(), 0)
        });
        Snapshot {
            to_move: Color::Black,
            komi: 7.0,
            visits: 1,
            win_rate: 0.5,
            moves: moves.collect(),
            outcomes: None,
        }
    }

    #[test]
    fn low_levels_choose_good_moves_more_often_than_bad_ones_and_never_pass() {
        let game = Game::new(9).unwrap();
        let snapshot = snapshot(&[("E5", 0.6), ("C3", 0.2), ("pass", 0.15), ("A1", 0.05)]);
        let drawn = |level, seed| draw_move(&game, Color::Black, level, &snapshot, seed);
        let count = |level: Level, mv: &str| {
            let mv = Some(mv.parse().unwrap());
            let moves = (0..1_000).map(|seed| drawn(level, seed));
            moves.filter(|&chosen| chosen == mv).count()
        };
        let levels = [1, 6, 7, 13].map(|number| Level::new(number).unwrap());
        let [beginner, keen, low, middle] = levels;
        assert!(count(low, "E5") > count(low, "C3") && count(low, "C3") > count(low, "A1"));
        assert!(count(low, "A1") > count(middle, "A1"));
        assert!(count(keen, "E5") > count(keen, "A1") && count(keen, "E5") > count(beginner, "E5"));
        for level in levels {
            assert_eq!(count(level, "pass"), 0);
            assert_eq!(drawn(level, 7), drawn(level, 7));
        }
        assert_eq!(drawn(Level::FULL, 1), None);
    }
}
