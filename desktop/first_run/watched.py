"""What the cards of the start page show: the written runs, each played once unseen so that its card can show it."""

from __future__ import annotations

import asyncio
import threading
from dataclasses import replace

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from parley.core.engine.run_request import request_specs
from parley.core.settings import Settings
from parley.core.studio.hand_written import get_kind_of, in_language, is_played
from parley.desktop.first_run.card import WatchFigure
from parley.desktop.first_run.thumbs import Thumbnail
from parley.desktop.widgets.counts import format_turns

translate = QCoreApplication.translate
A_LINE = 0.7
"""Seconds that a line of the rehearsal takes itself, in the mean."""


def watched(language: str) -> tuple[WatchFigure, ...]:
    """Return what can be watched at once in a language."""
    specs = request_specs()
    watch, play = translate("StartPage", "Watch"), translate("StartPage", "Play")
    return tuple(
        WatchFigure(id_, title, detail, play if is_played(id_) else watch, specs[get_kind_of(id_)].icon)
        for id_, title, detail in in_language(language, featured=True)
    )


def known(figure: WatchFigure, thumbnail: Thumbnail, settings: Settings) -> WatchFigure:
    """Return what a card says of its run once it was played."""
    told = [translate("StartPage", "rehearsed")]
    if is_played(figure.id):
        told.append(translate("StartPage", "your choices lead"))
    else:
        turns = thumbnail.replay.turns
        told += [format_turns(turns), format_minutes(turns, settings)]
    members = tuple(replace(each, speaking=False) for each in thumbnail.run.members())
    return replace(figure, told=" · ".join(each for each in told if each), members=members)


def format_minutes(turns: int, settings: Settings) -> str:
    """Return how long so many rehearsed turns are watched, by the pauses and the speed that are set; "" without
    pauses.
    """
    talk = settings.talk
    if talk.unpaced:
        return ""
    seconds = turns * ((talk.pace_shortest + talk.pace_longest) / 2 / talk.speed + A_LINE)
    return translate("StartPage", "{0} min").format(max(1, round(seconds / 60)))


async def get_thumbnail_of(
    name: str, settings: Settings, language: str, host: QWidget, stop: threading.Event
) -> Thumbnail | None:
    """Return a written run as its card shows it; None where `stop` was set before it was played. Raises
    `ParleyError`.
    """
    from parley.core.studio.demonstration import demonstration

    played = await asyncio.to_thread(demonstration, name, settings, stop)
    if played is None:
        return None
    opened, plan = played
    shown = Thumbnail(language, host)
    shown.show(opened, plan)
    return shown
