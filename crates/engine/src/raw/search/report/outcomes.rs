//! How the simulated games end, counted while the search runs: the score, and who owns which point.

use std::sync::atomic::{AtomicI64, AtomicU32, AtomicU64, Ordering};

use super::Snapshot;
use crate::candidates::LineTables;
use crate::net::{LEAD_UNIT, Output, SIDE};
use crate::playout::{Ordered, PlayoutContext, PlayoutRng, run_many};
use crate::search::evaluate::{Evaluation, OWNED, black_shares};
use crate::search::params::Params;
use tao_rules::raw::{AnyBoard, Board, ByColor, Color, Coord, Move, Point, PointMove, with_class};

/// What is counted of the ends of simulated games. Each includes those before it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Detail {
    /// Nothing, which costs no time.
    #[default]
    Nothing,
    /// The score.
    Score,
    /// Who owns which point.
    Ownership,
    /// Who owns which point, for each move of the root.
    OwnershipByMove,
}

/// How the simulated games of one search ended, all of them or those that began with one move.
#[derive(Clone, Debug)]
pub struct OutcomeStatistics {
    /// Number of games; those of earlier searches are not counted.
    pub games: u64,
    /// Mean of Black's points minus White's, of area or of territory, komi not counted.
    pub lead: f64,
    /// Standard deviation of the lead.
    pub deviation: f64,
    /// Who owned which point, where it was counted.
    pub ownership: Option<Ownership>,
}

impl OutcomeStatistics {
    /// The statistics of one game that ended with this board and this lead of Black's.
    pub(super) fn of(board: &AnyBoard, lead: f64) -> Self {
        Self {
            games: 1,
            lead,
            deviation: 0.0,
            ownership: Some(Ownership::of(board)),
        }
    }

    /// Adds the games of an earlier search.
    fn add(&mut self, earlier: &Self) {
        let games = self.games + earlier.games;
        if games == 0 {
            return;
        }
        let part = earlier.games as f64 / games as f64;
        let mean = |own: f64, other: f64| own + part * (other - own);
        let square = |of: &Self| of.lead.powi(2) + of.deviation.powi(2);
        let mean_square = mean(square(self), square(earlier));
        self.lead = mean(self.lead, earlier.lead);
        self.deviation = (mean_square - self.lead.powi(2)).max(0.0).sqrt();
        self.ownership = match (self.ownership.take(), &earlier.ownership) {
            (Some(own), Some(other)) => Some(own.mixed_with(other)),
            (own, other) => own.or_else(|| other.clone()),
        };
        self.games = games;
    }
}

impl Snapshot {
    /// Adds the outcomes of the games of an earlier search of the same position, whose tree this search reused.
    pub fn add_outcomes(&mut self, earlier: &Self) {
        let of_moves = self.moves.iter_mut().filter_map(|stats| {
            let mut others = earlier.moves.iter();
            let other = others.find(|other| other.mv == stats.mv)?;
            Some((&mut stats.outcomes, &other.outcomes))
        });
        for (own, other) in of_moves.chain([(&mut self.outcomes, &earlier.outcomes)]) {
            if let (Some(own), Some(other)) = (own, other) {
                own.add(other);
            }
        }
    }
}

/// The counts of a search, which its threads share.
#[derive(Debug)]
pub struct OutcomeCounter {
    size: usize,
    all: Counts,
    /// By the move of the root: the points, row by row, and the pass.
    by_move: Vec<Counts>,
}

impl OutcomeCounter {
    /// Counts for a board of this size; `None` where nothing is to be counted.
    pub fn new(detail: Detail, size: usize) -> Option<Self> {
        if detail == Detail::Nothing {
            return None;
        }
        let area = size * size;
        let counts = |least| Counts::new(if detail >= least { area } else { 0 });
        Some(Self {
            size,
            all: counts(Detail::Ownership),
            by_move: (0..=area)
                .map(|_| counts(Detail::OwnershipByMove))
                .collect(),
        })
    }

