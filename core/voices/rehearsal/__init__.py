"""The rehearsal voice: a seeded, scripted improviser in English and German, and it says so."""

from __future__ import annotations

from core.base.clock import Clock
from core.cast.member import VoiceSpec
from core.voices.base import Voice
from core.voices.rehearsal.voice import RehearsalVoice


def create(spec: VoiceSpec, clock: Clock, *, pause: bool = False) -> Voice:
    """The rehearsal voice. With `pause` its lines arrive at the pace of speech, also on the machine's clock."""
    return RehearsalVoice(spec, clock, pause=pause)
