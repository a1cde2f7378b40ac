//! Pondering: the engine searches while it waits for the next command.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::input::InputLine;
use super::session::Session;

impl Session {
    /// Waits for the next line of input, and ponders meanwhile if the opponent is to move; `None` at the end of the input.
    pub(super) fn next_line(&mut self) -> io::Result<Option<InputLine>> {
        if self.engine.ponders() && self.awaits_reply() {
            let waiting = self.input.waiting_flag();
            let ponder = AssertUnwindSafe(|| self.engine.ponder(self.table.game(), waiting));
            if catch_unwind(ponder).is_err() {
                log::error!("pondering has failed");
            }
        }
        self.input.take()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gtp::command::Command;
    use crate::gtp::commands;
    use crate::gtp::input::InputQueue;
    use tao_engine::engine::{Engine, EngineSettings};
    use tao_engine::engine::{Purpose, Question};
    use tao_rules::board::Color;
    use tao_rules::game::Game;

    fn pondering_session() -> Session {
        let engine = Engine::new(EngineSettings {
            playouts: Some(10),
            ponder: u64::MAX,
            ..EngineSettings::default()
        });
        Session::new(Game::new(9).unwrap(), engine)
    }

    fn execute(session: &mut Session, line: &str) {
        let command = Command::parse(line.as_bytes()).unwrap();
        let mut answer = Vec::new();
        commands::respond(session, &command, &mut answer).unwrap();
        assert_eq!(answer[0], b'=');
    }

    #[test]
    fn a_reply_is_awaited_after_a_move_of_the_engine() {
        let mut session = pondering_session();
        for (line, expected) in [
            ("play b e5", false),
            ("genmove w", true),
            ("showboard", true),
            ("undo", false),
            ("play w c3", false),
            ("undo", false),
            ("reg_genmove w", false),
            ("kgs-genmove_cleanup w", true),
            ("clear_cache", true),
            ("play b pass", false),
            ("undo", false),
            ("genmove w", true),
            ("gg-undo", false),
            ("gogui-play_sequence w pass", false),
            ("genmove w", true),
            ("clear_board", false),
            ("play w e5", false),
            ("genmove b", true),
            ("cgos-gameover B+Time", false),
            ("genmove b", true),
            ("kgs-game_over", false),
            ("genmove b", true),
            ("stop", false),
        ] {
            execute(&mut session, line);
            assert_eq!(session.awaits_reply(), expected, "{line}");
        }
    }

    #[test]
    fn pondering_ends_with_the_next_line_and_keeps_its_tree() {
        let mut session = pondering_session();
        execute(&mut session, "genmove b");
        session.set_input(InputQueue::open(&b"name\n"[..]).unwrap());
        assert!(matches!(
            session.next_line(),
            Ok(Some(InputLine::Command(_)))
        ));
        let report = session.engine.think(
            session.table.game(),
            Question::new(Color::White, Purpose::Suggest, None),
        );
        assert!(report.report.unwrap().reused_visits > 0);
    }
}
