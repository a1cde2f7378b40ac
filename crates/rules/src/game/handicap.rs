//! Handicap stones, which are set-up or Black's first moves.

use super::Game;
use crate::board::{Color, Coord, Move};

/// Why a handicap was refused; the texts begin with those of GTP.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HandicapError {
    /// Fewer than two stones, or more than there are points for.
    #[error("invalid number of stones: {}", range_text(*.size, *.most))]
    InvalidNumber {
        /// The board size.
        size: usize,
        /// The most stones that there are points for, 0 where there are no points.
        most: usize,
    },
    /// There are stones on the board.
    #[error("board not empty")]
    BoardNotEmpty,
    /// A point is off the board or listed twice, or there are too few or too many.
    #[error("bad vertex list")]
    BadList,
}

impl Game {
    /// Puts `count` black stones on the fixed points and returns these; White moves next.
    ///
    /// # Errors
    /// If there are no fixed points for that count and size, or the board is not empty.
    pub fn fixed_handicap(&mut self, count: usize) -> Result<Vec<Coord>, HandicapError> {
        let size = self.size();
        let points = fixed_points(size, count).ok_or(HandicapError::InvalidNumber {
            size,
            most: most_fixed_stones(size),
        })?;
        self.set_free_handicap(&points)?;
        Ok(points)
    }

    /// Puts `count` black stones on the fixed points, or else spread over the board, and returns the points; White moves next.
    ///
    /// # Errors
    /// If `count` is less than two or leaves no empty point, or the board is not empty.
    pub fn place_free_handicap(&mut self, count: usize) -> Result<Vec<Coord>, HandicapError> {
        let (size, most) = (self.size(), self.size() * self.size() - 1);
        if !(2..=most).contains(&count) {
            return Err(HandicapError::InvalidNumber { size, most });
        }
        let points = fixed_points(self.size(), count).unwrap_or_else(|| spread(self.size(), count));
        self.set_free_handicap(&points)?;
        Ok(points)
    }

    /// Puts black stones on these points; White moves next.
    ///
    /// # Errors
    /// If the points are not a valid handicap or the board is not empty.
    pub fn set_free_handicap(&mut self, points: &[Coord]) -> Result<(), HandicapError> {
        if self.board().all_stones().next().is_some() {
            return Err(HandicapError::BoardNotEmpty);
        }
        if points.len() < 2 {
            return Err(HandicapError::BadList);
        }
        let stones = points.iter().map(|&point| (Color::Black, point));
        self.set_up(stones, Color::White)
            .map_err(|_| HandicapError::BadList)
    }

    /// The number of handicap stones, counted as `KataGo` does: the stones of a set-up with black stones only, and Black's moves
    /// before White's first move on the board, even with passes between them. A single stone counts as none. If White makes two
    /// moves in a row, passes included, before its first move on the board, with it or right after it, the moves set up a position
    /// and do not count.
    pub fn handicap(&self) -> usize {
        if !self.initial_board().stones(Color::White).is_empty() {
            return 0;
        }
        let set_up = self.initial_board().stones(Color::Black).len();
        match set_up + self.leading_moves_of_black() {
            1 => 0,
            stones => stones,
        }
    }

    /// The number of Black's moves on the board before White's first one.
    fn leading_moves_of_black(&self) -> usize {
        let moves = self.moves();
        let is_whites = |&(color, mv): &(Color, Move)| color == Color::White && mv != Move::Pass;
        let leading = moves.iter().position(is_whites).unwrap_or(moves.len());
        let mut pairs = moves.windows(2).take(leading + 1);
        if pairs.any(|pair| pair.iter().all(|&(color, _)| color == Color::White)) {
            return 0;
        }
        let on_board = moves[..leading].iter().filter(|(_, mv)| *mv != Move::Pass);
        on_board.count()
    }
}

fn range_text(size: usize, most: usize) -> String {
    match most {
        0 => format!("there are no handicap points on {size}x{size}"),
        _ => format!("from 2 to {most} on {size}x{size}"),
    }
}

/// The most stones on the fixed points of a board; 0 where there are none.
const fn most_fixed_stones(size: usize) -> usize {
    match size {
        0..7 => 0,
        7 => 4,
        _ if size.is_multiple_of(2) => 4,
        _ => 9,
    }
}

