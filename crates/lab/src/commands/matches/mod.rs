//! `tao-lab match`: games between two engines, and the difference in strength that they show.

mod args;
mod player;
mod recorder;
mod report;

pub use args::MatchArgs;

use std::io::{self, Write};

use args::MatchSubcommand;
use recorder::MatchRecorder;
use tao_go::cli::interrupt::on_interrupt;
use tao_go::cli::printable::printable;
use tao_go::cli::{Context, Error, Exit};

use crate::matches::StopSignal;

/// Plays a match, or runs the subcommand.
///
/// # Errors
/// [`Error::Usage`] for settings that fit no match, [`Error::File`] for bad files, [`Error::Failed`] where
/// no game was finished.
pub(super) fn run(args: &MatchArgs, context: &mut Context) -> Result<Exit, Error> {
    let settings = &context.sources.flags;
    // Names of players and texts in logs may contain control characters.
    let output = &mut PrintableWriter(&mut context.output);
    if let Some(MatchSubcommand::Report(args)) = &args.subcommand {
        return report::write_report(args, output);
    }
    let stop = StopSignal::default();
    stop_on_interrupt(&stop);
    let plan = args.plan(settings)?;
    let mut recorder = MatchRecorder::open(args, &plan)?;
    recorder.play_missing(&stop, context.bars)?;
    report::write_result(output, &recorder.score, args.sprt.as_ref())
}

/// Lets the first Ctrl-C finish the games in progress, and the second one abort them.
fn stop_on_interrupt(stop: &StopSignal) {
    let stop = stop.clone();
    on_interrupt(move || {
        let is_first = !stop.is_requested();
        stop.request();
        if is_first {
            log::warn!("finishing the games in progress; Ctrl-C again aborts them");
        }
    });
}

/// A writer to a terminal, which escapes everything as [`printable`] does.
#[derive(Debug)]
struct PrintableWriter<W>(W);

impl<W: Write> Write for PrintableWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8_lossy(bytes);
        self.0.write_all(printable(&text).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_writer_escapes_too() {
        let mut writer = PrintableWriter(Vec::new());
        writer.write_all("a\u{9b}é\n".as_bytes()).unwrap();
        assert_eq!(writer.0, "a\\u009bé\n".as_bytes());
    }
}
