"""The catalogue's models as the list shows them."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QCoreApplication, QLocale

from parley.core.settings import Settings, language_of
from parley.core.voices.models import Catalogue, Model
from parley.core.voices.models.abilities import abilities
from parley.core.voices.models.machine import Memory, fit, fit_told, proposed
from parley.core.voices.models.speed import PATIENCE, speed
from parley.desktop.models.figures import ModelFigure, Part, State
from parley.desktop.widgets.language import said

MOST_LANGUAGES = 3


def megabytes(count: int) -> str:
    """Bytes as MB or GB."""
    here = QLocale()
    if count >= 1_000_000_000:
        return f"{here.toString(count / 1e9, 'f', 1)} GB"
    return f"{here.toString(round(count / 1e6))} MB"


def arriving(done: int, total: int, rate: float) -> str:
    """Return how far a fetch is; `rate` is bytes a second, 0 where it is not known."""
    told = QCoreApplication.translate("Models", "{0} of {1}").format(megabytes(done), megabytes(total))
    return f"{told} · {megabytes(round(rate))}/s" if rate else told


def machine(here: Memory) -> str:
    """Return what this machine has room for."""
    if not here.total:
        return QCoreApplication.translate("Models", "How much memory this machine has is not known.")
    told = QCoreApplication.translate("Models", "This machine has {0} of memory.").format(megabytes(here.total))
    if here.available:
        free = QCoreApplication.translate("Models", "{0} are free now.").format(megabytes(here.available))
        told = f"{told} {free}"
    return told


def facts(model: Model, context: int) -> str:
    """Size, memory, languages and the like in a line."""
    return " · ".join(_iterate_model_facts(model, context))


def _iterate_model_facts(model: Model, context: int) -> Iterator[str]:
    here = QLocale()
    if model.parameters:
        yield QCoreApplication.translate("Models", "{0} billion").format(
            here.toString(model.parameters / 1e9, "f", 1 if model.parameters >= 1e9 else 2)
        )
    if model.quantisation:
        yield model.quantisation
    if size := model.download or model.size:
        yield megabytes(size)
    if needed := model.memory(context):
        yield QCoreApplication.translate("Models", "needs {0} of memory").format(megabytes(needed))
    first = [_name_language_natively(each) for each in model.languages[:MOST_LANGUAGES]]
    more = len(model.languages) - MOST_LANGUAGES
    spoken = ", ".join(first)
    if more > 0:
        spoken = QCoreApplication.translate("Models", "{0} and {1} more").format(spoken, more)
    yield spoken


def _name_language_natively(language: str) -> str:
    """Return a language as those call it who speak it."""
    return {"en": "English", "pt": "português"}.get(language) or QLocale(language).nativeLanguageName()


def figures(
    catalogue: Catalogue,
    settings: Settings,
    here: Memory,
    fetching: set[str],
    failed: dict[str, str],
    spoken: str = "",
) -> list[ModelFigure]:
    """Return all models as they stand: those that are fetched now, and those whose fetch failed with why. Proposed is
    what speaks the language that is `spoken`, else the interface's.
    """
    voices, models = settings.voices, catalogue.list()
    models = [model for model in models if model.use != "test"]
    context, language = voices.embedded_context, language_of(settings.look.language)
    pace = speed(catalogue.folder)
    speaks = proposed(models, spoken or language, context, here, pace)
    embeds = proposed(models, spoken or language, context, here, pace, use="embed")
    ours = {one.id for one in (speaks, embeds) if one is not None}
    badge = QCoreApplication.translate("Models", "Proposed for this machine")
    if spoken not in ("", language):
        badge = QCoreApplication.translate("Models", "Proposed for this machine, for talks in {0}")
        badge = badge.format(_name_language_natively(spoken))
    used = {voices.embedded_model or catalogue.usual(), voices.embeddings.removeprefix("embedded:")}
    found: list[ModelFigure] = []
    for model in models:
        part: Part = "own" if model.path else "embed" if model.use == "embed" else "speak"
        state: State = "away"
        if model.id in fetching:
            state = "fetching"
        elif catalogue.installed(model.id):
            state = "here"
        elif model.id in failed:
            state = "failed"
        elif catalogue.partial(model):
            state = "begun"
        does = said(abilities(model))
        slow = said(pace.told(model)) if model.use == "speak" and pace.seconds(model) > PATIENCE else ""
        found.append(
            ModelFigure(
                id=model.id,
                part=part,
                title=model.title,
                facts=facts(model, context),
                detail=f"{model.description.text(language)} {does}".strip(),
                state=state,
                licence=model.licence,
                licence_url=model.licence_url,
                badge=badge if model.id in ours else "",
                warning=" · ".join(filter(None, (said(fit_told(fit(model, context, here))), slow))),
                chosen=model.id in used and state == "here",
                problem=failed.get(model.id, "") if state == "failed" else "",
            )
        )
    # What is proposed is seen at once; the others stand by their size, as the catalogue has them.
    return sorted(found, key=lambda figure: not figure.badge)
