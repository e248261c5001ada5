"""Talks of other programs as roundtables: whoever speaks is a member, and all hear all."""

from __future__ import annotations

from datetime import datetime

from parley.core.base.line import repair_text
from parley.core.importing.talk import Shaped, Talk, TalkShape, members_of

DIRECTIVE = 8_000
"""Characters of what a member was told that are kept."""


class RoundtableTalks(TalkShape):
    """A roundtable takes any talk; it suits all that are not among two."""

    def fits(self, talk: Talk) -> bool:
        """Return True: a roundtable takes any talk."""
        return True

    def suits(self, talk: Talk) -> bool:
        """Return whether it is among more than two, or has one speaker alone."""
        return len(talk.speakers) != 2

    def shaped(self, talk: Talk, at: datetime) -> Shaped:
        """Return the run: what somebody was told is their directive."""
        members, ids = members_of(talk)
        told = {ids[speaker.key]: repair_text(speaker.told)[:DIRECTIVE] for speaker in talk.speakers}
        return Shaped(tuple(one.model_copy(update={"directive": told[one.id]}) for one in members), ids)


TALKS = RoundtableTalks()
