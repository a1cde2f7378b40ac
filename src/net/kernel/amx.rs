//! The convolution by the matrix unit of processors with AMX: 16 cells times 16 outputs times 64 inputs in one
//! instruction.
//!
//! A tile is 16 rows of up to 64 bytes. One with inputs has the inputs of a cell in each row, one with weights four inputs
//! of 16 outputs in each row, and one with sums 16 outputs of a cell in each row.

use std::arch::asm;

use crate::net::layer::{Convolution, INPUT_GROUP, OUTPUT_BLOCK};
use crate::net::layout::SUM_CELLS;

/// Rows of a tile.
const ROWS: usize = 16;

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
    /// Tiles 0 to 3 hold sums, 4 and 5 inputs, 6 and 7 weights; `depth` inputs are multiplied at once.
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
            let is_input = tile == 4 || tile == 5;
            let is_weight = tile >= 6;
            let row_bytes = if is_input { depth } else { ROW_BYTES };
            let rows = if is_weight { depth / INPUT_GROUP } else { ROWS };
            configuration.row_bytes[tile] = row_bytes as u16;
            configuration.rows[tile] = rows as u8;
            tile += 1;
        }
        configuration
    }
}

/// Inputs that a tile holds: as many as fit and divide the inputs of a band.
fn tile_depth(depth: usize) -> usize {
    let tiles = depth.div_ceil(ROW_BYTES)..;
    let mut depths = tiles.map(|tiles| depth / tiles);
    let fits = |&tile: &usize| depth.is_multiple_of(tile) && tile.is_multiple_of(INPUT_GROUP);
    depths.find(fits).unwrap_or(INPUT_GROUP)
}

pub(super) fn convolve(layer: &Convolution, input: &[u8], sums: &mut [i32]) {
    const { assert!(SUM_CELLS.is_multiple_of(2 * ROWS)) };
    let last_band = layer.input_start() + (layer.bands - 1) * layer.band_stride();
    let inputs_end = last_band + (SUM_CELLS - 1) * layer.inputs + layer.depth;
    assert!(inputs_end <= input.len());
    assert!(SUM_CELLS * layer.outputs <= sums.len());
    assert!(layer.bands * layer.depth * layer.outputs <= layer.weights.len());
    let depth = tile_depth(layer.depth);
    let configuration = Configuration::new(depth);
    #[expect(
        unsafe_code,
        reason = "five times as fast as AVX-512; only used once the instructions were detected"
    )]
    // SAFETY: the tiles hold nothing else, and the instruction reads a whole configuration.
    unsafe {
        asm!("ldtilecfg [{}]", in(reg) &raw const configuration, options(nostack, readonly));
    }
    for output in (0..layer.outputs).step_by(2 * OUTPUT_BLOCK) {
        let is_pair = output + OUTPUT_BLOCK < layer.outputs;
        for cell in (0..SUM_CELLS).step_by(2 * ROWS) {
            let inputs = &input[layer.input_start() + cell * layer.inputs..];
            let block = output / OUTPUT_BLOCK;
            let sums = &mut sums[cell * layer.outputs + output..];
            #[expect(unsafe_code, reason = "see above")]
            // SAFETY: the assertions above cover all cells and weights.
            unsafe {
                if is_pair {
                    multiply_pair(layer, depth, inputs, block, sums);
                } else {
                    multiply_single(layer, depth, inputs, block, sums);
                }
            }
        }
    }
    #[expect(unsafe_code, reason = "see above")]
    // SAFETY: the tiles hold nothing that is needed.
    unsafe {
        asm!("tilerelease", options(nostack, nomem));
    }
}

pub(super) fn multiply_registers(rounds: usize) -> usize {
    let configuration = Configuration::new(ROW_BYTES);
    let rounds = rounds.max(1);
    #[expect(unsafe_code, reason = "only used once the instructions were detected")]
    // SAFETY: the tiles hold nothing else, and the instruction reads a whole configuration.
    unsafe {
        asm!(
            "ldtilecfg [{configuration}]",
            "tilezero tmm4",
            "tilezero tmm5",
            "tilezero tmm6",
            "tilezero tmm7",
            "2:",
            "tdpbusd tmm0, tmm4, tmm6",
            "tdpbusd tmm1, tmm4, tmm7",
            "tdpbusd tmm2, tmm5, tmm6",
            "tdpbusd tmm3, tmm5, tmm7",
            "dec {rounds}",
            "jnz 2b",
            "tilerelease",
            configuration = in(reg) &raw const configuration,
            rounds = inout(reg) rounds => _,
            out("tmm0") _, out("tmm1") _, out("tmm2") _, out("tmm3") _,
            out("tmm4") _, out("tmm5") _, out("tmm6") _, out("tmm7") _,
            options(nostack, readonly),
        );
    }
    rounds * 4 * ROWS * ROWS * ROW_BYTES
}

