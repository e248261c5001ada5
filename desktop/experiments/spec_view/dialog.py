"""An experiment's spec in fields: the talk, what is varied, how often, and what is compared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import QCoreApplication, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from desktop.experiments.figures import AdviceFigure, ChoiceFigure
from desktop.experiments.spec_view.fields import MetricsField, Problem, VariedField, editor_of
from desktop.experiments.words import figure_tip, figure_title, known_figures
from desktop.widgets.forms.dialog import FormDialog
from desktop.widgets.forms.editors import answer, labelled
from desktop.widgets.forms.field import Field
from desktop.widgets.forms.form import Form, form_layout
from desktop.widgets.layouts import STRETCH, across, upright
from desktop.widgets.parts import scrolled

PAUSE_MS = 250
"""How long nothing is typed before the draft is looked at."""
NUMBERS = ("repetitions", "parallel", "retries", "seed")
LARGEST = {"repetitions": 100_000, "parallel": 200, "retries": 20, "seed": 2**31 - 1}


class ExperimentDialog(FormDialog):
    """Signals: `changed()` when nobody has typed for a moment; `wanted(start)`: keep it, and start it at once."""

    changed = Signal()
    wanted = Signal(bool)

    def __init__(
        self,
        title: str,
        settings: Sequence[Field],
        texts: Mapping[str, Any],
        parent: QWidget | None = None,
        *,
        fixed: bool = False,
    ) -> None:
        """`fixed`: the name stays, for its runs go by it."""
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setModal(True)
        self.resize(960, 680)
        self._settings = tuple(settings)
        self._kind = str(texts["kind"])
        self._kinds = {field.name: field.kind for field in self._settings}
        self._wrong = ""
        self.varied: list[VariedField] = []
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(PAUSE_MS)
        self._pause.timeout.connect(self.changed)
        self._build(texts, fixed)
        self._fill(texts)
        self.name.setFocus()
        self.name.selectAll()

    # Making -------------------------------------------------------------------------------------------------------

    def _build(self, texts: Mapping[str, Any], fixed: bool) -> None:
        self.name = QLineEdit()
        self.name.setMaxLength(80)
        self.name.setAccessibleName(self.tr("Name"))
        self.name.setReadOnly(fixed)
        self.name.setToolTip(self.tr("Its runs go by the name: duplicate it to change that.") if fixed else "")
        self.note = QLineEdit()
        self.note.setAccessibleName(self.tr("Question"))
        self.note.setPlaceholderText(self.tr("What is it to find out? Nothing depends on this."))
        self.name_problem = Problem()
        top = form_layout(across=14, down=8)
        top.addRow(self.tr("Name"), self.name)
        top.addRow("", self.name_problem)
        top.addRow(self.tr("Question"), self.note)
        columns = QHBoxLayout()
        columns.setSpacing(22)
        for page in (self._talk(), self._design(texts)):
            scroll = scrolled(page)
            scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
            columns.addWidget(scroll, 1)
        upright(top, (columns, 1), self._foot(), within=self, margins=(20, 16, 20, 14), spacing=10)
        for field in (self.name, self.note):
            field.textChanged.connect(self._touch)

    def _talk(self) -> QWidget:
        """What is the same in all runs."""
        self.talk = Form(across=14, down=8)
        self.talk.rows.addRow(labelled(self.tr("The talk"), "strong"))
        for field in self._settings:
            self.talk.add(field, editor_of(field))
        self.talk.changed.connect(self._touch)
        self.more = QPushButton(self.tr("All settings…"))
        self.more.setCheckable(True)
        self.more.setAutoDefault(False)
        self.more.setProperty("quiet", True)
        beside = across(self.more, STRETCH)
        self.talk.rows.addRow("", beside)
        self.more.toggled.connect(self._show_rest)
        self._show_rest(False)
        return self.talk

    def _show_rest(self, shown: bool) -> None:
        self.more.setText(self.tr("Fewer settings") if shown else self.tr("All settings…"))
        for field in self._settings:
            if field.more:
                self.talk.show_row(field.name, shown or bool(self._text(field.name)) or self._wrong == field.name)

    def _text(self, name: str) -> str:
        """One value as a spec's would be typed; empty for what is left open."""
        value = answer(self.talk.editors[name])
        return value if isinstance(value, str) else "yes" if value else ""

    def _design(self, texts: Mapping[str, Any]) -> QWidget:
        """What is varied, how often, and what is compared."""
        page = QWidget()
        column = upright(labelled(self.tr("What is varied"), "strong"), within=page, margins=0, spacing=8)
        told = QLabel(self.tr("Every combination of these values is a cell. Commas stand between values."))
        told.setProperty("role", "small")
        told.setWordWrap(True)
        column.addWidget(told)
        self._grid = QVBoxLayout()
        self._grid.setSpacing(6)
        column.addLayout(self._grid)
        self.add = QPushButton(self.tr("Vary another setting"))
        self.add.setAutoDefault(False)
        self.add.setProperty("quiet", True)
        self.add.clicked.connect(self._on_add)
        column.addWidget(self.add, 0, Qt.AlignmentFlag.AlignLeft)
        self.grid_problem = Problem()
        column.addWidget(self.grid_problem)
        column.addWidget(labelled(self.tr("How often"), "strong"))
        column.addLayout(self._numbers())
        column.addWidget(labelled(self.tr("What is compared"), "strong"))
        choices = [ChoiceFigure(name, figure_title(name), figure_tip(name)) for name in known_figures()]
        chosen = [str(each) for each in texts["metrics"]]
        # Those that are chosen stand first.
        choices.sort(key=lambda choice: choice.name not in chosen)
        self.metrics = MetricsField(choices, chosen)
        self.metrics.changed.connect(self._touch)
        column.addWidget(self.metrics, 1)
        return page

    def _numbers(self) -> QFormLayout:
        titles = {
            "repetitions": (self.tr("Repetitions of each cell"), ""),
            "parallel": (self.tr("Runs at once"), self.tr("And so many calls at once.")),
            "retries": (
                self.tr("Tries again"),
                self.tr("How often a failed turn is taken again before its run stands."),
            ),
            "seed": (self.tr("Seed"), self.tr("Every run draws its own from it.")),
        }
        form = form_layout(across=14, down=8)
        self.numbers: dict[str, QSpinBox] = {}
        for name in NUMBERS:
            title, tip = titles[name]
            box = QSpinBox()
            box.setRange(0 if name in ("retries", "seed") else 1, LARGEST[name])
            box.setAccessibleName(title)
            box.setToolTip(tip)
            box.valueChanged.connect(self._touch)
            self.numbers[name] = box
            form.addRow(title, box)
        self.batch = QCheckBox(self.tr("Send to Claude in batches"))
        self.batch.setToolTip(self.tr("At half the price; a batch is answered within a day, mostly within an hour."))
        self.batch.toggled.connect(self._touch)
        self.batch_problem = Problem()
        form.addRow(self.batch)
        form.addRow(self.batch_problem)
        return form

    def _foot(self) -> QVBoxLayout:
        self.size_told = QLabel()
        self.size_told.setProperty("role", "strong")
        self.size_told.setAccessibleName(self.tr("How large it is"))
        self.detail = QLabel()
        self.detail.setProperty("role", "secondary")
        self.detail.setWordWrap(True)
        self.problem = Problem()
        self.buttons = QDialogButtonBox()
        self.save = self.buttons.addButton(self.tr("Save"), QDialogButtonBox.ButtonRole.ActionRole)
        self.start = self.buttons.addButton(self.tr("Save and start"), QDialogButtonBox.ButtonRole.ActionRole)
        cancel = self.buttons.addButton(QDialogButtonBox.StandardButton.Cancel)
        for button in (self.save, cancel):
            # Or Qt paints them as the one that Enter presses.
            button.setAutoDefault(False)
        self.start.setProperty("primary", True)
        self.start.setDefault(True)
        self.save.clicked.connect(lambda: self.wanted.emit(False))
        self.start.clicked.connect(lambda: self.wanted.emit(True))
        self.buttons.rejected.connect(self.discard)
        return upright(self.size_told, self.detail, self.problem, self.buttons, spacing=4)

    def _fill(self, texts: Mapping[str, Any]) -> None:
        self.name.setText(str(texts["name"]))
        self.note.setText(str(texts["note"]))
        for name, box in self.numbers.items():
            box.setValue(min(int(texts[name]), LARGEST[name]))
        self.batch.setChecked(bool(texts.get("batch")))
        talk = texts[self._kind]
        self.talk.put({name: text == "yes" if self._kinds[name] == "bool" else text for name, text in talk.items()})
        for name, text in texts["grid"].items():
            self.vary(str(name), str(text))
        self._show_rest(self.more.isChecked())

    # Answers ------------------------------------------------------------------------------------------------------

    def texts(self) -> dict[str, Any]:
        """What stands in the fields."""
        return {
            "name": self.name.text(),
            "note": self.note.text(),
            **{name: box.value() for name, box in self.numbers.items()},
            "batch": self.batch.isChecked(),
            "metrics": self.metrics.chosen(),
            "kind": self._kind,
            self._kind: {name: self._text(name) for name in self.talk.editors},
            "grid": {field.name(): field.values.text() for field in self.varied},
        }

    def show_advice(self, figure: AdviceFigure) -> None:
        """Say how large it is, or what is wrong, under the field that it is about."""
        self.size_told.setText(figure.size)
        self.detail.setText(figure.detail)
        self.detail.setVisible(bool(figure.detail))
        self.show_problem(figure.problem, figure.place)
        twice = len({field.name() for field in self.varied}) < len(self.varied)
        if twice and not figure.problem:
            self.show_problem(self.tr("A setting is varied twice: take one of them out."), ("grid",))
        for button in (self.save, self.start):
            button.setEnabled(not self.problem.text())

    def show_problem(self, sentence: str, place: Sequence[str] = ()) -> None:
        """Say what is wrong, and where."""
        self.problem.say(sentence)
        table, name = (*place, "", "")[:2]
        self.name_problem.say(sentence if table == "name" else "")
        self.batch_problem.say(sentence if table == "batch" else "")
        self.metrics.problem.say(sentence if table == "metrics" else "")
        self._wrong = name if table == self._kind else ""
        self._say_each(sentence)
        for varied in self.varied:
            varied.problem.say(sentence if (table, name) == ("grid", varied.name()) else "")
        self.grid_problem.say(sentence if table == "grid" and name not in {one.name() for one in self.varied} else "")
        # Once is enough where the field itself says it and can be seen.
        self.problem.setVisible(bool(sentence))
        self._show_rest(self.more.isChecked())

    def _say_each(self, sentence: str) -> None:
        """Say beneath each setting that it is varied, or what is wrong with it."""
        taken = {field.name() for field in self.varied}
        for name in self.talk.editors:
            if name in taken:
                self.talk.say(name, QCoreApplication.translate("ExperimentDialog", "is varied"), "faint")
            else:
                self.talk.say(name, sentence if name == self._wrong else "")

    # What changes -------------------------------------------------------------------------------------------------

    def vary(self, name: str, values: str = "") -> VariedField:
        """One more setting that is varied."""
        field = VariedField(self._settings, name, values)
        field.changed.connect(self._touch)
        field.gone.connect(self._remove)
        before: QWidget = self.varied[-1].remove if self.varied else self.more
        self.varied.append(field)
        self._grid.addWidget(field)
        # It stands above what was there before it: the Tab key comes by in the order of the eye.
        for widget in (field.setting, field.values, field.offer, field.remove):
            QWidget.setTabOrder(before, widget)
            before = widget
        self._touch()
        return field

    def _on_add(self) -> None:
        taken = {field.name() for field in self.varied}
        usual = ("awareness", "warmth", "voice", "router", "turns")
        free = [name for name in (*usual, *self._kinds) if name in self._kinds and name not in taken]
        if free:
            self.vary(free[0]).values.setFocus()

    def _remove(self, field: VariedField) -> None:
        self.varied.remove(field)
        self._grid.removeWidget(field)
        field.hide()
        field.deleteLater()
        self._touch()

    def _touch(self) -> None:
        taken = {field.name() for field in self.varied}
        for name, editor in self.talk.editors.items():
            # Where the grid varies it, it has no value of its own.
            editor.setVisible(name not in taken)
        self._say_each(self.problem.text())
        self.add.setEnabled(len(self.varied) < len(self._settings))
        self._pause.start()
