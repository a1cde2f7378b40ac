//! What the program shows on a terminal.

use std::fs::File;
use std::io::Read;
use std::process::Stdio;

use rustix::fs::{Mode, OFlags, open};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

use super::binary;

/// The output on the error stream, which is a terminal, in a locale with Unicode.
pub(crate) fn shown(arguments: &[&str]) -> String {
    let terminal = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&terminal).unwrap();
    unlockpt(&terminal).unwrap();
    let path = ptsname(&terminal, Vec::new()).unwrap();
    let far_end = open(path, OFlags::RDWR | OFlags::NOCTTY, Mode::empty()).unwrap();
    let mut program = binary::program()
        .args(arguments)
        .env("TERM", "xterm")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(far_end)
        .spawn()
        .unwrap();
    let (mut shown, mut terminal) = (Vec::new(), File::from(terminal));
    // A terminal reports the end of input as an error.
    let _ = terminal.read_to_end(&mut shown);
    assert!(program.wait().unwrap().success(), "{arguments:?}");
    String::from_utf8(shown).unwrap()
}
