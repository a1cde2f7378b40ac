//! What carries messages between ranks.

use super::Launch;

/// What carries messages between ranks: in order between any two, and without waiting for the receiver.
pub trait Transport {
    /// This rank among all.
    fn place(&self) -> Launch;

    /// Sends a message.
    fn send(&mut self, to: usize, message: &[u8]);

    /// The next message that has arrived, with its sender.
    fn receive(&mut self) -> Option<(usize, Vec<u8>)>;

    /// Ends all ranks at once, because this one cannot leave or go on.
    fn abort(&mut self);
}
