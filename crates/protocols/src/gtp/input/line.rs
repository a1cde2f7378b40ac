//! One line of input, read without keeping more of it than a command can need.

use std::io;
use std::io::BufRead;

use crate::files::{LineRead, read_line};
use crate::gtp::command::Command;

/// Maximum bytes of a line, its end included. The longest commands are positions of 19x19, about 3000 bytes.
const MAX_LINE_BYTES: usize = 2 << 20;

/// Maximum digits of a command number that the answer to an overlong line repeats.
const MAX_ID_DIGITS: usize = 100;

#[derive(Debug)]
pub enum InputLine {
    Command(Command),
    /// A line of more than [`MAX_LINE_BYTES`], with its command number if it has one.
    TooLong(Option<String>),
    /// The comment `# interrupt`, by which `GoGui` asks for the move of the running search.
    Interrupt,
    Blank,
}

impl InputLine {
    /// Reads the next line; `None` at the end of the input. `buffer` saves an allocation per line.
    pub(super) fn read(
        reader: &mut impl BufRead,
        buffer: &mut Vec<u8>,
    ) -> io::Result<Option<Self>> {
        Ok(match read_line(reader, MAX_LINE_BYTES, buffer)? {
            LineRead::Whole => Some(Self::parse(buffer)),
            LineRead::TooLong => Some(Self::parse_truncated(buffer)),
            LineRead::End => None,
        })
    }

    pub(super) fn parse(line: &[u8]) -> Self {
        if line.trim_ascii() == b"# interrupt" {
            Self::Interrupt
        } else {
            Command::parse(line).map_or(Self::Blank, Self::Command)
        }
    }

    fn parse_truncated(start: &[u8]) -> Self {
        if start.trim_ascii_start().starts_with(b"#") {
            return Self::Blank;
        }
        let id = Command::parse(start).and_then(|command| command.id);
        Self::TooLong(id.filter(|id| id.len() <= MAX_ID_DIGITS))
    }

    /// Approximate size in bytes.
    pub(super) fn size(&self) -> usize {
        let length = |id: &Option<String>| id.as_ref().map_or(0, String::len);
        let texts = match self {
            Self::Command(command) => {
                length(&command.id) + command.name.len() + command.arguments.len()
            }
            Self::TooLong(id) => length(id),
            Self::Interrupt | Self::Blank => 0,
        };
        texts + size_of::<Self>()
    }

    pub(super) const fn is_interrupt(&self) -> bool {
        matches!(self, Self::Interrupt)
    }

    pub fn is_quit(&self) -> bool {
        matches!(self, Self::Command(command) if command.name == "quit")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_a_command_an_interrupt_or_blank() {
        let is_command = |line: &[u8]| matches!(InputLine::parse(line), InputLine::Command(_));
        let is_blank = |line: &[u8]| matches!(InputLine::parse(line), InputLine::Blank);
        assert!(is_command(b"1 name"));
        assert!(InputLine::parse(b"# interrupt\r\n").is_interrupt());
        assert!(InputLine::parse(b"  # interrupt ").is_interrupt());
        assert!(is_blank(b"#interrupt") && is_blank(b"") && is_blank(b"# c"));
    }

    #[test]
    fn an_overlong_line_does_not_affect_the_next_one() {
        let lengths = [MAX_LINE_BYTES - 1, MAX_LINE_BYTES, 3 * MAX_LINE_BYTES, 1];
        let input = lengths.map(|bytes| "x".repeat(bytes)).join("\n");
        let (mut reader, mut buffer) = (input.as_bytes(), Vec::new());
        for (length, is_too_long) in lengths.into_iter().zip([false, true, true, false]) {
            let line = InputLine::read(&mut reader, &mut buffer).unwrap().unwrap();
            match line {
                InputLine::TooLong(None) => assert!(is_too_long, "{length}"),
                InputLine::Command(command) => {
                    assert!(!is_too_long, "{length}");
                    assert_eq!(command.name.len(), length);
                }
                other => panic!("{length}: {other:?}"),
            }
            assert!(buffer.len() <= MAX_LINE_BYTES, "{length}");
        }
        assert!(InputLine::read(&mut reader, &mut buffer).unwrap().is_none());
    }
}
