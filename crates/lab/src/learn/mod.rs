//! Learns the weights of the [move model](tao_engine::raw::candidates::moves) from games of the program against itself.
//!
//! [`game_settings`] says how [`selfplay`](crate::selfplay) plays the games; [`fit()`] finds the weights that best predict the
//! moves preferred by their searches.

mod fit;

pub use fit::{FitQuality, fit};

use serde::{Deserialize, Serialize};
use tao_engine::raw::candidates::moves::{FeatureExtractor, Features, MoveContext};
use tao_engine::raw::search::{Detail, Params};
use tao_rules::game::Game;
use tao_rules::raw::{Board, Color, MIN_SIZE, Move, Point};

use crate::selfplay::{MoveChoice, PlayedGame, SelfPlaySettings};

/// A game with its searches.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SelfPlayGame {
    pub seed: u64,
    /// Side of the board.
    pub size: usize,
    /// The moves, Black's first.
    pub turns: Vec<SelfPlayMove>,
}

/// A move and its search.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SelfPlayMove {
    /// As in GTP.
    #[serde(rename = "move")]
    pub mv: String,
    /// Of the visited moves.
    pub visits: Vec<(String, u64)>,
}

/// Number of moves from the start of a game that are drawn by their visits, for variety.
const DRAWN_MOVES: usize = 12;

/// Win rate of either side above which the game ends.
const RESIGN_ABOVE: f64 = 0.95;

/// How the games are played: from the empty board `start`, with the playouts of `params` for each move. Every search is
/// learned from, and a lost game is resigned at once.
pub fn game_settings(params: &Params, start: &Game) -> SelfPlaySettings {
    SelfPlaySettings {
        detail: Detail::Nothing,
        start: start.clone(),
        varies_openings: false,
        visits: params.playouts.count,
        halving: None,
        choice: MoveChoice::Visits {
            drawn_moves: DRAWN_MOVES,
        },
        decided_above: 1.0,
        decided_after: 1,
        resign_above: RESIGN_ABOVE,
        played_out_share: 0.0,
        ..SelfPlaySettings::new(params, start.clone())
    }
}

impl From<PlayedGame> for SelfPlayGame {
    fn from(played: PlayedGame) -> Self {
        let turns = played.searched_moves().map(|(mv, search)| {
            let moves = search.snapshot.moves.iter();
            let visited = moves.filter(|stats| stats.visits > 0);
            SelfPlayMove {
                mv: mv.to_string(),
                visits: visited
                    .map(|stats| (stats.mv.to_string(), stats.visits))
                    .collect(),
            }
        });
        Self {
            seed: played.seed,
            size: played.game.size(),
            turns: turns.collect(),
        }
    }
}

/// The legal moves of a position, with the search's preference for each.
#[derive(Clone, Debug)]
pub struct TrainingPosition {
    /// Features of each move.
    pub moves: Vec<Features>,
    /// Share of each move in the visits of the search; they add up to 1.
    pub shares: Vec<f32>,
}

/// The positions of a game in which there was a choice.
///
/// # Errors
/// A message when the moves are not those of a game on 9x9 or less.
pub fn training_positions(game: &SelfPlayGame) -> Result<Vec<TrainingPosition>, String> {
    let size = game.size;
    if !(MIN_SIZE..=Board::<2>::MAX_SIZE).contains(&size) {
        return Err(format!(
            "games of size {size} cannot be used; sizes 2 to 9 can"
        ));
    }
    let mut board = Board::<2>::new(game.size);
    let mut color = Color::Black;
    let (mut last, mut second_last) = (None, None);
    let mut positions = Vec::new();
    for (number, turn) in (1..).zip(&game.turns) {
        let context = MoveContext {
            board: &board,
            color,
            last,
            second_last,
        };
        positions.extend(training_position(context, &turn.visits));
        let mv = play(&mut board, color, &turn.mv)
            .ok_or_else(|| format!("move {number}: `{}` cannot be played", turn.mv))?;
        (last, second_last) = (mv.coord().map(Point::new), last);
        color = !color;
    }
    Ok(positions)
}

