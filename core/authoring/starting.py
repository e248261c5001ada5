"""A commented file to begin with, of a kind that people write."""

from __future__ import annotations

import json
from pathlib import Path
from string import Template

from parley.core.authoring import schemas
from parley.core.authoring.kinds import map_toml_kinds
from parley.core.base.errors import UnknownName, UsageError
from parley.core.base.files import write_new
from parley.core.base.line import drop_control
from parley.core.base.packaged import get_resource, names
from parley.core.base.sentences import Sentence
from parley.core.cast.member import make_slug
from parley.core.home import Home
from parley.core.studio.library import FORMATS, Library

FOLDER = "starts"
LONGEST = 80


def list_startable() -> list[str]:
    """Return the kinds that can be begun so."""
    return names(FOLDER)


def begin(kind: str, name: str, home: Home, file: Path | None = None) -> tuple[Path, str]:
    """Write a new file; return it and the id in it; without `file` it lies where commands find it by its id, and an
    experiment here.

    Raises `UnknownName`, `UsageError` where something has that name already, `FileError` where it cannot be written.
    """
    if kind not in list_startable():
        raise UnknownName("kind of file to begin", kind, list_startable())
    definition = map_toml_kinds()[kind]
    shown = " ".join(drop_control(name).split())[:LONGEST]
    id_ = _make_definition_id(kind, shown)
    if definition.folder and id_ in Library(home).names(definition):
        template = "There is a {what} called '{name}' already."
        raise UsageError(template, what=Sentence(definition.what), name=id_, hint="Choose another name.")
    folder = home.path / definition.folder if definition.folder else Path.cwd()
    path = folder / f"{id_}.toml" if file is None else file
    text = get_resource(FOLDER, f"{kind}.toml").read_text("utf-8")
    # As TOML writes a text, which is as JSON does.
    text = Template(text).substitute(id=id_, name=json.dumps(shown, ensure_ascii=False)[1:-1])
    write_new(path, f"#:schema {_format_schema_reference(path, kind, home)}\n{text}")
    return path, id_


def _make_definition_id(kind: str, name: str) -> str:
    made = make_slug(name)
    if made == make_slug("") and made not in name.casefold():  # what an empty slug becomes, unless it was typed
        raise UsageError("'{name}' has no letter or digit that an id could be made of.", name=name)
    if kind == FORMATS.name:
        made = made.replace("-", "_")
        if not made[0].isalpha():
            raise UsageError("A format's name begins with a letter, not with '{letter}'.", letter=made[0])
    return made


def _format_schema_reference(path: Path, kind: str, home: Home) -> str:
    """Return what the file's `#:schema` line says: the schema in the home, which stays where it is when Parley is
    updated.
    """
    copy = home.schemas / f"{kind}.json"
    text = schemas.get_published(kind)
    try:
        if not copy.is_file() or copy.read_text("utf-8") != text:
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_text(text, "utf-8")
    except OSError:
        return copy.absolute().as_uri()  # a home that cannot be written may still be worked beside
    inside = path.absolute().parent.parent == home.path.absolute()  # then relative: a home can be moved
    return f"../{copy.parent.name}/{copy.name}" if inside else copy.absolute().as_uri()
