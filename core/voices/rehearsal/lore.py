"""What somebody says of what has come to their mind of a lore book: once in a talk, where it is theirs to say."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from parley.core.voices.rehearsal.persona import speaks
from parley.core.voices.rehearsal.phrases import one_of

if TYPE_CHECKING:
    from parley.core.voices.rehearsal.improviser import Improviser

_SENTENCE = re.compile(r"(?<=[.!?…])\s+")
_WORD = re.compile(r"[^\W\d_]+")
_TOLD = frozenset(["you", "your", "yours", "du", "dein", "deine", "dir", "dich"])
"""Words of what is told to whoever speaks, and not to be said by them."""
_SOMEBODY = frozenset(["she", "he", "they", "her", "his", "their", "sie", "er", "ihr", "ihre", "sein", "seine"])
"""How a text begins that tells of somebody: no one speaks so of themselves."""


def remembered(speaker: Improviser) -> list[str]:
    """An entry's first sentence, from the longest way to say it to the shortest; empty where there is nothing to say.

    A question, and what comes from outside, is only answered so where it has the entry's key.
    """
    request, talk = speaker.request, speaker.talk
    before = talk.put or (speaker.last.said if speaker.last is not None else "")
    bound = bool(talk.put) or before.endswith("?")
    heard = "\n".join(block.said for block in request.perspective.witnessed()) if request.lore else ""
    for each in request.lore:
        said = _SENTENCE.split(each.text.strip(), maxsplit=1)[0]
        near = bool(each.key) and not each.by and each.key.casefold() in before.casefold()
        if not each.key or (bound and not near) or (speaker.cap and len(said) > speaker.cap):
            continue
        if said not in heard and _sayable(speaker, said):
            leads = speaker.persona.bank.lists["lore.near" if near else "lore.far"]
            fresh = [lead for lead in leads if lead not in heard] or leads
            return [f"{one_of(fresh, speaker.random)} {said}", said]
    return []


def _sayable(speaker: Improviser, said: str) -> bool:
    """Whether it is in the run's language and tells of the world, and not of whoever speaks or is spoken to."""
    words = _WORD.findall(said.casefold())
    own = _WORD.findall(speaker.persona.me.name.casefold())
    if not words or words[0] in _SOMEBODY or not _TOLD.union(own).isdisjoint(words):
        return False
    return speaks(said, speaker.config.language)
