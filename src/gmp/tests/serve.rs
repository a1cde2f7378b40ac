//! The real thing: threads, two pipes, an engine.

use std::io;
use std::io::{PipeReader, PipeWriter, Read, Write};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use super::{CGOBAN_IS_BLACK, NOTHING, WHITE_ON_9};
use crate::board::Color;
use crate::engine::{Engine, EngineSettings};
use crate::game::Game;
use crate::gmp::{Conditions, Line, Session, serve};

/// Longer than anything here takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// Starts a conversation in which each move takes so many playouts. The result comes when it is over.
fn start(
    conditions: Conditions,
    playouts: u64,
    reader: PipeReader,
    writer: PipeWriter,
) -> Receiver<io::Result<()>> {
    let (sender, result) = channel();
    thread::spawn(move || {
        let session = Session::new(Game::new(9).unwrap(), conditions, 1);
        let engine = Engine::new(EngineSettings {
            playouts: Some(playouts),
            seed: Some(1),
            ..EngineSettings::default()
        });
        sender.send(serve(Line::Pipe, reader, writer, session, engine))
    });
    result
}

/// Our end of a conversation, for a peer that is typed in.
struct Peer {
    to: PipeWriter,
    from: PipeReader,
    result: Receiver<io::Result<()>>,
}

impl Peer {
    fn open(conditions: Conditions, playouts: u64) -> Self {
        let (reader, to) = io::pipe().unwrap();
        let (from, writer) = io::pipe().unwrap();
        Self {
            to,
            from,
            result: start(conditions, playouts, reader, writer),
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

    /// A conversation in which it is the peer's turn.
    fn playing(playouts: u64) -> Self {
        let mut line = Self::open(WHITE_ON_9, playouts);
        for (call, answer) in CGOBAN_IS_BLACK {
            line.send(call);
            line.expect(answer);
        }
        line
    }
}

#[test]
fn the_peer_is_answered_while_the_engine_thinks() {
    let mut line = Peer::playing(u64::MAX);
    for (heard, said) in [
        ("00 f9 d0 a9", "00 86 87 ff"), // E5, and a search without end
        ("00 f9 d0 a9", "00 86 87 ff"),
        ("01 bc b0 8b", "03 c4 c0 81"), // what is our color?
        ("03 89 87 ff", ""),
        ("02 e4 e0 82", "01 87 87 ff"), // takes it back
        ("03 fc d0 a9", "03 89 87 ff"), // and plays it again
    ] {
        line.send(heard);
        if !said.is_empty() {
            line.expect(said);
        }
    }
}

#[test]
fn m35_the_end_of_the_input_ends_everything() {
    for moves in ["", "00 f9 d0 a9"] {
        let mut line = Peer::playing(u64::MAX);
        line.send(moves);
        drop(line.to);
        assert!(line.result.recv_timeout(PATIENCE).unwrap().is_ok());
    }
}

#[test]
fn a_peer_that_does_not_listen_any_more_is_gone() {
    let mut line = Peer::playing(100);
    drop(line.from);
    let _ = line.to.write_all(&[0x00, 0xf9, 0xd0, 0xa9]);
    assert!(line.result.recv_timeout(PATIENCE).unwrap().is_ok());
}

/// A peer that does not read is not waited for.
#[test]
fn a_peer_that_does_not_read_can_leave() {
    let mut peer = Peer::playing(1);
    let copies = [0x00, 0x86 + 0x5a, 0xe0, 0x80].repeat(200);
    // More acknowledgements than the pipe has room for.
    for _ in 0..200 {
        peer.to.write_all(&copies).unwrap();
    }
    drop(peer.to);
    assert!(peer.result.recv_timeout(PATIENCE).unwrap().is_ok());
}

/// A reader that fails, as that of a pseudo-terminal whose other side was closed.
#[test]
fn a_line_that_breaks_is_a_dead_one() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("no carrier"))
        }
    }
    let session = Session::new(Game::new(9).unwrap(), NOTHING, 1);
    let result = serve(
        Line::Serial,
        Broken,
        io::sink(),
        session,
        Engine::new(EngineSettings::default()),
    );
    assert!(result.is_ok());
}

/// Two of us play until both have passed.
#[test]
fn two_of_us_play_a_game() {
    let black = Conditions {
        color: Some(Color::Black),
        size: Some(5),
        ..NOTHING
    };
    let (packets, heard) = channel();
    let mut results = Vec::new();
    let mut ends = Vec::new();
    // What each says goes through our hands.
    for (speaker, conditions) in [black, NOTHING].into_iter().enumerate() {
        let (reader, to) = io::pipe().unwrap();
        let (mut from, writer) = io::pipe().unwrap();
        results.push(start(conditions, 50, reader, writer));
        ends.push(to);
        let packets = packets.clone();
        thread::spawn(move || {
            let mut packet = [0; 4];
            while from.read_exact(&mut packet).is_ok() && packets.send((speaker, packet)).is_ok() {}
        });
    }
    let mut moves = Vec::new();
    loop {
        let (speaker, packet) = heard.recv_timeout(PATIENCE).unwrap();
        ends[1 - speaker].write_all(&packet).unwrap();
        let [start, _, high, low] = packet;
        // A command may be repeated on a slow machine; its number tells.
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
        assert!(result.recv_timeout(PATIENCE).unwrap().is_ok());
    }
}
