//! Programs that tests need and that must be installed.

use std::env;
use std::path::PathBuf;

/// The path of an installed program, also when `/usr/games` is not in `PATH`. The message assumes that its Debian package has
/// the same name.
pub(crate) fn program(name: &str) -> PathBuf {
    let path = env::var_os("PATH").unwrap_or_default();
    let mut folders = env::split_paths(&path).chain(["/usr/games".into()]);
    let found =
        folders.find_map(|folder| Some(folder.join(name)).filter(|program| program.is_file()));
    found.unwrap_or_else(|| panic!("{name} must be installed: `apt-get install {name}`"))
}
