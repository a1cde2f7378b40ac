//! A book as text.

use super::*;
use tao_rules::board::Color;

fn text(book: &Book) -> String {
    let mut text = Vec::new();
    write_text(book, &mut text).unwrap();
    String::from_utf8(text).unwrap()
}

fn error(text: &str) -> String {
    let error = parse_text(text).unwrap_err().to_string();
    assert!(!error.contains('\n') && error.len() < 300, "{error}");
    error
}

#[test]
fn a_text_has_the_whole_book() {
    let mut built_in = Book::default();
    merge(&mut built_in, &BookSource::BuiltIn.book().unwrap());
    for book in [grown(100), built_in, Book::default()] {
        let text = text(&book);
        let read = parse_text(&text).unwrap();
        assert_eq!(to_bytes(&read), to_bytes(&book));
        let unix = text.lines().count();
        let windows = text.replace('\n', "\r\n");
        assert_eq!(windows.lines().count(), unix);
        assert!(to_bytes(&parse_text(&windows).unwrap()) == to_bytes(&book));
        assert!(text.len() <= 8 * to_bytes(&book).len().max(100));
    }
}

#[test]
fn the_text_of_a_file_is_never_too_long() {
    let mut book = Book::default();
    let tree = book.tree_mut(komi(7.0));
    // Black fills one side of the board, White the other.
    let points: Vec<Coord> = Coord::all(SIDE).collect();
    let mut origin = None;
    let searched = SearchedPosition {
        network: 7,
        visits: 127,
        win_rate: Share::new(1.0),
        tenths_ahead: i16::MIN,
        moves: Vec::new(),
    };
    for depth in 0..=BookTree::MAX_DEPTH {
        let number = tree.add(origin, searched.clone()).unwrap();
        let place = match color_at(depth) {
            Color::Black => depth / 2,
            Color::White => 80 - depth / 2,
        };
        origin = Some((number, points[place]));
    }
    let longest = MAX_TEXT_BYTES / MAX_FILE_BYTES * to_bytes(&book).len();
    assert!(text(&book).len() <= longest);
}

#[test]
fn every_number_is_exact() {
    let numbers: Vec<u16> = (0..=u16::MAX).collect();
    for some in numbers.chunks(81) {
        let moves = Coord::all(SIDE)
            .zip(some)
            .map(|(coord, &number)| SearchedMove {
                coord,
                visits: u32::MAX - u32::from(number),
                win_rate: Share(number),
            });
        let searched = SearchedPosition {
            network: u32::from(some[0]) << 16 | 1,
            visits: some[0].into(),
            win_rate: Share(some[0]),
            tenths_ahead: some[0].cast_signed(),
            moves: moves.collect(),
        };
        let mut book = Book::default();
        book.tree_mut(komi(-5.5)).add(None, searched).unwrap();
        let read = parse_text(&text(&book)).unwrap();
        assert_eq!(to_bytes(&read), to_bytes(&book));
    }
}

#[test]
fn a_text_is_written_as_documented() {
    let mut book = Book::default();
    let tree = book.tree_mut(komi(6.5));
    add(tree, "", &[("E5", 400, 0.461)]);
    add(tree, "E5", &[("C3", 200, 0.5371)]);
    let lines: Vec<String> = text(&book).lines().map(str::to_owned).collect();
    let body: Vec<&str> = lines
        .iter()
        .map(String::as_str)
        .filter(|line| !line.starts_with('#'))
        .collect();
    assert_eq!(
        body,
        [
            "",
            "komi 6.5",
            "network 00000007",
            "position: 400 46.101% -0.3  # 46.3 %",
            "  E5 400 46.101%",
            "position E5: 200 53.710% -0.3  # 53.7 %",
            "  C3 200 53.710%",
        ]
    );
}

#[test]
fn a_text_may_be_written_by_hand() {
    let book = parse_text(
        "\u{feff}komi 7\n# mine\nposition: 10 50% 0\n\te5 10 5e1%   # good\n\nposition E5 : 9 45.5% -1\nC3 1 0%\nkomi 0\nposition: 1 1% +2.5",
    );
    let book = book.unwrap();
    let sizes: Vec<usize> = book.trees().iter().map(BookTree::len).collect();
    assert_eq!(sizes, [2, 1]);
    let searched = &book.trees()[0].positions()[1].searched;
    assert_eq!((searched.network, searched.tenths_ahead), (0, -10));
    assert_eq!(book.trees()[1].positions()[0].searched.tenths_ahead, 25);
}

