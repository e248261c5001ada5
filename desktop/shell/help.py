"""The help page: what the window is, and every action with its keys, made from the table of actions."""

from __future__ import annotations

from collections.abc import Container

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDialogButtonBox, QLineEdit, QWidget

from desktop.palette.view.view import EntriesModel, Entry, EntryDelegate, action_entries
from desktop.widgets.layouts import upright
from desktop.widgets.parts import worded
from desktop.widgets.rows import ListView
from desktop.widgets.tab_order import Dialog


def filtered(entries: tuple[Entry, ...], text: str) -> list[Entry]:
    """The entries that hold every word of `text`, under a heading for each menu."""
    words = text.casefold().split()
    made: list[Entry] = []
    heading = ""
    for entry in entries:
        hay = f"{entry.title} {entry.detail} {entry.place} {' '.join(entry.shortcuts)}".casefold()
        if not all(word in hay for word in words):
            continue
        if entry.place != heading:
            heading = entry.place
            made.append(Entry(kind="heading", id=f"heading.{heading}", title=heading))
        made.append(entry)
    return made


class HelpPage(Dialog):
    """The page. It is not modal: the window can be used beside it. Signals: `action_chosen(id)` on Enter or a click."""

    action_chosen = Signal(str)

    def __init__(self, offered: Container[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Help"))
        self.setModal(False)
        self.resize(620, 680)
        self._entries = tuple(entry for entry in action_entries(offered) if entry.place)
        self._model = EntriesModel(self)
        title = worded(self.tr("How to use Parley"), "heading", wrap=False)
        about = self.tr(
            "Members talk, one turn after the other. Play lets them go on, the arrow keys take one turn or go back "
            "one, and every view shows the turn that you are at. What you inject is heard by everybody, a whisper "
            "by one. Fork to try another way from any turn: the first run stays as it was. Click a member to see "
            "them everywhere; right click for what you can do with them."
        )
        self.field = QLineEdit(placeholderText=self.tr("Search, for instance: fork"), clearButtonEnabled=True)
        self.field.setAccessibleName(self.tr("Search the help"))
        self.field.textChanged.connect(self._filter)
        self.list = ListView(self._model, EntryDelegate, self.tr("Actions and their keys"))
        self.list.opened.connect(self._choose)
        self._none = worded(self.tr("Nothing here holds these words."), "secondary", wrap=False)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.close)
        parts = (title, worded(about, "secondary"), self.field, (self.list, 1), self._none, buttons)
        upright(*parts, within=self, margins=(20, 18, 20, 16), spacing=10)
        self._filter("")
        self.field.setFocus()

    def shown(self) -> tuple[Entry, ...]:
        """The rows in sight, headings included."""
        return self._model.figures()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Down goes from the field to the list; Enter does not close the page."""
        if event.key() == Qt.Key.Key_Down and self.field.hasFocus():
            self.list.setFocus(Qt.FocusReason.TabFocusReason)
            self.list.setCurrentIndex(self._model.index(min(1, self._model.rowCount() - 1)))
        elif event.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            super().keyPressEvent(event)

    def _filter(self, text: str) -> None:
        self._model.show(filtered(self._entries, text))
        self.list.setVisible(self._model.rowCount() > 0)
        self._none.setVisible(self._model.rowCount() == 0)

    def _choose(self, row: int) -> None:
        entry = self._model.figure(row)
        if entry is not None and entry.kind == "action":
            self.action_chosen.emit(entry.id)
