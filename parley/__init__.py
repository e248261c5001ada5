"""Parley, as a package: conversations between AI agents, played and read by a program or a notebook.

    import parley

    talk = parley.run("roundtable", format="standup", voice="rehearsal", seed=7, fast=True)
    for turn in talk.turns():
        print(turn)
    talk.measures("participation")

`core`, `desktop` and `resources` lie beside this folder in a checkout, linked from here, and in it once installed:
their names alone are too common, somebody else's project has them too.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from parley.core.api.experiments import Experiment, experiment
    from parley.core.api.registries import exporters, importers, measures, modes, policies, voices
    from parley.core.api.runs import Lived, Memory, Run, Seen, Turn, run, runs
    from parley.core.api.runs import open_run as open  # noqa: A004 - `parley.open` is said with its module
    from parley.core.base.errors import ParleyError, RunError, UsageError

__all__ = [
    "Experiment", "Lived", "Memory", "ParleyError", "Run", "RunError", "Seen", "Turn", "UsageError", "experiment",
    "exporters", "importers", "measures", "modes", "open", "policies", "run", "runs", "voices",
]  # fmt: skip

_PLACES = {
    "Experiment": "core.api.experiments:Experiment",
    "Lived": "core.api.runs:Lived",
    "Memory": "core.api.runs:Memory",
    "ParleyError": "core.base.errors:ParleyError",
    "Run": "core.api.runs:Run",
    "RunError": "core.base.errors:RunError",
    "Seen": "core.api.runs:Seen",
    "Turn": "core.api.runs:Turn",
    "UsageError": "core.base.errors:UsageError",
    "experiment": "core.api.experiments:experiment",
    "exporters": "core.api.registries:exporters",
    "importers": "core.api.registries:importers",
    "measures": "core.api.registries:measures",
    "modes": "core.api.registries:modes",
    "open": "core.api.runs:open_run",
    "policies": "core.api.registries:policies",
    "run": "core.api.runs:run",
    "runs": "core.api.runs:runs",
    "voices": "core.api.registries:voices",
}
"""Where each name is, which is loaded when it is first asked for: every start of the program goes through here."""

_HERE = os.path.dirname(__file__)  # noqa: PTH120 - pathlib takes its time
if not os.path.isdir(os.path.join(_HERE, "core")):  # noqa: PTH112, PTH118
    # No links: an unpacked source distribution, or a checkout where there are none.
    __path__.append(os.path.dirname(_HERE))  # noqa: PTH120


def __getattr__(name: str) -> Any:
    if name not in _PLACES:
        raise AttributeError(f"module 'parley' has no attribute {name!r}")
    from importlib import import_module

    module, _, attribute = _PLACES[name].partition(":")
    value = globals()[name] = getattr(import_module(f"parley.{module}"), attribute)
    return value


def __dir__() -> list[str]:
    return __all__
