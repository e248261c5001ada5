"""Everything about one turn: why, what was sent, what it cost, what the log says."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import accumulate, pairwise
from typing import TypeVar

import msgspec
from PySide6.QtCore import QCoreApplication, QLocale

from parley.core.base.errors import ParleyError
from parley.core.log.authors import name_author
from parley.core.log.events.base import Event
from parley.core.log.events.turn import CallAnswered, CameToMind, SpeakerSelected, ToolUsed, Usage, VoiceReplied
from parley.core.log.state import State, Turn
from parley.core.perspective.move_text import describe_move
from parley.core.perspective.weight import BLOCK, sum_tokens
from parley.core.studio.reading import Opened
from parley.core.studio.studio import Studio
from parley.core.voices.base import Payload
from parley.desktop.inspector.figures import (
    CallFigure,
    DraftFigure,
    InspectorFigure,
    LoreFigure,
    MemoryFigure,
    NoteFigure,
    PayloadRow,
    RecalledFigure,
    Sent,
)
from parley.desktop.modes.registry import ModeView
from parley.desktop.run.figures import MemberFigure
from parley.desktop.run.words import word
from parley.desktop.speaker_flow.model import build_why_figure
from parley.desktop.widgets.language import QT_TRANSLATE_NOOP, current, dollars, get_name, said

translate = QCoreApplication.translate
M = TypeVar("M", MemoryFigure, RecalledFigure)
LONGEST_RAW = 60_000
"""Characters of raw events that are shown; the file has the rest."""
UNSENT = {
    "left out": QT_TRANSLATE_NOOP("Facts", "left out"),
    "by the rules": QT_TRANSLATE_NOOP("Facts", "rules"),
}
"""The roles of a payload that are no words of the wire."""


def build_inspector_figure(
    studio: Studio, opened: Opened, turn: int, members: Sequence[MemberFigure], mode: ModeView
) -> InspectorFigure:
    """Return the figure of `turn`, with what the `mode` adds; of turn 0, the run's configuration as its raw event."""
    state = opened.replay.state_at_turn(turn)
    coming = _find_coming_selection(opened.replay.live) if turn == opened.replay.turns else None
    if turn == 0 or not state.turns:  # No turn was taken: the start is shown
        raw = raw_events(opened.replay.events[:1])
        return InspectorFigure(members=tuple(members), raw=raw, why=build_why_figure(coming))
    said = state.turns[turn - 1]
    member = next((each for each in members if each.id == said.member), None)  # None for the director
    sent, reply = _find_sent(studio, opened, said)
    usage = reply.usage if reply else Usage()
    figure = InspectorFigure(
        turn=turn,
        member=member,
        why=build_why_figure(coming) or build_why_figure(said.selected),
        move=describe_move(state, said.member, said.started.move) if said.started and said.started.move else "",
        members=tuple(members),
        sent=sent,
        facts=_build_turn_facts(said, reply),
        memories=tuple(
            MemoryFigure(word(each.kind), f"{each.text} ({each.confidence:.0%})", each.run)
            for each in state.setup.memories
            if each.member == said.member
        ),
        lore=build_lore_figures(said.started.lore if said.started else ()),
        relations=_build_member_relations(state, said.member),
        redrawn=tuple((each.text, each.reason) for each in reply.redrawn) if reply else (),
        drafts=_build_draft_figures(reply, said) if reply else (),
        drawn=len(reply.drafts) if reply else 0,
        raw=raw_events(opened.replay.events[said.started_seq : said.seq + 1]),
        usage=(usage.input, usage.cache_read, usage.cache_write, usage.output),
        latency=reply.latency if reply else 0.0,
    )
    # `state` also has what a fork changed at this turn; the turn itself is explained by the state before that.
    told = mode.extend_inspector(state, opened.replay.find_state_at(said.seq + 1), said, figure)
    if said.answers:
        notes = (*told.notes, *(NoteFigure(call=_build_call_figure(each)) for each in said.answers))
        told = replace(told, notes=notes, page=told.page or translate("InspectorView", "Tools"))
    told = _add_memory_sources(studio, told)
    # Drafts are explained on the page "why", which modes without speakers to choose leave out.
    return replace(told, without=told.without - {"why"}) if told.drafts else told