/// Plays the move with this text; `None` if it is not a legal move.
fn play(board: &mut Board<2>, color: Color, text: &str) -> Option<Move> {
    let mv = text.parse().ok()?;
    match mv {
        Move::Pass => board.pass(),
        Move::Play(coord) if coord.is_on(board.size()) => {
            board.play(color, Point::new(coord)).ok()?;
        }
        Move::Play(_) => return None,
    }
    Some(mv)
}

/// The features and shares of the legal moves; `None` where the search had no choice.
fn training_position(
    context: MoveContext<'_, 2>,
    visits: &[(String, u64)],
) -> Option<TrainingPosition> {
    let points = context.board.playable(context.color);
    let visits_of = |point: Point<2>| {
        let vertex = point.coord().to_string();
        let found = visits.iter().find(|(visited, _)| *visited == vertex);
        found.map_or(0, |(_, visits)| *visits)
    };
    let visits: Vec<u64> = points.iter().map(visits_of).collect();
    let total: u64 = visits.iter().sum();
    if total == 0 || visits.len() < 2 {
        return None;
    }
    let extractor = FeatureExtractor::new(context);
    let shares = visits.iter().map(|&visits| visits as f32 / total as f32);
    Some(TrainingPosition {
        moves: points
            .iter()
            .map(|point| extractor.features(point))
            .collect(),
        shares: shares.collect(),
    })
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use tao_rules::game::{Rules, Superko};

    use super::*;
    use crate::selfplay::SelfPlayer;

    #[test]
    fn games_follow_superko_and_can_be_learned_from() {
        let mut params = Params::PLAYOUTS;
        params.playouts.count = 30;
        // A tiny board, on which captures repeat positions all the time.
        let mut start = Game::new(2).unwrap();
        start.set_rules(Rules {
            superko: Superko::Positional,
            ..Rules::CHINESE
        });
        start.set_komi(0.0).unwrap();
        let settings = SelfPlaySettings {
            played_out_share: 1.0,
            ..game_settings(&params, &start)
        };
        let mut player = SelfPlayer::new(None, &settings);
        for seed in 0..20 {
            let finished = player.play(seed, &AtomicBool::new(false)).unwrap();
            // A game that ends otherwise has been given up, because a search suggested a repetition.
            assert!(finished.game.is_over() || finished.game.is_long());
            let searches = finished.searches.len();
            assert_eq!(searches, finished.game.moves().len());
            let game = SelfPlayGame::from(finished);
            assert_eq!(
                (game.seed, game.size, game.turns.len()),
                (seed, 2, searches)
            );
            assert!(training_positions(&game).is_ok());
        }
    }

    fn game(size: usize, moves: &[&str]) -> SelfPlayGame {
        let turn = |mv: &&str| SelfPlayMove {
            mv: (*mv).to_owned(),
            visits: vec![("A1".to_owned(), 30), ("B2".to_owned(), 10)],
        };
        SelfPlayGame {
            seed: 1,
            size,
            turns: moves.iter().map(turn).collect(),
        }
    }

    #[test]
    fn shares_are_those_of_the_visits() {
        let positions = training_positions(&game(5, &["C3", "pass", "B2"])).unwrap();
        let visited = |position: &TrainingPosition| -> Vec<f32> {
            let shares = position.shares.iter().copied();
            shares.filter(|&share| share > 0.0).collect()
        };
        let moves: Vec<usize> = positions
            .iter()
            .map(|position| position.moves.len())
            .collect();
        assert_eq!(moves, [25, 24, 24]);
        assert!(
            positions
                .iter()
                .all(|position| visited(position) == [0.75, 0.25])
        );
    }

    #[test]
    fn games_with_bad_moves_or_sizes_are_refused() {
        assert_eq!(
            training_positions(&game(13, &[])).unwrap_err(),
            "games of size 13 cannot be used; sizes 2 to 9 can"
        );
        for bad in ["C3", "Z9", "K10", "here"] {
            let error = training_positions(&game(5, &["C3", bad])).unwrap_err();
            assert_eq!(error, format!("move 2: `{bad}` cannot be played"));
        }
    }
}
