//! What one rank sends to another in a search.

use serde::{Deserialize, Serialize};

use super::order::Order;
use crate::search::News;

/// What rank 0 tells the others. A later command replaces an earlier one that has not arrived.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Command {
    /// Search. The number is one more than that of the search before.
    Search(u32, Box<Order>),
    /// End the search with this number.
    Stop(u32),
    /// Leave.
    Quit,
}

/// What one rank sends to another.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) enum Message {
    /// The number of a search, a command, and what was added to upper trees in that search. One such message at a time is on its
    /// way between two ranks.
    News(u32, Option<Command>, News),
    /// The receipt for such a message.
    Receipt,
}

/// A message that no rank of this version has sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a message of another rank is damaged")]
pub struct DamagedMessage;

impl Message {
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        // Nothing in it has an unknown length, the only thing that has no bytes.
        postcard::to_allocvec(self).unwrap_or_default()
    }

    pub(super) fn from_bytes(bytes: &[u8]) -> Result<Self, DamagedMessage> {
        match postcard::take_from_bytes(bytes) {
            Ok((message, [])) => Ok(message),
            _ => Err(DamagedMessage),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::search::any_news;

    proptest! {
        #[test]
        fn messages_arrive_as_they_were_sent(news in any_news(), part in 0.0..1.0) {
            for message in [
                Message::Receipt,
                Message::News(7, None, news.clone()),
                Message::News(8, Some(Command::Stop(8)), news),
            ] {
                let bytes = message.to_bytes();
                prop_assert_eq!(Message::from_bytes(&bytes), Ok(message));
                #[expect(clippy::cast_sign_loss, reason = "a share of a length")]
                let cut = &bytes[..(part * bytes.len() as f64) as usize];
                prop_assert_eq!(Message::from_bytes(cut), Err(DamagedMessage));
                let longer = [&bytes[..], &[0]].concat();
                prop_assert_eq!(Message::from_bytes(&longer), Err(DamagedMessage));
            }
        }

        #[test]
        fn any_bytes_are_read_or_refused(bytes: Vec<u8>) {
            let _ = Message::from_bytes(&bytes);
        }

        #[test]
        fn a_message_with_a_wrong_byte_is_read_or_refused(
            news in any_news(),
            place: prop::sample::Index,
            byte: u8,
        ) {
            let mut bytes = Message::News(1, None, news).to_bytes();
            let place = place.index(bytes.len());
            bytes[place] = byte;
            if let Ok(read) = Message::from_bytes(&bytes) {
                prop_assert_eq!(Message::from_bytes(&read.to_bytes()), Ok(read));
            }
        }
    }
}
