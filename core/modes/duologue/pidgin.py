"""Event logs of pidgin: one conversation between two agents a file, one event a line.

Events of June 2025 have their values in "data", times without a zone, and no tokens but a count of words.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

import msgspec

from parley.core.base.line import repair_text
from parley.core.base.sentences import Sentence
from parley.core.formats import Localised
from parley.core.importing.base import FORMAT, Draft, hash_data, members_named
from parley.core.importing.moments import moment
from parley.core.importing.reading import Importer, Source
from parley.core.log.config import RunConfig
from parley.core.log.events.base import reported_tokens
from parley.core.log.events.run import TopicInjected
from parley.core.log.events.turn import Usage
from parley.core.modes.duologue.config import Awareness, DuologueConfig, Side

AGENTS = ("agent_a", "agent_b")
SILENT = {
    "SystemPromptEvent", "ConversationStartEvent", "TurnStartEvent", "MessageRequestEvent", "MessageChunkEvent",
    "TurnCompleteEvent", "RateLimitPaceEvent", "TokenUsageEvent", "ConversationPausedEvent",
    "ConversationResumedEvent", "ConversationBranchedEvent", "InterruptRequestEvent", "MetricsCalculatedEvent",
}  # fmt: skip
"""What happened around the lines, and says nothing that a run has a place for."""


def _recognises(source: Source) -> bool:
    return any("event_type" in row and "conversation_id" in _flatten_event(row) for row in source.rows[:20])


def _flatten_event(row: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return an event with its values beside its type and time; in June 2025 they stood in its "data"."""
    data = row.get("data")
    if not isinstance(data, Mapping) or "event_type" not in row:
        return row
    return {**data, **{name: row[name] for name in ("timestamp", "event_type") if name in row}}


def _build_drafts(source: Source) -> list[Draft]:
    """Return a run for each conversation in the file."""
    conversations: dict[str, list[Mapping[str, Any]]] = {}  # a file may mix several
    for row in map(_flatten_event, source.rows):
        if isinstance(row.get("event_type"), str):
            conversations.setdefault(str(row.get("conversation_id", "")), []).append(row)
    found = [_build_draft(name, events, source.name) for name, events in conversations.items()]
    found = [draft for draft in found if draft.turns]
    if not found:
        raise ValueError("it has no conversation in which anybody said anything")
    return found


def _build_draft(name: str, events: Sequence[Mapping[str, Any]], source: str) -> Draft:
    start = next((event for event in events if event["event_type"] == "ConversationStartEvent"), {})
    settings = _ensure_mapping(start.get("config"))
    # Names that members chose stand in later prompts and events than the beginning.
    shown = {agent: _find_name(start, events, agent) for agent in AGENTS}
    prompts = {
        str(event.get("agent_id")): str(event.get("prompt") or "")
        for event in events
        if event["event_type"] == "SystemPromptEvent"
    }
    sides = {
        agent: Side(
            awareness=_make_awareness(str(settings.get(f"awareness_{agent[-1]}") or "")), system=prompts.get(agent, "")
        )
        for agent in AGENTS
    }
    opening = str(start.get("initial_prompt") or settings.get("initial_prompt") or "")
    members = members_named([shown[agent] for agent in AGENTS], AGENTS)
    config = RunConfig(
        id=_compute_run_id(name, events),
        mode="duologue",
        cast_id="imported",
        members=members,
        format=FORMAT,
        topic=repair_text(opening)[:4_000],
        title=name,
        seed=0,
        turns=max(1, sum(event["event_type"] == "MessageCompleteEvent" for event in events)),
        cap=0,
        imported=f"pidgin · {source}",
        duologue=DuologueConfig(opening=repair_text(opening), sides=sides),
    )
    draft = Draft(config)
    if not start:
        draft.warnings.append(f"{name} has no beginning: what its agents were told is not known.")
    left_out: dict[str, int] = {}
    thoughts: dict[str, str] = {}
    first = last = None
    for number, event in enumerate(events, 1):
        at = moment(event.get("timestamp")) or last
        if at is None:
            draft.warnings.append(
                Sentence("Event {number} of {name} has no readable time and was left out.", number=number, name=name)
            )
            continue
        last = max(at, last or at)  # times of a log never go back
        first = first or last
        kind = event["event_type"]
        if kind == "ThinkingCompleteEvent":
            thoughts[str(event.get("agent_id"))] = str(event.get("thinking_content") or "")
        elif kind == "MessageCompleteEvent":
            _add_message(draft, event, last, start, thoughts)
        elif kind not in SILENT and kind != "ConversationEndEvent":
            left_out[kind] = left_out.get(kind, 0) + 1
    for kind, count in sorted(left_out.items()):
        draft.warnings.append(f"{count} × {kind} of {name} has no place in a run and was left out.")
    _close(draft, events, name, first, last)
    return draft


