"""Voices as people name them."""

from __future__ import annotations

from pydantic import ValidationError

from parley.core.base.errors import UnknownName, UsageError
from parley.core.cast.member import VoiceSpec
from parley.core.cast.providers import VOICES, find_claimant


def meant_by(name: str) -> VoiceSpec | None:
    """Return the voice that a name means: PROVIDER, PROVIDER:MODEL, or the id of a Claude model; None for another name.

    Raises `UnknownName` where a word stands before a colon that is no provider: another model would speak under that
    name. `UsageError` for what can be no model.
    """
    provider, colon, model = (part.strip() for part in name.partition(":"))
    if colon and provider not in VOICES:
        raise UnknownName("provider", provider, VOICES)
    if provider not in VOICES:  # no provider's name: a model's alone, such as claude-…
        provider, model = find_claimant(name), name
        if not provider:
            return None
    try:
        return VoiceSpec.model_validate({"provider": provider, "model": model})
    except ValidationError as error:
        why = error.errors(include_url=False)[0]["msg"]
        raise UsageError("'{model}' cannot be a model's name: {why}.", model=model[:60], why=why) from None


def voice_named(text: str) -> VoiceSpec:
    """Return the voice that is named. Raises `UnknownName` where it is none, and as `meant_by` does."""
    spec = meant_by(text)
    if spec is None:
        raise UnknownName("voice", text, [*VOICES, "PROVIDER:MODEL", "claude-…"])
    return spec
