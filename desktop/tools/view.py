"""The list of tools, where servers are added and tried out; and what is asked before a member uses one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QDialogButtonBox,
    QFormLayout,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from parley.desktop.widgets.layouts import STRETCH, hbox, vbox
from parley.desktop.widgets.parts import worded
from parley.desktop.widgets.plain import one_line
from parley.desktop.widgets.tab_order import Dialog
from parley.desktop.widgets.theme import LOOK

NAME = Qt.ItemDataRole.UserRole


class ToolRow(NamedTuple):
    """A server, one of its tools (`within`), or a function; `name` is how a cast names it."""

    name: str
    about: str
    allowed: bool = False
    within: str = ""
    server: bool = False


class ToolsDialog(Dialog):
    """All that members may be given.

    Signals: `wanted(what, name)`, what is "try", "remove", "allow" or "ask"; `added(name, command, environment)`.
    Attributes: `problem` says what could not be done.
    """

    wanted = Signal(str, str)
    added = Signal(str, str, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Tools"))
        self.setModal(True)
        self.resize(QSize(round(820 * LOOK.scale), round(600 * LOOK.scale)))
        self._rows: dict[str, ToolRow] = {}
        about = worded(
            self.tr(
                "What members may use: a cast names it, and you are asked before it is used unless you allow it here. "
                "A server runs as a program of yours: add only what you trust."
            ),
            "small",
        )
        self.problem = worded("", "bad")
        self.list = QTreeWidget()
        self.list.setAccessibleName(self.tr("Tools"))
        self.list.setHeaderLabels([self.tr("Name"), self.tr("Without asking"), self.tr("What it is")])
        self.list.currentItemChanged.connect(self._update_buttons)
        self.try_out = self._build_button(self.tr("Try it out"), "try")
        self.allow = self._build_button(self.tr("Allow"), "allow")
        self.remove = self._build_button(self.tr("Remove"), "remove")
        self.name, self.command, self.env = QLineEdit(), QLineEdit(), QLineEdit()
        self.name.setPlaceholderText("files")
        self.command.setPlaceholderText("npx -y @modelcontextprotocol/server-filesystem ~/Documents")
        self.env.setPlaceholderText(self.tr("KEY=VALUE, with blanks between several"))
        self.env.setEchoMode(QLineEdit.EchoMode.PasswordEchoOnEdit)  # there may be keys in it
        self.add = QPushButton(self.tr("Add"), autoDefault=False)
        self.add.clicked.connect(lambda: self.added.emit(*(one.text() for one in (self.name, self.command, self.env))))
        form = QFormLayout()
        form.addRow(self.tr("Name"), self.name)
        form.addRow(self.tr("Command"), self.command)
        form.addRow(self.tr("Environment"), self.env)
        close = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        close.rejected.connect(self.reject)
        vbox(
            about, (self.list, 1), hbox(STRETCH, self.try_out, self.allow, self.remove, spacing=6),
            worded(self.tr("Add a server, or change one"), "strong"), form, hbox(STRETCH, self.add),
            hbox((self.problem, 1), close), within=self, margins=(20, 16, 16, 16), spacing=10,
        )  # fmt: skip
        self._update_buttons()

    def show_rows(self, rows: Sequence[ToolRow]) -> None:
        """Show all there is; what is chosen stays so."""
        before = self._get_chosen()
        self._rows = {row.name: row for row in rows}
        self.list.clear()
        # Rows that are measured before the list has its style would be too low.
        self.list.ensurePolished()
        items: dict[str, QTreeWidgetItem] = {}
        for row in rows:
            words = (row.name.removeprefix(f"{row.within}."), self.tr("yes") if row.allowed else "", row.about)
            above = items.get(row.within) or self.list.invisibleRootItem()
            item = items[row.name] = QTreeWidgetItem(above, [*map(one_line, words)])
            item.setData(0, NAME, row.name)
            item.setToolTip(2, row.about[:400])
        if not rows:
            QTreeWidgetItem(self.list, [self.tr("None yet"), "", self.tr("Add a server below.")]).setDisabled(True)
        self.list.expandAll()
        for column in range(2):
            self.list.resizeColumnToContents(column)
        if items:
            self.list.setCurrentItem(items.get(before) or next(iter(items.values())))
        self._update_buttons()

    def _get_chosen(self) -> str:
        item = self.list.currentItem()
        return str(item.data(0, NAME)) if item is not None else ""

    def _update_buttons(self) -> None:
        row = self._rows.get(self._get_chosen())
        self.try_out.setEnabled(row is not None and not row.within)
        self.remove.setEnabled(row is not None and row.server)
        self.allow.setEnabled(row is not None)
        self.allow.setText(self.tr("Ask again") if row is not None and row.allowed else self.tr("Allow"))

    def _build_button(self, title: str, what: str) -> QPushButton:
        button = QPushButton(title, autoDefault=False)

        def press() -> None:
            allowed = what == "allow" and self._rows[self._get_chosen()].allowed
            self.wanted.emit("ask" if allowed else what, self._get_chosen())

        button.clicked.connect(press)
        return button


class AskDialog(Dialog):
    """Whether a member may use a tool with these arguments. `verdict` is "once", "run", "always" or "no"."""

    def __init__(self, member: str, tool: str, arguments: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.verdict = "no"  # also where the dialog is just closed
        self.setWindowTitle(self.tr("A tool"))
        self.setModal(True)
        self.setMinimumWidth(520)
        asked = self.tr("May {name} use {tool}?").format(name=one_line(member), tool=one_line(tool))
        given = QPlainTextEdit(arguments, readOnly=True)
        given.setAccessibleName(self.tr("With these arguments"))
        given.setMaximumHeight(round(140 * LOOK.scale))
        buttons = QDialogButtonBox()
        no = buttons.addButton(self.tr("No"), QDialogButtonBox.ButtonRole.RejectRole)
        no.clicked.connect(self.reject)
        for verdict, title in (
            ("once", self.tr("Once")), ("run", self.tr("For this run")), ("always", self.tr("Always")),
        ):  # fmt: skip
            button = buttons.addButton(title, QDialogButtonBox.ButtonRole.AcceptRole)
            button.setAutoDefault(False)
            button.clicked.connect(lambda _checked=False, verdict=verdict: self._give_verdict(verdict))
        no.setDefault(True)  # Return and Escape allow nothing
        no.setFocus()
        told = worded(self.tr("With these arguments. What comes of it is read by {name} alone.").format(name=member))
        vbox(worded(asked, "heading"), told, given, buttons, within=self, margins=(24, 20, 24, 18), spacing=12)

    def _give_verdict(self, verdict: str) -> None:
        self.verdict = verdict
        self.accept()
