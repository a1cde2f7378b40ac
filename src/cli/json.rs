//! Output in JSON.

use std::io;
use std::io::Write;

use serde::Serialize;

use super::error::Error;

/// Writes `value` as a line of JSON.
pub(super) fn write_json(mut output: impl Write, value: &impl Serialize) -> Result<(), Error> {
    let text = serde_json::to_string(value).map_err(io::Error::from)?;
    Ok(writeln!(output, "{text}")?)
}
