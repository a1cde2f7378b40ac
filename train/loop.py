"""Improves a network by games against itself: python3 loop.py --state DIR --network ../crates/engine/data/6x64.taonet

Without --network it begins with a random one.

Each generation plays games with the best network, trains a new one on the latest games, and plays a match between the two; the winner is
the best network from then on. Everything is kept in the folder: the same command goes on where it was stopped.
"""

import argparse
import fcntl
import json
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import torch

import integers
from curves import draw_elo
from games import count_games
from model import Network, Shape

HERE = Path(__file__).parent
_NUMBER = r"([+-](?:\d+|inf))"
ELO = re.compile(rf"^Elo of A over B: {_NUMBER} \(95 %: {_NUMBER} to {_NUMBER}\)", re.MULTILINE)

# If one side won all games of a match, the Elo and one end of its interval are infinite. They are cut to this.
MOST_ELO = 1000


@dataclass(frozen=True)
class Settings:
    """The amounts for each generation: games, training and match."""

    engine: str  # the program `tao-go`
    lab: str  # the program `tao-lab`
    games: int  # to play
    window: int  # games to train on, the latest, in whole files
    steps: int  # of training
    batch: int
    rate: float
    smoothing: float  # see `data.load`
    match_visits: int  # of a move
    match_games: int  # at most
    sprt: str  # Elo of both hypotheses


class Loop:
    """The folder of a loop."""

    def __init__(self, folder: Path, first: bytes, settings: Settings) -> None:
        self.folder, self.settings = folder, settings
        self.games = folder / "games"
        self.best = folder / "best.taonet"
        self.log = folder / "log.jsonl"
        self.games.mkdir(parents=True, exist_ok=True)
        if not self.best.exists():
            replace(folder / "first.taonet", first)
            replace(self.best, first)

    def generations(self) -> list[dict[str, object]]:
        return generations(self.folder)

    def run_generation(self) -> dict[str, object]:
        """Plays, trains, compares. Steps that were finished before the program was stopped are not done again."""
        number = len(self.generations()) + 1
        folder = self.folder / f"generation-{number:03}"
        folder.mkdir(exist_ok=True)
        start = time.monotonic()
        candidate = folder / "candidate.taonet"
        if not candidate.exists():
            played = int(self.generations()[-1]["games"]) if number > 1 else 0
            self.play(played + self.settings.games)
            self.train(folder, candidate, number)
        accepted, elo = self.compare(folder, candidate, number)
        if accepted:
            replace(self.best, candidate.read_bytes())
        line = {
            "generation": number,
            "games": self.count(),
            "accepted": accepted,
            "elo": elo,
            "network": f"{integers.checksum(candidate.read_bytes()):08x}",
            "seconds": round(time.monotonic() - start),
        }
        with self.log.open("a") as log:
            print(json.dumps(line), file=log)
        draw_elo(self.generations(), self.folder / "elo.svg")
        return line

    def count(self) -> int:
        """Games in the folder."""
        return sum(count_games(path) for path in self.games.glob("*.games"))

    def play(self, total: int) -> None:
        """Plays until the folder has `total` games."""
        missing = total - self.count()
        if missing > 0:
            self.run_lab("selfplay", self.games, "--network", self.best, "--games", missing)

    def make_window(self, window: Path) -> None:
        """Makes a folder with copies of the latest files of games. The oldest come last, because the last files are held out."""
        new = window.with_suffix(".new")
        shutil.rmtree(new, ignore_errors=True)
        new.mkdir()
        games = 0
        for number, path in enumerate(sorted(self.games.glob("*.games"), reverse=True)):
            if games < self.settings.window and (found := count_games(path)):
                shutil.copyfile(path, new / f"{number:06}.games")
                games += found
        new.rename(window)

    def train(self, folder: Path, candidate: Path, seed: int) -> None:
        """Trains the best network further on the latest games, and exports the result."""
        settings = self.settings
        window = folder / "window"
        if not window.exists():
            self.make_window(window)
        shape, _ = integers.from_bytes(self.best.read_bytes())
        options = {
            "--data": window,
            "--run": folder / "run",
            "--start": self.best,
            "--blocks": shape.blocks,
            "--channels": shape.channels,
            "--narrow": shape.narrow,
            "--steps": settings.steps,
            "--batch": settings.batch,
            "--rate": settings.rate,
            "--smoothing": settings.smoothing,
            "--seed": seed,
        }
        python("train.py", *(word for option in options.items() for word in option))
        new = candidate.with_suffix(".new")
        python("export.py", "--run", folder / "run", "--out", new)
        new.rename(candidate)

    def compare(self, folder: Path, candidate: Path, seed: int) -> tuple[bool, list[int]]:
        """Whether the candidate beats the best network, and its Elo with the ends of the 95 % interval."""
        settings = self.settings
        options = {
            "--a": player(settings.engine, candidate, settings.match_visits),
            "--b": player(settings.engine, self.best, settings.match_visits),
            "--games": settings.match_games,
            "--sprt": settings.sprt,
            "--seed": seed,
            "--log": folder / "match.jsonl",
        }
        words = [str(word) for option in options.items() for word in option]
        match = subprocess.run([settings.lab, "match", *words], stdout=subprocess.PIPE, text=True)
        elo = ELO.search(match.stdout)
        if match.returncode not in (0, 10, 11) or elo is None:
            raise SystemExit(f"the match failed: {match.stdout}")
        return match.returncode == 0, [round(max(-MOST_ELO, min(MOST_ELO, float(number)))) for number in elo.groups()]

    def run_lab(self, *words: object) -> None:
        subprocess.run([self.settings.lab, *map(str, words)], check=True)


