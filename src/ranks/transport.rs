//! What carries messages between ranks.

use super::Launch;

/// Carries messages between ranks: in order between any two ranks, and without waiting for the receiver.
pub trait Transport {
    /// The number of this rank and the number of ranks.
    fn place(&self) -> Launch;

    /// Sends a message.
    fn send(&mut self, to: usize, message: &[u8]);

    /// Returns the next message that has arrived, with its sender; `None` if there is none.
    fn receive(&mut self) -> Option<(usize, Vec<u8>)>;

    /// Ends all ranks at once, because this one cannot leave or go on.
    fn abort(&mut self);
}
