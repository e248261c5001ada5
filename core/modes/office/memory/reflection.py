"""Reflections: what a member draws from what came together, by a voice or by plain counting."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from typing import Any, Literal

import msgspec

from parley.core.base import forms
from parley.core.base.keywords import find_keywords
from parley.core.base.line import capped
from parley.core.base.sentences import Sentence
from parley.core.log.events.distilled import MemoryRecord
from parley.core.log.material import Piece
from parley.core.log.state import State
from parley.core.modes.office.events import MemberReflected
from parley.core.modes.office.memory.played import load_wording
from parley.core.modes.office.memory.records import TEXT, short
from parley.core.modes.office.state import OfficeState

MOST_EVIDENCE = 30
"""Memories that one reflects on at a time."""

LEAST, MOST = 3, 5
"""Insights of a reflection."""

SHOWN_EVIDENCE = 8
SAID = 200
LIKED = 0.1
"""From this valence on it counts as liking, below its negative as friction."""

_NO_TOPIC = frozenset({"dnd", "director"})  # these tags say where a memory is from, not what it is about


class _Insight(msgspec.Struct):
    text: str
    evidence: list[str] = []  # msgspec makes a new list for every insight
    importance: float = 5.0  # the form asks for an integer, but 7.5 is no reason to refuse an answer


class _Answer(msgspec.Struct):
    insights: list[_Insight]


def due(office: OfficeState, limit: int) -> list[str]:
    """Return those for whom more than `limit` importance came together since their last reflection, in the cast's
    order.
    """
    return [member for member in office.places if office.accumulated.get(member, 0) > limit]


def evidence(office: OfficeState, member: str) -> list[MemoryRecord]:
    """Return what came together since the member's last reflection, the `MOST_EVIDENCE` most important, oldest
    first.
    """
    own = office.get_memories_of(member)
    # What has accumulated is the sum of just those that came since: insights are drawn, not added to it.
    together, since = office.accumulated.get(member, 0), len(own)
    while since and together > 0:
        since -= 1
        together -= own[since].importance
    found = own[since:] or own[-MOST_EVIDENCE:]
    weightiest = sorted(found, key=lambda record: (-record.importance, -_get_number(record)))[:MOST_EVIDENCE]
    return sorted(weightiest, key=_get_number)


def schema() -> dict[str, Any]:
    """Return the JSON schema of the answer we ask for."""
    insight = {"text": forms.TEXT, "evidence": forms.list_of(forms.TEXT), "importance": forms.INTEGER}
    return forms.record({"insights": forms.list_of(forms.record(insight), minItems=LEAST, maxItems=MOST)})


def material(records: Sequence[MemoryRecord]) -> tuple[Piece, ...]:
    """Return the memories; a piece's id is the memory's."""
    return tuple(Piece(record.id, record.member, record.text) for record in records)


def checked(state: State, member: str, answer: str, at: datetime) -> MemberReflected:
    """Return the voice's insights as an event: each with memories of the member's own as evidence, `MOST` of them at
    most.

    Raises `msgspec.DecodeError` where the answer is not what was asked for or fewer than `LEAST` insights stand up.
    """
    found = forms.read(answer, _Answer)
    own = {record.id: record for record in state[OfficeState].get_memories_of(member)}
    drawn: list[MemoryRecord] = []
    for insight in found.insights:
        grounds = [own[each] for each in dict.fromkeys(insight.evidence) if each in own]  # some ids are made up
        if grounds and insight.text.strip() and len(drawn) < MOST:  # not every server heeds `maxItems`
            importance = round(max(1.0, min(10.0, insight.importance)))
            drawn.append(_build_insight(state, member, insight.text, grounds, importance))
    if len(drawn) < LEAST:
        raise msgspec.DecodeError(
            Sentence(
                "{count} of {count_2} insights have a text and memories of the member's own as "
                "evidence; {least} are needed",
                count=len(drawn),
                count_2=len(found.insights),
                least=LEAST,
            )
        )
    return _build_member_reflected(state, member, at, drawn, "voice", "")


def by_rules(state: State, member: str, at: datetime, note: str) -> MemberReflected:
    """Draw three insights by counting: whom the member met most and how it goes, what comes up again, what is owed."""
    records = evidence(state[OfficeState], member)
    drawn = (
        [
            draw(state, member, records)
            for draw in (_build_company_insight, _build_recurring_insight, _build_owed_insight)
        ]
        if records
        else []
    )
    return _build_member_reflected(state, member, at, drawn, "rules", note)


def _build_company_insight(state: State, member: str, records: Sequence[MemoryRecord]) -> MemoryRecord:
    words = load_wording(state.setup.language)
    talks = [record for record in records if record.type == "conversation"]
    met = Counter(other for record in talks for other in record.about if other != member)
    if not met:
        return _build_insight(state, member, words.say("met_nobody"), records[-SHOWN_EVIDENCE:], 5)
    other, times = met.most_common(1)[0]  # a tie goes to who was met first, so a log gives the same again
    valence = state[OfficeState].valence.get((member, other), 0.0)
    how = words.templates["how_good" if valence >= LIKED else "how_bad" if valence <= -LIKED else "how_even"]
    text = words.say("met" if times > 1 else "met_once", name=state.name_of(other), count=times, how=how)
    grounds = [record for record in talks if other in record.about]
    return _build_insight(state, member, text, grounds[-SHOWN_EVIDENCE:], 6, (other,))


def _build_recurring_insight(state: State, member: str, records: Sequence[MemoryRecord]) -> MemoryRecord:
    words = load_wording(state.setup.language)
    tags = Counter(tag for record in records for tag in record.tags if tag not in _NO_TOPIC)
    if tags and (top := tags.most_common(1)[0])[1] > 1:  # what came up once does not recur
        tag, times = top
        grounds = [record for record in records if tag in record.tags]
        return _build_insight(
            state, member, words.say("recurring", one=tag, count=times), grounds[-SHOWN_EVIDENCE:], 6, tags=(tag,)
        )
    weightiest = max(records, key=lambda record: (record.importance, _get_number(record)))
    return _build_insight(state, member, words.say("weighty", said=capped(weightiest.text, SAID)), [weightiest], 5)


def _build_owed_insight(state: State, member: str, records: Sequence[MemoryRecord]) -> MemoryRecord:
    words = load_wording(state.setup.language)
    still = {record.id for record in state[OfficeState].list_threads()}
    loose = [record for record in records if record.open and record.id in still]
    if loose:
        return _build_insight(
            state, member, words.say("owed", said=capped(loose[-1].text, SAID)), loose[-SHOWN_EVIDENCE:], 6
        )
    return _build_insight(state, member, words.say("done", said=capped(records[-1].text, SAID)), [records[-1]], 4)


def _build_insight(
    state: State,
    member: str,
    text: str,
    grounds: Sequence[MemoryRecord],
    importance: int,
    about: tuple[str, ...] | None = None,
    tags: tuple[str, ...] | None = None,
) -> MemoryRecord:
    """Return an insight without its id; whom and what it is about is read from its text where it is not given."""
    office, config = state[OfficeState], state.setup
    names = {each.id: each.name for each in config.members}
    text = short(text, TEXT)
    if about is None:
        low = text.casefold()
        about = tuple(one for one, name in names.items() if one != member and name.casefold() in low)
    if tags is None:
        tags = find_keywords([text], config.language, names=frozenset(names.values()))
    return MemoryRecord(
        id="",
        member=member,
        type="reflection",
        text=text,
        importance=importance,
        day=office.day,
        scene=len(office.scenes),
        moment=office.moment,
        tags=tags,
        evidence=tuple(record.id for record in grounds),
        depth=max(record.depth for record in grounds) + 1,
        about=about,
    )


def _build_member_reflected(
    state: State, member: str, at: datetime, drawn: Sequence[MemoryRecord], method: Literal["voice", "rules"], note: str
) -> MemberReflected:
    office = state[OfficeState]
    first = len(office.memories) + 1  # an id is a place in a list that only grows
    return MemberReflected(
        at=at,
        member=member,
        accumulated=office.accumulated.get(member, 0),  # the fold starts again at 0: later only the event knows it
        insights=tuple(msgspec.structs.replace(each, id=f"m{number}") for number, each in enumerate(drawn, first)),
        method=method,
        note=note,
    )  # fmt: skip


def _get_number(record: MemoryRecord) -> int:
    return int(record.id[1:])
