"""Why those who answered the player answered: a line below the tale."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QSizePolicy, QWidget

from parley.desktop.modes.story.figures import Face
from parley.desktop.modes.story.view.marks import paint_face
from parley.desktop.widgets.elided import ElidedLabel
from parley.desktop.widgets.icons import icon
from parley.desktop.widgets.layouts import across
from parley.desktop.widgets.plain import tooltip
from parley.desktop.widgets.themed import Themed

FACE, MOST_FACES = 18, 4


class Faces(Themed, QWidget):
    """A few faces side by side."""

    def __init__(self) -> None:
        super().__init__()
        self.faces: tuple[Face, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def show_faces(self, faces: tuple[Face, ...]) -> None:
        """Show these."""
        if faces != self.faces:
            self.faces = faces[:MOST_FACES]
            self.setAccessibleName(", ".join(face.name for face in faces))
            self.setToolTip(tooltip(self.accessibleName()))
            self.updateGeometry()
            self.update()

    def sizeHint(self) -> QSize:
        return QSize(round(len(self.faces) * (FACE + 4) * self.scale), round(FACE * self.scale))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, edge = QPainter(self), FACE * self.scale
        for at, face in enumerate(self.faces):
            paint_face(painter, QRectF(at * (edge + 4 * self.scale), 0, edge, edge), face, self.theme)
        painter.end()


class RoutedLine(Themed, QFrame):
    """Signals: `weights_wanted()`, to see all that decided it."""

    weights_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("card", True)
        self._sign, title = QLabel(), QLabel(self.tr("Why they answered"))
        title.setProperty("role", "strong")
        self.faces, self.reason = Faces(), ElidedLabel()
        self.reason.setTextFormat(Qt.TextFormat.PlainText)
        self.reason.setProperty("role", "small")
        self.reason.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.weights = QPushButton(self.tr("Weights"))
        self.weights.setProperty("quiet", True)
        self.weights.setToolTip(self.tr("All that decided it, in the inspector"))
        self.weights.clicked.connect(self.weights_wanted)
        across(
            self._sign, title, self.faces, (self.reason, 1), self.weights, within=self, margins=(12, 2, 4, 2), spacing=8
        )
        self._restyle()

    def show_routed(self, reason: str, answering: tuple[Face, ...]) -> None:
        """Say this; nothing: hide."""
        self.reason.set_whole(reason)
        self.faces.show_faces(answering)
        self.setVisible(bool(reason))

    def _restyle(self) -> None:
        size = round(16 * self.scale)
        self._sign.setPixmap(icon("ph.path", self.theme.colour("secondary"), sizes=(size,)).pixmap(QSize(size, size)))
