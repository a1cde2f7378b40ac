"""Makes positions that games rarely have: python3 made.py --data DATA --positions 20000 --seed 1

Adds a file to `DATA/chosen`, which `label.py` labels. The board is cut into areas. Weak ones hold the motif; the others surround them
and live. The komi lies between two of the results that the motif may have, so that it decides who wins.
"""

import argparse
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import reduce
from operator import or_
from pathlib import Path

from analysis import Program, ProgramError, Question
from board import BLACK, WHITE, Board, bits, index_of
from label import Folder
from lines import Line
from replay import PASS
from seen import Seen

EMPTY_BOARD = Board()
ALL = EMPTY_BOARD.mask
around = EMPTY_BOARD.around
FRAME = sum(point for point in bits(ALL) if around(point).bit_count() < 5)

# Komis beyond this, in area scoring, look the same to the network.
MOST_KOMI = 30

# With an engine, positions are kept if its search changes the win rate by so much, and this share of the others.
SURPRISE, KNOWN_SHARE = 0.2, 1 / 16

# Share of positions with territory rules.
TERRITORY, TERRITORY_OF_ENDINGS = 0.12, 0.5


class Unfit(Exception):
    """Random choices that do not lead to a position of the wanted kind."""


@dataclass
class Made:
    """A position, before it is a line of moves."""

    board: Board
    to_move: int
    motif: int  # the points that matter
    results: list[int]  # Black's leads that may come out, by area and without komi
    then: list[int] = field(default_factory=list)  # moves from the position to the one that is meant


