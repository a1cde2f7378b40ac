//! Moves and the clock.

use std::ops::ControlFlow;
use std::time::Duration;

use super::gogui::picture;
use super::{Args, CommandError, Response, Session};
use tao_engine::raw::search::{Detail, Observer, Snapshot};
use tao_engine::raw::{Purpose, Question};
use tao_rules::game::{FischerCaps, TimeControl};

/// Interval between two pictures of a running search.
const PICTURE_INTERVAL: Duration = Duration::from_millis(300);

/// Plays a move of either color, in turn or not, even if it repeats an earlier position: the controller may know another superko
/// rule.
pub fn play(session: &mut Session, args: Args<'_>) -> Response {
    let (color, mv) = args.only(|args| Ok((args.color()?, args.mv()?)))?;
    session.table.replay(color, mv)?;
    session.stop_pondering();
    Ok(String::new())
}

/// Chooses a move and plays it. The search is drawn for `GoGui`, if that is on.
pub fn genmove(session: &mut Session, args: Args<'_>) -> Response {
    let color = args.only(Args::color)?;
    let graphics = session.graphics.clone();
    let is_drawn = graphics.is_on();
    // A long game takes megabytes, so it is not copied where nothing is drawn.
    let drawn = is_drawn.then(|| session.table.game().clone());
    let mut show = |snapshot: &Snapshot| {
        if let Some(game) = &drawn {
            graphics.write(&format!("gogui-gfx:\n{}\n\n", picture(snapshot, game)));
        }
        ControlFlow::Continue(())
    };
    let question = Question {
        detail: match (is_drawn, session.options.writes_chat_lines) {
            (true, _) => Detail::Ownership,
            (false, true) => Detail::Score,
            (false, false) => Detail::Nothing,
        },
        observer: is_drawn.then_some(Observer {
            first: None,
            interval: Some(PICTURE_INTERVAL),
            show: &mut show,
        }),
        ..Question::new(color, Purpose::Play, None)
    };
    let thought = session.think(question);
    if is_drawn {
        graphics.write("gogui-gfx: CLEAR\n");
    }
    session.play(color, thought)
}

/// Chooses a move, or `resign`, as `genmove` does, but plays nothing, without running a clock.
pub fn search(session: &mut Session, args: Args<'_>) -> Response {
    let color = args.only(|args| args.optional(Args::color))?;
    let color = color.unwrap_or_else(|| session.table.game().to_move());
    session.stop_pondering();
    let thought = session.consider(Question::new(color, Purpose::Play, None));
    Ok(thought.decision().to_string())
}

/// Chooses a move and plays it after a dispute about dead stones, which must be captured now. Never resigns.
pub fn genmove_cleanup(session: &mut Session, args: Args<'_>) -> Response {
    let color = args.only(Args::color)?;
    session.table.resume();
    let suggestion = session.think(Question::new(color, Purpose::CleanUp, None));
    session.remember_reason(suggestion.report);
    session.table.play(color, suggestion.mv)?;
    Ok(suggestion.mv.to_string())
}

/// Chooses a move without playing it or running a clock.
pub fn reg_genmove(session: &mut Session, args: Args<'_>) -> Response {
    let color = args.only(Args::color)?;
    // The search neither uses an earlier tree nor leaves one.
    session.engine.clear_tree();
    let suggestion = session.consider(Question::new(color, Purpose::Suggest, None));
    session.engine.clear_tree();
    if suggestion.report.is_some() {
        session.last_report = suggestion.report;
    }
    Ok(suggestion.mv.to_string())
}

pub fn undo(session: &mut Session, args: Args<'_>) -> Response {
    args.end()?;
    undo_moves(session, 1)
}

/// Undoes this number of moves, or none if there are fewer.
pub fn undo_several(session: &mut Session, args: Args<'_>) -> Response {
    let count = args.only(|args| args.optional(Args::count))?;
    undo_moves(session, count.unwrap_or(1) as usize)
}

fn undo_moves(session: &mut Session, count: usize) -> Response {
    if session.table.undo(count) {
        session.stop_pondering();
        Ok(String::new())
    } else {
        Err(CommandError::Other("cannot undo"))
    }
}

/// Stops pondering. Also answers `kgs-game_over`: KGS waits for this response before the next game. The board stays, because the
/// game may only be adjourned.
pub fn stop(session: &mut Session, _: Args<'_>) -> Response {
    session.stop_pondering();
    Ok(String::new())
}

/// Logs the result as the server spells it, and stops pondering.
pub fn cgos_game_over(session: &mut Session, args: Args<'_>) -> Response {
    log::info!("the game is over: {}", args.rest());
    stop(session, args)
}

