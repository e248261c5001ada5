"""Small dialogs about the open run: another voice, another policy, a fork with changes."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QComboBox,
    QDialogButtonBox,
    QFormLayout,
    QLabel,
    QLineEdit,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from desktop.run.figures import VoiceFigure
from desktop.widgets.form import FormDialog


class VoiceChoice(QWidget):
    """A provider, a model, and what is wrong with them. `keep` adds an entry that changes nothing."""

    changed = Signal()

    def __init__(self, voices: Sequence[VoiceFigure], keep: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._voices: list[VoiceFigure | None] = [*([None] if keep else []), *voices]
        self.provider = QComboBox()
        self.provider.setAccessibleName(self.tr("Voice"))
        for voice in self._voices:
            self.provider.addItem(voice.title if voice else keep)
        self.model = QComboBox()
        self.model.setEditable(True)
        self.model.setAccessibleName(self.tr("Model"))
        self.note = QLabel()
        self.note.setWordWrap(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        for widget in (self.provider, self.model, self.note):
            column.addWidget(widget)
        # What cannot be used is not what is offered first.
        usable = (at for at, voice in enumerate(self._voices) if voice is None or not voice.problem)
        self.provider.setCurrentIndex(next(usable, 0))
        self.provider.currentIndexChanged.connect(self._follow)
        self._follow()

    def chosen(self) -> VoiceFigure | None:
        """The voice; None to keep what there is."""
        return self._voices[max(0, self.provider.currentIndex())]

    def answer(self) -> dict[str, str]:
        """Provider and model; empty to keep what there is."""
        voice = self.chosen()
        if voice is None:
            return {}
        model = str(self.model.currentData() or self.model.currentText()).strip()
        return {"provider": voice.provider, "model": model if voice.models else ""}

    def problem(self) -> str:
        """Why this voice cannot be used now; empty where it can."""
        voice = self.chosen()
        return voice.problem if voice else ""

    def _follow(self) -> None:
        voice = self.chosen()
        self.model.clear()
        for value, title in voice.models if voice else ():
            self.model.addItem(title, value)
        if voice:
            self.model.setCurrentIndex(max(0, self.model.findData(voice.model)))
        self.model.setVisible(bool(voice and voice.models))
        self.note.setText((voice.problem or voice.detail) if voice else "")
        self.note.setVisible(bool(self.note.text()))
        self.note.setProperty("role", "bad" if self.problem() else "secondary")
        self.note.style().unpolish(self.note)
        self.note.style().polish(self.note)
        self.changed.emit()


class Ask(FormDialog):
    """A form with Ok and Cancel that stays open while something does not fit. Signal: `wanted()`."""

    wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setModal(True)
        self.setMinimumWidth(440)
        self.form = QFormLayout()
        self.form.setHorizontalSpacing(16)
        self.form.setVerticalSpacing(11)
        self.form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        self.problem = QLabel()
        self.problem.setProperty("role", "bad")
        self.problem.setWordWrap(True)
        self.problem.hide()
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        self.ok = buttons.button(QDialogButtonBox.StandardButton.Ok)
        buttons.accepted.connect(self.wanted)
        buttons.rejected.connect(self.discard)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 18, 20, 16)
        column.addLayout(self.form)
        column.addWidget(self.problem)
        column.addWidget(buttons)

    def show_problem(self, sentence: str) -> None:
        """Say why it cannot be done; the dialog stays."""
        self.problem.setText(sentence)
        self.problem.show()


class VoiceDialog(Ask):
    """Another voice for one member or for everybody."""

    def __init__(
        self,
        voices: Sequence[VoiceFigure],
        members: Sequence[tuple[str, str]],
        member: str,
        parent: QWidget | None = None,
    ) -> None:
        """`members` are (id, name); `member` is chosen at first, "" being everybody."""
        super().__init__(parent)
        self.setWindowTitle(self.tr("Change the voice"))
        self.ok.setText(self.tr("Change"))
        self.who = QComboBox()
        self.who.setAccessibleName(self.tr("For"))
        self.who.addItem(self.tr("Everybody"), "")
        for id_, name in members:
            self.who.addItem(name, id_)
        self.who.setCurrentIndex(max(0, self.who.findData(member)))
        self.voice = VoiceChoice(voices)
        self.voice.changed.connect(self._check)
        self.form.addRow(self.tr("For"), self.who)
        self.form.addRow(self.tr("From the next turn on"), self.voice)
        self._check()

    def _check(self) -> None:
        self.ok.setEnabled(not self.voice.problem())


class PolicyDialog(Ask):
    """Another way of choosing who speaks next."""

    def __init__(self, policies: Sequence[tuple[str, str]], now: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Who speaks next"))
        self.ok.setText(self.tr("Change"))
        self.policy = QComboBox()
        self.policy.setAccessibleName(self.tr("Next speaker"))
        for value, title in policies:
            self.policy.addItem(title, value)
        self.policy.setCurrentIndex(max(0, self.policy.findData(now)))
        self.form.addRow(self.tr("From the next turn on"), self.policy)


class ForkDialog(Ask):
    """A fork that differs from its parent in more than its future."""

    def __init__(
        self,
        turn: int,
        turns: int,
        topic: str,
        policies: Sequence[tuple[str, str]],
        policy: str,
        voices: Sequence[VoiceFigure],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Fork after turn {0}").format(turn))
        self.ok.setText(self.tr("Fork"))
        self._was = (topic, turns, policy)
        self.topic = QLineEdit(topic)
        self.topic.setMaxLength(4_000)
        self.topic.setCursorPosition(0)
        self.voice = VoiceChoice(voices, self.tr("As it is"))
        self.voice.changed.connect(self._check)
        self.policy = QComboBox()
        for value, title in policies:
            self.policy.addItem(title, value)
        self.policy.setCurrentIndex(max(0, self.policy.findData(policy)))
        self.turns = QSpinBox()
        self.turns.setRange(turn + 1, 1_000_000)
        # After the last turn it goes on as long once more.
        self.turns.setValue(turns if turn < turns else turn + max(turns, 1))
        self.seed = QLineEdit()
        self.seed.setPlaceholderText(self.tr("Empty: as it is"))
        for title, editor in (
            (self.tr("Topic"), self.topic),
            (self.tr("Voice"), self.voice),
            (self.tr("Next speaker"), self.policy),
            (self.tr("Turns in all"), self.turns),
            (self.tr("Seed"), self.seed),
        ):
            editor.setAccessibleName(title)
            self.form.addRow(title, editor)
        # A day in the office ends with the day, and its game master chooses.
        for editor in (self.turns, self.policy):
            self.form.setRowVisible(editor, bool(turns))

    def changes(self) -> dict[str, object]:
        """What differs, as fields of the run's configuration; the seed as it was typed."""
        topic, turns, policy = self._was
        found: dict[str, object] = {}
        if self.topic.text().strip() and self.topic.text().strip() != topic:
            found["topic"] = self.topic.text().strip()
        if turns and self.turns.value() != turns:
            found["turns"] = self.turns.value()
        if turns and self.policy.currentData() != policy:
            found["policy"] = self.policy.currentData()
        if self.voice.answer():
            found["voice"] = self.voice.answer()
        if self.seed.text().strip():
            found["seed"] = self.seed.text().strip()
        return found

    def _check(self) -> None:
        self.ok.setEnabled(not self.voice.problem())
