"""Definitions from elsewhere, such as somebody else's cast: looked at first, then written into the home.

Nothing in them is begun, and no server that they name is asked; a way back is kept of what they replace.
"""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from parley.core.base.definition import parse_toml, read_text, toml
from parley.core.base.errors import FileError, ParleyError
from parley.core.base.files import read_bytes
from parley.core.base.packaged import names
from parley.core.base.registry import Registry
from parley.core.base.sentences import os_reason
from parley.core.engine.mode_spec import MODES
from parley.core.export.base import save
from parley.core.formats import Localised
from parley.core.home import Definitions, Home
from parley.core.studio.library import CASTS, FORMATS, PLANS, WORLDS

Standing = Literal["new", "same", "own", "shipped"]
"""What is there by its id: nothing; the very same; another of one's own; one that ships, which it would hide."""

_ID = re.compile(r"[a-zA-Z0-9][a-zA-Z0-9_-]{0,79}")
ENDINGS = (".toml", ".json")


@dataclass(frozen=True)
class Offer:
    """A definition in a file at `path`: its `kind`, its `id` and `name`, the `text` that would be written to `target`,
    and how that `standing` is."""

    path: Path
    kind: Definitions[Any]
    id: str
    name: Localised
    text: str
    target: Path
    standing: Standing


@dataclass(frozen=True)
class Taken:
    """What a file held `before` it was written, None where there was none, and what it has held since."""

    before: bytes | None
    since: bytes


ROOM_KINDS: Registry[Definitions[Any]] = Registry(
    "kind of file",
    shipped={
        "schedule": "parley.core.schedule.definition:SCHEDULES",
        "experiment": "parley.core.studio.experiments.spec:EXPERIMENTS",
        "questionnaire": "parley.core.studio.interviews.questions:QUESTIONNAIRES",
        "rubric": "parley.core.judges.rubric:RUBRICS",
    },
)
"""Kinds of file that rooms of the house have, which neither the library nor a mode knows; those with a folder lie in
the home."""


def list_kinds() -> tuple[Definitions[Any], ...]:
    """Return all kinds of definition that lie in the home, those of modes too."""
    shared: tuple[Definitions[Any], ...] = (CASTS, WORLDS, PLANS, FORMATS)
    found = {kind.folder: kind for kind in shared}
    for spec in filter(None, map(MODES.get_usable, MODES.names())):
        if spec.definitions is not None:
            own = spec.definitions()
            found.setdefault(own.folder, own)  # the shared kinds stand first: no mode takes their folders
    return tuple(found.values())


def looked_at(path: Path, home: Home, known: Sequence[Definitions[Any]]) -> Offer:
    """Return what a file offers: TOML of one of these kinds, or a floor plan drawn with Tiled.

    Raises `FileError` where it is none of them, `DefinitionError` where something in it is wrong.
    """
    if path.suffix.lower() == ".json":
        return _offer_plan(path, home)
    text = read_text(path)
    kind = _find_kind_of_text(text, known)
    if kind is None:
        hint = "It may be a cast, a world, a floor plan, a format, a setting of stories, a schedule or an experiment."
        raise FileError(path, "this is nothing that can be taken over.", hint=hint)
    made = parse_toml(text, path, kind.model)
    # A world has no id: it is that of the cast by whose name it goes.
    id_ = str(getattr(made, "id", "") or path.stem)
    return _build_offer(path, home, kind, id_, getattr(made, "name", "") or id_, text)


def is_tiled(path: Path) -> bool:
    """Return whether a JSON file is a map of Tiled, be it wrong in places."""
    try:
        data = json.loads(read_text(path))
    except (ParleyError, ValueError, RecursionError):  # RecursionError: nested without end
        return False
    return isinstance(data, dict) and "layers" in data and bool({"tiledversion", "tilewidth"} & data.keys())


def apply_offers(offers: Iterable[Offer]) -> dict[Path, Taken]:
    """Write these and return what is needed to undo it; what the files held before lies beside them as `.bak`, too. One
    that says the same already is not written.

    Raises `FileError`; what was written until then is put back.
    """
    taken: dict[Path, Taken] = {}
    try:
        for offer in offers:
            before, since = _read_existing_bytes(offer.target), offer.text.encode("utf-8", "replace")
            if before == since:
                continue
            if before is not None:
                save(offer.target.with_name(offer.target.name + ".bak"), iter([before]))
            save(offer.target, iter([since]), parents=True)
            taken[offer.target] = Taken(before, since)
    except ParleyError:
        with contextlib.suppress(ParleyError):  # the first fault is the one to tell
            put_back(taken)
        raise
    return taken


def put_back(taken: Mapping[Path, Taken]) -> None:
    """Undo: have files say what they said before; one that was changed since is left as it is.

    Raises `FileError` about that one once the others are put back, or where one cannot be written.
    """
    changed: list[Path] = []
    for path, was in taken.items():
        if (now := _read_existing_bytes(path)) != was.since:
            changed += [path] if now != was.before else []  # else somebody has put it back already
        elif was.before is not None:
            save(path, iter([was.before]))
        else:
            try:
                path.unlink(missing_ok=True)
            except OSError as error:
                raise FileError(path, "the file cannot be deleted ({why}).", why=os_reason(error)) from None
    if changed:
        raise FileError(changed[0], "it was changed since and was left as it is.")


def _find_kind_of_text(text: str, known: Sequence[Definitions[Any]]) -> Definitions[Any] | None:
    """Return the kind of a text; of what is no TOML any, for the reader will report what is wrong."""
    try:
        return find_kind(set(toml(text)), known)
    except (ValueError, RecursionError):
        return known[0]


def find_kind(keys: Collection[str], known: Iterable[Definitions[Any]]) -> Definitions[Any] | None:
    """Return the kind whose fields a file has, if some may be missing and others wrong; None of a stranger's.

    A kind that needs no field is only found where all fields of the file are its own.
    """

    def share(kind: Definitions[Any]) -> tuple[float, int, int]:
        fields = kind.model.model_fields
        needed = {name for name, field in fields.items() if field.is_required()}
        there = sum(name in fields for name in keys)  # breaks ties: fewest strange fields, then most known
        return sum(name in needed for name in keys) / max(1, len(needed)), there - len(keys), there

    best = max(known, key=share)
    needed, others, _there = share(best)
    return best if needed > 1 / 2 or (not needed and not others and keys) else None


def _offer_plan(path: Path, home: Home) -> Offer:
    from parley.core.office.tiled import read_tiled, to_toml

    plan = read_tiled(path)
    return _build_offer(path, home, PLANS, plan.id, plan.name, to_toml(plan))


def _build_offer(path: Path, home: Home, kind: Definitions[Any], id_: str, name: str | Localised, text: str) -> Offer:
    if not _ID.fullmatch(id_):
        raise FileError(path, "'{id}' cannot be an id.", id=id_[:60], hint="Give the file another name.")
    target = home.path / kind.folder / f"{id_}.toml"
    there = _read_existing_bytes(target)
    standing: Standing = "new"
    if there is not None:
        standing = "same" if there.decode("utf-8", "replace").split() == text.split() else "own"  # line ends aside
    elif id_ in names(kind.folder):
        standing = "shipped"
    called = name if isinstance(name, Localised) else Localised(en=name, de=name)
    return Offer(path, kind, id_, called, text, target, standing)


def _read_existing_bytes(path: Path) -> bytes | None:
    try:
        return read_bytes(path) if path.exists() else None
    except OSError as error:
        raise FileError(path, "the file cannot be read ({why}).", why=os_reason(error)) from None
