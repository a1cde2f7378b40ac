"""Tests of the training code: python3 -m unittest, in this folder."""

import json
import subprocess
import sys
import tempfile
import unittest
import zlib
from dataclasses import replace
from pathlib import Path

import numpy as np
import torch

import gauge
import integers
from data import SYMMETRIES, Positions, batch, load, parity_wave
from export import Position, random_positions, vertex
from games import GAME, POSITION, SELF_PLAY_HEAD, count_games
from loop import Loop, Settings, random_network
from model import Network, Scope, Shape, normalize
from replay import KO, LEGAL, NO_MOVE, OWN_EYE, PASS, Boards, replay

HERE = Path(__file__).parent
SAMPLE = HERE / "sample.npz"


def points(text: str) -> list[int]:
    """Moves by GTP vertices."""
    return [PASS if v == "pass" else "ABCDEFGHJ".index(v[0]) + 9 * (int(v[1:]) - 1) for v in text.split()]


def codes_after(text: str, size: int = 9) -> np.ndarray:
    return Position(points(text), 7.0, size).codes()[0]


class Replay(unittest.TestCase):
    def test_liberties_and_captures(self) -> None:
        codes = codes_after("A1 B1 E5")
        self.assertEqual(codes[0] & 15, 2 | 1 << 2)  # White to move: an enemy stone in atari
        codes = codes_after("A1 B1 E5 A2")
        self.assertEqual(codes[0] & 3, 0)
        self.assertEqual(codes[9] & 15, 2 | 3 << 2)

    def test_ko_is_illegal_for_one_move(self) -> None:
        codes = codes_after("E4 F4 D5 G5 E6 F6 F5 E5")
        [point] = points("F5")
        self.assertEqual(codes[point] & (KO | LEGAL), KO)
        codes = codes_after("E4 F4 D5 G5 E6 F6 F5 E5 A1 A2")
        self.assertEqual(codes[point] & (KO | LEGAL), LEGAL)

    def test_suicide_is_illegal_and_eyes_are_seen(self) -> None:
        codes = codes_after("A2 J9 B1 J8 B2 J7")
        self.assertEqual(codes[0] & (LEGAL | OWN_EYE), LEGAL | OWN_EYE)
        codes = codes_after("A2 J9 B1 J8 B2")
        self.assertEqual(codes[0] & (LEGAL | OWN_EYE), 0)

    def test_smaller_boards_end_earlier(self) -> None:
        codes = codes_after("G7 F7 G6", size=7)
        grid = codes.reshape(9, 9)
        self.assertEqual((np.count_nonzero(grid), np.count_nonzero(grid[:7, :7])), (49, 49))
        [corner, other] = points("G7 F7")
        self.assertEqual((codes[corner] & 15, codes[other] & 15), (2 | 2 << 2, 1 | 2 << 2))
        [eye] = points("E1")
        self.assertEqual(codes_after("D1 A5 D2 A4 E2 A3", size=5)[eye] & OWN_EYE, OWN_EYE)
        self.assertEqual(codes_after("D1 A5 D2 A4 E2 A3", size=6)[eye] & OWN_EYE, 0)

    def test_chains_agree_with_flood_fill_in_random_games(self) -> None:
        for position in random_positions(20, seed=3):
            moves = np.array([*position.moves, NO_MOVE], np.uint8)
            boards = Boards(np.array([9], np.uint8))
            for move in moves[:-1]:
                boards.play(np.array([move], np.uint8), boards.liberties())
            grid = np.pad(boards.stones[0].reshape(11, 11), 0)
            counts = boards.liberties()[0]
            for start in np.argwhere((grid == 1) | (grid == 2)):
                seen, stack, free = {tuple(start)}, [tuple(start)], set()
                while stack:
                    r, c = stack.pop()
                    for n in ((r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)):
                        if grid[n] == 0:
                            free.add(n)
                        elif grid[n] == grid[tuple(start)] and n not in seen:
                            seen.add(n)
                            stack.append(n)
                name = boards.chain[0].reshape(11, 11)[tuple(start)]
                self.assertEqual(counts[name], len(free))
                self.assertGreater(len(free), 0)


