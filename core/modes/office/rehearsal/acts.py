"""What members of a rehearsed office do while they talk: now and then, by the room they are in."""

from __future__ import annotations

from random import Random

from parley.core.modes.office.rehearsal.slots import scene_of
from parley.core.modes.office.state import ALONE
from parley.core.voices.base import Request
from parley.core.voices.rehearsal.phrases import bank

OFTEN = 0.22
"""Chance that a line has an act."""


def with_act(text: str, request: Request) -> str:
    """The contribution or line with what its speaker does before it, written as any voice writes it."""
    scene, config, me = scene_of(request), request.perspective.config, request.perspective.me
    if scene.scene_type in ALONE:
        return text
    random = Random(f"{config.seed}:{scene.scene}:{request.turn}:{request.beat}:{me.id}:act")
    if random.random() >= OFTEN:
        return text
    pool = bank(config.language, "office_acts").pools[f"act.{_place(request)}"]
    # Another one in each scene and for each who is in it.
    at = scene.scene * 3 + scene.members.index(me.id) * 2 + request.turn
    return f"*{pool[at % len(pool)].text}* {text}"


def _place(request: Request) -> str:
    scene = scene_of(request)
    if scene.kind == "dnd":
        return "table"
    if scene.scene_type == "meeting":
        return "meeting"
    if scene.kind == "work":
        return "desk"
    if scene.scene_type == "event":
        return "evening"
    return "kitchen" if scene.room == "kitchen" else "passing"
