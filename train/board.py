"""One board as sets of points, for programs that make or describe single positions; `replay` has many games side by side.

A set is an integer: the point in `column` of `row`, from the upper left, is bit 10 * row + column. The bit behind each row stays 0.
"""

from collections.abc import Iterator

from replay import PASS, SIZE

BLACK, WHITE = 0, 1
ROW = SIZE + 1


def bits(points: int) -> Iterator[int]:
    """The points of a set, each as a set."""
    while points:
        yield points & -points
        points &= points - 1


def index_of(point: int, size: int = SIZE) -> int:
    """The number of a point as in `lines`, where a smaller board is in the lower left corner of the grid."""
    row, column = divmod(point.bit_length() - 1, ROW)
    return (SIZE - size + row) * SIZE + column


def point_at(index: int, size: int = SIZE) -> int:
    """The inverse of `index_of`; the empty set for a pass."""
    row, column = divmod(index, SIZE)
    return 0 if index == PASS else 1 << ROW * (row - SIZE + size) + column


class Board:
    """Stones of both colors, and the point that simple ko forbids."""

    def __init__(self, size: int = SIZE, black: int = 0, white: int = 0) -> None:
        self.size = size
        self.mask = sum(((1 << size) - 1) << ROW * row for row in range(size))
        self.stones = [black, white]
        self.ko = 0

    def copy(self) -> "Board":
        new = object.__new__(Board)
        new.size, new.mask, new.stones, new.ko = self.size, self.mask, self.stones.copy(), self.ko
        return new

    @property
    def empty(self) -> int:
        return self.mask & ~(self.stones[0] | self.stones[1])

    def around(self, points: int) -> int:
        """The points of a set and their neighbors."""
        return (points | points << 1 | points >> 1 | points << ROW | points >> ROW) & self.mask

    def flood(self, start: int, within: int) -> int:
        """The part of `within` that is connected with `start`."""
        found = 0
        while start != found:
            found = start
            start = self.around(found) & within
        return found

    def parts(self, points: int) -> Iterator[int]:
        """The connected parts of a set."""
        while points:
            part = self.flood(points & -points, points)
            yield part
            points &= ~part

    def chains(self, color: int) -> Iterator[int]:
        """The chains of a color."""
        return self.parts(self.stones[color])

    def chain(self, color: int, stone: int) -> int:
        """The chain with a stone."""
        return self.flood(stone, self.stones[color])

    def liberties(self, chain: int) -> int:
        """The empty neighbors of a chain."""
        return self.around(chain) & self.empty

    def is_suicide(self, color: int, point: int) -> bool:
        """Whether a stone at an empty point would have no liberty."""
        if self.around(point) & self.empty & ~point:
            return False
        after = self.after(color, point)
        return not after.liberties(after.chain(color, point))

    def is_legal(self, color: int, point: int) -> bool:
        """Whether a stone may be placed, by simple ko and without suicide."""
        return point & self.empty & ~self.ko != 0 and not self.is_suicide(color, point)

    def legal(self, color: int) -> int:
        """The points where a color may play, by simple ko and without suicide."""
        return sum(point for point in bits(self.empty) if self.is_legal(color, point))

    def after(self, color: int, point: int) -> "Board":
        """The board after a move; the empty set is a pass."""
        new = self.copy()
        new.play(color, point)
        return new

    def play(self, color: int, point: int) -> int:
        """Places a stone, or none for a pass. Returns the captured stones."""
        self.ko = captured = 0
        if not point:
            return 0
        self.stones[color] |= point
        near, empty = self.around(point), self.empty
        others = self.stones[1 - color] & near
        while others:
            chain = self.chain(1 - color, others & -others)
            others &= ~chain
            if not self.around(chain) & empty:
                captured |= chain
        if captured:
            self.stones[1 - color] &= ~captured
            if not captured & (captured - 1) and near & self.stones[color] == point and near & self.empty == captured:
                self.ko = captured
        return captured

    def alive(self, color: int) -> tuple[int, list[int]]:
        """The stones that cannot be captured even if their side always passes (Benson, 1976), and the regions that only they enclose."""
        own, empty = self.stones[color], self.empty
        chains = [(chain, self.around(chain)) for chain in self.chains(color)]
        regions = [(region, self.around(region)) for region in self.parts(self.mask & ~own) if region & empty]
        while True:
            kept = [
                (chain, shore)
                for chain, shore in chains
                if sum(1 for region, _ in regions if not region & empty & ~shore) >= 2
            ]
            stones = sum(chain for chain, _ in kept)
            regions = [(region, near) for region, near in regions if not near & own & ~stones]
            if len(kept) == len(chains):
                return stones, [region for region, _ in regions]
            chains = kept

    def settled(self, color: int) -> int:
        """The points that a color owns unconditionally: stones that live, and regions among them in which the enemy cannot."""
        alive, enclosed = self.alive(color)
        if not alive:
            return 0
        near, enemy = self.around(self.stones[color]), self.stones[1 - color]
        return alive | sum(region for region in enclosed if not region & enemy or (region & ~near).bit_count() <= 1)

    def area(self) -> list[int]:
        """The points that count for each color if the game ends now: stones, regions of one color, and what is settled."""
        area = [0, 0]
        for color in (BLACK, WHITE):
            own, enemy, settled = self.stones[color], self.stones[1 - color], self.settled(color)
            area[color] |= settled
            area[1 - color] &= ~settled
            for region in self.parts(self.mask & ~own) if own else ():
                if not region & enemy:
                    area[color] |= region & ~(area[0] | area[1])
        rest = self.mask & ~(area[0] | area[1])
        return [area[color] | rest & self.stones[color] for color in (BLACK, WHITE)]
