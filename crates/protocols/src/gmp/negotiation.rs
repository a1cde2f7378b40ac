//! What two programs agree on before a game: rules, size, handicap, colors.
//!
//! Values are numbers as in a packet, 0 for unknown or indifferent. A topic is settled by a value from either side.

use std::error::Error;
use std::fmt;

use tao_rules::board::{Color, MAX_SIZE, MIN_SIZE};
use tao_rules::game::{Game, HandicapError, TimeControl};

/// Rule sets that the protocol has a number for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuleSet {
    /// Territory scoring; handicap stones are on fixed points.
    Japanese = 1,
    /// Area scoring; handicap stones are moves. CGoban uses this number for all other rules.
    Chinese = 2,
}

impl fmt::Display for RuleSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Japanese => "japanese",
            Self::Chinese => "chinese",
        })
    }
}

/// The game that we want; `None` leaves it to the peer.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Wishes {
    /// Our color.
    pub color: Option<Color>,
    /// Board size, 2 to 19.
    pub size: Option<usize>,
    /// The rules that we tell the peer.
    pub rules: Option<RuleSet>,
    /// Number of handicap stones; 0 is an even game.
    pub handicap: Option<usize>,
    /// Whether handicap stones are on the fixed points before the first move, as GNU Go expects, or are Black's first moves, as
    /// CGoban expects; `None`: fixed under Japanese rules and in the simplified protocol.
    pub fixes_handicap: Option<bool>,
    /// Komi, which the protocol does not transmit; `None`: the komi of the model game, or half a point in handicap games.
    pub komi: Option<f64>,
    /// Whether to use the simplified protocol, GNU Go's `--mode sgmp`: only White asks, and only for color and handicap, and only
    /// Black sends `NEWGAME`.
    pub is_simplified: bool,
    /// Time of each side, which the protocol does not transmit either.
    pub time: TimeControl,
}

