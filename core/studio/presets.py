"""One's own presets of runs: what was once chosen in the new-run dialog, under a name. A file of the home."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pydantic import Field, ValidationError
from pydantic_core import to_jsonable_python

from parley.core.base.definition import Definition, read_text
from parley.core.base.errors import FileError, UsageError
from parley.core.base.sentences import os_reason

LONGEST_NAME, MOST = 80, 200
BROKEN = ".broken"


class Preset(Definition):
    """What was chosen: the kind of run, and the answers by the names of the dialog's fields."""

    name: str = Field(min_length=1, max_length=LONGEST_NAME)
    kind: str = Field(max_length=80)
    answers: dict[str, Any] = {}


class Presets:
    """The presets in a file, read anew each time: another window may have written it.

    A file that is none of ours is told, and set aside under another name before anything is saved; of one of which
    some entries cannot be read, the others are there.
    """

    def __init__(self, path: Path) -> None:
        self.path = path

    def load(self) -> list[Preset]:
        """All that can be read, in the order in which they were saved. Raises `FileError` for a file that is none."""
        if not self.path.exists():
            return []
        try:
            told = json.loads(read_text(self.path), parse_int=_number)
        except (ValueError, RecursionError):
            raise FileError(self.path, "these are no presets.", hint="The file is kept; save a preset anew.") from None
        found: dict[str, Preset] = {}
        for each in told if isinstance(told, list) else ():
            try:
                preset = Preset.model_validate(each)
            except (ValidationError, RecursionError):
                continue
            found.setdefault(preset.name, preset)
        return list(found.values())

    def save(self, name: str, kind: str, answers: dict[str, Any]) -> None:
        """Keep answers under a name; what had the name before goes. Raises `FileError` and `UsageError`."""
        preset = Preset(name=called(name), kind=kind, answers=to_jsonable_python(answers))
        others = [each for each in self._others() if each.name != preset.name]
        if len(others) >= MOST:
            raise UsageError("There are {most} presets already: remove one first.", most=MOST)
        self._write([*others, preset])

    def rename(self, name: str, to: str) -> None:
        """Call it otherwise. Raises `FileError` and `UsageError`."""
        wanted, found = called(to), self.load()
        if wanted != name and wanted in [each.name for each in found]:
            raise UsageError("There is a preset called '{name}' already.", name=wanted)
        self._write([each.model_copy(update={"name": wanted}) if each.name == name else each for each in found])

    def remove(self, name: str) -> None:
        """Let go of it. Raises `FileError`."""
        self._write([each for each in self.load() if each.name != name])

    def _others(self) -> list[Preset]:
        try:
            return self.load()
        except FileError:
            if self.path.exists():
                self._set_aside()
            return []

    def _set_aside(self) -> None:
        try:
            self.path.replace(self.path.with_suffix(BROKEN))
        except OSError as error:
            raise FileError(self.path, "the presets cannot be saved ({why}).", why=os_reason(error)) from None

    def _write(self, presets: Sequence[Preset]) -> None:
        told = json.dumps([each.model_dump(mode="json") for each in presets], ensure_ascii=False, indent=1)
        part: Path | None = None
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile(
                "w", dir=self.path.parent, suffix=".json", delete=False, encoding="utf-8", errors="replace"
            ) as fresh:
                part = Path(fresh.name)
                fresh.write(told)
            part.replace(self.path)
        except OSError as error:
            if part is not None:
                part.unlink(missing_ok=True)
            raise FileError(self.path, "the presets cannot be saved ({why}).", why=os_reason(error)) from None


def _number(digits: str) -> float:
    # A field takes no whole number that has no room in 64 bits.
    return int(digits) if len(digits) < 19 else float(digits)


def called(name: str) -> str:
    """A name as it is kept. Raises `UsageError` for none."""
    found = " ".join(name.split())[:LONGEST_NAME]
    if not found:
        raise UsageError("A preset needs a name.")
    return found
