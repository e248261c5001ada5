"""SillyTavern's chat file: JSON lines, the first one about the chat, then one a message."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

from msgspec.structs import asdict

from parley.core.cast.member import PLAYER
from parley.core.export.base import Exporter, Options
from parley.core.export.rows import Row
from parley.core.export.structured import describe_run, dump_json_text, get_distilled
from parley.core.export.transcript import Transcript
from parley.core.formats import Localised
from parley.core.log.events.base import Event
from parley.core.log.events.turn import Swipe

UNKNOWN = "sillytavern"
"""What a line of an imported chat was spoken through that says nothing of it."""


def render_run(transcript: Transcript, events: Sequence[Event], options: Options) -> Iterator[str]:
    """Yield a group chat; the director is its user, thoughts are reasoning, and the facts stand in the chat's metadata.

    A chat that was imported goes back as it came: its user under their own name, hidden lines hidden, with all swipes.
    """
    config = transcript.config
    metadata = {"parley": describe_run(transcript) | {"distillation": get_distilled(transcript)}}
    started = transcript.state.started_at
    # As the program names its chats: 2026-01-05@09h00m00s.
    created = started.strftime("%Y-%m-%d@%Hh%Mm%Ss") if started else ""
    character = config.members[0].name if len(config.members) == 1 else transcript.title
    names = {"user_name": _find_user_name(transcript), "character_name": character}
    yield _format_json_line(names | {"create_date": created, "chat_metadata": metadata})
    if started and not config.imported:
        topic = f"{transcript.say['topic']}: {config.topic}\n" if config.topic else ""
        note = f"{topic}{transcript.voices.sentence(transcript.language)}"
        yield _format_json_line(_build_narration(transcript.title, note, started))
    for row in transcript.rows:
        yield _format_json_line(_build_row(row, transcript, options))
    if transcript.distilled and transcript.state.now:
        summary = transcript.distilled.summary
        yield _format_json_line(_build_narration(transcript.say["summary"], summary, transcript.state.now))


def _build_row(row: Row, transcript: Transcript, options: Options) -> dict[str, Any]:
    if row.kind == "scene":
        day = f"{row.day}\n" if row.day else ""
        told = f"{day}{row.heading(transcript.say)}: {', '.join(row.to)}\n{row.text}".strip()
        return _build_narration(transcript.title, told, row.at)
    if row.kind in {"part", "event"}:
        told = f"{row.name}: {row.text}" if row.text else row.name
        return _build_narration(transcript.title, told, row.at)
    if row.staged:
        return _build_narration(transcript.title, row.text, row.at)
    if row.injected is not None and row.injected.name:  # what an imported chat had between its lines
        type_ = {"type": row.injected.kind} if row.injected.kind else {}
        return _build_message(row.name, row.text, row.at, is_system=row.hidden, extra=type_)
    text = row.written
    if row.kind == "whisper":
        text = f"({transcript.say['whisper'].format(names=', '.join(row.to))}) {text}"
    extra: dict[str, Any] = {}
    if row.words_by is not None and not transcript.config.imported:
        extra["parley"] = {"words_by": asdict(row.words_by)}
    if row.by_voice and row.voice != UNKNOWN:
        api, _, model = row.voice.partition(" · ")
        extra |= {"api": api, "model": model or api}
    if row.voice and options.numbers and (row.usage.output or not transcript.config.imported):
        extra["token_count"] = row.usage.output
    if row.thoughts and options.thoughts:
        extra["reasoning"] = "\n".join(row.thoughts)
    user = row.kind != "line" or row.speaker == PLAYER or _is_user(row)
    message = _build_message(row.name, text, row.at, is_user=user, is_system=row.hidden, extra=extra)
    if row.ended is not None and row.ways:
        message |= {
            "swipe_id": row.ended.swipe,
            "swipes": [way.text for way in row.ways],
            "swipe_info": [_build_swipe_info(way, options) for way in row.ways],  # one for each swipe, in their order
        }
    if row.kind == "line" and not user:
        message["original_avatar"] = f"{row.speaker}.png"  # by which SillyTavern knows who of a group spoke
    return message


def _is_user(row: Row) -> bool:
    return row.ended is not None and row.ended.author == "user"


def _find_user_name(transcript: Transcript) -> str:
    """Return what the person is called: as in the chat that was imported, as the player, or as the director."""
    own = next((row.name for row in transcript.rows if _is_user(row)), "")
    return own or (transcript.name_of(PLAYER) if transcript.config.has(PLAYER) else transcript.say["director"])


def _build_swipe_info(swipe: Swipe, options: Options) -> dict[str, Any]:
    extra = {"api": swipe.provider, "model": swipe.model}
    if swipe.thoughts and options.thoughts:
        extra["reasoning"] = "\n".join(swipe.thoughts)
    told = {name: value for name, value in extra.items() if value}
    return {"send_date": format_iso_time(swipe.at) if swipe.at else None, "extra": told}


def _build_message(
    name: str, text: str, at: datetime, *, is_user: bool = False, is_system: bool = False, extra: dict[str, Any]
) -> dict[str, Any]:
    about = {"name": name, "is_user": is_user, "is_system": is_system, "send_date": format_iso_time(at)}
    return about | {"mes": text, "extra": extra}


def _build_narration(name: str, text: str, at: datetime) -> dict[str, Any]:
    return _build_message(name, text, at, is_system=True, extra={"type": "narrator"})


def format_iso_time(at: datetime) -> str:
    """Return a moment to the millisecond."""
    return at.isoformat(timespec="milliseconds")


def _format_json_line(value: dict[str, Any]) -> str:
    return dump_json_text(value) + "\n"


SILLYTAVERN = Exporter("sillytavern", Localised(en="SillyTavern chat", de="SillyTavern-Chat"), ".jsonl", render_run)
