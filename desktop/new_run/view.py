"""The new-run dialog: a roundtable, scene, day, story, dialogue or duologue; everything has a good default."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QSpinBox,
    QTabBar,
    QVBoxLayout,
    QWidget,
)

from desktop.modes.duologue.dialog import DuologueFields
from desktop.modes.duologue.figures import TalksFigure
from desktop.modes.office.call_scene import SceneFields
from desktop.modes.office.day_fields import DayFields
from desktop.modes.office.figures import OfficeFigure
from desktop.modes.story.fields import StoryFields
from desktop.modes.story.offers import TalesFigure
from desktop.run.figures import CastFigure, FormatFigure, NewRunFigure, VoiceFigure
from desktop.widgets.form import FormDialog
from desktop.widgets.limits import LimitBox
from desktop.widgets.members import MemberChoice, mark
from desktop.widgets.parts import scrolled
from desktop.widgets.plain import tooltip
from desktop.widgets.themed import Looks

ROUNDTABLE, SCENE, DAY, STORY, DIALOGUE = "roundtable", "scene", "day", "story", "dialogue"
DUOLOGUE = "duologue"
TALES = (STORY, DIALOGUE)
FEWEST, MOST = 2, 30
"""Members of a roundtable, whatever is usual in its format."""


class NewRunDialog(Looks, FormDialog):
    """Everything a new run needs. Signal: `wanted(dict)` with the answers; the dialog closes when told to.

    Without an `office` it offers roundtables alone, without `tales` no stories.
    """

    wanted = Signal(object)

    def __init__(
        self,
        figure: NewRunFigure,
        parent: QWidget | None = None,
        office: OfficeFigure | None = None,
        tales: TalesFigure | None = None,
        talks: TalksFigure | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("New run"))
        self.setModal(True)
        self.resize(880, 660)
        self._figure = figure
        self._office = office or OfficeFigure()
        self._tales = tales or TalesFigure()
        self._talks = talks or TalksFigure()
        self._chose_office = False
        # What somebody chose stays; what was only offered follows what they choose.
        self._chosen: set[str] = {"voice"} if figure.firm else set()
        self._build()
        self._choose(figure)
        self._format_changed()
        self._cast_changed()
        self._voice_changed()
        self.what.setVisible(office is not None)
        for at in range(self.what.count()):
            if self.what.tabData(at) in TALES:
                self.what.setTabVisible(at, bool(self._tales.settings))
            if self.what.tabData(at) == DUOLOGUE:
                self.what.setTabVisible(at, bool(self._talks.awareness))
            if self.what.tabData(at) == self._office.what and self.what.isTabVisible(at):
                self.what.setCurrentIndex(at)
        self._what_changed()

    @property
    def _members(self) -> list[QCheckBox]:
        return self.members.boxes

    def contents(self) -> dict[QWidget, object]:
        """What stands in the fields, and the format in the list."""
        return {self.formats: self.formats.currentRow(), **super().contents()}

    def chosen(self) -> str:
        """What is to be put on: "roundtable", "scene", "day", "story", "dialogue" or "duologue"."""
        return str(self.what.tabData(max(0, self.what.currentIndex())))

    # Building -----------------------------------------------------------------------------------------------------

    def _build(self) -> None:
        self.what = QTabBar()
        self.what.setDrawBase(False)
        self.what.setExpanding(False)
        self.what.setAccessibleName(self.tr("What to put on"))
        for value, title in (
            (ROUNDTABLE, self.tr("Roundtable")),
            (SCENE, self.tr("Scene")),
            (DAY, self.tr("Day in the office")),
            (STORY, self.tr("Story")),
            (DIALOGUE, self.tr("Dialogue")),
            (DUOLOGUE, self.tr("Duologue")),
        ):
            self.what.setTabData(self.what.addTab(title), value)
        self.what.currentChanged.connect(self._what_changed)
        self.formats = QListWidget()
        self.formats.setAccessibleName(self.tr("Format"))
        self.formats.setMinimumWidth(210)
        # Rows are measured when the first is chosen, which is before the dialog is shown and dressed.
        self.formats.ensurePolished()
        for form in self._figure.formats:
            item = QListWidgetItem(form.name)
            item.setData(Qt.ItemDataRole.UserRole, form.id)
            item.setToolTip(tooltip(form.purpose))
            self.formats.addItem(item)
        self.formats.currentRowChanged.connect(self._format_changed)
        self.purpose = QLabel()
        self.purpose.setWordWrap(True)
        self.purpose.setProperty("role", "secondary")
        self.problem = QLabel()
        self.problem.setTextFormat(Qt.TextFormat.PlainText)
        self.problem.setProperty("role", "bad")
        self.problem.setWordWrap(True)
        self.problem.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        self.start = buttons.button(QDialogButtonBox.StandardButton.Ok)
        self.start.setText(self.tr("Start"))
        self.start.setProperty("primary", True)
        buttons.accepted.connect(self._ask)
        buttons.rejected.connect(self.discard)

        self._left = QWidget()
        left = QVBoxLayout(self._left)
        left.setContentsMargins(0, 0, 0, 0)
        left.addWidget(_heading(self.tr("Format")))
        left.addWidget(self.formats, 1)
        scroll = scrolled(self._right())
        columns = QHBoxLayout()
        columns.setSpacing(18)
        columns.addWidget(self._left)
        columns.addWidget(scroll, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 18, 20, 16)
        layout.addWidget(self.what)
        layout.addLayout(columns, 1)
        # Beside Start, where somebody looks who cannot press it.
        foot = QHBoxLayout()
        foot.setSpacing(14)
        foot.addWidget(self.problem, 1)
        foot.addWidget(buttons)
        layout.addLayout(foot)

    def _rows(self, form: QFormLayout, rows: tuple[tuple[str, QWidget], ...], *what: str) -> None:
        """Rows that are there only while one of `what` is chosen."""
        for title, editor in rows:
            editor.setAccessibleName(title)
            form.addRow(title, editor)
            self._only.append((what, editor))

    def _right(self) -> QWidget:
        self._only: list[tuple[tuple[str, ...], QWidget]] = []
        self.cast = QComboBox()
        self.cast.setAccessibleName(self.tr("Cast"))
        for each in self._figure.casts:
            name = self.tr("{0} · your own").format(each.name) if each.own else each.name
            self.cast.addItem(f"{name}  ({each.language})", each.id)
        self.cast.currentIndexChanged.connect(self._cast_changed)
        self.cast.activated.connect(lambda: self._settle("cast"))
        self.members = MemberChoice()
        self.members.setAccessibleName(self.tr("Members"))
        self.members.changed.connect(self._check_members)
        self.members.chosen_by_hand.connect(lambda: self._chosen.add("members"))
        self.advice = QLabel()
        self.advice.setWordWrap(True)
        self.advice.setProperty("role", "secondary")
        self.scene, self.day = SceneFields(), DayFields()
        self.scene.offer(self._office.types, self._office.kinds, self._office.exchanges)
        self.scene.type.setCurrentIndex(max(0, self.scene.type.findData("encounter")))
        self.scene.type.currentIndexChanged.connect(self._check_members)
        self.story = StoryFields(self._tales)
        self.story.setting.currentIndexChanged.connect(self._format_changed)
        self.duologue = DuologueFields(
            self._talks, self._figure.voices, self._figure.casts, lambda member: mark(member, self.theme), self
        )
        self.duologue.hide()
        self.duologue.changed.connect(self._duologue_changed)
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
        self.voice.activated.connect(lambda: self._settle("voice"))
        self.model = QComboBox()
        self.model.setEditable(True)
        self.model.setAccessibleName(self.tr("Model"))
        self.model.currentTextChanged.connect(self._check_members)
        self.model.activated.connect(lambda: self._settle("voice"))
        self.voice_note = QLabel()
        self.voice_note.setWordWrap(True)
        self.voice_note.setProperty("role", "secondary")
        right = QWidget()
        form = QFormLayout(right)
        form.setHorizontalSpacing(16)
        form.setVerticalSpacing(11)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.addRow(self.purpose)
        acted = (ROUNDTABLE, SCENE, DAY)
        self._rows(form, ((self.tr("Cast"), self.cast),), *acted)
        self._rows(form, ((self.tr("Type"), self.scene.type), (self.tr("Kind"), self.scene.kind)), SCENE)
        self._rows(form, self.day.rows(), DAY)
        self._rows(form, ((self.tr("Members"), self.members),), *acted)
        form.addRow("", self.advice)
        self._rows(form, ((self.tr("Room"), self.scene.room),), SCENE)
        self._rows(form, ((self.tr("Topic"), self.topic),), *acted)
        self._rows(form, ((self.tr("Exchange"), self.scene.exchange),), SCENE)
        for row in self.story.rows():
            self._rows(form, (row,), *((DIALOGUE,) if row[1] is self.story.partner else TALES))
        self._rows(form, self.duologue.rows(), DUOLOGUE)
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
        self.language.activated.connect(lambda: self._settle("language"))
        self.policy = QComboBox()
        for value, title in self._figure.policies:
            self.policy.addItem(title, value)
        self.turns = QSpinBox()
        self.turns.setRange(0, 1_000_000)
        self.turns.setSpecialValueText(self.tr("drawn within the format's range"))
        self.seed = QLineEdit()
        self.seed.setPlaceholderText(self.tr("Empty: by chance"))
        self.tokens, self.cost = LimitBox(2_000_000_000, 0), LimitBox(10_000, 2)
        self.fresh = QCheckBox(self.tr("Forget what earlier runs of this cast left"))
        extra = QWidget()
        form = QFormLayout(extra)
        form.setContentsMargins(0, 0, 0, 0)
        form.setHorizontalSpacing(16)
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
        self._more_form = form
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
        what = self.chosen()
        shared: dict[str, object] = {"what": what}
        if what == SCENE:
            shared |= self.scene.answers()
        elif what == DAY:
            shared |= self.day.answers()
        elif what in TALES:
            shared |= self.story.answers()
        elif what == DUOLOGUE:
            shared |= self.duologue.answers()
        return shared | {
            "format": self.format_figure().id,
            "cast": self.cast_figure().id,
            "members": self.members.chosen(),
            "topic": self.topic.currentText().strip(),
            "provider": self.voice_figure().provider,
            "model": self._model(),
            "language": self.language.currentData(),
            "policy": self.policy.currentData(),
            "turns": self.turns.value() or None,
            "seed": self.seed.text().strip(),
            "tokens": self.tokens.limit(),
            "cost": self.cost.limit(),
            "fresh": self.fresh.isChecked(),
        }

    def show_problem(self, sentence: str) -> None:
        """Say why it cannot start; the dialog stays."""
        self.problem.setText(sentence)

    def _ask(self) -> None:
        self.wanted.emit(self.answers())

    # Following ----------------------------------------------------------------------------------------------------

    def _what_changed(self) -> None:
        """Show the fields of what is chosen. To look at what else there is changes nothing that could be lost."""
        untouched = self.isVisible() and not self.changed_since_shown()
        what = self.chosen()
        self._left.setVisible(what == ROUNDTABLE)
        self.story.set_talk(what == DIALOGUE)
        for of, editor in self._only:
            self._form.setRowVisible(editor, what in of)
        self._follow_topology()
        for editor in (self.policy, self.turns):
            self._more_form.setRowVisible(editor, what == ROUNDTABLE)
        self._more_form.setRowVisible(self.fresh, what not in TALES and what != DUOLOGUE)
        self.language.setItemText(
            0, self.tr("The interface's") if what in TALES or what == DUOLOGUE else self.tr("The cast's")
        )
        line = self.topic.lineEdit()
        if line is not None:
            line.setPlaceholderText(
                self.tr("Empty: one is drawn from the cast's own topics")
                if what == ROUNDTABLE
                else self.tr("Empty: the game master chooses")
            )
        if what in (SCENE, DAY) and not self._chose_office and "cast" not in self._chosen:
            # A day is for people with desks: their cast is offered first.
            self._chose_office = True
            at = self.cast.findData(self._office.cast)
            self.cast.setCurrentIndex(at if at >= 0 else self.cast.currentIndex())
        self._format_changed()
        self._settle()
        self._offer_members()
        if untouched:
            self.compare_from_now()

    def _duologue_changed(self) -> None:
        self._follow_topology()
        self._settle()

    def _follow_topology(self) -> None:
        for editor, shown in self.duologue.shown().items():
            self._form.setRowVisible(editor, shown and self.chosen() == DUOLOGUE)

    def _format_changed(self) -> None:
        what = self.chosen()
        if what == SCENE:
            self.purpose.setText(
                self.tr("One scene: who meets where, about what. What is left open is chosen for you.")
            )
        elif what == DAY:
            self.purpose.setText(
                self.tr("From arrival to evening: a game master chooses who meets, and people remember it.")
            )
        elif what in TALES:
            self.purpose.setText(self.story.premise())
        elif what == DUOLOGUE:
            self.purpose.setText(self.duologue.purpose())
        else:
            form = self.format_figure()
            low, high = form.turns
            self.purpose.setText(
                self.tr("{0}  Usually {1} to {2} members and {3} to {4} turns.").format(
                    form.purpose, *form.members, low, high
                )
            )
            if "members" not in self._chosen:
                self._offer_members()
        self._check_members()

    def _cast_changed(self) -> None:
        cast = self.cast_figure()
        self._chosen.discard("members")
        self._offer_members()
        self.scene.offer_rooms(self._office.rooms.get(cast.id, ()))
        self.topic.clear()
        self.topic.addItem("")
        self.topic.addItems([*cast.topics, *self.format_figure().topics])
        self.topic.setCurrentIndex(0)

    def _offer_members(self) -> None:
        """Those who usually take part: as many as the format takes, all in a day; a scene's are left open."""
        cast, what = self.cast_figure(), self.chosen()
        most = {ROUNDTABLE: self.format_figure().members[1], SCENE: 0}.get(what, len(cast.members))
        self.members.offer(cast.members, [member.id for member in cast.members[:most]])
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

    def _model(self) -> str:
        return str(self.model.currentData() or self.model.currentText()).strip() if self.voice_figure().models else ""

    def _spoken(self) -> str:
        """The language in which it will be spoken."""
        if chosen := self.language.currentData():
            return str(chosen)
        if self.chosen() in TALES:
            return self.story.language()
        return self.duologue.language() if self.chosen() == DUOLOGUE else self.cast_figure().language

    def _settle(self, chosen: str = "") -> None:
        """Let what was only offered follow what somebody chose, so that all goes together where it can."""
        if chosen:
            self._chosen.add(chosen)
        language, voice = self._spoken(), self.voice_figure()
        if voice.problem or not voice.speaks(language, self._model()):
            if (model := voice.fluent(language)) is not None and chosen != "voice":
                # Another model of the same voice speaks it.
                self.model.setCurrentIndex(self.model.findData(model))
            elif "voice" not in self._chosen or (voice.problem and chosen != "voice"):
                self._offer_voice(language)
            elif "cast" not in self._chosen and self.chosen() in (ROUNDTABLE, SCENE, DAY) and not voice.problem:
                self._offer_cast(voice)
        self._check_members()

    def _offer_voice(self, language: str) -> None:
        """The voice that was wished for, else the last that can be used: it costs nothing."""
        voices = self._figure.voices
        usual = [voice for voice in voices if voice.provider == self._figure.voice]
        for voice in (*usual, *reversed(voices)):
            if (model := voice.fluent(language)) is not None:
                self.voice.setCurrentIndex(voices.index(voice))
                if model:
                    self.model.setCurrentIndex(self.model.findData(model))
                return

    def _offer_cast(self, voice: VoiceFigure) -> None:
        """The cast in the voice's language: the same people where they are there in both, else the first."""
        casts, now = self._figure.casts, self.cast_figure()
        speaks = [cast for cast in casts if voice.speaks(cast.language, self._model())]
        same = [cast for cast in speaks if cast.id.removesuffix("-de") == now.id.removesuffix("-de")]
        if same or speaks:
            self.cast.setCurrentIndex(casts.index((same or speaks)[0]))

    def _check_members(self) -> None:
        """Say at once what does not fit, and hold the start back."""
        count = len(self.members.chosen())
        low, high = self.format_figure().members
        unusual = self.chosen() == ROUNDTABLE and not low <= count <= high
        self._form.setRowVisible(self.advice, unusual)
        self.advice.setText(
            self.tr("{0} are chosen; a {1} usually has {2} to {3}.").format(count, self.format_figure().name, low, high)
        )
        sentence = self._unfit(count)
        if not sentence and self.voice_figure().problem:
            sentence = self.voice_figure().problem
        elif not sentence and self._foreign():
            sentence = (
                self.tr("This voice does not speak the story's language: choose another voice or language.")
                if self.chosen() in TALES
                else self.tr("This voice does not speak the language of the talk: choose another voice or language.")
                if self.chosen() == DUOLOGUE
                else self.tr("This voice does not speak the cast's language: choose another voice or cast.")
            )
        self.problem.setText(sentence)
        self.start.setAccessibleDescription(sentence)
        self.start.setEnabled(not sentence)

    def _foreign(self) -> bool:
        """Whether somebody would have to speak a language that their voice does not."""
        language = self._spoken()
        if self.chosen() == DUOLOGUE and self.duologue.foreign(language):
            return True
        return not self.voice_figure().speaks(language, self._model())

    def _unfit(self, chosen: int) -> str:
        """Why so many members cannot be; empty where they can."""
        what = self.chosen()
        if what in TALES:
            return "" if self.story.setting_figure() else self.story.premise()
        if what == DUOLOGUE:
            return self.duologue.problem()
        if what == SCENE:
            return self.scene.problem(chosen)
        if what == DAY:
            return "" if chosen > 1 else self.tr("A day in the office needs at least two members.")
        if chosen < FEWEST:
            return self.tr("A roundtable needs at least two members.")
        return "" if chosen <= MOST else self.tr("A roundtable has at most {0} members.").format(MOST)


def _heading(text: str) -> QLabel:
    label = QLabel(text)
    label.setProperty("role", "strong")
    return label
