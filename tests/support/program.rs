//! The output of a run of the program.

use std::process::Output;

/// The error stream without the line that a session of GTP begins with.
pub(crate) fn messages(output: &Output) -> &str {
    let text = std::str::from_utf8(&output.stderr).unwrap();
    text.strip_prefix("GTP ready\n").unwrap_or(text)
}

/// The output of a run that must succeed without messages. The arguments are for the message.
pub(crate) fn text(output: Output, arguments: &[&str]) -> String {
    let result = (output.status.code(), messages(&output));
    assert_eq!(result, (Some(0), ""), "{arguments:?}");
    String::from_utf8(output.stdout).unwrap()
}
