//! Output in JSON, whose fields `docs/json.md` describes.

use std::io::Write;

use serde::Serialize;

use super::error::Error;
use super::printable::printable;
use tao_protocols::schema;

/// Writes an object as a line of JSON.
///
/// # Errors
///
/// Returns [`Error::Stream`] if the output fails.
pub fn write_json(mut output: impl Write, object: &impl Serialize) -> Result<(), Error> {
    // JSON does not escape all control characters.
    Ok(writeln!(output, "{}", printable(&schema::json(object)))?)
}
