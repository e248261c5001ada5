"""The embedded voice as it is offered: with which models, and what is missing."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from parley.core.base.errors import ParleyError
from parley.core.base.sentences import Sentence
from parley.core.cast.member import VoiceSpec
from parley.core.cast.providers import Finding, Making, Offer, Provider
from parley.core.formats import Localised
from parley.core.home import Home
from parley.core.settings import Settings
from parley.core.voices import embedded
from parley.core.voices.base import Voice
from parley.core.voices.models import OFFERED, Catalogue
from parley.core.voices.models.abilities import abilities, is_plain, plain_told
from parley.core.voices.models.speed import speed


def _fill_in_model_name(spec: VoiceSpec, settings: Settings) -> VoiceSpec:
    return spec if spec.model else spec.model_copy(update={"model": settings.voices.embedded_model})


def _create_voice(make: Callable[..., Voice], spec: VoiceSpec, making: Making) -> Voice:
    """Return the voice, for a spec without a model with the one that is set."""
    settings = making.settings.voices
    threads, context = settings.embedded_threads, settings.embedded_context
    return make(_fill_in_model_name(spec, making.settings), models=making.home.models, threads=threads, context=context)


def _is_model_installed(home: Home, settings: Settings) -> bool:
    return Catalogue(home.models).installed(settings.voices.embedded_model)


def _find_embedding_spec(home: Home, settings: Settings) -> VoiceSpec | None:
    # One that was made for it, where somebody has fetched one.
    catalogue = Catalogue(home.models)
    made = [one for one in catalogue.list() if one.use == "embed" and catalogue.installed(one.id)]
    if made:
        return VoiceSpec(provider="embedded", model=max(made, key=lambda one: one.parameters).id)
    return (
        _fill_in_model_name(VoiceSpec(provider="embedded"), settings) if _is_model_installed(home, settings) else None
    )


def _offer(home: Home, settings: Settings) -> Offer:
    catalogue = Catalogue(home.models)
    speaking = [model for model in catalogue.list() if model.use == "speak"]
    installed = [model for model in speaking if catalogue.installed(model.id)]
    names, pace = [model.id for model in installed], speed(catalogue.folder)
    told = {model.id: plain_told(model, pace) if is_plain(model) else abilities(model) for model in installed}
    usual = settings.voices.embedded_model or catalogue.usual()
    return Offer(
        problem="" if installed else Sentence("No model is installed: parley models get {model}", model=OFFERED),
        models=tuple((model.id, model.title) for model in installed),
        model=usual if usual in names else next(iter(names), ""),
        spoken=tuple((model.id, model.languages) for model in installed),
        abilities=tuple(told.items()),
        plain=tuple(model.id for model in installed if is_plain(model)),
    )


def _examine(home: Home, settings: Settings) -> tuple[Finding, ...]:
    catalogue = Catalogue(home.models)
    try:
        name = catalogue.get(settings.voices.embedded_model).id
    except ParleyError as error:
        return (Finding("model", "fault", str(error)),)
    if catalogue.installed(name):
        return (Finding("model", "ok", f"{name}: {catalogue.path_of(name)}"),)
    return (Finding("model", "note", f"{name} is not installed: parley models get {name}"),)


def _describe_missing_model(spec: VoiceSpec, home: Home, settings: Settings) -> str | None:
    catalogue, name = Catalogue(home.models), _fill_in_model_name(spec, settings).model
    if catalogue.installed(name):
        return None
    name = name or catalogue.usual()
    return Sentence("The model {name} is not installed: parley models get {name}", name=name)


EMBEDDED = Provider(
    name="embedded",
    title=Localised(en="Embedded model", de="Eingebautes Modell"),
    detail=Localised(
        en="Runs on this machine, free and private. Small: expect charm, not depth.",
        de="Läuft auf diesem Rechner, kostenlos und privat. Klein: eher Charme als Tiefe.",
    ),
    create=partial(_create_voice, embedded.create),
    derive=partial(_create_voice, embedded.derive),
    offer=_offer,
    examine=_examine,
    lacks=_describe_missing_model,
    model=lambda settings: settings.voices.embedded_model,
    ready=_is_model_installed,
    embeds=_find_embedding_spec,
    local=True,
)
