"""What comes to mind: every score by hand, and how the index grows."""

from __future__ import annotations

import random
from typing import Any

import pytest

from parley.core.base.stems import stems
from parley.core.log.events.distilled import MemoryRecord
from parley.core.log.events.turn import Recalled
from parley.core.modes.office.config import Recall
from parley.core.modes.office.memory import retrieval
from parley.core.modes.office.memory.retrieval import Memories

NOW = "2026-01-08T12:00"
ALONE = {"recency": Recall(relevance=0, importance=0), "relevance": Recall(recency=0, importance=0)}


@pytest.fixture(autouse=True, params=["numpy", "without numpy"])
def counted(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything here is true of both ways of counting."""
    if request.param != "numpy":
        monkeypatch.setattr(retrieval, "_find_numpy", lambda: None)


def memory(place: int, text: str = "", *, member: str = "svea", **values: Any) -> MemoryRecord:
    """A memory of `member`."""
    return MemoryRecord(id=f"m{place}", member=member, type="observation", text=text, **values)


def memories(*records: MemoryRecord, language: str = "de") -> Memories:
    """An index of them."""
    made = Memories(language)
    made.extend(records)
    return made


def asked(index: Memories, about: str = "", recall: Recall | None = None, **values: Any) -> dict[str, Recalled]:
    """All that comes to mind, by id, in order."""
    recall = (recall or Recall()).model_copy(update={"most": 1_000})
    return {each.memory: each for each in index.find_memories("svea", about, recall=recall, **{"now": NOW, **values})}


def test_recency_decays_by_the_hour_and_is_scaled_over_all_of_the_members_memories() -> None:
    index = memories(
        memory(1, moment="2026-01-08T10:00"),
        memory(2, moment="2026-01-08T11:00"),
        memory(3, moment="2026-01-08T12:00"),
        memory(4, member="ilja", moment="2020-01-01T00:00"),
    )
    # 1, ½ and ¼ are scaled by (x − ¼) / ¾.
    found = asked(index, recall=Recall(decay=0.5))
    assert {each: score.recency for each, score in found.items()} == {"m3": 1.0, "m2": 0.3333, "m1": 0.0}


@pytest.mark.parametrize("now", ["", "T00:00", "2026-01-08T12:00", "2020-01-01T00:00"])
def test_without_a_now_that_makes_sense_the_youngest_is_still_the_freshest(now: str) -> None:
    found = asked(memories(memory(1, moment="2026-01-07T12:00"), memory(2, moment="2026-01-08T12:00")), now=now)
    # Seen from before both, both lie in the future and are of now.
    assert [found["m1"].recency, found["m2"].recency] == ([1.0, 1.0] if now.startswith("2020") else [0.0, 1.0])


def test_a_single_memory_and_memories_of_one_moment_are_scaled_without_a_fault() -> None:
    (only,) = asked(memories(memory(1, "Der Turm", moment=NOW, importance=10)), "Türme").values()
    assert only == Recalled(memory="m1", recency=1.0, relevance=1.0, importance=1.0, score=1.0)
    (only,) = asked(memories(memory(1, "Der Turm")), "Haus").values()
    assert only == Recalled(memory="m1", recency=0.0, relevance=0.0, importance=0.0, score=0.0)
    assert {each.recency for each in asked(memories(*(memory(i, moment=NOW) for i in range(1, 5)))).values()} == {1.0}
    (forgotten,) = asked(memories(memory(1, moment="1900-01-01")), recall=Recall(decay=0.001)).values()
    assert forgotten.recency == 1.0


def test_relevance_is_bm25_over_the_best() -> None:
    index = memories(memory(1, "Turm, Turm, Haus"), memory(2, "Haus und Garten"), memory(3, member="ilja", text="Haus"))
    # Lengths 3 and 2, mean 2.5: 2.2 / (1 + 1.2·(¼ + ¾·3/2.5)) over 2.2 / (1 + 1.2·(¼ + ¾·2/2.5)) = 2.02 / 2.38.
    found = asked(index, "die Häuser", ALONE["relevance"])
    assert {each: score.relevance for each, score in found.items()} == {"m2": 1.0, "m1": 0.8487}
    assert [score.relevance for score in asked(index, "Türme", ALONE["relevance"]).values()] == [1.0, 0.0]
    assert [score.relevance for score in asked(index, "Turm Turm Turm").values()] == [1.0, 0.0]


def test_what_is_about_one_says_more_of_them_than_what_is_about_everybody() -> None:
    index = memories(memory(1, about=("ilja",)), memory(2, about=("ilja", "theo", "bine")), memory(3), memory(4))
    found = asked(index, "", people=("ilja",))
    # Lengths 1 and 3, of those that have one the mean is 2: 1 + 1.2·(¼ + ¾·½) over 1 + 1.2·(¼ + ¾·3/2).
    assert [found[each].relevance for each in ("m1", "m2", "m3")] == [1.0, 0.6604, 0.0]


def test_importance_is_ten_steps_on_a_scale() -> None:
    found = asked(memories(*(memory(i, importance=i) for i in (1, 4, 7, 10)), memory(11, importance=99)))
    assert [found[f"m{i}"].importance for i in (1, 4, 7, 10, 11)] == [0.0, 0.3333, 0.6667, 1.0, 1.0]


def test_the_score_is_the_weighted_mean() -> None:
    index = memories(
        memory(1, "Der Turm", moment="2026-01-08T10:00", importance=4),
        memory(2, "Das Haus", moment="2026-01-08T11:00", importance=7),
        memory(3, "Der Fluss", moment="2026-01-08T12:00", importance=1),
    )
    found = asked(index, "Turm", Recall(recency=2, relevance=1, importance=3, decay=0.5))
    # (2·0 + 1 + 3·0.3333)/6, (2·0.3333 + 0 + 3·0.6667)/6, (2·1 + 0 + 0)/6
    scores = {each: score.score for each, score in found.items()}
    assert scores == pytest.approx({"m2": 0.4444, "m3": 0.3333, "m1": 0.3333}, abs=1e-4)
    assert next(iter(scores)) == "m2"
    plain = asked(index, "Turm", Recall(decay=0.5))
    for each in plain.values():
        assert each.score == pytest.approx((each.recency + each.relevance + each.importance) / 3, abs=1e-4)


def test_of_equal_ones_the_newer_comes_first_however_many_there_are() -> None:
    index = memories(*(memory(i, "Turm", importance=5 + (i % 2), moment=NOW) for i in range(1, 1_001)))
    found = [*asked(index, "Turm")]
    assert found == [f"m{i}" for i in (*range(999, 0, -2), *range(1_000, 0, -2))]
    for most in (0, 1, 7, 50):
        few = index.find_memories("svea", "Turm", now=NOW, recall=Recall(most=most))
        assert [each.memory for each in few] == found[:most]


def test_fed_in_pieces_and_asked_in_between_it_answers_as_fed_at_once() -> None:
    chance = random.Random(5)
    words = ["Turm", "Häuser", "Fluss", "Nebel", "Ufer", "Boot", "Ruder", "Knöpfe", "Musik", "Verlag"]
    records = [
        memory(
            i, " ".join(chance.choices(words, k=6)), member=chance.choice(["svea", "ilja"]),
            importance=chance.randint(1, 10), moment=f"2026-01-{1 + i // 24:02}T{i % 24:02}:00",
            about=(chance.choice(["theo", "bine"]),),
        )
        for i in range(1, 301)
    ]  # fmt: skip
    pieces, whole = Memories("de"), memories(*records)
    fed = 0
    while fed < len(records):
        count = chance.randint(1, 40)
        pieces.extend(records[fed : fed + count])
        fed += count
        asked(pieces, "Turm und Fluss", people=("theo",))
    assert len(pieces) == len(whole) == 300
    assert asked(pieces, "Türme am Fluss", people=("theo",)) == asked(whole, "Türme am Fluss", people=("theo",))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Häuser", "Haus"),
        ("HAEUSER", "haus"),
        ("Ha\u0308user", "Häuser"),
        ("Straße", "STRASSE"),
        ("Knochentürme", "Knochenturm"),
        ("Vorführungen", "Vorführung"),
        ("Café", "Cafe"),
    ],
)
def test_german_inflection_umlauts_and_case_make_no_difference(one: str, other: str) -> None:
    assert stems(one, "de") == stems(other, "de") != []


def test_small_words_and_single_letters_say_nothing_and_numbers_do() -> None:
    assert stems("Und was ist mit dem, a b c: for the 7 of us?") == ["7"]
