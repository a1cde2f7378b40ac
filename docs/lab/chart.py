"""Draws a picture of a document from the table beside it.

python3 chart.py DOCUMENT PICTURE COLUMNS

The first column of the table holds the values of the setting, the next COLUMNS ones percentages, with or without a 95 % interval:
"57.0 (41.5-71.2)" or "98.5 %". Needs Matplotlib.
"""

import re
import sys
from pathlib import Path

import matplotlib

matplotlib.use("svg")
# The same picture, byte for byte, from the same table.
matplotlib.rcParams.update({"svg.hashsalt": "chart", "svg.fonttype": "none"})
from matplotlib import pyplot


def table_at(text, picture):
    """The cells of the first table after the picture."""
    text = text[text.index(picture):]
    lines = text[text.index("\n|"):].strip().split("\n\n")[0].split("\n")
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def bar(cell):
    """Lower end, share and upper end in percent."""
    share, low, high = re.match(r"([\d.]+)(?: %)?(?: \(([\d.]+)-([\d.]+)\))?", cell).groups()
    return float(low or share), float(share), float(high or share)


def draw(document, picture, columns):
    head, _, *rows = table_at(document.read_text(), picture)
    _, axes = pyplot.subplots(figsize=(7, 4.5), layout="constrained")
    for column in range(1, columns + 1):
        low, share, high = zip(*(bar(row[column]) for row in rows))
        ends = [[b - a for a, b in zip(low, share)], [b - a for a, b in zip(share, high)]]
        axes.errorbar([row[0] for row in rows], share, ends, marker="o", capsize=3, label=head[column].replace("`", ""))
    axes.set_xlabel(head[0])
    axes.set_ylabel("%")
    axes.grid(axis="y", alpha=0.4)
    axes.legend()
    pyplot.savefig(next(document.parent.glob(f"**/{picture}")), metadata={"Date": None})


if __name__ == "__main__":
    draw(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]))
