"""Who can write the lines of one's own runs: the voices, and the servers that were found on this machine."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from parley.core import settings as settings_file
from parley.core.settings import Settings, Voices
from parley.core.studio.studio import Studio
from parley.core.voices.keys import find_key
from parley.core.voices.pool import default_voice
from parley.core.voices.servers import USUAL, ServerHere, build_url, entry_for, known_as
from parley.desktop.first_run.speakers import SpeakerFigure
from parley.desktop.new_run.figures import VoiceFigure
from parley.desktop.new_run.model import language, voices
from parley.desktop.settings.commands import model_words
from parley.desktop.widgets.language import said

translate = QCoreApplication.translate
SERVER = "server:"
"""What the id of a server that was found begins with; its URL follows."""
REMOTE, LOCAL, SCRIPTED = "ph.cloud", "ph.cpu", "ph.book-bookmark"
MOST_MODELS = 40


def list_speakers(studio: Studio, servers: Sequence[ServerHere]) -> tuple[tuple[SpeakerFigure, ...], str]:
    """Return all of them, those found on this machine first, and the id of the one that is chosen now."""
    settings = studio.settings
    found = [_build_server_figure(each, settings) for each in servers]
    # One that was found is not told a second time by the name that it has in the settings.
    named = set(_find_servers_here(settings, servers)) - {"anthropic"}
    others = (each for each in voices(studio) if each.provider not in named)
    # Whoever has no key of OpenAI's adds a server: they are many.
    found += [_build_provider_figure(each, studio) for each in others if each.provider != "openai" or not each.problem]
    chosen = default_voice(studio.home, settings).provider
    return tuple(found), _find_servers_here(settings, servers).get(chosen, chosen)


def _find_servers_here(settings: Settings, servers: Sequence[ServerHere]) -> dict[str, str]:
    """Map voices of the settings to the ids of the servers that were found here; the other server of the Messages API
    has the voice "anthropic".
    """
    found = {"anthropic": SERVER + settings.voices.anthropic_url} if settings.voices.anthropic_url else {}
    found = {voice: id_ for voice, id_ in found.items() if id_ in [SERVER + each.url for each in servers]}
    for each in servers:
        if name := known_as(each.url, settings):
            found[settings.servers[name].voice(name)] = SERVER + each.url
    return found


def _build_server_figure(server: ServerHere, settings: Settings) -> SpeakerFigure:
    models, count = server.ids[:MOST_MODELS], len(server.ids)
    name = known_as(server.url, settings)
    usual = settings.servers[name].model if name else settings.voices.anthropic_model
    one = count == 1
    return SpeakerFigure(
        SERVER + server.url,
        translate("StartPage", "{0} on this machine").format(server.name),
        translate("StartPage", "1 model found") if one else translate("StartPage", "{0} models found").format(count),
        translate("StartPage", "Free and private: nothing leaves this machine."),
        "ph.desktop",
        models=models,
        model=usual if usual in models else models[0],  # a server that was found has one at least
        titles=tuple(map(model_words, server.models[:MOST_MODELS])),
    )


def _build_provider_figure(voice: VoiceFigure, studio: Studio) -> SpeakerFigure:
    from parley.core.voices.provider import VOICES

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
        more = translate("StartPage", "Models…")
        button = translate("StartPage", "Settings…")
        if voice.model in voice.plain:
            detail = said(dict(voice.abilities)[voice.model])
        found = provider.proposes(studio.home, studio.settings, language(studio)) if voice.problem else None
        if found is not None and found.size:
            button = translate("StartPage", "Fetch {0} MB").format(round(found.size / 1_000_000))
            detail = said(found.about) or detail
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
        more=more,
    )


def chosen_by(settings: Settings, speaker: str, model: str = "", servers: Sequence[ServerHere] = ()) -> Settings:
    """Return the settings with another voice for new runs; a server that was found gets a name in them. Raises
    `DefinitionError` and its kin."""
    now = settings.voices
    for each in servers:
        if speaker == SERVER + each.url:
            name, server = entry_for(each, settings, model)
            named = settings_file.with_server(settings, name, server)
            return settings_file.set_group(named, "voices", default=server.voice(name))
    changed: dict[str, object] = {"default": speaker}
    if speaker == "anthropic" and now.anthropic_url in {build_url(port) for _name, port in USUAL}:
        # From a server on this machine back to the provider's own, which does not know its models.
        changed |= {"anthropic_url": "", "anthropic_model": Voices().anthropic_model}
    if speaker == "embedded" and model:
        changed["embedded_model"] = model
    return settings_file.set_group(settings, "voices", **changed)
