//! The evaluation of one position.

use super::buffers::Buffers;
use super::kernel::{convolve, multiply};
use super::layer::{Convolution, OUTPUT_BLOCK};
use super::layout::{FIRST, IMAGES, POINTS, ROW, SIDE};
use super::network::{Block, Network};
use super::output::Output;
use super::planes::{self, Situation};
use crate::board::Symmetry;
use crate::cpu::{Cpu, CpuTask};

/// Largest activation; 32 stands for 1.
const MAX_ACTIVATION: i32 = 127;

/// Largest output of the hidden layer, in units of 1/1024.
const MAX_HIDDEN: i32 = i16::MAX as i32;

/// The evaluation of the planes that are written, which show the board through a symmetry. One function for boards of all sizes.
pub(super) struct Forward<'a> {
    pub(super) network: &'a Network,
    pub(super) symmetry: Symmetry,
    pub(super) buffers: &'a mut Buffers,
    pub(super) output: &'a mut Output,
}

impl CpuTask for Forward<'_> {
    type Output = ();

    #[inline(always)]
    fn run<C: Cpu>(self) {
        let Forward {
            network,
            symmetry,
            buffers,
            output,
        } = self;
        convolve::<C>(&network.input, &buffers.planes, &mut buffers.sums);
        begin_stream(&network.input, buffers);
        for block in &network.blocks {
            add_block::<C>(block, buffers);
        }
        convolve::<C>(&network.neck, &buffers.activations, &mut buffers.sums);
        activate(&network.neck, &buffers.sums, &mut buffers.neck);
        convolve::<C>(&network.points, &buffers.neck, &mut buffers.sums);
        read_points(&network.points, symmetry, &buffers.sums, output);
        pool(&buffers.neck, &mut buffers.pooled, network.neck.outputs);
        read_outcome::<C>(network, buffers, output);
    }
}

/// The first part of an evaluation.
pub(super) struct WritePlanes<'a, const W: usize> {
    pub(super) situation: &'a Situation<'a, W>,
    pub(super) symmetry: Symmetry,
    pub(super) buffers: &'a mut Buffers,
}

impl<const W: usize> CpuTask for WritePlanes<'_, W> {
    type Output = ();

    #[inline(always)]
    fn run<C: Cpu>(self) {
        planes::write(self.situation, self.symmetry, &mut self.buffers.planes);
    }
}

/// Writes the activations of a layer.
#[inline(always)]
fn activate(layer: &Convolution, sums: &[i32], activations: &mut [u8]) {
    let width = layer.outputs;
    let run = &mut activations[FIRST * width..];
    for block in (0..width).step_by(BLOCK) {
        let biases: Numbers<i32> = *numbers(&layer.biases, block);
        let shifts: Numbers<i32> = *numbers(&layer.shifts, block);
        for cell in points() {
            let at = cell * width + block;
            let sums = *numbers(sums, at);
            let mut activations = [0; BLOCK];
            for i in 0..BLOCK {
                activations[i] = to_activation((sums[i] + biases[i]) >> shifts[i]);
            }
            *numbers_mut(run, at) = activations;
        }
    }
}

/// Channels that are computed together.
const BLOCK: usize = OUTPUT_BLOCK;

type Numbers<T> = [T; BLOCK];

/// The numbers of a block that begins at this place.
#[inline(always)]
fn numbers<T>(buffer: &[T], at: usize) -> &Numbers<T> {
    let (numbers, _) = buffer[at..].as_chunks();
    &numbers[0]
}

/// The numbers of a block that begins at this place.
#[inline(always)]
fn numbers_mut<T>(buffer: &mut [T], at: usize) -> &mut Numbers<T> {
    let (numbers, _) = buffer[at..].as_chunks_mut();
    &mut numbers[0]
}

