//! `tao-lab book`: books that are made, grown, merged and written in other forms.

use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::thread::sleep;
use std::time::{Duration, Instant};

use tao_engine::raw::book::{Answer, Book};
use tao_rules::game::Game;
use tempfile::{TempDir, tempdir};

use crate::support::binary;
use crate::support::program::{in_folder as tao_lab, printed_in as printed, refused_in as refused};

/// What a book answers with komi 7 after these moves from the empty board.
fn answer(book: &Path, moves: &str) -> Option<Answer> {
    let mut game = Game::new(9).unwrap();
    for mv in moves.split_whitespace() {
        game.play(mv.parse().unwrap()).unwrap();
    }
    let book = Book::parse(&fs::read(book).unwrap()).unwrap();
    book.answer(game.board(), game.to_move(), 7.0, 0)
}

fn has_move(answer: &Answer, vertex: &str) -> bool {
    let coord = vertex.parse().unwrap();
    answer.moves.iter().any(|mv| mv.coord == coord)
}

/// The visits of the empty board, and those with all positions below it.
fn visits(book: &Path) -> (u64, u64) {
    let answer = answer(book, "").unwrap();
    (answer.visits, answer.visits_below)
}

const GROW: &str = "--visits 20 --threads 1";

/// A folder with a book of ten positions, `a.taobook`.
fn folder_with_book() -> TempDir {
    let folder = tempdir().unwrap();
    let built = printed(
        folder.path(),
        &format!("book build a.taobook --positions 10 {GROW}"),
    );
    assert!(
        built.starts_with("komi 7: 10 positions, at most "),
        "{built}"
    );
    folder
}

#[test]
fn an_empty_file_is_a_new_book() {
    let folder = tempdir().unwrap();
    let path = folder.path();
    for command in ["build", "grow", "import"] {
        let file = path.join(format!("{command}.taobook"));
        fs::write(&file, "").unwrap();
        fs::write(path.join("game.sgf"), "(;SZ[9];B[ee])").unwrap();
        let rest = match command {
            "import" => "game.sgf --visits 20",
            _ => "--positions 2 --visits 20 --threads 1",
        };
        printed(path, &format!("book {command} {command}.taobook {rest}"));
        let checked = printed(path, &format!("book check {command}.taobook"));
        assert!(checked.contains("2 positions"), "{checked}");
    }
    // A book that gets no position leaves no file.
    printed(
        path,
        &format!("book build none.taobook --positions 0 {GROW}"),
    );
    assert!(!path.join("none.taobook").exists());
}

#[test]
fn a_book_is_built_and_grown() {
    let folder = folder_with_book();
    let path = folder.path();
    let built = fs::read(path.join("a.taobook")).unwrap();
    let error = refused(
        path,
        &format!("book build a.taobook --positions 1 {GROW}"),
        3,
    );
    assert!(error.contains("a.taobook: "), "{error}");
    let error = refused(
        path,
        &format!("book grow none.taobook --positions 1 {GROW}"),
        3,
    );
    assert!(error.contains("none.taobook: "), "{error}");
    assert_eq!(fs::read(path.join("a.taobook")).unwrap(), built);

    printed(
        path,
        &format!("book grow a.taobook --komi 6.5 --positions 4 {GROW}"),
    );
    let checked = printed(path, "book check a.taobook");
    let lines: Vec<&str> = checked.lines().collect();
    assert!(
        lines[0].starts_with("komi 7: 10 positions, at most "),
        "{checked}"
    );
    assert!(lines[0].contains(", 200 visits, network "), "{checked}");
    assert!(
        lines[1].starts_with("komi 6.5: 4 positions, at most "),
        "{checked}"
    );
    assert!(lines[2].starts_with("14 positions, "), "{checked}");

    assert_eq!(visits(&path.join("a.taobook")), (20, 200));
}

#[test]
fn a_book_is_exported_as_a_game_tree() {
    let folder = folder_with_book();
    let path = folder.path();
    printed(
        path,
        &format!("book grow a.taobook --komi 6.5 --positions 4 {GROW}"),
    );
    let tree = printed(path, "book export a.taobook");
    assert!(tree.starts_with("(;GM[1]FF[4]"), "{tree}");
    // Once for each position, and once for each of its moves.
    assert!(tree.matches(" visits").count() >= 20, "{tree}");
    let game = tao_sgf::read(tree.as_bytes()).unwrap();
    assert!((game.komi() - 7.0).abs() < f64::EPSILON && !game.moves().is_empty());
    printed(path, "book export a.taobook --komi 6.5 --output tree.sgf");
    assert!(
        fs::read_to_string(path.join("tree.sgf"))
            .unwrap()
            .contains("KM[6.5]")
    );
    let error = refused(path, "book export a.taobook --komi 5", 3);
    assert!(error.contains("the book has no tree for komi 5"), "{error}");
}

