//! Quotes words for a shell.

use std::path::Path;

use super::printable::printable;

/// Returns a path as it has to be written in a shell.
pub fn quoted(path: &Path) -> String {
    let text = path.display().to_string();
    let quoted = shlex::try_quote(&text);
    printable(quoted.as_deref().unwrap_or(&text)).into_owned()
}
