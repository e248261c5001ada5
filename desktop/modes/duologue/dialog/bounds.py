"""Where a duologue stops, and how much of it a side is sent."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QComboBox, QDoubleSpinBox, QGridLayout, QHBoxLayout, QSpinBox, QWidget

from desktop.modes.duologue.figures import TalksFigure

translate = QCoreApplication.translate
LARGEST_CONTEXT = 2_000_000


class StopFields(QWidget):
    """What happens when two sides sound alike."""

    def __init__(self, figure: TalksFigure) -> None:
        super().__init__()
        self.action, self.profile, self.calculator = QComboBox(), QComboBox(), QComboBox()
        for value, title in (
            ("", translate("DuologueFields", "do nothing")),
            ("stop", translate("DuologueFields", "stop at")),
            ("pause", translate("DuologueFields", "pause at")),
        ):
            self.action.addItem(title, value)
        for box, choices in ((self.profile, figure.profiles), (self.calculator, figure.calculators)):
            for id_, title in choices:
                box.addItem(title, id_)
        self.threshold = QDoubleSpinBox()
        self.threshold.setRange(0.0, 1.0)
        self.threshold.setSingleStep(0.05)
        self.threshold.setValue(0.85)
        for field, name, tip in (
            (self.action, translate("DuologueFields", "When they sound alike"), ""),
            (self.threshold, translate("DuologueFields", "Threshold"),
             translate("DuologueFields", "The convergence, 0 to 1")),
            (self.profile, translate("DuologueFields", "Profile"),
             translate("DuologueFields", "What counts for how much in the convergence")),
            (self.calculator, translate("DuologueFields", "Calculator"),
             translate("DuologueFields", "How the convergence is reckoned")),
        ):  # fmt: skip
            field.setAccessibleName(name)
            field.setToolTip(tip)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setVerticalSpacing(5)
        for at, widget in enumerate((self.action, self.threshold, self.profile, self.calculator)):
            grid.addWidget(widget, at // 2, at % 2)
            grid.setColumnStretch(at % 2, 1)
        self.action.currentIndexChanged.connect(self._follow)
        self._follow()

    def answer(self) -> dict[str, Any]:
        """What was chosen; without an action it stops at no convergence."""
        return {
            "on_convergence": str(self.action.currentData() or ""),
            "stop_at": round(self.threshold.value(), 2),
            "stop_profile": str(self.profile.currentData() or ""),
            "stop_by": str(self.calculator.currentData() or ""),
        }

    def recall(self, answer: Mapping[str, Any]) -> None:
        """Choose what was answered before."""
        for box, name in (
            (self.action, "on_convergence"), (self.profile, "stop_profile"), (self.calculator, "stop_by"),
        ):  # fmt: skip
            box.setCurrentIndex(max(0, box.findData(answer[name])))
        self.threshold.setValue(answer["stop_at"])

    def _follow(self) -> None:
        for widget in (self.threshold, self.profile, self.calculator):
            widget.setVisible(bool(self.action.currentData()))


class ContextFields(QWidget):
    """How much of the talk a side is sent, and what becomes of the rest."""

    def __init__(self, figure: TalksFigure) -> None:
        super().__init__()
        self.tokens, self.full = QSpinBox(), QComboBox()
        self.tokens.setRange(0, LARGEST_CONTEXT)
        self.tokens.setSingleStep(512)
        self.tokens.setGroupSeparatorShown(True)
        self.tokens.setSuffix(translate("DuologueFields", " tokens"))
        self.tokens.setSpecialValueText(translate("DuologueFields", "as much as the voice takes"))
        self.tokens.setAccessibleName(translate("DuologueFields", "Tokens of the talk that a side is sent"))
        self.tokens.setToolTip(self.tokens.accessibleName())
        self.full.setAccessibleName(translate("DuologueFields", "When that is full"))
        self.full.setToolTip(self.full.accessibleName())
        for id_, title in figure.fullness:
            self.full.addItem(title, id_)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(self.tokens, 1)
        line.addWidget(self.full, 1)
        self.full.setVisible(bool(figure.fullness))

    def answer(self) -> dict[str, Any]:
        """What was chosen."""
        return {"context": self.tokens.value(), "when_full": str(self.full.currentData() or "")}

    def recall(self, answer: Mapping[str, Any]) -> None:
        """Choose what was answered before."""
        self.tokens.setValue(answer["context"])
        self.full.setCurrentIndex(max(0, self.full.findData(answer["when_full"])))
