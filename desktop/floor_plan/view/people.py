"""The members on the plan: where they are, how they look, the ways they walk, and the shadows that they throw."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QLinearGradient, QPainter, QPixmap

from parley.core.office.drawing.hours import DAY, Ambience, get_light
from parley.core.office.drawing.light import place_lamps
from parley.core.office.drawing.scenery import get_scenery
from parley.desktop.floor_plan.figures import FloorFigure, PlaceFigure
from parley.desktop.floor_plan.stage.stage import get_tint
from parley.desktop.floor_plan.view.layer import Box, Camera, Layer
from parley.desktop.floor_plan.view.sprites import LETTER, MARGIN, SHOULDERS, Avatars, Look
from parley.desktop.run.figures import MemberFigure
from parley.desktop.widgets.painted import NO_PEN, ink, make_blank, stroke

if TYPE_CHECKING:
    from parley.core.office.plan import Plan
    from parley.core.office.shapes import Point

PACE = 0.028
"""Plan units a millisecond: brisk, so that a talk does not wait for its people."""
SHORTEST, LONGEST = 350.0, 2_600.0
"""Milliseconds a walk takes at least and at most."""


class Walk:
    """A way that is being walked. Times are in milliseconds, points in plan units.

    Attributes: where the walker is, `x` and `y`; where it ends, `target`.
    """

    def __init__(self, points: Sequence[Point], delay: float = 0.0) -> None:
        self._points = list(points)
        self._along = list(accumulate((math.dist(*ends) for ends in pairwise(points)), initial=0.0))
        self._duration = min(max(self._along[-1] / PACE, SHORTEST), LONGEST)
        self._delay = delay
        self._elapsed = 0.0
        self._segment = 0
        self.x, self.y = self._points[0]
        self.target = self._points[-1]

    def advance_by(self, ms: float) -> bool:
        """Walk on for `ms`; return whether there is way left."""
        self._elapsed += ms
        part = min(max((self._elapsed - self._delay) / self._duration, 0.0), 1.0)
        gone = self._along[-1] * part * part * (3.0 - 2.0 * part)  # slow at both ends: smoothstep
        after = min(max(1, bisect_left(self._along, gone)), len(self._points) - 1)
        self._segment = after - 1
        span = self._along[after] - self._along[after - 1]
        share = (gone - self._along[after - 1]) / span if span > 0 else 1.0
        self.x, self.y = _interpolate_point(self._points[after - 1], self._points[after], share)
        return self._elapsed < self._delay + self._duration

    @property
    def heading(self) -> int:
        """Where the walker looks, in eighths of a turn clockwise from the east."""
        after = min(self._segment + 1, len(self._points) - 1)
        return find_heading(self._points[max(0, after - 1)], self._points[after])

    @property
    def bob(self) -> float:
        """Pixels by which the walker goes up and down, three times a second."""
        return math.sin(math.tau * 3.0 * self._elapsed / 1_000.0) if self._elapsed > self._delay else 0.0

    def find_way_back(self) -> list[Point]:
        """Return the way back to where it began, from where they are."""
        return [(self.x, self.y), *reversed(self._points[: self._segment + 1])]


def find_heading(start: Point, end: Point) -> int:
    """Return the direction from one point to another in eighths of a turn, clockwise from the east; south where they
    meet.
    """
    if math.dist(start, end) < 1e-6:
        return EIGHTHS["south"]
    return round(math.atan2(end[1] - start[1], end[0] - start[0]) / (math.tau / 8)) % 8


EIGHTHS = {"east": 0, "south": 2, "west": 4, "north": 6}
"""The directions in which people sit."""


def round_corners(points: Sequence[Point], radius: float = 1.8, steps: int = 4) -> list[Point]:
    """Return the way with its corners cut round; it stays inside every room that holds the corner."""
    found = list(points[:1])
    for before, corner, after in zip(points, points[1:], points[2:], strict=False):
        into, out = math.dist(before, corner), math.dist(corner, after)
        if (cut := min(radius, into / 2, out / 2)) < 1e-6:  # halves: the next corner cuts from the other end
            continue
        start, end = _interpolate_point(corner, before, cut / into), _interpolate_point(corner, after, cut / out)
        for step in range(steps + 1):
            t = step / steps
            found.append(
                _interpolate_point(_interpolate_point(start, corner, t), _interpolate_point(corner, end, t), t)
            )
    return [*found, *points[1:][-1:]]


def _interpolate_point(start: Point, end: Point, part: float) -> Point:
    return start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part


SIZE = 1.9
"""An avatar's radius in plan units, as long as that is neither too small to read nor too large to fit."""
SMALLEST, USUAL, LARGEST, DOT = 9.0, 14.0, 26.0, 2.0
"""Its bounds in pixels; in a crowd it shrinks further, down to a dot."""
NEAR = 9.5
"""Pixels a plan unit up to which an avatar is of the usual size at most."""
FEW = 60
"""Up to so many walkers go around corners in a curve, one a little after the other."""
STEP = 6.5
"""Pixels from dot to dot of a way."""


