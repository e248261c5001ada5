"""What forks of a story may have otherwise: everybody stays, and its turns are those of the player."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from core.base.errors import UsageError
from core.engine.forking import Fork, ForkSpec, plain_overrides
from core.log.config import RunConfig


def _overrides(fork: Fork) -> dict[str, Any]:
    changes = plain_overrides(fork)
    if "turns" in fork.asked:
        story = changes.get("story") or fork.before.setup.as_json()["story"]
        changes["story"] = story | {"length": changes.pop("turns")}
    return changes


def _check(before: RunConfig, after: RunConfig, changes: Mapping[str, Any]) -> None:
    """Raises `UsageError` where somebody is left out without whom the story cannot be told."""
    for member in before.members if "members" in changes else ():
        if not after.has(member.id):
            raise UsageError("The story cannot do without '{name}'.", name=member.id, hint="Leave --members out.")


FORK = ForkSpec(overrides=_overrides, check=_check)
