//! A naive implementation of the rules by flooding, to test the board against. Shares only types with the library.

use tao_rules::board::{Color, Coord, IllegalPlay};
use tao_rules::game::Suicide;

/// One position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Oracle {
    pub(crate) size: usize,
    /// The cells in the order of [`Coord::all`].
    pub(crate) cells: Vec<Option<Color>>,
    /// The player and the point that simple ko forbids.
    pub(crate) ko: Option<(Color, Coord)>,
}

impl Oracle {
    pub(crate) fn new(size: usize) -> Self {
        let cells = vec![None; size * size];
        Self {
            size,
            cells,
            ko: None,
        }
    }

    pub(crate) fn at(&self, coord: Coord) -> Option<Color> {
        self.cells[coord.row() * self.size + coord.column()]
    }

    pub(crate) fn set(&mut self, coord: Coord, cell: Option<Color>) {
        self.cells[coord.row() * self.size + coord.column()] = cell;
    }

    /// The points one step away in the given directions, as far as they are on the board.
    pub(crate) fn around(
        &self,
        coord: Coord,
        steps: [(isize, isize); 4],
    ) -> impl Iterator<Item = Coord> + use<> {
        let size = self.size;
        steps.into_iter().filter_map(move |(east, north)| {
            let column = coord.column().checked_add_signed(east)?;
            let row = coord.row().checked_add_signed(north)?;
            Coord::new(column, row).filter(|neighbor| neighbor.is_on(size))
        })
    }

    pub(crate) fn neighbors(&self, coord: Coord) -> impl Iterator<Item = Coord> + use<> {
        self.around(coord, [(0, 1), (1, 0), (0, -1), (-1, 0)])
    }

    /// The points that are connected to `start` through points that hold the same.
    pub(crate) fn connected(&self, start: Coord) -> impl Iterator<Item = Coord> {
        let mut seen = vec![false; self.cells.len()];
        let mut waiting = vec![start];
        std::iter::from_fn(move || {
            loop {
                let coord = waiting.pop()?;
                let seen = &mut seen[coord.row() * self.size + coord.column()];
                if !*seen {
                    *seen = true;
                    waiting.extend(
                        self.neighbors(coord)
                            .filter(|&next| self.at(next) == self.at(start)),
                    );
                    return Some(coord);
                }
            }
        })
    }

    /// The stones of the chain on `stone`, and the empty points around it, sorted.
    pub(crate) fn chain(&self, stone: Coord) -> (Vec<Coord>, Vec<Coord>) {
        let mut stones: Vec<_> = self.connected(stone).collect();
        let mut liberties: Vec<_> = stones
            .iter()
            .flat_map(|&stone| self.liberties_at(stone))
            .collect();
        stones.sort_unstable();
        liberties.sort_unstable();
        liberties.dedup();
        (stones, liberties)
    }

    fn liberties_at(&self, coord: Coord) -> impl Iterator<Item = Coord> {
        self.neighbors(coord)
            .filter(|&neighbor| self.at(neighbor).is_none())
    }

    fn has_liberty(&self, stone: Coord) -> bool {
        self.connected(stone)
            .any(|stone| self.liberties_at(stone).next().is_some())
    }

    /// Takes the chain on `stone` off the board.
    fn remove(&mut self, stone: Coord) -> Vec<Coord> {
        let stones: Vec<_> = self.connected(stone).collect();
        for &stone in &stones {
            self.set(stone, None);
        }
        stones
    }

    /// Plays a stone. A refused move changes nothing.
    pub(crate) fn play(
        &mut self,
        color: Color,
        coord: Coord,
        suicide: Suicide,
    ) -> Result<(), IllegalPlay> {
        if self.at(coord).is_some() {
            return Err(IllegalPlay::Occupied(coord));
        }
        if self.ko == Some((color, coord)) {
            return Err(IllegalPlay::Ko(coord));
        }
        self.set(coord, Some(color));
        let mut captured = Vec::new();
        for neighbor in self.neighbors(coord) {
            if self.at(neighbor) == Some(!color) && !self.has_liberty(neighbor) {
                captured.extend(self.remove(neighbor));
            }
        }
        if !self.has_liberty(coord) {
            if suicide == Suicide::Forbidden {
                self.set(coord, None);
                return Err(IllegalPlay::Suicide(coord));
            }
            self.remove(coord);
        }
        // One stone captured by a lone stone that is left with one liberty.
        self.ko = match captured[..] {
            [ko] if self.chain(coord) == (vec![coord], vec![ko]) => Some((!color, ko)),
            _ => None,
        };
        Ok(())
    }

    pub(crate) fn pass(&mut self) {
        self.ko = None;
    }
}
