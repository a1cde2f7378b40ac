//! What one rank sends to another.

use super::command::Command;
use crate::search::{DamagedMessage, Increments};

/// What one rank sends to another: either news, of which one at a time is on its way, or the receipt for them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Packet {
    News(News),
    Receipt,
}

/// A command, what was added to upper trees, or both.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct News {
    /// The search that the increments belong to.
    pub(super) search: u32,
    pub(super) command: Option<Command>,
    pub(super) increments: Increments,
}

const RECEIPT: u8 = 0;
const NEWS: u8 = 1;

impl Packet {
    /// The packet as bytes: its kind; for news the number of the search, the length of the command with the command as JSON,
    /// and the increments.
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let Self::News(news) = self else {
            return vec![RECEIPT];
        };
        let mut bytes = vec![NEWS];
        bytes.extend(news.search.to_le_bytes());
        let command = news.command.as_ref().map(serde_json::to_vec);
        let command = command.and_then(Result::ok).unwrap_or_default();
        bytes.extend((command.len() as u32).to_le_bytes());
        bytes.extend(command);
        news.increments.write(&mut bytes);
        bytes
    }

    /// The inverse of [`to_bytes`](Self::to_bytes).
    pub(super) fn from_bytes(bytes: &[u8]) -> Result<Self, DamagedMessage> {
        match bytes.split_first().ok_or(DamagedMessage)? {
            (&RECEIPT, []) => Ok(Self::Receipt),
            (&NEWS, rest) => News::from_bytes(rest).map(Self::News),
            _ => Err(DamagedMessage),
        }
    }
}

impl News {
    fn from_bytes(mut bytes: &[u8]) -> Result<Self, DamagedMessage> {
        let search = read_u32(&mut bytes)?;
        let length = read_u32(&mut bytes)? as usize;
        let (command, mut rest) = bytes.split_at_checked(length).ok_or(DamagedMessage)?;
        let command = match command {
            [] => None,
            json => Some(serde_json::from_slice(json).map_err(|_| DamagedMessage)?),
        };
        let increments = Increments::read(&mut rest)?;
        rest.is_empty()
            .then_some(Self {
                search,
                command,
                increments,
            })
            .ok_or(DamagedMessage)
    }
}

fn read_u32(bytes: &mut &[u8]) -> Result<u32, DamagedMessage> {
    let (number, rest) = bytes.split_first_chunk().ok_or(DamagedMessage)?;
    *bytes = rest;
    Ok(u32::from_le_bytes(*number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packets_arrive_as_they_were_sent() {
        for packet in [
            Packet::Receipt,
            Packet::News(News {
                search: 7,
                command: None,
                increments: Increments::default(),
            }),
            Packet::News(News {
                search: 8,
                command: Some(Command::Stop(8)),
                increments: Increments::default(),
            }),
        ] {
            let bytes = packet.to_bytes();
            assert_eq!(Packet::from_bytes(&bytes), Ok(packet));
            for length in 0..bytes.len() {
                assert!(Packet::from_bytes(&bytes[..length]).is_err());
            }
            assert!(Packet::from_bytes(&[&bytes[..], &[0]].concat()).is_err());
        }
    }
}
