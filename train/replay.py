"""Replays many games side by side and describes each position for the network.

Points count row by row from the lower left: row * 9 + column, on boards smaller than 9x9 too. 81 is a pass, 255 no move. Black moves
first, colors alternate.
"""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

SIZE = 9
POINTS = SIZE * SIZE
PASS = POINTS
NO_MOVE = 255

# For each point, the size of the smallest board that has it, minus one.
_LINE = np.maximum(np.arange(POINTS) // SIZE, np.arange(POINTS) % SIZE)

# Bits of a point's code, from the view of the side to move.
OWN = 1
ENEMY = 2
LIBERTIES_SHIFT = 2  # two bits: 1, 2 or 3 liberties of the chain; 0 for more
LEGAL = 16
KO = 32
OWN_EYE = 64
ENEMY_EYE = 128

# Boards have a border, so that every point has four neighbors.
_WIDTH = SIZE + 2
_CELLS = _WIDTH * _WIDTH
_CELL_OF_POINT = np.array([(p // SIZE + 1) * _WIDTH + p % SIZE + 1 for p in range(POINTS)])
_NEIGHBORS = (-_WIDTH, -1, 1, _WIDTH)
_DIAGONALS = (-_WIDTH - 1, -_WIDTH + 1, _WIDTH - 1, _WIDTH + 1)
_EMPTY, _BLACK, _WHITE, _BORDER = 0, 1, 2, 3
_NO_CHAIN = 255
_NO_KO = 0

Cells = NDArray[np.uint8]
Mask = NDArray[np.bool_]


def on_board(sizes: NDArray[np.uint8]) -> Mask:
    """Which points of the 9x9 grid are on boards of these sizes: [boards, 81]."""
    return _LINE < sizes[:, None]


class Boards:
    """Some games at the same move number."""

    def __init__(self, sizes: NDArray[np.uint8]) -> None:
        self.stones: Cells = np.full((len(sizes), _CELLS), _BORDER, np.uint8)
        self.stones[:, _CELL_OF_POINT] = np.where(on_board(sizes), _EMPTY, _BORDER)
        # The name of a chain is the cell of one of its stones.
        self.chain: Cells = np.full(self.stones.shape, _NO_CHAIN, np.uint8)
        self.ko: Cells = np.full(len(sizes), _NO_KO, np.uint8)
        self.color = _BLACK

    def keep(self, games: int) -> None:
        """Keeps only the first `games` games."""
        self.stones, self.chain, self.ko = self.stones[:games], self.chain[:games], self.ko[:games]

    def some(self, rows: NDArray[np.int64]) -> "Boards":
        """A copy of these games."""
        some = Boards(np.zeros(0, np.uint8))
        some.stones, some.chain, some.ko = self.stones[rows], self.chain[rows], self.ko[rows]
        some.color = self.color
        return some

    def liberties(self) -> NDArray[np.int64]:
        """The number of liberties of each chain, by its name: [games, 256]."""
        games = len(self.stones)
        empty = self.stones[:, _CELL_OF_POINT] == _EMPTY
        game, point = np.nonzero(empty)
        cell = _CELL_OF_POINT[point]
        counts = np.zeros(games * 256, np.int64)
        seen: list[Cells] = []
        for step in _NEIGHBORS:
            name = self.chain[game, cell + step]
            new = name != _NO_CHAIN
            for other in seen:
                new &= name != other
            counts += np.bincount(game[new] * 256 + name[new], minlength=games * 256)
            seen.append(name)
        return counts.reshape(games, 256)

    def names(self) -> Cells:
        """The name of the chain at every point, 255 at empty ones: uint8 [games, 81]."""
        return self.chain[:, _CELL_OF_POINT]

    def codes(self, liberties: NDArray[np.int64]) -> Cells:
        """The code of every point: uint8 [games, 81]."""
        own, enemy = self.color, _BLACK + _WHITE - self.color
        cells = _CELL_OF_POINT
        stones = self.stones[:, cells]
        count = np.take_along_axis(liberties, self.chain[:, cells].astype(np.int64), 1)
        code = np.where(stones == own, OWN, 0) + np.where(stones == enemy, ENEMY, 0)
        is_weak = (stones != _EMPTY) & (count <= 3)
        code += np.where(is_weak, count << LIBERTIES_SHIFT, 0)

        is_playable = np.zeros(stones.shape, bool)
        for step in _NEIGHBORS:
            neighbor = self.stones[:, cells + step]
            name = self.chain[:, cells + step].astype(np.int64)
            count = np.take_along_axis(liberties, name, 1)
            is_playable |= neighbor == _EMPTY
            is_playable |= (neighbor == own) & (count > 1)
            is_playable |= (neighbor == enemy) & (count == 1)
        is_ko = cells[None, :] == self.ko[:, None]
        code += np.where((stones == _EMPTY) & is_playable & ~is_ko, LEGAL, 0)
        code += np.where(is_ko, KO, 0)
        code += np.where(self._eyes(own), OWN_EYE, 0) + np.where(self._eyes(enemy), ENEMY_EYE, 0)
        return code.astype(np.uint8)

    def _eyes(self, color: int) -> Mask:
        """True eyes: empty points among own stones, with at most one enemy stone on the diagonals, and none of them at the edge."""
        cells, other = _CELL_OF_POINT, _BLACK + _WHITE - color
        is_eye = self.stones[:, cells] == _EMPTY
        for step in _NEIGHBORS:
            neighbor = self.stones[:, cells + step]
            is_eye &= (neighbor == color) | (neighbor == _BORDER)
        diagonals = [self.stones[:, cells + step] for step in _DIAGONALS]
        enemies = sum((stones == other).astype(np.int64) for stones in diagonals)
        at_edge = np.any([stones == _BORDER for stones in diagonals], axis=0)
        return is_eye & (enemies + at_edge < 2)

    def play(self, moves: NDArray[np.uint8], liberties: NDArray[np.int64]) -> None:
        """Makes one legal move, or a pass, in each game."""
        own, enemy = self.color, _BLACK + _WHITE - self.color
        self.ko = np.full(len(moves), _NO_KO, np.uint8)
        game = np.nonzero(moves < POINTS)[0]
        cell = _CELL_OF_POINT[moves[game]]
        stones, chain = self.stones[game], self.chain[game]
        row = np.arange(len(game))
        stones[row, cell] = own
        chain[row, cell] = cell
        captured = np.zeros(stones.shape, bool)
        is_single = np.ones(len(game), bool)
        freedom = np.zeros(len(game), np.int64)
        for step in _NEIGHBORS:
            neighbor, name = stones[row, cell + step], chain[row, cell + step]
            of_chain = chain == name[:, None]
            joins = neighbor == own
            chain = np.where(of_chain & joins[:, None], cell[:, None], chain).astype(np.uint8)
            is_single &= ~joins
            dies = (neighbor == enemy) & (liberties[game, name] == 1)
            captured |= of_chain & dies[:, None]
            freedom += neighbor == _EMPTY
        stones[captured] = _EMPTY
        chain[captured] = _NO_CHAIN
        takes_ko = is_single & (freedom == 0) & (captured.sum(1) == 1)
        self.ko[game] = np.where(takes_ko, captured.argmax(1), _NO_KO)
        self.stones[game], self.chain[game] = stones, chain
        self.color = enemy


def boards(
    moves: NDArray[np.uint8], plies: NDArray[np.int64], sizes: NDArray[np.uint8] | None = None
) -> Iterator[tuple[NDArray[np.int64], Boards, NDArray[np.int64]]]:
    """Yields for each move number the indices of the positions, the positions, and the liberties of their chains.

    `moves` has the moves of all games, one game after the other; game `i` has `plies[i]` positions, on a board of `sizes[i]` points a side,
    or 9 without `sizes`.
    """
    order = np.argsort(-plies, kind="stable")
    starts = (np.cumsum(plies) - plies)[order]
    lengths = plies[order]
    positions = Boards(np.full(len(plies), SIZE, np.uint8) if sizes is None else sizes[order])
    for ply in range(int(lengths[0])):
        games = int(np.searchsorted(-lengths, -ply))
        positions.keep(games)
        index = starts[:games] + ply
        liberties = positions.liberties()
        yield index, positions, liberties
        positions.play(moves[index], liberties)


def replay(
    moves: NDArray[np.uint8], plies: NDArray[np.int64], sizes: NDArray[np.uint8] | None = None, is_asked: Mask | None = None
) -> Iterator[tuple[NDArray[np.int64], Cells]]:
    """Yields for each move number the indices of the positions, and their codes: uint8 [positions, 81].

    The games are given in the same way as for `boards`. With `is_asked`, only the positions for which it is true are yielded.
    """
    for index, positions, liberties in boards(moves, plies, sizes):
        if is_asked is None:
            yield index, positions.codes(liberties)
        elif len(rows := np.nonzero(is_asked[index])[0]):
            yield index[rows], positions.some(rows).codes(liberties[rows])
