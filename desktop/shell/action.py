"""What an action is, and what a menu: data alone, of which `desktop.shell.actions` makes Qt's."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Action:
    """Something a person can do. `title` and `tip` are English and are translated when they are shown.

    `shortcuts` are portable key sequences; `enabled_when` names CONDITIONS, all of which must hold; `callback` is the
    id of what is called, the action's own id where it is empty; actions of one `group` exclude each other; `section`
    draws a line above it in its menu. An action without a menu is found in the palette only.
    """

    id: str
    title: str
    menu: str = ""
    shortcuts: tuple[str, ...] = ()
    icon: str = ""
    enabled_when: tuple[str, ...] = ()
    callback: str = ""
    checkable: bool = False
    group: str = ""
    section: bool = False
    tip: str = ""

    @property
    def calls(self) -> str:
        """The id of the callback."""
        return self.callback or self.id


@dataclass(frozen=True, slots=True)
class Menu:
    """A menu with its actions. `conditions` are those that only its actions ask for, each with the sentence that says
    what is missing."""

    id: str
    title: str
    actions: tuple[Action, ...]
    conditions: Mapping[str, str] = field(default_factory=dict)
