//! The lines that a player types: read plainly from a pipe, or edited in a terminal, with history and completion.

use std::env;
use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};

use rustyline::completion::{Completer, FilenameCompleter, Pair};
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::FileHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, Helper};

use crate::cli::printable::shown;

use super::command::WORDS;

/// What a player types at a prompt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum TypedLine {
    Text(String),
    /// Ctrl-C: the line is discarded.
    Interrupted,
    /// Ctrl-D, or the end of the input.
    End,
}

/// Shows the prompt and reads a line from a pipe or a file.
///
/// # Errors
///
/// Returns the error of a stream.
pub(super) fn read_plain(
    mut input: impl BufRead,
    prompt: &str,
    mut output: impl Write,
) -> io::Result<TypedLine> {
    write!(output, "{prompt}")?;
    output.flush()?;
    let mut line = Vec::new();
    if input.read_until(b'\n', &mut line)? > 0 {
        return Ok(TypedLine::Text(String::from_utf8_lossy(&line).into_owned()));
    }
    writeln!(output)?;
    Ok(TypedLine::End)
}

/// Terminals that cannot move the cursor: those for which rustyline reads plain lines.
const PLAIN_TERMINALS: [&str; 3] = ["dumb", "cons25", "emacs"];

/// Whether the terminal can move the cursor, as its name in `TERM` says.
pub(super) fn can_edit() -> bool {
    let name = env::var("TERM").unwrap_or_default();
    !PLAIN_TERMINALS.contains(&&*name.to_ascii_lowercase())
}

/// Edits lines on the standard streams, which must be a terminal.
pub(super) struct LineEditor {
    editor: Editor<Completion, FileHistory>,
    /// The file of earlier lines.
    history: Option<PathBuf>,
}

impl LineEditor {
    /// Returns an editor with the earlier lines from a file. There are none without a file, or if it cannot be read.
    ///
    /// # Errors
    ///
    /// Returns the error of the terminal.
    pub(super) fn new(history: Option<PathBuf>) -> io::Result<Self> {
        let config = Config::builder()
            .auto_add_history(true)
            .completion_type(CompletionType::List)
            .build();
        let editor = Editor::with_config(config);
        let mut editor: Editor<Completion, FileHistory> = editor.map_err(io::Error::other)?;
        editor.set_helper(Some(Completion(FilenameCompleter::new())));
        if let Some(path) = &history {
            log_error(path, editor.load_history(path));
        }
        Ok(Self { editor, history })
    }

    pub(super) fn read(&mut self, prompt: &str) -> io::Result<TypedLine> {
        let line = match self.editor.readline(prompt) {
            Ok(line) => TypedLine::Text(line),
            Err(ReadlineError::Interrupted) => TypedLine::Interrupted,
            Err(ReadlineError::Eof) => TypedLine::End,
            Err(ReadlineError::Io(error)) => return Err(error),
            Err(error) => return Err(io::Error::other(error)),
        };
        if let Some(path) = &self.history {
            log_error(path, self.editor.append_history(path));
        }
        Ok(line)
    }
}

fn log_error(path: &Path, result: rustyline::Result<()>) {
    if let Err(error) = result {
        log::debug!("{}: {error}", shown(path));
    }
}

/// Completes the names of commands and of files.
struct Completion(FilenameCompleter);

impl Completer for Completion {
    type Candidate = Pair;

    fn complete(
        &self,
        line: &str,
        position: usize,
        context: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<Pair>)> {
        let typed = line.get(..position).unwrap_or(line);
        if typed.starts_with("save ") || typed.starts_with("load ") {
            return self.0.complete(line, position, context);
        }
        let words = WORDS.iter().filter(|word| word.starts_with(typed));
        let pairs = words.map(|word| Pair {
            display: word.trim_end().to_owned(),
            replacement: (*word).to_owned(),
        });
        Ok((0, pairs.collect()))
    }
}

impl Hinter for Completion {
    type Hint = String;
}

impl Highlighter for Completion {}

impl Validator for Completion {}

impl Helper for Completion {}
