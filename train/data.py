"""Training positions: targets and batches. Points count from the lower left."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

import replay
from games import ILLEGAL, read_games
from replay import NO_MOVE, PASS, POINTS, SIZE

PLANES = 24
RECENT = 5

# If the teacher gives a move less probability than this, the position after it says little about the position before it.
ODD_MOVE = 0.05


def _symmetries() -> NDArray[np.int64]:
    """For each symmetry and each point, the point whose content comes there: [8, 81]."""
    grid = np.arange(POINTS).reshape(SIZE, SIZE)
    turns = [np.rot90(grid, k) for k in range(4)]
    return np.stack([g.reshape(-1) for turn in turns for g in (turn, turn.T)])


SYMMETRIES = _symmetries()


@dataclass
class Positions:
    """Positions and what the teacher thinks of them, from the view of the side to move."""

    codes: NDArray[np.uint8]  # [n, 81], see `replay`
    recent: NDArray[np.uint8]  # [n, 5], the latest first
    size: NDArray[np.uint8]  # [n], points a side
    territory: NDArray[np.bool_]  # [n], whether territory is scored, not area
    komi: NDArray[np.float32]  # [n], points that the side to move must overcome; in area scoring, whatever the rules
    policy: NDArray[np.uint8]  # [n, 82], 254 sqrt(p); 255 illegal
    value: NDArray[np.float32]  # [n], chance to win
    lead: NDArray[np.float32]  # [n], points, komi included
    owner: NDArray[np.uint8]  # [n, 81], 0 the enemy's to 15 own
    weight: NDArray[np.uint8]  # [n], how often to train on it, 16 the usual

    def __post_init__(self) -> None:
        self._bounds: NDArray[np.int64] | None = None  # cumulated weights

    def __len__(self) -> int:
        return len(self.codes)

    def at(self, index: NDArray[np.int64]) -> "Positions":
        """The positions at these indices."""
        return Positions(**{name: getattr(self, name)[index] for name in Positions.__dataclass_fields__})

    def draw(self, count: int, rng: np.random.Generator) -> NDArray[np.int64]:
        """Indices of random positions, drawn in proportion to their weights, in ascending order."""
        if self._bounds is None:
            self._bounds = np.cumsum(self.weight, dtype=np.int64)
        drawn = rng.integers(self._bounds[-1], size=count)
        return np.sort(np.searchsorted(self._bounds, drawn, side="right"))

    def kinds(self) -> dict[str, "Positions"]:
        """The positions, grouped by board size and rules."""
        found = np.unique(np.stack([self.size, self.territory], 1), axis=0).tolist()
        return {
            f"{size}x{size}" + territory * " territory": self.at(np.nonzero((self.size == size) & (self.territory == territory))[0])
            for size, territory in found
        }

    @staticmethod
    def join(parts: list["Positions"]) -> "Positions":
        fields = Positions.__dataclass_fields__
        return Positions(**{name: np.concatenate([getattr(part, name) for part in parts]) for name in fields})


def load(path: Path, smoothing: float) -> Positions:
    """Reads a file. `smoothing` is the weight of the following positions in the targets of value and lead."""
    games = read_games(path)
    if not len(games.plies):
        raise ValueError(f"{path} has no whole game yet")
    at, moves, policy, owner = games.at, games.moves, games.policy, games.owner
    plies = np.concatenate([np.arange(n) for n in games.plies])
    ply = plies[at]
    is_black = ply % 2 == 0
    row = np.full(len(moves), -1)
    row[at] = np.arange(len(at))
    codes = np.empty((len(at), POINTS), np.uint8)
    for index, some in replay.replay(moves, games.plies, games.size, row >= 0):
        codes[row[index]] = some
    recent = np.full((len(at), RECENT), NO_MOVE, np.uint8)
    for back in range(1, RECENT + 1):
        has = ply >= back
        recent[has, back - 1] = moves[at[has] - back]

    move = moves[at]
    played = np.take_along_axis(policy, np.minimum(move, PASS)[:, None].astype(np.int64), 1)[:, 0]
    goes_on = (move != NO_MOVE) & (played != ILLEGAL) & (played >= 254 * np.sqrt(ODD_MOVE))
    goes_on &= np.append((ply[1:] > 0) & (np.diff(at) == 1), False)
    black_wins = _smooth(games.winrate / np.float32(65535), goes_on, smoothing)
    black_lead = _smooth(games.lead / np.float32(64), goes_on, smoothing)
    territory = np.repeat(games.territory, games.plies)
    placed = np.where(moves < POINTS, 1 - 2 * (plies % 2), 0)
    before = np.cumsum(placed) - placed
    before -= np.repeat(before[plies == 0], games.plies)
    komi = (np.repeat(games.komi, games.plies) + territory * before).astype(np.float32)[at]
    positions = Positions(
        codes=codes,
        recent=recent,
        size=np.repeat(games.size, games.plies)[at],
        territory=territory[at],
        komi=np.where(is_black, komi, -komi),
        policy=policy,
        value=np.where(is_black, black_wins, 1 - black_wins),
        lead=np.where(is_black, black_lead, -black_lead),
        owner=np.where(is_black[:, None], owner, 15 - owner).astype(np.uint8),
        weight=games.weight,
    )
    return positions.at(np.nonzero(games.weight)[0])


def _smooth(labels: NDArray[np.float32], goes_on: NDArray[np.bool_], weight: float) -> NDArray[np.float32]:
    """Blends each label with the blended label of the next position, if the move to it is not an odd one."""
    smooth = labels.astype(np.float32)
    for i in range(len(smooth) - 2, -1, -1):
        if goes_on[i]:
            smooth[i] += weight * (smooth[i + 1] - smooth[i])
    return smooth


@dataclass
class Batch:
    """Inputs and targets of some positions."""

    planes: Tensor  # [n, 24, 9, 9], float
    policy: Tensor  # [n, 82], sums to 1
    legal: Tensor  # [n, 82], bool
    value: Tensor  # [n], in [0, 1]
    lead: Tensor  # [n], points
    owner: Tensor  # [n, 81], in [0, 1]
    on_board: Tensor  # [n, 81], bool


def batch(data: Positions, index: NDArray[np.int64], symmetry: NDArray[np.int64]) -> Batch:
    """The positions at these indices, each in one of the eight symmetries."""
    points = SYMMETRIES[symmetry]
    place = np.full((len(SYMMETRIES), 256), NO_MOVE, np.uint8)
    np.put_along_axis(place, SYMMETRIES, np.arange(POINTS, dtype=np.uint8)[None, :], 1)
    place[:, PASS] = PASS
    codes = np.take_along_axis(data.codes[index], points, 1)
    recent = place[symmetry[:, None], data.recent[index]]
    on_board = np.take_along_axis(replay.on_board(data.size[index]), points, 1)
    raw = data.policy[index]
    raw = np.concatenate([np.take_along_axis(raw[:, :POINTS], points, 1), raw[:, POINTS:]], axis=1)
    legal = raw != ILLEGAL
    policy = np.where(legal, (raw.astype(np.float32) / 254) ** 2, 0)
    policy /= policy.sum(1, keepdims=True)
    return Batch(
        planes=torch.from_numpy(planes(codes, recent, on_board, data.komi[index], data.territory[index])),
        policy=torch.from_numpy(policy),
        legal=torch.from_numpy(legal),
        value=torch.from_numpy(data.value[index]),
        lead=torch.from_numpy(data.lead[index]),
        owner=torch.from_numpy(np.take_along_axis(data.owner[index], points, 1).astype(np.float32) / 15),
        on_board=torch.from_numpy(on_board),
    )


def planes(
    codes: NDArray[np.uint8],
    recent: NDArray[np.uint8],
    on_board: NDArray[np.bool_],
    komi: NDArray[np.float32],
    territory: NDArray[np.bool_],
) -> NDArray[np.float32]:
    """The input planes, [n, 24, 9, 9]; all values are multiples of 1/32. "Own" is the side to move.

    A smaller board is the lower left corner; outside it all planes are 0. 0, 1: own and enemy stones. 2 to 4: own chains with one, two,
    three liberties; 5 to 7: the enemy's. 8: legal points, by simple ko and without suicide. 9: the point that simple ko forbids. 10, 11:
    own and enemy true eyes. 12 to 16: the last five moves, latest first. 17: on. 18, 19: k / 8 and -k / 8 where positive, at most 127 /
    32, where k is the komi for Black, minus the komi for White; under territory scoring, the komi is raised by a point for each stone
    that Black has placed and lowered for each of White's. 20, 21: the parity wave and its negative where positive; 0 under territory
    scoring. 22: on if the last move was a pass. 23: on if territory is scored.
    """
    n = len(codes)
    out = np.zeros((n, PLANES, POINTS), np.float32)
    own, enemy = (codes & replay.OWN) > 0, (codes & replay.ENEMY) > 0
    liberties = codes >> replay.LIBERTIES_SHIFT & 3
    out[:, 0], out[:, 1] = own, enemy
    for count in (1, 2, 3):
        out[:, 1 + count] = own & (liberties == count)
        out[:, 4 + count] = enemy & (liberties == count)
    for plane, bit in ((8, replay.LEGAL), (9, replay.KO), (10, replay.OWN_EYE), (11, replay.ENEMY_EYE)):
        out[:, plane] = (codes & bit) > 0
    for back in range(RECENT):
        game = np.nonzero(recent[:, back] < POINTS)[0]
        out[game, 12 + back, recent[game, back]] = 1
    out[:, 17] = on_board
    positive, negative = (np.clip(np.floor(4 * k + 0.5), 0, 127) / 32 for k in (komi, -komi))
    is_even = on_board.sum(1) % 2 == 0
    wave = np.where(territory, 0, np.floor(32 * parity_wave(komi + is_even) + 0.5) / 32)
    for plane, level in ((18, positive), (19, negative), (20, np.maximum(wave, 0)), (21, np.maximum(-wave, 0))):
        out[:, plane] = level[:, None] * on_board
    out[:, 22] = (recent[:, 0] == PASS)[:, None] & on_board
    out[:, 23] = territory[:, None] & on_board
    return out.reshape(n, PLANES, SIZE, SIZE)


def parity_wave(komi: NDArray[np.float32]) -> NDArray[np.float32]:
    """How far the middle of the komis with the same results lies above a komi, in points: from -1 to 1.

    On a board of 81 points, without neutral points the difference of the scores is odd, so komi 5.5 and 6.5 are both worth 6; 7 allows a
    draw. For boards with an even number of points, callers pass a komi that is one higher.
    """
    is_odd = np.floor(komi / 2) * 2 + 1 == komi
    middle = np.where(is_odd, komi, 2 * np.floor((komi + 1) / 2))
    return (middle - komi).astype(np.float32)
