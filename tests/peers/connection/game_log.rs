//! The game in the log of our program.

use tao_rules::board::{Color, Move};
use tao_rules::game::{Game, Rules};

/// Minimum length of a complete game.
const MIN_MOVES: usize = 20;

/// The line after the last move.
const END: &str = "game over: two passes";

/// Beginnings of lines that may follow: GNU Go passes once more, and in the end the peer leaves.
const AFTER_END: [&str; 2] = [
    "a move after the end of the game is ignored",
    "connection closed: ",
];

/// Beginning of the line that the program logs when it starts.
const VERSION: &str = "version ";

/// A complete game.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct GameLog {
    /// The agreement before the first move.
    pub(crate) agreement: String,
    pub(crate) moves: Vec<(Color, Move)>,
}

impl GameLog {
    /// Parses a log. Fails the test unless it has exactly one game, ended by two passes, and nothing else.
    pub(crate) fn read(log: &str) -> Self {
        let lines = log.lines().map(|line| {
            line.strip_prefix("tao-go: ")
                .unwrap_or_else(|| panic!("`{line}` is not from our program in\n{log}"))
        });
        let mut lines = lines.filter(|line| !line.starts_with(VERSION));
        let agreement = lines.next().and_then(|line| line.strip_prefix("game: "));
        let agreement = agreement.unwrap_or_else(|| panic!("no game begins in\n{log}"));
        let mut moves = Vec::new();
        for line in lines.by_ref().take_while(|&line| line != END) {
            let mv = parse_move(line);
            moves.push(mv.unwrap_or_else(|| panic!("`{line}` is no move in\n{log}")));
        }
        assert!(
            log.lines().any(|line| line.ends_with(END)),
            "no end in\n{log}"
        );
        let unexpected = lines.find(|line| !AFTER_END.iter().any(|&known| line.starts_with(known)));
        assert_eq!(unexpected, None, "after the end in\n{log}");
        Self {
            agreement: agreement.to_owned(),
            moves,
        }
    }

    /// Replays the moves after a fixed handicap. Fails the test unless each move is legal and in turn, and the last two are
    /// passes.
    pub(crate) fn replay(&self, rules: Rules, komi: f64, handicap: usize) -> Game {
        let mut game = Game::new(9).unwrap();
        game.set_rules(rules);
        game.set_komi(komi).unwrap();
        if handicap > 0 {
            game.fixed_handicap(handicap).unwrap();
        }
        for (number, &(color, mv)) in (1..).zip(&self.moves) {
            assert!(!game.is_over(), "move {number} is after the end");
            assert_eq!(color, game.to_move(), "whose turn it is at move {number}");
            let result = game.play_as(color, mv).map(drop);
            assert_eq!(result, Ok(()), "move {number}, {color} {mv}");
        }
        assert!(game.is_over(), "two passes end the game");
        assert!(
            self.moves.len() >= MIN_MOVES,
            "only {} moves",
            self.moves.len()
        );
        game
    }
}

/// Parses `black E5`.
fn parse_move(line: &str) -> Option<(Color, Move)> {
    let (color, mv) = line.split_once(' ')?;
    Some((color.parse().ok()?, mv.parse().ok()?))
}
