"""Specs that are not yet written: checked while they grow, written as TOML, and what running them would ask for."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from parley.core.base.definition import Misplaced, blame, parse_toml
from parley.core.base.errors import DefinitionError, ParleyError, UsageError
from parley.core.base.places import place_of
from parley.core.cast.providers import simulated
from parley.core.home import Home
from parley.core.log.config import RunConfig
from parley.core.studio.experiments.plan import Configurations, Plan
from parley.core.studio.experiments.spec import Experiment
from parley.core.studio.studio import Studio

MOST_COMPOSED = 200
"""Cells that are composed to see whether they can be: of more, so many from the first on."""


class Unfit(UsageError):
    """A setting that cannot be so. `place` is where it stands, such as ("duologue", "turns") or ("grid", "turns")."""

    def __init__(self, place: tuple[str, ...], sentence: str, *, hint: str = "") -> None:
        super().__init__(sentence, hint=hint)
        self.place = place


def data_of(experiment: Experiment) -> dict[str, Any]:
    """Return what was set in a spec, as plain values."""
    found: dict[str, Any] = experiment.model_dump(mode="json", exclude_unset=True)
    return found


def checked(data: Mapping[str, Any]) -> Experiment:
    """Return the experiment of plain values. Raises `Unfit` with the first thing that is wrong, and where."""
    try:
        return Experiment.model_validate(data)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        cause = first.get("ctx", {}).get("error")  # where pydantic keeps the exception of a validator
        place = (*first["loc"], *(cause.location if isinstance(cause, Misplaced) else ()))
        sentence = blame(error, "", "spec").sentence.removeprefix("spec: ")
        # The grid's own check names the setting already.
        sentence = sentence.removeprefix("'grid': ")
        raise Unfit(tuple(map(str, place)), sentence[:1].upper() + sentence[1:]) from None


def get_text_of(data: Mapping[str, Any]) -> str:
    """Return a spec as TOML: what `parley experiment run` reads."""
    lines = [
        f"{_format_toml_key(name)} = {_format_toml_value(value)}"
        for name, value in data.items()
        if not isinstance(value, Mapping)
    ]
    for table in [name for name, value in data.items() if isinstance(value, Mapping)]:  # tables last, as in TOML
        if values := data.get(table):
            lines += [
                "",
                f"[{table}]",
                *(f"{_format_toml_key(name)} = {_format_toml_value(value)}" for name, value in values.items()),
            ]
    return "\n".join(lines) + "\n"


def _format_toml_key(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else _format_text(name)


def _format_toml_value(value: Any) -> str:
    if isinstance(value, bool):  # before int, of which it is a subclass
        return "true" if value else "false"
    if isinstance(value, Mapping):
        return (
            f"{{{', '.join(f'{_format_toml_key(name)} = {_format_toml_value(each)}' for name, each in value.items())}}}"
        )
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_format_toml_value, value))}]"
    return repr(value) if isinstance(value, int | float) else _format_text(str(value))  # inf, nan: as in TOML


def _format_text(text: str) -> str:
    # JSON's strings are TOML's, but for the character DEL, and for halves of characters, which no file can hold.
    whole = text.encode("utf-8", "replace").decode("utf-8")
    return json.dumps(whole, ensure_ascii=False).replace("\x7f", "\\u007f")


def composed(plan: Plan, configurations: Configurations) -> list[RunConfig]:
    """Return the configuration of every cell, of `MOST_COMPOSED` at most. Raises `Unfit` for the first that cannot
    be.
    """
    found: list[RunConfig] = []
    done: set[int] = set()
    for planned in plan.runs:
        if planned.cell.number in done:
            break  # the first repetition has every cell
        done.add(planned.cell.number)
        try:
            found.append(configurations.of(planned))
        except ParleyError as error:
            raise Unfit(_place(plan.experiment, planned.cell.levels, error), error.sentence, hint=error.hint) from None
        if len(found) == MOST_COMPOSED:
            break
    return found


def check_file(path: Path, text: str, home: Home) -> None:
    """Check that what a spec asks for can be composed. Raises `DefinitionError` with the place in the file."""
    try:
        composed(Plan(parse_toml(text, path, Experiment)), Configurations(Studio(home), path.parent))
    except Unfit as error:
        line, column = place_of(text, error.place)
        raise DefinitionError(path, error.text, line=line, column=column, location=error.place) from None


def _place(experiment: Experiment, levels: Mapping[str, Any], error: ParleyError) -> tuple[str, ...]:
    """Return the setting that a sentence names in quotes; nowhere where it names none."""
    quoted = set(re.findall(r"'([^']*)'", error.sentence))
    for name, value in levels.items():
        if str(value) in quoted:
            return "grid", name
    settings = experiment.settings
    for name in settings.model_fields_set:
        if str(getattr(settings, name)) in quoted:
            return experiment.kind, name
    return ()


def calls(plan: Plan) -> int:
    """Return the replies that all runs ask for at most: fewer where talks end early, more where a turn is taken
    again.
    """
    runs = len(plan.runs) // len(plan.cells)
    return runs * sum(cell.settings.count_calls() for cell in plan.cells)


def voices(configs: list[RunConfig]) -> tuple[str, ...]:
    """Return the voices of the sides in these configurations by name, a scripted voice by that of its
    provider.
    """
    found: dict[str, None] = {}
    for config in configs:
        for member in config.members:
            spec = member.voice or config.voice
            found[spec.provider if simulated(spec.provider) else spec.label] = None
    return tuple(found)
