//! The output of a run of the program.

use std::process::Output;

/// The output of a run that must succeed and leave stderr empty. The arguments are for the message.
pub(crate) fn text(output: Output, arguments: &[&str]) -> String {
    let stderr = String::from_utf8_lossy(&output.stderr);
    let result = (output.status.code(), &*stderr);
    assert_eq!(result, (Some(0), ""), "{arguments:?}");
    String::from_utf8(output.stdout).unwrap()
}
