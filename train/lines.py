"""Lines of moves whose positions get a label: how they are kept in a file, before they have labels and after.

`README.md` describes the file. Points are numbered as in the file: row * 9 + column from the upper left of a 9x9 grid. A smaller
board is in the lower left corner of the grid.
"""

import os
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from games import AREA, ILLEGAL, TERRITORY
from replay import NO_MOVE, PASS, POINTS, SIZE

# The reasons why a position is chosen or made. Files store their indices in the second tuple, so only append to it.
CHOSEN = ("leaf", "game", "teacher", "disagreement", "race", "ko", "ending")
SOURCES = (
    *CHOSEN,
    *("made race", "made seki", "made life", "made eyes", "made dead", "made ending", "made handicap"),
)

# A position is undecided if both sides win with more than this chance.
UNDECIDED = 0.03

LABEL = np.dtype([("policy", "u1", POINTS + 1), ("winrate", "<u2"), ("lead", "<i2"), ("owner", "u1", (POINTS + 1) // 2)])

_COLUMNS = "ABCDEFGHJ"


@dataclass
class Line:
    """A game, or the moves that lead to one position."""

    moves: list[int]
    komi: float
    size: int = SIZE
    territory: bool = False  # as by Japanese rules, not area
    picks: dict[int, str] = field(default_factory=dict)  # the number of moves before a chosen position, and why it was chosen

    @property
    def rules(self) -> int:
        return TERRITORY if self.territory else AREA


def vertex(point: int) -> str:
    """The point in GTP, the same for all board sizes."""
    return "pass" if point == PASS else f"{_COLUMNS[point % SIZE]}{SIZE - point // SIZE}"


def point(vertex: str) -> int:
    """The point of a vertex in GTP."""
    if vertex.lower() == "pass":
        return PASS
    return (SIZE - int(vertex[1:])) * SIZE + _COLUMNS.index(vertex[0].upper())


def grid_points(size: int) -> NDArray[np.int64]:
    """The points of a board of this size, row by row from its upper left."""
    return np.arange(POINTS).reshape(SIZE, SIZE)[SIZE - size :, :size].reshape(-1)


def make_label(size: int, policy: list[float], black_wins: float, black_lead: float, owner: list[float]) -> NDArray:
    """A label from what a program says: probabilities (below 0 for illegal moves) and owners (1 Black's, -1 White's) of the points
    row by row from the upper left."""
    points = grid_points(size)
    label = np.zeros((), LABEL)
    chances = np.full(POINTS + 1, -1.0)
    chances[points], chances[PASS] = policy[:-1], policy[-1]
    label["policy"] = np.where(chances < 0, ILLEGAL, np.rint(254 * np.sqrt(np.clip(chances, 0, 1))))
    label["winrate"] = round(65535 * min(max(black_wins, 0.0), 1.0))
    label["lead"] = round(64 * min(max(black_lead, -500.0), 500.0))
    levels = np.full(POINTS + 1, 7, np.uint8)
    levels[points] = np.rint(7.5 * (np.clip(owner, -1, 1) + 1))
    label["owner"] = levels[0::2] | levels[1::2] << 4
    return label


def chances(label: NDArray) -> NDArray[np.float64]:
    """The policy of a label, 0 for illegal moves. If all its probabilities are 0, the pass gets 1."""
    policy = np.where(label["policy"] == ILLEGAL, 0, (label["policy"] / 254.0) ** 2)
    if not policy.any():
        policy[PASS] = 1
    return policy / policy.sum()


def save(path: Path, lines: list[Line], labels: NDArray | None = None) -> None:
    """Writes lines, with the labels of all picks if given, and replaces the file at once."""
    plies = np.array([len(line.moves) + 1 for line in lines])
    starts = np.cumsum(plies) - plies
    picks = [(start + ply, SOURCES.index(line.picks[ply])) for start, line in zip(starts, lines) for ply in sorted(line.picks)]
    moves = [np.array([*line.moves, NO_MOVE], np.uint8) for line in lines]
    arrays = {
        "komi": np.array([line.komi for line in lines], np.float32),
        "plies": plies.astype(np.uint16),
        "size": np.array([line.size for line in lines], np.uint8),
        "rules": np.array([line.rules for line in lines], np.uint8),
        "moves": np.concatenate([np.zeros(0, np.uint8), *moves]),
        "at": np.array([at for at, _ in picks], np.uint32),
        "source": np.array([source for _, source in picks], np.uint8),
    }
    if labels is not None:
        arrays |= {name: labels[name] for name in LABEL.names}
    new = path.with_name(f"{path.name}.{os.getpid()}.new")
    with new.open("wb") as file:
        np.savez_compressed(file, **arrays)
        file.flush()
        os.fsync(file.fileno())
    new.replace(path)


def load(path: Path) -> list[Line]:
    """Reads the lines of a file."""
    with np.load(path) as file:
        komi, plies, size, rules, moves, at, source = (
            file[name].tolist() for name in ("komi", "plies", "size", "rules", "moves", "at", "source")
        )
    lines, start, pick = [], 0, 0
    for game, count in enumerate(plies):
        line = Line(moves[start : start + count - 1], komi[game], size[game], rules[game] == TERRITORY)
        while pick < len(at) and at[pick] < start + count:
            line.picks[at[pick] - start] = SOURCES[source[pick]]
            pick += 1
        lines.append(line)
        start += count
    return lines
