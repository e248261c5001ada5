from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import sqrt
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parley.core.base.clock import SeededRandom
from parley.core.base.labels import label
from parley.core.cast.affinity import pair
from parley.core.cast.member import Member
from parley.core.engine.deciding import deciding_policy
from parley.core.engine.stage import Stage
from parley.core.log.events.turn import Candidate
from parley.core.turn_taking.policies import POLICIES, policy
from parley.core.turn_taking.rule_policies import ADDRESSED_BONUS, addressed, affinity, random, round_robin
from parley.core.turn_taking.selection import (
    JITTER,
    Selection,
    SelectionContext,
    certain,
    named,
    normalised,
    pick_member,
    weigh,
)

DRAWN = sorted(name for name in POLICIES if POLICIES[name].draw)
MEMBERS = ("boss", "analyst", "hustler", "writer", "wildcard")
NAMES = {member: member.capitalize() for member in MEMBERS}
SPOKEN = {"boss": 4, "analyst": 2, "hustler": 1, "writer": 3, "wildcard": 0}
AFFINITY = {pair("boss", other): value for other, value in zip(MEMBERS[1:], (0.9, 0.1, 0.5, 0.95), strict=True)}


def situation(turn: int = 11, **values: Any) -> SelectionContext:
    found: dict[str, Any] = {
        "members": MEMBERS,
        "names": NAMES,
        "eligible": frozenset(MEMBERS),
        "spoken": SPOKEN,
        "affinity": AFFINITY,
        "last_speaker": "boss",
        "last_text": "Who owns the fix?",
        "turn": turn,
    }
    return SelectionContext(**found | values)


def expected_shares(bases: dict[str, float], steps: int = 24) -> dict[str, float]:
    """The chance of each, by integrating `w_i / Σ w` over every member's jitter on a grid of midpoints."""
    offsets = [JITTER * (2 * (i + 0.5) / steps - 1) for i in range(steps)]
    names = list(bases)
    # The sum of the other jitters is distributed as a convolution: integrate over (own jitter, others' sum).
    shares = {}
    for name in names:
        others = [other for other in names if other != name]
        sums: dict[float, float] = {0.0: 1.0}
        for _ in others:
            grown: dict[float, float] = {}
            for total, weight in sums.items():
                for offset in offsets:
                    reached = round(total + offset, 9)
                    grown[reached] = grown.get(reached, 0.0) + weight / steps
            sums = grown
        rest = sum(bases[other] for other in others)
        shares[name] = sum(
            weight * (bases[name] + own) / (bases[name] + own + rest + total)
            for own in offsets
            for total, weight in sums.items()
        ) / len(offsets)
    return shares


def test_over_20000_draws_the_shares_match_the_formula() -> None:
    turns = sum(SPOKEN.values())
    bases = {member: 1 + 0.6 * AFFINITY[pair(member, "boss")] - 0.4 * SPOKEN[member] / turns for member in MEMBERS[1:]}
    wanted = expected_shares(bases)
    assert sum(wanted.values()) == pytest.approx(1.0, abs=1e-6)
    draws = SeededRandom(7)
    number = 20_000
    counts = Counter(affinity(situation(turn), draws).member for turn in range(number))
    assert counts["boss"] == 0
    for member, share in wanted.items():
        # Four standard errors: one run in four thousand would miss it, and the seed is fixed.
        assert abs(counts[member] / number - share) < 4 * sqrt(share * (1 - share) / number), member
    distance = sum((counts[member] - number * share) ** 2 / (number * share) for member, share in wanted.items())
    assert distance < 16.27  # chi-squared, three degrees of freedom, p = 0.001


