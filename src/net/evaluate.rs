//! The evaluation of one position.

use super::buffers::Buffers;
use super::evaluation::Evaluation;
use super::kernel::{KernelTask, Multiply};
use super::layer::{Convolution, Dense};
use super::layout::{FIRST, IMAGES, POINTS, SIDE, row};
use super::network::{Block, Network};
use super::planes::{self, Situation};
use crate::board::Symmetry;

/// Largest activation; 32 stands for 1.
const MAX_ACTIVATION: i32 = 127;

/// Largest output of the hidden layer, in units of 1/1024.
const MAX_HIDDEN: i32 = i16::MAX as i32;

/// The evaluation of one situation, seen through a symmetry.
pub(super) struct Forward<'a, const W: usize> {
    pub(super) network: &'a Network,
    pub(super) situation: &'a Situation<'a, W>,
    pub(super) symmetry: Symmetry,
    pub(super) buffers: &'a mut Buffers,
    pub(super) evaluation: &'a mut Evaluation,
}

impl<const W: usize> KernelTask for Forward<'_, W> {
    #[inline(always)]
    fn run<M: Multiply>(self) {
        let Forward {
            network,
            situation,
            symmetry,
            buffers,
            evaluation,
        } = self;
        planes::write(situation, symmetry, &mut buffers.planes);
        M::convolve(&network.input, &buffers.planes, &mut buffers.sums);
        begin_stream(&network.input, buffers);
        for block in &network.blocks {
            add_block::<M>(block, buffers);
        }
        M::convolve(&network.neck, &buffers.activations, &mut buffers.sums);
        activate(&network.neck, &buffers.sums, &mut buffers.neck);
        M::convolve(&network.points, &buffers.neck, &mut buffers.sums);
        read_points(&network.points, symmetry, &buffers.sums, evaluation);
        pool(&buffers.neck, &mut buffers.pooled, network.neck.outputs);
        read_outcome(network, buffers, evaluation);
    }
}

/// The first part of an evaluation.
pub(super) struct WritePlanes<'a, const W: usize> {
    pub(super) situation: &'a Situation<'a, W>,
    pub(super) symmetry: Symmetry,
    pub(super) buffers: &'a mut Buffers,
}

impl<const W: usize> KernelTask for WritePlanes<'_, W> {
    #[inline(always)]
    fn run<M: Multiply>(self) {
        planes::write(self.situation, self.symmetry, &mut self.buffers.planes);
    }
}

/// Writes the activations of a layer.
#[inline(always)]
fn activate(layer: &Convolution, sums: &[i32], activations: &mut [u8]) {
    let width = layer.outputs;
    let run = &mut activations[FIRST * width..];
    for r in 0..SIDE {
        let points = run[row(r, width)].chunks_exact_mut(width);
        for (point, sums) in points.zip(sums[row(r, width)].chunks_exact(width)) {
            let layer = layer.biases.iter().zip(layer.shifts.iter());
            for ((activation, sum), (bias, shift)) in point.iter_mut().zip(sums).zip(layer) {
                *activation = to_activation((sum + bias) >> shift);
            }
        }
    }
}

/// Sets the stream to the outputs of the first layer, and the activations to those of the stream.
#[inline(always)]
fn begin_stream(layer: &Convolution, buffers: &mut Buffers) {
    buffers.stream.fill(0);
    buffers.extra.copy_from_slice(&layer.biases);
    add_to_stream(layer, buffers);
}

/// Adds to the stream the outputs of a layer, whose biases are in `extra`, and sets the activations to those of the
/// stream.
#[inline(always)]
fn add_to_stream(layer: &Convolution, buffers: &mut Buffers) {
    let width = layer.outputs;
    let run = &mut buffers.activations[FIRST * width..];
    let mut stream = buffers.stream.chunks_exact_mut(width);
    for r in 0..SIDE {
        let points = run[row(r, width)].chunks_exact_mut(width);
        let sums = buffers.sums[row(r, width)].chunks_exact(width);
        for ((point, sums), stream) in points.zip(sums).zip(&mut stream) {
            let layer = buffers.extra.iter().zip(layer.shifts.iter());
            let numbers = point.iter_mut().zip(stream.iter_mut());
            for (((activation, stream), sum), (bias, shift)) in numbers.zip(sums).zip(layer) {
                *stream = stream.saturating_add(saturate((sum + bias) >> shift));
                *activation = to_activation((i32::from(*stream) + 4) >> 3);
            }
        }
    }
}

