"""Has undecided positions searched by the teacher: python3 exam.py --labels FILE.npz --teacher "katago analysis ..." --out exam.json

The file is one of `label.py`; its labels tell which positions are undecided. `export.py --exam` holds a network against the result.
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
    """What an exam tells of a position."""
    visits = {str(point(move["move"])): move["visits"] for move in answer.moves}
    root = answer.fields["rootInfo"]
    return {
        "komi": question.line.komi,
        "moves": question.line.moves[: question.ply],
        "best": point(answer.moves[0]["move"]),
        "visits": visits,
        "black_wins": round(root["winrate"], 4),
        "black_lead": round(root["scoreLead"], 2),
    }


def undecided(path: Path, count: int) -> list[tuple[Line, int]]:
    """Some positions of a file whose labels give both sides a chance, all different."""
    lines = load(path)
    with np.load(path) as file:
        black_wins = (file["winrate"] / 65535).tolist()
    picks = [(line, ply) for line in lines for ply in sorted(line.picks)]
    found: dict[tuple, tuple[Line, int]] = {}
    for (line, ply), wins in zip(picks, black_wins):
        if UNDECIDED < wins < 1 - UNDECIDED:
            found[(line.komi, *line.moves[:ply])] = line, ply
    if len(found) < count:
        print(f"{path} has only {len(found)} undecided positions")
    drawn = np.random.default_rng(1).permutation(len(found))[:count]
    return [list(found.values())[i] for i in drawn]


def read_part(path: Path) -> dict[int, dict[str, object]]:
    """The solutions so far, by number of the position."""
    solutions: dict[int, dict[str, object]] = {}
    if path.exists():
        *lines, rest = path.read_text().split("\n")
        for line in lines:
            number, solved = json.loads(line)
            solutions[number] = solved
        if rest:
            path.write_text("".join(line + "\n" for line in lines))
    return solutions


def main() -> None:
    parser = argparse.ArgumentParser(description="Has positions searched by a teacher.")
    parser.add_argument("--labels", type=Path, required=True, help="file of labeled positions by label.py")
    parser.add_argument("--count", type=int, default=1000, help="of positions at most [default: 1000]")
    parser.add_argument("--teacher", type=shlex.split, required=True, help="command line of a program with KataGo's analysis protocol")
    parser.add_argument("--visits", type=int, default=100, help="of each search [default: 100]")
    parser.add_argument("--out", type=Path, required=True, help="the exam, in JSON")
    args = parser.parse_args()
    part = args.out.with_name(args.out.name + ".part")
    questions = [Question(line, ply, args.visits) for line, ply in undecided(args.labels, args.count)]
    solutions = read_part(part)
    missing = [number for number in range(len(questions)) if number not in solutions]
    with Program(args.teacher) as teacher, part.open("a", buffering=1) as file:
        for index, answer in teacher.ask(questions[number] for number in missing):
            number = missing[index]
            if isinstance(answer, str):
                print(f"left out, {answer}", flush=True)
                continue
            solutions[number] = solution(questions[number], answer)
            print(json.dumps([number, solutions[number]]), file=file)
    ordered = [json.dumps(solutions[number]) for number in sorted(solutions)]
    args.out.write_text("[\n" + ",\n".join(ordered) + "\n]\n")


if __name__ == "__main__":
    try:
        main()
    except ProgramError as error:
        sys.exit(f"exam.py: {error}")
