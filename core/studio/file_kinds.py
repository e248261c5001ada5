"""Kinds of file that people write, by which somebody else's file is known."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from parley.core.base.registry import Registry
from parley.core.home import Definitions

ROOM_KINDS: Registry[Definitions[Any]] = Registry(
    "kind of file",
    shipped={
        "schedule": "parley.core.schedule.definition:SCHEDULES",
        "experiment": "parley.core.studio.experiments.spec:EXPERIMENTS",
        "questionnaire": "parley.core.studio.interviews.questions:QUESTIONNAIRES",
    },
)
"""Kinds of file that rooms of the house have, which neither the library nor a mode knows; those with a folder lie in
the home."""


def fitting(keys: Collection[str], known: Iterable[Definitions[Any]]) -> Definitions[Any] | None:
    """Return the kind whose fields a file has, if some may be missing and others wrong; None of a stranger's.

    Of one that needs no field it is only what has none but its fields.
    """

    def share(kind: Definitions[Any]) -> tuple[float, int, int]:
        fields = kind.model.model_fields
        needed = {name for name, field in fields.items() if field.is_required()}
        there = sum(name in fields for name in keys)
        return sum(name in needed for name in keys) / max(1, len(needed)), there - len(keys), there

    best = max(known, key=share)
    needed, others, _there = share(best)
    return best if needed > 1 / 2 or (not needed and not others and keys) else None
