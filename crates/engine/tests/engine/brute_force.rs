//! The value of a position by trying everything, with the whole history and no knowledge. Shares no code with the library.

/// Which repetitions are forbidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Repeats {
    /// The stones of an earlier position.
    Positional,
    /// The same, with the same side to move.
    Situational,
}

/// What is forbidden.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NaiveRules {
    pub(crate) repeats: Repeats,
    pub(crate) forbids_suicide: bool,
    /// By territory: Black's lead on a finished board, to which each stone that is played costs its side a point. By area `None`.
    pub(crate) territory: Option<fn(&[u8]) -> i32>,
}

/// A position with its history. A side is 1 for Black and 2 for White; cells hold 0 where they are empty.
#[derive(Clone, Debug)]
pub(crate) struct Naive {
    size: usize,
    rules: NaiveRules,
    cells: Vec<u8>,
    /// The point that simple ko forbids to the side to move.
    ko: Option<usize>,
    to_move: u8,
    /// Passes in a row before the position, 0 or 1.
    passes: usize,
    history: Vec<(Vec<u8>, u8)>,
    /// Positions that may still be looked at.
    pub(crate) budget: u64,
}

impl Naive {
    /// A position without a game before it; `cells` row by row.
    pub(crate) fn new(rules: NaiveRules, cells: Vec<u8>, to_move: u8, passes: usize) -> Self {
        Self {
            size: cells.len().isqrt(),
            rules,
            history: vec![(cells.clone(), to_move)],
            cells,
            ko: None,
            to_move,
            passes,
            budget: u64::MAX,
        }
    }

    /// Adds the positions of the game before this one, each with the side that was to move.
    pub(crate) fn add_history(&mut self, earlier: impl Iterator<Item = (Vec<u8>, u8)>) {
        self.history.extend(earlier);
    }

    pub(crate) fn set_ko(&mut self, ko: Option<usize>) {
        self.ko = ko;
    }

    fn around(&self, at: usize) -> impl Iterator<Item = usize> + use<> {
        let (size, row, column) = (self.size, at / self.size, at % self.size);
        let west = (column > 0).then(|| at - 1);
        let east = (column + 1 < size).then_some(at + 1);
        let south = (row > 0).then(|| at.wrapping_sub(size));
        let north = (row + 1 < size).then_some(at + size);
        [west, east, south, north].into_iter().flatten()
    }

    /// The points that hold the same as `start` and are connected to it, and what the other points next to them hold.
    fn group(cells: &[u8], start: usize, this: &Self) -> (Vec<usize>, Vec<u8>) {
        let mut group = vec![start];
        let mut beside = Vec::new();
        let mut next = 0;
        while next < group.len() {
            for neighbor in this.around(group[next]) {
                if cells[neighbor] != cells[start] {
                    beside.push(cells[neighbor]);
                } else if !group.contains(&neighbor) {
                    group.push(neighbor);
                }
            }
            next += 1;
        }
        (group, beside)
    }

    /// Black's points minus White's as the board stands.
    pub(crate) fn score(&self) -> i32 {
        let points = (0..self.cells.len()).map(|at| match self.cells[at] {
            1 => 1,
            2 => -1,
            _ => {
                let (_, beside) = Self::group(&self.cells, at, self);
                match [1, 2].map(|side| beside.contains(&side)) {
                    [true, false] => 1,
                    [false, true] => -1,
                    _ => 0,
                }
            }
        });
        points.sum()
    }

    /// The position after a stone; `None` if it is illegal.
    fn after(&self, at: usize) -> Option<Self> {
        if self.cells[at] != 0 || self.ko == Some(at) {
            return None;
        }
        let (own, enemy) = (self.to_move, 3 - self.to_move);
        let mut cells = self.cells.clone();
        cells[at] = own;
        let mut captured = Vec::new();
        for neighbor in self.around(at) {
            if cells[neighbor] == enemy {
                let (group, beside) = Self::group(&cells, neighbor, self);
                if !beside.contains(&0) {
                    for &stone in &group {
                        cells[stone] = 0;
                    }
                    captured.extend(group);
                }
            }
        }
        let (group, beside) = Self::group(&cells, at, self);
        let liberties = self.around(at).filter(|&near| cells[near] == 0).count();
        let ko = captured.first().copied();
        let ko = ko.filter(|_| captured.len() == 1 && group.len() == 1 && liberties == 1);
        if !beside.contains(&0) {
            if self.rules.forbids_suicide {
                return None;
            }
            for stone in group {
                cells[stone] = 0;
            }
        }
        let repeats = self.history.iter().any(|(earlier, to_move)| {
            *earlier == cells && (self.rules.repeats == Repeats::Positional || *to_move == enemy)
        });
        (!repeats).then(|| self.moved(cells, ko, 0))
    }

    fn moved(&self, cells: Vec<u8>, ko: Option<usize>, passes: usize) -> Self {
        let mut next = Self {
            cells,
            ko,
            to_move: 3 - self.to_move,
            passes,
            ..self.clone()
        };
        next.history.push((next.cells.clone(), next.to_move));
        next
    }

    /// Black's lead after best play, if it is between the bounds; else a bound. `None` when the budget is used up.
    fn search(&mut self, mut low: i32, mut high: i32) -> Option<i32> {
        self.budget = self.budget.checked_sub(1)?;
        let sign = if self.to_move == 1 { 1 } else { -1 };
        let mut best = i32::MIN;
        for mv in std::iter::once(None).chain((0..self.cells.len()).map(Some)) {
            let next = match mv {
                None if self.passes == 1 => None,
                None => Some(self.moved(self.cells.clone(), None, 1)),
                Some(at) => match self.after(at) {
                    None => continue,
                    next => next,
                },
            };
            let value = if let Some(mut next) = next {
                let is_counted = mv.is_some() && self.rules.territory.is_some();
                let cost = if is_counted { sign } else { 0 };
                let value = next.search(low + cost, high + cost);
                self.budget = next.budget;
                value? - cost
            } else if let Some(lead) = self.rules.territory {
                lead(&self.cells)
            } else {
                self.score()
            };
            best = best.max(sign * value);
            if sign == 1 {
                low = low.max(value);
            } else {
                high = high.min(value);
            }
            if low >= high {
                break;
            }
        }
        Some(sign * best)
    }

    /// Whether Black leads by exactly this much after best play. `None` when the budget is used up.
    pub(crate) fn confirms(&mut self, lead: i32) -> Option<bool> {
        let is_at_least = self.search(lead - 1, lead)? >= lead;
        Some(is_at_least && self.search(lead, lead + 1)? <= lead)
    }

    /// Every legal arrangement of stones on a board of this size.
    pub(crate) fn positions(size: usize) -> impl Iterator<Item = Vec<u8>> {
        let points = size * size;
        let all = (0..3_u32.pow(points as u32)).map(move |number| {
            let mut rest = number;
            (0..points)
                .map(|_| {
                    let cell = (rest % 3) as u8;
                    rest /= 3;
                    cell
                })
                .collect::<Vec<u8>>()
        });
        let rules = NaiveRules {
            repeats: Repeats::Positional,
            forbids_suicide: true,
            territory: None,
        };
        let empty = Self::new(rules, vec![0; points], 1, 0);
        all.filter(move |cells| {
            (0..points).all(|at| cells[at] == 0 || Self::group(cells, at, &empty).1.contains(&0))
        })
    }
}
