"""A log as inspect has them (EvalLog, version 2): the run is the one sample of a task, its lines are the messages."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Any

from msgspec.structs import asdict

from parley.core.base.line import printable
from parley.core.export.base import Exporter, Options
from parley.core.export.rows import Row
from parley.core.export.structured import distillation
from parley.core.export.transcript import Transcript
from parley.core.formats import Localised
from parley.core.log.events.base import Event
from parley.core.log.events.turn import Usage

VERSION = 2
"""Of inspect's log."""


def render(transcript: Transcript, events: Sequence[Event], options: Options) -> Iterator[str]:
    """Yield the log. Who spoke stands before each line, for inspect knows roles alone, and in its metadata."""
    state, config = transcript.state, transcript.config
    begun, ended = state.started_at or datetime(1970, 1, 1, tzinfo=UTC), state.now or state.started_at
    written = [_build_message(row, options) for row in transcript.rows]
    models = _sum_model_usage(transcript.rows) if options.numbers else {}
    main = next(iter(transcript.voices.turns), "parley").replace(" · ", "/")
    about = {
        "title": transcript.title, "topic": config.topic, "run": state.run, "format": config.format.id,
        "mode": config.mode, "imported": config.imported, "members": list(config.names.values()),
        "written_by": transcript.voices.sentence(transcript.language),
    }  # fmt: skip
    finished = state.status == "ended"
    times = {"started_at": _format_iso_time(begun), "completed_at": _format_iso_time(ended or begun)}
    yield "{\n"
    head: dict[str, Any] = {
        "version": VERSION,
        "status": "success" if finished else "started",
        "eval": {
            "eval_id": state.run, "run_id": state.run, "created": _format_iso_time(begun), "task": config.format.id,
            "task_id": state.run, "task_version": 0, "task_attribs": {}, "task_args": {},
            "dataset": {"name": config.cast_id, "samples": 1, "sample_ids": [state.run], "shuffled": False},
            "model": main, "model_args": {}, "config": {}, "packages": {}, "metadata": about,
        },
        "plan": {"name": config.policy, "steps": [], "config": {}},
        "results": {"total_samples": 1, "completed_samples": int(finished), "scores": []},
        "stats": {**times, "model_usage": models},
    }  # fmt: skip
    for key, value in head.items():
        yield f"{_dump_json_text(key)}: {_dump_json_text(value)},\n"
    last = next((row for row in reversed(transcript.rows) if row.voice), None)
    sample: dict[str, Any] = {
        "id": state.run, "epoch": 1, "input": printable(config.topic or transcript.title), "target": "",
        "output": _build_output(last, main), "scores": {},
        "metadata": about | {"distillation": distillation(transcript)}, "store": {}, "events": [],
        "model_usage": models, **times,
    }  # fmt: skip
    yield '"samples": [{\n'
    for key, value in sample.items():
        yield f"{_dump_json_text(key)}: {_dump_json_text(value)},\n"
    yield '"messages": ['
    for count, message in enumerate(written):
        yield ("," if count else "") + "\n" + _dump_json_text(message)
    yield "\n]}]}\n"


def _build_message(row: Row, options: Options) -> dict[str, Any]:
    """Return a row: a voice's line as the assistant's, anybody else's as the user's."""
    by_voice = bool(row.voice) and row.spoken
    about: dict[str, Any] = {"name": row.name, "member": row.speaker, "kind": row.kind, "turn": row.turn}
    about["at"] = row.at.isoformat()
    if row.words_by is not None:
        about["words_by"] = asdict(row.words_by)
    if row.to:
        about["to"] = list(row.to)
    if row.thoughts and options.thoughts:
        about["thoughts"] = [printable(thought) for thought in row.thoughts]
    said = printable(f"{row.name}: {row.written}" if row.name and not row.staged else row.written)
    content: Any = said
    if row.thoughts and options.thoughts and by_voice:
        reasoning = {"type": "reasoning", "reasoning": printable("\n".join(row.thoughts))}
        content = [reasoning, {"type": "text", "text": said}]
    message = {
        "id": f"{row.seq}", "role": "assistant" if by_voice else "user", "content": content,
        "metadata": {"parley": about},
    }  # fmt: skip
    return message | ({"model": _name_model(row)} if by_voice else {})


def _name_model(row: Row) -> str:
    return row.voice.replace(" · ", "/") if row.by_voice else f"parley/{row.words_by}"


def _build_output(last: Row | None, main: str) -> dict[str, Any]:
    if last is None:
        return {"model": main, "choices": []}
    message = {"role": "assistant", "content": printable(f"{last.name}: {last.written}"), "model": _name_model(last)}
    return {"model": _name_model(last), "choices": [{"message": message, "stop_reason": "stop"}]}


def _sum_model_usage(rows: Sequence[Row]) -> dict[str, dict[str, int]]:
    """Return the tokens of each model."""
    found: dict[str, Usage] = {}
    for row in rows:
        if row.voice:
            model = row.voice.replace(" · ", "/")
            had, more = found.get(model, Usage()), row.usage
            found[model] = Usage(
                input=had.input + more.input, output=had.output + more.output,
                cache_read=had.cache_read + more.cache_read, cache_write=had.cache_write + more.cache_write,
            )  # fmt: skip
    return {
        model: {
            "input_tokens": usage.input, "output_tokens": usage.output, "total_tokens": usage.total,
            "input_tokens_cache_read": usage.cache_read, "input_tokens_cache_write": usage.cache_write,
        }
        for model, usage in found.items()
    }  # fmt: skip


def _format_iso_time(at: datetime) -> str:
    return at.isoformat(timespec="milliseconds")


def _dump_json_text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


INSPECT = Exporter("inspect", Localised(en="inspect log", de="inspect-Protokoll"), ".inspect.json", render)
