use crate::net::format::{MAX_FILE_BYTES, parse, to_bytes};
use crate::net::layer::BlockShape;
use crate::net::network::RawNetwork;
use crate::net::{Network, NetworkError, Scope, Shape};

const SHAPE: Shape = Shape {
    blocks: 2,
    channels: 16,
    narrow: 0,
    neck: 16,
    hidden: 16,
};

/// Position of the number of layers in a file of [`network`].
const TABLE: usize = 22 + 1 + NAME.len();
const NAME: &str = "random-2x16";

/// Position of the steps of the first layer.
const STEPS: usize = TABLE + 2 + 10 * 6;

fn network() -> Vec<u8> {
    to_bytes(&RawNetwork::random(Scope::PLAIN, SHAPE, 7)).0
}

fn error(bytes: &[u8]) -> NetworkError {
    Network::parse(bytes).unwrap_err()
}

/// The error of a file with one byte changed, and a checksum that fits.
fn error_with(at: usize, byte: u8) -> NetworkError {
    let mut bytes = network();
    bytes[at] = byte;
    with_checksum(bytes)
}

fn with_checksum(mut bytes: Vec<u8>) -> NetworkError {
    let end = bytes.len() - 4;
    let checksum = crc32fast::hash(&bytes[..end]);
    bytes[end..].copy_from_slice(&checksum.to_le_bytes());
    error(&bytes)
}

#[test]
fn a_written_network_is_read_again() {
    let raw = RawNetwork::random(Scope::PLAIN, SHAPE, 7);
    let (bytes, checksum) = to_bytes(&raw);
    assert_eq!(parse(&bytes), Ok((raw, checksum)));
    let network = Network::parse(&bytes).unwrap();
    assert_eq!(network.name, NAME);
    assert_eq!(network.identity, checksum);
    assert_eq!(network.shape, SHAPE);
    assert_eq!(network.identity, Network::random(SHAPE, 7).identity);
    assert_ne!(network.identity, Network::random(SHAPE, 8).identity);
}

#[test]
fn a_file_says_which_boards_and_rules_its_network_knows() {
    assert_eq!(Network::random(SHAPE, 7).scope, Scope::PLAIN);
    for (smallest, territory) in [(5, false), (8, true), (9, true)] {
        let scope = Scope {
            smallest,
            territory,
        };
        let raw = RawNetwork::random(scope, SHAPE, 7);
        let (bytes, checksum) = to_bytes(&raw);
        assert_eq!(parse(&bytes), Ok((raw, checksum)));
        assert_eq!(Network::parse(&bytes).unwrap().scope, scope);
        let sizes = [4, 5, 8, 9, 10].map(|size| scope.has_size(size));
        assert_eq!(sizes, [false, smallest == 5, smallest <= 8, true, false]);
        for (at, byte, expected) in [
            (
                12,
                4,
                "byte 12: 4 points a side of the smallest board, expected 5 to 9",
            ),
            (
                12,
                10,
                "byte 12: 10 points a side of the smallest board, expected 5 to 9",
            ),
            (14, 25, "byte 14: 25 planes, expected 23 or 24"),
        ] {
            let mut bytes = bytes.clone();
            bytes[at] = byte;
            assert_eq!(with_checksum(bytes).to_string(), expected);
        }
    }
}

#[test]
fn blocks_may_be_bottlenecks() {
    let blocks = vec![
        BlockShape::Plain(true),
        BlockShape::Bottleneck(vec![true, false]),
        BlockShape::Bottleneck(vec![]),
    ];
    let shape = Shape {
        blocks: 3,
        narrow: 32,
        ..SHAPE
    };
    let raw = RawNetwork::of_blocks(Scope::PLAIN, shape, blocks, 7);
    let (bytes, checksum) = to_bytes(&raw);
    assert_eq!(parse(&bytes), Ok((raw, checksum)));
    let inner = 2 * 2 * 9 * 32 * 32;
    let body = 81 * (9 * 16 * (23 + 2 * 16) + 4 * 16 * 32 + inner) + 32 * 16 + 64 * 32;
    let heads = 81 * (16 * 16 + 16 * 2) + 32 * 16 + 16 * 3;
    let network = Network::parse(&bytes).unwrap();
    assert_eq!(
        (network.shape, network.multiplications),
        (shape, body + heads)
    );
    // The bottlenecks begin with layers 5 and 12, of 6 bytes each.
    for (at, byte, expected) in [
        (
            TABLE + 2 + 4 * 6 + 4,
            0,
            "byte 64: 0 channels in a bottleneck",
        ),
        (
            TABLE + 2 + 4 * 6 + 4,
            48,
            "expected a 3x3 convolution, 48 to 48 as layer 6",
        ),
        (
            TABLE + 2 + 11 * 6 + 4,
            48,
            "expected a 1x1 convolution, 16 to 32 as layer 12",
        ),
        (
            TABLE + 2 + 12 * 6,
            0,
            "expected a 3x3 convolution, 32 to 32 as layer 13",
        ),
    ] {
        let mut bytes = bytes.clone();
        bytes[at] = byte;
        let error = with_checksum(bytes).to_string();
        assert!(error.contains(expected), "{at} {byte}: {error}");
    }
}

