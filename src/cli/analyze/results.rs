//! What the output formats show.

use std::path::Path;

use crate::analysis::{Analysis, MoveReview};
use crate::cli::position::RecordText;
use crate::sgf::Header;

/// An analyzed game.
pub(super) struct AnalysisResults<'a> {
    pub(super) path: &'a Path,
    pub(super) text: &'a RecordText,
    pub(super) header: &'a Header,
    pub(super) analysis: &'a Analysis,
    /// The worst first.
    pub(super) mistakes: &'a [MoveReview],
}
