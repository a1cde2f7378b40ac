"""Chooses positions for labels: python3 choose.py --data DATA --games 'GAMES/*.games' --engine tao-go --teacher "katago analysis ..."

Adds a file to `DATA/chosen`, which `label.py` labels. Most positions are undecided ones that a search evaluates; `README.md` lists the
others. With `--sizes`, the teacher plays games on smaller boards instead, where every answer is a label.
"""

import argparse
import glob
import shlex
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from analysis import Program, ProgramError, Question
from games import flip_moves, read_games
from label import Folder
from lines import CHOSEN, LABEL, UNDECIDED, Line, chances
from motifs import motifs
from play import EnginePlayer, Played, TeacherPlayer, play
from replay import PASS, SIZE
from tree import Engine, leaves

# Of every `HELD_OUT_OF` games of a file, the one with the number `HELD_OUT` is held out.
HELD_OUT_OF, HELD_OUT = 20, 7

# Games that are drawn from a file at a time.
GAMES_OF_FILE = 100

# Komis of 9x9; the share of games that keep their own komi; and, of the others, the share with the usual komi.
LEAST_KOMI, USUAL_KOMI, MOST_KOMI = 4.5, 7.0, 9.5
KOMI_DEVIATION = 1.2
OWN_KOMI_SHARE, USUAL_KOMI_SHARE = 0.3, 0.6

# Black's lead after good play on smaller boards, as far as it is known.
FAIR_KOMI = {5: 25.0, 6: 4.0, 7: 9.0, 8: 10.0}

# For each game: positions that are looked at, searches, leaves of each search, and most other positions for each reason.
LOOKED_AT = 24
ROOTS, LEAVES = 2, 10
QUOTAS = {"disagreement": 6, "race": 2, "ko": 2, "ending": 2, "game": 3}

# Two judgments disagree if the difference of the chances to win, plus this share of the policies' difference, exceeds the first figure.
DISAGREEMENT, POLICY_SHARE = 0.3, 0.3

# There is a game with the teacher for every so many other games.
GAMES_PER_TEACHER_GAME = 10
ENGINE_VISITS = 100
OPENING_MOVES = 5


@dataclass(frozen=True)
class Recorded:
    """A game of a file, and how its positions were judged when the game was played or labeled."""

    moves: list[int]
    komi: float
    policy: NDArray  # as in `lines`
    black_wins: NDArray[np.float64]
    race: NDArray[np.bool_]
    ko: NDArray[np.bool_]


def recorded(path: Path, held_out: bool, rng: np.random.Generator) -> Iterator[Recorded]:
    """Some games of a file, either of those that are held out or of the others, in random order."""
    games = read_games(path)
    upside_down = flip_moves(np.arange(SIZE * SIZE + 1, dtype=np.uint8))
    starts = np.cumsum(games.plies) - games.plies
    number = np.arange(len(games.plies))
    is_usual = (games.size == SIZE) & ~games.territory
    allowed = number[is_usual & ((number % HELD_OUT_OF == HELD_OUT) == held_out)]
    drawn = rng.permutation(allowed)[:GAMES_OF_FILE]
    if not len(drawn):
        return
    plies = games.plies[drawn]
    index = np.concatenate([starts[game] + np.arange(games.plies[game]) for game in drawn])
    moves, winrate, policy = games.moves[index], games.winrate[index] / 65535, np.zeros(len(index), LABEL)
    policy["policy"] = games.policy[index][:, upside_down]
    race, ko = motifs(moves, plies)
    end = np.cumsum(plies)
    for game, first, after in zip(drawn, end - plies, end):
        # The last position has no move.
        made = flip_moves(moves[first : after - 1]).tolist()
        some = slice(first, after)
        yield Recorded(made, float(games.komi[game]), policy[some], winrate[some], race[some], ko[some])


def game_stream(patterns: list[str], held_out: bool, rng: np.random.Generator) -> Iterator[Recorded]:
    """Games of all patterns in turn. The files of a pattern are drawn at random."""
    streams: list[Iterator[Recorded]] = [iter(()) for _ in patterns]
    while True:
        for number, pattern in enumerate(patterns):
            game = next(streams[number], None)
            if game is None:
                paths = sorted(glob.glob(pattern))
                if not paths:
                    raise SystemExit(f"choose.py: no file is like {pattern}")
                streams[number] = recorded(Path(rng.choice(paths)), held_out, rng)
                game = next(streams[number], None)
            if game is not None:
                yield game


