"""The pages of the editor that are forms: fields that write into the draft."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import QCoreApplication, QSize, Qt, Signal
from PySide6.QtWidgets import QComboBox, QLabel, QWidget

from parley.core.cast.colours import PALETTE
from parley.core.office.plan import Plan
from parley.desktop.cast_editor.draft import CastDraft, MemberDraft, find_books_in
from parley.desktop.cast_editor.model import Fault, list_desks
from parley.desktop.cast_editor.view.bars import button
from parley.desktop.new_run.figures import VoiceFigure
from parley.desktop.new_run.model_menu import ModelMenu
from parley.desktop.run.figures import MemberFigure
from parley.desktop.run.words import word
from parley.desktop.widgets.avatar import avatar_icon
from parley.desktop.widgets.forms.editors import answer, fill, put, say
from parley.desktop.widgets.forms.field import Field
from parley.desktop.widgets.forms.form import Form
from parley.desktop.widgets.language import current
from parley.desktop.widgets.layouts import STRETCH, hbox, vbox
from parley.desktop.widgets.themed import Themed

WIDE = 9
"""Letters of a field's title before it wraps."""
TEXT, LIST = "growing", "growing"
"""Paragraphs, and an entry a line."""
OLDEST = 2_000
translate = QCoreApplication.translate
FACE = 56
"""Pixels of a face at a text scale of 1."""


def format_fault(fault: Fault | None) -> tuple[str, str, str]:
    """Return a fault as a form says it, marked by a sign and not by its colour alone: sentence, role and sign."""
    if fault is None:
        return "", "bad", ""
    return fault.sentence, *(("small", "△ ") if fault.warning else ("bad", "✕ "))


def get_figure_of(member: MemberDraft) -> MemberFigure:
    """Return a member as avatars show them; a colour that is half typed cannot be painted."""
    colour = member.given or member.values["colour"]
    whole = len(colour) == 7 and all(character in "0123456789abcdefABCDEF" for character in colour[1:])
    initial = member.values["letter"] or member.name[:1].upper()
    shown = colour if not colour.startswith("#") or whole else ""
    # By key: while they are typed ids may be empty, or those of others.
    return MemberFigure(str(member.key), member.name, initial[:2], shown, portrait=member.values["portrait"])


class FaultLabel(QLabel):
    """A fault that stands at no field of a form; gone while all is well."""

    def __init__(self) -> None:
        super().__init__()
        self.setWordWrap(True)
        self.hide()

    def show_fault(self, fault: Fault | None) -> None:
        """Show a fault, or none."""
        sentence, role, sign = format_fault(fault)
        say(self, sign + sentence, role)


class FormPage(QWidget):
    """A form over the draft of a member or of the cast.

    Attributes: `form`. Signal: `edited(name)` when a person changed something; by then it stands in the draft.
    """

    edited = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._values: dict[str, Any] = {}  # the draft's own, not a copy
        self.form = Form(wide=WIDE, across=14, down=10)
        self.form.rows.setLabelAlignment(Qt.AlignmentFlag.AlignLeft)
        self.form.changed.connect(self._store_value)
        self.column = vbox(self.form, within=self, margins=(2, 12, 12, 12), spacing=12)

    def note(self, text: str = "") -> QLabel:
        """Return a row that explains."""
        return self.form.add_note(text, "small")

    def show_subject(self, values: dict[str, Any]) -> None:
        """Show a draft's values; what is typed from here on is written into them."""
        self._values = values
        for name, box in self.form.editors.items():
            if isinstance(box, QComboBox) and not box.isEditable() and box.findData(values[name]) < 0:
                # A value that is not among the choices becomes one.
                box.addItem(values[name], values[name])
        self.form.show_values({name: values[name] for name in self.form.editors})

    def show_member(self, draft: CastDraft, member: MemberDraft) -> None:
        """Show a member; what is typed from here on is theirs."""
        self.show_subject(member.values)

    def show_faults(self, faults: Mapping[str, Fault]) -> None:
        """Show what is wrong at each field."""
        for name in self.form.editors:
            self.form.show_fault(name, *format_fault(faults.get(name)))

    def focus(self, field: str) -> None:
        """Give the keyboard to the field of that name, else to the first."""
        editors = self.form.editors
        editors.get(field, next(iter(editors.values()))).setFocus(Qt.FocusReason.OtherFocusReason)

    def _store_value(self, name: str) -> None:
        self._values[name] = answer(self.form.editors[name])
        self.edited.emit(name)


