"""Commands for whoever writes files: `schema`, `new` and `check`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from parley.core.authoring import checking, kinds, schemas, starting
from parley.core.authoring.checking import Checked
from parley.core.base.errors import DefinitionError, FileError, ParleyError
from parley.core.cli.common import HomeOption, JsonOption, as_error, get_home_of, in_words, print_json, say, tell
from parley.core.home import parse_path

TRIED: dict[str, str] = {
    "cast": "parley run roundtable --cast {ref}",
    "format": "parley run roundtable --format {id}",
    "story": "parley play story --setting {ref}",
    "plan": "parley run day --plan {id}",
    "experiment": "parley experiment run {file}",
}
"""What to type next with a file that was begun."""


def schema(
    kind: Annotated[
        str, typer.Argument(help="A kind of file; without one, what there is is listed.", show_default=False)
    ] = "",
    here: Annotated[
        bool, typer.Option("--here", help="With what installed packages add, instead of as published.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Print the JSON Schema (2020-12) of a kind of file, for editors and other programs."""
    if kind:
        kinds.check_kind(kind)
        print(schemas.get_text_of(schemas.get_schema_of(kind)) if here else schemas.get_published(kind), end="")
        return
    found = {name: schemas.get_id_of(name) for name in kinds.names()}
    if as_json:
        print_json([{"kind": name, "id": id_} for name, id_ in found.items()])
        return
    for name, id_ in found.items():
        say(f"{name:<14} {id_}")


def create_file(
    kind: Annotated[str, typer.Argument(help="cast, format, story, plan or experiment.", show_default=False)],
    name: Annotated[str, typer.Argument(help="What it is called; its id is made of it.", show_default=False)],
    out: Annotated[
        Path | None,
        typer.Option("-o", "--output", help="The file; else where commands find it by its id.", show_default=False),
    ] = None,
    home: HomeOption = None,
    as_json: JsonOption = False,
) -> None:
    """Begin a file: commented, right, and ready to be run. One that is there is never written over."""
    path, id_ = starting.begin(kind, name, get_home_of(home), parse_path(out) if out is not None else None)
    if as_json:
        print_json({"kind": kind, "id": id_, "path": str(path)})
        return
    say(str(path))
    tell(f"Try it: {TRIED[kind].format(id=id_, file=path, ref=id_ if out is None else path)}")


def check_files(
    files: Annotated[list[Path], typer.Argument(help="TOML files, or logs of runs.", show_default=False)],
    kind: Annotated[
        str, typer.Option("--kind", help="What they are; else as they look. `parley schema` lists the kinds.")
    ] = "",
    home: HomeOption = None,
    as_json: JsonOption = False,
) -> None:
    """Tell what is wrong with files, with line and column; exit 1 where something is."""
    found = [checking.check(parse_path(file), get_home_of(home), kind) for file in files]
    if as_json:
        told = [(each, [*map(as_error, each.faults)]) for each in found]
        print_json([{"file": str(it.path), "kind": it.kind, "ok": not of, "faults": of} for it, of in told])
    else:
        for each in found:
            _show_faults(each)
    if any(each.faults for each in found):
        raise typer.Exit(1)


def _show_faults(checked: Checked) -> None:
    for fault in checked.faults:
        sentence = fault.bare if isinstance(fault, DefinitionError) else getattr(fault, "fault", fault.sentence)
        where = ":".join(str(part) for part in _locate_fault(checked, fault) if part)
        hint = "" if isinstance(fault, DefinitionError) else fault.hint
        say(f"{where}: {' '.join(filter(None, (in_words(sentence), in_words(hint))))}")
    if not checked.faults:
        say(f"{checked.path}: {checked.kind}, nothing is wrong with it.")


def _locate_fault(checked: Checked, fault: ParleyError) -> tuple[object, int, int]:
    """Return the file (which may be one that the file names), line and column."""
    path = fault.path if isinstance(fault, FileError) else checked.path
    if isinstance(fault, DefinitionError):
        return path, fault.line, fault.column
    return path, 0, 0
