//! From the record of a game to what can be learned from it.

use super::Record;
use crate::board::{Board, Color, MIN_SIZE, Move, Point};
use crate::candidates::moves::{FeatureExtractor, Features, MoveContext};

/// One position: what can be seen of each legal move, and the share of the search's visits that it got.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// The moves.
    pub moves: Vec<Features>,
    /// Their shares, which add up to one.
    pub shares: Vec<f32>,
}

/// Why a record is not of a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadRecord {
    /// The board is too small or too large.
    #[error("games of size {0} are not learned from; 2 to 9 are")]
    Size(usize),
    /// A move cannot be read or made.
    #[error("move {number}: `{text}` cannot be played")]
    Move {
        /// Number of the move, counted from one.
        number: usize,
        /// What should have been a move.
        text: String,
    },
}

/// The lessons of a game, one for each turn in which there was a choice.
///
/// # Errors
///
/// When the record is not of a game on 9x9 or less.
pub fn lessons(record: &Record) -> Result<Vec<Lesson>, BadRecord> {
    if !(MIN_SIZE..=Board::<2>::MAX_SIZE).contains(&record.size) {
        return Err(BadRecord::Size(record.size));
    }
    let mut board = Board::<2>::new(record.size);
    let mut color = Color::Black;
    let (mut last, mut second_last) = (None, None);
    let mut lessons = Vec::new();
    for (i, turn) in record.turns.iter().enumerate() {
        let sight = MoveContext {
            board: &board,
            color,
            last,
            second_last,
        };
        lessons.extend(lesson(sight, &turn.visits));
        let mv = play(&mut board, color, &turn.mv).ok_or_else(|| BadRecord::Move {
            number: i + 1,
            text: turn.mv.clone(),
        })?;
        (last, second_last) = (mv.coord().map(Point::new), last);
        color = !color;
    }
    Ok(lessons)
}

/// Makes a move on the board; `None` for what is no legal move.
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

/// What there is to learn from a search: nothing where it had no choice.
fn lesson(sight: MoveContext<'_, 2>, visits: &[(String, u64)]) -> Option<Lesson> {
    let points = sight.board.playable(sight.color);
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
    let observer = FeatureExtractor::new(sight);
    Some(Lesson {
        moves: points
            .iter()
            .map(|point| observer.features(point))
            .collect(),
        shares: visits
            .into_iter()
            .map(|visits| visits as f32 / total as f32)
            .collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learn::Turn;

    fn record(size: usize, moves: &[&str]) -> Record {
        let turn = |mv: &&str| Turn {
            mv: (*mv).to_owned(),
            visits: vec![("A1".to_owned(), 30), ("B2".to_owned(), 10)],
        };
        Record {
            seed: 1,
            size,
            turns: moves.iter().map(turn).collect(),
        }
    }

    #[test]
    fn a_turn_teaches_the_shares_of_its_visits() {
        let lessons = lessons(&record(5, &["C3", "pass", "B2"])).unwrap();
        let visited = |lesson: &Lesson| -> Vec<f32> {
            let shares = lesson.shares.iter().copied();
            shares.filter(|&share| share > 0.0).collect()
        };
        let moves: Vec<usize> = lessons.iter().map(|lesson| lesson.moves.len()).collect();
        assert_eq!(moves, [25, 24, 24]);
        assert!(lessons.iter().all(|lesson| visited(lesson) == [0.75, 0.25]));
    }

    #[test]
    fn what_is_no_game_is_refused() {
        assert_eq!(lessons(&record(13, &[])).unwrap_err(), BadRecord::Size(13));
        for bad in ["C3", "Z9", "K10", "here"] {
            let error = lessons(&record(5, &["C3", bad])).unwrap_err();
            assert_eq!(
                error.to_string(),
                format!("move 2: `{bad}` cannot be played")
            );
        }
    }
}
