"""The pages of the transcript on A4 paper, with a face beside each line."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

from parley.core.cast import colours
from parley.core.export.base import Options
from parley.core.export.paper import FAINT, GREY, INK, LEADING, MISSING, POINT, Face, Paper, known, shown, write_faces
from parley.core.export.rows import Row
from parley.core.export.transcript import Transcript
from parley.core.log.codec import get_text_of
from parley.core.log.events.base import Event
from parley.core.log.state import DIRECTOR

INDENT = 9.0
"""What stands beside a face, in millimetres."""
_ALWAYS = "".join(map(chr, range(32, 127))) + "äöüßÄÖÜ–—…·◆[]+−" + MISSING


def render(transcript: Transcript, events: Sequence[Event], options: Options) -> Iterator[bytes]:
    """Yield the document, its bytes all at the end; an empty piece a row tells how far it is. The same run gives the
    same.
    """
    signs, say = known(), transcript.say
    config, letters = transcript.config, transcript.config.letters
    faces = {each.id: Face(letters[each.id], colours.both(each.colour)[0]) for each in config.members}
    faces[DIRECTOR] = Face("◆", colours.DIRECTOR[0])
    facts = [(label, value) for label, value in transcript.facts(numbers=options.numbers) if value]
    with tempfile.TemporaryDirectory(prefix="parley-") as folder:
        used = {sign for text in _iterate_texts(transcript, facts) for sign in shown(text.upper() + text, signs)}
        written = write_faces(Path(folder), "".join(sorted(used)) + _ALWAYS)
        with closing(Paper(written, signs, say["page"])) as paper:
            paper.set_title(transcript.title)
            paper.set_lang(transcript.language)
            paper.set_creator("Parley")
            paper.set_producer("Parley")
            if transcript.state.started_at:
                # The run's own date: the document comes out the same again.
                paper.set_creation_date(transcript.state.started_at)
            _draw_head(paper, transcript, facts, faces)
            paper.heading(say["transcript"], 20)
            if not transcript.rows:
                paper.write_text(say["no_turns"], 10, GREY)
            for row in transcript.rows[: options.first or None]:
                if row.staged:
                    _draw_direction(paper, row, transcript)
                elif row.spoken:
                    face = faces.get(row.speaker, Face(row.name[:1].upper(), GREY))
                    _draw_line_row(paper, row, face, transcript, options)
                else:
                    _draw_interlude(paper, row, transcript)
                yield b""
            _draw_aftermath(paper, transcript)
            yield bytes(paper.output())


def _iterate_texts(transcript: Transcript, facts: Sequence[tuple[str, str]]) -> Iterator[str]:
    """Everything that may be written."""
    say = transcript.say
    yield from (transcript.title, *say.values(), *(part for fact in facts for part in fact))
    for member in transcript.config.members:
        yield from (member.name, member.role, member.initial, *transcript.config.letters.values())
    for row in transcript.rows:
        yield from (row.name, row.text, row.other, row.clock, row.day, *row.to, *row.acts, *row.thoughts)
        yield from row.notes(say)
    if (left := transcript.distilled) is not None:
        yield from (left.summary, transcript.said(get_text_of(left)) if left.note else "")
        yield from (each.text for each in left.actions)
        yield from (each.text for each in left.memories)


def _draw_head(paper: Paper, transcript: Transcript, facts: Sequence[tuple[str, str]], faces: dict[str, Face]) -> None:
    say = transcript.say
    paper.add_page()
    paper.write_text("Parley", 10, "#3b5bfd", "B")
    paper.ln(1)
    paper.write_text(transcript.title, 20, INK, "B")
    paper.ln(1)
    paper.write_text(transcript.voices.sentence(transcript.language), 9, GREY)
    paper.ln(3)
    paper.rule()
    paper.ln(3)
    left = paper.l_margin
    for label, value in facts:
        height = paper.get_height_of(value, 9, width=paper.epw - 40)
        if paper.left_over < height:
            paper.add_page()
        top = paper.y
        paper.write_text(label, 9, FAINT, width=38)
        below = paper.y
        paper.set_y(top)
        paper.write_text(value, 9, INK, x=left + 40)
        paper.set_y(max(below, paper.y) + 0.6)
    paper.heading(say["cast"])
    for member in transcript.config.members:
        if paper.left_over < 8:
            paper.add_page()
        top = paper.y
        paper.face(faces[member.id], left, top + 0.3, 5)
        paper.set_xy(left + INDENT, top + 0.4)
        paper.inline(member.name, 9.6, faces[member.id].light, "B")
        paper.inline("  " + ", ".join(part for part in (member.role, transcript.voice_shown(member)) if part), 9, GREY)
        paper.set_y(paper.y + 9.6 * POINT * LEADING + 1.2)


def _draw_line_row(paper: Paper, row: Row, face: Face, transcript: Transcript, options: Options) -> None:
    x, width = paper.l_margin + INDENT, paper.epw - INDENT
    # A face and a name are not left alone at the foot of a page.
    if paper.left_over < min(24.0, 5 + paper.get_height_of(row.text, 10, width=width)):
        paper.add_page()
    top = paper.y
    paper.face(face, paper.l_margin, top + 0.6, 6)
    _draw_turn_number(paper, row)
    paper.set_xy(x, top)
    paper.inline(row.name, 9.4, face.light, "B")
    if notes := row.notes(transcript.say):
        paper.inline("  " + ", ".join(notes), 8, FAINT)
    paper.set_y(paper.y + 9.4 * POINT * LEADING)
    for act in row.acts:
        paper.write_text(act, 9, GREY, "I", x=x)
    paper.write_text(row.text, 10, x=x)
    paper.write_text(row.other, 9, GREY, x=x)
    for thought in row.thoughts if options.thoughts else ():
        paper.write_text(f"[{thought}]", 9, GREY, "I", x=x)
    paper.ln(1.8)


def _draw_direction(paper: Paper, row: Row, transcript: Transcript) -> None:
    """Draw what the rules say of a turn in which nobody spoke."""
    x, width = paper.l_margin + INDENT, paper.epw - INDENT - 8
    told = " ".join([row.text, *(f"({note})" for note in row.notes(transcript.say))])
    if paper.left_over < min(24.0, paper.get_height_of(told, 9.4, style="I", width=width)):
        paper.add_page()
    _draw_turn_number(paper, row)
    paper.write_text(told, 9.4, GREY, "I", x=x, width=width)
    paper.ln(1.8)


def _draw_turn_number(paper: Paper, row: Row) -> None:
    """Draw the turn's number at the right margin, on the line under way."""
    number = str(row.turn)
    paper.use(7.6, FAINT)
    paper.text(paper.w - paper.r_margin - paper.get_string_width(number), paper.y + 3.2, number)


