"""The system prompt as the voice will get it, live."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPlainTextEdit, QSizePolicy, QWidget

from desktop.widgets.forms.editors import labelled
from desktop.widgets.layouts import upright


class PromptPane(QWidget):
    """What the shown member is told at the start of a day in the office."""

    def __init__(self) -> None:
        super().__init__()
        title, self.about = labelled(self.tr("System prompt"), "strong", wraps=False), labelled(role="small")
        title.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        # Alone, it stands at the top.
        self.about.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.text = QPlainTextEdit(readOnly=True, tabChangesFocus=True)
        self.text.setAccessibleName(self.tr("System prompt"))
        upright(title, self.about, (self.text, 1), within=self, margins=0, spacing=6)
        self.setMinimumWidth(210)
        self.show_nobody()

    def show_prompt(self, text: str) -> None:
        """Show a prompt; where it is long, the place that is read stays."""
        if text != self.text.toPlainText():
            bar = self.text.verticalScrollBar()
            place = bar.value()
            self.text.setPlainText(text)
            bar.setValue(place)
        self.text.setEnabled(True)
        self.text.show()
        self.about.setText(self.tr("A day in the office · {0} characters").format(f"{len(text):,}"))

    def show_stale(self) -> None:
        """Say that what stands there is older than what was typed."""
        self.about.setText(self.tr("As it was before: something does not fit yet."))
        self.text.setEnabled(False)

    def show_nobody(self) -> None:
        """Say what would be shown here."""
        self.text.setPlainText("")
        self.text.hide()
        self.about.setText(self.tr("Choose a member: what their voice will be told stands here, as you type."))
