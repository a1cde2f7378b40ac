//! The convolution by the matrix unit of processors with AMX: 15 cells times 16 outputs times 64 inputs in one
//! instruction.
//!
//! A tile is up to 16 rows of up to 64 bytes. In a tile of inputs each row has the inputs of a cell; in a tile of weights,
//! those of four inputs for 16 outputs; and in a tile of sums, 16 outputs of a cell. Compiled code uses no tiles, so they keep
//! their numbers from one block of instructions to the next.

use std::arch::asm;
use std::mem::MaybeUninit;

use crate::net::evaluate::Epilogue;
use crate::net::layer::{Convolution, INPUT_GROUP, OUTPUT_BLOCK, ROW, SIDE, SUM_CELLS};

/// Cells of a tile. More cells take more time, and six tiles of 15 have only one cell more than the run.
const ROWS: usize = 15;

/// Tiles that hold all sums of a block of outputs.
const TILES: usize = SUM_CELLS / ROWS;

/// Bytes of a row.
const ROW_BYTES: usize = 64;

/// The shapes of the eight tiles, as the processor reads them.
#[repr(C, align(64))]
#[derive(Clone, Copy, Debug)]
struct Configuration {
    palette: u8,
    start_row: u8,
    reserved: [u8; 14],
    row_bytes: [u16; 16],
    rows: [u8; 16],
}

impl Configuration {
    /// Tiles 0 to 5 hold sums, tile 6 inputs, and tile 7 weights. `depth` inputs of a cell are multiplied at once.
    const fn new(depth: usize) -> Self {
        let mut configuration = Self {
            palette: 1,
            start_row: 0,
            reserved: [0; 14],
            row_bytes: [0; 16],
            rows: [0; 16],
        };
        let mut tile = 0;
        while tile < 8 {
            let is_input = tile == TILES;
            let is_weight = tile > TILES;
            let row_bytes = if is_input { depth } else { ROW_BYTES };
            let rows = if is_weight { depth / INPUT_GROUP } else { ROWS };
            configuration.row_bytes[tile] = row_bytes as u16;
            configuration.rows[tile] = rows as u8;
            tile += 1;
        }
        configuration
    }
}

/// Inputs of a cell that a tile holds: the largest divisor of the inputs of a band that fits into a row.
fn tile_depth(depth: usize) -> usize {
    let tiles = depth.div_ceil(ROW_BYTES)..;
    let mut depths = tiles.map(|tiles| depth / tiles);
    let fits = |&tile: &usize| depth.is_multiple_of(tile) && tile.is_multiple_of(INPUT_GROUP);
    depths.find(fits).unwrap_or(INPUT_GROUP)
}

/// The sums of a block of outputs, `[cell][output]`.
#[repr(align(64))]
struct Sums([[i32; OUTPUT_BLOCK]; SUM_CELLS]);

#[inline(always)]
pub fn convolve(layer: &Convolution, input: &[u8], epilogue: &mut impl Epilogue) {
    const { assert!(TILES == 6 && SUM_CELLS == TILES * ROWS) };
    let last_band = layer.input_start() + (layer.bands - 1) * layer.band_stride();
    let inputs_end = last_band + (SUM_CELLS - 1) * layer.inputs + layer.depth;
    assert!(inputs_end <= input.len());
    let depth = tile_depth(layer.depth);
    let chunks = layer.depth / depth;
    // While a block of outputs is multiplied, the block before it is finished, which is 3 % faster than one after the other.
    let due = SIDE.div_ceil(layer.bands * chunks);
    let mut buffers = [const { MaybeUninit::uninit() }; 2];
    configure(depth);
    for block in 0..layer.outputs / OUTPUT_BLOCK {
        let weights = layer.block(block);
        let mut rows = 0..SIDE;
        clear();
        for band in 0..layer.bands {
            for chunk in 0..chunks {
                let inputs =
                    &input[layer.input_start() + band * layer.band_stride() + chunk * depth..];
                let first_weight = (band * chunks + chunk) * depth * OUTPUT_BLOCK;
                #[expect(unsafe_code, reason = "see `configure`")]
                // SAFETY: the tiles are configured, the assertion covers all cells, and a block has the weights of all chunks.
                unsafe {
                    multiply(&weights[first_weight..], inputs, layer.inputs);
                }
                if block > 0 {
                    finish(
                        layer,
                        block - 1,
                        rows.by_ref().take(due),
                        &buffers,
                        epilogue,
                    );
                }
            }
        }
        store(&mut buffers[block % 2]);
    }
    let last = layer.outputs / OUTPUT_BLOCK - 1;
    finish(layer, last, 0..SIDE, &buffers, epilogue);
    #[expect(unsafe_code, reason = "see `configure`")]
    // SAFETY: the tiles hold nothing that is still needed.
    unsafe {
        asm!("tilerelease", options(nostack, nomem));
    }
}

