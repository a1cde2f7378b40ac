"""Exact results of positions, by `tao-go solve`."""

import json
import subprocess
from dataclasses import dataclass

from analysis import ProgramError
from lines import Line, point, vertex

# Mebibytes for the solver.
MEMORY = 64


@dataclass(frozen=True)
class Solved:
    """What is proved about a position under area rules. Leads are Black's, with komi."""

    at_least: float
    at_most: float
    best: int | None  # a best move, if it is known
    nodes: int

    @property
    def lead(self) -> float | None:
        return self.at_least if self.at_least == self.at_most else None

    @property
    def black_wins(self) -> float | None:
        """1, 0, or 0.5 for a draw; nothing if that is not proved."""
        if self.at_least > 0 or self.at_most < 0:
            return float(self.at_least > 0)
        return 0.5 if self.lead == 0 else None


def solve(program: str, line: Line, ply: int, nodes: int) -> Solved:
    """Looks at so many positions at most. `program` is that of this project."""
    moves = " ".join(f"{'BW'[i % 2]} {vertex(move)}" for i, move in enumerate(line.moves[:ply]))
    where = ["--moves", moves, "--color", "BW"[ply % 2], "--komi", str(line.komi), "--size", str(line.size), "--rules", "tromp-taylor"]
    command = [program, "solve", *where, "--nodes", str(nodes), "--memory", str(MEMORY), "--json"]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise ProgramError(f"{' '.join(command)}: {done.stderr.strip()}")
    said = json.loads(done.stdout)
    best = None if said["move"] is None else point(said["move"])
    return Solved(said["at_least"], said["at_most"], best, said["nodes"])
