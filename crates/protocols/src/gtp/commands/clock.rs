//! Time settings and the clock.

use tao_rules::game::{FischerCaps, TimeControl};

use super::{Args, CommandError, Response, Session};

/// Canadian overtime: main time, seconds of a period, stones in a period.
pub(super) fn time_settings(session: &mut Session, args: Args<'_>) -> Response {
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

/// Sets one of the time systems of KGS by its name, or Fischer time, which controllers of `KataGo` add. Capped Fischer time has two
/// more arguments after the increment: the most time on the clock and the most time for a move.
pub(super) fn named_time_settings(session: &mut Session, mut args: Args<'_>) -> Response {
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

pub(super) fn list_time_settings(_: &Session, _: Args<'_>) -> Response {
    Ok("none absolute byoyomi canadian fischer fischer-capped".to_owned())
}

/// The remaining time on the controller's clock. 0 stones means main time.
pub(super) fn time_left(session: &mut Session, args: Args<'_>) -> Response {
    let (color, time, stones) =
        args.only(|args| Ok((args.color()?, args.seconds_left()?, args.count()?)))?;
    session.table.clocks.hear_remaining(color, time, stones);
    Ok(String::new())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use crate::gtp::command::Command;
    use crate::gtp::commands::respond;
    use crate::gtp::session::Session;
    use tao_engine::engine::{Engine, EngineSettings};
    use tao_rules::board::Color;
    use tao_rules::game::Game;

    /// A session whose clocks these commands have set.
    fn session(commands: &[&str]) -> Session {
        let engine = Engine::new(EngineSettings::default());
        let mut session = Session::new(Game::new(9).unwrap(), engine);
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
            let budget = session(commands).budget(Color::Black).unwrap();
            let left = Duration::from_secs_f64(left);
            assert!(budget.maximum <= left, "{commands:?}: {budget:?}");
        }
        let begun = session(&["kata-time_settings byoyomi 120 4 5", "time_left b 0 5"]);
        let budget = begun.budget(Color::Black).unwrap();
        let period = Duration::from_secs(4);
        assert!((period / 2..=period).contains(&budget.target), "{budget:?}");
        let unlimited = session(&["time_settings 0 1 0"]);
        assert_eq!(unlimited.budget(Color::Black), None);
    }

    /// The test pretends that every move takes all the time that it may.
    #[test]
    fn a_game_stays_within_the_time_of_its_settings() {
        let main = Duration::from_secs(1);
        let mut session = session(&["time_settings 1 0 0"]);
        let mut used = Duration::ZERO;
        for _ in 0..60 {
            used += session.budget(Color::Black).unwrap().maximum;
            let left = main.saturating_sub(used);
            let clocks = &mut session.table.clocks;
            clocks.set_remaining(Color::Black, left, 0);
        }
        assert!(used <= main, "{used:?}");
    }
}
