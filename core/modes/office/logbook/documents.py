"""The logbook as Markdown and as one HTML file: both load nothing and run nothing, and what was said is text.

A scene has its floor plan as SVG: rooms, doors, furniture, and everybody in their colour where they were.
"""

from __future__ import annotations

import base64
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Literal

from markupsafe import Markup

from parley.core.base.errors import UnknownName
from parley.core.base.labels import words
from parley.core.base.numbers import localise_number
from parley.core.cast import colours
from parley.core.export.base import Progress, save
from parley.core.export.documents import read_resource
from parley.core.export.html import load_template
from parley.core.export.markdown import break_lines, escape
from parley.core.formats import Localised
from parley.core.log.events.base import Event
from parley.core.log.state import State
from parley.core.modes.office.config import OfficeConfig
from parley.core.modes.office.logbook.page import LANGS, Kept, Lang, Logbook, MoodChange, Person, ScenePage
from parley.core.modes.office.logbook.reading import build_logbook
from parley.core.office.plan import Plan

CONTENT_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
"""Nothing is loaded, nothing is sent, no script runs."""


def render_logbook(book: Logbook, plan: Plan, form: Literal["md", "html"], *, thoughts: bool = True) -> Iterator[str]:
    """Yield the document, piece by piece: its head, each day, each scene, its end."""
    say = words("logbook", book.language)
    faces = {person.id: place for place, person in enumerate(book.cast)}
    shared: dict[str, Any] = {
        "book": book,
        "say": say,
        "decimal": format_decimal,
        "thoughts": thoughts,
        "named": format_name,
        "changed": format_mood,
        "opened": format_open,
        "text": escape,
        "lines": break_lines,
        "dot": lambda person: f'<span style="color:{person.light}">●</span>',
        "face": lambda member: f"c-{faces[member]}" if member in faces else "c-director",
        "policy": CONTENT_POLICY,
        # It ships with us and is trusted as code.
        "style": Markup(read_resource("logbook.css")),  # noqa: S704
        "director": colours.DIRECTOR,
    }
    yield load_template(f"logbook.{form}.j2").render(shared)
    for day in book.days:
        yield load_template(f"logbook_day.{form}.j2").render(shared, day=day)
        for page in day.scenes:
            # Drawn by us; all names in it are escaped where they are put in.
            picture = Markup(draw_plan(plan, page)) if form == "html" else data_uri(plan, page)  # noqa: S704
            here = {"page": page, "facts": list_facts(page, say), "picture": picture, "caption": caption(page)}
            yield load_template(f"logbook_scene.{form}.j2").render(shared, **here)
    if form == "html":
        yield "</main>\n</body>\n</html>\n"


def list_facts(page: ScenePage, say: dict[str, str]) -> list[tuple[str, str]]:
    """Label and value of what is to be known of a scene before it is read."""
    exchange = page.exchange_name
    if page.importance:
        exchange += f" ({say['importance'].format(value=format_decimal(page.importance, 'g', say))})"
    if page.exchange_reason:
        exchange += f". {page.exchange_reason}"
    found = {
        "time": page.time,
        "place": page.place,
        "participants": ", ".join(format_name(person, say) for person in page.members),
        "bystanders": ", ".join(person.name for person in page.bystanders),
        "topic": page.topic,
        "mood": page.mood,
        "exchange": exchange,
    }
    return [(say[name], value) for name, value in found.items() if value]


def format_name(person: Person, say: dict[str, str]) -> str:
    """Return the name, and whom they play."""
    return f"{person.name} ({say['as'].format(character=person.character)})" if person.character else person.name


def format_mood(mood: MoodChange, say: dict[str, str]) -> str:
    """Return how somebody felt before and after."""
    if mood.before and mood.before == mood.after:
        return say["still"].format(mood=mood.after)
    return f"{mood.before or say['unknown']} → {mood.after or say['unknown']}"


def format_open(kept: Kept) -> str:
    """Return that a memory is an open question or a promise, in brackets."""
    return f" ({kept.open})" if kept.open else ""


def format_decimal(value: float, spec: str, say: dict[str, str]) -> str:
    """Return a number as the labels' language writes it."""
    return localise_number(format(value, spec), say["language"])


def caption(page: ScenePage) -> str:
    """Return what the picture shows, in words."""
    say = words("logbook", page.language)
    return say["plan_of" if page.room else "plan_desks"].format(scene=page.number, place=page.place)


def draw_plan(plan: Plan, page: ScenePage, *, alone: bool = False) -> str:
    """Return the picture as an SVG element; `alone`, it brings its own style and colours, else a page's style applies.

    Colours of people come from classes `c-<place in the cast>` of the page, or from themselves.
    """
    # Those in the scene are drawn last, for they stand before everybody else.
    people = sorted(enumerate(page.places), key=lambda each: ["away", "bystander", "member"].index(each[1].part))
    drawn = load_template("logbook_plan.svg.j2").render(
        plan=plan, page=page, alone=alone, caption=caption(page), people=people, half=plan.door_width / 2
    )
    return drawn.replace("\n", "")


def data_uri(plan: Plan, page: ScenePage) -> str:
    """Return the picture as an address that holds it, for a document that has no other file."""
    return "data:image/svg+xml;base64," + base64.b64encode(draw_plan(plan, page, alone=True).encode()).decode()


FORMATS = {
    "md": Localised(en="Markdown", de="Markdown"),
    "html": Localised(en="HTML, one file", de="HTML, eine Datei"),
}
"""Titles by id; the id is also the files' ending."""


def write_logbook(
    state: State,
    events: Sequence[Event],
    target: Path,
    format_id: str,
    *,
    lang: str = "original",
    thoughts: bool = True,
    parents: bool = False,
    progress: Progress | None = None,
    name: str = "",
) -> None:
    """Write the logbook of a run of scenes to `target`, wholly or not at all; `name` is the one that somebody gave it.

    Raises `UnknownName` for a format or language, `UsageError` for a run without scenes, `FileError` where it cannot be
    written.
    """
    if format_id not in FORMATS:
        raise UnknownName("logbook format", format_id, FORMATS)
    book, plan = build_logbook(state, known_lang(lang), events, name), state.setup[OfficeConfig].floor
    form: Literal["md", "html"] = "md" if format_id == "md" else "html"
    save(target, _report_progress(render_logbook(book, plan, form, thoughts=thoughts), book, progress), parents=parents)
    if progress:
        progress(1.0)


def known_lang(lang: str) -> Lang:
    """Return it as one of `LANGS`. Raises `UnknownName`."""
    for each in LANGS:
        if lang == each:
            return each
    raise UnknownName("logbook language", lang, LANGS)


def _report_progress(pieces: Iterator[str], book: Logbook, progress: Progress | None) -> Iterator[str]:
    expected = len(book.scenes) + len(book.days) + 2  # one piece for each of these, the head and the end
    for count, piece in enumerate(pieces):
        if progress:
            progress(count / expected)
        yield piece
