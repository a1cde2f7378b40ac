//! Boards as text, and the expected result of a game.

use std::fmt::Write;

use anstyle::Style;

use tao_engine::raw::search::{Ownership, Report};
use tao_rules::board::{Color, Coord, Move};
use tao_rules::game::Game;
use tao_rules::raw::{AnyBoard, Point};

use super::theme::{CANDIDATE, DEAD_STONE, GRID, MARK, STONE, TERRITORY, Theme};

/// Draws `board` with coordinates on all sides and brackets around the stone on `last`, and with the ranks of candidates.
pub(super) fn draw(
    board: &AnyBoard,
    last: Option<Coord>,
    candidates: &[Move],
    theme: Theme,
) -> String {
    let rank = |coord| {
        let mut ranked = RANKS.into_iter().zip(candidates);
        ranked.find_map(|(rank, mv)| (*mv == Move::Play(coord)).then_some(rank))
    };
    let point = |coord| match (board.stone(Point::new(coord)), rank(coord)) {
        (Some(color), _) => theme.sign(STONE, color),
        (None, Some(rank)) => (theme.on_wood(CANDIDATE), rank),
        (None, None) => empty_point(coord, board.size(), theme),
    };
    frame(board.size(), last, theme, point)
}

/// Draws the board of a game with its dead stones, which are missing in `settled`, and with the owners of empty points on that
/// board.
pub(super) fn draw_settled(game: &Game, settled: &AnyBoard, theme: Theme) -> String {
    let (board, areas) = (game.board(), game.owned_of(settled));
    let point = |coord| {
        let point = Point::new(coord);
        let mut colors = Color::BOTH.into_iter();
        let owner = colors.find(|&color| areas[color].contains(point));
        match (board.stone(point), settled.stone(point), owner) {
            (_, Some(color), _) => theme.sign(STONE, color),
            (Some(color), ..) => theme.sign(DEAD_STONE, color),
            (.., Some(owner)) => theme.sign(TERRITORY, owner),
            _ => empty_point(coord, board.size(), theme),
        }
    };
    frame(board.size(), None, theme, point)
}

/// Draws `board` with the probable owners of its points. A stone on a point that probably goes to the other side is drawn as dead.
pub(super) fn draw_owners(board: &AnyBoard, owners: &Ownership, theme: Theme) -> String {
    let point = |coord| match (board.stone(Point::new(coord)), likely_owner(owners, coord)) {
        (Some(color), Some(owner)) if color != owner => theme.sign(DEAD_STONE, color),
        (Some(color), _) => theme.sign(STONE, color),
        (None, Some(owner)) => theme.sign(TERRITORY, owner),
        (None, None) => empty_point(coord, board.size(), theme),
    };
    frame(board.size(), None, theme, point)
}

/// The score that a search expects, above the likely owners of the points where these are known.
pub(super) fn estimate(report: &Report, board: &AnyBoard, theme: Theme) -> String {
    let sentence = expected_score(report);
    let Some(owners) = report.snapshot.ownership() else {
        return sentence;
    };
    let (picture, legend) = (draw_owners(board, owners, theme), theme.legend());
    format!("{sentence} Likely owner of each point:\n\n{picture}\n{legend}")
}

/// The score that a search expects.
fn expected_score(report: &Report) -> String {
    /// A search cannot tell a smaller lead from none.
    const MIN_LEAD: f64 = 0.25;
    let snapshot = &report.snapshot;
    let points = report.points_ahead().unwrap_or(0.0);
    let (leader, win_rate) = if points < 0.0 {
        (!snapshot.to_move, 1.0 - snapshot.win_rate)
    } else {
        (snapshot.to_move, snapshot.win_rate)
    };
    let (name, margin, percent) = (leader.name(), points.abs(), 100.0 * win_rate);
    let exact = report.exact.as_ref().and_then(|exact| exact.points_ahead);
    if exact.is_some() {
        let result = match margin {
            0.0 => "the game is drawn".to_owned(),
            _ => format!("{name} wins by {margin:.1}"),
        };
        return format!("With best play {result} (exact).");
    }
    let lead = if margin < MIN_LEAD {
        "the game is about even".to_owned()
    } else {
        format!("{name} will win by about {margin:.1}")
    };
    format!(
        "An estimate, as the game is not over: {lead}\n\
         (win rate of {leader} {percent:.0} %)."
    )
}

/// Returns the probable owner of a point; `None` while it is too uncertain.
pub(super) fn likely_owner(owners: &Ownership, coord: Coord) -> Option<Color> {
    /// Three games of four give the point to one side.
    const MIN_BALANCE: f64 = 0.5;
    match owners.balance(coord) {
        MIN_BALANCE.. => Some(Color::Black),
        balance if balance <= -MIN_BALANCE => Some(Color::White),
        _ => None,
    }
}

/// The marks of candidates, the best one first.
const RANKS: [&str; 9] = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];

/// The column letters, which skip `I`.
const LETTERS: &str = "A B C D E F G H J K L M N O P Q R S T";

