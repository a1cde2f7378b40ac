//! Any text as 3x3 shapes and as a move model. An error names a line of the text.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tao_engine::raw::candidates::moves::Model;
use tao_engine::raw::pattern::Shapes;

fuzz_target!(|text: &str| {
    let lines = text.lines().count().max(1);
    if let Err(error) = text.parse::<Shapes>() {
        assert!((1..=lines).contains(&error.line), "{error}");
    }
    if let Err(error) = text.parse::<Model>() {
        assert!(error.line <= lines + 1, "{error}");
    }
});
