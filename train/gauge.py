"""Draws how strong the networks of a loop are: python3 gauge.py --loop LOOP --rival plain-uct:500 --rival playouts:500 --picture elo.svg

A rival is a preset of the engine with its playouts for each move. Each network plays a match against each rival. The logs of the matches
are in the folder of the loop: the same command goes on where it was stopped.
"""

import argparse
import json
import math
import re
import subprocess
from pathlib import Path

from curves import draw_gauge
from loop import generations, player

RESULT = re.compile(r"^A wins (\d+), draws (\d+), loses (\d+) of", re.MULTILINE)


def networks(loop: Path) -> list[tuple[float, Path]]:
    """The best network at the beginning and after each generation, with the minutes that the loop had taken."""
    minutes, best = 0.0, loop / "first.taonet"
    out = [(minutes, best)]
    for line in generations(loop):
        minutes += line["seconds"] / 60
        if line["accepted"]:
            best = loop / f"generation-{line['generation']:03}" / "candidate.taonet"
        out.append((minutes, best))
    return out


def elo(wins: int, draws: int, losses: int) -> float:
    """Elo by the result of a match. Half a win is added for each side, which keeps the Elo finite."""
    return 400 * math.log10((wins + draws / 2 + 0.5) / (losses + draws / 2 + 0.5))


def match(engine: str, lab: str, network: Path, visits: int, rival: str, games: int) -> float:
    """Elo of a network over a rival."""
    preset, playouts = rival.split(":")
    log = network.with_name(f"{network.stem}-{preset}-{playouts}.jsonl")
    words = ["--a", player(engine, network, visits), "--b", preset, "--b-playouts", playouts]
    command = [lab, "match", *words, "--games", str(games), "--log", str(log)]
    output = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout
    result = RESULT.search(output)
    if result is None:
        raise SystemExit(f"the match failed: {output}")
    return elo(*map(int, result.groups()))


def main() -> None:
    parser = argparse.ArgumentParser(description="Draws how strong the networks of a loop are.")
    parser.add_argument("--loop", type=Path, required=True, help="folder of the loop")
    parser.add_argument("--rival", action="append", required=True, help="PRESET:PLAYOUTS; may be repeated")
    parser.add_argument("--picture", type=Path, required=True, help="SVG to write")
    parser.add_argument("--engine", default="tao-go")
    parser.add_argument("--lab", default="tao-lab")
    parser.add_argument("--visits", type=int, default=100, help="of a network for each move")
    parser.add_argument("--games", type=int, default=40, help="of each match")
    args = parser.parse_args()
    graphs: dict[str, list[tuple[float, float]]] = {rival: [] for rival in args.rival}
    for minutes, network in networks(args.loop):
        for rival, points in graphs.items():
            points.append((minutes, match(args.engine, args.lab, network, args.visits, rival, args.games)))
            print(json.dumps({"minutes": round(minutes), "rival": rival, "elo": round(points[-1][1])}), flush=True)
            draw_gauge(graphs, args.picture)


if __name__ == "__main__":
    main()
