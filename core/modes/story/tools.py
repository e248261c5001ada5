"""A tool call is carried out, or refused with a sentence for the voice; nothing between the two."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import partial

import msgspec

from core.base.errors import UsageError
from core.base.line import encodable, recordable
from core.cast.member import PLAYER
from core.log.events.turn import ToolCall
from core.log.state import State
from core.modes.story.arguments import (
    CreateCharacter,
    EndDialogue,
    ExchangeItem,
    Given,
    StartDialogue,
    Things,
    UpdateGameState,
    UpdateRelationship,
    given,
)
from core.modes.story.changes import (
    Change,
    called,
    closed,
    complete,
    felt,
    followed,
    found,
    gone,
    handed,
    opened,
    passed,
    remembered,
    talking,
    telling,
    trusted,
)
from core.modes.story.events import ToolAnswered
from core.modes.story.naming import neat, sentence, wrong
from core.modes.story.newcomers import joined
from core.modes.story.quests import after
from core.modes.story.rules.parts import AGENTS
from core.modes.story.rules.tools import DIALOGUE, FORMS, NARRATIVE
from core.modes.story.state import StoryState


def answered(state: State, call: ToolCall, member: str, at: datetime) -> ToolAnswered:
    """What comes of a tool call of `member`, who has the turn in flight, for whatever the voice sent; never raises.

    An error changes nothing, and its text says what is wrong and what would be right.
    """
    try:
        change, error = complete(state, _carried_out(state, call, member)), False
    except UsageError as fault:
        change, error = Change(str(fault)), True
    except msgspec.ValidationError as fault:
        fields = ", ".join(FORMS[call.name].schema["properties"]) or sentence(state, "nothing")
        change, error = Change(sentence(state, "arguments", fault=encodable(str(fault)), fields=fields)), True
    return ToolAnswered(
        at=at,
        turn=state.next_turn,
        member=member,
        call=call.id,
        name=encodable(call.name),
        arguments=recordable(call.arguments),
        text=change.text,
        error=error,
        effects=change.effects,
    )


def _carried_out(state: State, call: ToolCall, member: str) -> Change:
    if call.name not in FORMS:
        raise wrong(state, "no_tool", name=neat(call.name), tools=", ".join(FORMS))
    arguments = given(call.name, recordable(call.arguments))
    story = state[StoryState]
    mine = DIALOGUE if member == story.partner else NARRATIVE if member in AGENTS else ()
    if call.name not in {form.name for form in mine}:
        # Whoever speaks now may call other tools than before: a talk began or ended since.
        telling(state) if FORMS[call.name] in NARRATIVE else talking(state)
        raise wrong(state, "not_your_tool", name=call.name, tools=", ".join(form.name for form in mine))
    return _by_tool(state, arguments, member)


def _by_tool(state: State, arguments: Given, member: str) -> Change:
    match arguments:
        case StartDialogue():
            return opened(state, arguments.character_id)
        case UpdateGameState():
            return _updated(state, arguments)
        case CreateCharacter():
            return joined(state, arguments.archetype, arguments.location, arguments.name_hint)
        case EndDialogue():
            return closed(state)
        case ExchangeItem():
            return handed(state, arguments.item_name, arguments.quantity, arguments.giver_id, arguments.receiver_id)
        case UpdateRelationship():
            return _related(state, arguments)
        case _:
            raise wrong(state, "no_tool", name=type(arguments).__name__, tools=", ".join(FORMS))


def _updated(state: State, new: UpdateGameState) -> Change:
    """All that has changed, or nothing: each part is judged by what the parts before it leave."""
    telling(state)
    if new == UpdateGameState():
        raise wrong(state, "no_change", fields=", ".join(FORMS["update_game_state"].schema["properties"]))
    here = state[StoryState].here
    steps: list[Callable[[State], Change]] = [partial(_lost, each) for each in new.items_lost]
    if new.location:
        steps.append(lambda now: gone(now, new.location))
    # What is told as found may lie where the player goes as well as where they come from.
    steps += [partial(_gained, each, here) for each in new.items_gained]
    if new.flag:
        steps.append(lambda now: remembered(now, new.flag))
    if new.foes:
        steps.append(lambda now: called(now, new.foes))
    done: list[Change] = []
    now = state
    for step in steps:
        done.append(step(now))
        now = after(now, done[-1].effects)
    return Change(" ".join(change.text for change in done), tuple(each for change in done for each in change.effects))


def _lost(what: Things, state: State) -> Change:
    return passed(state, what.item_name, what.quantity, PLAYER, "")


def _gained(what: Things, before: str, state: State) -> Change:
    return found(state, what.item_name, what.quantity, dict.fromkeys((state[StoryState].here, before)))


def _related(state: State, new: UpdateRelationship) -> Change:
    partner = talking(state)
    if new.trait == "trust":
        return trusted(state, partner, new.change)
    if new.trait == "following":
        return followed(state, partner, new.change > 0)
    return felt(state, partner, new.trait, new.change)
