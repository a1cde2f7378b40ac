"""Finds capturing races and ko fights in games."""

import numpy as np
from numpy.typing import NDArray

from replay import ENEMY, KO, LIBERTIES_SHIFT, OWN, SIZE, Boards, boards

# A race is between neighboring chains with numbers of liberties and stones within these limits.
RACE_LIBERTIES = (2, 3)
RACE_STONES = 2

# A ko counts as being fought for this number of moves after a capture in it.
KO_MOVES = 4


def motifs(moves: NDArray[np.uint8], plies: NDArray[np.int64]) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Whether each position has a capturing race, and whether a ko is fought there. Games as for `replay.boards`."""
    race, taken, ko = (np.zeros(len(moves), bool) for _ in range(3))
    for index, positions, liberties in boards(moves, plies):
        codes = positions.codes(liberties)
        race[index] = _has_race(codes, positions)
        taken[index] = ((codes & KO) > 0).any(1)
    ply = np.concatenate([np.arange(n) for n in plies])
    for back in range(KO_MOVES):
        ko |= np.roll(taken, back) & (ply >= back)
    return race, ko


def _has_race(codes: NDArray[np.uint8], positions: Boards) -> NDArray[np.bool_]:
    """Where two neighboring chains of different colors have few liberties each."""
    games = len(codes)
    names = positions.names() + 256 * np.arange(games)[:, None]
    stones = np.bincount(names.reshape(-1), minlength=256 * games)[names]
    count = codes >> LIBERTIES_SHIFT & 3
    is_weak = (count >= RACE_LIBERTIES[0]) & (count <= RACE_LIBERTIES[1]) & (stones >= RACE_STONES)
    own, enemy = ((is_weak & ((codes & color) > 0)).reshape(games, SIZE, SIZE) for color in (OWN, ENEMY))
    across = (own[:, :, 1:] & enemy[:, :, :-1]) | (own[:, :, :-1] & enemy[:, :, 1:])
    down = (own[:, 1:] & enemy[:, :-1]) | (own[:, :-1] & enemy[:, 1:])
    return across.any((1, 2)) | down.any((1, 2))
