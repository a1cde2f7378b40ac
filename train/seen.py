"""Remembers positions, the same in all symmetries and with colors exchanged, so that none is used twice or is one of a test."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from board import BLACK, WHITE, Board, bits, index_of, point_at
from lines import load
from replay import POINTS, SIZE

# Sixteen orders of the cells of a board; in the second half, colors are exchanged, too.
_GRID = np.arange(POINTS).reshape(SIZE, SIZE)
_ORDERS = np.stack([turned.reshape(-1) for k in range(4) for turned in (np.rot90(_GRID, k), np.rot90(_GRID, k).T)])
_EXCHANGED = np.array([0, 2, 1], np.uint8)

# What counts in a record in SGF: branches, and properties that place stones.
_TOKEN = re.compile(r"[()]|(?<![A-Za-z])(AB|AW|AE|B|W)((?:\s*\[[a-i]{0,2}\])+)|\[(?:[^\]\\]|\\.)*\]", re.DOTALL)
_TEXTS = (".sgf", ".rs", ".md", ".py", ".gtp")
_ROW = re.compile(r"(?:[.+XO#] ?){9}")


def key(cells: np.ndarray) -> bytes:
    """What positions have in common that are the same but for symmetry and colors. 0 is an empty point, 1 Black's, 2 White's."""
    turned = cells[_ORDERS]
    return min(row.tobytes() for row in (*turned, *_EXCHANGED[turned]))


def cells_of(board: Board) -> np.ndarray:
    cells = np.zeros(POINTS, np.uint8)
    for color in (BLACK, WHITE):
        for point in bits(board.stones[color]):
            cells[index_of(point)] = 1 + color
    return cells


def of_record(text: str) -> Iterator[Board]:
    """The positions of records in SGF."""
    board, branches = Board(), []
    for token in _TOKEN.finditer(text):
        if token[0] == "(":
            branches.append(board.copy())
        elif token[0] == ")":
            board = branches.pop() if branches else Board()
        elif token[1]:
            for column, row in re.findall(r"\[(\w)(\w)\]", token[2]):
                point = point_at((ord(row) - 97) * SIZE + ord(column) - 97)
                if token[1] in ("B", "W"):
                    board.play("BW".index(token[1]), point)
                else:
                    board.stones = [stones & ~point for stones in board.stones]
                    if token[1] != "AE":
                        board.stones["BW".index(token[1][1])] |= point
            yield board


def of_diagrams(text: str) -> Iterator[Board]:
    """The positions that are drawn in a text, in rows of points and stones."""
    rows: list[str] = []
    for line in text.splitlines():
        row = _ROW.search(line)
        rows = [*rows, row[0].replace(" ", "")] if row else []
        if len(rows) == SIZE:
            board = Board()
            for index, symbol in enumerate("".join(rows)):
                if symbol in "X#O":
                    board.stones[symbol == "O"] |= point_at(index)
            yield board
            rows = []


class Seen:
    """A set of positions."""

    def __init__(self) -> None:
        self._keys: set[bytes] = set()

    @staticmethod
    def of(paths: list[Path]) -> "Seen":
        """The positions of records and diagrams in files and folders, and those of files of lines and of exams."""
        seen = Seen()
        for path in paths:
            for file in (file for file in path.rglob("*") if file.suffix in _TEXTS) if path.is_dir() else [path]:
                if file.suffix == ".npz":
                    for line in load(file):
                        for ply in line.picks:
                            seen.add(line.moves[:ply])
                elif file.suffix == ".json":
                    for question in json.loads(file.read_text()):
                        seen.add(question["moves"])
                else:
                    text = file.read_text(errors="replace")
                    for board in of_record(text) if file.suffix == ".sgf" else of_diagrams(text):
                        seen.add_board(board)
        return seen

    def __len__(self) -> int:
        return len(self._keys)

    def add(self, moves: list[int]) -> bool:
        """Adds the position after some moves. Returns whether it is new."""
        board = Board()
        for ply, move in enumerate(moves):
            board.play(ply % 2, point_at(move))
        return self.add_board(board)

    def add_board(self, board: Board) -> bool:
        """Adds a position. Returns whether it is new."""
        before = len(self._keys)
        self._keys.add(key(cells_of(board)))
        return len(self._keys) > before
