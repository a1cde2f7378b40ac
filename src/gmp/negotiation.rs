//! What two programs agree on before a game: rules, size, handicap, colors.
//!
//! Values are numbers as in a packet, 0 for unknown or indifferent. A value told by either side settles an item.

use std::fmt;

use crate::board::{Color, MAX_SIZE, MIN_SIZE};
use crate::game::{Game, HandicapError, TimeControl};

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

/// Which questions are asked before a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Handshake {
    /// All of them, by both sides.
    #[default]
    Full,
    /// Color and handicap, by White; only Black sends `NEWGAME`. The simplified protocol, GNU Go's `--mode sgmp`.
    Simplified,
}

/// How handicap stones are placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Placement {
    /// On the fixed points before the first move, as GNU Go expects.
    Fixed,
    /// As Black's first moves, as CGoban expects unless the rules are Japanese.
    Free,
}

/// The game that we want; `None` leaves it to the peer.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Conditions {
    /// Our color.
    pub color: Option<Color>,
    /// Board size, 2 to 19.
    pub size: Option<usize>,
    /// The rules that we tell the peer.
    pub rules: Option<RuleSet>,
    /// Number of handicap stones; 0 and 1 are an even game.
    pub handicap: Option<usize>,
    /// How handicap stones are placed; `None`: fixed under Japanese rules and in the simplified protocol, else free.
    pub placement: Option<Placement>,
    /// Komi, which the protocol does not transmit; `None`: that of the game, or half a point in handicap games.
    pub komi: Option<f64>,
    /// Which questions are asked.
    pub handshake: Handshake,
    /// Time of each side, which the protocol does not transmit either.
    pub time: TimeControl,
}

impl Conditions {
    /// Checks that the handicap fits on the board of `model`, if a size is given.
    ///
    /// # Errors
    ///
    /// Returns an error if it does not fit.
    pub fn check(&self, model: &Game) -> Result<(), HandicapError> {
        // One stone is too few on any board; what is too many depends on it.
        let handicap = match (self.size, self.handicap) {
            (_, Some(1)) => 1,
            (Some(_), Some(handicap @ 2..)) => handicap,
            _ => return Ok(()),
        };
        let mut game = model.clone();
        let placed = match self.placement {
            Some(Placement::Fixed) => game.fixed_handicap(handicap),
            _ => game.place_free_handicap(handicap),
        };
        placed.map(|_| ())
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Initiator {
    Us,
    Peer,
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
pub(super) enum Item {
    Rules,
    Size,
    Handicap,
    /// In answers: the color of the program that answers. Here: ours.
    Color,
}

impl Item {
    /// In the order of the declaration, in which GNU Go asks.
    const ALL: [Self; 4] = [Self::Rules, Self::Size, Self::Handicap, Self::Color];

    pub(super) const fn query(self) -> u16 {
        match self {
            Self::Rules => 7,
            Self::Handicap => 8,
            Self::Size => 9,
            Self::Color => 11,
        }
    }

    pub(super) fn from_query(query: u16) -> Option<Self> {
        Self::ALL.into_iter().find(|item| item.query() == query)
    }

    /// Converts the peer's answer to our value; 0 if it has no meaning.
    const fn value_of(self, answer: u16) -> u16 {
        match (self, answer) {
            (Self::Rules | Self::Color, 3..) => 0,
            (Self::Color, 1 | 2) => 3 - answer, // we get the other color
            _ => answer,
        }
    }

    fn describe(self, value: u16) -> String {
        match self {
            Self::Rules => rule_set(value).to_string(),
            Self::Color => color(value).to_string(),
            Self::Size => value.to_string(),
            Self::Handicap => stones(value).to_string(),
        }
    }
}

impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Rules => "rules",
            Self::Size => "size",
            Self::Handicap => "handicap",
            Self::Color => "our color",
        })
    }
}

const fn rule_set(answer: u16) -> RuleSet {
    if answer == RuleSet::Japanese as u16 {
        RuleSet::Japanese
    } else {
        RuleSet::Chinese
    }
}

const BLACK: u16 = 2;
const WHITE: u16 = 1;

const fn color(answer: u16) -> Color {
    if answer == BLACK {
        Color::Black
    } else {
        Color::White
    }
}

const fn color_number(color: Color) -> u16 {
    match color {
        Color::Black => BLACK,
        Color::White => WHITE,
    }
}

/// A handicap of one is an even game.
const fn handicap_number(stones: usize) -> u16 {
    if stones == 0 { 1 } else { stones as u16 }
}

