//! What the network sees of a position, and what it says about it.

use tao_rules::raw::{Board, Color, Coord, Point, PointSet, Symmetry, stride};

use super::fixed;
use super::layer::{FIRST, IMAGES, MIN_SIDE, PLANES, POINTS, SIDE};

/// Number of last moves that the network sees.
pub const RECENT_MOVES: usize = 5;

/// What the network evaluates: a position with what it needs to know of the game.
#[derive(Clone, Copy, Debug)]
pub struct Situation<'a, const W: usize> {
    /// The stones and the ko point, on a board of [`MIN_SIDE`] to [`SIDE`] points a side.
    pub board: &'a Board<W>,
    /// The side to move, from whose view everything is evaluated.
    pub to_move: Color,
    /// The last moves, of both colors, latest first: `None` for a pass or before the first move.
    pub recent_moves: [Option<Point<W>>; RECENT_MOVES],
    /// Whether the last move was a pass.
    pub last_was_pass: bool,
    /// Points that White receives. Under territory scoring, plus one for every stone that Black has placed and minus one for
    /// every stone that White has placed, so that the area gives the same result as the territory.
    pub komi: f64,
    /// Whether territory is scored, not area.
    pub territory: bool,
}

/// The value of an input that is on.
const ON: u8 = 32;

/// The plane of own stones; the plane of the enemy's stones is the next one.
const STONES: usize = 0;
/// The first of three planes: own chains with one, two and three liberties.
const OWN_LIBERTIES: usize = 2;
/// The first of three planes: the enemy's chains with one, two and three liberties.
const ENEMY_LIBERTIES: usize = 5;
const LEGAL: usize = 8;
const KO: usize = 9;
const OWN_EYES: usize = 10;
const ENEMY_EYES: usize = 11;
/// The first of five planes: the last moves, the latest first.
const RECENT: usize = 12;

/// Writes the symmetric image of the planes of a situation into a buffer of all cells.
#[inline(always)]
pub(super) fn write<const W: usize>(
    situation: &Situation<'_, W>,
    symmetry: Symmetry,
    planes: &mut [u8],
) {
    let &Situation { board, to_move, .. } = situation;
    assert!(
        (MIN_SIDE..=SIDE).contains(&board.size()),
        "the network evaluates boards from 5x5 to 9x9"
    );
    let offsets = const { &offsets::<W>() }[symmetry.index()].as_flattened();
    let everywhere = everywhere(situation);
    for cell in IMAGES[0] {
        let point = &mut planes[(FIRST + usize::from(cell)) * PLANES..][..PLANES];
        point[..16].fill(0);
        point[16..].copy_from_slice(&everywhere);
    }
    if board.size() < SIDE {
        for coord in Coord::all(SIDE).filter(|coord| !coord.is_on(board.size())) {
            let offset = usize::from(offsets[Point::<W>::new(coord).number()]);
            planes[offset + 16..offset + PLANES].fill(0);
        }
    }

    let mut write_stones = |stones: PointSet<W>, plane: usize, liberties: usize| {
        for chain in board.chains(stones) {
            let mut bytes = [0; 8];
            bytes[plane] = ON;
            if let count @ 1..=3 = chain.liberties.len() {
                bytes[liberties + count - 1] = ON;
            }
            for stone in &chain.stones {
                let offset = usize::from(offsets[stone.number()]);
                planes[offset..offset + 8].copy_from_slice(&bytes);
            }
        }
    };
    write_stones(board.stones(to_move), STONES, OWN_LIBERTIES);
    write_stones(board.stones(!to_move), STONES + 1, ENEMY_LIBERTIES);

    let mut switch_on = |plane: usize, point: Point<W>| {
        planes[usize::from(offsets[point.number()]) + plane] = ON;
    };
    let sets = [
        (LEGAL, board.legal(to_move)),
        (OWN_EYES, board.eyes(to_move)),
        (ENEMY_EYES, board.eyes(!to_move)),
    ];
    for (plane, points) in sets {
        for point in &points {
            switch_on(plane, point);
        }
    }
    if let Some(ko) = board.ko_retake(to_move) {
        switch_on(KO, ko);
    }
    for (plane, point) in (RECENT..).zip(situation.recent_moves) {
        if let Some(point) = point {
            switch_on(plane, point);
        }
    }
}

