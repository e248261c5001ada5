"""The demo without a display: a run, its transcript, and a picture of every view."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from core.base.errors import ParleyError
from core.cast.member import VoiceSpec
from core.cast.providers import simulated
from core.cli.common import tell
from core.engine.run_request import RunRequest, request_of
from core.export.registry import EXPORTS, Options
from core.home import Home
from core.log.events.base import Event
from core.log.events.turn import TurnEnded
from core.studio.studio import Studio, Watching
from core.voices.pool import default_voice
from desktop.shell.shot import shoot, views

TOPIC = "The demo slipped by two weeks"
EXPORTED = ("md", "html", "jsonl")


def play(home: Home, out: Path, *, format_name: str = "standup", topic: str = TOPIC) -> None:
    """Play a run on this machine's best voice and leave its transcript and pictures in `out`.

    Raises `ParleyError` where the run cannot come to its end.
    """
    studio = Studio(home)
    voice = default_voice(home, studio.settings)
    request = request_of("roundtable", format=format_name, topic=topic, seed=21, voice=voice, fresh=True)
    try:
        path = _played(studio, request)
    except ParleyError as error:
        if simulated(voice.provider):
            raise
        tell(f"{error}\nRehearsing instead.")
        path = _played(studio, request.model_copy(update={"voice": VoiceSpec()}))
    opened = studio.open(str(path))
    options = Options(plan=studio.plan_of(opened.state.setup), parents=True)
    for to in EXPORTED:
        format_ = EXPORTS[to]
        format_.write(opened.state, opened.replay.events, out / f"demo{format_.suffix}", options)
    middle = max(1, opened.replay.turns * 2 // 3)
    shown = views(opened.state.setup.mode)
    for theme in ("light", "dark"):
        for view in shown:
            shoot(studio, studio.open(str(path)), view, out / f"{view}-{theme}.png", turn=middle, theme=theme)
    tell(f"The transcript (Markdown, HTML, JSONL) and {2 * len(shown)} pictures are in {out.resolve()}")


def _played(studio: Studio, request: RunRequest) -> Path:
    """Play to the end, line by line on stdout; the log's path. Raises `ParleyError` where it cannot end."""
    config = studio.compose(request)
    tell(f"{config.title}: {config.topic}  (voice: {config.voice.label})")
    names = {member.id: member.name for member in config.members}

    def tap(_seq: int, event: Event) -> None:
        if isinstance(event, TurnEnded):
            sys.stdout.write(f"{names.get(event.member, event.member)}: {event.text}\n")
            sys.stdout.flush()

    async def main() -> Path:
        run = studio.start(config, Watching(taps=(tap,)))
        try:
            run.play()
            await run.live(until_paused=True)
        finally:
            await run.close()
            await studio.close()
        if run.state.status != "ended":
            raise ParleyError(f"The demo stands: {run.state.detail}", hint=f"Go on with: parley resume {run.state.run}")
        return run.stage.log.path

    return asyncio.run(main())
