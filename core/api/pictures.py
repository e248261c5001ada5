"""What a notebook shows: plots, the network of a run, and tables."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from parley.core.base.errors import UnknownName
from parley.core.export import drawing
from parley.core.export.base import save
from parley.core.export.drawing import Picture, Words, mark

if TYPE_CHECKING:
    import networkx as nx

WIDTH, HEIGHT, REACH = 470.0, 380.0, 120.0
LONGEST_NAME = 22
"""Letters of a name beside its mark."""
MOST_TIES = 60
"""Ties that are drawn, the strongest: of more the eye sees none."""


@dataclass(frozen=True)
class Plot:
    """A plot: a notebook draws it, `save` writes it."""

    picture: Picture

    @property
    def title(self) -> str:
        """What it is of."""
        return self.picture.title

    def svg(self) -> str:
        """Return it as SVG."""
        return b"".join(drawing.as_svg(self.picture)).decode()

    def save(self, target: str | Path) -> Path:
        """Write it to a file whose name ends in .svg or .pdf, and return that. Raises `UnknownName`, `FileError`."""
        target = Path(target)
        written = {".svg": lambda: drawing.as_svg(self.picture), ".pdf": lambda: drawing.as_pdf([self.picture])}
        if target.suffix.lower() not in written:
            raise UnknownName("format of a plot", target.suffix, written)
        save(target, written[target.suffix.lower()]())
        return target

    def __repr__(self) -> str:
        return f"<parley.Plot {self.title}>"

    def _repr_html_(self) -> str:
        return self.svg()


@dataclass(frozen=True)
class Network:
    """Who gets on with whom at the end of a run. `names` are the members' by their ids, in the order of the cast."""

    title: str
    names: Mapping[str, str]
    pairs: tuple[Mapping[str, Any], ...]

    def graph(self) -> nx.Graph[str]:
        """Return it as a graph of networkx: nodes with a `label`, edges with `weight` (now), `before` and `change`."""
        import networkx as nx

        found: nx.Graph[str] = nx.Graph()
        found.add_nodes_from((member, {"label": name}) for member, name in self.names.items())
        for row in self.pairs:
            found.add_edge(row["a"], row["b"], weight=row["now"], before=row["before"], change=row["change"])
        return found

    def plot(self) -> Plot:
        """Return it drawn on a circle: the stronger a tie, the thicker; dashed where two are at odds. Of many ties the
        strongest are drawn.
        """
        middle, at = (WIDTH / 2, HEIGHT / 2 + 10), dict[str, tuple[float, float]]()
        items: list[drawing.Path | Words] = [Words((WIDTH / 2, 20), self.title, 11, anchor="middle", bold=True)]
        labels: list[drawing.Path | Words] = []
        for number, (member, name) in enumerate(self.names.items()):
            angle = 2 * math.pi * number / len(self.names) - math.pi / 2  # the first at the top
            across, down = math.cos(angle), math.sin(angle)
            at[member] = (middle[0] + REACH * across, middle[1] + REACH * down)
            anchor = "middle" if abs(across) < 0.02 else "start" if across > 0 else "end"  # a cosine is rarely just 0
            # Names above and below their marks stand beyond those of their neighbours.
            away = REACH + (26 if anchor == "middle" else 14)
            place = (middle[0] + away * across, middle[1] + away * down + 3)
            shown = name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"
            labels += [*mark(at[member], "circle", 9, "text"), Words(place, shown, 9, anchor=anchor)]  # type: ignore[arg-type]
        strong = sorted(self.pairs, key=lambda row: -abs(row["now"] - 0.5))[:MOST_TIES]  # 0.5: neither for nor against
        if len(strong) < len(self.pairs):
            shown = f"{len(strong)} / {len(self.pairs)}"
            items.append(Words((WIDTH / 2, HEIGHT - 8), shown, 8, "quiet", anchor="middle"))
        for row in strong:
            far = row["now"] - 0.5
            dash, role = ((), "1") if far >= 0 else ((5.0, 3.0), "2")
            line = (at[row["a"]], at[row["b"]])
            items.append(drawing.Path(line, role, 0.5 + 6 * abs(far), dash))  # type: ignore[arg-type]
        return Plot(Picture(WIDTH, HEIGHT, self.title, (*items, *labels)))  # marks above the lines that end at them

    def __repr__(self) -> str:
        return f"<parley.Network {self.title}: {len(self.names)} members>"

    def _repr_html_(self) -> str:
        return self.plot().svg()


def html_table(columns: Sequence[str], rows: Iterable[Sequence[object]], caption: str = "") -> str:
    """Return a table for a notebook; nothing in it is taken for HTML."""
    head = "".join(f"<th>{escape(name)}</th>" for name in columns)
    body = "".join("<tr>" + "".join(f"<td>{escape(str(value))}</td>" for value in row) + "</tr>" for row in rows)
    return f"<table><caption>{escape(caption)}</caption><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
