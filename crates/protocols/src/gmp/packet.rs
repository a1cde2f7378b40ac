//! The packets of the Go Modem Protocol, of four bytes each, and the numbers of points in them.
//!
//! ```text
//! byte 0  0 0 0 0 0 0 h y   h: bit of the last command accepted from the other side, y: bit of this packet
//! byte 1  1 c c c c c c c   checksum: the sum of the other three, modulo 128
//! byte 2  1 C C C 0 v v v   command, high bits of its value
//! byte 3  1 v v v v v v v   low bits
//! ```
//!
//! A byte below 4 starts a packet, a byte from 0x80 on continues it, and the bytes between are text for a human reader. So the next
//! packet is found after any damage.

use tao_rules::board::{Color, Coord, Move};

/// The content of a packet. Values have ten bits, points nine; higher bits are cut off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Message {
    /// Acknowledges a command. The only message that is not acknowledged itself.
    Ok,
    /// Refuses a command, or says that it is not understood.
    Deny,
    NewGame,
    Query(u16),
    /// Answers a question; 0 is unknown.
    Answer(u16),
    /// A move at the point with this number; 0 is a pass.
    Move(Color, u16),
    Undo(u16),
    /// A command of a protocol extension.
    Extended(u16),
}

/// A message and its number. Commands are numbered modulo two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Packet {
    /// Number of this command; for [`Message::Ok`], the number of the sender's last command.
    pub(super) sequence: u8,
    /// Number of the last command that the sender accepted.
    pub(super) acknowledged: u8,
    pub(super) message: Message,
}

const BODY: u8 = 0x80;
const RESERVED: u8 = 0b1000;
/// The bit of a move that marks it as White's.
const WHITE: u16 = 0x200;
/// Value of [`Message::Ok`], as CGoban and GNU Go send it. Receivers ignore it.
const OK_VALUE: u16 = 0x3ff;

impl Packet {
    pub(super) const fn encode(self) -> [u8; 4] {
        let (command, value) = self.message.number_and_value();
        let start = self.acknowledged << 1 | self.sequence;
        let high = BODY | command << 4 | (value >> 7 & 7) as u8;
        let low = BODY | (value & 0x7f) as u8;
        [start, checksum(start, high, low), high, low]
    }

    /// Decodes four bytes, unless their checksum is wrong or the reserved bit is set.
    fn decode([start, check, high, low]: [u8; 4]) -> Option<Self> {
        if check != checksum(start, high, low) || high & RESERVED != 0 {
            return None;
        }
        let value = u16::from(high & 7) << 7 | u16::from(low & 0x7f);
        Some(Self {
            sequence: start & 1,
            acknowledged: start >> 1,
            message: Message::from_number_and_value(high >> 4 & 7, value),
        })
    }
}

const fn checksum(start: u8, high: u8, low: u8) -> u8 {
    BODY | start.wrapping_add(high).wrapping_add(low)
}

impl Message {
    const fn number_and_value(self) -> (u8, u16) {
        match self {
            Self::Ok => (0, OK_VALUE),
            Self::Deny => (1, 0),
            Self::NewGame => (2, 0),
            Self::Query(value) => (3, value),
            Self::Answer(value) => (4, value),
            Self::Move(Color::Black, point) => (5, point & !WHITE),
            Self::Move(Color::White, point) => (5, point | WHITE),
            Self::Undo(value) => (6, value),
            Self::Extended(value) => (7, value),
        }
    }

    const fn from_number_and_value(number: u8, value: u16) -> Self {
        match number {
            0 => Self::Ok,
            1 => Self::Deny,
            2 => Self::NewGame,
            3 => Self::Query(value),
            4 => Self::Answer(value),
            5 if value & WHITE == 0 => Self::Move(Color::Black, value),
            5 => Self::Move(Color::White, value & !WHITE),
            6 => Self::Undo(value),
            _ => Self::Extended(value),
        }
    }
}

pub(super) const fn is_text(byte: u8) -> bool {
    matches!(byte, 0x04..=0x7f)
}

