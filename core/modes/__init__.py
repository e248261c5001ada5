"""The modes by name; they are strangers to one another."""

from __future__ import annotations

from core.modes.base import Mode
from core.modes.duologue import Duologue
from core.modes.roundtable import Roundtable
from core.modes.scenes import Scenes
from core.modes.story import Story

MODES: dict[str, Mode] = {
    "roundtable": Roundtable(),
    "scenes": Scenes(),
    "story": Story(),
    "dialogue": Story(),
    "duologue": Duologue(),
}
"""What a run's `config.mode` names. A mode has no state, so that one object serves all runs."""
