//! Stones around a part of the board.

use super::*;
use crate::raw::{Life, PointSet};

/// What is framed of a diagram, drawn again, with the komi.
fn framed(diagram: &str, to_move: Color, one: &str, other: &str) -> (Vec<String>, f64) {
    let mut game = game(Rules::CHINESE, diagram);
    game.set_to_move(to_move);
    let framed = game.framed(coord(one), coord(other)).unwrap();
    assert_eq!((framed.to_move(), framed.moves().len()), (to_move, 0));
    (
        framed.board().stones_by_color().rows(game.size()),
        framed.komi(),
    )
}

#[test]
fn the_side_around_gets_a_wall_and_the_other_a_group_far_away() {
    let diagram = "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . X . . .
        . . . . . . . . .
        O . . . . . . . .
        X O O O . . . . .
        . X X O . . . . .
        . . X O . . O . .
        . . X O . . . . .";
    let (rows, komi) = framed(diagram, BLACK, "D4", "A1");
    let expected = [
        "OXXXXXXXX",
        "OOXXXXXXX",
        "OOOXXXXXX",
        ".OOXXXXXX",
        "OOOOOX.XX",
        "XOOOOXXXX",
        ".XXOOOX.X",
        "..XOOOOXX",
        "..XOO.OOX",
    ];
    assert_eq!((rows, komi), (expected.map(str::to_owned).to_vec(), 6.5));
    // A strip in which nothing lives belongs to the part, with its stones.
    let diagram = "
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . X X X . .
        . . . . . . .
        . O . . . . .";
    let (rows, _) = framed(diagram, WHITE, "A2", "G3");
    assert_eq!(rows[3..], ["XXXXXXX", "..XXX..", ".......", ".O....."]);
    // A side without stones there kills.
    let (rows, _) = framed(diagram, WHITE, "C2", "E3");
    assert_eq!(rows[3..6], ["OOOOOOX", ".OXXXOX", "OO...OX"]);
}

#[test]
fn stones_around_any_part_live_and_those_in_it_stay() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
    let mut made = 0;
    for round in 0..600 {
        let size = [9, 9, 9, 7, 13][round % 5];
        let mut below = |count: usize| rng.next_u32() as usize % count;
        let coords: Vec<Coord> = Coord::all(size).collect();
        let mut game = Game::new(size).unwrap();
        for _ in 0..below(60) {
            let mv = Move::Play(coords[below(coords.len())]);
            let color = [BLACK, WHITE][below(2)];
            if game.is_legal(color, mv) {
                game.play_as(color, mv).unwrap();
            }
        }
        let corners = [0, 1].map(|_| coords[below(coords.len())]);
        let part: PointSet<6> = PointSet::rectangle(corners[0], corners[1]);
        if 2 * part.len() > size * size {
            continue;
        }
        let framed = match game.framed(corners[0], corners[1]) {
            Ok(framed) => framed,
            Err(error) => {
                assert!(matches!(error, NoFrame::NoLiberty(_)), "{error}");
                continue;
            }
        };
        made += 1;
        let (before, now) = (game.board(), framed.board());
        now.check().unwrap();
        let all = PointSet::full(size);
        let owned = Color::BOTH.map(|color| Life::of(now, color).points());
        let mut kept = part;
        for region in (all & !part).regions() {
            if (region & !(owned[0] | owned[1])).is_empty() {
                continue;
            }
            // A strip at the edge.
            assert!((region & !PointSet::edge(size)).is_empty(), "{now}");
            kept |= region;
        }
        for color in Color::BOTH {
            assert_eq!(
                now.stones(color) & kept,
                before.stones(color) & kept,
                "{now}"
            );
        }
        let around = all & !kept;
        let wall = kept.neighbors() & around;
        let is_wall = |color: Color| (wall & !now.stones(color)).is_empty();
        assert!(Color::BOTH.into_iter().any(is_wall), "{now}");
        assert!((now.in_atari() & around).is_empty(), "{now}");
        assert!((around & !(owned[0] | owned[1])).is_empty(), "{now}");
        assert!(framed.komi().abs() <= (size * size) as f64, "{now}");
    }
    assert!(made > 400, "{made}");
}

#[test]
fn a_part_without_room_around_it_or_liberties_in_it_is_refused() {
    let board = game(Rules::CHINESE, ". X .\nX O X\n. . .");
    let refused = |one: &str, other: &str| board.framed(coord(one), coord(other)).unwrap_err();
    assert_eq!(refused("A1", "C3"), NoFrame::NoRoom);
    assert_eq!(refused("A1", "D1"), NoFrame::OffBoard);
    let mut corner = Game::new(9).unwrap();
    play(&mut corner, BLACK, "A1 B2 J9 A2");
    assert!(corner.framed(coord("A1"), coord("B2")).is_ok());
    let cut = corner.framed(coord("A1"), coord("A2")).unwrap_err();
    assert!(matches!(cut, NoFrame::NoLiberty(_)));
}

#[test]
fn points_around_are_counted_as_area() {
    let mut japanese = Game::new(9).unwrap();
    japanese.set_rules(Rules::JAPANESE);
    let framed = japanese.framed(coord("A1"), coord("D4")).unwrap();
    assert_eq!(
        (framed.rules(), framed.own_rules()),
        (Rules::CHINESE, Rules::JAPANESE)
    );
}
