//! Files that are no books.

use super::*;

fn error(bytes: &[u8]) -> String {
    let error = Book::parse(bytes).unwrap_err().to_string();
    assert!(!error.contains('\n'));
    error
}

#[test]
fn a_changed_byte_is_an_error_that_names_the_place() {
    let bytes = to_bytes(&grown(6));
    for at in 0..bytes.len() {
        for bit in [1, 0x80] {
            let mut changed = bytes.clone();
            changed[at] ^= bit;
            let error = error(&changed);
            let place = error.strip_prefix("byte ").unwrap();
            let (place, _) = place.split_once(": ").unwrap();
            let place: usize = place.parse().unwrap();
            // A wrong length hides where the block ends.
            assert!(
                (at.saturating_sub(60)..=bytes.len()).contains(&place),
                "{at}: {error}"
            );
        }
    }
}

#[test]
fn a_file_ends_with_a_block() {
    let bytes = to_bytes(&grown(6));
    let mut whole = 0;
    for end in 12..bytes.len() {
        match Book::parse(&bytes[..end]) {
            Ok(_) => whole += 1,
            Err(error) => assert_eq!(error.problem, BookProblem::Truncated),
        }
    }
    // The header alone, and after each of two trees and all positions but the last.
    assert_eq!(whole, 1 + 2 + 12 - 1);
}

#[test]
fn the_header_says_what_the_file_is() {
    let (_, header) = Writer::begin();
    assert!(Book::parse(&header).unwrap().is_empty());
    for (at, byte, expected) in [
        (0, b'S', "byte 0: not an opening book"),
        (9, 2, "byte 9: version 2 of the format, expected 1"),
        (11, 19, "byte 11: a book for 19x19, expected 9x9"),
    ] {
        let mut bytes = header.clone();
        bytes[at] = byte;
        assert_eq!(error(&bytes), expected);
    }
    assert_eq!(error(b""), "byte 0: not an opening book");
    assert_eq!(
        error(b"TaoGoBook"),
        "byte 9: a block with a field too many or too few"
    );
}

/// Blocks with the right checksums after the empty board with the moves E5 and C3.
fn with_blocks(blocks: &[&[u8]]) -> Result<Book, BookError> {
    let (mut writer, mut bytes) = Writer::begin();
    let root = searched(&[("E5", 10, 0.5), ("C3", 10, 0.5)]);
    bytes.extend(writer.position(komi(7.0), None, &root));
    for block in blocks {
        bytes.extend(writer.block(block));
    }
    Book::parse(&bytes)
}

#[test]
fn every_field_is_checked() {
    const E5: u8 = 40;
    const VALUES: [u8; 4] = [0, 0x80, 0, 0];
    let position = |start: &[u8], moves: &[u8]| [&[1], start, &[9], &VALUES, moves].concat();
    assert!(with_blocks(&[&position(&[E5, 0], &[])]).is_ok());
    for (block, expected) in [
        (vec![], "a block with a field too many or too few"),
        (vec![2], "a block of kind 2, expected 0 or 1"),
        (
            vec![0, 0xff, 0x7f, 0, 0, 0, 0],
            "a komi of 32767 half points",
        ),
        (
            vec![0, 14, 0, 0, 0, 0],
            "a block with a field too many or too few",
        ),
        (
            vec![0, 14, 0, 0, 0, 0, 0, 0],
            "a block with a field too many or too few",
        ),
        (position(&[81, 0], &[]), "point 81, expected 0 to 80"),
        (position(&[E5, 1], &[]), "there is no position 1 yet"),
        (
            position(&[255], &[]),
            "only the first position has none before it",
        ),
        (
            position(&[E5, 0x80, 0x80, 0x80, 0x80, 0x80], &[]),
            "0 is too large a number here",
        ),
        (
            position(&[E5, 0xff, 0xff, 0xff, 0xff, 0x7f], &[]),
            "34359738367 is too large a number here",
        ),
        (position(&[E5, 0], &[E5, 1, 0, 0]), "E5 is occupied"),
        (
            position(&[E5, 0], &[0, 1, 0, 0, 0, 1, 0, 0]),
            "A1 is listed twice",
        ),
        (
            position(&[E5, 0], &[0, 1, 0]),
            "a block with a field too many or too few",
        ),
    ] {
        let error = with_blocks(&[&block]).unwrap_err();
        assert_eq!(error.problem.to_string(), expected);
    }
    let known = position(&[E5, 0], &[]);
    let error = with_blocks(&[&known, &known]).unwrap_err();
    assert_eq!(
        error.problem.to_string(),
        "the position after E5 is there already"
    );
}

#[test]
fn a_position_needs_a_komi_and_an_empty_board_before_it() {
    let (mut writer, mut bytes) = Writer::begin();
    bytes.extend(writer.block(&[1, 255, 9, 0, 0, 0, 0]));
    assert_eq!(error(&bytes), "byte 13: a position before the first komi");
    let (mut writer, mut bytes) = Writer::begin();
    let second = searched(&[("E5", 10, 0.5)]);
    bytes.extend(writer.position(komi(7.0), Some((0, coord("C3"))), &second));
    assert!(error(&bytes).ends_with("only the first position has none before it"));
}

#[test]
fn sizes_have_limits() {
    let (mut writer, mut bytes) = Writer::begin();
    bytes.extend(writer.block(&vec![0; 5000]));
    assert_eq!(
        error(&bytes),
        "byte 12: a block of 5000 bytes, more than the 1024 that one may have"
    );
    let large = vec![0; MAX_FILE_BYTES + 1];
    assert!(error(&large).contains("more than the 67108864 bytes"));
}
