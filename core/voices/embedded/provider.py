"""The embedded voice as it is offered: with which models, and what is missing."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from parley.core.base.errors import FileError, ParleyError, UnknownName, VoiceUnavailable
from parley.core.base.sentences import Sentence
from parley.core.cast.member import VoiceSpec
from parley.core.formats import Localised
from parley.core.home import Home
from parley.core.settings import Settings, Voices
from parley.core.voices.models.catalogue import OFFERED, Catalogue
from parley.core.voices.models.model import propose_model, read_memory, read_speed
from parley.core.voices.provider import Finding, Offer, Proposal, Provider

if TYPE_CHECKING:
    from parley.core.voices.embedded.voice import EmbeddedVoice


def create(spec: VoiceSpec, models: Path, settings: Voices, *, sends: bool = True) -> EmbeddedVoice:
    """Return the voice for `spec`, whose `model` is a catalogue name, a GGUF file's path, or empty for the one that is
    set.

    `models` is the folder of models. Nothing is started before it speaks. Raises `VoiceUnavailable` where the model is
    not known or not installed; one that `sends` nothing is good for its `payload` and needs no file: `UnknownName`,
    `FileError` where it is not known.
    """
    from parley.core.voices.embedded.voice import EmbeddedVoice

    catalogue, spec = Catalogue(models), _fill_in_model_name(spec, settings)
    try:
        model = catalogue.get(spec.model)
    except (UnknownName, FileError) as error:
        if not sends:
            raise
        raise VoiceUnavailable(error.sentence, hint=error.hint) from None
    if sends and not catalogue.has(model):
        hint = Sentence("Fetch it with: parley models get {name}", name=model.id)
        template = "The model '{name}' is not installed, so the embedded voice cannot speak."
        raise VoiceUnavailable(template, name=model.id, hint=hint)
    context, threads = settings.embedded_context, settings.embedded_threads
    return EmbeddedVoice(spec, model, catalogue.locate(model), context=context, threads=threads)


def _fill_in_model_name(spec: VoiceSpec, settings: Voices) -> VoiceSpec:
    return spec if spec.model else spec.model_copy(update={"model": settings.embedded_model})


def _is_model_installed(home: Home, settings: Settings) -> bool:
    return Catalogue(home.models).is_installed(settings.voices.embedded_model)


def _find_embedder(home: Home, language: str) -> VoiceSpec | None:
    """Return the largest model here that was made for embeddings and knows the language (empty: any); None where there
    is none."""
    here = [one for one in Catalogue(home.models).list_installed("embed") if not language or language in one.languages]
    return VoiceSpec(provider="embedded", model=max(here, key=lambda one: one.parameters).id) if here else None


def _find_embedding_spec(home: Home, settings: Settings) -> VoiceSpec | None:
    # One that was made for it, where somebody has fetched one.
    made = _find_embedder(home, "")
    ready = made is None and _is_model_installed(home, settings)
    return _fill_in_model_name(VoiceSpec(provider="embedded"), settings.voices) if ready else made


def _propose(home: Home, settings: Settings, language: str) -> Proposal | None:
    """Return the model that is set or the best that is here, else the one that is set or offered, else one that suits
    this machine; each where it speaks the language."""
    catalogue, voices = Catalogue(home.models), settings.voices
    ready = [one for one in catalogue.list_installed("speak") if language in one.languages]
    model = max(ready, key=lambda one: (one.id == voices.embedded_model, one.parameters), default=None)
    pace, size = read_speed(catalogue.folder), 0
    if model is None:
        usual = catalogue.get(voices.embedded_model)
        suits = propose_model(catalogue.list(), language, voices.embedded_context, read_memory(), pace)
        model = usual if language in usual.languages else suits
        size = model.download if model else 0
    if model is None:
        return None
    return Proposal(model.id, model.title, size, pace.describe_model(model) if model.plain else "")


def _build_offer(home: Home, settings: Settings) -> Offer:
    catalogue = Catalogue(home.models)
    installed, pace = catalogue.list_installed("speak"), read_speed(catalogue.folder)
    names = [model.id for model in installed]
    usual = settings.voices.embedded_model or catalogue.get_best()
    return Offer(
        problem="" if installed else Sentence("No model is installed: parley models get {model}", model=OFFERED),
        models=tuple((model.id, model.title) for model in installed),
        model=usual if usual in names else next(iter(names), ""),
        spoken=tuple((model.id, model.languages) for model in installed),
        abilities=tuple((one.id, pace.describe_model(one)) for one in installed),
        plain=tuple(model.id for model in installed if model.plain),
    )


def _list_findings(home: Home, settings: Settings) -> tuple[Finding, ...]:
    catalogue = Catalogue(home.models)
    try:
        model = catalogue.get(settings.voices.embedded_model)
    except ParleyError as error:
        return (Finding("model", "fault", str(error)),)
    if catalogue.has(model):
        return (Finding("model", "ok", f"{model.id}: {catalogue.locate(model)}"),)
    return (Finding("model", "note", f"{model.id} is not installed: parley models get {model.id}"),)


def _describe_missing_model(spec: VoiceSpec, home: Home, settings: Settings) -> str | None:
    catalogue, name = Catalogue(home.models), _fill_in_model_name(spec, settings.voices).model
    missing = Sentence("The model {name} is not installed: parley models get {name}", name=name or catalogue.get_best())
    return None if catalogue.is_installed(name) else missing


EMBEDDED = Provider(
    name="embedded",
    title=Localised(en="Embedded model", de="Eingebautes Modell"),
    detail=Localised(
        en="Runs on this machine, free and private. Small: expect charm, not depth.",
        de="Läuft auf diesem Rechner, kostenlos und privat. Klein: eher Charme als Tiefe.",
    ),
    create=lambda spec, making: create(spec, making.home.models, making.settings.voices),
    derive=lambda spec, making: create(spec, making.home.models, making.settings.voices, sends=False),
    offer=_build_offer,
    examine=_list_findings,
    lacks=_describe_missing_model,
    model=lambda settings: settings.voices.embedded_model,
    ready=_is_model_installed,
    embeds=_find_embedding_spec,
    embedder=_find_embedder,
    proposes=_propose,
    fetch=lambda home, name, progress: Catalogue(home.models).fetch(name, progress=progress),
    local=True,
)
