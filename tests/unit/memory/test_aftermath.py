from __future__ import annotations

from typing import Any

import msgspec
import pytest

from parley.core.log.state import DIRECTOR, State
from parley.core.modes.office.events import SceneEnded
from parley.core.modes.office.memory.aftermath import by_rules, read_answer
from parley.core.modes.office.state import OfficeState
from tests.scene_lines import AT, Lang, end, office, play

FRIENDLY = [
    ("ada", "Der Nebel ist fertig. Willst du ihn sehen?"),
    ("ben", "Großartig, der Nebel gefällt mir. Ich baue ihn bis Freitag ein.|Vierzig Ebenen, und alle schön."),
    ("ada", "Danke. Und was macht der Laptop dann?"),
]
FRIENDLY_EN = [
    ("ada", "The fog is done. Do you want to see it?"),
    ("ben", "Great, I like the fog. I'll build it in by Friday.|Forty layers."),
    ("ada", "Thanks. And what will the laptop do then?"),
]


def friendly(lang: Lang = "de", **values: Any) -> State:
    return play(office(lang), "encounter", FRIENDLY if lang == "de" else FRIENDLY_EN, **values)


def answer(**values: Any) -> str:
    return msgspec.json.encode({"summary": "Ada zeigt Ben den Nebel.", **values}).decode()


def test_the_rules_say_who_where_about_what_and_what_is_left() -> None:
    ended = by_rules(friendly(), AT, note="keine Stimme")
    assert ended.summary == (
        "Ada und Ben treffen sich in der Küche und reden über Nebel und Laptop. "
        "Ben sagt zu: „Ich baue ihn bis Freitag ein.“ "
        "Offen bleibt eine Frage von Ada: „Und was macht der Laptop dann?“ Stimmung: gut gelaunt."
    )
    assert (ended.method, ended.note, ended.reason) == ("rules", "keine Stimme", "done")
    assert (ended.clock, ended.key_turn, ended.mood) == ("10:35", 2, "gut gelaunt")
    assert [(each.member, each.mood) for each in ended.moods] == [("ada", "gut gelaunt"), ("ben", "gut gelaunt")]


def test_each_remembers_the_talk_from_their_own_side() -> None:
    ended = by_rules(friendly(), AT)
    ada, ben, question = ended.memories
    assert [(each.id, each.member, each.type, each.about, each.turns) for each in (ada, ben)] == [
        ("m1", "ada", "conversation", ("ben",), (1, 3)),
        ("m2", "ben", "conversation", ("ada",), (1, 3)),
    ]
    assert ada.text.startswith(
        "Ich habe in der Küche Ben getroffen, und wir haben über Nebel und Laptop gesprochen. Ben"
    )
    assert "Ich baue ihn bis Freitag ein." in ada.text
    assert (ada.open, ben.open) == ("", "promise")
    assert ben.text.endswith("Ich habe Ada zugesagt: „Ich baue ihn bis Freitag ein.“ Mit Ada lief es gut.")
    # A conversation can hold one loose end; the second one is remembered by itself.
    assert (question.member, question.open, question.about, question.turns) == ("ben", "question", ("ada",), (3, 3))
    assert question.text == "Ada wartet noch auf meine Antwort: „Und was macht der Laptop dann?“"
    assert ada.tags == ("Nebel", "Laptop")
    assert (ada.day, ada.scene, ada.moment) == (1, 1, "2026-01-08T10:35")
    # What was only thought is nobody else's.
    assert "Vierzig" not in ended.summary + ada.text


def test_a_question_that_was_answered_leaves_nothing_open() -> None:
    state = play(office(), "encounter", [("ada", "Kommst du mit?"), ("ben", "Sobald der Lauf durch ist.")])
    assert [each.open for each in by_rules(state, AT).memories] == ["", ""]
    state = play(office(), "encounter", [("ben", "Hunger."), ("ada", "Kommst du mit?")])
    assert [each.open for each in by_rules(state, AT).memories] == ["", "question"]