/// The fixed points for `count` stones, if there are any, in the order of the GTP 2 specification, 4.1.1. They are on the
/// third line below 12x12, else on the fourth, as in GNU Go, which is by the author of the protocol. There are at most four on even
/// sizes and on 7x7.
fn fixed_points(size: usize, count: usize) -> Option<Vec<Coord>> {
    if !(2..=most_fixed_stones(size)).contains(&count) {
        return None;
    }
    let low = if size < 12 { 2 } else { 3 };
    let (high, middle) = (size - 1 - low, size / 2);
    let corners = [(low, low), (high, high), (low, high), (high, low)];
    let sides = [(low, middle), (high, middle), (middle, low), (middle, high)];
    let center = (middle, middle);
    // Beyond the corners, stones are in pairs on the sides, and an odd one in the center.
    let on_sides = count.saturating_sub(4) & !1;
    let in_center = (count > 4 && count % 2 == 1).then_some(center);
    corners
        .into_iter()
        .take(count)
        .chain(sides.into_iter().take(on_sides))
        .chain(in_center)
        .map(|(column, row)| Coord::new(column, row))
        .collect()
}

/// Returns `count` points far from each other: the fixed corners, then always the point farthest from those before it; of
/// equals the one nearest the center. Points on the two lowest lines come last.
fn spread(size: usize, count: usize) -> Vec<Coord> {
    let mut points: Vec<Coord> = fixed_points(size, 4).unwrap_or_default();
    let value = |point: &Coord, points: &[Coord]| {
        let nearest = points
            .iter()
            .map(|&other| distance(*point, other))
            .min()
            .unwrap_or(0);
        let line = point.line(size);
        (line > 2, nearest, line)
    };
    while points.len() < count {
        let empty = Coord::all(size).filter(|point| !points.contains(point));
        let Some(next) = empty.max_by_key(|point| value(point, &points)) else {
            break;
        };
        points.push(next);
    }
    points
}

