from __future__ import annotations

from typing import Any

import msgspec
import pytest

from parley.core.log.events.distilled import MemoryRecord
from parley.core.log.fold import apply
from parley.core.log.state import State
from parley.core.modes.office.memory.reflection import MOST_EVIDENCE, by_rules, checked, due, evidence, material
from parley.core.modes.office.state import OfficeState, add_memories
from tests.scene_lines import AT, Lang, office


def remembering(count: int, lang: Lang = "de", **values: Any) -> State:
    """Ada remembers `count` things, Ben as many."""
    state = office(lang)
    for number in range(count):
        for member in ("ada", "ben"):
            place = len(state[OfficeState].memories) + 1
            record = MemoryRecord(
                id=f"m{place}", member=member, type="conversation", text=f"Nummer {number}.", day=1, scene=1,
                importance=number % 10 + 1, moment=f"2026-01-08T{8 + number % 12:02}:00", about=("cleo",),
            )  # fmt: skip
            add_memories(state[OfficeState], (msgspec.structs.replace(record, **values),))
    return state


def insight(text: str = "Ich arbeite gern mit Cleo.", *grounds: str, importance: Any = 6) -> dict[str, Any]:
    return {"text": text, "evidence": list(grounds or ("m1",)), "importance": importance}


def answer(*insights: dict[str, Any]) -> str:
    return msgspec.json.encode({"insights": list(insights)}).decode()


def test_a_reflection_is_due_beyond_the_limit_in_the_casts_order() -> None:
    state = remembering(1)
    state[OfficeState].accumulated = {"dov": 101, "ben": 100, "ada": 300}
    assert due(state[OfficeState], 100) == ["ada", "dov"]


def test_the_evidence_is_what_came_since_the_last_reflection() -> None:
    state = remembering(4)
    assert [each.text for each in evidence(state[OfficeState], "ada")] == [f"Nummer {n}." for n in range(4)]
    apply(state, by_rules(state, "ada", AT, ""))
    add_memories(state[OfficeState], (MemoryRecord(id="m12", member="ada", type="plan", text="Neu.", importance=3),))
    assert [each.text for each in evidence(state[OfficeState], "ada")] == ["Neu."]
    assert len(evidence(state[OfficeState], "ben")) == 4


def test_of_many_the_most_important_are_taken_and_told_in_order() -> None:
    found = evidence(remembering(60)[OfficeState], "ada")
    assert len(found) == MOST_EVIDENCE
    assert min(each.importance for each in found) == 6
    assert found == sorted(found, key=lambda each: int(each.id[1:]))
    assert [(piece.id, piece.member, piece.text) for piece in material(found[:1])] == [("m11", "ada", "Nummer 5.")]


def test_a_good_answer_becomes_insights_one_deeper_than_their_evidence() -> None:
    state = remembering(3)
    state[OfficeState].memories[2] = msgspec.structs.replace(state[OfficeState].memories[2], depth=2)
    found = checked(
        state,
        "ada",
        answer(
            insight("Ich arbeite gern mit Cleo.", "m1", "m1", "m2"),
            insight("Der Nebel ist meine Geschichte.", "m3", "m5", importance=40),
            insight("Ich sage zu oft ja.", "m5", importance="3"),
        ),
        AT,
    )
    assert (found.member, found.method, found.accumulated) == ("ada", "voice", 6)
    assert [(each.id, each.type, each.evidence, each.depth, each.importance) for each in found.insights] == [
        ("m7", "reflection", ("m1",), 1, 6),
        ("m8", "reflection", ("m3", "m5"), 3, 10),
        ("m9", "reflection", ("m5",), 1, 3),
    ]
    assert found.insights[0].about == ("cleo",)
    apply(state, found)
    assert state[OfficeState].accumulated["ada"] == 0
    assert state[OfficeState].get_memory("m8") == found.insights[1]


@pytest.mark.parametrize(
    "text",
    [
        "Hm.",
        answer(insight(), insight()),
        answer(insight(), insight(), insight("")),
        answer(insight(), insight(), insight("Fremd.", "m2")),  # Ben's
        answer(insight(), insight(), insight("Nirgends.", "m99", "x")),
    ],
)
def test_what_was_not_asked_for_is_a_decode_error(text: str) -> None:
    with pytest.raises(msgspec.DecodeError):
        checked(remembering(1), "ada", text, AT)
