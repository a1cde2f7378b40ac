//! Signals at any moment.

use std::fs;
use std::io::Write;
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, Stdio};

use crate::support::binary;
use crate::support::process::{KillOnDrop, wait_until};

/// Starts the program with input after which it thinks for hours, and waits until it thinks.
fn start_thinking(arguments: &[&str], input: &str) -> KillOnDrop {
    // The tests may have been started with ignored signals: a shell ignores SIGINT for a process in the background, `nohup` ignores
    // SIGHUP.
    let mut command = Command::new("env");
    command.arg("--default-signal=INT,HUP,TERM");
    command.arg(binary::tao_go().get_program()).args(arguments);
    binary::unset(&mut command);
    command.stdin(Stdio::piped()).stdout(Stdio::null());
    let mut program = KillOnDrop(command.stderr(Stdio::null()).spawn().unwrap());
    let stdin = program.0.stdin.as_mut().unwrap();
    stdin.write_all(input.as_bytes()).unwrap();
    stdin.flush().unwrap();
    let stat = format!("/proc/{}/stat", program.0.id());
    // User time is field 14 of `stat`; the second field, the name in parentheses, may have blanks.
    let user_ticks = || -> u64 {
        let stat = fs::read_to_string(&stat).unwrap();
        let fields = stat.rsplit_once(')').unwrap().1;
        fields.split_whitespace().nth(11).unwrap().parse().unwrap()
    };
    wait_until("the program thinks", || user_ticks() > 20);
    program
}

#[test]
fn signals_end_the_program_while_it_thinks() {
    const HOURS: &[&str] = &["--playouts", "100000000000", "--threads", "2"];
    for (name, number) in [("TERM", 15), ("INT", 2), ("HUP", 1), ("KILL", 9)] {
        for (arguments, input) in [
            (&["gtp"][..], "genmove b\n"),
            (&["gtp", "--ponder"], "lz-analyze b 10\n"),
            (&["genmove", "--moves", ""], ""),
        ] {
            let mut program = start_thinking(&[arguments, HOURS].concat(), input);
            let mut kill = Command::new("kill");
            kill.args([format!("-{name}"), program.0.id().to_string()]);
            assert!(kill.status().unwrap().success());
            wait_until(&format!("{arguments:?} ends after {name}"), || {
                program.0.try_wait().unwrap().is_some()
            });
            let status = program.0.wait().unwrap();
            assert_eq!(status.signal(), Some(number), "{arguments:?}");
        }
    }
}