class Data(unittest.TestCase):
    def test_symmetries_are_the_eight_of_the_square(self) -> None:
        self.assertEqual(len({tuple(s) for s in SYMMETRIES}), 8)
        self.assertEqual(SYMMETRIES[0].tolist(), list(range(81)))

    def test_all_of_a_position_turns_together(self) -> None:
        data = load(SAMPLE, 0.0)
        index = np.full(8, 40)
        turned = batch(data, index, np.arange(8))
        for s in range(8):
            for plane in range(turned.planes.shape[1]):
                expected = turned.planes[0, plane].reshape(81)[SYMMETRIES[s]]
                self.assertTrue(torch.equal(turned.planes[s, plane].reshape(81), expected), (s, plane))
            self.assertTrue(torch.equal(turned.policy[s, :81], turned.policy[0, :81][SYMMETRIES[s]]))
            self.assertTrue(torch.equal(turned.owner[s], turned.owner[0][SYMMETRIES[s]]))

    def test_targets_are_those_of_the_side_to_move(self) -> None:
        data = load(SAMPLE, 0.0)
        self.assertTrue(np.allclose(data.value[0] + data.value[1], 1))
        self.assertTrue(np.allclose(data.lead[0], -data.lead[1]))
        self.assertTrue((data.owner[0] + data.owner[1] == 15).all())
        self.assertEqual((data.komi[0], data.komi[1]), (7.5, -7.5))

    def test_games_may_have_labels_for_some_positions(self) -> None:
        with np.load(SAMPLE) as file:
            arrays = dict(file)
        games, positions = len(arrays["plies"]), len(arrays["moves"])
        at = np.sort(np.random.default_rng(1).permutation(positions)[: positions // 5])
        size, rules = np.full(games, 9, np.uint8), np.zeros(games, np.uint8)
        rules[5] = 1
        some = {name: arrays[name][at] for name in ("policy", "winrate", "lead", "owner")}
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "some.npz"
            np.savez(path, **(arrays | some), at=at, size=size, rules=rules)
            loaded = load(path, 0.0)
        expected = load(SAMPLE, 0.0).at(at)
        start, end = arrays["plies"][:5].sum(), arrays["plies"][:6].sum()
        for row in np.nonzero((start <= at) & (at < end))[0]:
            made = arrays["moves"][start : at[row]]
            more_black = np.count_nonzero(made[0::2] < PASS) - np.count_nonzero(made[1::2] < PASS)
            expected.territory[row] = True
            expected.komi[row] = (7.5 + more_black) * (1 - 2 * (len(made) % 2))
        for name in Positions.__dataclass_fields__:
            self.assertTrue(np.array_equal(getattr(loaded, name), getattr(expected, name)), name)

    def test_only_legal_moves_have_a_policy(self) -> None:
        data = load(SAMPLE, 0.0)
        some = batch(data, np.arange(len(data)), np.zeros(len(data), np.int64))
        self.assertTrue(((some.planes[:, 8].flatten(1) > 0) == some.legal[:, :81]).all())
        self.assertTrue(torch.allclose(some.policy.sum(1), torch.ones(len(data))))

    def test_komis_of_the_same_results_have_the_same_middle(self) -> None:
        komi = np.array([5.5, 6.0, 6.5, 7.0, 7.5, -6.5, -7.5], np.float32)
        self.assertEqual((komi + parity_wave(komi)).tolist(), [6, 6, 6, 7, 8, -6, -8])
        waves = [Position([], 6.5, size, territory).planes()[0, 20:22, 0, 0] for size, territory in ((7, False), (8, False), (8, True))]
        self.assertEqual([wave.tolist() for wave in waves], [[0, 0.5], [0.5, 0], [0, 0]])


class SelfPlay(unittest.TestCase):
    """Two games: E5, pass; and D4."""

    def games(self) -> bytes:
        def game(moves: list[int], komi: float, owner: int) -> bytes:
            head = np.zeros(1, GAME)
            head["plies"], head["komi"], head["owner"] = len(moves) + 1, komi, owner
            positions = np.zeros(len(moves) + 1, POSITION)
            positions["moves"] = [*moves, NO_MOVE]
            positions["policy"][:, PASS] = 254
            positions["winrate"] = np.linspace(0, 65535, len(positions))
            positions["lead"] = 64 * 5
            positions["weight"] = 16 * np.arange(len(positions), 0, -1) - 16
            content = head.tobytes() + positions.tobytes()
            return content + zlib.crc32(content).to_bytes(4, "little")

        return SELF_PLAY_HEAD + game([40, PASS], 7.0, 0xFF) + game([30], 5.5, 0)

    def loaded(self, content: bytes) -> Positions:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "some.games"
            path.write_bytes(content)
            return load(path, 0.0)

    def test_positions_with_weight_are_read(self) -> None:
        data = self.loaded(self.games())
        self.assertEqual(data.komi.tolist(), [7.0, -7.0, 5.5])
        self.assertEqual(data.lead.tolist(), [5, -5, 5])
        self.assertTrue(np.allclose(data.value, [0, 1 - 32767 / 65535, 0]))
        self.assertEqual(data.owner[:, 0].tolist(), [15, 0, 0])
        self.assertEqual(data.recent[1].tolist(), [40] + 4 * [NO_MOVE])
        self.assertEqual(data.weight.tolist(), [32, 16, 16])
        drawn = np.bincount(data.draw(4000, np.random.default_rng(1))) / 4000
        self.assertLess(np.abs(drawn - [0.5, 0.25, 0.25]).max(), 0.03)

    def test_a_game_that_is_not_whole_is_left_out(self) -> None:
        for cut in (1, 30, 200):
            self.assertEqual(len(self.loaded(self.games()[:-cut])), 2)
        self.assertRaises(ValueError, self.loaded, self.games()[:50] + b"x" + self.games()[51:])
        self.assertRaises(ValueError, self.loaded, b"something else")

    def test_a_file_that_was_just_begun_has_no_games(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "new.games"
            for length in (0, 5, 12, 40):
                path.write_bytes(self.games()[:length])
                self.assertEqual(count_games(path), 0)
                self.assertRaises(ValueError, load, path, 0.0)
            path.write_bytes(self.games())
            self.assertEqual(count_games(path), 2)


class Model(unittest.TestCase):
    def trained(self, shape: Shape) -> Network:
        """A network with weights and statistics of usual sizes."""
        torch.manual_seed(2)
        network = Network(shape)
        with torch.no_grad():
            for norm in (m for m in network.modules() if isinstance(m, torch.nn.BatchNorm2d)):
                norm.running_mean.normal_(0, 0.3)
                norm.running_var.uniform_(0.5, 2)
                norm.weight.uniform_(0.3, 1.2)
                norm.bias.normal_(0, 0.3)
        network.eval()
        network.quantized = True
        return network

    SHAPES = (Shape(blocks=2, channels=16, neck=16, hidden=16), Shape(blocks=2, channels=32, neck=16, hidden=16, narrow=16))

    def test_integers_agree_with_the_rounded_network(self) -> None:
        for shape in self.SHAPES:
            with self.subTest(shape.name):
                self.check_integers(shape)

    def check_integers(self, shape: Shape) -> None:
        network = self.trained(shape)
        with torch.no_grad():
            network.input.weight[:, 23].normal_(0, 0.1)
        layers = integers.layers(network)
        for position in random_positions(8, seed=5) + random_positions(4, seed=6, size=6, territory=True):
            planes = position.planes()
            result = integers.evaluate(shape, layers, planes[0])
            with torch.no_grad():
                exact = network(torch.from_numpy(planes))
            # A sum that lies on the border between two steps may be rounded either way.
            self.assertLess(np.abs(result.policy / 256 - exact.policy[0].numpy()).max(), 0.1)
            self.assertLess(np.abs(result.owner / 256 - exact.owner[0].numpy()).max(), 0.1)
            self.assertLess(abs(result.value / 1024 - exact.value.item()), 0.1)

    def test_a_file_gives_the_layers_and_the_network_back(self) -> None:
        for shape in self.SHAPES:
            with self.subTest(shape.name):
                self.check_file(shape)

    def check_file(self, shape: Shape) -> None:
        file = integers.to_bytes(shape, "test", integers.layers(self.trained(shape)))
        network = integers.to_network(*integers.from_bytes(file))
        self.assertEqual(network.shape, shape)
        self.assertEqual(integers.to_bytes(network.shape, "test", integers.layers(network)), file)
        for layer in [network.input, *network.narrow, *network.first, *network.second, *network.widen, network.neck]:
            self.assertAlmostEqual(layer.weight.square().mean().sqrt().log2().item(), np.log2(integers.USUAL_WEIGHT), delta=0.51)
        scoped = integers.to_bytes(shape, "test", integers.layers(network), Scope(5, True))
        self.assertEqual([int.from_bytes(scoped[at : at + 2], "little") for at in (8, 10, 12, 14)], [2, 9, 5, 24])
        again = integers.layers(integers.to_network(*integers.from_bytes(scoped)))
        self.assertEqual(integers.to_bytes(shape, "test", again), file)
        other = integers.to_bytes(replace(shape, blocks=1), "test", again)
        for damaged in (other, file[:-1], file[:200] + b"\0" + file[200:], b""):
            self.assertRaises(ValueError, integers.from_bytes, damaged)

    def test_normalizing_does_not_change_what_a_network_computes(self) -> None:
        network = self.trained(Shape(blocks=2, channels=16))
        network.quantized = False
        planes = torch.cat([torch.from_numpy(position.planes()) for position in random_positions(32, seed=7)])
        with torch.no_grad():
            before = network(planes)
            normalize(network, planes)
            # In training, the statistics are those of the batch.
            after = network.train()(planes)
        self.assertLess((before.policy - after.policy).abs().max().item(), 1e-2)
        self.assertLess((before.value - after.value).abs().max().item(), 1e-2)

    def test_rounding_leaves_gradients(self) -> None:
        network = self.trained(Shape(blocks=2, channels=16))
        output = network(torch.rand(4, 24, 9, 9))
        (output.policy.sum() + output.value.sum()).backward()
        self.assertTrue(all(p.grad is not None and p.grad.abs().sum() > 0 for p in [network.input.weight, network.hidden.weight]))


class TheLoop(unittest.TestCase):
    SETTINGS = Settings("tao-go", "tao-lab", games=0, window=3, steps=0, batch=0, rate=0, smoothing=0, match_visits=0, match_games=0, sprt="")

    def test_begins_with_a_network_that_the_engine_can_read(self) -> None:
        file = random_network(Shape(blocks=1, channels=16))
        self.assertEqual(file, random_network(Shape(blocks=1, channels=16)))
        shape, layers = integers.from_bytes(file)
        self.assertEqual((shape.name, len(layers)), ("1x16", 7))

    def test_the_window_has_the_latest_games_and_holds_out_the_oldest_of_them(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            loop = Loop(Path(folder), b"network", self.SETTINGS)
            for number in range(5):
                head = np.zeros(1, GAME)
                head["seed"] = number
                game = head.tobytes()
                games = 2 * (game + zlib.crc32(game).to_bytes(4, "little"))
                (loop.games / f"{number:06}.games").write_bytes(SELF_PLAY_HEAD + games)
            loop.make_window(Path(folder) / "window")
            window = sorted((Path(folder) / "window").iterdir())
            latest = [loop.games / f"{number:06}.games" for number in (4, 3)]
            self.assertEqual([path.read_bytes() for path in window], [path.read_bytes() for path in latest])

    def test_the_gauge_takes_the_networks_that_were_accepted(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder)
            lines = [{"generation": i + 1, "seconds": 60, "accepted": i != 1} for i in range(3)]
            (path / "log.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines) + '{"half a li')
            names = ["first", "generation-001/candidate", "generation-001/candidate", "generation-003/candidate"]
            expected = [(float(i), path / f"{name}.taonet") for i, name in enumerate(names)]
            self.assertEqual(gauge.networks(path), expected)
        self.assertEqual(gauge.elo(3, 4, 3), 0)
        self.assertAlmostEqual(gauge.elo(40, 0, 0), 763.4, delta=0.1)


class Programs(unittest.TestCase):
    def test_a_stopped_run_goes_on_and_learns_and_is_exported(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            run = Path(folder) / "run"

            def train(steps: int, stop_after: int | None = None, start: Path | None = None) -> list[dict]:
                command = [sys.executable, HERE / "train.py", "--data", HERE, "--run", run, "--blocks", "2", "--channels", "16"]
                command += ["--batch", "64", "--report-every", "20", "--threads", "1", "--steps", str(steps)]
                command += [] if start is None else ["--start", start, "--rate", "0.001"]
                process = subprocess.Popen([str(c) for c in command], stdout=subprocess.PIPE, text=True)
                lines = []
                for line in process.stdout:
                    if line.startswith("{"):
                        lines.append(json.loads(line))
                        if lines[-1]["step"] == stop_after:
                            process.kill()
                process.stdout.close()
                process.wait()
                return lines

            first = train(200, stop_after=20)
            rest = train(200)
            self.assertEqual([line["step"] for line in rest[:1]], [first[-1]["step"] + 20])
            self.assertLess(rest[-1]["training"]["value"], 0.69)
            self.assertTrue((run / "curves.svg").read_text().startswith("<svg"))
            self.assertEqual(train(300), [], "other options do not go on")
            out = Path(folder) / "net.taonet"
            subprocess.run([sys.executable, HERE / "export.py", "--run", run, "--out", out], check=True, stdout=subprocess.DEVNULL)
            self.assertEqual(out.read_bytes()[:8], b"TaoGoNet")
            state = torch.load(run / "checkpoint.pt")
            scope = state.pop("scope")
            self.assertEqual(state["settings"]["shape"].pop("narrow"), 0)
            self.assertEqual(scope, {"smallest": 9, "territory": False})
            for tensors in (state["network"], state["average"], *state["optimizer"]["state"].values()):
                tensors |= {name: x[:, :23] for name, x in tensors.items() if x.dim() == 4 and x.shape[1] == 24}
            torch.save(state, run / "checkpoint.pt")
            self.assertEqual(train(200), [], "nothing is left to do")
            old = Path(folder) / "old.taonet"
            subprocess.run([sys.executable, HERE / "export.py", "--run", run, "--out", old], check=True, stdout=subprocess.DEVNULL)
            self.assertEqual(old.read_bytes(), out.read_bytes())
            run = Path(folder) / "second run"
            [again] = train(20, start=out)
            self.assertLess(again["held out"]["policy"], first[-1]["held out"]["policy"])

    def test_vertices_are_those_of_gtp(self) -> None:
        self.assertEqual([vertex(m) for m in points("A1 J9 H3 pass")], ["A1", "J9", "H3", "pass"])


if __name__ == "__main__":
    unittest.main()
