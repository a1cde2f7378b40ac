"""Counts how often two GTP programs choose the same move. The first plays games against itself from four random moves on the
third line or above, and the second is asked in each of its positions.

    choices.py GAMES 'COMMAND of the first' 'COMMAND of the second'
"""

import random
import shlex
import subprocess
import sys

COLUMNS = "ABCDEFGHJ"
MOST_MOVES = 60


class Program:
    def __init__(self, command):
        self.process = subprocess.Popen(shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, command):
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        answer = iter(self.process.stdout.readline, "\n")
        return "".join(answer).strip().removeprefix("=").strip()


def main(games, *commands):
    first, second = programs = [Program(command) for command in commands]
    equal = asked = 0
    for game in range(int(games)):
        opening = random.Random(game).sample([f"{column}{row}" for column in COLUMNS[2:7] for row in range(3, 8)], 4)
        for program in programs:
            program.ask("clear_board")
        last = None
        for number in range(MOST_MOVES):
            color = "bw"[number % 2]
            if number < len(opening):
                move = opening[number]
            else:
                move, other = (program.ask(f"reg_genmove {color}") for program in programs)
                asked += 1
                equal += move == other
            if move == "resign" or move == last == "pass":
                break
            for program in programs:
                program.ask(f"play {color} {move}")
            last = move
    print(f"{equal} of {asked} choices are equal, {100 * equal / asked:.1f} %")


main(*sys.argv[1:])
