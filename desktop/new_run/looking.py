"""How long and dear a run will be that begins with what was chosen, in words, and what it sends first."""

from __future__ import annotations

import asyncio

from PySide6.QtCore import QCoreApplication, QLocale

from parley.core.base.errors import ParleyError
from parley.core.cast.member import VoiceSpec
from parley.core.engine.run_request import RunRequest
from parley.core.log.config import RunConfig
from parley.core.settings import Settings
from parley.core.studio.request_preview import Expected, estimate_run, first_calls
from parley.core.studio.studio import Studio
from parley.core.voices.base import Price
from parley.core.voices.pool import derive
from parley.core.voices.provider import VOICES
from parley.core.voices.servers import can_cost, get_entry_of, own_to_allow
from parley.desktop.first_run.thumbs import format_minutes
from parley.desktop.widgets.counts import format_turns

translate = QCoreApplication.translate


def comes_to(studio: Studio, request: RunRequest) -> tuple[str, str]:
    """Return how long and dear what would begin will be, and what it would send first; nothing is sent or kept. Called
    in a thread. Raises `ParleyError` and its kin."""
    config = studio.compose(request)
    calls = asyncio.run(first_calls(config, studio.home, studio.settings))  # this thread has no loop
    price = asyncio.run(_look_up_voice_price(config.voice, studio))
    sent = [f"[{item.role}]\n{item.text}" for item in (calls[0].payload.items if calls else ()) if item.text]
    first = "\n\n".join(sent) or translate("Preview", "Nothing is sent before you act.")
    return _describe_expected_length(estimate_run(config, calls, price), config, studio.settings), first


async def _look_up_voice_price(spec: VoiceSpec, studio: Studio) -> Price:
    """Return what the voice costs, where that is known."""
    try:
        voice = derive(spec, studio.home, studio.settings)
    except ParleyError:
        return Price()
    try:
        return voice.capabilities.price
    finally:
        await voice.close()  # clients keep connections open


def _describe_expected_length(found: Expected, config: RunConfig, settings: Settings) -> str:
    provider, local = VOICES.get_usable(config.voice.provider), QLocale()
    each = not found.turns  # without a number of turns, the cost of one is told
    parts = [translate("Preview", "as long as it takes") if each else format_turns(found.turns)]
    if found.turns and (minutes := format_minutes(found.turns, settings)):
        parts.append(translate("Preview", "about {0} at this speed").format(minutes))
    tokens = local.toString(round(found.tokens, -2) or 100)  # hundreds, but never 0
    if provider is None or provider.simulated:
        cost = translate("Preview", "free: the lines are rehearsed")
    elif found.cost:  # one digit below a cent: "0.00 $" would look free
        money = local.toString(found.cost, "g", 1) if found.cost < 0.01 else local.toString(found.cost, "f", 2)
        told = translate("Preview", "at most about {0} tokens and {1} $")
        each_told = translate("Preview", "a turn: at most about {0} tokens and {1} $")
        cost = (each_told if each else told).format(tokens, money)
    elif provider.local or (own_to_allow(provider.name) and not can_cost(get_entry_of(provider.name, settings))):
        cost = translate("Preview", "free: it runs on this machine")
    else:
        cost = translate("Preview", "at most about {0} tokens; what they cost is not known here").format(tokens)
    return " · ".join((*parts, cost))