def _build_call_figure(call: CallAnswered) -> CallFigure:
    name = call.tool if isinstance(call, ToolUsed) else call.name
    return CallFigure(name, json.dumps(call.arguments, ensure_ascii=False, indent=2), call.text, call.error)


def _add_memory_sources(studio: Studio, figure: InspectorFigure) -> InspectorFigure:
    """Return the figure with the names of the earlier runs that its memories are from."""
    runs = ({each.run for each in figure.memories} | {each.run for each in figure.recalled}) - {""}
    if not runs:
        return figure
    names = studio.names_of(runs)

    def name_it(each: M) -> M:
        return replace(each, source=names.get(each.run, each.run))

    return replace(figure, memories=tuple(map(name_it, figure.memories)), recalled=tuple(map(name_it, figure.recalled)))


def _find_coming_selection(state: State) -> SpeakerSelected | None:
    """Return why somebody has the floor now, or will have it next; None where nobody was selected."""
    return state.selected or (state.open.selected if state.open is not None else None)


def _find_sent(studio: Studio, opened: Opened, taken: Turn) -> tuple[Callable[[], Sent], VoiceReplied | None]:
    """Return what makes the rows of what was sent, which takes long for a long talk, and the reply."""
    try:
        derive_payload, reply = studio.find_sent(opened, taken.number)
    except ParleyError as error:
        return partial(Sent, (), said(error)), None
    return cache(partial(_build_payload_rows, derive_payload, reply)), reply


def _build_payload_rows(derive_payload: Callable[[], Payload], reply: VoiceReplied | None) -> Sent:
    try:
        payload = derive_payload()
    except ParleyError as error:
        return Sent((), said(error))
    if reply is None:
        return Sent(mark_cached(payload, 0.0), "")
    usage = reply.usage
    sent = usage.input + usage.cache_read + usage.cache_write
    if not payload.body:  # The rules made the line without a request
        proven = "unsent"
    elif not reply.request_hash:
        proven = "unrecorded"  # Imported from another program: no hash was logged to compare with
    else:
        proven = "proven" if payload.digest() == reply.request_hash else "differs"
    return Sent(mark_cached(payload, usage.cache_read / sent if sent else 0.0, sent), proven)


def mark_cached(payload: Payload, share: float, counted: int = 0) -> tuple[PayloadRow, ...]:
    """Return the payload's items; the first `share` of all characters counts as cached, for a cache holds beginnings.

    Of the tokens that were `counted` each item has as many as its estimate is a part of all; where none were, its
    estimate."""
    total = sum(len(item.text) for item in payload.items)
    left = share * total
    weights = [0 if item.role in UNSENT else sum_tokens(item.text) + BLOCK for item in payload.items]
    parts = shared_out(counted, weights) if counted else weights
    sole = counted > 0 and sum(1 for weight in weights if weight) == 1  # A single part has the exact count
    rows: list[PayloadRow] = []
    for at, item in enumerate(payload.items):
        length = len(item.text)
        role = translate("Facts", UNSENT[item.role]) if item.role in UNSENT else item.role
        cached = min(1.0, left / length) if length and left > 0 else 0.0
        rows.append(PayloadRow(role, item.text, cached, parts[at], sole))
        left -= length
    return tuple(rows)


