"""What a duologue plays, as it stands in its log, and how much a side knows."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from pydantic import Field

from parley.core.base.definition import Definition, read_toml
from parley.core.base.packaged import get_path_of, names
from parley.core.base.sentences import Sentence
from parley.core.formats import Localised, join_names
from parley.core.log.config import MOST_CONTEXT
from parley.core.modes.duologue.topology import Router


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

    def fill_prompt(self, language: str, me: str, others: list[str]) -> str:
        """Return the system prompt for a side. Anything else in braces stays as it is."""
        told = self.system.text(language).strip()
        return told.replace("{me}", me).replace("{others}", join_names(others, language))

    def find_fault(self, members: Sequence[str]) -> str:
        """Return what does not fit the members, as a sentence; empty where all does."""
        for injection in self.injections:
            if injection.side not in ("", "a", "b", *members):
                return Sentence(
                    "The awareness '{name}' tells '{side}' something, who is not in the talk.",
                    name=self.id, side=injection.side,
                )  # fmt: skip
        return ""


def load_awareness(name: str) -> Awareness:
    """Return a level by its name, or by the path of a TOML file. Raises `UnknownName`, `DefinitionError`,
    `FileError`.
    """
    if name.endswith(".toml"):
        return read_toml(Path(name), Awareness)
    return read_toml(get_path_of("awareness", "awareness", name), Awareness)


def get_title_of(name: str) -> dict[str, str] | None:
    """Return what a level that ships is called in both languages."""
    return load_awareness(name).name.model_dump() if name in list_levels() else None


def list_levels() -> list[str]:
    """Return the levels that ship."""
    return names("awareness")


class Side(Definition):
    """What one side of a duologue is told: its awareness, and `system`, a prompt of its own behind that."""

    awareness: Awareness
    system: str = ""


class Stop(Definition):
    """Where a duologue stops or pauses: at a convergence of at least `threshold` in [0, 1], from turn `after` on."""

    threshold: float = Field(ge=0, le=1)
    calculator: Literal["classic", "parley"] = "parley"
    profile: Literal["balanced", "structural", "semantic", "strict"] = "balanced"
    action: Literal["stop", "pause"] = "stop"
    after: int = Field(4, ge=1, le=10_000_000)


class DuologueConfig(Definition):
    """What a duologue plays: what all are sent first, the topology, and each side by its member's id.

    `choose_names`: each says first what they want to be called. `context` bounds what a side is sent, in tokens (0: as
    much as its voice takes); `when_full` says whether what is cut off then is only dropped, or summed up first by the
    side's own voice.

    `framed`: besides its awareness each side is told to say its own message only, in the run's language, and in words
    how warm; so did earlier programs. Else nothing is told that nobody asked for: a bound of length where one was
    set, and a temperature in words where one was asked for (`warm`, or by the member's own voice).
    """

    opening: str
    router: Router = Router()
    sides: dict[str, Side] = {}
    choose_names: bool = False
    stop: Stop | None = None
    context: int = Field(0, ge=0, le=MOST_CONTEXT)
    when_full: Literal["drop", "summarise"] = "drop"
    framed: bool = Field(True, exclude_if=bool)  # older logs lack it, and were framed
    warm: bool = Field(False, exclude_if=lambda warm: not warm)  # older logs lack it
