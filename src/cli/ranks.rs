//! Commands that run on several ranks, as `mpirun` starts them.

use std::env;
use std::io;
use std::io::Write;
use std::thread;
use std::time::Duration;

#[cfg(feature = "mpi")]
use crate::cluster::MpiTransport;
use crate::cluster::Station;
use crate::engine::Engine;
use crate::engine::EngineSettings;
use crate::search::Searcher;
use crate::workers::Crew;

use super::error::Error;

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

/// How long an error of another rank waits for rank 0.
const RANK_0_FIRST: Duration = Duration::from_secs(5);

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

    /// Joins this rank to the others.
    ///
    /// # Errors
    /// [`Error::Usage`] where the command or the program has no use for several ranks, and [`Error::Failed`] where MPI cannot be
    /// started.
    fn join(self, purpose: Option<RanksPurpose>) -> Result<Ranks, Error> {
        let mut ranks = Ranks::default();
        match purpose {
            Some(RanksPurpose::Search) => ranks.station = Some(self.station()?),
            Some(RanksPurpose::Work) => ranks.crew = self.crew()?,
            None => {
                return Err(self.usage(
                    "this command does not use several ranks: start it without `mpirun`, or see docs/cluster.md",
                ));
            }
        }
        Ok(ranks)
    }

    #[cfg(feature = "mpi")]
    fn station(self) -> Result<Station, Error> {
        let station = Station::join(MpiTransport::open).map_err(Error::Failed)?;
        self.check(station.rank(), station.count())?;
        Ok(station)
    }

    #[cfg(feature = "mpi")]
    fn crew(self) -> Result<Crew, Error> {
        let crew = Crew::join(MpiTransport::open).map_err(Error::Failed)?;
        self.check(crew.rank(), crew.ranks())?;
        Ok(crew)
    }

    /// Checks that MPI says what the launcher does. That of another MPI starts ranks which do not know of each other.
    #[cfg(feature = "mpi")]
    fn check(self, rank: usize, ranks: usize) -> Result<(), Error> {
        log::info!("rank {rank} of {ranks}");
        if (Self { rank, ranks }) == self {
            return Ok(());
        }
        Err(Error::Failed(format!(
            "started as rank {} of {}, but MPI says {rank} of {ranks}: was the program built for another MPI?",
            self.rank, self.ranks
        )))
    }

    #[cfg(not(feature = "mpi"))]
    fn station(self) -> Result<Station, Error> {
        Err(self.without_mpi())
    }

    #[cfg(not(feature = "mpi"))]
    fn crew(self) -> Result<Crew, Error> {
        Err(self.without_mpi())
    }

    #[cfg(not(feature = "mpi"))]
    fn without_mpi(self) -> Error {
        self.usage(
            "this program was built without MPI: `cargo build --release --features mpi`, see docs/cluster.md",
        )
    }

    fn usage(self, text: &str) -> Error {
        Error::Usage(format!("started as {} ranks, but {text}", self.ranks))
    }
}

/// What a command does with several ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RanksPurpose {
    /// They search the same position.
    Search,
    /// They share games or records.
    Work,
}

/// The ranks that were started together, as far as the command has use for them.
#[derive(Debug, Default)]
pub(super) struct Ranks {
    /// Those that search the same position.
    station: Option<Station>,
    /// Those that share games or records.
    pub(super) crew: Crew,
}

impl Ranks {
    /// Joins this process to the other ranks, if it was started with some. `None` where it has followed rank 0, which searches
    /// the same positions, until that left; it has read nothing then, and written nothing but the log.
    ///
    /// # Errors
    /// [`Error::Usage`] where there is no use for several ranks, [`Error::Failed`] where MPI cannot be started or rank 0 runs
    /// another version of the program, and those of the settings.
    pub(super) fn join(
        purpose: Option<RanksPurpose>,
        settings: impl FnOnce() -> Result<EngineSettings, Error>,
    ) -> Result<Option<Self>, Error> {
        let Some(launch) = Launch::of_process() else {
            return Ok(Some(Self::default()));
        };
        let ranks = launch.join(purpose)?;
        match &ranks.station {
            Some(station) if station.rank() > 0 => {
                follow(station, &settings()?)?;
                Ok(None)
            }
            _ => Ok(Some(ranks)),
        }
    }

    /// An engine whose searches all ranks share.
    pub(super) fn engine(&self, settings: EngineSettings) -> Engine {
        let mut engine = Engine::new(settings);
        if let Some(station) = &self.station {
            engine.set_exchange(station.leader());
        }
        engine
    }
}

/// Whether this process prints a text that ends it with an exit code: 0 for help, another one for an error. All ranks have the
/// same arguments, and mostly the same error; a rank that is not rank 0 gives it time to tell an error, which ends them all.
#[must_use]
pub fn tells(exit_code: u8) -> bool {
    let Some(Launch { rank: 1.., .. }) = Launch::of_process() else {
        return true;
    };
    if exit_code != 0 {
        thread::sleep(RANK_0_FIRST);
    }
    exit_code != 0
}

/// The error of a command as this rank tells it, after rank 0 has had time to tell the same.
pub(super) fn error(error: Error) -> Error {
    match Launch::of_process() {
        Some(Launch {
            rank: rank @ 1.., ..
        }) if error.is_to_be_told() => {
            thread::sleep(RANK_0_FIRST);
            Error::Failed(format!("rank {rank}: {error}"))
        }
        _ => error,
    }
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