class Maker:
    """Makes positions at random."""

    def __init__(self, rng: random.Random, is_proper: bool) -> None:
        # Whether all stones outside of the motif live unconditionally, so that the solver has little to do.
        self.rng, self.is_proper = rng, is_proper

    # Choices

    def chance(self, share: float) -> bool:
        return self.rng.random() < share

    def one(self, points: int) -> int:
        """A random point of a set."""
        if not points:
            raise Unfit
        return self.rng.choice(list(bits(points)))

    def some(self, points: int, count: int) -> int:
        """So many random points of a set, or all."""
        found = list(bits(points))
        return sum(self.rng.sample(found, min(count, len(found))))

    def grow(self, start: int, size: int, within: int) -> int:
        """A connected set of this size, of fewer points if there is no room. Half of the steps make it rounder."""
        part = start
        while part.bit_count() < size and (edge := around(part) & within & ~part):
            if self.chance(0.5):
                round_ = sum(point for point in bits(edge) if (around(point) & part).bit_count() > 1)
                edge = round_ or edge
            part |= self.one(edge)
        return part

    # Areas

    def spread(self, seeds: list[list[int]], within: int) -> list[int]:
        """Grows the sets of each color over all points, at about the same pace."""
        areas = [union(seeds[color]) & within for color in (BLACK, WHITE)]
        while free := within & ~(areas[BLACK] | areas[WHITE]):
            fronts = [around(area) & free for area in areas]
            if not fronts[0] | fronts[1]:
                raise Unfit
            for color in self.rng.sample((BLACK, WHITE), 2):
                front = fronts[color] & ~areas[1 - color]
                areas[color] |= sum(point for point in bits(front) if self.chance(0.7))
        return areas

    def surround(self, weak: list[int]) -> list[int]:
        """Areas of both colors on all other points, so that each weak area, by color, lies among those of the other color."""
        inside = weak[BLACK] | weak[WHITE]
        seeds = [[around(weak[1 - color]) & ~inside & ~around(weak[color])] for color in (BLACK, WHITE)]
        rest = ALL & ~inside
        # What touches both weak areas may belong to either side.
        for point in bits(rest & around(weak[BLACK]) & around(weak[WHITE])):
            seeds[self.rng.randrange(2)].append(point)
        for color in (BLACK, WHITE):
            far = ALL & ~around(around(inside))
            if far and not seeds[color][0]:
                seeds[color].append(self.grow(self.one(far), self.rng.randint(12, 34), far))
        return self.spread(seeds, rest)

    def settle(self, area: int) -> int:
        """The empty points of an area whose stones live."""
        rim = around(ALL & ~area) & area
        inner = area & ~rim
        if not self.is_proper and inner.bit_count() >= 8 and self.chance(0.5):
            return self.some(inner, self.rng.randint(6, inner.bit_count()))
        for _ in range(6):
            first = self.one(inner)
            apart = inner & ~around(first)
            eyes = first | self.one(apart)
            if lives(area & ~eyes):
                break
        else:
            raise Unfit
        more = self.some(inner & ~around(eyes), self.rng.randint(0, inner.bit_count()))
        while not lives(area & ~(eyes | more)):
            more = self.some(more, more.bit_count() // 2)
        return eyes | more

    def settled(self, areas: list[int]) -> Board:
        """A board where the areas live."""
        board = Board()
        for color in (BLACK, WHITE):
            for area in board.parts(areas[color]):
                board.stones[color] |= area & ~self.settle(area)
        return board

    def prisoners(self, board: Board, areas: list[int]) -> None:
        """Adds a few stones that are dead in an area of the other color."""
        for color in (BLACK, WHITE):
            room = areas[1 - color] & board.empty
            room &= ~around(ALL & ~areas[1 - color])
            if room.bit_count() > 3 and self.chance(0.3):
                start = self.one(room)
                group = self.grow(start, self.rng.randint(1, 4), room)
                trial = Board(black=board.stones[0], white=board.stones[1])
                trial.stones[color] |= group
                if all_have_liberties(trial) and (not self.is_proper or lives(trial.stones[1 - color] & areas[1 - color])):
                    board.stones = trial.stones

    # Weak areas

    def eye(self, board: Board, area: int, color: int, size: int, enemies: int) -> None:
        """Makes an eye in an area, with enemy stones in it."""
        inner = area & ~around(ALL & ~area)
        eye = self.grow(self.one(inner), size, inner)
        board.stones[color] &= ~eye
        stones = self.some(eye, min(enemies, eye.bit_count() - 1))
        board.stones[1 - color] |= stones

    def liberate(self, board: Board, points: int, count: int) -> None:
        """Takes some stones away."""
        gone = self.some(points, count)
        board.stones = [stones & ~gone for stones in board.stones]

    def facing(self, sizes: tuple[int, int]) -> tuple[list[int], list[int], Board]:
        """Two weak areas beside each other, the areas around them, and the board full of stones."""
        first = self.grow(self.one(ALL), self.rng.randint(*sizes), ALL)
        beside = ALL & ~first
        second = self.grow(self.one(around(first) & beside), self.rng.randint(*sizes), beside)
        weak = self.rng.sample((first, second), 2)
        return self.enclosed(weak)

    def enclosed(self, weak: list[int]) -> tuple[list[int], list[int], Board]:
        """Weak areas, the areas around them, and the board."""
        areas = self.surround(weak)
        board = self.settled(areas)
        self.prisoners(board, areas)
        for color in (BLACK, WHITE):
            board.stones[color] |= weak[color]
        return weak, areas, board

    def results(self, weak: list[int], areas: list[int]) -> list[int]:
        """Black's lead if the weak areas become White's, stay as they are, and become Black's."""
        black, white = (part.bit_count() for part in weak)
        lead = areas[BLACK].bit_count() - areas[WHITE].bit_count()
        return sorted({lead - black - white, lead + black - white, lead + black + white})

    def finished(self, board: Board, weak: list[int], areas: list[int]) -> Made:
        """The position, if it is a fight between chains that could die."""
        inside = weak[BLACK] | weak[WHITE]
        if self.chance(0.25):
            self.liberate(board, around(inside) & (board.stones[0] | board.stones[1]), 1)
        made = Made(board, self.rng.randrange(2), around(inside), self.results(weak, areas))
        if self.chance(0.5):
            self.ko(made)
        if not all_have_liberties(board):
            raise Unfit
        for color in (BLACK, WHITE):
            alive, left = board.alive(color)[0], board.stones[color] & weak[color]
            if alive & left or weak[color] and left.bit_count() < 2 or self.is_proper and board.stones[color] & areas[color] & ~alive:
                raise Unfit
        return made

    def ko(self, made: Made) -> None:
        """Puts a ko between stones of the motif; in half of the cases it is taken by the last move."""
        board, color = made.board, self.rng.randrange(2)
        own, enemy = board.stones[color], board.stones[1 - color]
        for stone in self.rng.sample(candidates := list(bits(enemy & made.motif)), len(candidates)):
            for eye in bits(around(stone) & own):
                guards, walls = around(stone) & ~stone & ~eye, around(eye) & ~stone & ~eye
                if guards & ~enemy or walls & ~own:
                    continue
                board.stones[color] ^= eye | stone
                board.stones[1 - color] ^= stone
                if not all_have_liberties(board):
                    board.stones = [own, enemy] if color == BLACK else [enemy, own]
                    continue
                if self.chance(0.5):
                    board.stones[color] ^= stone
                    board.stones[1 - color] |= eye
                    made.to_move, made.then = color, [stone]
                return

    # Kinds

    def race(self) -> Made:
        """Two chains, each of which lives by capturing the other: with liberties outside and between them, eyes, approach moves."""
        weak, areas, board = self.facing((3, 13))
        self.liberate(board, between(weak), self.rng.randint(0, 3))
        for color in (BLACK, WHITE):
            if self.chance(0.4):
                self.eye(board, weak[color], color, self.rng.randint(1, 4), self.rng.randint(0, 2))
            shore = (around(weak[color]) & areas[1 - color]) | (around(areas[1 - color]) & weak[color])
            self.liberate(board, shore & ~between(weak), self.rng.randint(0, 4))
        return self.finished(board, weak, areas)

    def seki(self) -> Made:
        """Two chains that share liberties, with an eye each or none, and hardly a liberty elsewhere."""
        weak, areas, board = self.facing((4, 14))
        eyes = self.rng.choice((0, 0, 1, 2))
        self.liberate(board, between(weak), self.rng.randint(1 if eyes else 2, 4))
        for color in self.rng.sample((BLACK, WHITE), eyes):
            self.eye(board, weak[color], color, self.rng.choice((1, 1, 2, 3, 4)), self.rng.randint(0, 2))
        for color in (BLACK, WHITE):
            shore = around(areas[1 - color]) & weak[color]
            self.liberate(board, shore & ~between(weak), self.rng.choice((0, 0, 0, 1)))
        return self.finished(board, weak, areas)

    def alone(self, sizes: tuple[int, int]) -> tuple[int, list[int], list[int], Board]:
        """The color of a weak area, this by color, the areas around it, and the board."""
        color = self.rng.randrange(2)
        weak = [0, 0]
        weak[color] = self.grow(self.one(ALL), self.rng.randint(*sizes), ALL)
        return color, *self.enclosed(weak)

    def life(self) -> Made:
        """A group with one eye space of any form, empty or with enemy stones in it, up to nakade and seki."""
        color, weak, areas, board = self.alone((7, 26))
        size = self.rng.randint(2, 9)
        enemies = self.rng.choice((0, 0, self.rng.randint(1, 3), self.rng.randint(1, size), size - 1, size - 2))
        self.eye(board, weak[color], color, size, max(0, enemies))
        shore = around(areas[1 - color]) & weak[color] | around(weak[color]) & areas[1 - color]
        self.liberate(board, shore, self.rng.choice((0, 0, 1, 2, 3)))
        return self.finished(board, weak, areas)

    def eyes(self) -> Made:
        """A group with several small eyes, some of them false."""
        color, weak, areas, board = self.alone((8, 24))
        inner = weak[color] & ~around(ALL & ~weak[color])
        for _ in range(self.rng.randint(2, 4)):
            eye = self.one(inner)
            board.stones[color] &= ~eye
            if self.chance(0.6):
                corners = around(around(eye) ^ eye) & ~around(eye)
                board.stones[color] &= ~(false := self.some(corners & weak[color] & around(areas[1 - color]), 1))
                board.stones[1 - color] |= false
            inner &= ~around(eye)
            if not inner:
                break
        shore = around(areas[1 - color]) & weak[color]
        self.liberate(board, shore, self.rng.choice((0, 0, 1, 2)))
        return self.finished(board, weak, areas)

    def countries(self) -> list[int]:
        """The whole board in areas of both colors."""
        free, seeds = ALL, [[], []]
        for number in range(self.rng.randint(2, 5)):
            point = self.one(free)
            seeds[number % 2].append(point)
            free &= ~around(around(point))
        return self.spread(self.rng.sample(seeds, 2), ALL)

    def dead(self) -> Made:
        """Groups that are dead, or nearly so, inside settled areas."""
        areas = self.countries()
        board = self.settled(areas)
        lead, motif = areas[BLACK].bit_count() - areas[WHITE].bit_count(), 0
        results = {lead}
        for color in (BLACK, WHITE):
            for area in board.parts(areas[1 - color]):
                inner = area & ~around(ALL & ~area)
                if inner.bit_count() < 6 or self.chance(0.3):
                    continue
                room = self.grow(self.one(inner), self.rng.randint(4, 14), inner)
                group = self.grow(self.one(room), self.rng.randint(1, 8), room)
                group &= ~self.some(group, self.rng.choice((0, 0, 1, 2)))
                board.stones[1 - color] &= ~room
                board.stones[color] |= group
                motif |= room
                swing = 2 * room.bit_count() * (1 - 2 * color)
                results |= {result + swing for result in results}
        if not motif or not all_have_liberties(board):
            raise Unfit
        if self.is_proper and any(board.stones[color] & areas[color] & ~board.alive(color)[0] for color in (BLACK, WHITE)):
            raise Unfit
        return Made(board, self.rng.randrange(2), motif, sorted(results))

    def ending(self) -> Made:
        """Areas that live, with several small moves left between them."""
        areas = self.countries()
        board = self.settled(areas)
        border = (around(areas[BLACK]) & areas[WHITE]) | (around(areas[WHITE]) & areas[BLACK])
        for point in bits(self.some(border, self.rng.randint(3, 14))):
            color = BLACK if point & areas[BLACK] else WHITE
            board.stones[color] &= ~point
            if self.chance(0.2):
                board.stones[1 - color] |= point
        lead = areas[BLACK].bit_count() - areas[WHITE].bit_count()
        made = Made(board, self.rng.randrange(2), border, [lead + step for step in (-3, -1, 1, 3)])
        if self.chance(0.5):
            self.ko(made)
        if not all_have_liberties(board):
            raise Unfit
        if self.is_proper and any((board.stones[c] & areas[c] & ~board.alive(c)[0]).bit_count() > 2 for c in (BLACK, WHITE)):
            raise Unfit
        return made

    def handicap(self) -> Made:
        """The opening of a game with handicap."""
        board, inner = Board(), ALL & ~around(around(FRAME))
        stones = self.rng.randint(2, 5)
        for number in range(stones + self.rng.randint(0, 8)):
            color = BLACK if number < stones else (number - stones + 1) % 2
            point = self.one(board.empty & (inner if number < stones or self.chance(0.7) else ALL))
            if not board.is_suicide(color, point):
                board.play(color, point)
                inner &= ~around(point)
        return Made(board, WHITE, board.stones[0] | board.stones[1], [-5, 10 * stones])

    def play_on(self, made: Made) -> None:
        """Adds moves: one side's are odd, such as passes, moves elsewhere, filled liberties and throw-ins; the other's near the motif."""
        board, color = made.board.copy(), made.to_move
        for move in made.then:
            board.play(color, move)
            color = 1 - color
        odd = self.rng.randrange(2)
        for _ in range(self.rng.randint(1, 4)):
            legal = board.legal(color)
            near = legal & made.motif
            if color == odd:
                own = union(free for chain in board.chains(color) if (free := board.liberties(chain)).bit_count() < 4)
                choices = [legal & ~made.motif, legal & own, 0]
            else:
                choices = [near & around(board.stones[1 - color] & made.motif), near]
            points = self.rng.choice(choices)
            move = self.one(points) if points else 0
            if not move and made.then[-1:] == [0]:
                return
            board.play(color, move)
            made.then.append(move)
            color = 1 - color


# The kinds of positions: how they are made, and how frequent they are.
KINDS: dict[str, tuple[Callable[[Maker], Made], float]] = {
    "made race": (Maker.race, 0.27),
    "made seki": (Maker.seki, 0.2),
    "made life": (Maker.life, 0.2),
    "made eyes": (Maker.eyes, 0.08),
    "made dead": (Maker.dead, 0.12),
    "made ending": (Maker.ending, 0.1),
    "made handicap": (Maker.handicap, 0.03),
}


def union(sets: Iterable[int]) -> int:
    """The points of all sets."""
    return reduce(or_, sets, 0)


def lives(stones: int) -> bool:
    """Whether these stones live unconditionally, on a board without others."""
    return Board(black=stones).alive(BLACK)[0] == stones


def between(areas: list[int]) -> int:
    """The points of two areas that touch the other one."""
    return around(areas[0]) & areas[1] | around(areas[1]) & areas[0]


def all_have_liberties(board: Board) -> bool:
    return all(board.liberties(chain) for color in (BLACK, WHITE) for chain in board.chains(color))


def draw_komi(rng: random.Random, results: list[int]) -> float:
    """A komi between two neighboring results, now and then far from them."""
    at = rng.randrange(max(1, len(results) - 1))
    pair = results[at : at + 2]
    komi = sum(pair) / len(pair) + rng.choice((-1, -0.5, -0.5, 0, 0, 0.5, 0.5, 1))
    if rng.random() < 0.1:
        komi += rng.randint(-8, 8)
    if abs(komi) > MOST_KOMI:
        raise Unfit
    return round(2 * komi) / 2


def as_line(made: Made, territory: bool, kind: str, rng: random.Random) -> Line:
    """The position as the end of a game. Stones come in random order, in most cases those of the motif last; passes make up for colors
    with fewer stones."""
    order = [[], []]
    near = made.motif if rng.random() < 0.7 else 0
    for color in (BLACK, WHITE):
        for part in (made.board.stones[color] & ~near, made.board.stones[color] & near):
            points = list(bits(part))
            order[color] += rng.sample(points, len(points))
    black, white = (len(stones) for stones in order)
    turns = max(black - made.to_move, white)
    for color, count in ((BLACK, turns + made.to_move), (WHITE, turns)):
        order[color] = [0] * (count - len(order[color])) + order[color]
    moves = [order[ply % 2][ply // 2] for ply in range(len(order[BLACK]) + len(order[WHITE]))]
    komi = draw_komi(rng, made.results) - territory * (black - white)
    line = Line([index_of(move) if move else PASS for move in moves + made.then], komi, territory=territory)
    line.picks = {ply: kind for ply in {len(moves), len(line.moves)} if ply and line.moves[ply - 2 : ply] != [PASS, PASS]}
    return line


def make(rng: random.Random, kind: str, is_proper: bool, territory: float | None = None) -> Line:
    """A random position of a kind. `territory` is the share with territory rules."""
    maker = Maker(rng, is_proper)
    if territory is None:
        territory = TERRITORY_OF_ENDINGS if kind == "made ending" else TERRITORY
    while True:
        try:
            made = KINDS[kind][0](maker)
            if not is_proper and rng.random() < 0.2:
                maker.play_on(made)
            return as_line(made, rng.random() < territory, kind, rng)
        except Unfit:
            pass


def lines(rng: random.Random, seen: Seen, count: int) -> list[Line]:
    """Lines with so many positions that were not seen before."""
    found: list[Line] = []
    names, shares = list(KINDS), [share for _, share in KINDS.values()]
    positions = 0
    while positions < count:
        [kind] = rng.choices(names, shares)
        line = make(rng, kind, False)
        line.picks = {ply: kind for ply in line.picks if seen.add(line.moves[:ply])}
        positions += len(line.picks)
        if line.picks:
            found.append(line)
    return found


def surprising(program: Program, some: list[Line], visits: int, rng: random.Random) -> list[Line]:
    """The lines with only those positions of which a search changes the network's judgment, and a few of the others."""
    picks = [(line, ply) for line in some for ply in sorted(line.picks)]
    for number, answer in program.ask(Question(line, ply, visits) for line, ply in picks):
        line, ply = picks[number]
        is_known = isinstance(answer, str) or abs(answer.black_wins - answer.raw_black_wins) < SURPRISE
        if is_known and rng.random() > KNOWN_SHARE:
            del line.picks[ply]
    return [line for line in some if line.picks]


def main() -> None:
    parser = argparse.ArgumentParser(description="Makes positions for label.py.")
    parser.add_argument("--data", type=Path, required=True, help="folder with `chosen`")
    parser.add_argument("--name", default="made", help="how the names of the files begin [default: made]")
    parser.add_argument("--positions", type=int, default=10_000)
    parser.add_argument("--exclude", type=Path, nargs="*", default=[], help="files or folders with positions that must not be made")
    parser.add_argument("--engine", help="the program of this project: keep mostly what its network misjudges")
    parser.add_argument("--visits", type=int, default=50, help="of the engine's searches [default: 50]")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    if args.visits < 2:
        parser.error("--visits must be 2 or more: one visit knows what the network does")
    rng, seen = random.Random(args.seed), Seen.of(args.exclude)
    if args.engine:
        found: list[Line] = []
        with Program([args.engine, "kata", "--threads", "1", "--book", "none"]) as program:
            while sum(len(line.picks) for line in found) < args.positions:
                found += surprising(program, lines(rng, seen, 500), args.visits, rng)
    else:
        found = lines(rng, seen, args.positions)
    path = Folder(args.data).add(args.name, found, [])
    counts = Counter(kind for line in found for kind in line.picks.values())
    print(f"{path}: " + ", ".join(f"{count} {kind}" for kind, count in counts.most_common()))


if __name__ == "__main__":
    try:
        main()
    except ProgramError as error:
        sys.exit(f"made.py: {error}")
