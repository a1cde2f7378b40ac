//! The sizes of a network and of its layers.

use std::fmt;

use super::layout::POINTS;

/// Sizes of a network: see [`Network`](super::Network) for the layers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Residual blocks, 1 to 40.
    pub blocks: usize,
    /// Channels of the blocks: a multiple of 16 from 16 to 256.
    pub channels: usize,
    /// Channels of the neck, which the heads share: a multiple of 16 from 16 to 256.
    pub neck: usize,
    /// Units of the hidden layer of value and lead: a multiple of 16 from 16 to 256.
    pub hidden: usize,
}

impl Shape {
    /// 6 blocks of 64 channels.
    pub const DEFAULT: Self = Self {
        blocks: 6,
        channels: 64,
        neck: 32,
        hidden: 64,
    };

    /// The layers in the order of the file, for this number of input planes. `pools` tells for each block whether it pools.
    pub(super) fn layers(&self, planes: usize, pools: &[bool]) -> Vec<LayerEntry> {
        let Self {
            channels,
            neck,
            hidden,
            ..
        } = *self;
        let entry = |kind, inputs, outputs| LayerEntry {
            kind,
            inputs,
            outputs,
        };
        let mut entries = vec![entry(LayerKind::Convolution3, planes, channels)];
        for &has_pool in pools {
            entries.push(entry(LayerKind::Convolution3, channels, channels));
            if has_pool {
                entries.push(entry(LayerKind::Pool, 2 * channels, channels));
            }
            entries.push(entry(LayerKind::Convolution3, channels, channels));
        }
        entries.extend([
            entry(LayerKind::Convolution1, channels, neck),
            entry(LayerKind::Convolution1, neck, 2),
            entry(LayerKind::Dense, 2 * neck, hidden),
            entry(LayerKind::Dense, hidden, 3),
        ]);
        entries
    }
}

/// What a layer computes, by its number in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LayerKind {
    Convolution3 = 0,
    Pool = 1,
    Convolution1 = 2,
    Dense = 3,
}

/// A row of the layer table in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LayerEntry {
    pub(super) kind: LayerKind,
    pub(super) inputs: usize,
    pub(super) outputs: usize,
}

impl LayerEntry {
    /// Bytes of a row.
    pub(super) const BYTES: usize = 6;

    pub(super) fn to_bytes(self) -> [u8; Self::BYTES] {
        let [inputs, outputs] = [self.inputs, self.outputs].map(|size| (size as u16).to_le_bytes());
        let kind = self.kind as u8;
        [kind, 0, inputs[0], inputs[1], outputs[0], outputs[1]]
    }

    /// Number of weights of the layer.
    pub(super) const fn weights(&self) -> usize {
        let taps = match self.kind {
            LayerKind::Convolution3 => 9,
            _ => 1,
        };
        self.inputs * self.outputs * taps
    }

    /// Number of biases of the layer, and of steps.
    pub(super) const fn biases(&self) -> usize {
        match self.kind {
            LayerKind::Pool => 0,
            _ => self.outputs,
        }
    }

    /// Bytes of the layer in the file.
    pub(super) const fn bytes(&self) -> usize {
        5 * self.biases() + self.weights()
    }

    /// Multiply-accumulate operations of one evaluation.
    pub(super) const fn multiplications(&self) -> usize {
        match self.kind {
            LayerKind::Convolution3 | LayerKind::Convolution1 => POINTS * self.weights(),
            LayerKind::Pool | LayerKind::Dense => self.weights(),
        }
    }
}

impl fmt::Display for LayerEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.kind {
            LayerKind::Convolution3 => "3x3 convolution",
            LayerKind::Pool => "pool layer",
            LayerKind::Convolution1 => "1x1 convolution",
            LayerKind::Dense => "dense layer",
        };
        write!(f, "a {kind}, {} to {}", self.inputs, self.outputs)
    }
}
