"""The settings of a duologue that two runs are compared by."""

from __future__ import annotations

from parley.core.log.state import State
from parley.core.modes.duologue.config import DuologueConfig


def settings(state: State, member: str) -> dict[str, str]:
    """Return the run's own by name, or those of one of its sides; empty where there is none."""
    talk = state.setup[DuologueConfig]
    if member:
        side = talk.sides.get(member)
        return {"awareness": side.awareness.id, "system": side.system} if side else {}
    return {
        "router": talk.router.kind,
        "hub": talk.router.hub,
        "rules": "; ".join(f"{', '.join(rule.words)} → {rule.to}" for rule in talk.router.rules),
        "stop": talk.stop.action if talk.stop else "none",
        "threshold": f"{talk.stop.threshold:g}" if talk.stop else "",
        "profile": talk.stop.profile if talk.stop else "",
        "calculator": talk.stop.calculator if talk.stop else "",
        "context": str(talk.context or ""),
        "when_full": talk.when_full,
        "choose_names": "yes" if talk.choose_names else "no",
    }
