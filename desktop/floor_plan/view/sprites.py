"""Avatars as pixmaps, drawn once for each look, and members' names under them, never one upon another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen, QPixmap

from parley.desktop.floor_plan.view.layer import Box, Camera, Layer, move_inside, overlap
from parley.desktop.run.figures import MemberFigure
from parley.desktop.widgets.avatar import INNER, paint_portrait
from parley.desktop.widgets.icons import paint_icon
from parley.desktop.widgets.painted import MIDDLE, NO_PEN, ink, make_blank, write
from parley.desktop.widgets.plain import mask_bidi

NAME, DOING = 11.0, 10.0
WIDEST = 120.0
FEW = 12
"""Up to so many members all have their names shown."""
MOST_FITTED = 2_000
"""Names and tasks of which it is kept how much of them has room."""
NEAR = 15.0
"""From this avatar radius in pixels on (zoomed in), names are shown however many there are."""


@dataclass(frozen=True, slots=True)
class Label:
    """A name and where it stands; a `strong` one is that of the member pointed at."""

    text: str
    box: Box
    strong: bool
    below: str = ""
    role: str = ""


@dataclass(frozen=True, slots=True)
class Below:
    """What stands below a name: what somebody does, whom they play, or where they stand; `role` is its colour's."""

    text: str
    role: str = "secondary"


