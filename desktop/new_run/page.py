"""What each kind of run asks in the new-run dialog: a page a kind, by name, from the modes that there are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError
from PySide6.QtCore import QCoreApplication, QObject, Signal
from PySide6.QtWidgets import QComboBox, QWidget

from parley.core.base.errors import ParleyError, UsageError
from parley.core.base.registry import late
from parley.core.engine.mode_spec import MODES
from parley.core.engine.run_request import CastRequest, RequestSpec, RunRequest, request_specs
from parley.desktop.modes.registry import view_class
from parley.desktop.new_run.model import Offer, language, policies
from parley.desktop.new_run.people import People
from parley.desktop.widgets.forms.editors import answer, changes, fill, made, named, put
from parley.desktop.widgets.forms.field import Field, get_fields_of, get_title_of
from parley.desktop.widgets.language import said

if TYPE_CHECKING:
    from parley.core.log.config import RunConfig
    from parley.core.studio.studio import Studio
    from parley.desktop.new_run.figures import VoiceFigure

translate = QCoreApplication.translate
Row = tuple[str, QWidget]
"""A title and what stands beside it."""


class RunPage(QObject):
    """One kind of run: its rows, and what becomes of the answers.

    Attributes: `kind`, what may be asked for; `editors` of its fields by name; `beside`, what stands left of the form;
    `log`, the id or the file of the run that is `recalled`.
    Signals: `changed()`, when what fits may have changed; `settled(what)`, when somebody chose something that what was
    only offered follows ("" for a language or a person); `models_wanted(provider)`, when somebody opens the menu of the
    models of a voice that is not the run's.
    """

    changed = Signal()
    settled = Signal(str)
    models_wanted = Signal(str)
    memory = ""
    """Under what its answers are remembered, where another kind begins with them too; empty: its own name."""
    has_cast = False
    """Whether its people are members of a cast, chosen in the rows that such kinds have in common."""
    beside: QWidget | None = None

    def __init__(
        self, kind: RequestSpec, offer: Offer, people: People, offered: Any, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.kind = kind
        self.offer = offer
        self.people = people
        self.editors: dict[str, QWidget] = {}
        self.fields: dict[str, Field] = {}
        self.log = ""
        self.build_form(offered)  # before signals are connected: filling in is no change
        for editor in self.editors.values():
            changes(editor).connect(self._emit_changed)

    def _emit_changed(self) -> None:
        self.changed.emit()  # the editors' signals have arguments, this one none

    @classmethod
    def collect_offer(cls, studio: Studio, last: Mapping[str, Any]) -> Any:
        """Return what there is to choose; `last` is what was answered the last time. Called in a thread."""
        return None

    def request(self, answers: Mapping[str, Any]) -> RunRequest:
        """Return the request of what was asked for. Raises `UsageError` and its kin."""
        return self.kind.model(**answers)

    @classmethod
    def kept(cls, answers: Mapping[str, Any]) -> dict[str, Any]:
        """Return what of the answers is offered the next time."""
        return {name: answers[name] for name in ("cast",) if name in answers}

    @classmethod
    def talk_with(cls, partner: str, setting: str = "") -> Mapping[str, Any] | None:
        """Return what is answered where somebody wants to talk with someone (as a request names them; empty: somebody),
        in a setting or in their own; None: not in this kind of run.
        """
        return None

    def offer_person(self, named: str, config: RunConfig, member: str) -> None:
        """Offer somebody as they are in a run's log, by what a request names them."""

    @classmethod
    def list_faults(cls, offered: Any) -> Sequence[ParleyError]:
        """Return what of it could not be read."""
        return ()

    @classmethod
    def list_notes(cls, config: RunConfig) -> Sequence[str]:
        """Return what is told once such a run has begun."""
        return ()

    def build_form(self, offered: Any) -> None:
        """Make the editors."""

    def add(self, *fields: Field) -> None:
        """Make the editors of fields."""
        for field in fields:
            self.fields[field.name] = field
            self.editors[field.name] = made(field)
            named(self.editors[field.name], field.title, field.description)

    def ask(self, name: str, title: str, **others: Any) -> None:
        """Make the editor of a field of the request, with words of the interface."""
        words = {"title": title, "description": "", "unit": "", "empty": "", **others}
        self.add(*get_fields_of(self.kind.model, names=(name,), others={name: words}))

    def list_own_rows(self, *names: str) -> list[Row]:
        """Return rows of its own fields."""
        return [(self.fields[name].title, self.editors[name]) for name in names or self.fields]

    def list_rows(self) -> Sequence[Row]:
        """Return its rows from top to bottom, those of the cast among them."""
        return self.list_own_rows()

    def list_more_rows(self) -> Sequence[Row]:
        """Return the rows that are seldom needed."""
        return ()

    def map_shown_rows(self) -> Mapping[QWidget, bool]:
        """Return which of the rows belong to what is chosen now; those that are not named always do."""
        return {}

    def enter_page(self) -> None:
        """Take note that the page was turned to."""

    def get_contents(self) -> dict[QWidget, object]:
        """Return what else a person may have changed."""
        return {}

    def list_topics(self) -> Sequence[str]:
        """Return topics that it offers beside the cast's own."""
        return ()

    def is_written(self, topic: str) -> bool:
        """Return whether what the chosen cast says about a topic (empty: none is named) was written for it."""
        return False

    def get_purpose(self) -> str:
        """Return what such a run is."""
        return ""

    def find_problem(self) -> str:
        """Return what does not fit; empty where all does."""
        return ""

    def get_language(self) -> str:
        """Return what is spoken where nobody says."""
        return self.people.figure().language if self.has_cast else self.offer.language

    def usual_language(self) -> str:
        """Return what that is called."""
        if self.has_cast:
            return translate("NewRunDialog", "The cast's")
        return translate("NewRunDialog", "The interface's")

    def foreign(self, language: str) -> bool:
        """Return whether somebody's own voice does not speak a language."""
        return False

    def explain_unspoken(self) -> str:
        """Return that the voice does not speak the language."""
        if self.has_cast:
            return translate(
                "NewRunDialog", "This voice does not speak the cast's language: choose another voice or cast."
            )
        return translate(
            "NewRunDialog", "This voice does not speak the language of the talk: choose another voice or language."
        )

    @classmethod
    def is_origin_of(cls, config: RunConfig) -> bool:
        """Return whether a run of its mode was asked for here, where the mode has several kinds."""
        return True

    def recall_answers(self, config: RunConfig) -> dict[str, Any]:
        """Return what was asked for in a run that there is, as far as it can be told; the seed is drawn anew."""
        found: dict[str, Any] = {}
        # The section of a mode is an extra field of the configuration; requests ask for fields of both.
        for part in (config, *(config.model_extra or {}).values()):
            found |= {name: getattr(part, name) for name in self.kind.model.model_fields if hasattr(part, name)}
        if self.has_cast:
            found |= {"cast": config.cast_id, "members": [member.id for member in config.members]}
        if (greeting := config.greeting) is not None and "greeting" in found:
            found["greeting"] = f"{greeting.member}:{greeting.chosen + 1}"
        voice = {"provider": config.voice.provider, "model": config.voice.model}
        return found | {"seed": "", "voice": voice, "tokens": None, "cost": None}

    def set_answers(self, answers: Mapping[str, Any]) -> None:
        """Choose what was answered before, as far as it is there still."""
        for name, editor in self.editors.items():
            if name in answers:
                # Answers may come from a log or an older Parley: a value that does not fit leaves the field as it is.
                with suppress(TypeError, ValueError, OverflowError):
                    put(editor, answers[name])

    def answers(self) -> dict[str, Any]:
        """Return what was chosen, by the names of the request's fields."""
        return {name: answer(editor) for name, editor in self.editors.items()}

    def show_models(self, voice: str, found: VoiceFigure | None, problem: str = "") -> None:
        """Show the answer to `models_wanted`: the voice with the models of its server, or why it does not tell them."""


