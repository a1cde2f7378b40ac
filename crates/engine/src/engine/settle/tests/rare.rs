//! Rare shapes whose count is known: by the rules, or by a proof of the solver.

use super::*;
use tao_rules::game::Rules;

/// White in the corner is dead: Black starts the ko when no threat is left.
const BENT_FOUR: &str = "
    X X X . O X X O .
    . O O O O X X O O
    O O X X X X X O .
    X X X X X X X O O
    X X X X X X X O O
    X . X X X X X O O
    X X X X X X X O O
    X . X X X X X O O
    X X X X X X X O O
";

/// White in the corner has an eye and a ko. The double ko seki is an endless source of threats.
const MOONSHINE: &str = "
    . O X O . O X O O
    O O X O O X X O O
    . O X X O X O O O
    O X X X O X X O O
    X X X X O . X O O
    X X X X O X X O O
    . X X X O X O O .
    X X X O O X X O O
    . X X O X . X O .
";

/// Each side has three stones in atari in the eye of the other. To capture them first loses the race.
const STRINGS_IN_ATARI: &str = "
    X O O O . X O O O
    X X X X X X O . O
    X O O O O O O O O
    X X O O O O O . O
    . X O O O O O O O
    O O X X X X X X X
    O X X X X X X . X
    O O O O O O X X X
    O X X X . O X . X
";

/// White's ko in the corner makes a seki. Black, who may take the ko, risks all.
const TEN_THOUSAND_YEAR_KO: &str = "
    O O O O O O O O O
    X X O O O O O O O
    O X X O O O O . O
    . O X O O O O O O
    O O X O O O O O O
    . . X X O O O . O
    X X X X O O O O O
    O O O O O O O O O
    O O O O O O O O .
";

/// Black can capture the four white stones, White the black one. Each loses by it, so an old precedent gives Black three points.
const THREE_POINTS_WITHOUT_CAPTURE: &str = "
    X . X X X O O . O
    X X X X X O O O O
    X X X X X O O O O
    X . X X X O O O O
    X X X X X O O . O
    X X X X X O O O O
    O O X X X O O O O
    O O X X X O O O O
    . X O O O O O O O
";

/// White plays inside again after Black has captured.
const BULKY_FIVE: &str = "
    . O . X O O O O O
    O O O X O O O O O
    . X X X O O O . O
    X X O O O O O O O
    O O O O O O O O O
    O . O O O O X X X
    O O O O O X X . X
    O O O O O X X X X
    O O O O O X X . X
";

/// Three kos between two groups without eyes.
const TRIPLE_KO: &str = "
    X X X O . O X O O
    X X X O O X X O O
    X X X X O X O O O
    X X X O O X X O O
    X X X O X . X O O
    X X X O O X X O O
    . X X X O X O O .
    X X X O O X X O O
    . X X O X . X O .
";

/// Whoever does not throw in loses all.
const MOLASSES_KO: &str = "
    X X X X O X O O O
    X X X X O X O O O
    X X X X O X O O O
    X X X O O X X O O
    X X X O . O X O O
    X X X O . O X O O
    . X X O O X X O .
    X X O O X . X O O
    . X O X . X X O .
";

#[test]
#[ignore = "long: for release builds"]
fn rare_shapes_are_counted() {
    let network = net::embedded();
    let (area, territory) = (Rules::CHINESE, Rules::JAPANESE);
    let mut wrong = Vec::new();
    let (black, white) = (Color::Black, Color::White);
    for (diagram, rules, first, score) in [
        (BENT_FOUR, territory, black, "B+16.0"),
        (BENT_FOUR, territory, white, "B+16.0"),
        (BENT_FOUR, area, white, "B+45.0"),
        (BULKY_FIVE, territory, black, "W+17.0"),
        (BULKY_FIVE, territory, white, "W+17.0"),
        (BULKY_FIVE, area, black, "W+51.0"),
        (BULKY_FIVE, area, white, "W+51.0"),
        (MOONSHINE, territory, black, "B+12.0"),
        (MOONSHINE, area, white, "B+41.0"),
        (MOLASSES_KO, territory, white, "W+30.0"),
        (MOLASSES_KO, area, white, "W+25.0"),
        (STRINGS_IN_ATARI, territory, white, "0"),
        (TEN_THOUSAND_YEAR_KO, territory, white, "W+3.0"),
        (TEN_THOUSAND_YEAR_KO, area, white, "W+55.0"),
        (THREE_POINTS_WITHOUT_CAPTURE, territory, black, "B+2.0"),
        (THREE_POINTS_WITHOUT_CAPTURE, area, black, "W+3.0"),
        (THREE_POINTS_WITHOUT_CAPTURE, area, white, "W+3.0"),
        (TRIPLE_KO, area, black, "B+41.0"),
        (TRIPLE_KO, area, white, "W+23.0"),
    ] {
        let board: AnyBoard = diagram.parse().unwrap();
        let mut game = Game::new(board.size()).unwrap();
        game.set_komi(0.0).unwrap();
        game.set_rules(rules);
        game.set_up(board.all_stones(), first).unwrap();
        for _ in 0..2 {
            game.play(Move::Pass).unwrap();
        }
        let settlement = settle(&game, network.as_ref());
        if settlement.score.to_string() != score {
            wrong.push(format!(
                "{rules}, {first} first: {}, not {score}{diagram}",
                settlement.score
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