/// For each symmetry and each point: the offset of the bytes of the image.
const fn offsets<const W: usize>() -> [[[u16; 64]; W]; 8] {
    let mut offsets = [[[0; 64]; W]; 8];
    let mut i = 0;
    while i < 8 * POINTS {
        let (symmetry, point) = (i / POINTS, i % POINTS);
        let number = point / SIDE * stride::<W>() + point % SIDE;
        let cell = FIRST + IMAGES[symmetry][point] as usize;
        offsets[symmetry][number / 64][number % 64] = (cell * PLANES) as u16;
        i += 1;
    }
    offsets
}

/// The planes from 16 on: that of the fifth last move, which is off here, and those that are the same on every point.
fn everywhere<const W: usize>(situation: &Situation<'_, W>) -> [u8; 8] {
    let komi = situation.to_move.signed(situation.komi);
    #[expect(clippy::cast_sign_loss, reason = "the number is not negative")]
    let byte = |number: f64| (number + 0.5).floor().clamp(0.0, 127.0) as u8;
    // With an even number of points, the komis that allow a draw are even.
    let wave = match situation.board.size() % 2 {
        _ if situation.territory => 0.0,
        0 => parity_wave(komi + 1.0),
        _ => parity_wave(komi),
    };
    let wave = f64::from(ON) * wave;
    let on_if = |is_on| if is_on { ON } else { 0 };
    [
        0,
        ON,
        byte(4.0 * komi),
        byte(-4.0 * komi),
        byte(wave),
        byte(-wave),
        on_if(situation.last_was_pass),
        on_if(situation.territory),
    ]
}

/// The middle of the komis that give the same results as this one, minus this komi, if every lead is odd: from -1 to 1, and 0
/// for an odd komi, with which a draw is possible.
fn parity_wave(komi: f64) -> f64 {
    let worth = 2.0 * f64::midpoint(komi, 1.0).floor();
    let wave = worth - komi;
    // The difference is 1 for an odd komi.
    if wave < 1.0 { wave } else { 0.0 }
}

/// Units of a lead in one point, here and in a search.
pub const LEAD_UNIT: i32 = 64;

/// The outputs of the network for one position, from the view of the side to move. Points are in the order `row * 9 + column`
/// from the bottom left of the position as it was given. This also holds for a smaller board, where the points beyond the board
/// have no meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output {
    /// How good each move is: logits in units of 1/256 for the points, legal or not, and last the pass.
    pub policy: [i16; POINTS + 1],
    /// Who owns each point in the end: logits in units of 1/256, positive for the side to move.
    pub owner: [i16; POINTS],
    /// The result: a logit in units of 1/1024.
    pub value: i32,
    /// Expected points ahead, komi included, in units of 1/[`LEAD_UNIT`].
    pub lead: i32,
}

impl Output {
    /// The output before the first evaluation.
    pub(super) const EMPTY: Self = Self {
        policy: [0; POINTS + 1],
        owner: [0; POINTS],
        value: 0,
        lead: 0,
    };

    /// Expected result in units of 1/65536: 65536 for a sure win, half of it for a draw.
    pub fn result(&self) -> u32 {
        fixed::sigmoid(self.value)
    }

    /// Expected owner of each point, from 127 for the side to move to -127 for the other.
    pub fn owners(&self) -> [i8; POINTS] {
        self.owner.map(|logit| {
            let share = fixed::sigmoid(4 * i32::from(logit)) as i32;
            (((share * 254 + (1 << 15)) >> 16) - 127) as i8
        })
    }
}
