//! Tao Go's command line within the process, for the targets that attack it there.

use std::ffi::OsString;
use std::io;
use std::io::Write;
use std::sync::{Arc, Mutex};

use tao_go::cli::{Cli, Error, Palette, Source, Streams, run};

/// What a command printed, or why it did not.
///
/// # Errors
///
/// When the command line or the settings are wrong: the exit code and the complaint.
pub fn tao_go(arguments: &[&str], input: &[u8]) -> Result<String, (u8, String)> {
    let line = ["tao-go"].iter().chain(arguments).map(OsString::from);
    let cli = Cli::read(line).map_err(|error| (2, error.to_string()))?;
    let output = Output::default();
    let streams = Streams {
        input: io::Cursor::new(input.to_vec()),
        output: output.clone(),
        graphics: io::sink(),
        source: Source::Pipe,
        palette: Palette::Plain,
    };
    match run(cli, streams) {
        Ok(_) => Ok(output.text()),
        Err(Error::Internal) => panic!("{arguments:?}: internal error"),
        Err(error) => Err((error.exit_code(), error.to_string())),
    }
}

#[derive(Clone, Default)]
struct Output(Arc<Mutex<Vec<u8>>>);

impl Output {
    fn text(&self) -> String {
        let bytes = self.0.lock().expect("nobody panics while writing");
        String::from_utf8(bytes.clone()).expect("output is UTF-8")
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0
            .lock()
            .expect("nobody panics while writing")
            .write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
