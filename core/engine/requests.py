"""What voices are asked: each request is a function of the log up to its moment, and of nothing else."""

from __future__ import annotations

import hashlib
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from parley.core.base import forms
from parley.core.base.line import capped
from parley.core.base.prompts import prompt
from parley.core.log.config import RunConfig
from parley.core.log.events.turn import CallAnswered, Purpose, SummaryAsked, TurnStarted
from parley.core.log.material import Piece
from parley.core.log.played import get_behaviour_of
from parley.core.log.state import State
from parley.core.perspective.lore import add_lore
from parley.core.perspective.move_text import act_about
from parley.core.perspective.perspective import Block, Perspective, Witness
from parley.core.voices.base import Request, Tool

DIRECTION_TOKENS = 40
CALL_TOKENS = 300
"""For the arguments of a tool call, on top of a line."""
MOST_CALLS = 4
"""Calls of tools in one turn, then words are due: enough to look up, read and reckon, and no endless search."""
MARKS = {
    "en": {"assistant": "You", "user": "The other", "ask": "Write the notes now."},
    "de": {"assistant": "Du", "user": "Dein Gegenüber", "ask": "Schreib jetzt die Notizen."},
}
"""What stands for a name where a member knows none, and the question for a summary."""
TOKENS_A_WORD = 3
"""As we estimate tokens; rather too many, so that a summary stays within its room."""
SHORTEST_SHOWN = 80
"""Characters of a piece that is summed up, at least."""


def turn_request(config: RunConfig, perspective: Perspective, started: TurnStarted, state: State) -> Request:
    """Return what the voice of `started.member` is asked: a function of the log up to its `turn.started`."""
    behaviour = get_behaviour_of(config)
    parts, moment = behaviour.request_parts(state, started), behaviour.get_moment(state)
    room = max(60, config.cap) if config.cap else parts.room  # a token for each character: see below
    tools = parts.tools or _list_own_tools(state, started)
    direction = add_lore(
        config, started.member, behaviour.direction(state, started.direction, started.recalled), started.lore
    )
    return Request(
        perspective=perspective,
        direction=direction,
        reminder=direction.removesuffix(started.direction).strip(),
        temperature=get_temperature_of(state, started.member, parts.temperature),
        # `cap` is in characters, some four a token in English: the rest is for a thought and for other languages.
        max_tokens=min(1_500, DIRECTION_TOKENS + room + (CALL_TOKENS if tools and not parts.tools else 0)),
        tools=tools,
        tools_over=not parts.tools and are_calls_over(state.open.answers if state.open is not None else ()),
        kind=started.kind,
        turn=started.turn,
        turns=config.turns,
        mood=round(parts.mood, 4),
        chance=get_chance_of(config.seed, started.turn, _get_call_id(state, started)),
        scene=moment.opened,
        material=parts.material,
        lore=started.lore,
        move=started.move,
        about=act_about(state, started.move) if started.move is not None else None,
    )


def _list_own_tools(state: State, started: TurnStarted) -> tuple[Tool, ...]:
    """Return the tools of the member's own that their turn began with."""
    offered = state.offered.get(started.member, ()) if started.tools else ()  # by the log, not by what is set up today
    return tuple(Tool(each.name, each.description, each.schema) for each in offered if each.name in started.tools)


def are_calls_over(answers: Sequence[CallAnswered]) -> bool:
    """Return whether a turn with these calls may make no more: they are many, or the same was asked twice."""
    made = [(each.name, each.arguments) for each in answers]
    return len(made) >= MOST_CALLS or any(each in made[:at] for at, each in enumerate(made))  # dicts are not hashable


def get_temperature_of(state: State, member: str, otherwise: float | None = None) -> float:
    """Return the temperature at which a member speaks: their voice's own, else `otherwise`, else the run's."""
    own = state.get_voice_of(member).temperature
    return own if own is not None else state.setup.temperature if otherwise is None else otherwise


def _get_call_id(state: State, started: TurnStarted) -> str:
    """Return what tells a call from the others of a run: behind tool calls, a voice is asked again in the same turn."""
    again = state.open.rounds if state.open and state.open.started.turn == started.turn else 0
    return f"{started.member}:{started.attempt}" + (f":{again}" if again else "")


