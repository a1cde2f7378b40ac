//! Positions, with the sentence about a move in each.

use tao_engine::raw::search::{MoveStats, Ownership};
use tao_rules::board::{Color, Move};
use tao_rules::game::Game;

use super::reason;
use crate::review::{Language, MistakeSizes, MoveReview, PositionEvaluation, PositionValue};

const BLACK: Color = Color::Black;
const WHITE: Color = Color::White;

/// A position with this expected line, and the owners of its points as rows from the top: `X` Black's, `x` rather Black's, and `O` and
/// `o` White's.
fn position(to_move: Color, line: &str, owners: &str) -> PositionEvaluation {
    let rows: Vec<&str> = owners.split_whitespace().rev().collect();
    let shares = rows.concat();
    let shares = shares.chars().map(|mark| match mark {
        'X' => 0.9,
        'x' => 0.4,
        'o' => -0.4,
        'O' => -0.9,
        _ => 0.0,
    });
    let shares: Vec<f32> = shares.collect();
    let moves: Vec<(Move, u64)> = line
        .split(' ')
        .map(|mv| (mv.parse().unwrap(), 100))
        .collect();
    let lead = shares.iter().map(|share| f64::from(*share)).sum();
    PositionEvaluation {
        to_move,
        black: PositionValue {
            win_rate: 0.5,
            lead,
        },
        exact: None,
        moves: vec![MoveStats {
            variation: moves.clone(),
            ..MoveStats::new(moves[0].0, 100)
        }],
        ownership: Some(Ownership::of_shares(rows.len(), &shares)),
        book: Vec::new(),
    }
}

/// A move in a position, with the expected lines and owners before it and after it.
struct Case<'a> {
    /// The stones, and moves that were made from there, the opponent's last.
    board: &'a str,
    moves: &'a str,
    color: Color,
    mv: &'a str,
    lines: [&'a str; 2],
    owners: [&'a str; 2],
}

impl Default for Case<'_> {
    fn default() -> Self {
        Self {
            board: ATARI,
            moves: "",
            color: BLACK,
            mv: "E1",
            lines: ["C2", "C2"],
            owners: [BLACK_OWNS_ALL, WHITE_OWNS_HALF],
        }
    }
}

impl Case<'_> {
    fn sentence(&self) -> Option<String> {
        let mut game = Game::from_diagram(self.board, self.color).unwrap();
        let moves: Vec<&str> = self.moves.split_whitespace().collect();
        for (i, mv) in moves.iter().enumerate() {
            let is_opponents = (moves.len() - i) % 2 == 1;
            let color = if is_opponents {
                !self.color
            } else {
                self.color
            };
            game.play_as(color, mv.parse().unwrap()).unwrap();
        }
        let [better, answer] = self.lines;
        let before = position(self.color, better, self.owners[0]);
        let after = position(!self.color, answer, self.owners[1]);
        let (sizes, mv) = (MistakeSizes::default(), self.mv.parse().unwrap());
        let positions = [&before, &after];
        let review = MoveReview::new(sizes, game.size(), 1, (self.color, mv), positions).unwrap();
        assert!(review.class.is_some(), "{review:?}");
        let reason = reason(&game, &review, positions)?;
        for language in [Language::Zh, Language::Ja, Language::Ko] {
            let sentence = reason.sentence(language);
            assert!(!sentence.contains(['{', '}']), "{sentence}");
        }
        Some(reason.sentence(Language::En))
    }

    #[track_caller]
    fn check(&self, sentence: &str) {
        assert_eq!(self.sentence().as_deref(), Some(sentence));
    }
}

/// Two white stones in atari, which White extends at C2, or leaves.
const ATARI: &str = "
    . . . . .
    . X X . .
    X O O X .
    . X . . .
    . . . . .";

const BLACK_OWNS_ALL: &str = "XXXXX XXXXX XXXXX XXXXX XXXXX";

const WHITE_OWNS_HALF: &str = "XXXX. XXXx. XOOXo xOOOO OOOOO";

#[test]
fn stones_in_atari_are_taken() {
    let left = Case {
        color: WHITE,
        owners: [WHITE_OWNS_HALF, BLACK_OWNS_ALL],
        ..Case::default()
    };
    left.check("Black takes the two stones at B3, left in atari.");
    let extended = Case {
        board: ". . . . .
            . X X X .
            X O O . X
            . X X . .
            . . . . .",
        mv: "D3",
        lines: ["D1", "D2"],
        owners: ["XXXX. XXXx. XOOOo xOOOO OOOOO", BLACK_OWNS_ALL],
        ..left
    };
    extended.check("Black takes the three stones at B3, still in atari.");
    let self_atari = Case {
        board: ". . . . .
            . X X X .
            X O O . X
            . X . X .
            . . . . .",
        lines: ["C2", "C2"],
        ..extended
    };
    self_atari.check("That is self-atari: Black takes the three stones at B3.");
    Case::default().check("Black C2 would have taken the two stones at B3.");
}

