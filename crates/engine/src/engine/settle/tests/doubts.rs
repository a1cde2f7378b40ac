//! Chains in doubt: seki, fights that the next move decides, and positions that must be played on.

use super::*;
use crate::engine::settle::judge::is_capturable;
use crate::engine::settle::read::{Territory, closed, fill, holding};
use crate::engine::tests::{ONLY_SEKI_WINS, SEKI, SEKI_BY_SHAPE};
use tao_rules::board::ByColor;
use tao_rules::game::Rules;

/// The seki of [`SEKI_BY_SHAPE`] with the colors exchanged.
const SEKI_IN_THE_OTHER_CORNER: &str = "
    . . . . . O X . .
    . . . . . O X X X
    . . . . . O X X .
    . . . . . O O X .
    . . . . . . O X .
    . . . . . . O X .
    O O O O O O O X .
    X X X X X X O X .
    . O O O . X O X .
";

/// Chains of three and of twelve stones, neither of which can be captured: the solver proves it.
const SEKI_IN_A_RACE: &str = "
    . X . X . X . X .
    X X X X X X X X X
    X X X X X X X X X
    X X X X X X X X X
    O O O O O O O O O
    X X X X X O O O .
    X . . O X O O O O
    X . O O X O O O .
    X X . . X . O O O
";

/// On the right, twelve white and five black stones are in seki. On the left, white stones are dead in a large territory.
const SEKI_BESIDE_A_LARGE_TERRITORY: &str = "
    . X . . . . . . .
    . O . X X . . X X
    . . O . . . X X O
    . O . . O O X O O
    X X X X . . X O O
    . O O X . X O O .
    O . O X . X O O X
    . O X . X O O X X
    O X X X X O . X X
";

/// White to move saves five stones at J1; Black to move captures them.
const NEXT_MOVE_DECIDES: &str = "
    . X O O . . O O .
    O O X O . O X O X
    O O X O O O X X .
    X X X O X X O X .
    . . X O O X . O .
    . . X O O O O O O
    . . X X X X X X O
    . . X . X O O O X
    . . X . X X O O .
";

/// Black wins the races by far, but not one chain is captured yet.
const RACES: &str = "
    . O O X X X . X .
    . O O O X . X O O
    . O O X X X O O .
    . O X O X O O X X
    . O X . X O O X .
    O O X . X X O . .
    O X . X X O O O .
    X X . X O O X X O
    . . . X X X . X .
";

fn position(diagram: &str, to_move: Color, komi: f64) -> Game {
    let board: AnyBoard = diagram.parse().unwrap();
    let mut game = Game::new(board.size()).unwrap();
    game.set_komi(komi).unwrap();
    game.set_up(board.all_stones(), to_move).unwrap();
    game
}

#[test]
fn no_stone_is_dead_in_a_seki() {
    let [network, _] = judges();
    for (diagram, komi, score, in_seki) in [
        (SEKI_BY_SHAPE, 7.0, "B+4.0", 10),
        (SEKI_IN_THE_OTHER_CORNER, 7.0, "W+30.0", 10),
        (SEKI_IN_A_RACE, 0.0, "B+21.0", 15),
        (SEKI, 7.5, "W+0.5", 22),
    ] {
        let mut game = position(diagram, Color::Black, komi);
        for _ in 0..3 {
            let settlement = settle(&game, network.as_ref());
            let moves = game.moves();
            assert_eq!(settlement.score.to_string(), score, "{diagram}{moves:?}");
            assert_eq!(stones_with_status(&settlement, Status::Dead), 0);
            assert_eq!(stones_with_status(&settlement, Status::Seki), in_seki);
            assert!(settlement.is_clear, "{diagram}{moves:?}");
            game.play(Move::Pass).unwrap();
        }
    }
}

#[test]
fn a_seki_is_read_though_much_else_is_not_proven() {
    let [network, _] = judges();
    for (rules, score) in [(Rules::CHINESE, "B+48.5"), (Rules::JAPANESE, "B+43.5")] {
        for to_move in Color::BOTH {
            let mut game = position(SEKI_BESIDE_A_LARGE_TERRITORY, to_move, 6.5);
            game.set_rules(rules);
            let settlement = settle(&game, network.as_ref());
            assert_eq!(settlement.score.to_string(), score, "{to_move}");
            assert_eq!(stones_with_status(&settlement, Status::Dead), 11);
            assert_eq!(stones_with_status(&settlement, Status::Seki), 17);
        }
    }
}

