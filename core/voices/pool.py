"""Voices by spec: made when first needed, shared, closed together."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING

from core.base.clock import Clock, SimulatedClock
from core.base.errors import HostNotAllowed, ParleyError, VoiceUnavailable
from core.base.sentences import Sentence
from core.base.urls import ServerUrl, fault_in, server_url
from core.cast.member import VoiceSpec
from core.home import Home
from core.settings import Settings
from core.voices.base import Voice
from core.voices.keys import api_key
from core.voices.limits import Limited, Limits

if TYPE_CHECKING:
    from core.voices.anthropic.batching import Batches


class Pool:
    """The voices of one run, behind the limit of concurrent calls that all runs share.

    With `batches`, calls to Claude go there. `allowed` are the servers of others that may be talked to besides those
    of the settings; more may come.
    """

    def __init__(
        self,
        home: Home,
        settings: Callable[[], Settings],
        clock: Clock,
        *,
        limits: Limits,
        streamed: bool = False,
        allowed: Collection[str] = (),
    ) -> None:
        self._home = home
        self._settings = settings
        self._clock = clock
        self._streamed = streamed
        self._limits = limits
        self._allowed = allowed
        self._voices: dict[VoiceSpec, Voice] = {}
        self.batches: Batches | None = None
        self._retired: list[Voice] = []

    def voice(self, spec: VoiceSpec) -> Voice:
        """The voice of `spec`. Raises `VoiceUnavailable` with what to do about it, `HostNotAllowed` among them."""
        found = self._voices.get(spec)
        if found is None:
            made = make(
                spec,
                self._home,
                self._settings(),
                self._clock,
                streamed=self._streamed,
                batches=self.batches,
                allowed=self._allowed,
            )
            # A scripted voice costs nothing and must not queue behind those that do.
            found = made if spec.provider == "rehearsal" else Limited(made, self._limits)
            self._voices[spec] = found
        return found

    def forget(self, spec: VoiceSpec | None = None) -> None:
        """Make the voice (None: every voice) anew when it is next needed: with another key, another setting.

        What is being said is said to its end; the old voices are closed with the others.
        """
        for each in [spec] if spec is not None else list(self._voices):
            if (voice := self._voices.pop(each, None)) is not None:
                self._retired.append(voice)

    async def close(self) -> None:
        """Close every voice. Idempotent."""
        self.forget()
        voices, self._retired = self._retired, []
        for voice in voices:
            await voice.close()


def make(
    spec: VoiceSpec,
    home: Home,
    settings: Settings,
    clock: Clock,
    *,
    streamed: bool = False,
    batches: Batches | None = None,
    allowed: Collection[str] = (),
) -> Voice:
    """A new voice of `spec`. The provider's code is imported here and not before: some of it is slow.

    Raises `VoiceUnavailable`; `HostNotAllowed` for a server of somebody else that is not among the `allowed`.
    """
    if spec.provider == "rehearsal":
        from core.voices import rehearsal

        return rehearsal.create(spec, clock, pause=streamed)
    if spec.provider == "embedded":
        from core.voices import embedded

        return embedded.create(
            spec if spec.model else spec.model_copy(update={"model": settings.voices.embedded_model}),
            models=home.models,
            threads=settings.voices.embedded_threads,
            context=settings.voices.embedded_context,
        )
    if host := host_to_allow(spec, settings, allowed):
        raise HostNotAllowed([host], Sentence("A voice"))
    from core.voices import anthropic

    return anthropic.create(
        spec,
        key=api_key(),
        # Both are the user's own: whatever cast names one of them is not a stranger's for that.
        base_url=base_url(settings) if foreign_server(spec, settings) else spec.base_url or base_url(settings),
        default_model=settings.voices.anthropic_model,
        timeout=settings.voices.timeout,
        retries=settings.voices.retries,
        version=settings.voices.anthropic_version,
        batches=batches,
    )


def derive(spec: VoiceSpec, home: Home, settings: Settings) -> Voice:
    """A voice that is good for its `payload` alone: it needs no key, no model and no connection."""
    if spec.provider == "embedded":
        from core.voices import embedded

        named = spec if spec.model else spec.model_copy(update={"model": settings.voices.embedded_model})
        return embedded.derive(named, models=home.models, context=settings.voices.embedded_context)
    if spec.provider == "anthropic":
        from core.voices import anthropic

        return anthropic.create(
            spec,
            key="none",
            base_url=base_url(settings),
            default_model=settings.voices.anthropic_model,
            timeout=settings.voices.timeout,
            retries=0,
            version=settings.voices.anthropic_version,
        )
    return make(spec, home, settings, SimulatedClock())


def base_url(settings: Settings) -> str:
    """The server that is set: the environment's `ANTHROPIC_BASE_URL` first. Whoever shows it masks it."""
    return os.environ.get("ANTHROPIC_BASE_URL", "").strip() or settings.voices.anthropic_url


