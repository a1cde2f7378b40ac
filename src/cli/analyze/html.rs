//! An analysis as one page for a browser, which loads no other file, and a page with links to those of several games.

use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::analysis::Analysis;
use crate::cli::serve::PAGE;
use tao_engine::raw::search::MoveStats;
use tao_protocols::review::{MistakeSizes, PositionEvaluation};
use tao_protocols::schema::output::PlayerSummary;
use tao_protocols::schema::page::{
    AnalyzedGame, Evaluation, GameMoves, GameStatus, JudgedMove, ReviewedGame,
};
use tao_protocols::schema::{self, texts};
use tao_protocols::serve;
use tao_protocols::session::view;

use super::AnalysisResults;
use super::outputs::Outputs;

/// The nonce of the page's own script and style. With [`POLICY`], a browser uses no other ones and loads nothing.
const NONCE: &str = "page";

const POLICY: &str = "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src 'nonce-page'; \
    style-src 'nonce-page'; img-src data:\">";

/// Returns the page of an analysis.
pub(super) fn page(results: &AnalysisResults<'_>) -> String {
    let (analysis, tree) = (results.analysis, &results.task.tree);
    let (job, game) = (&analysis.job, &analysis.job.game);
    let (first, last) = (job.moves_before_setup, job.last());
    let found = || (first..=last).map(|moves| analysis.evaluation(moves));
    let losses = (first + 1..=last).map(|number| loss(analysis, number));
    let mut moves = GameMoves {
        moves_before: Some(first),
        values: found()
            .map(|found| found.map(view::reviewed_value))
            .collect(),
        reviewed: found().map(|found| found.is_some()).collect(),
        losses: losses.collect(),
        ..view::game_moves(game, &results.task.header, tree)
    };
    if !analysis.is_complete() {
        let warning = "The analysis is not complete.";
        moves.cautions.push(warning.to_owned());
    }
    // The tree begins with the nodes of the game. The nodes of variations follow.
    let of_game = job.games().map(|game| view::position(&game));
    let others = (game.moves().len() + 1..tree.nodes().len())
        .filter_map(|node| Some(view::position(&tree.game_at(game, node)?)));
    let searched =
        found().map(|found| found.map(|found| evaluation(found, game.size(), job.sizes)));
    let worst = results.mistakes.first();
    let data = AnalyzedGame {
        game: ReviewedGame {
            game: moves,
            status: GameStatus::default(),
        },
        positions: of_game.chain(others).collect(),
        analyses: searched.collect(),
        worst: worst.map(|mistake| mistake.number - first - 1),
    };
    serve::page(PAGE, NONCE, POLICY, Some(&data))
}

/// What the move with this number lost, for its player.
fn loss(analysis: &Analysis, number: usize) -> Option<JudgedMove> {
    let review = analysis.review(number)?;
    let positions = [number - 1, number].map(|moves| analysis.evaluation(moves));
    let [Some(before), Some(after)] = positions else {
        return None;
    };
    Some(view::judged_move(review, [before, after]))
}

/// The results of the search of a position: its value, the candidates and the owners of the points.
fn evaluation(found: &PositionEvaluation, size: usize, sizes: MistakeSizes) -> Evaluation {
    let candidates = found.candidates().map(|stats| (stats, lead(found, stats)));
    let mut candidates = view::judged_candidates(candidates, size, sizes);
    if let Some(best) = candidates.first_mut() {
        best.line = texts(found.expected_line().iter().map(|(_, mv)| mv));
    }
    let owners = found.ownership.as_ref();
    Evaluation {
        to_move: found.to_move.into(),
        value: view::reviewed_value(found),
        candidates,
        owners: owners.map(|owners| view::owner_percents(owners, size)),
        exact: Some(found.exact.is_some()),
    }
}

/// Returns by how many points the side to move is ahead after a candidate. `None` for a move other than the best one if the search
/// did not count the scores of both.
pub(super) fn lead(found: &PositionEvaluation, stats: &MoveStats) -> Option<f64> {
    let black = |stats: &MoveStats| {
        let outcomes = stats.outcomes.as_ref();
        outcomes.filter(|ends| ends.games > 0).map(|ends| ends.lead)
    };
    let best = found.moves.first()?;
    let own = found.black.for_color(found.to_move).lead;
    if stats.mv == best.mv {
        return Some(own);
    }
    Some(own + found.to_move.signed(black(stats)? - black(best)?))
}

/// Name of the file of the page with links, which is in the folder of the games' pages.
const INDEX_FILE: &str = "index.html";

/// A game on the page with links.
#[derive(Debug, Serialize)]
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
        let count = |player: PlayerSummary| {
            Some(player.inaccuracies? + player.mistakes? + player.blunders?)
        };
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

/// Returns the file of the page with links to several games in a folder; `None` for one game, or if the page of a game already has this name.
pub(super) fn index_file(folder: Option<&Path>, outputs: &[Outputs]) -> Option<PathBuf> {
    let file = folder.filter(|_| outputs.len() > 1)?.join(INDEX_FILE);
    let mut pages = outputs.iter().filter_map(|outputs| outputs.html.as_ref());
    let is_taken = pages.any(|page| *page == file);
    (!is_taken).then_some(file)
}

/// The page with links to the pages of these games.
pub(super) fn index_page(rows: &[IndexRow]) -> String {
    serve::fill(include_str!("index.html"), &schema::json(&rows))
}
