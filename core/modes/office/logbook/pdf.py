"""The logbook as PDF: a title, a page for each day, and each scene on a page of its own."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from dataclasses import is_dataclass
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

from parley.core.base.labels import words
from parley.core.export.paper import FAINT, GREY, INK, LEADING, MISSING, POINT, Paper, known, shown, write_faces
from parley.core.modes.office.logbook.documents import changed, decimal, facts, opened
from parley.core.modes.office.logbook.drawing import caption
from parley.core.modes.office.logbook.page import DayPage, Logbook, Person, ScenePage, Spoken, Turned
from parley.core.modes.office.logbook.paper import LogbookPaper
from parley.core.office.plan import Plan

PICTURE = 96.0
"""How wide a scene's floor plan is, in millimetres."""
SMALL = 9.4
"""The size of what stands behind the dialogue, in points."""
INDENT = 9.0
"""What stands beside a face, in millimetres."""


def render(
    book: Logbook, plan: Plan, *, thoughts: bool = True, progress: Callable[[float], None] | None = None
) -> Iterator[bytes]:
    """Yield the document, in one piece; the same run gives the same bytes. `progress` is given the finished part, 0 to
    1.
    """
    signs = known()
    texts = [
        *_iterate_texts(book),
        *words("logbook", book.language).values(),
        *(person.initial for person in book.cast),
    ]
    texts += [room.title(book.language) for room in plan.rooms]
    lacking = any(shown(text, signs) != text and MISSING in shown(text, signs) for text in texts)
    say = words("logbook", book.language)
    with tempfile.TemporaryDirectory(prefix="parley-") as folder:
        used = {character for text in texts for character in shown(text.upper() + text, signs)}
        faces = write_faces(Path(folder), "".join(sorted(used)) + _ALWAYS)
        paper = LogbookPaper(faces, signs, say["page"])
        paper.set_title(book.title)
        paper.set_lang(book.language)
        paper.set_creator("Parley")
        paper.set_producer("Parley")
        if book.made:
            # The run's own date: the document comes out the same again.
            paper.set_creation_date(datetime.fromisoformat(book.made))
        links: dict[int, int] = {}
        _title(paper, book, say, lacking)
        done, whole = 0, max(1, len(book.scenes))
        for day in book.days:
            for scene in day.scenes:
                links[scene.number] = int(paper.add_link())
            _write_day_page(paper, day, say, links)
            for scene in day.scenes:
                _write_scene_page(paper, scene, plan, say, thoughts, links)
                done += 1
                if progress:
                    progress(0.95 * done / whole)
        yield bytes(paper.output())


_ALWAYS = "".join(map(chr, range(32, 127))) + "äöüßÄÖÜ–—…·→★✓+−" + MISSING