def own_servers(settings: Settings) -> list[ServerUrl]:
    """The servers that may have the key: the provider's own, and those that the user has set."""
    from core.voices.anthropic.connection import HOME

    found = [HOME]
    for text in (os.environ.get("ANTHROPIC_BASE_URL", ""), settings.voices.anthropic_url):
        # One that is none is told where it is used.
        with contextlib.suppress(ValueError):
            found.append(server_url(text))
    return found


def has_own_server(settings: Settings) -> bool:
    """Whether calls go to another server than the provider's own, as set."""
    return bool(base_url(settings)) and server_in(base_url(settings)).origin != own_servers(settings)[0].origin


def server_in(text: str) -> ServerUrl:
    """The server that a cast, a log or a setting names. Raises `VoiceUnavailable` where it is none."""
    try:
        return server_url(text)
    except ValueError as error:
        raise VoiceUnavailable("The server's URL cannot be used: {fault}.", fault=fault_in(error)) from None


def foreign_server(spec: VoiceSpec, settings: Settings) -> ServerUrl | None:
    """The server of a voice where it is neither the provider's own nor set by the user, path and all: it gets no key.

    Raises `VoiceUnavailable` where the spec names none that could be.
    """
    if spec.provider != "anthropic" or not spec.base_url.strip():
        return None
    server = server_in(spec.base_url)
    home, *own = own_servers(settings)
    known = server.origin == home.origin or server.address in {each.address for each in own}
    return None if known else server


def host_to_allow(spec: VoiceSpec, settings: Settings, allowed: Collection[str]) -> str:
    """The host that the user has to be asked about before the voice may speak; empty where there is none."""
    server = foreign_server(spec, settings)
    if server is None or any(server.is_called(name) for name in (*settings.voices.allowed_hosts, *allowed)):
        return ""
    return server.where


def default_provider(home: Home, settings: Settings) -> VoiceSpec:
    """The voice a run has when nobody names one: as set, or the best that this machine offers."""
    from core.voices.models import Catalogue

    chosen = settings.voices.default
    if chosen == "auto":
        if api_key() or base_url(settings):
            chosen = "anthropic"
        elif Catalogue(home.models).installed(settings.voices.embedded_model):
            chosen = "embedded"
        else:
            chosen = "rehearsal"
    if chosen == "anthropic":
        return VoiceSpec(provider="anthropic", model=settings.voices.anthropic_model)
    if chosen == "embedded":
        return VoiceSpec(provider="embedded", model=settings.voices.embedded_model)
    return VoiceSpec(provider="rehearsal")


def speaks(spec: VoiceSpec, language: str, home: Home, settings: Settings) -> bool:
    """Whether a voice speaks a language; of one that cannot be had nobody knows, and its start says why."""
    if spec.provider != "embedded":
        return True
    try:
        return language in derive(spec, home, settings).capabilities.languages
    except ParleyError:
        return True


def check(spec: VoiceSpec, voice: Voice, language: str) -> None:
    """Refuse a language that the voice does not speak, with what to do instead."""
    if language not in voice.capabilities.languages:
        names = {"en": "English", "de": "German"}
        raise VoiceUnavailable(
            "{label} does not speak {get}.",
            label=spec.label,
            get=names.get(language, language),
            hint="Choose another model (parley models list), the language en, or the rehearsal voice.",
        )
