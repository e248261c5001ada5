"""What runs are made of, by name: `add` takes in one of your own for as long as the program runs.

Installed packages add theirs by entry points of the groups `parley.voices`, `parley.policies` and so on.
"""

from __future__ import annotations

from parley.core.engine.mode_spec import MODES
from parley.core.export.registry import EXPORTS
from parley.core.measures.registry import MEASURES
from parley.core.turn_taking.policies import POLICIES
from parley.core.voices.provider import VOICES

voices, policies, measures, modes = VOICES, POLICIES, MEASURES, MODES
exporters = EXPORTS
