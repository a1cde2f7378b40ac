//! Whole playouts from the empty board, by policy and size.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use tao_engine::raw::candidates::{LineRules, LineTables};
use tao_engine::raw::playout::{Ordered, PlayoutContext, PlayoutRng, Policy, Uniform, run_many};
use tao_rules::raw::{Board, Color};

/// Playouts per measurement.
const PLAYOUTS: u64 = 200;

/// A policy with a name and, by size, the number of moves of the measured playouts, which must stay the same.
struct Subject<P> {
    name: &'static str,
    policy: P,
    moves: [usize; 3],
}

fn bench_policies(criterion: &mut Criterion) {
    bench_sizes(
        criterion,
        &Subject {
            name: "uniform",
            policy: Uniform,
            moves: [22_179, 43_809, 91_232],
        },
    );
    bench_sizes(
        criterion,
        &Subject {
            name: "ordered",
            policy: Ordered::TUNED,
            moves: [22_510, 45_034, 93_445],
        },
    );
}

fn bench_sizes<P: Policy<2> + Policy<4> + Policy<6>>(
    criterion: &mut Criterion,
    subject: &Subject<P>,
) {
    let [small, medium, large] = subject.moves;
    bench::<2, P>(criterion, subject, 9, small);
    bench::<4, P>(criterion, subject, 13, medium);
    bench::<6, P>(criterion, subject, 19, large);
}

fn bench<const W: usize, P: Policy<W>>(
    criterion: &mut Criterion,
    subject: &Subject<P>,
    size: usize,
    moves: usize,
) {
    let board = Board::<W>::new(size);
    let line_tables = LineTables::new(size, LineRules::Off);
    let context = PlayoutContext::new(&board, Color::Black, &line_tables);
    let play = || {
        let mut moves = 0;
        let rng = &mut PlayoutRng::new(1);
        run_many(
            &board,
            &subject.policy,
            context,
            PLAYOUTS,
            rng,
            |_, outcome| moves += outcome.moves,
        );
        moves
    };
    assert_eq!(
        play(),
        moves,
        "{} playouts on {size}x{size} have changed",
        subject.name
    );

    let mut group = criterion.benchmark_group("playout");
    group
        .throughput(Throughput::Elements(PLAYOUTS))
        .sample_size(20);
    group.bench_function(BenchmarkId::new(subject.name, size), |bencher| {
        bencher.iter(play);
    });
    group.finish();
}

criterion_group!(benches, bench_policies);
criterion_main!(benches);
