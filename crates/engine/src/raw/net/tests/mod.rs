mod fixed;
mod format;
mod games;
mod golden;
mod reference;

use std::sync::Arc;

use games::{planes, random_game};
use reference::Outputs;

use super::evaluate::Buffers;
use super::layer::{BlockShape, FIRST, PLANES, ROW};
use super::network::RawNetwork;
use super::planes::write;
use super::{Evaluator, MIN_SIDE, Network, Output, POINTS, SIDE, Scope, Shape};
use tao_rules::board::{Coord, Symmetry};
use tao_rules::cpu::Build;

/// The scope of a network that knows all boards and rules.
const ALL: Scope = Scope {
    smallest: MIN_SIDE,
    territory: true,
};

fn shape(blocks: usize, channels: usize, neck: usize, hidden: usize) -> Shape {
    Shape {
        blocks,
        channels,
        narrow: 0,
        neck,
        hidden,
    }
}

fn pack(raw: &RawNetwork) -> Arc<Network> {
    let (bytes, _) = super::format::to_bytes(raw);
    Arc::new(Network::parse(&bytes).unwrap())
}

/// The outputs of the reference for the image of a position, with the points moved back to those of the position.
fn expected(raw: &RawNetwork, planes: &Vec<Vec<i64>>, symmetry: Symmetry) -> Outputs {
    let outputs = reference::evaluate(raw, planes);
    let back = |numbers: &[i64]| -> Vec<i64> {
        let image = |point| {
            let (column, row) = symmetry.image(point % SIDE, point / SIDE, SIDE);
            numbers[row * SIDE + column]
        };
        let points = (0..POINTS).map(image);
        points.chain(numbers[POINTS..].iter().copied()).collect()
    };
    Outputs {
        policy: back(&outputs.policy),
        owner: back(&outputs.owner),
        ..outputs
    }
}

fn wide(output: &Output) -> Outputs {
    Outputs {
        policy: output.policy.map(i64::from).to_vec(),
        owner: output.owner.map(i64::from).to_vec(),
        value: output.value.into(),
        lead: output.lead.into(),
    }
}

/// Compares all builds with the reference on positions of a random game on a board of this size.
fn check(raw: &RawNetwork, size: usize, seed: u64) {
    let network = pack(raw);
    let moments = random_game::<2>(size, seed, 110);
    for (moment, symmetry) in moments
        .iter()
        .step_by(36)
        .zip(Symmetry::all().iter().skip(seed as usize % 4))
    {
        let situation = moment.situation();
        let expected = expected(raw, &planes(&situation, *symmetry), *symmetry);
        for build in Build::available() {
            let mut evaluator = Evaluator::with_build(Arc::clone(&network), build);
            for _ in 0..2 {
                let found = wide(evaluator.evaluate(&situation, *symmetry));
                assert_eq!(found, expected, "{} {:?}", build.name(), raw.shape);
            }
        }
    }
}

#[test]
fn all_builds_compute_what_the_description_says() {
    let shapes = [
        shape(1, 16, 16, 16),
        shape(2, 32, 16, 32),
        shape(3, 48, 32, 16),
        shape(2, 64, 48, 64),
        shape(2, 80, 16, 48),
        shape(2, 96, 64, 16),
        shape(1, 112, 16, 16),
    ];
    for (seed, shape) in (0..).zip(shapes) {
        let scope = if seed % 2 == 0 { Scope::PLAIN } else { ALL };
        let raw = RawNetwork::random(scope, shape, seed);
        check(&raw, SIDE, seed);
        check(&raw, MIN_SIDE + seed as usize % 4, seed);
    }
}

#[test]
fn all_builds_compute_bottlenecks() {
    for (seed, (channels, narrow)) in (0..).zip([(64, 32), (32, 48), (96, 16), (48, 64)]) {
        let blocks = vec![
            BlockShape::Bottleneck(vec![false, true]),
            BlockShape::Plain(true),
            BlockShape::Bottleneck(vec![]),
            BlockShape::Bottleneck(vec![true]),
        ];
        let shape = Shape {
            narrow,
            ..shape(blocks.len(), channels, 32, 16)
        };
        let raw = RawNetwork::of_blocks(ALL, shape, blocks, seed);
        check(&raw, SIDE, seed);
        check(&raw, MIN_SIDE + seed as usize, seed);
    }
}

