"""Paints what stands in rooms: boxes seen from above and a little from the south, each with its shadow."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING

from parley.core.office.drawing.brush import Brush
from parley.core.office.drawing.hours import Ambience
from parley.core.office.drawing.scenery import Piece

if TYPE_CHECKING:
    from parley.core.office.shapes import Point

DETAIL = 4.5
"""From so many pixels a unit on, what lies on desks is painted."""
HEIGHTS: Mapping[str, float] = {
    "desk": 0.9, "counter": 1.3, "shelf": 1.2, "fridge": 2.2, "table": 1.0, "sofa": 0.7, "armchair": 0.6, "chair": 0.5,
    "screen": 0.5, "plant": 0.8,
}  # fmt: skip
"""How high a piece's front is, in plan units."""
SPINES = ("#a8554a", "#4f7191", "#c39a4b", "#5d8062", "#7d5c86", "#b7784f", "#46616e", "#9a8b6c")
LEAVES = ("#5f9a6b", "#73ad7c", "#4f8a60")


class Furnisher:
    """Paints pieces in a light. `lamp` tells where the lamp of the room at a point hangs, None where it is dark."""

    def __init__(
        self, brush: Brush, light: Ambience, lamp: Callable[[Point], Point | None], on: Collection[str] = ()
    ) -> None:
        self._brush, self._light, self._lamp, self._on = brush, light, lamp, on
        self._painters: dict[str, Callable[[Piece], None]] = {
            "desk": self._paint_desk,
            "table": self._paint_table,
            "sofa": self._paint_sofa,
            "shelf": self._paint_shelf,
            "counter": self._paint_counter,
            "plant": self._paint_plant,
            "screen": self._paint_screen,
            "armchair": self._paint_sofa,
            "chair": self._paint_chair,
            "fridge": self._paint_fridge,
            "rug": self._paint_rug,
        }

    def paint(self, piece: Piece) -> None:
        """Paint one piece."""
        self._painters.get(piece.what, self._paint_plain_piece)(piece)

    # Shadows --------------------------------------------------------------------------------------------------------

    def _paint_shadow(self, x: float, y: float, w: float, h: float, high: float, *, oval: bool = False) -> None:
        brush, light = self._brush, self._light
        day = 1.0 - light.night
        if day > 0.0:
            reach, down = high * light.shadow, high * 0.7
            if oval:
                brush.put_ellipse(x + w / 2 + reach / 2, y + h / 2 + high, w / 2 + abs(reach) / 2.4, h / 2 + high * 0.1,
                              "#4a4436", 0.15 * day)  # fmt: skip
            else:
                side = x if reach < 0 else x + w
                other = x + w if reach < 0 else x
                low = y + h + high
                brush.draw_shape([(side, y + high), (other, y + high), (other, low), (other + reach, low + down),
                             (side + reach, low + down), (side + reach, y + high + down)],
                            "#4a4436", 0.14 * day)  # fmt: skip
        if light.night <= 0.0:
            return
        lamp = self._lamp((x + w / 2, y + h / 2))
        dx, dy, alpha = 0.0, 0.45, 0.10
        if lamp is not None:
            # Away from the lamp, the longer the farther.
            dx, dy = x + w / 2 - lamp[0], y + h / 2 - lamp[1]
            away = math.hypot(dx, dy) or 1.0  # right below the lamp there is no direction
            long = min(1.7, 0.16 * away)
            dx, dy, alpha = dx / away * long, dy / away * long + high * 0.5, 0.12
        # The farther from what throws it, the wider: it begins at its foot.
        for out, part in ((0.4, 1.0), (0.2, 0.6), (0.0, 0.25)):
            left, top = x + dx * part - out, y + dy * part - out
            wide, tall = w + 2 * out, h + high * 0.5 + 2 * out
            if oval:
                brush.put_ellipse(left + wide / 2, top + tall / 2, wide / 2, tall / 2, "#140c06", alpha * light.night)
            else:
                brush.put_rect(left, top, wide, tall, "#140c06", 0.5, alpha * light.night)

    def _paint_box(self, piece: Piece, top: str, front: str, high: float, r: float = 0.25) -> None:
        x, y, w, h = piece.x, piece.y, piece.width, piece.height
        self._paint_shadow(x, y, w, h, high)
        self._brush.put_rect(x, y, w, h + high, front, r)
        self._brush.put_rect(x, y, w, h, top, r)
        self._brush.put_rect(x + 0.12, y + 0.12, max(0.1, w - 0.24), 0.18, "#ffffff", 0.0, 0.35)

    # Pieces ---------------------------------------------------------------------------------------------------------

    def _paint_plain_piece(self, piece: Piece) -> None:
        self._paint_box(piece, "#d9cdb6", "#b0a084", 0.9)

    def _paint_rug(self, piece: Piece) -> None:
        brush, light = self._brush, self._light
        x, y, w, h = piece.x, piece.y, piece.width, piece.height
        brush.put_rect(x, y, w, h, light.between("#e6d3c0", "#d0b3a4"), 1.2)
        for inset, colour in ((0.6, light.between("#cfb59c", "#b08d84")), (1.4, light.between("#f2e5d8", "#e0c9be"))):
            brush.draw_frame(x + inset, y + inset, w - 2 * inset, h - 2 * inset, colour, 1.0, 1.4)

    def _paint_chair(self, piece: Piece) -> None:
        brush, x, y = self._brush, piece.x, piece.y
        self._paint_shadow(x - 0.9, y - 0.7, 1.8, 1.5, HEIGHTS["chair"], oval=self._light.night > 0.5)
        brush.put_rect(x - 1.0, y - 0.9, 2.0, 1.9, piece.finish or "#8a8f9c", 0.6)
        back = "#6d7280"
        if piece.turned == "north":
            brush.put_rect(x - 1.1, y + 0.6, 2.2, 0.9, back, 0.4)
        elif piece.turned == "south":
            brush.put_rect(x - 1.1, y - 1.3, 2.2, 0.8, back, 0.4)
        elif piece.turned:
            brush.put_rect(x + (0.6 if piece.turned == "west" else -1.4), y - 1.1, 0.8, 2.2, back, 0.4)

    def _paint_desk(self, piece: Piece) -> None:
        brush = self._brush
        self._paint_box(piece, "#e0c9a2", "#b8976a", HEIGHTS["desk"], 0.3)
        x, y, w, h = piece.x, piece.y, piece.width, piece.height
        middle = x + w / 2
        lit = bool(piece.seat) and piece.seat in self._on
        if piece.turned == "north":
            # Seen from behind.
            brush.put_rect(middle - 1.5, y + h - 1.0, 3.0, 0.7, "#343a46", 0.15)
            return
        if piece.turned in ("east", "west"):
            at = x + 0.4 if piece.turned == "east" else x + w - 1.1
            brush.put_rect(at, y + h / 2 - 1.4, 0.7, 2.8, "#343a46", 0.15)
            return
        wide, below = (2.9, (-1.6, 1.6)) if piece.finish == "code" and w >= 6.2 else (min(3.2, w - 0.8), (0.0,))
        for off in below:
            self._paint_monitor(middle + off, y + 0.4, wide, lit, piece.finish)
        if brush.scale < DETAIL or h < 2.6:
            return
        brush.put_rect(middle - 1.1, y + 2.1, 2.2, 0.65, "#f5f3ee", 0.15)  # the keyboard
        brush.line(middle - 0.9, y + 2.42, middle + 0.9, y + 2.42, "#cfcabd")
        brush.put_ellipse(x + w - 0.9, y + 1.9, 0.42, 0.42, "#ffffff")  # a cup, and the coffee in it
        brush.put_ellipse(x + w - 0.9, y + 1.9, 0.27, 0.27, "#8a5a3a")
        self._paint_desk_things(piece.finish, x, y)

    def _paint_monitor(self, x: float, y: float, wide: float, lit: bool, finish: str) -> None:
        brush = self._brush
        brush.put_rect(x - 0.3, y + 0.8, 0.6, 0.9, "#6b7280")
        brush.put_rect(x - 0.9, y + 1.55, 1.8, 0.3, "#5b6170", 0.1)
        brush.put_rect(x - wide / 2, y - 0.9, wide, 1.9, "#343a46", 0.2)
        glass, text = GLASS[finish] if lit and finish in GLASS else GLASS[""] if lit else ("#454c5a", "")
        brush.put_rect(x - wide / 2 + 0.18, y - 0.72, wide - 0.36, 1.5, glass, 0.1)
        if text and brush.scale >= DETAIL:
            for j, long in enumerate((0.7, 0.45, 0.6)):
                brush.put_rect(x - wide / 2 + 0.4, y - 0.5 + j * 0.42, (wide - 0.9) * long, 0.18, text)

    def _paint_desk_things(self, finish: str, x: float, y: float) -> None:
        brush = self._brush
        if finish in ("papers", "write"):
            with brush.rotate_around(x + 1.1, y + 2.0, -7.0):
                brush.put_rect(x + 0.5, y + 1.2, 1.3, 1.6, "#ffffff", 0.05)
            brush.put_rect(x + 0.8, y + 1.3, 1.3, 1.6, "#f6efe0", 0.05)
        elif finish == "art":
            for i, colour in enumerate(("#7f93a8", "#a9b4c4", "#55606f")):
                brush.put_rect(x + 0.5 + i * 0.55, y + 2.1, 0.45, 0.6, colour, 0.05)
        elif finish == "sticky":
            for i, colour in enumerate(("#ffd86b", "#ff9fb8", "#9fd8ff")):
                brush.put_rect(x + 0.45 + i * 0.6, y + 1.1 + (i % 2) * 0.5, 0.5, 0.5, colour)
        elif finish == "plant":
            brush.put_ellipse(x + 0.9, y + 1.3, 0.6, 0.6, LEAVES[0])
            brush.put_ellipse(x + 0.8, y + 1.15, 0.35, 0.35, "#83bd8c")
        elif finish == "buttons":
            for i, colour in enumerate(("#d4576b", "#3b7dd8", "#e0a53a", "#4aa878")):
                brush.put_ellipse(x + 0.6 + i * 0.42, y + 1.5 + (i % 2) * 0.5, 0.2, 0.2, colour)

    def _paint_table(self, piece: Piece) -> None:
        if not piece.oval:
            self._paint_box(piece, "#d9bf95", "#a98a62", HEIGHTS["table"])
            return
        brush, (x, y) = self._brush, piece.middle
        rx, ry, high = piece.width / 2, piece.height / 2, 0.7
        self._paint_shadow(piece.x, piece.y, piece.width, piece.height, HEIGHTS["table"], oval=True)
        brush.put_ellipse(x, y + high, rx, ry, "#a07b52")
        brush.put_ellipse(x, y, rx, ry, "#d5b98c")
        brush.put_ellipse(x, y - 0.08, rx * 0.9, ry * 0.86, "#e1caa4")  # a sheen
        if brush.scale < DETAIL:
            return
        brush.put_rect(x - 0.3 * rx, y - 0.5, 1.4, 1.0, "#ffffff", 0.05)
        with brush.rotate_around(x + 0.3 * rx, y, 12.0):
            brush.put_rect(x + 0.2 * rx, y - 0.2, 1.4, 1.0, "#f3f1ea", 0.05)
        brush.put_ellipse(x, y + 0.4, 0.42, 0.42, "#ffffff")
        brush.put_ellipse(x, y + 0.4, 0.27, 0.27, "#7a4a2a")

    def _paint_sofa(self, piece: Piece) -> None:
        brush, x, y, w, h = self._brush, piece.x, piece.y, piece.width, piece.height
        top, front, arm = ("#7f9aa6", "#5f7885", "#6c8793")
        if piece.what == "armchair":
            top, front, arm = "#c78f6e", "#a26e50", "#b57d5c"
        self._paint_shadow(x, y, w, h, HEIGHTS["sofa"])
        brush.put_rect(x, y, w, h + 0.6, front, 0.7)
        brush.put_rect(x, y, w, h, top, 0.7)
        if w >= h and piece.what == "sofa":
            brush.put_rect(x, y, w, min(1.15, h / 2), arm, 0.5)
            brush.put_rect(x, y, 1.1, h + 0.2, arm, 0.45)
            brush.put_rect(x + w - 1.1, y, 1.1, h + 0.2, arm, 0.45)
            seats = max(1, round((w - 2.2) / 4.6))  # as wide as people stand apart
            for j in range(1, seats):
                at = x + 1.1 + (w - 2.2) / seats * j
                brush.line(at, y + 1.1, at, y + h - 0.3, front)
        elif piece.what == "sofa":
            brush.put_rect(x, y, min(1.15, w / 2), h, arm, 0.5)
            brush.put_rect(x, y, w, 1.1, arm, 0.45)
            brush.put_rect(x, y + h - 1.1, w, 1.1, arm, 0.45)
        else:
            back = x if piece.turned == "east" else x + w - 1.0
            brush.put_rect(back, y, 1.0, h + 0.2, arm, 0.45)
            brush.put_rect(x, y, w, 0.8, arm, 0.4)
            brush.put_rect(x, y + h - 0.6, w, 0.8, arm, 0.4)

    def _paint_shelf(self, piece: Piece) -> None:
        brush, x, y, w, h = self._brush, piece.x, piece.y, piece.width, piece.height
        # The same books every time, and other ones in every shelf.
        rng = random.Random(f"{x:g} {y:g}")
        high = HEIGHTS["shelf"] if h > w else 2.2
        self._paint_shadow(x, y, w, h, HEIGHTS["shelf"])
        top = y if h > w else y - 1.6
        brush.put_rect(x, top, w, y + h + high - top - (0.0 if h > w else 1.6), "#8a6744", 0.15)
        brush.put_rect(x, top, w, h if h > w else 1.2, "#a9825a", 0.15)
        if brush.scale < DETAIL:
            return
        if h > w:
            at = y + 0.4
            while at < y + h - 0.9:
                tall = rng.choice((0.5, 0.6, 0.75, 0.45))
                brush.put_rect(x + 0.35, at, w - 0.7, tall - 0.08, rng.choice(SPINES))
                at += tall
        else:
            at, foot = x + 0.4, top + 1.2 + 2.0
            while at < x + w - 0.8:
                wide, tall = rng.choice((0.42, 0.5, 0.62)), rng.choice((1.3, 1.5, 1.15))
                brush.put_rect(at, foot - tall, wide - 0.07, tall, rng.choice(SPINES))
                at += wide
            brush.line(x + 0.3, foot + 0.05, x + w - 0.3, foot + 0.05, "#6d4f32", 1.5)

    def _paint_counter(self, piece: Piece) -> None:
        brush, x, y, w, h = self._brush, piece.x, piece.y, piece.width, piece.height
        self._paint_box(piece, "#f6f2ea", "#c9b596", HEIGHTS["counter"], 0.15)
        if w < 8.0 or brush.scale < 3.0:
            return
        for j in range(1, int(w / 3.3)):
            brush.line(x + 3.3 * j, y + h, x + 3.3 * j, y + h + 1.3, "#b39d7b")
        sink, hob = x + 0.17 * w, x + 0.54 * w
        brush.put_rect(sink, y + 0.5, 3.0, 1.8, "#b9c3ca", 0.3)
        brush.put_rect(sink + 0.3, y + 0.8, 2.4, 1.3, "#93a1ab", 0.25)
        brush.put_rect(sink + 1.35, y, 0.3, 1.2, "#7d8992", 0.1)
        brush.put_rect(hob, y + 0.5, 2.6, 1.9, "#4a505c", 0.2)
        for dx, dy in ((0.65, 1.0), (1.95, 1.0), (0.65, 1.9), (1.95, 1.9)):
            brush.put_ellipse(hob + dx, y + dy, 0.38, 0.34, "#2d323b")
        brush.put_ellipse(x + 0.87 * w, y + 1.2, 0.8, 0.7, "#c9584a")
        brush.put_ellipse(x + 0.87 * w, y + 1.0, 0.5, 0.42, "#e2796a")
        brush.put_ellipse(x + 0.9, y + 0.9, 0.35, 0.35, "#ffffff")
        brush.put_ellipse(x + 1.5, y + 1.7, 0.35, 0.35, "#f0d7b0")

    def _paint_fridge(self, piece: Piece) -> None:
        brush = self._brush
        self._paint_box(piece, "#eef0f1", "#cfd5d8", HEIGHTS["fridge"])
        x, low, w = piece.x, piece.y + piece.height, piece.width
        brush.line(x + 0.1, low + 1.1, x + w - 0.1, low + 1.1, "#b5bdc2")
        brush.put_rect(x + w - 0.5, low + 0.4, 0.18, 0.6, "#98a2a8")

    def _paint_screen(self, piece: Piece) -> None:
        brush, x, y, w, h = self._brush, piece.x, piece.y, piece.width, piece.height
        self._paint_shadow(x, y, w, h, HEIGHTS["screen"])
        brush.put_rect(x, y, w, h, "#2f3540", 0.2)
        glass = self._light.between("#a9c8e6", "#5a6474")
        inset = min(0.2, w / 4, h / 4)
        brush.put_rect(x + inset, y + inset, (w - 2 * inset) * (0.6 if h > w else 1.0), h - 2 * inset, glass, 0.1)

    def _paint_plant(self, piece: Piece) -> None:
        brush, (x, y), radius = self._brush, piece.middle, min(piece.width, piece.height) / 2
        self._paint_shadow(x - radius * 0.7, y - radius * 0.4, radius * 1.4, radius * 1.2, HEIGHTS["plant"])
        brush.put_rect(x - radius * 0.5, y, radius, radius * 0.55 + 0.5, "#a9714f", 0.2)
        brush.put_rect(x - radius * 0.5, y, radius, radius * 0.55, "#c58b66", 0.2)
        for i, (angle, long) in enumerate(
            ((200, 1.25), (245, 1.4), (290, 1.35), (335, 1.2), (160, 0.95), (20, 0.95), (270, 1.0))
        ):
            dx, dy = math.cos(math.radians(angle)) * radius * long, math.sin(math.radians(angle)) * radius * long
            one = x + dx * 0.3 - dy * 0.35, y + dy * 0.5 + dx * 0.3
            other = x + dx * 0.7 + dy * 0.3, y + dy * 0.55 - dx * 0.2
            brush.draw_leaf((x, y + 0.1), (one, other), (x + dx, y + dy), LEAVES[i % 3])


GLASS = {
    "": ("#bfe0ff", "#6ea5dc"), "code": ("#8fc6ff", "#2f6fc0"), "plant": ("#b4f0cf", "#3a9a6c"),
    "sticky": ("#b4f0cf", "#3a9a6c"), "buttons": ("#ffe2b0", "#d39a4a"), "write": ("#ffe2b0", "#d39a4a"),
}  # fmt: skip
"""A screen that is on, by what its desk is used for: its glass and what is written on it."""


def table_chairs(points: Sequence[Point], wood: bool = False) -> list[Piece]:
    """Return the chairs about a table; stools of wood stand in a kitchen."""
    return [Piece("chair", x, y, 0.0, 0.0, finish="#cfa678" if wood else "#98a0ae") for x, y in points]
