"""How a turn of a story came about, and trust as the network shows it."""

from __future__ import annotations

import json
from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QLocale

from parley.core.cast.member import PLAYER
from parley.core.log.codec import get_text_of
from parley.core.log.state import State, Turn
from parley.core.measures.moves import Moves
from parley.core.modes.story.config import StoryConfig
from parley.core.modes.story.events import StoryRouted
from parley.core.modes.story.shown import as_affinity
from parley.core.modes.story.state import StoryState
from parley.desktop.affinity.figures import EdgeFigure, NetworkFigure
from parley.desktop.affinity.model import with_moves
from parley.desktop.inspector.figures import CallFigure, NoteFigure
from parley.desktop.run.figures import MemberFigure
from parley.desktop.widgets.language import labelled
from parley.desktop.widgets.language import said as in_words

translate = QCoreApplication.translate
FOE = "foe"


def build_trust_figure(
    members: Sequence[MemberFigure], state: State, moves: Moves, answers: Sequence[Sequence[int]] = ()
) -> NetworkFigure:
    """Return the network of a story at `state`: the player's trust with every character, and who answers whom.

    `answers[i][j]` counts how often i spoke right after j.
    """
    ids, story = [member.id for member in members], state[StoryState]
    changed: dict[str, float] = {}
    for each in moves.all[: moves.until(state.seq)]:
        changed[each.move.b] = each.move.after
    edges: list[EdgeFigure] = []
    for a, first in enumerate(ids):
        for b in range(a + 1, len(ids)):
            other = ids[b] if first == PLAYER else first if ids[b] == PLAYER else ""
            a_to_b, b_to_a = (answers[a][b], answers[b][a]) if answers else (0, 0)
            person = story.people[other].person if other in story.people else None
            # Neither agents nor foes think anything of the player.
            if person is not None and person.archetype != FOE:
                began = as_affinity(person.trust)
                now = changed.get(other, began)
                edges.append(
                    EdgeFigure(a, b, now, round(now - began, 6), _describe_unmoved_mind(state, other), a_to_b, b_to_a)
                )
            elif a_to_b or b_to_a:
                edges.append(EdgeFigure(a, b, 0.5, a_to_b=a_to_b, b_to_a=b_to_a, linked=False))
    nobody = (-1,) * len(ids)
    figure = NetworkFigure(tuple(members), tuple(edges), nobody, (), measure="trust")
    return with_moves(figure, state.seq, moves)


def _describe_unmoved_mind(state: State, other: str) -> str:
    return translate("Tale", "{name} has not changed their mind yet.").format(name=state.name_of(other))


def story_notes(moment: State, said: Turn) -> tuple[NoteFigure, ...]:
    """Return who was to answer and why, and the tools that were called; `moment` is right after the turn."""
    routed, calls = (
        _find_routing_event(moment, said),
        [
            CallFigure(each.name, json.dumps(each.arguments, ensure_ascii=False, indent=2), each.text, each.error)
            for each in said.answers
        ],
    )
    count = (
        translate("StoryPane", "No tool was called") if not calls
        else translate("StoryPane", "One tool call") if len(calls) == 1
        else translate("StoryPane", "{count} tool calls").format(count=len(calls))
    )  # fmt: skip
    tools = said.started.tools if said.started else ()
    offered = translate("StoryPane", "Offered: {names}").format(names=", ".join(tools)) if tools else ""
    found = [NoteFigure(in_words(get_text_of(routed)), large=True)] if routed else []
    if told := _read(moment, said):
        found.append(NoteFigure(translate("Tale", "How your words were read"), told))
    if why := _describe_answer_match(moment, said):
        found.append(NoteFigure(translate("WhyPane", "Why this line"), why))
    found += [NoteFigure(count, offered, small=True), *(NoteFigure(call=call) for call in calls)]
    return tuple(found)


def _find_routing_event(moment: State, said: Turn) -> StoryRouted | None:
    tale = moment[StoryState]
    return tale.routed if said.member != PLAYER and tale.phase != "creation" else None


def _read(moment: State, said: Turn) -> str:
    """Return what a small model read in the player's words that this turn answers; empty where none had to read
    them.
    """
    tale, language = moment[StoryState], moment.setup.language
    read, setting = tale.read, moment.setup[StoryConfig].setting
    if read is None or said.member == PLAYER or read.method == "rules":
        return ""
    told: list[str] = []
    for deed in read.deeds:
        place = setting.place_name(deed.target, language) if setting.place(deed.target) else ""
        item = setting.item_name(deed.item, language) if deed.item else ""
        someone = moment.name_of(deed.target) if deed.target in tale.people else ""
        named = [item, place or someone, deed.unknown, labelled("attribute", deed.attribute) if deed.attribute else ""]
        told.append(": ".join(filter(None, (labelled("deed", deed.what), ", ".join(filter(None, named))))))
    if read.about:
        told.append(translate("Tale", "a question about “{key}”").format(key=read.about))
    return "; ".join(told) or translate("Tale", "They change nothing: they are only told.")


def _describe_answer_match(moment: State, said: Turn) -> str:
    """Return how a written answer was found; empty where the line is none."""
    meant, someone = moment[StoryState].meant, moment.setup[StoryConfig].setting.someone(said.member)
    if someone is None or said.author.kind != "writer":
        return ""
    if meant is not None and (meant.turn, meant.member) == (said.number, said.member) and not meant.note:
        score, least = (QLocale().toString(value, "f", 2) for value in (meant.score, meant.least))
        told = (
            translate("Tale", "By meaning: what was said is as near as {score} to “{key}”; {least} will do ({model}).")
            if said.text == meant.given
            else translate(
                "Tale", "Nothing written is near enough in meaning: {score} to “{key}”, and it takes {least} ({model})."
            )
        )
        return told.format(score=score, key=meant.key, least=least, model=meant.model)
    sayings = (*someone.says, *moment.setup[StoryConfig].setting.says)
    texts = {each.text.text(moment.setup.language) for each in sayings if each.about is not None}
    return translate("Tale", "By key: words of it are in what was said.") if said.text in texts else ""


def trust_relations(state: State, member: str) -> tuple[tuple[str, float, str], ...]:
    """Return the player's trust with every character, as `member` has a part in it; agents have none."""
    people = state[StoryState].people
    if member == PLAYER:
        others = [one for one, standing in people.items() if one != PLAYER and standing.person.archetype != FOE]
        return tuple((state.name_of(one), as_affinity(people[one].trust), "") for one in others)
    if member not in people or people[member].person.archetype == FOE:
        return ()
    return ((state.name_of(PLAYER), as_affinity(people[member].trust), ""),)
