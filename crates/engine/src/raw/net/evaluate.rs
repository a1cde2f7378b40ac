//! The evaluation of one position, without allocation: [`Evaluator`] keeps the buffers. After each convolution an [`Epilogue`] turns
//! the sums of a point into activations, or into outputs of the network.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use tao_rules::board::Symmetry;
use tao_rules::cpu::{Build, Cpu, CpuTask};

use super::kernel::{convolve, multiply};
use super::layer::{
    CELLS, Convolution, FIRST, IMAGES, OUTPUT_BLOCK, PLANES, POINTS, RUN, Shape, points,
};
use super::network::{Block, Network, Plain};
use super::planes;
use super::planes::{Output, Situation};

/// Evaluates positions with a network. Every thread needs its own: it owns the memory for one evaluation.
#[derive(Debug)]
pub struct Evaluator {
    network: Arc<Network>,
    build: Build,
    buffers: Buffers,
    output: Output,
}

impl Evaluator {
    /// An evaluator in the fastest build for this processor.
    pub fn new(network: Arc<Network>) -> Self {
        Self::with_build(network, Build::best())
    }

    /// An evaluator in one of the [available](Build::available) builds, or in the portable one.
    pub fn with_build(network: Arc<Network>, build: Build) -> Self {
        let buffers = Buffers::new(network.shape);
        Self {
            network,
            build,
            buffers,
            output: Output::EMPTY,
        }
    }

    pub const fn network(&self) -> &Arc<Network> {
        &self.network
    }

    /// The build that evaluates.
    pub const fn build(&self) -> Build {
        self.build
    }

    /// Evaluates a situation, seen through a symmetry. A network that does not know territory scoring evaluates it as under
    /// area scoring.
    ///
    /// # Panics
    /// If the board is smaller than 5x5 or larger than 9x9.
    pub fn evaluate<const W: usize>(
        &mut self,
        situation: &Situation<'_, W>,
        symmetry: Symmetry,
    ) -> &Output {
        let situation = &Situation {
            territory: situation.territory && self.network.scope.territory,
            ..*situation
        };
        self.write_planes(situation, symmetry);
        self.build.run(Forward {
            network: &self.network,
            symmetry,
            buffers: &mut self.buffers,
            output: &mut self.output,
        });
        &self.output
    }

    /// Does the first part of an evaluation: the input of the network.
    ///
    /// # Panics
    /// If the board is smaller than 5x5 or larger than 9x9.
    pub fn write_planes<const W: usize>(
        &mut self,
        situation: &Situation<'_, W>,
        symmetry: Symmetry,
    ) {
        self.build.run(WritePlanes {
            situation,
            symmetry,
            buffers: &mut self.buffers,
        });
    }

    /// The memory of the last evaluation.
    #[cfg(test)]
    pub(super) const fn buffers(&self) -> &Buffers {
        &self.buffers
    }
}

/// Largest output of the hidden layer, in units of 1/1024.
const MAX_HIDDEN: i32 = i16::MAX as i32;

/// Evaluates the planes in the buffers, which show the board through a symmetry. One function serves boards of all sizes.
pub struct Forward<'a> {
    pub network: &'a Network,
    pub symmetry: Symmetry,
    pub buffers: &'a mut Buffers,
    pub output: &'a mut Output,
}

