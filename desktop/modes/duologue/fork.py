"""A branch of a duologue with other settings: what all sides have otherwise, or one of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from parley.core.cast.member import VoiceSpec
from parley.core.log.state import State
from parley.core.modes.duologue.branching import SideChange, TalkBranch
from parley.core.modes.duologue.config import DuologueConfig
from parley.desktop.changes.forks import Changes, Forked
from parley.desktop.modes.duologue.sides import awareness_field, temperature_field
from parley.desktop.modes.duologue.words import offered_routers
from parley.desktop.new_run.figures import VoiceFigure
from parley.desktop.widgets.forms.dialog import Ask
from parley.desktop.widgets.forms.field import Field
from parley.desktop.widgets.forms.voice import VoiceChoice

translate = QCoreApplication.translate
MOST_TURNS = 100_000
SIDED = ("voice", "temperature", "awareness", "system")
"""What one side may have otherwise than the others."""


class TalkForkDialog(Ask):
    """What a branch of a duologue has otherwise; empty is as it is. Signal: `wanted()`."""

    def __init__(
        self, state: State, turn: int, language: str, voices: Sequence[VoiceFigure], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent, scrolls=True)
        self.set_titles(self.tr("Fork after turn {0}").format(turn), self.tr("Fork"))
        self._members = [member.id for member in state.setup.members]
        config, talk = state.setup, state.setup[DuologueConfig]
        people = [(member.id, member.name) for member in config.members]
        as_it_is = self.tr("as it is")
        kept = ("", as_it_is)
        self.voice = VoiceChoice(voices, as_it_is)  # the first choice keeps the voices as they are
        self.form.add_note(
            self.tr(
                "Both runs share what was said so far. From the next turn on the fork goes by what you change here."
            )
        )
        everybody = ("", self.tr("All sides")), *people
        self.form.add(Field(name="who", title=self.tr("For"), kind="choice", choices=everybody))
        self.form.add(Field(name="voice", title=self.tr("Voice")), self.voice)
        for field in (
            temperature_field(as_it_is),
            awareness_field(language, kept),
            Field(name="system", title=translate("DuologueFields", "System prompt"), kind="long", empty=as_it_is),
            Field(name="opening", title=self.tr("Opening prompt"), kind="long", value=talk.opening),
            Field(name="router", title=self.tr("Topology"), kind="open", choices=(kept, *offered_routers())),
            Field(name="hub", title=self.tr("In the middle"), kind="choice", choices=(kept, *people)),
            Field(name="turns", title=self.tr("Turns in all"), kind="int", low=turn + 1, high=MOST_TURNS,
                  value=max(config.turns, turn + 1)),  # a fork has one turn of its own at least
            Field(name="stop_at", title=self.tr("Stops at a convergence of"), kind="float", high=1.0, step=0.05,
                  optional=True, empty=self.tr("never"), value=talk.stop.threshold if talk.stop else None,
                  extra={"decimals": 2}),
            Field(name="seed", title=self.tr("Seed"), empty=self.tr("Empty: as it is")),
        ):  # fmt: skip
            self.form.add(field)
        self.form.show_row("opening", not turn)  # What was answered cannot be asked otherwise
        self._before = self.form.values()  # as the editors give them back: a box of numbers rounds
        self.form.changed.connect(lambda: self.ok.setEnabled(not self.voice.find_problem()))

    def find_changes(self) -> dict[str, Any]:
        """Return what differs, by the names of the fields; the seed as typed."""
        found = {name: value for name, value in self.form.values().items() if value != self._before[name]}
        if found.keys() & {*SIDED}:  # whom it is for says nothing by itself
            found["who"] = self.form.values()["who"]
        return found

    def build_fork(self) -> Forked:
        """Return what the fork has otherwise, as the studio understands it."""
        found = self.find_changes()
        voice = VoiceSpec.model_validate(found["voice"]) if found.get("voice") else None
        own = {name: found[name] for name in SIDED[1:] if name in found}  # the voice is a spec of its own
        change = SideChange(voice=voice, **own)
        members = [found["who"]] if found.get("who") else self._members
        branch = TalkBranch(
            sides=dict.fromkeys(members, change) if own or voice else {},
            opening=found.get("opening", ""),
            router=found.get("router", ""),
            hub=found.get("hub", ""),
            stop_at=(-1.0 if found["stop_at"] is None else found["stop_at"]) if "stop_at" in found else None,
        )  # None of `stop_at` is "as it is" to the studio, below 0 is "never"
        return Forked({name: found[name] for name in ("turns", "seed") if name in found}, branch)


def fork_form(
    state: State, turn: int, voices: tuple[VoiceFigure, ...], language: str, parent: QWidget
) -> tuple[Ask, Changes]:
    """Return the dialog that asks what a branch shall have otherwise."""
    dialog = TalkForkDialog(state, turn, language, voices, parent)
    return dialog, dialog.build_fork
