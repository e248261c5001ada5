"""How a scene leaves people: toward each other, and in themselves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from parley.core.base.markers import marked
from parley.core.cast.affinity import START, apply_change, fade_to_home, pair
from parley.core.log.events.distilled import Drift
from parley.core.log.state import State
from parley.core.modes.office.events import Mood, Shift, Valence
from parley.core.modes.office.memory.played import Played

STEP = 0.01
"""How far an affinity moves after a scene, either way."""

MOVES = 0.6
"""From this on a feeling shifts: one line of support does it, liking each other alone does not."""

OWN = 0.5
"""What somebody's own support or challenge counts for their feeling, beside the other's, which counts 1."""

GAME = 0.4
"""What playing together counts."""

_SIGN: dict[Valence, int] = {"positive": 1, "neutral": 0, "negative": -1}


@dataclass
class _Tally:
    """What came from `other` to a member, and what the member gave."""

    backed: int = 0
    opposed: int = 0
    own: float = 0.0


def compute_shifts(played: Played) -> tuple[Shift, ...]:
    """Return what the scene did between those who answered each other, both ways."""
    if not played.talk:
        return ()
    tallies: dict[tuple[str, str], _Tally] = {}
    for said, reply in pairwise(played.spoken):
        one, other = said.member, reply.member
        if one == other or one not in played.members or other not in played.members:  # the director, or not in the fork
            continue
        theirs = tallies.setdefault((one, other), _Tally())
        theirs.backed += reply.support
        theirs.opposed += reply.challenge
        tallies.setdefault((other, one), _Tally()).own += reply.support - reply.challenge
    order = {member: number for number, member in enumerate(played.members)}
    return tuple(_shift(played, two, tallies[two]) for two in sorted(tallies, key=lambda two: [order[m] for m in two]))


def _shift(played: Played, two: tuple[str, str], tally: _Tally) -> Shift:
    liking = played.state.get_affinity_of(*two) - START
    game = GAME if played.scene.kind == "dnd" else 0.0
    score = tally.backed - tally.opposed + OWN * tally.own + liking + game
    valence: Valence = "positive" if score >= MOVES else "negative" if score <= -MOVES else "neutral"
    count = tally.backed if valence == "positive" else tally.opposed
    if valence == "neutral":
        which = "plain"
    elif count:
        which = ("backed" if valence == "positive" else "opposed") + ("" if count > 1 else "_once")
    else:
        which = "coldness" if valence == "negative" else "game" if game else "warmth"
    reason = played.words.say(which, name=played.name(two[0]), other=played.name(two[1]), count=count)
    return Shift(member=two[0], other=two[1], valence=valence, reason=reason)


def compute_drifts(played: Played, shifted: Iterable[Shift]) -> tuple[Drift, ...]:
    """Return how affinities follow the shifts of both sides; only those that change."""
    state: State = played.state
    moved: Counter[tuple[str, str]] = Counter()
    for shift in shifted:
        moved[pair(shift.member, shift.other)] += _SIGN[shift.valence]
    found = []
    for (a, b), sum_of_both in sorted(moved.items()):
        if not sum_of_both:  # one feels warmer, the other as much cooler
            continue
        before = state.get_affinity_of(a, b)
        after = apply_change(before, STEP if sum_of_both > 0 else -STEP, state.setup.homes.get((a, b)))
        which = "closer" if sum_of_both > 0 else "farther"
        reason = played.words.say(which, name=played.name(a), other=played.name(b))
        if after != before:
            found.append(Drift(a=a, b=b, before=before, after=after, reason=reason))
    return tuple(found)


def list_home_drifts(state: State) -> tuple[Drift, ...]:
    """Return how affinities go home in the night before a day of the office; only those that change."""
    found = []
    for (a, b), home in sorted(state.setup.homes.items()):
        before = state.get_affinity_of(a, b)
        if (after := fade_to_home(before, home)) != before:  # rounded, so that it reaches home after a while
            found.append(Drift(a=a, b=b, before=before, after=after, reason=""))
    return tuple(found)


def compute_moods(played: Played, shifted: Sequence[Shift]) -> tuple[Mood, ...]:
    """Return how everybody who spoke feels afterwards."""
    spoke = {line.member for line in played.spoken}
    return tuple(
        Mood(member=member, mood=_determine_mood(played, shifted, member))
        for member in played.members
        if member in spoke
    )


def find_scene_mood(played: Played, felt: Sequence[Mood], shifted: Sequence[Shift]) -> str:
    """Return the mood of the whole scene: that of most; a scene with a negative shift and none positive is tense."""
    if not felt:
        return ""
    valences = {shift.valence for shift in shifted}
    if "negative" in valences and "positive" not in valences:
        return played.words.moods["tense"]
    counted = Counter(each.mood for each in felt)
    return max(counted, key=lambda mood: counted[mood])  # ties: the first in the cast's order


def _determine_mood(played: Played, shifted: Sequence[Shift], member: str) -> str:
    lines = [line for line in played.spoken if line.member == member]
    # What is only thought does not show, and others see how one feels.
    said = " ".join(line.said for line in lines)
    total = sum(_SIGN[shift.valence] for shift in shifted if shift.member == member)

    def has_marker(kind: Literal["worried", "playful", "tired"]) -> bool:
        return marked(played.language, kind).search(said) is not None

    alone = {"arrival": "determined", "work": "focused", "reflection": "thoughtful"}
    if total < 0:
        mood = "tense"
    elif has_marker("worried"):
        mood = "worried"
    elif played.scene.kind == "dnd" or has_marker("playful"):
        mood = "playful"
    elif total > 0:
        mood = "glad"
    elif has_marker("tired"):
        mood = "tired"
    else:
        asked = any(line.question for line in lines)
        mood = alone.get(played.scene.scene_type) or ("thoughtful" if asked else "calm")
    return played.words.moods[mood]
