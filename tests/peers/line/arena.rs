//! CGoban without a window: it starts one command twice, has the two play, and counts the board.

use std::fs;
use std::fs::File;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use super::{PATIENCE, wait_for};
use crate::binary::unset;

/// How long a program may take to see that CGoban has gone.
const FAREWELL: Duration = Duration::from_secs(20);

/// A game under way. CGoban is stopped when this goes out of scope, with both players.
///
/// A time limit is needed: it does not send anything twice, and at the end of a player's output it waits
/// for ever, using a whole processor.
pub(crate) struct Arena {
    folder: PathBuf,
    process: Child,
    /// Whether all three have left.
    is_over: bool,
}

/// What is left of a game.
#[derive(Debug)]
pub(crate) struct Played {
    /// What CGoban prints: 1 if Black has won or nobody, 0 if White, and by how much.
    pub(crate) verdict: String,
    /// What Black and what White has written to the error stream.
    pub(crate) logs: [String; 2],
}

impl Arena {
    /// Begins an even 9x9 game between Black and White. Everything that it leaves behind goes into `folder`, which is
    /// emptied before.
    ///
    /// The players are shell commands.
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
            // Split at blanks, whatever stands around them: so no paths.
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

    /// Waits for the end. The test fails unless all three leave in time with exit code 0, CGoban without complaint.
    pub(crate) fn finish(mut self) -> Played {
        let mut status = None;
        let has_left = wait_for(PATIENCE, || {
            status = self.process.try_wait().unwrap();
            status.is_some()
        });
        let logs = ["black", "white"].map(|name| self.text(&format!("{name}.log")));
        let complaint = self.text("errors");
        assert!(has_left, "not within {PATIENCE:?}\n{complaint}{logs:#?}");
        assert!(
            status.is_some_and(|status| status.success()) && complaint.is_empty(),
            "{status:?}: {complaint}{logs:#?}"
        );
        for name in ["black", "white"] {
            let code = format!("{name}.code");
            assert!(
                wait_for(FAREWELL, || self.text(&code).ends_with('\n')),
                "{name} stays"
            );
            assert_eq!(self.text(&code), "0\n", "{name}'s exit code");
        }
        self.is_over = true;
        Played {
            verdict: self.text("verdict"),
            logs: ["black", "white"].map(|name| self.text(&format!("{name}.log"))),
        }
    }

    /// What is in a file so far.
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
        // All fail only where nothing is left to stop. The players belong to the group.
        let group = format!("kill -s KILL -- -{}", self.process.id());
        let _ = Command::new("sh")
            .args(["-c", &group])
            .stderr(Stdio::null())
            .status();
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// What CGoban starts twice, Black first. Leaves a log and an exit code of each.
fn script([black, white]: &[String; 2]) -> String {
    let player = |name, command| format!("{command} 2>{name}.log; echo $? >{name}.code");
    // Either may run before the other. Who was started first has the lower number; numbers go round.
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
