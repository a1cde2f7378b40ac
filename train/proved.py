"""An exam of made positions with proved answers: the side to move wins with a right move, and loses with all others.

    python3 proved.py make --out proved.json --engine tao-go --count 500 --seed 1
    python3 proved.py play --exam proved.json --program "tao-go kata --threads 1 --book none" --visits 800

It has the form of the exams of `exam.py`, so `export.py --exam` reads it, too.
"""

import argparse
import json
import math
import random
import shlex
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from analysis import Program, ProgramError, Question
from board import Board, bits, index_of, point_at
from lines import Line, chances, point
from made import MOST_KOMI, make
from replay import PASS
from seen import Seen
from solver import Solved, solve

# Positions that a proof may look at: of the question itself, which is too easy with fewer than the first number, and after a move.
LEAST_NODES, FIRST_NODES, MOST_NODES = 50, 12_000, 60_000

# Questions with fewer open points are too easy, those with more are hard to prove. With a larger share of right moves, they are easy.
OPEN_POINTS = (8, 22)
RIGHT_SHARE = 1 / 3

KATA = "tao-go kata --threads 1 --book none".split()

# The kinds of questions and their shares. Openings cannot be proved, and where stones are dead, too many moves are right.
SHARES = {"made race": 0.37, "made seki": 0.37, "made life": 0.16, "made eyes": 0.06, "made ending": 0.04}


def board_of(line: Line) -> Board:
    """The position of a line."""
    board = Board()
    for ply, move in enumerate(line.moves):
        board.play(ply % 2, point_at(move))
    return board


def question(line: Line, kind: str, prove: Callable[[Line, int], Solved]) -> dict[str, object] | None:
    """The entry of an exam, if the position is fit for one. Its komi is changed so that a right move decides who wins."""
    sign = 1 if len(line.moves) % 2 == 0 else -1
    board = board_of(line)
    # Moves where somebody owns the point unconditionally are worth no more than a pass.
    open_points = board.mask & ~(board.settled(0) | board.settled(1))
    if not OPEN_POINTS[0] <= open_points.bit_count() <= OPEN_POINTS[1]:
        return None
    best = prove(line, FIRST_NODES)
    if best.lead is None or best.nodes < LEAST_NODES:
        return None
    after_pass = prove(replace(line, moves=[*line.moves, PASS]), MOST_NODES)
    if after_pass.lead is None or sign * (best.lead - after_pass.lead) < 2:
        return None
    komi = math.floor(line.komi + (best.lead + after_pass.lead) / 2) + 0.5
    lead = best.lead + line.komi - komi
    line = replace(line, komi=komi)
    if abs(komi) > MOST_KOMI:
        return None
    right, moves = [], [index_of(move) for move in bits(board.legal(len(line.moves) % 2) & open_points)]
    for move in moves:
        wins = prove(replace(line, moves=[*line.moves, move]), MOST_NODES).black_wins
        if wins is None:
            return None
        if wins == (sign > 0):
            right.append(move)
        if len(right) > RIGHT_SHARE * len(moves):
            return None
    if not right:
        return None
    return {
        "kind": kind.removeprefix("made "),
        "komi": komi,
        "moves": line.moves,
        "best": best.best if best.best in right else right[0],
        "right": right,
        "black_wins": float(sign > 0),
        "black_lead": lead,
    }


def make_exam(args: argparse.Namespace) -> None:
    """Adds questions to the file until there are enough, as many of each kind."""
    seen, rng = Seen.of(args.exclude), random.Random(args.seed)
    found: list[dict[str, object]] = []
    left = {kind: round(args.count * share) for kind, share in SHARES.items()}
    while any(left.values()):
        kind = rng.choice([kind for kind in SHARES if left[kind]])
        line = make(rng, kind, True, 0)
        line.picks = {}
        if not seen.add(line.moves):
            continue
        entry = question(line, kind, lambda line, nodes: solve(args.engine, line, len(line.moves), nodes))
        if entry:
            found.append(entry)
            left[kind] -= 1
            args.out.write_text("[\n" + ",\n".join(map(json.dumps, found)) + "\n]\n")


def play_exam(args: argparse.Namespace) -> None:
    """Prints how many right moves a program finds, and how often it knows who wins."""
    entries = json.loads(args.exam.read_text())
    asked, right, knows = Counter(), Counter(), Counter()
    with Program(args.program) as program:
        questions = [Question(Line(entry["moves"], entry["komi"]), len(entry["moves"]), args.visits) for entry in entries]
        for number, answer in program.ask(questions):
            entry = entries[number]
            if isinstance(answer, str):
                raise ProgramError(answer)
            move = point(answer.moves[0]["move"]) if args.visits > 1 else int(chances(answer.label()).argmax())
            for kind in (entry["kind"], "all"):
                asked[kind] += 1
                right[kind] += move in entry["right"]
                knows[kind] += (answer.black_wins > 0.5) == (entry["black_wins"] > 0.5)
    print("| kind | positions | right move | right winner |\n|---|---|---|---|")
    for kind in sorted(asked, key=lambda kind: (kind == "all", kind)):
        print(row(kind, asked, right, knows))


def row(kind: str, asked: Counter, right: Counter, knows: Counter) -> str:
    count = asked[kind]
    return f"| {kind} | {count} | {right[kind]} ({right[kind] / count:.1%}) | {knows[kind]} ({knows[kind] / count:.1%}) |"


def main() -> None:
    parser = argparse.ArgumentParser(description="Makes an exam of proved positions, or plays it.")
    commands = parser.add_subparsers(required=True)
    maker = commands.add_parser("make", help="make an exam")
    maker.add_argument("--out", type=Path, required=True)
    maker.add_argument("--count", type=int, default=500)
    maker.add_argument("--exclude", type=Path, nargs="*", default=[], help="files or folders with positions that must not be made")
    maker.add_argument("--engine", default="tao-go", help="the program of this project")
    maker.add_argument("--seed", type=int, default=1)
    maker.set_defaults(run=make_exam)
    player = commands.add_parser("play", help="play an exam")
    player.add_argument("--exam", type=Path, required=True)
    player.add_argument("--visits", type=int, default=800, help="1: the network alone [default: 800]")
    player.add_argument("--program", type=shlex.split, default=KATA, help="one with KataGo's analysis protocol [default: the engine]")
    player.set_defaults(run=play_exam)
    args = parser.parse_args()
    args.run(args)


if __name__ == "__main__":
    try:
        main()
    except ProgramError as error:
        sys.exit(f"proved.py: {error}")
