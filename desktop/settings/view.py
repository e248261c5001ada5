"""The settings dialog, made from the schema: a page a group, a row a field."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QDialogButtonBox,
    QLabel,
    QLineEdit,
    QListWidget,
    QPushButton,
    QStackedWidget,
    QWidget,
)

from desktop.settings.model import Page
from desktop.widgets.forms.dialog import FormDialog
from desktop.widgets.forms.editors import labelled, say
from desktop.widgets.forms.form import Form, column_of
from desktop.widgets.layouts import across, upright
from desktop.widgets.parts import scrolled


class SettingsDialog(FormDialog):
    """All settings. Signals: `saved(dict)` with {group: {field: value}} of what was changed; `key_saved(str)`;
    `key_forgotten()`. Attributes: `forms` by the name of the group."""

    saved = Signal(object)
    key_saved = Signal(str)
    key_forgotten = Signal()

    def __init__(self, pages: Sequence[Page], key_status: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Settings"))
        self.setModal(True)
        self.resize(760, 560)
        self._pages = pages
        self.forms: dict[str, Form] = {}
        stack = QStackedWidget()
        self._list = QListWidget()
        self._list.setAccessibleName(self.tr("Pages"))
        self._list.setFixedWidth(170)
        self._list.ensurePolished()
        self._list.currentRowChanged.connect(stack.setCurrentIndex)
        for page in pages:
            self._list.addItem(page.title)
            stack.addWidget(scrolled(self._form(page, key_status)))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Save | QDialogButtonBox.StandardButton.Cancel)
        buttons.accepted.connect(self._save)
        buttons.rejected.connect(self.discard)
        self._error = labelled(role="bad")
        self._error.hide()
        columns = across(self._list, (stack, 1), spacing=10)
        upright((columns, 1), self._error, buttons, within=self, margins=(16, 18, 16, 16), spacing=12)
        self._list.setCurrentRow(0)

    def show_page(self, name: str) -> None:
        """Turn to the page of a group."""
        for row, page in enumerate(self._pages):
            if page.name == name:
                self._list.setCurrentRow(row)

    def show_problem(self, sentence: str) -> None:
        """Say why the settings could not be saved; the dialog stays."""
        say(self._error, sentence)

    def show_key_status(self, text: str) -> None:
        """Say whether there is a key."""
        self._key_status.setText(text)
        self._key.clear()

    def _form(self, page: Page, key_status: str) -> Form:
        form = self.forms[page.name] = Form(notes=True, across=18, down=12)
        form.rows.setContentsMargins(16, 8, 16, 16)
        form.rows.setLabelAlignment(Qt.AlignmentFlag.AlignLeft)
        if page.name == "voices":
            form.rows.addRow(self.tr("Claude key"), self._key_row(key_status))
        for field in page.fields:
            form.add(replace(field, label=self.tr("On")))
        return form

    def _key_row(self, status: str) -> QWidget:
        self._key = QLineEdit()
        self._key.setEchoMode(QLineEdit.EchoMode.Password)
        self._key.setPlaceholderText(self.tr("Paste a key"))
        self._key.setAccessibleName(self.tr("Claude key"))
        self._key_status: QLabel = labelled(status)
        store, forget = QPushButton(self.tr("Keep in the keyring")), QPushButton(self.tr("Forget"))
        for button in (store, forget):
            button.setAutoDefault(False)
        store.setEnabled(False)
        self._key.textChanged.connect(lambda text: store.setEnabled(bool(text.strip())))
        store.clicked.connect(lambda: self.key_saved.emit(self._key.text().strip()))
        forget.clicked.connect(self.key_forgotten)
        line = QWidget()
        across((self._key, 1), store, forget, within=line, margins=0)
        return column_of(line, self._key_status)

    def _save(self) -> None:
        changed: dict[str, dict[str, object]] = {}
        for page in self._pages:
            values = self.forms[page.name].values()
            if new := {field.name: values[field.name] for field in page.fields if values[field.name] != field.value}:
                changed[page.name] = new
        self.saved.emit(changed)