#[test]
#[ignore = "reads a position with much in doubt for twenty seconds"]
fn what_the_next_move_decides_is_not_settled() {
    let [network, _] = judges();
    for to_move in Color::BOTH {
        let game = position(NEXT_MOVE_DECIDES, to_move, 7.0);
        let settlement = settle(&game, network.as_ref());
        assert!(!settlement.is_clear);
        assert_score_of_board(&settlement, 7.0);
    }
}

#[test]
#[ignore = "plays an open fight on"]
fn an_open_fight_is_played_on() {
    let [network, _] = judges();
    let game = position(RACES, Color::Black, 5.5);
    let settlement = settle(&game, network.as_ref());
    assert!(!settlement.is_clear);
    assert!(settlement.score.lead > 30.0, "{}", settlement.score);
    assert_score_of_board(&settlement, 5.5);
}

fn assert_score_of_board(settlement: &Settlement, komi: f64) {
    let lead = f64::from(settlement.board.area().lead()) - komi;
    assert!((settlement.score.lead - lead).abs() < 1e-9);
}

#[test]
fn the_score_is_that_of_the_board_shown() {
    for network in judges() {
        for diagram in [FINISHED, OPEN, SEKI_BY_SHAPE] {
            let game = position(diagram, Color::White, 7.0);
            let settlement = settle(&game, network.as_ref());
            assert_score_of_board(&settlement, 7.0);
        }
    }
}

#[test]
#[ignore = "plays an open fight on twice"]
fn a_game_that_is_played_on_ends_in_the_same_way() {
    for network in judges() {
        let game = position(RACES, Color::White, 7.0);
        let settlement = settle(&game, network.as_ref());
        assert_score_of_board(&settlement, 7.0);
        assert_eq!(settle(&game, network.as_ref()), settlement);
    }
}

#[test]
fn a_chain_is_capturable_where_no_move_against_it_is_a_self_atari() {
    for (diagram, expected) in [
        // Two liberties in enemy territory.
        (
            ". . . . .\n. X X X .\n. X O X .\n. X . X .\n. . . . .",
            true,
        ),
        // Two eyes.
        (
            ". O X . .\nO O X . .\n. O X . .\nO O X . .\nX X X . .",
            false,
        ),
        // An eye against an eye, and one shared liberty.
        (
            ". O . X .\nO O . X X\nO O O X X\nO O O X X\nX X X X X",
            false,
        ),
        // Two liberties that are self-ataris until another chain is captured.
        (
            "X X X X .\n. O O X .\nO . O X .\n. O X X .\n. X . X .",
            true,
        ),
    ] {
        let board: AnyBoard = diagram.parse().unwrap();
        let mut white = board.chains(board.stones(Color::White));
        let stones = white.next().unwrap().stones;
        assert_eq!(
            is_capturable(&board, Color::White, stones),
            expected,
            "{board}"
        );
    }
}

#[test]
fn a_filled_territory_keeps_two_eyes() {
    let board: AnyBoard = "
    . . X O .
        . . X O .
        X X X O O
        O O O O .
        . . . . .
    "
    .parse()
    .unwrap();
    let points = board.empty();
    let [black, white] = ["A5", "E5"].map(|vertex| {
        let coord = vertex.parse().unwrap();
        board.region(PointSet::only(Point::new(coord)))
    });
    let territories = [(Color::Black, black), (Color::White, white)]
        .map(|(owner, points)| Territory { owner, points });
    let filled = fill(&board, &territories);
    assert_eq!((filled.empty() & black).len(), 2);
    assert_eq!(filled.empty() & white, white, "no room for two eyes");
    let rest = points & !black & !white;
    assert_eq!(filled.empty() & rest, rest);
    assert_eq!(filled.area(), board.area());
}

/// White's territory at the top, with a black stone on G9, falls if Black moves first, at G8.
const FALLS: &str = "
    . X X O . O X . O
    . X O O O . . O .
    . . X O O O O X O
    . X X X O X X X .
    X . . O X . X X X
    O X X X X X O O O
    O O X O O X O . X
    O . O O . O X X O
    . O . . O O O X .
";

#[test]
fn a_small_territory_is_filled_if_it_holds() {
    let [network, _] = judges();
    for (diagram, dead, holds) in [(FALLS, "G9", false), (ONLY_SEKI_WINS, "H9", true)] {
        let game = position(diagram, Color::Black, 7.0);
        let judgement = Judgement::find(&game, network.as_ref(), None).unwrap();
        let (board, territories) = (game.board(), judgement.territories());
        let filled = fill(board, &holding(&game, &territories, &LONG));
        let stone = filled.stone(Point::new(dead.parse().unwrap()));
        assert_eq!(stone != Some(Color::Black), holds, "{filled}");
    }
}

