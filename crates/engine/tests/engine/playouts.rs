//! Statistics of playouts, and that they do not allocate memory.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::hint::black_box;

use tao_engine::raw::candidates::{LineRules, LineTables};
use tao_engine::raw::playout::{Ordered, PlayoutContext, PlayoutRng, Policy, Uniform, run_many};
use tao_rules::board::Color;
use tao_rules::raw::Board;

/// The system's allocator, with a count of the allocations of each thread.
struct Counting;

thread_local! {
    static ALLOCATIONS: Cell<usize> = const { Cell::new(0) };
}

#[expect(
    unsafe_code,
    reason = "an allocator cannot be written without; it passes everything on"
)]
// SAFETY: every call goes to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        // SAFETY: the caller keeps the contract, which is the same.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the pointer came from `System`, by way of `alloc`.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[test]
fn a_playout_allocates_nothing() {
    assert_no_allocation::<2>(9, &Uniform);
    assert_no_allocation::<4>(13, &Uniform);
    assert_no_allocation::<6>(19, &Uniform);
    assert_no_allocation::<2>(9, &Ordered::TUNED);
    assert_no_allocation::<2>(9, &Ordered::THESIS);
    assert_no_allocation::<4>(13, &Ordered::THESIS);
    assert_no_allocation::<6>(19, &Ordered::THESIS);
}

fn assert_no_allocation<const W: usize>(size: usize, policy: &impl Policy<W>) {
    let board = Board::new(size);
    let line_tables = LineTables::new(size, LineRules::Off);
    let context = PlayoutContext::new(&board, Color::Black, &line_tables);
    let mut rng = PlayoutRng::new(1);
    let mut allocations_of = |count| {
        let before = ALLOCATIONS.get();
        run_many(&board, policy, context, count, &mut rng, |_, _| {});
        ALLOCATIONS.get() - before
    };
    allocations_of(1); // creates the tables that all playouts share
    assert_eq!(allocations_of(20), 0, "{size}x{size}");
}

#[test]
fn the_allocator_counts() {
    let before = ALLOCATIONS.get();
    black_box(vec![0_u8]);
    assert_eq!(ALLOCATIONS.get() - before, 1);
}

/// The figures are those of another program for the same kind of playouts.
#[test]
#[ignore = "200 000 games: for release builds"]
fn uniform_playouts_have_the_known_length_and_win_rate() {
    let [length, wins] = uniform_statistics(200_000);
    assert!((length - 111.05).abs() <= 0.1, "{length} moves a game");
    assert!((wins - 0.4223).abs() <= 0.003, "Black wins {wins}");
}

#[test]
fn a_few_uniform_playouts_have_about_the_known_length_and_win_rate() {
    let [length, wins] = uniform_statistics(4_000);
    assert!((length - 111.05).abs() <= 0.7, "{length} moves a game");
    assert!((wins - 0.4223).abs() <= 0.025, "Black wins {wins}");
}

/// Moves a game and Black's share of the wins at komi 7.5, from the empty 9x9 board.
fn uniform_statistics(games: u64) -> [f64; 2] {
    let board = Board::<2>::new(9);
    let line_tables = LineTables::new(9, LineRules::Off);
    let context = PlayoutContext::new(&board, Color::Black, &line_tables);
    let (mut moves, mut wins) = (0, 0);
    let rng = &mut PlayoutRng::new(1);
    run_many(&board, &Uniform, context, games, rng, |_, outcome| {
        moves += outcome.moves;
        wins += usize::from(f64::from(outcome.lead) > 7.5);
    });
    [moves, wins].map(|sum| sum as f64 / games as f64)
}
