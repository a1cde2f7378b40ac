//! What a launcher of ranks tells each of them by variables.

use std::env;
use std::process::Command;

/// First letters of the variables of Open MPI, and of MPICH and its relatives.
const PREFIXES: [&str; 3] = ["OMPI_COMM_", "PMI_", "PMIX_"];

/// Keeps a program that a rank starts from taking itself for that rank.
pub fn unset_rank(command: &mut Command) {
    for (name, _) in env::vars_os() {
        let is_of_rank = |name: &str| PREFIXES.iter().any(|prefix| name.starts_with(prefix));
        if name.to_str().is_some_and(is_of_rank) {
            command.env_remove(name);
        }
    }
}
