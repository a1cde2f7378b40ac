//! `serve` with threads, two pipes and an engine.

use std::io::{self, PipeReader, PipeWriter, Read, Write};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use super::{CGOBAN_IS_BLACK, NOTHING, WHITE_ON_9};
use crate::gmp::{Conversation, Wishes, serve};
use tao_engine::Engine;
use tao_engine::raw::EngineSettings;
use tao_rules::board::Color;
use tao_rules::game::Game;

/// Longer than any test takes on a busy machine.
const TIMEOUT: Duration = Duration::from_secs(60);

/// Starts a conversation with this number of playouts per move. The returned channel receives the result when the conversation is
/// over.
fn start(
    wishes: Wishes,
    playouts: u64,
    reader: PipeReader,
    writer: PipeWriter,
) -> Receiver<io::Result<()>> {
    let (sender, result) = channel();
    thread::spawn(move || {
        let conversation = Conversation::new(Game::new(9).unwrap(), wishes, 1);
        let engine = Engine::new(EngineSettings {
            playouts: Some(playouts),
            seed: Some(1),
            ..EngineSettings::default()
        });
        sender.send(serve((reader, writer), conversation, engine, |_, _| ()))
    });
    result
}

/// The peer's end of a conversation.
struct ManualPeer {
    to: PipeWriter,
    from: PipeReader,
    result: Receiver<io::Result<()>>,
}

impl ManualPeer {
    fn open(wishes: Wishes, playouts: u64) -> Self {
        let (reader, to) = io::pipe().unwrap();
        let (from, writer) = io::pipe().unwrap();
        Self {
            to,
            from,
            result: start(wishes, playouts, reader, writer),
        }
    }

    fn send(&mut self, hex: &str) {
        let bytes = hex.split_whitespace();
        let bytes: Vec<u8> = bytes
            .map(|byte| u8::from_str_radix(byte, 16).unwrap())
            .collect();
        self.to.write_all(&bytes).unwrap();
    }

    fn expect(&mut self, hex: &str) {
        let mut packet = [0; 4];
        self.from.read_exact(&mut packet).unwrap();
        let packet = packet.map(|byte| format!("{byte:02x}")).join(" ");
        assert_eq!(packet, hex);
    }

    /// Opens a conversation and negotiates; it is the peer's turn.
    fn playing(playouts: u64) -> Self {
        let mut peer = Self::open(WHITE_ON_9, playouts);
        for (input, output) in CGOBAN_IS_BLACK {
            peer.send(input);
            peer.expect(output);
        }
        peer
    }
}

#[test]
fn the_peer_is_answered_while_the_engine_thinks() {
    let mut peer = ManualPeer::playing(u64::MAX);
    for (input, output) in [
        ("00 f9 d0 a9", "00 86 87 ff"), // E5, and a search without end
        ("00 f9 d0 a9", "00 86 87 ff"),
        ("01 bc b0 8b", "03 c4 c0 81"), // what is our color?
        ("03 89 87 ff", ""),
        ("02 e4 e0 82", "01 87 87 ff"), // undo
        ("03 fc d0 a9", "03 89 87 ff"), // E5 again
    ] {
        peer.send(input);
        if !output.is_empty() {
            peer.expect(output);
        }
    }
}

#[test]
fn the_end_of_the_input_ends_everything() {
    for moves in ["", "00 f9 d0 a9"] {
        let mut peer = ManualPeer::playing(u64::MAX);
        peer.send(moves);
        drop(peer.to);
        assert!(peer.result.recv_timeout(TIMEOUT).unwrap().is_ok());
    }
}

#[test]
fn a_peer_that_closes_its_input_has_left() {
    let mut peer = ManualPeer::playing(100);
    drop(peer.from);
    let _ = peer.to.write_all(&[0x00, 0xf9, 0xd0, 0xa9]);
    assert!(peer.result.recv_timeout(TIMEOUT).unwrap().is_ok());
}

#[test]
fn a_peer_that_does_not_read_can_leave() {
    let mut peer = ManualPeer::playing(1);
    let copies = [0x00, 0x86 + 0x5a, 0xe0, 0x80].repeat(200);
    // More acknowledgements than fit into the pipe.
    for _ in 0..200 {
        peer.to.write_all(&copies).unwrap();
    }
    drop(peer.to);
    assert!(peer.result.recv_timeout(TIMEOUT).unwrap().is_ok());
}

#[test]
fn a_read_error_ends_the_conversation() {
    struct FailingReader;
    impl Read for FailingReader {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("no carrier"))
        }
    }
    let conversation = Conversation::new(Game::new(9).unwrap(), NOTHING, 1);
    let engine = Engine::new(EngineSettings::default());
    let result = serve((FailingReader, io::sink()), conversation, engine, |_, _| ());
    assert!(result.is_ok());
}

#[test]
fn two_conversations_play_until_both_pass() {
    let black = Wishes {
        color: Some(Color::Black),
        size: Some(5),
        ..NOTHING
    };
    let (packets, received) = channel();
    let mut results = Vec::new();
    let mut ends = Vec::new();
    // The test forwards all packets.
    for (speaker, wishes) in [black, NOTHING].into_iter().enumerate() {
        let (reader, to) = io::pipe().unwrap();
        let (mut from, writer) = io::pipe().unwrap();
        results.push(start(wishes, 50, reader, writer));
        ends.push(to);
        let packets = packets.clone();
        thread::spawn(move || {
            let mut packet = [0; 4];
            while from.read_exact(&mut packet).is_ok() && packets.send((speaker, packet)).is_ok() {}
        });
    }
    let mut moves = Vec::new();
    loop {
        let (speaker, packet) = received.recv_timeout(TIMEOUT).unwrap();
        ends[1 - speaker].write_all(&packet).unwrap();
        let [start, _, high, low] = packet;
        // A command may be repeated on a slow machine, with the same number.
        let is_move = high & 0xf0 == 0xd0;
        if is_move && moves.last() != Some(&(speaker, start & 1, low)) {
            moves.push((speaker, start & 1, low));
        }
        if let [.., (_, _, 0x80), (_, _, 0x80)] = moves[..] {
            break;
        }
    }
    assert!(moves.len() > 4);
    let speakers = moves.iter().map(|&(speaker, ..)| speaker);
    assert!(speakers.eq([0, 1].into_iter().cycle().take(moves.len())));
    drop(ends);
    for result in results {
        assert!(result.recv_timeout(TIMEOUT).unwrap().is_ok());
    }
}
