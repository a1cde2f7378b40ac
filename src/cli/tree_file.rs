//! Search trees as SGF files.

use std::path::PathBuf;

use clap::Args;

use crate::cli::parsers::at_least;
use tao_engine::engine::Engine;
use tao_engine::search::TreeFilter;
use tao_protocols::write_tree;

use super::error::Error;
use super::output_file;

#[derive(Clone, Debug, Args)]
pub struct TreeFileArgs {
    /// Write the search tree to a file in SGF: moves as variations, with visits, win rates, AMAF and priors in comments
    #[arg(id = "debug-sgf", long = "debug-sgf", value_name = "FILE")]
    path: Option<PathBuf>,
    /// Visits that a move needs to be in that file [default: 1 % of all, at least 10]
    #[arg(long = "debug-sgf-visits", value_name = "N", requires = "debug-sgf")]
    #[arg(value_parser = at_least(1_u64))]
    visits: Option<u64>,
    /// Depth in moves at which lines in that file end [default: 20]
    #[arg(long = "debug-sgf-depth", value_name = "N", requires = "debug-sgf")]
    depth: Option<usize>,
}

impl TreeFileArgs {
    /// Whether a file is given.
    pub(super) const fn is_asked(&self) -> bool {
        self.path.is_some()
    }

    /// Writes the tree of the engine's latest search, if a file is given.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Failed`] where there is no tree, [`Error::File`] where the file cannot be written.
    pub(super) fn write(&self, engine: &Engine) -> Result<(), Error> {
        let Some(path) = &self.path else {
            return Ok(());
        };
        let reason = match engine.settings().other_search {
            None => "a pass wins without a search",
            Some(_) => "this search makes none",
        };
        let tree = engine
            .tree()
            .ok_or_else(|| Error::Failed(format!("--debug-sgf: no tree, because {reason}")))?;
        let default = tree.default_filter();
        let filter = TreeFilter {
            visits: self.visits.unwrap_or(default.visits),
            depth: self.depth.unwrap_or(default.depth),
        };
        output_file::write_with(path, |out| write_tree(out, &tree, filter))
    }
}
