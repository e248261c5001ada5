"""Plain text, wrapped for a page of 96 columns."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Sequence

from core.export.base import Exporter, Options
from core.export.rows import Row
from core.export.transcript import Transcript
from core.formats import Localised
from core.log.codec import text_of
from core.log.events.base import Event

WIDTH = 96
BAR = "| "
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_NEWLINE = re.compile(r"\r\n|[\r\n\x0b\x0c\x85\u2028\u2029]")


def wrapped(head: str, text: str, indent: str = "    ") -> str:
    """`head` and `text`, wrapped, later lines indented; control characters (a terminal's commands) are left out.

    Lines that the text itself has begin with a bar, so that none of them looks like somebody else's turn.
    """
    parts = [_CONTROL.sub("", part).strip() for part in _NEWLINE.split(text)]
    first, *rest = [part for part in parts if part] or [""]
    told = [textwrap.fill(head + first, WIDTH, subsequent_indent=indent)]
    told += [textwrap.fill(part, WIDTH, initial_indent=indent + BAR, subsequent_indent=indent + BAR) for part in rest]
    return "\n".join(told) + "\n"


def render(transcript: Transcript, events: Sequence[Event], options: Options) -> Iterator[str]:
    """The transcript with its facts before and what it left behind after."""
    del events
    say = transcript.say
    title = wrapped("", transcript.title, "")
    yield title + "=" * min(WIDTH, max(len(line) for line in title.splitlines())) + "\n\n"
    facts = transcript.facts(numbers=options.numbers)
    for name, value in facts:
        yield wrapped(f"{name}: ", value)
    yield "\n" + _heading(say["cast"])
    for member in transcript.config.members:
        role = f", {member.role}" if member.role else ""
        yield wrapped("", f"{member.name}{role} ({transcript.voice_shown(member)})")
    yield "\n" + _heading(say["transcript"])
    if not transcript.rows:
        yield say["no_turns"] + "\n"
    for row in transcript.rows:
        yield _row(row, say, options)
    yield from _aftermath(transcript)


def _heading(text: str) -> str:
    return f"{text}\n{'-' * len(text)}\n\n"


def _row(row: Row, say: dict[str, str], options: Options) -> str:
    if row.kind == "scene":
        topic = f": {row.text}" if row.text else ""
        day = _heading(row.day) if row.day else ""
        return day + wrapped("", f"{row.heading(say)}{topic}", "  ") + wrapped("  ", ", ".join(row.to), "  ") + "\n"
    if row.kind == "part":
        return _heading(row.name) + (wrapped("  ", row.text, "  ") + "\n" if row.text else "")
    if row.kind == "event":
        return wrapped(f"  * {row.name}: ", row.text) + "\n"
    if not row.spoken:
        how = row.audience(say)
        return wrapped(f"  * {row.name} ({how}): ", row.text) + "\n"
    notes = row.notes(say)
    note = f" ({'; '.join(notes)})" if notes else ""
    text = wrapped(f"{row.turn:>3} {row.name}{note}: ", row.text)
    if options.thoughts:
        text += "".join(wrapped("    [", thought + "]") for thought in row.thoughts)
    return text + "\n"


def _aftermath(transcript: Transcript) -> Iterator[str]:
    distilled, say = transcript.distilled, transcript.say
    if distilled is None:
        return
    yield _heading(say["aftermath"]) + wrapped("", distilled.summary, "") + "\n"
    if distilled.method == "rules":
        why = f": {transcript.said(text_of(distilled))}" if distilled.note else ""
        yield (wrapped("", f"({say['rules']}{why})") + "\n")
    if distilled.actions:
        yield say["actions"] + "\n"
        for action in distilled.actions:
            yield wrapped(f"  - {transcript.name_of(action.owner)}: ", action.text)
        yield "\n"
    if distilled.memories:
        yield say["memories"] + "\n"
        for memory in distilled.memories:
            sure = f"{say['confidence']} {transcript.number(memory.confidence)}"
            who = f"{transcript.name_of(memory.member)} ({transcript.memory_kind(memory.kind)}, {sure})"
            yield wrapped(f"  - {who}: ", memory.text)
        yield "\n"
    if distilled.drifts:
        yield say["drifts"] + "\n"
        for drift in distilled.drifts:
            who = f"{transcript.name_of(drift.a)} – {transcript.name_of(drift.b)}"
            change = f"{transcript.number(drift.before)} → {transcript.number(drift.after)}"
            yield wrapped(f"  - {who}: ", f"{change}. {drift.reason}")


PLAIN = Exporter("txt", Localised(en="Plain text", de="Reiner Text"), ".txt", render)