/// Hands the sums of some rows of points to the epilogue.
#[inline(always)]
fn finish(
    layer: &Convolution,
    block: usize,
    rows: impl Iterator<Item = usize>,
    buffers: &[MaybeUninit<Sums>; 2],
    epilogue: &mut impl Epilogue,
) {
    #[expect(unsafe_code, reason = "zeros would take 8 % of an evaluation")]
    // SAFETY: the sums of a block are stored before it is finished.
    let sums = unsafe { &buffers[block % 2].assume_init_ref().0 };
    for row in rows {
        epilogue.apply(layer, block, row * ROW, &sums[row * ROW..][..SIDE]);
    }
}

/// Gives the tiles their shapes.
#[inline(always)]
fn configure(depth: usize) {
    let configuration = Configuration::new(depth);
    #[expect(
        unsafe_code,
        reason = "four times as fast as AVX-512; only used once the instructions were detected"
    )]
    // SAFETY: the tiles hold nothing else, and the instruction reads a whole configuration.
    unsafe {
        asm!("ldtilecfg [{}]", in(reg) &raw const configuration, options(nostack, readonly));
    }
}

/// Sets all sums to zero.
#[inline(always)]
fn clear() {
    #[expect(unsafe_code, reason = "see `configure`")]
    // SAFETY: the tiles are configured.
    unsafe {
        asm!(
            "tilezero tmm0",
            "tilezero tmm1",
            "tilezero tmm2",
            "tilezero tmm3",
            "tilezero tmm4",
            "tilezero tmm5",
            out("tmm0") _, out("tmm1") _, out("tmm2") _, out("tmm3") _, out("tmm4") _, out("tmm5") _,
            options(nostack, nomem),
        );
    }
}

/// Adds the products of one tile of weights and the inputs of all cells. The inputs of neighboring cells are `stride` bytes
/// apart.
///
/// # Safety
/// The tiles must be configured, and the slices must have all weights and inputs that are multiplied.
#[inline(always)]
#[expect(unsafe_code, reason = "see `configure`")]
unsafe fn multiply(weights: &[i8], inputs: &[u8], stride: usize) {
    // SAFETY: the caller promises it.
    unsafe {
        asm!(
            "tileloadd tmm7, [{weights} + {row}]",
            "tileloadd tmm6, [{inputs} + {stride}]",
            "tdpbusd tmm0, tmm6, tmm7",
            "add {inputs}, {tile}",
            "tileloadd tmm6, [{inputs} + {stride}]",
            "tdpbusd tmm1, tmm6, tmm7",
            "add {inputs}, {tile}",
            "tileloadd tmm6, [{inputs} + {stride}]",
            "tdpbusd tmm2, tmm6, tmm7",
            "add {inputs}, {tile}",
            "tileloadd tmm6, [{inputs} + {stride}]",
            "tdpbusd tmm3, tmm6, tmm7",
            "add {inputs}, {tile}",
            "tileloadd tmm6, [{inputs} + {stride}]",
            "tdpbusd tmm4, tmm6, tmm7",
            "add {inputs}, {tile}",
            "tileloadd tmm6, [{inputs} + {stride}]",
            "tdpbusd tmm5, tmm6, tmm7",
            weights = in(reg) weights.as_ptr(),
            row = in(reg) ROW_BYTES,
            inputs = inout(reg) inputs.as_ptr() => _,
            stride = in(reg) stride,
            tile = in(reg) ROWS * stride,
            out("tmm0") _, out("tmm1") _, out("tmm2") _, out("tmm3") _,
            out("tmm4") _, out("tmm5") _, out("tmm6") _, out("tmm7") _,
            options(nostack, readonly),
        );
    }
}

#[inline(always)]
fn store(sums: &mut MaybeUninit<Sums>) {
    #[expect(unsafe_code, reason = "see `configure`")]
    // SAFETY: the tiles are configured, and fill the sums.
    unsafe {
        asm!(
            "tilestored [{sums} + {row}], tmm0",
            "tilestored [{sums} + {row} + {tile}], tmm1",
            "tilestored [{sums} + {row} + 2 * {tile}], tmm2",
            "tilestored [{sums} + {row} + 3 * {tile}], tmm3",
            "tilestored [{sums} + {row} + 4 * {tile}], tmm4",
            "tilestored [{sums} + {row} + 5 * {tile}], tmm5",
            sums = in(reg) sums.as_mut_ptr(),
            row = in(reg) ROW_BYTES,
            tile = const ROWS * ROW_BYTES,
            options(nostack),
        );
    }
}
