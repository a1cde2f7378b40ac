//! A page with links to the pages of several games.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::analysis::PlayerSummary;

use super::AnalysisResults;
use super::html::filled;
use super::outputs::Outputs;

/// Name of this page's file, which is in the folder of the games' pages.
const FILE: &str = "index.html";

/// What the page says of one game.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct IndexRow {
    /// Name of the page of the game.
    page: String,
    /// Names of the players.
    black: Option<String>,
    white: Option<String>,
    result: Option<String>,
    moves: usize,
    /// Mistakes of Black and White; `None` where moves cannot be judged.
    mistakes: Option<[usize; 2]>,
}

impl IndexRow {
    /// Returns the row of a game; `None` if the game has no page.
    pub(super) fn new(results: &AnalysisResults<'_>) -> Option<Self> {
        let (task, analysis) = (results.task, results.analysis);
        let page = task.outputs.html.as_ref()?.file_name()?;
        let count = |player: PlayerSummary| Some(player.losses?.mistakes.iter().sum());
        let [black, white] = analysis.players().map(count);
        Some(Self {
            page: page.to_string_lossy().into_owned(),
            black: task.header.black.clone(),
            white: task.header.white.clone(),
            result: task.header.result.clone(),
            moves: analysis.job.last(),
            mistakes: black.zip(white).map(<[usize; 2]>::from),
        })
    }
}

/// Returns the file of the page for several games in a folder; `None` for one game, or if the page of a game already has this name.
pub(super) fn file(folder: Option<&Path>, outputs: &[Outputs]) -> Option<PathBuf> {
    let file = folder.filter(|_| outputs.len() > 1)?.join(FILE);
    let mut pages = outputs.iter().filter_map(|outputs| outputs.html.as_ref());
    let is_taken = pages.any(|page| *page == file);
    (!is_taken).then_some(file)
}

/// Whether to write the page, which has a row for `rows` of the `games`. A page that lacks games does not replace an existing file.
pub(super) fn is_due(file: &Path, rows: usize, games: usize) -> bool {
    rows == games || rows > 0 && !file.exists()
}

/// The page of these games.
pub(super) fn page(rows: impl Iterator<Item = IndexRow>) -> String {
    let rows: Vec<IndexRow> = rows.collect();
    filled(include_str!("index.html"), &json!(rows))
}