class FaceField(Themed, QWidget):
    """A member's face, and a picture of one's own for it. Signal: `wanted(what)`, "portrait" or "no_portrait"."""

    wanted = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._member = MemberFigure("", "", "", "")
        self.face = QLabel()
        self.face.setToolTip(self.tr("Drop a PNG or a JPEG upon a face, here or in the list."))
        self.choose, self.remove = button(self.tr("Picture…")), button(self.tr("Remove the picture"), "quiet")
        self.choose.clicked.connect(lambda: self.wanted.emit("portrait"))
        self.remove.clicked.connect(lambda: self.wanted.emit("no_portrait"))
        hbox(self.face, self.choose, self.remove, STRETCH, within=self, margins=0, spacing=10)

    def show_face(self, member: MemberFigure) -> None:
        """Show a member's face."""
        self._member = member
        self.remove.setVisible(bool(member.portrait))
        self._apply_theme()

    def _apply_theme(self) -> None:
        side = round(FACE * self.scale)
        self.face.setPixmap(avatar_icon(self._member, self.theme).pixmap(QSize(side, side), self.devicePixelRatioF()))


class PersonaPage(Themed, FormPage):
    """Everything about a person that is not their voice or their colleagues."""

    def __init__(self, plans: Mapping[str, Plan]) -> None:
        super().__init__()
        self._plans, form = plans, self.form
        self.face = FaceField()
        form.rows.addRow(self.tr("Face"), self.face)
        form.add(Field(name="name", title=self.tr("Name")))
        form.add(Field(name="id", title=self.tr("Id"), empty=self.tr("made from the name")))
        form.add(Field(name="role", title=self.tr("Role"), empty=self.tr("what they do here")))
        age = form.add(Field(name="age", title=self.tr("Age"), kind="int", high=OLDEST, optional=True, empty="–"))
        age.setMaximumWidth(age.sizeHint().width() + 24)
        form.add(Field(name="pronouns", title=self.tr("Pronouns")))
        leads = self.tr("Coordinator")
        opens = self.tr("Opens the formats that are opened by a coordinator, such as a standup.")
        form.add(Field(name="coordinator", title=leads, kind="bool", label=leads, description=opens))
        self.desk = form.add(Field(name="desk", title=translate("DeskPage", "Desk"), kind="choice", choices=()))
        palette = (("", self.tr("Automatic: one that is free")), *((colour, word(colour)) for colour in PALETTE))
        self.colour = form.add(Field(name="colour", title=self.tr("Colour"), kind="open", choices=palette))
        form.add(Field(name="letter", title=self.tr("Letter"), empty=self.tr("the name's first")))
        for name, title_, kind, hint in (
            ("identity", self.tr("Identity"), TEXT, self.tr("who they are, spoken to as 'you'")),
            ("biography", self.tr("Biography"), TEXT, ""),
            ("personality", self.tr("Personality"), TEXT, ""),
            ("working_style", self.tr("Working style"), TEXT, ""),
            ("tone", self.tr("Tone"), "text", self.tr("dry, warm, in a hurry …")),
            ("quirk", self.tr("Quirk"), "text", self.tr("what they do again and again")),
            ("private_life", self.tr("Private life"), TEXT, ""),
            ("favourite_games", self.tr("Favourite games"), LIST, self.tr("one a line")),
            ("lines", self.tr("Signature lines"), LIST, self.tr("one a line, as they would say it")),
            (
                "tools",
                self.tr("Tools"),
                "list",
                self.tr("a server of tools, one tool of it (files.read_file), a function"),
            ),
            ("directive", self.tr("Directive"), TEXT, self.tr("anything else the voice should be told")),
        ):
            form.add(Field(name=name, title=title_, kind=kind, empty=hint))
        self.column.addStretch(1)
        self._apply_theme()

    def show_member(self, draft: CastDraft, member: MemberDraft) -> None:
        """Show a member; what is typed from here on is theirs."""
        assert isinstance(self.desk, QComboBox)
        before = self.form.blockSignals(True)  # filling is no edit
        fill(self.desk, list_desks(self._plans.get(draft.values["plan"]), draft, member))
        self.form.blockSignals(before)
        super().show_member(draft, member)
        self.face.show_face(get_figure_of(member))

    def _apply_theme(self) -> None:
        """Show each colour of the palette as it looks in this theme."""
        assert isinstance(self.colour, QComboBox)
        for at, colour in enumerate(PALETTE, 1):  # 0 is "Automatic"
            self.colour.setItemIcon(at, avatar_icon(MemberFigure("", "", "", colour), self.theme))