#[test]
fn a_move_fills_an_eye() {
    Case {
        board: ". . . . .
            O O O O .
            X X X O .
            . X X O .
            X . X O .",
        color: BLACK,
        mv: "B1",
        lines: ["E5", "A2"],
        owners: ["OOOOO OOOOO XXXOO XXXOO XXXOO", DEAD],
        ..Case::default()
    }
    .check("Black fills its own eye, which kills the eight stones at A1.");
}

const LADDER: &str = "
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . X O . . . .
    . . X X . . .
    . . . . . . .";

const NET: &str = "
    . . . . . . .
    . . . . . . .
    . . X . . . .
    . . X O . . .
    . . . X X . .
    . . . . . . .
    . . . . . . .";

/// The owners of the points around C3 and D4: White's and Black's.
const CENTER: [&str; 2] = [
    "....... ..Xoo.. ..XOO.. ..XOO.. XXOXX.. XXXX... XXXX...",
    "....... ..Xxx.. ..XXX.. ..XXX.. XXXXX.. XXXX... XXXX...",
];

#[test]
fn ladders_and_nets_work_for_both_sides() {
    for (board, mv, stone, way) in [(LADDER, "C4", "C3", "a ladder"), (NET, "E5", "D4", "a net")] {
        let lines = [mv, mv];
        let loses = Case {
            board,
            color: WHITE,
            mv: "G1",
            lines,
            owners: CENTER,
            ..Case::default()
        };
        loses.check(&format!(
            "Black {mv} catches the stone at {stone} in {way}."
        ));
        let [white, black] = CENTER;
        let owners = [black, white];
        let spares = Case {
            color: BLACK,
            owners,
            ..loses
        };
        spares.check(&format!(
            "Black {mv} would have caught the stone at {stone} in {way}."
        ));
    }
    // A stone in the way of the ladder breaks it.
    let broken = LADDER.replacen(". . . . . . .", ". . . . . O .", 2);
    Case {
        board: &broken,
        color: WHITE,
        mv: "G1",
        lines: ["E4", "C4"],
        owners: CENTER,
        ..Case::default()
    }
    .check("Black C4 kills the stone at C3.");
}

const EYE_SPACE: &str = "
    . . . . .
    O O O O O
    X X X X O
    . . . X O
    X X X X O";

const ALIVE: &str = "OOOOO OOOOO XXXXO XXXXO XXXXO";

const DEAD: &str = "OOOOO OOOOO OOOOO OOOOO OOOOO";

#[test]
fn eyes_have_a_vital_point() {
    let loses = Case {
        board: EYE_SPACE,
        color: BLACK,
        mv: "C5",
        lines: ["B2", "B2"],
        owners: [ALIVE, DEAD],
        ..Case::default()
    };
    loses.check("White B2 is the vital point and kills the nine stones at A1.");
    let spares = Case {
        color: WHITE,
        owners: [DEAD, ALIVE],
        lines: ["B2", "B2"],
        ..loses
    };
    spares.check("White B2, the vital point, would have killed the nine stones at A1.");
    let left_alone = Case {
        lines: ["B2", "pass"],
        color: BLACK,
        owners: [ALIVE, DEAD],
        ..spares
    };
    left_alone.check("Black B2 would have made an eye for the nine stones at A1.");
}

const CUT: &str = "
    . . . . . . .
    . . O O . . .
    . O X . X X .
    . O X . . . X
    . . O O . . .
    . . . . . . .
    . . . . . . .";

/// The owners before a cut at D5, and after it.
const CUTTING: [&str; 2] = [
    "oooo... oOOOxXX oOXXXXX oOXXXXX ooOOxXX oooo... .......",
    "oooo... oOOOxXX oOOOXXX oOOOXXX ooOOxXX oooo... .......",
];

#[test]
fn stones_are_cut_off_or_connected() {
    let loses = Case {
        board: CUT,
        color: BLACK,
        mv: "G1",
        lines: ["D5", "D5"],
        owners: CUTTING,
        ..Case::default()
    };
    loses.check("White D5 cuts off the two stones at C4.");
    let [connected, cut] = CUTTING;
    let spares = Case {
        color: WHITE,
        owners: [cut, connected],
        ..loses
    };
    spares.check("White D5 would have cut off the two stones at C4.");
    let unsaved = Case {
        color: BLACK,
        owners: CUTTING,
        lines: ["D5", "D4"],
        ..spares
    };
    unsaved.check("Black D5 would have connected the two stones at C4.");
}

