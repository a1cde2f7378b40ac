//! The bytes sent over a connection, to be printed when a test fails.

use std::fmt;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// The sender of a byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sender {
    Ours,
    Theirs,
}

/// All bytes of both directions, in the order in which they were sent.
pub(super) struct Traffic(Mutex<Bytes>);

struct Bytes {
    bytes: Vec<(Sender, u8)>,
    /// Time of the last byte.
    last: Instant,
}

impl Default for Traffic {
    fn default() -> Self {
        Self(Mutex::new(Bytes {
            bytes: Vec::new(),
            last: Instant::now(),
        }))
    }
}

impl Traffic {
    pub(super) fn add(&self, sender: Sender, bytes: &[u8]) {
        let mut traffic = self.0.lock().unwrap();
        traffic
            .bytes
            .extend(bytes.iter().map(|&byte| (sender, byte)));
        traffic.last = Instant::now();
    }

    /// Returns the time since the last byte.
    pub(super) fn silence(&self) -> Duration {
        self.0.lock().unwrap().last.elapsed()
    }

    /// Whether the last packet is an acknowledgement of ours, with any value.
    pub(super) fn ends_with_our_ok(&self) -> bool {
        let traffic = self.0.lock().unwrap();
        let Some(packet) = traffic.bytes.last_chunk::<4>() else {
            return false;
        };
        let command = packet[2].1 >> 4 & 7;
        command == 0 && packet.iter().all(|&(sender, _)| sender == Sender::Ours)
    }
}

/// Writes one line for each four bytes: a packet, if none was damaged.
impl fmt::Display for Traffic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let traffic = self.0.lock().unwrap();
        for turn in traffic.bytes.chunk_by(|(a, _), (b, _)| a == b) {
            for packet in turn.chunks(4) {
                write!(f, "{:7}", format!("{:?}", packet[0].0).to_lowercase())?;
                for (_, byte) in packet {
                    write!(f, " {byte:02x}")?;
                }
                writeln!(f)?;
            }
        }
        Ok(())
    }
}
