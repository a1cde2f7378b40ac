"""The exported network as integers: its layers, its file, and a slow evaluation that the engine must match to the last bit.

This is the reference of the file (`to_bytes`) and of the arithmetic (`evaluate`); `crates/engine/data/README.md` has an overview. Units: activations are
in 1/32, from 0 to 127; the residual stream, in 16 bits, and the logits of points in 1/256; pooled and hidden numbers, the value and the
logit of a pass in 1/1024; the lead in 1/64 points. A weight is an integer / 2^shift, and each output has its own shift.
"""

import struct
import zlib
from dataclasses import dataclass, replace

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from data import PLANES
from model import ACTIVATION_STEP, Network, Scope, Shape, folded, round_weights, shifts
from replay import POINTS, SIZE

MAGIC = b"TaoGoNet"

# The file version of networks for only 9x9 under area rules, and that of all other networks.
PLAIN, SCOPED = 1, 2
CONV3, POOL, CONV1, DENSE = range(4)

# Units of the inputs of the sums: activations are multiples of 1/32, pooled and hidden values multiples of 1/1024.
ACTIVATION_UNITS = round(1 / ACTIVATION_STEP)
FINE_UNITS = 1024

# Sums for the residual stream and for the points' logits are shifted by this many bits less, which makes them multiples of 1/256.
TO_STREAM = 3

# Usual root mean square of convolution weights after a training from random weights: 0.27 to 0.33 in all layers.
USUAL_WEIGHT = 0.3

Integers = NDArray[np.int64]


@dataclass
class Layer:
    """A layer: weight / 2^shift is the exact weight. A pool layer has no shift and no bias of its own."""

    kind: int
    weight: Integers  # [outputs, inputs, taps]
    shift: Integers | None = None  # [outputs]
    bias: Integers | None = None  # [outputs], in the unit of the sums, including half an output unit for rounding

    def to_bytes(self) -> bytes:
        head = b""
        if self.shift is not None and self.bias is not None:
            head = self.shift.astype(np.uint8).tobytes() + self.bias.astype("<i4").tobytes()
        return head + self.weight.astype(np.int8).tobytes()


def _layer(kind: int, weight: Tensor, shift: Tensor, bias: Tensor, units: int, less: int = 0) -> Layer:
    """A layer whose sums are shifted by `shift - less`."""
    steps = shift.double().numpy().astype(np.int64)
    scaled = bias.detach().double().numpy() * units * np.exp2(steps)
    half = (1 << (steps - less)) >> 1
    return Layer(kind, _integers(weight, shift), steps, np.floor(scaled + 0.5).astype(np.int64) + half)


def _integers(weight: Tensor, shift: Tensor) -> Integers:
    return round_weights(weight.detach(), shift).long().numpy().reshape(*weight.shape[:2], -1)


# The parts of a body.
PAIR, NARROW, WIDEN = range(3)


def _parts(shape: Shape) -> list[tuple[int, int]]:
    """The parts of the body in the order of the file, each with its number among those of its kind."""
    if not shape.narrow:
        return [(PAIR, i) for i in range(shape.blocks)]
    return [part for i in range(shape.blocks) for part in ((NARROW, i), (PAIR, 2 * i), (PAIR, 2 * i + 1), (WIDEN, i))]


def _kinds(shape: Shape) -> list[int]:
    """The kinds of the layers in the order of the file."""
    kinds = [CONV3]
    for part, i in _parts(shape):
        kinds += [CONV3, *[POOL] * shape.pools[i], CONV3] if part == PAIR else [CONV1]
    return [*kinds, CONV1, CONV1, DENSE, DENSE]


def layers(network: Network) -> list[Layer]:
    """The layers in the order of the file: input; the blocks; neck, points, hidden, outcome. Of a pair of 3x3 convolutions: first, perhaps
    pool, and second; of a bottleneck: narrow, two pairs, and widen."""

    def normalized(
        kind: int, conv: torch.nn.Conv2d, norm: torch.nn.BatchNorm2d, less: int, of_pool: torch.nn.Linear | None = None
    ) -> list[Layer]:
        scale, bias = folded(norm)
        weights = [conv.weight * scale[:, None, None, None]]
        if of_pool is not None:
            weights.append(of_pool.weight * scale[:, None])
        shift = shifts(*weights)
        pools = [Layer(POOL, _integers(weight, shift)) for weight in weights[1:]]
        return [*pools, _layer(kind, weights[0], shift, bias, ACTIVATION_UNITS, less)]

    def plain(kind: int, layer: torch.nn.Conv2d | torch.nn.Linear, units: int, less: int = 0) -> Layer:
        return _layer(kind, layer.weight, shifts(layer.weight), layer.bias, units, less)

    out = normalized(CONV3, network.input, network.input_norm, TO_STREAM)
    for part, i in _parts(network.shape):
        if part == PAIR:
            out += normalized(CONV3, network.first[i], network.first_norm[i], 0)
            of_pool = network.pool[str(i)] if network.shape.pools[i] else None
            out += normalized(CONV3, network.second[i], network.second_norm[i], TO_STREAM, of_pool)
        elif part == NARROW:
            out += normalized(CONV1, network.narrow[i], network.narrow_norm[i], TO_STREAM)
        else:
            out += normalized(CONV1, network.widen[i], network.widen_norm[i], TO_STREAM)
    out += normalized(CONV1, network.neck, network.neck_norm, 0)
    out.append(plain(CONV1, network.points, ACTIVATION_UNITS, TO_STREAM))
    out.append(plain(DENSE, network.hidden, FINE_UNITS))
    out.append(plain(DENSE, network.outcome, FINE_UNITS))
    return out