def test_feelings_shift_by_who_backs_and_who_opposes_whom_and_affinity_follows() -> None:
    ended = by_rules(friendly(), AT)
    assert [(each.member, each.other, each.valence) for each in ended.shifts] == [
        ("ada", "ben", "positive"),
        ("ben", "ada", "positive"),
    ]
    assert ended.shifts[0].reason == "Ben hat Ada den Rücken gestärkt."
    (drift,) = ended.drifts
    assert (drift.a, drift.b, drift.before, drift.after) == ("ada", "ben", 0.5, 0.51)

    cold = play(
        office("en", {("ada", "ben"): 0.1}),
        "encounter",
        [
            ("ada", "The fog stays."),
            ("ben", "No, that won't work."),
            ("ada", "Nonsense, Ben."),
            ("ben", "I don't agree."),
        ],
    )
    ended = by_rules(cold, AT)
    assert {each.valence for each in ended.shifts} == {"negative"}
    assert ended.shifts[0].reason == "Ben contradicted Ada 2 times."
    assert ended.drifts == ()  # it cannot become colder than that
    assert ended.mood == "tense"
    state = end(cold, ended)
    assert state[OfficeState].valence[("ada", "ben")] == -0.1


def test_the_rest_is_neutral_and_moves_nothing() -> None:
    state = play(office(), "encounter", [("ada", "Es regnet."), ("ben", "Ja."), (DIRECTOR, "Weiter!"), ("ada", "Tja.")])
    ended = by_rules(state, AT)
    assert {each.valence for each in ended.shifts} == {"neutral"}
    assert (ended.drifts, ended.mood) == ((), "ruhig")
    assert {each.member for each in ended.memories} == {each.member for each in ended.moods} == {"ada", "ben"}
    assert {each.member for each in ended.shifts} == {"ada", "ben"}


def test_an_evening_thought_rests_on_the_members_memories_of_the_day_and_is_theirs_alone() -> None:
    state = end(friendly(), by_rules(friendly(), AT))
    play(state, "reflection", [("ada", "Ben ist ein Guter."), ("ben", "Freitag. Warum sagte ich Freitag?")], room="")
    ended = by_rules(state, AT)
    assert [(each.member, each.type, each.depth, each.evidence, each.text) for each in ended.memories] == [
        ("ada", "reflection", 1, ("m1",), "Ben ist ein Guter."),
        ("ben", "reflection", 1, ("m2", "m3"), "Freitag. Warum sagte ich Freitag?"),
    ]
    assert [each.id for each in ended.memories] == ["m4", "m5"]


@pytest.mark.parametrize("lang", ["de", "en"])
def test_bystanders_see_who_talked_and_of_what_but_hear_no_words(lang: Lang) -> None:
    state = friendly(lang, bystanders=("cleo", "dov"), topic="Der Nebel im Laptop" if lang == "de" else "The fog")
    ended = by_rules(state, AT)
    seen = [each for each in ended.memories if each.type == "observation"]
    assert [(each.member, each.importance, each.about) for each in seen] == [
        ("cleo", 2, ("ada", "ben")),
        ("dov", 2, ("ada", "ben")),
    ]
    assert seen[0].text == (
        "Ada und Ben haben in der Küche über Nebel und Laptop gesprochen. Sie wirkten gut gelaunt."
        if lang == "de"
        else "Ada and Ben were talking in the kitchen about the fog and the laptop. They seemed cheerful."
    )
    entries = len(state.entries)
    end(state, ended)
    assert [entry.heard_by for entry in state.entries[entries:]] == [("cleo",), ("dov",)]


@pytest.mark.parametrize(("lang", "reason"), [("de", "skipped"), ("en", "done")])
def test_a_silent_scene_leaves_a_sentence_and_nothing_else(lang: Lang, reason: Any) -> None:
    ended = by_rules(play(office(lang), "encounter", [], bystanders=("dov",)), AT, reason=reason)
    assert ended.summary.endswith(".")
    assert "Ada" in ended.summary
    assert ended == SceneEnded(at=AT, scene=1, clock="10:35", reason=reason, summary=ended.summary)


def test_a_scene_ends_before_midnight() -> None:
    assert by_rules(friendly(clock="23:50", minutes=150), AT).clock == "23:59"


