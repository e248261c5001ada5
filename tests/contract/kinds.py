"""One run of every kind, as somebody asks for it: what the contract is tested with."""

from __future__ import annotations

from typing import Any

from parley.core.cast.member import VoiceSpec
from parley.core.engine.run_request import RunRequest, request_specs

COMMON: dict[str, Any] = {"voice": VoiceSpec(provider="rehearsal"), "simulated": True, "seed": 11}
SIDES = [{"name": "Ada"}, {"name": "Bo"}, {"name": "Cy"}]

KINDS: dict[str, tuple[str, dict[str, Any]]] = {
    "roundtable": ("roundtable", {"cast": "startup", "turns": 10}),
    "meeting": ("scene", {"scene_type": "meeting", "exchange": "weave", "translate": "en"}),
    "talk": ("scene", {"members": ("holger", "svea"), "exchange": "sequential"}),
    "day": ("day", {}),
    "story": (
        "story",
        {"setting": "ferry", "concept": "raftsman", "script": ("Go to the alder carr", "I attack the dog")},
    ),
    "dialogue": (
        "dialogue",
        {"setting": "ferry", "concept": "raftsman", "partner": "marta", "script": ("Hello", "Goodbye")},
    ),
    "duologue": ("duologue", {"sides": SIDES[:2], "turns": 24, "context": 260, "when_full": "summarise"}),
    "drop": ("duologue", {"sides": SIDES[:2], "turns": 16, "context": 260}),
    "star": ("duologue", {"sides": SIDES, "turns": 16, "context": 260, "router": "star", "choose_names": True}),
    "broadcast": (
        "duologue",
        {"sides": SIDES, "turns": 16, "context": 260, "router": "broadcast", "when_full": "summarise"},
    ),
    "panel": ("duologue", {"sides": SIDES, "turns": 16, "context": 260, "router": "panel", "awareness": "high"}),
    "quiz": ("quiz", {"rounds": 3}),
}
"""By name: the kind as `parley run` has it, and what is asked for."""

ONE_A_MODE = ("roundtable", "day", "story", "dialogue", "duologue", "quiz")


def request(kind: str, **changes: Any) -> RunRequest:
    """What is asked for, with changes."""
    command, values = KINDS[kind]
    return request_specs()[command].model.model_validate(COMMON | values | changes)
