//! Finds the features of moves.

use super::feature::{Feature, PHASE_COUNT, neighborhood_class};
use crate::candidates::atari::liberties_after_atari;
use crate::candidates::tactics::{is_nakade_shape, vital_points};
use tao_rules::raw::{Board, Chain, Color, Point, PointSet};

/// A position and its last moves.
#[derive(Clone, Copy, Debug)]
pub struct MoveContext<'a, const W: usize> {
    pub board: &'a Board<W>,
    pub color: Color,
    /// The last move, unless it was a pass.
    pub last: Option<Point<W>>,
    /// The move before that, unless it was a pass.
    pub second_last: Option<Point<W>>,
}

/// The categories of one move, by [`Feature`].
pub type Features = [u16; Feature::COUNT];

/// Finds the features of moves in one position.
#[derive(Clone, Debug)]
pub struct FeatureExtractor<'a, const W: usize> {
    context: MoveContext<'a, W>,
    /// Points at distance 1, 2 and 3 from the last stone.
    rings: [PointSet<W>; 3],
    vital: PointSet<W>,
    phase: usize,
}

fn up_to_three(count: usize) -> u16 {
    count.min(3) as u16
}

/// The class of a number: the number itself up to two, 3 for three and four, 4 for more.
const fn size_class(count: usize) -> u16 {
    match count {
        0..=2 => count as u16,
        3..=4 => 3,
        _ => 4,
    }
}

impl<'a, const W: usize> FeatureExtractor<'a, W> {
    /// Prepares for the moves of a position.
    pub fn new(context: MoveContext<'a, W>) -> Self {
        let MoveContext { board, last, .. } = context;
        let area = board.size() * board.size();
        let stones = area - board.empty().len();
        Self {
            rings: last.map_or([PointSet::EMPTY; 3], |last| rings(board, last)),
            vital: last.map_or(PointSet::EMPTY, |last| vital_points(board, last)),
            phase: (PHASE_COUNT * stones / area).min(PHASE_COUNT - 1),
            context,
        }
    }

    /// The categories of a legal move.
    pub fn features(&self, point: Point<W>) -> Features {
        let (board, color) = (self.context.board, self.context.color);
        let contact = Contact::new(board, color, point);
        let mut features = Features::default();
        let mut set = |feature: Feature, category: u16| features[feature as usize] = category;
        let neighborhood = board.neighborhood(point).seen_by(color);
        let class = neighborhood_class(neighborhood);
        set(Feature::Neighborhood, class);
        set(Feature::Ring, self.ring(point));
        set(Feature::Last, distance(self.context.last, point));
        set(Feature::Before, distance(self.context.second_last, point));
        set(Feature::Capture, contact.capture(board, color));
        set(Feature::Rescue, contact.rescue());
        set(Feature::SelfAtari, contact.self_atari(board, color, point));
        set(Feature::Atari, contact.atari);
        set(Feature::Approach, contact.approach);
        set(Feature::Defense, contact.defense());
        set(Feature::Support, size_class(contact.three));
        set(Feature::Liberties, contact.liberties.len().min(6) as u16);
        set(
            Feature::Contact,
            up_to_three(contact.friends) * 4 + up_to_three(contact.enemies),
        );
        set(Feature::Presence, presence(board, color, point));
        set(Feature::Place, self.place(point));
        let eye = if self.vital.contains(point) {
            1
        } else if board.is_surrounded(color, point) {
            2
        } else {
            0
        };
        set(Feature::Eye, eye);
        features
    }

    fn ring(&self, point: Point<W>) -> u16 {
        if self.context.last.is_none() {
            return 0;
        }
        let ring = self.rings.iter().position(|ring| ring.contains(point));
        ring.map_or(4, |ring| ring as u16 + 1)
    }

    /// The category of a point in this phase of the game: one of fifteen places, by its lines from the two nearest edges,
    /// counted up to five.
    fn place(&self, point: Point<W>) -> u16 {
        let size = self.context.board.size();
        let coord = point.coord();
        let line = |x: usize| x.min(size - 1 - x).min(4);
        let (a, b) = (line(coord.column()), line(coord.row()));
        let (low, high) = (a.min(b), a.max(b));
        let place = high * (high + 1) / 2 + low;
        (place * PHASE_COUNT + self.phase + 1) as u16
    }
}

/// Columns + rows + the larger of both between a stone and a point, at most 16; 0 without a stone.
fn distance<const W: usize>(stone: Option<Point<W>>, point: Point<W>) -> u16 {
    let Some(stone) = stone else {
        return 0;
    };
    let (a, b) = (stone.coord(), point.coord());
    let columns = a.column().abs_diff(b.column());
    let rows = a.row().abs_diff(b.row());
    (columns + rows + columns.max(rows)).min(16) as u16
}

