"""A log as inspect has them (EvalLog, version 2): the run is the one sample of a task, its lines are the messages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from msgspec.structs import asdict

from parley.core.base.errors import FileError
from parley.core.base.line import drop_control
from parley.core.base.sentences import Sentence
from parley.core.export.base import Exporter, Options, Progress
from parley.core.export.foreign.obsidian import file_name, pack
from parley.core.export.foreign.sillytavern import format_iso_time
from parley.core.export.rows import Row
from parley.core.export.structured import dump_json_text, get_distilled
from parley.core.export.transcript import Transcript
from parley.core.formats import Localised
from parley.core.log.events.base import Event
from parley.core.log.state import State

VERSION = 2
"""Of inspect's log."""


def render_run(transcript: Transcript, events: Sequence[Event], options: Options) -> Iterator[str]:
    """Yield the log as JSON. Who spoke stands before each line, for inspect knows roles alone, and in its metadata."""
    head = _build_head(transcript, options)
    yield "{\n"
    for key, value in head.items():
        yield f"{dump_json_text(key)}: {dump_json_text(value)},\n"
    yield '"samples": [{\n'
    for key, value in _build_sample(transcript, head).items():
        yield f"{dump_json_text(key)}: {dump_json_text(value)},\n"
    yield '"messages": ['
    for count, row in enumerate(transcript.rows):
        yield ("," if count else "") + "\n" + dump_json_text(_build_message(row, options))
    yield "\n]}]}\n"


def files(transcript: Transcript, events: Sequence[Event], options: Options) -> Iterator[tuple[str, str]]:
    """Yield the files of the log's archive: its samples, and in `summaries.json` what a list of them shows."""
    head = _build_head(transcript, options)
    sample = _build_sample(transcript, head)
    messages = [_build_message(row, options) for row in transcript.rows]
    listed = ("id", "epoch", "input", "target", "scores", "model_usage", "started_at", "completed_at")
    summary = {key: sample[key] for key in listed} | {"completed": True, "message_count": len(messages)}
    yield "_journal/start.json", dump_json_text({key: head[key] for key in ("version", "eval", "plan")})
    yield f"samples/{sample['id']}_epoch_1.json", dump_json_text(sample | {"messages": messages})
    yield "summaries.json", dump_json_text([summary])
    yield "header.json", dump_json_text(head)  # last, as inspect does when a log is whole


def _render_archive(transcript: Transcript, events: Sequence[Event], options: Options) -> Iterator[bytes]:
    return pack(files(transcript, events, options))


def _build_head(transcript: Transcript, options: Options) -> dict[str, Any]:
    """Return all of the log but its sample."""
    state, config = transcript.state, transcript.config
    begun, ended = state.started_at or datetime(1970, 1, 1, tzinfo=UTC), state.now or state.started_at
    about = {
        "title": transcript.title, "topic": config.topic, "run": state.run, "format": config.format.id,
        "mode": config.mode, "imported": config.imported, "members": list(config.names.values()),
        "written_by": transcript.voices.sentence(transcript.language),
    }  # fmt: skip
    finished = state.status == "ended"
    return {
        "version": VERSION,
        "status": "success" if finished else "started",  # inspect's own words
        "eval": {
            "eval_id": state.run, "run_id": state.run, "created": format_iso_time(begun), "task": config.format.id,
            "task_id": state.run, "task_version": 0, "task_attribs": {}, "task_args": {},
            "dataset": {"name": config.cast_id, "samples": 1, "sample_ids": [file_name(state.run, set(), "run")],
                        "shuffled": False},
            "model": next(iter(transcript.voices.turns), "parley").replace(" · ", "/"), "model_args": {},
            "config": {}, "packages": {}, "metadata": about,
        },
        "plan": {"name": config.policy, "steps": [], "config": {}},
        "results": {"total_samples": 1, "completed_samples": int(finished), "scores": []},
        "stats": {
            "started_at": format_iso_time(begun), "completed_at": format_iso_time(ended or begun),
            "model_usage": _sum_model_usage(transcript.rows) if options.numbers else {},
        },
    }  # fmt: skip


def _build_sample(transcript: Transcript, head: dict[str, Any]) -> dict[str, Any]:
    """Return the sample without its messages."""
    last = next((row for row in reversed(transcript.rows) if row.voice), None)
    (name,) = head["eval"]["dataset"]["sample_ids"]  # it names the sample's file in the archive too
    return {
        "id": name, "epoch": 1, "input": drop_control(transcript.config.topic or transcript.title), "target": "",
        "output": _build_output(last, head["eval"]["model"]), "scores": {},
        "metadata": head["eval"]["metadata"] | {"distillation": get_distilled(transcript)}, "store": {}, "events": [],
        **head["stats"],
    }  # fmt: skip


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
        about["thoughts"] = [drop_control(thought) for thought in row.thoughts]
    said = drop_control(f"{row.name}: {row.written}" if row.name and not row.staged else row.written)
    content: Any = said
    if row.thoughts and options.thoughts and by_voice:
        reasoning = {"type": "reasoning", "reasoning": drop_control("\n".join(row.thoughts))}
        content = [reasoning, {"type": "text", "text": said}]
    message = {
        "id": f"{row.seq}", "role": "assistant" if by_voice else "user", "content": content,
        "metadata": {"parley": about},
    }  # fmt: skip
    return message | ({"model": _name_model(row)} if by_voice else {})


def _name_model(row: Row) -> str:
    return row.voice.replace(" · ", "/") if row.by_voice else f"parley/{row.words_by}"  # inspect writes provider/model


def _build_output(last: Row | None, main: str) -> dict[str, Any]:
    if last is None:
        return {"model": main, "choices": []}
    message = {"role": "assistant", "content": drop_control(f"{last.name}: {last.written}"), "model": _name_model(last)}
    return {"model": _name_model(last), "choices": [{"message": message, "stop_reason": "stop"}]}


def _sum_model_usage(rows: Sequence[Row]) -> dict[str, dict[str, int]]:
    """Return the tokens of each model."""
    found: dict[str, Counter[str]] = {}
    for row in rows:
        if row.voice:
            usage = row.usage
            found.setdefault(row.voice.replace(" · ", "/"), Counter()).update(
                input_tokens=usage.input, output_tokens=usage.output, total_tokens=usage.total,
                input_tokens_cache_read=usage.cache_read, input_tokens_cache_write=usage.cache_write,
            )  # fmt: skip
    return {model: dict(counts) for model, counts in found.items()}


class _InspectExporter(Exporter):
    """A log in the shape that its file's ending says, for inspect opens files by that alone."""

    def write(
        self,
        state: State,
        events: Sequence[Event],
        target: Path,
        options: Options | None = None,
        progress: Progress | None = None,
    ) -> None:
        """Write the run to `target`. Raises `FileError` as every exporter does, and where inspect would not open it."""
        shape = {".json": INSPECT, ".eval": EVAL}.get(target.suffix.lower())
        if shape is None:
            hint = Sentence("Name it {name}.", name=f"{target.stem}.eval")
            raise FileError(target, "inspect opens files that end in .eval or .json, and no others.", hint=hint)
        Exporter.write(shape, state, events, target, options or Options(), progress)


INSPECT = _InspectExporter(
    "inspect", Localised(en="inspect log, JSON", de="inspect-Protokoll, JSON"), ".inspect.json", render_run
)
EVAL = _InspectExporter(
    "eval", Localised(en="inspect log, .eval", de="inspect-Protokoll, .eval"), ".eval", _render_archive, files=files
)
