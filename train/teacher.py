"""Evaluates positions with a network of KataGo, in batches: python3 teacher.py FILE.bin.gz

Speaks the part of KataGo's analysis protocol that `analysis.py` uses. Each answer is one evaluation in a random orientation, whatever
the number of visits.
"""

import argparse
import json
import queue
import sys
import threading
from collections import defaultdict
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

import kata_net
import precision
from analysis import AREA_RULES
from inputs import MOST_HISTORY, Inputs, describe
from lines import Line, point


def line_of(query: dict) -> Line:
    """The position of a query."""
    if query["rules"] not in ("japanese", AREA_RULES):
        raise ValueError("only the rules of `analysis.py` are known")
    if query["boardXSize"] != query["boardYSize"] or query["initialPlayer"] != "B":
        raise ValueError("only square boards and games that Black begins are known")
    moves = [point(vertex) for _, vertex in query["moves"]]
    return Line(moves, query["komi"], query["boardXSize"], query["rules"] == "japanese")


def oriented(x: Tensor, symmetry: int) -> Tensor:
    """One of the eight images of boards [..., s, s]."""
    return _flipped(x.transpose(-1, -2) if symmetry & 4 else x, symmetry)


def turned_back(x: Tensor, symmetry: int) -> Tensor:
    """The inverse of `oriented`."""
    x = _flipped(x, symmetry)
    return x.transpose(-1, -2) if symmetry & 4 else x


def _flipped(x: Tensor, symmetry: int) -> Tensor:
    return x.flip([axis for bit, axis in ((1, -1), (2, -2)) if symmetry & bit])


def evaluate(net: kata_net.KataNet, positions: list[Inputs], symmetry: int) -> list[dict]:
    """What the network says about positions on boards of one size, in the form of the protocol, from Black's point of view."""
    planes = torch.from_numpy(np.stack([p.planes for p in positions])).float()
    legal = torch.from_numpy(np.stack([p.legal for p in positions]))
    size = planes.shape[-1]
    with torch.inference_mode():
        with precision.fast():
            said = net(oriented(planes, symmetry).contiguous(), torch.from_numpy(np.stack([p.numbers for p in positions])))
        grid = turned_back(said.policy[:, :-1].reshape(-1, size, size), symmetry).flatten(1)
        said.policy = torch.cat([grid, said.policy[:, -1:]], 1)
        policy = torch.where(legal, said.policy_chances(legal), -torch.ones(()))
        owner = turned_back(said.owner.reshape(-1, size, size), symmetry).flatten(1)
        wins, lead = said.chances(torch.tensor([p.may_have_no_result for p in positions]))
    answers = []
    for number, position in enumerate(positions):
        sign = 1 if position.is_black else -1
        black_wins = 0.5 + sign * (wins[number].item() - 0.5)
        black_lead = sign * lead[number].item()
        root = {"winrate": black_wins, "rawWinrate": black_wins, "scoreLead": black_lead, "rawLead": black_lead, "visits": 1}
        answers.append(
            {
                "rootInfo": root,
                "moveInfos": [],
                "policy": [round(chance, 7) for chance in policy[number].tolist()],
                "ownership": [round(sign * level, 4) for level in owner[number].tolist()],
            }
        )
    return answers


def read(lines: queue.SimpleQueue[str | None]) -> None:
    """Puts the lines of the standard input into a queue, so that as many as have come can be taken at once."""
    for line in sys.stdin:
        lines.put(line)
    lines.put(None)


def main() -> None:
    parser = argparse.ArgumentParser(description="Evaluates positions with a network of KataGo.")
    parser.add_argument("network", type=Path, help="a file of KataGo, of the kind that kata_net.py reads")
    parser.add_argument("--history", type=int, choices=range(MOST_HISTORY + 1), default=0, help="past moves that it sees [default: 0]")
    parser.add_argument("--batch", type=int, default=16, help="positions at once, at most [default: 16]")
    parser.add_argument("--threads", type=int, default=1)
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    net = kata_net.load(args.network)
    rng = np.random.default_rng()
    lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
    threading.Thread(target=read, args=(lines,), daemon=True).start()
    while (line := lines.get()) is not None:
        queries = [line]
        while len(queries) < args.batch and not lines.empty() and (line := lines.get()) is not None:
            queries.append(line)
        by_size: dict[int, list[tuple[str, Inputs]]] = defaultdict(list)
        for query in map(json.loads, queries):
            try:
                position = line_of(query)
                by_size[position.size].append((query["id"], describe(position, len(position.moves), args.history)))
            except (ValueError, KeyError) as error:
                print(json.dumps({"id": query["id"], "error": str(error)}), flush=True)
        for asked in by_size.values():
            ids, positions = zip(*asked)
            for name, answer in zip(ids, evaluate(net, list(positions), int(rng.integers(8)))):
                print(json.dumps({"id": name, **answer}), flush=True)
        if line is None:
            return


if __name__ == "__main__":
    main()