def generations(folder: Path) -> list[dict[str, object]]:
    """The lines of the log of a loop."""
    log = folder / "log.jsonl"
    text = log.read_text() if log.exists() else ""
    return [json.loads(line) for line in text.splitlines(keepends=True) if line.endswith("\n")]


def player(engine: str, network: Path, visits: int) -> str:
    """The command line of a player for a match."""
    words = [engine, "gtp", "--network", str(network), "--playouts", str(visits), "--book", "none"]
    return shlex.join(words) + " --threads 1 --seed {seed}"


def python(*words: object) -> None:
    """Runs a program of this folder."""
    script, *rest = map(str, words)
    subprocess.run([sys.executable, HERE / script, *rest], check=True)


def replace(path: Path, content: bytes) -> None:
    """Replaces a file at once: another program may be reading it."""
    new = path.with_suffix(".new")
    new.write_bytes(content)
    new.rename(path)


def random_network(shape: Shape) -> bytes:
    """The file of a network that has learned nothing."""
    torch.manual_seed(1)
    return integers.to_bytes(shape, shape.name, integers.layers(Network(shape).eval()))


def main() -> None:
    parser = argparse.ArgumentParser(description="Improves a network by games against itself.")
    parser.add_argument("--state", type=Path, required=True, help="folder of the loop")
    parser.add_argument("--network", type=Path, help="the first network; later ones are in the folder [default: a random one]")
    parser.add_argument("--blocks", type=int, default=6, help="of a random network")
    parser.add_argument("--channels", type=int, default=64, help="of a random network, a multiple of 16")
    parser.add_argument("--generations", type=int, default=1000, help="to make, those that are done included")
    parser.add_argument("--engine", default="tao-go")
    parser.add_argument("--lab", default="tao-lab")
    parser.add_argument("--games", type=int, default=4000, help="of a generation")
    parser.add_argument("--window", type=int, default=20000, help="games to train on, the latest")
    parser.add_argument("--steps", type=int, default=4000)
    parser.add_argument("--batch", type=int, default=256)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--smoothing", type=float, default=0.9)
    parser.add_argument("--match-visits", type=int, default=100, help="of a move in the match")
    parser.add_argument("--match-games", type=int, default=400, help="at most")
    parser.add_argument("--sprt", default="0,30", help="Elo of both hypotheses")
    args = vars(parser.parse_args())
    folder, network, generations = (args.pop(name) for name in ("state", "network", "generations"))
    shape = Shape(args.pop("blocks"), args.pop("channels"))
    first = network.read_bytes() if network else random_network(shape)
    loop = Loop(folder.resolve(), first, Settings(**args))
    # When the loop is terminated, it also ends the program that it has started.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("terminated"))
    lock = (loop.folder / "lock").open("w")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        parser.error(f"another loop runs in {loop.folder}")
    while len(loop.generations()) < generations:
        print(json.dumps(loop.run_generation()), flush=True)


if __name__ == "__main__":
    main()