@dataclass(frozen=True)
class Question:
    """What a voice is asked that is no turn.

    `task` stands in place of the persona, `direction` goes last, the answer fits `schema` (None: it is plain text);
    `material` is what it is about, and `since` the first entry (by seq) that the voice is shown.
    """

    task: str
    direction: str
    schema: Mapping[str, Any] | None
    max_tokens: int = 1_000
    material: tuple[Piece, ...] = ()
    since: int = 0


def build_task_request(state: State, purpose: Purpose, question: Question, member: str = "") -> Request:
    """Return a question about the whole run, or from `since` on, put to its default voice or to that of `member`."""
    config = state.setup
    behaviour = get_behaviour_of(config)
    moment = behaviour.get_moment(state)
    return Request(
        perspective=build_overview(state, question.since),
        direction=question.direction,
        temperature=0.2,
        max_tokens=question.max_tokens,
        schema=question.schema,
        purpose=purpose,
        turn=state.next_turn,
        turns=config.turns,
        chance=get_chance_of(config.seed, state.next_turn, behaviour.get_occasion(state, purpose, member)),
        task=question.task,
        scene=moment.opened,
        beat=moment.beat,
        material=question.material,
    )


def build_summary_request(state: State, perspective: Perspective, asked: SummaryAsked) -> Request:
    """Return what the voice of a member is asked for what it will be sent no more, as that member saw it and nothing
    else.

    A summary of what went before goes with it. Whose words are whose is marked by names, or where none is known to the
    member by what stands for one: a line of one's own is none to go on from here.
    """
    config, mine = state.setup, MARKS[state.setup.language]
    end = bisect_left(perspective.blocks, asked.before, key=_get_seq)  # blocks stand in the order of the log
    spoken = [block for block in perspective.blocks[perspective.start : end] if not block.calls]
    longest = max(SHORTEST_SHOWN, 2 * asked.budget // max(1, len(spoken)))
    # Only where a single exchange is longer than all that a voice takes anything is cut off.
    whole = sum(block.cost for block in spoken) <= asked.budget
    shown = [
        Block(
            block.seq, "user", block.speaker, _mark(block, mine), block.said if whole else capped(block.said, longest)
        )
        for block in spoken
    ]
    task = prompt(
        "recap_task",
        config.language,
        me=perspective.me.name,
        mine=mine["assistant"],
        words=asked.room // TOKENS_A_WORD,
        happened=get_behaviour_of(config).recount_events(state, asked),
    )
    return Request(
        perspective=msgspec.structs.replace(perspective, blocks=shown, count=len(shown), start=0, tail=(), sums=[0]),
        direction=mine["ask"],
        temperature=0.2,
        max_tokens=asked.room + DIRECTION_TOKENS,
        schema=forms.record({"summary": {**forms.TEXT, "minLength": 1, "maxLength": asked.room * 2}}),
        purpose="summary",
        turn=state.next_turn,
        turns=config.turns,
        # By how much of it there is, never by where in the file it stands: interruptions shift that.
        chance=get_chance_of(config.seed, state.next_turn, f"summary:{asked.member}:{end}"),
        task=task,
    )


def _mark(block: Block, words: Mapping[str, str]) -> str:
    if block.role == "assistant":
        return words["assistant"]
    return block.name or (words["user"] if block.speaker else "")


def _get_seq(block: Block) -> int:
    return block.seq


def build_overview(state: State, since: int = 0) -> Perspective:
    """Return the run as nobody in particular sees it, from `since` (a seq) on."""
    config = state.setup
    me = config.members[0].model_copy(update={"id": "_scribe", "name": "Scribe"})
    seen = get_behaviour_of(config).get_overview(state, since)
    # The scribe is no member, and would be shown nothing that was said to some alone.
    public = [msgspec.structs.replace(entry, heard_by=()) if entry.heard_by else entry for entry in seen]
    return Witness(config, me).get_at(State(config=config, names=state.names, entries=public, revision=state.revision))


def get_chance_of(seed: int, turn: int, purpose: str) -> int:
    """Return the seed of one call's own chances."""
    digest = hashlib.blake2b(f"voice:{seed}:{turn}:{purpose}".encode(), digest_size=4).digest()
    return int.from_bytes(digest)
