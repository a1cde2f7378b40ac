//! A search as text, for another rank.

use std::sync::atomic::AtomicBool;

use serde::{Deserialize, Serialize};

use crate::board::hash::split_mix;
use crate::board::{AnyBoard, Color, Coord, MAX_SIZE, MIN_SIZE, Move, Superko};
use crate::search::{
    Limit, Params, Past, RECENT_MOVES, Report, Request, Restriction, RestrictionKind, SearchStart,
    Searcher,
};

/// A search as text: the position, the parameters, and the number of simulations. Rank 0 alone looks at the clock.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Order {
    given: Vec<(String, String)>,
    params: Vec<(String, String)>,
    size: usize,
    black: Vec<String>,
    white: Vec<String>,
    ko: Option<String>,
    to_move: String,
    /// As bits, which text could round.
    komi: u64,
    widening: u64,
    banned: Vec<String>,
    restrictions: Vec<OrderedRestriction>,
    recent_moves: [Option<String>; RECENT_MOVES],
    move_number: usize,
    superko: u8,
    hashes: Vec<u64>,
    playouts: Option<u64>,
    request_seed: u64,
    searcher_seed: u64,
    goes_on: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct OrderedRestriction {
    color: String,
    allows: bool,
    moves: Vec<String>,
    depth: usize,
}

/// An order that cannot be followed: the ranks run different versions of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "rank 0 asks for a search that this rank does not understand; do all run the same version?"
)]
pub struct BadOrder;

const SUPERKO: [Superko; 3] = [Superko::Simple, Superko::Positional, Superko::Situational];

impl Order {
    /// The order to make the same search.
    #[must_use]
    pub fn new(start: &SearchStart<'_>) -> Self {
        let request = start.request;
        let stones = |color: Color| {
            let stones = request.board.all_stones();
            let stones = stones.filter(move |(other, _)| *other == color);
            stones.map(|(_, coord)| coord.to_string()).collect()
        };
        let restrictions = request.restrictions.iter().map(|one| OrderedRestriction {
            color: one.color.to_string(),
            allows: one.kind == RestrictionKind::Allow,
            moves: one.moves.iter().map(Move::to_string).collect(),
            depth: one.depth,
        });
        let superko = SUPERKO
            .iter()
            .position(|&rule| rule == request.past.superko);
        Self {
            given: values(start.given),
            params: values(start.params),
            size: request.board.size(),
            black: stones(Color::Black),
            white: stones(Color::White),
            ko: request.board.ko().map(|ko| ko.coord().to_string()),
            to_move: request.to_move.to_string(),
            komi: request.komi.to_bits(),
            widening: request.root_widening.to_bits(),
            banned: request.banned.iter().map(Coord::to_string).collect(),
            restrictions: restrictions.collect(),
            recent_moves: request.recent_moves.map(|mv| mv.map(|mv| mv.to_string())),
            move_number: request.move_number,
            superko: superko.unwrap_or_default() as u8,
            hashes: request.past.hashes.to_vec(),
            playouts: request.limit.playouts,
            request_seed: request.seed,
            searcher_seed: start.seed,
            goes_on: start.goes_on,
        }
    }

    /// Searches as this rank's part of the search, with random numbers of its own and the memory and threads of `machine`:
    /// until `stop` is set, or its number of simulations is made.
    ///
    /// # Errors
    /// Where the order makes no sense to this version of the program.
    pub fn follow(
        &self,
        searcher: &mut Searcher,
        rank: usize,
        machine: &Params,
        stop: &AtomicBool,
    ) -> Result<Report, BadOrder> {
        let board = self.board().ok_or(BadOrder)?;
        let [given, params] = [&self.given, &self.params].map(|values| read_params(values));
        let (given, params) = (
            given?.with_machine_of(machine),
            params?.with_machine_of(machine),
        );
        let banned = all::<Coord>(&self.banned)?;
        let restrictions = self.restrictions.iter().map(OrderedRestriction::read);
        let restrictions: Vec<Restriction> = restrictions.collect::<Result<_, _>>()?;
        let mut recent_moves = [None; RECENT_MOVES];
        for (mv, text) in recent_moves.iter_mut().zip(&self.recent_moves) {
            *mv = text.as_deref().map(read::<Move>).transpose()?;
        }
        let superko = *SUPERKO.get(usize::from(self.superko)).ok_or(BadOrder)?;
        let request = Request {
            banned: &banned,
            restrictions: &restrictions,
            root_widening: f64::from_bits(self.widening),
            recent_moves,
            move_number: self.move_number,
            past: Past {
                superko,
                hashes: &self.hashes,
            },
            limit: Limit {
                playouts: Some(self.playouts.unwrap_or(u64::MAX)),
                time: None,
            },
            stop: Some(stop),
            seed: seed_of(self.request_seed, rank),
            ..Request::new(&board, read(&self.to_move)?, f64::from_bits(self.komi))
        };
        Ok(searcher.follow(&SearchStart {
            given: &given,
            params: &params,
            request: &request,
            seed: seed_of(self.searcher_seed, rank),
            goes_on: self.goes_on,
        }))
    }

    fn board(&self) -> Option<AnyBoard> {
        if !(MIN_SIZE..=MAX_SIZE).contains(&self.size) {
            return None;
        }
        let stones = [(Color::Black, &self.black), (Color::White, &self.white)];
        let stones = stones.into_iter().flat_map(|(color, texts)| {
            let coords = texts.iter().map(|text| text.parse().ok());
            coords.map(move |coord: Option<Coord>| Some((color, coord?)))
        });
        let stones: Vec<_> = stones.collect::<Option<_>>()?;
        let ko = match &self.ko {
            Some(text) => Some(text.parse().ok().filter(|ko: &Coord| ko.is_on(self.size))?),
            None => None,
        };
        Some(AnyBoard::set_up(self.size, stones)?.with_ko(ko))
    }
}

impl OrderedRestriction {
    fn read(&self) -> Result<Restriction, BadOrder> {
        Ok(Restriction {
            color: read(&self.color)?,
            kind: if self.allows {
                RestrictionKind::Allow
            } else {
                RestrictionKind::Avoid
            },
            moves: all(&self.moves)?,
            depth: self.depth,
        })
    }
}

/// A seed for a rank. Ranks that drew the same random numbers would find the same.
const fn seed_of(seed: u64, rank: usize) -> u64 {
    split_mix(seed, rank as u64)
}

fn read<T: std::str::FromStr>(text: &str) -> Result<T, BadOrder> {
    text.parse().map_err(|_| BadOrder)
}

fn all<T: std::str::FromStr>(texts: &[String]) -> Result<Vec<T>, BadOrder> {
    texts.iter().map(|text| read(text)).collect()
}

/// All values of the parameters but those that belong to the machine.
fn values(params: &Params) -> Vec<(String, String)> {
    let names = Params::all_names().filter(|name| !OWN.contains(&&**name));
    let values = names.map(|name| {
        let value = params.get(&name)?;
        Some((name, value))
    });
    values.flatten().collect()
}

/// Parameters of which each rank has its own.
const OWN: [&str; 2] = ["memory", "threads"];

fn read_params(values: &[(String, String)]) -> Result<Params, BadOrder> {
    let mut params = Params::default();
    for (name, value) in values {
        params.set(name, value).map_err(|_| BadOrder)?;
    }
    Ok(params)
}