def shared_out(whole: int, weights: Sequence[int]) -> list[int]:
    """Return a number in parts that stand to each other as the weights, and of which it is the sum."""
    # Summed once, for a long talk may have been sent as a hundred thousand items.
    total = max(1, sum(weights))
    ends = [whole * end // total for end in accumulate(weights, initial=0)]  # Rounded as sums: parts add up to `whole`
    return [after - before for before, after in pairwise(ends)]


MOST_DRAFTS = 24
"""Drafts that are shown; a voice draws some, a log may have any number."""

LONGEST_DRAFT = 2_000
"""Characters that are shown of one."""


def _build_draft_figures(reply: VoiceReplied, said: Turn) -> tuple[DraftFigure, ...]:
    """Return the lines that could have been said: the one that was, then by their scores, those with a fault last."""
    ranked = sorted(reply.drafts, key=lambda one: (not one.chosen, bool(one.fault), -one.score))
    heard = " ".join(said.text.split())  # White space differs once a line was cleaned
    return tuple(
        DraftFigure(
            each.text[:LONGEST_DRAFT], each.score, tuple(each.terms.items()), each.fault, each.chosen,
            " ".join(each.text.split()) in heard,  # False where the cap or the cleaning took a part of it
        )
        for each in ranked[:MOST_DRAFTS]
    )  # fmt: skip


def _build_turn_facts(said: Turn, reply: VoiceReplied | None) -> tuple[tuple[str, str], ...]:
    written = translate("Facts", "Written"), name_author(said.author, current())
    if reply is None:
        return ((translate("Facts", "Author"), word(said.ended.author)), written)
    usage = reply.usage
    temperature = {"sampling": translate("Facts", "as a sampling parameter"), "words": translate("Facts", "in words")}
    # Where the server counted nothing, it is estimated from the length of the texts.
    about = "≈ " if usage.estimated else ""
    facts = [
        written,
        (translate("Facts", "Voice"), f"{reply.provider} · {reply.model}" if reply.model else reply.provider),
        (translate("Facts", "Input"), about + f"{usage.input:,}"),
        (translate("Facts", "From cache"), f"{usage.cache_read:,}"),
        (translate("Facts", "Written to cache"), f"{usage.cache_write:,}"),
        (translate("Facts", "Output"), about + f"{usage.output:,}"),
        (translate("Facts", "Cost"), dollars(reply.cost)),
        (translate("Facts", "First token"), f"{QLocale().toString(float(reply.first_token), 'f', 2)} s"),
        (translate("Facts", "In all"), f"{QLocale().toString(float(reply.latency), 'f', 2)} s"),
        (translate("Facts", "Stopped by"), get_name("stop_reason", reply.stop_reason)),
        (translate("Facts", "Temperature"), temperature.get(reply.temperature_as, "—")),
    ]
    if reply.led:
        facts.append((translate("Facts", "By the rules"), reply.led))
    if reply.request_id:
        facts.append((translate("Facts", "Request"), reply.request_id))
    if reply.batch:
        facts.append((translate("Facts", "Batch"), reply.batch))
    facts.append((translate("Facts", "Payload hash"), reply.request_hash or translate("Facts", "not recorded")))
    if said.ended.cut:
        facts.append((translate("Facts", "Cut off"), said.ended.cut))
    return tuple(facts)


def build_lore_figures(lore: Sequence[CameToMind]) -> tuple[LoreFigure, ...]:
    """Return what came to mind of lore books."""
    return tuple(LoreFigure(each.book, each.entry, each.text, each.key, each.by) for each in lore)


def _build_member_relations(state: State, member: str) -> tuple[tuple[str, float, str], ...]:
    own = next((each.relations for each in state.setup.members if each.id == member), {})
    return tuple(
        (other.name, state.get_affinity_of(member, other.id), own[other.id].note if other.id in own else "")
        for other in state.setup.members
        if other.id != member
    )


def raw_events(events: Sequence[Event]) -> str:
    """Return events as indented JSON, cut where they are very long."""
    whole = "\n".join(msgspec.json.format(msgspec.json.encode(event), indent=2).decode() for event in events)
    return whole if len(whole) <= LONGEST_RAW else whole[:LONGEST_RAW] + "\n…"
