//! How much time there is.

use crate::game::TimeControl;
use crate::gtp::args::Args;
use crate::gtp::error::CommandError;
use crate::gtp::response::Answer;
use crate::gtp::session::Session;

/// Canadian overtime: main time, then so many stones in each period.
pub(in crate::gtp) fn time_settings(session: &mut Session, mut args: Args<'_>) -> Answer {
    let (main, period, stones) = (args.seconds()?, args.seconds()?, args.count()?);
    session.clock.set(match (period.is_zero(), stones) {
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

/// The time systems of KGS, by name.
pub(in crate::gtp) fn kgs_time_settings(session: &mut Session, mut args: Args<'_>) -> Answer {
    let control = match args.word()? {
        "none" => TimeControl::Unlimited,
        "absolute" => TimeControl::Absolute {
            main: args.seconds()?,
        },
        "byoyomi" => {
            let (main, period, periods) = (args.seconds()?, args.seconds()?, args.count()?);
            TimeControl::ByoYomi {
                main,
                period,
                periods,
            }
        }
        "canadian" => {
            let (main, period, stones) = (args.seconds()?, args.seconds()?, args.count()?);
            TimeControl::Canadian {
                main,
                period,
                stones,
            }
        }
        _ => return Err(CommandError::Syntax),
    };
    session.clock.set(control);
    Ok(String::new())
}

/// What the controller's clock shows. No stones means main time.
pub(in crate::gtp) fn time_left(session: &mut Session, mut args: Args<'_>) -> Answer {
    let (color, time, stones) = (args.color()?, args.seconds_left()?, args.count()?);
    session.clock.time_left(color, time, stones);
    Ok(String::new())
}