/// Finds the packets in a stream of bytes. Damaged ones are dropped: their sender repeats them.
#[derive(Clone, Debug, Default)]
pub(super) struct PacketDecoder {
    bytes: [u8; 4],
    length: usize,
}

impl PacketDecoder {
    pub(super) fn push(&mut self, byte: u8) -> Option<Packet> {
        let is_start = byte < 0x04;
        if is_start || is_text(byte) {
            self.length = 0;
        }
        if !is_start && self.length == 0 {
            return None; // text, or the rest of a packet whose start was lost
        }
        self.bytes[self.length] = byte;
        self.length += 1;
        if self.length < self.bytes.len() {
            return None;
        }
        self.length = 0;
        Packet::decode(self.bytes)
    }
}

/// A number that is not a point on any board. GNU Go uses it for a special move; here it is a resignation, which the protocol
/// lacks.
pub(super) const RESIGNATION: u16 = 0x1ff;

/// The number of a move: points count from one at the lower left corner, row by row; a pass is 0.
pub(super) fn number_of(mv: Move, size: usize) -> u16 {
    mv.coord()
        .map_or(0, |coord| (1 + coord.column() + size * coord.row()) as u16)
}

/// Returns the move with this number; `None` beyond the last point of a board of this size.
pub(super) fn move_of(number: u16, size: usize) -> Option<Move> {
    let Some(index) = usize::from(number).checked_sub(1) else {
        return Some(Move::Pass);
    };
    let (row, column) = (index / size, index % size);
    (row < size).then(|| Coord::new(column, row).map(Move::Play))?
}

#[cfg(test)]
mod tests {
    use super::*;
    use tao_rules::board::{MAX_SIZE, MIN_SIZE};

    fn packets(bytes: &[u8]) -> Vec<Packet> {
        let mut decoder = PacketDecoder::default();
        let bytes = bytes.iter();
        bytes.filter_map(|&byte| decoder.push(byte)).collect()
    }

    fn all_packets() -> impl Iterator<Item = Packet> {
        let messages = (0..8).flat_map(|number| {
            (0..1024).map(move |value| Message::from_number_and_value(number, value))
        });
        messages.flat_map(|message| {
            [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(acknowledged, sequence)| Packet {
                sequence,
                acknowledged,
                message,
            })
        })
    }

    /// Messages, their checksums after start bytes 0 to 3, and their other bytes, as CGoban and GNU Go send them.
    const TABLE: [(Message, &str, &str); 21] = [
        (Message::Ok, "86 87 88 89", "87 ff"),
        (Message::Deny, "90 91 92 93", "90 80"),
        (Message::NewGame, "a0 a1 a2 a3", "a0 80"),
        (Message::Query(0), "b0 b1 b2 b3", "b0 80"),
        (Message::Query(7), "b7 b8 b9 ba", "b0 87"),
        (Message::Query(8), "b8 b9 ba bb", "b0 88"),
        (Message::Query(9), "b9 ba bb bc", "b0 89"),
        (Message::Query(11), "bb bc bd be", "b0 8b"),
        (Message::Query(0x200), "b4 b5 b6 b7", "b4 80"),
        (Message::Query(0x20f), "c3 c4 c5 c6", "b4 8f"),
        (Message::Answer(0), "c0 c1 c2 c3", "c0 80"),
        (Message::Answer(2), "c2 c3 c4 c5", "c0 82"),
        (Message::Answer(19), "d3 d4 d5 d6", "c0 93"),
        (Message::Move(Color::Black, 0), "d0 d1 d2 d3", "d0 80"),
        (Message::Move(Color::White, 0), "d4 d5 d6 d7", "d4 80"),
        (Message::Move(Color::Black, 41), "f9 fa fb fc", "d0 a9"),
        // The sum for start byte 3 is 0x180: the carry is cut off.
        (Message::Move(Color::White, 41), "fd fe ff 80", "d4 a9"),
        (Message::Move(Color::Black, 361), "bb bc bd be", "d2 e9"),
        (Message::Move(Color::White, 181), "8a 8b 8c 8d", "d5 b5"),
        (Message::Undo(2), "e2 e3 e4 e5", "e0 82"),
        (Message::Extended(0), "f0 f1 f2 f3", "f0 80"),
    ];

