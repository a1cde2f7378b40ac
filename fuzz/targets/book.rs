//! Any bytes as a book in text form, and as the beginning of a binary book whose checksums are corrected. A book that can be read
//! stays the same when it is written and read again, also as text, and has answers.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tao_engine::raw::book::{Book, BookError, BookProblem, Loaded};
use tao_lab::book::{next_leaf, parse_text, to_bytes, write_text};
use tao_rules::raw::{AnyBoard, Color};

fn check_text(book: &Book) {
    let mut text = Vec::new();
    write_text(book, &mut text).expect("memory takes all");
    let text = String::from_utf8(text).expect("it is ASCII");
    let again = parse_text(&text).expect("it was written so");
    assert_eq!(to_bytes(&again), to_bytes(book));
}

fuzz_target!(|input: &[u8]| {
    match str::from_utf8(input).map(parse_text) {
        Ok(Ok(book)) => check_text(&book),
        Ok(Err(error)) => assert!(!error.to_string().contains('\n')),
        Err(_) => {}
    }
    if let Err(error) = Book::parse(input) {
        assert!(!error.to_string().contains('\n'));
    }
    let mut bytes = input.to_vec();
    while let Err(BookError {
        at,
        problem: BookProblem::Checksum { found, .. },
    }) = Loaded::parse(&bytes)
    {
        bytes[at..at + 2].copy_from_slice(&found.to_le_bytes());
    }
    let Ok(loaded) = Loaded::parse(&bytes) else {
        return;
    };
    bytes.truncate(loaded.end);
    let book = Book::parse(&bytes).expect("it has no incomplete block");
    assert_eq!(
        Book::parse(&to_bytes(&book)).map(|again| again.len()),
        Ok(book.len())
    );
    check_text(&book);
    for tree in book.trees() {
        let komi = tree.komi().points();
        let answer = book.answer(&AnyBoard::new(9), Color::Black, komi, 1);
        assert_eq!(answer.is_some(), !tree.is_empty());
        if let Some(leaf) = next_leaf(tree, &[]) {
            assert_eq!(tree.origin_of(&leaf.line), Some(leaf.origin));
        }
    }
});
