//! The example of a client in Python, from the documents.

use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::support::python::run;
use crate::support::{binary, installed};

#[test]
#[ignore = "needs Python"]
fn the_example_of_the_documents_plays() {
    let document = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/boards-and-servers.md");
    let text = fs::read_to_string(document).unwrap();
    let (_, rest) = text.split_once("```python\n").unwrap();
    let (example, _) = rest.split_once("```").unwrap();
    let program = binary::tao_go();
    let folder = Path::new(program.get_program())
        .parent()
        .unwrap()
        .to_owned();
    let path = env::var_os("PATH").unwrap_or_default();
    let folders = [folder].into_iter().chain(env::split_paths(&path));
    let mut python = Command::new(installed::program("python3"));
    binary::unset(&mut python);
    python.env("PATH", env::join_paths(folders).unwrap());
    let output = run(python.args(["-c", example]));
    let lines: Vec<&str> = output.lines().collect();
    assert!(
        lines[0].starts_with("white ") && lines[1].starts_with("black "),
        "{output}"
    );
    let last = format!("white to move, last move {},", lines[1]);
    assert!(lines.last().unwrap().starts_with(&last), "{output}");
}
