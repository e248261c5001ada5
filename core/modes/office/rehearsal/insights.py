"""What somebody concludes from their memories, by counting."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from core.modes.office.rehearsal.phrases import office
from core.modes.office.rehearsal.slots import filled, mentioned
from core.perspective.material import Piece
from core.voices.base import Request

MOST_EVIDENCE = 6
LEAST, MOST = 3, 5


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
