"""The settings of a kind of run that an experiment fixes or varies, and what can be chosen for each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.base.registry import late
from core.engine.run_request import request_specs
from core.log.modes import MODES
from desktop.modes.registry import view_class
from desktop.new_run.figures import VoiceFigure
from desktop.widgets.forms.field import Field, fields_of
from desktop.widgets.language import said

Offered = tuple[tuple[str, str], ...]


def settings(
    kind: str, voices: Sequence[VoiceFigure], casts: Sequence[tuple[str, str]], language: str
) -> tuple[Field, ...]:
    """All settings with what can be chosen; those that are seldom needed come last and have `more`.

    The desktop half of the mode may have words for them; without, they are the schema's.
    """
    own = next((view_class(name).settings for name in MODES if kind in {one.name for one in MODES[name].requests}), "")
    if own:
        found: tuple[Field, ...] = late(own)()(voices, casts, language)
        return found
    known = {"casts": tuple(casts), "voice": spoken_by(voices)}
    fields = []
    for field in fields_of(request_specs()[kind].settings(), said, language=language):
        hints = (field.extra.get("choices"), field.extra.get("widget"))
        choices = field.choices or next((known[hint] for hint in hints if isinstance(hint, str) and hint in known), ())
        if field.value is True:
            # What is so unless somebody says otherwise is no box that is ticked.
            choices = (("yes", ""), ("no", ""))
        usual = "" if field.value in (None, False, "", ()) else "yes" if field.value is True else str(field.value)
        kind = "open" if choices else field.kind
        fields.append(replace(field, kind=kind, choices=choices, empty=field.empty or usual))
    return tuple(sorted(fields, key=lambda field: field.more))


def spoken_by(voices: Sequence[VoiceFigure]) -> Offered:
    """The voices that can be used, with their models."""
    return tuple(
        (f"{voice.provider}:{model}" if model else voice.provider, f"{voice.title} · {title}" if title else voice.title)
        for voice in voices
        if not voice.problem
        for model, title in voice.models or (("", ""),)
    )