impl CpuTask for Forward<'_> {
    type Output = ();

    #[inline(always)]
    fn run<C: Cpu>(self) {
        let (network, buffers) = (self.network, self.buffers);
        buffers.body.begin::<C>(&network.input, &buffers.planes);
        for block in &network.blocks {
            match block {
                Block::Plain(block) => buffers.body.add_block::<C>(block, &mut buffers.board),
                Block::Bottleneck {
                    narrow,
                    inner,
                    widen,
                } => {
                    buffers.narrow.begin::<C>(narrow, &buffers.body.activations);
                    for block in inner {
                        buffers.narrow.add_block::<C>(block, &mut buffers.board);
                    }
                    buffers
                        .body
                        .add_convolution::<C>(widen, &buffers.narrow.activations);
                }
            }
        }
        let mut epilogue = Activate(&mut buffers.neck);
        convolve::<C>(&network.neck, &buffers.body.activations, &mut epilogue);
        let mut epilogue = KeepPoints(&mut buffers.points);
        convolve::<C>(&network.points, &buffers.neck, &mut epilogue);
        read_points(&network.points, self.symmetry, &buffers.points, self.output);
        let pooled = &mut buffers.board.pooled;
        pool(&buffers.neck, pooled, network.neck.outputs);
        read_outcome::<C>(network, buffers, self.output);
    }
}

/// The first part of an evaluation: writes the planes.
pub struct WritePlanes<'a, const W: usize> {
    pub situation: &'a Situation<'a, W>,
    pub symmetry: Symmetry,
    pub buffers: &'a mut Buffers,
}

impl<const W: usize> CpuTask for WritePlanes<'_, W> {
    type Output = ();

    #[inline(always)]
    fn run<C: Cpu>(self) {
        planes::write(self.situation, self.symmetry, &mut self.buffers.planes);
    }
}

/// A residual stream, and the intermediate results of its blocks.
#[derive(Debug)]
pub struct Stream {
    /// In units of 1/256, `[cell][channel]`, for the cells of the [run](RUN) only.
    numbers: Aligned<i16>,
    /// In units of 1/32, `[cell][channel]`.
    pub activations: Aligned<u8>,
    /// Activations inside a block, `[cell][channel]`.
    pub inner: Aligned<u8>,
    /// Biases of the second convolution of a block, plus the outputs of the pool layer before it, if there is one.
    extra: Aligned<i32>,
}

impl Stream {
    fn new(channels: usize) -> Self {
        Self {
            numbers: Aligned::new(RUN * channels),
            activations: Aligned::new(CELLS * channels),
            inner: Aligned::new(CELLS * channels),
            extra: Aligned::new(channels),
        }
    }

    /// Sets the stream to the outputs of a layer.
    #[inline(always)]
    fn begin<C: Cpu>(&mut self, layer: &Convolution, input: &[u8]) {
        self.numbers.fill(0);
        self.add_convolution::<C>(layer, input);
    }

    /// Adds the outputs of a block.
    #[inline(always)]
    fn add_block<C: Cpu>(&mut self, block: &Plain, board: &mut WholeBoard) {
        let mut epilogue = Activate(&mut self.inner);
        convolve::<C>(&block.first, &self.activations, &mut epilogue);
        self.extra.copy_from_slice(&block.second.biases);
        if let Some(layer) = &block.pool {
            pool(&self.inner, &mut board.pooled, layer.outputs);
            multiply::<C>(layer, &board.pooled, &mut board.dense);
            for (extra, sum) in self.extra.iter_mut().zip(board.dense.iter()) {
                *extra += (sum + 16) >> 5;
            }
        }
        let mut epilogue = AddToStream {
            biases: &self.extra,
            stream: &mut self.numbers,
            activations: &mut self.activations,
        };
        convolve::<C>(&block.second, &self.inner, &mut epilogue);
    }

    /// Adds the outputs of a layer.
    #[inline(always)]
    fn add_convolution<C: Cpu>(&mut self, layer: &Convolution, input: &[u8]) {
        let mut epilogue = AddToStream {
            biases: &layer.biases,
            stream: &mut self.numbers,
            activations: &mut self.activations,
        };
        convolve::<C>(layer, input, &mut epilogue);
    }
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
        *policy = logit((policy_sum + layer.biases[0]) >> layer.shifts[0]);
        *owner = logit((owner_sum + layer.biases[1]) >> layer.shifts[1]);
    }
}

