"""Trains a network: python3 train.py --data DIR --run DIR --blocks 6 --channels 64 --steps 20000

A run can be stopped at any time; the same command goes on from its last checkpoint. Every thousand steps a line goes to the screen
and to `log.jsonl` of the run, and `curves.svg` is drawn again.
"""

import argparse
import copy
import json
import time
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor

import integers
import precision
from curves import draw
from data import Batch, Positions, batch, load
from model import POINTS_OF_LEAD, Network, Output, Scope, Shape, normalize, with_all_planes

# Weights of the losses. Learning the lead and the owners helps the body of the network to understand the board (Wu, KataGo, 2019).
LOSS_WEIGHTS = {"policy": 1.0, "value": 1.5, "lead": 0.3, "owner": 0.5}


@dataclass(frozen=True)
class Settings:
    """All that determines the trained network, apart from the data."""

    shape: Shape
    steps: int
    batch: int
    rate: float
    seed: int
    smoothing: float
    start: str | None = None  # checksum of the network file that training begins with
    rounding_from: float = 0.8  # share of the steps after which weights and activations are rounded
    weight_decay: float = 0.01

    @property
    def warm_up(self) -> float:
        """Number of steps in which the learning rate rises."""
        return min(500, self.steps / 10)

    @property
    def average(self) -> float:
        """The factor by which a step keeps the running mean of the weights. These mean weights are validated and exported."""
        return max(0.0, min(0.999, 1 - 10 / self.steps))


def losses(output: Output, target: Batch) -> dict[str, Tensor]:
    """The mean loss of each head."""
    policy = output.policy.masked_fill(~target.legal, -1e4).log_softmax(1)
    return {
        "policy": -(target.policy * policy).sum(1).mean(),
        "value": F.binary_cross_entropy_with_logits(output.value, target.value),
        "lead": F.huber_loss(output.lead, target.lead / POINTS_OF_LEAD),
        "owner": F.binary_cross_entropy_with_logits(output.owner[target.on_board], target.owner[target.on_board]),
    }


def rate_at(settings: Settings, step: int) -> float:
    """The learning rate: a warm-up, then half a cosine."""
    part = step / settings.steps
    return settings.rate * min(1.0, (step + 1) / settings.warm_up) * 0.5 * (1 + np.cos(np.pi * min(part, 1.0)))


def validate(network: Network, data: Positions, seed: int = 1) -> dict[str, float]:
    """Losses, agreement with the teacher's first choice, and mean errors of value and lead."""
    quantized = network.quantized
    network.eval()
    network.quantized = True
    sums: dict[str, float] = {}
    rng = np.random.default_rng(seed)
    chosen = np.sort(rng.permutation(len(data))[:8192])
    with torch.no_grad():
        for part in np.array_split(chosen, max(1, len(chosen) // 512)):
            target = batch(data, part, np.zeros(len(part), np.int64))
            output = network(target.planes.contiguous(memory_format=torch.channels_last))
            figures = {name: float(loss) for name, loss in losses(output, target).items()}
            choice = output.policy.masked_fill(~target.legal, -1e4).argmax(1)
            figures["agreement"] = float((choice == target.policy.argmax(1)).float().mean())
            figures["value error"] = float((output.value.sigmoid() - target.value).abs().mean())
            figures["lead error"] = float((output.lead * POINTS_OF_LEAD - target.lead).abs().mean())
            entropy = torch.special.entr(target.policy).sum(1).mean()
            figures["divergence"] = figures["policy"] - float(entropy)
            for name, figure in figures.items():
                sums[name] = sums.get(name, 0.0) + figure * len(part) / len(chosen)
    network.quantized = quantized
    network.train()
    return {name: round(figure, 4) for name, figure in sums.items()}


class Run:
    """A training run and its folder."""

    def __init__(self, settings: Settings, folder: Path, network: Network, scope: Scope) -> None:
        self.settings, self.folder, self.scope = settings, folder, scope
        self.network = network.to(memory_format=torch.channels_last)
        self.average = copy.deepcopy(self.network)
        self.optimizer = torch.optim.AdamW(
            self.network.parameters(), lr=settings.rate, weight_decay=settings.weight_decay
        )
        self.step = 0
        folder.mkdir(parents=True, exist_ok=True)
        if self.checkpoint.exists():
            state = torch.load(self.checkpoint)
            state["settings"]["shape"] = asdict(Shape(**state["settings"]["shape"]))
            if state["settings"] != asdict(settings):
                raise SystemExit(f"{folder} was begun with other options: {state['settings']}")
            self.network.load_state_dict(with_all_planes(state["network"]))
            self.average.load_state_dict(with_all_planes(state["average"]))
            self.optimizer.load_state_dict(state["optimizer"])
            for moments in self.optimizer.state.values():
                moments.update(with_all_planes(moments))
            self.step = state["step"]

    @property
    def checkpoint(self) -> Path:
        return self.folder / "checkpoint.pt"

    def save(self) -> None:
        """Replaces the checkpoint; a run that dies here keeps the old one."""
        new = self.checkpoint.with_suffix(".new")
        state = {
            "settings": asdict(self.settings),
            "scope": asdict(self.scope),
            "step": self.step,
            "network": self.network.state_dict(),
            "average": self.average.state_dict(),
            "optimizer": self.optimizer.state_dict(),
        }
        torch.save(state, new)
        new.replace(self.checkpoint)

    def train_step(self, data: Positions) -> dict[str, float]:
        """One step; its batch depends on the seed and the step alone."""
        settings = self.settings
        rng = np.random.default_rng([settings.seed, self.step])
        index = data.draw(settings.batch, rng)
        target = batch(data, index, rng.integers(8, size=settings.batch))
        self.network.quantized = self.step >= settings.rounding_from * settings.steps
        for group in self.optimizer.param_groups:
            group["lr"] = rate_at(settings, self.step)
        with precision.fast():
            output = self.network(target.planes.contiguous(memory_format=torch.channels_last))
        parts = losses(output, target)
        loss = sum(LOSS_WEIGHTS[name] * part for name, part in parts.items())
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), 1.0)
        self.optimizer.step()
        self.step += 1
        decay = min(settings.average, 1 - 1 / (self.step + 1))
        with torch.no_grad():
            for mean, now in zip(self.average.parameters(), self.network.parameters()):
                mean.lerp_(now, 1 - decay)
            for mean, now in zip(self.average.buffers(), self.network.buffers()):
                mean.copy_(now)
        return {name: float(part) for name, part in parts.items()}

    def train(self, data: Positions, held_out: Positions, report_every: int) -> None:
        """Trains to the last step."""
        sums: dict[str, float] = {}
        start, count = time.monotonic(), 0
        kinds = held_out.kinds()
        while self.step < self.settings.steps:
            for name, part in self.train_step(data).items():
                sums[name] = sums.get(name, 0.0) + part
            count += 1
            if self.step % report_every == 0 or self.step == self.settings.steps:
                seconds = time.monotonic() - start
                line = {
                    "step": self.step,
                    "samples/s": round(count * self.settings.batch / seconds),
                    "training": {name: round(total / count, 4) for name, total in sums.items()},
                    "held out": validate(self.average, held_out),
                }
                if len(kinds) > 1:
                    line["by board"] = {name: validate(self.average, some) for name, some in kinds.items()}
                self.save()
                with (self.folder / "log.jsonl").open("a") as log:
                    print(json.dumps(line), file=log)
                print(json.dumps(line), flush=True)
                draw(self.folder / "log.jsonl", self.folder / "curves.svg")
                sums, start, count = {}, time.monotonic(), 0


