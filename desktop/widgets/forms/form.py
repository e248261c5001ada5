"""A form: a row a field, with what explains it and what is wrong with it beneath its editor."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QFormLayout, QLabel, QSizePolicy, QWidget

from parley.desktop.widgets.forms.editors import answer, changes, get_label, made, named, put, say
from parley.desktop.widgets.forms.field import Field
from parley.desktop.widgets.layouts import vbox


def form_layout(page: QWidget | None = None, *, across: int = 16, down: int = 11) -> QFormLayout:
    """Return an empty form in which fields take the whole width."""
    form = QFormLayout(page) if page is not None else QFormLayout()
    form.setContentsMargins(0, 0, 0, 0)
    form.setHorizontalSpacing(across)
    form.setVerticalSpacing(down)
    form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
    return form


def get_column_of(*widgets: QWidget) -> QWidget:
    """Return a widget that holds these one above the other."""
    cell = QWidget()
    vbox(*widgets, within=cell, margins=0, spacing=3)
    return cell


class Form(QWidget):
    """Rows of fields. With `notes` each has its description beneath it, else as its tool tip. Titles are `wide` letters
    wide, and wrap; 0: as wide as they are.

    Attributes: `editors` by the name of the field; `rows`, the `QFormLayout`. Signals: `changed(name)`.
    """

    changed = Signal(str)

    def __init__(self, *, notes: bool = False, wide: int = 0, across: int = 16, down: int = 11) -> None:
        super().__init__()
        self.rows = form_layout(self, across=across, down=down)
        self.editors: dict[str, QWidget] = {}
        self._cells: dict[str, QWidget] = {}
        self._problems: dict[str, QLabel] = {}
        self._notes = notes
        self._wide = wide

    def add(self, field: Field, editor: QWidget | None = None) -> QWidget:
        """Add a row for a field, with an `editor` of its own or the one of its kind; return the editor."""
        cell = self.make_cell(field, editor)
        editor = self.editors[field.name]
        told = isinstance(editor, QCheckBox) and editor.text() == field.title and not self._notes
        if told or not (self._notes or self._wide):
            self.rows.addRow("" if told else field.title, cell)
        else:
            self.rows.addRow(self.make_label(field), cell)
        return editor

    def make_cell(self, field: Field, editor: QWidget | None = None) -> QWidget:
        """Return a cell for a row that the caller adds: the field's editor, with what explains it and what is wrong
        with it.
        """
        editor = editor or made(field)
        named(editor, field.title, "" if self._notes else field.description)
        problem = get_label(role="bad")
        problem.hide()
        note = [get_label(field.description)] if self._notes and field.description else []
        cell = get_column_of(editor, *note, problem)
        cell.setFocusProxy(editor)
        self.editors[field.name], self._cells[field.name], self._problems[field.name] = editor, cell, problem
        changes(editor).connect(lambda *_: self.changed.emit(field.name))  # these signals pass different values
        return cell

    def make_label(self, field: Field) -> QLabel:
        """Return the title of a field, in line with its editor and not with what stands beneath that."""
        editor, label = self.editors[field.name], QLabel(field.title)
        label.setBuddy(editor)
        label.setContentsMargins(0, 1 if isinstance(editor, QCheckBox) else 7, 0, 0)  # where the editor's words begin
        if self._wide:
            label.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
            label.setWordWrap(True)
            label.setFixedWidth(self._wide * label.fontMetrics().horizontalAdvance("m"))
        return label

    def add_note(self, text: str = "", role: str = "secondary") -> QLabel:
        """Add a row of words across the form; return its label."""
        label = get_label(text, role)
        # As high as its lines are in this width: Qt would take it out of the row below.
        room = label.sizePolicy()
        room.setVerticalPolicy(QSizePolicy.Policy.Ignored)
        label.setSizePolicy(room)
        self.rows.addRow(label)
        return label

    def show_row(self, name: str, shown: bool) -> None:
        """Show or hide a field."""
        self.rows.setRowVisible(self._cells[name], shown)

    def show_fault(self, name: str, sentence: str, role: str = "bad", sign: str = "") -> None:
        """Say beneath a field what is wrong with it, behind a sign; nothing where nothing is."""
        say(self._problems[name], f"{sign}{sentence}" if sentence else "", role)
        self.editors[name].setAccessibleDescription(sentence)

    def said(self, name: str) -> str:
        """Return what is said beneath a field."""
        return self._problems[name].text()

    def values(self) -> dict[str, Any]:
        """Return what stands in the fields, by their names."""
        return {name: answer(editor) for name, editor in self.editors.items()}

    def fill_in(self, values: Mapping[str, Any]) -> None:
        """Write values into the fields that are named."""
        for name in self.editors.keys() & values.keys():
            put(self.editors[name], values[name])

    def show_values(self, values: Mapping[str, Any]) -> None:
        """Show values without telling anybody; a field that says the same already keeps its cursor and its undo."""
        before = self.blockSignals(True)
        self.fill_in({name: value for name, value in values.items() if answer(self.editors[name]) != value})
        self.blockSignals(before)  # whoever called may have blocked them, too
