"""Who speaks after whom: the topology, who is in its middle, and the rules of one that goes by what is said."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import QCoreApplication, QObject, QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QLabel,
    QLineEdit,
    QPushButton,
    QSpinBox,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from parley.core.base.definition import read_toml
from parley.core.base.errors import ParleyError
from parley.core.modes.duologue.topology import HUBBED, MOST, Router
from parley.desktop.widgets.elided import ElidedCombo
from parley.desktop.widgets.forms.editors import fill, labelled, named, narrow, say
from parley.desktop.widgets.forms.form import column_of
from parley.desktop.widgets.language import said, titles
from parley.desktop.widgets.layouts import across, upright
from parley.desktop.widgets.parts import ask_files

translate = QCoreApplication.translate
CONTENT = "content"
MOST_RULES = 40


def rename(box: QComboBox, names: Sequence[str]) -> None:
    """Offer other names; the choice stays at its place."""
    chosen = box.currentIndex()
    with QSignalBlocker(box):
        box.clear()
        box.addItems(list(names))
        box.setCurrentIndex(chosen if 0 <= chosen < len(names) else 0)


class RuleFields(QWidget):
    """When one of these words is said, this side is next. Signals: `changed()`, `gone(RuleFields)`."""

    changed = Signal()
    gone = Signal(object)

    def __init__(self, names: Sequence[str]) -> None:
        super().__init__()
        self.words, self.to, self.remove = QLineEdit(), ElidedCombo(), QToolButton()
        self.words.setPlaceholderText(translate("DuologueFields", "words, with commas"))
        named(self.words, translate("DuologueFields", "Words of the last line"))
        named(narrow(self.to), translate("DuologueFields", "Who is next then"))
        self.remove.setText("×")
        self.remove.setAutoRaise(True)
        take_out = translate("DuologueFields", "Take this rule out")
        named(self.remove, take_out, take_out)
        across((self.words, 2), QLabel("→"), (self.to, 1), self.remove, within=self, margins=0)
        rename(self.to, names)
        self.words.textChanged.connect(self.changed)
        self.to.currentIndexChanged.connect(self.changed)
        self.remove.clicked.connect(lambda: self.gone.emit(self))

    def said(self) -> list[str]:
        """The words."""
        return [word.strip() for word in self.words.text().split(",") if word.strip()]


class TopologyFields(QObject):
    """The fields of a topology, for a form. Signals: `changed()`."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._names: list[str] = []
        self.rules: list[RuleFields] = []
        self.router, self.hub = ElidedCombo(), ElidedCombo()
        named(self.router, translate("DuologueFields", "Topology"))
        fill(self.router, list(titles("duologue", "routers").items()))
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
        self._make_rules()
        self.file.clicked.connect(self._ask_file)
        self.router.currentIndexChanged.connect(self._router_changed)
        self.hub.currentIndexChanged.connect(self.changed)
        self.otherwise.currentIndexChanged.connect(self.changed)
        self.add.clicked.connect(self._on_add)

    def _make_rules(self) -> None:
        self.by_rules = QWidget()
        self._rows = QVBoxLayout()
        self._rows.setSpacing(5)
        self.add = QPushButton(translate("DuologueFields", "Add a rule"))
        self.add.setAutoDefault(False)
        self.add.setProperty("quiet", True)
        self.otherwise = ElidedCombo()
        named(self.otherwise, translate("DuologueFields", "Where no rule fits"))
        self.otherwise.addItem(translate("DuologueFields", "Where no rule fits: the next in order"), False)
        self.otherwise.addItem(translate("DuologueFields", "Where no rule fits: a voice decides"), True)
        upright(
            self._rows,
            (self.add, 0, Qt.AlignmentFlag.AlignLeft),
            self.otherwise,
            within=self.by_rules,
            margins=0,
            spacing=5,
        )

    def rows(self) -> tuple[tuple[str, QWidget], ...]:
        """The fields with their titles."""
        return (
            (translate("DuologueFields", "Topology"), self.topology),
            (translate("DuologueFields", "In the middle"), self.hub),
            (translate("DuologueFields", "Answers to each line"), self.round),
            (translate("DuologueFields", "Who is next"), self.by_rules),
        )

    def shown(self) -> dict[QWidget, bool]:
        """Which rows belong to the chosen topology."""
        kind = self.kind()
        return {self.hub: kind in HUBBED, self.round: kind == "panel", self.by_rules: kind == CONTENT}

    def kind(self) -> str:
        """The chosen topology."""
        return str(self.router.currentData() or "")

    def choose(self, kind: str) -> None:
        """Choose a topology, where there is such a one."""
        self.router.setCurrentIndex(max(0, self.router.findData(kind)))

    def offer(self, names: Sequence[str]) -> None:
        """Offer other sides for the middle and the rules; choices stay at their places."""
        if list(names) == self._names:
            return
        self._names = list(names)
        say(self.fault, "")
        rename(self.hub, self._names)
        for rule in self.rules:
            rename(rule.to, names)

    def problem(self) -> str:
        """What does not fit; empty where all does."""
        if self.kind() == "alternation" and len(self._names) > 2:
            return translate("DuologueFields", "Taking turns is for two: choose another topology for more sides.")
        if self.kind() == CONTENT and not self.otherwise.currentData() and not any(rule.said() for rule in self.rules):
            return translate("DuologueFields", "Write down a rule, or let a voice decide who is next.")
        return ""

    def answer(self) -> dict[str, Any]:
        """The topology as a file of one would say it."""
        found: dict[str, Any] = {"kind": self.kind()}
        if self.kind() in HUBBED:
            found["hub"] = self.hub.currentText()
        if self.kind() == "panel" and self.round.value():
            found["round"] = self.round.value()
        if self.kind() == CONTENT:
            rules = [{"words": rule.said(), "to": rule.to.currentText()} for rule in self.rules if rule.said()]
            found |= {"rules": rules, "voice": bool(self.otherwise.currentData())}
        return found

    def show_router(self, router: Mapping[str, Any], names: Mapping[str, str] = {}) -> None:
        """Show a topology as a file of one says it, its members by id or by name (`names` by id); whom it names and
        who is not among the sides is told, and the topology that was there stays."""

        def called(id_: str) -> str:
            return names.get(id_, id_)

        hub, rules = called(router.get("hub", "")), router.get("rules", ())
        strangers = [name for name in (hub, *(called(rule["to"]) for rule in rules)) if name and self._at(name) < 0]
        if strangers:
            told = translate("DuologueFields", "The topology names {0}, but no side is called so: name one {0} first.")
            say(self.fault, told.format(strangers[0]))
            return
        say(self.fault, "")
        self.choose(router["kind"])
        self.hub.setCurrentIndex(max(0, self._at(hub)))
        self.round.setValue(router.get("round", 0))
        self.otherwise.setCurrentIndex(1 if router.get("voice") else 0)
        for rule in self.rules[:]:
            self._remove(rule)
        for each in rules:
            rule = self._add()
            rule.words.setText(", ".join(each["words"]))
            rule.to.setCurrentIndex(max(0, self._at(called(each["to"]))))
        self.changed.emit()

    def _at(self, name: str) -> int:
        wanted = name.casefold()
        return next((at for at, each in enumerate(self._names) if each.casefold() == wanted), -1)

    # Following ----------------------------------------------------------------------------------------------------

    def _router_changed(self) -> None:
        if self.kind() == CONTENT and not self.rules:
            self._add()
        say(self.fault, "")
        self.changed.emit()

    def _on_add(self) -> None:
        self._add().words.setFocus()

    def _add(self) -> RuleFields:
        rule = RuleFields(self._names)
        rule.changed.connect(self.changed)
        rule.gone.connect(self._remove)
        self.rules.append(rule)
        self._rows.addWidget(rule)
        self.add.setEnabled(len(self.rules) < MOST_RULES)
        self.changed.emit()
        return rule

    def _remove(self, rule: RuleFields) -> None:
        self.rules.remove(rule)
        self._rows.removeWidget(rule)
        # Out of the form at once, or its fields would count until they are deleted.
        rule.setParent(None)
        rule.deleteLater()
        self.add.setEnabled(True)
        self.changed.emit()

    def _ask_file(self) -> None:
        title, kinds = (
            translate("DuologueFields", "A topology of your own"),
            translate("DuologueFields", "Topologies (*.toml)"),
        )
        ask_files(self.topology, title, kinds, lambda files: self.take_file(files[0]))

    def take_file(self, path: str) -> None:
        """The topology in a file; where it cannot be read, a sentence says why."""
        try:
            self.show_router(read_toml(Path(path), Router).model_dump())
        except ParleyError as error:
            say(self.fault, said(error))
