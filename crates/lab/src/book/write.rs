//! Writes the file of a book, block by block. `docs/lab/book.md` describes it.

use tao_engine::raw::book::format::{MAGIC, NO_POINT, POSITION, TREE, VERSION};
use tao_engine::raw::book::{Book, BookPosition, Checksum, Komi, Loaded, SIDE, SearchedPosition};
use tao_rules::board::Coord;

/// Makes the bytes of a file piece by piece: each call returns the next bytes to write.
#[derive(Clone, Debug)]
pub struct Writer {
    checksum: Checksum,
    /// The tree of the latest blocks, and the network that searched them.
    tree: Option<(Komi, u32)>,
}

impl Writer {
    /// A writer of a new file, and the beginning of it.
    pub fn begin() -> (Self, Vec<u8>) {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.push(SIDE as u8);
        let writer = Self {
            checksum: Checksum::of(&bytes),
            tree: None,
        };
        (writer, bytes)
    }

    /// A writer that continues a file.
    pub fn after(loaded: &Loaded) -> Self {
        Self {
            checksum: loaded.checksum.clone(),
            tree: loaded.tree,
        }
    }

    /// The bytes of a position in the tree of this komi. Its origin is as in [`BookTree::add`](tao_engine::raw::book::BookTree::add).
    pub fn position(
        &mut self,
        komi: Komi,
        origin: Option<(usize, Coord)>,
        searched: &SearchedPosition,
    ) -> Vec<u8> {
        let mut bytes = Vec::new();
        let network = searched.network;
        if self.tree != Some((komi, network)) {
            self.tree = Some((komi, network));
            let mut block = vec![TREE];
            block.extend(komi.half_points().to_le_bytes());
            block.extend(network.to_le_bytes());
            bytes.extend(self.block(&block));
        }
        let point = |coord: Coord| coord.index(SIDE) as u8;
        let mut block = vec![POSITION];
        match origin {
            None => block.push(NO_POINT),
            Some((parent, coord)) => {
                block.push(point(coord));
                push_number(&mut block, parent as u64);
            }
        }
        push_number(&mut block, searched.visits.into());
        block.extend(searched.win_rate.0.to_le_bytes());
        block.extend(searched.tenths_ahead.to_le_bytes());
        for mv in &searched.moves {
            block.push(point(mv.coord));
            push_number(&mut block, mv.visits.into());
            block.extend(mv.win_rate.0.to_le_bytes());
        }
        bytes.extend(self.block(&block));
        bytes
    }

    pub(super) fn block(&mut self, content: &[u8]) -> Vec<u8> {
        let mut bytes = Vec::new();
        push_number(&mut bytes, content.len() as u64);
        bytes.extend(content);
        let check = self.checksum.after_block(&bytes);
        bytes.extend(check.to_le_bytes());
        bytes
    }
}

/// The bytes of a file with this book, whose positions are in the order of a walk over the tree: these are read fastest.
pub fn to_bytes(book: &Book) -> Vec<u8> {
    let (mut writer, mut bytes) = Writer::begin();
    for tree in book.trees() {
        let mut after: Vec<Vec<usize>> = vec![Vec::new(); tree.len()];
        for (index, position) in tree.positions().iter().enumerate().rev() {
            if let Some((parent, _)) = position.origin {
                after[parent].push(index);
            }
        }
        let mut numbers = vec![0; tree.len()];
        let mut walk = Vec::from_iter((!tree.is_empty()).then_some(0));
        for number in 0.. {
            let Some(index) = walk.pop() else { break };
            numbers[index] = number;
            let BookPosition {
                origin, searched, ..
            } = &tree.positions()[index];
            let origin = origin.map(|(parent, coord)| (numbers[parent], coord));
            bytes.extend(writer.position(tree.komi(), origin, searched));
            walk.append(&mut after[index]);
        }
    }
    bytes
}

/// Appends a number with seven bits in each byte, the low ones first. The top bit says that more bytes follow.
fn push_number(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}
