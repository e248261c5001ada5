"""Which tools a story's voice calls beside its words: the rules have heard already what the player does.

Somebody new comes by, and what the player says to somebody changes what these think and feel.
"""

from __future__ import annotations

from typing import Any

from parley.core.log.events.turn import ToolCall
from parley.core.modes.story.rehearsal.context import StoryContext
from parley.core.modes.story.rehearsal.phrases import asked_for
from parley.core.voices.rehearsal.phrases import one_of, read

CROWD = 5
"""People at a place among whom nobody new is looked for."""

MARKED = 0.6
"""Chance that words leave a feeling, too."""

FEELINGS: dict[str, dict[str, Any]] = read("story")["feelings"]


def strangers(t: StoryContext) -> tuple[ToolCall, ...]:
    """What the Narrator calls: somebody comes in whom the player looked for; mostly nobody."""
    idle = t.request.kind == "line" and t.phase == "exploration" and not (t.calls or t.facts_told or t.settled)
    archetype = _newcomer(t) if idle and "create_character" in t.may else ""
    if not archetype:
        return ()
    known = {name.casefold() for name in t.names_taken()}
    names = t.bank.lists.get(f"names.{archetype}") or t.bank.lists["names.townsperson"]
    name = one_of([name for name in names if name.casefold() not in known] or names, t.random)
    return (_call(t, 1, "create_character", archetype=archetype, location=t.one("place"), name_hint=name),)


def _newcomer(t: StoryContext) -> str:
    """The archetype of somebody who comes in; empty: nobody. Where there is one already, that is who was meant."""
    wanted, crowded = asked_for(t.act, t.language), len(t.figures) >= CROWD
    if crowded or (wanted != "townsperson" and wanted in [each.archetype for each in t.figures]):
        wanted = ""
    return wanted


def feelings(t: StoryContext) -> tuple[ToolCall, ...]:
    """What somebody calls whom the player talks with: trust, and now and then a feeling that the words leave."""
    me, felt = t.figure_me, FEELINGS.get(t.fact("talk"))
    able = t.request.kind != "greeting" and "update_relationship" in t.may and not (t.calls or t.settled)
    if me is None or felt is None or not able:
        return ()
    trust, feeling = felt["trust"], felt.get("feeling", "")
    trust += int(t.random.random() * 4) * (1 if trust > 0 else -1)
    changes = [("trust", trust)]
    if feeling and feeling not in me.statuses and t.random.random() < MARKED:
        changes.append((feeling, felt["turns"]))
    return tuple(
        _call(t, number, "update_relationship", trait=trait, change=change)
        for number, (trait, change) in enumerate(changes, 1)
    )


def _call(t: StoryContext, number: int, name: str, **arguments: Any) -> ToolCall:
    return ToolCall(id=f"call_{t.request.chance:08x}_{number}", name=name, arguments=arguments)
