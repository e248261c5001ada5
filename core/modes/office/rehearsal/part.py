"""Scenes of the office on the rehearsal voice: lines of the office's own phrases, and the game master's answers.

What is asked of scenes and memories is answered by rule, and by counting.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

from parley.core.base.line import clean
from parley.core.log.config import RunConfig
from parley.core.log.events.turn import Author
from parley.core.modes.office.config import OfficeConfig
from parley.core.modes.office.rehearsal.acts import with_act
from parley.core.modes.office.rehearsal.conversation import DECIDING, Conversation
from parley.core.modes.office.rehearsal.minutes import Minutes
from parley.core.modes.office.rehearsal.scenes import SceneSpeaker
from parley.core.modes.office.rehearsal.slots import filled, mentioned, office, scene_of
from parley.core.modes.office.rehearsal.translating import translated
from parley.core.perspective.material import Piece
from parley.core.voices.base import Request
from parley.core.voices.rehearsal.part import Answer, RehearsalPart, Words
from parley.core.voices.rehearsal.persona import Persona

MOST_EVIDENCE = 6
LEAST, MOST = 3, 5
OTHERWISE = 0.15
"""Chance that another scene than the best is taken."""

OVER = 0.4
SAME = 40
"""Letters by which a line is known again that was cut."""
MOST_LINES = 6

_THOUGHT = re.compile(r"\[([^\[\]]*)\]")


def woven(request: Request, _random: Random) -> dict[str, Any]:
    """The members' own chunks in an order that reads well: in turn, beginning with the host or the first."""
    chunks: dict[str, list[str]] = {}
    thoughts: dict[str, str] = {}
    for piece in request.material:
        member = piece.member or piece.id
        chunks[member] = [said for line in piece.text.splitlines() if (said := clean(line).text)]
        thoughts[member] = next((found.strip() for found in _THOUGHT.findall(piece.text) if found.strip()), "")
    host = scene_of(request).host if request.scene else ""
    speakers = sorted((member for member, said in chunks.items() if said), key=lambda member: member != host)
    schema: Any = request.schema or {}
    most = max(int(schema.get("properties", {}).get("lines", {}).get("maxItems", MOST_LINES)), len(speakers))
    lines: list[dict[str, str]] = []
    for number in range(max(map(len, chunks.values()), default=0)):
        for member in speakers:
            if number < len(chunks[member]) and len(lines) < most:
                thought = thoughts.pop(member, "") if number in (0, len(chunks[member]) - 1) else ""
                lines.append({"speaker": member, "says": chunks[member][number], "thinks": thought})
    if order := _order(request, lines):
        return {"lines": [lines[at] for at in order]}
    # Nobody twice in a row where that can be had by a swap.
    for at in range(1, len(lines) - 1):
        if lines[at]["speaker"] == lines[at - 1]["speaker"] != lines[at + 1]["speaker"]:
            lines[at], lines[at + 1] = lines[at + 1], lines[at]
    return {"lines": lines}


def _order(request: Request, lines: list[dict[str, str]]) -> list[int]:
    """The places of the lines in the talk that they are parts of; empty where they are of none."""
    if request.scene is None or scene_of(request).scene_type != "encounter":
        return []
    config, scene = request.perspective.config, scene_of(request)
    section = config.find(OfficeConfig)
    most = section.agenda.rules(scene.kind).lines[1] if section else MOST_LINES
    talk = [line.said for line in Conversation(config, scene).whole(most)]
    places = [next((at for at, said in enumerate(talk) if each["says"][:SAME] == said[:SAME]), -1) for each in lines]
    return sorted(range(len(lines)), key=places.__getitem__) if -1 not in places else []


def choice(request: Request, random: Random) -> dict[str, Any]:
    """The best candidate, now and then the second."""
    other = int(len(request.material) > 1 and random.random() < OTHERWISE)
    known = [int(piece.id) if piece.id.isdigit() else other for piece in request.material] or [0]
    return {"choice": known[other], "reason": _reason("other" if other else "first", request)}


