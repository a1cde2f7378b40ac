//! Any bytes as a game record. A game that can be read is the same after it is written and read again.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tao_go::sgf::{Metadata, ReadOptions, read_all, read_record, write};

fuzz_target!(|input: &[u8]| {
    for game in read_all(input).take(8).flatten() {
        let file = write(&game, &Metadata::default());
        let options = ReadOptions {
            rules: game.rules(),
            ..ReadOptions::default()
        };
        let again = read_record(file.as_bytes(), &options)
            .expect("what is written can be read")
            .game;
        assert_eq!(write(&again, &Metadata::default()), file);
        assert_eq!(again.moves(), game.moves());
        assert_eq!(again.board(), game.board());
    }
    let until = input.first().map(|&byte| usize::from(byte));
    let options = ReadOptions {
        until,
        ..ReadOptions::default()
    };
    if let Err(error) = read_record(input, &options) {
        assert!(!error.to_string().contains('\n'));
    }
});