class PeopleLayer(Layer):
    """All members as one layer; it walks them, and says who is where in the viewport.

    Attributes: `members`, and their `index` by id; `radius` of an avatar in pixels; `walks` by index; by id who is
    `chosen` in every view and `marked` by the keyboard; `moods` and `light`, whether moods and the light of the hour
    are shown.
    """

    def __init__(self, camera: Camera) -> None:
        super().__init__(camera)
        self.avatars = Avatars(camera)
        self.members: list[MemberFigure] = []
        self.index: dict[str, int] = {}
        self.radius = SMALLEST
        self.walks: dict[int, Walk] = {}
        self.chosen = self.marked = ""
        self._figure = FloorFigure()
        self._points: list[tuple[float, float]] = []
        self._spacing = math.inf
        self._pixmaps: list[QPixmap] = []
        self._order: list[int] = []
        self._stale = True
        self.moods = self.light = True
        self._shadows = Shadows()
        self._moods: dict[str, str] = {}

    def show_figure(self, figure: FloorFigure, animated: bool) -> None:
        """Show who is where; those whose place changed walk there if a path says how, and else are there at once."""
        before, self._figure = self._figure, figure
        self._stale = True
        if figure.doing != before.doing:
            self._moods = {member: mood_icon(mood) for member, _task, mood in figure.doing}
        places = figure.places
        if places is before.places:  # the same tuple: only what is said has grown
            return
        points, walks, few = [], {}, len(places) <= FEW
        for i, place in enumerate(places):
            known = self.index.get(place.member.id)
            walk = None
            if known is not None and animated:
                walk = self._build_walk(known, before.places[known], place, i if few else 0, few)
            if walk is not None:
                walks[i] = walk
            points.append((walk.x, walk.y) if walk else (place.x, place.y))
        self._points, self.walks = points, walks
        self.members = [place.member for place in places]
        self.index = {member.id: i for i, member in enumerate(self.members)}
        ends = [(each.x, each.y) for each in places]  # where they will be: faces do not change their size on the way
        if ends != [(each.x, each.y) for each in before.places]:
            self._spacing = measure_spacing(ends)

    def _build_walk(self, known: int, was: PlaceFigure, place: PlaceFigure, nth: int, few: bool) -> Walk | None:
        running = self.walks.get(known)
        if running is not None and running.target == (place.x, place.y):  # walks there already
            return running
        if (was.x, was.y) == (place.x, place.y) or len(place.path) < 2:
            return None
        path = round_corners(place.path) if few else list(place.path)
        if running is not None:
            # Called elsewhere while on their way: back through the same doors, then on.
            path = [*running.find_way_back(), *path[1:]]
        return Walk(path, delay=nth * 90.0 if few else 0.0)

    def choose(self, member_id: str) -> None:
        """Mark the member that is selected in every view."""
        self._stale = self._stale or member_id != self.chosen
        self.chosen = member_id

    def forget_looks(self) -> None:
        """Draw all avatars anew."""
        self.avatars.clear_cache()
        self._shadows.clear_cache()
        self._stale = True

    def walk_on(self, ms: float) -> bool:
        """Walk everybody on for `ms`; return whether anybody is still on their way."""
        for i, walk in list(self.walks.items()):  # a copy: who arrives is taken out
            if not walk.advance_by(ms):
                del self.walks[i]
            self._points[i] = walk.x, walk.y
        return bool(self.walks)

    def arrive(self) -> None:
        """Put everybody at once where they were going."""
        self.walks = {}
        self._points = [(place.x, place.y) for place in self._figure.places]

    def lay_out(self) -> None:
        """Lay out the avatars: their size for the present zoom, and their pixmaps."""
        camera = self.camera
        fits = self._spacing * camera.scale / 2  # half of the way between the two nearest: they touch at most
        fits -= 1.8 if fits > LETTER + 2 else 0.6
        # Nearer they grow slowly: what is said and where they sit matters more than their faces.
        wished = min(SIZE * camera.scale, USUAL + max(0.0, camera.scale - NEAR) * 0.55)
        radius = min(max(wished, SMALLEST * min(camera.text, 1.3)), LARGEST, fits)
        # In steps, so that zooming does not draw every avatar anew at every step of the wheel.
        radius = max(DOT, float(round(radius)) if radius > 10 else round(radius * 2) / 2)
        turning = bool(self.walks) and len(self.members) <= FEW  # who walks looks ahead, and turns at corners
        if radius != self.radius or self._stale or turning:
            self.radius, self._stale = radius, turning
            self._pixmaps = [self.avatars.get_pixmap(self.look(member)) for member in self.members]
            last = [self.index[each] for each in (self.chosen, self._figure.speaker) if each in self.index]  # on top
            self._order = [i for i in range(len(self.members)) if i not in last] + last

    def look(self, member: MemberFigure) -> Look:
        """Return how a member looks now."""
        figure, who = self._figure, member.id
        speaking, hears = who == figure.speaker, who in figure.hearers
        here = figure.places[self.index[who]].room == figure.active_room
        bystander = who in figure.bystanders
        return Look(
            colour=member.colour,
            initial=member.initial if self.radius >= LETTER else "",
            radius=self.radius,
            speaking=speaking,
            hearing=hears and self.radius > LETTER,
            apart=bystander or (bool(figure.hearers) and here and not speaking and not hears),
            muted=member.muted,
            chosen=who == self.chosen,
            deaf=bystander,
            thinking=who in figure.thinking,
            facing=self._compute_facing(figure.places[self.index[who]]) if len(self.members) <= FEW else -1,
            mood=self._moods.get(who, "") if self.moods else "",
            told=figure.put_in[who][1] if who in figure.put_in else None,
            portrait=member.portrait,
        )

    def _compute_facing(self, place: PlaceFigure) -> int:
        """Return where somebody looks, in eighths of a turn: on their way ahead, else as they sit, else to the
        middle.
        """
        walk, plan = self.walks.get(self.index[place.member.id]), self._figure.plan
        if walk is not None:
            return walk.heading
        room = plan.by_id.get(place.room) if plan else None
        if room is None:
            return -1
        for seat in room.seats:
            if (seat.x, seat.y) == (place.x, place.y):
                return EIGHTHS[seat.facing]
        return find_heading((place.x, place.y), room.middle)

    def find_point(self, member_id: str) -> tuple[float, float] | None:
        """Return where a member is in the viewport; None for who is not on the plan."""
        at = self.place(member_id)
        return at and self.camera.map_point(*at)

    def place(self, member_id: str) -> tuple[float, float] | None:
        """Return where a member is on the plan."""
        i = self.index.get(member_id)
        return None if i is None else self._points[i]

    def list_places(self) -> list[tuple[float, float]]:
        """Return where everybody is on the plan, in the order of `members`."""
        return self._points

    def list_points(self) -> list[tuple[float, float]]:
        """Return where everybody is in the viewport, in the order of `members`."""
        scale, dx, dy = self.camera.scale, self.camera.dx, self.camera.dy
        return [(x * scale + dx, y * scale + dy) for x, y in self._points]

    def find_member_at(self, x: float, y: float) -> str:
        """Return who is at a point of the viewport; the nearest where they are close, "" where nobody is."""
        far = [(math.dist(at, (x, y)), i) for i, at in enumerate(self.list_points())]
        distance, nearest = min(far, key=lambda each: (each[0], -each[1]), default=(math.inf, -1))  # ties: the topmost
        return self.members[nearest].id if distance <= max(self.radius, 6.0) + 3.0 else ""  # a dot can be hit too

    def _compute_face_boxes(self) -> list[Box]:
        """Return where everybody's picture is drawn."""
        half, points = self.radius + MARGIN, self.list_points()
        if len(self.members) <= FEW:
            for i, walk in self.walks.items():
                points[i] = points[i][0], points[i][1] + walk.bob
        return [(x - half, y - half, x + half, y + half) for x, y in points]

    def draw(self, painter: QPainter) -> None:
        """Draw everybody, the speaker last, and the keyboard's mark around one of them."""
        self._draw_shadows(painter)
        faces = self._compute_face_boxes()
        for i in self._order:
            painter.drawPixmap(QPointF(faces[i][0], faces[i][1]), self._pixmaps[i])
        if (at := self.find_point(self.marked)) is not None:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            ink(painter, stroke(self.camera.theme.colour("accent"), 2.0, (2.2, 1.6), Qt.PenCapStyle.SquareCap))
            painter.drawEllipse(QPointF(*at), self.radius + 5.5, self.radius + 5.5)

    def _draw_shadows(self, painter: QPainter) -> None:
        """Draw everybody's shadow in the light of the hour, where they are large enough and few."""
        plan, camera = self._figure.plan, self.camera
        if plan is None or self.radius < SHOULDERS or len(self.members) > FEW:
            return
        light = get_light(self._figure.hour if self.light else DAY, camera.theme.dark)
        for place, at in zip(self._points, self.list_points(), strict=True):
            if -40.0 < at[0] < camera.width + 40.0 and -40.0 < at[1] < camera.height + 40.0:
                self._shadows.draw(painter, plan, light, place, at, self.radius, camera.scale, camera.ratio)


