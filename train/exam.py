"""Has undecided positions searched by the teacher: python3 exam.py --labels FILE.npz --teacher "katago analysis ..." --out exam.json

The file is one of `label.py`; its labels tell which positions are undecided. `export.py --exam` compares a network with the result.
Answers are also kept one by one in `exam.json.part`, so that a program that is stopped goes on from there.
"""

import argparse
import json
import shlex
import sys
from pathlib import Path

import numpy as np

from analysis import Answer, Program, ProgramError, Question
from lines import UNDECIDED, Line, load, point


def solution(question: Question, answer: Answer) -> dict[str, object]:
    """The entry of an exam for a position."""
    visits = {str(point(move["move"])): move["visits"] for move in answer.moves}
    return {
        "komi": question.line.komi,
        "moves": question.line.moves[: question.ply],
        "best": point(answer.moves[0]["move"]),
        "visits": visits,
        "black_wins": round(answer.black_wins, 4),
        "black_lead": round(answer.black_lead, 2),
    }


def undecided(paths: list[Path]) -> dict[tuple, tuple[Line, int]]:
    """The different positions of some files whose labels give both sides a chance, by komi and moves."""
    found: dict[tuple, tuple[Line, int]] = {}
    for path in paths:
        lines = load(path)
        with np.load(path) as file:
            black_wins = (file["winrate"] / 65535).tolist()
        picks = [(line, ply) for line in lines for ply in sorted(line.picks)]
        for (line, ply), wins in zip(picks, black_wins):
            if UNDECIDED < wins < 1 - UNDECIDED:
                found[(line.komi, *line.moves[:ply])] = line, ply
    return found


def read_part(path: Path) -> dict[tuple, dict[str, object]]:
    """The solutions so far, by komi and moves."""
    if not path.exists():
        return {}
    *lines, rest = path.read_text().split("\n")
    if rest:
        path.write_text("".join(line + "\n" for line in lines))
    solutions = map(json.loads, lines)
    return {(solved["komi"], *solved["moves"]): solved for solved in solutions}


def main() -> None:
    parser = argparse.ArgumentParser(description="Has positions searched by a teacher.")
    parser.add_argument("--labels", type=Path, nargs="+", required=True, help="files of labeled positions by label.py")
    parser.add_argument("--count", type=int, default=1000, help="of positions at most [default: 1000]")
    parser.add_argument("--teacher", type=shlex.split, required=True, help="command line of a program with KataGo's analysis protocol")
    parser.add_argument("--visits", type=int, default=100, help="of each search [default: 100]")
    parser.add_argument("--out", type=Path, required=True, help="the exam, in JSON")
    args = parser.parse_args()
    part = args.out.with_name(args.out.name + ".part")
    positions, solutions = undecided(args.labels), read_part(part)
    missing = [key for key in positions if key not in solutions]
    drawn = np.random.default_rng(1).permutation(len(missing))[: max(0, args.count - len(solutions))]
    questions = [Question(*positions[missing[i]], args.visits) for i in drawn]
    if len(solutions) + len(questions) < args.count:
        print(f"There are only {len(solutions) + len(questions)} undecided positions.", flush=True)
    with Program(args.teacher) as teacher, part.open("a", buffering=1) as file:
        for index, answer in teacher.ask(questions):
            if isinstance(answer, str):
                print(f"left out, {answer}", flush=True)
                continue
            print(json.dumps(solution(questions[index], answer)), file=file)
    solved = map(json.dumps, read_part(part).values())
    args.out.write_text("[\n" + ",\n".join(solved) + "\n]\n")


if __name__ == "__main__":
    try:
        main()
    except ProgramError as error:
        sys.exit(f"exam.py: {error}")