/// Own and enemy stones in the square of 25 points, as size classes.
fn presence<const W: usize>(board: &Board<W>, color: Color, point: Point<W>) -> u16 {
    let all = board.empty() | board.stones(Color::Black) | board.stones(Color::White);
    let square = (PointSet::only(point).grown() & all).grown();
    let count = |color| size_class((square & board.stones(color)).len());
    count(color) * 5 + count(!color)
}

#[derive(Default)]
struct Contact<const W: usize> {
    friends: usize,
    enemies: usize,
    /// Stones of the chain after the move, the new stone included.
    stones: PointSet<W>,
    liberties: PointSet<W>,
    captured: PointSet<W>,
    /// Numbers of own stones with one, two and three liberties that the move extends.
    rescued: usize,
    two: usize,
    three: usize,
    atari: u16,
    approach: u16,
    threatens: bool,
}

impl<const W: usize> Contact<W> {
    fn new(board: &Board<W>, color: Color, point: Point<W>) -> Self {
        let around = PointSet::around(point);
        let mut contact = Self {
            stones: PointSet::only(point),
            liberties: around & board.empty(),
            ..Self::default()
        };
        for chain in board.chains(around & board.stones(color)) {
            contact.friends += 1;
            contact.stones |= chain.stones;
            contact.liberties |= chain.liberties;
            let stones = chain.stones.len();
            match chain.liberties.len() {
                1 => contact.rescued += stones,
                2 => contact.two += stones,
                3 => contact.three += stones,
                _ => {}
            }
        }
        for chain in board.chains(around & board.stones(!color)) {
            contact.enemies += 1;
            contact.add_enemy(board, !color, chain, point);
        }
        contact.liberties |= contact.captured & contact.stones.neighbors();
        contact.liberties.remove(point);
        contact
    }

    fn add_enemy(&mut self, board: &Board<W>, owner: Color, chain: &Chain<W>, point: Point<W>) {
        let stones = chain.stones.len();
        match chain.liberties.len() {
            1 => self.captured |= chain.stones,
            2 => {
                let liberties = liberties_after_atari(board, owner, chain, point);
                let category = (size_class(stones) - 1) * 3 + up_to_three(liberties.max(1));
                self.atari = self.atari.max(category);
                self.threatens = true;
            }
            3 => self.approach = self.approach.max(size_class(stones)),
            _ => {}
        }
    }

    /// By numbers of captured and rescued stones; 21 for a ko capture.
    fn capture(&self, board: &Board<W>, color: Color) -> u16 {
        let count = self.captured.len();
        if count == 0 {
            return 0;
        }
        if count == 1 && self.stones.len() == 1 && self.liberties.len() == 1 {
            return 21;
        }
        let own_in_atari = self.captured.neighbors() & board.stones(color) & board.in_atari();
        let chains = board.chains(own_in_atari);
        let rescued = chains.map(|chain| chain.stones.len()).sum();
        size_class(rescued) * 4 + size_class(count)
    }

    /// By number of stones in atari and liberties afterwards.
    fn rescue(&self) -> u16 {
        if self.rescued == 0 || !self.captured.is_empty() {
            return 0;
        }
        (size_class(self.rescued) - 1) * 3 + up_to_three(self.liberties.len().max(1))
    }

    fn self_atari(&self, board: &Board<W>, color: Color, point: Point<W>) -> u16 {
        if self.liberties.len() > 1 || !self.captured.is_empty() {
            return 0;
        }
        match (self.stones.len(), self.threatens) {
            (1, true) => 1,
            (1, false) if PointSet::diagonal(point).intersects(&board.stones(color)) => 2,
            (1, false) => 3,
            (2, true) => 4,
            (2, false) => 5,
            _ if is_nakade_shape(&self.stones) => 6,
            (3..=4, _) => 7,
            _ => 8,
        }
    }

    /// By number of stones with two liberties and liberties afterwards: two or less, three, more.
    fn defense(&self) -> u16 {
        if self.two == 0 {
            return 0;
        }
        (size_class(self.two) - 1) * 3 + up_to_three(self.liberties.len().max(2) - 1)
    }
}

