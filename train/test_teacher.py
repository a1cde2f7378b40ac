"""Tests of the teacher: python3 -m unittest, in this folder."""

import math
import sys
import tempfile
import unittest
from pathlib import Path

import numpy as np
import torch

import kata_net
from analysis import Program, Question
from board import BLACK, Board
from games import ILLEGAL
from inputs import GLOBALS, PLANES, describe
from ladders import ladders
from lines import Line
from replay import PASS
from teacher import evaluate, oriented, turned_back
from test_made import at, points

HERE = Path(__file__).parent


def network_file(is_pointwise: bool = False) -> bytes:
    """A small random network in the form of KataGo's files. One that is pointwise sees a board in the same way from all sides."""
    rng = np.random.default_rng(1)
    file = bytearray()

    def words(*some: object) -> None:
        file.extend("".join(f"{word}\n" for word in some).encode())

    def floats(*shape: int) -> None:
        numbers = rng.normal(0, 1 / math.sqrt(shape[-2] if len(shape) > 1 else 4), shape).astype("<f4")
        if is_pointwise and len(shape) == 4 and shape[0] == 3:
            numbers[[0, 0, 0, 1, 1, 2, 2, 2], [0, 1, 2, 0, 2, 0, 1, 2]] = 0
        if is_pointwise and len(shape) == 3:
            numbers[:] = 0
        file.extend(b"@BIN@" + numbers.tobytes() + b"\n")

    def convolution(side: int, inputs: int, outputs: int) -> None:
        words("conv", side, side, inputs, outputs, 1, 1)
        floats(side, side, inputs, outputs)

    def matrix(inputs: int, outputs: int) -> None:
        words("matrix", inputs, outputs)
        floats(inputs, outputs)

    def vector(count: int) -> None:
        words("vector", count)
        floats(count)

    def norm(count: int) -> None:
        words("norm", count, 0.001, 1, 1)
        floats(count)
        file.extend(b"@BIN@" + np.ones(count, "<f4").tobytes() + b"\n")
        floats(count)
        floats(count)
        words("activation", "ACTIVATION_SILU")

    def rms(count: int) -> None:
        words("rms", count, 0.001)
        floats(count)

    words("small", 15, PLANES, GLOBALS, *[1] * 3, 20, *[1] * 3, *[0] * 8, "trunk", 1, 8, 0, 0, 0, 0, 1, *[0] * 5)
    convolution(3, PLANES, 8)
    matrix(GLOBALS, 8)
    words("nested_bottleneck_block", "block", 2)
    norm(8)
    convolution(1, 8, 4)
    words("transformer_attention_block", "attention", 2, 2, 2, 2, 1, 1)
    rms(4)
    for _ in range(4):
        matrix(4, 4)
    words("rope", 2, 1, 2)
    floats(2, 1, 2)
    words("transformer_ffn_block", "gated", 4, 6, 1)
    rms(4)
    matrix(4, 6)
    matrix(4, 6)
    matrix(6, 4)
    norm(4)
    convolution(1, 4, 8)
    words("last", 8, 0.001, 1, 0)
    floats(8)
    floats(8)
    words("activation", "ACTIVATION_SILU", "policy")
    convolution(1, 8, 4)
    convolution(1, 8, 4)
    norm(4)
    matrix(12, 4)
    norm(4)
    convolution(1, 4, 2)
    matrix(12, 4)
    vector(4)
    words("activation", "ACTIVATION_SILU")
    matrix(4, 2)
    words("value")
    convolution(1, 8, 4)
    norm(4)
    matrix(12, 4)
    vector(4)
    words("activation", "ACTIVATION_SILU")
    matrix(4, 3)
    vector(3)
    matrix(4, 6)
    vector(6)
    convolution(1, 4, 1)
    return bytes(file)


