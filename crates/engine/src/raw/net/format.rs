//! The network file, and the boards and rules that a network has learned.

use std::fmt;

use super::layer::{BlockShape, LayerEntry, LayerKind, MIN_SIDE, PLANES, RawLayer, SIDE, Shape};
use super::network::{Network, RawNetwork};

/// Largest network file, in bytes.
pub const MAX_FILE_BYTES: usize = 16 << 20;

const MAGIC: &[u8; 8] = b"TaoGoNet";
/// The version of files whose networks know only 9x9 and area scoring.
const PLAIN: u16 = 1;
/// The version of files that tell the scope of their networks.
const SCOPED: u16 = 2;
const MAX_BLOCKS: u16 = 40;
const MAX_WIDTH: u16 = 256;
const MAX_NAME: usize = 64;
const MAX_BIAS: u32 = 1 << 28;
const STEPS: std::ops::RangeInclusive<u8> = 3..=20;

/// Why bytes are no network. Positions are in bytes from the beginning of the file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NetworkError {
    /// The file has content that no network can have, ends early or is too large.
    #[error("{0}")]
    Content(String),
    /// Bytes follow the network.
    #[error("byte {0}: more bytes after the network")]
    Trailing(usize),
    #[error("the checksum is {found:08x}, expected {expected:08x}: the network file is damaged")]
    Checksum {
        /// The checksum of the bytes.
        found: u32,
        /// The checksum at the end of the file.
        expected: u32,
    },
}

/// The error for content at this position that no network can have.
fn bad<T>(at: usize, problem: impl fmt::Display) -> Result<T, NetworkError> {
    Err(NetworkError::Content(format!("byte {at}: {problem}")))
}

fn truncated(at: usize) -> NetworkError {
    NetworkError::Content(format!("the network file ends early, at byte {at}"))
}

impl Network {
    /// Reads a network file.
    ///
    /// # Errors
    /// An error that tells the first thing that is wrong with the file, and where it is.
    pub fn parse(bytes: &[u8]) -> Result<Self, NetworkError> {
        let (raw, checksum) = parse(bytes)?;
        Ok(Self::new(&raw, checksum))
    }
}

/// The layers of a file and its checksum.
pub(super) fn parse(bytes: &[u8]) -> Result<(RawNetwork, u32), NetworkError> {
    if bytes.len() > MAX_FILE_BYTES {
        let count = bytes.len();
        return Err(NetworkError::Content(format!(
            "{count} bytes, more than the {MAX_FILE_BYTES} that a network file may have"
        )));
    }
    let mut reader = NetworkReader { bytes, at: 0 };
    if bytes.iter().zip(MAGIC).any(|(byte, magic)| byte != magic) {
        return Err(NetworkError::Content("not a network file".to_owned()));
    }
    reader.take(MAGIC.len())?;
    let scope = reader.scope()?;
    let mut shape = reader.shape()?;
    let name = reader.name()?;
    let (blocks, entries) = reader.table(scope, &mut shape)?;

    // In 64 bits, since the sum of a hostile table exceeds 32.
    let length: u64 = entries.iter().map(|entry| entry.bytes() as u64).sum();
    let end = usize::try_from(reader.at as u64 + length).unwrap_or(usize::MAX);
    let parts = bytes.split_at_checked(end);
    let parts = parts.and_then(|(content, rest)| Some((content, rest.split_first_chunk()?)));
    let (content, (last, rest)) = parts.ok_or_else(|| truncated(bytes.len()))?;
    if !rest.is_empty() {
        return Err(NetworkError::Trailing(bytes.len() - rest.len()));
    }
    let (found, expected) = (crc32fast::hash(content), u32::from_le_bytes(*last));
    if found != expected {
        return Err(NetworkError::Checksum { found, expected });
    }

    let numbered = (1..).zip(&entries);
    let layers = numbered.map(|(number, entry)| reader.layer(number, entry));
    let raw = RawNetwork {
        scope,
        shape,
        name,
        blocks,
        layers: layers.collect::<Result<_, _>>()?,
    };
    Ok((raw, found))
}

const WIDTHS: &str = "a multiple of 16 from 16 to 256";

const fn is_width(width: u16) -> bool {
    width.is_multiple_of(16) && 16 <= width && width <= MAX_WIDTH
}

