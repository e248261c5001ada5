"""How much a side knows: its system prompt, and what it is told at given turns."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from pydantic import Field

from parley.core.base.definition import Definition, read_toml
from parley.core.base.packaged import get_path_of, names
from parley.core.base.sentences import Sentence
from parley.core.formats import Localised, listed


class Injection(Definition):
    """What one side is told before turn `turn` (of the whole talk, from 1); nobody else is. `side`: "a", "b", or a
    member's id; empty: each side by itself."""

    turn: int = Field(ge=1, le=1_000_000)
    text: Localised
    side: str = ""


class Awareness(Definition):
    """A level of awareness. In `system`, {me} is the side's own name and {others} those of the others; empty: nothing
    is said of the situation."""

    id: str = Field(pattern=r"^[a-z0-9][a-z0-9_-]*$", max_length=40)
    name: Localised
    system: Localised = Localised(en="", de="")
    injections: tuple[Injection, ...] = ()

    def prompt(self, language: str, me: str, others: list[str]) -> str:
        """Return the system prompt for a side. Anything else in braces stays as it is."""
        told = self.system.text(language).strip()
        return told.replace("{me}", me).replace("{others}", listed(others, language))

    def fault(self, members: Sequence[str]) -> str:
        """Return what does not fit the members, as a sentence; empty where all does."""
        for injection in self.injections:
            if injection.side not in ("", "a", "b", *members):
                return Sentence(
                    "The awareness '{name}' tells '{side}' something, who is not in the talk.",
                    name=self.id, side=injection.side,
                )  # fmt: skip
        return ""


def load(name: str) -> Awareness:
    """Return a level by its name, or by the path of a TOML file. Raises `UnknownName`, `DefinitionError`,
    `FileError`.
    """
    if name.endswith(".toml"):
        return read_toml(Path(name), Awareness)
    return read_toml(get_path_of("awareness", "awareness", name), Awareness)


def get_title_of(name: str) -> dict[str, str] | None:
    """Return what a level that ships is called in both languages."""
    return load(name).name.model_dump() if name in levels() else None


def levels() -> list[str]:
    """Return the levels that ship."""
    return names("awareness")