#[test]
fn stones_are_saved_by_a_capture_or_by_extending() {
    let capture = Case {
        board: ". . . . .
            . . . . .
            . O O X .
            O X X O X
            . O . . .",
        mv: "A5",
        lines: ["D1", "D1"],
        owners: [
            "XXXXX XOOXX OOOXX OXXXX OOOXX",
            "XXXXX XOOXX OOOXX OOOOX OOOOO",
        ],
        ..Case::default()
    };
    capture.check("Black D1 would have saved the two stones at B2 by a capture.");
    let extend = Case {
        board: ". . . . .
            . . . . .
            . O O . .
            O X X . .
            . O O . .",
        lines: ["D2", "D3"],
        ..capture
    };
    extend.check("Black D2 would have saved the two stones at B2 by extending.");
}

#[test]
fn a_capturing_race_is_lost() {
    Case {
        board: ". . . . . . .
            . . . . . . .
            . . . . . . .
            . O X O X . .
            . O X O X . .
            . . . . . . .
            . . . . . . .",
        mv: "G1",
        lines: ["D5", "C5"],
        owners: [
            "....... ....... ..XXX.. .OXXX.. .OXXX.. ..XXX.. .......",
            "....... ....... ..OOX.. .OOOX.. .OOOX.. ..OOX.. .......",
        ],
        ..Case::default()
    }
    .check("White wins the capturing race against the two stones at C3.");
}

#[test]
fn stones_get_into_danger_or_out_of_it() {
    let safe = "....... ..XOO.. ..XOO.. ..XOO.. XXOXX.. XXXX... XXXX...";
    let weak = "....... ..Xoo.. ..Xoo.. ..Xoo.. XXoXX.. XXXX... XXXX...";
    let board = &LADDER.replacen(". . . . . . .", ". . . . . O .", 2);
    let loses = Case {
        board,
        color: WHITE,
        mv: "G1",
        lines: ["C4", "C4"],
        owners: [safe, weak],
        ..Case::default()
    };
    loses.check("Black C4 puts the stone at C3 in danger.");
    let spares = Case {
        color: BLACK,
        owners: [weak, safe],
        ..loses
    };
    spares.check("Black C4 would have attacked the stone at C3, safer now.");
    let far = Case {
        lines: ["pass", "pass"],
        ..spares
    };
    assert_eq!(far.sentence(), None);
}

/// The three black stones at C7 and the four white ones at D7 share their liberties.
const SEKI: &str = "
    . O X . O X . X .
    O O X . O X X X X
    . O X O O X . X .
    O O O X X X X X X
    . O O X . X X . X
    O O O X X X X X X
    O . O X X X X X X
    O O O X . X X . X
    . O O X X X X X X";

#[test]
fn a_seki_is_made_or_missed() {
    let seki =
        "OOX.OXXXX OOX.OXXXX OOXOOXXXX OOOXXXXXX OOOXXXXXX OOOXXXXXX OOOXXXXXX OOOXXXXXX OOOXXXXXX";
    let dead =
        "OOXXXXXXX OOXXXXXXX OOXXXXXXX OOOXXXXXX OOOXXXXXX OOOXXXXXX OOOXXXXXX OOOXXXXXX OOOXXXXXX";
    let lives = Case {
        board: SEKI,
        mv: "E5",
        lines: ["D9", "pass"],
        owners: [dead, seki],
        ..Case::default()
    };
    lives.check("White lives in seki with the four stones at D7.");
    let missed = Case {
        color: WHITE,
        mv: "A1",
        lines: ["B3", "D9"],
        owners: [seki, dead],
        ..lives
    };
    missed.check("White B3 would have saved the four stones at D7 in seki.");
}

#[test]
fn a_ko_is_taken_or_lost() {
    let (black, white) = (
        "XXOO. XXXOO XXXOO XXOO. XXX..",
        "XOOO. XOOOO XOOOO XOOO. XXX..",
    );
    let allowed = Case {
        board: ". X O . .
            X . X O .
            . X O . .
            . . . . .
            . . . . .",
        lines: ["B4", "B4"],
        owners: [black, white],
        ..Case::default()
    };
    allowed.check("White takes a ko at B4.");
    let missed = Case {
        color: WHITE,
        owners: [white, black],
        lines: ["B4", "D1"],
        ..allowed
    };
    missed.check("White B4 would have taken the ko.");
    let lost = Case {
        moves: "B4",
        lines: ["B1", "C4"],
        ..allowed
    };
    lost.check("White wins the ko at C4.");
}