def yield_dots(
    points: Sequence[tuple[float, float]], lane: float = 0.0, step: float = STEP
) -> Iterator[tuple[float, float, float]]:
    """Yield points at even distances along a way, moved aside by its lane, each with how far along it is (0 to 1)."""
    whole = sum(math.dist(a, b) for a, b in pairwise(points)) or 1.0
    walked, following = 0.0, 0.0
    for (ax, ay), (bx, by) in pairwise(points):
        length = math.hypot(bx - ax, by - ay)
        while length > 0 and following <= walked + length:
            part = (following - walked) / length
            x, y = ax + (bx - ax) * part, ay + (by - ay) * part
            yield x - (by - ay) / length * lane, y + (bx - ax) / length * lane, following / whole
            following += step
        walked += length


def measure_spacing(points: Sequence[tuple[float, float]]) -> float:
    """Return how far apart the two nearest points are that do not coincide; infinite for fewer than two."""
    best = math.inf
    ordered = sorted(points)
    for i, (x, y) in enumerate(ordered):
        for other_x, other_y in ordered[i + 1 :]:
            if other_x - x >= best:  # they are sorted by x: all later ones are further away
                break
            distance = math.hypot(other_x - x, other_y - y)
            if 1e-6 < distance < best:
                best = distance
    return best