/// The cells of the run that are points.
#[inline(always)]
fn points() -> impl Iterator<Item = usize> {
    (0..SIDE).flat_map(|row| row * ROW..row * ROW + SIDE)
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
    // Borrowed once: the loop would find them again for every point.
    let (sum_buffer, stream_buffer) = (&*buffers.sums, &mut *buffers.stream);
    for block in (0..width).step_by(BLOCK) {
        let biases: Numbers<i32> = *numbers(&buffers.extra, block);
        let shifts: Numbers<i32> = *numbers(&layer.shifts, block);
        for (point, cell) in points().enumerate() {
            let at = cell * width + block;
            let sums = *numbers(sum_buffer, at);
            let place = numbers_mut(stream_buffer, point * width + block);
            let mut stream = *place;
            let mut activations = [0; BLOCK];
            for i in 0..BLOCK {
                stream[i] = stream[i].saturating_add(saturate((sums[i] + biases[i]) >> shifts[i]));
                activations[i] = to_activation((i32::from(stream[i]) + 4) >> 3);
            }
            *place = stream;
            *numbers_mut(run, at) = activations;
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
fn add_block<C: Cpu>(block: &Block, buffers: &mut Buffers) {
    convolve::<C>(&block.first, &buffers.activations, &mut buffers.sums);
    activate(&block.first, &buffers.sums, &mut buffers.inner);
    buffers.extra.copy_from_slice(&block.second.biases);
    if let Some(layer) = &block.pool {
        pool(&buffers.inner, &mut buffers.pooled, layer.outputs);
        multiply::<C>(layer, &buffers.pooled, &mut buffers.dense);
        for (extra, sum) in buffers.extra.iter_mut().zip(buffers.dense.iter()) {
            *extra += (sum + 16) >> 5;
        }
    }
    convolve::<C>(&block.second, &buffers.inner, &mut buffers.sums);
    add_to_stream(&block.second, buffers);
}

/// Means, then maxima of the channels over the board, in units of 1/1024.
#[inline(always)]
fn pool(activations: &[u8], pooled: &mut [i16], width: usize) {
    let run = &activations[FIRST * width..];
    for block in (0..width).step_by(BLOCK) {
        let mut sums = [0_u16; BLOCK];
        let mut maxima = [0_u8; BLOCK];
        for cell in points() {
            let numbers = numbers(run, cell * width + block);
            for i in 0..BLOCK {
                sums[i] += u16::from(numbers[i]);
                maxima[i] = numbers[i].max(maxima[i]);
            }
        }
        let mean = |sum: u16| ((i32::from(sum) * MEAN_FACTOR + (1 << 15)) >> 16) as i16;
        *numbers_mut(pooled, block) = sums.map(mean);
        *numbers_mut(pooled, width + block) = maxima.map(|max| i16::from(max) << 5);
    }
}

/// 2^16 times 32 / 81, which turns the sum of 81 numbers in units of 1/32 into their mean in units of 1/1024.
const MEAN_FACTOR: i32 = 25891;

/// Reads policy and owners, each from where the symmetry brought its point.
#[inline(always)]
fn read_points(layer: &Convolution, symmetry: Symmetry, sums: &[i32], output: &mut Output) {
    let outputs = output.policy.iter_mut().zip(&mut output.owner);
    for ((policy, owner), cell) in outputs.zip(IMAGES[symmetry.index()]) {
        let sums = &sums[usize::from(cell) * layer.outputs..][..2];
        *policy = (sums[0] + layer.biases[0]) >> layer.shifts[0];
        *owner = (sums[1] + layer.biases[1]) >> layer.shifts[1];
    }
}

#[inline(always)]
fn read_outcome<C: Cpu>(network: &Network, buffers: &mut Buffers, output: &mut Output) {
    let layer = &network.hidden;
    multiply::<C>(layer, &buffers.pooled, &mut buffers.dense);
    let sums = buffers
        .dense
        .iter()
        .zip(layer.biases.iter().zip(layer.shifts.iter()));
    for (hidden, (sum, (bias, shift))) in buffers.hidden.iter_mut().zip(sums) {
        *hidden = ((sum + bias) >> shift).clamp(0, MAX_HIDDEN) as i16;
    }
    let layer = &network.outcome;
    multiply::<C>(layer, &buffers.hidden, &mut buffers.dense);
    let number = |i: usize| (buffers.dense[i] + layer.biases[i]) >> layer.shifts[i];
    output.value = number(0);
    output.lead = number(1);
    output.policy[POINTS] = number(2) >> 2;
}