/// A logit in units of 1/256, at most 128 from 0: the logistic function of more is 0 or 1.
fn logit(number: i32) -> i16 {
    number.clamp(i16::MIN.into(), i16::MAX.into()) as i16
}

#[inline(always)]
fn read_outcome<C: Cpu>(network: &Network, buffers: &mut Buffers, output: &mut Output) {
    let layer = &network.hidden;
    let WholeBoard {
        pooled,
        hidden,
        dense,
    } = &mut buffers.board;
    multiply::<C>(layer, pooled, dense);
    let sums = dense
        .iter()
        .zip(layer.biases.iter().zip(layer.shifts.iter()));
    for (hidden, (sum, (bias, shift))) in hidden.iter_mut().zip(sums) {
        *hidden = ((sum + bias) >> shift).clamp(0, MAX_HIDDEN) as i16;
    }
    let layer = &network.outcome;
    multiply::<C>(layer, hidden, dense);
    let number = |i: usize| (dense[i] + layer.biases[i]) >> layer.shifts[i];
    output.value = number(0);
    output.lead = number(1);
    output.policy[POINTS] = logit(number(2) >> 2);
}

/// Largest activation; 32 stands for 1.
pub const MAX_ACTIVATION: i32 = 127;

/// A number for each of the outputs that a kernel computes at once.
pub type Outputs<T> = [T; OUTPUT_BLOCK];

/// What follows a convolution. A closure would not be inlined into the code for a processor.
pub trait Epilogue {
    /// Takes the sums, without bias, of a block of outputs of this layer for neighboring points in a row. `cell` is the cell of the first
    /// point in the [run](RUN). Called once for each block and each point.
    fn apply(&mut self, layer: &Convolution, block: usize, cell: usize, sums: &[Outputs<i32>]);
}

/// Writes the activations of a layer.
pub struct Activate<'a>(&'a mut [u8]);

impl Epilogue for Activate<'_> {
    #[inline(always)]
    fn apply(&mut self, layer: &Convolution, block: usize, cell: usize, sums: &[Outputs<i32>]) {
        let [biases, shifts] =
            [&layer.biases, &layer.shifts].map(|numbers| of_block(numbers, block));
        let activations = column(self.0, layer.outputs, FIRST + cell, block);
        for (place, sums) in activations.zip(sums) {
            let mut activations = [0; OUTPUT_BLOCK];
            for i in 0..OUTPUT_BLOCK {
                activations[i] = to_activation((sums[i] + biases[i]) >> shifts[i]);
            }
            *place = activations;
        }
    }
}

/// Adds the outputs of a layer to the stream, and sets the activations to those of the stream.
pub struct AddToStream<'a> {
    /// The biases of the layer, plus the outputs of the pool layer before it, if there is one.
    pub biases: &'a [i32],
    pub stream: &'a mut [i16],
    pub activations: &'a mut [u8],
}

impl Epilogue for AddToStream<'_> {
    #[inline(always)]
    fn apply(&mut self, layer: &Convolution, block: usize, cell: usize, sums: &[Outputs<i32>]) {
        let [biases, shifts] = [self.biases, &layer.shifts].map(|numbers| of_block(numbers, block));
        let stream = column(self.stream, layer.outputs, cell, block);
        let activations = column(self.activations, layer.outputs, FIRST + cell, block);
        for ((stream_place, place), sums) in stream.zip(activations).zip(sums) {
            // Local arrays, which the compiler keeps in registers.
            let (mut stream, mut activations) = (*stream_place, [0; OUTPUT_BLOCK]);
            for i in 0..OUTPUT_BLOCK {
                stream[i] = stream[i].saturating_add(saturate((sums[i] + biases[i]) >> shifts[i]));
                activations[i] = to_activation((i32::from(stream[i]) + 4) >> 3);
            }
            *stream_place = stream;
            *place = activations;
        }
    }
}

/// Keeps the sums for the policy and the owner of each cell of the run.
pub struct KeepPoints<'a>(pub &'a mut [[i32; 2]; RUN]);

