//! The browser of the user.

use std::ffi::OsStr;
use std::io::{self, Write};
use std::process::{Command, Stdio};
use std::thread;

/// Opens a page, which is named by its address or its file. If that fails, prints a message to `errors`.
pub(super) fn open(page: impl AsRef<OsStr>, errors: &mut dyn Write) {
    if let Err(error) = start(page.as_ref()) {
        let _ = writeln!(errors, "tao-go: cannot open a browser: {error}");
    }
}

fn start(page: &OsStr) -> io::Result<()> {
    let (program, arguments): (&str, &[&str]) = if cfg!(windows) {
        ("cmd", &["/c", "start", ""])
    } else if cfg!(target_os = "macos") {
        ("open", &[])
    } else {
        ("xdg-open", &[])
    };
    let mut child = Command::new(program)
        .args(arguments)
        .arg(page)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()?;
    // Waits for the child, so that no zombie process is left.
    thread::spawn(move || child.wait());
    Ok(())
}