def test_the_draw_falls_into_the_chosen_members_stretch() -> None:
    draws = SeededRandom(1)
    for turn in range(300):
        chosen = affinity(situation(turn), draws)
        reached = 0.0
        for candidate in chosen.candidates:
            if candidate.member == chosen.member:
                assert reached - 1e-5 <= chosen.draw < reached + candidate.probability + 1e-5
            reached += candidate.probability
            terms = candidate.base + candidate.affinity + candidate.recency + candidate.jitter + candidate.bonus
            assert candidate.weight == pytest.approx(max(0.0, terms), abs=1e-6)
            assert abs(candidate.jitter) <= JITTER
        assert reached == pytest.approx(1.0, abs=1e-5)
        assert [candidate.member for candidate in chosen.candidates] == list(MEMBERS)
        total = sum(candidate.weight for candidate in chosen.candidates)
        for candidate in chosen.candidates:
            assert candidate.probability == pytest.approx(candidate.weight / total, abs=1e-6)


TERMS: dict[str, tuple[str, str, float, dict[str, tuple[float, ...]]]] = {
    "affinity": ("hustler", "weighted draw", 0.397118, {
        "analyst": (1, 0.54, -0.08, -0.022213, 0, 1.437787, 0.258353),
        "hustler": (1, 0.06, -0.04, 0.107659, 0, 1.127659, 0.202627),
        "writer": (1, 0.3, -0.12, 0.079396, 0, 1.259396, 0.226298),
        "wildcard": (1, 0.57, 0, 0.170361, 0, 1.740361, 0.312722),
    }),
    "addressed": ("hustler", "weighted draw; the last turn names Hustler, Writer", 0.397118, {
        "analyst": (1, 0.54, -0.08, -0.022213, 0, 1.437787, 0.150314),
        "hustler": (1, 0.06, -0.04, 0.107659, 2, 3.127659, 0.326983),
        "writer": (1, 0.3, -0.12, 0.079396, 2, 3.259396, 0.340756),
        "wildcard": (1, 0.57, 0, 0.170361, 0, 1.740361, 0.181947),
    }),
    "random": ("hustler", "equal chances", 0.397118, dict.fromkeys(MEMBERS[1:], (1, 0, 0, 0, 0, 1, 0.25))),
    "round_robin": ("analyst", "next in order", -1, {"analyst": (1, 0, 0, 0, 0, 1, 1)}),
}  # fmt: skip
"""By policy: who, why, the draw, and each candidate's base, affinity, recency, jitter, bonus, weight, probability."""


@pytest.mark.parametrize("policy", DRAWN)
def test_a_selection_says_everything_that_led_to_it_to_six_digits(policy: str) -> None:
    chosen = POLICIES[policy](situation(last_text="Hustler, and you, Writer?"), SeededRandom(3))
    terms = {
        each.member: (
            each.base, each.affinity, each.recency, each.jitter, each.bonus, each.weight, each.probability
        )
        for each in chosen.candidates
    }  # fmt: skip
    who, why, draw, wanted = TERMS[policy]
    assert (chosen.member, chosen.policy, chosen.reason, chosen.draw) == (who, policy, why, draw)
    assert terms == dict.fromkeys(MEMBERS, (0,) * 7) | wanted


def test_terms_have_six_digits_too() -> None:
    odd = {pair("boss", "analyst"): 1 / 7}
    (_boss, analyst, hustler, *_others) = weigh(
        situation(affinity=odd, spoken={"boss": 2, "analyst": 1}), SeededRandom(3)
    )
    assert (analyst.affinity, analyst.recency) == (0.085714, -0.133333)
    assert analyst.weight == round(1 + 0.085714 - 0.133333 + analyst.jitter, 6)
    # Strangers get on half well; who has said nothing has no share.
    assert (hustler.affinity, hustler.recency) == (0.3, 0)


def test_before_the_first_line_and_after_the_director_nobody_is_liked_and_nobody_has_a_share() -> None:
    for last in ("", "director"):
        found = weigh(situation(last_speaker=last, spoken={}), SeededRandom(3))
        assert {(each.affinity, each.recency) for each in found} == {(0, 0)}
        assert all(each.weight == round(1 + each.jitter, 6) for each in found)


def test_small_weights_are_weights() -> None:
    small = normalised([Candidate(member="analyst", weight=0.3), Candidate(member="writer", weight=0.1)], situation())
    assert [each.probability for each in small] == [0.75, 0.25]
    assert pick_member([], 0.5) == ""