    pub fn counts_owners(&self) -> bool {
        !self.all.owned[Color::Black].is_empty()
    }

    pub fn add<const W: usize>(&self, game: &Evaluation<W>, mv: Option<PointMove<W>>) {
        self.all.add(game, self.size);
        if let Some(mv) = mv {
            self.by_move[self.index(mv.to_move())].add(game, self.size);
        }
    }

    pub fn statistics(&self) -> OutcomeStatistics {
        self.all.statistics(self.size)
    }

    pub(super) fn statistics_after(&self, mv: Move) -> OutcomeStatistics {
        self.by_move[self.index(mv)].statistics(self.size)
    }

    fn index(&self, mv: Move) -> usize {
        mv.coord()
            .map_or(self.size * self.size, |coord| coord.index(self.size))
    }
}

/// Counts of some games. A reader may see a game that is only partly counted, which matters little among many games.
#[derive(Debug)]
struct Counts {
    games: AtomicU64,
    /// Sum of the leads, in units of 1/[`LEAD_UNIT`].
    leads: AtomicI64,
    squares: AtomicU64,
    /// By color: the sums of its shares of each point, in units of 1/[`OWNED`]; empty if owners are not counted.
    owned: ByColor<Vec<AtomicU32>>,
}

impl Counts {
    fn new(points: usize) -> Self {
        Self {
            games: AtomicU64::new(0),
            leads: AtomicI64::new(0),
            squares: AtomicU64::new(0),
            owned: ByColor::from_fn(|_| (0..points).map(|_| AtomicU32::new(0)).collect()),
        }
    }

    fn add<const W: usize>(&self, game: &Evaluation<W>, size: usize) {
        self.games.fetch_add(1, Ordering::Relaxed);
        self.leads.fetch_add(game.lead.into(), Ordering::Relaxed);
        let square = u64::from(game.lead.unsigned_abs()).pow(2);
        self.squares.fetch_add(square, Ordering::Relaxed);
        let owners = game.owners.as_ref();
        let Some(owners) = owners.filter(|_| !self.owned[Color::Black].is_empty()) else {
            return;
        };
        for color in Color::BOTH {
            let counts = &self.owned[color];
            owners.for_each(color, size, |index, share| {
                counts[index].fetch_add(share, Ordering::Relaxed);
            });
        }
    }

    fn statistics(&self, size: usize) -> OutcomeStatistics {
        let games = self.games.load(Ordering::Relaxed);
        let unit = f64::from(LEAD_UNIT);
        let divisor = unit * games.max(1) as f64;
        let lead = self.leads.load(Ordering::Relaxed) as f64 / divisor;
        let mean_square = self.squares.load(Ordering::Relaxed) as f64 / (unit * divisor);
        // Other threads may add games while the owners are read, so each count is limited to the games that were read above.
        let whole = games * u64::from(OWNED);
        let limit = u32::try_from(whole).unwrap_or(u32::MAX);
        let owned = self.owned.each_ref().map(|counts| -> Vec<u32> {
            let counts = counts.iter();
            counts
                .map(|count| count.load(Ordering::Relaxed).min(limit))
                .collect()
        });
        OutcomeStatistics {
            games,
            lead,
            deviation: (mean_square - lead * lead).max(0.0).sqrt(),
            ownership: (!owned[Color::Black].is_empty() && games > 0)
                .then(|| Ownership::from_counts(size, owned, whole)),
        }
    }
}

/// How often each point ended up Black's and White's.
#[derive(Clone, Debug)]
pub struct Ownership {
    size: usize,
    /// By color: the sum of its shares of each point, row by row from the bottom left.
    counts: ByColor<Vec<u32>>,
    /// The count of a point that a color owned in all games.
    whole: u64,
}

impl Ownership {
    pub const fn from_counts(size: usize, counts: ByColor<Vec<u32>>, whole: u64) -> Self {
        Self {
            size,
            counts,
            whole,
        }
    }

