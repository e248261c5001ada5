"""JSON: one object with everything, for programs; and JSONL: the log itself."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from msgspec.structs import asdict

from parley.core.export.base import Exporter, Options
from parley.core.export.rows import Row
from parley.core.export.transcript import Transcript
from parley.core.formats import Localised
from parley.core.log.codec import encode, get_text_of
from parley.core.log.events.base import Event
from parley.core.log.events.turn import SpeakerSelected
from parley.core.log.played import chosen_by

VERSION = 1
"""Of the JSON export's shape."""


def render_json(transcript: Transcript, events: Sequence[Event], options: Options) -> Iterator[str]:
    """Yield one object: `parley_export`, the facts, `cast`, `transcript` (rows in order), `affinities`, `distillation`.

    Before the last one stand the sections of the run's mode.
    """
    yield "{\n"
    for key, value in describe_run(transcript).items():
        yield f"  {dump_json_text(key)}: {dump_json_text(value)},\n"
    yield '  "transcript": ['  # row by row: a long run is not held as one text
    for count, row in enumerate(transcript.rows):
        yield ("," if count else "") + "\n    " + dump_json_text(_build_row(row, options, transcript.language))
    yield "\n  ],\n"
    yield f'  "affinities": {dump_json_text(_list_affinities(transcript))},\n'
    for name, section in transcript.mode.sections(transcript, events).items():
        yield f"  {dump_json_text(name)}: {dump_json_text(section)},\n"
    yield f'  "distillation": {dump_json_text(get_distilled(transcript))}\n'
    yield "}\n"


def render_jsonl(transcript: Transcript, events: Sequence[Event], options: Options) -> Iterator[str]:
    """Yield the events, one a line, as they stand in the log; the file can be opened as a run."""
    for event in events:
        yield encode(event).decode() + "\n"


def dump_json_text(value: Any) -> str:
    """Return a value as JSON, its letters as they are."""
    return json.dumps(value, ensure_ascii=False)


def describe_run(transcript: Transcript) -> dict[str, Any]:
    """Return what is to be known of the run, with keys that programs can rely on."""
    config, state = transcript.config, transcript.state
    usage = state.usage
    return {
        "parley_export": VERSION,
        "title": transcript.title,
        "topic": config.topic,
        "date": state.started_at.isoformat() if state.started_at else "",
        "run": state.run,
        "parent": {"run": state.parent, "turn": state.parent_turn} if state.parent else None,
        "mode": config.mode,
        "format": config.format.id,
        "policy": chosen_by(state),
        "seed": config.seed,
        "language": config.language,
        "place": config.place,
        "status": state.status,
        "reason": state.reason,
        "voices": transcript.voices.turns,
        "authors": [asdict(author) | {"turns": count} for author, count in state.authors.items()],
        "scripted": transcript.voices.all_scripted,
        "note": transcript.voices.sentence(transcript.language),
        "turns": len(state.turns),
        "planned_turns": config.turns,
        "tokens": usage.counts | {"total": usage.total},
        "cost": round(state.cost, 8),  # without the tail that sums of floats have
        "cast_id": config.cast_id,
        "cast": [
            {
                "id": member.id,
                "name": member.name,
                "role": member.role,
                "voice": transcript.get_voice_of(member),
                "turns": state.spoken.get(member.id, 0),
                "words": state.words.get(member.id, 0),
            }
            for member in config.members
        ],
        **transcript.mode.about(transcript),
    }


def _build_row(row: Row, options: Options, language: str) -> dict[str, Any]:
    told: dict[str, Any] = {"kind": row.kind, "turn": row.turn, "member": row.speaker, "name": row.name}
    told |= {"text": row.text, "at": row.at.isoformat()}
    if row.to:
        told["to"] = list(row.to)
    if row.author:
        told["author"] = row.author
    if row.hidden:
        told["hidden"] = True
    if row.ended is not None and row.ways:
        told |= {"swipes": [way.text for way in row.ways], "swipe": row.ended.swipe}
    if row.acts:
        told["acts"] = list(row.acts)
    if row.scene:
        told["scene"] = row.scene
    if not row.spoken:
        return told
    if row.other:
        told["translation"] = {"text": row.other, "thoughts": list(row.other_thoughts) if options.thoughts else []}
    if options.thoughts:
        told["thoughts"] = list(row.thoughts)
    if row.words_by is not None:
        told["words_by"] = asdict(row.words_by)
    if row.staged:
        told["staged"] = True
    told |= {"cut": row.cut, "edited": row.edited, "by_director": row.by_director, "voice": row.voice}
    if options.numbers:
        told |= {"usage": msgspec.to_builtins(row.usage), "cost": row.cost, "latency": row.latency}
    told["why"] = build_choice(row.selected, row.why(language)) if row.selected else None
    return told


def build_choice(selected: SpeakerSelected, reason: str) -> dict[str, Any]:
    """Return a speaker selection, as its event says."""
    candidates = [asdict(each) for each in selected.candidates]
    return {"policy": selected.policy, "reason": reason, "draw": selected.draw, "candidates": candidates}


def _list_affinities(transcript: Transcript) -> list[dict[str, Any]]:
    pairs = sorted(transcript.before.keys() | transcript.state.affinity.keys())
    names = ("a", "b", "before", "after", "a_after_b", "b_after_a")
    before, answers = transcript.before, transcript.answers
    values = (
        (
            a,
            b,
            before.get((a, b), 0.5),  # neutral, as for those of whom nobody said anything
            transcript.state.get_affinity_of(a, b),
            answers.get((a, b), 0),
            answers.get((b, a), 0),
        )
        for a, b in pairs
    )
    return [dict(zip(names, each, strict=True)) for each in values]


def get_distilled(transcript: Transcript) -> dict[str, Any] | None:
    """Return what the run left behind, or nothing yet."""
    found = transcript.distilled
    if found is None:
        return None
    return {
        "summary": found.summary,
        "method": found.method,
        "note": transcript.said(get_text_of(found)),
        "memories": [asdict(each) for each in found.memories],
        "drifts": [asdict(each) for each in found.drifts],
        "actions": [{"owner": each.owner, "text": each.text} for each in found.actions],
    }


JSON = Exporter("json", Localised(en="JSON", de="JSON"), ".json", render_json)
PARLEY = Exporter(
    "parley", Localised(en="Parley run, opened by a double click", de="Parley-Lauf, öffnet sich per Doppelklick"),
    ".parley", render_jsonl, raw=True,  # the same text as JSONL: only this ending is opened by Parley
)  # fmt: skip
JSONL = Exporter(
    "jsonl", Localised(en="JSONL, the log itself", de="JSONL, das Protokoll selbst"), ".jsonl", render_jsonl, raw=True
)
