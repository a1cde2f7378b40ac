"""Games with the teacher, whose answers are labels at once."""

from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from analysis import Program, Question
from lines import Line, chances, point
from replay import PASS, POINTS

# The number of moves after which a game is ended, by board size.
MOST_MOVES = {5: 50, 6: 70, 7: 90, 8: 110, 9: 130}

# A game also ends after so many decided positions in a row. Decided means that one side wins with at least this chance.
DECIDED_POSITIONS = 8
DECIDED = 0.98


@dataclass(frozen=True)
class Thought:
    """A move, and how the player judges the position before it."""

    move: int
    black_wins: float
    label: NDArray | None = None


class Player(Protocol):
    """Chooses moves."""

    def think(self, line: Line) -> Thought:
        """The next move of a line."""


@dataclass(frozen=True)
class TeacherPlayer:
    """Draws moves from the teacher's policy."""

    teacher: Program
    rng: np.random.Generator
    temperature: float
    random_share: float = 0.0  # share of the moves that are drawn from all legal moves except the pass

    def think(self, line: Line) -> Thought:
        answer = self.teacher.ask_one(Question(line, len(line.moves)))
        label = answer.label()
        policy = chances(label)
        board = policy[:POINTS] > 0
        if board.any() and self.rng.random() < self.random_share:
            weights = np.append(board, False).astype(float)
        else:
            weights = policy ** (1 / self.temperature)
        return Thought(int(self.rng.choice(POINTS + 1, p=weights / weights.sum())), answer.black_wins, label)


@dataclass(frozen=True)
class EnginePlayer:
    """Plays the best move of a search; in the opening, a move drawn from the policy."""

    engine: Program
    rng: np.random.Generator
    visits: int
    opening: int  # number of moves of the game that are the opening

    def think(self, line: Line) -> Thought:
        is_opening = len(line.moves) < self.opening
        answer = self.engine.ask_one(Question(line, len(line.moves), 1 if is_opening else self.visits))
        if is_opening:
            move = int(self.rng.choice(POINTS + 1, p=chances(answer.label())))
        else:
            move = point(answer.moves[0]["move"])
        return Thought(move, answer.black_wins)


@dataclass
class Played:
    """A game, with Black's chance to win before each move, and the labels of the positions where the teacher was to move."""

    line: Line
    black_wins: list[float] = field(default_factory=list)
    labels: dict[int, NDArray] = field(default_factory=dict)


def play(line: Line, players: tuple[Player, Player]) -> Played:
    """Goes on with a line until the game ends; the first player is Black."""
    game = Played(line)
    decided = 0
    while len(line.moves) < MOST_MOVES[line.size] and line.moves[-2:] != [PASS, PASS] and decided < DECIDED_POSITIONS:
        ply = len(line.moves)
        thought = players[ply % 2].think(line)
        if thought.label is not None:
            game.labels[ply] = thought.label
        game.black_wins.append(thought.black_wins)
        is_decided = not 1 - DECIDED < thought.black_wins < DECIDED
        decided = decided + 1 if is_decided else 0
        line.moves.append(thought.move)
    return game
