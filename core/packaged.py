"""What ships with Parley: definitions, prompts, phrases and pictures in the `resources` package."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

import jinja2

from core.errors import UnknownName


def packaged(*parts: str) -> Traversable:
    """A file or folder under `resources`."""
    return files("resources").joinpath(*parts)


def names(folder: str, suffix: str = ".toml") -> list[str]:
    """The names, without suffix, of what lies in a folder of `resources`."""
    return sorted(
        entry.name.removesuffix(suffix) for entry in packaged(folder).iterdir() if entry.name.endswith(suffix)
    )


def path_of(what: str, folder: str, name: str, suffix: str = ".toml") -> Path:
    """The path of a packaged file. Raises `UnknownName`, which lists what there is."""
    known = names(folder, suffix)
    if name not in known:
        raise UnknownName(what, name, known)
    return Path(str(packaged(folder, name + suffix)))


class _Templates(jinja2.BaseLoader):
    def get_source(self, environment: jinja2.Environment, template: str) -> tuple[str, str, None]:
        source = packaged("prompts", template)
        if not source.is_file():
            raise jinja2.TemplateNotFound(template)
        return source.read_text("utf-8"), template, None


@cache
def _prompts() -> jinja2.Environment:
    # The prompts are plain text, not HTML: nothing is to be escaped.
    return jinja2.Environment(  # noqa: S701
        loader=_Templates(), undefined=jinja2.StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )


def prompt(name: str, language: str, **values: object) -> str:
    """The prompt `name` in `language`, filled in."""
    return _prompts().get_template(f"{name}.{language}.j2").render(**values).strip()
