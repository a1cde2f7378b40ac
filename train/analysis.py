"""Programs that speak KataGo's analysis protocol: KataGo, `tao-go kata`."""

import contextlib
import json
import queue
import subprocess
import tempfile
import threading
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from numpy.typing import NDArray

from lines import Line, make_label, vertex

# The rules of the project's games: no suicide, every stone on the board counts.
AREA_RULES = {
    "ko": "POSITIONAL",
    "scoring": "AREA",
    "tax": "NONE",
    "suicide": False,
    "hasButton": False,
    "whiteHandicapBonus": "0",
    "friendlyPassOk": False,
}

# Questions that are sent ahead, so that the program is never idle, even if it answers many at once.
IN_FLIGHT = 32

# Seconds without any output after which a program is taken for dead. On a busy machine, a search at low priority takes minutes.
PATIENCE = 3600

# After this many starts in a row without an answer, no further one is tried.
MOST_STARTS = 3


class ProgramError(Exception):
    """A program that does not answer."""


@dataclass(frozen=True)
class Question:
    """A position: a line after a number of its moves."""

    line: Line
    ply: int
    visits: int = 1


@dataclass(frozen=True)
class Answer:
    """What a program says about a position, from Black's point of view."""

    size: int
    visits: int  # that were asked for
    fields: dict

    @property
    def black_wins(self) -> float:
        """Black's chance to win; with one visit the network's own, because tao-go then reports the value after its first move."""
        return self._figure("winrate", "rawWinrate")

    @property
    def black_lead(self) -> float:
        """Black's lead in points, by the same rule."""
        return self._figure("scoreLead", "rawLead")

    def _figure(self, searched: str, raw: str) -> float:
        root = self.fields["rootInfo"]
        return root.get(raw, root[searched]) if self.visits == 1 else root[searched]

    @property
    def raw_black_wins(self) -> float:
        """Black's chance to win by the network alone, without the search."""
        return self.fields["rootInfo"]["rawWinrate"]

    @property
    def moves(self) -> list[dict]:
        """The moves of the search, the best first."""
        return sorted(self.fields["moveInfos"], key=lambda move: move["order"])

    def label(self) -> NDArray:
        """The answer as a label, see `lines`. With one visit, the owners of tao-go are those after its first move."""
        return make_label(self.size, self.fields["policy"], self.black_wins, self.black_lead, self.fields["ownership"])


def query(number: int, question: Question) -> str:
    """The question in the form of the protocol."""
    line = question.line
    moves = [["BW"[i % 2], vertex(move)] for i, move in enumerate(line.moves[: question.ply])]
    fields = {
        "id": str(number),
        "initialPlayer": "B",
        "moves": moves,
        "rules": "japanese" if line.territory else AREA_RULES,
        "komi": line.komi,
        "boardXSize": line.size,
        "boardYSize": line.size,
        "maxVisits": question.visits,
        "includePolicy": True,
        "includeOwnership": True,
        "overrideSettings": {"reportAnalysisWinratesAs": "BLACK"},
    }
    return json.dumps(fields) + "\n"


class Program:
    """A process that is started with the first question, and started again if it has died."""

    def __init__(self, command: list[str], patience: float = PATIENCE) -> None:
        self.command, self.patience = command, patience
        self._process: subprocess.Popen[str] | None = None
        self._log = tempfile.TemporaryFile()
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()

    def __enter__(self) -> "Program":
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
        self._log.close()

    def ask(self, questions: Iterable[Question]) -> Iterator[tuple[int, Answer | str]]:
        """Yields the number of each question with its answer, or with the reason why there is none. The order is arbitrary.

        Raises `ProgramError` if the program cannot be started, or dies again and again.
        """
        source = enumerate(questions)
        waiting: dict[int, Question] = {}
        starts = 0
        while True:
            while len(waiting) < IN_FLIGHT and (asked := next(source, None)):
                waiting[asked[0]] = asked[1]
                self._send(*asked)
            if not waiting:
                return
            found = self._receive(waiting)
            if found is not None:
                starts = 0
                yield found
                continue
            starts += 1
            why = self._epitaph()
            if starts >= MOST_STARTS:
                raise ProgramError(why)
            print(f"{why}\nIt is started again.", flush=True)
            for number, question in waiting.items():
                self._send(number, question)

    def ask_one(self, question: Question) -> Answer:
        """The answer to one question."""
        [(_, answer)] = self.ask([question])
        if isinstance(answer, str):
            raise ProgramError(answer)
        return answer

    def stop(self) -> None:
        """Ends the process."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._reader.join()
            self._process.stdout.close()
            with contextlib.suppress(OSError):
                self._process.stdin.close()
            self._process = None

    def _start(self) -> subprocess.Popen[str]:
        self._log.truncate(0)
        self._log.seek(0)
        try:
            process = subprocess.Popen(
                self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._log, text=True, bufsize=1
            )
        except OSError as error:
            raise ProgramError(f"{self.command[0]} cannot be started: {error}") from error
        lines = self._lines = queue.SimpleQueue()

        def read() -> None:
            for line in process.stdout:
                lines.put(line)
            lines.put(None)

        self._reader = threading.Thread(target=read, daemon=True)
        self._reader.start()
        return process

    def _send(self, number: int, question: Question) -> None:
        if self._process is None:
            self._process = self._start()
        # If the program is dead, `_receive` finds out, because no answer comes.
        with contextlib.suppress(OSError):
            self._process.stdin.write(query(number, question))

    def _receive(self, waiting: dict[int, Question]) -> tuple[int, Answer | str] | None:
        """An answer to one of the waiting questions, which is removed from them; nothing if the program is dead."""
        while True:
            try:
                text = self._lines.get(timeout=self.patience)
            except queue.Empty:
                return None
            if text is None:
                return None
            try:
                fields = json.loads(text)
                number = int(fields["id"])
            except (ValueError, KeyError, TypeError):
                raise ProgramError(f"{self.command[0]} answered {text.strip()[:500]!r}") from None
            if "warning" in fields or fields.get("isDuringSearch") or number not in waiting:
                continue
            question = waiting.pop(number)
            if "error" in fields:
                asked = query(number, question).strip()
                return number, f"{self.command[0]} refused {asked}: {fields['error']}"
            return number, Answer(question.line.size, question.visits, fields)

    def _epitaph(self) -> str:
        """Ends the process. Returns how it ended, with the last lines of its log."""
        try:
            code = self._process.wait(timeout=1)
        except subprocess.TimeoutExpired:
            code = None
        self.stop()
        self._log.seek(0)
        last = self._log.read()[-1000:].decode(errors="replace").strip()
        end = f"said nothing for {self.patience:.0f} seconds" if code is None else f"ended with code {code}"
        return f"{self.command[0]} {end}. Its last words:\n{last}"
