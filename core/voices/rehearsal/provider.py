"""The rehearsal voice as it is offered."""

from __future__ import annotations

from parley.core.cast.member import VoiceSpec
from parley.core.formats import Localised
from parley.core.voices.base import Voice
from parley.core.voices.provider import Making, Provider


def _create(spec: VoiceSpec, making: Making) -> Voice:
    from parley.core.voices.rehearsal.voice import RehearsalVoice

    return RehearsalVoice(spec, making.clock, rate=making.rate)


REHEARSAL = Provider(
    name="rehearsal",
    title=Localised(en="Rehearsal", de="Probe"),
    detail=Localised(
        en="Written lines where there are some, else each turn as a stage direction. Instant and free.",
        de="Geschriebene Zeilen, wo es welche gibt, sonst jeder Beitrag als Regieanweisung. Sofort und kostenlos.",
    ),
    create=_create,
    ready=lambda _home, _settings: True,
    simulated=True,
    local=True,
    modelled=False,
)