/// The mirror image along the diagonal keeps a smaller board in its corner.
#[test]
fn a_mirrored_position_gets_the_mirrored_evaluation() {
    let raw = RawNetwork::random(ALL, shape(2, 32, 16, 32), 1);
    let mut evaluator = Evaluator::new(pack(&raw));
    let [identity, .., swap, _, _, _] = Symmetry::all();
    for size in MIN_SIDE..=SIDE {
        let mut moments = random_game::<2>(size, 5, 40);
        let moment = moments.swap_remove(39);
        let output = evaluator.evaluate(&moment.situation(), swap).clone();
        let mirrored = moment.mirrored();
        let found = evaluator.evaluate(&mirrored.situation(), identity);
        assert_eq!((found.value, found.lead), (output.value, output.lead));
        for coord in Coord::all(size) {
            let [point, image] = [coord, swap.apply(coord, size)].map(|coord| coord.index(SIDE));
            assert_eq!(found.policy[image], output.policy[point], "{size} {coord}");
            assert_eq!(found.owner[image], output.owner[point], "{size} {coord}");
        }
        assert_eq!(found.policy[POINTS], output.policy[POINTS]);
    }
}

#[test]
fn the_largest_numbers_do_not_overflow() {
    for (weight, bias) in [(127, 1 << 28), (-127, 1 << 28), (-127, -(1 << 28))] {
        for step in [3, 20] {
            let bottleneck = Shape {
                narrow: 32,
                ..shape(1, 64, 32, 32)
            };
            let blocks = vec![BlockShape::Bottleneck(vec![true, false])];
            for mut raw in [
                RawNetwork::random(Scope::PLAIN, shape(2, 64, 32, 32), 1),
                RawNetwork::of_blocks(Scope::PLAIN, bottleneck, blocks, 1),
            ] {
                for layer in &mut raw.layers {
                    layer.weights.fill(weight);
                    layer.biases.fill(bias);
                    layer.steps.fill(step);
                }
                check(&raw, SIDE, 3);
                raw.layers[0].weights.fill(127);
                raw.layers[1].weights.fill(127);
                check(&raw, SIDE, 3);
            }
        }
    }
}

#[test]
fn random_networks_are_neither_dead_nor_saturated() {
    let raw = RawNetwork::random(Scope::PLAIN, Shape::DEFAULT, 1);
    let network = pack(&raw);
    let mut evaluator = Evaluator::new(network);
    let moments = random_game::<2>(SIDE, 1, 80);
    let values: Vec<i32> = moments
        .iter()
        .map(|moment| {
            evaluator
                .evaluate(&moment.situation(), Symmetry::all()[0])
                .value
        })
        .collect();
    let share = |activations: &[u8], test: fn(u8) -> bool| {
        activations
            .iter()
            .filter(|&&activation| test(activation))
            .count() as f64
            / (POINTS * Shape::DEFAULT.channels) as f64
    };
    let buffers = evaluator.buffers();
    for activations in [&buffers.body.activations, &buffers.body.inner] {
        let alive = share(activations, |activation| activation > 0);
        let saturated = share(activations, |activation| activation == 127);
        assert!(alive > 0.2 && saturated < 0.3, "{alive} {saturated}");
    }
    assert!(values.iter().any(|value| values[0] != *value), "{values:?}");
}

/// The planes in the order of the reference.
fn read(buffers: &Buffers) -> Vec<Vec<i64>> {
    let number = |plane: usize, point: usize| {
        let cell = FIRST + point / SIDE * ROW + point % SIDE;
        i64::from(buffers.planes[cell * PLANES + plane])
    };
    let plane = |plane| (0..POINTS).map(|point| number(plane, point)).collect();
    (0..PLANES).map(plane).collect()
}

fn check_planes<const W: usize>(size: usize, seed: u64) {
    let mut buffers = Buffers::new(shape(1, 16, 16, 16));
    for moment in random_game::<W>(size, seed, 150) {
        for symmetry in Symmetry::all() {
            let situation = moment.situation();
            write(&situation, symmetry, &mut buffers.planes);
            assert_eq!(
                read(&buffers),
                planes(&situation, symmetry),
                "{symmetry:?} {moment:?}"
            );
        }
    }
}

#[test]
fn planes_are_those_of_the_description() {
    for (seed, size) in (0..).zip([9, 8, 7, 6, 5, 9, 9]) {
        check_planes::<2>(size, seed);
    }
    check_planes::<6>(SIDE, 4);
    check_planes::<6>(7, 4);
}