struct NetworkReader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> NetworkReader<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], NetworkError> {
        let taken = self.bytes[self.at..].get(..count);
        self.at += count;
        taken.ok_or_else(|| truncated(self.bytes.len()))
    }

    fn u16(&mut self) -> Result<u16, NetworkError> {
        let bytes = self.take(2)?;
        Ok(u16::from_le_bytes([bytes[0], bytes[1]]))
    }

    fn size(
        &mut self,
        name: &str,
        expected: &str,
        is_possible: impl Fn(u16) -> bool,
    ) -> Result<usize, NetworkError> {
        let at = self.at;
        let found = self.u16()?;
        if !is_possible(found) {
            return bad(at, format!("{found} {name}, expected {expected}"));
        }
        Ok(found.into())
    }

    fn scope(&mut self) -> Result<Scope, NetworkError> {
        let version = self.u16()?;
        if ![PLAIN, SCOPED].contains(&version) {
            let problem =
                format!("version {version} of the network format, expected {PLAIN} or {SCOPED}");
            return Err(NetworkError::Content(problem));
        }
        self.size("points a side", "9", |side| usize::from(side) == SIDE)?;
        if version == PLAIN {
            self.size("planes", "23", |planes| planes == 23)?;
            return Ok(Scope::PLAIN);
        }
        let is_side = |side| (MIN_SIDE..=SIDE).contains(&usize::from(side));
        Ok(Scope {
            smallest: self.size("points a side of the smallest board", "5 to 9", is_side)?,
            territory: self.size("planes", "23 or 24", |planes| [23, 24].contains(&planes))? == 24,
        })
    }

    fn shape(&mut self) -> Result<Shape, NetworkError> {
        Ok(Shape {
            narrow: 0,
            blocks: self.size("blocks", "1 to 40", |count| {
                (1..=MAX_BLOCKS).contains(&count)
            })?,
            channels: self.size("channels", WIDTHS, is_width)?,
            neck: self.size("neck channels", WIDTHS, is_width)?,
            hidden: self.size("hidden units", WIDTHS, is_width)?,
        })
    }

    fn name(&mut self) -> Result<String, NetworkError> {
        let at = self.at;
        let length = self.take(1)?[0];
        let text = self.take(length.into())?;
        match str::from_utf8(text) {
            Ok(name)
                if (1..=MAX_NAME).contains(&name.len()) && !name.chars().any(char::is_control) =>
            {
                Ok(name.to_owned())
            }
            _ => bad(at, "expected a name of 1 to 64 printable bytes"),
        }
    }

    /// Reads the outputs of the first layer of a bottleneck, whose row is at this position.
    fn narrow(&self, at: usize) -> Result<usize, NetworkError> {
        let mut reader = NetworkReader {
            bytes: self.bytes,
            at: at + 4,
        };
        reader.size("channels in a bottleneck", WIDTHS, is_width)
    }

    /// Reads the layer table: what the blocks are made of, and the layers. Sets the narrow channels.
    fn table(
        &mut self,
        scope: Scope,
        shape: &mut Shape,
    ) -> Result<(Vec<BlockShape>, Vec<LayerEntry>), NetworkError> {
        let start = self.at;
        let count = usize::from(self.u16()?);
        let rows = self.take(count * LayerEntry::BYTES)?.as_chunks().0;
        let mut table = BlockReader { rows, next: 1 };
        let mut blocks = Vec::new();
        for _ in 0..shape.blocks {
            let first = table.next;
            blocks.push(table.block());
            if shape.narrow == 0 && matches!(blocks.last(), Some(BlockShape::Bottleneck(_))) {
                shape.narrow = self.narrow(start + 2 + first * LayerEntry::BYTES)?;
            }
        }
        let entries = shape.layers(scope.planes(), &blocks);
        for (i, (row, entry)) in rows.iter().zip(&entries).enumerate() {
            if *row != entry.to_bytes() {
                let at = start + 2 + i * LayerEntry::BYTES;
                return bad(at, format!("expected {entry} as layer {}", i + 1));
            }
        }
        if count != entries.len() {
            let expected = entries.len();
            return bad(start, format!("{count} layers, expected {expected}"));
        }
        Ok((blocks, entries))
    }

    fn layer(&mut self, layer: usize, entry: &LayerEntry) -> Result<RawLayer, NetworkError> {
        let at = self.at;
        let steps = self.take(entry.biases())?.to_vec();
        for (at, &found) in (at..).zip(&steps) {
            if !STEPS.contains(&found) {
                let problem = format!("step {found} of layer {layer}, expected 3 to 20");
                return bad(at, problem);
            }
        }
        let at = self.at;
        let words = self.take(4 * entry.biases())?.as_chunks().0;
        let biases: Vec<i32> = words.iter().copied().map(i32::from_le_bytes).collect();
        for (at, &found) in (at..).step_by(4).zip(&biases) {
            if found.unsigned_abs() > MAX_BIAS {
                let problem = format!("bias {found} of layer {layer} is beyond {MAX_BIAS}");
                return bad(at, problem);
            }
        }
        let at = self.at;
        let bytes = self.take(entry.weights())?;
        // The sum of two products with it could overflow 16 bits. `contains` looks at many bytes at a time.
        let forbidden = i8::MIN.cast_unsigned();
        if bytes.contains(&forbidden) {
            let before = bytes.iter().take_while(|&&byte| byte != forbidden);
            return bad(at + before.count(), format!("weight -128 in layer {layer}"));
        }
        let weights = bytes.iter().map(|&byte| byte.cast_signed()).collect();
        Ok(RawLayer {
            inputs: entry.inputs,
            outputs: entry.outputs,
            steps,
            biases,
            weights,
        })
    }
}