/// Draws each point with the style and text that `point` returns.
fn frame(
    size: usize,
    last: Option<Coord>,
    theme: Theme,
    point: impl Fn(Coord) -> (Style, &'static str),
) -> String {
    let letters = &LETTERS[..2 * size - 1];
    let mark = theme.on_wood(MARK);
    let mut picture = format!("    {letters}\n");
    for row in (0..size).rev() {
        let number = row + 1;
        let marked = last.filter(|last| last.row() == row).map(Coord::column);
        let _ = write!(picture, " {number:>2}");
        for coord in (0..size).filter_map(|column| Coord::new(column, row)) {
            let gap = gap(coord.column(), marked);
            let (style, text) = point(coord);
            let _ = write!(picture, "{mark}{gap}{mark:#}{style}{text}{style:#}");
        }
        let _ = writeln!(picture, "{mark}{}{mark:#}{number}", gap(size, marked));
    }
    picture + &format!("    {letters}\n")
}

fn empty_point(coord: Coord, size: usize, theme: Theme) -> (Style, &'static str) {
    let text = if coord.is_star(size) {
        "+"
    } else {
        theme.point()
    };
    (theme.on_wood(GRID), text)
}

fn gap(column: usize, marked: Option<usize>) -> &'static str {
    match marked {
        Some(marked) if marked == column => "(",
        Some(marked) if marked + 1 == column => ")",
        _ => " ",
    }
}

#[cfg(test)]
mod tests {
    use super::super::Palette;
    use super::super::theme::Glyphs;
    use super::{AnyBoard, Coord, Move, Report, Theme, draw, estimate};
    use tao_engine::raw::search::Snapshot;
    use tao_rules::board::Color;
    use tao_rules::game::Score;

    fn drawn(glyphs: Glyphs, palette: Palette) -> String {
        let at = |text: &str| text.parse::<Coord>().unwrap();
        let stones = [(Color::Black, at("C3")), (Color::White, at("J7"))];
        let board = AnyBoard::set_up(9, stones).unwrap();
        let theme = Theme { glyphs, palette };
        draw(
            &board,
            Some(at("J7")),
            &[Move::Pass, Move::Play(at("C3"))],
            theme,
        )
    }

    #[test]
    fn the_last_move_is_in_brackets() {
        let expected = "    A B C D E F G H J
  9 . . . . . . . . . 9
  8 . . . . . . . . . 8
  7 . . + . . . + .(O)7
  6 . . . . . . . . . 6
  5 . . . . + . . . . 5
  4 . . . . . . . . . 4
  3 . . X . . . + . . 3
  2 . . . . . . . . . 2
  1 . . . . . . . . . 1
    A B C D E F G H J
";
        assert_eq!(drawn(Glyphs::Ascii, Palette::Plain), expected);
    }

    /// The codes `ESC [ 38 ; 5 ; N m` are those of 256 colors.
    #[test]
    fn only_a_colored_picture_has_escape_codes() {
        assert!(!drawn(Glyphs::Unicode, Palette::Plain).contains('\x1b'));
        let sixteen = drawn(Glyphs::Unicode, Palette::Sixteen);
        assert!(sixteen.contains("\x1b[") && !sixteen.contains(";5;"));
        assert!(drawn(Glyphs::Unicode, Palette::Colored).contains("38;5;16m"));
    }

    #[test]
    fn candidates_have_their_ranks() {
        let at = |text: &str| Move::Play(text.parse().unwrap());
        let board = AnyBoard::set_up(5, []).unwrap();
        let theme = Theme {
            glyphs: Glyphs::Ascii,
            palette: Palette::Plain,
        };
        let picture = draw(&board, None, &[at("C3"), Move::Pass, at("A1")], theme);
        assert!(picture.contains("  3 . . 1 . . 3\n"), "{picture}");
        assert!(picture.contains("  1 3 . . . . 1\n"), "{picture}");
    }

    /// Without colors, a filled stone would be white on a dark terminal.
    #[test]
    fn stones_are_filled_in_their_color_and_letters_without_colors() {
        for (palette, stones) in [
            (Palette::Colored, ["38;5;16m", "38;5;231m"]),
            (Palette::Sixteen, ["\x1b[30m", "\x1b[97m"]),
        ] {
            let colored = drawn(Glyphs::Unicode, palette);
            assert_eq!(colored.matches('●').count(), 2, "{colored}");
            assert!(
                stones.iter().all(|stone| colored.contains(stone)),
                "{colored:?}"
            );
        }
        let plain = drawn(Glyphs::Unicode, Palette::Plain);
        assert!(plain.contains(" X ") && plain.contains("(O)"), "{plain}");
        assert!(!plain.contains('●') && !plain.contains('○'), "{plain}");
    }

    #[test]
    fn the_heading_of_a_board_needs_a_board() {
        let theme = Theme {
            glyphs: Glyphs::Ascii,
            palette: Palette::Plain,
        };
        let board = AnyBoard::set_up(5, []).unwrap();
        let mut snapshot = Snapshot::finished(Color::Black, &board, Score { lead: -7.0 }, 7.0);
        snapshot.outcomes = None;
        let text = estimate(&Report::new(snapshot), &board, theme);
        assert!(text.ends_with("\n(win rate of black 0 %)."), "{text}");
    }
}
