"""What is known of a job, and what was asked for."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialogButtonBox, QFormLayout, QWidget

from parley.desktop.queue.figures import AskedFigure
from parley.desktop.widgets.forms.form import form_layout
from parley.desktop.widgets.layouts import upright
from parley.desktop.widgets.parts import scrolled, worded
from parley.desktop.widgets.plain import one_line
from parley.desktop.widgets.tab_order import Dialog

LONGEST = 4_000
"""Characters of a value: somebody may have asked for a script."""


class AskedDialog(Dialog):
    """Titles and values, which can be copied."""

    def __init__(self, figure: AskedFigure, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("What was asked for"))
        self.setModal(True)
        self.resize(560, 520)
        page = QWidget()
        form = form_layout(page)
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.DontWrapRows)
        form.addRow(worded(self.tr("What was asked for"), "heading"))
        self._fill(form, figure.asked or ((self.tr("Everything"), self.tr("as it is by default")),))
        form.addRow(worded(self.tr("The job"), "heading"))
        self._fill(form, figure.job)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.button(QDialogButtonBox.StandardButton.Close).setDefault(True)
        buttons.rejected.connect(self.reject)
        title = worded(one_line(figure.title), "strong")
        upright(title, (scrolled(page), 1), buttons, within=self, margins=(20, 18, 20, 16), spacing=12)

    def _fill(self, form: QFormLayout, rows: tuple[tuple[str, str], ...]) -> None:
        for name, value in rows:
            label = worded(value[:LONGEST])
            label.setTextInteractionFlags(
                Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
            )
            label.setAccessibleName(f"{name}: {value[:LONGEST]}")
            form.addRow(name, label)
