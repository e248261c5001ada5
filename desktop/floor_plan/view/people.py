"""The members on the plan: where they are, how they look, the ways they walk."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPixmap

from desktop.floor_plan.figures import PlaceFigure
from desktop.floor_plan.view.layer import Box, Camera, Layer
from desktop.floor_plan.view.sprites import LETTER, MARGIN, Avatars, Look
from desktop.floor_plan.view.walking import Walk, rounded
from desktop.run.figures import MemberFigure

SIZE = 1.9
"""An avatar's radius in plan units, as long as that is neither too small to read nor too large to fit."""

SMALLEST, LARGEST, DOT = 9.0, 28.0, 2.0
"""Its bounds in pixels; in a crowd it shrinks further, down to a dot."""

FEW = 60
"""Up to so many walkers go around corners in a curve, one a little after the other."""

TRAILS = 12
"""Up to so many walkers leave a dotted way."""


class PeopleLayer(Layer):
    """All members as one layer; it walks them, and says who is where in the viewport."""

    def __init__(self, camera: Camera) -> None:
        super().__init__(camera)
        self.avatars = Avatars(camera)
        self.members: list[MemberFigure] = []
        self.index: dict[str, int] = {}
        self.radius = SMALLEST
        self.walks: dict[int, Walk] = {}
        self.speaker = ""
        self.chosen = ""
        self.marked = ""
        self.traced = ""
        self._hearers: frozenset[str] = frozenset()
        self._bystanders: frozenset[str] = frozenset()
        self._thinking: frozenset[str] = frozenset()
        self._places: tuple[PlaceFigure, ...] = ()
        self._x: list[float] = []
        self._y: list[float] = []
        self._spacing = math.inf
        self._room = ""
        self._pixmaps: list[QPixmap] = []
        self._order: list[int] = []
        self._stale = True

    def show_places(self, places: tuple[PlaceFigure, ...], animated: bool) -> None:
        """Who is where; those whose place changed walk there if a path says how, and else are there at once."""
        if places is self._places:
            return
        before = {member.id: i for i, member in enumerate(self.members)}
        x, y, walks = [], [], {}
        for i, place in enumerate(places):
            known = before.get(place.member.id)
            walk = None
            if known is not None and animated:
                walk = self._walk(known, place, i if len(places) <= FEW else 0, len(places) <= FEW)
            if walk is not None:
                walks[i] = walk
            x.append(walk.x if walk else place.x)
            y.append(walk.y if walk else place.y)
        moved = [(each.x, each.y) for each in places] != [(each.x, each.y) for each in self._places]
        self._x, self._y, self.walks, self._places = x, y, walks, places
        self.members = [place.member for place in places]
        self.index = {member.id: i for i, member in enumerate(self.members)}
        if moved:
            self._spacing = spacing([(place.x, place.y) for place in places])
        self._stale = True

    def _walk(self, known: int, place: PlaceFigure, nth: int, few: bool) -> Walk | None:
        running = self.walks.get(known)
        if running is not None and running.target == (place.x, place.y):
            return running
        was = self._places[known]
        if (was.x, was.y) == (place.x, place.y) or len(place.path) < 2:
            return None
        path = rounded(place.path) if few else list(place.path)
        if running is not None:
            # Called elsewhere while on their way: back through the same doors, then on.
            path = [*running.back(), *path[1:]]
        return Walk(path, delay=nth * 90.0 if few else 0.0)

    def show_talk(self, speaker: str, hearers: frozenset[str], room: str) -> None:
        """Who speaks, who hears it, and in which room."""
        if (speaker, hearers, room) != (self.speaker, self._hearers, self._room):
            self.speaker, self._hearers, self._room = speaker, hearers, room
            self._stale = True

    def show_scene(self, bystanders: frozenset[str], thinking: frozenset[str]) -> None:
        """Who is there without hearing anything, and who thinks of what to say."""
        if (bystanders, thinking) != (self._bystanders, self._thinking):
            self._bystanders, self._thinking = bystanders, thinking
            self._stale = True

    def choose(self, member_id: str) -> None:
        """Mark the member that is selected in every view."""
        if member_id != self.chosen:
            self.chosen = member_id
            self._stale = True

    def forget_looks(self) -> None:
        """Draw all avatars anew."""
        self.avatars.forget()
        self._stale = True

    def walk_on(self, ms: float) -> bool:
        """Walk on for `ms`; whether anybody is still on their way."""
        for i, walk in list(self.walks.items()):
            if not walk.advance(ms):
                del self.walks[i]
            self._x[i], self._y[i] = walk.x, walk.y
        return bool(self.walks)

    def arrive(self) -> None:
        """Everybody is where they were going."""
        self.walks = {}
        self._x = [place.x for place in self._places]
        self._y = [place.y for place in self._places]

    def lay_out(self) -> None:
        """The avatars' size for the present zoom, and their pixmaps."""
        camera = self.camera
        fits = self._spacing * camera.scale / 2
        fits -= 1.8 if fits > LETTER + 2 else 0.6
        wished = min(max(SIZE * camera.scale, SMALLEST * min(camera.text, 1.3)), LARGEST)
        radius = min(wished, fits)
        # In steps, so that zooming does not draw every avatar anew at every step of the wheel.
        radius = max(DOT, float(round(radius)) if radius > 10 else round(radius * 2) / 2)
        if radius != self.radius:
            self.radius = radius
            self._stale = True
        if self._stale:
            self._stale = False
            self._pixmaps = [self.avatars.pixmap(self.look(member)) for member in self.members]
            last = [self.index[each] for each in (self.chosen, self.speaker) if each in self.index]
            self._order = [i for i in range(len(self.members)) if i not in last] + last

    def look(self, member: MemberFigure) -> Look:
        """How a member looks now."""
        speaking = member.id == self.speaker
        heard = bool(self._hearers) and self.radius > LETTER
        here = self._places[self.index[member.id]].room == self._room
        bystander = member.id in self._bystanders
        return Look(
            colour=member.colour,
            initial=member.initial if self.radius >= LETTER else "",
            radius=self.radius,
            speaking=speaking,
            hearing=heard and member.id in self._hearers,
            apart=bystander or (bool(self._hearers) and here and not speaking and member.id not in self._hearers),
            muted=member.muted,
            chosen=member.id == self.chosen,
            deaf=bystander,
            thinking=member.id in self._thinking,
        )

    def boxes(self) -> dict[str, list[Box]]:
        """What the avatars cover in each room once everybody is where they are going."""
        boxes: dict[str, list[Box]] = {}
        reach = self.radius + 1.0
        for place in self._places:
            x, y = self.camera.at(place.x, place.y)
            boxes.setdefault(place.room, []).append((x - reach, y - reach, x + reach, y + reach))
        return boxes

    def hears(self, member_id: str) -> bool:
        """Whether the member hears what is being said."""
        return member_id in self._hearers

    def overlooks(self, member_id: str) -> bool:
        """Whether the member is in the room of a scene that they take no part in."""
        return member_id in self._bystanders

    def thinks(self, member_id: str) -> bool:
        """Whether the member was asked for their part and has not replied."""
        return member_id in self._thinking

    def point(self, member_id: str) -> tuple[float, float] | None:
        """Where a member is in the viewport; None for who is not on the plan."""
        i = self.index.get(member_id)
        return None if i is None else self.camera.at(self._x[i], self._y[i])

    def place(self, member_id: str) -> tuple[float, float] | None:
        """Where a member is on the plan."""
        i = self.index.get(member_id)
        return None if i is None else (self._x[i], self._y[i])

    def points(self) -> list[tuple[float, float]]:
        """Where everybody is in the viewport, in the order of `members`."""
        scale, dx, dy = self.camera.scale, self.camera.dx, self.camera.dy
        return [(x * scale + dx, y * scale + dy) for x, y in zip(self._x, self._y, strict=True)]

    def member_at(self, x: float, y: float) -> str:
        """Who is at a point of the viewport; the nearest where they are close, "" where nobody is."""
        best, found = max(self.radius, 6.0) + 3.0, ""
        for member, (px, py) in zip(self.members, self.points(), strict=True):
            distance = math.hypot(px - x, py - y)
            if distance <= best:
                best, found = distance, member.id
        return found

    def draw(self, painter: QPainter) -> None:
        """The dotted ways, then everybody, the speaker last."""
        self._draw_ways(painter)
        half = self.radius + MARGIN
        scale, dx, dy = self.camera.scale, self.camera.dx - half, self.camera.dy - half
        xs, ys, pixmaps = self._x, self._y, self._pixmaps
        for i in self._order:
            painter.drawPixmap(QPointF(xs[i] * scale + dx, ys[i] * scale + dy), pixmaps[i])
        at = self.point(self.marked)
        if at is not None:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            pen = QPen(self.camera.theme.colour("accent"), 2.0, Qt.PenStyle.CustomDashLine)
            pen.setDashPattern([2.2, 1.6])
            painter.setPen(pen)
            painter.drawEllipse(QPointF(*at), self.radius + 5.5, self.radius + 5.5)

    def _draw_ways(self, painter: QPainter) -> None:
        ways: list[tuple[int, Sequence[tuple[float, float]]]] = []
        if len(self.walks) <= TRAILS:
            ways = [(i, walk.left()) for i, walk in self.walks.items()]
        traced = self.index.get(self.traced)
        if traced is not None and traced not in self.walks and len(self._places[traced].path) > 1:
            ways.append((traced, rounded(self._places[traced].path)))
        if not ways:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for i, points in ways:
            colour = QColor(self.camera.theme.member(self.members[i].colour))
            colour.setAlphaF(0.62)
            pen = QPen(colour, 2.2, Qt.PenStyle.CustomDashLine, Qt.PenCapStyle.RoundCap)
            pen.setDashPattern([0.01, 3.0])
            painter.setPen(pen)
            painter.drawPolyline([QPointF(*self.camera.at(x, y)) for x, y in points])


def spacing(points: Sequence[tuple[float, float]]) -> float:
    """How far apart the two nearest points are that do not coincide; infinite for fewer than two."""
    best = math.inf
    ordered = sorted(points)
    for i, (x, y) in enumerate(ordered):
        for other_x, other_y in ordered[i + 1 :]:
            if other_x - x >= best:
                break
            distance = math.hypot(other_x - x, other_y - y)
            if 1e-6 < distance < best:
                best = distance
    return best
