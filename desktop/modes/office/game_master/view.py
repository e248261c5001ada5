"""The dock that says why this scene: the ranking, the choice, and how it was to be played."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QLabel,
    QScrollArea,
    QSizePolicy,
    QWidget,
)

from parley.desktop.modes.office.figures import CandidateFigure, GameMasterFigure
from parley.desktop.modes.office.game_master.ranking import Ranking
from parley.desktop.widgets.icons import icon
from parley.desktop.widgets.layouts import STRETCH, Gap, across, upright
from parley.desktop.widgets.parts import small_button
from parley.desktop.widgets.themed import Themed

MOST_NAMES = 8


class GameMasterView(Themed, QWidget):
    """Why this scene, and how it was played; its buttons walk through the choices of the run.

    Signals: `scene_wanted(int)`, `caption_changed(text)`.
    """

    scene_wanted = Signal(int)
    caption_changed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Game master"))
        self.figure = GameMasterFigure()
        self._caption = ""
        self._make()
        self._lay_out()
        self._show()
        self._restyle()

    def _make(self) -> None:
        self.before, self.after = small_button(self.tr("Previous scene")), small_button(self.tr("Next scene"))
        self.before.clicked.connect(lambda: self.scene_wanted.emit(self.figure.before))
        self.after.clicked.connect(lambda: self.scene_wanted.emit(self.figure.after))
        self.heading, self.who, self.about, self.empty = (
            _build_text_label(role) for role in ("strong", "secondary", "", "secondary")
        )
        self.bars, self.legend = Ranking(), QLabel(textFormat=Qt.TextFormat.RichText, wordWrap=True)
        self.bars.candidate_selected.connect(lambda _place: self._show_candidate())
        self.empty.setAlignment(Qt.AlignmentFlag.AlignCenter)

    def _lay_out(self) -> None:
        head = across(self.before, (self.heading, 1), self.after, margins=(10, 0, 10, 0), spacing=4)
        body = QWidget()
        body.setObjectName("gameMasterBody")
        # A long word must not push the bars out of sight.
        body.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        # What was weighed first; what the scene is stands on the plan and in the strip too.
        shown = self.bars, self.legend, self.who, Gap(6), self.about
        upright(*shown, STRETCH, within=body, margins=(14, 0, 12, 10), spacing=4)
        self.area = QScrollArea()
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setWidgetResizable(True)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setWidget(body)
        self.area.setAccessibleName(self.tr("Why this scene"))
        upright(head, (self.empty, 1), (self.area, 1), within=self, margins=(0, 0, 0, 4), spacing=2)

    def show_figure(self, figure: GameMasterFigure) -> None:
        """Show another choice, or more about this one."""
        if figure == self.figure:
            return
        another = figure.scene != self.figure.scene
        self.figure = figure
        self._show()
        if another:
            self.area.verticalScrollBar().setValue(0)

    def caption(self) -> str:
        """Return what to put into the title bar: "scene 3 · 10:20"."""
        return self._caption

    def _restyle(self) -> None:
        theme = self.theme
        colour, faint = theme.colour("text"), theme.colour("faint")
        self.before.setIcon(icon("ph.caret-left-bold", colour, faint, sizes=(16,)))
        self.after.setIcon(icon("ph.caret-right-bold", colour, faint, sizes=(16,)))

    def _show(self) -> None:
        figure = self.figure
        there = figure.scene > 0
        self.empty.setVisible(not there)
        self.area.setVisible(there)
        for widget in (self.before, self.after, self.heading):
            widget.setVisible(there)
        self.empty.setText(
            figure.note
            or self.tr("Open or start a day in the office: why the game master chose each scene will stand here.")
        )
        number = self.locale().toString(figure.scene)
        self.before.setEnabled(figure.before > 0)
        self.after.setEnabled(figure.after > 0)
        self.heading.setText(figure.reason or figure.method or self.tr("Why scene {0}?").format(number))
        self.bars.show_figure(figure)
        self.bars.setVisible(bool(figure.candidates))
        self._show_candidate()
        _fill(self.about, "\n".join(filter(None, self._describe_scene())))
        caption = ""
        if there:
            caption = self.tr("scene {0}").format(number) + (f" · {figure.clock}" if figure.clock else "")
        if caption != self._caption:
            self._caption = caption
            self.caption_changed.emit(caption)

    def _describe_scene(self) -> list[str]:
        """Return what the scene is, how it was chosen, and how it was to be played."""
        figure, decimal = self.figure, self.locale().toString
        importance = self.tr("Importance {value} of 10, threshold {threshold}").format(
            value=decimal(figure.importance, "f", 1), threshold=decimal(figure.threshold, "f", 1)
        )
        return [
            " · ".join(filter(None, (figure.title, figure.day, figure.clock))),
            self.tr("Topic: {0}").format(figure.topic) if figure.topic else "",
            figure.method,
            f"{figure.exchange}. {importance}." if figure.exchange else "",
            figure.exchange_reason,
        ]

    def _show_candidate(self) -> None:
        each = self.bars.candidate()
        _fill(self.legend, self.bars.legend())
        _fill(self.who, self._told(each) if each else "")

    def _told(self, each: CandidateFigure) -> str:
        who = ", ".join(member.name for member in each.members[:MOST_NAMES])
        if len(each.members) > MOST_NAMES:
            who = self.tr("{names} and {count} more").format(names=who, count=len(each.members) - MOST_NAMES)
        return " · ".join(part for part in (who, each.topic, each.why) if part)


def _build_text_label(role: str) -> QLabel:
    label = QLabel()
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    if role:
        label.setProperty("role", role)
    return label


def _fill(label: QLabel, text: str) -> None:
    """Show a text; nothing at all where it is empty."""
    label.setText(text)
    label.setVisible(bool(text))
