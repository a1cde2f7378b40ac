"""Writes a few games of random moves as training data, labeled by how they end: python3 make_sample.py sample.npz

The tests train on it. The policy is the move that was made, the value is the winner, and the owners are those of the last position.
"""

import sys

import numpy as np
from numpy.typing import NDArray

from games import ILLEGAL, flip_moves
from replay import ENEMY, ENEMY_EYE, LEGAL, NO_MOVE, OWN, OWN_EYE, PASS, POINTS, SIZE, Boards

GAMES, SEED, MAX_PLIES, KOMI = 24, 1, 110, 7.5


def random_game(rng: np.random.Generator) -> tuple[list[int], list[NDArray[np.uint8]], NDArray[np.int64]]:
    """A game that fills no own eyes: its moves, the codes of the points before each, and the owners at its end: 1 Black, -1 White."""
    boards = Boards(np.array([SIZE], np.uint8))
    moves: list[int] = []
    codes: list[NDArray[np.uint8]] = []
    while True:
        liberties = boards.liberties()
        code = boards.codes(liberties)[0]
        codes.append(code)
        if len(moves) == MAX_PLIES or moves[-2:] == [PASS, PASS]:
            side = 1 if len(moves) % 2 == 0 else -1
            own = (code & (OWN | OWN_EYE)) > 0
            enemy = (code & (ENEMY | ENEMY_EYE)) > 0
            return moves, codes, side * (own.astype(np.int64) - enemy)
        playable = np.nonzero((code & LEGAL > 0) & (code & OWN_EYE == 0))[0]
        moves.append(int(rng.choice(playable)) if len(playable) else PASS)
        boards.play(np.array([moves[-1]], np.uint8), liberties)


def main() -> None:
    rng = np.random.default_rng(SEED)
    arrays: dict[str, list[NDArray[np.generic]]] = {name: [] for name in ("moves", "policy", "winrate", "lead", "owner")}
    plies = []
    for _ in range(GAMES):
        moves, codes, owners = random_game(rng)
        n = len(codes)
        plies.append(n)
        made = np.array([*moves, NO_MOVE], np.uint8)
        policy = np.zeros((n, POINTS + 1), np.uint8)
        policy[:, :POINTS][(np.stack(codes) & LEGAL) == 0] = ILLEGAL
        policy[np.arange(n), np.append(made[:-1], PASS)] = 254
        lead = float(owners.sum()) - KOMI
        levels = np.append((owners * 7.5 + 7.5).astype(np.uint8), np.uint8(0))
        upside_down = flip_moves(np.arange(POINTS, dtype=np.uint8))
        levels[:POINTS] = levels[:POINTS][upside_down]
        policy[:, :POINTS] = policy[:, upside_down]
        arrays["moves"].append(flip_moves(made))
        arrays["policy"].append(policy)
        arrays["winrate"].append(np.full(n, 65535 if lead > 0 else 0, np.uint16))
        arrays["lead"].append(np.full(n, round(64 * lead), np.int16))
        arrays["owner"].append(np.tile(levels[0::2] | levels[1::2] << 4, (n, 1)))
    np.savez_compressed(
        sys.argv[1],
        komi=np.full(GAMES, KOMI, np.float32),
        plies=np.array(plies, np.uint16),
        **{name: np.concatenate(parts) for name, parts in arrays.items()},
    )


if __name__ == "__main__":
    main()
