//! The page of `tao-go analyze --html`.

use std::fs;

use serde_json::Value;

use super::{GAME, MOVES, command, folder, number};

#[test]
fn the_page_has_the_variations_and_comments_of_the_record() {
    let folder = folder("variations");
    let game = "(;SZ[5];B[cc]C[why?](;W[dd];B[bb])(;W[cd]C[</script>]))";
    fs::write(folder.join("game.sgf"), game).unwrap();
    let arguments = ["game.sgf", "--html", "game.html", "--playouts", "40"];
    let output = command(&folder, &arguments).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let page = fs::read_to_string(folder.join("game.html")).unwrap();
    let (_, data) = page.split_once("id=\"data\">").unwrap();
    let (data, _) = data.split_once("</script>").unwrap();
    let data: Value = serde_json::from_str(data).unwrap();
    let comments = data["game"]["tree"].as_array().unwrap();
    let comments: Vec<_> = comments
        .iter()
        .map(|node| node["comment"].as_str())
        .collect();
    let expected = ["", "why?", "", "", "</script>"].map(Some);
    assert_eq!(comments, expected);
    assert_eq!(data["game"]["main"], serde_json::json!([0, 1, 2, 3]));
    assert_eq!(data["positions"].as_array().unwrap().len(), 5);
    assert_eq!(data["positions"][4]["stones"][3], "..O..");
}

#[test]
fn the_page_has_every_position_and_needs_nothing_else() {
    let folder = folder("html");
    // A name that would end the element of the data.
    let game = GAME.replace("A & <B>", "</script><b>");
    fs::write(folder.join("evil.sgf"), game).unwrap();
    let arguments = "evil.sgf --html game.html --playouts 40 --preset playouts";
    let arguments: Vec<&str> = arguments.split(' ').collect();
    let output = command(&folder, &arguments).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let page = fs::read_to_string(folder.join("game.html")).unwrap();
    for address in ["http://", "https://", "src=", "url("] {
        let found = page.match_indices(address);
        // The names of XML namespaces, which nothing loads.
        let names = ["1998/Math/MathML", "1999/xhtml", "2000/svg"];
        let is_name = |text: &str| {
            let name = text.strip_prefix("http://www.w3.org/");
            name.is_some_and(|name| names.iter().any(|known| name.starts_with(known)))
        };
        assert!(found.map(|(at, _)| &page[at..]).all(is_name), "{address}");
    }
    let (_, data) = page.split_once("id=\"data\">").unwrap();
    let (data, _) = data.split_once("</script>").unwrap();
    let data: Value = serde_json::from_str(data).unwrap();
    let game = &data["game"];
    assert_eq!(game["names"][0], "</script><b>");
    let positions = data["positions"].as_array().unwrap();
    assert_eq!(positions.len(), MOVES + 1);
    let stones: Vec<&str> = positions[0]["stones"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row.as_str().unwrap())
        .collect();
    // AB[cc][ee]: the third and the fifth row from the top.
    assert_eq!([stones[2], stones[4]], ["..X....", "....X.."]);
    let list = |value: &Value| value.as_array().unwrap().clone();
    let (analyses, values) = (list(&data["analyses"]), list(&game["values"]));
    assert_eq!((analyses.len(), values.len()), (MOVES + 1, MOVES + 1));
    for (analysis, value) in analyses.iter().zip(values) {
        assert_eq!(list(&analysis["owners"]).len(), 49);
        assert!((0.0..=1.0).contains(&number(analysis, "win_rate")));
        assert_eq!(analysis["win_rate"], value["win_rate"]);
        let candidates = list(&analysis["candidates"]);
        assert!(!candidates.is_empty());
        for candidate in &candidates {
            assert_eq!(candidate["line"][0], candidate["move"], "{candidate}");
            assert!(candidate["lead"].is_f64(), "{candidate}");
        }
        // The best candidate has the value of the position.
        let sign = f64::from(analysis["to_move"] == "black") * 2.0 - 1.0;
        let best = number(&candidates[0], "lead");
        assert!((sign * best - number(analysis, "lead")).abs() < 1e-9);
    }
    let moves = list(&game["moves"]);
    assert_eq!(moves.len(), MOVES);
    assert_eq!(
        moves[4],
        serde_json::json!({"color": "white", "move": "pass"})
    );
    let losses = list(&game["losses"]);
    assert_eq!(losses.len(), MOVES);
    let worst = data["worst"].as_u64().unwrap() as usize;
    assert!(losses[worst]["class"].is_string());
}
