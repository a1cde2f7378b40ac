//! Any bytes as input of `KataGo`'s analysis protocol. The output is lines of JSON: none reports an internal error, and the last
//! query is answered, no matter what came before it.

#![no_main]

use std::io::Cursor;
use std::time::Duration;

use libfuzzer_sys::fuzz_target;
use tao_engine::raw::EngineSettings;
use tao_engine::raw::search::{MachineParams, Params};
use tao_protocols::kata::{AnalysisOptions, AnalysisService, serve};

fuzz_target!(|input: &[u8]| {
    let input = [input, b"\n{\"id\":\"4711\",\"action\":\"query_version\"}\n"].concat();
    let service = AnalysisService {
        settings: EngineSettings {
            params: Params {
                machine: MachineParams {
                    memory: 1,
                    ..Params::PLAYOUTS.machine
                },
                ..Params::PLAYOUTS
            },
            playouts: Some(4),
            seed: Some(1),
            ..EngineSettings::default()
        },
        workers: 1,
        threads: 1,
        options: AnalysisOptions {
            max_time: Some(Duration::from_millis(5)),
            ..AnalysisOptions::default()
        },
        komi: 7.0,
        // A query may ask for more time than a fuzzer has.
        stops_at_end: true,
    };
    let mut output = Vec::new();
    serve(Cursor::new(input), &mut output, service).expect("memory takes all that is written");
    let output = String::from_utf8(output).expect("answers are UTF-8");
    let mut is_answered = false;
    for line in output.lines() {
        assert!(line.starts_with('{') && line.ends_with('}'), "{line:?}");
        assert!(!line.contains("\"error\":\"internal error\""), "{line:?}");
        is_answered |= line.contains("\"id\":\"4711\"") && line.contains("\"version\":");
    }
    assert!(is_answered, "{output:?}");
});
