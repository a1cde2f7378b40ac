"""Labels chosen positions: python3 label.py --data DATA --teacher "katago analysis -config FILE -model FILE"

`DATA/chosen` has files of lines that `choose.py` wrote; the teacher is asked about each of their chosen positions, and the same lines
with labels go to `DATA/labels`, under the same name. Several processes may run side by side: each takes a file that no other has.
Answers are stored one by one in a journal, so that a program that is stopped loses only the answers under way.
"""

import argparse
import fcntl
import shlex
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from analysis import Program, ProgramError, Question
from lines import LABEL, Line, load, save

# An entry of the journal: the number of a pick in its file, and the label of the pick.
ENTRY = np.dtype([("pick", "<u4"), ("label", LABEL)])

# Seconds between two lines of progress.
REPORT_EVERY = 60


class Folder:
    """Files of chosen positions and of labels."""

    def __init__(self, path: Path) -> None:
        self.chosen, self.labels = path / "chosen", path / "labels"
        self.chosen.mkdir(parents=True, exist_ok=True)
        self.labels.mkdir(exist_ok=True)

    def open_files(self) -> list[Path]:
        """The files of chosen positions without a file of labels, in the order of their names."""
        return [path for path in sorted(self.chosen.glob("*.npz")) if not (self.labels / path.name).exists()]

    def journal(self, name: str) -> Path:
        """The path of the journal, which has the labels of an open file so far."""
        return self.labels / f"{Path(name).stem}.journal"

    def add(self, prefix: str, lines: list[Line], known: list[tuple[int, NDArray]]) -> Path:
        """Adds a file of chosen positions; some labels, by number of the pick, may be known already."""
        with (self.chosen / "lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            numbers = [int(path.stem.rsplit("-", 1)[1]) for path in self.chosen.glob(f"{prefix}-*.npz")]
            path = self.chosen / f"{prefix}-{max(numbers, default=-1) + 1:06}.npz"
            self.journal(path.name).write_bytes(np.array(known, ENTRY).tobytes())
            save(path, lines)
        return path


@contextmanager
def claim(path: Path) -> Iterator[bool]:
    """Whether this process gets the file for itself, until the end of the `with` block."""
    with path.open("rb") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            yield False
            return
        yield True


def read_journal(path: Path) -> NDArray:
    """The complete entries of a journal, which is created if it does not exist. An incomplete entry at its end is removed."""
    path.touch()
    content = path.read_bytes()
    whole = len(content) // ENTRY.itemsize * ENTRY.itemsize
    if whole < len(content):
        with path.open("r+b") as file:
            file.truncate(whole)
    return np.frombuffer(content[:whole], ENTRY)


def label_file(folder: Folder, path: Path, teacher: Program) -> int:
    """Labels the positions of a file that have no label yet. Returns the number of new labels."""
    lines = load(path)
    picks = [(line, ply) for line in lines for ply in sorted(line.picks)]
    journal = folder.journal(path.name)
    known = set(read_journal(journal)["pick"].tolist())
    missing = [number for number in range(len(picks)) if number not in known]
    begin = reported = time.monotonic()
    done = 0
    with journal.open("ab", buffering=0) as file:
        for index, answer in teacher.ask(Question(*picks[number]) for number in missing):
            if isinstance(answer, str):
                print(f"{path.name}: no label, {answer}", flush=True)
                continue
            file.write(np.array([(missing[index], answer.label())], ENTRY).tobytes())
            done += 1
            if (now := time.monotonic()) - reported >= REPORT_EVERY:
                reported = now
                print(f"{path.name}: {len(known) + done} of {len(picks)}, {done / (now - begin):.1f} a second", flush=True)
    finish(folder, path, lines)
    print(f"{path.name}: {done} new labels, {done / max(time.monotonic() - begin, 1e-9):.1f} a second", flush=True)
    return done


def finish(folder: Folder, path: Path, lines: list[Line]) -> None:
    """Writes the labels of a journal as a file and removes the journal. Positions without a label are left out."""
    entries = read_journal(folder.journal(path.name))
    labels = dict(zip(entries["pick"].tolist(), entries["label"]))
    number, kept = 0, []
    for line in lines:
        for ply in sorted(line.picks):
            if number in labels:
                kept.append(labels[number])
            else:
                del line.picks[ply]
            number += 1
    save(folder.labels / path.name, [line for line in lines if line.picks], np.array(kept, LABEL))
    folder.journal(path.name).unlink()


def main() -> None:
    parser = argparse.ArgumentParser(description="Labels the positions that choose.py has chosen.")
    parser.add_argument("--data", type=Path, required=True, help="folder with `chosen`, for `labels`")
    parser.add_argument("--teacher", type=shlex.split, required=True, help="command line of a program with KataGo's analysis protocol")
    parser.add_argument("--files", type=int, default=sys.maxsize, help="files to label at most [default: all]")
    args = parser.parse_args()
    folder = Folder(args.data)
    left = args.files
    with Program(args.teacher) as teacher:
        for path in folder.open_files():
            if not left:
                break
            with claim(path) as is_mine:
                if is_mine and not (folder.labels / path.name).exists():
                    label_file(folder, path, teacher)
                    left -= 1


if __name__ == "__main__":
    try:
        main()
    except ProgramError as error:
        sys.exit(f"label.py: {error}")
