"""What is asked of a duologue: who hears whom, what a side is told, how the other is called, what runs differ in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from parley.core.cast.member import Member
from parley.core.log.behaviour import Behaviour
from parley.core.log.config import RunConfig
from parley.core.log.state import State
from parley.core.modes.duologue.config import DuologueConfig
from parley.core.modes.duologue.topology import BACK, heard_by


class DuologueBehaviour(Behaviour):
    """The topology says who is next, and who hears it."""

    prompts = "duologue"

    def chosen_by(self, state: State) -> str:
        """Return the kind of topology."""
        return state.setup[DuologueConfig].router.kind

    def find_hearers(self, state: State, speaker: str) -> tuple[str, ...]:
        """Return who hears a speaker, as the topology says."""
        router = state.setup[DuologueConfig].router
        # Only the hub of a star looks back at whom it spoke with.
        said = list_recent_turns(state) if router.kind == "star" else ()
        return heard_by(router, list(state.setup.names), speaker, said, state.muted)

    def prompt_values(self, config: RunConfig, me: Member | None = None) -> Mapping[str, Any]:
        """Return a side's own part of the situation; for the premise, the opening."""
        if me is None:
            return {"opening": config[DuologueConfig].opening}
        return {"told": describe_situation(config, me), "framed": config[DuologueConfig].framed}

    def tells_temperature(self, config: RunConfig) -> bool:
        """Return whether one was asked for: a manner that nobody asked for would be measured as convergence."""
        talk = config[DuologueConfig]
        return talk.framed or talk.warm

    def names_others(self, config: RunConfig) -> bool:
        """Return whether the others have names: where there are two, the other is simply the user."""
        return len(config.members) != 2


def describe_situation(config: RunConfig, me: Member) -> str:
    """Return what a side is told of the situation, and its own prompt; empty where it is told nothing."""
    side = config[DuologueConfig].sides.get(me.id)  # imported talks may have none
    if side is None:
        return ""
    others = [member.name for member in config.members if member.id != me.id]
    parts = (side.awareness.fill_prompt(config.language, me.name, others), side.system.strip())
    return "\n\n".join(part for part in parts if part)


def list_recent_turns(state: State) -> list[tuple[str, str]]:
    """Return the turns that a topology looks at, as (who, what)."""
    # A topology looks back a few rounds alone, so that a turn costs the same after thousands of lines.
    return [(turn.member, turn.text) for turn in state.turns[-BACK * len(state.setup.members) :]]


BEHAVIOUR = DuologueBehaviour()


def settings(state: State, member: str) -> dict[str, str]:
    """Return the settings of the run by name, or those of one of its sides; empty where it has none."""
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
