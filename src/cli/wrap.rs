//! Lines of text that fit a terminal.

use std::io;
use std::io::Write;

use console::measure_text_width;

/// A terminal on which long lines end between words. A line that other programs may read, of JSON, stays whole.
#[derive(Debug)]
pub struct WrappedTerminal<W> {
    inner: W,
    /// The number of its columns, if it has any.
    columns: fn() -> Option<usize>,
    /// The beginning of a line, not yet written.
    line: Vec<u8>,
}

impl<W: Write> WrappedTerminal<W> {
    /// A terminal behind a stream, with this number of columns.
    pub const fn new(inner: W, columns: fn() -> Option<usize>) -> Self {
        Self {
            inner,
            columns,
            line: Vec::new(),
        }
    }

    fn write_line(&mut self) -> io::Result<()> {
        let line = std::mem::take(&mut self.line);
        let text = String::from_utf8_lossy(&line);
        // Asked again for each line: the window may have changed.
        match (self.columns)() {
            Some(width) if !text.starts_with(['{', '[']) => {
                self.inner.write_all(wrap(&text, width).as_bytes())
            }
            _ => self.inner.write_all(&line),
        }
    }
}

impl<W: Write> Write for WrappedTerminal<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for part in bytes.split_inclusive(|&byte| byte == b'\n') {
            self.line.extend_from_slice(part);
            if part.ends_with(b"\n") {
                self.write_line()?;
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.write_line()?;
        self.inner.flush()
    }
}

impl<W> Drop for WrappedTerminal<W> {
    fn drop(&mut self) {
        debug_assert!(self.line.is_empty(), "flushed before it is dropped");
    }
}

/// The text of one line, broken where it is wider than `width`: between columns, else between words. What follows is as far from
/// the left as the second column, or the first word. A word that is too wide stays whole.
fn wrap(line: &str, width: usize) -> String {
    let mut wrapped = String::new();
    let mut rest = line.to_owned();
    let indent = Some(indent(line))
        .filter(|indent| 2 * indent <= width)
        .unwrap_or(0);
    while measure_text_width(rest.trim_end()) > width
        && let Some(at) = break_in(&rest, indent, width)
    {
        wrapped.push_str(rest[..at].trim_end());
        wrapped.push('\n');
        rest = " ".repeat(indent) + rest[at..].trim_start_matches(' ');
    }
    wrapped + &rest
}

/// The place of the second column, after two or more spaces; of the first word where there is only one column.
fn indent(line: &str) -> usize {
    let first = line.len() - line.trim_start_matches(' ').len();
    let Some(gap) = line[first..].find("  ") else {
        return first;
    };
    let after = &line[first + gap..];
    let spaces = after.len() - after.trim_start_matches(' ').len();
    measure_text_width(&line[..first + gap + spaces])
}

/// Where to break a line that is too wide: behind a space in `width`, else behind the first one after it.
fn break_in(line: &str, indent: usize, width: usize) -> Option<usize> {
    let ends = line.trim_end().match_indices(' ').map(|(at, _)| at + 1);
    let column = |at: &usize| measure_text_width(line[..*at].trim_end());
    let ends = ends.filter(|at| column(at) > indent);
    let (fitting, beyond): (Vec<usize>, Vec<usize>) = ends.partition(|at| column(at) <= width);
    let is_gap = |at: &&usize| line[..**at].ends_with("  ");
    let gap = fitting.iter().rfind(is_gap);
    gap.or(fitting.last()).or(beyond.first()).copied()
}

#[cfg(test)]
mod tests {
    use super::wrap;

    #[test]
    fn a_line_breaks_between_words() {
        for (line, width, expected) in [
            ("fits\n", 4, "fits\n"),
            ("one two three", 8, "one two\nthree"),
            ("one two three\n", 9, "one two\nthree\n"),
            ("  one two three", 9, "  one two\n  three"),
            ("/a/long/path is long", 8, "/a/long/path\nis long"),
            ("/a/long/path \n", 8, "/a/long/path \n"),
            ("", 8, ""),
            ("weiß schwarz", 8, "weiß\nschwarz"),
            (
                "\u{1b}[31mone\u{1b}[0m two",
                7,
                "\u{1b}[31mone\u{1b}[0m two",
            ),
        ] {
            assert_eq!(wrap(line, width), expected, "{line:?} in {width}");
        }
    }

    #[test]
    fn what_follows_stands_under_the_second_column() {
        let help = "  undo [N]     take back your latest move, or N of them";
        assert_eq!(
            wrap(help, 40),
            "  undo [N]     take back your latest\n               move, or N of them"
        );
        let status = "Move 2   X Black: captured 0, used 0:03   O White: captured 0";
        assert_eq!(
            wrap(status, 60),
            "Move 2   X Black: captured 0, used 0:03\n         O White: captured 0"
        );
    }
}
