//! How simulated games end: counted only while somebody watches who wants to know.

use std::sync::atomic::{AtomicI64, AtomicU32, AtomicU64, Ordering};

use super::Ownership;
use super::node::Step;
use crate::board::{AnyBoard, Board, Color, Move, Point};

/// What is counted of the ends of simulated games. Each includes those before it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Detail {
    /// Nothing: it costs no time.
    #[default]
    Nothing,
    /// The score.
    Score,
    /// Who owns which point.
    Ownership,
    /// The same apart for each move of the root.
    OwnershipByMove,
}

/// How the simulated games of one search ended, all of them or those that began with one move.
#[derive(Clone, Debug)]
pub struct OutcomeStatistics {
    /// Games counted: those of earlier searches are not among them.
    pub games: u64,
    /// Black's area minus White's, komi not counted: the mean.
    pub lead: f64,
    /// The standard deviation of that.
    pub deviation: f64,
    /// Who owned which point, where that was to be counted.
    pub ownership: Option<Ownership>,
}

impl OutcomeStatistics {
    /// One game, which ended on this board.
    pub(super) fn of(board: &AnyBoard) -> Self {
        Self {
            games: 1,
            lead: board.area().lead().into(),
            deviation: 0.0,
            ownership: Some(Ownership::of(board)),
        }
    }
}

/// The counts of a search, in which all threads add.
#[derive(Debug)]
pub(super) struct OutcomeCounter {
    size: usize,
    all: Counts,
    /// By the move of the root: the points, row by row, and the pass.
    by_move: Vec<Counts>,
}

impl OutcomeCounter {
    /// Counts for a board of this size; `None` where nothing is to be counted.
    pub(super) fn new(detail: Detail, size: usize) -> Option<Self> {
        if detail == Detail::Nothing {
            return None;
        }
        let area = size * size;
        let points = |least| if detail >= least { area } else { 0 };
        let counts = |least| Counts::new(points(least));
        Some(Self {
            size,
            all: counts(Detail::Ownership),
            by_move: (0..=area)
                .map(|_| counts(Detail::OwnershipByMove))
                .collect(),
        })
    }

    /// Counts a game that has ended on `board` and began with `mv`.
    pub(super) fn count<const W: usize>(&self, board: &Board<W>, mv: Option<Step<W>>, lead: i32) {
        let of_move = mv.map(|step| match step {
            Step::Play(point) => &self.by_move[self.index(point)],
            Step::Pass => &self.by_move[self.size * self.size],
        });
        for counts in [Some(&self.all), of_move].into_iter().flatten() {
            counts.add(lead);
        }
        let wants_owners = |counts: &&Counts| !counts.owned[0].is_empty();
        if !wants_owners(&&self.all) {
            return;
        }
        let owned = board.owned();
        let of_move = of_move.filter(wants_owners);
        for counts in [Some(&self.all), of_move].into_iter().flatten() {
            for (counts, points) in counts.owned.iter().zip(owned) {
                for point in &points {
                    counts[self.index(point)].fetch_add(1, Ordering::Relaxed);
                }
            }
        }
    }

    /// How all games ended.
    pub(super) fn ends(&self) -> OutcomeStatistics {
        self.all.ends(self.size)
    }

    /// How the games ended that began with `mv`.
    pub(super) fn ends_after(&self, mv: Move) -> OutcomeStatistics {
        let index = mv.coord().map_or(self.size * self.size, |coord| {
            coord.row() * self.size + coord.column()
        });
        self.by_move[index].ends(self.size)
    }

    fn index<const W: usize>(&self, point: Point<W>) -> usize {
        let coord = point.coord();
        coord.row() * self.size + coord.column()
    }
}

/// Some games.
#[derive(Debug)]
struct Counts {
    games: AtomicU64,
    /// Sum of Black's leads.
    leads: AtomicI64,
    /// Sum of their squares.
    squares: AtomicU64,
    /// By color: how often it owned each point.
    owned: [Vec<AtomicU32>; 2],
}

// A look while threads add may see a part of a game: it is one of many.
impl Counts {
    fn new(points: usize) -> Self {
        Self {
            games: AtomicU64::new(0),
            leads: AtomicI64::new(0),
            squares: AtomicU64::new(0),
            owned: Color::BOTH.map(|_| (0..points).map(|_| AtomicU32::new(0)).collect()),
        }
    }

    fn add(&self, lead: i32) {
        self.games.fetch_add(1, Ordering::Relaxed);
        self.leads.fetch_add(lead.into(), Ordering::Relaxed);
        let square = u64::from(lead.unsigned_abs()).pow(2);
        self.squares.fetch_add(square, Ordering::Relaxed);
    }

    fn ends(&self, size: usize) -> OutcomeStatistics {
        let games = self.games.load(Ordering::Relaxed);
        let divisor = games.max(1) as f64;
        let lead = self.leads.load(Ordering::Relaxed) as f64 / divisor;
        let mean_square = self.squares.load(Ordering::Relaxed) as f64 / divisor;
        // No point was owned in more games than there were.
        let read = |count: &AtomicU32| {
            let count = count.load(Ordering::Relaxed);
            u32::try_from(games).map_or(count, |games| count.min(games))
        };
        let owned = self
            .owned
            .each_ref()
            .map(|counts| counts.iter().map(read).collect::<Vec<_>>());
        OutcomeStatistics {
            games,
            lead,
            deviation: (mean_square - lead * lead).max(0.0).sqrt(),
            ownership: (!owned[0].is_empty() && games > 0)
                .then(|| Ownership::from_counts(size, owned, games)),
        }
    }
}
