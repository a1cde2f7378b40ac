//! The setting `kernel`.

use tao_rules::cpu::Build;

use crate::support::binary::{self, output_for};

/// The output of the program with this kernel.
fn output(kernel: Build, arguments: &[&str], input: &str) -> String {
    let mut program = binary::tao_go();
    program.args(arguments).env("TAO_GO_KERNEL", kernel.name());
    let output = output_for(program, input);
    assert_eq!(output.status.code(), Some(0), "{kernel:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// The whole trees, with the visits and values of all moves, of several searches.
#[test]
fn every_kernel_makes_the_same_searches() {
    let moves =
        "play b e5|play w d3|genmove b|tao-tree|genmove w|tao-tree|kata-raw-nn all|final_score";
    let input = format!(
        "{moves}|boardsize 6|clear_board|{moves}|boardsize 13|clear_board|genmove b|tao-tree"
    );
    let input = input.replace('|', "\n");
    for preset in ["default", "playouts", "tao-go-2010"] {
        let arguments = [
            "gtp",
            "--preset",
            preset,
            "--playouts",
            "150",
            "--seed",
            "1",
            "--book",
            "none",
        ];
        let outputs: Vec<_> = Build::available()
            .map(|kernel| output(kernel, &arguments, &input))
            .collect();
        assert!(outputs[0].lines().count() > 500, "{}", outputs[0]);
        for (kernel, text) in Build::available().zip(&outputs) {
            assert!(*text == outputs[0], "{kernel:?} differs, {preset}");
        }
    }
}

#[test]
fn a_kernel_is_chosen_by_name() {
    for kernel in Build::available() {
        let arguments = ["--kernel", kernel.name(), "version", "--json"];
        let version: serde_json::Value =
            serde_json::from_str(&output(Build::Portable, &arguments, "")).unwrap();
        assert_eq!(version["network"]["kernel"], kernel.name());
    }
}

#[test]
fn an_unknown_kernel_is_an_error_that_names_those_of_the_machine() {
    let names: Vec<_> = Build::available().map(Build::name).collect();
    let mut program = binary::tao_go();
    program.args(["gtp"]).env("TAO_GO_KERNEL", "mmx");
    let output = output_for(program, "");
    assert_eq!(output.status.code(), Some(2));
    let expected = format!(
        "tao-go: TAO_GO_KERNEL: this machine has {}\n",
        names.join(", ")
    );
    assert_eq!(String::from_utf8_lossy(&output.stderr), expected);
}
