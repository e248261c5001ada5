"""Whom a moderator gives the floor, by rule."""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random
from typing import Any

from core.perspective.perspective import Block
from core.voices.base import Request
from core.voices.rehearsal.improviser import WITNESSED
from core.voices.rehearsal.phrases import bank


def chosen(request: Request, random: Random) -> dict[str, Any]:
    """Somebody of the schema's members: who was addressed, else who has said the least lately. With the reason."""
    config = request.perspective.config
    blocks = request.perspective.witnessed(WITNESSED)
    lines = [block for block in blocks if block.speaker]
    last = lines[-1].speaker if lines else ""
    schema: Any = request.schema or {}
    ids: list[str] = list(schema.get("properties", {}).get("member", {}).get("enum", ()))
    names = {member.id: member.name for member in config.members}
    able = [one for one in ids if one != last] or ids
    if not able:
        return {}
    reasons = bank(config.language).selection
    if called := _addressed(lines, able, names):
        return {"member": called, "reason": reasons["named"].format(name=names.get(called, called))}
    spoken = dict.fromkeys(able, 0)
    for block in lines:
        if block.speaker in spoken:
            spoken[block.speaker] += 1
    least = min(spoken.values())
    quiet = [one for one in able if spoken[one] == least]
    member = quiet[int(random.random() * len(quiet))]
    name = names.get(member, member)
    if least and last in names:
        return {"member": member, "reason": reasons["answer"].format(name=name, other=names[last])}
    return {"member": member, "reason": reasons["quiet"].format(name=name)}


def _addressed(lines: Sequence[Block], able: Sequence[str], names: dict[str, str]) -> str:
    if not lines:
        return ""
    said = lines[-1].said
    for name, one in sorted(((names.get(one, one), one) for one in able), key=lambda found: -len(found[0])):
        at = said.find(name)
        # Called by name: at a sentence's beginning before a mark, or behind a comma.
        if at >= 0 and re.match(r"\s*[,:?!]", said[at + len(name) :]):
            return one
    return ""
