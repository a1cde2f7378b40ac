"""Writes the network of a run: python3 export.py --run DIR --out new.taonet

With --exam FILE it also reports how far the network agrees with the teacher's searches of the positions in the file.
"""

import argparse
import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray

import integers
from data import NO_MOVE, RECENT, planes
from model import POINTS_OF_LEAD, Network, Scope, Shape, with_all_planes
from replay import LEGAL, PASS, POINTS, SIZE, Boards, on_board, replay

_COLUMNS = "ABCDEFGHJ"


@dataclass(frozen=True)
class Position:
    """A position: the moves from the empty board, Black first, the komi, and the size and the rules if they are not the usual ones."""

    moves: list[int]
    komi: float
    size: int = SIZE
    territory: bool = False

    def codes(self) -> NDArray[np.uint8]:
        """The code of every point: [1, 81]."""
        moves = np.array([*self.moves, NO_MOVE], np.uint8)
        *_, (_, codes) = replay(moves, np.array([len(moves)]), np.array([self.size], np.uint8))
        return codes

    def planes(self) -> NDArray[np.float32]:
        """The network's input: [1, 24, 9, 9]."""
        recent = np.full((1, RECENT), NO_MOVE, np.uint8)
        latest = self.moves[::-1][:RECENT]
        recent[0, : len(latest)] = latest
        by_color = [sum(move != PASS for move in self.moves[color::2]) for color in (0, 1)]
        komi = self.komi + self.territory * (by_color[0] - by_color[1])
        komi = komi if len(self.moves) % 2 == 0 else -komi
        board = on_board(np.array([self.size]))
        return planes(self.codes(), recent, board, np.array([komi], np.float32), np.array([self.territory]))


def vertex(move: int) -> str:
    """A move as GTP writes it."""
    return "pass" if move == PASS else f"{_COLUMNS[move % SIZE]}{move // SIZE + 1}"


def random_positions(count: int, seed: int, size: int = SIZE, territory: bool = False) -> list[Position]:
    """Positions of games of random legal moves, some of them passes."""
    rng = np.random.default_rng(seed)
    out = []
    for _ in range(count):
        moves: list[int] = []
        board = Boards(np.array([size], np.uint8))
        for _ in range(rng.integers(0, 90)):
            liberties = board.liberties()
            legal = np.nonzero(board.codes(liberties)[0] & LEGAL)[0]
            moves.append(int(rng.choice(legal)) if len(legal) and rng.random() > 0.03 else PASS)
            board.play(np.array(moves[-1:], np.uint8), liberties)
        komi = float(rng.choice([5.5, 6.5, 7.0, 7.5, -3.0, 12.5]))
        out.append(Position(moves, komi, size, territory))
    return out


def golden(name: str, crc: int, network: Network, layers: list[integers.Layer], scope: Scope) -> dict[str, object]:
    """Evaluations that the engine must reproduce exactly, beside those of the network in floating point."""
    lines = []
    positions = random_positions(40, seed=1)
    for size in range(scope.smallest, SIZE):
        positions += random_positions(10, seed=size, size=size)
    for size in sorted({scope.smallest, SIZE}) if scope.territory else ():
        positions += random_positions(20, seed=2, size=size, territory=True)
    for position in positions:
        result = integers.evaluate(network.shape, layers, position.planes()[0])
        with torch.no_grad():
            exact = network(torch.from_numpy(position.planes()))
        lines.append(
            {
                "moves": [vertex(move) for move in position.moves],
                "komi": position.komi,
                "size": position.size,
                "territory": position.territory,
                "policy": result.policy.tolist(),
                "owner": result.owner.tolist(),
                "value": result.value,
                "lead": result.lead,
                "policy_float": [round(x, 3) for x in exact.policy[0].tolist()],
                "value_float": round(exact.value.item(), 3),
                "lead_float": round(exact.lead.item() * POINTS_OF_LEAD, 3),
            }
        )
    return {"network": name, "crc": crc, "positions": lines}


def exam(path: Path, network: Network) -> dict[str, float]:
    """Agreement with the best move of the teacher's search, and mean errors of its value and points."""
    questions = json.loads(path.read_text())
    agreed, value_error, lead_error = 0, 0.0, 0.0
    for question in questions:
        upper_left = question["moves"]
        moves = [m if m == PASS else (SIZE - 1 - m // SIZE) * SIZE + m % SIZE for m in upper_left]
        best = question["best"]
        best = best if best == PASS else (SIZE - 1 - best // SIZE) * SIZE + best % SIZE
        position = Position(moves, question["komi"])
        inputs = position.planes()
        with torch.no_grad():
            output = network(torch.from_numpy(inputs))
        legal = np.append(inputs[0, 8].reshape(POINTS) > 0, True)
        choice = int(np.where(legal, output.policy[0].numpy(), -np.inf).argmax())
        sign = 1 if len(moves) % 2 == 0 else -1
        wins = output.value.sigmoid().item()
        agreed += choice == best
        value_error += abs((wins if sign > 0 else 1 - wins) - question["black_wins"])
        lead_error += abs(sign * output.lead.item() * POINTS_OF_LEAD - question["black_lead"])
    count = len(questions)
    return {"agreement": agreed / count, "value error": value_error / count, "lead error": lead_error / count}


def main() -> None:
    parser = argparse.ArgumentParser(description="Writes the network of a run as integers.")
    parser.add_argument("--run", type=Path, required=True, help="folder of the run")
    parser.add_argument("--out", type=Path, required=True, help="the network file")
    parser.add_argument("--name", help="default: blocks x channels, and -channels inside bottlenecks")
    parser.add_argument("--golden", type=Path, help="evaluations for the engine's test")
    parser.add_argument("--exam", type=Path, help="positions that the teacher searched")
    args = parser.parse_args()
    state = torch.load(args.run / "checkpoint.pt")
    shape = Shape(**state["settings"]["shape"])
    scope = Scope(**state.get("scope", {}))
    network = Network(shape)
    network.load_state_dict(with_all_planes(state["average"]))
    network.eval()
    network.quantized = True
    name = args.name or shape.name
    layers = integers.layers(network)
    file = integers.to_bytes(shape, name, layers, scope)
    args.out.write_bytes(file)
    crc = integers.checksum(file)
    print(f"{args.out}: {name}, {len(file)} bytes, CRC {crc:08x}, {state['step']} steps")
    if args.golden:
        args.golden.write_text(json.dumps(golden(name, crc, network, layers, scope)) + "\n")
    if args.exam:
        figures = exam(args.exam, network)
        print("exam: " + ", ".join(f"{name} {figure:.3f}" for name, figure in figures.items()))


if __name__ == "__main__":
    main()
