"""Draws the log of a run as an SVG."""

import json
from collections.abc import Sequence
from pathlib import Path

WIDTH, HEIGHT, MARGIN = 640, 180, 46
CURVES = (
    ("divergence", "policy: divergence from the teacher (nats)", "#1f77b4"),
    ("agreement", "first choice agreed", "#2ca02c"),
    ("value error", "mean error of the value", "#d62728"),
    ("lead error", "mean error of the points ahead", "#9467bd"),
)


def draw(log: Path, picture: Path) -> None:
    """One graph for each figure of the held-out games, over the steps."""
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    steps = [line["step"] for line in lines]
    graphs = [
        _graph(i * HEIGHT, title, color, steps, [line["held out"][name] for line in lines])
        for i, (name, title, color) in enumerate(CURVES)
    ]
    _write(picture, graphs)


def draw_elo(generations: list[dict], picture: Path) -> None:
    """The Elo of the best network over the games played. Each accepted network adds the Elo that its match showed."""
    games, elo = [0], [0.0]
    for line in generations:
        games.append(line["games"])
        elo.append(elo[-1] + (line["elo"][0] if line["accepted"] else 0))
    _write(picture, [_graph(0, "Elo over the first network", "#d62728", games, elo, "games", digits=0)])


def draw_gauge(graphs: dict[str, list[tuple[float, float]]], picture: Path) -> None:
    """Elo over the minutes of a loop, one graph for each rival."""
    parts = [
        _graph(i * HEIGHT, f"Elo over {rival}", "#1f77b4", *zip(*points), "minutes", digits=0)
        for i, (rival, points) in enumerate(graphs.items())
        if points
    ]
    _write(picture, parts)


def _write(picture: Path, graphs: list[str]) -> None:
    """Writes the graphs, one below the other, as a picture."""
    height = HEIGHT * len(graphs)
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif" font-size="12">'
    background = f'<rect width="{WIDTH}" height="{height}" fill="white"/>'
    picture.write_text("\n".join([head, background, *graphs, "</svg>"]) + "\n")


def _graph(top: int, title: str, color: str, steps: Sequence[float], figures: Sequence[float], unit: str = "steps", digits: int = 3) -> str:
    low, high = min(figures), max(figures)
    span = high - low or 1.0
    last = max(steps) or 1

    def x(step: float) -> float:
        return MARGIN + (WIDTH - 2 * MARGIN) * step / last

    def y(figure: float) -> float:
        return top + HEIGHT - 30 - (HEIGHT - 64) * (figure - low) / span

    points = " ".join(f"{x(s):.1f},{y(f):.1f}" for s, f in zip(steps, figures))
    return "\n".join(
        [
            f'<text x="{MARGIN}" y="{top + 18}">{title}: {figures[-1]:.{digits}f} after {last:.0f} {unit}</text>',
            f'<text x="{MARGIN - 6}" y="{y(high) + 4:.1f}" text-anchor="end">{high:.{digits}f}</text>',
            f'<text x="{MARGIN - 6}" y="{y(low) + 4:.1f}" text-anchor="end">{low:.{digits}f}</text>',
            f'<path d="M{MARGIN} {y(high):.1f}V{y(low):.1f}H{WIDTH - MARGIN}" fill="none" stroke="#888"/>',
            f'<polyline points="{points}" fill="none" stroke="{color}" stroke-width="2"/>',
        ]
    )
