//! Text between the packets: somebody's words for the person at the other end, or a noisy line.

/// Where a line without an end is broken.
const LONGEST: usize = 200;

/// Collects text and puts it into the log line by line.
#[derive(Clone, Debug, Default)]
pub(super) struct Talk(String);

impl Talk {
    /// Takes a byte of text; control characters other than line ends are dropped.
    pub(super) fn push(&mut self, byte: u8) {
        match byte {
            b'\r' | b'\n' => self.end(),
            b' '..=b'~' => self.0.push(byte.into()),
            _ => {}
        }
        if self.0.len() >= LONGEST {
            self.end();
        }
    }

    /// Ends the line.
    pub(super) fn end(&mut self) {
        if !self.0.is_empty() {
            log::warn!("the peer says: {}", self.0);
            self.0.clear();
        }
    }
}
