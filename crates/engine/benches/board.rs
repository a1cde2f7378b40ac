//! The board alone: a replayed game, and queries of its middle position.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use tao_engine::raw::playout::PlayoutRng;
use tao_rules::cpu::{Cpu, CpuTask, dispatch};
use tao_rules::raw::{Board, Color, Coord, Point};

/// Replays a game, in the build that fits the processor.
struct Replay<'a, const W: usize> {
    size: usize,
    moves: &'a [(Color, Point<W>)],
}

impl<const W: usize> CpuTask for Replay<'_, W> {
    type Output = Board<W>;

    #[inline(always)]
    fn run<C: Cpu>(self) -> Board<W> {
        let mut board = Board::new(self.size);
        for &(color, point) in self.moves {
            board.play_legal(color, point);
        }
        board
    }
}

/// The stones of one random game in which each side fills all points but its eyes.
fn random_game<const W: usize>(size: usize) -> Vec<(Color, Point<W>)> {
    let mut rng = PlayoutRng::new(1);
    let mut board = Board::<W>::new(size);
    let mut moves = Vec::new();
    let mut color = Color::Black;
    let mut passes = 0;
    while passes < 2 {
        let playable: Vec<_> = board.playable(color).iter().collect();
        if playable.is_empty() {
            passes += 1;
            board.pass();
        } else {
            passes = 0;
            let point = playable[rng.below(playable.len())];
            board.play_legal(color, point);
            moves.push((color, point));
        }
        color = !color;
    }
    moves
}

fn bench_size<const W: usize>(criterion: &mut Criterion, size: usize, move_count: usize) {
    let moves = random_game::<W>(size);
    assert_eq!(moves.len(), move_count, "the measured game has changed");
    let middle = dispatch(Replay {
        size,
        moves: &moves[..moves.len() / 2],
    });
    let stones: Vec<_> = middle.all_stones().collect();
    let points: Vec<Point<W>> = Coord::all(size).map(Point::new).collect();

    let mut group = criterion.benchmark_group("board");
    let mut bench = |name, elements: usize, routine: &mut dyn FnMut() -> usize| {
        group.throughput(Throughput::Elements(elements as u64));
        group.bench_function(BenchmarkId::new(name, size), |bencher| {
            bencher.iter(|| black_box(routine()));
        });
    };
    bench("play_legal", moves.len(), &mut || {
        dispatch(Replay {
            size,
            moves: black_box(&moves),
        })
        .empty()
        .len()
    });
    bench("is_legal", 2 * points.len(), &mut || {
        let legal = |color| {
            points
                .iter()
                .filter(|&&point| middle.is_legal(color, point))
                .count()
        };
        legal(Color::Black) + legal(Color::White)
    });
    bench("playable", 1, &mut || {
        black_box(&middle).playable(Color::Black).len()
    });
    bench("area", 1, &mut || black_box(&middle).area().black);
    bench("hash", 1, &mut || black_box(&middle).hash() as usize);
    bench("clone", 1, &mut || black_box(middle.clone()).size());
    bench("set_up", stones.len(), &mut || {
        Board::<W>::set_up(size, stones.iter().copied()).map_or(0, |board| board.size())
    });
    group.finish();
}

fn bench_boards(criterion: &mut Criterion) {
    bench_size::<2>(criterion, 9, 111);
    bench_size::<4>(criterion, 13, 215);
    bench_size::<6>(criterion, 19, 472);
}

criterion_group!(benches, bench_boards);
criterion_main!(benches);