class VoicePage(FormPage):
    """The run's voice, or one of their own: provider, model, address, temperature.

    Signal: `models_wanted(provider)`, when somebody opens the menu of a server's models.
    """

    models_wanted = Signal(str)

    def __init__(self, voices: Sequence[VoiceFigure]) -> None:
        super().__init__()
        self._voices = {voice.provider: voice for voice in voices}
        theirs = self.tr("their own: {0}")
        offered = (("", self.tr("the voice of the run")), *((one.provider, theirs.format(one.title)) for one in voices))
        self.form.add(Field(name="voice.provider", title=self.tr("Speaks with"), kind="choice", choices=offered))
        self.about = self.note()
        self.model = ModelMenu()
        self.model.opened.connect(self._ask_models)
        self.form.add(Field(name="voice.model", title=self.tr("Model"), kind="open"), self.model)
        self.form.add(Field(name="voice.base_url", title=self.tr("Server"), empty="http://127.0.0.1:8080"))
        title, usual = self.tr("Temperature"), self.tr("what the talk asks for")
        own = Field(name="voice.temperature", title=title, kind="float", high=2, step=0.05, optional=True, empty=usual)
        self.form.add(own)
        self.temperature_note = self.note(self.tr("From 0 (sober) over 1 (lively) to 2 (wild)."))
        self.column.addStretch(1)

    def show_subject(self, values: dict[str, Any]) -> None:
        """Show a member's voice; what is typed from here on is theirs."""
        super().show_subject(values)
        self._update_rows()

    def show_models(self, voice: VoiceFigure) -> None:
        """Show the models that a voice has by now."""
        self._voices[voice.provider] = voice
        if self._values.get("voice.provider") == voice.provider:  # somebody else may be shown by now
            self._update_about()
            self._fill_models(voice)

    def show_problem(self, provider: str, sentence: str) -> None:
        """Say why a server does not tell its models; what it is called can be written."""
        if self._values.get("voice.provider") == provider:
            self.about.setText(f"△ {sentence}")

    def _ask_models(self) -> None:
        provider = self._values.get("voice.provider") or ""
        if provider in self._voices:  # a provider whose package is missing has no list
            self.models_wanted.emit(provider)

    def _update_rows(self) -> None:
        provider = self._values["voice.provider"]
        own, voice = bool(provider), self._voices.get(provider)
        self._update_about()
        if voice is not None:
            self._fill_models(voice)
        self.form.show_row("voice.model", own and (voice is None or voice.modelled))  # unknown: type the model
        self.form.show_row("voice.base_url", voice is not None and voice.servers)
        self.form.show_row("voice.temperature", own)
        self.form.rows.setRowVisible(self.temperature_note, own)

    def _update_about(self) -> None:
        """Say what the voice is, and what its model can do."""
        voice = self._voices.get(self._values["voice.provider"])
        told = self.tr("Whatever voice the run is given. Choose another for somebody who shall sound different.")
        if voice is not None:
            told = f"△ {voice.problem}" if voice.problem else voice.describe_voice(self._values["voice.model"] or "")
        self.about.setText(told)

    def _fill_models(self, voice: VoiceFigure) -> None:
        """Offer the models of a voice; what stands there stays."""
        before = self.form.blockSignals(True)  # filling is no edit
        self.model.set_models(voice.models)
        put(self.model, self._values["voice.model"] or "")
        if (line := self.model.lineEdit()) is not None:
            line.setPlaceholderText(voice.model or self.tr("the provider's default"))
        self.form.blockSignals(before)

    def _store_value(self, name: str) -> None:
        if name == "voice.provider":
            # A model of one provider means nothing to another.
            blank = {"voice.model": "", "voice.base_url": ""}
            self._values.update(blank)
            self.form.show_values(blank)
        super()._store_value(name)
        if name in {"voice.provider", "voice.model"}:
            self._update_about()
        if name == "voice.provider":  # only now: the rows depend on the stored value
            self._update_rows()