PLAIN = "ph.smiley-blank"
"""Any other mood: its word is in the tooltip."""
MOOD_ICONS = {
    "ph.smiley": ("cheerful", "bright", "happy", "glad", "content", "gut gelaunt", "heiter", "zufrieden", "froh"),
    "ph.smiley-wink": ("exuberant", "playful", "excited", "ausgelassen", "verspielt", "begeistert"),
    "ph.lightning": ("tense", "angry", "annoyed", "irritated", "angespannt", "gereizt", "wütend", "verärgert"),
    "ph.smiley-nervous": ("worried", "nervous", "anxious", "besorgt", "nervös", "unsicher"),
    "ph.smiley-sad": ("sad", "disappointed", "hurt", "upset", "traurig", "enttäuscht", "verletzt"),
    "ph.moon": ("tired", "exhausted", "sleepy", "müde", "erschöpft"),
    "ph.brain": ("thoughtful", "pensive", "curious", "nachdenklich", "neugierig"),
    "ph.target": ("focused", "determined", "concentrated", "konzentriert", "entschlossen"),
    "ph.smiley-meh": ("calm", "quiet", "neutral", "ruhig", "gelassen", "nüchtern"),
}
"""The words that the office's aftermath knows, in both languages, and some that voices use."""


@lru_cache(maxsize=256)
def mood_icon(mood: str) -> str:
    """Return the icon of a mood in words, the first word that is known; "" where there is no mood."""
    words = mood.casefold()
    if not words.strip():
        return ""
    found = [(words.index(word), icon) for icon, known in MOOD_ICONS.items() for word in known if word in words]
    return min(found)[1] if found else PLAIN


