"""What an experiment is, as somebody writes it in TOML."""

from __future__ import annotations

import contextlib
import difflib
import itertools
import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Self

from pydantic import (
    Discriminator,
    Field,
    Tag,
    ValidationError,
    ValidationInfo,
    WrapValidator,
    create_model,
    field_validator,
    model_validator,
)

from parley.core.base.definition import Definition, Misplaced, parse_toml, raise_all, read_text
from parley.core.base.errors import ParleyError
from parley.core.base.old_names import get_current_name
from parley.core.base.registry import Failed
from parley.core.base.sentences import Sentence
from parley.core.cast.member import make_slug
from parley.core.engine.run_request import Asked, request_specs
from parley.core.home import Definitions, parse_path
from parley.core.measures.registry import ASIDE, measures
from parley.core.studio.experiments.weights import weigh_cells
from parley.core.studio.interviews.outcomes import ASKED
from parley.core.studio.interviews.questions import Questionnaire

MOST_RUNS = 100_000
MOST_AT_ONCE = 200
METRICS = (
    "turns", "words", "convergence.parley.balanced.score", "convergence.classic.balanced.score",
    "language.words", "language.type_token_ratio", "language.entropy", "language.questions",
)  # fmt: skip
"""What is shown where a spec names nothing."""


def list_groups() -> list[str]:
    """Return what the names of figures begin with."""
    return [*dict.fromkeys(group.partition(".")[0] for each in measures() for group in each.groups), ASKED, *ASIDE]


_Values = tuple[Any, ...] | dict[str, tuple[Any, ...]]
"""Of a setting in a grid, or of several settings of one side."""


def _describe_written_form(value: object) -> str:
    return "file" if isinstance(value, str) else "table"  # without it pydantic would tell the faults of both forms


class _Experiment(Definition):
    """What is run: `repetitions` of every combination of the values in `grid`, on top of what the table of one kind of
    run says: [duologue], or of another one's name ([story], [roundtable] …). Settings are the fields of its request.

    `parallel` runs go on at once, and so many calls at once are made. A turn that fails is taken again `retries` times;
    then its run is parked until the experiment is run again. Without a `seed` of the talk itself every run draws
    its own from the experiment's `seed`. `metrics` are what is compared: names of `parley measure`, or beginnings
    of them. `contrasts` are planned ones, each with the weights of cells, which sum to 0: {"policy = affinity" = 1,
    "policy = random" = -1}. `questionnaire` is what the members of every run fill in once it has ended, each item
    as they saw the run at its moment, in a table or the name of a TOML file: `ask.*` are its figures.
    """

    name: str = Field(min_length=1, max_length=80)
    note: str = ""
    repetitions: int = Field(1, ge=1, le=MOST_RUNS)
    parallel: int = Field(8, ge=1, le=MOST_AT_ONCE)
    retries: int = Field(2, ge=0, le=20)
    seed: int = Field(1, ge=0, lt=2**63)
    metrics: tuple[str, ...] = METRICS
    contrasts: dict[str, dict[str, float]] = {}
    questionnaire: Annotated[
        Annotated[str, Tag("file")] | Annotated[Questionnaire, Tag("table")], Discriminator(_describe_written_form)
    ] = ""
    if TYPE_CHECKING:
        grid: dict[str, tuple[Any, ...]] = {}  # for mypy alone: the model below gets it as its last field

    @property
    def kind(self) -> str:
        """The kind of run that it is of."""
        return _determine_run_kind(self.model_fields_set)

    @property
    def settings(self) -> Asked:
        """What all of its runs have."""
        found: Asked = getattr(self, self.kind)
        return found

    @property
    def id(self) -> str:
        """What its files and runs go by."""
        return make_slug(self.name)

    @field_validator("name")
    @classmethod
    def _has_letters(cls, name: str) -> str:
        if not any(letter.isascii() and letter.isalnum() for letter in name):  # its id is made of these
            raise ValueError("a name needs a letter or a digit")
        return name

    @field_validator("metrics")
    @classmethod
    def _is_known(cls, metrics: tuple[str, ...]) -> tuple[str, ...]:
        known = list_groups()
        for metric in metrics:
            group = metric.partition(".")[0]
            if not metric.strip() or not (group in known or any(name.startswith(metric) for name in known)):
                # Told before anything is run, not when the table is wanted.
                raise ValueError(
                    Sentence(
                        "there is no figure called '{metric}'; they begin with {names}",
                        metric=metric[:60],
                        names=", ".join(known),
                    )
                )
        return metrics

    @field_validator("grid", mode="before", check_fields=False, json_schema_input_type=dict[str, _Values])
    @classmethod
    def _flatten_grid_names(cls, grid: Any, info: ValidationInfo) -> Any:
        """Take `a.temperature` as another way to write `temperature_a`."""
        if not isinstance(grid, Mapping):
            return grid
        model = _MODELS[_determine_run_kind(name for name in _MODELS if info.data.get(name) is not None)]
        found: dict[str, Any] = {}
        faults: list[Misplaced] = []
        for name, values in grid.items():
            parts = values.items() if isinstance(values, Mapping) else [("", values)]
            for part, each in parts:
                written = f"{name}.{part}".strip(".").split(".")
                flat = (
                    f"{written[1]}_{written[0]}"
                    if len(written) == 2 and written[0] in ("a", "b")
                    else ".".join(written)
                )
                flat = get_current_name(flat, model.model_fields)
                try:
                    if flat in found:
                        raise Misplaced(tuple(written), Sentence("'{flat}' is varied twice", flat=flat))
                    found[flat] = _check_values(model, tuple(written), flat, each)
                except Misplaced as fault:
                    faults.append(fault)
        raise_all(faults)
        return found

    @model_validator(mode="before")
    @classmethod
    def _leave_out_batch(cls, data: Any) -> Any:
        # Earlier versions could send calls in batches, and wrote so into every spec.
        return {name: value for name, value in data.items() if name != "batch"} if isinstance(data, Mapping) else data

    @model_validator(mode="after")
    def _check_spec(self) -> Self:
        raise_all([*self._iterate_grid_faults()] or self._iterate_contrast_faults())  # cells need a sound grid
        return self

    def _iterate_grid_faults(self) -> Iterator[Misplaced]:
        kinds = [name for name in _MODELS if name in self.model_fields_set]
        if len(kinds) > 1:
            yield Misplaced(
                (kinds[1],), Sentence("an experiment is of one kind of run, not of {names}", names=", ".join(kinds))
            )
            return
        for name in self.grid:
            if name in self.settings.model_fields_set:
                yield Misplaced(
                    ("grid", name),
                    Sentence(
                        "'{name}' stands in the grid and in [{kind}]; keep one of the two", name=name, kind=self.kind
                    ),
                )
        runs = self.repetitions * math.prod(len(values) for values in self.grid.values())
        if runs > MOST_RUNS:
            yield Misplaced(
                ("grid",),
                Sentence("these are {runs:,} runs; at most {most_runs:,} are possible", runs=runs, most_runs=MOST_RUNS),
            )

    def _iterate_contrast_faults(self) -> Iterator[Misplaced]:
        cells = list_levels(self) if self.contrasts else []
        for name, planned in self.contrasts.items():
            try:
                weigh_cells(cells, planned)
            except ParleyError as error:
                told = Sentence("'{name}': {why}", name=name[:60], why=error.sentence)
                yield Misplaced(("contrasts", name), told)


