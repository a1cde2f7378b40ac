"""Tests of choosing and labeling positions: python3 -m unittest, in this folder."""

import json
import shlex
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import numpy as np

from analysis import Answer, Program, ProgramError, Question
from choose import Chooser, Recorded, disagreement, game_stream, of_teacher
from data import batch
from data import load as load_positions
from games import ILLEGAL
from label import Folder, label_file, read_journal
from lines import LABEL, Line, chances, grid_points, load, make_label, point, save, vertex
from motifs import motifs
from replay import NO_MOVE, PASS
from tree import read_tree

HERE = Path(__file__).parent
FAKE = [sys.executable, str(HERE / "fake_teacher.py")]


def points(text: str) -> list[int]:
    return [point(vertex) for vertex in text.split()]


def some_lines() -> list[Line]:
    """A game with two chosen positions, one of other rules, one of a smaller board."""
    return [
        Line(points("E5 C3 G4"), 7.0, picks={0: "game", 2: "ko"}),
        Line(points("E5 C3"), 6.5, territory=True, picks={2: "leaf"}),
        Line(points("C3"), 9.0, size=5, picks={1: "teacher"}),
    ]


class Lines(unittest.TestCase):
    def test_points_are_those_of_the_lower_left_corner_on_small_boards(self) -> None:
        self.assertEqual([point("A9"), point("J1"), point("pass")], [0, 80, PASS])
        self.assertEqual([vertex(p) for p in grid_points(5)[[0, 4, 24]]], ["A5", "E5", "E1"])

    def test_a_file_gives_the_lines_back(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "some.npz"
            save(path, some_lines())
            self.assertEqual(load(path), some_lines())
            self.assertEqual(list(Path(folder).iterdir()), [path])

    def test_a_label_has_the_policy_and_the_owners(self) -> None:
        policy = [0.0] * 24 + [-1.0] + [1.0]
        label = make_label(5, policy, 0.25, -3.5, [1.0] * 24 + [-1.0])
        self.assertEqual((label["winrate"], label["lead"]), (round(0.25 * 65535), -224))
        self.assertEqual([label["policy"][p] for p in points("A5 E1 F1 pass")], [0, ILLEGAL, ILLEGAL, 254])
        self.assertEqual(chances(label)[PASS], 1)
        owner = np.stack([label["owner"] & 15, label["owner"] >> 4], 1).reshape(-1)
        self.assertEqual([owner[p] for p in points("A5 E1")], [15, 0])


class Asking(unittest.TestCase):
    QUESTIONS = [Question(Line(points("E5 C3 G4 E3"), 7.0), ply) for ply in range(5)] * 10

    def test_all_are_answered_although_the_program_dies(self) -> None:
        with Program([*FAKE, "3"]) as teacher:
            answers = dict(teacher.ask(self.QUESTIONS))
        self.assertEqual([answers[i].black_wins for i in range(50)], [i % 5 / 100 for i in range(50)])
        self.assertEqual(answers[0].moves[0]["move"], "C3")

    def test_one_visit_tells_what_the_network_thinks(self) -> None:
        root = {"winrate": 0.1, "scoreLead": -2.0, "rawWinrate": 0.6, "rawLead": 3.0}
        for visits, expected in ((1, (0.6, 3.0)), (2, (0.1, -2.0))):
            answer = Answer(9, visits, {"rootInfo": root})
            self.assertEqual((answer.black_wins, answer.black_lead), expected)
        searched = Answer(9, 1, {"rootInfo": {"winrate": 0.1, "scoreLead": -2.0}})
        self.assertEqual((searched.black_wins, searched.black_lead), (0.1, -2.0))

    def test_errors_name_what_is_wrong(self) -> None:
        for command, message in (
            ([*FAKE, "0"], "ended with code 1. Its last words:\nout of ideas"),
            (["no-such-program"], "no-such-program cannot be started"),
            (["echo", "hello"], "echo answered 'hello'"),
        ):
            with Program(command) as teacher, self.assertRaisesRegex(ProgramError, message):
                list(teacher.ask(self.QUESTIONS))
        with Program(["sleep", "60"], patience=0.01) as teacher, self.assertRaisesRegex(ProgramError, "said nothing for"):
            list(teacher.ask(self.QUESTIONS))

    def test_a_refused_question_does_not_stop_the_others(self) -> None:
        with Program(FAKE) as teacher:
            answers = dict(teacher.ask([Question(Line([], 99.0), 0), *self.QUESTIONS[:3]]))
        self.assertRegex(answers[0], "refused .*99.*komi out of range")
        self.assertEqual(answers[3].black_wins, 0.02)


class Labeling(unittest.TestCase):
    def setUp(self) -> None:
        self.temporary = tempfile.TemporaryDirectory()
        self.addCleanup(self.temporary.cleanup)
        self.data = Path(self.temporary.name)
        self.folder = Folder(self.data)

    def run_program(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, HERE / "label.py", "--data", self.data, *arguments]
        return subprocess.run([str(part) for part in command], capture_output=True, text=True, check=False)

    def test_every_chosen_position_gets_its_label(self) -> None:
        for _ in range(2):
            self.folder.add("train", some_lines(), [])
        self.assertEqual([path.name for path in self.folder.open_files()], ["train-000000.npz", "train-000001.npz"])
        done = self.run_program("--teacher", " ".join(FAKE))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.folder.open_files(), [])
        path = self.folder.labels / "train-000001.npz"
        self.assertEqual(load(path), some_lines())
        with np.load(path) as file:
            self.assertEqual(file["winrate"].tolist(), [round(65535 * n / 100) for n in (0, 2, 2, 1)])
            self.assertEqual(file["lead"].tolist(), [-7 * 64, -5 * 64, -4.5 * 64, -8 * 64])
        self.assertEqual(sorted(self.folder.labels.iterdir()), [self.folder.labels / "train-000000.npz", path])

    def test_a_journal_that_was_cut_off_is_continued(self) -> None:
        known = make_label(9, [1.0] + [0.0] * 81, 1.0, 5.0, [1.0] * 81)
        path = self.folder.add("train", some_lines(), [(1, known)])
        journal = self.folder.journal(path.name)
        journal.write_bytes(journal.read_bytes() + b"half an entry")
        with Program(FAKE) as teacher:
            self.assertEqual(label_file(self.folder, path, teacher), 3)
        with np.load(self.folder.labels / path.name) as file:
            self.assertEqual(file["winrate"][1], 65535)
            self.assertEqual(file["owner"].shape, (4, 41))

    def test_labels_of_a_program_that_died_are_kept(self) -> None:
        line = Line(points("E5 C3 G4 E3"), 7.0, picks={ply: "game" for ply in range(5)})
        path = self.folder.add("train", 4 * [line], [])
        # Its first process answers three times, the others never.
        dying = f"{sys.executable} {HERE / 'fake_teacher.py'}"
        script = f"test -e {self.data}/died && exec {dying} 0; touch {self.data}/died; exec {dying} 3"
        done = self.run_program("--teacher", shlex.join(["sh", "-c", script]))
        self.assertEqual(done.returncode, 1)
        self.assertIn("out of ideas", done.stderr)
        self.assertEqual(self.folder.open_files(), [path])
        self.assertEqual(len(read_journal(self.folder.journal(path.name))), 3)

    def test_refused_positions_are_left_out(self) -> None:
        lines = some_lines()
        lines[0].komi = 99.0
        path = self.folder.add("train", lines, [])
        self.folder.journal(path.name).unlink()
        with Program(FAKE) as teacher:
            label_file(self.folder, path, teacher)
        self.assertEqual(load(self.folder.labels / path.name), some_lines()[1:])

    def test_training_reads_the_labels(self) -> None:
        path = self.folder.add("train", some_lines(), [])
        with Program(FAKE) as teacher:
            label_file(self.folder, path, teacher)
        data = load_positions(self.folder.labels / path.name, 0.6)
        self.assertEqual(data.komi.tolist(), [7, 7, 6.5, -9])
        self.assertEqual((data.size.tolist(), data.territory.tolist()), ([9, 9, 9, 5], [False, False, True, False]))
        self.assertEqual(list(data.kinds()), ["5x5", "9x9", "9x9 territory"])
        self.assertTrue(np.allclose(data.value, [0, 0.02, 0.02, 0.99], atol=1e-4))
        self.assertEqual(np.count_nonzero(data.policy[3] != ILLEGAL), 25)
        turned = batch(data, np.full(8, 3), np.arange(8))
        self.assertEqual(turned.on_board.sum(1).tolist(), 8 * [25])
        self.assertFalse(turned.planes.flatten(2)[~turned.on_board[:, None].expand(-1, 24, -1)].any())
        self.assertTrue((turned.planes[:, 17].flatten(1) == turned.on_board).all())
        self.assertFalse((turned.legal[:, :PASS] & ~turned.on_board).any())
        self.assertEqual(batch(data, np.array([2]), np.array([1])).planes[0, 23].sum(), 81)
        self.assertEqual(data.recent[1, :3].tolist(), [20, 40, 255])  # C3, E5 from the lower left
        self.assertEqual((data.codes[1, 40] & 3, data.codes[1, 20] & 3), (1, 2))

    def test_an_exam_goes_on_where_it_was_stopped(self) -> None:
        moves = points("E5 C3 G4 E3 E7 C7")
        line = Line(moves, 7.0, picks={ply: "game" for ply in (1, 4, 5)})
        path = self.folder.add("exam", [line, line], [])
        with Program(FAKE) as teacher:
            label_file(self.folder, path, teacher)
        out = self.data / "exam.json"
        part = self.data / "exam.json.part"
        part.write_text(json.dumps({"komi": 7.0, "moves": moves[:4], "best": 0}) + '\n{"komi": 7.0, "mov')
        labels = self.folder.labels / path.name
        command = [sys.executable, HERE / "exam.py", "--labels", labels, "--teacher", " ".join(FAKE), "--out", out]
        for _ in range(2):
            subprocess.run([str(word) for word in command], check=True, stdout=subprocess.DEVNULL)
            first, second = json.loads(out.read_text())
            self.assertEqual((first["moves"], first["best"]), (moves[:4], 0))
            self.assertEqual((second["moves"], second["best"], second["komi"]), (moves[:5], point("C3"), 7))
            self.assertEqual(second["visits"], {str(point("C3")): 7, str(point("D4")): 3})


