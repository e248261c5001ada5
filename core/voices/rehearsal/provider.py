"""The rehearsal voice as it is offered."""

from __future__ import annotations

from parley.core.cast.member import VoiceSpec
from parley.core.cast.providers import Making, Provider
from parley.core.formats import Localised
from parley.core.voices.base import Voice


def _create(spec: VoiceSpec, making: Making) -> Voice:
    from parley.core.voices.rehearsal.voice import RehearsalVoice

    return RehearsalVoice(spec, making.clock, pause=making.paced)


REHEARSAL = Provider(
    name="rehearsal",
    title=Localised(en="Rehearsal", de="Probe"),
    detail=Localised(
        en="Scripted lines, instant and free: a stand-in to try things out.",
        de="Vorgefertigte Sätze, sofort und kostenlos: ein Ersatz zum Ausprobieren.",
    ),
    create=_create,
    ready=lambda _home, _settings: True,
    simulated=True,
    local=True,
    modelled=False,
)