def draw_komi(rng: np.random.Generator) -> float:
    """The usual komi or one near it."""
    if rng.random() < USUAL_KOMI_SHARE:
        return USUAL_KOMI
    return float(np.clip(round(2 * rng.normal(USUAL_KOMI, KOMI_DEVIATION)) / 2, LEAST_KOMI, MOST_KOMI))


def draw_small_komi(size: int, rng: np.random.Generator) -> float:
    """A komi that is fair, nearly fair or usual on 9x9."""
    return FAIR_KOMI[size] + rng.integers(-3, 4) / 2 if rng.random() < 0.6 else draw_komi(rng)


class Chooser:
    """Collects lines with chosen positions."""

    def __init__(self, rng: np.random.Generator, decided_share: float, territory_share: float, sources: set[str]) -> None:
        self.rng, self.decided_share, self.territory_share, self.sources = rng, decided_share, territory_share, sources
        self.lines: list[Line] = []
        self.known: list[tuple[int, NDArray]] = []  # labels that are known already, by number of the pick
        self.counts: Counter[str] = Counter()

    def __len__(self) -> int:
        return self.counts.total()

    def keeps(self, black_wins: float) -> bool:
        """Whether a position may be chosen: all undecided positions, and some of the others."""
        return UNDECIDED < black_wins < 1 - UNDECIDED or self.rng.random() < self.decided_share

    def territory(self) -> bool:
        """Whether the next game is under territory rules."""
        return self.rng.random() < self.territory_share

    def add(self, line: Line, labels: dict[int, NDArray] | None = None) -> None:
        """Adds a line with its picks, and the labels of those picks that are known already."""
        for ply in sorted(line.picks):
            if labels and ply in labels:
                self.known.append((len(self), labels[ply]))
            self.counts[line.picks[ply]] += 1
        if line.picks:
            self.lines.append(line)

    def add_played(self, game: Played) -> None:
        """Adds a game with the teacher."""
        kept = [ply for ply, wins in enumerate(game.black_wins) if self.keeps(wins)]
        game.line.picks = dict.fromkeys(kept, "teacher")
        self.add(game.line, game.labels)

    def add_recorded(self, game: Recorded, network: Program, engine: Engine) -> None:
        """Adds positions of a game and of searches from it. `network` judges the positions without a search."""
        rng = self.rng
        is_own = LEAST_KOMI <= game.komi <= MOST_KOMI and rng.random() < OWN_KOMI_SHARE
        komi = game.komi if is_own else draw_komi(rng)
        line = Line(game.moves, komi, territory=self.territory())
        # After two passes there is nothing to learn.
        positions = len(line.moves) + (line.moves[-2:] != [PASS, PASS])
        plies = sorted(rng.permutation(positions)[:LOOKED_AT].tolist())
        asked = network.ask(Question(Line(line.moves, komi), ply) for ply in plies)
        answers = {plies[number]: answer for number, answer in asked if not isinstance(answer, str)}
        kept = [ply for ply in plies if ply in answers and self.keeps(answers[ply].raw_black_wins)]
        if not kept:
            return
        reasons = {
            "race": [ply for ply in kept if game.race[ply]],
            "ko": [ply for ply in kept if game.ko[ply]],
            "ending": [ply for ply in kept if 3 * ply > 2 * len(game.moves)],
            "game": kept,
        }
        if is_own and not line.territory:
            reasons["disagreement"] = [ply for ply in kept if disagreement(game, ply, answers[ply].label()) > DISAGREEMENT]
        for source, quota in QUOTAS.items():
            free = [ply for ply in reasons.get(source, []) if ply not in line.picks]
            if source in self.sources:
                line.picks |= dict.fromkeys(rng.permutation(free)[:quota].tolist(), source)
        self.add(line)
        if "leaf" in self.sources:
            for ply in rng.permutation(kept)[:ROOTS].tolist():
                for leaf, black_wins in leaves(engine, line, ply, LEAVES, rng):
                    if self.keeps(black_wins):
                        leaf.picks[len(leaf.moves)] = "leaf"
                        self.add(leaf)


