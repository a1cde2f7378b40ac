"""The network: a residual body, and heads for policy, value, lead and owners.

The body is a stack of blocks of two 3x3 convolutions, or of bottlenecks: a 1x1 convolution to fewer channels, two such blocks, and a 1x1
convolution back.

With `quantized`, weights and activations are rounded to the values of the engine's integers; gradients ignore the rounding.
"""

from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from data import PLANES, Positions
from replay import SIZE

ACTIVATION_STEP = 1 / 32
MAX_ACTIVATION = 127 * ACTIVATION_STEP
MAX_WEIGHT = 127
SHIFTS = (3, 20)
POINTS_OF_LEAD = 16  # points for each unit of the lead output


@dataclass(frozen=True)
class Shape:
    """Size of a network."""

    blocks: int
    channels: int
    neck: int = 32
    hidden: int = 64
    narrow: int = 0  # channels inside the bottlenecks; 0: plain blocks

    @property
    def name(self) -> str:
        return f"{self.blocks}x{self.channels}" + f"-{self.narrow}" * (self.narrow > 0)

    @property
    def pools(self) -> list[bool]:
        """For each pair of 3x3 convolutions, whether it looks at the whole board. A bottleneck has two pairs."""
        of_block = ([False, False], [True, False]) if self.narrow else ([False], [True])
        return [pools for i in range(self.blocks) for pools in of_block[i % 2]]


@dataclass(frozen=True)
class Scope:
    """The boards and rules that a network has learned: boards from `smallest` points a side to 9x9, area rules or also territory rules."""

    smallest: int = SIZE
    territory: bool = False

    @staticmethod
    def of(positions: Positions) -> "Scope":
        """The scope of a network that is trained on these positions."""
        smallest = SIZE
        while smallest - 1 in positions.size:
            smallest -= 1
        return Scope(smallest, bool(positions.territory.any()))

    @property
    def planes(self) -> int:
        """Number of input planes. The last plane, which marks territory rules, is used only by networks that know these rules."""
        return PLANES if self.territory else PLANES - 1


@dataclass
class Output:
    """What the network says of some positions; the value is the logit of a win of the side to move."""

    policy: Tensor  # [n, 82] logits
    value: Tensor  # [n] logit
    lead: Tensor  # [n], in units of `POINTS_OF_LEAD`
    owner: Tensor  # [n, 81] logits


def shifts(*weights: Tensor) -> Tensor:
    """For each output channel, the exponent s of the finest step 2^-s with which all given weights are at most `MAX_WEIGHT` steps."""
    largest = torch.stack([w.detach().abs().flatten(1).amax(1) for w in weights]).amax(0)
    return torch.floor(torch.log2(MAX_WEIGHT / largest.clamp(min=1e-9))).clamp(*SHIFTS)


def round_weights(weight: Tensor, shift: Tensor) -> Tensor:
    """The weights as integers: multiples of the step 2^-shift."""
    return (weight * _like(torch.exp2(shift), weight)).round().clamp(-MAX_WEIGHT, MAX_WEIGHT)


def _like(by_channel: Tensor, weight: Tensor) -> Tensor:
    return by_channel.view(-1, *[1] * (weight.dim() - 1))


def _straight_through(exact: Tensor, rounded: Tensor) -> Tensor:
    return exact + (rounded - exact).detach()


class _Activation(torch.autograd.Function):
    """ReLU with a maximum, and with rounding if `is_rounded`. Gradients ignore the rounding. Faster than `clamp` in bfloat16."""

    @staticmethod
    def forward(ctx, x: Tensor, is_rounded: bool) -> Tensor:
        if is_rounded:
            y = x.mul(1 / ACTIVATION_STEP).add_(0.5).floor_().mul_(ACTIVATION_STEP).clamp_(0.0, MAX_ACTIVATION)
        else:
            y = x.clamp(0.0, MAX_ACTIVATION)
        ctx.save_for_backward(y)
        return y

    @staticmethod
    def backward(ctx, gradient: Tensor) -> tuple[Tensor, None]:
        [y] = ctx.saved_tensors
        below_maximum = torch.ops.aten.threshold_backward(gradient, MAX_ACTIVATION - y, 0.0)
        return torch.ops.aten.threshold_backward(below_maximum, y, 0.0), None