def main() -> None:
    parser = argparse.ArgumentParser(description="Trains a network.")
    parser.add_argument("--data", type=Path, required=True, help="folder of games; the last two files are for validation")
    parser.add_argument("--run", type=Path, required=True, help="folder of the run")
    parser.add_argument("--blocks", type=int, default=6)
    parser.add_argument("--channels", type=int, default=64, help="a multiple of 16")
    parser.add_argument("--narrow", type=int, default=0, help="channels inside bottlenecks, a multiple of 16; 0: plain blocks")
    parser.add_argument("--steps", type=int, default=20_000)
    parser.add_argument("--batch", type=int, default=256)
    parser.add_argument("--rate", type=float, default=6e-3)
    parser.add_argument("--smoothing", type=float, default=0.6)
    parser.add_argument("--start", type=Path, help="a network file to go on with, of the same shape")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--report-every", type=int, default=1000)
    parser.add_argument("--threads", type=int, default=2)
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    shape = Shape(args.blocks, args.channels, narrow=args.narrow)
    torch.manual_seed(args.seed)
    network, start = Network(shape), None
    if args.start is not None:
        try:
            file = args.start.read_bytes()
            network, start = integers.to_network(*integers.from_bytes(file)), f"{integers.checksum(file):08x}"
        except (OSError, ValueError) as error:
            parser.error(f"{args.start}: {error}")
        if network.shape != shape:
            parser.error(f"{args.start} has {network.shape}, not {shape}")
    settings = Settings(shape, args.steps, args.batch, args.rate, args.seed, args.smoothing, start)
    files = sorted(path for path in args.data.iterdir() if path.suffix in (".npz", ".games"))
    if not files:
        parser.error(f"no .npz or .games file in {args.data}")
    split = max(1, len(files) - 2)
    try:
        data = Positions.join([load(path, args.smoothing) for path in files[:split]])
        held_out = Positions.join([load(path, 0.0) for path in files[split:] or files])
    except ValueError as error:
        parser.error(str(error))
    if not len(data) or not len(held_out):
        parser.error(f"{args.data} has too few positions")
    print(f"{len(data)} positions for training, {len(held_out)} held out", flush=True)
    if start is not None:
        some = np.linspace(0, len(data) - 1, 1024).astype(np.int64)
        normalize(network, batch(data, some, np.zeros(len(some), np.int64)).planes)
    Run(settings, args.run, network, Scope.of(data)).train(data, held_out, args.report_every)


if __name__ == "__main__":
    main()