def to_bytes(shape: Shape, name: str, parts: list[Layer], scope: Scope = Scope()) -> bytes:
    """The network file."""
    text = name.encode()
    start, *rest = parts
    parts = [replace(start, weight=start.weight[:, : scope.planes]), *rest]
    sizes = (PLAIN, SIZE) if scope == Scope() else (SCOPED, SIZE, scope.smallest)
    out = MAGIC + b"".join(struct.pack("<H", size) for size in (*sizes, scope.planes))
    out += struct.pack("<HHHH", shape.blocks, shape.channels, shape.neck, shape.hidden)
    out += struct.pack("<B", len(text)) + text + struct.pack("<H", len(parts))
    for part in parts:
        outputs, inputs, _ = part.weight.shape
        out += struct.pack("<BBHH", part.kind, 0, inputs, outputs)
    out += b"".join(part.to_bytes() for part in parts)
    return out + struct.pack("<I", zlib.crc32(out))


def checksum(file: bytes) -> int:
    """The CRC-32 that a network file ends with."""
    return int.from_bytes(file[-4:], "little")


def from_bytes(file: bytes) -> tuple[Shape, list[Layer]]:
    """Reads a network file as `to_bytes` writes it. Raises ValueError for another one, also for blocks that training does not make."""
    if file[: len(MAGIC)] != MAGIC or checksum(file) != zlib.crc32(file[:-4]):
        raise ValueError("not a network file, or a damaged one")
    version, size = struct.unpack_from("<HH", file, len(MAGIC))
    if version not in (PLAIN, SCOPED) or size != SIZE:
        raise ValueError(f"version {version} and {size} points a side are not of this program")
    at = len(MAGIC) + (4 if version == PLAIN else 6)
    planes, *sizes = struct.unpack_from("<5H", file, at)
    at += 10
    at += 1 + file[at]
    [count] = struct.unpack_from("<H", file, at)
    heads = [struct.unpack_from("<BBHH", file, at + 2 + 6 * i) for i in range(count)]
    at += 2 + 6 * count

    def numbers(kind: str, length: int) -> Integers:
        nonlocal at
        out = np.frombuffer(file, kind, length, at).astype(np.int64)
        at += out.size * np.dtype(kind).itemsize
        return out

    parts = []
    for kind, _, inputs, outputs in heads:
        shift, bias = (None, None) if kind == POOL else (numbers("u1", outputs), numbers("<i4", outputs))
        taps = 9 if kind == CONV3 else 1
        weight = numbers("i1", outputs * inputs * taps).reshape(outputs, inputs, taps)
        parts.append(Layer(kind, weight, shift, bias))
    narrow = len(parts[1].weight) if parts[1].kind == CONV1 else 0
    shape = Shape(*sizes, narrow=narrow)
    if [part.kind for part in parts] != _kinds(shape):
        raise ValueError("training knows no such blocks")
    parts[0].weight = np.pad(parts[0].weight, ((0, 0), (0, PLANES - planes), (0, 0)))
    return shape, parts