class Network(nn.Module):
    """Takes planes [n, 24, 9, 9] from the view of the side to move.

    Convolutions are normalized over the batch. With `quantized`, the statistics are frozen and become part of the weights.
    """

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.shape = shape
        self.quantized = False
        c, inner, pools = shape.channels, shape.narrow or shape.channels, shape.pools
        bottlenecks = shape.blocks if shape.narrow else 0
        self.input = nn.Conv2d(PLANES, c, 3, padding=1, bias=False)
        self.input_norm = nn.BatchNorm2d(c)
        self.narrow = nn.ModuleList(nn.Conv2d(c, inner, 1, bias=False) for _ in range(bottlenecks))
        self.narrow_norm = nn.ModuleList(nn.BatchNorm2d(inner) for _ in range(bottlenecks))
        self.first = nn.ModuleList(nn.Conv2d(inner, inner, 3, padding=1, bias=False) for _ in pools)
        self.first_norm = nn.ModuleList(nn.BatchNorm2d(inner) for _ in pools)
        self.second = nn.ModuleList(nn.Conv2d(inner, inner, 3, padding=1, bias=False) for _ in pools)
        self.second_norm = nn.ModuleList(nn.BatchNorm2d(inner) for _ in pools)
        self.pool = nn.ModuleDict({str(i): nn.Linear(2 * inner, inner, bias=False) for i in range(len(pools)) if pools[i]})
        self.widen = nn.ModuleList(nn.Conv2d(inner, c, 1, bias=False) for _ in range(bottlenecks))
        self.widen_norm = nn.ModuleList(nn.BatchNorm2d(c) for _ in range(bottlenecks))
        self.neck = nn.Conv2d(c, shape.neck, 1, bias=False)
        self.neck_norm = nn.BatchNorm2d(shape.neck)
        self.points = nn.Conv2d(shape.neck, 2, 1)
        self.hidden = nn.Linear(2 * shape.neck, shape.hidden)
        self.outcome = nn.Linear(shape.hidden, 3)
        for norm in (*self.second_norm, *self.widen_norm):
            nn.init.constant_(norm.weight, 0.2)  # residual branches start small
        # Without training on games under territory rules, these weights stay zero.
        nn.init.zeros_(self.input.weight[:, PLANES - 1])

    def forward(self, planes: Tensor) -> Output:
        x = self._normalized(self.input_norm, planes, self.input)
        for i in range(self.shape.blocks):
            x = x + (self._bottleneck(i, x) if self.shape.narrow else self._pair(i, x))
        x = self._activate(x)
        x = self._activate(self._normalized(self.neck_norm, x, self.neck))
        points = F.conv2d(x, self._rounded(self.points.weight), self.points.bias).flatten(2)
        hidden = F.relu(F.linear(pool(x), self._rounded(self.hidden.weight), self.hidden.bias))
        outcome = F.linear(hidden, self._rounded(self.outcome.weight), self.outcome.bias)
        return Output(
            policy=torch.cat([points[:, 0], outcome[:, 2:]], 1).float(),
            value=outcome[:, 0].float(),
            lead=outcome[:, 1].float(),
            owner=points[:, 1].float(),
        )

    def _bottleneck(self, i: int, x: Tensor) -> Tensor:
        h = self._normalized(self.narrow_norm[i], self._activate(x), self.narrow[i])
        for pair in (2 * i, 2 * i + 1):
            h = h + self._pair(pair, h)
        return self._normalized(self.widen_norm[i], self._activate(h), self.widen[i])

    def _pair(self, i: int, x: Tensor) -> Tensor:
        """What two 3x3 convolutions add to `x`."""
        h = self._activate(self._normalized(self.first_norm[i], self._activate(x), self.first[i]))
        of_pool = self.pool[str(i)] if self.shape.pools[i] else None
        return self._normalized(self.second_norm[i], h, self.second[i], of_pool)

    def _activate(self, x: Tensor) -> Tensor:
        return _Activation.apply(x, self.quantized)

    def _normalized(self, norm: nn.BatchNorm2d, x: Tensor, conv: nn.Conv2d, of_pool: nn.Linear | None = None) -> Tensor:
        """A convolution, plus the whole-board part `of_pool` at every point if there is one, normalized."""
        if self.quantized:
            scale, bias = folded(norm)
            weights = [layer.weight * _like(scale, layer.weight) for layer in (conv, of_pool) if layer is not None]
            shift = shifts(*weights)
            weight, *pool_weight = [_straight_through(w, round_weights(w, shift) * _like(torch.exp2(-shift), w)) for w in weights]
            y = F.conv2d(x, weight, bias, padding=conv.padding)
            return y + F.linear(pool(x), pool_weight[0])[:, :, None, None] if pool_weight else y
        y = F.conv2d(x, conv.weight, padding=conv.padding)
        return norm(y if of_pool is None else y + of_pool(pool(x))[:, :, None, None])

    def _rounded(self, weight: Tensor) -> Tensor:
        if not self.quantized:
            return weight
        shift = shifts(weight)
        return _straight_through(weight, round_weights(weight, shift) * _like(torch.exp2(-shift), weight))


def with_all_planes(state: dict[str, Tensor]) -> dict[str, Tensor]:
    """Tensors of a checkpoint. Where the last input plane is missing, as in old checkpoints, zeros are added for it."""

    def padded(tensor: Tensor) -> Tensor:
        is_short = tensor.dim() == 4 and tensor.shape[1] == PLANES - 1
        return F.pad(tensor, (0, 0, 0, 0, 0, 1)) if is_short else tensor

    return {name: padded(tensor) for name, tensor in state.items()}


def folded(norm: nn.BatchNorm2d) -> tuple[Tensor, Tensor]:
    """A normalization with frozen statistics as a scale and a bias for each channel."""
    scale = norm.weight / torch.sqrt(norm.running_var + norm.eps)
    return scale, norm.bias - norm.running_mean * scale


def normalize(network: Network, planes: Tensor) -> None:
    """Sets the statistics of the normalizations to those of these positions, without changing what the network computes."""

    def take_statistics(norm: nn.BatchNorm2d, inputs: tuple[Tensor]) -> None:
        scale, bias = folded(norm)
        var, mean = torch.var_mean(inputs[0], (0, 2, 3))
        norm.running_mean.copy_(mean)
        norm.running_var.copy_(var)
        norm.weight.copy_(scale * torch.sqrt(var + norm.eps))
        norm.bias.copy_(bias + mean * scale)

    norms = [module for module in network.modules() if isinstance(module, nn.BatchNorm2d)]
    hooks = [norm.register_forward_pre_hook(take_statistics) for norm in norms]
    network.eval()
    with torch.no_grad():
        network(planes)
    network.train()
    for hook in hooks:
        hook.remove()


def pool(x: Tensor) -> Tensor:
    """Means, then maxima, over the board: [n, 2 channels]."""
    return torch.cat([x.mean((2, 3)), x.amax((2, 3))], 1)
