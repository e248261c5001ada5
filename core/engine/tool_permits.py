"""Tools that members may use: who has them, and what a person lets members do."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from parley.core.base.registry import Registry
from parley.core.engine.stage import Toolbox
from parley.core.home import Home

Verdict = Literal["once", "run", "always", "no"]
"""How long somebody lets a member use a tool."""


class Wish(NamedTuple):
    """What a member would do: a person says whether they may."""

    member: str
    tool: str
    arguments: Mapping[str, Any]


@dataclass
class Permit:
    """What the person at the controls lets members do, for as long as the program goes on.

    `tools` are allowed by name, whole servers too; with `without` nobody has any. `ask` is how the person is asked;
    None: nobody can be. Nothing of it is ever read from a log, a cast or a plan: those may be a stranger's.
    """

    tools: set[str] = field(default_factory=set)
    without: bool = False
    ask: Callable[[Wish], Awaitable[Verdict]] | None = None


TOOLBOXES: Registry[Callable[[Home, Permit], Toolbox]] = Registry(
    "toolbox", shipped={"tools": "parley.core.tools.toolbox:Tools"}
)
"""Where the tools of a run come from: the first is it. Without any, members have none."""


def make_toolbox(home: Home, permit: Permit) -> Toolbox | None:
    """Return the tools for one run; None where the program has none."""
    return next((make(home, permit) for make in TOOLBOXES.values()), None)
