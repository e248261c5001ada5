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

from parley.core.base.errors import ParleyError, UsageError
from parley.core.engine.run_request import Asked, RunRequest, get_spec_of
from parley.core.log.config import RunConfig
from parley.core.studio.experiments.spec import Experiment, list_levels, seeds
from parley.core.studio.experiments.titles import format_value, get_setting_title, name_it
from parley.core.studio.studio import Studio


@dataclass(frozen=True)
class Cell:
    """One combination of settings: `levels` is what it has of the grid. Counted from 1."""

    number: int
    levels: Mapping[str, Any]
    settings: Asked

    @property
    def turns(self) -> int:
        """The turns that a run is to have, where its settings say so."""
        return getattr(self.settings, "turns", None) or 0

    def told(self, language: str) -> str:
        """Return the varied settings in words of the language, as somebody reads them."""
        return ", ".join(
            f"{get_setting_title(name, language)}: {name_it(name, value, language)}"
            for name, value in self.levels.items()
        )

    @property
    def label(self) -> str:
        """The varied settings by the names that specs have for them."""
        return ", ".join(f"{name} {format_value(value)}" for name, value in self.levels.items()) or "all"


@dataclass(frozen=True)
class Planned:
    """One run that is to be: its id, cell, repetition (from 1) and seed, and the experiment's id."""

    run: str
    cell: Cell
    repetition: int
    seed: int
    experiment: str


class Plan:
    """All cells and runs of an experiment, repetition after repetition, so that a part of it is balanced."""

    def __init__(self, experiment: Experiment) -> None:
        self.experiment = experiment

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """Every combination, in the order of the spec."""
        settings = self.experiment.settings
        base = {name: getattr(settings, name) for name in settings.model_fields_set}
        return tuple(
            Cell(number, chosen, type(settings).model_validate(base | chosen))
            for number, chosen in enumerate(list_levels(self.experiment), 1)
        )

    @cached_property
    def runs(self) -> tuple[Planned, ...]:
        """Every run, in the order in which they are begun."""
        fingerprints = [(cell, cell.settings.make_fingerprint()) for cell in self.cells]
        found: list[Planned] = []
        for repetition, seed in itertools.product(range(1, self.experiment.repetitions + 1), seeds(self.experiment)):
            for cell, fingerprint in fingerprints:
                # Of what was there before more settings or repetitions came, the runs stay the same.
                key = [self.experiment.id, self.experiment.seed, repetition, fingerprint | {"seed": seed}]
                drawn = hashlib.blake2b(msgspec.json.encode(key, order="sorted"), digest_size=16).digest()
                own = seed if repetition == 1 else None  # repeated with a named seed, it would be the same run again
                own = int.from_bytes(drawn[8:12]) if own is None else own  # bytes that the id below does not have
                found.append(Planned(drawn[:6].hex(), cell, repetition, own, self.experiment.id))
        return tuple(found)


class Configurations:
    """The configuration of every run, composed once a cell. `folder` is where relative paths of the spec begin."""

    def __init__(self, studio: Studio, folder: Path) -> None:
        self._studio = studio
        self._folder = folder
        self._found: dict[int, RunConfig] = {}

    def of(self, planned: Planned) -> RunConfig:
        """Return the configuration of a run. Raises `UsageError` and its kin, with the cell that they are about."""
        config = self._found.get(planned.cell.number)
        if config is None:
            try:
                config = self._compose_cell_config(planned.cell)
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
        own = {"id": planned.run, "seed": planned.seed, "experiment": planned.experiment}
        return config.model_copy(update=own)

    def _compose_cell_config(self, cell: Cell) -> RunConfig:
        request = self.request(cell)
        return self._studio.compose(get_spec_of(request).at_terminal(request, False))

    def request(self, cell: Cell) -> RunRequest:
        """Return what all runs of a cell are asked for with."""
        request = cell.settings.request(self._folder)
        # Runs know nothing of one another, and of others what the spec names. Where a voice is no rehearsal, the clock
        # is not simulated.
        update: dict[str, Any] = {"seed": 0, "simulated": True}
        if "fresh" in type(request).model_fields:
            update["fresh"] = not getattr(request, "remember", ())
        return request.model_copy(update=update)
