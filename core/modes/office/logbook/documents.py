"""The logbook as Markdown and as one HTML file: both load nothing and run nothing, and what was said is text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

from markupsafe import Markup

from parley.core.base.labels import words
from parley.core.base.numbers import localised
from parley.core.cast import colours
from parley.core.export.documents import resource
from parley.core.export.html import template
from parley.core.export.markdown import escape, lines
from parley.core.modes.office.logbook.drawing import caption, data_uri, svg
from parley.core.modes.office.logbook.page import Kept, Logbook, MoodChange, Person, ScenePage
from parley.core.office.plan import Plan

CONTENT_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
"""Nothing is loaded, nothing is sent, no script runs."""


def render(book: Logbook, plan: Plan, form: Literal["md", "html"], *, thoughts: bool = True) -> Iterator[str]:
    """Yield the document, piece by piece: its head, each day, each scene, its end."""
    say = words("logbook", book.language)
    faces = {person.id: place for place, person in enumerate(book.cast)}
    shared: dict[str, Any] = {
        "book": book,
        "say": say,
        "decimal": decimal,
        "thoughts": thoughts,
        "named": named,
        "changed": changed,
        "opened": opened,
        "text": escape,
        "lines": lines,
        "dot": lambda person: f'<span style="color:{person.light}">●</span>',
        "face": lambda member: f"c-{faces[member]}" if member in faces else "c-director",
        "policy": CONTENT_POLICY,
        # It ships with us and is trusted as code.
        "style": Markup(resource("logbook.css")),  # noqa: S704
        "director": colours.DIRECTOR,
    }
    yield template(f"logbook.{form}.j2").render(shared)
    for day in book.days:
        yield template(f"logbook_day.{form}.j2").render(shared, day=day)
        for page in day.scenes:
            # Drawn by us; all names in it are escaped where they are put in.
            picture = Markup(svg(plan, page)) if form == "html" else data_uri(plan, page)  # noqa: S704
            here = {"page": page, "facts": facts(page, say), "picture": picture, "caption": caption(page)}
            yield template(f"logbook_scene.{form}.j2").render(shared, **here)
    if form == "html":
        yield "</main>\n</body>\n</html>\n"


def facts(page: ScenePage, say: dict[str, str]) -> list[tuple[str, str]]:
    """Label and value of what is to be known of a scene before it is read."""
    exchange = page.exchange_name
    if page.importance:
        exchange += f" ({say['importance'].format(value=decimal(page.importance, 'g', say))})"
    if page.exchange_reason:
        exchange += f". {page.exchange_reason}"
    found = {
        "time": page.time,
        "place": page.place,
        "participants": ", ".join(named(person, say) for person in page.members),
        "bystanders": ", ".join(person.name for person in page.bystanders),
        "topic": page.topic,
        "mood": page.mood,
        "exchange": exchange,
    }
    return [(say[name], value) for name, value in found.items() if value]


def named(person: Person, say: dict[str, str]) -> str:
    """Return the name, and whom they play."""
    return f"{person.name} ({say['as'].format(character=person.character)})" if person.character else person.name


def changed(mood: MoodChange, say: dict[str, str]) -> str:
    """Return how somebody felt before and after."""
    if mood.before and mood.before == mood.after:
        return say["still"].format(mood=mood.after)
    return f"{mood.before or say['unknown']} → {mood.after or say['unknown']}"


def opened(kept: Kept) -> str:
    """Return that a memory is an open question or a promise, in brackets."""
    return f" ({kept.open})" if kept.open else ""


def decimal(value: float, spec: str, say: dict[str, str]) -> str:
    """Return a number as the labels' language writes it."""
    return localised(format(value, spec), say["language"])
