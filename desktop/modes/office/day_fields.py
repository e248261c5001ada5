"""What the new-run dialog asks about days in the office."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QLocale
from PySide6.QtWidgets import QCheckBox, QComboBox, QSpinBox, QWidget

translate = QCoreApplication.translate
MOST_DAYS = 1_000
WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")


class DayFields:
    """The fields that describe days in the office."""

    def __init__(self) -> None:
        self.days = QSpinBox()
        self.days.setRange(1, MOST_DAYS)
        self.first = QComboBox()
        self.first.setEditable(True)
        self.first.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.first.addItem("", "")
        for number, name in enumerate(WEEKDAYS, 1):
            self.first.addItem(QLocale().dayName(number), name)
        line = self.first.lineEdit()
        if line is not None:
            line.setPlaceholderText(
                translate("DayFields", "Empty: so that a Thursday is among them; or a date: 2026-01-08")
            )
        self.autopilot = QCheckBox(translate("DayFields", "Scenes follow each other without asking"))
        self.autopilot.setChecked(True)
        self.autopilot.setToolTip(translate("DayFields", "Without it the run stands after every scene for you."))
        self.translation = QComboBox()
        for value, title in (
            ("auto", translate("DayFields", "into English, where the cast speaks German")),
            ("", translate("DayFields", "none")),
            ("en", "English"),
            ("de", "Deutsch"),
        ):
            self.translation.addItem(title, value)

    def rows(self) -> tuple[tuple[str, QWidget], ...]:
        """The fields with their titles."""
        return (
            (translate("DayFields", "Days"), self.days),
            (translate("DayFields", "First day"), self.first),
            (translate("DayFields", "Autopilot"), self.autopilot),
            (translate("DayFields", "Translation"), self.translation),
        )

    def answers(self) -> dict[str, object]:
        """What was chosen; `first_day` is a weekday, what was typed, or empty."""
        typed = self.first.currentText().strip()
        known = self.first.findText(typed)
        return {
            "days": self.days.value(),
            "first_day": self.first.itemData(known) if known >= 0 else typed,
            "autopilot": self.autopilot.isChecked(),
            "translate": self.translation.currentData(),
        }
