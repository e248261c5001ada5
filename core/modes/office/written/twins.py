"""What is written for an office, in the other language: worlds are told in both, and casts have a twin."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from parley.core.base.definition import read_toml
from parley.core.base.line import clean
from parley.core.base.packaged import get_path_of, names
from parley.core.cast.cast import Cast
from parley.core.cast.world import Told, World
from parley.core.log.config import RunConfig
from parley.core.modes.office.written.meetings import Line, Meetings, get_meetings_of


def in_other_words(config: RunConfig, text: str, into: str) -> str:
    """Return a written line, or a thought of one, in the language `into`; empty where nobody wrote it."""
    own = tuple(config.names.values())
    return _map_known_sentences(config.cast_id, config.language, into, config.lived_in, own).get(text, "")


@lru_cache(maxsize=8)
def _map_known_sentences(cast: str, language: str, into: str, world: World, own: tuple[str, ...]) -> dict[str, str]:
    found: dict[str, str] = {}
    for told in _iterate_sentences(world):
        for name in own if "{name}" in told.text(language) else ("",):
            found[told.text(language).replace("{name}", name)] = told.text(into).replace("{name}", name)
    twin = cast.removesuffix("-de") + ("-de" if into == "de" else "")
    called = _map_twin_names(twin, own)
    lines = zip(
        _iterate_lines(get_meetings_of(cast, language)), _iterate_lines(get_meetings_of(twin, into)), strict=False
    )
    for ours, theirs in lines if twin != cast else ():
        mine, other = clean(ours.says), clean(theirs.says)
        for text, told_so in zip((mine.text, *mine.thoughts), (other.text, *other.thoughts), strict=False):
            found[text] = re.sub(r"\w+", lambda word: called.get(word.group(), word.group()), told_so)
    return found


def _iterate_sentences(world: World) -> Iterator[Told]:
    for matter in world.matters:
        yield from (*matter.plan, *matter.state, *matter.done, *matter.look)
        yield from (told for each in matter.asks for told in (each.ask, each.answer))
        yield from (told for each in matter.ideas for told in (each.idea, each.reply))
    yield from (told for talk in (*world.talks, *world.evening) for told in talk.lines)


def _iterate_lines(written: Meetings) -> Iterator[Line]:
    for meeting in written.meetings:
        yield from (*meeting.lines, *meeting.later)
    for evening in written.evenings:
        yield from evening.lines


def _map_twin_names(twin: str, own: tuple[str, ...]) -> dict[str, str]:
    """Return what the twins of a cast are called here."""
    if twin not in names("casts"):
        return {}
    theirs = [member.name for member in read_toml(get_path_of("cast", "casts", twin), Cast).members]
    return dict(zip(theirs, own, strict=True)) if len(theirs) == len(own) else {}
