"""A box for a budget: nothing named takes the settings' own, and 0 is no limit."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QValidator
from PySide6.QtWidgets import QDoubleSpinBox, QWidget

UNNAMED = -1


def no_limit() -> str:
    """What a budget of 0 is called."""
    return QCoreApplication.translate("SettingsDialog", "no limit")


class LimitBox(QDoubleSpinBox):
    """A number of so many decimals, at most `most`."""

    def __init__(self, most: float, decimals: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setDecimals(decimals)
        self.setGroupSeparatorShown(True)
        self.setRange(UNNAMED, most)
        self.setValue(UNNAMED)
        self.setSpecialValueText(self.tr("as in the settings"))

    def limit(self) -> float | None:
        """The budget, 0 for no limit; None where nothing was named."""
        value = self.value()
        if value < 0:
            return None
        return value if self.decimals() else int(value)

    def answer(self) -> float | None:
        """What a form reads."""
        return self.limit()

    def textFromValue(self, value: float) -> str:
        """Words for no limit."""
        return super().textFromValue(value) if value else no_limit()

    def valueFromText(self, text: str) -> float:
        """Numbers and the words."""
        return 0.0 if text == no_limit() else super().valueFromText(text)

    def validate(self, text: str, at: int) -> tuple[QValidator.State, str, int]:
        """The words are as good as a number."""
        return (QValidator.State.Acceptable, text, at) if text == no_limit() else super().validate(text, at)
