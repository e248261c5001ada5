"""The entries of a lore book, one by one: what comes to mind, by which words, and in which order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QItemSelectionModel, QSignalBlocker, QStringListModel, Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QListView, QToolButton, QWidget

from parley.core.base.line import encodable
from parley.core.cast.lore import FARTHEST, LoreEntry
from parley.desktop.cast_editor.model import Fault
from parley.desktop.cast_editor.view.page import LIST, TEXT, WIDE, FaultLabel
from parley.desktop.widgets.elided import ElidedCombo
from parley.desktop.widgets.forms.editors import answer, labelled, named, narrow
from parley.desktop.widgets.forms.field import Field
from parley.desktop.widgets.forms.form import Form
from parley.desktop.widgets.icons import icon
from parley.desktop.widgets.layouts import STRETCH, across, upright
from parley.desktop.widgets.plain import one_line
from parley.desktop.widgets.themed import Themed

LONGEST, LEAST, DEEPEST = 80, 132, 10_000
"""Characters of an entry that are listed; pixels that the list is high; and lines before the end that it may stand."""
Books = list[dict[str, Any]]


class LoreEditor(Themed, QWidget):
    """Books of a draft (`show_books`): a list of the entries, and a form of the chosen one.

    Signals: `edited()` when a person typed something, which by then stands in the draft; `stepped(title, before,
    after)` when an entry comes or goes, with the books as they were and as they are to be; `wanted()`, a
    book from a file.
    """

    edited = Signal()
    stepped = Signal(str, object, object)
    wanted = Signal()

    def __init__(self, title: str) -> None:
        super().__init__()
        self._books: Books = []
        self._name = ""
        self.about = labelled(title, "small")
        self.books, self.list, self.fault = ElidedCombo(), QListView(), FaultLabel()
        self.lines = QStringListModel(self)
        self.list.setModel(self.lines)
        self.list.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        named(self.books, self.tr("Lore book"))
        self.list.setAccessibleName(self.tr("Lore entries"))
        self.list.setFixedHeight(LEAST)
        self.books.currentIndexChanged.connect(lambda _at: self._list_entries(0))
        self.list.selectionModel().currentChanged.connect(lambda *_: self._show_entry())
        self.tools: dict[str, QToolButton] = {}
        self._pictures: dict[str, str] = {}
        for what, title_, picture in (
            ("add", self.tr("Add a lore entry"), "ph.plus"),
            ("remove", self.tr("Remove this lore entry"), "ph.trash"),
            ("import", self.tr("Import a lore book"), "ph.download-simple"),
        ):
            button = QToolButton()
            button.setAccessibleName(title_)
            button.setToolTip(title_)
            self.tools[what], self._pictures[what] = button, picture
        self.tools["add"].clicked.connect(self._add)
        self.tools["remove"].clicked.connect(self._remove)
        self.tools["import"].clicked.connect(self.wanted)
        self.form = form = Form(wide=WIDE, across=14, down=10)
        lines = self.tr("one a line: words by which it comes to mind")
        form.add(Field(name="name", title=self.tr("Title"), empty=self.tr("only for you; else the first word")))
        form.add(Field(name="keys", title=self.tr("Words"), kind=LIST, empty=lines))
        form.add(Field(name="secondary", title=self.tr("And also"), kind=LIST, empty=self.tr("one of these, too")))
        form.add(Field(name="content", title=self.tr("Text"), kind=TEXT, empty=self.tr("what comes to mind")))
        tip = self.tr("The lowest is told first.")
        order = Field(name="order", title=self.tr("Order"), kind="int", low=-9999, high=9999, description=tip)
        tip = self.tr("Lines before the end where other programs tell it; here the deepest of them is told first.")
        depth = Field(
            name="depth", title=self.tr("Depth"), kind="int", high=DEEPEST, optional=True, empty="–", description=tip
        )
        for field in (order, depth):
            form.add(field).setMaximumWidth(150)
        form.add(Field(name="always", title=self.tr("Always"), kind="bool", label=self.tr("without any word")))
        form.add(Field(name="on", title=self.tr("Enabled"), kind="bool", label=self.tr("may come to mind")))
        form.changed.connect(self._write)
        row = across(*self.tools.values(), STRETCH, (self.books, 1), spacing=2)
        narrow(self.books, 12)
        upright(self.about, self.list, row, self.fault, form, within=self, margins=0, spacing=8)
        self._restyle()

    def _restyle(self) -> None:
        for what, picture in self._pictures.items():
            self.tools[what].setIcon(icon(picture, self.theme.colour("text"), self.theme.colour("faint")))

    # What is shown ------------------------------------------------------------------------------------------------

    def show_books(self, books: Books, name: str) -> None:
        """Show books, whose entries are changed as they are typed; a new one would have this `name`."""
        self._books, self._name = books, name
        titles = [self._title(book) for book in books]
        if titles != [self.books.itemText(at) for at in range(self.books.count())]:
            at = self.books.currentIndex()
            with QSignalBlocker(self.books):
                self.books.clear()
                self.books.addItems(titles)
                self.books.setCurrentIndex(max(0, min(at, len(titles) - 1)))
        self.books.setVisible(len(books) > 1)
        self._list_entries(self.row())

    def book(self) -> dict[str, Any] | None:
        """The chosen book; None where there is none."""
        at = self.books.currentIndex()
        return self._books[at] if 0 <= at < len(self._books) else None

    def show_entry(self, entry: dict[str, Any] | None) -> None:
        """Turn to an entry; without, to the last book."""
        for at, book in enumerate(self._books):
            places = [place for place, each in enumerate(book["entries"]) if each is entry]
            if places or (entry is None and at == len(self._books) - 1):
                self.books.setCurrentIndex(at)
                self.turn_to(places[0] if places else 0)
                return

    def show_fault(self, fault: Fault | None) -> None:
        """Show what is wrong with the books."""
        self.fault.show_fault(fault)
        self.list.setAccessibleDescription(fault.sentence if fault else "")

    def _title(self, book: dict[str, Any]) -> str:
        return one_line(str(book.get("name") or self.tr("Lore book")), LONGEST)

    def _entries(self) -> list[dict[str, Any]]:
        book = self.book()
        return book["entries"] if book is not None else []

    def _entry(self) -> dict[str, Any] | None:
        at, entries = self.row(), self._entries()
        return entries[at] if 0 <= at < len(entries) else None

    def _list_entries(self, at: int) -> None:
        lines = [self._line(entry) for entry in self._entries()]
        if lines != self.lines.stringList():
            with QSignalBlocker(self.list.selectionModel()):
                self.lines.setStringList(lines)
        self.turn_to(min(max(0, at), len(lines) - 1))
        self._show_entry()

    def row(self) -> int:
        """The place of the chosen entry; −1 where there is none."""
        return self.list.currentIndex().row()

    def turn_to(self, row: int) -> None:
        """Choose an entry by its place."""
        if row != self.row():
            flags = QItemSelectionModel.SelectionFlag.ClearAndSelect
            self.list.selectionModel().setCurrentIndex(self.lines.index(row), flags)

    def _show_entry(self) -> None:
        entry = self._entry()
        self.form.setVisible(entry is not None)
        self.list.setVisible(self.book() is not None)
        self.tools["remove"].setEnabled(entry is not None)
        if entry is None:
            return
        full = _USUAL | entry
        self.form.show_values(
            {
                "name": full["name"], "keys": "\n".join(full["keys"]), "secondary": "\n".join(full["secondary"]),
                "content": full["content"], "order": int(full["order"]), "depth": full["depth"],
                "always": full["always"], "on": not full["off"],
            }
        )  # fmt: skip

    def _line(self, entry: dict[str, Any]) -> str:
        keys = self.tr("always") if entry.get("always") else ", ".join(entry.get("keys") or ())
        parts = [str(entry.get("name") or ""), keys or " ".join(str(entry.get("content") or "").split())]
        shown = ": ".join(part for part in parts if part) or self.tr("New entry")
        return one_line(self.tr("{0} (off)").format(shown) if entry.get("off") else shown, LONGEST)

    # What is changed ----------------------------------------------------------------------------------------------

    def _write(self, name: str) -> None:
        entry = self._entry()
        if entry is None:
            return
        value = answer(self.form.editors[name])
        if name in ("keys", "secondary"):
            value = [key for line in encodable(value).splitlines() if (key := line.strip())]
        elif name == "on":
            name, value = "off", not value
        elif name == "order":
            if value == int(entry.get("order", 0)):
                return
            value = max(-FARTHEST, min(FARTHEST, float(value)))
        elif isinstance(value, str):
            value = encodable(value)
        entry[name] = value
        self.lines.setData(self.list.currentIndex(), self._line(entry))
        self.edited.emit()

    def _add(self) -> None:
        book = self.book() or {"name": self._name, "entries": []}
        taken = {str(each.get("id", "")) for each in book["entries"]}
        free = next(str(at) for at in range(len(taken) + 1) if str(at) not in taken)
        entry = {**_USUAL, "id": free}
        self._step(self.tr("add a lore entry"), book, [*book["entries"], entry])
        self.show_entry(entry)
        self.form.editors["keys"].setFocus(Qt.FocusReason.OtherFocusReason)

    def _remove(self) -> None:
        book, entry = self.book(), self._entry()
        if book is not None and entry is not None:
            left = [each for each in book["entries"] if each is not entry]
            self._step(self.tr("remove {0}").format(self._line(entry)), book, left)

    def _step(self, title: str, book: dict[str, Any], entries: Sequence[dict[str, Any]]) -> None:
        after = {**book, "entries": list(entries)}
        known = any(each is book for each in self._books)
        books = [after if each is book else each for each in self._books] if known else [*self._books, after]
        # A book without entries is none.
        self.stepped.emit(title, list(self._books), [each for each in books if each["entries"]])


_USUAL: dict[str, Any] = LoreEntry().model_dump(mode="json")
