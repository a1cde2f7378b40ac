//! Stopped processes.

use std::fs;
use std::process::Command;
use std::thread;
use std::time::Duration;

use crate::engine;
use crate::support::process::wait_until;

/// The process is stopped while the engine thinks, as when a laptop is closed. The move comes, though late.
#[test]
fn a_stopped_process_answers_after_it_continues() {
    let mut engine = engine(&["--size", "9", "--threads", "2"]);
    engine.ask("time_settings 60 0 0");
    let id = engine.id().to_string();
    // Sends a signal and returns whether the process is stopped afterwards.
    let is_stopped_after = move |signal: &str| {
        let sent = Command::new("kill").args([signal, &id]).status();
        assert!(sent.unwrap().success());
        let stat = fs::read_to_string(format!("/proc/{id}/stat")).unwrap();
        let state = stat.rsplit_once(") ").unwrap().1;
        state.starts_with(['T', 't'])
    };
    let pause = thread::spawn(move || {
        thread::sleep(Duration::from_millis(100));
        wait_until("the process is stopped", || is_stopped_after("-STOP"));
        thread::sleep(Duration::from_millis(1_500));
        wait_until("the process continues", || !is_stopped_after("-CONT"));
    });
    engine.ask("genmove b");
    pause.join().unwrap();
    engine.ask("genmove w");
}
