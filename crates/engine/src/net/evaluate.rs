//! The evaluation of one position.

use super::buffers::Buffers;
use super::epilogue::{Activate, AddToStream, KeepPoints};
use super::kernel::{convolve, multiply};
use super::layer::{Convolution, OUTPUT_BLOCK};
use super::layout::{FIRST, IMAGES, POINTS, RUN, points};
use super::network::{Block, Network};
use super::output::Output;
use super::planes::{self, Situation};
use tao_rules::board::Symmetry;
use tao_rules::cpu::{Cpu, CpuTask};

/// Largest output of the hidden layer, in units of 1/1024.
const MAX_HIDDEN: i32 = i16::MAX as i32;

/// Evaluates the planes in the buffers, which show the board through a symmetry. One function serves boards of all sizes.
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
        buffers.stream.fill(0);
        let mut epilogue = AddToStream {
            layer: &network.input,
            biases: &network.input.biases,
            stream: &mut buffers.stream,
            activations: &mut buffers.activations,
        };
        convolve::<C>(&network.input, &buffers.planes, &mut epilogue);
        for block in &network.blocks {
            add_block::<C>(block, buffers);
        }
        let mut epilogue = Activate {
            layer: &network.neck,
            activations: &mut buffers.neck,
        };
        convolve::<C>(&network.neck, &buffers.activations, &mut epilogue);
        let mut epilogue = KeepPoints(&mut buffers.points);
        convolve::<C>(&network.points, &buffers.neck, &mut epilogue);
        read_points(&network.points, symmetry, &buffers.points, output);
        pool(&buffers.neck, &mut buffers.pooled, network.neck.outputs);
        read_outcome::<C>(network, buffers, output);
    }
}

/// The first part of an evaluation: writes the planes.
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

#[inline(always)]
fn add_block<C: Cpu>(block: &Block, buffers: &mut Buffers) {
    let mut epilogue = Activate {
        layer: &block.first,
        activations: &mut buffers.inner,
    };
    convolve::<C>(&block.first, &buffers.activations, &mut epilogue);
    buffers.extra.copy_from_slice(&block.second.biases);
    if let Some(layer) = &block.pool {
        pool(&buffers.inner, &mut buffers.pooled, layer.outputs);
        multiply::<C>(layer, &buffers.pooled, &mut buffers.dense);
        for (extra, sum) in buffers.extra.iter_mut().zip(buffers.dense.iter()) {
            *extra += (sum + 16) >> 5;
        }
    }
    let mut epilogue = AddToStream {
        layer: &block.second,
        biases: &buffers.extra,
        stream: &mut buffers.stream,
        activations: &mut buffers.activations,
    };
    convolve::<C>(&block.second, &buffers.inner, &mut epilogue);
}

/// Writes the means and then the maxima of the channels over the board, in units of 1/1024.
#[inline(always)]
fn pool(activations: &[u8], pooled: &mut [i16], width: usize) {
    let blocks = width / OUTPUT_BLOCK;
    let run = &activations.as_chunks().0[FIRST * blocks..];
    let (means, maxima) = pooled[..2 * width].as_chunks_mut().0.split_at_mut(blocks);
    for (block, (mean, maximum)) in means.iter_mut().zip(maxima).enumerate() {
        let mut sums = [0_u16; OUTPUT_BLOCK];
        let mut most = [0_u8; OUTPUT_BLOCK];
        for cell in points() {
            let numbers: [u8; OUTPUT_BLOCK] = run[cell * blocks + block];
            // There are two loops because in a single one the compiler uses a register for each number.
            for i in 0..OUTPUT_BLOCK {
                sums[i] += u16::from(numbers[i]);
            }
            for i in 0..OUTPUT_BLOCK {
                most[i] = most[i].max(numbers[i]);
            }
        }
        *mean = sums.map(|sum| ((i32::from(sum) * MEAN_FACTOR + (1 << 15)) >> 16) as i16);
        *maximum = most.map(|most| i16::from(most) << 5);
    }
}

/// 2^16 times 32 / 81, which turns the sum of 81 numbers in units of 1/32 into their mean in units of 1/1024.
const MEAN_FACTOR: i32 = 25891;

/// Reads policy and owners of each point, from the cell to which the symmetry moved the point.
#[inline(always)]
fn read_points(
    layer: &Convolution,
    symmetry: Symmetry,
    points: &[[i32; 2]; RUN],
    output: &mut Output,
) {
    let outputs = output.policy.iter_mut().zip(&mut output.owner);
    for ((policy, owner), cell) in outputs.zip(IMAGES[symmetry.index()]) {
        let [policy_sum, owner_sum] = points[usize::from(cell)];
        *policy = (policy_sum + layer.biases[0]) >> layer.shifts[0];
        *owner = (owner_sum + layer.biases[1]) >> layer.shifts[1];
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