def test_muting_somebody_does_not_change_the_luck_of_the_others() -> None:
    draws = SeededRandom(5)
    all_of_them = {each.member: each.jitter for each in weigh(situation(), draws)}
    fewer = {each.member: each for each in weigh(situation(eligible=frozenset(MEMBERS) - {"writer"}), draws)}
    assert fewer["writer"].probability == 0
    assert all(fewer[member].jitter == all_of_them[member] for member in ("analyst", "hustler", "wildcard"))


def test_another_attempt_has_other_chances_and_the_same_one_the_same() -> None:
    draws = SeededRandom(5)
    first = [affinity(situation(turn), draws) for turn in range(40)]
    assert first == [affinity(situation(turn), SeededRandom(5)) for turn in range(40)]
    assert first != [affinity(situation(turn, attempt=1), draws) for turn in range(40)]
    assert first != [affinity(situation(turn), SeededRandom(6)) for turn in range(40)]


@given(
    spoken=st.dictionaries(st.sampled_from(MEMBERS), st.integers(0, 50)),
    eligible=st.sets(st.sampled_from(MEMBERS), min_size=1),
    last=st.sampled_from(["", "director", *MEMBERS]),
    turn=st.integers(0, 10**6),
    policy=st.sampled_from(DRAWN),
)
def test_whoever_is_chosen_may_speak(
    spoken: dict[str, int], eligible: set[str], last: str, turn: int, policy: str
) -> None:
    here = situation(turn, spoken=spoken, eligible=frozenset(eligible), last_speaker=last)
    chosen = POLICIES[policy](here, SeededRandom(turn))
    assert chosen.member in eligible
    assert chosen.member != last or eligible == {last} or policy == "round_robin"
    assert sum(each.probability for each in chosen.candidates) == pytest.approx(1.0, abs=1e-5)
    assert chosen.policy == policy
    assert chosen.reason


def test_all_weights_zero_is_uniform() -> None:
    flat = normalised([Candidate(member=member) for member in MEMBERS], situation())
    assert [each.probability for each in flat] == [0.0, 0.25, 0.25, 0.25, 0.25]
    counts = Counter(pick_member(flat, step / 1_000) for step in range(1_000))
    assert counts == dict.fromkeys(MEMBERS[1:], 250)
    alone = normalised([Candidate(member=member) for member in MEMBERS], situation(eligible=frozenset({"boss"})))
    assert [each.probability for each in alone] == [1.0, 0, 0, 0, 0]


def test_pick_reaches_the_end_in_spite_of_rounding() -> None:
    thirds = [Candidate(member=member, probability=0.333333) for member in MEMBERS[:3]] + [Candidate(member="writer")]
    assert pick_member(thirds, 0.9999999) == "hustler"
    assert pick_member(thirds, 0.0) == "boss"


def test_the_other_policies() -> None:
    draws = SeededRandom(2)
    counts = Counter(random(situation(turn), draws).member for turn in range(4_000))
    assert counts["boss"] == 0
    assert all(abs(counts[member] - 1_000) < 4 * sqrt(4_000 * 0.25 * 0.75) for member in MEMBERS[1:])
    order = [round_robin(situation(last_speaker=last), draws).member for last in ("", *MEMBERS)]
    assert order == ["boss", "analyst", "hustler", "writer", "wildcard", "boss"]
    muted = situation(eligible=frozenset({"boss", "writer"}))
    assert round_robin(muted, draws).member == "writer"
    assert round_robin(situation(last_speaker="director"), draws).member == "boss"


def test_whoever_is_addressed_gets_a_bonus_and_the_reason_says_so() -> None:
    chosen = addressed(situation(last_text="Hustler, who owns it?"), SeededRandom(2))
    bonuses = {each.member: each.bonus for each in chosen.candidates}
    assert bonuses == {"boss": 0, "analyst": 0, "hustler": ADDRESSED_BONUS, "writer": 0, "wildcard": 0}
    assert chosen.reason == "weighted draw; the last turn names Hustler"
    assert addressed(situation(), SeededRandom(2)).reason == "weighted draw; nobody was named"
    # Naming oneself calls nobody.
    assert addressed(situation(last_text="Boss, that is me."), SeededRandom(2)).reason.endswith("nobody was named")


