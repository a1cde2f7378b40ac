//! CGoban's arena mode: without a window, it starts one command twice, referees the game and scores it.

use std::fs;
use std::fs::File;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use super::{TIMEOUT, wait_for};
use crate::support::binary::unset;

/// Time in which a player must end after CGoban.
const EXIT_TIMEOUT: Duration = Duration::from_secs(20);

/// A running game. CGoban and both players are stopped when it goes out of scope.
///
/// A time limit is needed: CGoban does not repeat packets, and at the end of a player's output it waits forever at full load.
pub(crate) struct Arena {
    folder: PathBuf,
    process: Child,
    /// Whether all three processes have ended.
    is_over: bool,
}

/// The result of a game.
#[derive(Debug)]
pub(crate) struct ArenaResult {
    /// What CGoban prints: 1 for a win of Black or a draw, 0 for a win of White, and the margin.
    pub(crate) verdict: String,
    /// The error streams of Black and White.
    pub(crate) logs: [String; 2],
}

impl Arena {
    /// Starts an even 9x9 game between two shell commands, Black first. All files go into `folder`, which is emptied before.
    pub(crate) fn start(cgoban: &Path, folder: &Path, komi: u32, players: &[String; 2]) -> Self {
        if folder.exists() {
            fs::remove_dir_all(folder).unwrap();
        }
        fs::create_dir_all(folder).unwrap();
        fs::write(folder.join("player"), script(players)).unwrap();
        let mut cgoban = Command::new(cgoban);
        unset(&mut cgoban);
        let process = cgoban
            .args("-arena.games 1 -arena.size 9 -arena.handicap 0".split(' '))
            .args(["-arena.komi", &komi.to_string()])
            // CGoban splits it at blanks, so it cannot contain paths.
            .args(["-arena.prog1", "/bin/sh player"])
            .current_dir(folder)
            .env("HOME", folder)
            .env_remove("DISPLAY")
            .stdin(Stdio::null())
            .stdout(File::create(folder.join("verdict")).unwrap())
            .stderr(File::create(folder.join("errors")).unwrap())
            .process_group(0)
            .spawn()
            .unwrap();
        Self {
            folder: folder.to_owned(),
            process,
            is_over: false,
        }
    }

    /// Waits for the end. Fails the test unless all three processes end in time with exit code 0, and CGoban without an error
    /// message.
    pub(crate) fn finish(mut self) -> ArenaResult {
        let mut status = None;
        let has_ended = wait_for(TIMEOUT, || {
            status = self.process.try_wait().unwrap();
            status.is_some()
        });
        let logs = ["black", "white"].map(|name| self.text(&format!("{name}.log")));
        let errors = self.text("errors");
        assert!(has_ended, "not within {TIMEOUT:?}\n{errors}{logs:#?}");
        assert!(
            status.is_some_and(|status| status.success()) && errors.is_empty(),
            "{status:?}: {errors}{logs:#?}"
        );
        for name in ["black", "white"] {
            let code = format!("{name}.code");
            assert!(
                wait_for(EXIT_TIMEOUT, || self.text(&code).ends_with('\n')),
                "{name} does not end"
            );
            assert_eq!(self.text(&code), "0\n", "{name}'s exit code");
        }
        self.is_over = true;
        ArenaResult {
            verdict: self.text("verdict"),
            logs: ["black", "white"].map(|name| self.text(&format!("{name}.log"))),
        }
    }

    /// Returns the current content of a file.
    fn text(&self, name: &str) -> String {
        let bytes = fs::read(self.folder.join(name)).unwrap_or_default();
        String::from_utf8_lossy(&bytes).into_owned()
    }
}

impl Drop for Arena {
    fn drop(&mut self) {
        if self.is_over {
            return;
        }
        // These fail only for processes that have ended. The players belong to the process group.
        let group = format!("kill -s KILL -- -{}", self.process.id());
        let _ = Command::new("sh")
            .args(["-c", &group])
            .stderr(Stdio::null())
            .status();
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Returns the script that CGoban starts twice, for Black first. It writes a log and an exit code for each player.
fn script([black, white]: &[String; 2]) -> String {
    let player = |name, command| format!("{command} 2>{name}.log; echo $? >{name}.code");
    // Either may run first. The one started first has the lower process id; ids wrap around.
    format!(
        "touch $$.pid
         while set -- *.pid; [ $# -lt 2 ]; do sleep 0.01; done
         if [ $1 = $$.pid ]; then other=${{2%.pid}}; else other=${{1%.pid}}; fi
         if [ $(((other - $$ + 4194304) % 32768)) -lt 16384 ]
         then {}
         else {}
         fi\n",
        player("black", black),
        player("white", white),
    )
}