def _compute_run_id(name: str, events: Sequence[Mapping[str, Any]]) -> str:
    """Return the run's id: of a conversation that went on, or was changed, it is another."""
    said = [
        [
            str(event.get("agent_id")),
            str(_ensure_mapping(event.get("message")).get("content")),
            str(event.get("timestamp")),
        ]
        for event in events
        if event["event_type"] == "MessageCompleteEvent"
    ]
    return hash_data(msgspec.json.encode(["pidgin", name, len(events), said]))


def _add_message(
    draft: Draft, event: Mapping[str, Any], at: datetime, start: Mapping[str, Any], thoughts: dict[str, str]
) -> None:
    message = _ensure_mapping(event.get("message"))
    agent, text = str(event.get("agent_id") or message.get("agent_id") or ""), message.get("content")
    if not isinstance(text, str):
        draft.warnings.append(Sentence("A message of '{agent}' has no text and was left out.", agent=str(agent)))
    elif agent not in AGENTS:
        draft.events.append(TopicInjected(at=at, text=repair_text(text)))  # said by neither of the two
    else:
        cached, written = _count(event, "cache_read_tokens"), _count(event, "cache_write_tokens")  # within the prompt
        usage = Usage(
            input=max(0, _count(event, "prompt_tokens") - cached - written), cache_read=cached, cache_write=written,
            output=_count(event, "completion_tokens"),
        )  # fmt: skip
        thought = thoughts.pop(agent, "")  # logged before the message that it led to
        model = str(start.get(f"{agent}_model") or _ensure_mapping(start.get(agent)).get("model") or "")
        draft.say(
            at, agent, text, thoughts=(thought,) if thought else (), provider="pidgin", model=model, usage=usage,
            latency=_count(event, "duration_ms") / 1_000,
        )  # fmt: skip


def _close(
    draft: Draft, events: Sequence[Mapping[str, Any]], name: str, first: datetime | None, last: datetime | None
) -> None:
    if first is None or last is None:
        return
    draft.begin(first)
    end = next((event for event in events if event["event_type"] == "ConversationEndEvent"), None)
    if end is None:
        draft.warnings.append(f"{name} was interrupted: its log has no end.")
        draft.end_run(last, "The imported log ends here.")
    else:
        why = str(end.get("reason") or end.get("status") or "")
        draft.end_run(last, Sentence("The imported conversation ended: {why}.", why=repair_text(why)[:200]))


def _find_name(start: Mapping[str, Any], events: Sequence[Mapping[str, Any]], agent: str) -> str:
    prompts = (event for event in events if event["event_type"] == "SystemPromptEvent")
    chosen = next(
        (e["agent_display_name"] for e in prompts if e.get("agent_id") == agent and e.get("agent_display_name")), ""
    )
    named = start.get(f"{agent}_display_name") or _ensure_mapping(start.get(agent)).get("display_name")
    return str(chosen or named or f"Agent {agent[-1].upper()}")


def _make_awareness(level: str) -> Awareness:
    name = level if level in ("none", "basic", "intermediate", "high", "research") else "imported"
    return Awareness(id=name, name=Localised(en=name, de=name))


def _ensure_mapping(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _count(event: Mapping[str, Any], name: str) -> int:
    value = event.get(name)
    return reported_tokens(value) if isinstance(value, int | float) else 0


PIDGIN = Importer("pidgin", Localised(en="pidgin", de="pidgin"), _recognises, _build_drafts)
