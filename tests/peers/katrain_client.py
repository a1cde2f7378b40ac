"""Lets KaTrain, without its window, play and review a 9x9 game with an engine.

    katrain_client.py custom COMMAND
    katrain_client.py local PROGRAM

`custom` starts the engine by a command line of the user, `local` as KaTrain starts KataGo. Prints what KaTrain knows at
the end as a JSON object. Needs the package katrain.
"""

import json
import os
import sys
import time

MODE, ENGINE = sys.argv[1:]
# KaTrain and Kivy read arguments and environment when they are imported.
del sys.argv[1:]
os.environ.update(KIVY_NO_ARGS="1", KIVY_NO_CONSOLELOG="1", KIVY_NO_FILELOG="1", KIVY_WINDOW="mock", KIVY_AUDIO="mock")

from katrain.core.ai import game_report, generate_ai_move
from katrain.core.base_katrain import KaTrainBase
from katrain.core.constants import OUTPUT_ERROR
from katrain.core.engine import KataGoEngine
from katrain.core.game import Game, KaTrainSGF

VISITS = 30
MAX_MOVES = 40
# KaTrain's players that ask the engine for different things: win rates, points, policy, owners.
PLAYERS = ["ai:default", "ai:jigo", "ai:scoreloss", "ai:policy", "ai:simple", "ai:handicap", "ai:p:weighted", "ai:p:territory"]


class Controls:
    """The window's controls, which show nothing."""

    def set_status(self, *_):
        pass


class KaTrain(KaTrainBase):
    """KaTrain without its window. It keeps the errors that a person would see."""

    def __init__(self):
        self.errors = []
        self.controls = Controls()
        super().__init__(force_package_config=True, debug_level=-1)

    def log(self, message, level=0):
        if level == OUTPUT_ERROR:
            self.errors.append(str(message))

    def __call__(self, *message):
        self.errors.append(str(message))


def start_engine(katrain):
    config = dict(katrain.config("engine"), max_visits=VISITS, fast_visits=10, allow_recovery=True)
    if MODE == "custom":
        config.update(backend="custom", altcommand=ENGINE)
    else:
        config.update(backend="local", katago=ENGINE)
    return KataGoEngine(katrain, config)


def play(katrain, engine):
    """Plays a game, each move by another kind of player."""
    game = Game(katrain, engine, game_properties={"SZ": 9, "KM": 7, "RU": "chinese"})
    while len(game.current_node.nodes_from_root) <= MAX_MOVES and not game.end_result:
        player = PLAYERS[len(game.current_node.nodes_from_root) % len(PLAYERS)]
        _, node = generate_ai_move(game, player, dict(katrain.config("ai/" + player) or {}))
        if node is None:
            katrain.errors.append(f"{player} makes no move")
            break
    engine.wait_to_finish()
    return game


def review(katrain, engine, sgf):
    """Loads the game again, lets the engine look at all of it, and asks for each kind of further analysis."""
    game = Game(katrain, engine, move_tree=KaTrainSGF.parse_sgf(sgf))
    while len(game.root.nodes_in_tree) != sum(node.analysis_complete for node in game.root.nodes_in_tree):
        time.sleep(0.05)
        engine.check_alive(exception_if_dead=True)
    game.redo(9999)
    game.undo(10)
    for mode in ["extra", "alternative", "equalize", "sweep"]:
        game.analyze_extra(mode)
        time.sleep(0.3)
        engine.wait_to_finish()
    game.set_region_of_interest([0, 3, 0, 3])
    game.analyze_extra("extra")
    engine.wait_to_finish()
    before = game.current_node.root_visits
    game.region_of_interest = None
    game.analyze_extra("ponder")
    while game.current_node.root_visits <= before + VISITS:
        time.sleep(0.05)
        engine.check_alive(exception_if_dead=True)
    game.analyze_extra("stop")
    engine.wait_to_finish()
    return game


def facts(katrain, played, reviewed):
    thresholds = katrain.config("trainer/eval_thresholds")
    report, _, losses = game_report(reviewed, thresholds)
    nodes = reviewed.root.nodes_in_tree
    middle = reviewed.current_node
    return {
        "errors": katrain.errors,
        "moves": len(played.current_node.nodes_from_root) - 1,
        "reviewed": len(nodes) - 1,
        "losses": sum(len(of_player) for of_player in losses.values()),
        "accuracy": [report[player].get("accuracy") for player in "BW"],
        "win_rates": [node.winrate for node in nodes],
        "scores": [node.score for node in nodes],
        "owners": [len(node.ownership or []) for node in nodes],
        "policies": [len(node.policy or []) for node in nodes],
        "candidates": len(middle.candidate_moves),
        "empty": sum(1 for p in middle.policy[:-1] if p >= 0),
    }


def main():
    katrain = KaTrain()
    engine = start_engine(katrain)
    played = play(katrain, engine)
    engine.on_new_game()
    reviewed = review(katrain, engine, played.root.sgf())
    engine.shutdown(finish=None)
    print(json.dumps(facts(katrain, played, reviewed)))


main()
