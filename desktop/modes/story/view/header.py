"""What stands above the story: its phase, its place, and whether it plays by itself."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QToolButton, QWidget

from parley.desktop.modes.story.figures import StoryFigure
from parley.desktop.modes.story.view.wording import PHASE_ICONS
from parley.desktop.widgets.elided import ElidedLabel
from parley.desktop.widgets.icons import icon
from parley.desktop.widgets.language import labelled
from parley.desktop.widgets.layouts import across
from parley.desktop.widgets.themed import Themed


class Header(Themed, QWidget):
    """A line. Signals: `autoplay_wanted(on)`."""

    autoplay_wanted = Signal(bool)

    def __init__(self) -> None:
        super().__init__()
        self._phase = ""
        self.sign = QLabel()
        self.phase = QLabel()
        self.phase.setProperty("role", "strong")
        self.place = ElidedLabel()
        self.place.setTextFormat(Qt.TextFormat.PlainText)
        self.place.setProperty("role", "small")
        self.place.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.autoplay = QToolButton()
        self.autoplay.setText(self.tr("Autoplay"))
        self.autoplay.setCheckable(True)
        self.autoplay.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.autoplay.setAccessibleName(self.tr("Autoplay"))
        self.autoplay.setToolTip(self.tr("Autoplay: one of the choices is taken by chance when it is your turn"))
        self.autoplay.clicked.connect(self.autoplay_wanted)
        across(self.sign, self.phase, (self.place, 1), self.autoplay, within=self, margins=(4, 2, 4, 4), spacing=6)
        self._restyle()

    def show_story(self, figure: StoryFigure) -> None:
        """Show where the story is."""
        if figure.phase != self._phase:
            self._phase = figure.phase
            self._draw()
        self.phase.setText(labelled("phase", figure.phase))
        self.place.set_whole(f"· {figure.place}" if figure.place else f"· {figure.setting}")
        self.autoplay.setChecked(figure.autoplay and not figure.ended)
        self.autoplay.setEnabled(figure.live and not figure.ended)

    def _restyle(self) -> None:
        theme, size = self.theme, round(16 * self.scale)
        self.autoplay.setIcon(icon("ph.robot", theme.colour("secondary"), theme.colour("faint"), sizes=(size,)))
        self.autoplay.setIconSize(QSize(size, size))
        self._draw()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Where there is room, the button says what it is."""
        super().resizeEvent(event)
        wide = self.width() >= 480 * self.scale
        both = Qt.ToolButtonStyle.ToolButtonTextBesideIcon
        self.autoplay.setToolButtonStyle(both if wide else Qt.ToolButtonStyle.ToolButtonIconOnly)

    def _draw(self) -> None:
        size = round(16 * self.scale)
        name = PHASE_ICONS.get(self._phase, "ph.compass")
        colour = self.theme.colour("bad" if self._phase == "combat" else "accent")
        self.sign.setPixmap(icon(name, colour, sizes=(size,)).pixmap(QSize(size, size)))
