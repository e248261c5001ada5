"""SillyTavern's chat file: JSON lines, the first one about the chat, then one a message."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

from core.events import PLAYER, AnyEvent
from core.export.base import Options
from core.export.structured import about, distillation
from core.export.transcript import Row, Transcript


def render(transcript: Transcript, events: Sequence[AnyEvent], options: Options) -> Iterator[str]:
    """A group chat; the director is its user, thoughts are reasoning, and the facts stand in the chat's metadata."""
    del events
    config = transcript.config
    metadata = {"parley": about(transcript) | {"distillation": distillation(transcript)}}
    started = transcript.state.started_at
    yield _line(
        {
            "user_name": transcript.name_of(PLAYER) if transcript.state.tale else transcript.say["director"],
            "character_name": config.members[0].name if len(config.members) == 1 else transcript.title,
            "create_date": _date(started) if started else "",
            "chat_metadata": metadata,
        }
    )
    if started:
        topic = f"{transcript.say['topic']}: {config.topic}\n" if config.topic else ""
        note = f"{topic}{transcript.voices.sentence(transcript.language)}"
        yield _line(_message(transcript.title, note, started, is_system=True, extra={"type": "narrator"}))
    for row in transcript.rows:
        yield _line(_row(row, transcript, options))
    if transcript.distilled and transcript.state.now:
        summary = transcript.distilled.summary
        yield _line(
            _message(
                transcript.say["summary"], summary, transcript.state.now, is_system=True, extra={"type": "narrator"}
            )
        )


def _row(row: Row, transcript: Transcript, options: Options) -> dict[str, Any]:
    if row.kind == "scene":
        day = f"{row.day}\n" if row.day else ""
        told = f"{day}{row.heading(transcript.say)}: {', '.join(row.to)}\n{row.text}".strip()
        return _message(transcript.title, told, row.at, is_system=True, extra={"type": "narrator"})
    if row.kind in {"part", "event"}:
        told = f"{row.name}: {row.text}" if row.text else row.name
        return _message(transcript.title, told, row.at, is_system=True, extra={"type": "narrator"})
    text = row.text
    if row.kind == "whisper":
        text = f"({transcript.say['whisper'].format(names=', '.join(row.to))}) {text}"
    extra: dict[str, Any] = {}
    if row.voice:
        api, _, model = row.voice.partition(" · ")
        extra |= {"api": api, "model": model or api}
        if options.numbers:
            extra["token_count"] = row.usage.output
    if row.thoughts and options.thoughts:
        extra["reasoning"] = "\n".join(row.thoughts)
    message = _message(row.name, text, row.at, is_user=row.kind != "line" or row.speaker == PLAYER, extra=extra)
    if row.kind == "line":
        message["original_avatar"] = f"{row.speaker}.png"
    return message


def _message(
    name: str, text: str, at: datetime, *, is_user: bool = False, is_system: bool = False, extra: dict[str, Any]
) -> dict[str, Any]:
    return {
        "name": name,
        "is_user": is_user,
        "is_system": is_system,
        "send_date": at.isoformat(timespec="milliseconds"),
        "mes": text,
        "extra": extra,
    }


def _date(at: datetime) -> str:
    """As the program names its chats: 2026-01-05@09h00m00s."""
    return at.strftime("%Y-%m-%d@%Hh%Mm%Ss")


def _line(value: dict[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False) + "\n"