PEOPLE = {
    "will": "Will",
    "writer": "Writer",
    "zoe": "Zoë",
    "juergen": "Jürgen",
    "anna": "Anna",
    "annabel": "Anna Bel",
    "loewe": "Frau Löwe",
    "oy": "Øyvind",
    "mark": "Mark",
    "x": "名前",
    "dr": "Dr. (No)",
}


@pytest.mark.parametrize(
    ("text", "who"),
    [
        ("", ""),
        ("Nobody in particular.", ""),
        ("Writer should look at it.", "writer"),
        ("The writer in me objects.", ""),
        ("As a writer I like Writer.", ""),
        ("As a writer, I ask you, Writer.", "writer"),
        ("Writer, as a writer you know.", "writer"),
        ("Writer's idea", "writer"),
        ("Writers write.", ""),
        ("@Writer please", "writer"),
        ("Will we make it?", ""),
        ("We will. Will, are you in?", "will"),
        ("What do you say, Will?", "will"),
        ("Thanks, Will.", "will"),
        ("However, Will is a word.", ""),
        ("Ask @Will", "will"),
        ("Zoë und Jürgen, bitte.", "juergen zoe"),
        ("Zoe\u0308, bitte", "zoe"),
        ("Zoe, bitte", ""),
        ("Jürgens Idee", ""),
        ("Frag Frau Löwe.", "loewe"),
        ("Der Löwe ist los.", ""),
        ("Øyvind!", "oy"),
        ("Anna Bel and nobody else", "annabel"),
        ("Anna Bel and Anna", "anna annabel"),
        ("名前、どう？", "x"),
        ("名前 does", "x"),
        ("Ask Dr. (No) now", "dr"),
        ("Joanna and Annabel", ""),
        ("(Anna)", "anna"),
        ("Markt und Marke", ""),
    ],
)
def test_who_is_named(text: str, who: str) -> None:
    assert named(text, PEOPLE) == set(who.split())


@settings(max_examples=200)
@given(text=st.text(max_size=80), name=st.text(min_size=1, max_size=12))
def test_any_name_and_text_can_be_looked_at(text: str, name: str) -> None:
    assert named(text, {"a": name}) <= {"a"}
    if name.strip() and not name[0].isspace():
        named(f"{name}, {text}", {"a": name, "b": name + name})


# Policies of others ---------------------------------------------------------------------------------------------------


def test_a_function_becomes_a_policy_with_its_title(monkeypatch: pytest.MonkeyPatch) -> None:
    @policy(en="The last first", de="Die letzten zuerst", opening="own")
    def last_first(context: SelectionContext, rng: SeededRandom) -> Selection:
        return certain("last_first", "the last", context, context.members[-1])

    assert last_first(situation(), SeededRandom(1)).member == MEMBERS[-1]
    assert (last_first.draw is None, last_first.opening) == (False, "own")
    monkeypatch.setitem(POLICIES._values, "last_first", last_first)
    assert "last_first" in POLICIES.names()
    assert [label("policy", "last_first", lang) for lang in ("en", "de")] == ["The last first", "Die letzten zuerst"]
    assert label("policy", "round_table", "en") == "round table"


def test_where_somebody_decides_nothing_is_drawn() -> None:
    @deciding_policy(en="Somebody says", de="Jemand sagt es", opening="always")
    async def somebody(stage: Stage, here: SelectionContext, members: Sequence[Member], since: int) -> Selection:
        return certain("somebody", f"since {since}", here, members[0].id)

    assert (somebody.draw, somebody.opening, somebody.title.de) == (None, "always", "Jemand sagt es")
    with pytest.raises(TypeError, match="asks somebody"):
        somebody(situation(), SeededRandom(1))
