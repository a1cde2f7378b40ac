//! Undo.

use super::*;

/// The visible state of a game.
#[derive(Debug, PartialEq)]
struct View {
    board: AnyBoard,
    moves: Vec<(Color, Move)>,
    to_move: Color,
    captures: [usize; 2],
    banned: [Vec<Coord>; 2],
    is_over: bool,
}

impl View {
    fn of(game: &Game) -> Self {
        Self {
            board: game.board().clone(),
            moves: game.moves().to_vec(),
            to_move: game.to_move(),
            captures: Color::BOTH.map(|color| game.captures(color)),
            banned: Color::BOTH.map(|color| game.banned(color)),
            is_over: game.is_over(),
        }
    }
}

#[test]
fn undo_restores_every_earlier_state() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    for (size, moves) in [(2, 60), (3, 60), (4, 80), (5, 80), (9, 160), (13, 40)] {
        for rules in [
            Rules::CHINESE,
            Rules::TROMP_TAYLOR,
            with(Superko::Situational),
            with(Superko::Simple),
        ] {
            let mut game = Game::new(size).unwrap();
            game.set_rules(rules);
            let mut views = vec![View::of(&game)];
            for _ in 0..moves {
                let (color, mv) = random_move(&game, &mut rng);
                game.play_as(color, mv).unwrap();
                views.push(View::of(&game));
            }
            while let Some(view_before) = views.pop() {
                assert_eq!(View::of(&game), view_before);
                assert_eq!(game.undo(), !views.is_empty());
            }
        }
    }
}

#[test]
fn positions_are_those_after_an_undo() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    let mut game = Game::new(3).unwrap();
    game.set_up([(BLACK, coord("A1")), (WHITE, coord("B2"))], WHITE)
        .unwrap();
    for number in 0..60 {
        let (color, mv) = random_move(&game, &mut rng);
        game.play_as(color, mv).unwrap();
        if number % 20 == 0 {
            game.play(Move::Pass).unwrap();
            game.play(Move::Pass).unwrap();
            game.resume();
            game.set_to_move(color);
        }
    }
    let mut undone = game.clone();
    let positions: Vec<Game> = game.positions().collect();
    assert_eq!(positions.len(), game.moves().len() + 1);
    for position in positions.iter().rev() {
        assert_eq!(View::of(position), View::of(&undone));
        assert_eq!(position.resumed_at(), undone.resumed_at());
        assert_eq!(position.past(), undone.past());
        undone.undo();
    }
}

#[test]
fn a_thousand_moves_can_be_taken_back() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
    let mut game = Game::new(9).unwrap();
    game.set_rules(with(Superko::Simple));
    for _ in 0..1000 {
        let (color, mv) = random_move(&game, &mut rng);
        game.play_as(color, mv).unwrap();
    }
    for _ in 0..1000 {
        assert!(game.undo());
    }
    assert!(!game.undo());
    assert_eq!(game.board(), &AnyBoard::new(9));
}

#[test]
fn undoing_several_moves_equals_undoing_them_one_by_one() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    let mut game = Game::new(5).unwrap();
    for _ in 0..60 {
        let (color, mv) = random_move(&game, &mut rng);
        game.play_as(color, mv).unwrap();
    }
    let mut one_by_one = game.clone();
    for count in [0, 1, 2, 7, 30] {
        for _ in 0..count {
            assert!(one_by_one.undo());
        }
        assert!(game.undo_many(count));
        assert_eq!(View::of(&game), View::of(&one_by_one));
    }
    assert!(!game.undo_many(21));
    assert_eq!(View::of(&game), View::of(&one_by_one));
    assert!(game.undo_many(20));
    assert!(game.moves().is_empty());
}

#[test]
fn a_hundred_thousand_passes_can_be_taken_back_at_once() {
    let mut game = Game::new(2).unwrap();
    for _ in 0..100_000 {
        game.play(Move::Pass).unwrap();
    }
    assert!(game.undo_many(99_999));
    assert_eq!(game.moves().len(), 1);
}
