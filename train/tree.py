"""Leaves of the engine's search trees. A GTP command makes the engine write the tree of its latest search as SGF."""

import re
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from analysis import ProgramError
from lines import Line, vertex
from replay import PASS, SIZE

# Number of moves below the root to which the tree is written.
DEPTH = 60

_TOKEN = re.compile(r"[();]|([A-Z]+)|\[((?:\\.|[^\]\\])*)\]", re.DOTALL)
_SHARE = re.compile(r"^(\d+) visits, ([\d.]+) % won by (Black|White)$", re.MULTILINE)


@dataclass(frozen=True)
class Node:
    """A position of a search tree."""

    moves: tuple[int, ...]  # from the root
    visits: int
    black_wins: float


def read_tree(text: str, size: int) -> list[Node]:
    """The nodes of a tree that the engine wrote, without the root. Points are those of `lines`."""
    nodes: list[Node] = []
    forks: list[tuple[int, ...]] = []
    moves: tuple[int, ...] = ()
    name = ""
    for token in _TOKEN.finditer(text):
        match token[0][0]:
            case "(":
                forks.append(moves)
            case ")":
                moves = forks.pop()
            case ";":
                pass
            case "[":
                if name in ("B", "W"):
                    moves = (*moves, _point(token[2], size))
                elif name == "C" and moves and (share := _SHARE.search(token[2])):
                    wins = float(share[2]) / 100
                    nodes.append(Node(moves, int(share[1]), wins if share[3] == "Black" else 1 - wins))
            case _:
                name = token[1]
    return nodes


def _point(letters: str, size: int) -> int:
    """The point of SGF's two letters, which count from the upper left of the board."""
    if not letters:
        return PASS
    column, row = (ord(letter) - ord("a") for letter in letters)
    return (SIZE - size + row) * SIZE + column


class Engine:
    """`tao-go gtp`, which searches positions from an empty tree."""

    def __init__(self, program: str, visits: int) -> None:
        options = ["--playouts", str(visits), "--threads", "1", "--book", "none", "--never-resign", "-o", "reuse=off"]
        self._command = [program, "gtp", *options]
        self._process = subprocess.Popen(self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self._folder = tempfile.TemporaryDirectory()

    def __enter__(self) -> "Engine":
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.communicate()
        self._folder.cleanup()

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
        path = Path(self._folder.name) / "tree.sgf"
        if self._tell(f"tao-debug-sgf {path} 1 {DEPTH}").startswith("?"):
            return []
        return read_tree(path.read_text(), line.size)


def leaves(engine: Engine, line: Line, ply: int, count: int, rng: np.random.Generator) -> list[tuple[Line, float]]:
    """Some positions that a search evaluates, each as a line of its own, and Black's chance to win there."""
    nodes = [node for node in engine.tree(line, ply) if node.moves[-2:] != (PASS, PASS)]
    if not nodes:
        return []
    drawn = [nodes[i] for i in rng.choice(len(nodes), min(count, len(nodes)), replace=False)]
    before = line.moves[:ply]
    return [(Line([*before, *node.moves], line.komi, line.size, line.territory), node.black_wins) for node in drawn]
