"""Why every scene was chosen, straight from the log's events."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from dataclasses import replace

from PySide6.QtCore import QCoreApplication, QDate, QLocale

from core.log.codec import text_of
from core.log.events.base import sentence_of
from core.log.replay import Replay
from core.log.state import State
from core.modes.office.config import OfficeConfig
from core.modes.office.events import SceneCandidate, SceneRanked, SceneStarted
from core.modes.office.state import OfficeState
from core.office.plan import Plan
from desktop.modes.office.figures import TERMS, CandidateFigure, GameMasterFigure
from desktop.modes.office.words import exchange_word, typed
from desktop.run.figures import MemberFigure
from desktop.widgets.language import labelled, said
from desktop.widgets.plain import placed

translate = QCoreApplication.translate


def scene_at(state: State) -> int:
    """The number of the scene under way, else of the one that was chosen to be next, else of the last; 0: none."""
    world = state.find(OfficeState)
    if world is None:
        return 0
    if world.scene is not None:
        return world.scene.started.scene
    return world.ranked.scene if world.ranked is not None else len(world.scenes)


def day_told(day: int, date: str) -> str:
    """ "Day 1, Thu 8 January 2026"."""
    try:
        at = datetime.date.fromisoformat(date)
    except ValueError:
        return translate("Scene", "Day {0}").format(day)
    shown = QLocale().toString(QDate(at.year, at.month, at.day), translate("Scene", "ddd d MMMM yyyy"))
    return translate("Scene", "Day {0}, {1}").format(day, shown)


def room_title(plan: Plan, room: str, language: str) -> str:
    """The room's name in a language; its id where the plan does not know it."""
    found = plan.by_id.get(room)
    return found.title(language) if found else room


class Choices:
    """The game master's choices of one run. It follows the replay and looks at every event once."""

    def __init__(self, replay: Replay) -> None:
        self.replay = replay
        self._seen = 0
        self._ranked: dict[int, SceneRanked] = {}
        self._started: dict[int, SceneStarted] = {}

    def figure(self, scene: int, members: Mapping[str, MemberFigure], language: str) -> GameMasterFigure:
        """The choice of the scene with that number; `language` is that of the rooms' names."""
        state = self.replay.live
        if state.config is None:
            return GameMasterFigure()
        if state.find(OfficeState) is None:
            return GameMasterFigure(note=translate("Scene", "This run has no scenes, and so nobody chooses any."))
        self._follow()
        if scene not in self._ranked and scene not in self._started:
            return GameMasterFigure(
                note=translate("Scene", "No scene was chosen yet. The candidates of the first one will stand here.")
            )
        ranked, started = self._ranked.get(scene), self._started.get(scene)
        config = state.setup[OfficeConfig]
        numbers = {*self._ranked, *self._started}
        head = started or (ranked.candidates[ranked.chosen] if ranked and ranked.candidates else None)
        return GameMasterFigure(
            scene=scene,
            clock=started.clock if started else ranked.clock if ranked else "",
            day=day_told(started.day, self.replay.live[OfficeState].date_of(started.day)) if started else "",
            title=_title(head, config.floor, language) if head else "",
            topic=head.topic if head else "",
            candidates=tuple(_candidate(each, members, config.floor, language) for each in ranked.candidates)
            if ranked
            else (),
            chosen=ranked.chosen if ranked and 0 <= ranked.chosen < len(ranked.candidates) else -1,
            method=labelled("scene_method", ranked.method) if ranked else "",
            reason=said(text_of(ranked)) if ranked else "",
            exchange=exchange_word(started.exchange) if started else "",
            exchange_reason=said(text_of(started)) if started else "",
            importance=started.importance if started else 0.0,
            threshold=config.agenda.threshold,
            before=scene - 1 if scene - 1 in numbers else 0,
            after=scene + 1 if scene + 1 in numbers else 0,
        )

    def ranked(self, scene: int) -> SceneRanked | None:
        """The event with which a scene was chosen, if there is one."""
        self._follow()
        return self._ranked.get(scene)

    def first_turn(self, scene: int) -> int:
        """The first turn of a scene, 0 where nobody spoke in it or there is none."""
        world = self.replay.live.find(OfficeState)
        if world is None:
            return 0
        if 1 <= scene <= len(world.scenes):
            past = world.scenes[scene - 1]
            return past.first if past.last >= past.first else 0
        if world.scene is not None and world.scene.started.scene == scene:
            return world.scene.first if len(self.replay.live.turns) >= world.scene.first else 0
        return 0

    def _follow(self) -> None:
        between = self.replay.between
        for seq in between[self._seen :]:
            event = self.replay.events[seq]
            if isinstance(event, SceneRanked):
                self._ranked[event.scene] = event
            elif isinstance(event, SceneStarted):
                self._started[event.scene] = event
        self._seen = len(between)


def _title(scene: SceneStarted | SceneCandidate, plan: Plan, language: str) -> str:
    what, room = typed(scene.scene_type, scene.kind), room_title(plan, scene.room, language)
    return placed(what, room)


def _candidate(each: SceneCandidate, members: Mapping[str, MemberFigure], plan: Plan, language: str) -> CandidateFigure:
    return CandidateFigure(
        scene_type=each.scene_type,
        kind=each.kind,
        title=_title(each, plan, language),
        # Who is speaking just now says nothing of who could have met.
        members=tuple(replace(members[one], speaking=False) for one in each.members if one in members),
        topic=each.topic,
        terms=tuple(float(getattr(each.terms, term)) for term in TERMS),
        score=each.terms.score,
        why=said(sentence_of(each.why, each.message)),
    )
