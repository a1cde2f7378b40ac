//! Messages about records that are not read exactly as they are written.

use crate::support::program;
use crate::support::program::messages;

#[test]
fn genmove_warns_once_of_each_oddity_in_a_record() {
    for (record, expected) in [
        (
            "(;SZ[5];B[cc];W[cd]",
            "the file ends before the game does; what is there is read",
        ),
        (
            "(;SZ[5];B[cc];W[cc];B[cc];W[cc])",
            "move 2: C3 is occupied, played nevertheless; 3 such moves in all\n\
             tao-go: line 1, column 27: the record begins after move 3, with the stones that are there",
        ),
        (
            "(;SZ[5];B[cc]B[dd]B[aa];W[cd])",
            "line 1, column 14: another black move, ignored; 2 such moves in all",
        ),
        (
            "(;SZ[5];B[cc]KO;W[cd]TE)",
            "line 1, column 14: a property without a value, ignored; 2 such properties in all",
        ),
        (
            "(;SZ[5];B[cc];W[cd];AB[aa][bb])",
            "line 1, column 21: the record begins after move 2, with the stones that are there",
        ),
        (
            "(;SZ[5];B[cc];W[cd];AE[cc];AE[cd])",
            "line 1, column 28: stones are removed after the last move, left where they are",
        ),
        (
            "(;SZ[5];B[cc])(;SZ[5])\n(;SZ[9])",
            "the file has 3 games, all but the first are ignored",
        ),
        ("(;SZ[5]KM[375];B[cc])", "`KM[375]` read as a komi of 7.5"),
        (
            "(;SZ[5]KM[many];B[cc])",
            "`KM[many]` ignored: no komi from -400 to 400",
        ),
    ] {
        warns(record, expected);
    }
}

#[test]
fn genmove_tells_what_it_reads_otherwise_or_not_at_all() {
    for (record, expected) in [
        (
            "(;SZ[5]KM[6目半];B[cc])",
            "`KM[6目半]` read as a komi of 6.5",
        ),
        ("(;SZ[5]HA[few];B[cc])", "`HA[few]` ignored"),
        (
            "(;SZ[5]HA[2];B[cc];W[cd])",
            "`HA[2]` ignored: the record has no such stones",
        ),
        ("(;SZ[5]PL[none];B[cc])", "`PL[none]` ignored"),
        (
            "(;SZ[5];B[cc][dd];W[cd])",
            "line 1, column 14: another black move, ignored",
        ),
        (
            "(;SZ[5];B[cc];W[zz])",
            "line 1, column 15: `W[zz]` read as a pass, as some programs write it",
        ),
        (
            "(;GM[2]SZ[8];B[e4])(;SZ[5];B[cc])",
            "game 1: line 1, column 3: expected `GM[1]`, which is Go, found `GM[2]`; game 2 of 2 is read",
        ),
        ("(;CA[EUC-XX]SZ[5];B[cc])", "unknown character set `EUC-XX`"),
    ] {
        warns(record, expected);
    }
}

fn warns(record: &str, expected: &str) {
    let output = program::run(&["genmove", "--playouts", "20", "--seed", "1", "-"], record);
    assert_eq!(output.status.code(), Some(0), "{record}");
    let warning = format!("tao-go: {expected}\n");
    assert_eq!(messages(&output), warning, "{record}");
}

#[test]
fn the_komi_of_a_record_without_one_is_told() {
    for (record, options, expected) in [
        (
            "(;SZ[5];B[cc])",
            &[][..],
            "tao-go: the record has no komi, 7 is taken\n",
        ),
        (
            "(;SZ[9]HA[2];W[ee])",
            &[],
            "tao-go: the record has no komi, 0.5 is taken\n",
        ),
        ("(;SZ[5]KM[3];B[cc])", &[], ""),
        ("(;SZ[5];B[cc])", &["--komi", "3"], ""),
    ] {
        let arguments = [&["score", "-"], options].concat();
        let output = program::run(&arguments, record);
        assert_eq!(
            String::from_utf8_lossy(&output.stderr),
            expected,
            "{record}"
        );
    }
}

#[test]
fn a_record_that_names_no_rules_is_counted_by_those_that_are_set() {
    let count = |record: &str| {
        let mut program = program::tao_go(&["score", "-"]);
        program.env("TAO_GO_RULES", "japanese").write_stdin(record);
        program::printed(program.output().unwrap(), &["score"])
    };
    for (record, rules) in [
        ("(;SZ[5];B[cc];W[bb];B[bc])", "japanese rules"),
        ("(;SZ[5]RU[Chinese];B[cc];W[bb];B[bc])", "chinese rules"),
    ] {
        let printed = count(record);
        assert!(printed.contains(rules), "{record}: {printed}");
    }
}

#[test]
fn a_record_without_komi_has_the_komi_that_is_set_in_every_command() {
    let record = program::file("without-komi.sgf", "(;SZ[5];B[cc];W[bb];B[bc])");
    let gtp = format!("loadsgf {record}\nget_komi\n");
    let load = format!("load {record}\nquit\n");
    for (command, input, expected) in [
        (&["analyze"][..], "", "5x5, komi 3.5, 3 moves"),
        (&["score"], "", "komi 3.5,"),
        (&["genmove", "--json"], "", "\"komi\":3.5"),
        (&["solve", "--json", "--nodes=1"], "", "\"komi\":3.5"),
        (&["play", "--no-save"], "quit\n", "5x5, komi 3.5,"),
        (&["play", "--no-save", "--size=9"], &load, "5x5, komi 3.5,"),
        (&["gtp"], &gtp, "= 3.5\n"),
    ] {
        let reads_commands = command.contains(&"--size=9") || command == ["gtp"];
        let mut arguments = command.to_vec();
        arguments.extend(["--playouts=10", "--seed=1"]);
        arguments.extend((!reads_commands).then_some(&*record));
        let mut program = program::tao_go(&arguments);
        let output = program
            .env("TAO_GO_KOMI", "3.5")
            .write_stdin(input)
            .output();
        let printed = program::printed(output.unwrap(), &arguments);
        assert!(printed.contains(expected), "{arguments:?}: {printed}");
    }
}
