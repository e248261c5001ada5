"""Who speaks after whom: the topology, and who is in its middle; one that goes by what is said comes from a file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import QCoreApplication, QObject, QSignalBlocker, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QPushButton,
    QSpinBox,
    QWidget,
)

from parley.core.base.definition import read_toml
from parley.core.base.errors import ParleyError
from parley.core.modes.duologue.topology import HUBBED, MOST, Router
from parley.desktop.widgets.elided import ElidedCombo
from parley.desktop.widgets.forms.editors import fill, labelled, named, say
from parley.desktop.widgets.forms.form import column_of
from parley.desktop.widgets.language import said, titles
from parley.desktop.widgets.layouts import across
from parley.desktop.widgets.parts import ask_files

translate = QCoreApplication.translate
CONTENT = "content"


def rename(box: QComboBox, names: Sequence[str]) -> None:
    """Offer other names; the choice stays at its place."""
    chosen = box.currentIndex()
    with QSignalBlocker(box):
        box.clear()
        box.addItems(list(names))
        box.setCurrentIndex(chosen if 0 <= chosen < len(names) else 0)


class TopologyFields(QObject):
    """The fields of a topology, for a form. Signals: `changed()`."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._names: list[str] = []
        self._own: dict[str, Any] = {}
        self.router, self.hub = ElidedCombo(), ElidedCombo()
        named(self.router, translate("DuologueFields", "Topology"))
        fill(self.router, [each for each in titles("duologue", "routers").items() if each[0] != CONTENT])
        self.file = QPushButton(translate("DuologueFields", "From a file…"))
        self.file.setAutoDefault(False)
        self.file.setToolTip(translate("DuologueFields", "Take topology and rules from a TOML file"))
        self.fault = labelled(role="bad")
        self.fault.hide()
        both = QWidget()
        across((self.router, 1), self.file, within=both, margins=0)
        self.topology = column_of(both, self.fault, spacing=5)
        self.round = QSpinBox()
        self.round.setRange(0, MOST)
        self.round.setSpecialValueText(translate("DuologueFields", "all others"))
        self.file.clicked.connect(self._ask_file)
        self.router.currentIndexChanged.connect(self._emit_router_change)
        self.hub.currentIndexChanged.connect(self.changed)

    def rows(self) -> tuple[tuple[str, QWidget], ...]:
        """Return the fields with their titles."""
        return (
            (translate("DuologueFields", "Topology"), self.topology),
            (translate("DuologueFields", "In the middle"), self.hub),
            (translate("DuologueFields", "Answers to each line"), self.round),
        )

    def shown(self) -> dict[QWidget, bool]:
        """Return which rows belong to the chosen topology."""
        kind = self.kind()
        return {self.hub: kind in HUBBED, self.round: kind == "panel"}

    def kind(self) -> str:
        """Return the chosen topology."""
        return str(self.router.currentData() or "")

    def choose(self, kind: str) -> None:
        """Choose a topology, where there is such a one."""
        self.router.setCurrentIndex(max(0, self.router.findData(kind)))

    def offer(self, names: Sequence[str]) -> None:
        """Offer other sides for the middle; the choice stays at its place."""
        if list(names) == self._names:
            return
        self._names = list(names)
        say(self.fault, "")
        rename(self.hub, self._names)

    def problem(self) -> str:
        """Return what does not fit; empty where all does."""
        if self.kind() == "alternation" and len(self._names) > 2:
            return translate("DuologueFields", "Taking turns is for two: choose another topology for more sides.")
        if self.kind() == CONTENT and (stranger := self._find_stranger(self._own)):
            told = translate("DuologueFields", "The topology names {0}, but no side is called so: name one {0} first.")
            return told.format(stranger)
        return ""

    def _find_stranger(self, router: Mapping[str, Any]) -> str:
        """Whom a topology names who is not among the sides."""
        named = (router.get("hub", ""), *(rule["to"] for rule in router.get("rules", ())))
        return next((name for name in named if name and self._find_side_index(name) < 0), "")

    def answer(self) -> dict[str, Any]:
        """Return the topology as a file of one would say it."""
        found: dict[str, Any] = {"kind": self.kind()}
        if self.kind() in HUBBED:
            found["hub"] = self.hub.currentText()
        if self.kind() == "panel" and self.round.value():
            found["round"] = self.round.value()
        return self._own if self.kind() == CONTENT else found

    def show_router(self, router: Mapping[str, Any], names: Mapping[str, str] = {}) -> None:
        """Show a topology as a file of one says it, its members by id or by name (`names` by id); whom it names and
        who is not among the sides is told, and the topology that was there stays."""

        rules = [{**rule, "to": names.get(rule["to"], rule["to"])} for rule in router.get("rules", ())]
        hub = names.get(router.get("hub", ""), router.get("hub", ""))
        if stranger := self._find_stranger({"hub": hub, "rules": rules}):
            told = translate("DuologueFields", "The topology names {0}, but no side is called so: name one {0} first.")
            say(self.fault, told.format(stranger))
            return
        say(self.fault, "")
        if router["kind"] == CONTENT:
            self._own = {"kind": CONTENT, "rules": rules, "voice": bool(router.get("voice"))}
            if self.router.findData(CONTENT) < 0:
                self.router.addItem(titles("duologue", "routers")[CONTENT], CONTENT)
        self.choose(router["kind"])
        self.hub.setCurrentIndex(max(0, self._find_side_index(hub)))
        self.round.setValue(router.get("round", 0))
        self.changed.emit()

    def _find_side_index(self, name: str) -> int:
        wanted = name.casefold()
        return next((at for at, each in enumerate(self._names) if each.casefold() == wanted), -1)

    # Following ----------------------------------------------------------------------------------------------------

    def _emit_router_change(self) -> None:
        say(self.fault, "")
        self.changed.emit()

    def _ask_file(self) -> None:
        title, kinds = (
            translate("DuologueFields", "A topology of your own"),
            translate("DuologueFields", "Topologies (*.toml)"),
        )
        ask_files(self.topology, title, kinds, lambda files: self.take_file(files[0]))

    def take_file(self, path: str) -> None:
        """Take the topology from a file; where it cannot be read, a sentence says why."""
        try:
            self.show_router(read_toml(Path(path), Router).model_dump())
        except ParleyError as error:
            say(self.fault, said(error))
