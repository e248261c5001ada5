"""A branch of a duologue with other settings: asked for what differs, side by side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import (
    QDialogButtonBox,
    QFormLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from desktop.modes.duologue.dialog.bounds import ContextFields, StopFields
from desktop.modes.duologue.dialog.fields import MOST_TURNS
from desktop.modes.duologue.dialog.side import SideFields
from desktop.modes.duologue.dialog.topology import TopologyFields
from desktop.modes.duologue.figures import SideFigure, TalkFigure, TalksFigure
from desktop.run.figures import VoiceFigure
from desktop.widgets.form import FormDialog
from desktop.widgets.parts import scrolled

translate = QCoreApplication.translate
OPEN = 2
"""Sides whose details are shown at once."""


class TalkForkDialog(FormDialog):
    """What a branch of a duologue has otherwise. Signal: `wanted()`; the dialog closes when told to."""

    wanted = Signal()

    def __init__(
        self, talk: TalkFigure, figure: TalksFigure, voices: Sequence[VoiceFigure], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._talk = talk
        self.setWindowTitle(self.tr("Fork after turn {0}").format(talk.turn))
        self.setModal(True)
        self.resize(820, 620)
        self.sides = [self._side(at, side, figure, voices) for at, side in enumerate(talk.sides)]
        self.topology = TopologyFields(figure)
        self.topology.offer([side.name for side in talk.sides])
        self.topology.show_figure(talk.router)
        self.turns = QSpinBox()
        self.turns.setRange(talk.turn + 1, max(MOST_TURNS, talk.turns))
        self.turns.setGroupSeparatorShown(True)
        self.turns.setValue(max(talk.turns, talk.turn + 1))
        self.seed = QLineEdit()
        self.seed.setPlaceholderText(self.tr("Empty: as it is"))
        self.opening = QPlainTextEdit(talk.opening)
        self.opening.setTabChangesFocus(True)
        self.opening.setFixedHeight(64)
        self.stop, self.context = StopFields(figure), ContextFields(figure)
        self.stop.recall(
            {
                "on_convergence": "" if talk.stop_at is None else talk.on_convergence,
                "stop_at": 0.85 if talk.stop_at is None else talk.stop_at,
                "stop_profile": talk.stop_profile,
                "stop_by": talk.stop_by,
            }
        )
        self.context.recall({"context": talk.context, "when_full": talk.when_full})
        self._before = self._chosen()
        self._lay_out()
        self.topology.connect(self._follow)
        self._follow()

    def _side(self, at: int, side: SideFigure, figure: TalksFigure, voices: Sequence[VoiceFigure]) -> SideFields:
        kept = self.tr("{0} (as it is)")
        fields = SideFields(figure, voices, kept.format(side.voice), fixed=True)
        fields.set_letter(chr(ord("A") + at) if at < 26 else str(at + 1))
        fields.name.setText(side.name)
        fields.name.setCursorPosition(0)
        fields.name.setReadOnly(True)
        fields.keep_awareness(side.level, side.awareness)
        fields.keep_warmth(self.tr("as it is"))
        if side.warmth is not None:
            fields.warmth.setValue(side.warmth)
        fields.system.setPlainText(side.system)
        fields.more.setChecked(at < OPEN)
        return fields

    def _lay_out(self) -> None:
        page, sides = QWidget(), QWidget()
        column = QVBoxLayout(sides)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        for side in self.sides:
            column.addWidget(side)
        self.form = QFormLayout(page)
        self.form.setHorizontalSpacing(16)
        self.form.setVerticalSpacing(11)
        self.form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        about = QLabel(
            self.tr(
                "Both runs share what was said so far. From the next turn on the fork goes by what you change here."
            )
        )
        about.setWordWrap(True)
        about.setProperty("role", "secondary")
        self.form.addRow(about)
        for title, editor in (
            (self.tr("Sides"), sides),
            (self.tr("Opening prompt"), self.opening),
            *self.topology.rows(),
            (self.tr("Turns in all"), self.turns),
            (translate("DuologueFields", "When they sound alike"), self.stop),
            (translate("DuologueFields", "Context"), self.context),
            (self.tr("Seed"), self.seed),
        ):
            editor.setAccessibleName(title)
            self.form.addRow(title, editor)
        # What was answered cannot be asked otherwise.
        self.form.setRowVisible(self.opening, not self._talk.turn)
        self.problem = QLabel()
        self.problem.setProperty("role", "bad")
        self.problem.setWordWrap(True)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        self.ok = buttons.button(QDialogButtonBox.StandardButton.Ok)
        self.ok.setText(self.tr("Fork"))
        self.ok.setProperty("primary", True)
        buttons.accepted.connect(self.wanted)
        buttons.rejected.connect(self.discard)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(20, 18, 20, 16)
        whole.addWidget(scrolled(page), 1)
        whole.addWidget(self.problem)
        whole.addWidget(buttons)

    def show_problem(self, sentence: str) -> None:
        """Say why it cannot be done; the dialog stays."""
        self.problem.setText(sentence)

    def _chosen(self) -> dict[str, Any]:
        return {
            "sides": {figure.id: side.answer() for figure, side in zip(self._talk.sides, self.sides, strict=True)},
            "opening": self.opening.toPlainText().strip(),
            "router": self.topology.answer(),
            "turns": self.turns.value(),
            "stop": self.stop.answer(),
            **self.context.answer(),
        }

    def changes(self) -> dict[str, Any]:
        """What differs, by the names of the answers: `sides` by id with what is other in each; the seed as typed."""
        chosen = self._chosen()
        found = {name: value for name, value in chosen.items() if value != self._before[name]}
        if "sides" in found:
            found["sides"] = {
                id_: {name: value for name, value in answer.items() if value != self._before["sides"][id_][name]}
                for id_, answer in found["sides"].items()
                if answer != self._before["sides"][id_]
            }
        if self.seed.text().strip():
            found["seed"] = self.seed.text().strip()
        return found

    def _follow(self) -> None:
        for editor, shown in self.topology.shown().items():
            self.form.setRowVisible(editor, shown)
        sentence = self.topology.problem()
        self.problem.setText(sentence)
        self.ok.setEnabled(not sentence)
