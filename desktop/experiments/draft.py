"""A spec as the dialog has it: texts in fields, checked by the core, and back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import QLocale

from parley.core.base.errors import ParleyError
from parley.core.cast.providers import simulated
from parley.core.home import parse_path
from parley.core.log.config import RunConfig
from parley.core.studio.experiments import drafting
from parley.core.studio.experiments.plan import Configurations, Plan
from parley.core.studio.experiments.spec import METRICS, USUAL, Experiment
from parley.core.studio.experiments.titles import format_value
from parley.core.studio.interviews.questions import read_questionnaire
from parley.core.studio.studio import Studio
from parley.core.voices.provider import VOICES
from parley.desktop.experiments.figures import AdviceFigure
from parley.desktop.experiments.words import format_cells, format_runs, join_values, split_values, translate
from parley.desktop.mending.trouble import Trouble
from parley.desktop.run.words import get_voice_word
from parley.desktop.widgets.forms.field import Field, get_fields_of
from parley.desktop.widgets.language import said

YES = {"yes": True, "true": True, "ja": True, "1": True, "no": False, "false": False, "nein": False, "0": False}
BESIDE = ("contrasts", "questionnaire")
"""What the dialog has no fields for."""
NUMBERS = ("repetitions", "parallel", "retries", "seed")
Texts = Mapping[str, Any]
"""What the dialog gives: all fields of a spec by their names; "grid" and what is called as the `kind` of run hold a
text by setting."""


def data_of(texts: Texts, settings: Sequence[Field], before: Experiment | None = None) -> dict[str, Any]:
    """Return the plain values of what stands in the fields; what cannot be read as a number stays a text, for the core.

    What nobody has changed since `before` is taken from there, for a field may not hold all that a spec can.
    """
    kind, kinds = texts.get("kind", USUAL), {one.name: one for one in settings}
    old = get_texts_of(before) if before else {kind: {}, "grid": {}}
    kept = drafting.data_of(before) if before else {}
    found: dict[str, Any] = {"name": " ".join(str(texts["name"]).split())}
    if note := str(texts.get("note", "")).strip():
        found["note"] = note
    found |= {name: _parse_number(texts[name], "int") for name in NUMBERS}
    # These are written in the spec's file alone.
    found |= {name: kept[name] for name in BESIDE if name in kept}
    metrics = [str(each) for each in texts.get("metrics", ())]
    if metrics != list(METRICS):  # the default is not written down
        found["metrics"] = metrics
    for table, read in ((kind, get_value_of), ("grid", get_values_of)):
        found[table] = {
            name: kept[table][name] if old[table].get(name) == text else read(text, kinds[name])
            for name, text in texts[table].items()
            if text.strip() or table == "grid"  # the core refuses a setting that is varied over nothing
        }
    for table in (kind, "grid"):
        # What the dialog has no fields for stays.
        found[table] |= {name: value for name, value in kept.get(table, {}).items() if name not in kinds}
    # What is varied has no value of its own beside it.
    found[kind] = {name: value for name, value in found[kind].items() if name not in found["grid"]}
    return found


def get_value_of(text: str, setting: Field) -> Any:
    """Return one value of a setting."""
    text = text.strip()
    if setting.kind == "bool":
        return YES.get(text.casefold(), text)  # else the text itself, which the core refuses with a reason
    if setting.kind == "list":
        return [part.strip() for part in text.split(",") if part.strip()]
    return _parse_number(text.replace(",", ".") if setting.kind == "float" else text, setting.kind)


def _parse_number(text: Any, kind: str) -> Any:
    try:
        return int(text) if kind == "int" else float(text) if kind == "float" else text
    except ValueError:
        return text


def get_values_of(text: str, setting: Field) -> list[Any]:
    """Return the values of a grid's field."""
    return [get_value_of(part, setting) for part in split_values(text, setting.kind)]


