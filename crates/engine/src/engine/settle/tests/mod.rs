//! Dead stones, seki, and whether the result is clear.

mod doubts;
mod rare;

use web_time::Instant;

use super::*;
use crate::net;
use tao_rules::game::Rules;

/// The two ways to find dead stones: with the network, and with playouts alone.
fn judges() -> [Option<Arc<Network>>; 2] {
    [net::embedded(), None]
}

fn game(diagram: &str) -> Game {
    let board: AnyBoard = diagram.parse().unwrap();
    let mut game = Game::new(board.size()).unwrap();
    game.set_komi(0.5).unwrap();
    game.set_up(board.all_stones(), Color::Black).unwrap();
    game
}

fn stones_with_status(settlement: &Settlement, status: Status) -> usize {
    let chains = settlement
        .chains
        .iter()
        .filter(|chain| chain.status == status);
    chains.map(|chain| chain.stones.len()).sum()
}

/// Black owns the left, White the right; each has one dead stone in the other's territory. By territory, with these prisoners,
/// Black has 9 points and White 19.
pub const FINISHED: &str = "
    . . X X O O . . .
    X X X O O . O O O
    . X X O . O . . .
    X X . X O O O O O
    . O X X O . . X .
    X X X O O O O O O
    X . X X O . O . .
    X X X O O O O O O
    . X X X O . O . .
";

/// Black holds the left and White the right; the middle is still open.
const OPEN: &str = "
    X X O . . . . X O
    . X O O . . O X O
    X X X O . . O O O
    . X . X . . O . O
    X X X X . . O O O
    . X . X . . O . O
    X X X X . . O O O
    . X . X . . O O .
    X X X X . . O . O
";

#[test]
fn dead_stones_are_found_and_all_others_are_alive() {
    for network in judges() {
        let game = game(FINISHED);
        let settlement = settle(&game, network.as_ref());
        assert_eq!(stones_with_status(&settlement, Status::Dead), 2);
        assert_eq!(stones_with_status(&settlement, Status::Seki), 0);
        let all = game.board().all_stones().count();
        assert_eq!(stones_with_status(&settlement, Status::Alive), all - 2);
        assert!(settlement.is_clear);
        assert_eq!(settle(&game, network.as_ref()), settlement);
    }
}

/// With White to move the network is not sure of Black's area.
#[test]
fn a_small_board_is_settled() {
    for network in judges() {
        let game = game(
            "
            . . X O .
            . . X O X
            . . X O .
            . O X O .
            . . X O .
        ",
        );
        let settlement = settle(&game, network.as_ref());
        assert_eq!(stones_with_status(&settlement, Status::Dead), 2);
        assert_eq!(settlement.score.to_string(), "B+4.5");
        assert!(settlement.is_clear);
    }
}

#[test]
fn under_rules_that_leave_dead_stones_on_the_board_no_stone_is_dead() {
    let mut game = game(FINISHED);
    game.set_rules(Rules::CGOS);
    let settlement = settle(&game, None);
    assert_eq!(stones_with_status(&settlement, Status::Dead), 0);
    assert_eq!(stones_with_status(&settlement, Status::Seki), 0);
    assert_eq!(settlement.score, game.standing_score());
}

#[test]
fn white_wins_an_empty_board_by_komi() {
    for network in judges() {
        let mut game = Game::new(9).unwrap();
        game.set_komi(7.0).unwrap();
        assert_eq!(settle(&game, network.as_ref()).score.to_string(), "W+7.0");
        game.set_komi(0.0).unwrap();
        assert_eq!(settle(&game, network.as_ref()).score.to_string(), "0");
    }
}

#[test]
fn chains_that_only_share_liberties_are_in_seki() {
    let mut game = game(
        "
        . O X . O X . X .
        O O X . O X X X X
        . O X O O X . X .
        O O O X X X X X X
        . O O X . X X . X
        O O O X X X X X X
        O . O X X X X X X
        O O O X . X X . X
        . O O X X X X X X
    ",
    );
    game.set_rules(Rules::CGOS); // No playouts decide here, only the shape.
    let settlement = settle(&game, None);
    let seki = settlement
        .chains
        .iter()
        .filter(|chain| chain.status == Status::Seki);
    let sizes: Vec<_> = seki
        .map(|chain| (chain.color, chain.stones.len()))
        .collect();
    assert_eq!(sizes, [(Color::Black, 3), (Color::White, 4)]);
}

#[test]
fn an_open_board_has_no_seki() {
    for network in judges() {
        let mut game = Game::new(9).unwrap();
        for vertex in ["C3", "G7", "E5", "E6"] {
            game.play(vertex.parse().unwrap()).unwrap();
        }
        assert_eq!(
            stones_with_status(&settle(&game, network.as_ref()), Status::Seki),
            0
        );
    }
}

#[test]
fn a_large_open_region_is_not_clear() {
    for network in judges() {
        let mut game = game(OPEN);
        assert!(!settle(&game, network.as_ref()).is_clear);
        game.set_rules(Rules::CGOS);
        assert!(!settle(&game, network.as_ref()).is_clear);
        for rules in [Rules::CHINESE, Rules::CGOS] {
            let mut empty = Game::new(9).unwrap();
            empty.set_rules(rules);
            assert!(!settle(&empty, network.as_ref()).is_clear, "{rules}");
        }
    }
}

#[test]
fn passes_do_not_change_the_settlement() {
    let [network, none] = judges();
    for (diagram, network) in [
        (FINISHED, &network),
        (FINISHED, &none),
        (OPEN, &network),
        (OPEN, &none),
    ] {
        let mut game = game(diagram);
        let before = settle(&game, network.as_ref());
        for _ in 0..2 {
            game.play(Move::Pass).unwrap();
            assert_eq!(settle(&game, network.as_ref()), before);
        }
    }
}

const fn until(deadline: Instant) -> Budget<'static> {
    Budget {
        deadline: Some(deadline),
        ..LONG
    }
}

#[test]
fn settling_ends_at_its_deadline_and_gives_the_same_result_before_it() {
    for network in judges() {
        let game = game(FINISHED);
        let now = Instant::now();
        assert_eq!(
            settle_without_dead(&game, network.as_ref(), &until(now)),
            None
        );
        let later = now + std::time::Duration::from_secs(600);
        assert_eq!(
            settle_without_dead(&game, network.as_ref(), &until(later)),
            Some(settle(&game, network.as_ref()))
        );
    }
}