/// The points at distance 1, 2 and 3 from a stone, where a step within a chain costs nothing ("common fate").
fn rings<const W: usize>(board: &Board<W>, last: Point<W>) -> [PointSet<W>; 3] {
    let stones = board.stones(Color::Black) | board.stones(Color::White);
    let all = stones | board.empty();
    let whole_chains = |points: PointSet<W>| {
        board
            .chains(points & stones)
            .fold(points, |points, chain| points | chain.stones)
    };
    let mut reached = whole_chains(PointSet::only(last));
    [(); 3].map(|()| {
        let ring = whole_chains(reached.neighbors() & all & !reached) & !reached;
        reached |= ring;
        ring
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::Diagram;

    /// The category of Black's move at the label `a` in one feature, after White's stone at `l`.
    fn category(feature: Feature, text: &str) -> u16 {
        let diagram: Diagram<2> = text.parse().unwrap();
        let mut board = diagram.board.clone();
        let last = diagram.labeled('l');
        if let Some(last) = last {
            board.play(Color::White, last).unwrap();
        }
        let extractor = FeatureExtractor::new(MoveContext {
            board: &board,
            color: Color::Black,
            last,
            second_last: None,
        });
        extractor.features(diagram.labeled('a').unwrap())[feature as usize]
    }

    #[test]
    fn distance_counts_a_chain_as_one_point() {
        for (rest, ring) in [
            ("a . . . .\n. . . . .\n. . . . .\n. O O O .\n. l . . .", 4),
            (". . . . .\n. a . . .\n. . . . .\n. O O O .\n. l . . .", 2),
            (". . . . .\n. . . . .\n. . a . .\n. O O O .\n. l . . .", 1),
            (". . . . .\n. . . . .\n. . a . .\n. O O O .\n. O . . .", 0),
        ] {
            assert_eq!(category(Feature::Ring, rest), ring, "{rest}");
        }
        // One column and two rows: 1 + 2 + 2.
        let text = ". . . . .\n. . . . .\n. . a . .\n. . . . .\n. l . . .";
        assert_eq!(category(Feature::Last, text), 5);
        assert_eq!(category(Feature::Before, text), 0);
    }

    #[test]
    fn captures_differ_by_size_rescue_and_ko() {
        let two = ". . . . .\n. X X . .\nX O O a .\n. X X . .\n. . . . .";
        assert_eq!(category(Feature::Capture, two), 2);
        let saves = ". . . . .\n. X . . .\nX O a . .\nO X . . .\n. O . . .";
        // One stone, which frees two.
        assert_eq!(category(Feature::Capture, saves), 9);
        let ko = ". . . . .\n. X O . .\nX O a O .\n. X O . .\n. . . . .";
        assert_eq!(category(Feature::Capture, ko), 21);
    }

    #[test]
    fn a_rescue_says_how_many_liberties_it_leaves() {
        let text = ". . . . .\n. O . . .\nO X a . .\n. O . . .\n. . . . .";
        assert_eq!(category(Feature::Rescue, text), 3);
        assert_eq!(category(Feature::SelfAtari, text), 0);
        let lost = ". . . . .\n. O O . .\nO X a O .\n. O . . .\n. . . . .";
        assert_eq!(category(Feature::Rescue, lost), 1);
        assert_eq!(category(Feature::SelfAtari, lost), 5);
    }

    #[test]
    fn an_atari_says_how_far_the_chain_can_run() {
        let caught = ". . . . .\n. . . . .\n. . X . .\nX X X . .\n. . O a .";
        assert_eq!(category(Feature::Atari, caught), 1);
        let free = ". . . . .\n. X . . .\nX O a . .\n. . . . .\n. . . . .";
        assert_eq!(category(Feature::Atari, free), 3);
    }

    #[test]
    fn places_are_those_of_the_triangle_of_the_board() {
        let board: Board<2> = Board::new(9);
        let extractor = FeatureExtractor::new(MoveContext {
            board: &board,
            color: Color::Black,
            last: None,
            second_last: None,
        });
        let places: std::collections::HashSet<u16> = board
            .empty()
            .iter()
            .map(|point| extractor.place(point))
            .collect();
        assert_eq!(places.len(), 15);
        assert!(
            places
                .iter()
                .all(|&place| usize::from(place) < Feature::Place.category_count())
        );
    }

    #[test]
    fn every_category_of_random_positions_is_one_of_its_feature() {
        let mut board: Board<2> = Board::new(9);
        let mut rng = 1_u64;
        let mut color = Color::Black;
        let (mut last, mut second_last) = (None, None);
        for _ in 0..2000 {
            let points = board.playable(color);
            let extractor = FeatureExtractor::new(MoveContext {
                board: &board,
                color,
                last,
                second_last,
            });
            for point in &points {
                for (feature, category) in Feature::all().into_iter().zip(extractor.features(point))
                {
                    assert!(
                        usize::from(category) < feature.category_count(),
                        "{feature:?} {category}"
                    );
                }
            }
            rng = rng.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let chosen = (rng >> 33) as usize % points.len().max(1);
            let Some(point) = points.iter().nth(chosen) else {
                board = Board::new(9);
                continue;
            };
            board.play_legal(color, point);
            (last, second_last) = (Some(point), last);
            color = !color;
        }
    }
}
