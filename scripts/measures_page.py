"""Write the page of all measures from what stands at their functions: `python -m scripts.measures_page`."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from parley.core.engine.mode_spec import MODES
from parley.core.measures import convergence, embedding, flow, network, participation
from parley.core.measures.language import OF_LINE, OF_PAIR
from parley.core.measures.registry import ANY, measures
from parley.core.measures.series import Series

PAGE = Path(__file__).parents[1] / "docs" / "measures.md"
HEAD = """# What is measured

Made from the functions in `core/measures` (`python -m scripts.measures_page`).
`parley measure RUN --json` gives all of it; the names are parts of its keys.
In duologues affinities do not move: there `flow.*` says more than `network.*` and `affinity.*`.
"""


def page() -> str:
    """Return the page as Markdown."""
    scores: dict[str, Callable[..., Any]] = {
        "classic": convergence.compute_classic,
        "parley": convergence.parley,
        "parley, its components": convergence._compare_parley,
        "embedding": embedding.score_pair,
    }
    parts = [
        HEAD,
        _table(),
        f"## Convergence: `convergence.<calculator>.<profile>`\n\n{_told(convergence)}\n",
        _weights(),
        _listed(scores),
        "## Of a line: `language.<measure>[.<member>]`\n\nThe mean over the lines.\n",
        _listed(OF_LINE),
        "## Of a line and the one it answers: `pair.<measure>.<who>.<answers whom>`\n\n"
        "It has a direction: `pair.mimicry.a.b` is what a takes over from b.\n",
        _listed(OF_PAIR),
        "## Over turns\n",
        _told(Series) + "\n",
        "## Who talks: `participation.*`\n",
        _listed(_public(participation)),
        "## Who answers whom: `flow.*`\n",
        _listed(_public(flow)),
        "## The network of affinities: `network.*`\n",
        _listed(_public(network)),
        "## Of one mode alone\n",
        _of_modes(),
        "## Ranges\n\nIntervals and axes of experiments stay in them. A name stands for all that it begins.\n",
        _ranges(),
    ]
    return "\n".join(parts).rstrip() + "\n"


def _table() -> str:
    rows = [f"| {each.title.en} | {', '.join(f'`{group}`' for group in each.groups)} |" for each in measures()]
    return "\n".join(["| measure | its figures begin with |", "|---|---|", *rows]) + "\n"


def _of_modes() -> str:
    loaders = [mode.measure for mode in MODES.values() if mode.measure is not None]
    found = {measure.title.en: measure.figures for load in loaders for measure in [load()]}
    return _listed(found)


def _ranges() -> str:
    rows = [
        f"| `{name}` | {low:g} | {'–' if high == ANY[1] else f'{high:g}'} |"
        for each in measures()
        for name, (low, high) in each.ranges.items()
        if (low, high) != ANY
    ]
    return "\n".join(["| figures | at least | at most |", "|---|---|---|", *rows]) + "\n"


def _weights() -> str:
    rows = [
        f"| {name} | {' | '.join(f'{one:g}' for one in each.values())} |" for name, each in convergence.PROFILES.items()
    ]
    names = " | ".join(convergence.COMPONENTS)
    return "\n".join([f"| profile | {names} |", "|---" * 6 + "|", *rows]) + "\n"


VERB = re.compile("^(compute|count|find|select)_")
"""Before what a function gives."""


def _public(module: Any) -> dict[str, Callable[..., Any]]:
    return {
        name: one
        for name, one in vars(module).items()
        if inspect.isfunction(one) and one.__module__ == module.__name__ and not name.startswith("_")
    }


def _listed(several: Mapping[str, Callable[..., Any]]) -> str:
    titles = {VERB.sub("", name): one for name, one in several.items()}
    return "\n".join(f"- **{title}**: {' '.join(_told(one).split())}" for title, one in titles.items()) + "\n"


def _told(one: Any) -> str:
    return inspect.getdoc(one) or ""


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
