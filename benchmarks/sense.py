"""Whether what voices are told, and what is said, makes sense: counts over rehearsed runs, by an eye of its own.

Every request is looked at as it is made, beside the state it is made in; words are counted in what was said.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from benchmarks.figure import Figure, note
from benchmarks.talks import REHEARSAL, studio_in
from parley.core.cast.member import PLAYER
from parley.core.engine.run import Run
from parley.core.engine.run_request import RunRequest
from parley.core.log.state import State
from parley.core.modes.office.events import SceneStarted
from parley.core.modes.office.request import DayRequest
from parley.core.modes.office.state import OfficeState
from parley.core.modes.story.config import StoryConfig
from parley.core.modes.story.request import StoryRequest
from parley.core.modes.story.state import StoryState
from parley.core.voices.base import Request
from parley.core.voices.rehearsal.voice import RehearsalVoice
from tests import office_audit as audit

CASTS = ("studio", "studio-de", "startup", "startup-de", "shop", "newsroom")
SETTINGS = ("varn", "ferry")
SEEDS = (1, 2, 3)
_SENTENCE = re.compile(r"(?<=[.!?…])\s+")
_WORD = re.compile(r"\w+")
SHORTEST = 4
"""Words of a sentence that would be noticed the second time."""
TURNS = 24
AUDIT = {"tasks": audit.no_tasks, "threads": audit.without_matter, "minutes": audit.untrue}
"""What a strict reader of a log finds wrong."""

Look = Callable[[State, Request, str], None]
"""Looks at a request: the state it is made in, and all of its text."""


@contextmanager
def looking(look: Look, runs: list[Run]) -> Iterator[None]:
    """Have every request of the last of these runs looked at."""
    speak = RehearsalVoice.speak

    def watched(self: RehearsalVoice, request: Request) -> AsyncIterator[Any]:
        if runs:
            look(runs[-1].state, request, "\n".join(item.text for item in self.payload(request).items))
        return speak(self, request)

    RehearsalVoice.speak = watched  # type: ignore[method-assign]
    try:
        yield
    finally:
        RehearsalVoice.speak = speak  # type: ignore[method-assign]


def played(folder: Path, request: RunRequest, look: Look) -> State:
    """A rehearsed run in a home of its own, looked at while it is played."""

    home = folder / f"sense-{len(list(folder.glob('sense-*')))}"

    async def main() -> State:
        studio = studio_in(home)
        runs: list[Run] = []
        with looking(look, runs):
            run = studio.start(studio.compose(request))
            runs.append(run)
            run.play()
            await run.live(until_paused=True)
        await run.close()
        await studio.close()
        return run.state

    return asyncio.run(main())


# Stories ------------------------------------------------------------------------------------------------------------


def tellers(folder: Path) -> list[Figure]:
    """In how many requests of those who tell the player's name, concept, health and things stand."""
    found: Counter[str] = Counter()

    def look(state: State, request: Request, text: str) -> None:
        story, setting, language = state[StoryState], state.setup[StoryConfig].setting, state.setup.language
        if story.sheet is None or story.phase == "creation" or request.purpose != "turn":
            return
        found["requests"] += 1
        concept = next((each for each in setting.concepts if each.id == story.sheet.concept), None)
        wanted = {
            "name": state.name_of(PLAYER),
            "concept": concept.name.text(language) if concept else story.sheet.concept,
            "description": story.sheet.description,
            "health": str(story.player.health),
        }
        for what, words in wanted.items():
            found[what] += words in text
        carried = [setting.item_name(item, language) for item, count in story.player.items.items() if count]
        found["things"] += all(name in text for name in carried)

    for setting, language in ((each, language) for each in SETTINGS for language in ("en", "de")):
        for seed in SEEDS:
            note(f"a story in {setting}, {language}, {seed}")
            request = StoryRequest(
                setting=setting,
                language=language,
                seed=seed,
                voice=REHEARSAL,
                simulated=True,
                turns=TURNS,
                autoplay=True,
            )
            played(folder, request, look)
    whole = max(1, found["requests"])
    return [
        Figure(f"sense.tellers.{what}", found[what] / whole, "of requests", "at least", 1.0, beside={"of": whole})
        for what in ("name", "concept", "description", "health", "things")
    ]


# The office ---------------------------------------------------------------------------------------------------------


def office(folder: Path) -> list[Figure]:
    """In how many encounters' requests the others' tasks stand, as far as there are any; what is said twice; and what a
    strict reader of the logs counts: tasks that are none, threads closed without their matter, false claims of minutes,
    things of other casts.
    """
    found: Counter[str] = Counter()

    def look(state: State, request: Request, text: str) -> None:
        scene = request.scene
        if not isinstance(scene, SceneStarted) or scene.scene_type != "encounter" or request.task:
            return
        tasks = state[OfficeState].tasks
        others = [one for one in scene.members if one != request.perspective.me.id and tasks.get(one)]
        found["encounters"] += len(others)
        found["told"] += sum(tasks[one].strip(" .") in text for one in others)

    figures = []
    for cast in CASTS:
        note(f"a week of {cast}")
        request = DayRequest(cast=cast, days=5, seed=SEEDS[0], voice=REHEARSAL, simulated=True)
        state = played(folder, request, look)
        said = [turn.text for turn in state.turns]
        log = [json.loads(line) for path in logs(folder) for line in path.read_text("utf-8").splitlines()]
        found.update({each: len(count(log)) for each, count in AUDIT.items()})
        foreign = audit.foreign(" ".join(said), cast.removesuffix("-de"), state.setup.language)
        figures += [
            Figure(f"sense.twice.{cast}", twice(said), "of sentences", "at most", 0.02, beside={"turns": len(said)}),
            Figure(f"sense.foreign.{cast}", len(foreign), "words", "at most", 0.0, beside={"words": sorted(foreign)}),
        ]
    whole = max(1, found["encounters"])
    return [
        Figure("sense.encounters", found["told"] / whole, "of tasks told", "at least", 1.0, beside={"of": whole}),
        *(Figure(f"sense.{each}", found[each], "found", "at most", 0.0) for each in AUDIT),
        *figures,
    ]


def logs(folder: Path) -> list[Path]:
    """The log of the run that was played last."""
    return sorted(folder.glob("sense-*/runs/*.jsonl"), key=lambda path: path.stat().st_mtime)[-1:]


def twice(texts: list[str]) -> float:
    """The share of sentences of `SHORTEST` words or more that were said before in these texts."""
    said = [" ".join(_WORD.findall(part.casefold())) for text in texts for part in _SENTENCE.split(text)]
    counted = [part for part in said if len(part.split()) >= SHORTEST]
    return (len(counted) - len({*counted})) / max(1, len(counted))
