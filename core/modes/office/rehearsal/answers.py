"""What the rehearsal voice answers as game master and of memories: by rule, and by counting."""

from __future__ import annotations

import re
from collections import Counter
from random import Random
from typing import Any

from core.base.line import clean
from core.modes.office.rehearsal.phrases import office
from core.modes.office.rehearsal.slots import filled, mentioned, scene_of
from core.perspective.material import Piece
from core.voices.base import Request

MOST_EVIDENCE = 6
LEAST, MOST = 3, 5
OTHERWISE = 0.15
"""Chance that another scene than the best is taken."""

OVER = 0.4
MOST_LINES = 6

_THOUGHT = re.compile(r"\[([^\[\]]*)\]")


def woven(request: Request) -> dict[str, Any]:
    """The members' own chunks in an order that reads well: in turn, beginning with the host or the first."""
    chunks: dict[str, list[str]] = {}
    thoughts: dict[str, str] = {}
    for piece in request.material:
        member = piece.member or piece.id
        chunks[member] = [said for line in piece.text.splitlines() if (said := clean(line).text)]
        thoughts[member] = next((found.strip() for found in _THOUGHT.findall(piece.text) if found.strip()), "")
    speakers = [member for member, said in chunks.items() if said]
    host = scene_of(request).host if request.scene else ""
    if host in speakers:
        speakers = [host, *(one for one in speakers if one != host)]
    most = max(_most(request), len(speakers))
    lines: list[dict[str, str]] = []
    for number in range(max((len(said) for said in chunks.values()), default=0)):
        for member in speakers:
            if number < len(chunks[member]) and len(lines) < most:
                thought = thoughts.pop(member, "") if number == len(chunks[member]) - 1 or number == 0 else ""
                lines.append({"speaker": member, "says": chunks[member][number], "thinks": thought})
    return {"lines": _apart(lines)}


def _apart(lines: list[dict[str, str]]) -> list[dict[str, str]]:
    """The same lines, nobody twice in a row where that can be had by a swap."""
    for at in range(1, len(lines) - 1):
        if lines[at]["speaker"] == lines[at - 1]["speaker"] != lines[at + 1]["speaker"]:
            lines[at], lines[at + 1] = lines[at + 1], lines[at]
    return lines


def _most(request: Request) -> int:
    schema: Any = request.schema or {}
    return int(schema.get("properties", {}).get("lines", {}).get("maxItems", MOST_LINES))


def choice(request: Request, random: Random) -> dict[str, Any]:
    """The best candidate, now and then the second."""
    other = len(request.material) > 1 and random.random() < OTHERWISE
    piece = request.material[int(other)] if request.material else None
    number = int(piece.id) if piece is not None and piece.id.isdigit() else int(other)
    pool = office().pools["choice.other" if other else "choice.first"]
    return {"choice": number, "reason": pool[0].text(request.perspective.config.language)}


def closing(request: Request, random: Random) -> dict[str, Any]:
    """Whether the scene is over: not with a question open, else by chance."""
    said = request.material[-1].text if request.material else ""
    over = not said.rstrip().endswith("?") and random.random() < OVER
    pool = office().pools["choice.over" if over else "choice.goes_on"]
    return {"over": over, "reason": pool[0].text(request.perspective.config.language)}


def insights(request: Request, random: Random) -> dict[str, Any]:
    """Three to five insights, each with the memories it comes from."""
    config, pieces = request.perspective.config, request.material
    language = config.language
    if not pieces:
        return {"insights": []}
    me = pieces[0].member
    names = {each.name for each in config.members if each.id != me}
    found: list[dict[str, Any]] = []

    def drawn(pool: str, evidence: list[Piece], importance: int, **values: object) -> None:
        sayings = office().pools[f"insight.{pool}"]
        start = int(random.random() * len(sayings))
        taken = {each["text"] for each in found}
        for step in range(len(sayings)):
            text = filled(sayings[(start + step) % len(sayings)].text(language), values)
            if text not in taken:
                ids = [piece.id for piece in evidence[-MOST_EVIDENCE:]]
                found.append({"text": text, "evidence": ids, "importance": importance})
                return

    def naming(words: set[str]) -> list[Piece]:
        return [piece for piece in pieces if any(word in piece.text for word in words)]

    met = Counter(name for piece in pieces for name in sorted(names) if name in piece.text)
    if met and (top := met.most_common(1)[0])[1] > 1:
        drawn("often", naming({top[0]}), 7, name=top[0], few=top[1])
    things = Counter(thing for piece in pieces if (thing := mentioned(piece.text, language)) is not None)
    if things and (most := things.most_common(1)[0])[1] > 1:
        thing = most[0]
        evidence = [piece for piece in pieces if mentioned(piece.text, language) is thing]
        drawn("about", evidence, 6, about=thing.form("nom", language))
    loose = [piece for piece in pieces if "?" in piece.text or _quotes(piece, "mine.promised", language)]
    if loose:
        drawn("open", loose, 6)
    for tone in ("good", "bad"):
        felt = [piece for piece in pieces if _quotes(piece, f"mine.{tone}", language)]
        if felt:
            drawn(tone, felt, 5)
    for pool in ("work", "plain", "plain", "plain"):
        if len(found) < LEAST:
            drawn(pool, list(pieces), 4)
    return {"insights": found[:MOST]}


def _quotes(piece: Piece, pool: str, language: str) -> bool:
    """Whether a memory has one of the pool's phrases in it."""
    return any(saying.mark(language) in piece.text for saying in office().pools[pool])
