"""Who can write the lines of one's own runs: the voices, and the servers that were found on this machine."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from parley.core import settings as settings_file
from parley.core.settings import Settings, Voices
from parley.core.studio.studio import Studio
from parley.core.voices.keys import find_key
from parley.core.voices.pool import default_voice
from parley.core.voices.servers_here import USUAL, ServerHere, address
from parley.desktop.first_run.figures import SpeakerFigure
from parley.desktop.new_run.figures import VoiceFigure
from parley.desktop.new_run.model import voices

translate = QCoreApplication.translate
SERVER = "server:"
"""What the id of a server that was found begins with; its URL follows."""
REMOTE, LOCAL, SCRIPTED = "ph.cloud", "ph.cpu", "ph.book-bookmark"
MOST_MODELS = 40


def speakers(studio: Studio, servers: Sequence[ServerHere]) -> tuple[tuple[SpeakerFigure, ...], str]:
    """All of them, those found on this machine first, and the id of the one that is chosen now."""
    settings = studio.settings
    found = [_server(each, settings) for each in servers]
    found += [_provider(each, studio) for each in voices(studio)]
    chosen = default_voice(studio.home, settings).provider
    here = SERVER + settings.voices.anthropic_url
    if chosen == "anthropic" and here in [each.id for each in found]:
        chosen = here
    return tuple(found), chosen


def _server(server: ServerHere, settings: Settings) -> SpeakerFigure:
    models, count = server.models[:MOST_MODELS], len(server.models)
    one = count == 1
    return SpeakerFigure(
        SERVER + server.url,
        translate("StartPage", "{0} on this machine").format(server.name),
        translate("StartPage", "1 model found") if one else translate("StartPage", "{0} models found").format(count),
        translate("StartPage", "Free and private: nothing leaves this machine."),
        "ph.desktop",
        models=models,
        model=settings.voices.anthropic_model if settings.voices.anthropic_model in models else models[0],
    )


def _provider(voice: VoiceFigure, studio: Studio) -> SpeakerFigure:
    from parley.core.cast.providers import VOICES

    provider = VOICES[voice.provider]
    ready = translate("StartPage", "always there") if provider.simulated else translate("StartPage", "ready")
    detail, more = voice.detail, ""
    button, title, icon = "", voice.title, SCRIPTED if provider.simulated else LOCAL if provider.local else REMOTE
    if voice.provider == "anthropic":
        key = find_key()
        if key.key:
            ready = {
                "environment": translate("StartPage", "key in the environment"),
                "keyring": translate("StartPage", "key in the keyring"),
            }.get(key.source, ready)
        button = translate("StartPage", "Add a key…")
    elif voice.provider == "embedded":
        button = _fetch_words(studio)
        detail, more = f"{detail} {_proposal(studio)}".strip(), translate("StartPage", "Models…")
    elif voice.problem:
        button = translate("StartPage", "Settings…")
    status = translate("StartPage", "not set up yet") if voice.problem else ready
    names = tuple(model for model, _title in voice.models) if voice.provider == "embedded" else ()
    return SpeakerFigure(
        voice.provider,
        title,
        status,
        detail,
        icon,
        not voice.problem,
        button,
        names[:MOST_MODELS],
        voice.model,
        more,
    )


def _fetch_words(studio: Studio) -> str:
    from parley.core.voices.models import Catalogue

    size = Catalogue(studio.home.models).get(studio.settings.voices.embedded_model).download
    if not size:
        return translate("StartPage", "Settings…")
    return translate("StartPage", "Fetch {0} MB").format(round(size / 1_000_000))


def _proposal(studio: Studio) -> str:
    """Which model this machine has room for, where that is not the one that is used."""
    from parley.core.voices.models import Catalogue
    from parley.core.voices.models.machine import memory, proposed

    settings, catalogue = studio.settings, Catalogue(studio.home.models)
    language, context = settings_file.language_of(settings.look.language), settings.voices.embedded_context
    found = proposed(catalogue.list(), language, context, memory())
    if found is None or found.id == settings.voices.embedded_model:
        return ""
    return translate("StartPage", "Proposed for this machine: {0}.").format(found.title)


def chosen_by(settings: Settings, speaker: str, model: str = "") -> Settings:
    """The settings with another voice for new runs. Raises `DefinitionError` and its kin."""
    now = settings.voices
    if speaker.startswith(SERVER):
        url = speaker.removeprefix(SERVER)
        return settings_file.changed(
            settings, "voices", default="anthropic", anthropic_url=url, anthropic_model=model or now.anthropic_model
        )
    changed: dict[str, object] = {"default": speaker}
    if speaker == "anthropic" and now.anthropic_url in {address(port) for _name, port in USUAL}:
        # From a server on this machine back to the provider's own, which does not know its models.
        changed |= {"anthropic_url": "", "anthropic_model": Voices().anthropic_model}
    if speaker == "embedded" and model:
        changed["embedded_model"] = model
    return settings_file.changed(settings, "voices", **changed)
