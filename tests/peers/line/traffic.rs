//! What went over a line, for whoever has to find out what went wrong.

use std::fmt;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Who said something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Ours,
    Theirs,
}

/// Every byte of both directions, in the order in which they passed.
pub(super) struct Traffic(Mutex<Bytes>);

struct Bytes {
    bytes: Vec<(Side, u8)>,
    /// When the last one passed.
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
    pub(super) fn add(&self, side: Side, bytes: &[u8]) {
        let mut traffic = self.0.lock().unwrap();
        traffic.bytes.extend(bytes.iter().map(|&byte| (side, byte)));
        traffic.last = Instant::now();
    }

    /// For how long nobody has said anything.
    pub(super) fn silence(&self) -> Duration {
        self.0.lock().unwrap().last.elapsed()
    }

    /// Whether the last packet is an acknowledgement, and ours. Any value will do in it.
    pub(super) fn ends_with_our_ok(&self) -> bool {
        let traffic = self.0.lock().unwrap();
        let Some(packet) = traffic.bytes.last_chunk::<4>() else {
            return false;
        };
        let command = packet[2].1 >> 4 & 7;
        command == 0 && packet.iter().all(|&(side, _)| side == Side::Ours)
    }
}

/// A line for every four bytes, which is a packet as long as nothing is amiss.
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
