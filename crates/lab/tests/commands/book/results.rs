//! `book import --results`.

use tao_rules::board::Move;

use super::*;

#[test]
fn results_of_games_go_into_the_values() {
    let folder = folder_with_book();
    let path = folder.path();
    let before = fs::read(path.join("a.taobook")).unwrap();
    let first = answer(&path.join("a.taobook"), "").unwrap().moves[0].coord;
    let game = |result: &str| {
        let mut game = Game::new(9).unwrap();
        game.play(Move::Play(first)).unwrap();
        let metadata = tao_sgf::Metadata {
            result: Some(result),
            ..Default::default()
        };
        tao_sgf::write(&game, &metadata)
    };
    let games = [game("W+R"), "(;SZ[13]KM[7]RE[B+1])".into(), game("W+3")];
    fs::write(path.join("games.sgf"), games.concat()).unwrap();
    let bad = [
        game("B+T"),
        "(;SZ[9]KM[0.5]RE[B+1];B[ee])(;SZ[9]RE[B+1];B[ee])(;SZ[9]KM[7]RE[B+1];W[ee])".into(),
        "(;SZ[9]KM[7];B[e".to_owned(),
    ];
    fs::write(path.join("bad.sgf"), bad.concat()).unwrap();
    let import = "book import a.taobook --results games.sgf bad.sgf --weight 50";
    let assert = tao_lab(path, import).assert().success();
    let output = String::from_utf8_lossy(&assert.get_output().stdout).into_owned();
    assert!(output.starts_with("komi 7: 10 positions, "), "{output}");
    assert!(
        output.contains(" %; games: 2, through 2 of them\n"),
        "{output}"
    );
    assert!(
        output.ends_with("games: 2 counted, 6 left out\n"),
        "{output}"
    );
    let said = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
    for expected in [
        "games.sgf: game 2: it does not begin on an empty 9x9 board, left out",
        "bad.sgf: game 1: its result `B+T` is no count, resignation or draw, left out",
        "bad.sgf: game 2: the book has no tree for komi 0.5, left out",
        "bad.sgf: game 3: it has no komi, left out",
        "bad.sgf: game 4: it does not begin with a move of Black, left out",
        "bad.sgf: game 5: ",
    ] {
        assert!(said.contains(expected), "{expected}: {said}");
    }
    assert_ne!(fs::read(path.join("a.taobook")).unwrap(), before);
    assert_eq!(visits(&path.join("a.taobook")), (120, 400));
    // Only the book and the two records are there, and no temporary file.
    assert_eq!(fs::read_dir(path).unwrap().count(), 3);
}

#[test]
fn results_that_cannot_be_counted_change_nothing() {
    let folder = folder_with_book();
    let path = folder.path();
    let before = fs::read(path.join("a.taobook")).unwrap();
    fs::write(path.join("bad.sgf"), "(;SZ[9]KM[7]RE[Void];B[ee])").unwrap();
    fs::write(path.join("games.sgf"), "(;SZ[9]KM[7]RE[0];B[ee])").unwrap();
    let error = refused(path, "book import a.taobook --results bad.sgf", 1);
    assert!(error.contains("no game has a result that"), "{error}");
    let import = "book import a.taobook --results games.sgf none.sgf";
    let error = refused(path, import, 3);
    assert!(error.contains("none.sgf: "), "{error}");
    let error = refused(path, "book import none.taobook --results games.sgf", 3);
    assert!(error.contains("none.taobook: "), "{error}");
    for flags in ["--results --visits 20", "--weight 5", "--results --text"] {
        refused(path, &format!("book import a.taobook games.sgf {flags}"), 2);
    }
    assert_eq!(fs::read(path.join("a.taobook")).unwrap(), before);
}
