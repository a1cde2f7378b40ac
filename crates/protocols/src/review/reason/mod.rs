//! Why a move lost what it lost, found on the board: by the expected moves and owners before the move and after it.

mod attack;
mod fight;
mod points;
mod reading;
mod scene;
#[cfg(test)]
mod tests;

use super::{MoveReview, PositionEvaluation};
use scene::Scene;
use tao_rules::board::{Color, Coord};
use tao_rules::game::Game;

/// Why a move lost what it lost. The last three name what the sentence needs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reason {
    /// Who made the move.
    pub player: Color,
    /// What the move lost, in points.
    pub points: f64,
    /// What the move did, or did not do.
    pub cause: Cause,
    /// The stones.
    pub stones: Option<Stones>,
    /// The opponent's answer that profits, or the best move instead.
    pub mv: Option<Coord>,
    /// The move itself, or where points changed hands.
    pub at: Option<Coord>,
}

/// Stones that live or die together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stones {
    /// Their color.
    pub color: Color,
    /// How many they are.
    pub count: usize,
    /// One of the largest chain.
    pub at: Coord,
}

/// How a move gets stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attack {
    /// It takes them at once.
    Take,
    /// By a ladder.
    Ladder,
    /// By a net.
    Net,
    /// It is the vital point of their eye space.
    Vital,
    /// It cuts them off.
    Cut,
    /// They will be captured.
    Catch,
    /// They are dead.
    Kill,
}

/// How a move saves stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rescue {
    /// It captures stones next to them.
    Capture,
    /// It connects them with others.
    Connect,
    /// It gives them liberties.
    Extend,
    /// It makes an eye.
    Eye,
}

/// What a bad move did, or did not do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The answer gets stones.
    Loses(Attack),
    /// The move's own chain has one liberty, and is taken.
    SelfAtari,
    /// The move extends a chain in atari in vain.
    StaysInAtari,
    /// The move leaves stones in atari, which are taken.
    LeftInAtari,
    /// The move fills an eye of stones that die.
    FillsEye,
    /// The best move would have saved stones that die.
    Unsaved(Rescue),
    /// Stones die beside enemy stones that would have died.
    Race,
    /// The best move would have got stones that live.
    Spares(Attack),
    /// The answer attacks stones that were safer before.
    Endangers,
    /// The best move would have attacked stones that are safer now.
    LetsOff,
    /// Stones die that the best move would have saved in seki.
    MissesSeki,
    /// Enemy stones live in seki that could have died.
    LivesInSeki,
    /// The answer fills a ko.
    LosesKo,
    /// The answer takes a ko.
    AllowsKo,
    /// The best move would have taken a ko.
    MissesKo,
    /// A pass, while the best move gains points.
    Passes,
    /// A move in one's own territory.
    OwnTerritory,
    /// A move in the opponent's territory.
    DeadStone,
    /// A move on a neutral point.
    Neutral,
    /// At the end of the game, the best move was worth more.
    LargerEndgame,
    /// The best move would have answered the opponent's last one.
    Unanswered,
    /// The answer gains points.
    GainsGround,
    /// The best move would have gained points.
    MissesGround,
    /// The answer is the point that both sides want.
    KeyPoint,
}

/// Why a move lost what it lost, in a game before it; `None` where there is no single reason. The positions are those before the
/// move and after it.
pub fn reason(
    game: &Game,
    review: &MoveReview,
    positions: [&PositionEvaluation; 2],
) -> Option<Reason> {
    review.class?;
    let scene = Scene::new(game, review, positions)?;
    points::ko(&scene)
        .or_else(|| fight::fight(&scene))
        .or_else(|| points::wasted(&scene))
        .or_else(|| fight::danger(&scene))
        .or_else(|| points::larger(&scene))
}
