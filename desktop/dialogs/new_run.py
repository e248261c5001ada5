"""The new-run dialog: format, cast, members, topic, voice; everything else has a good default."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QDoubleSpinBox,
    QFormLayout,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from desktop.dialogs.parts import scrolled
from desktop.models.figures import CastFigure, FormatFigure, MemberFigure, NewRunFigure, VoiceFigure
from desktop.theme import Theme
from desktop.views.avatar import paint_avatar


class NewRunDialog(QDialog):
    """Everything a new run needs. Signal: `wanted(dict)` with the answers; the dialog closes when told to."""

    wanted = Signal(object)

    def __init__(self, figure: NewRunFigure, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("New run"))
        self.setModal(True)
        self.resize(880, 640)
        self._figure = figure
        self._theme = theme
        self._members: list[QCheckBox] = []
        self._build()
        self._choose(figure)
        self._format_changed()
        self._cast_changed()
        self._voice_changed()

    # Building -----------------------------------------------------------------------------------------------------

    def _build(self) -> None:
        self.formats = QListWidget()
        self.formats.setAccessibleName(self.tr("Format"))
        self.formats.setMinimumWidth(210)
        # Rows are measured when the first is chosen, which is before the dialog is shown and dressed.
        self.formats.ensurePolished()
        for form in self._figure.formats:
            item = QListWidgetItem(form.name)
            item.setData(Qt.ItemDataRole.UserRole, form.id)
            item.setToolTip(form.purpose)
            self.formats.addItem(item)
        self.formats.currentRowChanged.connect(self._format_changed)
        self.purpose = QLabel()
        self.purpose.setWordWrap(True)
        self.purpose.setProperty("role", "secondary")
        self.problem = QLabel()
        self.problem.setProperty("role", "bad")
        self.problem.setWordWrap(True)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        self.start = buttons.button(QDialogButtonBox.StandardButton.Ok)
        self.start.setText(self.tr("Start"))
        self.start.setProperty("primary", True)
        buttons.accepted.connect(self._ask)
        buttons.rejected.connect(self.reject)

        left = QVBoxLayout()
        left.addWidget(_heading(self.tr("Format")))
        left.addWidget(self.formats, 1)
        scroll = scrolled(self._right())
        columns = QHBoxLayout()
        columns.setSpacing(18)
        columns.addLayout(left)
        columns.addWidget(scroll, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 18, 20, 16)
        layout.addLayout(columns, 1)
        layout.addWidget(self.problem)
        layout.addWidget(buttons)

    def _right(self) -> QWidget:
        self.cast = QComboBox()
        self.cast.setAccessibleName(self.tr("Cast"))
        for each in self._figure.casts:
            self.cast.addItem(f"{each.name}  ({each.language})", each.id)
        self.cast.currentIndexChanged.connect(self._cast_changed)
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(14)
        members = QWidget()
        members.setLayout(self._grid)
        self.topic = QComboBox()
        self.topic.setEditable(True)
        self.topic.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.topic.setAccessibleName(self.tr("Topic"))
        self.topic.setMinimumWidth(240)
        line = self.topic.lineEdit()
        if line is not None:
            line.setPlaceholderText(self.tr("Empty: one is drawn from the cast's own topics"))
            line.setMaxLength(4_000)
        self.voice = QComboBox()
        self.voice.setAccessibleName(self.tr("Voice"))
        for voice in self._figure.voices:
            self.voice.addItem(voice.title, voice.provider)
        self.voice.currentIndexChanged.connect(self._voice_changed)
        self.model = QComboBox()
        self.model.setEditable(True)
        self.model.setAccessibleName(self.tr("Model"))
        self.voice_note = QLabel()
        self.voice_note.setWordWrap(True)
        self.voice_note.setProperty("role", "secondary")
        right = QWidget()
        form = QFormLayout(right)
        form.setHorizontalSpacing(16)
        form.setVerticalSpacing(11)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.addRow(self.purpose)
        form.addRow(self.tr("Cast"), self.cast)
        form.addRow(self.tr("Members"), members)
        form.addRow(self.tr("Topic"), self.topic)
        form.addRow(self.tr("Voice"), self.voice)
        form.addRow(self.tr("Model"), self.model)
        form.addRow("", self.voice_note)
        self.more = QPushButton(self.tr("More…"))
        self.more.setCheckable(True)
        self.more.setAutoDefault(False)
        self.more.setProperty("quiet", True)
        self.more.toggled.connect(lambda on: self.more.setText(self.tr("Less") if on else self.tr("More…")))
        more = QHBoxLayout()
        more.addWidget(self.more)
        more.addStretch(1)
        extra = self._extra()
        extra.hide()
        self.more.toggled.connect(extra.setVisible)
        form.addRow("", more)
        form.addRow(extra)
        self._form = form
        return right

    def _extra(self) -> QWidget:
        self.language = QComboBox()
        for value, title in (("", self.tr("The cast's")), ("en", "English"), ("de", "Deutsch")):
            self.language.addItem(title, value)
        self.policy = QComboBox()
        for value, title in self._figure.policies:
            self.policy.addItem(title, value)
        self.turns = QSpinBox()
        self.turns.setRange(0, 1_000_000)
        self.turns.setSpecialValueText(self.tr("drawn within the format's range"))
        self.seed = QLineEdit()
        self.seed.setPlaceholderText(self.tr("Empty: by chance"))
        self.tokens = QSpinBox()
        self.tokens.setRange(-1, 2_000_000_000)
        self.tokens.setValue(-1)
        self.tokens.setSpecialValueText(self.tr("as in the settings"))
        self.cost = QDoubleSpinBox()
        self.cost.setRange(-1, 10_000)
        self.cost.setValue(-1)
        self.cost.setSpecialValueText(self.tr("as in the settings"))
        self.fresh = QCheckBox(self.tr("Forget what earlier runs of this cast left"))
        extra = QWidget()
        form = QFormLayout(extra)
        form.setContentsMargins(0, 0, 0, 0)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        for title, editor in (
            (self.tr("Language"), self.language),
            (self.tr("Next speaker"), self.policy),
            (self.tr("Turns"), self.turns),
            (self.tr("Seed"), self.seed),
            (self.tr("Most tokens"), self.tokens),
            (self.tr("Most money ($)"), self.cost),
        ):
            editor.setAccessibleName(title)
            form.addRow(title, editor)
        form.addRow("", self.fresh)
        return extra

    def _choose(self, figure: NewRunFigure) -> None:
        for row, form in enumerate(figure.formats):
            if form.id == figure.format:
                self.formats.setCurrentRow(row)
        self.cast.setCurrentIndex(max(0, self.cast.findData(figure.cast)))
        self.voice.setCurrentIndex(max(0, self.voice.findData(figure.voice)))

    # Answers ------------------------------------------------------------------------------------------------------

    def format_figure(self) -> FormatFigure:
        """The chosen format."""
        return self._figure.formats[max(0, self.formats.currentRow())]

    def cast_figure(self) -> CastFigure:
        """The chosen cast."""
        return self._figure.casts[max(0, self.cast.currentIndex())]

    def voice_figure(self) -> VoiceFigure:
        """The chosen voice."""
        return self._figure.voices[max(0, self.voice.currentIndex())]

    def answers(self) -> dict[str, object]:
        """What was chosen, as the commands understand it."""
        cast = self.cast_figure()
        members = [each.id for each, box in zip(cast.members, self._members, strict=True) if box.isChecked()]
        return {
            "format": self.format_figure().id,
            "cast": cast.id,
            "members": members,
            "topic": self.topic.currentText().strip(),
            "provider": self.voice_figure().provider,
            "model": str(self.model.currentData() or self.model.currentText()).strip(),
            "language": self.language.currentData(),
            "policy": self.policy.currentData(),
            "turns": self.turns.value() or None,
            "seed": self.seed.text().strip(),
            "tokens": self.tokens.value() if self.tokens.value() >= 0 else None,
            "cost": self.cost.value() if self.cost.value() >= 0 else None,
            "fresh": self.fresh.isChecked(),
        }

    def show_problem(self, sentence: str) -> None:
        """Say why it cannot start; the dialog stays."""
        self.problem.setText(sentence)

    def _ask(self) -> None:
        self.wanted.emit(self.answers())

    # Following ----------------------------------------------------------------------------------------------------

    def _format_changed(self) -> None:
        form = self.format_figure()
        low, high = form.turns
        self.purpose.setText(
            self.tr("{0}  {1} to {2} members, {3} to {4} turns.").format(form.purpose, *form.members, low, high)
        )
        self._check_members()

    def _cast_changed(self) -> None:
        cast = self.cast_figure()
        for box in self._members:
            self._grid.removeWidget(box)
            box.deleteLater()
        self._members = []
        most = self.format_figure().members[1]
        for i, member in enumerate(cast.members):
            box = QCheckBox(member.name)
            box.setIcon(_avatar(member, self._theme))
            box.setToolTip(member.role)
            box.setChecked(i < most)
            box.toggled.connect(self._check_members)
            self._grid.addWidget(box, i // 3, i % 3)
            self._members.append(box)
        self.topic.clear()
        self.topic.addItem("")
        self.topic.addItems([*cast.topics, *self.format_figure().topics])
        self.topic.setCurrentIndex(0)
        self._check_members()

    def _voice_changed(self) -> None:
        voice = self.voice_figure()
        self.model.clear()
        for value, title in voice.models:
            self.model.addItem(title, value)
        self.model.setCurrentIndex(max(0, self.model.findData(voice.model)))
        self._form.setRowVisible(self.model, bool(voice.models))
        self.voice_note.setText(voice.problem or voice.detail)
        self.voice_note.setProperty("role", "bad" if voice.problem else "secondary")
        self.voice_note.style().unpolish(self.voice_note)
        self.voice_note.style().polish(self.voice_note)
        self._check_members()

    def _check_members(self) -> None:
        """Say at once what does not fit, and hold the start back."""
        low, high = self.format_figure().members
        chosen = sum(box.isChecked() for box in self._members)
        sentence = ""
        if not low <= chosen <= high:
            sentence = self.tr("{0} members are chosen; {1} needs {2} to {3}.").format(
                chosen, self.format_figure().name, low, high
            )
        elif self.voice_figure().problem:
            sentence = self.voice_figure().problem
        elif self.cast_figure().language not in self.voice_figure().languages and not self.language.currentData():
            sentence = self.tr("This voice does not speak the cast's language: choose another voice or cast.")
        self.problem.setText(sentence)
        self.start.setEnabled(not sentence)


def _heading(text: str) -> QLabel:
    label = QLabel(text)
    label.setProperty("role", "strong")
    return label


def _avatar(member: MemberFigure, theme: Theme) -> QIcon:
    picture = QPixmap(40, 40)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    paint_avatar(painter, QPointF(20, 20), 18, member, theme)
    painter.end()
    return QIcon(picture)
