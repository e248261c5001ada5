"""An experiment's spec in fields: the talk, what is varied, how often, and what is compared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QDialogButtonBox, QLineEdit, QPushButton, QVBoxLayout, QWidget

from parley.desktop.experiments.figures import AdviceFigure
from parley.desktop.experiments.spec_view.fields import MetricsField, VariedField, get_editor_of
from parley.desktop.experiments.words import build_known_figures
from parley.desktop.widgets.elided import ElidedCombo
from parley.desktop.widgets.forms.dialog import FormDialog
from parley.desktop.widgets.forms.editors import answer, get_label, say
from parley.desktop.widgets.forms.field import Field
from parley.desktop.widgets.forms.form import Form
from parley.desktop.widgets.layouts import STRETCH, hbox, vbox
from parley.desktop.widgets.mending import MendRow, NoticeButton
from parley.desktop.widgets.parts import Scrolled

PAUSE_MS = 250
"""How long nothing is typed before the draft is looked at."""
RANGES = {"repetitions": (1, 100_000), "parallel": (1, 200), "retries": (0, 20)}


class ExperimentDialog(FormDialog):
    """Signals: `changed()` when nobody has typed for a moment; `wanted(start)`: keep it, and start it at once.

    Attributes: the forms `head` (name and question), `talk` (what is the same in all runs) and `often`; `varied`, the
    settings that are, with their values; `metrics`; `kinds`, and `kind_wanted`, the one that somebody wants instead.
    """

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
        kinds: Mapping[str, str] | None = None,
    ) -> None:
        """Build the dialog; if `fixed`, the name cannot change, because its runs go by it. `kinds` are the kinds of run
        that it may be of, with their titles; none where the kind cannot change."""
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setModal(True)
        self.resize(960, 680)
        self._settings = tuple(settings)
        self._kind = str(texts["kind"])
        self.kind_wanted = ""
        self._kinds = {field.name: field.kind for field in self._settings}
        self._wrong = ""
        self.varied: list[VariedField] = []
        self._pause = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._pause.timeout.connect(self.changed)
        self.head, self.talk, self.often = (Form(across=14, down=8) for _ in range(3))
        stays = self.tr("Its runs go by the name: duplicate it to change that.") if fixed else ""
        nothing = self.tr("What is it to find out? Nothing depends on this.")
        self.name = QLineEdit(maxLength=80, readOnly=fixed)
        self.head.add(Field(name="name", title=self.tr("Name"), description=stays), self.name)
        self.kinds = ElidedCombo()
        if kinds:
            for name, shown in kinds.items():
                self.kinds.addItem(shown, name)
            self.kinds.setCurrentIndex(self.kinds.findData(self._kind))
            self.kinds.activated.connect(self._on_kind)
            self.head.add(Field(name="kind_of_run", title=self.tr("Kind of run")), self.kinds)
        self.head.add(Field(name="note", title=self.tr("Question"), empty=nothing))
        self._make_talk()
        columns = hbox(spacing=22)
        talk = QWidget()
        # The stretch takes the height that is left, which texts of several lines would take.
        vbox(self.talk, STRETCH, within=talk, margins=0)
        for page in (talk, self._make_design(texts)):
            scroll = Scrolled(page)
            scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
            columns.addWidget(scroll, 1)
        vbox(self.head, (columns, 1), self._make_foot(), within=self, margins=(20, 16, 20, 14), spacing=10)
        for form in (self.head, self.talk, self.often):
            form.changed.connect(self._touch)
        self._fill_fields(texts)
        self.name.setFocus()
        self.name.selectAll()

    def get_contents(self) -> dict[QWidget, object]:
        """Return what may be lost: all but the kind of run, for another kind has another dialog."""
        return {each: content for each, content in super().get_contents().items() if each is not self.kinds}

    def go_on(self) -> None:
        """Stay in the dialog and keep the kind of run too."""
        self.kind_wanted = ""
        self.kinds.setCurrentIndex(self.kinds.findData(self._kind))

    def _on_kind(self) -> None:
        if (wanted := str(self.kinds.currentData())) != self._kind:
            self.kind_wanted = wanted
            self.reject()  # asks whether to drop what was typed; who stays gets go_on()

    def _make_talk(self) -> None:
        self.talk.rows.addRow(get_label(self.tr("What all runs have"), "strong"))
        for field in self._settings:
            self.talk.add(field, get_editor_of(field))
        self.more = _build_quiet_button(self.tr("All settings…"))
        self.more.setCheckable(True)
        self.talk.rows.addRow("", hbox(self.more, STRETCH))
        self.more.toggled.connect(self._show_rest)
        self._show_rest(False)

    def _show_rest(self, shown: bool) -> None:
        self.more.setText(self.tr("Fewer settings") if shown else self.tr("All settings…"))
        for field in self._settings:
            if field.more:
                self.talk.show_row(field.name, shown or bool(self._get_text(field.name)) or self._wrong == field.name)

    def _get_text(self, name: str) -> str:
        """Return one value as it would be typed; empty for what is left open."""
        value = answer(self.talk.editors[name])
        return value if isinstance(value, str) else "yes" if value else ""

    def _make_design(self, texts: Mapping[str, Any]) -> QWidget:
        """Return what is varied, how often, and what is compared."""
        page = QWidget()
        told = self.tr("Every combination of these values is a cell. Commas stand between values.")
        self._grid = QVBoxLayout()
        self._grid.setSpacing(6)
        self.add = _build_quiet_button(self.tr("Vary another setting"))
        self.add.clicked.connect(self._on_add)
        self.grid_problem = get_label(role="bad")
        self.grid_problem.hide()
        again = self.tr("How often a failed turn is taken again before its run stands.")
        for name, title, tip in (
            ("repetitions", self.tr("Repetitions of each cell"), ""),
            ("parallel", self.tr("Runs at once"), self.tr("And so many calls at once.")),
            ("retries", self.tr("Tries again"), again),
            ("seed", self.tr("Seed"), self.tr("Every run draws its own from it.")),
        ):
            kind = "int" if name in RANGES else "text"  # a seed may exceed what a spin box holds
            low, high = RANGES.get(name, (0, 0))
            self.often.add(Field(name=name, title=title, description=tip, kind=kind, low=low, high=high))
        chosen = [str(each) for each in texts["metrics"]]
        # Those that are chosen stand first.
        self.metrics = MetricsField(
            sorted(build_known_figures(self._kind), key=lambda name: name not in chosen), chosen
        )
        self.metrics.changed.connect(self._touch)
        beside = self.tr("Planned contrasts and a questionnaire are written in the spec's file, and stay so.")
        vbox(
            get_label(self.tr("What is varied"), "strong"), get_label(told, "small"), self._grid,
            (self.add, 0, Qt.AlignmentFlag.AlignLeft), self.grid_problem,
            get_label(self.tr("How often"), "strong"), self.often,
            get_label(self.tr("What is compared"), "strong"), (self.metrics, 1), get_label(beside, "small"),
            within=page, margins=0, spacing=8,
        )  # fmt: skip
        return page

    def _make_foot(self) -> QVBoxLayout:
        self.size_told = get_label(role="strong", wraps=False)
        self.size_told.setAccessibleName(self.tr("How large it is"))
        self.detail = get_label()
        self.problem = get_label(role="bad")
        self.problem.hide()
        self.mending = MendRow()
        buttons = QDialogButtonBox()
        self.save = buttons.addButton(self.tr("Save"), QDialogButtonBox.ButtonRole.ActionRole)
        self.start = buttons.addButton(self.tr("Save and start"), QDialogButtonBox.ButtonRole.ActionRole)
        for button in (self.save, buttons.addButton(QDialogButtonBox.StandardButton.Cancel)):
            # Or Qt paints them as the one that Enter presses.
            button.setAutoDefault(False)
        self.start.setProperty("primary", True)
        self.start.setDefault(True)
        self.save.clicked.connect(lambda: self.wanted.emit(False))
        self.start.clicked.connect(lambda: self.wanted.emit(True))
        buttons.rejected.connect(self.discard)
        return vbox(self.size_told, self.detail, self.problem, self.mending, buttons, spacing=4)

    def _fill_fields(self, texts: Mapping[str, Any]) -> None:
        self.head.fill_in(texts)
        self.often.fill_in({**texts, **{name: min(int(texts[name]), most) for name, (_, most) in RANGES.items()}})
        # What has no field is not shown, and stays.
        talk = {name: text for name, text in texts[self._kind].items() if name in self._kinds}
        self.talk.fill_in({name: text == "yes" if self._kinds[name] == "bool" else text for name, text in talk.items()})
        for name, text in texts["grid"].items():
            if name in self._kinds:
                self.vary(str(name), str(text))
        self._show_rest(self.more.isChecked())

    def texts(self) -> dict[str, Any]:
        """Return what stands in the fields."""
        return {
            **self.head.values(),
            **self.often.values(),
            "metrics": self.metrics.list_chosen(),
            "kind": self._kind,
            self._kind: {name: self._get_text(name) for name in self.talk.editors},
            "grid": {field.name(): field.values.text() for field in self.varied},
        }

    def show_advice(self, figure: AdviceFigure, mends: Sequence[NoticeButton] = ()) -> None:
        """Say how large it is, or what is wrong, under the field that it is about, with what mends it."""
        self.size_told.setText(figure.size)
        say(self.detail, figure.detail, "secondary")
        self.show_problem(figure.problem, figure.place, mends)
        if len({field.name() for field in self.varied}) < len(self.varied) and not figure.problem:
            self.show_problem(self.tr("A setting is varied twice: take one of them out."), ("grid",))
        for button in (self.save, self.start):
            button.setEnabled(not self.problem.text())

    def show_problem(self, sentence: str, place: Sequence[str] = (), mends: Sequence[NoticeButton] = ()) -> None:
        """Say what is wrong, and where, with what mends it."""
        say(self.problem, sentence)
        self.mending.show_mends(mends)
        table, name = (*place, "", "")[:2]  # a fault may have no place, or one deeper down
        self.head.show_fault("name", sentence if table == "name" else "")
        say(self.metrics.problem, sentence if table == "metrics" else "")
        self._wrong = name if table == self._kind else ""
        self._say_each(sentence)
        for varied in self.varied:
            say(varied.problem, sentence if (table, name) == ("grid", varied.name()) else "")
        alone = table == "grid" and name not in {one.name() for one in self.varied}
        say(self.grid_problem, sentence if alone else "")
        self._show_rest(self.more.isChecked())

    def _say_each(self, sentence: str) -> None:
        """Say beneath each setting that it is varied, or what is wrong with it."""
        taken = {field.name() for field in self.varied}
        for name in self.talk.editors:
            if name in taken:
                self.talk.show_fault(name, self.tr("is varied"), "faint")
            else:
                self.talk.show_fault(name, sentence if name == self._wrong else "")

    def vary(self, name: str, values: str = "") -> VariedField:
        """Vary one more setting."""
        field = VariedField(self._settings, name, values)
        field.changed.connect(self._touch)
        field.gone.connect(self._remove)
        before: QWidget = self.varied[-1].remove if self.varied else self.more
        self.varied.append(field)
        self._grid.addWidget(field)
        # Qt would put new fields at the end of the Tab order, behind the buttons.
        for widget in (field.setting, field.values, field.offer, field.remove):
            QWidget.setTabOrder(before, widget)
            before = widget
        self._touch()
        return field

    def _on_add(self) -> None:
        taken = {field.name() for field in self.varied}
        usual = ("awareness", "temperature", "voice", "router", "turns")
        free = [name for name in (*usual, *self._kinds) if name in self._kinds and name not in taken]
        if free:
            self.vary(free[0]).values.setFocus()

    def _remove(self, field: VariedField) -> None:
        self.varied.remove(field)
        self._grid.removeWidget(field)
        field.hide()  # Qt deletes it later, and it would keep its room until then
        field.deleteLater()
        self._touch()

    def _touch(self) -> None:
        taken = {field.name() for field in self.varied}
        for name, editor in self.talk.editors.items():
            # A setting that is varied has no value of its own.
            editor.setVisible(name not in taken)
        self._say_each(self.problem.text())
        self.add.setEnabled(len(self.varied) < len(self._settings))
        self._pause.start()


def _build_quiet_button(title: str) -> QPushButton:
    button = QPushButton(title, autoDefault=False)
    button.setProperty("quiet", True)
    return button
