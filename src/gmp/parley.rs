//! What two programs agree on before a game: rules, size, handicap, colors.
//!
//! Every item is a number as on the line, where 0 says "unknown, or I do not mind". Either side may ask. An item is
//! settled once one side has told the other: a definite answer of ours is for the peer to accept or refuse, one of the
//! peer's is compared with our wish.

use std::fmt;

use crate::board::{Color, MAX_SIZE, MIN_SIZE};

/// Rule sets that the protocol has a number for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuleSet {
    /// Counted by territory; handicap stones have their places.
    Japanese = 1,
    /// Counted by area; handicap stones are moves. CGoban calls every other rule set so.
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

/// Which questions are asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Handshake {
    /// All of them, by both sides.
    #[default]
    Full,
    /// Color and handicap, by White; Black calls. The simplified protocol, GNU Go's `--mode sgmp`.
    Simplified,
}

/// Who called for the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Caller {
    Us,
    Peer,
}

/// What we would like; `None` leaves it to the peer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Preferences {
    pub(super) rules: Option<RuleSet>,
    pub(super) size: Option<usize>,
    pub(super) handicap: Option<usize>,
    pub(super) color: Option<Color>,
}

/// What was agreed on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Terms {
    pub(super) rules: RuleSet,
    pub(super) size: usize,
    /// Stones that Black has in advance: none, or two and more.
    pub(super) handicap: usize,
    /// Ours.
    pub(super) color: Color,
}

/// One thing to agree on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Item {
    Rules,
    Size,
    Handicap,
    /// On the line: that of the program that answers. Here: ours.
    Color,
}

impl Item {
    /// In the order in which GNU Go asks, which is that of the declaration.
    const ALL: [Self; 4] = [Self::Rules, Self::Size, Self::Handicap, Self::Color];

    /// Number of the query.
    pub(super) const fn query(self) -> u16 {
        match self {
            Self::Rules => 7,
            Self::Handicap => 8,
            Self::Size => 9,
            Self::Color => 11,
        }
    }

    /// The item that a query of this number asks for, if it is any of these.
    pub(super) fn of_query(query: u16) -> Option<Self> {
        Self::ALL.into_iter().find(|item| item.query() == query)
    }

    /// What the peer's answer means for us; 0 where it means nothing.
    const fn read(self, answer: u16) -> u16 {
        match (self, answer) {
            (Self::Rules | Self::Color, 3..) => 0,
            (Self::Color, 1 | 2) => 3 - answer, // the peer's color leaves the other one
            _ => answer,
        }
    }

    fn name_of(self, value: u16) -> String {
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

/// Why there can be no game with this peer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum Disagreement {
    #[error("the peer wants {item} {theirs}, and we were told {ours}")]
    Mismatch {
        item: Item,
        ours: String,
        theirs: String,
    },
    #[error("the peer wants size {0}, and sizes go from {MIN_SIZE} to {MAX_SIZE}")]
    BadSize(u16),
}

/// How an item stands.
#[derive(Clone, Copy, Debug)]
struct Matter {
    /// What we were told to want; 0 where we do not mind.
    wish: u16,
    /// What holds when neither side minds.
    default: u16,
    settled: Option<u16>,
}

impl Matter {
    fn outcome(self) -> u16 {
        let wish = if self.wish == 0 {
            self.default
        } else {
            self.wish
        };
        self.settled.unwrap_or(wish)
    }
}

/// One negotiation.
#[derive(Clone, Debug)]
pub(super) struct Parley {
    handshake: Handshake,
    caller: Caller,
    matters: [Matter; 4],
}

impl Parley {
    /// A negotiation in which nothing was said. Where neither side minds, the game is even, on a board of
    /// `default_size`, counted by area, and the caller is Black.
    pub(super) fn new(
        handshake: Handshake,
        caller: Caller,
        wishes: Preferences,
        default_size: usize,
    ) -> Self {
        let caller_is_black = match caller {
            Caller::Us => BLACK,
            Caller::Peer => WHITE,
        };
        let matter = |wish: Option<u16>, default| Matter {
            wish: wish.unwrap_or(0),
            default,
            settled: None,
        };
        let rules = wishes.rules.map(|rules| rules as u16);
        let size = wishes.size.map(|size| size as u16);
        Self {
            handshake,
            caller,
            matters: [
                matter(rules, RuleSet::Chinese as u16),
                matter(size, default_size as u16),
                matter(wishes.handicap.map(handicap_number), 1),
                matter(wishes.color.map(color_number), caller_is_black),
            ],
        }
    }

    /// Whether the peer, once it has asked all it wants to know, may be White and make the first move.
    pub(super) fn may_begin(&self) -> bool {
        let handicap = self.matters[Item::Handicap as usize].settled;
        self.caller == Caller::Us && handicap.is_some_and(|handicap| stones(handicap) > 0)
    }

    /// What we have still to ask.
    pub(super) fn open_item(&self) -> Option<Item> {
        let items: &[Item] = match (self.handshake, self.caller) {
            (Handshake::Full, _) => &Item::ALL,
            (Handshake::Simplified, Caller::Peer) => &[Item::Color, Item::Handicap],
            (Handshake::Simplified, Caller::Us) => &[],
        };
        let is_open = |item: &&Item| self.matters[**item as usize].settled.is_none();
        items.iter().find(is_open).copied()
    }

    /// Our answer to the peer's question.
    ///
    /// CGoban refuses a definite one that is not what its user chose, so we have none without a wish. In the
    /// simplified protocol the caller knows: it is Black, and the game is even.
    pub(super) fn answer(&mut self, item: Item) -> u16 {
        let matter = &mut self.matters[item as usize];
        let answer = match (self.handshake, self.caller) {
            (Handshake::Simplified, Caller::Us) => matter.outcome(),
            _ => matter.settled.unwrap_or(matter.wish),
        };
        if answer != 0 {
            matter.settled = Some(answer);
        }
        answer
    }

    /// Takes the peer's answer to our question.
    ///
    /// # Errors
    ///
    /// When it cannot be, or is not what we were told to play.
    pub(super) fn learn(&mut self, item: Item, answer: u16) -> Result<(), Disagreement> {
        let theirs = item.read(answer);
        let is_size = (MIN_SIZE..=MAX_SIZE).contains(&usize::from(theirs));
        if item == Item::Size && theirs != 0 && !is_size {
            return Err(Disagreement::BadSize(theirs));
        }
        let matter = &mut self.matters[item as usize];
        if theirs != 0 && matter.wish != 0 && theirs != matter.wish {
            return Err(Disagreement::Mismatch {
                item,
                ours: item.name_of(matter.wish),
                theirs: item.name_of(theirs),
            });
        }
        let definite = Some(theirs).filter(|&theirs| theirs != 0);
        matter.settled = Some(definite.unwrap_or_else(|| matter.outcome()));
        Ok(())
    }

    /// Settles whatever is open as we wish, and returns the terms. From here on every answer is definite.
    pub(super) fn conclude(&mut self) -> Terms {
        let [rules, size, handicap, ours] = self.matters.map(Matter::outcome);
        for matter in &mut self.matters {
            matter.settled = Some(matter.outcome());
        }
        Terms {
            rules: rule_set(rules),
            size: size.into(),
            handicap: stones(handicap),
            color: color(ours),
        }
    }
}
