"""Tests of the exam of proved positions: python3 -m unittest, in this folder."""

import contextlib
import io
import json
import random
import tempfile
import unittest
from argparse import Namespace
from dataclasses import replace
from pathlib import Path

import proved
from board import index_of
from lines import Line
from made import make
from solver import Solved
from test_label import FAKE
from test_made import after, points


class Exam(unittest.TestCase):
    """A made position, and a solver that knows what it is told."""

    def setUp(self) -> None:
        rng = random.Random(5)
        while True:
            self.line = replace(make(rng, "made race", True, 0), picks={})
            board = after(self.line)
            owned = (board.settled(0) | board.settled(1)).bit_count()
            if 12 <= 81 - owned <= 20 and abs(self.line.komi) < 20:
                break
        self.sign = 1 if len(self.line.moves) % 2 == 0 else -1
        legal = board.legal(len(self.line.moves) % 2) & ~(board.settled(0) | board.settled(1))
        self.right = index_of(legal & -legal)

    def prove(self, line: Line, nodes: int) -> Solved:
        """The side to move wins by eight points with the right move, by -6 with any other."""
        made = line.moves[len(self.line.moves) :]
        raw = self.sign * (8 if made in ([], [self.right]) else -6)
        lead = raw - (line.komi - self.line.komi)
        return Solved(lead, lead, self.right, 1000)

    def test_the_komi_makes_right_moves_win(self) -> None:
        entry = proved.question(self.line, "made race", self.prove)
        self.assertEqual((entry["kind"], entry["right"], entry["best"]), ("race", [self.right], self.right))
        self.assertEqual(entry["black_wins"], float(self.sign > 0))
        self.assertEqual(entry["komi"] % 1, 0.5)
        self.assertGreater(self.sign * entry["black_lead"], 0)
        self.assertLess(abs(entry["komi"] - self.line.komi - self.sign), 1)

    def test_easy_and_open_questions_are_left_out(self) -> None:
        lost = Solved(-1, -1, None, 1000)
        provers = [
            lambda line, nodes: lost,
            lambda line, nodes: Solved(-9, 9, None, nodes),
            lambda line, nodes: replace(self.prove(line, nodes), nodes=3),
        ]
        for prove in provers:
            self.assertIsNone(proved.question(self.line, "made race", prove))

    def test_a_sign_may_be_proved_without_a_lead(self) -> None:
        self.assertEqual([Solved(*bounds, None, 1).black_wins for bounds in ((0.5, 80), (-80, -0.5), (0, 0), (-1, 1))], [1, 0, 0.5, None])

    def test_a_program_plays_the_exam(self) -> None:
        entry = proved.question(self.line, "made race", self.prove)
        lost = entry | {"kind": "seki", "right": points("C3"), "black_wins": 0.0}
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "exam.json"
            path.write_text(json.dumps([entry | {"black_wins": 0.0}, lost]))
            said = io.StringIO()
            with contextlib.redirect_stdout(said):
                proved.play_exam(Namespace(exam=path, program=FAKE, visits=10))
        # The program plays C3 everywhere, and Black's chances are the number of moves in percent.
        knows = int(len(self.line.moves) <= 50)
        rows = [line.split("|")[1:-1] for line in said.getvalue().splitlines()[2:]]
        counts = {kind.strip(): [int(figure.split()[0]) for figure in figures] for kind, *figures in rows}
        is_right = int(points("C3")[0] == self.right)
        self.assertEqual(counts, {"race": [1, is_right, knows], "seki": [1, 1, knows], "all": [2, 1 + is_right, 2 * knows]})


if __name__ == "__main__":
    unittest.main()
