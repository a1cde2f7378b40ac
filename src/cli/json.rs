//! Output in JSON, whose fields `docs/json.md` describes.

use std::io;
use std::io::Write;

use serde::Serialize;
use serde_json::{Value, json};

use tao_engine::search::MoveStats;

use super::error::Error;
use super::printable::printable;

/// Writes `value` as a line of JSON.
pub fn write_json(mut output: impl Write, value: &impl Serialize) -> Result<(), Error> {
    let text = serde_json::to_string(value).map_err(io::Error::from)?;
    // JSON does not escape all control characters.
    Ok(writeln!(output, "{}", printable(&text))?)
}

/// Converts each item to text.
pub fn texts(items: impl IntoIterator<Item: ToString>) -> Vec<String> {
    items.into_iter().map(|item| item.to_string()).collect()
}

/// A move that was searched; the win rate is for the side to move.
pub fn candidate(stats: &MoveStats) -> Value {
    json!({
        "move": stats.mv.to_string(),
        "visits": stats.visits,
        "win_rate": stats.win_rate,
    })
}
