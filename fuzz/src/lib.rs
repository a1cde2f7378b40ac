//! Runs the command line of Tao Go inside the process of a fuzz target.

use std::ffi::OsString;
use std::io;
use std::io::Write;
use std::sync::{Arc, Mutex};

use tao_go::cli::{Cli, Endpoint, Error, Palette, Streams, TaoGo, run};

/// Runs a command and returns what it prints.
///
/// # Errors
///
/// The exit code and the message, for a wrong command line or wrong settings.
pub fn tao_go(arguments: &[&str], input: &[u8]) -> Result<String, (u8, String)> {
    let line = ["tao-go"].iter().chain(arguments).map(OsString::from);
    let cli = Cli::<TaoGo>::read(line).map_err(|error| (2, error.to_string()))?;
    let output = Output::default();
    let streams = Streams {
        input: Box::new(io::Cursor::new(input.to_vec())),
        output: Box::new(output.clone()),
        errors: Box::new(io::sink()),
        source: Endpoint::Pipe,
        target: Endpoint::Pipe,
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
