"""Talks of other programs as duologues: among two in turn, among more one after the other."""

from __future__ import annotations

from datetime import datetime

from parley.core.base.line import repair_text
from parley.core.formats import Localised
from parley.core.importing.talk import Shaped, Talk, TalkShape, members_of
from parley.core.log.config import RunConfig
from parley.core.modes.duologue.config import Awareness, DuologueConfig, Side
from parley.core.modes.duologue.topology import MOST, Router

UNKNOWN = Awareness(id="imported", name=Localised(en="imported", de="importiert"))
"""What a side was told of the situation besides, which no file says."""


class DuologueTalks(TalkShape):
    """A duologue takes talks among two to thirty; it suits those of two."""

    def fits(self, talk: Talk) -> bool:
        """Return whether it is among two to thirty."""
        return 2 <= len(talk.speakers) <= MOST

    def suits(self, talk: Talk) -> bool:
        """Return whether it is between two."""
        return len(talk.speakers) == 2

    def shaped(self, talk: Talk, at: datetime) -> Shaped:
        """Return the run: what a side was told is its prompt, and nothing is added to it when the talk goes on."""
        members, ids = members_of(talk)
        sides = {
            ids[speaker.key]: Side(awareness=UNKNOWN, system=repair_text(speaker.told))
            for speaker in talk.speakers
            if speaker.told  # without a side nothing is added to what they are told
        }
        router = Router(kind="alternation" if len(members) == 2 else "round_table")
        section = DuologueConfig(opening=repair_text(talk.topic), router=router, sides=sides, framed=False)
        return Shaped(members, ids, {"duologue": section})

    def told(self, config: RunConfig, member: str) -> str:
        """Return what the side was told: its own prompt."""
        side = config[DuologueConfig].sides.get(member)
        return side.system if side is not None else ""


TALKS = DuologueTalks()
