//! A game as the log of our program tells it.

use tao_go::board::{Color, Move};
use tao_go::game::{Game, Rules};

/// Fewer moves are no game worth the name.
const FEWEST_MOVES: usize = 20;

/// What our program says after the last move.
const END: &str = "game over: two passes";

/// How what may follow begins: GNU Go passes once more, and in the end the peer leaves.
const AFTERWARDS: [&str; 2] = [
    "a move after the end of the game is ignored",
    "connection closed: ",
];

/// What the program says of itself when it starts.
const BEFOREHAND: &str = "version ";

/// A whole game.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Story {
    /// What was agreed before the first move.
    pub(crate) agreement: String,
    pub(crate) moves: Vec<(Color, Move)>,
}

impl Story {
    /// The test fails unless the log tells of one game that two passes ended, and of nothing else.
    pub(crate) fn read(log: &str) -> Self {
        let lines = log.lines().map(|line| {
            line.strip_prefix("tao: ")
                .unwrap_or_else(|| panic!("`{line}` is not ours in\n{log}"))
        });
        let mut lines = lines.filter(|line| !line.starts_with(BEFOREHAND));
        let agreement = lines.next().and_then(|line| line.strip_prefix("game: "));
        let agreement = agreement.unwrap_or_else(|| panic!("no game begins in\n{log}"));
        let mut moves = Vec::new();
        for line in lines.by_ref().take_while(|&line| line != END) {
            let mv = a_move(line);
            moves.push(mv.unwrap_or_else(|| panic!("`{line}` is no move in\n{log}")));
        }
        assert!(
            log.lines().any(|line| line.ends_with(END)),
            "no end in\n{log}"
        );
        let afterwards =
            lines.find(|line| !AFTERWARDS.iter().any(|&known| line.starts_with(known)));
        assert_eq!(afterwards, None, "after the end in\n{log}");
        Self {
            agreement: agreement.to_owned(),
            moves,
        }
    }

    /// Plays the moves again, after so many handicap stones on the traditional points. The test fails unless each move
    /// is legal and in turn, and the last two are passes.
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
            let verdict = game.play(color, mv);
            assert_eq!(verdict, Ok(()), "move {number}, {color} {mv}");
        }
        assert!(game.is_over(), "two passes end the game");
        assert!(
            self.moves.len() >= FEWEST_MOVES,
            "{} moves are no game",
            self.moves.len()
        );
        game
    }
}

/// `black E5`
fn a_move(line: &str) -> Option<(Color, Move)> {
    let (color, mv) = line.split_once(' ')?;
    Some((color.parse().ok()?, mv.parse().ok()?))
}
