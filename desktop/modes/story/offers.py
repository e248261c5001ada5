"""What the new-run dialog offers of stories."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ChoiceFigure:
    """A concept or a character to choose: `text` says who they are."""

    id: str
    name: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class SettingFigure:
    """A world to play in, in the interface's language. `length` is in turns of the player."""

    id: str
    name: str
    premise: str
    length: int
    concepts: tuple[ChoiceFigure, ...] = ()
    people: tuple[ChoiceFigure, ...] = ()
    own: bool = False


@dataclass(frozen=True, slots=True)
class TalesFigure:
    """All settings; the dialog begins with `chosen`. `language` is what is spoken where nobody says."""

    settings: tuple[SettingFigure, ...] = ()
    chosen: str = ""
    language: str = "en"
