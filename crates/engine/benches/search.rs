//! A search from the empty 9x9 board, by each preset.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use tao_engine::raw::search::{Limit, Params, Report, Request, search};
use tao_rules::raw::{AnyBoard, Color};

/// Playouts per search.
const PLAYOUTS: u64 = 1_000;

fn search_empty_board(params: &Params) -> Report {
    let board = AnyBoard::new(9);
    let limit = Limit {
        playouts: Some(PLAYOUTS),
        time: None,
    };
    search(
        params,
        &Request {
            limit,
            ..Request::new(&board, Color::Black, 7.5)
        },
    )
}

fn bench_presets(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("search");
    group
        .throughput(Throughput::Elements(PLAYOUTS))
        .sample_size(20);
    for (name, params) in Params::presets() {
        assert_eq!(search_empty_board(&params).playouts, PLAYOUTS);
        group.bench_function(BenchmarkId::new("empty board", name), |bencher| {
            bencher.iter(|| search_empty_board(&params));
        });
    }
    group.finish();
}

criterion_group!(benches, bench_presets);
criterion_main!(benches);
