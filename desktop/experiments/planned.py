"""Planned contrasts as two groups of cells, and as the weights that a spec has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product

BAR = "|"
"""Between the cells of a group."""
MOST_OFFERED = 60
NEAR = 1e-9


@dataclass(frozen=True, slots=True)
class ContrastText:
    """A contrast as the dialog has it: the mean of the cells of `plus` less that of the cells of `minus`. Where
    `weights` stand, it is none of two groups, and stays as it is."""

    name: str = ""
    plus: str = ""
    minus: str = ""
    weights: tuple[tuple[str, float], ...] = ()

    @property
    def title(self) -> str:
        """Its name, or what it says."""
        return " ".join(self.name.split()) or f"{_spaced(self.plus)} − {_spaced(self.minus)}"


def text_of(name: str, weights: Mapping[str, float]) -> ContrastText:
    """A contrast of a spec."""
    plus = [key for key, weight in weights.items() if weight > 0]
    minus = [key for key, weight in weights.items() if weight < 0]
    alike = (
        len(plus) + len(minus) == len(weights)
        and all(abs(weights[key] - 1 / len(plus)) < NEAR for key in plus)
        and all(abs(weights[key] + 1 / len(minus)) < NEAR for key in minus)
    )
    if not (plus and minus and alike) or any(BAR in key for key in weights):
        return ContrastText(name, weights=tuple(weights.items()))
    return ContrastText(name, f" {BAR} ".join(plus), f" {BAR} ".join(minus))


def weights_of(text: ContrastText) -> dict[str, float]:
    """What a spec has of it: the weights of each group sum to 1 and −1."""
    if text.weights:
        return dict(text.weights)
    found: dict[str, float] = {}
    for group, sign in ((_parts(text.plus), 1.0), (_parts(text.minus), -1.0)):
        for key in group:
            found[key] = found.get(key, 0.0) + sign / len(group)
    return {key: round(weight, 12) for key, weight in found.items()}


def offered(levels: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    """What can be compared: every level of each setting, and, where there are several, every cell."""
    found = [f"{name} = {value}" for name, values in levels.items() for value in values]
    if len(levels) > 1:
        cells = product(*([f"{name} = {value}" for value in values] for name, values in levels.items()))
        found += [", ".join(cell) for cell in cells]
    return tuple(found[:MOST_OFFERED])


def _parts(group: str) -> list[str]:
    return [part.strip() for part in group.split(BAR) if part.strip()]


def _spaced(group: str) -> str:
    return f" {BAR} ".join(_parts(group))