class LabelsLayer(Layer):
    """The names that fit: `labels`."""

    labels: Sequence[Label] = ()

    def __init__(self, camera: Camera) -> None:
        super().__init__(camera)
        self._laid: tuple[object, ...] = ()
        self._fits: dict[tuple[object, ...], tuple[str, float]] = {}

    def leave_out(self) -> None:
        """Show no names until the next layout."""
        self.labels, self._laid = (), ()

    def lay_out(
        self,
        members: Sequence[MemberFigure],
        points: Sequence[tuple[float, float]],
        radius: float,
        first: Sequence[str],
        bubbles: Sequence[Box],
        taken: Sequence[Box],
        below: Mapping[str, Below] | None = None,
    ) -> None:
        """Find a place for each name: below, else beside, else above; the `first` ones before others, in any case.

        `bubbles` hide what is under them; `taken` are the names of rooms. What stands `below`
        a name is left out where there is no room for it.
        """
        camera, names = self.camera, [(each.id, each.name) for each in members]
        laid = (names, points, radius, first, bubbles, taken, below, camera.view, camera.text, camera.family)
        if laid == self._laid:  # most frames move nobody
            return
        self._laid = laid
        order = {member_id: i for i, member_id in enumerate(each for each in first if each)}
        everybody = len(members) <= FEW or radius >= NEAR
        seen = [i for i, (x, y) in enumerate(points)
                if -20 < x < self.camera.width + 20 and -20 < y < self.camera.height + 20]  # fmt: skip
        avatars = [(x - radius, y - radius, x + radius, y + radius) for x, y in (points[i] for i in seen)]
        wanted = [i for i in seen if everybody or members[i].id in order]
        wanted.sort(key=lambda i: order.get(members[i].id, len(order)))
        labels = []
        standing = [*bubbles, *(box for box in taken if box[2] > box[0])]
        height = self.camera.metrics(NAME, QFont.Weight.Medium).height()
        for i in wanted[:200]:  # more would not find a place, and each is compared with all before it
            (x, y), must = points[i], members[i].id in order
            text, width = self._fit_name_to_size(mask_bidi(members[i].name), must)
            close = [
                box for box in avatars if abs(box[0] - x) < 2 * WIDEST + radius and abs(box[1] - y) < 4 * radius + 40
            ]
            told, box = (below or {}).get(members[i].id), None
            under = ""
            if told is not None:
                under, wide = self._fit_name_to_size(mask_bidi(told.text), must, small=True)
                high = height + self.camera.metrics(DOING).height()
                box = self._find_free_label_box(x, y, radius, max(width, wide), high, close, standing, must)
            if box is None:  # the name alone may still have room
                under, box = "", self._find_free_label_box(x, y, radius, width, height, close, standing, must)
            if box is not None:
                labels.append(Label(text, box, must, under, told.role if told else ""))
                standing.append(box)
        self.labels = labels

    def predict_boxes(
        self,
        members: Sequence[MemberFigure],
        points: Sequence[tuple[float, float]],
        radius: float,
        below: Mapping[str, Below],
    ) -> list[Box]:
        """Return where names will stand if nothing is in their way; none of a crowd."""
        if len(members) > FEW and radius < NEAR:
            return []
        found, height = [], self.camera.metrics(NAME, QFont.Weight.Medium).height()
        for member, (x, y) in zip(members, points, strict=True):
            wide, high, told = self._fit_name_to_size(member.name, False)[1], height, below.get(member.id)
            if told is not None:
                wide = max(wide, self._fit_name_to_size(told.text, False, small=True)[1])
                high += self.camera.metrics(DOING).height()
            top = y + radius + 3.0
            found.append((x - wide / 2, top, x + wide / 2, top + high))
        return found

    def _fit_name_to_size(self, name: str, must: bool, *, small: bool = False) -> tuple[str, float]:
        key = (name, must, small, self.camera.text, self.camera.family)
        if key not in self._fits:
            if len(self._fits) > MOST_FITTED:
                self._fits.clear()
            metrics = self.camera.metrics(DOING) if small else self.camera.metrics(NAME, QFont.Weight.DemiBold)
            widest = WIDEST * (2.0 if must else 1.0) * self.camera.text
            side = Qt.TextElideMode.ElideRight if small else Qt.TextElideMode.ElideMiddle  # a name's end tells more
            text = metrics.elidedText(name, side, widest)
            self._fits[key] = text, metrics.horizontalAdvance(text) + 12.0
        return self._fits[key]

    def _find_free_label_box(
        self,
        x: float,
        y: float,
        radius: float,
        width: float,
        height: float,
        avatars: Sequence[Box],
        standing: Sequence[Box],
        must: bool,
    ) -> Box | None:
        gap, own = radius + 3.0, (x - radius, y - radius, x + radius, y + radius)
        corners = (
            (x - width / 2, y + gap),
            (x + gap, y - height / 2),
            (x - gap - width, y - height / 2),
            (x - width / 2, y - gap - height),
            # About a full table only the corners are free.
            *((left, top) for top in (y + gap, y - gap - height) for left in (x - radius, x + radius - width)),
        )
        view = self.camera.width, self.camera.height
        apart: Box | None = None
        for left, top in corners:
            box = move_inside((left, top, left + width, top + height), *view, 2.0)
            if any(overlap(box, other) for other in standing):
                continue
            if not overlap(box, own) and not any(overlap(box, other) for other in avatars if other != own):
                return box
            apart = apart or box
        # Somebody points at them: their name may cover a face, but not another name.
        return apart if must else None

    def draw(self, painter: QPainter) -> None:
        """Draw every name on a small plate, so that it reads upon walls and tables."""
        camera, theme = self.camera, self.camera.theme
        plate = QColor(theme.colour("surface"))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        metrics, small = camera.metrics(NAME, QFont.Weight.DemiBold), camera.metrics(DOING)
        for label in self.labels:
            left, top, right, bottom = label.box
            plate.setAlphaF(0.97 if label.strong else 0.86 if theme.dark else 0.92)
            ink(painter, QPen(theme.colour("border"), 1.0) if label.strong else NO_PEN, plate)
            painter.drawRoundedRect(QRectF(left, top, right - left, bottom - top), 6.0, 6.0)
            painter.setFont(camera.font(NAME, QFont.Weight.DemiBold))
            painter.setPen(theme.colour("text"))
            start = (left + right - metrics.horizontalAdvance(label.text)) / 2
            painter.drawText(QPointF(start, top + metrics.ascent()), label.text)
            if label.below:
                painter.setFont(camera.font(DOING))
                painter.setPen(theme.colour(label.role))
                wide = small.horizontalAdvance(label.below)
                painter.drawText(QPointF((left + right - wide) / 2, bottom - small.descent() - 1.0), label.below)


