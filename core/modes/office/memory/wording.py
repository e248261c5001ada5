"""The sentences that the plain rules write of a scene."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from functools import cache

from pydantic import Field

from core.base.definition import Definition
from core.base.markers import Language
from core.base.packaged import packaged


class Moods(Definition):
    """What a mood is called."""

    glad: str
    playful: str
    tense: str
    worried: str
    tired: str
    thoughtful: str
    focused: str
    determined: str
    calm: str


class Wording(Definition):
    """The sentences of one language; `rooms` says for a room's title how one is in it."""

    and_: str = Field(alias="and")
    somewhere: str
    everybody: str
    everybody_with: str
    about_one: str
    about_two: str
    about_none: str
    encounter: str
    meeting: str
    topic: str
    event: str
    dnd: str
    arrival: str
    work: str
    reflection: str
    line: str
    promised: str
    left: str
    mood: str
    silent: str
    silent_alone: str
    skipped: str
    mine_talk: str
    mine_meeting: str
    mine_dnd: str
    mine_heard: str
    mine_promise: str
    mine_question: str
    mine_warm: str
    mine_cold: str
    seen_talk: str
    seen_dnd: str
    seen_mood: str
    seen_least: str
    seen_nothing: str
    backed: str
    backed_once: str
    opposed: str
    opposed_once: str
    warmth: str
    coldness: str
    game: str
    plain: str
    closer: str
    farther: str
    met: str
    met_once: str
    met_nobody: str
    how_good: str
    how_bad: str
    how_even: str
    recurring: str
    weighty: str
    owed: str
    done: str
    moods: Moods
    rooms: dict[str, str]

    def listed(self, names: Sequence[str]) -> str:
        """The names as one reads them out."""
        if len(names) < 2:
            return "".join(names)
        return f"{', '.join(names[:-1])} {self.and_} {names[-1]}"

    def where(self, room: str) -> str:
        """How one is in the room of that title; empty for none."""
        return (self.rooms.get(room) or self.somewhere.format(room=room)) if room else ""

    def about(self, keywords: Sequence[str]) -> str:
        """What one talks about, by one keyword or two."""
        if not keywords:
            return self.about_none
        if len(keywords) == 1:
            return self.about_one.format(one=keywords[0])
        return self.about_two.format(one=keywords[0], two=keywords[1])


def filled(template: str, **values: str | int) -> str:
    """The sentence, filled in; where a part is empty, nothing is left of the gap."""
    text = " ".join(template.format(**values).split())
    return re.sub(r"\s+([.,:;])", r"\1", text)


@cache
def wording(language: Language) -> Wording:
    """The sentences of the language."""
    return Wording.model_validate(tomllib.loads(packaged("prompts", "aftermath.toml").read_text("utf-8"))[language])
