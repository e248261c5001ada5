"""What ships with Parley: definitions, prompts, phrases and pictures in the `resources` package."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import TYPE_CHECKING

from parley.core.base.errors import UnknownName

if TYPE_CHECKING:
    import jinja2

APP_ID = "io.github.parley_studio.parley"
"""What desktops know Parley by: the names of its entry, its icons and its AppStream data, and of its windows."""


def packaged(*parts: str) -> Traversable:
    """Return a file or folder under `resources`."""
    return _locate_resources().joinpath(*parts)


@cache
def _locate_resources() -> Traversable:
    return files("parley.resources")


def names(folder: str, suffix: str = ".toml") -> list[str]:
    """Return the names, without suffix, of what lies in a folder of `resources`."""
    return sorted([name.removesuffix(suffix) for name in _list_folder_names(folder) if name.endswith(suffix)])


@cache
def _list_folder_names(folder: str) -> tuple[str, ...]:
    return tuple([entry.name for entry in packaged(folder).iterdir()])


@cache
def path_of(what: str, folder: str, name: str, suffix: str = ".toml") -> Path:
    """Return the path of a packaged file. Raises `UnknownName`, which lists what there is."""
    known = names(folder, suffix)
    if name not in known:
        raise UnknownName(what, name, known)
    return Path(str(packaged(folder, name + suffix)))


def _read_prompt_source(name: str) -> str | None:
    source = packaged("prompts", name)
    return source.read_text("utf-8") if source.is_file() else None


@cache
def _create_prompt_environment() -> jinja2.Environment:
    # Not before somebody speaks: a window is painted sooner without it.
    import jinja2

    from parley.core.base.labels import label

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
