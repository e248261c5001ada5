"""Fountain: the run as a screenplay."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from core.export.base import Exporter, Options
from core.export.rows import Row
from core.export.transcript import Transcript
from core.export.words import part_of_day
from core.formats import Localised
from core.log.events.base import Event

_MARKUP = re.compile(r"([\\*_])")
_SPACE = re.compile(r"[\s\x00-\x1f\x7f-\x9f\u2028\u2029]+")
_NOTE = re.compile(r"\[\[|\]\]|/\*|\*/")
_SEPARATOR = "\u2060"


def one_line(text: str) -> str:
    """`text` on one line, without what Fountain would take for emphasis, a note or a boneyard."""
    text = _SPACE.sub(" ", text).strip()
    # An invisible joiner inside the mark keeps its look and ends its meaning.
    text = _NOTE.sub(lambda found: found.group()[0] + _SEPARATOR + found.group()[1], text)
    return _MARKUP.sub(r"\\\1", text)


def dialogue(text: str) -> str:
    """A line of dialogue: a whole line in brackets would be read as a parenthetical, and "~" as a lyric."""
    text = one_line(text)
    return _SEPARATOR + text if text.startswith(("(", "~")) else text or "…"


def cue(name: str) -> str:
    """A character's cue: "@" forces it, so that any script and any case will do; "^" would make it dual."""
    return "@" + one_line(_unbracketed(name)).rstrip("^ ")


def _unbracketed(text: str) -> str:
    return text.replace("(", "[").replace(")", "]")


def render(transcript: Transcript, events: Sequence[Event], options: Options) -> Iterator[str]:
    """Title page, its scenes (a roundtable is one), and what it left behind as notes."""
    del events
    say = transcript.say
    yield f"Title: {one_line(transcript.title)}\n"
    yield f"Credit: {one_line(transcript.voices.sentence(transcript.language))}\n"
    yield f"Draft date: {transcript.date}\n"
    yield "Notes:\n"
    for name, value in transcript.facts(numbers=options.numbers):
        yield f"    {one_line(f'{name}: {value}')}\n"
    for member in transcript.config.members:
        role = f", {member.role}" if member.role else ""
        yield f"    {one_line(f'{member.name}{role} ({transcript.voice_shown(member)})')}\n"
    if not transcript.mode.own_scenes:
        place = one_line(transcript.config.place_name or transcript.config.place or transcript.format_name).upper()
        yield f"\n.INT. {place}\n\n"
        names = ", ".join(member.name for member in transcript.config.members)
        yield f"!{one_line(names)}. {one_line(transcript.config.topic)}\n\n"
    else:
        yield "\n"
    for row in transcript.rows:
        yield _scene(row, transcript.language) if row.kind == "scene" else _row(row, say, options)
    distilled = transcript.distilled
    if distilled:
        yield f"# {say['aftermath']}\n\n= {one_line(distilled.summary)}\n\n"
        for action in distilled.actions:
            yield f"= {say['actions']}: {one_line(f'{transcript.name_of(action.owner)}: {action.text}')}\n\n"
        for memory in distilled.memories:
            yield f"= {say['memories']}: {one_line(f'{transcript.name_of(memory.member)}: {memory.text}')}\n\n"
        for drift in distilled.drifts:
            who = f"{transcript.name_of(drift.a)} – {transcript.name_of(drift.b)}"
            change = f"{transcript.number(drift.before)} → {transcript.number(drift.after)}"
            yield f"= {one_line(f'{who}: {change}. {drift.reason}')}\n\n"


def _scene(row: Row, language: str) -> str:
    """A scene's heading with its number, who is there, and what it is about; a new day is a section."""
    hour = part_of_day(row.clock, language)
    # A number's own signs would end it.
    place = one_line(row.name).replace("#", "＃").upper()
    day = f"# {one_line(row.day)}\n\n" if row.day else ""
    told = f"{', '.join(row.to)}. {row.text}"
    return f"{day}.INT. {place} - {hour.upper()} #{row.scene}#\n\n!{one_line(told)}\n\n"


def _row(row: Row, say: dict[str, str], options: Options) -> str:
    if row.kind == "part":
        return f"# {one_line(row.name)}\n\n" + (f"= {one_line(row.text)}\n\n" if row.text else "")
    if row.kind == "event":
        return f"!{one_line(f'{row.name}: {row.text}')}\n\n"
    if not row.spoken:
        how = row.audience(say)
        return f"!{one_line(f'{row.name} ({how}): {row.text}')}\n\n"
    text = f"{cue(row.name)}\n{dialogue(row.text)}\n"
    if options.thoughts:
        for thought in row.thoughts:
            text += f"({say['thinks']}: {one_line(_unbracketed(thought))})\n"
    return text + "\n"


FOUNTAIN = Exporter("fountain", Localised(en="Fountain screenplay", de="Fountain-Drehbuch"), ".fountain", render)
