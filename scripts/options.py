"""The options of runs in docs/cli.md and docs/python.md, made from the modes' requests: `python -m scripts.options`."""

from __future__ import annotations

from collections.abc import Iterator
from inspect import Parameter
from pathlib import Path
from typing import Any, get_args

from pydantic import BaseModel

from parley.core.cli.fork import options_of_forks
from parley.core.cli.options import SHARED, build_options, shared
from parley.core.cli.queue import own_options
from parley.core.engine.run_request import RequestSpec, request_specs
from scripts.exit_codes import ERRORS, EXITS

DOCS = Path(__file__).parent.parent / "docs"
CODES = "<!-- begin codes: python -m scripts.options -->\n"
BEGIN, END = "<!-- begin: python -m scripts.options -->\n", "<!-- end -->\n"
SETTINGS = "<!-- begin settings: python -m scripts.options -->\n"


def list_own_kinds() -> list[RequestSpec]:
    """Return the kinds of run that ship, without those of installed packages."""
    return [spec for spec in request_specs().values() if spec.model.__module__.startswith("parley.core.")]


def reference() -> str:
    """Return the options of every command that plays a run and of `parley fork`, as Markdown."""
    blocks = [
        _table(f"parley run {spec.name}", _told(spec.model), build_options(spec.options())) for spec in list_own_kinds()
    ]
    blocks.append(_table("parley fork RUN", "A new run that shares a run's first turns.", options_of_forks()))
    blocks.append(_table("parley queue add KIND", "Besides the options of `parley run KIND`.", own_options()))
    blocks.append(_table("All of these", "What every command that plays a run takes besides.", shared(*SHARED)))
    return "\n".join(blocks)


def codes() -> str:
    """Return the exit codes, and the codes of errors, as Markdown."""
    exits = [f"| {code.value} | {text} |" for code, text in EXITS.items()]
    errors = [f"| `{code}` | {text} |" for code, text in ERRORS.items()]
    parts = [
        "| Exit code | What it means |",
        "|---|---|",
        *exits,
        "",
        "| Error | What it means |",
        "|---|---|",
        *errors,
    ]
    return "\n".join(parts) + "\n"


def list_settings() -> str:
    """Return the settings of each kind of run, as Markdown."""
    rows = ["| kind | settings, besides `voice` |", "|---|---|"]
    for spec in list_own_kinds():
        names = (f"`{name}`" for name in spec.options().model_fields if name != "voice")
        rows.append(f"| `{spec.name}` | {', '.join(names)} |")
    return "\n".join(rows) + "\n"


PAGES = {DOCS / "cli.md": {CODES: codes, BEGIN: reference}, DOCS / "python.md": {SETTINGS: list_settings}}
"""What is made of each page, by the line that it begins behind."""


def build_page(page: Path) -> str:
    """Return a page with what is made of it made anew."""
    text = page.read_text("utf-8")
    for begin, make in PAGES[page].items():
        before, _, rest = text.partition(begin)
        _, _, after = rest.partition(END)
        text = f"{before}{begin}{make()}{END}{after}"
    return text


def _told(model: type[BaseModel]) -> str:
    return " ".join((model.__doc__ or "").partition("\n\n")[0].split())


def _table(title: str, text: str, parameters: list[Parameter]) -> str:
    rows = [f"### {title}\n", f"{text}\n", "| Option | Usually | What |", "|---|---|---|", *map(_row, parameters)]
    return "\n".join(rows) + "\n"


def _row(parameter: Parameter) -> str:
    option = get_args(parameter.annotation)[1]
    names = ", ".join(f"`{name}`" for name in (option.default, *(option.param_decls or ())) if isinstance(name, str))
    about = " ".join(filter(None, (option.help, *_bounds(option)))).replace("|", "\\|")
    return f"| {names} | {_usual(parameter.default)} | {about} |"


def _usual(default: Any) -> str:
    if default is Parameter.empty:
        return "needed"
    return "" if default in (None, "", False) else f"`{default}`"


def _bounds(option: Any) -> Iterator[str]:
    if option.min is not None or option.max is not None:
        most = f" to {option.max:,}" if option.max is not None else " or more"
        yield f"({option.min:,}{most})"


if __name__ == "__main__":
    for page in PAGES:
        page.write_text(build_page(page), "utf-8")