#[test]
fn multiplications_are_counted() {
    let body = 81 * 9 * 16 * (23 + 4 * 16);
    let heads = 81 * (16 * 16 + 16 * 2) + 32 * 16 + 32 * 16 + 16 * 3;
    let network = Network::random(SHAPE, 7);
    assert_eq!(network.multiplications, body + heads);
}

#[test]
fn a_part_of_a_file_ends_early() {
    let bytes = network();
    for length in 0..bytes.len() {
        let error = error(&bytes[..length]).to_string();
        let expected = format!("the network file ends early, at byte {length}");
        assert_eq!(error, expected);
    }
}

#[test]
fn every_changed_byte_is_an_error() {
    let bytes = network();
    for at in 0..bytes.len() {
        let mut changed = bytes.clone();
        changed[at] ^= 1 << (at % 8);
        assert!(Network::parse(&changed).is_err(), "{at}");
    }
    let mut changed = bytes;
    changed[STEPS + 100] ^= 1;
    assert!(matches!(error(&changed), NetworkError::Checksum { .. }));
}

#[test]
fn bytes_after_the_network_are_an_error() {
    let mut bytes = network();
    bytes.push(0);
    assert_eq!(error(&bytes), NetworkError::Trailing(bytes.len() - 1));
    let bytes = vec![0; MAX_FILE_BYTES + 1];
    let error = error(&bytes).to_string();
    assert!(error.ends_with("more than the 16777216 that a network file may have"));
}

/// The position of a changed byte, its new value, and what the error says.
const WRONG_BYTES: &[(usize, u8, &str)] = &[
    (10, 19, "byte 10: 19 points a side, expected 9"),
    (12, 22, "byte 12: 22 planes, expected 23"),
    (14, 0, "byte 14: 0 blocks, expected 1 to 40"),
    (14, 41, "byte 14: 41 blocks, expected 1 to 40"),
    (
        16,
        0,
        "byte 16: 0 channels, expected a multiple of 16 from 16 to 256",
    ),
    (
        17,
        2,
        "byte 16: 528 channels, expected a multiple of 16 from 16 to 256",
    ),
    (
        18,
        24,
        "byte 18: 24 neck channels, expected a multiple of 16 from 16 to 256",
    ),
    (
        20,
        8,
        "byte 20: 8 hidden units, expected a multiple of 16 from 16 to 256",
    ),
    (22, 0, "byte 22: expected a name of 1 to 64 printable bytes"),
    (
        22,
        65,
        "byte 22: expected a name of 1 to 64 printable bytes",
    ),
    (
        23,
        b'\n',
        "byte 22: expected a name of 1 to 64 printable bytes",
    ),
    (
        23,
        0xff,
        "byte 22: expected a name of 1 to 64 printable bytes",
    ),
    (TABLE, 9, "byte 34: 9 layers, expected 10"),
    (TABLE, 11, "byte 34: 11 layers, expected 10"),
    (
        TABLE + 2,
        3,
        "byte 36: expected a 3x3 convolution, 23 to 16 as layer 1",
    ),
    (
        TABLE + 3,
        1,
        "byte 36: expected a 3x3 convolution, 23 to 16 as layer 1",
    ),
    (
        TABLE + 10,
        32,
        "byte 42: expected a 3x3 convolution, 16 to 16 as layer 2",
    ),
    (STEPS, 2, "byte 96: step 2 of layer 1, expected 3 to 20"),
    (
        STEPS + 15,
        21,
        "byte 111: step 21 of layer 1, expected 3 to 20",
    ),
    (STEPS + 16 + 7, 0x7f, "byte 116: bias"),
    (STEPS + 16 + 7, 0x80, "byte 116: bias -"),
    (STEPS + 80, 0x80, "byte 176: weight -128 in layer 1"),
];

#[test]
fn errors_say_what_is_wrong_and_where() {
    assert_eq!(error(b"(;GM[1]").to_string(), "not a network file");
    let version = error_with(8, 3).to_string();
    assert_eq!(version, "version 3 of the network format, expected 1 or 2");
    for &(at, byte, expected) in WRONG_BYTES {
        let error = error_with(at, byte).to_string();
        assert!(error.contains(expected), "{at} {byte}: {error}");
    }
}