def test_a_good_answer_is_kept_and_bounded() -> None:
    state = friendly(bystanders=("dov",))
    ended = read_answer(
        state,
        answer(
            mood="herzlich",
            key_turn=3,
            memories=[
                {"member": "ada", "text": "Ben mag meinen Nebel.", "importance": 12},
                {"member": "ada", "text": "Noch einmal.", "importance": 1},
                {"member": "dov", "text": "Ich habe alles gehört.", "importance": 9},
                {"member": "ben", "text": " ", "importance": 3},
            ],
            shifts=[
                {"member": "ada", "other": "ben", "valence": "positive", "reason": "Er  mag\nden Nebel."},
                {"member": "ada", "other": "dov", "valence": "negative", "reason": ""},
                {"member": "ben", "other": "ben", "valence": "negative", "reason": ""},
                {"member": "ben", "other": "ada", "valence": "furious", "reason": ""},
            ],
            moods=[{"member": "ada", "mood": "stolz"}, {"member": "dov", "mood": "neugierig"}],
            tasks=[{"member": "ben", "task": "Den Nebel einbauen"}, {"member": "dov", "task": "Lauschen"}],
            threads=[
                {"kind": "promise", "member": "ben", "other": "ada", "text": "Den Nebel bis Freitag"},
                {"kind": "wish", "member": "ben", "other": "ada", "text": "Ruhe"},
                {"kind": "question", "member": "dov", "other": "ada", "text": "Hm?"},
            ],
        ),
        AT,
    )
    assert (ended.method, ended.summary, ended.mood, ended.key_turn) == (
        "voice", "Ada zeigt Ben den Nebel.", "herzlich", 3,
    )  # fmt: skip
    ada, ben, dov = ended.memories
    assert (ada.text, ada.importance, ada.type, ada.tags) == (
        "Ben mag meinen Nebel.", 10, "conversation", ("Nebel", "Laptop"),
    )  # fmt: skip
    assert ben.text.startswith("Ich habe in der Küche Ada getroffen")
    assert ben.text.endswith("Ich habe Ada zugesagt: „Den Nebel bis Freitag“ Mit Ada lief es gut.") is False
    assert "Den Nebel bis Freitag" in ben.text
    assert ben.open == "promise"
    assert (dov.type, dov.importance) == ("observation", 2)
    assert "alles gehört" not in dov.text
    assert "herzlich" not in dov.text
    assert [(each.member, each.other, each.valence, each.reason) for each in ended.shifts] == [
        ("ada", "ben", "positive", "Er mag den Nebel."),
        ("ben", "ada", "neutral", ""),
    ]
    assert [each.after for each in ended.drifts] == [0.51]
    assert [(each.member, each.mood) for each in ended.moods] == [("ada", "stolz"), ("ben", "ruhig")]
    assert [(each.member, each.task) for each in ended.tasks] == [("ben", "Den Nebel einbauen")]


def test_what_the_answer_passes_over_is_the_rules() -> None:
    state = friendly(bystanders=("dov",))
    ended = read_answer(state, answer(key_turn=99), AT)
    ruled = by_rules(state, AT)
    assert ended.summary == "Ada zeigt Ben den Nebel."
    assert msgspec.structs.replace(ended, summary=ruled.summary, method="rules") == ruled
    assert [each.open for each in read_answer(state, answer(threads=[]), AT).memories] == ["", "", ""]


def test_plans_stay_in_ones_own_words_whatever_the_voice_says() -> None:
    state = play(office(), "arrival", [("ada", "Heute male ich das Ufer."), ("ben", "Ich auch.")])
    ended = read_answer(
        state,
        answer(
            memories=[{"member": "ada", "text": "Ada malt.", "importance": 7}],
            shifts=[{"member": "ada", "other": "ben", "valence": "negative", "reason": "Er malt auch."}],
        ),
        AT,
    )
    assert (ended.shifts, ended.drifts) == ((), ())
    assert [(each.type, each.text, each.importance) for each in ended.memories] == [
        ("plan", "Heute male ich das Ufer.", 7),
        ("plan", "Ich auch.", 4),
    ]


@pytest.mark.parametrize("text", ["", "[]", '{"summary": " "}', '{"summary": "x", "memories": 7}', "[" * 99_999])
def test_what_was_not_asked_for_is_a_decode_error(text: str) -> None:
    with pytest.raises(msgspec.DecodeError):
        read_answer(friendly(), text, AT)