/// All chains live unconditionally.
const IMMORTAL: &str = "
    . X . X O
    X X X X O
    O O O O O
    . O . O .
    O O O O O
";

/// Reading would find best play with either side first.
#[test]
fn without_doubt_nothing_is_read() {
    for network in judges() {
        let game = position(IMMORTAL, Color::Black, 0.5);
        let judgement = Judgement::find(&game, network.as_ref(), None).unwrap();
        assert_eq!(judgement.certainty(), Certainty::Sure);
        let ByColor([black, white]) = read_both(&judgement, &LONG);
        assert!(black.is_some() && white.is_some());
        let settlement = judgement.settle(&LONG);
        assert!(settlement.is_clear);
        assert_eq!(settlement.readings, Readings::default());
    }
}

/// White takes the last ko at B3. Taking it back would repeat the position before.
const LAST_KO: &str = "
    . X O . O
    X X O O .
    X . X O O
    X X O O .
    . X O . O
";

#[test]
fn a_ko_that_may_not_be_taken_back_is_lost() {
    for network in judges() {
        let mut game = position(LAST_KO, Color::White, 0.0);
        for mv in ["B3", "pass", "pass"] {
            game.play(mv.parse().unwrap()).unwrap();
        }
        let settlement = settle(&game, network.as_ref());
        assert_eq!(settlement.score.to_string(), "W+7.0");
    }
}

/// In the corner Black sends two stones, which White may not take for ever.
const SENDING_TWO: &str = "
    . X . O X . . . .
    O X O O X . . . .
    . O O X . . . . .
    O O X . . . . . .
    X X . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
";

/// White's points at A7 and C7 are false eyes.
const FALSE_EYES: &str = "
    . X . O X X X X .
    O X O O X X X . X
    . O . O X X X X X
    O O O X X X X X X
    X X X X . X X X X
    X X X X X X X X X
    X X . X X X . X X
    X . X X X X X X X
    X X X X X X X X X
";

/// Two groups with an eye each share liberties at C2 and at G2. C7 is neutral.
const ONE_EYE_EACH: &str = "
    O . O X . . X O .
    . O O X . . X O O
    O O . X . . X O .
    O X X X . . X O .
    O . O X . . X O O
    O . O X X X X O O
    X X X O O O X X O
    . X . O . O . . O
    X X O O O O X X O
";

#[test]
fn chains_in_seki_stay_whoever_moves_first() {
    let [network, _] = judges();
    for (diagram, rules, score, in_seki) in [
        (SENDING_TWO, Rules::CHINESE, "B+61.0", 10),
        (FALSE_EYES, Rules::JAPANESE, "B+6.0", 11),
        (
            &ONE_EYE_EACH.replacen("O O . X", "O O O X", 1),
            Rules::CHINESE,
            "W+2.0",
            19,
        ),
    ] {
        for first in Color::BOTH {
            let mut game = position(diagram, first, 0.0);
            game.set_rules(rules);
            for _ in 0..2 {
                game.play(Move::Pass).unwrap();
            }
            let settlement = settle(&game, network.as_ref());
            assert_eq!(settlement.score.to_string(), score, "{first} {diagram}");
            assert_eq!(stones_with_status(&settlement, Status::Dead), 0, "{first}");
            assert_eq!(
                stones_with_status(&settlement, Status::Seki),
                in_seki,
                "{first}"
            );
        }
    }
}

#[test]
fn neutral_points_between_living_chains_are_divided() {
    let board: AnyBoard = "
        . X . O .
        X X X O O
        . X O O .
        X X O O O
        . X . O .
    "
    .parse()
    .unwrap();
    let divided = closed(&board).unwrap();
    let neutral = ["C5", "C1"].map(|vertex| Point::new(vertex.parse().unwrap()));
    let [one, other] = neutral.map(|point| divided.stone(point).unwrap());
    assert_eq!(one, !other);
    assert_eq!(divided.empty().len(), board.empty().len() - 2);
    assert!(closed(&divided).is_none());
}

/// Reading that includes C7 takes too long.
#[test]
#[ignore = "long: for release builds"]
fn a_seki_is_read_without_the_neutral_points() {
    let [network, _] = judges();
    for first in Color::BOTH {
        let settlement = settle(&position(ONE_EYE_EACH, first, 0.0), network.as_ref());
        assert_eq!(stones_with_status(&settlement, Status::Dead), 0, "{first}");
        assert_eq!(stones_with_status(&settlement, Status::Seki), 19, "{first}");
    }
}
