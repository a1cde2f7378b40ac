//! A search as data, for another rank.

use std::sync::atomic::AtomicBool;

use serde::{Deserialize, Serialize};

use crate::board::{AnyBoard, Color, Coord, MAX_SIZE, MIN_SIZE, Move, Point};
use crate::cpu::split_mix;
use crate::ranks::BadOrder;
use crate::search::{
    Limit, Params, RECENT_MOVES, Report, Request, Restriction, SearchStart, Searcher,
    SuperkoHistory,
};

/// A search as data: the position, the parameters, and the number of simulations. Rank 0 alone looks at the clock.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Order {
    params: Vec<(String, String)>,
    size: usize,
    stones: Vec<(Color, Coord)>,
    ko: Option<Coord>,
    to_move: Color,
    komi: f64,
    root_widening: f64,
    banned: Vec<Coord>,
    restrictions: Vec<Restriction>,
    recent_moves: [Option<Move>; RECENT_MOVES],
    move_number: usize,
    superko: SuperkoHistory,
    playouts: Option<u64>,
    request_seed: u64,
    searcher_seed: u64,
    reuses_tree: bool,
}

impl Order {
    /// The order to make the same search.
    #[must_use]
    pub fn new(start: &SearchStart<'_>) -> Self {
        let request = start.request;
        Self {
            params: values(start.params),
            size: request.board.size(),
            stones: request.board.all_stones().collect(),
            ko: request.board.ko().map(Point::coord),
            to_move: request.to_move,
            komi: request.komi,
            root_widening: request.root_widening,
            banned: request.banned.clone(),
            restrictions: request.restrictions.to_vec(),
            recent_moves: request.recent_moves,
            move_number: request.move_number,
            superko: request.superko.clone(),
            playouts: request.limit.playouts,
            request_seed: request.seed,
            searcher_seed: start.seed,
            reuses_tree: start.reuses_tree,
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
        let params = read_params(&self.params)?.with_machine_of(machine);
        let request = Request {
            banned: self.banned.clone(),
            restrictions: &self.restrictions,
            root_widening: self.root_widening,
            recent_moves: self.recent_moves,
            move_number: self.move_number,
            superko: self.superko.clone(),
            limit: Limit {
                playouts: Some(self.playouts.unwrap_or(u64::MAX)),
                time: None,
            },
            stop: Some(stop),
            seed: seed_of(self.request_seed, rank),
            ..Request::new(&board, self.to_move, self.komi)
        };
        Ok(searcher.follow(&SearchStart {
            params: &params,
            request: &request,
            seed: seed_of(self.searcher_seed, rank),
            reuses_tree: self.reuses_tree,
        }))
    }

    /// The position; `None` where there is none like it.
    fn board(&self) -> Option<AnyBoard> {
        if !(MIN_SIZE..=MAX_SIZE).contains(&self.size) {
            return None;
        }
        let stones = self.stones.iter().copied();
        let is_on_board = self.ko.is_none_or(|ko| ko.is_on(self.size));
        Some(AnyBoard::set_up(self.size, stones)?.with_ko(self.ko)).filter(|_| is_on_board)
    }
}

/// A seed for a rank. Ranks that drew the same random numbers would find the same.
const fn seed_of(seed: u64, rank: usize) -> u64 {
    split_mix(seed, rank as u64)
}

/// All values of the parameters but those that belong to the machine.
fn values(params: &Params) -> Vec<(String, String)> {
    let names = Params::names().filter(|name| !OWN.contains(name));
    let values = names.map(|name| {
        let value = params.get(name)?;
        Some((name.to_owned(), value))
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
