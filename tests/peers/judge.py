"""Says on one line of JSON each what sgfmill makes of the files in a folder, and writes files for us to read."""

import json
import pathlib
import sys

from sgfmill import boards, common, sgf, sgf_moves


def vertex(point):
    return common.format_vertex(point).lower()


def stones(board):
    return sorted(color + " " + vertex(point) for color, point in board.list_occupied_points())


def facts(data):
    game = sgf.Sgf_game.from_bytes(data)
    root = game.get_root()
    board, plays = sgf_moves.get_setup_and_moves(game)
    for color, move in plays:
        if move is not None:
            board.play(*move, color)
    text = {name: root.get(name) for name in ("PB", "PW", "BR", "GC", "C", "RE") if root.has_property(name)}
    return {
        "size": game.get_size(),
        "komi": game.get_komi(),
        "handicap": game.get_handicap() or 0,
        "charset": game.get_charset(),
        "moves": [color + " " + vertex(move) for color, move in plays],
        "stones": stones(board),
        "text": text,
    }


def compose(encoding, name):
    game = sgf.Sgf_game(size=13, encoding=encoding)
    root = game.get_root()
    root.set("KM", -3.5)
    root.set("HA", 2)
    root.set_setup_stones([(3, 3), (9, 9)], [(0, 0)])
    root.set("PB", name)
    root.set("GC", "several\nlines ] \\ : [ of " + name)
    for color, move in (("w", (6, 6)), ("b", None), ("w", (12, 12)), ("b", (0, 12))):
        game.extend_main_sequence().set_move(color, move)
    variation = root.new_child()
    variation.set_move("w", (1, 1))
    variation.set("C", name)
    return game.serialise()


def main(folder):
    for encoding, name in (
        ("UTF-8", "囲碁 é 🙂"),
        ("ISO-8859-1", "Jörg"),
        ("Shift_JIS", "表ソ"),
        ("GB18030", "吴清源"),
        ("Big5", "許功蓋"),
        ("EUC-KR", "이창호"),
        ("KOI8-R", "Шикшин"),
    ):
        (folder / f"theirs-{encoding}.sgf").write_bytes(compose(encoding, name))
    for path in sorted(folder.glob("*.sgf")):
        print(json.dumps({"file": path.name, **facts(path.read_bytes())}))


main(pathlib.Path(sys.argv[1]))