/// A row of the layer table.
type Row = [u8; LayerEntry::BYTES];

/// Tells from the kinds of layers what the blocks are made of.
struct BlockReader<'a> {
    rows: &'a [Row],
    next: usize,
}

impl BlockReader<'_> {
    /// Reads the rows of a block.
    fn block(&mut self) -> BlockShape {
        if !self.is_next(LayerKind::Convolution1) {
            return BlockShape::Plain(self.plain());
        }
        self.next += 1;
        let mut pools = Vec::new();
        while self.is_next(LayerKind::Convolution3) {
            pools.push(self.plain());
        }
        self.next += 1;
        BlockShape::Bottleneck(pools)
    }

    /// Reads the rows of a plain block, and returns whether it pools: then its second layer is the pool layer.
    fn plain(&mut self) -> bool {
        self.next += 1;
        let pools = self.is_next(LayerKind::Pool);
        self.next += if pools { 2 } else { 1 };
        pools
    }

    fn is_next(&self, kind: LayerKind) -> bool {
        let row = self.rows.get(self.next);
        row.is_some_and(|row| row[0] == kind as u8)
    }
}

/// The file of a network and its checksum.
pub(super) fn to_bytes(raw: &RawNetwork) -> (Vec<u8>, u32) {
    let shape = raw.shape;
    let mut bytes = MAGIC.to_vec();
    let mut sizes = if raw.scope == Scope::PLAIN {
        vec![PLAIN.into(), SIDE]
    } else {
        vec![SCOPED.into(), SIDE, raw.scope.smallest]
    };
    sizes.extend([raw.scope.planes(), shape.blocks, shape.channels]);
    sizes.extend([shape.neck, shape.hidden]);
    for number in sizes {
        bytes.extend((number as u16).to_le_bytes());
    }
    bytes.push(raw.name.len() as u8);
    bytes.extend(raw.name.bytes());
    let entries = raw.entries();
    bytes.extend((entries.len() as u16).to_le_bytes());
    bytes.extend(entries.iter().flat_map(|entry| entry.to_bytes()));
    for layer in &raw.layers {
        bytes.extend(&layer.steps);
        bytes.extend(layer.biases.iter().flat_map(|bias| bias.to_le_bytes()));
        bytes.extend(layer.weights.iter().map(|weight| weight.cast_unsigned()));
    }
    let checksum = crc32fast::hash(&bytes);
    bytes.extend(checksum.to_le_bytes());
    (bytes, checksum)
}

/// The boards and rules that a network has learned. It says nothing of use about others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scope {
    /// Points along one side of the smallest board; the largest one has [`SIDE`].
    pub smallest: usize,
    /// Whether it knows territory scoring too, and not only area scoring.
    pub territory: bool,
}

impl Scope {
    /// 9x9 and area scoring.
    pub const PLAIN: Self = Self {
        smallest: SIDE,
        territory: false,
    };

    /// Whether the network has learned boards of this size.
    pub fn has_size(self, size: usize) -> bool {
        (self.smallest..=SIDE).contains(&size)
    }

    /// Number of input planes. Only a network that knows territory scoring has the last plane, which tells whether territory is
    /// scored.
    pub(super) const fn planes(self) -> usize {
        if self.territory { PLANES } else { PLANES - 1 }
    }
}