def to_network(shape: Shape, parts: list[Layer]) -> Network:
    """The network of these layers, with weights of the size that they have in training.

    The normalizations would allow any size, but the optimizer needs this one: its steps would be large compared with small weights.
    """
    network = Network(shape)
    rest = iter(parts)

    def normalized(conv: torch.nn.Conv2d, norm: torch.nn.BatchNorm2d, less: int, of_pool: torch.nn.Linear | None = None) -> None:
        pool_part = next(rest) if of_pool is not None else None
        part = next(rest)
        weight = _exact(part.weight, part)
        # Multiplying by a power of two is exact.
        factor = float(torch.exp2(torch.log2(USUAL_WEIGHT / weight.square().mean().sqrt()).round()))
        conv.weight.copy_(factor * weight.view_as(conv.weight))
        if of_pool is not None and pool_part is not None:
            of_pool.weight.copy_(factor * _exact(pool_part.weight, part).view_as(of_pool.weight))
        norm.running_var.fill_(1 - norm.eps)
        norm.weight.fill_(1 / factor)
        norm.bias.copy_(_exact_bias(part, ACTIVATION_UNITS, less))

    def plain(layer: torch.nn.Conv2d | torch.nn.Linear, units: int, less: int = 0) -> None:
        part = next(rest)
        layer.weight.copy_(_exact(part.weight, part).view_as(layer.weight))
        layer.bias.copy_(_exact_bias(part, units, less))

    with torch.no_grad():
        normalized(network.input, network.input_norm, TO_STREAM)
        for part, i in _parts(shape):
            if part == PAIR:
                normalized(network.first[i], network.first_norm[i], 0)
                of_pool = network.pool[str(i)] if shape.pools[i] else None
                normalized(network.second[i], network.second_norm[i], TO_STREAM, of_pool)
            elif part == NARROW:
                normalized(network.narrow[i], network.narrow_norm[i], TO_STREAM)
            else:
                normalized(network.widen[i], network.widen_norm[i], TO_STREAM)
        normalized(network.neck, network.neck_norm, 0)
        plain(network.points, ACTIVATION_UNITS, TO_STREAM)
        plain(network.hidden, FINE_UNITS)
        plain(network.outcome, FINE_UNITS)
    return network


def _exact(weight: Integers, part: Layer) -> Tensor:
    assert part.shift is not None
    return torch.from_numpy(weight * np.exp2(-part.shift)[:, None, None]).float()


def _exact_bias(part: Layer, units: int, less: int) -> Tensor:
    assert part.shift is not None and part.bias is not None
    half = (1 << (part.shift - less)) >> 1
    return torch.from_numpy((part.bias - half) * np.exp2(-part.shift) / units).float()


@dataclass
class Result:
    """The integers that the engine gets for a position."""

    policy: Integers  # [82], 1/256
    owner: Integers  # [81], 1/256
    value: int  # 1/1024
    lead: int  # 1/64 points


def evaluate(shape: Shape, parts: list[Layer], planes: NDArray[np.float32]) -> Result:
    """Evaluates one position, planes [24, 9, 9], slowly and plainly."""
    rest = iter(parts)
    start = next(rest)
    x = _stream(start, _conv(planes * ACTIVATION_UNITS, start))
    outer = x
    for part, i in _parts(shape):
        first = next(rest)
        if part == NARROW:
            outer, x = x, _stream(first, _conv(_rectified(x), first))
        elif part == WIDEN:
            x = _added(outer, _stream(first, _conv(_rectified(x), first)))
        else:
            h = _activation(first, _conv(_rectified(x), first))
            whole_board = np.zeros(len(h), np.int64)
            if shape.pools[i]:
                whole_board = (next(rest).weight[:, :, 0] @ _pool(h) + 16) >> 5
            second = next(rest)
            x = _added(x, _stream(second, _conv(h, second) + whole_board[:, None, None]))
    neck = next(rest)
    n = _activation(neck, _conv(_rectified(x), neck))
    points_layer, hidden_layer, outcome_layer = rest
    points = _shifted(points_layer, _conv(n, points_layer), TO_STREAM).reshape(2, POINTS)
    hidden = np.clip(_dense(hidden_layer, _pool(n)), 0, 32767)
    value, lead, of_pass = _dense(outcome_layer, hidden)
    return Result(np.append(points[0], of_pass >> 2), points[1], int(value), int(lead))


def _conv(x: NDArray[np.float32] | Integers, layer: Layer) -> Integers:
    side = round(layer.weight.shape[2] ** 0.5)
    weight = layer.weight.reshape(*layer.weight.shape[:2], side, side)
    sums = torch.nn.functional.conv2d(
        torch.from_numpy(np.asarray(x, np.float64))[None], torch.from_numpy(weight.astype(np.float64)), padding=side // 2
    )
    return sums[0].numpy().astype(np.int64)


def _shifted(layer: Layer, sums: Integers, less: int) -> Integers:
    assert layer.shift is not None and layer.bias is not None
    return (sums + layer.bias[:, None, None]) >> (layer.shift[:, None, None] - less)


def _stream(layer: Layer, sums: Integers) -> Integers:
    return np.clip(_shifted(layer, sums, TO_STREAM), -32768, 32767)


def _added(x: Integers, more: Integers) -> Integers:
    return np.clip(x + more, -32768, 32767)


def _activation(layer: Layer, sums: Integers) -> Integers:
    return np.clip(_shifted(layer, sums, 0), 0, 127)


def _rectified(x: Integers) -> Integers:
    return np.clip((x + 4) >> 3, 0, 127)


def _pool(h: Integers) -> Integers:
    means = (h.sum((1, 2)) * 25891 + 32768) >> 16
    return np.concatenate([means, h.max((1, 2)) << 5])


def _dense(layer: Layer, x: Integers) -> Integers:
    assert layer.shift is not None and layer.bias is not None
    return (layer.weight[:, :, 0] @ x + layer.bias) >> layer.shift
