//! The record of a game.

use super::{Ending, Seat, Table, engine_in, has_both_persons};
use tao_engine::engine::Level;
use tao_rules::board::{ByColor, Color};
use tao_rules::game::{Clocks, TimeControl};
use tao_sgf as sgf;
use tao_sgf::{Header, Metadata, MoveTree, Record};

/// Beginning of the engine's rank, before the number of its level.
const LEVEL: &str = "level ";

/// Takes the engine's level out of the texts of a record.
fn take_level(header: &mut Header, engine: Color) -> Option<Level> {
    let name = sgf::RANKS[engine];
    let level = header.get(name)?.strip_prefix(LEVEL)?.parse().ok()?;
    header.remove(name);
    Some(level)
}

/// Takes the time control out of the texts of a record.
pub(super) fn remove_limit(header: &mut Header) {
    for name in ["TM", "OT"] {
        header.remove(name);
    }
}

impl Table {
    /// A game to look at or to play on, with the texts of its record and without clocks.
    pub fn of_record(record: Record) -> Self {
        Self {
            header: record.header,
            ..Self::from(record.game)
        }
    }

    /// A game that goes on as it was left. A game between a person and the engine has its players and clocks again; a game that
    /// a person plays for both sides has its players again.
    pub fn resumed(record: Record) -> Self {
        let Record {
            game,
            mut header,
            times,
            ..
        } = record;
        let ending = header.result.as_deref().and_then(Ending::of_result);
        let engine = engine_in(&header);
        let level = engine.and_then(|color| take_level(&mut header, color));
        let seats = match engine {
            Some(color) => Seat::person_and_engine(!color),
            None if has_both_persons(&header) => {
                (header.black, header.white) = (None, None);
                Seat::both_persons()
            }
            None => ByColor::default(),
        };
        let mut table = Self {
            ending: ending.filter(|_| !game.is_over()),
            clocks: match engine {
                Some(_) => {
                    let control = sgf::time_control(&header).unwrap_or_default();
                    Clocks::resumed(control, &times, sgf::time_used(&header))
                }
                None => Clocks::default(),
            },
            seats,
            level,
            game,
            header,
        };
        table.adopt_named_rules();
        table
    }

    /// Adopts the rules that the record names, if they are known.
    pub fn adopt_named_rules(&mut self) {
        let named = self.header.get("RU").and_then(|name| name.parse().ok());
        if let Some(rules) = named {
            self.game.set_rules(rules);
        }
    }

    /// The game as an SGF file, with the texts of the record that it was read from.
    pub fn to_sgf(&self) -> String {
        self.to_sgf_with(None)
    }

    /// The game as an SGF file, as by [`to_sgf`](Self::to_sgf), with the variations and comments of a tree.
    pub fn to_sgf_with(&self, tree: Option<&MoveTree>) -> String {
        let names = self
            .seats
            .each_ref()
            .map(|seat| seat.as_ref().map(Seat::name));
        let result = self.ending.and_then(Ending::result);
        let control = self.clocks.control();
        let ranks = self.seats.each_ref().map(|seat| {
            let level = self.level.filter(|_| *seat == Some(Seat::Engine));
            level.map(|level| format!("{LEVEL}{level}"))
        });
        let mut header = self.header.clone();
        let has_seats = self.seats != ByColor::default();
        if has_seats && control == TimeControl::Unlimited {
            // A game that goes on from a record of others has no clocks.
            remove_limit(&mut header);
        }
        let metadata = Metadata {
            black: names[Color::Black],
            white: names[Color::White],
            ranks: ranks.each_ref().map(Option::as_deref),
            result: result.as_deref(),
            score: self.counted().map(|(_, score)| score),
            time: (control != TimeControl::Unlimited).then_some(control),
            times: &self.clocks.times(),
            used: self.clocks.used(),
            header: Some(&header),
            tree,
            ..Metadata::default()
        };
        sgf::write(&self.game, &metadata)
    }
}
