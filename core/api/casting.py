"""Casts from a sentence, for a program or a notebook."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from parley.core.api import driving
from parley.core.api.runs import home_at, make_studio
from parley.core.casting.caster import Caster
from parley.core.casting.draft import CastDraft
from parley.core.engine.composing import get_language_of
from parley.core.engine.voice_names import voice_named


def write_cast(
    sentence: str | CastDraft, member: str = "", *, voice: str = "", language: str = "en", members: int = 0,
    seed: int | None = None, home: str | Path | None = None, allow: Sequence[str] = (),
) -> CastDraft:  # fmt: skip
    """Return the draft of a cast that a sentence describes, by a voice that fills in forms; without one it is drawn. Of
    a draft: the same with somebody else in the place of `member`.

    A draft has its `cast`, `notes` and `cost`, `drop(member)` and `save(path)`. Raises `ParleyError`.
    """
    studio, spec = make_studio(home_at(home), allow), voice_named(voice) if voice else None
    speaks = sentence.cast.language if isinstance(sentence, CastDraft) else get_language_of(language, "en")

    async def make() -> CastDraft:
        try:
            caster = Caster.choose(studio, spec, speaks, seed)
            if isinstance(sentence, CastDraft):
                return await caster.replace(sentence, member)
            return await caster.write(sentence, members)
        finally:
            await studio.close()

    return driving.wait(make())
