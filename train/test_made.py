"""Tests of made positions: python3 -m unittest, in this folder."""

import random
import tempfile
import unittest
from pathlib import Path

from analysis import Program
from board import BLACK, WHITE, Board, bits, index_of, point_at
from lines import Line, point
from made import KINDS, MOST_KOMI, SURPRISE, Maker, Unfit, all_have_liberties, lines, make, surprising
from replay import PASS
from seen import Seen, of_record
from test_label import FAKE

HERE = Path(__file__).parent
TACTICS = HERE.parent / "docs/lab/tactics.sgf"


def points(text: str) -> list[int]:
    return [point(vertex) for vertex in text.split()]


def at(text: str, size: int = 9) -> int:
    """The set of some vertices."""
    return sum(point_at(move, size) for move in points(text))


def after(line: Line) -> Board:
    """The board after a line, all of whose moves must be legal."""
    board = Board(line.size)
    for ply, move in enumerate(line.moves):
        assert move == PASS or board.is_legal(ply % 2, point_at(move, line.size)), (ply, move)
        board.play(ply % 2, point_at(move, line.size))
    return board


class Boards(unittest.TestCase):
    def test_points_are_those_of_lines(self) -> None:
        for size in (5, 9):
            whole = list(bits(Board(size).mask))
            self.assertEqual([point_at(index_of(p, size), size) for p in whole], whole)
        self.assertEqual(index_of(at("A1 ", 5), 5), points("A1")[0])
        self.assertEqual(point_at(PASS), 0)

    def test_chains_are_captured_and_a_ko_is_illegal(self) -> None:
        board = Board(black=at("A2 C1 C2 B3"), white=at("B1 B2"))
        self.assertEqual(board.liberties(at("B1 B2")), at("A1"))
        self.assertTrue(board.is_suicide(WHITE, at("A1")))
        self.assertEqual(board.play(BLACK, at("A1")), at("B1 B2"))
        board = Board(black=at("D5 E4 E6 F5"), white=at("F4 F6 G5"))
        self.assertEqual(board.play(WHITE, at("E5")), at("F5"))
        self.assertFalse(board.is_legal(BLACK, at("F5")))
        self.assertTrue(board.after(BLACK, 0).is_legal(BLACK, at("F5")))

    def test_two_eyes_live_and_one_does_not(self) -> None:
        stones = at("A2 B2 C2 D2 E2 B1 D1 E1")
        for eye, expected in (("A1 C1", stones), ("A1 C1 C2", 0)):
            board = Board(black=stones & ~at(eye), white=at("A3 B3 C3 D3 E3 F1 F2"))
            self.assertEqual(board.alive(BLACK)[0], expected)
        board = Board(black=stones, white=at("A3 B3 C3 D3 E3 F1 F2"))
        self.assertEqual(board.settled(BLACK), stones | at("A1 C1"))
        self.assertEqual(board.area()[BLACK], stones | at("A1 C1"))
        self.assertEqual((Board().area(), Board().settled(WHITE)), ([0, 0], 0))


class MadePositions(unittest.TestCase):
    def test_each_kind_is_a_line_of_legal_moves(self) -> None:
        rng = random.Random(1)
        for kind in KINDS:
            for _ in range(6):
                line = make(rng, kind, False)
                board = after(line)
                self.assertTrue(all_have_liberties(board))
                self.assertIn(len(line.moves), line.picks)
                self.assertEqual(set(line.picks.values()), {kind})
                for ply in line.picks:
                    self.assertNotEqual(line.moves[ply - 2 : ply], [PASS, PASS])
                placed = [sum(move != PASS for move in line.moves[color::2]) for color in (0, 1)]
                then = len(line.moves) - min(line.picks)
                self.assertLessEqual(abs(line.komi + line.territory * (placed[0] - placed[1])), MOST_KOMI + then)

    def test_races_are_between_chains_that_can_die_among_others_that_live(self) -> None:
        maker, count = Maker(random.Random(2), True), 0
        while count < 10:
            try:
                made = maker.race()
            except Unfit:
                continue
            count += 1
            alive = [made.board.alive(color)[0] for color in (BLACK, WHITE)]
            for color in (BLACK, WHITE):
                self.assertTrue(made.board.stones[color] & made.motif & ~alive[color])
                self.assertTrue(alive[color])
            self.assertEqual((made.board.stones[0] | made.board.stones[1]) & ~made.motif & ~(alive[0] | alive[1]), 0)

    def test_a_taken_ko_may_not_be_taken_back(self) -> None:
        rng, kos = random.Random(3), 0
        for _ in range(200):
            kos += after(make(rng, "made seki", False)).ko != 0
        self.assertGreater(kos, 5)

    def test_seeds_repeat_and_no_position_comes_twice(self) -> None:
        first, again = (lines(random.Random(4), Seen(), 40) for _ in range(2))
        self.assertEqual(first, again)
        seen = Seen()
        for line in first:
            for ply in line.picks:
                self.assertTrue(seen.add(line.moves[:ply]))

    def test_positions_are_kept_if_a_search_changes_the_judgment(self) -> None:
        # The program's network says 50 %, its search the number of moves in percent.
        rng = random.Random(6)
        some = [make(rng, kind, False) for kind in KINDS for _ in range(30)]
        before = [ply for line in some for ply in line.picks]
        with Program(FAKE) as program:
            after = [ply for line in surprising(program, some, 50, rng) for ply in line.picks]
        expected = [ply for ply in before if abs(ply / 100 - 0.5) > SURPRISE]
        known = len(before) - len(expected)
        self.assertGreater(min(len(expected), known), 20)
        self.assertEqual([ply for ply in after if abs(ply / 100 - 0.5) > SURPRISE], expected)
        self.assertLess(len(after) - len(expected), known / 4)


class SeenPositions(unittest.TestCase):
    def test_symmetric_positions_are_the_same_and_so_are_colors(self) -> None:
        seen = Seen()
        self.assertTrue(seen.add(points("C3 E5")))
        for same in ("C7 E5", "G3 E5", "E5 C3", "E5 pass pass G7"):
            self.assertFalse(seen.add(points(same)), same)
        self.assertTrue(seen.add(points("C4 E5")))

    def test_files_of_tests_are_read(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            record = Path(folder) / "one.sgf"
            record.write_text("(;SZ[9]C[B[aa\\]]AB[cg];W[ee](;B[dd];W[tt])(;B[ff]))")
            diagram = Path(folder) / "two.rs"
            diagram.write_text('"\n' + 8 * "    . . . . . . . . .\n" + "    X . . . . . . . O\n")
            seen = Seen.of([Path(folder)])
        for moves in ("C3 E5", "C3 E5 D6", "C3 E5 F4", "A1 J1"):
            self.assertFalse(seen.add(points(moves)), moves)
        for moves in ("C3 E5 D6 pass F4", "A9"):
            self.assertTrue(seen.add(points(moves)), moves)

    def test_the_positions_of_the_tactics_are_known(self) -> None:
        boards = list(of_record(TACTICS.read_text()))
        stones = [board.stones[0].bit_count() + board.stones[1].bit_count() for board in boards]
        self.assertGreater(len(Seen.of([TACTICS])), 200)
        self.assertGreater(max(stones), 60)


if __name__ == "__main__":
    unittest.main()
