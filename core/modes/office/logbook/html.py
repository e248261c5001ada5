"""The logbook as one HTML file: it loads nothing, runs nothing, and prints a scene on a page."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import jinja2
from markupsafe import Markup

from core.base.packaged import packaged
from core.cast import colours
from core.modes.office.logbook.drawing import caption, svg
from core.modes.office.logbook.markdown import changed, facts, named
from core.modes.office.logbook.page import Logbook, ScenePage
from core.modes.office.logbook.words import decimal, words
from core.office.plan import Plan

CONTENT_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
"""Nothing is loaded, nothing is sent, no script runs."""


@cache
def _environment() -> jinja2.Environment:
    return jinja2.Environment(
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        loader=jinja2.FunctionLoader(_resource),
    )


@cache
def _resource(name: str) -> str:
    return packaged("export", name).read_text("utf-8")


def render(book: Logbook, plan: Plan, *, thoughts: bool = True) -> Iterator[str]:
    """The page, piece by piece: its head, each scene, its end."""
    say = words(book.language)
    faces = {person.id: place for place, person in enumerate(book.cast)}
    shared = {
        "book": book,
        "say": say,
        "decimal": decimal,
        "thoughts": thoughts,
        "named": named,
        "changed": changed,
        "face": lambda member: f"c-{faces[member]}" if member in faces else "c-director",
    }
    yield (
        _environment()
        .get_template("logbook.html.j2")
        .render(
            shared
            | {
                "policy": CONTENT_POLICY,
                # It ships with us and is trusted as code.
                "style": Markup(_resource("logbook.css")),  # noqa: S704
                "director": colours.DIRECTOR,
            }
        )
    )
    scene = _environment().get_template("logbook_scene.html.j2")
    for day in book.days:
        yield str(_environment().get_template("logbook_day.html.j2").render(shared | {"day": day}))
        for page in day.scenes:
            yield str(scene.render(shared | {"page": page, "facts": facts(page, say), "picture": _picture(plan, page)}))
    yield "</main>\n</body>\n</html>\n"


def _picture(plan: Plan, page: ScenePage) -> Markup:
    # Drawn by us; all names in it are escaped where they are put in.
    return Markup(f"{svg(plan, page)}<figcaption>{Markup.escape(caption(page))}</figcaption>")  # noqa: S704
