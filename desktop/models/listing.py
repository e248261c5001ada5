"""The catalogue's models as the list shows them."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal, get_args

from PySide6.QtCore import QCoreApplication, QLocale

from parley.core.settings import Settings, get_language_of
from parley.core.voices.models.catalogue import Catalogue
from parley.core.voices.models.model import PATIENCE, Model, Speed, Use, propose_model, read_speed, too_large
from parley.desktop.widgets.language import said

translate = QCoreApplication.translate
MOST_LANGUAGES = 2
State = Literal["used", "here", "away", "begun", "fetching"]


@dataclass(frozen=True, slots=True)
class ModelFigure:
    """A model: what stands in its row (title, size, memory, languages, and how it stands here), what it can do and what
    speaks against it on this machine, and its licence. `own`: it was added from a file, which stays where it is."""

    id: str
    own: bool
    cells: tuple[str, str, str, str, str]
    detail: str
    state: State
    licence: str
    licence_url: str


def format_size(count: int) -> str:
    """Return bytes as MB or GB."""
    return QLocale().formattedDataSize(
        count, 1 if count >= 1_000_000_000 else 0, QLocale.DataSizeFormat.DataSizeSIFormat
    )


def format_progress(done: int, total: int) -> str:
    """Return how far a fetch is."""
    return translate("Models", "{0} of {1}").format(format_size(done), format_size(total))


def _name_languages(model: Model) -> str:
    """Return a model's first languages as those call them who speak them."""
    own = {"en": "English", "pt": "português"}  # Qt says "American English"
    named = [own.get(each) or QLocale(each).nativeLanguageName() for each in model.languages[:MOST_LANGUAGES]]
    spoken, more = ", ".join(named), len(model.languages) - MOST_LANGUAGES
    return translate("Models", "{0} and {1} more").format(spoken, more) if more > 0 else spoken


def build_figures(catalogue: Catalogue, settings: Settings, here: int, fetching: Collection[str]) -> list[ModelFigure]:
    """Return all models as they stand on a machine with so many bytes of memory, while some are fetched."""
    voices, pace = settings.voices, read_speed(catalogue.folder)
    models = [model for model in catalogue.list() if model.use != "test"]
    context, language = voices.embedded_context, get_language_of(settings.look.language)
    ours = [propose_model(models, language, context, here, pace, use=use) for use in get_args(Use)]
    badge = translate("Models", "Proposed for this machine")
    used = {voices.embedded_model or catalogue.get_best(), voices.embeddings.removeprefix("embedded:")}
    words = {"used": translate("Models", "In use"), "here": translate("Models", "Is here"),
             "begun": translate("Models", "Begun")}  # fmt: skip
    found: list[ModelFigure] = []
    for model in models:
        state = _state_of(model, catalogue, fetching, used)
        size, memory = format_size(model.download or model.size), format_size(model.compute_memory(context))
        standing = words.get(state, badge if model in ours else "")
        told = (model.description.text(language), said(model.abilities), model.terms)
        lines = (" ".join(filter(None, told)), _warn(model, context, here, pace))
        found.append(
            ModelFigure(
                id=model.id,
                own=bool(model.path),
                cells=(model.title, size, memory, _name_languages(model), standing),
                detail="\n".join(filter(None, lines)),
                state=state,
                licence=model.licence,
                licence_url=model.licence_url,
            )
        )
    # What is proposed is seen at once; the others stand by their size, as the catalogue has them.
    return sorted(found, key=lambda figure: figure.id not in {one.id for one in ours if one})


def _state_of(model: Model, catalogue: Catalogue, fetching: Collection[str], used: Collection[str]) -> State:
    if model.id in fetching:
        return "fetching"
    if catalogue.has(model):
        return "used" if model.id in used else "here"
    return "begun" if catalogue.has_partial(model) else "away"


def _warn(model: Model, context: int, here: int, pace: Speed) -> str:
    """Return what speaks against a model here."""
    if too_large(model, context, here):
        return translate("Models", "Too large for this machine's memory")
    return said(pace.told(model)) if model.use == "speak" and pace.get_seconds(model) > PATIENCE else ""
