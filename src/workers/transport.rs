//! What carries messages between ranks.

/// What carries messages between ranks: in order between any two, and without waiting for the receiver.
pub trait Transport {
    /// The number of this rank, from 0 on.
    fn rank(&self) -> usize;

    /// The number of ranks.
    fn count(&self) -> usize;

    /// Sends a message.
    fn send(&mut self, to: usize, message: &[u8]);

    /// The next message that has arrived, with its sender.
    fn receive(&mut self) -> Option<(usize, Vec<u8>)>;

    /// Ends all ranks at once, because this one cannot leave or go on.
    fn abort(&mut self);
}
