//! A plain computation of the network as a reference, without packed layouts and in 64 bits.

use crate::net::layer::{BlockShape, POINTS, RawLayer, SIDE};
use crate::net::network::RawNetwork;

/// `[channel][point]`.
type Field = Vec<Vec<i64>>;

/// Outputs in the order of [`Output`](crate::net::Output): policy, owner, value, lead.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Outputs {
    pub(super) policy: Vec<i64>,
    pub(super) owner: Vec<i64>,
    pub(super) value: i64,
    pub(super) lead: i64,
}

pub(super) fn evaluate(network: &RawNetwork, planes: &Field) -> Outputs {
    let mut layers = network.layers.iter();
    let mut next = || layers.next().unwrap();
    let input = next();
    let mut stream = shifted(input, convolve(input, planes), None, 3);
    map(&mut stream, saturate);
    for block in &network.blocks {
        match block {
            BlockShape::Plain(pools) => add_block(&mut stream, *pools, &mut next),
            BlockShape::Bottleneck(pools) => {
                let layer = next();
                let mut narrow = shifted(layer, convolve(layer, &activations(&stream)), None, 3);
                map(&mut narrow, saturate);
                for &pools in pools {
                    add_block(&mut narrow, pools, &mut next);
                }
                let layer = next();
                let more = shifted(layer, convolve(layer, &activations(&narrow)), None, 3);
                add(&mut stream, more);
            }
        }
    }
    let layer = next();
    let mut neck = shifted(layer, convolve(layer, &activations(&stream)), None, 0);
    map(&mut neck, |x| x.clamp(0, 127));
    let layer = next();
    let [policy, owner] = shifted(layer, convolve(layer, &neck), None, 3)
        .try_into()
        .unwrap();
    let hidden = dense(next(), &pool(&neck));
    let hidden: Vec<i64> = hidden.into_iter().map(|x| x.clamp(0, 32767)).collect();
    let outcome = dense(next(), &hidden);
    Outputs {
        policy: policy
            .into_iter()
            .chain([outcome[2] >> 2])
            .map(in_16_bits)
            .collect(),
        owner: owner.into_iter().map(in_16_bits).collect(),
        value: outcome[0],
        lead: outcome[1],
    }
}

fn add_block<'a>(stream: &mut Field, pools: bool, next: &mut impl FnMut() -> &'a RawLayer) {
    let first = next();
    let mut inner = shifted(first, convolve(first, &activations(stream)), None, 0);
    map(&mut inner, |x| x.clamp(0, 127));
    let extra = pools.then(|| {
        let sums = multiply(next(), &pool(&inner));
        sums.into_iter().map(|sum| (sum + 16) >> 5).collect()
    });
    let second = next();
    add(stream, shifted(second, convolve(second, &inner), extra, 3));
}

fn add(stream: &mut Field, more: Field) {
    for (stream, more) in stream.iter_mut().flatten().zip(more.into_iter().flatten()) {
        *stream = saturate(*stream + saturate(more));
    }
}

fn map(field: &mut Field, function: impl Fn(i64) -> i64) {
    for number in field.iter_mut().flatten() {
        *number = function(*number);
    }
}

fn saturate(number: i64) -> i64 {
    number.clamp(i16::MIN.into(), i16::MAX.into())
}

fn activations(stream: &Field) -> Field {
    let mut field = stream.clone();
    map(&mut field, |x| ((x + 4) >> 3).clamp(0, 127));
    field
}

fn convolve(layer: &RawLayer, input: &Field) -> Field {
    let taps = layer.weights.len() / layer.inputs / layer.outputs;
    let sum = |output: usize, point: usize| {
        let mut sum = 0;
        for (i, plane) in input.iter().take(layer.inputs).enumerate() {
            for tap in 0..taps {
                let (dy, dx) = if taps == 9 {
                    (tap / 3, tap % 3)
                } else {
                    (1, 1)
                };
                let (y, x) = (point / SIDE + dy, point % SIDE + dx);
                if (1..=SIDE).contains(&y) && (1..=SIDE).contains(&x) {
                    let weight = layer.weights[(output * layer.inputs + i) * taps + tap];
                    sum += i64::from(weight) * plane[(y - 1) * SIDE + x - 1];
                }
            }
        }
        sum
    };
    let output = |output| (0..POINTS).map(|point| sum(output, point)).collect();
    (0..layer.outputs).map(output).collect()
}

/// Adds biases and `extra`, then shifts by the step less `gain`.
fn shifted(layer: &RawLayer, sums: Field, extra: Option<Vec<i64>>, gain: u8) -> Field {
    let extra = extra.unwrap_or_else(|| vec![0; layer.outputs]);
    let output = |(output, sums): (usize, Vec<i64>)| {
        let bias = i64::from(layer.biases[output]) + extra[output];
        let shift = layer.steps[output] - gain;
        sums.into_iter().map(|sum| (sum + bias) >> shift).collect()
    };
    sums.into_iter().enumerate().map(output).collect()
}

fn pool(field: &Field) -> Vec<i64> {
    let mean = |plane: &Vec<i64>| (plane.iter().sum::<i64>() * 25891 + 32768) >> 16;
    let max = |plane: &Vec<i64>| plane.iter().max().unwrap() << 5;
    field
        .iter()
        .map(mean)
        .chain(field.iter().map(max))
        .collect()
}

fn multiply(layer: &RawLayer, input: &[i64]) -> Vec<i64> {
    let rows = layer.weights.chunks(layer.inputs);
    let sum = |weights: &[i8]| {
        let products = weights.iter().zip(input);
        products
            .map(|(&weight, input)| i64::from(weight) * input)
            .sum()
    };
    rows.map(sum).collect()
}

fn dense(layer: &RawLayer, input: &[i64]) -> Vec<i64> {
    let sums = multiply(layer, input).into_iter().enumerate();
    sums.map(|(i, sum)| (sum + i64::from(layer.biases[i])) >> layer.steps[i])
        .collect()
}

/// The logit that stands for larger and smaller ones, too.
fn in_16_bits(logit: i64) -> i64 {
    logit.clamp(i16::MIN.into(), i16::MAX.into())
}