fn distance(a: Coord, b: Coord) -> usize {
    a.column().abs_diff(b.column()) + a.row().abs_diff(b.row())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Move;

    fn names(points: &[Coord]) -> String {
        points
            .iter()
            .map(Coord::to_string)
            .collect::<Vec<_>>()
            .join(" ")
    }

    fn fixed(size: usize, count: usize) -> Result<String, HandicapError> {
        let mut game = Game::new(size).unwrap();
        let points = game.fixed_handicap(count)?;
        assert_eq!(game.handicap(), count);
        assert_eq!(game.to_move(), Color::White);
        assert_eq!(game.board().stones(Color::Black).len(), count);
        Ok(names(&points))
    }

    #[test]
    fn fixed_handicap_is_the_table_of_the_protocol() {
        for (size, count, points) in [
            (9, 2, "C3 G7"),
            (9, 3, "C3 G7 C7"),
            (9, 4, "C3 G7 C7 G3"),
            (9, 5, "C3 G7 C7 G3 E5"),
            (9, 6, "C3 G7 C7 G3 C5 G5"),
            (9, 7, "C3 G7 C7 G3 C5 G5 E5"),
            (9, 8, "C3 G7 C7 G3 C5 G5 E3 E7"),
            (9, 9, "C3 G7 C7 G3 C5 G5 E3 E7 E5"),
            (13, 9, "D4 K10 D10 K4 D7 K7 G4 G10 G7"),
            (19, 9, "D4 Q16 D16 Q4 D10 Q10 K4 K16 K10"),
            (7, 4, "C3 E5 C5 E3"),
            (8, 4, "C3 F6 C6 F3"),
            (12, 4, "D4 J9 D9 J4"),
            (11, 9, "C3 J9 C9 J3 C6 J6 F3 F9 F6"),
            (15, 9, "D4 M12 D12 M4 D8 M8 H4 H12 H8"),
            (17, 9, "D4 O14 D14 O4 D9 O9 J4 J14 J9"),
        ] {
            assert_eq!(
                fixed(size, count).as_deref(),
                Ok(points),
                "{count} on {size}x{size}"
            );
        }
    }

    #[test]
    fn counts_without_fixed_points_are_refused() {
        for (size, count, most) in [
            (9, 0, 9),
            (9, 1, 9),
            (9, 10, 9),
            (7, 5, 4),
            (8, 5, 4),
            (18, 5, 4),
            (6, 2, 0),
            (2, 2, 0),
            (19, usize::MAX, 9),
        ] {
            let error = HandicapError::InvalidNumber { size, most };
            assert_eq!(fixed(size, count), Err(error), "{count} on {size}x{size}");
        }
        let told = |size| fixed(size, 1).unwrap_err().to_string();
        let expected = "invalid number of stones: from 2 to 9 on 9x9";
        assert_eq!(told(9), expected);
        let expected = "invalid number of stones: there are no handicap points on 5x5";
        assert_eq!(told(5), expected);
    }

    #[test]
    fn free_placement_works_for_any_count() {
        for size in 2..=19 {
            for count in [2, 3, 4, 5, 9, 10, 40, size * size - 1] {
                let mut game = Game::new(size).unwrap();
                let result = game.place_free_handicap(count);
                if count < size * size {
                    assert_eq!(result.unwrap().len(), count);
                    assert_eq!(game.board().stones(Color::Black).len(), count);
                } else {
                    let most = size * size - 1;
                    assert_eq!(result, Err(HandicapError::InvalidNumber { size, most }));
                }
            }
        }
    }

    #[test]
    fn invalid_lists_of_points_are_refused() {
        let mut game = Game::new(9).unwrap();
        for list in [&[][..], &["C3"], &["C3", "C3"], &["C3", "Z9"]] {
            let points: Vec<Coord> = list.iter().map(|name| name.parse().unwrap()).collect();
            assert_eq!(game.set_free_handicap(&points), Err(HandicapError::BadList));
            assert_eq!(game.board().empty().len(), 81);
        }
        let all: Vec<Coord> = Coord::all(9).collect();
        assert_eq!(game.set_free_handicap(&all), Err(HandicapError::BadList));
        assert_eq!(game.set_free_handicap(&all[1..]), Ok(()));
        assert_eq!(game.handicap(), 80);
    }

    /// The handicap after a set-up and moves: `b` and `w` are moves on the board, `B` and `W` passes.
    fn counted(set_up: &[(Color, &str)], moves: &str) -> usize {
        let mut game = Game::new(9).unwrap();
        let stones = set_up
            .iter()
            .map(|&(color, at)| (color, at.parse().unwrap()));
        game.set_up(stones, Color::Black).unwrap();
        let mut points = Coord::all(9).skip(27);
        for letter in moves.chars() {
            let color = letter.to_string().parse().unwrap();
            let mv = match points.next() {
                Some(point) if letter.is_lowercase() => Move::Play(point),
                _ => Move::Pass,
            };
            game.play_as(color, mv).unwrap();
        }
        game.handicap()
    }

    #[test]
    fn blacks_first_moves_and_black_stones_alone_are_a_handicap() {
        let (one, two) = (
            [(Color::Black, "C3")],
            [(Color::Black, "C3"), (Color::Black, "G7")],
        );
        let mixed = [
            (Color::Black, "C3"),
            (Color::Black, "G7"),
            (Color::White, "E5"),
        ];
        for (set_up, moves, stones) in [
            (&[][..], "", 0),
            (&[], "b", 0),
            (&[], "bb", 2),
            (&[], "bwb", 0),
            (&[], "bbbwbwb", 3),
            (&[], "bWbWbw", 3),
            (&[], "bWBWbw", 2),
            (&[], "bWw", 0),
            (&[], "bbww", 0),
            (&[], "bbwW", 0),
            (&[], "bbWw", 0),
            (&[], "wbb", 0),
            (&one, "w", 0),
            (&one, "b", 2),
            (&two, "wb", 2),
            (&two, "bw", 3),
            (&two, "ww", 2),
            (&mixed, "bb", 0),
        ] {
            assert_eq!(counted(set_up, moves), stones, "{set_up:?} {moves}");
        }
    }

    #[test]
    fn white_gets_points_for_every_kind_of_handicap() {
        let mut game = Game::new(9).unwrap();
        for point in ["C3", "G7"] {
            game.play_as(Color::Black, point.parse().unwrap()).unwrap();
        }
        assert!((game.total_komi() - game.komi() - 2.0).abs() < 1e-9);
        assert!((game.standing_score().lead - (81.0 - 9.0)).abs() < 1e-9);
        game.undo();
        assert!((game.total_komi() - game.komi()).abs() < 1e-9);
    }

    #[test]
    fn a_handicap_needs_an_empty_board_and_cannot_be_undone() {
        let mut game = Game::new(9).unwrap();
        game.play_as(Color::Black, Move::Play("E5".parse().unwrap()))
            .unwrap();
        assert_eq!(game.fixed_handicap(2), Err(HandicapError::BoardNotEmpty));
        assert_eq!(
            game.place_free_handicap(2),
            Err(HandicapError::BoardNotEmpty)
        );
        game.clear();
        game.fixed_handicap(2).unwrap();
        assert!(!game.undo());
        assert_eq!(game.fixed_handicap(2), Err(HandicapError::BoardNotEmpty));
        game.clear();
        assert_eq!(game.handicap(), 0);
        game.fixed_handicap(2).unwrap();
    }
}
