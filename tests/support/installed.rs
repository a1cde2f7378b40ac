//! The programs of others that tests need.

use std::env;
use std::path::PathBuf;

/// Where a program is that Debian has in a package of the same name, be the folder of games on the path or not.
/// The test fails when it is not installed.
pub(crate) fn program(name: &str) -> PathBuf {
    let path = env::var_os("PATH").unwrap_or_default();
    let mut folders = env::split_paths(&path).chain(["/usr/games".into()]);
    let found =
        folders.find_map(|folder| Some(folder.join(name)).filter(|program| program.is_file()));
    found.unwrap_or_else(|| panic!("{name} must be installed: `apt-get install {name}`"))
}
