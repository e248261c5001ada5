"""The settings of a kind of run that an experiment fixes or varies, and what can be chosen for each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from parley.core.engine.run_request import request_specs
from parley.desktop.experiments.words import get_setting_title, translate
from parley.desktop.new_run.figures import VoiceFigure
from parley.desktop.widgets.forms.field import Field, get_fields_of
from parley.desktop.widgets.language import said

Offered = tuple[tuple[str, str], ...]


def list_settings(
    kind: str,
    voices: Sequence[VoiceFigure],
    casts: Sequence[tuple[str, str]],
    language: str,
    others: Mapping[str, Offered] | None = None,
) -> tuple[Field, ...]:
    """Return all settings with what can be chosen; those that are seldom needed come last and have `more`. `others` are
    the choices of the fields that take theirs from somewhere, by its name ("formats", "policies").

    Their words are the schema's.
    """
    known: dict[str, Offered] = {"casts": tuple(casts), "voice": spoken_by(voices), **(others or {})}
    fields = []
    model = request_specs()[kind].settings()
    # A voice goes by its name here, whatever the schema makes of it.
    named = {
        name: {"kind": "text"}
        for name, info in model.model_fields.items()
        if isinstance(shown := info.json_schema_extra, Mapping) and shown.get("widget") == "voice"
    }
    for field in get_fields_of(model, said, others=named, language=language):
        hints = (field.extra.get("choices"), field.extra.get("widget"))
        choices = field.choices or next((known[hint] for hint in hints if isinstance(hint, str) and hint in known), ())
        if field.value is True:
            # True by default: an unticked box means the default, so that "no" must be a word.
            choices = (("yes", ""), ("no", ""))
        usual = "" if field.value in (None, False, "", ()) else "yes" if field.value is True else str(field.value)
        kind = "open" if choices else field.kind
        title = get_setting_title(field.name)
        title = field.title if title == field.name else title
        if field.name in named and not usual:
            usual = translate("Experiments", "the usual one")
        fields.append(replace(field, title=title, kind=kind, choices=choices, empty=field.empty or usual))
    return tuple(sorted(fields, key=lambda field: field.more))


def spoken_by(voices: Sequence[VoiceFigure]) -> Offered:
    """Return the voices that can be used, with their models."""
    return tuple(
        (f"{voice.provider}:{model}" if model else voice.provider, f"{voice.title} · {title}" if title else voice.title)
        for voice in voices
        if not voice.problem
        for model, title in voice.models or (("", ""),)
    )