class PlainPage(RunPage):
    """A kind of run that no page was written for: its request's own fields, with the schema's words."""

    @classmethod
    def collect_offer(cls, studio: Studio, last: Mapping[str, Any]) -> Any:
        """Return what fields may name as their choices."""
        speaks = language(studio)
        return {
            "policies": policies(speaks),
            "formats": tuple((each.id, each.name.text(speaks)) for each in studio.library.formats()[0]),
            "plans": tuple((name, name) for name in studio.library.list_plan_names()),
        }

    def build_form(self, offered: Any) -> None:
        known, speaks = self.kind.model.model_fields, self.offer.language
        self.has_cast = issubclass(self.kind.model, CastRequest)
        common = CastRequest.model_fields if self.has_cast else RunRequest.model_fields
        names = [name for name in known if name not in common]
        for plain in get_fields_of(self.kind.model, said, names, language=speaks):
            field = replace(plain, empty=plain.empty or translate("Scene", "as it fits"))
            choices = (offered or {}).get(field.extra.get("choices"), ())
            if choices and field.value not in dict(choices):
                # What is usual is offered, whether it is known here or left open.
                choices = (field.value, get_title_of(field.value) if field.value else field.empty), *choices
            self.add(replace(field, kind="choice", choices=choices) if choices else field)
        persons = [name for name, field in self.fields.items() if field.extra.get("widget") == "person"]
        for name in persons if self.has_cast else ():
            self.add(replace(self.fields[name], kind="choice"))  # in place of the field for text
            self.people.cast_changed.connect(partial(self._offer_persons, name))
            self._offer_persons(name)

    def _offer_persons(self, name: str) -> None:
        box = self.editors[name]
        assert isinstance(box, QComboBox)
        members = self.people.figure().members
        fill(box, [("", self.fields[name].empty), *((member.id, member.name) for member in members)])

    def list_rows(self) -> Sequence[Row]:
        cast = self.people.rows if self.has_cast else {}
        return (*(row for name, row in cast.items() if name != "advice"), *self._select_field_rows(more=False))

    def list_more_rows(self) -> Sequence[Row]:
        return self._select_field_rows(more=True)

    def _select_field_rows(self, *, more: bool) -> list[Row]:
        names = [name for name, field in self.fields.items() if field.more == more]
        return self.list_own_rows(*names) if names else []

    def enter_page(self) -> None:
        if self.has_cast:
            self.people.set_hint(translate("NewRunDialog", "Empty: one is drawn from the cast's own topics"))
            self.people.offer_members(len(self.people.figure().members))  # no format says how many are usual

    def get_purpose(self) -> str:
        return said(" ".join((self.kind.model.__doc__ or "").partition("\n\n")[0].split()))

    def find_problem(self) -> str:
        people = self.people.get_answers() if self.has_cast else {}
        try:
            self.request({**people, **self.answers()})
        except UsageError as error:
            return said(error)
        except ValidationError as error:
            return said(error.errors(include_url=False)[0]["msg"].removeprefix("Value error, "))
        return ""


OfferedPage = tuple[RequestSpec, type[RunPage], Any]
"""A kind of run, its page, and what that offers."""


def list_kinds() -> list[tuple[RequestSpec, type[RunPage]]]:
    """Return all kinds of runs that the modes offer, each with its page."""
    pages = {name: place for mode in MODES for name, place in view_class(mode).pages.items()}
    return [(kind, late(pages[name])() if name in pages else PlainPage) for name, kind in request_specs().items()]
