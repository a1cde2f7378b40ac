//! Any bytes as a game record. What can be read can be written, and then reads the same.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tao_go::sgf::{Options, read_all, read_record, read_with, write};

fuzz_target!(|input: &[u8]| {
    for game in read_all(input).take(8).flatten() {
        let file = write(&game, None);
        let options = Options {
            rules: game.rules(),
            ..Options::default()
        };
        let again = read_with(file.as_bytes(), &options).expect("what is written can be read");
        assert_eq!(write(&again, None), file);
        assert_eq!(again.moves(), game.moves());
        assert_eq!(again.board(), game.board());
    }
    let until = input.first().map(|&byte| usize::from(byte));
    let options = Options {
        until,
        ..Options::default()
    };
    if let Err(error) = read_record(input, &options) {
        assert!(!error.to_string().contains('\n'));
    }
});
