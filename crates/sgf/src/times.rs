//! Time controls and clocks: `TM` and `OT` of a file, `BL`, `WL`, `OB` and `OW` of a move.

use std::time::Duration;

use super::{Header, SgfWriter};
use crate::tree::SgfNode;
use tao_rules::board::{ByColor, Color};
use tao_rules::game::{Remaining, TimeControl};

/// Names of the properties for the time left and for the stones or periods left.
const LEFT: ByColor<[&str; 2]> = ByColor::new(["BL", "OB"], ["WL", "OW"]);

/// Writes main time and overtime as KGS and OGS do; nothing without a limit.
pub(super) fn write_control(out: &mut SgfWriter, control: TimeControl) {
    let Some(main) = control.main() else {
        return;
    };
    out.property("TM", &main.as_secs_f64().to_string());
    let overtime = match control {
        TimeControl::Unlimited | TimeControl::Absolute { .. } => return,
        TimeControl::Canadian { period, stones, .. } => {
            format!("{stones}/{} Canadian", period.as_secs_f64())
        }
        TimeControl::ByoYomi {
            period, periods, ..
        } => format!("{periods}x{} byo-yomi", period.as_secs_f64()),
        TimeControl::Fischer { increment, .. } => format!("{} fischer", increment.as_secs_f64()),
    };
    out.property("OT", &overtime);
}

/// Names of the properties for the seconds that each color has used in all, in the first node. They are our own: the format
/// knows only what is left.
pub(super) const USED: ByColor<&str> = ByColor::new("BU", "WU");

/// Writes the time that both players have used, unless it is nothing.
pub(super) fn write_used(out: &mut SgfWriter, used: ByColor<Duration>) {
    for color in Color::BOTH {
        let text = format!("{:.1}", used[color].as_secs_f64());
        if text != "0.0" {
            out.property(USED[color], &text);
        }
    }
}

/// The time that each color has used, as far as a file of ours says so.
pub fn time_used(header: &Header) -> ByColor<Duration> {
    USED.map(|name| header.get(name).and_then(seconds).unwrap_or_default())
}

/// Writes what is left after a move of `color`.
pub(super) fn write_remaining(out: &mut SgfWriter, color: Color, remaining: Remaining) {
    let [time, overtime] = LEFT[color];
    out.property(time, &format!("{:.1}", remaining.time.as_secs_f64()));
    let count = remaining.overtime.map(|count| count.to_string());
    out.optional(overtime, count.as_deref());
}

/// The time that a move node says is left for `color`; negative numbers and other texts are ignored.
pub(super) fn remaining(node: &SgfNode, color: Color) -> Option<Remaining> {
    let [time, overtime] = LEFT[color];
    let count = node
        .value(overtime)
        .and_then(|value| value.simple_text().parse().ok());
    Some(Remaining {
        time: seconds(&node.value(time)?.simple_text())?,
        overtime: count.filter(|&count| count > 0),
    })
}

/// The time control of a file, in the form that is written here; `None` where there is none or it has another form.
pub fn time_control(header: &Header) -> Option<TimeControl> {
    let main = seconds(header.get("TM")?)?;
    let Some(overtime) = header.get("OT") else {
        return Some(TimeControl::Absolute { main });
    };
    let (amount, kind) = overtime.split_once(' ')?;
    Some(match kind {
        "Canadian" => {
            let (stones, period) = amount.split_once('/')?;
            TimeControl::Canadian {
                main,
                period: seconds(period)?,
                stones: stones.parse().ok()?,
            }
        }
        "byo-yomi" => {
            let (periods, period) = amount.split_once('x')?;
            TimeControl::ByoYomi {
                main,
                period: seconds(period)?,
                periods: periods.parse().ok()?,
            }
        }
        "fischer" => TimeControl::fischer(main, seconds(amount)?),
        _ => return None,
    })
}

fn seconds(text: &str) -> Option<Duration> {
    Duration::try_from_secs_f64(text.parse().ok()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Metadata, ReadOptions, read_record, write};
    use tao_rules::game::{Game, MoveTime};

    #[test]
    fn a_time_control_is_read_as_it_was_written() {
        let [main, period] = [300, 30].map(Duration::from_secs);
        let increment = Duration::from_millis(2500);
        for (control, expected) in [
            (TimeControl::Unlimited, ""),
            (TimeControl::Absolute { main }, "TM[300]"),
            (
                TimeControl::Canadian {
                    main,
                    period,
                    stones: 25,
                },
                "TM[300]OT[25/30 Canadian]",
            ),
            (
                TimeControl::ByoYomi {
                    main: Duration::ZERO,
                    period,
                    periods: 3,
                },
                "TM[0]OT[3x30 byo-yomi]",
            ),
            (
                TimeControl::fischer(main, increment),
                "TM[300]OT[2.5 fischer]",
            ),
        ] {
            let metadata = Metadata {
                time: Some(control),
                ..Metadata::default()
            };
            let text = write(&Game::new(9).unwrap(), &metadata).replace('\n', "");
            assert!(text.contains(expected), "{text}");
            let header = read_record(text.as_bytes(), &ReadOptions::default());
            let read = time_control(&header.unwrap().header).unwrap_or_default();
            assert_eq!(read, control, "{text}");
        }
    }

    #[test]
    fn clocks_of_moves_are_read_as_they_were_written() {
        let game = crate::read(b"(;SZ[5];B[cc];W[cd];B[dd])").unwrap();
        let left = |millis, overtime| Remaining {
            time: Duration::from_millis(millis),
            overtime,
        };
        let times = [
            (1, Color::Black, left(59_500, None)),
            (2, Color::White, left(30_000, Some(3))),
        ];
        let times = times.map(|(moves, color, remaining)| MoveTime {
            moves,
            color,
            remaining,
        });
        let metadata = Metadata {
            times: &times,
            ..Metadata::default()
        };
        let text = write(&game, &metadata);
        assert!(
            text.contains(";B[cc]BL[59.5];W[cd]WL[30.0]OW[3];B[dd])"),
            "{text}"
        );
        let record = read_record(text.as_bytes(), &ReadOptions::default()).unwrap();
        assert_eq!(record.times, times);
    }

    #[test]
    fn the_time_used_is_read_as_it_was_written() {
        let used = ByColor::new(Duration::from_millis(62_500), Duration::ZERO);
        let metadata = Metadata {
            used,
            ..Metadata::default()
        };
        let text = write(&Game::new(9).unwrap(), &metadata);
        assert!(text.contains("BU[62.5]") && !text.contains("WU"), "{text}");
        let record = read_record(text.as_bytes(), &ReadOptions::default()).unwrap();
        assert_eq!(time_used(&record.header), used);
        let metadata = Metadata {
            header: Some(&record.header),
            ..Metadata::default()
        };
        let again = write(&record.game, &metadata);
        assert!(!again.contains("BU"), "of the game before: {again}");
    }

    /// Stones that are set up between moves begin the game anew.
    #[test]
    fn clocks_before_a_set_up_are_dropped_and_nonsense_is_ignored() {
        let file =
            b"(;SZ[5];B[aa]BL[9];W[bb]WL[8];AB[cc]AW[dd];B[ee]BL[7]OB[0];W[ab]WL[-1];B[ba]BL[x])";
        let record = read_record(file, &ReadOptions::default()).unwrap();
        let [time] = record.times[..] else {
            panic!("{:?}", record.times)
        };
        assert_eq!((time.moves, time.color), (1, Color::Black));
        assert_eq!(time.remaining.overtime, None);
    }
}
