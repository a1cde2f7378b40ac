//! Writes the tree of a search as strict FF\[4\]: moves as variations, statistics as comments and marks.

use std::io::{self, Write};

use tao_engine::search::{MoveStats, Proof, TreeFilter, TreeNode, TreeStep, TreeView};
use tao_rules::board::{Color, Move};
use tao_sgf::{SgfWriter, color_letter, point_letters};

/// Writes a tree node by node, the principal variation as the main line, other moves after it, better ones first.
///
/// * `C` has the statistics: visits, win rate, AMAF, prior, and a short form for the replies that are written;
/// * `LB` labels these replies, `A` the best; `TR` marks the other visited moves, `MA` those proven to lose;
/// * `GB` or `GW` says who is proven to win.
///
/// All are standard properties: CGoban refuses names of more than two letters.
///
/// # Errors
///
/// Returns the error of `out`.
///
/// ```
/// use tao_rules::board::{AnyBoard, Color};
/// use tao_engine::search::{Params, Request, Searcher};
/// use tao_protocols::write_tree;
///
/// let board: AnyBoard = "
///     X X X O O
///     X . X O .
///     X X X O O
///     X X X O O
///     X X X O O".parse()?;
/// let mut searcher = Searcher::default();
/// searcher.search(&Params::default(), &Request::new(&board, Color::Black, 7.5));
/// let tree = searcher.tree().ok_or("nothing was searched")?;
/// let mut file = Vec::new();
/// write_tree(&mut file, &tree, tree.default_filter())?;
/// let text = String::from_utf8(file)?;
/// assert!(text.starts_with("(;GM[1]FF[4]"));
/// assert!(text.contains(";B[eb]")); // E4 captures
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_tree(mut out: impl Write, tree: &TreeView<'_>, filter: TreeFilter) -> io::Result<()> {
    let mut writer = SgfWriter::default();
    // For each node from the root: whether it starts a variation, in parentheses, and its number of branches.
    let mut line: Vec<(bool, usize)> = Vec::new();
    for step in tree.walk(filter) {
        match step {
            TreeStep::Down(node) => {
                let is_variation = line.last().is_none_or(|&(_, branches)| branches > 1);
                if !line.is_empty() {
                    writer.new_line();
                }
                line.push((is_variation, node.branches));
                writer.push(if is_variation { "(;" } else { ";" });
                if node.mv().is_none() {
                    writer.root(tree.request.board.size(), tree.request.komi);
                    writer.stones(&tree.request.board);
                    writer.property("PL", color_letter(tree.request.to_move));
                }
                write_properties(&mut writer, &node, tree, filter);
            }
            TreeStep::Up => {
                if line.pop().is_some_and(|(is_variation, _)| is_variation) {
                    writer.push(")");
                }
            }
        }
        out.write_all(writer.take().as_bytes())?;
    }
    writer.new_line();
    out.write_all(writer.take().as_bytes())?;
    out.flush()
}

fn write_properties(
    writer: &mut SgfWriter,
    node: &TreeNode,
    tree: &TreeView<'_>,
    filter: TreeFilter,
) {
    let size = tree.request.board.size();
    let place = |mv: Move| mv.coord().map(|coord| point_letters(coord, size));
    if let Some(mv) = node.mv() {
        writer.property(color_letter(node.mover), &place(mv).unwrap_or_default());
    }
    match winner(node.mover, node.stats.proof) {
        Some(Color::Black) => writer.property("GB", "2"),
        Some(Color::White) => writer.property("GW", "2"),
        None => {}
    }
    let replies = node.replies.iter();
    let (shown, others): (Vec<_>, Vec<_>) = replies.partition(|stats| filter.shows(stats.visits));
    let labels = shown.iter().enumerate();
    let labels =
        labels.filter_map(|(rank, stats)| Some(format!("{}:{}", place(stats.mv)?, label(rank))));
    writer.list("LB", labels);
    for (name, is_lost) in [("TR", false), ("MA", true)] {
        let others = others
            .iter()
            .filter(|stats| (stats.proof == Proof::Lost) == is_lost);
        writer.list(name, others.filter_map(|stats| place(stats.mv)));
    }
    writer.property("C", &comment(node, &shown));
}

fn winner(mover: Color, proof: Proof) -> Option<Color> {
    match proof {
        Proof::Won => Some(mover),
        Proof::Lost => Some(!mover),
        Proof::Unproven | Proof::Drawn => None,
    }
}

/// Returns `A` to `Z`, then numbers from 27.
fn label(rank: usize) -> String {
    let letter = ('A'..='Z').nth(rank);
    letter.map_or_else(|| (rank + 1).to_string(), String::from)
}

/// Returns the statistics of a node as text; at the root those of the side to move.
fn comment(node: &TreeNode, shown: &[&MoveStats]) -> String {
    let TreeNode { mover, stats, .. } = node;
    let (title, side, win_rate) = if let Some(mv) = node.mv() {
        (format!("{} {mv}", mover.name()), *mover, stats.win_rate)
    } else {
        let side = !*mover;
        let title = format!("{} to move", side.name());
        (title, side, 1.0 - stats.win_rate)
    };
    let (visits, percent) = (stats.visits, 100.0 * win_rate);
    let share = format!("{visits} visits, {percent:.1} % won by {}", side.name());
    let mut lines = vec![title, share];
    if let Some(winner) = winner(*mover, stats.proof) {
        lines.push(format!("Proven: {} wins", winner.name()));
    }
    if stats.amaf_visits > 0 {
        let (games, percent) = (stats.amaf_visits, 100.0 * stats.amaf_win_rate);
        lines.push(format!("AMAF: {games} games, {percent:.1} % won"));
    }
    let has_prior = node.mv().is_some_and(|mv| mv != Move::Pass);
    if let Some(prior) = stats.prior.filter(|_| has_prior) {
        lines.push(format!("Prior: {:.1} %", 100.0 * prior));
    }
    lines.extend(shown.iter().enumerate().map(|(rank, stats)| {
        let (label, percent) = (label(rank), 100.0 * stats.win_rate);
        let proof = match stats.proof {
            Proof::Won => ", proven to win",
            Proof::Lost => ", proven to lose",
            Proof::Drawn => ", proven to draw",
            Proof::Unproven => "",
        };
        let MoveStats { mv, visits, .. } = stats;
        format!("{label} {mv}: {visits} visits, {percent:.1} %{proof}")
    }));
    lines.join("\n")
}
