"""Small dialogs about the open run: another voice, another policy, a fork with changes."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QWidget

from parley.desktop.new_run.figures import VoiceFigure
from parley.desktop.widgets.forms.dialog import Ask
from parley.desktop.widgets.forms.field import Field
from parley.desktop.widgets.forms.voice import VoiceChoice

LONGEST_TOPIC = 4_000
MOST_TURNS = 1_000_000


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
        self.set_titles(self.tr("Change the voice"), self.tr("Change"))
        everybody = ("", self.tr("Everybody"))
        choices = (everybody, *members)
        self.form.add(Field(name="who", title=self.tr("For"), kind="choice", choices=choices, value=member))
        self.voice = VoiceChoice(voices)
        self.form.add(Field(name="voice", title=self.tr("From the next turn on")), self.voice)
        self.form.changed.connect(self._update_button)
        self._update_button()

    def _update_button(self) -> None:
        self.ok.setEnabled(not self.voice.find_problem())


class PolicyDialog(Ask):
    """Another way of choosing who speaks next."""

    def __init__(self, policies: Sequence[tuple[str, str]], now: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.set_titles(self.tr("Who speaks next"), self.tr("Change"))
        title = self.tr("From the next turn on")
        self.form.add(Field(name="policy", title=title, kind="choice", choices=tuple(policies), value=now))
        self.form.editors["policy"].setAccessibleName(self.tr("Next speaker"))


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
        self.set_titles(self.tr("Fork after turn {0}").format(turn), self.tr("Fork"))
        self._was = {"topic": topic, "turns": turns, "policy": policy, "seed": "", "voice": {}}
        self.voice = VoiceChoice(voices, self.tr("As it is"))
        # A fork after the last turn goes on for as many turns again.
        length = turns if turn < turns else turn + max(turns, 1)
        self.form.add(Field(name="topic", title=self.tr("Topic"), longest=LONGEST_TOPIC, value=topic))
        self.form.add(Field(name="voice", title=self.tr("Voice")), self.voice)
        ways, speaker = tuple(policies), self.tr("Next speaker")
        for field in (
            Field(name="policy", title=speaker, kind="choice", choices=ways, value=policy),
            Field(name="turns", title=self.tr("Turns in all"), kind="int", low=turn + 1, high=MOST_TURNS, value=length),
            Field(name="seed", title=self.tr("Seed"), empty=self.tr("Empty: as it is")),
        ):
            self.form.add(field)
        # Without a number of turns: an office day ends with the day, and its game master chooses who speaks.
        self._left_out = () if turns else ("turns", "policy")
        for name in self._left_out:
            self.form.show_row(name, False)
        self.form.changed.connect(lambda: self.ok.setEnabled(not self.voice.find_problem()))

    def find_changes(self) -> dict[str, object]:
        """Return what differs, as fields of the run's configuration; the seed as it was typed."""
        found = {name: value for name, value in self.form.values().items() if value != self._was[name]}
        return {name: value for name, value in found.items() if name not in self._left_out and value not in ("", {})}
