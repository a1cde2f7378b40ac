//! Writes an opening book as strict FF\[4\]: moves as variations, values as comments.

use std::fmt::Write as _;
use std::io;
use std::io::Write;
use std::mem;

use tao_engine::raw::book::{BookPosition, BookTree, SIDE};
use tao_rules::board::Coord;
use tao_sgf::{SgfWriter, color_letter, point_letters};

/// Writes the positions of a tree, each once, by the line that first led to it: better moves first, at most `depth` moves.
///
/// # Errors
/// The error of `out`.
pub fn write_sgf(out: impl Write, tree: &BookTree, depth: usize) -> io::Result<()> {
    let positions = tree.positions();
    let mut children: Vec<Vec<(Coord, usize)>> = vec![Vec::new(); positions.len()];
    for (index, position) in positions.iter().enumerate() {
        if let Some((parent, coord)) = position.origin {
            children[parent].push((coord, index));
        }
    }
    for list in &mut children {
        // A move is better if the opponent's value after it is less.
        list.sort_by(|&(_, one), &(_, other)| {
            positions[one].value.total_cmp(&positions[other].value)
        });
    }
    let mut book = BookWriter {
        out,
        writer: SgfWriter::default(),
        positions,
        children,
    };
    book.writer.push("(;");
    book.writer.root(SIDE, tree.komi().points());
    if let Some(root) = positions.first() {
        book.writer.property("C", &comment(root));
        book.write_after(0, depth)?;
    }
    book.writer.push(")");
    book.writer.new_line();
    book.write_out()?;
    book.out.flush()
}

struct BookWriter<'a, W> {
    out: W,
    writer: SgfWriter,
    positions: &'a [BookPosition],
    /// The moves from each position with the positions after them, better moves first; empty once they are written.
    children: Vec<Vec<(Coord, usize)>>,
}

impl<W: Write> BookWriter<'_, W> {
    /// Writes what follows a position: lines of at most `depth` moves.
    fn write_after(&mut self, index: usize, depth: usize) -> io::Result<()> {
        if depth == 0 {
            return Ok(());
        }
        let mover = self.positions[index].to_move();
        let children = mem::take(&mut self.children[index]);
        let is_variation = children.len() > 1;
        for (coord, child) in children {
            let writer = &mut self.writer;
            writer.new_line();
            writer.push(if is_variation { "(;" } else { ";" });
            writer.property(color_letter(mover), &point_letters(coord, SIDE));
            writer.property("C", &comment(&self.positions[child]));
            self.write_out()?;
            self.write_after(child, depth - 1)?;
            if is_variation {
                self.writer.push(")");
            }
        }
        Ok(())
    }

    fn write_out(&mut self) -> io::Result<()> {
        self.out.write_all(self.writer.take().as_bytes())
    }
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
