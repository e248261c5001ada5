"""Logs of inspect: a JSON file, or an .eval archive with a file for each sample. Each sample becomes a run."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from parley.core.base.sentences import Sentence
from parley.core.formats import Localised
from parley.core.importing.archives import BROKEN, in_zip
from parley.core.importing.moments import moment
from parley.core.importing.parts import counted, get_list, get_map, get_text, text
from parley.core.importing.reading import Importer, Source
from parley.core.importing.roles import Messages
from parley.core.importing.talk import Said, Talk, left_out
from parley.core.log.events.turn import Usage

ATTACHMENT = "attachment://"
SAMPLES = "samples/"
NOTES = ("topic", "whisper", "scene", "part", "event")
HEADERS = ("header.json", "_journal/start.json")  # of a log that broke off there is the second alone


def _recognises(source: Source) -> bool:
    if source.data.startswith(b"PK"):  # a zip archive: many other files are, so the name decides
        return source.name.lower().endswith(".eval")
    value = get_map(source.value)
    return isinstance(value.get("eval"), dict) and "task" in value["eval"] and "version" in value


def _talks(source: Source) -> list[Talk]:
    whole = get_map(source.value)
    zipped = source.data.startswith(b"PK")
    header, samples = _unpack_log(source) if zipped else (whole, get_list(whole.get("samples")))
    found = [_build_talk(get_map(sample), header, source) for sample in samples]
    if not found:
        raise ValueError(Sentence("it has no samples: it was written without them"))
    return found


def _unpack_log(source: Source) -> tuple[Mapping[str, Any], Sequence[Any]]:
    header: Mapping[str, Any] = {}
    samples: list[Any] = []
    try:
        for inside in in_zip(io.BytesIO(source.data)):
            if inside.why:
                continue
            if inside.name in HEADERS:
                header = get_map(json.loads(inside.read())) or header
            elif inside.name.startswith(SAMPLES) and inside.name.endswith(".json"):
                samples.append(json.loads(inside.read()))
    except BROKEN:
        raise ValueError(Sentence("the archive is damaged")) from None
    return header, samples


def _build_talk(sample: Mapping[str, Any], header: Mapping[str, Any], source: Source) -> Talk:
    spec, kept = get_map(header.get("eval")), get_map(sample.get("attachments"))
    task, name = text(spec.get("task")) or "inspect", str(sample.get("id", "?"))  # an id may be a number
    epoch = sample.get("epoch", 1)
    times, usages = _map_message_facts(sample)
    read = Messages(model=text(spec.get("model")) or "Assistant")
    begun = moment(sample.get("started_at")) or moment(spec.get("created"))
    for message in map(get_map, get_list(sample.get("messages"))):
        message = get_map(_whole(message, kept))
        one = text(message.get("id"))
        about = get_map(get_map(message.get("metadata")).get("parley"))
        named = text(about.get("name"))
        said = get_text(message.get("content")).removeprefix(f"{named}: ") if named else None
        at = moment(about.get("at")) or times.get(one, begun)
        if text(about.get("kind")) in NOTES:
            # What Parley wrote there as nobody's line.
            read.lines.append(Said("", said or "", at, name=named, kind=text(about.get("kind"))))
            continue
        read.add(message, name=named, said=said, at=at, usage=usages.get(one, Usage()))
    talk = Talk(
        f"{spec.get('eval_id', spec.get('run_id', ''))}/{name}/{epoch}", "inspect", "inspect", source.name,
        f"{task} · {name}" + (f" ({epoch})" if epoch != 1 else ""), read.speakers, read.lines,
        warnings=left_out(read.left_out),
    )  # fmt: skip
    talk.topic = text(get_map(spec.get("metadata")).get("topic"))
    talk.ending = _describe_ending(sample)
    return talk


def _map_message_facts(sample: Mapping[str, Any]) -> tuple[dict[str, datetime], dict[str, Usage]]:
    """Return when each message of a model came, and its tokens, as far as the sample's events say."""
    times: dict[str, datetime] = {}
    usages: dict[str, Usage] = {}
    for event in map(get_map, get_list(sample.get("events"))):
        if event.get("event") != "model":
            continue
        output = get_map(event.get("output"))
        at = moment(event.get("completed")) or moment(event.get("timestamp"))
        for choice in get_list(output.get("choices")):
            one = text(get_map(get_map(choice).get("message")).get("id"))
            if one and at is not None:
                times[one] = at
            if one:
                usages[one] = counted(
                    output.get("usage"), sent="input_tokens", got="output_tokens",
                    cached="input_tokens_cache_read", written="input_tokens_cache_write", inclusive=False,
                )  # fmt: skip
    return times, usages


def _whole(value: Any, kept: Mapping[str, Any]) -> Any:
    """Return a value with what was put aside (long texts, pictures) in its place again."""
    if isinstance(value, str):
        if not value.startswith(ATTACHMENT):
            return value
        found = text(kept.get(value.removeprefix(ATTACHMENT)))
        return "" if found.startswith("data:") else found  # a picture, as base64
    if isinstance(value, list):
        return [_whole(each, kept) for each in value]
    if isinstance(value, dict):
        return {key: _whole(each, kept) for key, each in value.items()}
    return value


def _describe_ending(sample: Mapping[str, Any]) -> str:
    """Return what the sample was scored, or what went wrong."""
    if fault := text(get_map(sample.get("error")).get("message")):
        return Sentence("The sample failed: {why}.", why=fault[:200])
    if limit := text(get_map(sample.get("limit")).get("type")):
        return Sentence("The sample reached its limit: {limit}.", limit=limit[:80])
    scores = {name: get_map(score).get("value") for name, score in get_map(sample.get("scores")).items()}
    told = ", ".join(f"{name} {value}" for name, value in scores.items())
    return Sentence("Scored: {scores}.", scores=told[:200]) if told else Sentence("The imported sample ends here.")


INSPECT = Importer(
    "inspect", Localised(en="inspect logs", de="inspect-Protokolle"), _recognises,
    endings=(".json", ".eval"), lines=False, talks=_talks,
)  # fmt: skip
