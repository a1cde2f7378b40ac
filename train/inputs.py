"""What KataGo's networks see of a position (inputs of version 7)."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from board import Board, bits, index_of, point_at
from ladders import ladders
from lines import Line, grid_points

PLANES, GLOBALS = 22, 19

# Past moves that a network can be shown.
MOST_HISTORY = 5


@dataclass(frozen=True)
class Inputs:
    """A position as the network sees it, from the side to move. Points count row by row from the upper left of the board."""

    planes: NDArray[np.uint8]  # [22, s, s]
    numbers: NDArray[np.float32]  # [19]
    legal: NDArray[np.bool_]  # [s * s + 1], the pass last
    is_black: bool  # whether Black is to move
    may_have_no_result: bool


class _Game:
    """A line up to one position, with what the rules remember of it."""

    def __init__(self, line: Line, ply: int) -> None:
        self.line, self.moves = line, [point_at(move, line.size) for move in line.moves[:ply]]
        self.boards = [Board(line.size)]
        self.passed: list[tuple[int, int, int]] = []  # boards on which a color passed, and the color
        for number, move in enumerate(self.moves):
            board = self.boards[-1]
            if not move:
                self.passed.append((*board.stones, number % 2))
            self.boards.append(board.after(number % 2, move))

    def banned(self) -> int:
        """The points that repetition forbids."""
        board, color = self.boards[-1], len(self.moves) % 2
        if self.line.territory:
            return board.ko
        before = {tuple(past.stones) for past in self.boards}
        touched = 0
        for move in self.moves:
            touched |= move
        again = (point for point in bits(board.empty & touched & ~board.ko) if board.is_legal(color, point))
        return board.ko | sum(point for point in again if tuple(board.after(color, point).stones) in before)


def describe(line: Line, ply: int, history: int = 0) -> Inputs:
    """The position of a line after a number of moves, with some of the moves before it. With history, the network is not told that
    a pass would end a game by area, as in KataGo's analysis."""
    game = _Game(line, ply)
    board, moves, size = game.boards[-1], game.moves, line.size
    own, enemy = ply % 2, 1 - ply % 2
    cells = np.zeros((PLANES, size * size), np.uint8)
    numbers = np.zeros(GLOBALS, np.float32)

    def fill(plane: int, points: int) -> None:
        for point in bits(points):
            row, column = divmod(point.bit_length() - 1, 10)
            cells[plane, row * size + column] = 1

    banned = game.banned()
    fill(0, board.mask)
    fill(1, board.stones[own])
    fill(2, board.stones[enemy])
    for color in (own, enemy):
        for chain in board.chains(color):
            count = board.liberties(chain).bit_count()
            if count <= 3:
                fill(2 + count, chain)
    fill(6, banned)

    black_komi = line.komi
    if line.territory:
        placed = [sum(move != 0 for move in moves[color::2]) for color in (0, 1)]
        black_komi += placed[0] - placed[1]
    else:
        for plane, points in zip((18, 19), (board.area()[color] for color in (own, enemy))):
            fill(plane, points)
    own_komi = -black_komi if own == 0 else black_komi

    ends = bool(moves) and not moves[-1] or line.territory and (*board.stones, own) in game.passed
    known = 0 if ends and not line.territory else min(ply, history)
    for back in range(known):
        if moves[-1 - back]:
            fill(9 + back, moves[-1 - back])
        else:
            numbers[back] = 1
    caught, working = ladders(board, enemy) if ply else (0, 0)
    fill(14, caught)
    for back in (1, 2):
        past = ply - min(known, back)
        fill(14 + back, caught if past == ply else ladders(game.boards[past], 0)[0] if past else 0)
    fill(17, working)

    limit = size * size + 20
    komi = min(max(own_komi, -limit), limit)
    numbers[5] = komi / 20
    if line.territory:
        numbers[9] = numbers[10] = 1
        numbers[14] = ends
    else:
        numbers[6], numbers[7] = 1, 0.5
        numbers[18] = _wave(komi, size * size)
    legal = np.zeros(size * size + 1, np.bool_)
    for point in bits(board.legal(own) & ~banned):
        row, column = divmod(point.bit_length() - 1, 10)
        legal[row * size + column] = True
    legal[-1] = True
    return Inputs(cells.reshape(PLANES, size, size), numbers, legal, own == 0, line.territory)


def _wave(komi: float, points: int) -> float:
    """A triangular wave that tells how near a komi is to one with which a draw is possible."""
    odd = points % 2
    above = komi - ((komi - odd) // 2 * 2 + odd)
    if above < 0.5:
        return above
    return 1 - above if above < 1.5 else above - 2
