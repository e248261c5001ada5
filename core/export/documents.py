"""Documents by the templates in `resources/export`: pages, and texts that are read as they are."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any

import jinja2

from parley.core.base.line import drop_control
from parley.core.base.packaged import get_resource
from parley.core.export.base import Options, Render
from parley.core.export.transcript import Transcript
from parley.core.log.codec import get_text_of
from parley.core.log.events.base import Event


@cache
def read_resource(name: str) -> str:
    """Return a file of `resources/export`."""
    return get_resource("export", name).read_text("utf-8")


def _clean_template_value(value: Any) -> Any:
    """Return what is put into a template, texts of logs without control characters; what a template made is as it
    is.
    """
    return drop_control(value) if type(value) is str else value  # not `isinstance`: `Markup` is a subclass


def make_environment(**more: Any) -> jinja2.Environment:
    """Return how templates of `resources/export` are read; nothing in a text steers who shows it."""
    return jinja2.Environment(  # noqa: S701  # who wants no page escapes by filters of its own
        undefined=jinja2.StrictUndefined,  # a name that is misspelt is an error, not a gap
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_clean_template_value,
        loader=jinja2.FunctionLoader(read_resource),
        **more,
    )


def make_renderer(name: str, **tools: Callable[..., str] | str) -> Render:
    """Return an export by a template, which has these tools as functions and filters, and escapes what it is to
    escape.
    """

    @cache  # read at the first export, not at import
    def load_template() -> jinja2.Template:
        made = make_environment(autoescape=False, keep_trailing_newline=True)
        made.filters |= tools
        return made.get_template(name, globals=tools)

    def render_run(transcript: Transcript, events: Sequence[Event], options: Options) -> Iterator[str]:
        distilled = transcript.distilled
        yield from load_template().generate(
            transcript=transcript,
            say=transcript.say,
            options=options,
            facts=transcript.facts(numbers=options.numbers),
            distilled=distilled,
            why=transcript.said(get_text_of(distilled)) if distilled and distilled.note else "",
        )

    return render_run
