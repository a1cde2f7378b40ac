"""Finds chains that are caught in a ladder, for the inputs of KataGo's networks."""

from board import Board, bits

# Positions that one search may visit before it is given up.
MOST_NODES = 25_000


def ladders(board: Board, prey: int) -> tuple[int, int]:
    """The chains of one or two liberties that are or can be caught, and the moves that catch those of the color `prey` with two."""
    caught = working = 0
    for color in (0, 1):
        for chain in board.chains(color):
            liberties = board.liberties(chain)
            count = liberties.bit_count()
            if count == 1 and _Search(board, color, chain).catches():
                caught |= chain
            elif count == 2:
                moves = 0
                for point in bits(liberties):
                    if board.is_legal(1 - color, point) and _Search(board.after(1 - color, point), color, chain).catches():
                        moves |= point
                if moves:
                    caught |= chain
                    if color == prey:
                        working |= moves
    return caught, working


class _GivenUp(Exception):
    pass


class _Search:
    """Reads whether a chain escapes whose side is to move."""

    def __init__(self, board: Board, color: int, chain: int) -> None:
        self.board, self.color, self.stone = board, color, chain & -chain
        self.nodes = 0

    def catches(self) -> bool:
        board = self.board.copy()
        board.ko = 0
        if board.liberties(board.chain(self.color, self.stone)).bit_count() > 1:
            return False
        try:
            return self._caught(board, board.size**2 * 3 // 2, True)
        except _GivenUp:
            return False

    def _caught(self, board: Board, depth: int, is_defense: bool) -> bool:
        if depth == 0:
            return True
        if self.nodes >= MOST_NODES:
            raise _GivenUp
        mover = self.color if is_defense else 1 - self.color
        moves = self._defenses(board) if is_defense else self._attacks(board)
        if isinstance(moves, bool):
            return moves
        for point in moves:
            if board.is_legal(mover, point):
                self.nodes += 1
                if self._caught(board.after(mover, point), depth - 1, not is_defense) != is_defense:
                    return not is_defense
        return is_defense

    def _defenses(self, board: Board) -> bool | list[int]:
        """The moves that may save the chain, or whether it is caught."""
        color, chain = self.color, board.chain(self.color, self.stone)
        liberties = board.liberties(chain)
        # A ladder that leaves the defender a ko does not count.
        if liberties.bit_count() >= 2 or board.ko:
            return False
        captures = 0
        for stone in board.parts(board.around(chain) & board.stones[1 - color]):
            free = board.liberties(board.chain(1 - color, stone & -stone))
            if free.bit_count() == 1:
                captures |= free
        low, high = _bounds(board, color, liberties)
        if low >= 3:
            return False
        moves = [*bits(captures & ~liberties), liberties]
        return True if len(moves) == 1 and high <= 1 else moves

    def _attacks(self, board: Board) -> bool | list[int]:
        """The moves that may catch the chain, or whether it is caught."""
        color, chain = self.color, board.chain(self.color, self.stone)
        liberties = board.liberties(chain)
        count = liberties.bit_count()
        if count != 2:
            return count < 2
        first, second = bits(liberties)
        empty = board.empty
        free = [(board.around(point) & empty & ~point).bit_count() for point in (first, second)]
        if free == [0, 0] and all(_would_take_ko(board, 1 - color, point) for point in (first, second)):
            after = [board.after(color, point) for point in (first, second)]
            roomy = any(new.liberties(new.chain(color, point)).bit_count() > 2 for new, point in zip(after, (first, second)))
            if not roomy and not self._may_capture(board, chain):
                return True
        if not board.around(first) & second:
            if min(free) >= 3:
                return False
            if max(free) >= 3:
                return [first if free[0] >= 3 else second]
        hopes = [2 * count + _connections(board, color, point) for count, point in zip(free, (first, second))]
        return [second, first] if hopes[1] > hopes[0] else [first, second]

    def _may_capture(self, board: Board, chain: int) -> bool:
        enemy = 1 - self.color
        near = board.around(chain) & board.stones[enemy]
        return any(board.liberties(board.chain(enemy, stone)).bit_count() == 1 for stone in bits(near))


def _neighbors(board: Board, point: int) -> list[int]:
    return list(bits(board.around(point) & ~point))


def _bounds(board: Board, color: int, point: int) -> tuple[int, int]:
    """Lower and upper bounds of the liberties that a stone would have."""
    free = captures = captured = joined = most = 0
    for near in _neighbors(board, point):
        if near & board.empty:
            free += 1
        elif near & board.stones[1 - color]:
            chain = board.chain(1 - color, near)
            if board.liberties(chain).bit_count() == 1:
                captures += 1
                captured += chain.bit_count()
        else:
            more = board.liberties(board.chain(color, near)).bit_count() - 1
            joined += more
            most = max(most, more)
    return captures + max(most, free), free + captured + joined


def _connections(board: Board, color: int, point: int) -> int:
    """A guess at the liberties that a stone gets from its neighbors."""
    counts = [board.liberties(board.chain(color, near)).bit_count() for near in _neighbors(board, point) if near & board.stones[color]]
    return sum(2 * count - 3 for count in counts if count > 1)


def _would_take_ko(board: Board, color: int, point: int) -> bool:
    """Whether a stone at an empty point would take one stone and leave a ko."""
    near = _neighbors(board, point)
    if any(not stone & board.stones[1 - color] for stone in near):
        return False
    taken = [chain for stone in near if board.liberties(chain := board.chain(1 - color, stone)) == point]
    return len(taken) == 1 and taken[0].bit_count() == 1