#[test]
fn the_positions_of_a_game_are_imported_once() {
    let folder = folder_with_book();
    let path = folder.path();
    let game = "(;GM[1]SZ[9];B[aa];W[ib];B[bb];W[])";
    fs::write(path.join("game.sgf"), game).unwrap();
    let import = format!("book import a.taobook game.sgf {GROW}");
    let imported = printed(path, &import);
    assert!(imported.starts_with("komi 7: 13 positions"), "{imported}");
    assert_eq!(printed(path, &import), imported);
    let after_first = answer(&path.join("a.taobook"), "A9").unwrap();
    assert!(has_move(&after_first, "J8"), "{after_first:?}");
    assert!(answer(&path.join("a.taobook"), "A9 J8 B8 pass").is_none());
    printed(
        path,
        &format!("book import new.taobook game.sgf --first 1 {GROW}"),
    );
    assert!(printed(path, "book check new.taobook").contains("2 positions"));
    fs::write(path.join("game.sgf"), "(;SZ[13];B[aa])").unwrap();
    let error = refused(path, &import, 3);
    assert!(
        error.contains("game 1: it does not begin on an empty 9x9 board"),
        "{error}"
    );
    let games =
        "(;SZ[9];B[ee](;W[dd])(;W[cc]))(;SZ[9]AB[cc][gg];W[ee])(;GM[2]);(;SZ[9];B[ee];W[ec];B[gg])";
    fs::write(path.join("games.sgf"), games).unwrap();
    let import = format!("book import several.taobook games.sgf {GROW}");
    let imported = tao_lab(path, &import).assert().success();
    let said = String::from_utf8_lossy(&imported.get_output().stderr).into_owned();
    assert_eq!(
        said,
        "tao-lab: game 2: it does not begin on an empty 9x9 board, left out; 2 such games in all\n"
    );
    let after_two = answer(&path.join("several.taobook"), "E5 E7").unwrap();
    assert!(has_move(&after_two, "G3"), "{after_two:?}");
}

#[test]
fn books_are_merged() {
    let folder = folder_with_book();
    let path = folder.path();
    printed(
        path,
        &format!("book build b.taobook --komi 7.5 --positions 5 {GROW}"),
    );
    printed(path, &format!("book build c.taobook --positions 12 {GROW}"));
    let merged = printed(
        path,
        "book merge a.taobook b.taobook c.taobook --output d.taobook",
    );
    assert!(merged.starts_with("17 positions, "), "{merged}");
    let size = fs::metadata(path.join("d.taobook")).unwrap().len();
    assert!(merged.contains(&format!(" {size} bytes")), "{merged}");
}

#[test]
fn books_have_limits() {
    let folder = tempdir().unwrap();
    for (settings, expected) in [
        ("--size 13", "--size 13: books are for 9x9"),
        ("--komi 7.25", "--komi 7.25: books are for half points"),
        ("--preset playouts", "a book needs a network"),
        ("--time 1s", "--playouts, --time: use --visits"),
    ] {
        let error = refused(
            folder.path(),
            &format!("book build a.taobook {settings}"),
            2,
        );
        assert!(error.contains(expected), "{settings}: {error}");
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn a_broken_book_is_named_with_the_place() {
    let folder = folder_with_book();
    let path = folder.path();
    let mut bytes = fs::read(path.join("a.taobook")).unwrap();
    bytes[120] ^= 1;
    fs::write(path.join("bad.taobook"), &bytes).unwrap();
    fs::write(path.join("text.taobook"), "hello").unwrap();
    for (name, expected) in [
        ("bad.taobook", "bad.taobook: byte 1"),
        ("text.taobook", "text.taobook: byte 0: not an opening book"),
        ("none.taobook", "none.taobook: "),
    ] {
        let grow = format!("book grow {name} --positions 1");
        for command in [&format!("book check {name}"), &grow] {
            let error = refused(path, command, 3);
            assert!(error.contains(expected), "{command}: {error}");
        }
    }
    assert_eq!(fs::read(path.join("bad.taobook")).unwrap(), bytes);
}

#[test]
fn a_match_has_a_book_where_a_player_asks_for_it() {
    let folder = folder_with_book();
    let game = "match --games 2 --concurrency 1 --openings none --playouts 20 --sgf-dir games";
    let report = printed(
        folder.path(),
        &format!("{game} --a default:book=a.taobook --b default"),
    );
    assert!(
        report.contains("A: default:book=a.taobook, 20 playouts a move"),
        "{report}"
    );
}

/// With one thread only the position being searched is lost, and the rest grows as if nothing had happened.
#[cfg(unix)]
#[test]
fn a_book_that_was_killed_grows_on_to_the_same() {
    const POSITIONS: usize = 40;
    let folder = tempdir().unwrap();
    let path = folder.path();
    let whole = format!("book build whole.taobook --positions {POSITIONS} {GROW}");
    printed(path, &whole);
    let killed = path.join("killed.taobook");
    let mut command = "build";
    let begin = Instant::now();
    let positions = || {
        let checked = tao_lab(path, "book check killed.taobook").output().unwrap();
        let text = String::from_utf8_lossy(&checked.stdout).into_owned();
        // The last line is `N positions, M bytes`.
        let words = text.lines().last().and_then(|line| line.split_once(' '));
        words.and_then(|(count, _)| count.parse().ok()).unwrap_or(0)
    };
    for pause in [5, 40, 90, 150, 30] {
        if positions() >= POSITIONS - 5 {
            break;
        }
        let mut child = binary::tao_lab()
            .current_dir(path)
            .args(["book", command, "killed.taobook"])
            .args(GROW.split(' '))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        while !killed.exists() && begin.elapsed() < Duration::from_secs(60) {
            sleep(Duration::from_millis(1));
        }
        sleep(Duration::from_millis(pause));
        child.kill().unwrap();
        child.wait().unwrap();
        if fs::metadata(&killed).unwrap().len() >= 12 {
            command = "grow";
        } else {
            fs::remove_file(&killed).unwrap();
        }
    }
    let missing = POSITIONS.saturating_sub({
        // Cuts off an incomplete position.
        printed(
            path,
            &format!("book grow killed.taobook --positions 0 {GROW}"),
        );
        positions()
    });
    printed(
        path,
        &format!("book grow killed.taobook --positions {missing} {GROW}"),
    );
    let [whole, killed] =
        ["whole", "killed"].map(|name| fs::read(path.join(format!("{name}.taobook"))).unwrap());
    assert!(killed.starts_with(&whole) || whole == killed);
}
