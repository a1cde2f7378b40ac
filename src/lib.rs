//! The program `tao-go`: its commands, and what they share with those of `tao-lab`.
//!
//! | module | content |
//! |---|---|
//! | [`cli`] | the commands |
//! | [`analysis`] | the value of every move of a game |
//! | [`picture`] | boards and graphs in SVG |
//! | [`ranks`] | several processes that make the same searches |
//! | [`svg`] | pictures as text: elements in, SVG out |
//! | [`workers`] | threads that share work |
//!
//! ```
//! use tao_engine::raw::EngineSettings;
//! use tao_go::analysis::{AnalysisJob, analyze};
//!
//! let record = tao_sgf::read(b"(;SZ[5]KM[7];B[cc];W[aa];B[cb])")?;
//! let job = AnalysisJob {
//!     game: record,
//!     moves: 1..=usize::MAX,
//!     moves_before_setup: 0,
//!     settings: EngineSettings {
//!         playouts: Some(20),
//!         ..EngineSettings::default()
//!     },
//!     sizes: Default::default(),
//!     concurrency: 1,
//! };
//! let analysis = analyze(job, &Default::default(), || {});
//! assert_eq!(analysis.reviews().len(), 3);
//! # Ok::<(), tao_sgf::SgfError>(())
//! ```

pub mod analysis;
pub mod cli;
pub mod picture;
pub mod ranks;
pub mod svg;
pub mod workers;
