"""What documents tell of a duologue: what each side was told, and where it stops."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from parley.core.base.labels import read_group
from parley.core.export.html import render_part
from parley.core.export.transcript import Facts, ModeExport, Page, Transcript
from parley.core.log.events.base import Event
from parley.core.measures.convergence import COMPONENTS
from parley.core.measures.language import TakenWords
from parley.core.measures.series import Series
from parley.core.modes.duologue.config import DuologueConfig


class DuologueExport(ModeExport):
    """What exports of a duologue have beside its lines: its sides and how alike they sound."""

    def change_facts(self, transcript: Transcript, facts: Facts) -> None:
        """Add awareness, prompts and the stop; take out the cast where sides have names of their own."""
        config, say = transcript.config, transcript.say
        talk = config[DuologueConfig]
        if not config.cast_name:
            del facts["cast"]
        levels: dict[str, list[str]] = {}
        for member, side in talk.sides.items():
            levels.setdefault(side.awareness.name.text(transcript.language), []).append(transcript.name_of(member))
        own = {transcript.name_of(member): " ".join(side.system.split()) for member, side in talk.sides.items()}
        facts["policy"] += [
            (say["awareness"], "; ".join(f"{level} ({', '.join(names)})" for level, names in levels.items())),
            (say["own_prompts"], "; ".join(f"{name}: {prompt}" for name, prompt in own.items() if prompt)),
        ]
        if talk.stop is not None:
            stop = talk.stop.model_dump() | {"threshold": transcript.number(talk.stop.threshold)}
            facts["policy"].append((say["stops_at"], say["convergence_of"].format(**stop)))

    def build_page(self, transcript: Transcript, events: Sequence[Event]) -> Page:
        """Return two sides facing each other, and how alike they sound; of more than two the plan is shown."""
        config, say = transcript.config, transcript.say
        if len(config.members) != 2:
            return Page()
        talk = config[DuologueConfig]
        sides = [
            (
                f"m{place}",
                member.name,
                f"{say['awareness']}: {side.awareness.name.text(transcript.language)}" if side else "",
            )
            for place, member in enumerate(config.members)
            for side in (talk.sides.get(member.id),)
        ]
        return Page(
            stage=render_part("duologue_stage.html.j2", say=say, sides=sides),
            data={"floor": None, "duologue": _export_talk(transcript)},
        )

    def about(self, transcript: Transcript) -> Mapping[str, Any]:
        """Return what was played."""
        return {"duologue": transcript.config[DuologueConfig].model_dump(mode="json")}


def _export_talk(transcript: Transcript) -> dict[str, Any]:
    """Return score and components after each turn (None where it answers nobody), the threshold, and the words of each
    line that were taken over, as start and length in a browser's characters."""
    config = transcript.config
    stop = config[DuologueConfig].stop
    calculator, profile = (stop.calculator, stop.profile) if stop is not None else ("parley", "balanced")
    series = Series([member.id for member in config.members], config.language)
    scores: list[float | None] = []
    parts: dict[str, list[float | None]] = {name: [] for name in COMPONENTS}
    taken: list[list[tuple[int, int]]] = []
    words = TakenWords()
    for turn in transcript.state.turns:
        measured = series.add(turn.number, turn.member, turn.text)
        at = len(series) - 1
        scores.append(_round_known_value(series.score(at, calculator, profile)) if measured else None)
        alike = series.get_parts(at, calculator) if measured else dict.fromkeys(COMPONENTS, math.nan)
        for name, value in alike.items():
            parts[name].append(_round_known_value(value))
        taken.append([_convert_to_utf16_units(turn.text, *place) for place in words.read(turn.member, turn.text)])
    said = read_group("measures")["titles"]
    titles = {name: said[name]["de" if transcript.language == "de" else "en"] for name in COMPONENTS}
    return {
        "scores": scores,
        "parts": {titles[name]: values for name, values in parts.items()},
        "threshold": stop.threshold if stop is not None else None,
        "taken": taken,
    }


def _convert_to_utf16_units(text: str, start: int, length: int) -> tuple[int, int]:
    """Return a place in a text as JavaScript counts, which takes some signs for two."""
    before, said = (len(piece.encode("utf-16-le")) // 2 for piece in (text[:start], text[start : start + length]))
    return before, said


def _round_known_value(value: float) -> float | None:
    return None if math.isnan(value) else round(value, 5)  # JSON has no NaN


EXPORT = DuologueExport()
