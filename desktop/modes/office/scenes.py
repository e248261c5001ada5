"""What the rows and figures of an office's day are made of: scenes, translations, and who is about to speak."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping

from core.log.config import RunConfig
from core.log.state import State
from core.modes.office.config import OfficeConfig
from core.modes.office.events import SceneStarted, Translated
from core.modes.office.state import OfficeState, Scene
from desktop.modes.office.words import typed
from desktop.run.figures import SceneFigure

_THOUGHT = re.compile(r"\s*\[[^\]]*(\]|$)")


def scene_at(world: OfficeState | None, turn: int) -> SceneStarted | None:
    """The scene that a turn belongs to; None where there is none."""
    if world is None or turn < 1:
        return None
    if world.scene is not None and turn >= world.scene.first:
        return world.scene.started
    at = bisect_right(world.scenes, turn, key=lambda scene: scene.first)
    while at > 0:
        # A scene in which nobody spoke begins at the same turn as the next one.
        found = world.scenes[at - 1]
        if found.first <= turn <= found.last:
            return found.started
        if found.last >= found.first:
            return None
        at -= 1
    return None


def finished(world: OfficeState, number: int) -> Scene | None:
    """The finished scene of that number; None where it is not there, as in the last lines of a long run."""
    return next((scene for scene in reversed(world.scenes) if scene.started.scene == number), None)


def scene_figure(config: RunConfig, started: SceneStarted, language: str = "") -> SceneFigure:
    """A scene as it is announced; the room's name in `language`, or in the run's own."""
    names = {member.id: member.name for member in config.members}
    room = config[OfficeConfig].floor.by_id.get(started.room)
    return SceneFigure(
        number=started.scene,
        type=started.scene_type,
        kind=started.kind,
        what=typed(started.scene_type, started.kind),
        clock=started.clock,
        room=room.title(language or config.language) if room else started.room,
        members=started.members,
        names=tuple(names.get(member, member) for member in started.members),
        topic=started.topic,
    )


def character_of(config: RunConfig, started: SceneStarted | None, member: str) -> str:
    """As whom a member speaks in a scene; empty but at the D&D table."""
    if started is None or started.kind != "dnd":
        return ""
    found = next((each.character for each in config.members if each.id == member), None)
    return found.name if found else ""


def bands(world: OfficeState | None) -> tuple[tuple[int, int, int], ...]:
    """The scenes in which somebody spoke, as (number, first turn, last turn)."""
    if world is None:
        return ()
    return tuple((each.started.scene, each.first, each.last) for each in world.scenes if each.last >= each.first)


def asked_now(state: State) -> tuple[str, ...]:
    """Those who were asked for their part of the beat under way and have not replied, in cast order."""
    scene = state[OfficeState].scene if state.find(OfficeState) else None
    if scene is None:
        return ()
    return tuple(member for member in scene.asked if member not in scene.contributions)


def weaving_now(state: State) -> bool:
    """Whether everybody has replied and the game master is putting the lines in order."""
    scene = state[OfficeState].scene if state.find(OfficeState) else None
    if scene is None or scene.started.exchange != "weave" or not scene.asked or scene.woven:
        return False
    return len(scene.contributions) >= len(scene.asked)


def aloud(text: str) -> str:
    """What of a reply would be said: without the thoughts in brackets, closed or not yet."""
    return " ".join(_THOUGHT.sub("", text).split())


def murmurs(thinking: tuple[str, ...], streaming: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """How far those are who were asked at once, as pairs of id and text."""
    heard_so_far = ((member, aloud(streaming.get(member, ""))) for member in thinking)
    return tuple((member, text) for member, text in heard_so_far if text)


class Translations:
    """What there is of a run in the other language; it grows with the run.

    Attributes: `lines` by turn, `summaries` by scene.
    """

    def __init__(self) -> None:
        self.lines: dict[int, Translated] = {}
        self.summaries: dict[int, str] = {}
        self.language = ""
        self._taken = 0

    def __bool__(self) -> bool:
        """Whether there is any."""
        return bool(self.summaries)

    def follow(self, world: OfficeState | None) -> list[int]:
        """Take in what is new; the numbers of the scenes that were translated since."""
        if world is None:
            return []
        new = world.translations[self._taken :]
        self._taken = len(world.translations)
        for event in new:
            self.language = event.language
            self.summaries[event.scene] = event.summary
            self.lines.update((line.turn, line) for line in event.lines)
        return [event.scene for event in new]

    def of(self, turn: int, scene: SceneStarted | None) -> Mapping[str, object]:
        """The fields of a row's figure that say how a turn reads in the other language."""
        line = self.lines.get(turn)
        if line is not None and line.text:
            return {"translation": line.text, "translated_thoughts": line.thoughts}
        return {"untranslated": line is not None or (scene is not None and scene.scene in self.summaries)}
