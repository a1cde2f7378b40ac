//! Checks that all builds play the same, and helpers for the tests of the policies.

mod ordered;
mod outcomes;
mod tactical;

use super::*;
use crate::candidates::LineRules;
use crate::tests::Diagram;
use tao_rules::cpu::Portable;

/// One choice of a policy.
struct ChooseOnce<'a, P>(
    &'a P,
    &'a Board<2>,
    &'a PlayoutContext<'a, 2>,
    &'a mut PlayoutRng,
);

impl<P: Policy<2>> CpuTask for ChooseOnce<'_, P> {
    type Output = Option<(Point<2>, Origin)>;

    #[inline(always)]
    fn run<C: Cpu>(self) -> Self::Output {
        let Self(policy, board, context, rng) = self;
        policy.choose::<C>(board, context, rng)
    }
}

/// What the policy chooses for Black in `count` tries, after White's stone at the label `l` and Black's stone at `b`
/// before it.
fn choices(policy: &impl Policy<2>, diagram: &str, count: usize) -> Vec<(String, Origin)> {
    let diagram: Diagram<2> = diagram.parse().unwrap();
    let mut board = diagram.board.clone();
    let [second_last, last] = ['b', 'l'].map(|label| diagram.labeled(label));
    for (color, point) in [(Color::Black, second_last), (Color::White, last)] {
        if let Some(point) = point {
            board.play(color, point).unwrap();
        }
    }
    let line_tables = LineTables::new(board.size(), LineRules::Off);
    let context = PlayoutContext {
        last,
        second_last,
        ..PlayoutContext::new(&board, Color::Black, &line_tables)
    };
    let mut rng = PlayoutRng::new(1);
    let choose = |_| {
        let choice = dispatch(ChooseOnce(policy, &board, &context, &mut rng));
        choice.map_or(("pass".to_owned(), Origin::Pass), |(point, origin)| {
            (point.coord().to_string(), origin)
        })
    };
    (0..count).map(choose).collect()
}

/// Asserts that the policy always plays one of the vertices, by this rule.
fn assert_plays(policy: &impl Policy<2>, origin: Origin, vertices: &[&str], diagram: &str) {
    for (vertex, chosen_by) in choices(policy, diagram, 1000) {
        assert_eq!(chosen_by, origin, "{vertex}");
        assert!(vertices.contains(&vertex.as_str()), "{vertex}");
    }
}

#[test]
fn playouts_are_the_same_in_every_build() {
    fn check<const W: usize>(size: usize, policy: &impl Policy<W>) {
        let empty_board = Board::new(size);
        let line_tables = LineTables::new(size, LineRules::Off);
        for seed in 0..20 {
            let play = |is_portable: bool| {
                let mut board = empty_board.clone();
                let mut stats = PlayoutStats::default();
                let playout = Playout {
                    board: &mut board,
                    policy,
                    context: PlayoutContext::new(&empty_board, Color::White, &line_tables),
                    rng: &mut PlayoutRng::new(seed),
                    stats: &mut stats,
                };
                let outcome = if is_portable {
                    playout.run::<Portable>()
                } else {
                    dispatch(playout)
                };
                (outcome, board, stats)
            };
            assert_eq!(play(true), play(false));
        }
    }
    check::<2>(9, &Uniform);
    check::<4>(13, &Uniform);
    check::<2>(9, &Ordered::TUNED);
    check::<2>(9, &Ordered::THESIS);
    check::<6>(19, &Ordered::THESIS);
    check::<2>(9, &Tactical::DEFAULT);
}

#[test]
fn the_first_move_on_a_point_counts() {
    let [a, b, c] = ["A1", "B2", "C3"].map(|vertex| Point::<2>::new(vertex.parse().unwrap()));
    let mut first_moves = FirstMoves::default();
    first_moves.append(Color::Black, a);
    first_moves.append(Color::White, b);
    first_moves.append(Color::White, a); // after a capture
    first_moves.append(Color::White, b);
    assert_eq!(first_moves.of(Color::Black), PointSet::only(a));
    assert_eq!(first_moves.of(Color::White), PointSet::only(b));
    first_moves.prepend(Color::White, a);
    first_moves.prepend(Color::Black, c);
    assert_eq!(first_moves.of(Color::Black), PointSet::only(c));
    assert_eq!(
        first_moves.of(Color::White),
        PointSet::only(a) | PointSet::only(b)
    );
}