def _draw_interlude(paper: Paper, row: Row, transcript: Transcript) -> None:
    """Draw a scene that opens, a part, something that came to pass or was put in."""
    if paper.left_over < 26:
        paper.add_page()
    say = transcript.say
    if row.kind in {"scene", "part"}:
        paper.ln(2)
        paper.write_text(row.day, 14, INK, "B")
        paper.rule()
        paper.ln(2)
        paper.write_text(row.heading(say) if row.kind == "scene" else row.name, 11, INK, "B")
        paper.write_text(row.text, 9.4)
        paper.write_text(", ".join(row.to), 8.4, GREY)
    else:
        head = row.name if row.kind == "event" else f"{row.name} ({row.audience(say)})"
        paper.write_text(f"{head}: {row.text}", 9, GREY, x=paper.l_margin + INDENT)
    paper.ln(1.8)


def _draw_aftermath(paper: Paper, transcript: Transcript) -> None:
    """Draw what the run left behind."""
    left, say = transcript.distilled, transcript.say
    if left is None:
        return
    paper.heading(say["aftermath"], 20)
    paper.write_text(left.summary, 10)
    for title, items in (
        (say["actions"], [(each.owner, each.text) for each in left.actions]),
        (say["memories"], [(each.member, each.text) for each in left.memories]),
    ):
        if items:
            paper.heading(title)
        for member, text in items:
            paper.write_text(f"{transcript.name_of(member)}: {text}", 9.4)
