"""What the new-run dialog asks about a duologue: its sides, who hears whom, and where it stops."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QCheckBox, QComboBox, QPlainTextEdit, QPushButton, QSpinBox, QVBoxLayout, QWidget

from desktop.modes.duologue.dialog.bounds import ContextFields, StopFields
from desktop.modes.duologue.dialog.side import SideFields
from desktop.modes.duologue.dialog.topology import TopologyFields
from desktop.modes.duologue.figures import TalksFigure
from desktop.run.figures import CastFigure, MemberFigure, VoiceFigure

translate = QCoreApplication.translate
MOST_SIDES = 30
MOST_TURNS = 100_000
OPEN = 2
"""Sides whose details are shown when they come; of more there would be too much."""


class DuologueFields(QWidget):
    """The fields that describe a duologue. Signals: `changed()` when what fits may have changed."""

    changed = Signal()

    def __init__(
        self,
        figure: TalksFigure,
        voices: Sequence[VoiceFigure],
        casts: Sequence[CastFigure] = (),
        icon: Callable[[MemberFigure], QIcon] = lambda _member: QIcon(),
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._figure, self._voices, self._casts, self._icon = figure, voices, tuple(casts), icon
        self.sides: list[SideFields] = []
        self._make_sides()
        self.opening = QPlainTextEdit()
        self.opening.setPlaceholderText(figure.opening)
        self.opening.setTabChangesFocus(True)
        self.opening.setFixedHeight(64)
        self.topology = TopologyFields(figure)
        self.turns = QSpinBox()
        self.turns.setRange(1, MOST_TURNS)
        self.turns.setGroupSeparatorShown(True)
        self.turns.setValue(20)
        self.turns.setSuffix(translate("DuologueFields", " lines in all"))
        self.names = QCheckBox(translate("DuologueFields", "Each says first what they want to be called"))
        self.stop, self.context = StopFields(figure), ContextFields(figure)
        self.add.clicked.connect(self._on_add)
        self.cast.currentIndexChanged.connect(self._cast_changed)
        self.topology.connect(self.changed.emit)
        for _ in range(2):
            self.add_side()
        if figure.last:
            self._recall(figure.last)

    def _make_sides(self) -> None:
        self.cast = QComboBox()
        self.cast.addItem(translate("DuologueFields", "None: names of your own"), "")
        for each in self._casts:
            if len(each.members) > 1:
                self.cast.addItem(f"{each.name}  ({each.language})", each.id)
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

    def rows(self) -> tuple[tuple[str, QWidget], ...]:
        """The fields with their titles."""
        return (
            (translate("DuologueFields", "Members of"), self.cast),
            (translate("DuologueFields", "Sides"), self.all_sides),
            (translate("DuologueFields", "Opening prompt"), self.opening),
            *self.topology.rows(),
            (translate("DuologueFields", "Length"), self.turns),
            (translate("DuologueFields", "When they sound alike"), self.stop),
            (translate("DuologueFields", "Context"), self.context),
            (translate("DuologueFields", "Names"), self.names),
        )

    def shown(self) -> dict[QWidget, bool]:
        """Which of the rows belong to what is chosen; those that are not named always do."""
        return self.topology.shown()

    def purpose(self) -> str:
        """What a duologue is."""
        return translate(
            "DuologueFields",
            "Two or more voices talk, each seeing the talk from its own side alone; how alike they sound is measured.",
        )

    def language(self) -> str:
        """What is spoken where nobody says."""
        cast = self.cast_figure()
        return cast.language if cast else self._figure.language

    def foreign(self, language: str) -> bool:
        """Whether a side's own voice does not speak a language."""
        return any(not side.speaks(language) for side in self.sides)

    def cast_figure(self) -> CastFigure | None:
        """The cast whose members are the sides; None where they have names of their own."""
        return next((each for each in self._casts if each.id == self.cast.currentData()), None)

    def problem(self) -> str:
        """What does not fit; empty where all does."""
        names = [side.called().casefold() for side in self.sides]
        if len(set(names)) < len(names):
            if self.cast_figure():
                return translate("DuologueFields", "A member is there twice: choose another one.")
            return translate("DuologueFields", "Two sides have the same name: give each its own.")
        return self.topology.problem()

    def answers(self) -> dict[str, Any]:
        """What was chosen."""
        return {
            "talk_cast": str(self.cast.currentData() or ""),
            "sides": [side.answer() for side in self.sides],
            "opening": self.opening.toPlainText().strip(),
            "router": self.topology.answer(),
            "talk_turns": self.turns.value(),
            "choose_names": self.names.isChecked(),
            **self.stop.answer(),
            **self.context.answer(),
        }

    def _recall(self, last: Any) -> None:
        """Choose what was chosen the last time."""
        self.cast.setCurrentIndex(max(0, self.cast.findData(last["talk_cast"])))
        while len(self.sides) < min(len(last["sides"]), self._most()):
            self.add_side()
        for side, answer in zip(self.sides, last["sides"], strict=False):
            side.recall(answer)
        self.opening.setPlainText(last["opening"])
        self._sides_changed()
        self.topology.recall(last["router"])
        self.turns.setValue(last["talk_turns"])
        self.names.setChecked(last["choose_names"])
        self.stop.recall(last)
        self.context.recall(last)

    # Sides --------------------------------------------------------------------------------------------------------

    def _most(self) -> int:
        cast = self.cast_figure()
        return min(MOST_SIDES, len(cast.members)) if cast else MOST_SIDES

    def _on_add(self) -> None:
        self.add_side()
        self.sides[-1].name.setFocus()

    def add_side(self) -> None:
        """One more side."""
        if len(self.sides) >= self._most():
            return
        side = SideFields(self._figure, self._voices, self._kept())
        side.changed.connect(self._sides_changed)
        side.gone.connect(self._remove)
        side.more.setChecked(len(self.sides) < OPEN)
        self._offer_members(side)
        self.sides.append(side)
        self._column.addWidget(side)
        self._sides_changed()

    def _kept(self) -> str:
        """What a side speaks through where nothing is chosen for it."""
        if self.cast_figure():
            return translate("DuologueFields", "their own voice")
        return translate("DuologueFields", "the voice below")

    def _offer_members(self, side: SideFields) -> None:
        cast = self.cast_figure()
        members = cast.members if cast else ()
        taken = {each.member.currentData() for each in self.sides if each is not side}
        free = next((at for at, member in enumerate(members) if member.id not in taken), 0)
        side.offer(members, free, self._icon)

    def _cast_changed(self) -> None:
        for side in self.sides[self._most() :]:
            self._take_out(side)
        for at, side in enumerate(self.sides):
            cast = self.cast_figure()
            side.offer(cast.members if cast else (), at, self._icon)
            side.voice.setItemText(0, self._kept())
        self._sides_changed()

    def _remove(self, side: SideFields) -> None:
        if len(self.sides) > 2:
            self._take_out(side)
            self._sides_changed()

    def _take_out(self, side: SideFields) -> None:
        self.sides.remove(side)
        self._column.removeWidget(side)
        # Out of the form at once, or its fields would count until they are deleted.
        side.setParent(None)
        side.deleteLater()

    def _sides_changed(self) -> None:
        several = len(self.sides) > 2
        for at, side in enumerate(self.sides):
            side.set_letter(chr(ord("A") + at) if at < 26 else str(at + 1))
            side.remove.setVisible(several)
        self.add.setEnabled(len(self.sides) < self._most())
        self.topology.offer([side.called() for side in self.sides])
        if several and self.topology.kind() == "alternation":
            # Nobody has to know that this one is for two.
            self.topology.choose("round_table")
        self.changed.emit()
