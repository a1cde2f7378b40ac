//! Commands that run on several ranks, as `mpirun` starts them.

use std::env;
use std::io;
use std::io::Write;
use std::ops::ControlFlow;
use std::sync::Arc;

use crate::cluster::Station;
use crate::engine::Engine;
use crate::engine::EngineSettings;
use crate::search::Searcher;

use super::args::Subcommand;
use super::error::Error;
use super::settings::Sources;

/// Variables with the number of ranks and with that of this one, as the launchers of Open MPI, and of MPICH and its relatives,
/// set them.
const VARIABLES: [[&str; 2]; 2] = [
    ["OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK"],
    ["PMI_SIZE", "PMI_RANK"],
];

/// Those of Slurm, which also sets them for programs that do not use MPI.
const SLURM: [&str; 2] = ["SLURM_STEP_NUM_TASKS", "SLURM_PROCID"];

/// Set where Slurm starts programs that use MPI.
const PMIX: &str = "PMIX_RANK";

/// A rank among those that were started together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Launch {
    rank: usize,
    ranks: usize,
}

impl Launch {
    /// How this process was started; `None` for one that was started alone.
    fn of_process() -> Option<Self> {
        Self::find(|name| env::var(name).ok())
    }

    fn find(variable: impl Fn(&str) -> Option<String>) -> Option<Self> {
        let slurm = variable(PMIX).map(|_| SLURM);
        VARIABLES.into_iter().chain(slurm).find_map(|names| {
            let [ranks, rank] = names.map(|name| variable(name)?.parse().ok());
            let (ranks, rank) = (ranks?, rank?);
            (ranks > 1).then_some(Self { rank, ranks })
        })
    }

    /// Joins this rank to the others, for a command that searches together.
    ///
    /// # Errors
    /// [`Error::Usage`] on rank 0 where the command or the program has no use for several ranks, [`Error::OfRank0`] on the
    /// others, and [`Error::Failed`] where MPI cannot be started.
    fn join(self, command: &Subcommand) -> Result<Station, Error> {
        let is_shared = matches!(
            command,
            Subcommand::Gtp(_) | Subcommand::Gmp(_) | Subcommand::Genmove(_)
        );
        if !is_shared {
            return Err(self.usage(
                "this command does not use several ranks: start it without `mpirun`, or see docs/cluster.md",
            ));
        }
        self.station()
    }

    #[cfg(feature = "mpi")]
    fn station(self) -> Result<Station, Error> {
        let station = Station::join(crate::cluster::MpiTransport::open).map_err(Error::Failed)?;
        log::info!("rank {} of {}", station.rank(), self.ranks);
        Ok(station)
    }

    #[cfg(not(feature = "mpi"))]
    fn station(self) -> Result<Station, Error> {
        Err(self.usage(
            "this program was built without MPI: `cargo build --release --features mpi`, see docs/cluster.md",
        ))
    }

    /// An error that rank 0 alone tells.
    fn usage(self, text: &str) -> Error {
        match self.rank {
            0 => Error::Usage(format!("started as {} ranks, but {text}", self.ranks)),
            _ => Error::OfRank0,
        }
    }
}

/// Joins this process to the other ranks, if it was started with some. Rank 0 goes on with the command; the others search what
/// it does until it leaves, and break. They read nothing and write nothing but the log.
///
/// # Errors
/// [`Error::Usage`] and [`Error::OfRank0`] where there is no use for several ranks, [`Error::Failed`] where MPI cannot be
/// started or rank 0 runs another version of the program, and those of the settings.
pub(super) fn join(command: &Subcommand, sources: &mut Sources) -> Result<ControlFlow<()>, Error> {
    let Some(launch) = Launch::of_process() else {
        return Ok(ControlFlow::Continue(()));
    };
    let station = launch.join(command)?;
    if station.rank() > 0 {
        follow(&station, &sources.effective.engine.settings()?)?;
        return Ok(ControlFlow::Break(()));
    }
    sources.station = Some(Arc::new(station));
    Ok(ControlFlow::Continue(()))
}

/// The output, which is rank 0's alone.
pub(super) fn only_of_rank_0<'o>(output: &'o mut impl Write) -> Box<dyn Write + 'o> {
    match Launch::of_process() {
        Some(Launch { rank: 1.., .. }) => Box::new(io::sink()),
        _ => Box::new(output),
    }
}

fn follow(station: &Station, settings: &EngineSettings) -> Result<(), Error> {
    let mut searcher = Searcher::new(settings.network.clone(), 0);
    searcher.set_shapes(settings.shapes.clone());
    let followed = station.follow(&mut searcher, &settings.params);
    followed.map_err(|error| Error::Failed(error.to_string()))
}

/// An engine whose searches all ranks share.
pub(super) fn engine(settings: EngineSettings, station: Option<&Station>) -> Engine {
    let mut engine = Engine::new(settings);
    if let Some(station) = station {
        engine.set_exchange(station.leader());
    }
    engine
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
        let second = Some(Launch { rank: 1, ranks: 3 });
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
