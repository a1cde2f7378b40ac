//! From the tree of a search to strict FF\[4\]: moves as variations, what the search knows of them as comments and marks.

use std::io;
use std::io::Write;

use crate::board::{Color, Move};
use crate::search::{Cut, Figures, Proof, TreeNode, TreeStep, TreeView};
use crate::sgf::{SgfWriter, color_letter, point_letters};

/// Writes a tree node by node: nothing is held but the line that is being written.
///
/// The position at the root is set up, the main line is what the search expects, and other moves are variations, better ones
/// first. At each node:
///
/// * `C` has the figures in words: visits, win rate, AMAF, prior, and the same in short for the answers shown;
/// * `LB` names the answers that are visited often enough for a variation, `A` the best; `TR` marks the others that were
///   tried, `MA` those of them that are proven to lose;
/// * `GB` or `GW` says who is proven to win.
///
/// All names are of the standard: at one of more than two capitals, as those of Sabaki's graph, CGoban refuses a file.
///
/// # Errors
///
/// With what writing failed with.
///
/// ```
/// use tao_go::board::{AnyBoard, Color};
/// use tao_go::search::{Params, Request, Searcher};
/// use tao_go::analysis::write_tree;
///
/// let board: AnyBoard = "
///     X X X O O
///     X . X O .
///     X X X O O
///     X X X O O
///     X X X O O".parse()?;
/// let mut searcher = Searcher::default();
/// searcher.search(&Params::default(), &Request::new(&board, Color::Black, 7.5));
/// let tree = searcher.outline().ok_or("nothing was searched")?;
/// let mut file = Vec::new();
/// write_tree(&mut file, &tree, tree.usual_cut())?;
/// let text = String::from_utf8(file)?;
/// assert!(text.starts_with("(;GM[1]FF[4]"));
/// assert!(text.contains(";B[eb]")); // E4 captures
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_tree(mut out: impl Write, tree: &TreeView<'_>, cut: Cut) -> io::Result<()> {
    let mut writer = SgfWriter::default();
    // The nodes on the line: whether each is a variation, in parentheses, and how many branches it has.
    let mut line: Vec<(bool, usize)> = Vec::new();
    for step in tree.walk(cut) {
        match step {
            TreeStep::Down(node) => {
                let is_variation = line.last().is_none_or(|&(_, branches)| branches > 1);
                if !line.is_empty() {
                    writer.new_line();
                }
                line.push((is_variation, node.branches));
                writer.push(if is_variation { "(;" } else { ";" });
                if node.mv.is_none() {
                    root(&mut writer, tree);
                }
                properties(&mut writer, &node, tree, cut);
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

/// What the file is, and the position.
fn root(writer: &mut SgfWriter, tree: &TreeView<'_>) {
    writer.root(tree.board().size(), tree.komi());
    writer.stones(tree.board());
    writer.property("PL", color_letter(tree.to_move()));
}

fn properties(writer: &mut SgfWriter, node: &TreeNode, tree: &TreeView<'_>, cut: Cut) {
    let size = tree.board().size();
    let place = |mv: Move| mv.coord().map(|coord| point_letters(coord, size));
    if let Some(mv) = node.mv {
        writer.property(color_letter(node.mover), &place(mv).unwrap_or_default());
    }
    match winner(node.mover, node.figures.proof) {
        Some(Color::Black) => writer.property("GB", "2"),
        Some(Color::White) => writer.property("GW", "2"),
        None => {}
    }
    let replies = node.replies.iter().copied();
    let (shown, tried): (Vec<_>, Vec<_>) =
        replies.partition(|(_, figures)| cut.keeps(figures.visits));
    let labels = shown
        .iter()
        .enumerate()
        .filter_map(|(rank, (mv, _))| Some(format!("{}:{}", place(*mv)?, label(rank))));
    writer.list("LB", labels);
    let (lost, tried): (Vec<_>, Vec<_>) = tried
        .into_iter()
        .partition(|(_, figures)| figures.proof == Proof::Lost);
    for (name, moves) in [("TR", tried), ("MA", lost)] {
        writer.list(name, moves.into_iter().filter_map(|(mv, _)| place(mv)));
    }
    writer.property("C", &comment(node, &shown));
}

/// Who is proven to win after a move.
fn winner(mover: Color, proof: Proof) -> Option<Color> {
    match proof {
        Proof::Won => Some(mover),
        Proof::Lost => Some(!mover),
        Proof::Unproven => None,
    }
}

/// The label of an answer with this rank: `A` to `Z`, then numbers.
fn label(rank: usize) -> String {
    let letter = u8::try_from(rank).ok().filter(|&rank| rank < 26);
    letter.map_or_else(
        || (rank + 1).to_string(),
        |rank| char::from(b'A' + rank).to_string(),
    )
}

/// The figures of a node in words. At the root they are those of the side to move.
fn comment(node: &TreeNode, shown: &[(Move, Figures)]) -> String {
    let TreeNode { mover, figures, .. } = node;
    let (title, side, win_rate) = node.mv.map_or_else(
        || {
            (
                format!("{} to move", name(!*mover)),
                !*mover,
                1.0 - figures.win_rate,
            )
        },
        |mv| (format!("{} {mv}", name(*mover)), *mover, figures.win_rate),
    );
    let mut lines = vec![
        title,
        format!(
            "{} visits, {:.1} % won by {}",
            figures.visits,
            100.0 * win_rate,
            name(side)
        ),
    ];
    if let Some(winner) = winner(*mover, figures.proof) {
        lines.push(format!("Proven: {} wins", name(winner)));
    }
    if figures.amaf_games > 0 {
        let percent = 100.0 * figures.amaf_win_rate;
        lines.push(format!(
            "AMAF: {} games, {percent:.1} % won",
            figures.amaf_games
        ));
    }
    if let Some(prior) = figures.prior {
        lines.push(format!("Prior: {:.1} %", 100.0 * prior));
    }
    lines.extend(shown.iter().enumerate().map(|(rank, (mv, figures))| {
        let (label, percent) = (label(rank), 100.0 * figures.win_rate);
        let proof = match figures.proof {
            Proof::Won => ", proven to win",
            Proof::Lost => ", proven to lose",
            Proof::Unproven => "",
        };
        format!(
            "{label} {mv}: {} visits, {percent:.1} %{proof}",
            figures.visits
        )
    }));
    lines.join("\n")
}

const fn name(color: Color) -> &'static str {
    match color {
        Color::Black => "Black",
        Color::White => "White",
    }
}
