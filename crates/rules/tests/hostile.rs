//! Nothing outside of `raw` panics, whatever the arguments.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::time::Duration;

use proptest::prelude::*;
use tao_rules::board::{ByColor, Color, Coord, MAX_SIZE, MIN_SIZE, Move, Symmetry};
use tao_rules::game::{
    Clocks, FischerCaps, Game, MoveTime, Remaining, Rules, Score, TimeBudget, TimeControl,
};
use tao_rules::raw::Point;

/// Sizes and other counts: small ones, those at the limits, and the largest.
fn number() -> impl Strategy<Value = usize> {
    prop_oneof![0..30_usize, Just(255), Just(256), Just(usize::MAX)]
}

/// Any point that can be written, on the board or not.
fn coord() -> impl Strategy<Value = Coord> {
    (0..25_usize, 0..25_usize).prop_map(|(column, row)| Coord::new(column, row).unwrap())
}

fn color() -> impl Strategy<Value = Color> {
    prop_oneof![Just(Color::Black), Just(Color::White)]
}

fn rules() -> impl Strategy<Value = Rules> {
    let named = Rules::NAMED.map(|(_, rules)| rules);
    prop_oneof![
        Just(Rules::NEW_ZEALAND),
        Just(Rules::AGA),
        proptest::sample::select(named.to_vec())
    ]
}

fn duration() -> impl Strategy<Value = Duration> {
    prop_oneof![
        Just(Duration::ZERO),
        Just(Duration::from_nanos(1)),
        (0..100_000_u64).prop_map(Duration::from_millis),
        Just(Duration::MAX),
    ]
}

fn control() -> impl Strategy<Value = TimeControl> {
    let counts = prop_oneof![Just(0), Just(1), Just(5), Just(u32::MAX)];
    (0..5, duration(), duration(), counts).prop_map(|(kind, main, period, count)| match kind {
        0 => TimeControl::Unlimited,
        1 => TimeControl::Absolute { main },
        2 => TimeControl::Canadian {
            main,
            period,
            stones: count,
        },
        3 => TimeControl::ByoYomi {
            main,
            period,
            periods: count,
        },
        _ => TimeControl::Fischer {
            main,
            increment: period,
            caps: FischerCaps {
                clock: period,
                one_move: main,
            },
        },
    })
}

proptest! {
    #[test]
    fn sizes_and_points_need_not_fit(size in number(), coord in coord()) {
        for symmetry in Symmetry::all() {
            let image = symmetry.apply(coord, size);
            prop_assert_eq!(symmetry.inverse().apply(image, size), coord);
            prop_assert_eq!(image.is_on(size), coord.is_on(size));
        }
        prop_assert_eq!(coord.line(size) > 0, coord.is_on(size));
        coord.is_star(size);
        let all: Vec<String> = Coord::all(size).map(|coord| coord.to_string()).collect();
        prop_assert_eq!(all.len(), Coord::rows(size).flatten().count());
        let game = Game::new(size);
        prop_assert_eq!(game.is_ok(), (MIN_SIZE..=MAX_SIZE).contains(&size));
    }

    #[test]
    fn games_refuse_what_is_impossible(
        size in MIN_SIZE..=MAX_SIZE,
        rules in rules(),
        moves in prop::collection::vec((color(), prop::option::of(coord())), 0..60),
        numbers in prop::array::uniform4(number()),
        coords in prop::collection::vec(coord(), 0..8),
        komi in any::<f64>(),
    ) {
        let [a, b, c, d] = numbers;
        let described = Game::builder().size(a).komi(komi).rules(rules).handicap(b);
        if let Ok(game) = described.build() {
            prop_assert_eq!((game.size(), game.komi(), game.rules()), (a, komi, rules));
            prop_assert_eq!(game.handicap(), b);
        }
        let mut game = Game::new(size).unwrap();
        game.set_rules(rules);
        prop_assert_eq!(game.set_komi(komi).is_ok(), komi.abs() <= Game::MAX_KOMI);
        for (index, &(color, coord)) in moves.iter().enumerate() {
            let mv = coord.map_or(Move::Pass, Move::Play);
            let before = game.moves().len();
            let played = match index % 7 {
                0 => game.replay(color, mv),
                1 => game.replay_by_any_rules(color, mv),
                2 => game.play(mv).map(drop),
                _ => game.play_as(color, mv).map(drop),
            };
            prop_assert_eq!(game.moves().len() - before, usize::from(played.is_ok()));
        }
        let count = game.moves().len();
        prop_assert_eq!(game.undo_many(a), a <= count);
        game.resume_at(b);
        game.resume();
        let handicapped = game.clone().fixed_handicap(c);
        prop_assert!(handicapped.is_err() || c >= 2);
        prop_assert!(game.clone().place_free_handicap(d).is_err() || d < size * size);
        let _ = game.clone().set_free_handicap(&coords);
        let stones = coords.iter().zip([Color::Black, Color::White].into_iter().cycle());
        let _ = game.clone().set_up(stones.map(|(&coord, color)| (color, coord)), Color::White);
        for coord in coords {
            prop_assert_eq!(game.stone(coord).is_some(), game.chain(coord).is_some());
        }
        prop_assert!(game.legal_moves().iter().all(|&mv| game.is_legal(game.to_move(), mv)));
        prop_assert_eq!(game.at(b).is_some(), b <= game.moves().len());
        prop_assert_eq!(game.positions().count(), game.moves().len() + 1);
        prop_assert_eq!(game.outcome().is_some(), game.is_over());
        let drawn = Game::from_diagram(&game.to_diagram(), game.to_move()).unwrap();
        let without_ko = drawn.board().clone().with_ko(game.board().ko().map(Point::coord));
        prop_assert_eq!(&without_ko, game.board());
        let text = (game.standing_score().to_string(), game.total_komi(), game.extra_stones());
        prop_assert!(!text.0.is_empty());
        game.banned(Color::Black);
        game.superko_keys();
        let _ = game.resize(d);
        game.clear();
        prop_assert!(game.moves().is_empty());
    }

    #[test]
    fn scores_have_a_text(lead in any::<f64>()) {
        let score = Score { lead };
        prop_assert!(!score.to_string().is_empty() && !score.margin().is_empty());
    }

    #[test]
    fn clocks_take_any_times(
        control in control(),
        color in color(),
        times in prop::array::uniform4(duration()),
        overtime in prop_oneof![Just(0), Just(1), Just(u32::MAX)],
        moves in number(),
    ) {
        let [a, b, c, d] = times;
        let remaining = Remaining { time: a, overtime: Some(overtime) };
        let earlier = [MoveTime { moves, color, remaining }];
        let mut clocks = Clocks::resumed(control, &earlier, ByColor::new(d, d));
        let game = Game::new(9).unwrap();
        for elapsed in [b, c] {
            clocks.run(color, elapsed);
            clocks.is_out_of_time(color);
            clocks.left(color);
            clocks.budget(color, game.board());
            clocks.stop(color, moves);
            clocks.hear_remaining(!color, d, overtime);
            clocks.budget(!color, game.board());
        }
        clocks.go_back_to(moves);
        let budget = TimeBudget { target: a, maximum: b };
        budget.min(TimeBudget::fixed(c)).minus(d);
    }

    #[test]
    fn texts_are_read_or_refused(text in "[$XxOo●○.+,a-zBW 0-9|\n-]{0,60}|\\PC{0,40}") {
        let _ = text.parse::<Move>();
        let _ = text.parse::<Color>();
        let _ = text.parse::<Rules>();
        let _ = Game::from_diagram(&text, Color::Black);
    }
}
