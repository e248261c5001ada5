"""The pill over the transcript that leads back to its newest line."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QPointF, QRect, Qt
from PySide6.QtWidgets import QPushButton, QWidget

from desktop.transcript.view.look import Look
from desktop.widgets.themed import Themed

translate = QCoreApplication.translate


class NewestPill(Themed, QPushButton):
    """There while the newest line is out of sight; the key End does the same, so it takes no focus."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._restyle()
        self.hide()

    def show_way(self, room: QRect, *, live: bool, ended: bool, unseen: int) -> None:
        """Say where it leads, at the bottom of `room`; `unseen` lines have come since somebody scrolled away."""
        if not live:
            text = translate("ShownLines", "↓ To the end") if ended else translate("ShownLines", "↓ Back to live")
        elif unseen:
            one, many = translate("ShownLines", "↓ 1 new line"), translate("ShownLines", "↓ {count} new lines")
            text = (one if unseen == 1 else many).format(count=self.locale().toString(unseen))
        else:
            text = translate("ShownLines", "↓ Newest line")
        if text != self.text():
            self.setText(text)
        self.adjustSize()
        self.move(QPointF(room.center().x() - self.width() / 2, room.bottom() - self.height() - 8).toPoint())
        self.show()
        self.raise_()

    def _restyle(self) -> None:
        look, theme = Look(self.font()), self.theme
        self.setFont(look.button)
        self.setStyleSheet(
            f"QPushButton {{ background: {theme.accent}; color: {theme.accent_text}; border: none;"
            f" border-radius: {round(look.px(26)) // 2}px; padding: 0 {round(look.px(14))}px;"
            f" min-height: {round(look.px(26))}px; }}"
        )