class TeacherInputs(unittest.TestCase):
    def test_planes_show_stones_liberties_and_the_ko(self) -> None:
        moves = points("D5 F4 E4 F6 E6 G5 F5 E5")
        seen = describe(Line(moves, 7.0), 8)
        grid = {name: plane.reshape(-1) for name, plane in enumerate(seen.planes)}
        [own, enemy, ko] = points("D5 E5 F5")
        self.assertEqual((grid[1][own], grid[2][own], grid[2][enemy], grid[3][enemy]), (1, 0, 1, 1))
        self.assertEqual((grid[6][ko], seen.legal[ko], seen.legal[81]), (1, False, True))
        self.assertEqual((seen.numbers[5], seen.numbers[6], seen.numbers[18]), (np.float32(-0.35), 1, 0))
        self.assertFalse(seen.planes[9:14].any())
        shown = describe(Line(moves, 7.0), 8, history=2)
        self.assertEqual([shown.planes[9 + back].reshape(-1)[move] for back, move in enumerate(moves[:-3:-1])], [1, 1])
        self.assertFalse(shown.planes[11:14].any())

    def test_stones_count_for_the_komi_by_territory(self) -> None:
        seen = describe(Line(points("D5 pass E5 pass"), 6.5, territory=True), 4)
        self.assertEqual((seen.numbers[5], seen.numbers[9], seen.numbers[14]), (np.float32(-8.5 / 20), 1, 1))
        self.assertTrue(seen.may_have_no_result)
        self.assertFalse(describe(Line(points("D5 pass"), 6.5), 2, history=5).numbers[:5].any())

    def test_superko_forbids_whole_positions(self) -> None:
        # Both sides throw in and take back in two kos; the position after the first capture may not return.
        moves = "D5 F4 E4 F6 E6 G5 F5 E5 A9 J9 F5 pass pass E5"
        [ko] = points("F5")
        seen = describe(Line(points(moves), 7.0), 14)
        self.assertFalse(seen.legal[ko])

    def test_a_ladder_works_unless_it_is_broken(self) -> None:
        prey, hunters = at("C3"), at("B3 C2 D2 B4")
        for breaker, expected in (0, True), (at("G7"), False):
            board = Board(black=prey | breaker, white=hunters)
            caught, working = ladders(board, BLACK)
            self.assertEqual(caught & prey != 0, expected)
            self.assertEqual(working & board.liberties(prey) != 0, expected)


class Teacher(unittest.TestCase):
    def network(self, content: bytes) -> kata_net.KataNet:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "small.bin"
            path.write_bytes(content)
            return kata_net.load(path)

    def test_a_board_can_be_turned_and_turned_back(self) -> None:
        grid = torch.arange(81).reshape(1, 9, 9)
        images = {tuple(oriented(grid, symmetry).flatten().tolist()) for symmetry in range(8)}
        self.assertEqual(len(images), 8)
        for symmetry in range(8):
            self.assertTrue(torch.equal(turned_back(oriented(grid, symmetry), symmetry), grid))

    def test_answers_do_not_depend_on_the_orientation_if_the_network_does_not(self) -> None:
        moves = points("C3 E5 G7 D4 F2")
        some = [describe(Line(moves, 7.0), ply) for ply in (2, 5)]
        for is_pointwise in (True, False):
            net = self.network(network_file(is_pointwise))
            first, *others = (evaluate(net, some, symmetry) for symmetry in range(8))
            for other in others:
                same = all(np.allclose(a[name], b[name], atol=1e-4) for a, b in zip(first, other) for name in ("policy", "ownership"))
                self.assertEqual(same, is_pointwise)

    def test_answers_are_those_of_black(self) -> None:
        net = self.network(network_file())
        moves, exchanged = points("C3 E5"), points("pass C3 E5")
        [black] = evaluate(net, [describe(Line(moves, 7.0), 2)], 0)
        [white] = evaluate(net, [describe(Line(exchanged, -7.0), 3)], 0)
        self.assertEqual(black["policy"], white["policy"])
        self.assertEqual(black["ownership"], [-level for level in white["ownership"]])
        self.assertAlmostEqual(black["rootInfo"]["winrate"], 1 - white["rootInfo"]["winrate"], places=5)
        self.assertAlmostEqual(black["rootInfo"]["scoreLead"], -white["rootInfo"]["scoreLead"], places=3)
        for move in moves:
            self.assertEqual(black["policy"][move], -1)
        self.assertAlmostEqual(sum(chance for chance in black["policy"] if chance >= 0), 1, places=4)

    def test_a_file_that_is_not_whole_or_too_long_is_refused(self) -> None:
        content = network_file()
        self.assertEqual(self.network(content).name, "small")
        for damaged in (content[:-8], content + b"more", content.replace(b"small\n15", b"small\n14")):
            self.assertRaises((ValueError, IndexError), self.network, damaged)

    def test_the_program_answers_questions_of_all_kinds(self) -> None:
        lines = [Line(points("E5 C3"), 7.0), Line(points("C3"), 9.5, size=5), Line(points("E5 pass"), 6.5, territory=True)]
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "small.bin"
            path.write_bytes(network_file(True))
            with Program([sys.executable, str(HERE / "teacher.py"), str(path)]) as program:
                questions = [Question(line, ply) for line in 4 * lines for ply in range(len(line.moves) + 1)]
                answers = dict(program.ask(questions))
        net = self.network(network_file(True))
        self.assertEqual(sorted(answers), list(range(len(questions))))
        for number, question in enumerate(questions):
            [expected] = evaluate(net, [describe(question.line, question.ply)], 0)
            self.assertAlmostEqual(answers[number].black_wins, expected["rootInfo"]["winrate"], places=4)
            self.assertTrue(np.allclose(answers[number].fields["policy"], expected["policy"], atol=1e-4))
            stones = sum(move != PASS for move in question.line.moves[: question.ply])
            legal = answers[number].label()["policy"] != ILLEGAL
            self.assertEqual(legal.sum(), question.line.size**2 + 1 - stones)


if __name__ == "__main__":
    unittest.main()
