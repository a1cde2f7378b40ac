use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::service;
use crate::serve::{BoardService, Server};
use tao_rules::game::Game;

#[test]
fn a_change_of_the_game_ends_the_solver() {
    let service = BoardService {
        game: Game::new(9).unwrap(),
        ..service()
    };
    let server = Server::new(service, 1);
    let visitor = server.visitors.begin(&server).unwrap();
    let start = Instant::now();
    thread::scope(|scope| {
        let solver = scope.spawn(|| visitor.solve(&server).unwrap());
        thread::sleep(Duration::from_millis(200));
        let play = serde_json::from_value(json!({"action": "play", "move": "E5"})).unwrap();
        visitor.act(play, &server).unwrap();
        let found = solver.join().unwrap();
        assert_eq!(
            (&found["revision"], &found["lead"]),
            (&json!(0), &Value::Null)
        );
    });
    assert!(start.elapsed() < Duration::from_secs(9));
}
