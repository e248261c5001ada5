"""What the new-run dialog asks about a duologue: its sides, who hears whom, and where it stops."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QSpinBox,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from desktop.models.duologue_figures import TalksFigure
from desktop.models.figures import VoiceFigure

translate = QCoreApplication.translate
MOST_SIDES = 30
MOST_TURNS = 100_000
LONGEST_NAME = 80
WITH_HUB = frozenset({"star", "broadcast", "panel"})
"""The topologies with somebody in the middle."""


class SideFields(QFrame):
    """One side: its name, voice, awareness and own prompt. Signals: `changed()`, `gone(SideFields)`."""

    changed = Signal()
    gone = Signal(object)

    def __init__(self, letter: str, figure: TalksFigure, voices: Sequence[VoiceFigure]) -> None:
        super().__init__()
        self.setAccessibleName(translate("DuologueFields", "Side {0}").format(letter))
        self.letter = QLabel(letter)
        self.letter.setProperty("role", "strong")
        self.letter.setFixedWidth(18)
        self.name = QLineEdit()
        self.name.setMaxLength(LONGEST_NAME)
        self.name.setAccessibleName(translate("DuologueFields", "Name"))
        self.voice, self.awareness = QComboBox(), QComboBox()
        self.voice.setAccessibleName(translate("DuologueFields", "Voice of the side"))
        self.voice.addItem(translate("DuologueFields", "the voice below"), None)
        for voice in voices:
            if voice.problem:
                continue
            for model, title in voice.models or (("", ""),):
                shown = f"{voice.title} · {title}" if title and len(voice.models) > 1 else voice.title
                self.voice.addItem(shown, (voice.provider, model))
        self.awareness.setAccessibleName(translate("DuologueFields", "Awareness"))
        self.awareness.setToolTip(translate("DuologueFields", "How much this side knows of what is going on"))
        for id_, title in figure.awareness:
            self.awareness.addItem(title, id_)
        self.awareness.setCurrentIndex(max(0, self.awareness.findData("basic")))
        for box in (self.voice, self.awareness):
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            box.setMinimumContentsLength(9)
        self.system = QLineEdit()
        self.system.setAccessibleName(translate("DuologueFields", "System prompt"))
        self.system.setPlaceholderText(translate("DuologueFields", "A system prompt of its own; empty: none"))
        self.remove = QToolButton()
        self.remove.setText("×")
        self.remove.setAccessibleName(translate("DuologueFields", "Take this side out"))
        self.remove.setToolTip(self.remove.accessibleName())
        self.remove.setAutoRaise(True)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 4)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(5)
        grid.addWidget(self.letter, 0, 0)
        grid.addWidget(self.name, 0, 1)
        grid.addWidget(self.voice, 0, 2)
        grid.addWidget(self.awareness, 0, 3)
        grid.addWidget(self.remove, 0, 4)
        grid.addWidget(self.system, 1, 1, 1, 3)
        for column in (1, 2, 3):
            grid.setColumnStretch(column, 1)
        self.name.textChanged.connect(self.changed)
        self.remove.clicked.connect(lambda: self.gone.emit(self))

    def set_letter(self, letter: str) -> None:
        """Its place among the sides."""
        self.letter.setText(letter)
        self.name.setPlaceholderText(translate("DuologueFields", "Side {0}").format(letter))
        self.setAccessibleName(self.name.placeholderText())

    def called(self) -> str:
        """Its name, or what it is called where none is written."""
        return self.name.text().strip() or self.name.placeholderText()

    def answer(self) -> dict[str, object]:
        """What was chosen."""
        voice = self.voice.currentData()
        return {
            "name": self.called(),
            "voice": tuple(voice) if voice else None,
            "awareness": str(self.awareness.currentData() or ""),
            "system": self.system.text().strip(),
        }


class DuologueFields(QWidget):
    """The fields that describe a duologue. Signals: `changed()` when what fits may have changed."""

    changed = Signal()

    def __init__(self, figure: TalksFigure, voices: Sequence[VoiceFigure], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._figure, self._voices = figure, voices
        self.sides: list[SideFields] = []
        self._column = QVBoxLayout()
        self._column.setSpacing(2)
        self.add = QPushButton(translate("DuologueFields", "Add a side"))
        self.add.setAutoDefault(False)
        self.add.setProperty("quiet", True)
        self.all_sides = QWidget()
        inside = QVBoxLayout(self.all_sides)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.setSpacing(2)
        inside.addLayout(self._column)
        inside.addWidget(self.add, 0, Qt.AlignmentFlag.AlignLeft)
        self.opening = QPlainTextEdit()
        self.opening.setPlaceholderText(figure.opening)
        self.opening.setTabChangesFocus(True)
        self.opening.setFixedHeight(64)
        self.router, self.hub = QComboBox(), QComboBox()
        for id_, title in figure.routers:
            self.router.addItem(title, id_)
        self.turns = QSpinBox()
        self.turns.setRange(1, MOST_TURNS)
        self.turns.setValue(20)
        self.names = QCheckBox(translate("DuologueFields", "Each says first what they want to be called"))
        self._make_stop()
        self.add.clicked.connect(self._on_add)
        self.router.currentIndexChanged.connect(self._router_changed)
        for _ in range(2):
            self.add_side()

    def _make_stop(self) -> None:
        self.action, self.profile = QComboBox(), QComboBox()
        for value, title in (
            ("", translate("DuologueFields", "do nothing")),
            ("stop", translate("DuologueFields", "stop at")),
            ("pause", translate("DuologueFields", "pause at")),
        ):
            self.action.addItem(title, value)
        for id_, title in self._figure.profiles:
            self.profile.addItem(title, id_)
        self.threshold = QDoubleSpinBox()
        self.threshold.setRange(0.0, 1.0)
        self.threshold.setSingleStep(0.05)
        self.threshold.setValue(0.85)
        self.action.setAccessibleName(translate("DuologueFields", "When they sound alike"))
        self.threshold.setAccessibleName(translate("DuologueFields", "Threshold"))
        self.profile.setAccessibleName(translate("DuologueFields", "Profile"))
        self.profile.setToolTip(translate("DuologueFields", "What counts for how much in the convergence"))
        self.stop = QWidget()
        line = QHBoxLayout(self.stop)
        line.setContentsMargins(0, 0, 0, 0)
        for widget in (self.action, self.threshold, self.profile):
            line.addWidget(widget, 1)
        self.action.currentIndexChanged.connect(self._stop_changed)
        self._stop_changed()

    def rows(self) -> tuple[tuple[str, QWidget], ...]:
        """The fields with their titles."""
        return (
            (translate("DuologueFields", "Sides"), self.all_sides),
            (translate("DuologueFields", "Opening prompt"), self.opening),
            (translate("DuologueFields", "Topology"), self.router),
            (translate("DuologueFields", "In the middle"), self.hub),
            (translate("DuologueFields", "Length"), self.turns),
            (translate("DuologueFields", "When they sound alike"), self.stop),
            (translate("DuologueFields", "Names"), self.names),
        )

    def purpose(self) -> str:
        """What a duologue is."""
        return translate(
            "DuologueFields",
            "Two or more voices talk, each seeing the talk from its own side alone; how alike they sound is measured.",
        )

    def language(self) -> str:
        """What is spoken where nobody says."""
        return self._figure.language

    def problem(self) -> str:
        """What does not fit; empty where all does."""
        names = [side.called().casefold() for side in self.sides]
        if len(set(names)) < len(names):
            return translate("DuologueFields", "Two sides have the same name: give each its own.")
        if self.router.currentData() == "alternation" and len(self.sides) > 2:
            return translate("DuologueFields", "Taking turns is for two: choose another topology for more sides.")
        return ""

    def answers(self) -> dict[str, object]:
        """What was chosen."""
        hub = self.hub.currentIndex()
        return {
            "sides": [side.answer() for side in self.sides],
            "opening": self.opening.toPlainText().strip(),
            "router": str(self.router.currentData() or ""),
            "hub": hub if self.router.currentData() in WITH_HUB else -1,
            "talk_turns": self.turns.value(),
            "choose_names": self.names.isChecked(),
            "on_convergence": str(self.action.currentData() or ""),
            "stop_at": self.threshold.value(),
            "stop_profile": str(self.profile.currentData() or "balanced"),
        }

    def _on_add(self) -> None:
        self.add_side()
        self.sides[-1].name.setFocus()

    def add_side(self) -> None:
        """One more side."""
        if len(self.sides) >= MOST_SIDES:
            return
        side = SideFields("", self._figure, self._voices)
        side.changed.connect(self._sides_changed)
        side.gone.connect(self._remove)
        self.sides.append(side)
        self._column.addWidget(side)
        self._sides_changed()

    def _remove(self, side: SideFields) -> None:
        if len(self.sides) > 2:
            self.sides.remove(side)
            self._column.removeWidget(side)
            side.hide()
            side.deleteLater()
            self._sides_changed()

    def _sides_changed(self) -> None:
        several = len(self.sides) > 2
        for at, side in enumerate(self.sides):
            side.set_letter(chr(ord("A") + at) if at < 26 else str(at + 1))
            side.remove.setEnabled(several)
        self.add.setEnabled(len(self.sides) < MOST_SIDES)
        if several and self.router.currentData() == "alternation":
            # Nobody has to know that this one is for two.
            self.router.setCurrentIndex(max(0, self.router.findData("round_table")))
        chosen = self.hub.currentIndex()
        self.hub.clear()
        self.hub.addItems([side.called() for side in self.sides])
        self.hub.setCurrentIndex(chosen if 0 <= chosen < len(self.sides) else 0)
        self.changed.emit()

    def _router_changed(self) -> None:
        self.hub.setEnabled(self.router.currentData() in WITH_HUB)
        self.changed.emit()

    def _stop_changed(self) -> None:
        for widget in (self.threshold, self.profile):
            widget.setEnabled(bool(self.action.currentData()))