def decides(config: RunConfig, said: str) -> bool:
    """Whether somebody says what a meeting has decided."""
    pools = office(config.language, config.lived_in).pools
    ends = (pools.get(f"{kind}.{end}", ()) for kind in ("meeting", "standup") for end in DECIDING)
    return any(phrase.mark in said for pool in ends for phrase in pool)


def closing(request: Request, random: Random) -> dict[str, Any]:
    """Whether the scene is over: a meeting when it is decided, a talk by chance, and not with a question open."""
    config = request.perspective.config
    said = request.material[-1].text if request.material else ""
    if request.scene is not None and scene_of(request).scene_type == "meeting":
        over = any(decides(config, piece.text) for piece in request.material)
    else:
        over = not said.rstrip().endswith("?") and random.random() < OVER
    return {"over": over, "reason": _reason("over" if over else "goes_on", request)}


def _reason(name: str, request: Request) -> str:
    config = request.perspective.config
    return office(config.language, config.lived_in).pools[f"choice.{name}"][0].text


def insights(request: Request, random: Random) -> dict[str, Any]:
    """Three to five insights, each with the memories it comes from."""
    config, pieces = request.perspective.config, request.material
    language, world = config.language, config.lived_in
    pools = office(language, world).pools
    names = sorted({each.name for each in config.members if pieces and each.id != pieces[0].member})
    found: list[dict[str, Any]] = []

    def drawn(pool: str, evidence: list[Piece], importance: int, **values: object) -> None:
        phrases = pools[f"insight.{pool}"]
        start = int(random.random() * len(phrases))
        taken = {each["text"] for each in found}
        texts = (filled(phrase.text, values) for phrase in phrases[start:] + phrases[:start])
        ids = [piece.id for piece in evidence[-MOST_EVIDENCE:]]
        new = [{"text": text, "evidence": ids, "importance": importance} for text in texts if text not in taken]
        found.extend(new[:1])

    def quotes(piece: Piece, pool: str) -> bool:
        return any(phrase.mark in piece.text for phrase in pools[pool])

    met = Counter(name for piece in pieces for name in names if name in piece.text)
    if met and (top := met.most_common(1)[0])[1] > 1:
        drawn("often", [piece for piece in pieces if top[0] in piece.text], 7, name=top[0], few=top[1])
    things = Counter(thing for piece in pieces if (thing := mentioned(piece.text, language, world)) is not None)
    if things and (most := things.most_common(1)[0])[1] > 1:
        drawn(
            "about",
            [piece for piece in pieces if mentioned(piece.text, language, world) == most[0]],
            6,
            about=most[0].nom,
        )
    loose = [piece for piece in pieces if any(quotes(piece, f"mine.{each}") for each in ("promised", "owes", "asked"))]
    if loose:
        drawn("open", loose, 6)
    for tone, why in (("good", "why.support"), ("bad", "why.challenge")):
        if felt := [piece for piece in pieces if quotes(piece, why)]:
            drawn(tone, felt, 5)
    for pool in ("plain", "plain", "plain"):
        if pieces and len(found) < LEAST:
            drawn(pool, list(pieces), 4)
    return {"insights": found[:MOST]}


ANSWERS: dict[str, Callable[[Request, Random], Answer | None]] = {
    "scene": choice,
    "weave": woven,
    "closing": closing,
    "aftermath": lambda request, random: Minutes(request, random).whole() if request.scene else None,
    "reflection": insights,
    "translation": lambda request, _random: translated(request),
}


class OfficePart(RehearsalPart):
    """What is written for the scenes of an office, and what is asked about scenes."""

    def line(self, request: Request, random: Random) -> Words | None:
        if request.scene is None or scene_of(request).scene_type == "meeting":
            return None
        speaker = SceneSpeaker(request, Persona(request.perspective), random)
        text = with_act(speaker.contribution() if request.beat else speaker.line(), request)
        return Words(text, (), Author(kind="writer", name=request.perspective.config.cast_id))

    def answer(self, request: Request, random: Random) -> Answer | None:
        answer = ANSWERS.get(request.purpose)
        return answer(request, random) if answer else None


PART = OfficePart()