def _determine_run_kind(named: Iterable[str]) -> str:
    """Return the kind of run that is named; that of all experiments before there were others, where none is."""
    return next((name for name in named if name in _MODELS and name != USUAL), USUAL)


def _validate_table(value: Any, handler: Callable[[Any], Any]) -> Any:
    """Turn settings' own sentences into a fault of the spec."""
    try:
        return handler(value)
    except ParleyError as error:
        raise ValueError(error.sentence.removesuffix(".")) from None


USUAL = "duologue"
_MODELS: dict[str, type[Asked]] = {}
for _name, _spec in request_specs().items():
    # Whose package cannot be loaded, that kind is in no experiment.
    with contextlib.suppress(Failed):
        _MODELS[_name] = _spec.settings()

if TYPE_CHECKING:
    Experiment = _Experiment
else:
    Experiment = create_model(
        "Experiment",
        __base__=_Experiment,
        __doc__=_Experiment.__doc__,
        **{
            name: (Annotated[model | None, WrapValidator(_validate_table)], model() if name == USUAL else None)
            for name, model in _MODELS.items()
        },
        grid=(dict[str, tuple[Any, ...]], {}),  # last: its validator asks for the kind, and sees the fields before it
    )


EXPERIMENTS = Definitions("experiment", "", Experiment)


def _check_values(model: type[Asked], written: tuple[str, ...], name: str, values: Any) -> tuple[Any, ...]:
    if name not in model.model_fields:
        near = difflib.get_close_matches(name, model.model_fields, n=1)
        meant = f"; perhaps you mean '{near[0]}'" if near else f"; there are {', '.join(model.model_fields)}"
        raise Misplaced(written, Sentence("there is no setting called '{name}'{meant}", name=name, meant=meant))
    if not isinstance(values, list | tuple) or not values:
        raise Misplaced(written, Sentence("'{name}' needs a list of the values it is to have", name=name))
    found: list[Any] = []
    for value in values:
        try:
            one = getattr(model.model_validate({name: value}), name)
        except (ValidationError, ParleyError) as error:
            why = error.sentence if isinstance(error, ParleyError) else error.errors(include_url=False)[0]["msg"]
            why = why.removeprefix("Value error, ").removesuffix(".")
            raise Misplaced(
                written,
                Sentence(
                    "'{name}' cannot be {value}: {lower}{why}",
                    name=name,
                    value=f"{value!r:.60}",
                    lower=why[0].lower(),
                    why=why[1:],
                ),
            ) from None
        if one in found:  # as they were read: 1 and 1.0 are the same
            raise Misplaced(
                written, Sentence("'{name}' has the value {value} twice", name=name, value=f"{value!r:.60}")
            )
        found.append(one)
    return tuple(found)


def read_spec(path: Path) -> tuple[Experiment, str]:
    """Return the experiment in a TOML file, and the file's text. Raises `FileError`, `DefinitionError` with the
    line.
    """
    path = parse_path(path)
    text = read_text(path)
    return parse_toml(text, path, Experiment), text


def list_levels(experiment: Experiment) -> list[dict[str, Any]]:
    """Return every combination of the grid's values, the last setting changing first; one that is empty without a grid.

    Seeds are no setting to compare: they repeat what the others say.
    """
    grid = {name: values for name, values in experiment.grid.items() if name != "seed"}
    return [dict(zip(grid, each, strict=True)) for each in itertools.product(*grid.values())]


def seeds(experiment: Experiment) -> tuple[int | None, ...]:
    """Return the seeds that are named; one that is None where every run draws its own."""
    return experiment.grid.get("seed", (getattr(experiment.settings, "seed", None),))
