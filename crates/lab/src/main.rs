//! The program `tao-lab`.

use std::process::ExitCode;

use tao_go::cli::start;
use tao_lab::commands::TaoLab;

fn main() -> ExitCode {
    start::<TaoLab>()
}
