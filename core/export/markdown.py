"""Markdown: what was said is text, never markup."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from core.export.base import Exporter, Options
from core.export.rows import Row
from core.export.transcript import Transcript
from core.formats import Localised
from core.log.codec import text_of
from core.log.events.base import Event

_MARKUP = re.compile(r"([\\`*_\[\]<>&~|$])")
_LINE_START = re.compile(r"^(\s*)(#{1,6}(?=\s|$)|[-+=](?=\s|$|[-=])|:|\d{1,9}[.)](?=\s|$))", re.MULTILINE)
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
SET_IN = "\\\n&emsp;&emsp;"
"""Between the lines of one turn: none of them may look like somebody else's."""
_NEWLINE = re.compile(r"\r\n|[\r\n\x0b\x0c\x85\u2028\u2029]")


def escape(text: str) -> str:
    """`text` so that Markdown shows it as it stands, on one line."""
    text = _CONTROL.sub("", _NEWLINE.sub(" ", text)).strip()
    text = _MARKUP.sub(r"\\\1", text)
    return _LINE_START.sub(_guarded, text)


def _guarded(found: re.Match[str]) -> str:
    space, mark = found.groups()
    if mark[0].isdigit():
        return f"{space}{mark[:-1]}\\{mark[-1]}"
    return f"{space}\\{mark}"


def lines(text: str, between: str = "\\\n") -> str:
    """`text` with its own line breaks kept as hard ones."""
    return between.join(escape(line) for line in _NEWLINE.split(text.strip()) if line.strip())


def render(transcript: Transcript, events: Sequence[Event], options: Options) -> Iterator[str]:
    """The transcript with its facts before and what it left behind after."""
    del events
    say = transcript.say
    yield f"# {escape(transcript.title)}\n\n"
    yield f"> {escape(transcript.voices.sentence(transcript.language))}\n\n"
    yield "| | |\n|---|---|\n"
    for name, value in transcript.facts(numbers=options.numbers):
        yield f"| {escape(name)} | {escape(value)} |\n"
    yield f"\n## {say['cast']}\n\n"
    for member in transcript.config.members:
        role = f", {escape(member.role)}" if member.role else ""
        yield f"- **{escape(member.name)}**{role} ({escape(transcript.voice_shown(member))})\n"
    yield f"\n## {say['transcript']}\n\n"
    if not transcript.rows:
        yield f"{say['no_turns']}\n\n"
    for row in transcript.rows:
        yield _row(row, say, options)
    yield from _aftermath(transcript)


def _row(row: Row, say: dict[str, str], options: Options) -> str:
    if row.kind == "scene":
        topic = f": {escape(row.text)}" if row.text else ""
        day = f"### {escape(row.day)}\n\n" if row.day else ""
        return f"{day}#### {escape(row.heading(say))}{topic}\n\n*{escape(', '.join(row.to))}*\n\n"
    if row.kind == "part":
        return f"### {escape(row.name)}\n\n" + (f"*{escape(row.text)}*\n\n" if row.text else "")
    if row.kind == "event":
        return f"> *{escape(row.name)}:* {lines(row.text, chr(92) + chr(10) + '> ')}\n\n"
    if not row.spoken:
        how = row.audience(say)
        return f"> **{escape(row.name)}** ({escape(how)}): {lines(row.text, chr(92) + chr(10) + '> ')}\n\n"
    notes = row.notes(say)
    note = f" ({escape('; '.join(notes))})" if notes else ""
    text = f"{row.turn}\\. **{escape(row.name)}**{note}: {lines(row.text, SET_IN)}\n\n"
    if options.thoughts:
        text += "".join(f"*\\[{escape(thought)}\\]*\n\n" for thought in row.thoughts if thought.strip())
    return text


def _aftermath(transcript: Transcript) -> Iterator[str]:
    distilled, say = transcript.distilled, transcript.say
    if distilled is None:
        return
    yield f"## {say['aftermath']}\n\n{lines(distilled.summary)}\n\n"
    if distilled.method == "rules":
        why = f": {escape(transcript.said(text_of(distilled)))}" if distilled.note else ""
        yield f"*({escape(say['rules'])}{why})*\n\n"
    if distilled.actions:
        yield f"### {say['actions']}\n\n"
        for action in distilled.actions:
            yield f"- **{escape(transcript.name_of(action.owner))}**: {escape(action.text)}\n"
        yield "\n"
    if distilled.memories:
        yield f"### {say['memories']}\n\n"
        for memory in distilled.memories:
            kind = f"{transcript.memory_kind(memory.kind)}, {say['confidence']} {transcript.number(memory.confidence)}"
            yield f"- **{escape(transcript.name_of(memory.member))}** ({kind}): {escape(memory.text)}\n"
        yield "\n"
    if distilled.drifts:
        yield f"### {say['drifts']}\n\n"
        for drift in distilled.drifts:
            who = f"{escape(transcript.name_of(drift.a))} – {escape(transcript.name_of(drift.b))}"
            change = f"{transcript.number(drift.before)} → {transcript.number(drift.after)}"
            yield f"- {who}: {change}. {escape(drift.reason)}\n"
        yield "\n"


MARKDOWN = Exporter("md", Localised(en="Markdown", de="Markdown"), ".md", render)
