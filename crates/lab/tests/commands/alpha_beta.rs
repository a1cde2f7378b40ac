//! `tao-lab alpha-beta`: a GTP program that keeps no search tree.

use crate::support::program::{printed, run};

#[test]
fn it_answers_and_has_no_tree_to_show() {
    let commands = "tao-tree\nreg_genmove b\ntao-tree\nquit\n";
    let arguments = ["alpha-beta", "--playouts", "50", "--seed", "1"];
    let answers = printed(run(&arguments, commands), &arguments);
    let answers: Vec<&str> = answers.trim_end().split("\n\n").collect();
    let [before, played, after, quit] = answers[..] else {
        panic!("{answers:?}");
    };
    assert_eq!((before, quit), ("? no search yet", "="));
    assert!(played.starts_with("= "), "{played}");
    assert_eq!(after, "? no search tree");
}
