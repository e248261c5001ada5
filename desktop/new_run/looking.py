"""What would begin with what was chosen, in words: who is there, who opens, what is sent, and what it comes to."""

from __future__ import annotations

import asyncio
from typing import NamedTuple

from PySide6.QtCore import QCoreApplication, QLocale

from parley.core.base.errors import ParleyError
from parley.core.cast.member import VoiceSpec
from parley.core.engine.run_request import RunRequest
from parley.core.log.config import RunConfig
from parley.core.office.plan import Plan
from parley.core.settings import Settings
from parley.core.studio.preview import Expected, FirstCall, expected, look_ahead
from parley.core.studio.reading import Opened
from parley.core.studio.studio import Studio
from parley.core.voices.base import Price
from parley.core.voices.pool import derive
from parley.core.voices.provider import VOICES
from parley.core.voices.servers import entry_of, own_to_allow, spends
from parley.desktop.first_run.watched import minutes_told
from parley.desktop.new_run.preview import FIRST_WORDS, PreviewFigure
from parley.desktop.widgets.counts import turns_told

translate = QCoreApplication.translate
MOST_NAMES = 6


class Looked(NamedTuple):
    """What is shown of it, and the run as far as it would have come."""

    figure: PreviewFigure
    opened: Opened | None = None
    plan: Plan | None = None


def look(studio: Studio, request: RunRequest) -> Looked:
    """Return what would begin; nothing is sent or kept. Called in a thread. Raises `ParleyError` and its kin."""
    config = studio.compose(request)
    calls, opened = asyncio.run(look_ahead(config, studio.home, studio.settings))
    price = asyncio.run(_look_up_voice_price(config.voice, studio))
    figure = PreviewFigure(
        opener=_describe_opener(calls),
        present=_describe_members(config),
        first=_excerpt_first_call(calls),
        length=_describe_expected_length(expected(config, calls, price), config, studio.settings),
    )
    return Looked(figure, opened, studio.plan_of(config) or studio.library.plan("studio"))


async def _look_up_voice_price(spec: VoiceSpec, studio: Studio) -> Price:
    """Return what the voice costs, where that is known."""
    try:
        voice = derive(spec, studio.home, studio.settings)
    except ParleyError:
        return Price()
    try:
        return voice.capabilities.price
    finally:
        await voice.close()


def _describe_opener(calls: list[FirstCall]) -> str:
    if not calls:
        return translate("Preview", "You: nothing is sent before you act.")
    names = list(dict.fromkeys(call.name for call in calls))
    if not calls[0].turn and len(names) > 1:
        return translate("Preview", "All of them at once.")
    return names[0]


def _describe_members(config: RunConfig) -> str:
    names = [member.name for member in config.members]
    shown = ", ".join(names[:MOST_NAMES])
    if len(names) > MOST_NAMES:
        shown = translate("Preview", "{0} and {1} more").format(shown, len(names) - MOST_NAMES)
    return f"{config.place_name}: {shown}" if config.place_name else shown


def _excerpt_first_call(calls: list[FirstCall]) -> str:
    said = [item.text for item in calls[0].payload.items if item.text.strip()] if calls else []
    # What stands at its end is what it is to answer; before that stand the rules, as in every call.
    flat = " ".join(" ".join(said[-1:]).split())
    return flat if len(flat) <= FIRST_WORDS else flat[:FIRST_WORDS] + "…"


def _describe_expected_length(found: Expected, config: RunConfig, settings: Settings) -> str:
    provider, local = VOICES.usable(config.voice.provider), QLocale()
    each = not found.turns
    parts = [translate("Preview", "as long as it takes") if each else turns_told(found.turns)]
    if found.turns and (minutes := minutes_told(found.turns, settings)):
        parts.append(translate("Preview", "about {0} at this speed").format(minutes))
    tokens = local.toString(round(found.tokens, -2) or 100)
    if provider is None or provider.simulated:
        cost = translate("Preview", "free: the lines are rehearsed")
    elif found.cost:
        money = local.toString(found.cost, "g", 1) if found.cost < 0.01 else local.toString(found.cost, "f", 2)
        told = translate("Preview", "at most about {0} tokens and {1} $")
        each_told = translate("Preview", "a turn: at most about {0} tokens and {1} $")
        cost = (each_told if each else told).format(tokens, money)
    elif provider.local or (own_to_allow(provider.name) and not spends(entry_of(provider.name, settings))):
        cost = translate("Preview", "free: it runs on this machine")
    else:
        cost = translate("Preview", "at most about {0} tokens; what they cost is not known here").format(tokens)
    return " · ".join((*parts, cost))
