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
from typing import Any

_PLACES = {
    "Experiment": "parley.core.api.experiments:Experiment",
    "Lived": "parley.core.api.runs:Lived",
    "Memory": "parley.core.api.runs:Memory",
    "Network": "parley.core.api.pictures:Network",
    "ParleyError": "parley.core.base.errors:ParleyError",
    "Plot": "parley.core.api.pictures:Plot",
    "Run": "parley.core.api.runs:Run",
    "RunError": "parley.core.base.errors:RunError",
    "Seen": "parley.core.api.runs:Seen",
    "Turn": "parley.core.api.runs:Turn",
    "UsageError": "parley.core.base.errors:UsageError",
    "cast": "parley.core.api.casting:write_cast",
    "experiment": "parley.core.api.experiments:experiment",
    "exporters": "parley.core.api.registries:exporters",
    "importers": "parley.core.importing.reading:IMPORTERS",
    "measures": "parley.core.api.registries:measures",
    "modes": "parley.core.api.registries:modes",
    "open": "parley.core.api.runs:open_run",
    "policies": "parley.core.api.registries:policies",
    "run": "parley.core.api.runs:run",
    "runs": "parley.core.api.runs:runs",
    "voices": "parley.core.api.registries:voices",
}
"""Where each name is, which is loaded when it is first asked for: every start of the program goes through here.
Type checkers read `__init__.pyi`."""
__all__ = list(_PLACES)  # a room takes its names with it

_HERE = os.path.dirname(__file__)  # noqa: PTH120 - pathlib takes its time
if not os.path.isdir(os.path.join(_HERE, "core")):  # noqa: PTH112, PTH118
    # No links: an unpacked source distribution, or a checkout where there are none.
    __path__.append(os.path.dirname(_HERE))  # noqa: PTH120


def __getattr__(name: str) -> Any:
    if name == "__version__":
        from importlib.metadata import version

        return version("parley-studio")
    if name not in _PLACES:
        raise AttributeError(f"module 'parley' has no attribute {name!r}")
    from importlib import import_module

    module, _, attribute = _PLACES[name].partition(":")
    value = globals()[name] = getattr(import_module(module), attribute)
    return value


def __dir__() -> list[str]:
    return __all__
