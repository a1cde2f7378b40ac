//! What is kept of a finished game, and of the match that it belongs to.

use serde::{Deserialize, Serialize};

use super::bout::{Bout, End, Usage};
use super::fault::Fault;
use super::openings::moves_text;
use super::schedule::Played;

/// One of the two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The one whose score is given.
    A,
    /// Its opponent.
    B,
}

impl Side {
    /// Both, A first.
    pub const BOTH: [Self; 2] = [Self::A, Self::B];
}

/// What distinguishes one match from another, in words.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    /// Who A is, and what it may use for a move.
    pub a: String,
    /// The same of B.
    pub b: String,
    /// Side of the board.
    pub size: usize,
    /// White's compensation.
    pub komi: f64,
    /// The rules.
    pub rules: String,
    /// Where the openings come from.
    pub openings: String,
    /// Seconds that each side has for a game.
    pub main_time: Option<f64>,
    /// Seconds that each move adds to it.
    #[serde(default)]
    pub increment: f64,
    /// Seconds that any answer may take.
    pub stall: f64,
    /// The command of the program that counts.
    pub referee: Option<String>,
    /// Seed of the game with number 0.
    pub seed: u64,
}

/// A line of the log: a finished game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// Number of the game, counted from 0.
    pub game: u64,
    /// Number of its pair; A is Black in the first game of each.
    pub pair: u64,
    /// What its random numbers begin with.
    pub seed: u64,
    /// Who was Black.
    pub black: Side,
    /// Who has won; `null` is a draw.
    pub winner: Option<Side>,
    /// The result as SGF writes it.
    pub result: String,
    /// How it came about.
    pub reason: Reason,
    /// What was wrong, when something was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// Moves, those of the opening included.
    pub moves: usize,
    /// What A has used.
    pub a: SideUsage,
    /// What B has used.
    pub b: SideUsage,
    /// The moves of the opening.
    pub opening: String,
    /// All moves.
    pub record: String,
    /// The match.
    pub settings: Settings,
}

/// How a game came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// Two passes and a count.
    Passes,
    /// Too many moves and a count.
    Length,
    /// The loser gave up.
    Resignation,
    /// The loser's program ended.
    Crash,
    /// The loser broke the rules.
    IllegalMove,
    /// The loser's program gave an answer that was none.
    BadAnswer,
    /// The loser's program gave no answer.
    Stall,
    /// The loser's clock ran out.
    Time,
}

/// What a side has used in a game.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct SideUsage {
    /// Own moves.
    pub moves: u64,
    /// Seconds for them.
    pub seconds: f64,
    /// Seconds of processor time, where they are known.
    pub cpu_seconds: Option<f64>,
    /// Seconds for the slowest of them.
    pub slowest: f64,
}

impl From<Usage> for SideUsage {
    fn from(usage: Usage) -> Self {
        Self {
            moves: usage.moves,
            seconds: usage.time.as_secs_f64(),
            cpu_seconds: usage.cpu_time.map(|time| time.as_secs_f64()),
            slowest: usage.slowest.as_secs_f64(),
        }
    }
}

impl From<&End> for Reason {
    fn from(end: &End) -> Self {
        match end {
            End::Passes => Self::Passes,
            End::Length => Self::Length,
            End::Resignation => Self::Resignation,
            End::Fault(Fault::Crash(_)) => Self::Crash,
            End::Fault(Fault::IllegalMove(_)) => Self::IllegalMove,
            End::Fault(Fault::BadAnswer { .. }) => Self::BadAnswer,
            End::Fault(Fault::Stall(_)) => Self::Stall,
            End::Fault(Fault::Time) => Self::Time,
        }
    }
}

impl Entry {
    /// What is to be logged of a game.
    #[must_use]
    pub fn new(played: &Played, settings: &Settings) -> Self {
        let Bout {
            game, end, winner, ..
        } = &played.bout;
        let detail = match end {
            End::Fault(fault) => Some(fault.to_string()),
            End::Passes | End::Length | End::Resignation => None,
        };
        let usage = |side| SideUsage::from(played.bout.usage[played.color(side) as usize]);
        Self {
            game: played.number,
            pair: played.pair(),
            seed: played.seed,
            black: played.black(),
            winner: winner.map(|color| played.side(color)),
            result: played.bout.result.clone(),
            reason: end.into(),
            detail,
            moves: game.moves().len(),
            a: usage(Side::A),
            b: usage(Side::B),
            opening: played.opening.text(),
            record: moves_text(game.moves()),
            settings: settings.clone(),
        }
    }

    /// What a side has used.
    #[must_use]
    pub const fn usage(&self, side: Side) -> SideUsage {
        match side {
            Side::A => self.a,
            Side::B => self.b,
        }
    }
}

/// The first setting that differs, as text, in both.
pub(super) fn difference(one: &Settings, other: &Settings) -> Option<[String; 2]> {
    let texts = [one, other].map(|settings| {
        let Settings {
            a,
            b,
            size,
            komi,
            rules,
            openings,
            main_time,
            increment,
            stall,
            referee,
            seed,
        } = settings;
        [
            format!("A is `{a}`"),
            format!("B is `{b}`"),
            format!("size {size}"),
            format!("komi {komi}"),
            format!("rules {rules}"),
            format!("openings {openings}"),
            main_time.map_or("no main time".into(), |time| format!("main time {time} s")),
            format!("increment {increment} s"),
            format!("stall {stall} s"),
            referee
                .as_ref()
                .map_or("no referee".into(), |text| format!("referee `{text}`")),
            format!("seed {seed}"),
        ]
    });
    let [one, other] = texts;
    one.into_iter()
        .zip(other)
        .map(<[String; 2]>::from)
        .find(|[one, other]| one != other)
}
