"""The embedded voice: llama.cpp in a child process, no key and no network needed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from parley.core.base.errors import FileError, UnknownName, VoiceUnavailable
from parley.core.base.sentences import Sentence
from parley.core.cast.member import VoiceSpec

if TYPE_CHECKING:
    from parley.core.voices.embedded.voice import EmbeddedVoice

CONTEXT = 4_096


def create(
    spec: VoiceSpec, *, models: Path, threads: int = 0, context: int = CONTEXT, sends: bool = True
) -> EmbeddedVoice:
    """Return the voice for `spec`, whose `model` is a catalogue name, a GGUF file's path, or empty for the default.

    `models` is the folder of models; `threads` 0 takes what `default_threads` gives; `context` is in tokens. Nothing
    is started before it speaks. Raises `VoiceUnavailable` where the model is not known or not installed; one that
    `sends` nothing is good for its `payload` and needs no file: `UnknownName`, `FileError` where it is not known.
    """
    from parley.core.voices.embedded.voice import EmbeddedVoice
    from parley.core.voices.models import Catalogue

    catalogue = Catalogue(models)
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
    return EmbeddedVoice(spec, model, catalogue.locate(model), context=context, threads=threads)
