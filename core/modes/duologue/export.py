"""What documents tell of a duologue: what each side was told, and where it stops."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from core.export.mode import Facts, ModeExport
from core.export.transcript import Transcript
from core.modes.duologue.config import DuologueConfig


class DuologueExport(ModeExport):
    """Sides and their bounds."""

    def change_facts(self, transcript: Transcript, facts: Facts) -> None:
        """Awareness, prompts and the stop; sides with names of their own come from no cast."""
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

    def about(self, transcript: Transcript) -> Mapping[str, Any]:
        """What was played."""
        return {"duologue": transcript.config[DuologueConfig].model_dump(mode="json")}


EXPORT = DuologueExport()
