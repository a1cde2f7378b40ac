"""Reads a network file of KataGo (.bin.gz, format 15, nested bottleneck blocks with attention) into PyTorch.

All boards of a batch have the same size, so nothing is masked. Points count row by row from the upper left. The network sees a board
from the side to move, and so do its answers.
"""

import gzip
import math
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor, nn

from inputs import GLOBALS, PLANES


class Reader:
    """Words and blocks of numbers of a network file."""

    def __init__(self, path: str | Path) -> None:
        data = Path(path).read_bytes()
        self.data = gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data
        self.at = 0

    def word(self) -> str:
        data, at = self.data, self.at
        while data[at] in b" \n\r\t":
            at += 1
        end = at
        while data[end] not in b" \n\r\t":
            end += 1
        self.at = end
        return data[at:end].decode("ascii")

    def ints(self, count: int) -> list[int]:
        return [int(self.word()) for _ in range(count)]

    def expect(self, *words: str) -> None:
        for word in words:
            found = self.word()
            if found != word:
                raise ValueError(f"byte {self.at}: {found!r}, not {word!r}")

    def floats(self, *shape: int) -> Tensor:
        at = self.data.index(b"@BIN@", self.at) + 5
        if self.data[self.at : at - 5].strip():
            raise ValueError(f"byte {self.at}: no block of numbers")
        count = math.prod(shape)
        self.at = at + 4 * count
        numbers = np.frombuffer(self.data, "<f4", count, at).astype(np.float32).reshape(shape)
        # Weights of unused channels have decayed to denormal numbers, which make a processor a hundred times slower.
        return torch.from_numpy(np.where(np.abs(numbers) < 1e-30, np.float32(0), numbers))

    # Layers. Weights come as [inputs, outputs] and are returned as [outputs, inputs].

    def convolution(self) -> Tensor:
        self.word()
        height, width, inputs, outputs, *dilation = self.ints(6)
        if dilation != [1, 1]:
            raise ValueError("dilated convolutions are not known")
        return self.floats(height, width, inputs, outputs).permute(3, 2, 0, 1).contiguous()

    def pointwise(self) -> Tensor:
        weight = self.convolution()
        if weight.shape[2:] != (1, 1):
            raise ValueError("a 1x1 convolution was expected")
        return weight[:, :, 0, 0].contiguous()

    def matrix(self) -> Tensor:
        self.word()
        inputs, outputs = self.ints(2)
        return self.floats(inputs, outputs).t().contiguous()

    def vector(self) -> Tensor:
        self.word()
        [count] = self.ints(1)
        return self.floats(count)

    def norm(self) -> tuple[Tensor, Tensor]:
        """A normalization with fixed statistics, as scale and bias."""
        self.word()
        [count] = self.ints(1)
        epsilon = float(self.word())
        has_scale, has_bias = self.ints(2)
        mean, variance = self.floats(count), self.floats(count)
        scale = self.floats(count) if has_scale else torch.ones(count)
        bias = self.floats(count) if has_bias else torch.zeros(count)
        scale = scale / torch.sqrt(variance + epsilon)
        return scale, bias - mean * scale

    def rms(self) -> tuple[Tensor, float]:
        self.word()
        [count] = self.ints(1)
        epsilon = float(self.word())
        return self.floats(count), epsilon

    def silu(self) -> None:
        self.word()
        self.expect("ACTIVATION_SILU")


def _parameter(tensor: Tensor) -> nn.Parameter:
    return nn.Parameter(tensor.contiguous(), requires_grad=False)


def _rms(x: Tensor, epsilon: float) -> Tensor:
    """x over its root mean square along the channels."""
    return x * torch.rsqrt(x.square().mean(-1, keepdim=True) + epsilon)