/// Canadian overtime: main time, seconds of a period, stones in a period.
pub fn time_settings(session: &mut Session, args: Args<'_>) -> Response {
    let (main, period, stones) =
        args.only(|args| Ok((args.seconds()?, args.seconds()?, args.count()?)))?;
    session.table.clocks.set(match (period.is_zero(), stones) {
        // `GoGui` sends `0 1 0` to switch the clock off.
        (false, 0) => TimeControl::Unlimited,
        (true, _) => TimeControl::Absolute { main },
        (false, _) => TimeControl::Canadian {
            main,
            period,
            stones,
        },
    });
    Ok(String::new())
}

/// The time systems of [`named_time_settings`].
pub fn list_time_settings(_: &Session, _: Args<'_>) -> Response {
    Ok("none absolute byoyomi canadian fischer fischer-capped".to_owned())
}

/// Sets one of the time systems of KGS by its name, or Fischer time, which controllers of `KataGo` add. Capped Fischer time has two
/// more arguments after the increment: the most time on the clock and the most time for a move.
pub fn named_time_settings(session: &mut Session, mut args: Args<'_>) -> Response {
    let control = match args.word()? {
        "none" => TimeControl::Unlimited,
        "absolute" => TimeControl::Absolute {
            main: args.seconds()?,
        },
        "byoyomi" => TimeControl::ByoYomi {
            main: args.seconds()?,
            period: args.seconds()?,
            periods: args.count()?,
        },
        "canadian" => TimeControl::Canadian {
            main: args.seconds()?,
            period: args.seconds()?,
            stones: args.count()?,
        },
        "fischer" => TimeControl::fischer(args.seconds()?, args.seconds()?),
        "fischer-capped" => TimeControl::Fischer {
            main: args.seconds()?,
            increment: args.seconds()?,
            caps: FischerCaps {
                clock: args.cap()?,
                one_move: args.cap()?,
            },
        },
        _ => return Err(CommandError::Syntax),
    };
    args.end()?;
    session.table.clocks.set(control);
    Ok(String::new())
}

/// The remaining time on the controller's clock. 0 stones means main time.
pub fn time_left(session: &mut Session, args: Args<'_>) -> Response {
    let (color, time, stones) =
        args.only(|args| Ok((args.color()?, args.seconds_left()?, args.count()?)))?;
    session.table.clocks.hear_remaining(color, time, stones);
    Ok(String::new())
}

#[cfg(test)]
mod tests {
    use crate::gtp::command::Command;
    use crate::gtp::commands::respond;
    use crate::gtp::session::Session;
    use crate::gtp::session::SessionOptions;
    use std::time::Duration;
    use tao_engine::Engine;
    use tao_engine::raw::EngineSettings;
    use tao_rules::board::Color;
    use tao_rules::game::Game;

    /// A session whose clocks these commands have set.
    fn session(commands: &[&str]) -> Session {
        let engine = Engine::new(EngineSettings::default());
        let mut session = Session::new(Game::new(9).unwrap(), engine, SessionOptions::default());
        for command in commands {
            let mut response = Vec::new();
            let command = Command::parse(command.as_bytes()).unwrap();
            respond(&mut session, &command, &mut response).unwrap();
            assert_eq!(response, b"= \n\n");
        }
        session
    }

    #[test]
    fn a_move_may_take_no_more_than_is_left() {
        for (commands, left) in [
            (&["time_settings 1 0 0", "time_left b 0 0"][..], 0.0),
            (&["time_settings 0 0 0"], 0.0),
            (&["time_settings 0 0.3 1"], 0.3),
            (&["time_settings 0 9 1", "time_left b 0.3 1"], 0.3),
            (&["kgs-time_settings byoyomi 0 0.5 3"], 0.5),
            (
                &["kgs-time_settings byoyomi 9 1 3", "time_left b 0.5 3"],
                0.5,
            ),
            (
                &["kata-time_settings fischer 0.5 0.2", "time_left b 0.2 0"],
                0.2,
            ),
        ] {
            let budget = session(commands).table.budget(Color::Black).unwrap();
            let left = Duration::from_secs_f64(left);
            assert!(budget.maximum <= left, "{commands:?}: {budget:?}");
        }
        let begun = session(&["kata-time_settings byoyomi 120 4 5", "time_left b 0 5"]);
        let budget = begun.table.budget(Color::Black).unwrap();
        let period = Duration::from_secs(4);
        assert!((period / 2..=period).contains(&budget.target), "{budget:?}");
        let unlimited = session(&["time_settings 0 1 0"]);
        assert_eq!(unlimited.table.budget(Color::Black), None);
    }

    /// The test pretends that every move takes all the time that it may.
    #[test]
    fn a_game_stays_within_the_time_of_its_settings() {
        let main = Duration::from_secs(1);
        let mut session = session(&["time_settings 1 0 0"]);
        let mut used = Duration::ZERO;
        for _ in 0..60 {
            used += session.table.budget(Color::Black).unwrap().maximum;
            let left = main.saturating_sub(used);
            let clocks = &mut session.table.clocks;
            clocks.set_remaining(Color::Black, left, 0);
        }
        assert!(used <= main, "{used:?}");
    }
}
