"""What an experiment is going to run: cells, repetitions, seeds and ids, the same every time."""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import msgspec

from core.base.definition import read_text
from core.base.errors import ParleyError, UsageError
from core.engine.voice_names import voice_named
from core.home import named
from core.log.config import RunConfig
from core.modes.duologue.request import DuologueRequest, SideRequest
from core.modes.duologue.topology import KINDS
from core.studio.experiments.spec import Experiment, Talk, levels, seeds
from core.studio.studio import Studio

LATER = (("when_full", "drop"),)
"""Settings that came later, as all talks had them before: runs of then are the same runs still."""


@dataclass(frozen=True)
class Cell:
    """One combination of settings: `levels` is what it has of the grid. Counted from 1."""

    number: int
    levels: Mapping[str, Any]
    talk: Talk

    @property
    def label(self) -> str:
        """The settings that are varied, in words."""
        return ", ".join(f"{name} {shown(value)}" for name, value in self.levels.items()) or "all"


@dataclass(frozen=True)
class Planned:
    """One run that is to be: its id, cell, repetition (from 1) and seed."""

    run: str
    cell: Cell
    repetition: int
    seed: int


class Plan:
    """All cells and runs of an experiment, repetition after repetition, so that a part of it is balanced."""

    def __init__(self, experiment: Experiment) -> None:
        self.experiment = experiment

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """Every combination, in the order of the spec."""
        base = self.experiment.duologue.model_dump(exclude_unset=True)
        return tuple(
            Cell(number, chosen, Talk.model_validate(base | chosen))
            for number, chosen in enumerate(levels(self.experiment), 1)
        )

    @cached_property
    def runs(self) -> tuple[Planned, ...]:
        """Every run, in the order in which they are begun."""
        essences = [(cell, _essence(cell.talk)) for cell in self.cells]
        found: list[Planned] = []
        for repetition, seed in itertools.product(range(1, self.experiment.repetitions + 1), seeds(self.experiment)):
            for cell, request_fingerprint in essences:
                # Of what was there before more settings or repetitions came, the runs stay the same.
                key = [self.experiment.id, self.experiment.seed, repetition, request_fingerprint | {"seed": seed}]
                drawn = hashlib.blake2b(msgspec.json.encode(key, order="sorted"), digest_size=16).digest()
                own = seed if repetition == 1 else None
                found.append(
                    Planned(drawn[:6].hex(), cell, repetition, int.from_bytes(drawn[8:12]) if own is None else own)
                )
        return tuple(found)


def _essence(talk: Talk) -> dict[str, Any]:
    """What a run's id and seed follow from."""
    found: dict[str, Any] = talk.model_dump(mode="json")
    return {name: value for name, value in found.items() if (name, value) not in LATER}


def shown(value: Any) -> str:
    """A setting's value in a table."""
    if isinstance(value, tuple):
        return ",".join(map(str, value))
    return (
        "yes" if value is True else "no" if value is False else f"{value:g}" if isinstance(value, float) else str(value)
    )


class Configurations:
    """The configuration of every run, composed once a cell. `folder` is where relative paths of the spec begin."""

    def __init__(self, studio: Studio, folder: Path) -> None:
        self._studio = studio
        self._folder = folder
        self._found: dict[int, RunConfig] = {}

    def of(self, planned: Planned) -> RunConfig:
        """The configuration of a run. Raises `UsageError` and its kin, with the cell that they are about."""
        config = self._found.get(planned.cell.number)
        if config is None:
            try:
                config = self._composed(planned.cell)
            except ParleyError as error:
                varied = f" ({planned.cell.label})" if planned.cell.levels else ""
                raise UsageError(
                    "Cell {number}{varied}: {sentence_}",
                    number=planned.cell.number,
                    varied=varied,
                    sentence_=error.sentence,
                    hint=error.hint,
                ) from None
            self._found[planned.cell.number] = config
        return config.model_copy(update={"id": planned.run, "seed": planned.seed})

    def _composed(self, cell: Cell) -> RunConfig:
        talk = cell.talk
        voice = voice_named(talk.voice) if talk.voice else None
        sides = [
            self._side(talk, talk.a, talk.voice_a, talk.warmth_a, talk.awareness_a, talk.system_a),
            self._side(talk, talk.b, talk.voice_b, talk.warmth_b, talk.awareness_b, talk.system_b),
            *(self._side(talk, other, "", None, "", "") for other in talk.others),
        ]
        config = self._studio.compose(
            DuologueRequest(
                sides=sides,
                cast=self._path(talk.cast),
                opening=self._text(talk.prompt),
                awareness=self._path(talk.awareness),
                router=talk.router if talk.router in KINDS else self._path(talk.router),
                hub=talk.hub,
                choose_names=talk.choose_names,
                stop_at=talk.stop_at,
                stop_profile=talk.profile,
                stop_by=talk.calculator,
                turns=talk.turns,
                cap=talk.cap,
                seed=0,
                voice=voice,
                language=talk.language,
                context=talk.context,
                when_full=talk.when_full,
                # Where a voice is no rehearsal, it is not.
                simulated=True,
            )
        )
        if talk.warmth is not None:
            config = config.model_copy(update={"warmth": talk.warmth})
        return config

    def _side(
        self, talk: Talk, name: str, voice: str, warmth: float | None, awareness: str, system: str
    ) -> SideRequest:
        spec = voice_named(voice) if voice else None
        return SideRequest(name, voice=spec, awareness=self._path(awareness), system=self._text(system), warmth=warmth)

    def _path(self, text: str) -> str:
        """A TOML file's path, which begins where the spec lies; anything else as it is."""
        return str(self._folder / named(text)) if text.endswith(".toml") else text

    def _text(self, text: str) -> str:
        return read_text(self._folder / named(text[1:])) if text.startswith("@") else text