MARGIN = 10.0
"""Pixels about the circle for rings and marks."""
LETTER = 5.0
"""Below this radius in pixels an avatar is a dot: a letter could not be read."""
SHOULDERS = 7.0
"""From this radius in pixels on, members have shoulders and an edge."""
BADGED = 8.5
"""From this radius in pixels on, a mood can be seen."""
KEPT = 4_000
"""So many looks are kept; more are only met while zooming, and then forgotten at once."""


@dataclass(frozen=True, slots=True)
class Look:
    """All that makes two avatars the same picture. `radius` in pixels; `facing` in eighths of a turn, clockwise from
    the east, −1 where it is not shown; `mood` is the name of an icon. `told`: they have heard what was put in, or
    (False) have not; None where nothing was."""

    colour: str
    initial: str
    radius: float
    speaking: bool = False
    hearing: bool = False
    apart: bool = False
    muted: bool = False
    chosen: bool = False
    deaf: bool = False
    thinking: bool = False
    facing: int = -1
    mood: str = ""
    told: bool | None = None
    portrait: str = ""


class Avatars:
    """The pixmaps of all looks that are on the plan."""

    def __init__(self, camera: Camera) -> None:
        self._camera = camera
        self._drawn: dict[Look, QPixmap] = {}

    def clear_cache(self) -> None:
        """Draw all anew: the theme or the screen changed."""
        self._drawn.clear()

    def get_pixmap(self, look: Look) -> QPixmap:
        """Return the picture of a look; its middle is the avatar's."""
        if look not in self._drawn:
            if len(self._drawn) > KEPT:
                self.clear_cache()
            self._drawn[look] = self._draw_avatar(look)
        return self._drawn[look]

    def _draw_avatar(self, look: Look) -> QPixmap:
        theme, radius, side = self._camera.theme, look.radius, 2 * (look.radius + MARGIN)
        middle, colour = QPointF(side / 2, side / 2), theme.member(look.colour)
        pixmap = make_blank(side, side, self._camera.ratio)
        painter = QPainter(pixmap)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if look.apart:
            painter.setOpacity(0.45)
        if look.facing >= 0 and radius >= SHOULDERS:
            self._draw_body(painter, look, middle)
        self._draw_rings(painter, look, middle)
        if look.muted:
            # Hollow: who is muted is told by shape as well as by the mark.
            ink(painter, QPen(colour, max(1.0, min(2.0, radius * 0.16))), theme.colour("surface"))
            painter.drawEllipse(middle, radius - 1, radius - 1)
        else:
            ink(painter, QPen(theme.colour("surface"), 2.0) if radius >= SHOULDERS else NO_PEN, colour)
            painter.drawEllipse(middle, radius, radius)
        if radius >= LETTER:
            self._draw_marks(painter, look, middle)
        painter.end()
        return pixmap

    def _draw_body(self, painter: QPainter, look: Look, middle: QPointF) -> None:
        """Draw the shoulders, turned to where they look, and the shadow under them."""
        radius = look.radius
        ink(painter, NO_PEN, QColor(0, 0, 0, 34))
        painter.drawEllipse(middle + QPointF(0.0, 0.5 * radius), 1.12 * radius, 0.8 * radius)
        painter.save()
        angle = 45.0 * look.facing
        painter.translate(middle)
        painter.rotate(angle)
        painter.setBrush(self._camera.theme.member(look.colour).darker(154))
        painter.drawEllipse(QPointF(-0.38 * radius, 0.0), 0.72 * radius, 1.3 * radius)
        painter.restore()

    def _draw_rings(self, painter: QPainter, look: Look, middle: QPointF) -> None:
        theme = self._camera.theme
        rings = []
        if look.speaking:
            rings.append((3.6, QColor(theme.member(look.colour)), 0.34, 4.4))
        elif look.hearing:
            rings.append((2.8, QColor(theme.colour("accent")), 0.42, 1.3))
        if look.chosen:
            rings.append((6.0 if look.speaking else 3.2, QColor(theme.colour("text")), 1.0, 1.8))
        for out, colour, alpha, thick in rings:
            colour.setAlphaF(alpha)
            ink(painter, QPen(colour, thick))
            painter.drawEllipse(middle, look.radius + out, look.radius + out)

    def _draw_marks(self, painter: QPainter, look: Look, middle: QPointF) -> None:
        theme, radius = self._camera.theme, look.radius
        opacity = painter.opacity()
        painter.setOpacity(opacity * (0.45 if look.muted else 1.0))
        pictured = paint_portrait(painter, middle, radius * INNER, look.portrait)
        painter.setOpacity(opacity)
        if look.initial and not pictured:
            font = QFont(self._camera.font(12, QFont.Weight.Bold))  # a copy: the camera's is shared
            font.setPixelSize(max(6, round(radius * (1.08 if len(look.initial) == 1 else 0.86))))
            square = QRectF(middle.x() - radius, middle.y() - radius, 2 * radius, 2 * radius)
            write(painter, square, look.initial, font,
                  theme.member(look.colour) if look.muted else theme.on_member(), MIDDLE)  # fmt: skip
        if look.muted:
            size, at = max(3.6, radius * 0.38), middle + QPointF(radius * 0.74, radius * 0.74)
            ink(painter, QPen(theme.colour("surface"), 1.2), theme.colour("bad"))
            painter.drawEllipse(at, size, size)
            painter.setPen(QPen(theme.colour("surface"), max(1.2, size * 0.36), c=Qt.PenCapStyle.FlatCap))
            painter.drawLine(at - QPointF(size * 0.6, 0), at + QPointF(size * 0.6, 0))
        painter.setOpacity(1.0)  # A mark has to be seen, however dim the face is
        if look.mood and not look.thinking and radius >= BADGED:
            size = min(8.0, max(5.5, 0.58 * radius))
            self._draw_badge(painter, middle + QPointF(0.78, -0.78) * radius, size, look.mood, "border")
        if look.told is not None:
            # At the left, in the accent's colour where they have heard what was put in.
            size, name = min(8.5, max(4.0, 0.6 * radius)), "ph.flag" if look.told else "ph.ear-slash-bold"
            colours = ("surface", "accent", "surface") if look.told else ("secondary",)
            self._draw_badge(painter, middle + QPointF(-0.78, -0.78) * radius, size, name, *colours)
        if look.thinking:
            self._draw_dots(painter, look, middle)
        elif look.deaf and not look.muted:
            # An ear, crossed out: they see the talk and do not hear it.
            size = min(8.5, max(5.0, radius * 0.55))
            at = middle + QPointF(1, 1) * min(radius * 0.74, middle.x() - size - 0.6)
            self._draw_badge(painter, at, size, "ph.ear-slash-bold", "secondary")

    def _draw_badge(
        self, painter: QPainter, at: QPointF, size: float, name: str, edge: str, ground: str = "surface",
        colour: str = "text",
    ) -> None:  # fmt: skip
        """Draw an icon in a small circle, in colours of the theme."""
        theme = self._camera.theme
        ink(painter, QPen(theme.colour(edge), 1.0), theme.colour(ground))
        painter.drawEllipse(at, size, size)
        box = QRectF(at.x() - size * 0.8, at.y() - size * 0.8, size * 1.6, size * 1.6)
        paint_icon(painter, name, box, theme.colour(colour))

    def _draw_dots(self, painter: QPainter, look: Look, middle: QPointF) -> None:
        """Draw three dots in a small bubble: the member thinks of what to say."""
        colour = self._camera.theme.member(look.colour)
        high = min(7.5, max(3.4, look.radius * 0.42))
        wide = high * 1.7
        at = middle + QPointF(look.radius * 0.62, -look.radius * 0.78)
        box = QRectF(at.x() - wide, at.y() - high, 2 * wide, 2 * high)
        box.moveRight(min(box.right(), 2 * middle.x() - 0.8))  # nothing is drawn beyond the picture
        box.moveTop(max(box.top(), 0.8))
        ink(painter, QPen(colour, 1.2), self._camera.theme.colour("surface"))
        painter.drawRoundedRect(box, high, high)
        ink(painter, NO_PEN, colour)
        for step in (-0.9, 0.0, 0.9):
            painter.drawEllipse(box.center() + QPointF(step * high * 0.95, 0.0), high * 0.3, high * 0.3)
