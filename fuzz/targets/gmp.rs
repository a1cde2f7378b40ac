//! Any bytes as input of a GMP conversation, in pieces, with pauses, and with an engine that plays anywhere or resigns. The
//! conversation never panics, limits its output, and asks for a move only in games that are not over.

#![no_main]

use std::time::Duration;

use libfuzzer_sys::fuzz_target;
use tao_engine::Decision;
use tao_protocols::gmp::{Conversation, Wishes};
use tao_rules::board::{Color, Coord, Move};
use tao_rules::game::Game;

fuzz_target!(|input: &[u8]| {
    let Some((&kind, script)) = input.split_first() else {
        return;
    };
    let Ok(model) = Game::new(9) else { return };
    let mut conversation = Conversation::new(model, wishes(kind), u64::from(kind));
    let mut now = Duration::ZERO;
    // A byte gives the length of the next piece and the pause before it.
    let mut rest = script;
    while let Some((&pace, more)) = rest.split_first() {
        now += Duration::from_millis([0, 10, 600, 70_000][usize::from(pace >> 6)]);
        conversation.tick(now);
        let (piece, more) = more.split_at(more.len().min(usize::from(pace & 31)));
        conversation.receive(piece, now);
        rest = more;
        if let Some(request) = conversation.take_request() {
            let decision = decide(&request.game, request.color, pace);
            conversation.set_decision(decision, now);
        }
        let output = conversation.take_output();
        assert!(
            output.len() <= 4 * (piece.len() + 8),
            "{} bytes",
            output.len()
        );
        assert_eq!(output.len() % 4, 0, "{output:?}");
    }
    if conversation.has_timed_out() {
        conversation.give_up();
    }
});

fn wishes(kind: u8) -> Wishes {
    Wishes {
        color: [None, Some(Color::Black), Some(Color::White), None][usize::from(kind & 3)],
        size: (kind & 4 != 0).then_some(9),
        handicap: (kind & 8 != 0).then_some(3),
        is_simplified: kind & 16 != 0,
        ..Wishes::default()
    }
}

/// A legal move or a pass, or now and then a resignation.
fn decide(game: &Game, color: Color, choice: u8) -> Decision {
    assert!(!game.is_over(), "no move is asked for after the end");
    let legal: Vec<Move> = Coord::all(game.size())
        .map(Move::Play)
        .filter(|&mv| game.is_legal(color, mv))
        .collect();
    match choice & 63 {
        63 => Decision::Resign,
        _ if legal.is_empty() => Decision::Play(Move::Pass),
        62 => Decision::Play(Move::Pass),
        other => Decision::Play(legal[usize::from(other) % legal.len()]),
    }
}