#[inline(always)]
#[expect(clippy::cast_sign_loss, reason = "the number is not negative")]
fn to_activation(number: i32) -> u8 {
    number.clamp(0, MAX_ACTIVATION) as u8
}

#[inline(always)]
fn saturate(number: i32) -> i16 {
    number.clamp(i16::MIN.into(), i16::MAX.into()) as i16
}

#[inline(always)]
fn add_block<M: Multiply>(block: &Block, buffers: &mut Buffers) {
    M::convolve(&block.first, &buffers.activations, &mut buffers.sums);
    activate(&block.first, &buffers.sums, &mut buffers.inner);
    buffers.extra.copy_from_slice(&block.second.biases);
    if let Some(layer) = &block.pool {
        pool(&buffers.inner, &mut buffers.pooled, layer.outputs);
        multiply(layer, &buffers.pooled, &mut buffers.dense);
        for (extra, sum) in buffers.extra.iter_mut().zip(buffers.dense.iter()) {
            *extra += (sum + 16) >> 5;
        }
    }
    M::convolve(&block.second, &buffers.inner, &mut buffers.sums);
    add_to_stream(&block.second, buffers);
}

/// Means, then maxima of the channels over the board, in units of 1/1024.
#[inline(always)]
fn pool(activations: &[u8], pooled: &mut [i16], width: usize) {
    /// Channels at a time.
    const BLOCK: usize = 16;
    let (means, maxima) = pooled.split_at_mut(width);
    let run = &activations[FIRST * width..];
    for block in (0..width).step_by(BLOCK) {
        let mut sums = [0_u16; BLOCK];
        let mut largest = [0_u8; BLOCK];
        for r in 0..SIDE {
            for point in run[row(r, width)].chunks_exact(width) {
                let numbers = &point[block..block + BLOCK];
                for ((sum, largest), &number) in sums.iter_mut().zip(&mut largest).zip(numbers) {
                    *sum += u16::from(number);
                    *largest = number.max(*largest);
                }
            }
        }
        let pooled = means[block..].iter_mut().zip(&mut maxima[block..]);
        for ((mean, max), (sum, largest)) in pooled.zip(sums.into_iter().zip(largest)) {
            *mean = ((i32::from(sum) * MEAN_FACTOR + (1 << 15)) >> 16) as i16;
            *max = i16::from(largest) << 5;
        }
    }
}

/// 2^16 times 32 / 81, which turns the sum of 81 numbers in units of 1/32 into their mean in units of 1/1024.
const MEAN_FACTOR: i32 = 25891;

/// Sums of a dense layer, without bias.
#[inline(always)]
fn multiply(layer: &Dense, inputs: &[i16], sums: &mut [i32]) {
    let sums = &mut sums[..layer.outputs];
    sums.fill(0);
    for (&input, weights) in inputs.iter().zip(layer.weights.chunks_exact(layer.outputs)) {
        for (sum, &weight) in sums.iter_mut().zip(weights) {
            *sum += i32::from(input) * i32::from(weight);
        }
    }
}

/// Reads policy and owners, each from where the symmetry brought its point.
#[inline(always)]
fn read_points(layer: &Convolution, symmetry: Symmetry, sums: &[i32], evaluation: &mut Evaluation) {
    let outputs = evaluation.policy.iter_mut().zip(&mut evaluation.owner);
    for ((policy, owner), cell) in outputs.zip(IMAGES[symmetry.index()]) {
        let sums = &sums[usize::from(cell) * layer.outputs..][..2];
        *policy = (sums[0] + layer.biases[0]) >> layer.shifts[0];
        *owner = (sums[1] + layer.biases[1]) >> layer.shifts[1];
    }
}

#[inline(always)]
fn read_outcome(network: &Network, buffers: &mut Buffers, evaluation: &mut Evaluation) {
    let layer = &network.hidden;
    multiply(layer, &buffers.pooled, &mut buffers.dense);
    let sums = buffers
        .dense
        .iter()
        .zip(layer.biases.iter().zip(layer.shifts.iter()));
    for (hidden, (sum, (bias, shift))) in buffers.hidden.iter_mut().zip(sums) {
        *hidden = ((sum + bias) >> shift).clamp(0, MAX_HIDDEN) as i16;
    }
    let layer = &network.outcome;
    multiply(layer, &buffers.hidden, &mut buffers.dense);
    let output = |i: usize| (buffers.dense[i] + layer.biases[i]) >> layer.shifts[i];
    evaluation.value = output(0);
    evaluation.lead = output(1);
    evaluation.policy[POINTS] = output(2) >> 2;
}
