"""The embedded voice: llama.cpp in a child process, no key and no network needed."""

from __future__ import annotations

from pathlib import Path

from parley.core.base.errors import FileError, UnknownName, VoiceUnavailable
from parley.core.base.sentences import Sentence
from parley.core.cast.member import VoiceSpec
from parley.core.voices.base import Voice

CONTEXT = 4_096


def create(spec: VoiceSpec, *, models: Path, threads: int = 0, context: int = CONTEXT) -> Voice:
    """Return the voice for `spec`, whose `model` is a catalogue name, a GGUF file's path, or empty for the default.

    `models` is the folder of models; `threads` 0 takes what `default_threads` gives; `context` is in tokens. Nothing
    is started before it speaks. Raises `VoiceUnavailable` where the model is not known or not installed.
    """
    from parley.core.voices.models import Catalogue

    catalogue = Catalogue(models)
    try:
        if not catalogue.installed(spec.model):
            known = catalogue.get(spec.model).id
            hint = Sentence("Fetch it with: parley models get {name}", name=known)
            template = "The model '{name}' is not installed, so the embedded voice cannot speak."
            raise VoiceUnavailable(template, name=known, hint=hint)
    except (UnknownName, FileError) as error:
        raise VoiceUnavailable(error.sentence, hint=error.hint) from None
    return derive(spec, models=models, threads=threads, context=context)


def derive(spec: VoiceSpec, *, models: Path, threads: int = 0, context: int = CONTEXT) -> Voice:
    """Return the same voice whether or not its model is here: enough for `payload`. Raises `UnknownName`,
    `FileError`.
    """
    from parley.core.voices.embedded.voice import EmbeddedVoice
    from parley.core.voices.models import Catalogue

    catalogue = Catalogue(models)
    model = catalogue.get(spec.model)
    return EmbeddedVoice(spec, model, catalogue.get_path_of(spec.model), context=context, threads=threads)