impl Wishes {
    /// Checks that the handicap is not a single stone and, if a size is given, that it fits on the board of `model`.
    ///
    /// # Errors
    ///
    /// Returns an error if the handicap is refused.
    pub fn check(&self, model: &Game) -> Result<(), HandicapError> {
        // One stone is too few on any board; the maximum depends on the board.
        let handicap = match (self.size, self.handicap) {
            (_, Some(1)) => 1,
            (Some(_), Some(handicap @ 2..)) => handicap,
            _ => return Ok(()),
        };
        let mut game = model.clone();
        let placed = match self.fixes_handicap {
            Some(true) => game.fixed_handicap(handicap),
            _ => game.place_free_handicap(handicap),
        };
        placed.map(|_| ())
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Agreement {
    pub(super) rules: RuleSet,
    pub(super) size: usize,
    /// Number of handicap stones: none, or at least two.
    pub(super) handicap: usize,
    pub(super) color: Color,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Topic {
    Rules,
    Size,
    Handicap,
    /// Our color. In an answer, the number is the color of the program that answers.
    Color,
}

/// The number of the question about each topic, in the order of [`Topic`].
const QUERIES: [u16; 4] = [7, 9, 8, 11];

impl Topic {
    /// All topics in the order of their declaration, which is the order in which GNU Go asks.
    const ALL: [Self; 4] = [Self::Rules, Self::Size, Self::Handicap, Self::Color];

    pub(super) const fn query(self) -> u16 {
        QUERIES[self as usize]
    }

    pub(super) fn from_query(query: u16) -> Option<Self> {
        Self::ALL.into_iter().find(|topic| topic.query() == query)
    }

    /// Converts the peer's answer to our value; 0 if it has no meaning.
    const fn value_of(self, answer: u16) -> u16 {
        match (self, answer) {
            (Self::Rules | Self::Color, 3..) => 0,
            (Self::Color, 1 | 2) => 3 - answer, // we get the other color
            _ => answer,
        }
    }

    /// The name and the value as text.
    fn describe(self, value: u16) -> (&'static str, String) {
        match self {
            Self::Rules => ("rules", rule_set(value).to_string()),
            Self::Size => ("size", value.to_string()),
            Self::Handicap => ("handicap", stones(value).to_string()),
            Self::Color => ("our color", color(value).to_string()),
        }
    }
}

const fn rule_set(number: u16) -> RuleSet {
    if number == RuleSet::Japanese as u16 {
        RuleSet::Japanese
    } else {
        RuleSet::Chinese
    }
}

const fn color_number(color: Color) -> u16 {
    match color {
        Color::White => 1,
        Color::Black => 2,
    }
}

const fn color(number: u16) -> Color {
    if number == color_number(Color::Black) {
        Color::Black
    } else {
        Color::White
    }
}

/// A handicap of one is an even game.
fn stones(handicap: u16) -> usize {
    if handicap < 2 { 0 } else { handicap.into() }
}

#[derive(Clone, Copy, Debug)]
struct TopicState {
    /// Our wish, if we have one.
    wish: Option<u16>,
    default: u16,
    settled: Option<u16>,
}

impl TopicState {
    fn value(self) -> u16 {
        self.settled.or(self.wish).unwrap_or(self.default)
    }
}

#[derive(Clone, Debug)]
pub(super) struct Negotiation {
    is_simplified: bool,
    /// Whether we have sent `NEWGAME`.
    is_ours: bool,
    topics: [TopicState; 4],
}

impl Negotiation {
    /// Starts a negotiation, our own or the peer's. Defaults: an even game, Chinese rules, `default_size`, and Black for the side
    /// that starts.
    pub(super) fn new(is_ours: bool, wishes: &Wishes, default_size: usize) -> Self {
        let color = if is_ours { Color::Black } else { Color::White };
        let rules = wishes.rules.map(|rules| rules as u16);
        let size = wishes.size.map(|size| size as u16);
        let handicap = wishes.handicap.map(|stones| stones.max(1) as u16);
        let topics = [
            (rules, RuleSet::Chinese as u16),
            (size, default_size as u16),
            (handicap, 1),
            (wishes.color.map(color_number), color_number(color)),
        ];
        Self {
            is_simplified: wishes.is_simplified,
            is_ours,
            topics: topics.map(|(wish, default)| TopicState {
                wish,
                default,
                settled: None,
            }),
        }
    }

    /// Whether the peer may be White and make the first move once it has asked its questions.
    pub(super) fn peer_may_move_first(&self) -> bool {
        let handicap = self.topics[Topic::Handicap as usize].settled;
        self.is_ours && handicap.is_some_and(|handicap| stones(handicap) > 0)
    }

    pub(super) fn next_topic(&self) -> Option<Topic> {
        let topics: &[Topic] = match (self.is_simplified, self.is_ours) {
            (false, _) => &Topic::ALL,
            (true, false) => &[Topic::Color, Topic::Handicap],
            (true, true) => &[],
        };
        let is_open = |topic: &&Topic| self.topics[**topic as usize].settled.is_none();
        topics.iter().find(is_open).copied()
    }

    /// Answers the peer's question: 0 if we have no wish, because CGoban refuses any value but the one its user has chosen. In the
    /// simplified protocol, the side that starts gives definite answers instead: by default it is Black, and the game is even.
    pub(super) fn answer(&mut self, topic: Topic) -> u16 {
        let state = &mut self.topics[topic as usize];
        state.settled = if self.is_simplified && self.is_ours {
            Some(state.value())
        } else {
            state.settled.or(state.wish)
        };
        state.settled.unwrap_or(0)
    }

    /// Takes the peer's answer to our question; fails if it is impossible or not what we want.
    pub(super) fn take_answer(&mut self, topic: Topic, answer: u16) -> Result<(), Box<dyn Error>> {
        let theirs = topic.value_of(answer);
        let is_size = (MIN_SIZE..=MAX_SIZE).contains(&usize::from(theirs));
        if topic == Topic::Size && theirs != 0 && !is_size {
            let sizes = format!("sizes go from {MIN_SIZE} to {MAX_SIZE}");
            return Err(format!("the peer wants size {theirs}, and {sizes}").into());
        }
        let state = &mut self.topics[topic as usize];
        if let Some(ours) = state.wish
            && theirs != 0
            && theirs != ours
        {
            let [(name, ours), (_, theirs)] = [ours, theirs].map(|value| topic.describe(value));
            return Err(format!("the peer wants {name} {theirs} instead of {ours}").into());
        }
        state.settled = Some(if theirs == 0 { state.value() } else { theirs });
        Ok(())
    }

    /// Settles the open topics and returns the agreement. Every later answer to the peer is definite.
    pub(super) fn conclude(&mut self) -> Agreement {
        let [rules, size, handicap, ours] = self.topics.map(TopicState::value);
        for state in &mut self.topics {
            state.settled = Some(state.value());
        }
        Agreement {
            rules: rule_set(rules),
            size: size.into(),
            handicap: stones(handicap),
            color: color(ours),
        }
    }
}
