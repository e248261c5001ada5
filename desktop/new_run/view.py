"""The new-run dialog: a tab for each kind of run, its rows, and what all kinds have; everything has a good default."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QSize, QTimer, Signal
from PySide6.QtWidgets import QComboBox, QDialogButtonBox, QMenu, QPlainTextEdit, QPushButton, QSizePolicy, QWidget

from parley.desktop.new_run.cards import KindCards
from parley.desktop.new_run.figures import VoiceFigure
from parley.desktop.new_run.model import Offer
from parley.desktop.new_run.page import OfferedPage, Row
from parley.desktop.new_run.people import People
from parley.desktop.shell.notices import NoticeButton
from parley.desktop.widgets.elided import ElidedCombo
from parley.desktop.widgets.forms.dialog import FormDialog
from parley.desktop.widgets.forms.editors import answer, fill, get_label, made, named, put, say
from parley.desktop.widgets.forms.field import Field
from parley.desktop.widgets.forms.form import form_layout
from parley.desktop.widgets.language import said
from parley.desktop.widgets.layouts import STRETCH, hbox, vbox
from parley.desktop.widgets.mending import MendRow
from parley.desktop.widgets.parts import Scrolled
from parley.desktop.widgets.plain import escape_amp, make_tip
from parley.desktop.widgets.themed import set_look

MARGIN, GAP = 20, 18
LOOK_MS = 350
"""How long nothing was changed before what it comes to is reckoned."""
SENT = 220
"""Pixels of what is sent first."""


class NewRunDialog(FormDialog):
    """Everything a new run needs. Signals: `wanted(dict)` with the answers (the dialog closes when told to),
    `later_wanted(dict)`, which puts it into the queue, and `preview_wanted(dict)`, when somebody has stopped choosing
    for a moment: how long and dear it will be is told then. `watch_wanted(id)` has a written run of the kind begin
    instead.

    Attributes: `offer`; `pages` by the name of the kind; `people`, the rows of those that a cast plays.
    """

    wanted = Signal(object)
    later_wanted = Signal(object)
    preview_wanted = Signal(object)
    watch_wanted = Signal(str)

    def __init__(
        self,
        offer: Offer,
        kinds: Sequence[OfferedPage],
        what: str = "",
        parent: QWidget | None = None,
    ) -> None:
        """`kinds` are what may be asked for, each with its page and what that offers; `what` is turned to at first."""
        super().__init__(parent)
        self.setWindowTitle(self.tr("New run"))
        self.setModal(True)
        room = parent.size() if parent is not None else QSize(920, 760)
        self.resize(920, min(760, max(620, room.height() - 48)))
        self.offer = offer
        # What somebody chose stays; what was only offered follows what they choose.
        self._chosen: set[str] = {"voice"} if offer.firm else set()
        self._proposed = ""
        self.people = People(offer, self)
        self.pages = {kind.name: page(kind, offer, self.people, offered, self) for kind, page, offered in kinds}
        self._page = next(iter(self.pages.values()))
        self._looks = QTimer(self, singleShot=True, interval=LOOK_MS)
        self._looks.timeout.connect(lambda: self.preview_wanted.emit(self.get_answers()))
        self._build_widgets()
        put(self.voice, offer.voice)  # the signals below are not connected yet
        for page in self.pages.values():
            page.changed.connect(self._check_form)
            page.settled.connect(self._sync_choices)
        self.people.cast_changed.connect(self._cast_changed)
        self.people.settled.connect(self._sync_choices)
        self.people.changed.connect(self._check_form)
        # The preview of what is sent names the topic, whichever voice speaks.
        self.people.topic_chosen.connect(self._sync_choices if offer.own else self._check_form)
        self._offer_topics()
        if what in self.pages:
            self.what.setCurrentIndex(list(self.pages).index(what))
        self.what.currentChanged.connect(self._show_chosen_fields)
        self._voice_changed()
        self._show_chosen_fields()
        if self._page.has_cast:
            self.people.topic.setFocus()

    def get_contents(self) -> dict[QWidget, object]:
        """Return what stands in the fields, and what else a page has."""
        own = {widget: content for page in self.pages.values() for widget, content in page.get_contents().items()}
        return {**own, **super().get_contents()}

    def get_kind(self) -> str:
        """Return the kind of run that is to be put on."""
        return list(self.pages)[max(0, self.what.currentIndex())]

    # Building -----------------------------------------------------------------------------------------------------

    def _build_widgets(self) -> None:
        self.what = KindCards()
        self.what.setAccessibleName(self.tr("What to put on"))
        speaks = self.offer.language
        for page in self.pages.values():
            self.what.add(page.kind.title.text(speaks), said(page.kind.told(speaks)), page.kind.icon)
        self.purpose, self.problem = get_label(), get_label(role="bad")
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        self.start = buttons.button(QDialogButtonBox.StandardButton.Ok)
        self.start.setText(self.tr("Start"))
        self.start.setProperty("primary", True)
        self.later = QPushButton(self.tr("Later"))
        self.later.setAutoDefault(False)
        self.later.setToolTip(self.tr("Put it into the queue: a worker plays it when its turn comes"))
        self.later.clicked.connect(lambda: self.later_wanted.emit(self.get_answers()))
        buttons.addButton(self.later, QDialogButtonBox.ButtonRole.ActionRole)
        buttons.accepted.connect(lambda: self.wanted.emit(self.get_answers()))
        buttons.rejected.connect(self.discard)
        self.watch = QPushButton(self.tr("Watch a written one"))
        self.watch.setAutoDefault(False)
        self.watch.setProperty("quiet", True)
        self.watch.setToolTip(self.tr("Runs of this kind that were written by hand; they need no model"))
        self._written = QMenu(self.watch)
        self._written.setToolTipsVisible(True)
        self.watch.setMenu(self._written)
        beside = [page.beside for page in self.pages.values() if page.beside is not None]
        columns = hbox(*beside, (Scrolled(self._build_form_rows()), 1), spacing=GAP)
        # Beside Start, where one looks who finds it disabled.
        self._mends: Callable[[VoiceFigure], Sequence[NoticeButton]] = lambda _voice: ()
        self._mending = MendRow()
        foot = hbox((self.problem, 1), self._mending, self.watch, buttons, spacing=14)
        vbox(self.what, (columns, 1), foot, within=self, margins=(MARGIN, 18, MARGIN, 16))

    def _build_form_rows(self) -> QWidget:
        right = QWidget()
        self._form = form_layout(right)
        self._form.addRow(self.purpose)
        self._own = merge_rows([page.list_rows() for page in self.pages.values()])
        for title, editor in self._own:
            self._form.addRow(title, editor)
        self.voice, self.model, self.voice_note = ElidedCombo(), ElidedCombo(), get_label()
        # As high as its lines are in this width, not in the narrow one that QLabel assumes.
        room = self.voice_note.sizePolicy()
        room.setVerticalPolicy(QSizePolicy.Policy.Ignored)
        self.voice_note.setSizePolicy(room)
        fill(self.voice, [(voice.provider, voice.title) for voice in self.offer.voices])
        self.model.setEditable(True)
        for title, editor in ((self.tr("Voice"), self.voice), (self.tr("Model"), self.model)):
            named(editor, title)
            self._form.addRow(title, editor)
        self._form.addRow("", self.voice_note)
        self.length = get_label()
        named(self.length, self.tr("Length and money"))
        self._form.addRow(self.tr("Length and money"), self.length)
        self.first, self.sent = QPushButton(self.tr("What is sent first"), autoDefault=False), QPlainTextEdit()
        self.first.setCheckable(True)
        set_look(self.first, quiet=True, example=True)
        self.sent.setReadOnly(True)
        self.sent.setMinimumHeight(SENT)
        named(self.sent, self.tr("What is sent first"))
        self.sent.hide()
        self.first.toggled.connect(self.sent.setVisible)
        # What has the keyboard is scrolled into sight.
        self.first.toggled.connect(lambda on: (self.sent if on else self.first).setFocus())
        self._form.addRow("", hbox(self.first, STRETCH))
        self._form.addRow(self.sent)
        self.voice.currentIndexChanged.connect(self._voice_changed)
        self.model.currentTextChanged.connect(self._check_form)
        self.model.currentTextChanged.connect(lambda _text: self._tell_voice())
        for box in (self.voice, self.model):
            box.activated.connect(lambda: self._sync_choices("voice"))
        self.more = QPushButton(self.tr("More…"))
        self.more.setCheckable(True)
        self.more.setAutoDefault(False)
        self.more.setProperty("quiet", True)
        self.more.toggled.connect(lambda on: self.more.setText(self.tr("Less") if on else self.tr("More…")))
        self._form.addRow("", hbox(self.more, STRETCH))
        extra = QWidget()
        extra.hide()
        self.more.toggled.connect(extra.setVisible)
        self._form.addRow(extra)
        self._more_form = form_layout(extra, down=-1)
        languages = (("", self.tr("The cast's")), ("en", "English"), ("de", "Deutsch"))
        money = self.tr("Most money ($)")
        shared = (
            Field(name="language", title=self.tr("Language"), kind="choice", choices=languages),
            Field(name="seed", title=self.tr("Seed"), empty=self.tr("Empty: by chance")),
            Field(name="tokens", title=self.tr("Most tokens"), kind="budget", high=2_000_000_000),
            Field(name="cost", title=money, kind="budget", high=10_000, extra={"decimals": 2}),
        )
        self.shared = {field.name: made(field) for field in shared}
        language = self.shared["language"]
        assert isinstance(language, QComboBox)
        self.language = language
        self.language.activated.connect(lambda: self._sync_choices("language"))
        remember = Field(
            name="remember",
            title=self.tr("Remembers"),
            kind="open",
            choices=(
                ("cast", self.tr("What this cast's own talks left")),
                ("none", self.tr("Nothing of earlier runs")),
            ),
            empty=self.tr("Ids of runs, with commas"),
        )
        self.remember = made(remember)
        self._own_more = merge_rows([page.list_more_rows() for page in self.pages.values()])
        of_language, *others = [(field.title, self.shared[field.name]) for field in shared]
        for title, editor in (of_language, *self._own_more, *others, (remember.title, self.remember)):
            self._more_form.addRow(title, editor)
        return right

    # Answers ------------------------------------------------------------------------------------------------------

    def build_voice_figure(self) -> VoiceFigure:
        """Return the chosen voice."""
        return self.offer.voices[max(0, self.voice.currentIndex())]

    def get_answers(self) -> dict[str, Any]:
        """Return what was chosen: `what` kind of run, and the rest by the names of its request's fields."""
        page = self._page
        of_cast = self.people.get_answers() | {"remember": _split_names(answer(self.remember))} if page.has_cast else {}
        return {
            "what": self.get_kind(),
            **of_cast,
            **page.answers(),
            **{name: answer(editor) for name, editor in self.shared.items()},
            "voice": {"provider": self.build_voice_figure().provider, "model": self._model()},
        }

    def put(self, answers: Mapping[str, Any]) -> None:
        """Choose what was answered before, as far as it is there still; it stays, as if somebody had chosen it."""
        what = str(answers.get("what", ""))
        if what in self.pages:
            self.what.setCurrentIndex(list(self.pages).index(what))
        page, voice = self._page, answers.get("voice")
        if isinstance(voice, Mapping) and self.voice.findData(voice.get("provider")) >= 0:
            put(self.voice, voice["provider"])
            if voice.get("model") and self.build_voice_figure().models:  # else there is no field for it
                put(self.model, str(voice["model"]))
            self._chosen.add("voice")
        for name, editor in self.shared.items():
            with suppress(TypeError, ValueError, OverflowError):  # answers may come from somebody else's log
                put(editor, answers.get(name) if name in ("tokens", "cost") else answers.get(name) or "")
        if answers.get("language"):
            self._chosen.add("language")
        put(self.remember, ",".join(answers.get("remember") or ("cast",)))
        page.set_answers(answers)
        if page.has_cast:
            # After the page, whose format may have chosen members.
            self.people.set_answers(answers)
        # Once more: fields that name a person of the cast have their choices only now.
        page.set_answers(answers)
        self._check_form()
        cast = str(answers.get("cast") or "")
        if cast and cast not in [each.id for each in self.people.casts]:
            self.show_problem(self.tr("The cast “{0}” is not here any more: another one is chosen.").format(cast[:60]))

    def show_problem(self, sentence: str, mends: Sequence[NoticeButton] = ()) -> None:
        """Say why it cannot start, with what mends it; the dialog stays."""
        self.problem.setText(sentence)
        self._mending.show_mends(mends)

    def show_length(self, told: str, sent: str = "") -> None:
        """Say how long and dear it will be, and show what is sent first; of what does not fit together nothing is
        known.
        """
        self.length.setText(told or "–")
        self.sent.setPlainText(sent)

    def use_mends(self, mends: Callable[[VoiceFigure], Sequence[NoticeButton]]) -> None:
        """Set the function that finds what can be done about a voice that cannot be used."""
        self._mends = mends
        self._check_form()

    def show_voices(self, voices: tuple[VoiceFigure, ...]) -> None:
        """Show the present voices; what is chosen stays chosen."""
        untouched = self.isVisible() and not self.changed_since_shown()  # asked first: filling in changes fields
        chosen, model = self.voice.currentData(), self._model()
        before = self.voice.blockSignals(True)  # _voice_changed() follows once, when all is in
        self.offer = replace(self.offer, voices=voices)
        fill(self.voice, [(voice.provider, voice.title) for voice in voices])
        put(self.voice, chosen)
        self.voice.blockSignals(before)
        self._voice_changed()
        if model and self.build_voice_figure().models:  # _voice_changed() took the usual one
            put(self.model, model)
        if untouched:
            self.compare_from_now()  # what the program filled in is no change of a person's

    # Following ----------------------------------------------------------------------------------------------------

    def _show_chosen_fields(self) -> None:
        """Show the fields of what is chosen. To look at what else there is changes nothing that could be lost."""
        untouched = self.isVisible() and not self.changed_since_shown()
        before, self._page = self._page, self.pages[self.get_kind()]
        page = self._page
        if page is not before and (isinstance(page, type(before)) or isinstance(before, type(page))):
            # Kinds that are nearly the same go on with what was chosen.
            for name in page.editors.keys() & before.editors.keys():
                put(page.editors[name], answer(before.editors[name]))
        for each in self.pages.values():
            if each.beside is not None:
                each.beside.setVisible(each is page)
        mine = {editor for _title, editor in page.list_more_rows()}
        for _title, editor in self._own_more:
            self._more_form.setRowVisible(editor, editor in mine)
        self._more_form.setRowVisible(self.remember, page.has_cast)
        self.language.setItemText(0, page.usual_language())
        page.enter_page()
        self._sync_choices()
        if untouched:
            self.compare_from_now()

    def _cast_changed(self) -> None:
        self._page.enter_page()
        self._offer_topics()
        self._proposed = ""  # offer_topics() has chosen none
        if self.offer.own:
            self._sync_choices()

    def _offer_topics(self) -> None:
        self.people.offer_topics(topic for page in self.pages.values() for topic in page.list_topics())

    def _voice_changed(self) -> None:
        voice = self.build_voice_figure()
        self.model.clear()
        fill(self.model, voice.models)
        put(self.model, voice.model if voice.models else "")
        self._form.setRowVisible(self.model, bool(voice.models))
        self._tell_voice()
        self._check_form()

    def _tell_voice(self) -> None:
        voice = self.build_voice_figure()
        told = voice.problem or voice.describe_voice(self._model())
        own = next((each for each in self.offer.voices if each.provider == self.offer.own), None)
        if own is not None and own is not voice and own.speaks(self.get_language()):
            told = " ".join((told, self.tr("A topic of your own is for the model."), own.describe_voice()))
        say(self.voice_note, told, "bad" if voice.problem else "secondary", stays=True)

    def _model(self) -> str:
        return str(answer(self.model)) if self.build_voice_figure().models else ""

    def get_language(self) -> str:
        """Return the language in which it will be spoken."""
        return str(self.language.currentData() or self._page.get_language())

    def _sync_choices(self, chosen: str = "") -> None:
        """Let what was only offered follow what somebody chose, so that all goes together where it can."""
        if chosen:
            self._chosen.add(chosen)
        if self.offer.own:
            self._propose_topic()
        language, voice = self.get_language(), self.build_voice_figure()
        if voice.problem or not voice.speaks(language, self._model()):
            if (model := voice.find_model(language)) is not None and chosen != "voice":
                # Another model of the same voice speaks it; but a voice that was just chosen keeps its model.
                put(self.model, model)
            elif "voice" not in self._chosen or (voice.problem and chosen != "voice"):
                self._offer_voice(language)
            elif "cast" not in self.people.chosen and self._page.has_cast and not voice.problem:
                self._offer_cast(voice)
        self._check_form()

    def _propose_topic(self) -> None:
        """Offer a topic that is written and the voice that says it; the model for any other topic, and where nothing is
        written."""
        page, topic = self._page, self.people.topic
        if answer(topic) == self._proposed:  # what somebody typed stays
            self._proposed = next(filter(page.is_written, self.people.figure().written), "")
            put(topic, self._proposed)
        if "voice" not in self._chosen:
            put(self.voice, self.offer.voice if page.is_written(str(answer(topic))) else self.offer.own)
        self._tell_voice()

    def _offer_voice(self, language: str) -> None:
        """Offer the voice that was wished for, else the last that can be used, because it costs nothing."""
        usual = [voice for voice in self.offer.voices if voice.provider == self.offer.voice]
        for voice in (*usual, *reversed(self.offer.voices)):  # list_voices() has what is free last
            if (model := voice.find_model(language)) is not None:
                put(self.voice, voice.provider)
                if model:
                    put(self.model, model)
                return

    def _offer_cast(self, voice: VoiceFigure) -> None:
        """Offer the cast in the voice's language: the same people where they are there in both, else the first."""
        now = self.people.figure().id.removesuffix("-de")  # shipped casts: "startup" and "startup-de"
        speaks = [cast.id for cast in self.people.casts if voice.speaks(cast.language, self._model())]
        if speaks:
            self.people.choose(min(speaks, key=lambda cast: cast.removesuffix("-de") != now))

    def _offer_written(self) -> None:
        """Offer the written runs of the chosen kind, those of its format first."""
        format_ = self._page.answers().get("format", "")  # only a roundtable has one
        self._written.clear()
        found = [each for each in self.offer.written if each.kind == self.get_kind()]
        for each in sorted(found, key=lambda each: each.format != format_):
            action = self._written.addAction(escape_amp(each.title))
            action.setToolTip(make_tip(each.detail))
            action.triggered.connect(lambda _on=False, run=each.id: self.watch_wanted.emit(run))
        self.watch.setVisible(bool(found))

    def _check_form(self) -> None:
        """Show what belongs to what is chosen, say at once what does not fit, and hold the start back."""
        self._offer_written()
        page, language = self._page, self.get_language()
        self.purpose.setText(page.get_purpose())
        mine, shown = {editor for _title, editor in page.list_rows()}, page.map_shown_rows()
        for _title, editor in self._own:
            self._form.setRowVisible(editor, editor in mine and shown.get(editor, True))
        sentence = page.find_problem() or self.build_voice_figure().problem
        if not sentence and (page.foreign(language) or not self.build_voice_figure().speaks(language, self._model())):
            sentence = page.explain_unspoken()
        voice = self.build_voice_figure()
        self.show_problem(sentence, self._mends(voice) if sentence and sentence == voice.problem else ())
        self.start.setAccessibleDescription(sentence)  # tells screen readers why it is disabled
        for button in (self.start, self.later):
            button.setEnabled(not sentence)
        if sentence:
            self._looks.stop()
            self.show_length("")
        else:
            self._looks.start()


def _split_names(text: Any) -> list[str]:
    """Return the names in a list with commas."""
    return [each.strip() for each in str(text or "").split(",") if each.strip()]


def merge_rows(lists: list[Any]) -> list[Row]:
    """Return the rows of all pages, each once, in an order that goes with that of every page."""
    found: list[Row] = []
    for rows in lists:
        at = 0
        for row in rows:
            if row[1] not in [editor for _title, editor in found]:  # rows of the cast are the same widgets on all pages
                named(row[1], row[0])
                found.insert(at, row)
            at = [editor for _title, editor in found].index(row[1]) + 1
    return found
