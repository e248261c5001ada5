"""What a run leaves behind: a voice's answer checked, or plain rules where there is none."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, cast

import msgspec

from parley.core.base import forms
from parley.core.base.markers import find_promise
from parley.core.cast.affinity import DRIFT, apply_change, pair
from parley.core.log.authors import RULES
from parley.core.log.config import RunConfig
from parley.core.log.events.distilled import ActionItem, Drift, Memory, MemoryKind, RunDistilled
from parley.core.log.state import DIRECTOR, State, Turn

MOST_MEMORIES = 6
LEAST_CONFIDENCE = 0.55


class _Memory(msgspec.Struct):
    member: str
    kind: str
    text: str
    confidence: float
    turns: list[int] = []


class _Relation(msgspec.Struct):
    a: str
    b: str
    change: float
    reason: str = ""


class _Action(msgspec.Struct):
    owner: str
    text: str


class _Answer(msgspec.Struct):
    summary: str
    memories: list[_Memory] = []
    relations: list[_Relation] = []
    actions: list[_Action] = []


def schema(config: RunConfig, *, brief: bool) -> dict[str, Any]:
    """Return the JSON schema of the answer we ask for; `brief`: of the summary alone.

    A small model on this machine writes the lists of whole minutes for minutes, and often to no end.
    """
    if brief:
        return forms.record({"summary": forms.TEXT})
    ids = forms.one_of([member.id for member in config.members])
    memory = {
        "member": ids,
        "kind": forms.one_of(config.format.distils),
        "text": forms.TEXT,
        "confidence": forms.NUMBER,
        "turns": forms.list_of(forms.INTEGER),
    }
    relation = {"a": ids, "b": ids, "change": forms.NUMBER, "reason": forms.TEXT}
    return forms.record(
        {
            "summary": forms.TEXT,
            "memories": forms.list_of(forms.record(memory)),
            "relations": forms.list_of(forms.record(relation)),
            "actions": forms.list_of(forms.record({"owner": ids, "text": forms.TEXT})),
        }
    )


def read_answer(state: State, answer: str, at: Any) -> RunDistilled:
    """Return the voice's answer as an event: strangers, doubts and excess left out, changes bounded.

    Raises `msgspec.DecodeError` where the answer is not what was asked for.
    """
    config = state.setup
    found = forms.read(answer, _Answer)
    ids = {member.id for member in config.members}
    kept = [
        each
        for each in found.memories
        if each.member in ids
        and each.kind in config.format.distils
        and LEAST_CONFIDENCE <= each.confidence <= 1
        and each.text.strip()
    ]
    kept.sort(key=lambda each: -each.confidence)  # only the surest are kept
    memories = tuple(
        Memory(
            id=f"{state.run}-{number}",
            member=each.member,
            kind=cast(MemoryKind, each.kind),  # checked above
            text=_shorten_text(each.text, 300),
            confidence=round(each.confidence, 3),
            turns=tuple(turn for turn in dict.fromkeys(each.turns) if 1 <= turn <= len(state.turns)),
        )
        for number, each in enumerate(kept[:MOST_MEMORIES], 1)
    )
    changes: dict[tuple[str, str], _Relation] = {}
    for relation in found.relations:
        if {relation.a, relation.b} <= ids and relation.a != relation.b and relation.change:
            changes.setdefault(pair(relation.a, relation.b), relation)  # the first about each pair
    drifts = tuple(
        _drift(state, two, relation.change, _shorten_text(relation.reason, 200))
        for two, relation in sorted(changes.items())
    )
    actions = _merge_commitments(
        state,
        [
            ActionItem(owner=each.owner, text=_shorten_text(each.text, 300))
            for each in found.actions
            if each.owner in ids and each.text.strip()
        ],
    )
    return RunDistilled(
        at=at, summary=_shorten_text(found.summary, 1_000), memories=memories, drifts=drifts, actions=actions[:12]
    )


def by_rules(state: State, at: Any, note: str) -> RunDistilled:
    """Return what can be said without a voice: who spoke how often, who answered whom, and who promised what.

    Two who answered each other at least twice come 0.01 closer for every time beyond the first, at most 0.03.
    """
    config = state.setup
    german = config.language == "de"
    counts = ", ".join(f"{state.name_of(who)} {n}" for who, n in state.spoken.items() if n)
    if german:
        summary = f"{config.format.name.de} über „{config.topic}“, {len(state.turns)} Redebeiträge ({counts})."
    else:
        summary = f"{config.format.name.en} about “{config.topic}”, {len(state.turns)} turns ({counts})."
    answered = count_exchanges([turn.member for turn in state.turns])
    drifts = tuple(
        _drift(
            state,
            two,
            min(DRIFT, 0.01 * (count - 1)),
            f"haben einander {count}-mal geantwortet" if german else f"answered each other {count} times",
        )
        for two, count in sorted(answered.items())
        if count >= 2
    )
    return RunDistilled(
        at=at,
        summary=_shorten_text(summary, 1_000),
        drifts=drifts,
        actions=_collect_promises(state),
        method="rules",
        note=note,
    )


def _collect_promises(state: State) -> tuple[ActionItem, ...]:
    """Return what members said they would do, word for word; the latest promise of each.

    A turn whose move was to commit is one as it stands. Only turns of earlier versions, which have no move, are
    searched for a promise by their words.
    """
    if not state.setup.format.actions:
        return ()
    last = {
        turn.member: found for turn in state.turns if turn.member != DIRECTOR and (found := _extract_commitment(turn))
    }
    return tuple(ActionItem(owner=owner, text=_shorten_text(text, 300)) for owner, text in sorted(last.items()))


def _merge_commitments(state: State, written: list[ActionItem]) -> tuple[ActionItem, ...]:
    """Return the action items of a voice's minutes; what a member committed to stands word for word in place of its
    own.
    """
    if not state.setup.format.actions:
        return ()
    if not state.setup.format.moves.commits or any(turn.author.kind == "writer" for turn in state.turns):
        return tuple(written)
    kept = _collect_promises(state)
    owners = {each.owner for each in kept}
    return (*kept, *(each for each in written if each.owner not in owners))


def _extract_commitment(turn: Turn) -> str:
    move = turn.started.move if turn.started is not None else None
    if move is not None:
        # A rehearsal has no words of its own: its turn is the move as a stage direction in parentheses.
        return turn.text.removeprefix("(").removesuffix(")") if move.act == "commit" else ""
    # A stage direction promises nothing.
    return "" if turn.author == RULES else find_promise(turn.text)


def count_exchanges(speakers: Sequence[str]) -> Counter[tuple[str, str]]:
    """Return how often each pair of members spoke one right after the other."""
    found: Counter[tuple[str, str]] = Counter()
    for one, other in pairwise(speakers):
        if one != other and DIRECTOR not in {one, other}:  # the director is no member: nobody gets closer to them
            found[pair(one, other)] += 1
    return found


def _drift(state: State, two: tuple[str, str], change: float, reason: str) -> Drift:
    before = state.get_affinity_of(*two)
    after = apply_change(before, change, state.setup.homes.get(two))
    return Drift(a=two[0], b=two[1], before=before, after=after, reason=reason)


def _shorten_text(text: str, most: int) -> str:
    text = " ".join(text.split())
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"
