//! What a run of the program has printed.

use std::process::Output;

/// The text of a run that succeeded and had nothing to complain about. `what` it was is for the message.
pub(crate) fn text(output: Output, what: &[&str]) -> String {
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert_eq!(
        (output.status.code(), &*complaint),
        (Some(0), ""),
        "{what:?}"
    );
    String::from_utf8(output.stdout).unwrap()
}
