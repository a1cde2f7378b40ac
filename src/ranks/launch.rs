//! What a launcher tells each of the processes that it starts together, by environment variables.

use std::env;

use super::Ranks;

/// Variables with the number of ranks and with the rank of this process, as the launchers of Open MPI, and of MPICH and its
/// relatives, set them.
const VARIABLES: [[&str; 2]; 2] = [
    ["OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK"],
    ["PMI_SIZE", "PMI_RANK"],
];

/// The same two variables of Slurm, which also sets them for programs that do not use MPI.
const SLURM: [&str; 2] = ["SLURM_STEP_NUM_TASKS", "SLURM_PROCID"];

/// Set where Slurm starts programs that use MPI.
const PMIX: &str = "PMIX_RANK";

/// A rank among those that were started together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Launch {
    /// Its number, from 0 on.
    pub rank: usize,
    /// The number of ranks.
    pub count: usize,
}

/// Why a process cannot join the other ranks.
#[derive(Debug, thiserror::Error)]
pub enum JoinError {
    /// There is no MPI in this program.
    #[error(
        "this program was built without MPI: `cargo build --release --features mpi`, see docs/cluster.md"
    )]
    WithoutMpi,
    /// MPI failed, or contradicts the launcher.
    #[error("{0}")]
    Failed(String),
}

impl Launch {
    /// How this process was started; `None` for one that was started alone.
    #[must_use]
    pub fn of_process() -> Option<Self> {
        Self::find(|name| env::var(name).ok())
    }

    fn find(variable: impl Fn(&str) -> Option<String>) -> Option<Self> {
        let slurm = variable(PMIX).map(|_| SLURM);
        VARIABLES.into_iter().chain(slurm).find_map(|names| {
            let [count, rank] = names.map(|name| variable(name)?.parse().ok());
            let (count, rank) = (count?, rank?);
            (count > 1).then_some(Self { rank, count })
        })
    }
}

/// Joins this process to the others by MPI.
///
/// # Errors
/// Returns an error in a program without MPI, or if MPI cannot be started or contradicts the launcher.
#[cfg(feature = "mpi")]
pub fn join(launch: Launch) -> Result<Ranks, JoinError> {
    Ranks::join(launch, super::mpi::MpiTransport::open).map_err(JoinError::Failed)
}

/// Joins this process to the others by MPI.
///
/// # Errors
/// Always returns an error, because this program is built without MPI.
#[cfg(not(feature = "mpi"))]
pub const fn join(_: Launch) -> Result<Ranks, JoinError> {
    Err(JoinError::WithoutMpi)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn launch(variables: &[(&str, &str)]) -> Option<Launch> {
        Launch::find(|name| {
            let mut variables = variables.iter();
            let found = variables.find(|(known, _)| *known == name)?;
            Some(found.1.to_owned())
        })
    }

    #[test]
    fn launchers_tell_the_number_of_ranks() {
        let second = Some(Launch { rank: 1, count: 3 });
        for (variables, expected) in [
            (&[][..], None),
            (
                &[("OMPI_COMM_WORLD_SIZE", "3"), ("OMPI_COMM_WORLD_RANK", "1")],
                second,
            ),
            (&[("PMI_SIZE", "3"), ("PMI_RANK", "1")], second),
            (&[("PMI_SIZE", "1"), ("PMI_RANK", "0")], None),
            (&[("PMI_SIZE", "many"), ("PMI_RANK", "0")], None),
            // A batch job with several tasks of a plain program.
            (
                &[("SLURM_STEP_NUM_TASKS", "3"), ("SLURM_PROCID", "1")],
                None,
            ),
            (
                &[
                    ("SLURM_STEP_NUM_TASKS", "3"),
                    ("SLURM_PROCID", "1"),
                    ("PMIX_RANK", "1"),
                ],
                second,
            ),
        ] {
            assert_eq!(launch(variables), expected, "{variables:?}");
        }
    }
}
