"""Voices by name: what a member may speak through."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Protocol

from parley.core.base.registry import Registry, late


class KnownVoice(Protocol):
    """What is known of a voice by its name alone; `parley.core.voices.provider.Provider` is all of it."""

    @property
    def name(self) -> str: ...

    @property
    def simulated(self) -> bool: ...

    @property
    def claims(self) -> Callable[[str], bool]: ...

    @property
    def named(self) -> Callable[[str], KnownVoice] | None: ...


_find_check: Callable[[], Callable[[str, object], None]] = late("parley.core.voices.provider:check_provider")


def _check_voice(name: str, voice: object) -> None:
    """Refuse what is no whole provider, which stands above."""
    _find_check()(name, voice)


class Voices(Registry[KnownVoice]):
    """All voices. A server that has a name in the settings is one of its own: "openai.openrouter"."""

    def __getitem__(self, name: str) -> KnownVoice:
        kind, server = split(name) if isinstance(name, str) else (name, "")  # from Python anything may be asked for
        named = super().__getitem__(kind).named if server and kind in self.shipped else None
        return named(server) if named else super().__getitem__(name)

    def __contains__(self, name: object) -> bool:
        kind, server = split(name) if isinstance(name, str) else ("", "")
        return super().__contains__(name) or bool(
            server and kind in self.shipped and super().__getitem__(kind).named is not None
        )


def split(voice: str) -> tuple[str, str]:
    """Return a voice's kind, and the name of its server; empty where the voice is no server with a name."""
    kind, _, server = voice.partition(".")
    return (kind, server) if _SERVER.fullmatch(server) else (voice, "")


_SERVER = re.compile(r"[a-z0-9][a-z0-9_-]*")

VOICES = Voices(
    "voice",
    "parley.voices",
    {
        "anthropic": "parley.core.voices.anthropic.provider:ANTHROPIC",
        "openai": "parley.core.voices.openai.provider:OPENAI",
        "embedded": "parley.core.voices.embedded.provider:EMBEDDED",
        "rehearsal": "parley.core.voices.rehearsal.provider:REHEARSAL",
    },
    _check_voice,
)
"""All voices by the name that a run's configuration has. Those that ship come first."""


def simulated(provider: str) -> bool:
    """Return whether a voice of that name says the same again, word by word; False where nobody knows it."""
    voice = VOICES.get_usable(provider)
    return voice is not None and voice.simulated  # None: of a package that is gone or broken


def find_claimant(model: str) -> str:
    """Return the voice to which a model's bare name belongs; empty where it is nobody's."""
    return next((provider.name for provider, claims in VOICES.ask(lambda each: each.claims(model)) if claims), "")


def voice_choices(schema: dict[str, Any]) -> None:
    """Offer every voice in a JSON schema, and "auto", which leaves the choice to us."""
    schema["enum"] = ["auto", *VOICES]
