//! Words as a shell takes them.

use std::path::Path;

use super::printable::printable;

/// A path as a shell takes it.
pub(super) fn quoted(path: &Path) -> String {
    let text = path.display().to_string();
    let quoted = shlex::try_quote(&text);
    printable(quoted.as_deref().unwrap_or(&text)).into_owned()
}
