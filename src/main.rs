//! The program `tao-go`.

use std::process::ExitCode;

use tao_go::cli::{TaoGo, start};

fn main() -> ExitCode {
    start::<TaoGo>()
}
