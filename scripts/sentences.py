"""Extract the core's sentences, bring `core_de.po` up to date and compile it: python -m scripts.sentences.

A template is a string that stands where a sentence is made: in a call of `Sentence`, of an error, or of one of the
functions below. What has no German yet is said in English; `make i18n` counts it.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "resources" / "i18n"
PO, MO = FOLDER / "core_de.po", FOLDER / "core_de.mo"

PLACES: dict[str, int | tuple[int, ...]] = {
    "Sentence": 0, "ParleyError": 0, "UsageError": 0, "RunError": 0, "VoiceUnavailable": 0, "UnknownName": 0,
    "FloorNeeded": 0, "FileError": 1, "DefinitionError": 1, "LogError": 1, "NewerLogError": 1, "LogLockedError": 1,
    "DiskFullError": 1, "LogFullError": 1, "LogLostError": 1,
    "NeverBegunError": 1, "ChildLost": 0, "ModeMissing": 0, "_load": 0, "Registry": 0, "drawn": 1, "abandon": 0,
    "Refusal": (0, 1), "Definitions": 0,
    "VoiceError": 1, "Misplaced": 1, "Unfit": 1, "ValueError": 0, "DecodeError": 0, "WeaveError": 0, "FaultError": 0,
    "lose": 1, "_stand": 1, "_abandon": 0, "_kept": 2, "certain": 1, "_drawn": 1, "Selection": 2, "Fault": 1,
    "by_rules": 2, "close": 0, "finish": 2, "skipped": 0, "joined": 0, "TurnAbandoned": 9, "__init__": 0,
    "Mistake": 0, "NoSuchRun": 0,
}  # fmt: skip
"""Where the template stands, or several do, among the arguments of a call."""
KEYWORDS = ("hint", "reason", "note", "detail")
KEPT = re.compile("^template$|^hint$|^elsewhere$|HINT$|AGAIN$|^_REASONS$")
"""Names that are given to templates."""
SKIPPED = ("core/voices/rehearsal/repertoire.py",)
"""Where errors are that nobody sees: they are about files that ship with us."""
FIRST = datetime(2026, 11, 1, tzinfo=UTC)
SYSTEM = (
    "No space left on device", "Permission denied", "No such file or directory", "Is a directory", "Not a directory",
    "Read-only file system", "File exists", "Operation not permitted", "Input/output error", "Too many open files",
    "File name too long", "Disk quota exceeded", "Device or resource busy", "Connection refused", "Broken pipe",
)  # fmt: skip
"""What systems say went wrong (`os.strerror`)."""
PYDANTIC = (
    "input should be greater than or equal to {bound}", "input should be less than or equal to {bound}",
    "input should be greater than {bound}", "input should be less than {bound}",
    "string should have at most {bound} characters", "string should have at least {bound} characters",
    "string should have at least {bound} character", "list should have at least {bound} items",
    "list should have at least {bound} item",
    "tuple should have at least {bound} items", "tuple should have at most {bound} items",
    "input should be a valid string", "input should be a valid integer", "input should be a valid number",
    "input should be a valid boolean", "input should be a valid dictionary", "input should be a valid list",
    "input should be a valid integer, unable to parse string as an integer",
    "input should be a valid number, unable to parse string as a number",
    "input should be a valid integer, got a number with a fractional part", "input should be a finite number",
    "field required", "extra inputs are not permitted",
)  # fmt: skip
"""What pydantic says of a value; see `parley.core.base.definition`."""


@cache
def templates() -> dict[str, list[tuple[str, int]]]:
    """Return every template of the core's code, with the files and lines where it stands."""
    found: dict[str, list[tuple[str, int]]] = {}
    for path in sorted([*ROOT.glob("core/**/*.py"), *ROOT.glob("desktop/**/*.py")]):
        name = path.relative_to(ROOT).as_posix()
        if not name.startswith(SKIPPED):
            for template, line in _of(ast.parse(path.read_text("utf-8"))):
                found.setdefault(template, []).append((name, line))
    for template in (*SYSTEM, *PYDANTIC):
        found.setdefault(template, [])
    return found


def _of(tree: ast.AST) -> Iterator[tuple[str, int]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            if isinstance(target, ast.Name) and KEPT.search(target.id):
                yield from _texts(node.value)
        if isinstance(node, ast.Call):
            name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            place = PLACES.get(name)
            for at in (place,) if isinstance(place, int) else place or ():
                # What other classes are begun with has no arguments.
                texts = _texts(node.args[at]) if len(node.args) > at else ()
                yield from (each for each in texts if name != "__init__" or "{" in each[0])
            if name == "Fault" and len(node.args) > 2:
                yield from _texts(node.args[2])
            for keyword in node.keywords:
                if keyword.arg in KEYWORDS and place is not None:
                    yield from _texts(keyword.value)


def _texts(node: ast.expr) -> Iterator[tuple[str, int]]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.strip():
        yield node.value, node.lineno
    elif isinstance(node, ast.IfExp):
        yield from _texts(node.body)
        yield from _texts(node.orelse)
    elif isinstance(node, ast.BoolOp | ast.Dict | ast.Tuple):
        for value in node.elts if isinstance(node, ast.Tuple) else node.values:
            yield from _texts(value)


def catalogue() -> Catalog:
    """Return the German catalogue as it stands in the file."""
    if not PO.exists():
        return Catalog(locale="de")
    with PO.open("rb") as file:
        return read_po(file, locale="de")


def updated() -> Catalog:
    """Return the catalogue with every template of the code, and with no other."""
    old = catalogue()
    # The dates would make another file of it every time.
    new = Catalog(
        locale="de",
        header_comment="# The core's sentences in German.",
        creation_date=FIRST,
        revision_date=FIRST,
        fuzzy=False,
    )
    for template, places in sorted(templates().items()):
        before = old.get(template)
        files = sorted({file for file, _line in places})
        new.add(template, before.string if before else "", locations=[(file, 0) for file in files])
    return new


def main() -> list[str]:
    """Write both files, and return the sentences that have no German yet."""
    new = updated()
    with PO.open("wb") as file:
        write_po(file, new, width=120, include_lineno=False, omit_header=False, sort_output=True)
    with MO.open("wb") as file:
        write_mo(file, new)
    return [str(message.id) for message in new if message.id and not message.string]


if __name__ == "__main__":
    main()
