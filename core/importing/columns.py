"""What the columns of a table are: who spoke, what they said, when, and where."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from parley.core.formats import Localised

ROLES = {
    "speaker": Localised(en="Speaker", de="Wer spricht"),
    "text": Localised(en="Text", de="Text"),
    "time": Localised(en="Time", de="Zeit"),
    "room": Localised(en="Room", de="Raum"),
    "conversation": Localised(en="Conversation", de="Gespräch"),
    "model": Localised(en="Model", de="Modell"),
}
"""What a column may be, in the order in which it is asked."""

NEEDED = ("speaker", "text")
NONE = "-"
"""Says that there is no column of that kind."""


class Columns(NamedTuple):
    """The `names` of a table's columns, by place, each with a `sample`; by role the place of the column that is taken
    for it, as far as there is one."""

    names: tuple[str, ...]
    samples: tuple[str, ...]
    roles: Mapping[str, int]
