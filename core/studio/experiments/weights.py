"""What the cells of an experiment count in a contrast that its spec plans."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from typing import Any

from parley.core.base.errors import UsageError
from parley.core.studio.experiments.titles import format_value

BALANCED = 1e-9
"""How near to 0 the sum of weights has to be."""


def weigh_cells(cells: Sequence[Mapping[str, Any]], planned: Mapping[str, float]) -> dict[int, float]:
    """Return what each cell counts, by its number from 1; `cells` are their levels.

    A key says what some of the settings are ("policy = affinity, cast = shop") and its weight is shared by the cells
    that are so. Raises `UsageError` where no cell is, or the sum is not 0.
    """
    found: dict[int, float] = {}
    for key, weight in planned.items():
        wanted = dict(_parse_setting_part(part, cells) for part in _split_key_parts(key, cells))
        meant = [number for number, levels in enumerate(cells, 1) if _is(levels, wanted)]
        if not meant:
            raise UsageError("no cell is '{key}'", key=key[:80])
        for number in meant:
            found[number] = found.get(number, 0.0) + weight / len(meant)
    if abs(math.fsum(planned.values())) > BALANCED:
        raise UsageError("the weights sum to {sum:g}, not to 0", sum=math.fsum(planned.values()))
    return found


def _split_key_parts(key: str, cells: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return what a key says of each setting; a comma within a value divides nothing."""
    names = "|".join(map(re.escape, cells[0])) or "$"  # without a grid no comma divides
    return re.split(rf",(?=\s*(?:{names})\s*=)", key)


def _parse_setting_part(part: str, cells: Sequence[Mapping[str, Any]]) -> tuple[str, str]:
    name, equal, value = (each.strip() for each in part.partition("="))
    if not equal or name not in cells[0]:
        names = ", ".join(cells[0]) or "–"
        raise UsageError("'{part}' says nothing of a setting that is varied ({names})", part=part[:80], names=names)
    return name, value


def _is(levels: Mapping[str, Any], wanted: Mapping[str, str]) -> bool:
    return all(format_value(levels[name]) == value for name, value in wanted.items())