class Choosing(unittest.TestCase):
    def test_nodes_of_a_tree_have_their_way_from_the_root(self) -> None:
        text = "1 C7 5 0.7000\n2 pass 2 0.4000\n1 A9 1 0.2000\n"
        first, last = (point("C7"),), (point("A9"),)
        for ply, chances in ((1, [0.3, 0.4, 0.8]), (2, [0.7, 0.6, 0.2])):
            nodes = [(node.moves, node.visits, round(node.black_wins, 3)) for node in read_tree(text, ply)]
            self.assertEqual(nodes, list(zip([first, (*first, PASS), last], [5, 2, 1], chances)))
        self.assertEqual(read_tree("\n", 0), [])

    def test_races_and_kos_are_found(self) -> None:
        games = ["E4 F4 D5 G5 E6 F6 F5 E5 A1 A2 B9 B8 C1", "C4 D4 C5 D5 D6 C6 A1"]
        moves = np.array([move for game in games for move in [*points(game), NO_MOVE]], np.uint8)
        race, ko = motifs(moves, np.array([14, 8]))
        self.assertEqual(np.nonzero(ko)[0].tolist(), [8, 9, 10, 11])
        self.assertEqual(np.nonzero(race)[0].tolist(), [14 + 6, 14 + 7])

    def test_held_out_games_are_never_chosen_otherwise(self) -> None:
        sample = [str(HERE / "sample.npz")]
        rng = np.random.default_rng(1)
        taken = [next(stream).moves for stream in [game_stream(sample, True, rng)] for _ in range(3)]
        self.assertEqual(taken[0], taken[2])
        others = game_stream(sample, False, rng)
        self.assertNotIn(taken[0], [next(others).moves for _ in range(60)])

    def test_most_decided_positions_are_left_out(self) -> None:
        chooser = Chooser(np.random.default_rng(1), 1 / 8, 0.15, {"game"})
        kept = [sum(chooser.keeps(wins) for _ in range(800)) for wins in (0.5, 0.96, 0.98, 0.01)]
        self.assertEqual(kept[:2], [800, 800])
        self.assertLess(max(abs(count - 100) for count in kept[2:]), 30)

    def test_answers_of_the_teacher_in_its_games_are_labels(self) -> None:
        rng = np.random.default_rng(1)
        chooser = Chooser(rng, 1.0, 0.15, {"teacher"})
        chooser.add(Line([], 7.0, picks={0: "game"}))
        with Program(FAKE) as teacher:
            game = of_teacher(teacher, [5], False, rng)
        chooser.add_played(game)
        numbers = [number for number, _ in chooser.known]
        self.assertEqual(numbers, list(range(1, len(game.line.moves) + 1)))
        self.assertEqual(chooser.known[3][1]["winrate"], round(65535 * 0.03))
        self.assertEqual(chooser.counts, {"game": 1, "teacher": len(numbers)})

    def test_disagreement_grows_with_both_differences(self) -> None:
        first = make_label(9, [1.0] + [0.0] * 81, 0.9, 0, [0.0] * 81)
        second = make_label(9, [0.0] * 81 + [1.0], 0.4, 0, [0.0] * 81)
        nothing = np.zeros(1, bool)
        game = Recorded([], 7.0, np.array([first], LABEL), np.array([0.9]), nothing, nothing)
        self.assertAlmostEqual(disagreement(game, 0, first), 0, places=4)
        self.assertAlmostEqual(disagreement(game, 0, second), 0.8, places=4)


if __name__ == "__main__":
    unittest.main()