def get_texts_of(experiment: Experiment) -> dict[str, Any]:
    """Return what the dialog shows of a spec."""
    talk = experiment.settings
    kinds = {field.name: field.kind for field in get_fields_of(talk)}
    return {
        **{name: getattr(experiment, name) for name in ("name", "note", *NUMBERS, "kind")},
        "metrics": list(experiment.metrics),
        experiment.kind: {name: _format_value(getattr(talk, name)) for name in talk.model_fields_set},
        "grid": {
            name: join_values([_format_value(value) for value in values], kinds.get(name, ""))
            for name, values in experiment.grid.items()
        },
    }


def _format_value(value: Any) -> str:
    return "" if value is None else repr(value) if isinstance(value, float) else format_value(value)


def build_advice(studio: Studio, data: Mapping[str, Any], folder: Path, taken: Sequence[str] = ()) -> AdviceFigure:
    """Return what there is to say of a draft: its size and what it asks for, or what is wrong and where.

    `taken` are the ids of experiments that there are already. Composing takes a while: call it in a thread.
    """
    try:
        experiment = drafting.checked(data)
    except drafting.Unfit as error:
        return AdviceFigure(problem=said(error), place=error.place)
    if isinstance(experiment.questionnaire, str) and experiment.questionnaire:
        try:
            read_questionnaire(folder / parse_path(experiment.questionnaire))
        except ParleyError as error:
            return AdviceFigure(problem=said(error), place=("questionnaire",), trouble=Trouble.of(error))
    plan = Plan(experiment)
    size = f"{format_cells(len(plan.cells))} × {len(plan.runs) // len(plan.cells)} = {format_runs(len(plan.runs))}"
    try:
        configs = drafting.composed(plan, Configurations(studio, folder))
    except drafting.Unfit as error:
        return AdviceFigure(size, problem=said(error), place=error.place, trouble=Trouble.of(error))
    except ParleyError as error:
        return AdviceFigure(size, problem=said(error), trouble=Trouble.of(error))
    if experiment.id in taken:
        sentence = translate("Experiments", "There is an experiment of this name already: choose another.")
        return AdviceFigure(size, problem=sentence, place=("name",))
    lacking = _find_lacking_needs(studio, configs)
    told = " ".join([_describe_calls_asked(plan, drafting.voices(configs)), *lacking])
    return AdviceFigure(size, told, trouble=next(iter(lacking.values()), None))


def _find_lacking_needs(studio: Studio, configs: Sequence[RunConfig]) -> dict[str, Trouble]:
    """Return what is not here yet of what the voices need, by its sentence: a spec may be written all the same."""
    specs = {member.voice or config.voice for config in configs for member in config.members}
    known = sorted((spec for spec in specs if spec.provider in VOICES), key=lambda spec: spec.label)
    found = ((spec, VOICES[spec.provider].lacks(spec, studio.home, studio.settings)) for spec in known)
    return {said(each): Trouble(kind="unavailable", text=each, voice=spec.provider) for spec, each in found if each}


def _describe_calls_asked(plan: Plan, voices: Sequence[str]) -> str:
    calls = QLocale().toString(drafting.calls(plan))
    # Not known where some cell sets no number of turns.
    known = all(cell.settings.count_calls() for cell in plan.cells)
    if all(map(simulated, voices)):
        if not known:
            return translate("Experiments", "All lines are rehearsed: nothing is sent and nothing is paid.")
        return translate(
            "Experiments", "At most {0} lines, all rehearsed: nothing is sent and nothing is paid."
        ).format(calls)
    named = ", ".join(map(get_voice_word, voices[:3]))
    if len(voices) > 3:
        named += " …"
    if known:
        sentence = translate("Experiments", "At most {0} replies by {1}; more only where a failed turn is taken again.")
        return sentence.format(calls, named)
    sentence = translate("Experiments", "Replies by {0}: how many is not known before, for no number of turns is set.")
    return sentence.format(named)
