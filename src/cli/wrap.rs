//! Lines of text that fit a terminal.

use std::io::{self, Write};

use console::measure_text_width;

/// A writer that breaks long lines between words to fit a terminal.
#[derive(Debug)]
pub struct WrappedTerminal<W: Write> {
    inner: W,
    /// Returns the number of columns of the terminal, if there is one.
    columns: fn() -> Option<usize>,
    /// The beginning of a line, not yet written.
    line: Vec<u8>,
}

impl<W: Write> WrappedTerminal<W> {
    /// Wraps a stream to a terminal with this number of columns.
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
            Some(width) => self.inner.write_all(wrap(&text, width).as_bytes()),
            None => self.inner.write_all(&line),
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

impl<W: Write> Drop for WrappedTerminal<W> {
    fn drop(&mut self) {
        // Nobody is left to tell if this fails.
        let _ = self.flush();
    }
}

/// Breaks a line that is wider than `width`: between columns, else between words or Chinese characters. The lines after the first
/// are indented to the second column, or to the first word. A word that is too wide stays whole.
fn wrap(line: &str, width: usize) -> String {
    let mut wrapped = String::new();
    let indent = Some(indent(line))
        .filter(|indent| 2 * indent <= width)
        .unwrap_or(0);
    // The first column stays whole, and so does the indentation of the following lines.
    let (mut rest, mut whole, mut width) = (line, indent, width);
    while let Some(at) = break_in(rest, whole, width) {
        if whole > 0 {
            (whole, width) = (0, width - indent);
        }
        wrapped.push_str(rest[..at].trim_end());
        wrapped.push('\n');
        wrapped.push_str(&" ".repeat(indent));
        rest = rest[at..].trim_start_matches(' ');
    }
    wrapped + rest
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

/// Returns where to break a line that is too wide, beyond its first `whole` columns: after the last gap between columns within
/// `width`, else after the last possible place within it, else at the first one after it.
fn break_in(line: &str, whole: usize, width: usize) -> Option<usize> {
    let line = line.trim_end();
    let (mut space, mut gap) = (None, None);
    let (mut at, mut column, mut word_end) = (0, 0, 0);
    while at < line.len() {
        let part = first_part(&line[at..]);
        let word = part.trim_end_matches(' ');
        if !word.is_empty() {
            word_end = column + measure_text_width(word);
        }
        at += part.len();
        column += measure_text_width(part);
        let is_place = word_end > whole && at < line.len();
        if word_end > width {
            let place = gap.or(space).or_else(|| is_place.then_some(at));
            if place.is_some() {
                return place;
            }
        } else if is_place {
            space = Some(at);
            if line[..at].ends_with("  ") {
                gap = space;
            }
        }
    }
    None
}

/// Returns the beginning of a line up to the first place where it may break: after spaces, or beside a Chinese character.
fn first_part(line: &str) -> &str {
    let following = line.char_indices().skip(1);
    let mut pairs = line.chars().zip(following);
    let end = pairs.find(|&(before, (_, after))| is_break(before, after));
    end.map_or(line, |(_, (at, _))| &line[..at])
}

/// Whether a line may break between these characters. No line begins with a closing character, such as a comma, or ends with an
/// opening one.
fn is_break(before: char, after: char) -> bool {
    let is_chinese = |c: char| c >= '\u{2e80}';
    before == ' '
        || after != ' '
            && (is_chinese(before) || is_chinese(after))
            && !"，。、；：？！）】》」』,.;:?!)]".contains(after)
            && !"（【《「『([".contains(before)
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::time::{Duration, Instant};

    use super::{WrappedTerminal, wrap};

    #[test]
    fn an_unfinished_line_is_written_in_the_end() {
        let mut written = Vec::new();
        let mut terminal = WrappedTerminal::new(&mut written, || Some(8));
        terminal.write_all(b"one two three").unwrap();
        drop(terminal);
        assert_eq!(written, b"one two\nthree");
    }

    #[test]
    fn a_long_line_takes_little_time() {
        let start = Instant::now();
        let wrapped = wrap(&"word ".repeat(100_000), 80);
        assert_eq!(wrapped.lines().count(), 6250);
        let time = start.elapsed();
        assert!(time < Duration::from_secs(5), "{time:?}");
    }

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
            ("黑棋、白棋", 4, "黑\n棋、\n白棋"),
            ("  （黑）白 GTP", 8, "  （黑）\n  白 GTP"),
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
