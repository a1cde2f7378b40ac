//! What one rank sends to another in a search.

use serde::{Deserialize, Serialize};

use tao_engine::search::{News, SearchStart};

/// What rank 0 tells the others. A later order replaces an earlier one that has not arrived.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Order {
    /// Search. The number is one more than the number of the previous search.
    Search(u32, Box<SearchStart>),
    /// End the search with this number.
    Stop(u32),
    /// Leave.
    Quit,
}

/// What one rank sends to another.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) enum SearchMessage {
    /// The number of a search, an order, and what was added to upper nodes of the trees in that search. Only one such message at a
    /// time is on its way from one rank to another.
    News(u32, Option<Order>, News),
    /// The receipt for a message with news.
    Receipt,
}

/// A message that no rank of this version has sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a message of another rank is damaged")]
pub struct DamagedMessage;

impl SearchMessage {
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        // Serialization fails only for sequences of unknown length, and a message has none.
        postcard::to_allocvec(self).unwrap_or_default()
    }

    pub(super) fn from_bytes(bytes: &[u8]) -> Result<Self, DamagedMessage> {
        match postcard::take_from_bytes::<Self>(bytes) {
            Ok((message, [])) if message.is_valid() => Ok(message),
            _ => Err(DamagedMessage),
        }
    }

    fn is_valid(&self) -> bool {
        match self {
            Self::News(_, Some(Order::Search(_, start)), _) => start.is_valid(),
            _ => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::ranks::tests::news::any_news;
    use tao_engine::search::{Params, Request};
    use tao_rules::board::{AnyBoard, Color, Point};

    /// A search of a position with a ko.
    fn start() -> SearchStart {
        let diagram = ". X O . .\nX . X O .\n. X O . .\n. . . . .\n. . . . .";
        let mut board: AnyBoard = diagram.parse().unwrap();
        let [ko, taken] = ["B4", "C4"].map(|vertex| Point::new(vertex.parse().unwrap()));
        board.play(Color::White, ko).unwrap();
        assert_eq!(board.ko(), Some(taken));
        SearchStart {
            params: Params::ALPHA_AMAF,
            request: Request::new(&board, Color::Black, 7.5),
            seed: 1,
            reuses_tree: true,
        }
    }

    #[test]
    fn a_search_with_parameters_out_of_their_ranges_is_damaged() {
        let mut start = start();
        let read = |start: &SearchStart| {
            let order = Order::Search(1, Box::new(start.clone()));
            let message = SearchMessage::News(1, Some(order), News::default());
            SearchMessage::from_bytes(&message.to_bytes()) == Ok(message)
        };
        assert!(read(&start));
        start.params.sharing.percent = f64::NAN;
        assert!(!read(&start));
    }

    proptest! {
        #[test]
        fn messages_arrive_as_they_were_sent(news in any_news(), part in 0.0..1.0) {
            for message in [
                SearchMessage::Receipt,
                SearchMessage::News(7, None, news.clone()),
                SearchMessage::News(8, Some(Order::Stop(8)), news.clone()),
                SearchMessage::News(9, Some(Order::Search(9, Box::new(start()))), news),
            ] {
                let bytes = message.to_bytes();
                prop_assert_eq!(SearchMessage::from_bytes(&bytes), Ok(message));
                #[expect(clippy::cast_sign_loss, reason = "a share of a length")]
                let cut = &bytes[..(part * bytes.len() as f64) as usize];
                prop_assert_eq!(SearchMessage::from_bytes(cut), Err(DamagedMessage));
                let longer = [&bytes[..], &[0]].concat();
                prop_assert_eq!(SearchMessage::from_bytes(&longer), Err(DamagedMessage));
            }
        }

        #[test]
        fn any_bytes_are_read_or_refused(bytes: Vec<u8>) {
            let _ = SearchMessage::from_bytes(&bytes);
        }

        #[test]
        fn a_message_with_a_wrong_byte_is_read_or_refused(
            news in any_news(),
            place: prop::sample::Index,
            byte: u8,
        ) {
            let mut bytes = SearchMessage::News(1, None, news).to_bytes();
            let place = place.index(bytes.len());
            bytes[place] = byte;
            if let Ok(read) = SearchMessage::from_bytes(&bytes) {
                prop_assert_eq!(SearchMessage::from_bytes(&read.to_bytes()), Ok(read));
            }
        }
    }
}
