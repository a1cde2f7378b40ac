//! The program as several ranks, started by `mpirun`.

use std::fs;
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::support::binary;

/// Far more than any step takes, even on a busy machine.
pub(crate) const TIMEOUT: Duration = Duration::from_secs(60);

/// The program as `count` ranks. Without the first two options, Open MPI refuses to start more ranks than processors and to run as
/// root.
pub(crate) fn ranks(count: usize, arguments: &str) -> Command {
    let mut command = Command::new("mpirun");
    command
        .args([
            "--oversubscribe",
            "--allow-run-as-root",
            "--bind-to",
            "none",
            "-n",
        ])
        .arg(count.to_string())
        .arg(binary::tao_go().get_program())
        .args(arguments.split_whitespace());
    binary::unset(&mut command);
    command
}

pub(crate) fn run(count: usize, arguments: &str) -> (Output, String, String) {
    let output = ranks(count, arguments)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    let texts = (text(&output.stdout), text(&output.stderr));
    (output, texts.0, texts.1)
}

/// Waits until this `mpirun` has started a rank, and returns the id of its process.
pub(crate) fn rank_process(mpirun: u32, rank: usize) -> u32 {
    let variable = format!("OMPI_COMM_WORLD_RANK={rank}");
    let find = || {
        let children = fs::read_to_string(format!("/proc/{mpirun}/task/{mpirun}/children")).ok()?;
        children.split_whitespace().find_map(|process| {
            let variables = fs::read(format!("/proc/{process}/environ")).ok()?;
            let mut variables = variables.split(|&byte| byte == 0);
            let is_it = variables.any(|one| one == variable.as_bytes());
            is_it.then(|| process.parse().ok())?
        })
    };
    let start = Instant::now();
    loop {
        if let Some(process) = find() {
            return process;
        }
        assert!(start.elapsed() < TIMEOUT, "there is no rank {rank}");
        thread::sleep(Duration::from_millis(20));
    }
}

pub(crate) fn signal(name: &str, process: u32) {
    let mut kill = Command::new("kill");
    let status = kill
        .args([format!("-{name}"), process.to_string()])
        .status();
    assert!(status.unwrap().success());
}
