"""How a talk is opened: by its format and the kind of its topic."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parley.core.voices.rehearsal.matter import QUESTIONS
from parley.core.voices.rehearsal.talk import usual
from parley.core.voices.rehearsal.threads import rules

if TYPE_CHECKING:
    from parley.core.voices.rehearsal.improviser import Improviser

_PROMISING = frozenset({"idea", "scene", "back"})
"""Families whose openings say that something follows at once."""


def opened(speaker: Improviser) -> str:
    """The first line: what it is about, and the first thought where the opening leads to one."""
    talk, form = speaker.talk, speaker.config.format.id
    name = _pool(speaker, form)
    act = rules()["begins"].get(name, "")
    body = ""
    if act:
        agenda = talk.agenda(talk.family)
        if name == "think_yes_no":
            # Why somebody hesitates is what speaks for the other answer.
            hesitating = f"think.for_{'no' if speaker.side == 'for' else 'yes'}"
            agenda = sorted(agenda, key=lambda each: each.name != hesitating)
        for thread in agenda:
            mine = talk.side_in(thread.name, speaker.me)
            found = speaker._unsaid(
                thread, mine if act == "side" else act if talk.family != "argue" or act == "ask" else mine
            )
            if found:
                speaker._name(thread)
                body = speaker._filled(found[0])
                break
    openings = [speaker._filled(node) for node in speaker._shuffled(f"opening.{name}")]
    bare = [" ".join(speaker._filled(node, topic="").split()) for node in speaker._shuffled(f"opening.{name}")]
    if not body:
        return speaker._fitting([*openings, *bare])
    whole = [f"{each} {body}" for each in openings]
    named = [] if act == "side" else [f"{speaker.slots['topic']} {body}", *openings]
    bodied = [f"{each} {body}" for each in bare if each]
    if talk.family in _PROMISING or not named:
        return speaker._fitting([*whole, *named[:1], *bodied, body, *openings])
    return speaker._fitting([*whole, *named, *bodied, body])


def _pool(speaker: Improviser, form: str) -> str:
    talk, kind = speaker.talk, speaker.talk.matter.kind
    if kind == "greeting" and form in rules()["messages"]["formats"]:
        return "greeting"
    own = talk.family == usual(form, talk.family)
    if form in ("strategy", "deep_dive") and not (
        kind in ("choice", "thing", "deed", "fact") if form == "strategy" else kind in ("fact", "thing", "why")
    ):
        return f"{form}_open"
    if form == "strategy" and own and not talk.matter.options and not talk.reacting:
        return "strategy_one"
    if form == "watercooler" and kind in QUESTIONS:
        return "watercooler_open"
    if form == "cross_examination" and kind == "thing" and own:
        return "cross_examination_thing"
    if talk.family == "think" and kind == "self":
        return "think_self"
    if talk.family == "think" and kind in QUESTIONS and form in rules()["messages"]["formats"]:
        return "think_yes_no" if kind == "yes-no" else "think_question"
    if form == "planning" and talk.matter.day and own:
        return "planning_dated"
    if f"opening.{form}" in speaker.bank.pools and own:
        return form
    return talk.family
