//! Any bytes as the beginning of a book whose checksums are corrected. A book that can be read stays the same when it is written and
//! read again, and has answers.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tao_engine::raw::book::{Book, BookError, BookProblem, Loaded};
use tao_lab::book::{next_leaf, to_bytes};
use tao_rules::raw::{AnyBoard, Color};

fuzz_target!(|input: &[u8]| {
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
    for tree in book.trees() {
        let komi = tree.komi().points();
        let answer = book.answer(&AnyBoard::new(9), Color::Black, komi, 1);
        assert_eq!(answer.is_some(), !tree.is_empty());
        if let Some(leaf) = next_leaf(tree, &[]) {
            assert_eq!(tree.origin_of(&leaf.line), Some(leaf.origin));
        }
    }
});
