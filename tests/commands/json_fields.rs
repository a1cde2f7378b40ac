//! Every output in JSON is as the schema declares it, of which `docs/json.md` is made.

use crate::support::program::commands;
use crate::support::schema::{OUTPUTS, Schema, lines};

/// White, with two eyes on the right, is to move; three points between are open.
const ENDING: &str = "(;GM[1]FF[4]SZ[5]KM[0.5]PB[A]PW[B]RE[W+R]
    AB[ba][bb][ab][bc][bd][ad][be]AW[da][db][eb][dc][dd][ed][de]PL[W])";

/// Two chains in the upper row are in seki.
const SEKI: &str = "(;GM[1]FF[4]SZ[9]KM[7]AB[ca][fa][ha][cb][fb][gb][hb][ib][cc][fc][hc][dd][ed][fd][gd][hd][id][de][fe]\
    [ge][ie][df][ef][ff][gf][hf][if][dg][eg][fg][gg][hg][ig][dh][fh][gh][ih][di][ei][fi][gi][hi][ii]AW[b\
    a][ea][ab][bb][eb][bc][dc][ec][ad][bd][cd][be][ce][af][bf][cf][ag][cg][ah][bh][ch][bi][ci]PL[B])";

/// Both sides live, and have a dead stone.
const DEAD: &str = "(;GM[1]FF[4]SZ[5]KM[0.5]
    AB[aa][ac][ae][bc][ca][cb][cc][cd][ce][eb]AW[da][db][dc][dd][de][ec][bd]PL[B];B[];W[])";

/// The white stone is dead whatever is played.
const UNCONDITIONAL: &str = "(;SZ[5]KM[0]
    AB[ba][da][ab][bb][cb][db][eb][ac][ec][ad][bd][cd][dd][ed][be][de]AW[cc]PL[B])";

/// Outputs of a command. Together they have a value for every field.
fn outputs(command: &str) -> Vec<String> {
    match command {
        "genmove --json" => [
            lines("genmove --json --stats --playouts 20", ""),
            lines(
                "genmove --json --stats --size 5 --playouts 40 --preset playouts",
                "(;SZ[5];B[cc];W[cb])",
            ),
            lines("genmove --json --stats --playouts 40 --moves 'E5 E4'", ""),
            lines("genmove --json --playouts 20", ENDING),
            lines(
                "genmove --json --playouts 20 --rules cgos --moves 'E5 pass'",
                "",
            ),
        ]
        .concat(),
        "score --json" => [
            lines("score --json", "(;SZ[2]KM[0])"),
            lines("score --json", DEAD),
            lines("score --json --rules cgos", SEKI),
            lines("score --json --rules japanese", DEAD),
        ]
        .concat(),
        "solve --json" => [
            lines("solve --json", ENDING),
            lines("solve --json --nodes 1 --size 7", ""),
            lines("solve --json", UNCONDITIONAL),
        ]
        .concat(),
        "analyze --json" => [
            lines("analyze --json --playouts 20 -", ENDING),
            lines(
                "analyze --json --playouts 20 --preset playouts -",
                "(;SZ[5]KM[0];B[cc];W[ea];B[];W[])",
            ),
            lines("analyze --json --playouts 20 -", "(;SZ[13]KM[7];B[cc])"),
        ]
        .concat(),
        "version --json" => [
            lines("version --json", ""),
            lines("version --json --network none", ""),
        ]
        .concat(),
        "cgos-genmove_analyze" => {
            let mut answer = lines("gtp --playouts 20", "cgos-genmove_analyze b\n");
            answer.retain(|line| line.starts_with('{'));
            answer
        }
        _ => panic!("nothing to run for `{command}`"),
    }
}

#[test]
fn every_field_is_printed_with_its_type_and_range() {
    let schema = Schema::read();
    for (output, name) in OUTPUTS {
        schema.assert_printed(output, name, &outputs(output));
    }
}

#[test]
fn every_command_with_output_in_json_is_in_the_schema() {
    let with_json = commands().into_iter().filter(|command| {
        let help = lines(&format!("{command} --help"), "");
        help.iter().any(|line| line.trim() == "--json")
    });
    let with_json: Vec<String> = with_json.collect();
    assert!(with_json.len() >= 5, "{with_json:?}");
    for command in with_json {
        let is_known = |(output, _): &(&str, &str)| *output == format!("{command} --json");
        assert!(OUTPUTS.iter().any(is_known), "{command}");
    }
}
