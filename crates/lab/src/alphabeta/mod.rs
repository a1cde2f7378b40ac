//! A classical player: alpha-beta to a growing depth with a plain evaluation. Its parts are from a Connect6 program: few moves
//! of each position, all near stones, ordered by the evaluation; forced moves first; a table of positions with a check key; and
//! two sets of weights: ahead it attacks, behind it defends. `docs/lab/alpha-beta.md` says how strong it is.

mod estimate;
mod player;
mod reader;

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::sync::atomic::AtomicBool;

pub use estimate::Weights;
use player::Player;
use tao_engine::raw::OtherSearch;
use tao_engine::raw::search::{Observer, Params, PlayoutParams, Report, Request, TreeParams};
use tao_rules::raw::with_class;

/// Points ahead that multiply the odds of a win by e.
const POINTS_PER_LOGIT: f64 = 6.0;

/// A win rate for a lead: `1 / (1 + exp(-points / 6))`, so that 6 points ahead are 73 %, and 18 are 95 %.
pub fn win_rate(points: f64) -> f64 {
    1.0 / (1.0 + (-points / POINTS_PER_LOGIT).exp())
}

/// How the player searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AlphaBeta {
    /// Most moves to look ahead, in [1, [`MAX_DEPTH`](Self::MAX_DEPTH)].
    pub depth: u16,
    /// Most moves of a position to look at, a pass aside, in [1, 361]. The Connect6 program has 10 to 30.
    pub width: usize,
    /// Most rows and columns from a move to a stone, in [1, 18]; 2 in the Connect6 program.
    pub distance: usize,
    /// The weights in a good position. The Connect6 program attacks there.
    pub ahead: Weights,
    /// The weights in a bad position. The Connect6 program defends there, and won about 60 % against itself with one set.
    pub behind: Weights,
    /// The fewest points ahead of a good position, in [-361, 361]: the Connect6 program's `alertScore`.
    pub alert: i32,
    /// Whether a table keeps what was found in a position, for when the search reaches it again.
    pub table: bool,
}

impl AlphaBeta {
    /// Largest [`depth`](Self::depth).
    pub const MAX_DEPTH: u16 = 64;

    /// The Connect6 program's distance, smallest width and direction of the two sets of weights, and a depth that the time usually
    /// cuts short.
    pub const DEFAULT: Self = Self {
        depth: 20,
        width: 10,
        distance: 2,
        ahead: Weights {
            own: 100,
            enemy: 130,
        },
        behind: Weights {
            own: 130,
            enemy: 100,
        },
        alert: 0,
        table: true,
    };

    /// The parameters of an engine that searches by alpha-beta: exact endings, and evaluations for a move. Those of trees and
    /// playouts have no effect.
    pub fn params() -> Params {
        Params {
            tree: TreeParams {
                solve_below: Params::PLAYOUTS.tree.solve_below,
                ..Params::PLAIN_UCT.tree
            },
            playouts: PlayoutParams {
                count: 20_000,
                ..Params::PLAIN_UCT.playouts
            },
            ..Params::PLAIN_UCT
        }
    }

    /// Changes the setting of this name; `None` if there is none.
    ///
    /// # Errors
    /// A message for a value that the setting cannot have.
    pub fn set(&mut self, name: &str, value: &str) -> Option<Result<(), String>> {
        Some(match name {
            "depth" => parse(value, 1..=Self::MAX_DEPTH).map(|depth| self.depth = depth),
            "width" => parse(value, 1..=361).map(|width| self.width = width),
            "distance" => parse(value, 1..=18).map(|distance| self.distance = distance),
            "ahead" => parse_weights(value).map(|weights| self.ahead = weights),
            "behind" => parse_weights(value).map(|weights| self.behind = weights),
            "alert" => parse(value, -361..=361).map(|alert| self.alert = alert),
            "table" => match value {
                "on" | "off" => {
                    self.table = value == "on";
                    Ok(())
                }
                _ => Err("write on or off".to_owned()),
            },
            _ => return None,
        })
    }
}

impl OtherSearch for AlphaBeta {
    /// Each evaluated position counts as a playout.
    fn search(
        &self,
        params: &Params,
        request: &Request,
        stop: &AtomicBool,
        observer: &mut Observer<'_>,
    ) -> Report {
        let limit = &request.limit;
        let without_limit = limit.time.map_or(params.playouts.count, |_| u64::MAX);
        let most_nodes = limit.playouts.unwrap_or(without_limit);
        let table_bytes = params.search_bytes() - params.solve_bytes();
        with_class!(request.board.size(), W => {
            Player::<W>::new(self, request, most_nodes, table_bytes, stop, observer).run()
        })
    }
}

fn parse<T: FromStr + PartialOrd + Display>(
    value: &str,
    range: RangeInclusive<T>,
) -> Result<T, String> {
    let number = value.parse().ok().filter(|number| range.contains(number));
    number.ok_or_else(|| {
        format!(
            "write a whole number from {} to {}",
            range.start(),
            range.end()
        )
    })
}

fn parse_weights(value: &str) -> Result<Weights, String> {
    let (own, enemy) =
        (value.split_once('-')).ok_or("write OWN-ENEMY in percent, such as 100-130")?;
    let [own, enemy] = [own, enemy].map(|weight| parse(weight, 0..=Weights::MAX));
    Ok(Weights {
        own: own?,
        enemy: enemy?,
    })
}

#[cfg(test)]
mod tests;
