"""Awareness and topologies in the interface's language, and the picture of a topology."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from PySide6.QtCore import QCoreApplication

from core.base.definition import read_toml
from core.base.errors import ParleyError
from core.log.config import RunConfig
from core.log.state import State
from core.modes.duologue import awareness
from core.modes.duologue.composing import OPENINGS, awareness_of
from core.modes.duologue.config import DuologueConfig
from core.modes.duologue.topology import Router, edges, hub_of
from desktop.convergence.words import calculator_titles, profile_titles
from desktop.modes.duologue.figures import AwarenessFigure, RouterFigure, SideFigure, TalkFigure, TalksFigure
from desktop.run.figures import MemberFigure
from desktop.run.words import voice_word
from desktop.speaker_flow.figures import TopologyFigure
from desktop.widgets.language import said

translate = QCoreApplication.translate
LONGEST_TOLD = 90
"""Characters of what a side is told that the dialog shows."""
LEVELS = ("none", "basic", "intermediate", "high", "research")
"""The levels that ship, the least first."""


def router_titles() -> tuple[tuple[str, str], ...]:
    """The topologies with their titles."""
    return (
        ("alternation", translate("Topology", "In turn: two")),
        ("round_table", translate("Topology", "Round table: all hear all")),
        ("ring", translate("Topology", "Ring: each hears the one before")),
        ("star", translate("Topology", "Star: all speak with one in the middle")),
        ("broadcast", translate("Topology", "Broadcast: one speaks to all, who answer alone")),
        ("panel", translate("Topology", "Panel: one moderates")),
        ("content", translate("Topology", "By what is said: rules choose who is next")),
    )


def fullness_titles() -> tuple[tuple[str, str], ...]:
    """What becomes of what has no room in a context any more."""
    return (
        ("drop", translate("Topology", "the oldest exchanges are dropped")),
        ("summarise", translate("Topology", "the oldest exchanges are summarised")),
    )


def level_title(level: awareness.Awareness, language: str) -> str:
    """What a level of awareness is called."""
    return level.name.text(language) or level.id


def level_name(id_: str, language: str) -> str:
    """What a level that ships is called; that of somebody's own is called by its id."""
    return level_title(awareness.load(id_), language) if id_ in awareness.levels() else id_


def talks(language: str) -> TalksFigure:
    """What the dialogs offer of duologues."""
    there = awareness.levels()
    ordered = [*(name for name in LEVELS if name in there), *(name for name in there if name not in LEVELS)]
    return TalksFigure(
        awareness=tuple((name, awareness.load(name).name.text(language)) for name in ordered),
        routers=router_titles(),
        profiles=profile_titles(),
        calculators=calculator_titles(),
        fullness=fullness_titles(),
        opening=OPENINGS["de" if language == "de" else "en"],
        language=language,
        read_awareness=lambda path: awareness_figure(path, language),
        read_router=router_figure,
    )


def awareness_figure(path: str, language: str) -> AwarenessFigure:
    """An awareness that somebody wrote; what is wrong with it as a sentence."""
    try:
        level = awareness_of(path)
    except ParleyError as error:
        return AwarenessFigure(problem=said(error))
    told = []
    for injection in level.injections:
        text = " ".join(injection.text.text(language).split())
        text = f"{text[:LONGEST_TOLD]}…" if len(text) > LONGEST_TOLD else text
        if injection.side:
            words = translate("Topology", "Before turn {turn} {side} alone is told: {text}")
        else:
            words = translate("Topology", "Before turn {turn} it is told: {text}")
        side = injection.side.upper() if len(injection.side) == 1 else injection.side
        told.append(words.format(turn=injection.turn, side=side, text=text))
    return AwarenessFigure(level_title(level, language), tuple(told))


def router_figure(path: str) -> RouterFigure:
    """A topology that somebody wrote; what is wrong with it as a sentence."""
    try:
        return _router(read_toml(Path(path), Router), {})
    except ParleyError as error:
        return RouterFigure(problem=said(error))


def _router(router: Router, names: Mapping[str, str]) -> RouterFigure:
    rules = tuple((", ".join(rule.words), names.get(rule.to, rule.to)) for rule in router.rules)
    return RouterFigure(router.kind, names.get(router.hub, router.hub), router.round, rules, router.voice)


def talk_figure(state: State, turn: int, language: str) -> TalkFigure:
    """A duologue as it is after `turn`, for whoever branches off it."""
    config, talk = state.setup, state.setup[DuologueConfig]
    names = {member.id: member.name for member in config.members}
    sides = []
    for member in config.members:
        side, voice = talk.sides.get(member.id), state.voice_of(member.id)
        title = level_title(side.awareness, language) if side else ""
        level, system = (side.awareness.id, side.system) if side else ("", "")
        label = voice_word(voice.label)
        sides.append(SideFigure(member.id, member.name, label, level, title, voice.warmth, system))
    stop = talk.stop
    return TalkFigure(
        turn=turn,
        turns=config.turns,
        opening=talk.opening,
        sides=tuple(sides),
        router=_router(talk.router, names),
        stop_at=stop.threshold if stop else None,
        stop_profile=stop.profile if stop else "balanced",
        stop_by=stop.calculator if stop else "parley",
        on_convergence=stop.action if stop else "stop",
        context=talk.context,
        when_full=talk.when_full,
    )


def topology_figure(config: RunConfig, members: Sequence[MemberFigure]) -> TopologyFigure | None:
    """Who can hear whom in a duologue; None in another run."""
    if config.find(DuologueConfig) is None:
        return None
    router, ids = config[DuologueConfig].router, [member.id for member in members]
    places = {id_: at for at, id_ in enumerate(ids)}
    titles = dict(router_titles())
    return TopologyFigure(
        members=tuple(members),
        edges=tuple((places[a], places[b]) for a, b in edges(router, ids)),
        hub=places.get(hub_of(router, ids), -1),
        title=titles[router.kind],
    )
