"""The questionnaire of an experiment: which one it is, and its questions in fields."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QDialogButtonBox,
    QFrame,
    QLabel,
    QLineEdit,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from parley.desktop.widgets.elided import ElidedCombo
from parley.desktop.widgets.forms.dialog import FormDialog
from parley.desktop.widgets.forms.editors import labelled, say
from parley.desktop.widgets.forms.form import form_layout
from parley.desktop.widgets.layouts import STRETCH, across, upright
from parley.desktop.widgets.parts import scrolled, tool

translate = QCoreApplication.translate
LIKERT, CHOICE, TEXT = "likert", "choice", "text"
Fault = tuple[str, tuple[str, ...]]


class QuestionnaireField(QWidget):
    """Which questionnaire is filled in. Signals: `edit_wanted()`, `file_wanted()`, `gone()`."""

    edit_wanted = Signal()
    file_wanted = Signal()
    gone = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.summary = labelled()
        self.edit = _quiet(translate("ExperimentDialog", "Write questions…"))
        self.file = _quiet(translate("ExperimentDialog", "From a file…"))
        self.remove = tool(translate("ExperimentDialog", "Ask nothing"), "×")
        self.problem = labelled(role="bad")
        self.problem.hide()
        first = across((self.summary, 1), (self.remove, 0, Qt.AlignmentFlag.AlignTop), spacing=6)
        buttons = across(self.edit, self.file, STRETCH, spacing=4)
        upright(first, buttons, self.problem, within=self, margins=0, spacing=4)
        self.edit.clicked.connect(self.edit_wanted)
        self.file.clicked.connect(self.file_wanted)
        self.remove.clicked.connect(self.gone)
        self.show_summary("")

    def show_summary(self, summary: str) -> None:
        """Say what is asked; "" for nothing."""
        nothing = translate(
            "ExperimentDialog", "Nothing is asked. Members can fill in a questionnaire before, during or after a run."
        )
        self.summary.setText(summary or nothing)
        write = translate("ExperimentDialog", "Write questions…")
        self.edit.setText(translate("ExperimentDialog", "Edit the questions…") if summary else write)
        self.remove.setVisible(bool(summary))


class ItemField(QFrame):
    """One question. `was` is its place among those that the dialog was opened with, −1 for a new one.

    Signals: `changed()`, `gone(ItemField)`, `up(ItemField)`.
    """

    changed = Signal()
    gone = Signal(object)
    up = Signal(object)

    def __init__(self, texts: Mapping[str, Any], was: int) -> None:
        super().__init__()
        self.setObjectName("Card")
        self.was = was
        self.type = ElidedCombo()
        for kind, title in (
            (LIKERT, translate("QuestionnaireDialog", "Scale")),
            (CHOICE, translate("QuestionnaireDialog", "One of several")),
            (TEXT, translate("QuestionnaireDialog", "In words")),
        ):
            self.type.addItem(title, kind)
        self.type.setAccessibleName(translate("QuestionnaireDialog", "How it is answered"))
        self.id = QLineEdit(str(texts["id"]), maxLength=40)
        self.id.setToolTip(translate("QuestionnaireDialog", "What its answers are called in tables: ask.after.trust"))
        self.text = QLineEdit(str(texts["text"]), maxLength=2000)
        self.text.setPlaceholderText(translate("QuestionnaireDialog", "How much do you trust the others here?"))
        self.points = QSpinBox(minimum=2, maximum=11, value=int(texts["points"]))
        self.low, self.high = QLineEdit(str(texts["low"])), QLineEdit(str(texts["high"]))
        self.low.setPlaceholderText(translate("QuestionnaireDialog", "not at all"))
        self.high.setPlaceholderText(translate("QuestionnaireDialog", "very much"))
        self.low.setAccessibleName(translate("QuestionnaireDialog", "What 1 means"))
        self.high.setAccessibleName(translate("QuestionnaireDialog", "What the last point means"))
        self.reverse = QCheckBox(translate("QuestionnaireDialog", "counts the other way round"))
        self.reverse.setChecked(bool(texts["reverse"]))
        self.options = QLineEdit(str(texts["options"]))
        self.options.setPlaceholderText(translate("QuestionnaireDialog", "agreement | question | problem"))
        self.raise_up = tool(translate("QuestionnaireDialog", "Ask it earlier"), "↑")
        self.remove = tool(translate("QuestionnaireDialog", "Take the question out"), "×")
        self.problem = labelled(role="bad")
        self.problem.hide()
        self._lay_out()
        self.type.setCurrentIndex(max(0, self.type.findData(texts["type"])))
        self._show_kind()
        self.type.currentIndexChanged.connect(lambda _at: self._show_kind())
        for line in (self.id, self.text, self.low, self.high, self.options):
            line.textChanged.connect(self.changed)
        self.type.currentIndexChanged.connect(self.changed)
        self.points.valueChanged.connect(self.changed)
        self.reverse.toggled.connect(self.changed)
        self.remove.clicked.connect(lambda: self.gone.emit(self))
        self.raise_up.clicked.connect(lambda: self.up.emit(self))

    def _lay_out(self) -> None:
        head = across((self.type, 1), self.raise_up, self.remove, spacing=6)
        self.rows = form_layout(across=12, down=6)
        self.rows.addRow(translate("QuestionnaireDialog", "Question"), self.text)
        self.scale, self.ends = QWidget(), QWidget()
        across(
            self.points, QLabel(translate("QuestionnaireDialog", "points")), self.reverse, STRETCH,
            within=self.scale, margins=0, spacing=8,
        )  # fmt: skip
        across((self.low, 1), QLabel("…"), (self.high, 1), within=self.ends, margins=0, spacing=8)
        self.points.setAccessibleName(translate("QuestionnaireDialog", "Points of the scale"))
        self.rows.addRow(translate("QuestionnaireDialog", "Scale"), self.scale)
        self.rows.addRow(translate("QuestionnaireDialog", "from … to"), self.ends)
        self.rows.addRow(translate("QuestionnaireDialog", "Options, | between"), self.options)
        self.rows.addRow(translate("QuestionnaireDialog", "Short name"), self.id)
        upright(head, self.rows, self.problem, within=self, margins=(12, 10, 12, 10), spacing=8)

    def _show_kind(self) -> None:
        kind = self.type.currentData()
        for row in (self.scale, self.ends):
            self.rows.setRowVisible(row, kind == LIKERT)
        self.rows.setRowVisible(self.options, kind == CHOICE)

    def texts(self) -> dict[str, Any]:
        """What stands in the fields."""
        return {
            "was": self.was, "id": self.id.text(), "type": str(self.type.currentData()), "text": self.text.text(),
            "points": self.points.value(), "low": self.low.text(), "high": self.high.text(),
            "reverse": self.reverse.isChecked(), "options": self.options.text(),
        }  # fmt: skip


class QuestionnaireDialog(FormDialog):
    """`check` says what is wrong with the texts, and where; `free_id` gives a short name that is not taken."""

    def __init__(
        self,
        texts: Mapping[str, Any],
        check: Callable[[Mapping[str, Any]], Fault],
        free_id: Callable[[Sequence[str]], str],
        note: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Questionnaire"))
        self.setModal(True)
        self.resize(640, 640)
        self._check, self._free_id = check, free_id
        self.items: list[ItemField] = []
        self.name = QLineEdit(str(texts["name"]), maxLength=80)
        self.before, self.after = QCheckBox(self.tr("before the run")), QCheckBox(self.tr("after it"))
        self.before.setChecked(bool(texts["before"]))
        self.after.setChecked(bool(texts["after"]))
        self.during = QLineEdit(str(texts["during"]))
        self.during.setPlaceholderText(self.tr("during it, after these turns: 4, 8"))
        self.during.setAccessibleName(self.tr("During it, after these turns"))
        self.members = QLineEdit(str(texts["members"]))
        self.members.setPlaceholderText(self.tr("all; else their names"))
        head = form_layout(across=14, down=8)
        head.addRow(self.tr("Name"), self.name)
        head.addRow(self.tr("When"), across(self.before, self.after, (self.during, 1), margins=0, spacing=12))
        head.addRow(self.tr("Who"), self.members)
        page = QWidget()
        self._list = QVBoxLayout()
        self._list.setSpacing(8)
        self.add = _quiet(self.tr("One more question"))
        upright(self._list, (self.add, 0, Qt.AlignmentFlag.AlignLeft), STRETCH, within=page, margins=0, spacing=8)
        self._scroll = scrolled(page)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        about = labelled(note, "small")
        about.setVisible(bool(note))
        self.problem = labelled(role="bad")
        self.problem.hide()
        buttons = QDialogButtonBox()
        self.take = buttons.addButton(self.tr("Use these questions"), QDialogButtonBox.ButtonRole.AcceptRole)
        self.take.setProperty("primary", True)
        self.take.setDefault(True)
        buttons.addButton(QDialogButtonBox.StandardButton.Cancel).setAutoDefault(False)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.discard)
        upright(
            about, head, (self._scroll, 1), self.problem, buttons,
            within=self, margins=(20, 16, 20, 14), spacing=10,
        )  # fmt: skip
        for at, item in enumerate(texts["items"]):
            self._put(item, at)
        self.add.clicked.connect(self._on_add)
        for line in (self.name, self.during, self.members):
            line.textChanged.connect(self._look)
        for box in (self.before, self.after):
            box.toggled.connect(self._look)
        self._look()

    def texts(self) -> dict[str, Any]:
        """What stands in the fields."""
        return {
            "name": self.name.text(), "before": self.before.isChecked(), "after": self.after.isChecked(),
            "during": self.during.text(), "members": self.members.text(),
            "items": [item.texts() for item in self.items],
        }  # fmt: skip

    def _put(self, texts: Mapping[str, Any], was: int) -> ItemField:
        item = ItemField(texts, was)
        item.changed.connect(self._look)
        item.gone.connect(self._remove)
        item.up.connect(self._raise)
        self.items.append(item)
        self._list.addWidget(item)
        return item

    def _on_add(self) -> None:
        new = {"id": self._free_id([item.id.text() for item in self.items]), "type": LIKERT, "text": "", "points": 5}
        item = self._put({**new, "low": "", "high": "", "options": "", "reverse": False}, -1)
        self._look()
        item.text.setFocus()
        # It has its place only after the layout was made.
        bar = self._scroll.verticalScrollBar()
        bar.rangeChanged.connect(lambda _low, high: bar.setValue(high), Qt.ConnectionType.SingleShotConnection)

    def _remove(self, item: ItemField) -> None:
        self.items.remove(item)
        self._list.removeWidget(item)
        item.hide()
        item.deleteLater()
        self.add.setFocus()
        self._look()

    def _raise(self, item: ItemField) -> None:
        at = self.items.index(item)
        if at:
            self.items.insert(at - 1, self.items.pop(at))
            self._list.removeWidget(item)
            self._list.insertWidget(at - 1, item)
            item.raise_up.setFocus()
            self._look()

    def _look(self) -> None:
        """Say what is wrong, at the question that it is about."""
        sentence, place = self._check(self.texts())
        if not self.items:
            sentence, place = self.tr("Add a question: one at least is asked."), ()
        at = int(place[1]) if len(place) > 1 and place[0] == "items" and place[1].isdecimal() else -1
        for row, item in enumerate(self.items):
            say(item.problem, sentence if row == at else "")
            item.raise_up.setEnabled(row > 0)
        say(self.problem, "" if at >= 0 else sentence)
        self.take.setEnabled(not sentence)


def _quiet(title: str) -> QPushButton:
    button = QPushButton(title, autoDefault=False)
    button.setProperty("quiet", True)
    return button