/// What the loop reads from memory, as its registers do not suffice.
#[repr(C)]
#[derive(Debug)]
struct Rest {
    /// Tiles of inputs in a band.
    chunks: usize,
    /// Bytes from the end of a band's inputs to the next band's.
    band_gap: usize,
    sums: *mut i32,
    /// The sums of the lower 16 cells.
    lower_sums: *mut i32,
}

/// Defines a function that computes one block of outputs (`multiply_single`) or two (`multiply_pair`) of 32 cells, whose inputs
/// and sums begin these slices.
macro_rules! multiply {
    ($name:ident, $zero:literal, $load:literal, $products:literal, $store:literal) => {
        #[inline(always)]
        #[expect(unsafe_code, reason = "see `convolve`")]
        unsafe fn $name(
            layer: &Convolution,
            depth: usize,
            inputs: &[u8],
            block: usize,
            sums: &mut [i32],
        ) {
            let rest = Rest {
                chunks: layer.depth / depth,
                band_gap: layer.band_stride() - layer.depth,
                sums: sums.as_mut_ptr(),
                lower_sums: sums[ROWS * layer.outputs..].as_mut_ptr(),
            };
            let weights = layer.block(block);
            // SAFETY: the caller promises that the tiles are configured and that the buffers hold them.
            unsafe {
                asm!(
                    "tilezero tmm0",
                    "tilezero tmm2",
                    $zero,
                    "2:",
                    "mov {chunk}, [{rest}]",
                    "3:",
                    "tileloadd tmm4, [{inputs} + {input_stride}]",
                    "tileloadd tmm6, [{weights} + {row}]",
                    "tdpbusd tmm0, tmm4, tmm6",
                    "tileloadd tmm5, [{lower} + {input_stride}]",
                    "tdpbusd tmm2, tmm5, tmm6",
                    $load,
                    $products,
                    "add {inputs}, {depth}",
                    "add {lower}, {depth}",
                    "add {weights}, {tile}",
                    "add {more_weights}, {tile}",
                    "dec {chunk}",
                    "jnz 3b",
                    "add {inputs}, [{rest} + 8]",
                    "add {lower}, [{rest} + 8]",
                    "dec {bands}",
                    "jnz 2b",
                    "mov {inputs}, [{rest} + 16]",
                    "mov {lower}, [{rest} + 24]",
                    "tilestored [{inputs} + {sum_stride}], tmm0",
                    "tilestored [{lower} + {sum_stride}], tmm2",
                    $store,
                    rest = in(reg) &raw const rest,
                    inputs = inout(reg) inputs.as_ptr() => _,
                    lower = inout(reg) inputs[ROWS * layer.inputs..].as_ptr() => _,
                    input_stride = in(reg) layer.inputs,
                    weights = inout(reg) weights.as_ptr() => _,
                    more_weights = inout(reg) weights.as_ptr().wrapping_add(weights.len()) => _,
                    row = in(reg) ROW_BYTES,
                    tile = in(reg) depth / INPUT_GROUP * ROW_BYTES,
                    sum_stride = in(reg) size_of::<i32>() * layer.outputs,
                    depth = in(reg) depth,
                    chunk = out(reg) _,
                    bands = inout(reg) layer.bands => _,
                    out("tmm0") _, out("tmm1") _, out("tmm2") _, out("tmm3") _,
                    out("tmm4") _, out("tmm5") _, out("tmm6") _, out("tmm7") _,
                    options(nostack),
                );
            }
        }
    };
}

multiply!(
    multiply_pair,
    "tilezero tmm1\ntilezero tmm3",
    "tileloadd tmm7, [{more_weights} + {row}]",
    "tdpbusd tmm1, tmm4, tmm7\ntdpbusd tmm3, tmm5, tmm7",
    "tilestored [{inputs} + {sum_stride} + 64], tmm1\ntilestored [{lower} + {sum_stride} + 64], tmm3"
);
multiply!(multiply_single, "", "", "", "");
