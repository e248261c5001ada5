"""The settings dialog, made from the schema: a page a group, a row a field."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialogButtonBox,
    QDoubleSpinBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QPushButton,
    QSpinBox,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from desktop.run.figures import FieldFigure, GroupFigure
from desktop.widgets.form import FormDialog
from desktop.widgets.parts import scrolled

Get = Callable[[], object]


class SettingsDialog(FormDialog):
    """All settings. Signals: `saved(dict)` with {group: {field: value}} of what was changed; `key_saved(str)`;
    `key_forgotten()`."""

    saved = Signal(object)
    key_saved = Signal(str)
    key_forgotten = Signal()

    def __init__(self, groups: Sequence[GroupFigure], key_status: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Settings"))
        self.setModal(True)
        self.resize(760, 560)
        self._groups = groups
        self._values: dict[tuple[str, str], Get] = {}
        self._notes: dict[tuple[str, str], QLabel] = {}
        self._pages = QStackedWidget()
        self._list = QListWidget()
        self._list.setAccessibleName(self.tr("Pages"))
        self._list.setFixedWidth(170)
        self._list.ensurePolished()
        self._list.currentRowChanged.connect(self._pages.setCurrentIndex)
        for group in groups:
            self._list.addItem(self.tr(group.title))
            self._pages.addWidget(self._page(group, key_status if group.name == "voices" else None))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Save | QDialogButtonBox.StandardButton.Cancel)
        buttons.accepted.connect(self._save)
        buttons.rejected.connect(self.discard)
        self._error = QLabel()
        self._error.setProperty("role", "bad")
        self._error.setWordWrap(True)
        self._error.hide()
        columns = QHBoxLayout()
        columns.setSpacing(10)
        columns.addWidget(self._list)
        columns.addWidget(self._pages, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 18, 16, 16)
        layout.setSpacing(12)
        layout.addLayout(columns, 1)
        layout.addWidget(self._error)
        layout.addWidget(buttons)
        self._list.setCurrentRow(0)

    def show_page(self, name: str) -> None:
        """Turn to the page of a group."""
        for row, group in enumerate(self._groups):
            if group.name == name:
                self._list.setCurrentRow(row)

    def show_problem(self, sentence: str) -> None:
        """Say why the settings could not be saved; the dialog stays."""
        self._error.setText(sentence)
        self._error.show()

    def show_key_status(self, text: str) -> None:
        """Say whether there is a key."""
        self._key_status.setText(text)
        self._key.clear()

    def _page(self, group: GroupFigure, key_status: str | None) -> QWidget:
        page = QWidget()
        form = QFormLayout(page)
        form.setContentsMargins(16, 8, 16, 16)
        form.setHorizontalSpacing(18)
        form.setVerticalSpacing(12)
        form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        if key_status is not None:
            form.addRow(self.tr("Claude key"), self._key_row(key_status))
        for field in group.fields:
            editor, get = self._editor(field)
            editor.setAccessibleName(self.tr(field.title))
            self._values[field.group, field.name] = get
            cell = QWidget()
            column = QVBoxLayout(cell)
            column.setContentsMargins(0, 0, 0, 0)
            column.setSpacing(3)
            column.addWidget(editor)
            note = QLabel(self.tr(field.description))
            note.setProperty("role", "secondary")
            note.setWordWrap(True)
            column.addWidget(note)
            label = QLabel(self.tr(field.title))
            # In line with the editor, not with the editor and its note.
            label.setContentsMargins(0, 1 if field.kind == "bool" else 7, 0, 0)
            label.setBuddy(editor)
            form.addRow(label, cell)
        return scrolled(page)

    def _key_row(self, status: str) -> QWidget:
        self._key = QLineEdit()
        self._key.setEchoMode(QLineEdit.EchoMode.Password)
        self._key.setPlaceholderText(self.tr("Paste a key"))
        self._key.setAccessibleName(self.tr("Claude key"))
        self._key_status = QLabel(status)
        self._key_status.setProperty("role", "secondary")
        self._key_status.setWordWrap(True)
        store = QPushButton(self.tr("Keep in the keyring"))
        store.setAutoDefault(False)
        store.setEnabled(False)
        self._key.textChanged.connect(lambda text: store.setEnabled(bool(text.strip())))
        store.clicked.connect(lambda: self.key_saved.emit(self._key.text().strip()))
        forget = QPushButton(self.tr("Forget"))
        forget.setAutoDefault(False)
        forget.clicked.connect(self.key_forgotten)
        row = QHBoxLayout()
        row.addWidget(self._key, 1)
        row.addWidget(store)
        row.addWidget(forget)
        cell = QWidget()
        column = QVBoxLayout(cell)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(3)
        column.addLayout(row)
        column.addWidget(self._key_status)
        return cell

    def _editor(self, field: FieldFigure) -> tuple[QWidget, Get]:
        if field.kind == "bool":
            box = QCheckBox(self.tr("On"))
            box.setChecked(bool(field.value))
            return box, box.isChecked
        if field.kind == "choice":
            combo = QComboBox()
            for value, title in field.choices:
                combo.addItem(self.tr(title), value)
            combo.setCurrentIndex(max(0, combo.findData(field.value)))
            return combo, combo.currentData
        if field.kind == "int":
            spin = QSpinBox()
            spin.setRange(int(field.low), int(min(field.high, 2**31 - 1)))
            spin.setGroupSeparatorShown(True)
            spin.setSpecialValueText(self.tr(field.lowest) if field.lowest else "")
            spin.setValue(int(str(field.value)))
            return spin, spin.value
        if field.kind == "float":
            number = QDoubleSpinBox()
            # Shares are set finely; a box that rounds them would change them by being looked at.
            share = field.high <= 1
            number.setDecimals(4 if share else 2)
            number.setRange(field.low, field.high)
            number.setSpecialValueText(self.tr(field.lowest) if field.lowest else "")
            number.setSingleStep(0.005 if share else 0.25 if field.high <= 10 else 1.0)
            number.setValue(float(str(field.value)))
            return number, number.value
        if field.kind == "list":
            words = QLineEdit(", ".join(field.value if isinstance(field.value, tuple) else ()))
            return words, lambda: tuple(words.text().replace(",", " ").split())
        line = QLineEdit(str(field.value))
        return line, lambda: line.text().strip()

    def _save(self) -> None:
        changed: dict[str, dict[str, object]] = {}
        for group in self._groups:
            for field in group.fields:
                value = self._values[field.group, field.name]()
                if value != field.value:
                    changed.setdefault(field.group, {})[field.name] = value
        self.saved.emit(changed)
