"""The servers in the settings dialog: those that have a name, one of them in a form, tried out on the spot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtGui import QRegularExpressionValidator, QShowEvent
from PySide6.QtWidgets import QComboBox, QLineEdit, QListWidget, QListWidgetItem, QMenu, QPushButton, QWidget

from parley.core.settings import Server
from parley.core.voices.servers import WELL_KNOWN, WellKnown
from parley.desktop.widgets.elided import ElidedLabel
from parley.desktop.widgets.forms.editors import fill, get_label, put, say
from parley.desktop.widgets.forms.field import Field, get_fields_of
from parley.desktop.widgets.forms.form import Form, get_column_of
from parley.desktop.widgets.layouts import STRETCH, hbox, vbox
from parley.desktop.widgets.parts import Scrolled, worded
from parley.desktop.widgets.plain import escape_amp
from parley.desktop.widgets.theme import LOOK

ROWS = 4
"""So many servers are seen at once."""
KINDS = (("openai", "Chat completions"), ("anthropic", "Messages API"))
NAME = "[a-z0-9][a-z0-9_-]{0,39}"


@dataclass
class Draft:
    """A server as it is edited. A `new` one has no name in the settings yet: only then one can be chosen. `models` are
    (id, title) as its own list has them; `verdict` is what came of trying it out, `good` whether it worked."""

    name: str
    values: dict[str, Any]
    new: bool = True
    models: tuple[tuple[str, str], ...] = ()
    verdict: str = ""
    good: bool = True
    key_status: str = ""
    testing: bool = False


@dataclass(frozen=True)
class Edited:
    """A server as it is to be kept."""

    name: str
    values: Mapping[str, Any]
    new: bool = False


class ServersPage(QWidget):
    """Signals: `look_wanted()`, what runs on this machine; `shown(draft)`, its key and its models are to be told;
    `test_wanted(draft)`; `key_saved(draft, key)`, `key_forgotten(draft)`."""

    look_wanted = Signal()
    shown = Signal(object)
    test_wanted = Signal(object)
    key_saved = Signal(object, str)
    key_forgotten = Signal(object)

    def __init__(self, servers: Mapping[str, Server], known: Sequence[WellKnown] = WELL_KNOWN) -> None:
        super().__init__()
        self.drafts = [Draft(name, server.model_dump(), new=False) for name, server in servers.items()]
        self._known = known
        self.list = QListWidget()
        self.list.setAccessibleName(self.tr("Servers"))
        self.list.setFixedHeight(round(ROWS * 26 * LOOK.scale))
        self.list.currentRowChanged.connect(lambda _row: self._show_draft())
        self.empty = get_label(
            self.tr(
                "No server has a name here yet. Add one, or look for Ollama, LM Studio, llama.cpp and vLLM on this "
                "machine: any member can speak through any of them."
            )
        )
        self.add, self.look, self.remove = (
            QPushButton(self.tr("Add")), QPushButton(self.tr("Look on this machine")), QPushButton(self.tr("Remove")),
        )  # fmt: skip
        self.menu = QMenu(self)
        self.add.setMenu(self.menu)
        self.found = get_label()
        self.found.hide()
        for button in (self.add, self.look, self.remove):
            button.setAutoDefault(False)
        self.look.clicked.connect(self.look_wanted)
        self.remove.clicked.connect(self._remove)
        self._fill_menu()
        self.form, self._room = self._build_server_form(), QWidget()
        self._fields = Scrolled(self.form)
        buttons = hbox(self.add, self.look, STRETCH, self.remove, spacing=8)
        vbox(
            self.list, self.empty, buttons, self.found, (self._fields, 1), self._test_row(), (self._room, 1),
            within=self, margins=(16, 8, 8, 4), spacing=10,
        )  # fmt: skip
        self._fill_list(0)

    # What is edited -----------------------------------------------------------------------------------------------

    def list_servers(self) -> tuple[Edited, ...]:
        """Return all servers as they are to be kept, in their order."""
        return tuple(Edited(each.name, dict(each.values), each.new) for each in self.drafts)

    def get_draft(self) -> Draft | None:
        """Return the one in the form."""
        row = self.list.currentRow()
        return self.drafts[row] if 0 <= row < len(self.drafts) else None

    def show_server(self, name: str) -> None:
        """Put a server into the form; one that many people have is added where it is not here yet."""
        row = next((row for row, draft in enumerate(self.drafts) if draft.name == name), None)
        if row is not None:
            self.list.setCurrentRow(row)
        elif (known := next((each for each in self._known if each.name == name), None)) is not None:
            self.add_server(known)

    def add_server(self, known: WellKnown) -> None:
        """Add a server with a name that is free, and put it into the form."""
        taken = {draft.name for draft in self.drafts}
        name, number = known.name, 1
        while name in taken:
            number += 1
            name = f"{known.name}-{number}"
        url = known.url or "http://127.0.0.1:8080"
        self.drafts.append(Draft(name, Server(url=url, model=known.model).model_dump()))
        self._fill_list(len(self.drafts) - 1)
        first = self.form.editors["url" if not known.url else "model"]
        first.setFocus(Qt.FocusReason.OtherFocusReason)

    # What is told -------------------------------------------------------------------------------------------------

    def show_here(self, found: Sequence[WellKnown]) -> None:
        """Say what runs on this machine, and add what has no draft yet."""
        new = [each for each in found if each.url not in {draft.values["url"] for draft in self.drafts}]
        names = ", ".join(each.title for each in found)
        none = self.tr("None runs at its usual port.")
        say(self.found, self.tr("Found on this machine: {0}.").format(names) if found else none, "secondary")
        for each in new:
            self.add_server(each)

    def show_draft(self, draft: Draft) -> None:
        """Show what was found out of a server, where it is the one in the form."""
        if draft is self.get_draft():  # another may be in the form by the time the answer comes
            self._show_status(draft)

    # Parts --------------------------------------------------------------------------------------------------------

    def _build_server_form(self) -> Form:
        translate = partial(QCoreApplication.translate, "SettingsDialog")
        form = Form(notes=True, across=18, down=10)
        form.rows.setContentsMargins(0, 4, 0, 0)
        form.rows.setLabelAlignment(Qt.AlignmentFlag.AlignLeft)
        about = self.tr("Small letters and digits. Its voice and its key are called so.")
        name = form.add(Field(name="name", title=self.tr("Name"), description=about, longest=40))
        assert isinstance(name, QLineEdit)
        # It goes with the field, and not before it.
        name.setValidator(QRegularExpressionValidator(NAME, name))
        for each in get_fields_of(Server(url="http://h"), translate):  # must have a URL, here any will do
            if each.name == "kind":
                each = replace(each, choices=tuple((kind, translate(title)) for kind, title in KINDS))
            if each.name == "model":
                each = replace(each, kind="open", empty=self.tr("as its list names it"))
            form.add(replace(each, label=self.tr("On"), lowest=self.tr("as it says") if each.low == 0 else ""))
            if each.name == "url":
                form.rows.addRow(self.tr("Key"), self._build_key_row())
        form.changed.connect(self._update_draft)
        return form

    def _build_key_row(self) -> QWidget:
        self.key, self.key_status = QLineEdit(), ElidedLabel()
        self.key_status.setProperty("role", "secondary")
        self.key.setEchoMode(QLineEdit.EchoMode.Password)
        self.key.setPlaceholderText(self.tr("Paste a key, where it wants one"))
        self.key.setAccessibleName(self.tr("Key"))
        self.keep, self.forget = QPushButton(self.tr("Keep key")), QPushButton(self.tr("Forget key"))
        for button in (self.keep, self.forget):
            button.setAutoDefault(False)
        self.keep.setEnabled(False)
        self.key.textChanged.connect(lambda text: self.keep.setEnabled(bool(text.strip())))
        self.keep.clicked.connect(lambda: self.key_saved.emit(self.get_draft(), self.key.text().strip()))
        self.forget.clicked.connect(lambda: self.key_forgotten.emit(self.get_draft()))
        line = QWidget()
        hbox((self.key, 1), self.keep, self.forget, within=line, margins=0)
        return get_column_of(line, self.key_status)

    def _test_row(self) -> QWidget:
        self.test, self.verdict = QPushButton(self.tr("Test")), worded()
        self.test.setAutoDefault(False)
        self.test.setToolTip(self.tr("Asks a short question; at a server that costs money, a fraction of a cent."))
        self.test.clicked.connect(self._test)
        top = Qt.AlignmentFlag.AlignTop
        self._trial = QWidget()
        hbox((self.test, 0, top), (self.verdict, 1), within=self._trial, margins=0, spacing=12)
        return self._trial

    def _fill_menu(self) -> None:
        for each in self._known:
            self.menu.addAction(escape_amp(each.title), partial(self.add_server, each))
        self.menu.addSeparator()
        other = WellKnown("server", self.tr("Another server"), "")
        self.menu.addAction(self.tr("Another server…"), partial(self.add_server, other))

    def _fill_list(self, row: int) -> None:
        before = self.list.blockSignals(True)  # or a server would be asked twice
        self.list.clear()
        for draft in self.drafts:
            self.list.addItem(QListWidgetItem(_format_draft_row(draft)))
        self.list.setCurrentRow(min(row, len(self.drafts) - 1))
        self.list.blockSignals(before)
        self._show_draft()

    def _show_draft(self) -> None:
        draft = self.get_draft()
        self.list.setVisible(bool(self.drafts))
        self.empty.setVisible(not self.drafts)
        for part in (self._fields, self._trial):
            part.setVisible(draft is not None)
        self._room.setVisible(draft is None)
        self.remove.setVisible(draft is not None)
        if draft is None:
            return
        self.key.clear()  # a key that was typed belongs to the server before
        self.form.show_values({"name": draft.name} | draft.values)
        self.form.editors["name"].setEnabled(draft.new)  # keys and casts go by the name
        self._show_status(draft)
        if self.isVisible():
            self.shown.emit(draft)  # Nobody's server is asked before somebody looks at it

    def showEvent(self, event: QShowEvent) -> None:
        """Report that the server in the form is now shown."""
        super().showEvent(event)
        if (draft := self.get_draft()) is not None:
            self.shown.emit(draft)

    def _show_status(self, draft: Draft) -> None:
        model = self.form.editors["model"]
        assert isinstance(model, QComboBox)
        before = self.form.blockSignals(True)  # filling the choice is no change of the draft
        fill(model, draft.models)
        put(model, draft.values["model"])
        self.form.blockSignals(before)
        self.key_status.set_whole(draft.key_status)
        self.test.setEnabled(not draft.testing)
        self.test.setText(self.tr("Testing…") if draft.testing else self.tr("Test"))
        say(self.verdict, draft.verdict, "" if draft.good else "bad", stays=True)

    def _update_draft(self, name: str) -> None:
        draft = self.get_draft()
        if draft is None:
            return
        value = self.form.values()[name]
        if name == "name":
            draft.name = value
        else:
            draft.values[name] = value
        if (item := self.list.currentItem()) is not None:
            item.setText(_format_draft_row(draft))

    def _test(self) -> None:
        if (draft := self.get_draft()) is not None:
            draft.testing, draft.verdict = True, ""
            self._show_status(draft)
            self.test_wanted.emit(draft)

    def _remove(self) -> None:
        row = self.list.currentRow()
        del self.drafts[row]
        self._fill_list(max(0, row - 1) if row >= len(self.drafts) else row)


def _format_draft_row(draft: Draft) -> str:
    return "  ·  ".join(filter(None, (draft.name or "…", draft.values["url"], draft.values["model"])))