def _iterate_texts(value: Any) -> Iterator[str]:
    """Everything in a book that may be written."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        for each in value:
            yield from _iterate_texts(each)
    elif is_dataclass(value):
        for name in value.__dataclass_fields__.keys() - {"why", "initial"}:
            yield from _iterate_texts(getattr(value, name))


def _title(paper: Paper, book: Logbook, say: dict[str, str], lacking: bool) -> None:
    paper.add_page()
    paper.set_y(46)
    paper.write_text("Parley", 12, "#3b5bfd", "B")
    paper.ln(3)
    paper.write_text(book.cast_name, 30, INK, "B")
    paper.write_text(say["logbook"], 20, GREY)
    paper.ln(5)
    if book.days:
        first, last = book.days[0], book.days[-1]
        when = first.when if first is last else f"{first.when} – {last.when}"
        paper.write_text(when, 12, INK)
    else:
        paper.write_text(say["no_scenes"], 12, GREY)
    paper.ln(12)
    paper.rule()
    _cast(paper, book, say)
    paper.ln(5)
    paper.rule()
    paper.ln(4)
    for note in (book.voices, *book.notes, *([say["glyphs"]] if lacking else [])):
        paper.write_text(note, 9, GREY)
        paper.ln(1.5)


def _cast(paper: Paper, book: Logbook, say: dict[str, str]) -> None:
    paper.heading(say["cast"])
    half = paper.epw / 2
    for i in range(0, len(book.cast), 2):
        pair = book.cast[i : i + 2]
        heights = [
            paper.height_of(person.name, 11, style="B", width=half - 14)
            + (paper.height_of(person.role, 9, width=half - 14) if person.role else 0)
            for person in pair
        ]
        tall = max(9.0, *heights) + 3
        if paper.left_over < tall:
            paper.add_page()
        top = paper.y + 1.5
        for column, person in enumerate(pair):
            x = paper.l_margin + column * half
            paper.face(person, x, top, 9)
            paper.set_y(top)
            paper.write_text(person.name, 11, person.light, "B", x=x + 12, width=half - 14)
            paper.write_text(person.role, 9, GREY, x=x + 12, width=half - 14)
        paper.set_y(top + tall)


def _write_day_page(paper: Paper, day: DayPage, say: dict[str, str], links: dict[int, int]) -> None:
    paper.add_page()
    name = say["day"].format(day=day.day)
    paper.start_section(paper.fit(f"{name}: {day.when}"), level=0)
    paper.write_text(name, 24, INK, "B")
    paper.write_text(day.when, 12, GREY)
    paper.ln(4)
    paper.write_text(day.summary, 11.5)
    if not day.over:
        paper.write_text(say["not_over"], 10, GREY, "I")
    paper.heading(say["scenes"])
    for page in day.scenes:
        _write_scene_entry(paper, page, links[page.number])


def _write_scene_entry(paper: Paper, page: ScenePage, link: int) -> None:
    """A scene in its day's list: hour, what it is, who is in it."""
    size, across = 5.4, 46.0
    rows = -(-len(page.members) // 8)
    wide = paper.epw - 22 - across - 4
    tall = paper.height_of(page.heading, 11, style="B", width=wide)
    tall += paper.height_of(page.topic, 9, width=wide) if page.topic else 0
    tall = max(tall, rows * (size + 0.6)) + 5
    if paper.left_over < tall:
        paper.add_page()
    paper.rule()
    top = paper.y + 2.5
    paper.link(paper.l_margin, top - 2.5, paper.epw, tall, link)
    paper.set_y(top)
    paper.write_text(page.begins, 11, GREY)
    paper.set_y(top)
    paper.write_text(str(page.number), 11, INK, "B", x=paper.l_margin + 14, width=8)
    paper.set_y(top)
    paper.write_text(page.heading, 11, INK, "B", x=paper.l_margin + 22, width=wide)
    paper.write_text(page.topic, 9, GREY, x=paper.l_margin + 22, width=wide)
    for i, person in enumerate(page.members):
        x = paper.w - paper.r_margin - (min(len(page.members), 8) - i % 8) * (size + 0.2)
        paper.face(person, x, top + (i // 8) * (size + 0.6), size)
    paper.set_y(top + tall - 2.5)


def _write_scene_page(
    paper: LogbookPaper, page: ScenePage, plan: Plan, say: dict[str, str], thoughts: bool, links: dict[int, int]
) -> None:
    paper.add_page()
    paper.set_link(links[page.number])
    number = say["scene"].format(scene=page.number)
    paper.start_section(paper.fit(f"{number}: {page.heading}"), level=1)
    paper.write_text(f"{number}  ·  {page.time}", 9.5, GREY)
    paper.write_text(page.heading, 19, INK, "B")
    paper.write_text(page.topic, 12)
    paper.write_text("  ·  ".join(part for part in (page.kind_name, page.mood) if part), 9.5, GREY)
    for note in page.notes:
        paper.ln(1.2)
        paper.write_text(note, 8.8, GREY, "I")
    paper.ln(3.5)
    _draw_scene_stage(paper, page, plan, say)
    if page.summary.text:
        paper.heading(say["summary"])
        paper.write_text(page.summary.text, 10.2)
        paper.write_text(page.summary.under, 9.2, GREY)
    paper.heading(say["dialogue"], 20)
    if not page.lines:
        paper.write_text(say["nobody"], 10, GREY)
    for line in page.lines:
        _write_spoken_line(paper, line, say, thoughts)
    _write_background(paper, page, say)


def _draw_scene_stage(paper: LogbookPaper, page: ScenePage, plan: Plan, say: dict[str, str]) -> None:
    """The floor plan, and beside it what is to be known."""
    top, left = paper.y, paper.l_margin
    width = min(PICTURE, 74 * plan.width / plan.height)
    tall = paper.plan(plan, page, left, top, width)
    paper.set_y(top + tall + 1)
    paper.write_text(caption(page), 7.2, FAINT, width=width)
    below = paper.y
    paper.set_y(top)
    beside = left + width + 7
    for label, value in facts(page, say):
        if label in {say["topic"], say["mood"], say["time"]}:
            continue
        paper.write_text(label, 7.6, FAINT, x=beside)
        paper.write_text(value, 9, INK, x=beside)
        paper.ln(1.3)
    paper.set_y(max(below, paper.y))


def _write_spoken_line(paper: Paper, line: Spoken, say: dict[str, str], thoughts: bool) -> None:
    x = paper.l_margin + INDENT
    width = paper.epw - INDENT
    # A face and a name are not left alone at the foot of a page.
    first = min(24.0, 5 + paper.height_of(line.text.text, 10, width=width))
    if paper.left_over < first:
        paper.add_page()
    top = paper.y
    if line.key:
        _marked(paper, line, thoughts, top, width)
    paper.face(line.person, paper.l_margin, top + 0.6, 6)
    paper.set_xy(x, top)
    paper.inline(line.person.character or line.person.name, 9.4, line.person.light, "B")
    if line.person.character:
        paper.inline(f"  {line.person.name}", 8, FAINT)
    if line.key:
        paper.inline(f"   ★ {say['key']}", 8, INK, "B")
    number = str(line.turn)
    paper.use(7.6, FAINT)
    paper.text(paper.w - paper.r_margin - paper.get_string_width(number), top + 3.2, number)
    paper.set_y(paper.y + 9.4 * POINT * LEADING)
    for act in line.acts:
        paper.write_text(act.text, 9, GREY, "I", x=x)
    paper.write_text(line.text.text, 10, x=x)
    paper.write_text(line.text.under, 9, GREY, x=x)
    for thought in line.thoughts if thoughts else ():
        paper.write_text(f"[{thought.text}]", 9, GREY, "I", x=x)
        paper.write_text(f"[{thought.under}]" if thought.under else "", 8.4, FAINT, "I", x=x)
    paper.ln(1.9)


def _marked(paper: Paper, line: Spoken, thoughts: bool, top: float, width: float) -> None:
    """The key moment's ground, where it fits on this page."""
    tall = 9.4 * POINT * LEADING + paper.height_of(line.text.text, 10, width=width)
    tall += paper.height_of(line.text.under, 9, width=width) if line.text.under else 0
    tall += sum(paper.height_of(act.text, 9, style="I", width=width) for act in line.acts)
    for thought in line.thoughts if thoughts else ():
        tall += paper.height_of(f"[{thought.text}]", 9, style="I", width=width)
        tall += paper.height_of(f"[{thought.under}]", 8.4, style="I", width=width) if thought.under else 0
    if top + tall > paper.page_break_trigger:
        return
    paper.set_fill_color("#fff4d6")
    paper.rect(
        paper.l_margin - 2, top - 1, paper.epw + 4, tall + 2, style="F", round_corners=True, corner_radius=1.6
    )  # fmt: skip


def _write_background(paper: Paper, page: ScenePage, say: dict[str, str]) -> None:
    if page.feedback:
        paper.heading(say["feedback"])
        for word in page.feedback:
            to = f" ({say['whispered'].format(names=', '.join(word.to))})" if word.to else ""
            paper.write_text(f"{word.text}{to}", 9.4)
    _abreast(
        paper,
        [
            (say["moods"], 1.0, [_row(paper, mood.person, changed(mood, say)) for mood in page.moods]),
            (say["shifts"], 1.7, [(_told(shift), partial(_shift, paper, shift)) for shift in page.shifts]),
            (say["tasks"], 1.4, [_row(paper, person, task) for person, task in page.tasks]),
        ],
    )
    if page.memories:
        paper.heading(say["memories"])
        for group, kept in page.shared:
            for i, each in enumerate(group):
                paper.inline(f"{', ' if i else ''}{each.person.name}", 9.2, each.person.light, "B")
                paper.inline(opened(each), 8.2, GREY)
            paper.inline(f"  {kept.type} · {kept.importance}   ", 8.2, FAINT)
            paper.inline(kept.text, 9.2)
            paper.ln(9.2 * POINT * LEADING + 0.9)
    if page.choice:
        _write_scene_choice(paper, page, say)


Row = tuple[str, Callable[[], None]]
"""What a row says, to measure it, and how it is written."""


def _abreast(paper: Paper, blocks: list[tuple[str, float, list[Row]]]) -> None:
    """Short lists side by side where a page holds them, else one below the other; each with its share of the width."""
    filled = [(title, rows) for title, _share, rows in blocks if rows]
    shares = [share for _title, share, rows in blocks if rows]
    widths = [paper.epw * share / sum(shares) - 5 for share in shares]
    tall = 0.0
    for (_head, rows), width in zip(filled, widths, strict=True):
        tall = max(tall, 9 + sum(paper.height_of(text, SMALL, style="B", width=width) + 0.2 for text, _write in rows))
    if len(filled) < 2 or tall > paper.page_break_trigger - paper.t_margin:
        for title, rows in filled:
            paper.heading(title)
            for _text, write in rows:
                write()
        return
    if paper.left_over < tall:
        paper.add_page()
    left, top, lowest = paper.l_margin, paper.y, paper.y
    for i, (title, rows) in enumerate(filled):
        paper.set_y(top)
        with paper.column(left + sum(widths[:i]) + 5 * i, widths[i]):
            paper.heading(title, 0)
            for _text, write in rows:
                write()
        lowest = max(lowest, paper.y)
    paper.set_xy(left, lowest)


def _row(paper: Paper, person: Person, text: str) -> Row:
    return f"{person.name}  {text}", partial(_write_named_text, paper, person, text)


def _told(shift: Turned) -> str:
    return f"{shift.one.name} → {shift.other.name}  {shift.word}  {shift.reason}"


def _shift(paper: Paper, shift: Turned) -> None:
    paper.inline(shift.one.name, 9.4, shift.one.light, "B")
    paper.inline(" → ", 9.4, GREY)
    paper.inline(shift.other.name, 9.4, shift.other.light, "B")
    colour = {"positive": "#15803d", "negative": "#be2d4a"}.get(shift.valence, INK)
    paper.inline(f"  {shift.word}", 9.4, colour)
    paper.inline(f"  {shift.reason}" if shift.reason else "", 8.6, GREY)
    paper.ln(9.4 * POINT * 1.42)


def _write_named_text(paper: Paper, person: Person, text: str) -> None:
    paper.inline(person.name, 9.4, person.light, "B")
    paper.inline(f"  {text}", 9.4)
    paper.ln(9.4 * POINT * 1.42)


def _write_scene_choice(paper: Paper, page: ScenePage, say: dict[str, str]) -> None:
    assert page.choice is not None
    paper.heading(say["choice"], 20)
    paper.write_text(f"{page.choice.method}. {page.choice.reason}", 9.2)
    paper.ln(0.8)
    for option in page.choice.options:
        terms = "  ·  ".join(
            f"{label} {decimal(value, '+.2f', say)}".replace("-", "−") for label, value in option.terms
        )
        wide = paper.epw - 14
        tall = paper.height_of(option.title, 8.8, width=wide) + paper.height_of(terms, 7.6, width=wide)
        if paper.left_over < tall:
            paper.add_page()
        top, ink = paper.y, INK if option.chosen else GREY
        paper.write_text(decimal(option.score, ".2f", say), 8.8, ink, "B", width=12)
        paper.set_y(top)
        paper.write_text(option.title, 8.8, ink, "B" if option.chosen else "", x=paper.l_margin + 14)
        paper.write_text(terms, 7.6, FAINT, x=paper.l_margin + 14)
        paper.ln(0.8)
