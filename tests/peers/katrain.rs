//! The program as the engine of `KaTrain`, which plays and reviews a game with it.

use std::fs;
use std::path::Path;
use std::sync::Once;

use serde_json::Value;

use crate::support::{binary, python};

/// The version of the package that the test was written for. It needs Python 3.11.
const PACKAGE: &str = "katrain==1.20.0";

fn list(facts: &Value, name: &str) -> Vec<f64> {
    let numbers = facts[name].as_array().unwrap().iter();
    numbers.map(|number| number.as_f64().unwrap()).collect()
}

/// `KaTrain` starts its engine by the user's command, or with its own arguments for `KataGo`.
#[test]
#[ignore = "needs Python, pip and its registry"]
fn katrain_plays_and_reviews_a_game() {
    static INSTALL: Once = Once::new();
    let home = Path::new(env!("CARGO_TARGET_TMPDIR")).join("katrain");
    fs::create_dir_all(&home).unwrap();
    let program = binary::tao_go().get_program().to_owned();
    let program = program.to_str().unwrap();
    let command = format!("{program} analysis --seed 1");
    for (mode, engine) in [("custom", &*command), ("local", program)] {
        let mut client = python::with_package(PACKAGE, &INSTALL);
        binary::unset(&mut client);
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/peers/katrain_client.py");
        client.env("HOME", &home).arg(script).args([mode, engine]);
        let facts: Value = serde_json::from_str(&python::run(&mut client)).unwrap();
        assert_eq!(facts["errors"], Value::Array(Vec::new()), "{mode}");
        let moves = facts["moves"].as_u64().unwrap() as usize;
        assert!(moves >= 20, "{facts}");
        // All of the game was reviewed, and the quality of each move is known.
        assert_eq!(facts["reviewed"], moves);
        assert_eq!(facts["losses"], moves);
        assert_eq!(list(&facts, "owners"), vec![81.0; moves + 1]);
        assert_eq!(list(&facts, "policies"), vec![82.0; moves + 1]);
        let win_rates = list(&facts, "win_rates");
        assert!(win_rates.iter().all(|rate| (0.0..=1.0).contains(rate)));
        assert!(
            list(&facts, "scores")
                .iter()
                .all(|score| score.abs() <= 90.0)
        );
        // The empty board is nearly even, and some of KaTrain's players are weak.
        assert!((0.3..0.7).contains(&win_rates[0]), "{facts}");
        assert!(
            list(&facts, "accuracy")
                .iter()
                .all(|share| (10.0..100.0).contains(share))
        );
        // A sweep has looked at every empty point.
        assert!(
            facts["candidates"].as_u64() >= facts["empty"].as_u64(),
            "{facts}"
        );
    }
}
