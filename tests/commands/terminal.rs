//! A game at a terminal: line editing, history, completion, Ctrl-C.

use std::fs::File;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Command};
use std::sync::mpsc;
use std::sync::mpsc::Receiver;
use std::thread;
use std::time::{Duration, Instant};

use rustix::fs::{Mode, OFlags, open};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use tempfile::tempdir;

use crate::support::binary;

/// Time after which a test counts as hanging.
const TIMEOUT: Duration = Duration::from_secs(60);

/// A program at a terminal.
struct Terminal {
    program: Child,
    /// The program's end, kept open so that what it wrote last can be read after it has ended.
    _far: File,
    keyboard: File,
    screen: Receiver<Vec<u8>>,
    shown: String,
}

impl Terminal {
    fn start(state: &Path, arguments: &[&str]) -> Self {
        Self::start_with_columns(0, state, arguments)
    }

    /// Starts the program in a window of this width; 0 is unknown.
    fn start_with_columns(columns: u16, state: &Path, arguments: &[&str]) -> Self {
        let near = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&near).unwrap();
        unlockpt(&near).unwrap();
        let size = rustix::termios::Winsize {
            ws_row: 24,
            ws_col: columns,
            ws_xpixel: 0,
            ws_ypixel: 0,
        };
        rustix::termios::tcsetwinsize(&near, size).unwrap();
        let path = ptsname(&near, Vec::new()).unwrap();
        let far = || open(path.clone(), OFlags::RDWR | OFlags::NOCTTY, Mode::empty()).unwrap();
        let mut command = binary::tao_go();
        command.args(arguments);
        command.env("XDG_STATE_HOME", state).env("TERM", "xterm");
        let command = command.stdin(far()).stdout(far()).stderr(far());
        let program = command.spawn().unwrap();
        let far = File::from(far());
        let keyboard = File::from(near);
        let mut screen = keyboard.try_clone().unwrap();
        let (sender, receiver) = mpsc::channel();
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            // A terminal reports the end of input as an error.
            while let Ok(count) = screen.read(&mut bytes)
                && count > 0
                && sender.send(bytes[..count].to_vec()).is_ok()
            {}
        });
        Self {
            program,
            _far: far,
            keyboard,
            screen: receiver,
            shown: String::new(),
        }
    }

    fn press(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).unwrap();
    }

    /// Waits until the text is shown. Returns what was shown before it, and forgets both.
    fn wait_for(&mut self, text: &str) -> String {
        let start = Instant::now();
        loop {
            if let Some((before, after)) = self.shown.split_once(text) {
                let before = before.to_owned();
                self.shown = after.to_owned();
                return before;
            }
            let left = TIMEOUT.saturating_sub(start.elapsed());
            match self.screen.recv_timeout(left) {
                Ok(bytes) => self.shown += &String::from_utf8_lossy(&bytes),
                Err(error) => panic!(
                    "`{text}` is missing, {error} after {:?}, {:?}, in\n{}",
                    start.elapsed(),
                    self.program.try_wait(),
                    self.shown
                ),
            }
        }
    }

    fn interrupt(&self) {
        let mut kill = Command::new("kill");
        kill.args(["-INT", &self.program.id().to_string()]);
        assert!(kill.status().unwrap().success());
    }

    fn leave(mut self, keys: &str) {
        self.press(keys);
        self.wait_for("Goodbye.");
        assert!(self.program.wait().unwrap().success());
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // Both fail only for a process that has ended.
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

const FAST: [&str; 4] = ["play", "--size=5", "--playouts=20", "--seed=1"];

#[test]
fn a_line_is_edited_completed_and_remembered() {
    let state = tempdir().unwrap();
    let mut terminal = Terminal::start(state.path(), &FAST);
    // A black stone on wood, in 16 colors.
    terminal.wait_for("You are black (\u{1b}[30m\u{1b}[43m●\u{1b}[0m), 5x5");
    terminal.wait_for("black> ");
    terminal.press("C2\u{7f}3\r");
    // The move is printed below the board, which may fill the screen.
    terminal.wait_for("Move 2 ");
    terminal.wait_for("Tao Go plays ");
    terminal.wait_for("black> ");
    terminal.press("\u{1b}[A\r");
    terminal.wait_for("You cannot play there: C3 is occupied.");
    terminal.wait_for("black> ");
    terminal.press("mov\t\r");
    terminal.wait_for("   1 black C3");
    terminal.wait_for("black> ");
    terminal.leave("quit\r");
    let mut terminal = Terminal::start(state.path(), &[&FAST[..], &["--resume"]].concat());
    terminal.wait_for("black> ");
    // The key for the latest line, which was `quit`.
    terminal.leave("\u{1b}[A\r");
    let mut terminal = Terminal::start(state.path(), &[&FAST[..], &["--no-save"]].concat());
    terminal.wait_for("black> ");
    terminal.press("board\r");
    terminal.wait_for("Move 0 ");
    terminal.wait_for("black> ");
    terminal.leave("\u{4}");
    let history = std::fs::read_to_string(state.path().join("tao-go/history")).unwrap();
    assert!(
        history.contains("C3\n") && !history.contains("board"),
        "{history}"
    );
}

#[test]
fn ctrl_c_at_the_prompt_gives_up_the_line_alone() {
    let state = tempdir().unwrap();
    let mut terminal = Terminal::start(state.path(), &FAST);
    terminal.wait_for("black> ");
    terminal.press("resign\u{3}");
    terminal.wait_for("`quit` or Ctrl-D leaves");
    terminal.wait_for("black> ");
    terminal.press("C3\r");
    terminal.wait_for("Tao Go plays ");
    terminal.wait_for("black> ");
    terminal.press("\u{4}");
    terminal.wait_for("The game is saved in ");
    terminal.leave("");
}

#[test]
fn ctrl_c_while_the_engine_thinks_makes_it_move() {
    let state = tempdir().unwrap();
    let endless = ["play", "--playouts=100000000000", "--memory=64", "--seed=1"];
    let mut terminal = Terminal::start(state.path(), &endless);
    terminal.wait_for("black> ");
    terminal.press("E5\r");
    terminal.wait_for("Tao Go is thinking");
    terminal.wait_for(" visits, ");
    terminal.interrupt();
    terminal.wait_for("Move 2 ");
    terminal.wait_for("Tao Go plays ");
    terminal.wait_for("black> ");
    terminal.press("hint\r");
    terminal.wait_for("Tao Go is thinking");
    terminal.interrupt();
    terminal.wait_for("Tao Go would play ");
    terminal.wait_for("black> ");
    terminal.leave("quit\r");
}

#[test]
fn in_a_narrow_window_lines_end_between_words() {
    let state = tempdir().unwrap();
    let mut terminal = Terminal::start_with_columns(60, state.path(), &FAST);
    terminal.wait_for("black> ");
    terminal.press("help\r");
    terminal.wait_for("latest move, or N of them,\r\n               with the answers\r\n");
    terminal.press("\r");
    terminal.wait_for("used 0:00\r\n         ");
    terminal.wait_for("black> ");
    terminal.leave("quit\r");
}

#[test]
fn in_a_narrow_window_lines_for_programs_stay_whole() {
    let state = tempdir().unwrap();
    let query = r#"{"id":"a","moves":[],"komi":7,"boardXSize":3,"boardYSize":3,"rules":"cgos"}"#;
    let query = format!("{query}\r");
    for (arguments, keys, start) in [
        (&["gtp", "--size=5"][..], "kata-get-rules\r", "= {"),
        (&["analysis"], &query, "{\"id\":\"a\",\"isDuring"),
        (&["genmove", "--json", "--moves=", "--size=3"], "", "{"),
        (
            &["config", "--log-file=/tmp/the log of my games with Tao Go"],
            "",
            "log-file = ",
        ),
        (&["completions", "bash"], "", "opts=\"-"),
        (&["man"], "", ".SH SYNOPSIS\r\n"),
    ] {
        let mut terminal = Terminal::start_with_columns(40, state.path(), arguments);
        terminal.press(keys);
        terminal.wait_for(start);
        let line = terminal.wait_for("\r\n");
        assert!(line.len() > 40, "{arguments:?}: {line}");
    }
}

#[test]
fn errors_of_the_command_line_have_the_chosen_colors() {
    let state = tempdir().unwrap();
    for (colors, has_colors) in [("never", false), ("always", true)] {
        let arguments = ["play", "--unknown", "--colors", colors];
        let mut terminal = Terminal::start(state.path(), &arguments);
        let error = terminal.wait_for("--help");
        assert_eq!(error.contains('\u{1b}'), has_colors, "{error}");
    }
}
