"""Leaves of the engine's search trees. A GTP command makes the engine list the tree of its latest search."""

import subprocess
from dataclasses import dataclass

import numpy as np

from analysis import ProgramError
from lines import Line, point, vertex
from replay import PASS


@dataclass(frozen=True)
class Node:
    """A position of a search tree."""

    moves: tuple[int, ...]  # from the root
    visits: int
    black_wins: float


def read_tree(text: str, ply: int) -> list[Node]:
    """The nodes below the root of a tree, which has had `ply` moves. A line has depth, move, visits, and win rate for the player."""
    nodes: list[Node] = []
    moves: tuple[int, ...] = ()
    for line in text.strip().splitlines():
        depth, move, visits, wins = line.split(" ")
        moves = (*moves[: int(depth) - 1], point(move))
        is_black = (ply + len(moves)) % 2 == 1
        nodes.append(Node(moves, int(visits), float(wins) if is_black else 1 - float(wins)))
    return nodes


class Engine:
    """`tao-go gtp`, which searches positions from an empty tree."""

    def __init__(self, program: str, visits: int) -> None:
        options = ["--playouts", str(visits), "--threads", "1", "--book", "none", "--never-resign", "-o", "reuse=off"]
        self._command = [program, "gtp", *options]
        self._process = subprocess.Popen(self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)

    def __enter__(self) -> "Engine":
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.communicate()

    def _tell(self, command: str) -> str:
        """The answer to a command; an error begins with a question mark."""
        try:
            self._process.stdin.write(command + "\n")
        except OSError:
            pass  # The engine is dead, so reading its answer fails below.
        answer = ""
        while (line := self._process.stdout.readline()) != "\n":
            if not line:
                raise ProgramError(f"{' '.join(self._command)} ended at {command!r}")
            answer += line
        return answer

    def tree(self, line: Line, ply: int) -> list[Node]:
        """The search tree of a position; empty where nothing has to be searched."""
        colors = "bw"
        self._tell(f"boardsize {line.size}")
        self._tell("clear_board")
        self._tell(f"komi {line.komi}")
        for i, move in enumerate(line.moves[:ply]):
            if self._tell(f"play {colors[i % 2]} {vertex(move)}").startswith("?"):
                return []
        self._tell(f"genmove {colors[ply % 2]}")
        answer = self._tell("tao-tree")
        return [] if answer.startswith("?") else read_tree(answer.removeprefix("= "), ply)


def leaves(engine: Engine, line: Line, ply: int, count: int, rng: np.random.Generator) -> list[tuple[Line, float]]:
    """Some positions that a search evaluates, each as a line of its own, and Black's chance to win there."""
    nodes = [node for node in engine.tree(line, ply) if node.moves[-2:] != (PASS, PASS)]
    if not nodes:
        return []
    drawn = [nodes[i] for i in rng.choice(len(nodes), min(count, len(nodes)), replace=False)]
    before = line.moves[:ply]
    return [(Line([*before, *node.moves], line.komi, line.size, line.territory), node.black_wins) for node in drawn]