class Attention(nn.Module):
    """Self-attention over the points, with rotary positions. The scale of the norm is part of the projection."""

    def __init__(self, reader: Reader) -> None:
        super().__init__()
        reader.word()
        heads, kv_heads, q_dim, v_dim, has_rope, learned = reader.ints(6)
        if heads != kv_heads or q_dim != v_dim or not has_rope or not learned:
            raise ValueError("this kind of attention is not known")
        self.heads, self.dim = heads, q_dim
        scale, self.epsilon = reader.rms()
        q, k, v = reader.matrix(), reader.matrix(), reader.matrix()
        self.out = _parameter(reader.matrix())
        reader.word()
        if reader.ints(3) != [heads, q_dim // 2, 2]:
            raise ValueError("unexpected rotary frequencies")
        self.frequencies = reader.floats(heads, q_dim // 2, 2)
        # The file rotates neighboring channels 2p, 2p + 1; here these are p and p + dim / 2, in queries and keys alike.
        order = torch.cat([torch.arange(0, q_dim, 2), torch.arange(1, q_dim, 2)])
        q, k = (w.view(heads, q_dim, -1)[:, order].reshape(w.shape) for w in (q, k))
        self.project = _parameter(torch.cat([q, k, v]) * scale)
        self.tables: dict[int, tuple[Tensor, Tensor]] = {}

    def rotation(self, size: int) -> tuple[Tensor, Tensor]:
        """Cosines and sines, [1, points, heads, dim]; the first half of the sines is negative."""
        if size not in self.tables:
            point = torch.arange(size * size)[:, None, None]
            angle = point % size * self.frequencies[..., 0] + point // size * self.frequencies[..., 1]
            cos, sin = angle.cos(), angle.sin()
            self.tables[size] = torch.cat([cos, cos], -1)[None], torch.cat([-sin, sin], -1)[None]
        return self.tables[size]

    def forward(self, x: Tensor, size: int) -> Tensor:
        n, points, _ = x.shape
        q, k, v = F.linear(_rms(x, self.epsilon), self.project).view(n, points, 3, self.heads, self.dim).unbind(2)
        cos, sin = self.rotation(size)
        q = q * cos + q.roll(self.dim // 2, -1) * sin
        k = k * cos + k.roll(self.dim // 2, -1) * sin
        q, k, v = q.transpose(1, 2), k.transpose(1, 2), v.transpose(1, 2)
        y = (q @ k.transpose(2, 3) * self.dim**-0.5).softmax(-1) @ v
        return F.linear(y.transpose(1, 2).reshape(n, points, -1), self.out)


class FeedForward(nn.Module):
    """Two gated layers for each point."""

    def __init__(self, reader: Reader) -> None:
        super().__init__()
        reader.word()
        _, self.hidden, gated = reader.ints(3)
        if not gated:
            raise ValueError("only gated layers are known")
        scale, self.epsilon = reader.rms()
        first, gate, down = reader.matrix(), reader.matrix(), reader.matrix()
        # Units that add nothing are left out, as far as a multiple of 32 units remains.
        adds = (first.abs().amax(1) > 1e-12) & (gate.abs().amax(1) > 1e-12) & (down.abs().amax(0) > 1e-12)
        kept = torch.argsort(~adds, stable=True)[: (int(adds.sum()) + 31) // 32 * 32].sort().values
        self.hidden = len(kept)
        self.up = _parameter(torch.cat([first[kept], gate[kept]]) * scale)
        self.down = _parameter(down[:, kept])

    def forward(self, x: Tensor, size: int) -> Tensor:
        h = F.linear(_rms(x, self.epsilon), self.up)
        return F.linear(F.silu(h[..., : self.hidden]) * h[..., self.hidden :], self.down)


class Bottleneck(nn.Module):
    """Narrows the trunk, adds what its blocks find, and widens it again."""

    def __init__(self, reader: Reader) -> None:
        super().__init__()
        reader.word()
        [count] = reader.ints(1)
        scale, bias = reader.norm()
        self.scale, self.bias = _parameter(scale), _parameter(bias)
        reader.silu()
        self.narrow = _parameter(reader.pointwise())
        self.blocks = nn.ModuleList(_block(reader) for _ in range(count))
        scale, bias = reader.norm()
        self.scale2, self.bias2 = _parameter(scale), _parameter(bias)
        reader.silu()
        self.widen = _parameter(reader.pointwise())

    def forward(self, x: Tensor, size: int) -> Tensor:
        h = F.linear(F.silu(torch.addcmul(self.bias, x, self.scale)), self.narrow)
        for block in self.blocks:
            h = h + block(h, size)
        return F.linear(F.silu(torch.addcmul(self.bias2, h, self.scale2)), self.widen)


_BLOCKS = {
    "nested_bottleneck_block": Bottleneck,
    "transformer_attention_block": Attention,
    "transformer_ffn_block": FeedForward,
}


def _block(reader: Reader) -> nn.Module:
    kind = reader.word()
    if kind not in _BLOCKS:
        raise ValueError(f"blocks of the kind {kind} are not known")
    return _BLOCKS[kind](reader)


class Heads(nn.Module):
    """Policy, outcome, lead and owners."""

    def __init__(self, reader: Reader) -> None:
        super().__init__()
        reader.word()
        p1, g1 = reader.pointwise(), reader.pointwise()
        (g_scale, g_bias), _ = reader.norm(), reader.silu()
        pool_to_points = reader.matrix()
        (p_scale, p_bias), _ = reader.norm(), reader.silu()
        self.points = _parameter(reader.pointwise())
        self.pass1, self.pass1_bias, _ = _parameter(reader.matrix()), _parameter(reader.vector()), reader.silu()
        self.pass2 = _parameter(reader.matrix())
        reader.word()
        v1, (v_scale, v_bias), _ = reader.pointwise(), reader.norm(), reader.silu()
        self.v2, self.v2_bias, _ = _parameter(reader.matrix()), _parameter(reader.vector()), reader.silu()
        v3, v3_bias, v4, v4_bias = reader.matrix(), reader.vector(), reader.matrix(), reader.vector()
        self.v3, self.v3_bias = _parameter(torch.cat([v3, v4[2:3]])), _parameter(torch.cat([v3_bias, v4_bias[2:3]]))
        self.owner = _parameter(reader.pointwise())
        # One product for the three first layers: points, pooled, value.
        self.split = [len(p1), len(g1), len(v1)]
        self.first = _parameter(torch.cat([p1 * p_scale[:, None], g1 * g_scale[:, None], v1 * v_scale[:, None]]))
        self.first_bias = _parameter(torch.cat([p_bias, g_bias, v_bias]))
        self.pool_to_points = _parameter(pool_to_points * p_scale[:, None])

    def forward(self, x: Tensor, size: int) -> tuple[Tensor, Tensor, Tensor]:
        """Policy logits [n, points + 1]; [n, 4] win, loss, no result, lead; owners [n, points]."""
        p, g, v = F.linear(x, self.first, self.first_bias).split(self.split, -1)
        g, v = F.silu(g), F.silu(v)
        excess = size - 14.0
        mean = g.mean(1)
        pooled = torch.cat([mean, mean * (0.1 * excess), g.amax(1).clamp(min=-1.0)], 1)
        p = F.silu(p + F.linear(pooled, self.pool_to_points)[:, None])
        policy = F.linear(p, self.points).transpose(1, 2)
        last = F.silu(F.linear(pooled, self.pass1, self.pass1_bias))
        # The second policy of the file looks for surprisingly good moves.
        policy = torch.cat([policy[:, 0], F.linear(last, self.pass2)[:, :1]], 1)
        mean = v.mean(1)
        pooled = torch.cat([mean, mean * (0.1 * excess), mean * (0.01 * excess * excess - 0.1)], 1)
        h = F.silu(F.linear(pooled, self.v2, self.v2_bias))
        outcome = F.linear(h, self.v3, self.v3_bias)
        owner = F.linear(v, self.owner)[..., 0]
        return policy, outcome, owner


@dataclass
class Output:
    """What the network says, from the side to move."""

    policy: Tensor  # [n, points + 1] logits, the pass last
    outcome: Tensor  # [n, 3] logits: win, loss, no result
    lead: Tensor  # [n] points, if the game has a result
    owner: Tensor  # [n, points], 1 own to -1 the enemy's

    def policy_chances(self, legal: Tensor) -> Tensor:
        """The policy over the legal moves; a pass gets at most 95 %, as in KataGo's analysis."""
        chances = self.policy.masked_fill(~legal, -torch.inf).softmax(1)
        others = chances[:, :-1].sum(1)
        last = torch.where(others > 0, torch.minimum(chances[:, -1], 19 * others), chances[:, -1])
        chances = torch.cat([chances[:, :-1], last[:, None]], 1)
        return chances / chances.sum(1, keepdim=True)

    def chances(self, may_have_no_result: Tensor) -> tuple[Tensor, Tensor]:
        """The chance to win (no result counts half) and the lead, as KataGo reports them. Only games under territory rules or simple ko
        may have no result."""
        logits = self.outcome.clone()
        logits[:, 2] = torch.where(may_have_no_result, logits[:, 2], torch.full_like(logits[:, 2], -1e5))
        win, loss, none = logits.softmax(1).unbind(1)
        return 0.5 + 0.5 * (win - loss), self.lead * (1 - none)


class KataNet(nn.Module):
    """The whole network."""

    def __init__(self, reader: Reader) -> None:
        super().__init__()
        self.name = reader.word()
        version, planes, globals_ = reader.ints(3)
        if (version, planes, globals_) != (15, PLANES, GLOBALS):
            raise ValueError(f"format {version} with {planes} planes and {globals_} numbers is not known")
        scales = [float(reader.word()) for _ in range(7)]
        self.lead_scale = scales[3]
        if any(reader.ints(8)):
            raise ValueError("an option of the network is not known")
        reader.word()
        blocks, *_ = reader.ints(6)
        norm_kind, *options = reader.ints(6)
        if norm_kind != 1 or any(options):
            raise ValueError("an option of the trunk is not known")
        weight = reader.convolution()
        self.input = _parameter(weight)
        self.input_globals = _parameter(reader.matrix())
        self.blocks = nn.ModuleList(_block(reader) for _ in range(blocks))
        reader.word()
        [count] = reader.ints(1)
        self.epsilon = float(reader.word())
        if reader.ints(2) != [1, 0]:
            raise ValueError("an option of the last norm is not known")
        self.last_scale, self.last_bias = _parameter(reader.floats(count)), _parameter(reader.floats(count))
        reader.silu()
        self.heads = Heads(reader)

    def forward(self, planes: Tensor, globals_: Tensor) -> Output:
        """Evaluates positions: planes [n, 22, s, s], globals [n, 19]."""
        size = planes.shape[-1]
        x = F.conv2d(planes, self.input, padding=1).flatten(2).transpose(1, 2)
        x = x + F.linear(globals_, self.input_globals)[:, None]
        for block in self.blocks:
            x = x + block(x, size)
        x = x * torch.rsqrt(x.square().mean((1, 2), keepdim=True) + self.epsilon)
        x = F.silu(torch.addcmul(self.last_bias, x, self.last_scale))
        policy, outcome, owner = self.heads(x, size)
        policy, outcome, owner = policy.float(), outcome.float(), owner.float()
        return Output(policy, outcome[:, :3], outcome[:, 3] * self.lead_scale, owner.tanh())


def load(path: str | Path) -> KataNet:
    """Reads a network."""
    reader = Reader(path)
    net = KataNet(reader).eval()
    if reader.data[reader.at :].strip():
        raise ValueError(f"{path}: {len(reader.data) - reader.at} bytes too many")
    return net
