//! Engines for programs that need no more than this.

use super::{Engine, EngineSettings, Level};
use crate::book::BookSource;
use crate::search::{Audience, SetParamError};

/// The settings of an engine that is to be made: see [`Engine::builder`].
#[derive(Clone, Debug)]
#[must_use = "`build` makes the engine"]
pub struct EngineBuilder {
    threads: usize,
    memory_mib: usize,
    settings: EngineSettings,
}

impl Engine {
    /// Begins to describe an engine: one thread, 512 MiB, full strength, the opening book in the program, and another seed for each
    /// game, unless they are changed.
    ///
    /// ```
    /// use tao_engine::{Engine, Level};
    ///
    /// let engine = Engine::builder().threads(2).memory_mib(64).level(Level::LOWEST).seed(1).build()?;
    /// assert_eq!(engine.seed(), 1);
    /// let refused = Engine::builder().threads(0).build().unwrap_err();
    /// assert_eq!(refused.to_string(), "bad value `0` for `threads`, which takes an integer from 1 to 1024");
    /// # Ok::<(), tao_engine::SetParamError>(())
    /// ```
    pub fn builder() -> EngineBuilder {
        let settings = EngineSettings {
            book: BookSource::Automatic,
            ..EngineSettings::default()
        };
        EngineBuilder {
            threads: settings.params.machine.threads,
            memory_mib: settings.params.machine.memory,
            settings,
        }
    }
}

impl EngineBuilder {
    /// Sets the number of threads that search, from 1 to 1024. With more than one, the same seed does not give the same moves.
    pub const fn threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }

    /// Sets the mebibytes of memory that a program with this engine may take, from 1 to 131072: the searches get what 13 MiB leave.
    pub const fn memory_mib(mut self, mebibytes: usize) -> Self {
        self.memory_mib = mebibytes;
        self
    }

    /// Sets the strength of the moves.
    pub const fn level(mut self, level: Level) -> Self {
        self.settings.level = level;
        self
    }

    /// Sets the seed of all games. With one thread and without a limit of time, the same seed gives the same moves on all machines.
    pub const fn seed(mut self, seed: u64) -> Self {
        self.settings.seed = Some(seed);
        self
    }

    /// The engine.
    ///
    /// # Errors
    /// A number that is out of its range.
    pub fn build(mut self) -> Result<Engine, SetParamError> {
        for (name, number) in [("threads", self.threads), ("memory", self.memory_mib)] {
            let params = &mut self.settings.params;
            params.set(Audience::User, name, &number.to_string())?;
        }
        Ok(Engine::new(self.settings))
    }
}
