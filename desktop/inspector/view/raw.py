"""The pane of the turn's events as the log has them."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontDatabase, QGuiApplication, QTextOption
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QWidget

from desktop.inspector.figures import InspectorFigure
from desktop.inspector.view.pane import Label, Pane, TextButton, px
from desktop.widgets.layouts import upright


class RawPane(Pane):
    """The raw events, to be read and copied."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._raw = ""
        self.text = QPlainTextEdit(readOnly=True, undoRedoEnabled=False)
        self.text.setFrameShape(QFrame.Shape.NoFrame)
        self.text.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.text.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.text.setAccessibleName(self.tr("Raw events of the turn"))
        self.empty = Label(
            self.tr("Once something happened, its events stand here as they are in the log."), "secondary"
        )
        self.copy = TextButton(self.tr("Copy"))
        self.copy.setAccessibleName(self.tr("Copy the raw events"))
        self.copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(self._raw))
        upright(
            self.empty,
            (self.text, 1),
            (self.copy, 0, Qt.AlignmentFlag.AlignRight),
            within=self,
            margins=(12, 4, 6, 4),
            spacing=4,
        )
        self._restyle()

    def show_figure(self, figure: InspectorFigure) -> None:
        if figure.raw != self._raw:
            self._raw = figure.raw
            self.text.setPlainText(figure.raw)
        for widget in (self.text, self.copy):
            widget.setVisible(bool(figure.raw))
        self.empty.setVisible(not figure.raw)

    def _restyle(self) -> None:
        theme = self.theme
        font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        font.setPixelSize(px(11.5))
        self.text.setFont(font)
        self.text.setStyleSheet(
            f"QPlainTextEdit {{ background: {theme.raised}; border: 1px solid {theme.border}; border-radius: 6px;"
            f" color: {theme.text}; padding: 4px; font-family: '{font.family()}'; font-size: {font.pixelSize()}px;"
            f" selection-background-color: {theme.accent}; selection-color: {theme.accent_text}; }}"
        )