class CardPage(FormPage):
    """Scenario, reminder and greetings; whose card it is, and how much lore came with it."""

    def __init__(self) -> None:
        super().__init__()
        self.about = self.note()
        scenario = self.tr("the situation, as they know it")
        self.form.add(Field(name="card.scenario", title=self.tr("Scenario"), kind=TEXT, empty=scenario))
        reminder = self.tr("told behind every stage direction")
        self.form.add(Field(name="card.reminder", title=self.tr("Reminder"), kind=TEXT, empty=reminder))
        greetings = self.tr("first lines to choose from, a line of ===== between two")
        self.form.add(Field(name="card.greetings", title=self.tr("Greetings"), kind=TEXT, empty=greetings))
        self.lore = self.note()
        self.column.addStretch(1)

    def show_subject(self, values: dict[str, Any]) -> None:
        """Show a member's card; what is typed from here on is theirs."""
        super().show_subject(values)
        card = values["card"] or {}
        none = self.tr("Import a character card to bring a member along; what is written here makes one, too.")
        maker = self.tr("A card by {0}.").format(card["maker"]) if card.get("maker") else ""
        told = [maker or self.tr("From a character card."), card.get("notes", ""), ", ".join(card.get("tags", ()))]
        self.about.setText("\n\n".join(part for part in told if part) if card.get("file") or maker else none)
        self.lore.setText(format_lore(values))


def format_lore(values: dict[str, Any]) -> str:
    """Return how much lore a cast or a member has; it is written in the cast's file, or by the program that made the
    card.
    """
    entries = sum(len(book["entries"]) for book in find_books_in(values))
    told = QCoreApplication.translate("CardPage", "Lore: {0} entries, written in its file.")
    return told.format(entries) if entries else ""


class CastPage(FormPage):
    """What all members have in common: the cast's name, language, floor plan and topics."""

    def __init__(self, plans: Mapping[str, Plan]) -> None:
        super().__init__()
        form, spoken = self.form, (("en", "English"), ("de", "Deutsch"))
        floors = tuple((name, plan.title(current())) for name, plan in plans.items())
        form.add(Field(name="name", title=self.tr("Name")))
        form.add(Field(name="id", title=self.tr("Id"), empty=self.tr("made from the name")))
        self.id_note = self.note()
        form.add(Field(name="description", title=self.tr("Description"), kind=TEXT))
        form.add(Field(name="language", title=self.tr("Language"), kind="choice", choices=spoken))
        form.add(Field(name="plan", title=self.tr("Floor plan"), kind="choice", choices=floors))
        hint = self.tr("what they might talk about, one a line")
        form.add(Field(name="topics", title=self.tr("Topics"), kind=LIST, empty=hint))
        self.members_fault = FaultLabel()
        form.rows.addRow("", self.members_fault)
        self.lore = self.note()
        self.column.addStretch(1)

    def show_faults(self, faults: Mapping[str, Fault]) -> None:
        """Show what is wrong at each field, and with the members as a whole."""
        super().show_faults(faults)
        self.members_fault.show_fault(faults.get("members"))

    def show_cast(self, draft: CastDraft) -> None:
        """Show a cast; what is typed from here on is written into its draft."""
        self.show_subject(draft.values)
        self.lore.setText(format_lore(draft.values))
        self.form.editors["id"].setEnabled(not draft.origin)  # runs know it by its id
        self.id_note.setText(
            self.tr("Runs and memories know the cast by its id, so it stays. Duplicate the cast to have another.")
            if draft.origin
            else self.tr("The file's name, and what runs and memories know the cast by. It cannot be changed later.")
        )
