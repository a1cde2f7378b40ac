"""Stands in for KataGo in the tests: python3 fake_teacher.py [ANSWERS]

Its answers depend only on the query, mostly on the number of moves and the komi. It refuses komi 99. After ANSWERS answers it ends.
"""

import json
import sys


def answer(query: dict) -> dict:
    """The answer to a query, in the form of the protocol."""
    if query["komi"] == 99:
        return {"id": query["id"], "error": "komi out of range", "field": "komi"}
    points = query["boardXSize"] * query["boardYSize"]
    moves = len(query["moves"])
    taken = min(moves, points)
    policy = [-1.0] * taken + [1 / (points + 1 - taken)] * (points + 1 - taken)
    black_wins, black_lead = moves / 100, moves - query["komi"]
    searched = {"winrate": black_wins, "scoreLead": black_lead, "rawWinrate": 0.5, "rawLead": 0.0}
    # With one visit, the search of some programs knows less than their network.
    alone = {"winrate": 0.5, "scoreLead": 0.0, "rawWinrate": black_wins, "rawLead": black_lead}
    root = (alone if query["maxVisits"] == 1 else searched) | {"visits": query["maxVisits"]}
    candidates = [{"move": "D4", "order": 1, "visits": 3}, {"move": "C3", "order": 0, "visits": 7}]
    ownership = [1.0] * taken + [-1.0] * (points - taken)
    return {"id": query["id"], "rootInfo": root, "moveInfos": candidates, "policy": policy, "ownership": ownership}


def main() -> None:
    left = int(sys.argv[1]) if len(sys.argv) > 1 else -1
    for line in sys.stdin:
        if left == 0:
            sys.exit("out of ideas")
        left -= 1
        query = json.loads(line)
        print(json.dumps({"id": query["id"], "warning": "only pretending", "field": "rules"}), flush=True)
        print(json.dumps(answer(query)), flush=True)


if __name__ == "__main__":
    main()