fn stones(handicap: u16) -> usize {
    if handicap < 2 { 0 } else { handicap.into() }
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum Disagreement {
    #[error("the peer wants {item} {theirs} instead of {ours}")]
    Mismatch {
        item: Item,
        ours: String,
        theirs: String,
    },
    #[error("the peer wants size {0}, and sizes go from {MIN_SIZE} to {MAX_SIZE}")]
    BadSize(u16),
}

#[derive(Clone, Copy, Debug)]
struct ItemState {
    /// Our wish; 0 if we have none.
    wish: u16,
    default: u16,
    settled: Option<u16>,
}

impl ItemState {
    const fn new(wish: u16, default: u16) -> Self {
        Self {
            wish,
            default,
            settled: None,
        }
    }

    fn value(self) -> u16 {
        let wish = if self.wish == 0 {
            self.default
        } else {
            self.wish
        };
        self.settled.unwrap_or(wish)
    }
}

#[derive(Clone, Debug)]
pub(super) struct Negotiation {
    handshake: Handshake,
    initiator: Initiator,
    items: [ItemState; 4],
}

impl Negotiation {
    /// Starts a negotiation. Defaults: an even game, Chinese rules, `default_size`, the initiator is Black.
    pub(super) fn new(initiator: Initiator, wishes: &Conditions, default_size: usize) -> Self {
        let default_color = match initiator {
            Initiator::Us => Color::Black,
            Initiator::Peer => Color::White,
        };
        let rules = wishes.rules.map_or(0, |rules| rules as u16);
        let size = wishes.size.map_or(0, |size| size as u16);
        Self {
            handshake: wishes.handshake,
            initiator,
            items: [
                ItemState::new(rules, RuleSet::Chinese as u16),
                ItemState::new(size, default_size as u16),
                ItemState::new(wishes.handicap.map_or(0, handicap_number), 1),
                ItemState::new(
                    wishes.color.map_or(0, color_number),
                    color_number(default_color),
                ),
            ],
        }
    }

    /// Whether the peer may be White and make the first move once it has asked its questions.
    pub(super) fn peer_may_move_first(&self) -> bool {
        let handicap = self.items[Item::Handicap as usize].settled;
        self.initiator == Initiator::Us && handicap.is_some_and(|handicap| stones(handicap) > 0)
    }

    pub(super) fn next_item(&self) -> Option<Item> {
        let items: &[Item] = match (self.handshake, self.initiator) {
            (Handshake::Full, _) => &Item::ALL,
            (Handshake::Simplified, Initiator::Peer) => &[Item::Color, Item::Handicap],
            (Handshake::Simplified, Initiator::Us) => &[],
        };
        let is_open = |item: &&Item| self.items[**item as usize].settled.is_none();
        items.iter().find(is_open).copied()
    }

    /// Answers the peer's question: 0 without a wish, because CGoban refuses any value but the one its user has chosen.
    /// Only in the simplified protocol the initiator has definite answers: it is Black, and the game is even.
    pub(super) fn answer(&mut self, item: Item) -> u16 {
        let state = &mut self.items[item as usize];
        let answer = match (self.handshake, self.initiator) {
            (Handshake::Simplified, Initiator::Us) => state.value(),
            _ => state.settled.unwrap_or(state.wish),
        };
        if answer != 0 {
            state.settled = Some(answer);
        }
        answer
    }

    /// Takes the peer's answer to our question; fails if it is impossible or not what we want.
    pub(super) fn take_answer(&mut self, item: Item, answer: u16) -> Result<(), Disagreement> {
        let theirs = item.value_of(answer);
        let is_size = (MIN_SIZE..=MAX_SIZE).contains(&usize::from(theirs));
        if item == Item::Size && theirs != 0 && !is_size {
            return Err(Disagreement::BadSize(theirs));
        }
        let state = &mut self.items[item as usize];
        if theirs != 0 && state.wish != 0 && theirs != state.wish {
            return Err(Disagreement::Mismatch {
                item,
                ours: item.describe(state.wish),
                theirs: item.describe(theirs),
            });
        }
        state.settled = Some(if theirs == 0 { state.value() } else { theirs });
        Ok(())
    }

    /// Settles the open items and returns the agreement. From now on every answer is definite.
    pub(super) fn conclude(&mut self) -> Agreement {
        let [rules, size, handicap, ours] = self.items.map(ItemState::value);
        for state in &mut self.items {
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