    /// The owners of a finished board without dead stones: one side each, or none.
    pub fn of(board: &AnyBoard) -> Self {
        let counts = board.owned().map(|points| {
            let owned = |coord| u32::from(points.contains(Point::new(coord)));
            Coord::all(board.size()).map(owned).collect()
        });
        Self::from_counts(board.size(), counts, 1)
    }

    /// The owners of a board of this size, from a number for each point, row by row: 1 for Black, -1 for White.
    pub fn of_shares(size: usize, owners: &[f32]) -> Self {
        #[expect(clippy::cast_sign_loss, reason = "no share is below 0")]
        let percent = |owner: f32| (50.0 * (1.0 + owner)).round() as u32;
        let counts = ByColor([1.0, -1.0]).map(|sign| {
            let of_side = owners.iter().map(|owner| percent(sign * owner));
            of_side.collect()
        });
        Self::from_counts(size, counts, 100)
    }

    /// The owners of a board of this size that a network expects with this side to move.
    pub fn expected(size: usize, output: &Output, to_move: Color) -> Self {
        let shares = black_shares(output, to_move);
        let black: Vec<_> = Coord::all(size)
            .map(|coord| u32::from(shares[coord.index(SIDE)]))
            .collect();
        let white = black.iter().map(|black| OWNED - black).collect();
        let counts = ByColor([black, white]);
        Self::from_counts(size, counts, OWNED.into())
    }

    /// The owners in the games of both statistics together.
    pub fn mixed_with(mut self, other: &Self) -> Self {
        for (counts, others) in self.counts.0.iter_mut().zip(&other.counts.0) {
            for (count, other) in counts.iter_mut().zip(others) {
                *count = count.saturating_add(*other);
            }
        }
        self.whole += other.whole;
        self
    }

    /// Share of the games in which the point was this color's, as a stone or as territory, in [0, 1]; 0 off the board.
    pub fn share(&self, color: Color, coord: Coord) -> f64 {
        if !coord.is_on(self.size) {
            return 0.0;
        }
        let counts = &self.counts[color];
        f64::from(counts[coord.index(self.size)]) / self.whole as f64
    }

    /// Black's share minus White's, from -1 to 1; 0 off the board.
    pub fn balance(&self, coord: Coord) -> f64 {
        self.share(Color::Black, coord) - self.share(Color::White, coord)
    }

    /// Standard deviation of what the point is worth in one game, which is 1, 0 or -1; 0 off the board.
    pub fn deviation(&self, coord: Coord) -> f64 {
        let ByColor([black, white]) = ByColor::from_fn(|color| self.share(color, coord));
        (black + white - (black - white).powi(2)).max(0.0).sqrt()
    }
}

/// The owners by at least one playout with the policy of the preset `tao-go-2010-tuned`, `to_move` first. Deterministic.
pub fn ownership(board: &AnyBoard, to_move: Color, playouts: u32, seed: u64) -> Ownership {
    let count = u64::from(playouts.max(1));
    with_class!(board.size(), W => play_out(&board.convert::<W>(), to_move, count, seed))
}

fn play_out<const W: usize>(board: &Board<W>, to_move: Color, count: u64, seed: u64) -> Ownership {
    let line_tables = LineTables::new(board.size(), Params::TAO_GO_2010_TUNED.tree.lines);
    let mut counts = ByColor::from_fn(|_| vec![0; board.size() * board.size()]);
    run_many(
        board,
        &Ordered::TUNED,
        PlayoutContext::new(board, to_move, &line_tables),
        count,
        &mut PlayoutRng::new(seed),
        |game, _| {
            let owned = game.owned();
            for color in Color::BOTH {
                for point in &owned[color] {
                    counts[color][point.coord().index(board.size())] += 1;
                }
            }
        },
    );
    Ownership::from_counts(board.size(), counts, count)
}