ANGLES = 24
"""Directions that are told apart."""
SHADE_STEP = 4.0
"""Pixels by which two lengths differ at least."""
LONGEST_SHADE = 2.8
"""Radii of a face that a shadow is long at most."""
BY_DAY, BY_NIGHT = ("#4a4436", 0.28), ("#140c06", 0.38)
"""The colour of a shadow, and how dark it is at its owner's feet."""


class Shadows:
    """Pictures of shadows, each drawn once."""

    def __init__(self) -> None:
        self._drawn: dict[tuple[float, int, int, bool, float], QPixmap] = {}

    def clear_cache(self) -> None:
        """Draw all anew: the screen changed."""
        self._drawn.clear()

    def draw(
        self, painter: QPainter, plan: Plan, light: Ambience, place: Point, at: Point, radius: float, scale: float,
        ratio: float,
    ) -> None:  # fmt: skip
        """Draw the shadow of somebody at a `place` of the plan, `at` a point of the picture; `scale` is pixels a
        unit."""
        night = light.night > 0.5
        x, y = cast(plan, light, place, radius, scale)
        length = min(math.hypot(x, y), LONGEST_SHADE * radius)
        angle = round(math.atan2(y, x) / math.tau * ANGLES) % ANGLES  # in steps, as the length: few pictures serve all
        key = (radius, angle, max(1, round(length / SHADE_STEP)), night, ratio)
        if key not in self._drawn:
            self._drawn[key] = _build_shade_picture(*key)
        pixmap = self._drawn[key]
        half = pixmap.width() / ratio / 2
        painter.drawPixmap(QPointF(at[0] - half, at[1] - half + 0.35 * radius), pixmap)


def cast(plan: Plan, light: Ambience, place: Point, radius: float, scale: float) -> Point:
    """Return where a shadow ends, in pixels from its owner: away from the sun, or from the lamp the longer the
    farther.
    """
    if light.night <= 0.5:
        return radius * light.shadow, 0.7 * radius
    lamp = _find_lamp_of_place(plan, place)
    if lamp is None:
        return 0.0, radius
    x, y = (place[0] - lamp[0]) * scale, (place[1] - lamp[1]) * scale
    away = math.hypot(x, y)
    if away < 1.0:
        return 0.0, radius
    length = 1.2 * radius + 0.3 * away
    return x / away * length, y / away * length


def _find_lamp_of_place(plan: Plan, place: Point) -> Point | None:
    """Return the lamp that lights a place: there are people, so it is on."""
    room = plan.find_room_at(place)
    if room is None:
        return None
    if room.corridor:
        return min(place_lamps(room), key=lambda spot: math.dist(spot, place))
    return get_scenery(plan).lamps[room.id]


def _build_shade_picture(radius: float, angle: int, steps: int, night: bool, ratio: float) -> QPixmap:
    """Return a band as wide as its owner that fades out; its beginning is the picture's middle."""
    length = steps * SHADE_STEP
    side = 2 * (length + 1.2 * radius)
    made = make_blank(side, side, ratio)
    painter = QPainter(made)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(side / 2, side / 2)
    painter.rotate(360.0 * angle / ANGLES)
    colour, dark = BY_NIGHT if night else BY_DAY
    fade = QLinearGradient(0.0, 0.0, length + 0.8 * radius, 0.0)
    fade.setColorAt(0.0, get_tint(colour, dark))
    fade.setColorAt(0.55, get_tint(colour, 0.45 * dark))
    fade.setColorAt(1.0, get_tint(colour, 0.0))
    ink(painter, NO_PEN, QBrush(fade))
    painter.drawRoundedRect(QRectF(-0.8 * radius, -0.8 * radius, length + 1.6 * radius, 1.6 * radius),
                            0.8 * radius, 0.8 * radius)  # fmt: skip
    painter.end()
    return made
