"""Files of games: labeled games (.npz) and games of `tao-lab selfplay` (.games). `README.md` describes both.

Points count from the lower left here, in labeled games from the upper left.
"""

import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from replay import PASS, POINTS, SIZE

ILLEGAL = 255

# The weight of positions of usual importance.
WEIGHT_UNITS = 16

# A file of self-play: a head, then games, each followed by its CRC-32.
SELF_PLAY_HEAD = b"TaoGames" + (1).to_bytes(2, "little") + SIZE.to_bytes(2, "little")
GAME = np.dtype([("plies", "<u2"), ("komi", "<f4"), ("seed", "<u8"), ("network", "<u4"), ("owner", "u1", 41)])
POSITION = np.dtype([("moves", "u1"), ("policy", "u1", 82), ("winrate", "<u2"), ("lead", "<i2"), ("weight", "u1")])

# Rules in a file of labeled games.
AREA, TERRITORY = 0, 1

_FLIP = np.array([(SIZE - 1 - p // SIZE) * SIZE + p % SIZE for p in range(POINTS)])


def flip_moves(moves: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The same moves with points counted from the other left corner: upper instead of lower, or lower instead of upper."""
    table = np.arange(256, dtype=np.uint8)
    table[:POINTS] = _FLIP
    return table[moves]


@dataclass
class Games:
    """The content of a file: whole games, one after the other, with labels from Black's point of view for some of their positions."""

    komi: NDArray[np.float32]  # [games]
    size: NDArray[np.uint8]  # [games], points a side
    territory: NDArray[np.bool_]  # [games], whether territory is scored, not area
    plies: NDArray[np.int64]  # [games], positions of each
    moves: NDArray[np.uint8]  # [positions]
    at: NDArray[np.int64]  # [n], the labeled positions, ascending
    policy: NDArray[np.uint8]  # [n, 82], 254 sqrt(p); 255 illegal
    winrate: NDArray[np.uint16]  # [n], 65535 means that Black wins
    lead: NDArray[np.int16]  # [n], in units of 1/64 point
    owner: NDArray[np.uint8]  # [n, 81], 0 White's to 15 Black's
    weight: NDArray[np.uint8]  # [n], how often to train on it, 16 the usual


def read_games(path: Path) -> Games:
    """Reads a file of either kind."""
    return _read_self_play(path) if path.suffix == ".games" else _read_labels(path)


def _read_labels(path: Path) -> Games:
    """Reads a file of labeled games."""
    with np.load(path) as file:
        arrays = {name: file[name] for name in file.files}
    plies, policy = arrays["plies"].astype(np.int64), arrays["policy"]
    at = arrays.get("at", np.arange(len(policy))).astype(np.int64)
    return Games(
        komi=arrays["komi"],
        size=arrays.get("size", np.full(len(plies), SIZE, np.uint8)),
        territory=arrays.get("rules", np.full(len(plies), AREA)) == TERRITORY,
        plies=plies,
        moves=flip_moves(arrays["moves"]),
        at=at,
        policy=np.concatenate([policy[:, _FLIP], policy[:, PASS:]], axis=1),
        winrate=arrays["winrate"],
        lead=arrays["lead"],
        owner=_halves(arrays["owner"])[:, _FLIP],
        weight=np.full(len(at), WEIGHT_UNITS, np.uint8),
    )


def _self_play_games(path: Path) -> Iterator[tuple[NDArray, NDArray]]:
    """Each whole game of a file of `tao-lab selfplay`: its head and its positions."""
    file = path.read_bytes()
    at = len(SELF_PLAY_HEAD)
    if file[:at] != SELF_PLAY_HEAD[: len(file)]:
        raise ValueError(f"{path} is not a file of self-play games, version 1")
    while at + GAME.itemsize <= len(file):
        head = np.frombuffer(file, GAME, 1, at)
        plies = int(head["plies"][0])
        end = at + GAME.itemsize + plies * POSITION.itemsize
        if end + 4 > len(file):
            return
        if zlib.crc32(file[at:end]) != int.from_bytes(file[end : end + 4], "little"):
            raise ValueError(f"{path}: the game at byte {at} is damaged")
        yield head, np.frombuffer(file, POSITION, plies, at + GAME.itemsize)
        at = end + 4


def count_games(path: Path) -> int:
    """Number of the games in a file of self-play."""
    return sum(1 for _ in _self_play_games(path))


def _read_self_play(path: Path) -> Games:
    """Reads a file of self-play, without a game at its end that is not whole."""
    games = list(_self_play_games(path))
    heads = np.concatenate([np.zeros(0, GAME), *(head for head, _ in games)])
    positions = np.concatenate([np.zeros(0, POSITION), *(some for _, some in games)])
    plies = heads["plies"].astype(np.int64)
    return Games(
        komi=heads["komi"],
        size=np.full(len(plies), SIZE, np.uint8),
        territory=np.zeros(len(plies), bool),
        plies=plies,
        at=np.arange(len(positions)),
        owner=np.repeat(_halves(heads["owner"]), plies, axis=0),
        **{name: positions[name] for name in ("moves", "policy", "winrate", "lead", "weight")},
    )


def _halves(pairs: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The 81 numbers in 41 bytes, two a byte, low half first."""
    return np.stack([pairs & 15, pairs >> 4], axis=2).reshape(len(pairs), -1)[:, :POINTS]