    #[test]
    fn packets_have_the_bytes_of_cgoban_and_gnu_go() {
        for (message, checks, rest) in TABLE {
            for (start, check) in (0..).zip(checks.split(' ')) {
                let packet = Packet {
                    sequence: start & 1,
                    acknowledged: start >> 1,
                    message,
                };
                let bytes = packet.encode().map(|byte| format!("{byte:02x}"));
                let expected = format!("{start:02x} {check} {rest}");
                assert_eq!(bytes.join(" "), expected, "{message:?}");
            }
        }
    }

    #[test]
    fn every_packet_is_decoded_as_it_was_encoded() {
        for packet in all_packets() {
            assert_eq!(packets(&packet.encode()), [packet]);
        }
    }

    #[test]
    fn values_without_a_meaning_are_ignored() {
        assert_eq!(packets(&[0, 0x80, 0x80, 0x80])[0].message, Message::Ok);
        assert_eq!(packets(&[0, 0xa5, 0xa0, 0x85])[0].message, Message::NewGame);
    }

    #[test]
    fn no_single_error_makes_another_packet() {
        for packet in all_packets().step_by(7) {
            let bytes = packet.encode();
            for index in 0..4 {
                for bit in 0..8 {
                    let mut flipped = bytes;
                    flipped[index] ^= 1 << bit;
                    assert_eq!(packets(&flipped), []);
                }
                let lost = [&bytes[..index], &bytes[index + 1..]].concat();
                assert_eq!(packets(&lost), []);
                let doubled = [&bytes[..=index], &bytes[index..]].concat();
                let found = packets(&doubled);
                assert!(found.iter().all(|&found| found == packet), "{doubled:02x?}");
                // The next packet is found in any case.
                let next = Packet {
                    sequence: packet.sequence ^ 1,
                    ..packet
                };
                for damaged in [lost, doubled] {
                    let stream = [&damaged[..], &next.encode()].concat();
                    assert_eq!(packets(&stream).last(), Some(&next));
                }
            }
        }
    }

    #[test]
    fn text_is_found_between_packets_and_inside_a_packet_breaks_it() {
        let ok = [0, 0x86, 0x87, 0xff];
        let mut decoder = PacketDecoder::default();
        let mut text = Vec::new();
        for byte in [&b"hello"[..], &ok, b"\r\n", &ok[..2], b"x", &ok[2..], &ok].concat() {
            if is_text(byte) {
                text.push(byte);
            }
            if let Some(packet) = decoder.push(byte) {
                assert_eq!(packet.message, Message::Ok);
                text.push(b'|');
            }
        }
        assert_eq!(text, b"hello|\r\nx|");
    }

    #[test]
    fn the_reserved_bit_is_refused() {
        assert_eq!(packets(&[0x00, 0x81, 0xd8, 0xa9]), []);
    }

    #[test]
    fn numbers_are_those_of_cgoban_and_gnu_go() {
        for (size, vertex, expected) in [
            (9, "pass", 0),
            (9, "A1", 1),
            (9, "J1", 9),
            (9, "A2", 10),
            (9, "C3", 21),
            (9, "E5", 41),
            (9, "A9", 73),
            (9, "J9", 81),
            (19, "T1", 19),
            (19, "K10", 181),
            (19, "T19", 361),
        ] {
            assert_eq!(number_of(vertex.parse().unwrap(), size), expected);
        }
    }

    #[test]
    fn every_point_has_one_number() {
        for size in MIN_SIZE..=MAX_SIZE {
            let points = Coord::all(size).map(Move::Play);
            for (expected, point) in (1..).zip(points) {
                assert_eq!(number_of(point, size), expected);
                assert_eq!(move_of(expected, size), Some(point));
            }
            let beyond = (size * size + 1) as u16;
            for off in [beyond, beyond + 1, RESIGNATION] {
                assert_eq!(move_of(off, size), None);
            }
        }
    }
}