def disagreement(game: Recorded, ply: int, mine: NDArray) -> float:
    """How far a label is from the judgment of the position that the game came with."""
    policies = np.abs(chances(mine) - chances(game.policy[ply])).sum() / 2
    return abs(mine["winrate"] / 65535 - game.black_wins[ply]) + POLICY_SHARE * policies


def against_teacher(engine: Program, teacher: Program, territory: bool, rng: np.random.Generator) -> Played:
    """A game of the engine against the teacher."""
    players = [
        EnginePlayer(engine, rng, ENGINE_VISITS, opening=int(rng.exponential(OPENING_MOVES))),
        TeacherPlayer(teacher, rng, temperature=rng.uniform(0.3, 1.0)),
    ]
    first = rng.integers(2)
    line = Line([], draw_komi(rng), territory=territory)
    return play(line, (players[first], players[1 - first]))


def of_teacher(teacher: Program, sizes: list[int], territory: bool, rng: np.random.Generator) -> Played:
    """A game of the teacher against itself on a smaller board, with some random moves."""
    size = int(rng.choice(sizes))
    player = TeacherPlayer(teacher, rng, rng.uniform(0.6, 1.2), random_share=rng.choice([0, 0.05, 0.15]))
    line = Line([], draw_small_komi(size, rng), size, territory)
    return play(line, (player, player))


def main() -> None:
    parser = argparse.ArgumentParser(description="Chooses positions for label.py.")
    parser.add_argument("--data", type=Path, required=True, help="folder with `chosen`")
    parser.add_argument("--name", default="train", help="how names of the files begin [default: train]")
    parser.add_argument("--positions", type=int, default=1000, help="to choose at least [default: 1000]")
    parser.add_argument("--games", action="append", default=[], help="pattern of files of games, all as frequent; may be repeated")
    parser.add_argument("--held-out", action="store_true", help=f"take every {HELD_OUT_OF}th game, which is left out otherwise")
    parser.add_argument("--sources", default=",".join(CHOSEN), help="why positions are chosen [default: all]")
    parser.add_argument("--decided", type=float, default=1 / 8, help="share of the decided positions that is kept")
    parser.add_argument("--territory", type=float, default=0.15, help="share of the games under territory rules")
    parser.add_argument("--sizes", help="games of the teacher on boards of these sizes, such as 5,6,7,8")
    parser.add_argument("--engine", default="tao-go", help="the program of this project")
    parser.add_argument("--visits", type=int, default=200, help="of the searches whose leaves are taken")
    parser.add_argument("--teacher", type=shlex.split, required=True, help="command line of a program with KataGo's analysis protocol")
    parser.add_argument("--seed", type=int)
    args = parser.parse_args()
    rng = np.random.default_rng(args.seed)
    sources = set(args.sources.split(","))
    if unknown := sources - set(CHOSEN):
        parser.error(f"--sources: {', '.join(unknown)} is none of {', '.join(CHOSEN)}")
    chooser = Chooser(rng, args.decided, args.territory, sources)
    with ExitStack() as stack:
        teacher = stack.enter_context(Program(args.teacher))
        if args.sizes:
            sizes = [int(size) for size in args.sizes.split(",")]
            while len(chooser) < args.positions:
                chooser.add_played(of_teacher(teacher, sizes, chooser.territory(), rng))
        else:
            network = stack.enter_context(Program([args.engine, "kata", "--threads", "1", "--book", "none"]))
            engine = stack.enter_context(Engine(args.engine, args.visits))
            for number, game in enumerate(game_stream(args.games, args.held_out, rng)):
                if len(chooser) >= args.positions:
                    break
                chooser.add_recorded(game, network, engine)
                if "teacher" in sources and number % GAMES_PER_TEACHER_GAME == 0:
                    chooser.add_played(against_teacher(network, teacher, chooser.territory(), rng))
    path = Folder(args.data).add(args.name, chooser.lines, chooser.known)
    chosen = ", ".join(f"{count} {source}" for source, count in chooser.counts.most_common())
    print(f"{path}: {chosen}; {len(chooser.known)} have labels", flush=True)


if __name__ == "__main__":
    try:
        main()
    except ProgramError as error:
        sys.exit(f"choose.py: {error}")
