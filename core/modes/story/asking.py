"""The narrator's voice is asked something that the rules decide where it cannot, with the reason."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import msgspec

from parley.core.base.errors import VoiceError
from parley.core.base.sentences import Sentence
from parley.core.engine.requests import Question
from parley.core.engine.stage import Stage
from parley.core.log.state import State
from parley.core.modes.story.words import get_sentence
from parley.core.voices.base import Capabilities

NARRATOR = "narrator"
T = TypeVar("T")

UNKNOWN = Capabilities(context=0)
"""What is known of a voice that cannot be had: nothing."""


def get_abilities(stage: Stage, member: str) -> Capabilities:
    """Return what the voice of `member` can do; nothing where it cannot be had, which is reported when it is asked."""
    try:
        return stage.capabilities(member)
    except VoiceError:
        return UNKNOWN


async def asked(
    stage: Stage, question: Callable[[State], Question], read: Callable[[str], T], *, purpose: str, part: str
) -> tuple[T | None, Sentence | None]:
    """Return what the narrator's voice answers, else why there is no answer; `part` has the sentences small, failed,
    unread.

    `read` raises `msgspec.DecodeError` where an answer is of no use.
    """
    language = stage.config.language
    try:
        if not stage.capabilities(NARRATOR).fills_forms:
            return None, get_sentence(language, "small", part)
        reply = await stage.ask(purpose, question(stage.state), member=NARRATOR)
        return read(reply.text), None
    except VoiceError as error:  # also where the voice cannot be had at all
        return None, get_sentence(language, "failed", part, why=error.sentence)
    except msgspec.DecodeError as error:
        return None, get_sentence(language, "unread", part, why=str(error)[:200])