/// Black's territory on the left and White's on the right are closed, except at E1. D7 is neutral.
const WALLS: &str = "
    . . X . O . .
    . . X X O . .
    . . X . O . .
    . . X . O . .
    . . X . O . .
    . . X . O . .
    . . X . . O .";

#[test]
fn moves_do_nothing() {
    let large = "XXX.OOO XXXXOOO XXX.OOO XXX.OOO XXX.OOO XXX.OOO XXXXXOO";
    let small = "XXX.OOO XXXXOOO XXX.OOO XXX.OOO XXX.OOO XXX.OOO XXXOOOO";
    let wasted = Case {
        board: WALLS,
        mv: "A7",
        lines: ["E1", "E1"],
        owners: [large, small],
        ..Case::default()
    };
    wasted.check("A7 is already Black's territory, and E1 is worth about 4 points more.");
    for (mv, sentence) in [
        (
            "G7",
            "The stone at G7 is dead in White's territory, and E1 is worth about 4 points more.",
        ),
        (
            "D7",
            "D7 is a neutral point, and E1 is worth about 4 points more.",
        ),
        (
            "D5",
            "Black E1 is the larger endgame move, by about 4 points.",
        ),
        (
            "pass",
            "Black passes too early: E1 is worth about 4 points.",
        ),
    ] {
        Case { mv, ..wasted }.check(sentence);
    }
    // All stones are as settled in an opening, too.
    let board = "
        . . . . . . .
        . . . . . . .
        . . X . O . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .";
    let opening = Case {
        board,
        mv: "D6",
        ..wasted
    };
    opening.check("White gets E1, the key point for both sides.");
}

/// The owners of an open board, and the same with more for White around the point D2.
const OPEN: [&str; 2] = [
    "....... ....... ..x.o.. ..x.o.. ..xxo.. ..xxo.. ..xxo..",
    "....... ....... ..x.o.. ..x.o.. ..ooo.. ..ooo.. ..ooo..",
];

#[test]
fn another_point_was_larger() {
    let board = "
        . . . . . . .
        . . X . O . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .";
    let larger = Case {
        board,
        mv: "A7",
        lines: ["D3", "D3"],
        owners: OPEN,
        ..Case::default()
    };
    larger.check("White gets D3, the key point for both sides.");
    let unanswered = Case {
        moves: "B3 E2",
        lines: ["D2", "D3"],
        ..larger
    };
    unanswered.check("Black should have answered White's last move at D2.");
    // Where Black has no stones, there is nothing to defend.
    let nothing = Case {
        moves: "E2",
        ..unanswered
    };
    nothing.check("White D3 gains ground around C3.");
    let gains = Case {
        lines: ["E5", "D1"],
        ..larger
    };
    gains.check("White D1 gains ground around D3.");
    let missed = Case {
        lines: ["D1", "G7"],
        ..larger
    };
    missed.check("Black D1 would have gained ground around D3.");
    let elsewhere = Case {
        lines: ["A6", "G7"],
        ..larger
    };
    assert_eq!(elsewhere.sentence(), None);
}

#[test]
fn an_exchange_has_no_single_reason() {
    // Black loses ten points on the left and gains nine on the right.
    let exchange = Case {
        lines: ["D1", "A5"],
        owners: [
            "XXXOO XXXOO XXXOO XXXOO XXXOO",
            "OOXXX OOXXX OOXXX OOXXX OOOXX",
        ],
        ..Case::default()
    };
    assert_eq!(exchange.sentence(), None);
}

/// From a game: White saves the stone at H7, which catches the black stones. That is no net.
#[test]
fn a_move_that_extends_is_no_net() {
    let black =
        "XXXXXXXXX XXXXXXXXX OXXXXXXXX OOOOOOOXX OXOOOOOXX XXOOOOOXX XXXOOOOXX OOXXOOOXX XXXXOOOOO";
    let white =
        "XXXXXXXXX XXXXXXXOO OXXXXXXOO OOOOOOOOO OXOOOOOOO XXOOOOOOO XXXOOOOOO OOXXOOOOO XXXXOOOOO";
    Case {
        board: ". . . . . . . . .
            X X . . . . . . .
            O X X X X X X O .
            O O O O O O O X .
            O X O X X . O X X
            X X O O . O O X X
            . X X O O . X O X
            O O X X O . O O X
            . X . X O . O X .",
        mv: "J7",
        lines: ["H8", "H8 J9 G8"],
        owners: [black, white],
        ..Case::default()
    }
    .check("White H8 catches the eight stones at J2.");
}