/// Four lines that can be read.
const START: &str = "komi 7\nposition: 10 50% 0\n  E5 10 50%\n  C3 1 50%\n";

fn check_errors(lines: &[(&str, &str)]) {
    for (line, expected) in lines {
        let found = error(&format!("{START}{line}"));
        assert!(found.starts_with(expected), "{line:?}: {found}");
    }
}

#[test]
fn errors_name_the_line() {
    let a_line = "line 5: expected `komi POINTS`, `network DIGITS`, ";
    check_errors(&[
        ("nonsense", a_line),
        ("position E5", a_line),
        ("komi: 7", a_line),
        (": 10 50% 0", a_line),
        ("T19 1 50%", a_line),
        ("\0", a_line),
        ("komi", "line 5: expected a komi of whole or half points"),
        ("komi 7.25", "line 5: expected a komi of whole"),
        ("komi nan", "line 5: expected a komi of whole"),
        ("komi 1e99", "line 5: expected a komi of whole"),
        ("komi 7 7", "line 5: expected the end of the line"),
        ("network 7", "line 5: expected 8 hexadecimal digits"),
        ("network +0000007", "line 5: expected 8 hexadecimal digits"),
        ("D4", "line 5: expected visits, from 0 to 4294967295"),
        ("D4 -1 50%", "line 5: expected visits"),
        ("D4 4294967296 50%", "line 5: expected visits"),
        ("D4 1", "line 5: expected a win rate, from 0% to 100%"),
        ("D4 1 50", "line 5: expected a win rate"),
        ("D4 1 nan%", "line 5: expected a win rate"),
        ("D4 1 100.1%", "line 5: expected a win rate"),
        ("D4 1 -0.1%", "line 5: expected a win rate"),
        ("D4 1 50% x", "line 5: expected the end of the line"),
    ]);
    let expected = "line 1: expected `komi POINTS` before the first position";
    assert_eq!(error("position: 1 50% 0"), expected);
}

#[test]
fn positions_and_moves_must_be_possible() {
    check_errors(&[
        ("E5 1 50%", "line 5: E5 is listed twice"),
        ("position: 1 50% 0", "line 5: only the first position has"),
        ("position D4: 1 50%", "line 5: expected points ahead"),
        ("position D4: 1 50% inf", "line 5: expected points ahead"),
        ("position D4: 1 50% 3277", "line 5: expected points ahead"),
        ("position D4: 1 50% 0 0", "line 5: expected the end"),
        (
            "position T19: 1 50% 0",
            "line 5: expected a point of the 9x9",
        ),
        (
            "position pass: 1 50% 0",
            "line 5: expected a point of the 9x9",
        ),
        (
            "position D4 E5: 1 50% 0",
            "line 5: no line above has the position",
        ),
        ("position E5: 1 50% 0\nE5 1 50%", "line 6: E5 is occupied"),
        (
            "position E5: 1 50% 0\nposition E5 E5: 1 50% 0",
            "line 6: E5 is occupied",
        ),
        (
            "position C3: 1 50% 0\nA1 1 50%\nposition G7: 1 50% 0\nA1 1 50%\n",
            "line 7: the position after G7 is there already",
        ),
        (
            "network 00000001\nD4 1 50%",
            "line 6: expected a position before",
        ),
        ("komi 6\nposition E5: 1 50% 0", "line 6: no line above has"),
    ]);
}

#[test]
fn huge_lines_are_errors() {
    for (word, expected) in [
        ("A1 ", "line 2: more than 60 moves from the empty board"),
        ("x", "line 2: expected a point of the 9x9 board, as in E5"),
    ] {
        let line = format!("komi 7\nposition {}: 1 50% 0", word.repeat(1 << 20));
        assert_eq!(error(&line), expected);
    }
    let digits = "9".repeat(1 << 20);
    for line in [format!("komi {digits}"), format!("network {digits}")] {
        assert!(error(&line).starts_with("line 1: expected "));
    }
    let comment = format!("#{digits}\n{digits}");
    assert!(error(&comment).starts_with("line 2: expected `komi"));
}
