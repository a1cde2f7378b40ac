//! Any bytes as a game record. A game that can be read is the same after it is written and read again.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tao_sgf::{Metadata, ReadOptions, read_all, read_record, read_tree, write};

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
    match read_record(input, &options) {
        Err(error) => assert!(!error.to_string().contains('\n')),
        Ok(record) => {
            let tree = read_tree(input, &record);
            for node in 0..tree.nodes().len().min(50) {
                let game = tree
                    .game_at(&record.game, node)
                    .expect("a node of its tree");
                assert_eq!(game.size(), record.game.size());
            }
            let metadata = Metadata {
                tree: Some(&tree),
                ..Metadata::default()
            };
            let file = write(&record.game, &metadata);
            let again = read_record(file.as_bytes(), &ReadOptions::default());
            let again = again.expect("a tree that is written can be read");
            assert_eq!(again.game.moves(), record.game.moves());
        }
    }
});
