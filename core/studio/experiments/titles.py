"""What figures and settings of runs are called, in both languages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from parley.core.base.labels import get_known_label, read_group
from parley.core.cast.providers import simulated


def get_figure_title(name: str, language: str) -> str:
    """Name a figure: "Questions · A", "Convergence · Parley · Balanced"; by its own name where nobody says."""
    group, *rest = name.split(".")
    measures, own = (
        _load_title_table("measures", "titles", language),
        _load_title_table("experiments", "figures", language),
    )
    if group == "language" and rest and rest[0] in measures:
        return " · ".join([measures[rest[0]], *(part.upper() for part in rest[1:])])
    if group == "pair" and len(rest) == 3 and rest[0] in measures:
        return f"{measures[rest[0]]} · {rest[1].upper()} → {rest[2].upper()}"
    if group == "convergence" and len(rest) >= 3:
        return _format_convergence_title(rest, language)
    if group == "ask" and len(rest) >= 2:
        return _answer_title(rest, language)
    if name in own:
        return own[name]
    head = own.get(".".join([group, *rest[:1]]))  # participation.share.a has the words of participation.share
    if head and len(rest) > 1:
        return f"{head} · {' → '.join(part.upper() for part in rest[1:])}"
    if group == "affinity" and len(rest) == 2:
        return f"{own['affinity']} · {' ↔ '.join(part.upper() for part in rest)}"
    return name.replace("_", " ").replace(".", " · ")


def get_axis_title(name: str, language: str) -> str:
    """Name an axis: the figure's title and its unit, where the title does not say that."""
    group, *rest = name.split(".")
    unit = _load_title_table("experiments", "units", language).get(
        f"{group}.{rest[0]}" if group == "language" and rest else name
    )
    title = get_figure_title(name, language)
    return f"{title} ({unit})" if unit else title


def _answer_title(parts: Sequence[str], language: str) -> str:
    """Name an answer: "Answer · trust · before · A"."""
    moment, item, *rest = parts
    moments = _load_title_table("experiments", "moments", language)
    when = moments.get(moment) or moments["turn"].format(moment)
    share = [part.removeprefix("share_") if part.startswith("share_") else part.upper() for part in rest]  # or a letter
    return " · ".join([_load_title_table("experiments", "figures", language)["ask"], item, when, *share])


def get_setting_title(name: str, language: str) -> str:
    """Name a setting of a run; by its own name where nobody says."""
    return _load_title_table("experiments", "settings", language).get(name, name)


_VALUES = {
    "router": ("duologue", "routers"), "when_full": ("duologue", "fullness"), "profile": ("measures", "profiles"),
    "calculator": ("measures", "calculators"), "language": ("experiments", "languages"),
}  # fmt: skip
"""Where the values of settings have their words, by the setting."""


def format_value(value: Any) -> str:
    """Return a setting's value in a table."""
    if isinstance(value, tuple):
        return ",".join(map(str, value))
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:g}" if isinstance(value, float) else str(value)


def name_it(name: str, value: Any, language: str) -> str:
    """Name a value of a setting; as it stands where nobody says."""
    value = format_value(value)
    # A setting of one side has the words of the one for both.
    base = name.removesuffix("_a").removesuffix("_b")
    if base in _VALUES:
        return _load_title_table(*_VALUES[base], language).get(value, value)
    if base == "voice":
        return get_known_label("author", value, language) if simulated(value) else value
    answers = _load_title_table("experiments", "answers", language)
    return get_known_label(base, value, language) or answers.get(value, value)


def _format_convergence_title(rest: Sequence[str], language: str) -> str:
    known = _load_title_table("measures", "titles", language)
    parts = [
        known["convergence.parley"],
        _load_title_table("measures", "calculators", language).get(rest[0], rest[0]),
        _load_title_table("measures", "profiles", language).get(rest[1], rest[1]),
    ]
    return " · ".join(
        [*parts, *(known.get(part, part.upper()) for part in rest[2:] if part not in ("score", "components"))]
    )


@cache
def _load_title_table(group: str, table: str, language: str) -> Mapping[str, str]:
    return {name: each["de" if language == "de" else "en"] for name, each in read_group(group)[table].items()}