impl Epilogue for KeepPoints<'_> {
    #[inline(always)]
    fn apply(&mut self, _: &Convolution, _: usize, cell: usize, sums: &[Outputs<i32>]) {
        for (point, sums) in self.0[cell..].iter_mut().zip(sums) {
            *point = [sums[0], sums[1]];
        }
    }
}

/// The numbers of a block of outputs.
#[inline(always)]
fn of_block(numbers: &[i32], block: usize) -> Outputs<i32> {
    numbers.as_chunks().0[block]
}

/// The numbers of a block of outputs in a buffer that has `outputs` for each cell, from this cell on.
#[inline(always)]
fn column<T>(
    buffer: &mut [T],
    outputs: usize,
    cell: usize,
    block: usize,
) -> impl Iterator<Item = &mut Outputs<T>> {
    let blocks = outputs / OUTPUT_BLOCK;
    let numbers = &mut buffer.as_chunks_mut().0[cell * blocks + block..];
    numbers.iter_mut().step_by(blocks)
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

/// Bytes of a cache line.
const LINE: usize = 64;

/// A buffer of fixed length whose first number is at the beginning of a cache line.
#[derive(Debug)]
pub struct Aligned<T> {
    storage: Vec<T>,
    start: usize,
    len: usize,
}

impl<T: Copy + Default> Aligned<T> {
    pub fn new(len: usize) -> Self {
        let storage = vec![T::default(); len + LINE / size_of::<T>()];
        let offset = storage.as_ptr().align_offset(LINE);
        // Where the alignment is unknown, the buffer is only slower.
        let start = if offset <= storage.len() - len {
            offset
        } else {
            0
        };
        Self {
            storage,
            start,
            len,
        }
    }
}

impl<T> Deref for Aligned<T> {
    type Target = [T];

    #[inline(always)]
    fn deref(&self) -> &[T] {
        &self.storage[self.start..self.start + self.len]
    }
}

impl<T> DerefMut for Aligned<T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.storage[self.start..self.start + self.len]
    }
}

/// The intermediate results of an evaluation. Border cells stay zero.
#[derive(Debug)]
pub struct Buffers {
    /// Input of the network, `[cell][plane]`.
    pub planes: Aligned<u8>,
    /// The stream of the body.
    pub body: Stream,
    /// The stream inside a bottleneck.
    narrow: Stream,
    /// Activations of the neck, `[cell][channel]`.
    pub neck: Aligned<u8>,
    /// Sums for the policy and the owner of each cell of the run.
    pub points: [[i32; 2]; RUN],
    board: WholeBoard,
}

/// The intermediate results for the whole board.
#[derive(Debug)]
struct WholeBoard {
    /// Means and maxima of the channels in units of 1/1024.
    pooled: Aligned<i16>,
    /// Output of the hidden layer in units of 1/1024.
    hidden: Aligned<i16>,
    /// Sums of a dense layer.
    dense: Aligned<i32>,
}

impl Buffers {
    /// Buffers for networks of this shape.
    pub fn new(shape: Shape) -> Self {
        let Shape {
            channels,
            narrow,
            neck,
            hidden,
            ..
        } = shape;
        let widest = channels.max(narrow).max(neck).max(hidden);
        Self {
            planes: Aligned::new(CELLS * PLANES),
            body: Stream::new(channels),
            narrow: Stream::new(narrow),
            neck: Aligned::new(CELLS * neck),
            points: [[0; 2]; RUN],
            board: WholeBoard {
                pooled: Aligned::new(2 * widest),
                hidden: Aligned::new(hidden),
                dense: Aligned::new(widest),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buffers_begin_at_a_cache_line() {
        for len in [0, 1, 63, 64, 1000] {
            let buffer = Aligned::<i32>::new(len);
            assert_eq!((buffer.len(), buffer.as_ptr() as usize % LINE), (len, 0));
        }
    }
}
