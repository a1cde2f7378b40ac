//! Writes an opening book as strict FF\[4\]: moves as variations, values as comments.

use std::fmt::Write as _;
use std::io;
use std::io::Write;

use crate::board::Coord;
use crate::book::{BookPosition, SIDE, Tree};
use crate::sgf::{SgfWriter, color_letter, point_letters};

/// Writes the positions of a tree, each once, by the line that first led to it: better moves first, at most `depth` moves.
///
/// # Errors
///
/// Returns the error of `out`.
pub fn write_book(mut out: impl Write, tree: &Tree, depth: usize) -> io::Result<()> {
    let positions = tree.positions();
    let mut children: Vec<Vec<(Coord, usize)>> = vec![Vec::new(); positions.len()];
    for (index, position) in positions.iter().enumerate() {
        if let Some((parent, coord)) = position.origin {
            children[parent].push((coord, index));
        }
    }
    for list in &mut children {
        // A move is better where the opponent's value after it is less.
        list.sort_by(|&(_, one), &(_, other)| {
            positions[one].value.total_cmp(&positions[other].value)
        });
    }
    let mut writer = SgfWriter::default();
    writer.push("(;");
    writer.root(SIDE, tree.komi().points());
    if !tree.is_empty() {
        writer.property("C", &comment(&positions[0]));
        // Positions to write with their depth and whether they begin a variation, and ends of variations.
        let mut open = vec![Step::Children(0, 0)];
        while let Some(step) = open.pop() {
            match step {
                Step::End => writer.push(")"),
                Step::Children(index, moves) => {
                    let list = &children[index][..];
                    let list = if moves < depth { list } else { &[] };
                    for &(coord, child) in list.iter().rev() {
                        open.push(Step::Move {
                            coord,
                            child,
                            moves: moves + 1,
                            is_variation: list.len() > 1,
                        });
                    }
                }
                Step::Move {
                    coord,
                    child,
                    moves,
                    is_variation,
                } => {
                    writer.new_line();
                    writer.push(if is_variation { "(;" } else { ";" });
                    let mover = !positions[child].to_move();
                    writer.property(color_letter(mover), &point_letters(coord, SIDE));
                    writer.property("C", &comment(&positions[child]));
                    if is_variation {
                        open.push(Step::End);
                    }
                    open.push(Step::Children(child, moves));
                }
            }
            out.write_all(writer.take().as_bytes())?;
        }
    }
    writer.push(")");
    writer.new_line();
    out.write_all(writer.take().as_bytes())?;
    out.flush()
}

enum Step {
    Children(usize, usize),
    Move {
        coord: Coord,
        child: usize,
        moves: usize,
        is_variation: bool,
    },
    End,
}

fn comment(position: &BookPosition) -> String {
    let searched = &position.searched;
    let mut text = format!(
        "{} to move: value {:.1} %, by the search alone {:.1} %, {:+.1} points, {} visits",
        position.to_move().name(),
        100.0 * position.value,
        100.0 * searched.win_rate.number(),
        f64::from(searched.tenths_ahead) / 10.0,
        searched.visits
    );
    for mv in &searched.moves {
        let percent = 100.0 * mv.win_rate.number();
        let _ = write!(text, "\n{}: {} visits, {percent:.1} %", mv.coord, mv.visits);
    }
    text
}
