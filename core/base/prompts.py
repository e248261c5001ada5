"""The prompts that ship with Parley, filled in."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from parley.core.base.labels import label
from parley.core.base.packaged import get_resource

if TYPE_CHECKING:
    import jinja2


def _read_prompt_source(name: str) -> str | None:
    source = get_resource("prompts", name)
    return source.read_text("utf-8") if source.is_file() else None


@cache
def _create_prompt_environment() -> jinja2.Environment:
    # Not before somebody speaks: a window is painted sooner without it.
    import jinja2

    # The prompts are plain text, not HTML: nothing is to be escaped.
    environment = jinja2.Environment(  # noqa: S701
        loader=jinja2.FunctionLoader(_read_prompt_source),
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    # What a value is called: {{ scene.kind|label("scene_kind", "de") }}.
    environment.filters["label"] = lambda value, table, language: label(table, value, language)
    return environment


def prompt(name: str, language: str, **values: object) -> str:
    """Return the prompt `name` in `language`, filled in."""
    return _create_prompt_environment().get_template(f"{name}.{language}.j2").render(**values).strip()
