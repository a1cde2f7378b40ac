//! Time settings and the clock.

use crate::game::{FischerCaps, TimeControl};

use super::{Args, CommandError, Response, Session};

/// Canadian overtime: main time, seconds of a period, stones in a period.
pub(super) fn time_settings(session: &mut Session, mut args: Args<'_>) -> Response {
    let (main, period, stones) = (args.seconds()?, args.seconds()?, args.count()?);
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

/// The time systems of KGS by name, and Fischer's, which controllers of `KataGo` add: with the most time on the clock and the
/// most time for a move after the increment, if it is capped.
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
    session.table.clocks.set(control);
    Ok(String::new())
}

pub(super) fn list_time_settings(_: &Session, _: Args<'_>) -> Response {
    Ok("none absolute byoyomi canadian fischer fischer-capped".to_owned())
}

/// The remaining time on the controller's clock. 0 stones means main time.
pub(super) fn time_left(session: &mut Session, mut args: Args<'_>) -> Response {
    let (color, time, stones) = (args.color()?, args.seconds_left()?, args.count()?);
    session.table.clocks.set_remaining(color, time, stones);
    Ok(String::new())
}
