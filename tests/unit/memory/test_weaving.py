from __future__ import annotations

import random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parley.core.base.line import Called
from parley.core.modes.office.memory.weaving import (
    Part,
    WeaveError,
    by_rules,
    checked,
    chunks,
    part_of,
)

NAMES = {
    "ada": Called(("Ada", "Dame Ada"), ("Ben", "Cleo")),
    "ben": Called(("Ben", "Sir Ben"), ("Ada", "Cleo")),
    "cleo": Called(("Cleo",), ("Ada", "Ben")),
}
LINES = (2, 6)
SAID = {
    "ada": "Der Nebel ist fertig. Willst du ihn sehen?\nIch stelle ihn nach dem Essen ein. [Hoffentlich mag er ihn]",
    "ben": "Ben: „Vierzig Ebenen, Ada!“ [Vierzig.]\nDas läuft auf keinem Laptop.",
}


def names_of(member: str) -> Called:
    return NAMES[member]


def weave(*lines: tuple[str, str, str]) -> str:
    found = [{"speaker": speaker, "says": says, "thinks": thinks} for speaker, says, thinks in lines]
    return msgspec.json.encode({"lines": found}).decode()


def test_a_contribution_in_chunks_and_thoughts() -> None:
    ada, ben = (part_of(SAID[one], NAMES[one]) for one in ("ada", "ben"))
    assert chunks(ada, 200) == ("Der Nebel ist fertig. Willst du ihn sehen?", "Ich stelle ihn nach dem Essen ein.")
    assert ada.thoughts == ("Hoffentlich mag er ihn",)
    assert chunks(ben, 200) == ("Vierzig Ebenen, Ada!", "Das läuft auf keinem Laptop.")
    assert ben.thoughts == ("Vierzig.",)
    assert chunks(part_of("", Called()), 200) == ()
    assert part_of("…\n[nur\ngedacht]", Called()) == Part(thoughts=("nur gedacht",))


def test_what_a_contribution_says_for_others_is_not_woven_into_its_lines() -> None:
    said = {**SAID, "cleo": "Ich sehe nichts.\nAda: Doch, schau!\nBen: Niemals."}
    woven = by_rules(said, names_of, LINES, 0)
    assert [line.says for line in woven if line.member == "cleo"] == ["Ich sehe nichts."]
    assert not any("Doch, schau" in line.says for line in woven)


def test_at_most_three_chunks_of_whole_sentences_within_the_cap() -> None:
    said = " ".join(f"Das ist der Satz mit der Nummer {number}, und er ist nicht kurz." for number in range(8))
    found = chunks(part_of(said, Called()), 200)
    assert len(found) == 3
    assert all(len(chunk) <= 200 and chunk.endswith(".") for chunk in found)
    assert said.startswith(found[0])
    only, *_ = chunks(part_of("Ein Satz ohne Ende " * 30, Called()), 80)
    assert len(only) <= 80
    assert only.endswith("…")


def test_the_rules_give_everybody_a_line_even_where_they_are_many() -> None:
    many = {f"m{number}": "Ich sage etwas.\nUnd noch etwas.\nUnd ein Drittes." for number in range(9)}
    woven = by_rules(many, lambda member: Called((member,)), (3, 8), 200)
    assert [line.member for line in woven] == list(many)
    assert all(line.says == "Ich sage etwas. Und noch etwas. Und ein Drittes." for line in woven)


def test_the_rules_leave_out_who_said_nothing_and_join_what_follows_itself() -> None:
    woven = by_rules({"ada": "Eins, ganz allein.\nZwei.\nDrei.", "ben": "[hm]", "cleo": "Ja."}, names_of, LINES, 200)
    assert [(line.member, line.says) for line in woven] == [
        ("ada", "Eins, ganz allein."),
        ("cleo", "Ja."),
        ("ada", "Zwei. Drei."),
    ]
    assert by_rules({}, names_of, LINES, 200) == ()
    assert by_rules({"ada": "", "ben": "[…]"}, names_of, LINES, 200) == ()
    assert len(by_rules({"ada": "Eins, ganz allein.\nZwei."}, names_of, LINES, 200)) == 2


def test_a_good_weave_is_kept_in_the_members_own_writing() -> None:
    woven = checked(
        weave(
            ("ada", "der nebel ist fertig, willst du ihn sehen", "hoffentlich mag er ihn"),
            ("Ben", "Ben: Vierzig Ebenen", ""),
            ("ada", "Ich stelle ihn … ein"[:14], ""),
            ("ben", "auf keinem Laptop!", "[Vierzig]"),
        ),
        SAID, names_of, LINES, 200,
    )  # fmt: skip
    assert [(line.member, line.says, line.thinks) for line in woven] == [
        ("ada", "Der Nebel ist fertig. Willst du ihn sehen?", "Hoffentlich mag er ihn"),
        ("ben", "Vierzig Ebenen…", ""),
        ("ada", "Ich stelle ihn…", ""),
        ("ben", "… auf keinem Laptop.", "Vierzig."),
    ]


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        ("Gern!", "not the JSON"),
        ('{"lines": [1]}', "not the JSON"),
        ("[" * 100_000, "not the JSON"),
        (weave(("ada", "Der Nebel ist fertig.", "")), "The weave has one line; it must have 2 to 6."),
        (weave(*[("ada", "Der", ""), ("ben", "Das", "")] * 4), "The weave has 8 lines; it must have 2 to 6."),
        (weave(("dov", "Hallo.", ""), ("ada", "Der Nebel", "")), "a line of “dov”, who is not in the scene."),
        (weave(("ada", "Der Nebel", ""), ("ada", "ist fertig", "")), "leaves out Ben, who had something to say."),
        (
            weave(("ada", "Der Nebel ist nicht fertig.", ""), ("ben", "Vierzig Ebenen", "")),
            "has Ada speak words that are not their own: “Der Nebel ist nicht fertig.”",
        ),
        (
            weave(("ada", "Der Nebel", ""), ("ada", "Nebel ist fertig", ""), ("ben", "Vierzig Ebenen", "")),
            "has Ada speak the same words twice, at “Nebel ist fertig” or before.",
        ),
        (
            weave(("ada", "Der Nebel", "Vierzig"), ("ben", "Vierzig Ebenen", "")),
            "has Ada think words that are not their own: “Vierzig”.",
        ),
        (weave(("ada", "Hoffentlich mag er ihn", ""), ("ben", "Vierzig Ebenen", "")), "has Ada speak words"),
        (weave(("ada", "…", ""), ("ben", "Vierzig Ebenen", "")), "has Ada speak words that are not their own"),
    ],
)
def test_a_bad_weave_is_refused_with_a_sentence_that_names_who_and_what(answer: str, sentence: str) -> None:
    with pytest.raises(WeaveError) as error:
        checked(answer, SAID, names_of, LINES, 200)
    assert sentence in str(error.value)
    assert len(str(error.value)) < 300


def test_dashes_apostrophes_and_composed_letters_make_no_difference() -> None:
    said = {"ada": "Moment—das geht’s nicht, z. B. im Lore‑Büro.", "ben": "Gut."}
    answer = weave(("ada", "moment – das geht's nicht; z.B. im Lore-Büro", ""), ("ben", "gut", ""))
    assert checked(answer, said, names_of, LINES, 0)[0].says == said["ada"]


def test_repeated_words_are_each_used_once() -> None:
    said = {"ada": "Ja nein ja.", "ben": "Gut."}
    woven = checked(weave(("ada", "ja", ""), ("ben", "Gut", ""), ("ada", "ja nein", "")), said, names_of, LINES, 200)
    assert [line.says for line in woven] == ["… ja.", "Gut.", "Ja nein…"]
    with pytest.raises(WeaveError, match="twice"):
        checked(
            weave(("ada", "ja", ""), ("ben", "Gut", ""), ("ada", "ja", ""), ("ada", "ja", "")),
            said, names_of, LINES, 200,
        )  # fmt: skip
    drone = {"ada": "ja " * 200, "ben": "Gut."}
    with pytest.raises(WeaveError, match="twice"):
        checked(weave(*[("ada", "ja " * 60, "")] * 4, ("ben", "Gut", "")), drone, names_of, LINES, 0)


WORD = st.text(alphabet="abcdefghijklmnopqrstuvwxyzäöüß", min_size=1, max_size=9)
SENTENCE = st.lists(WORD, min_size=2, max_size=9).map(lambda words: " ".join(words).capitalize() + ".")
SPEECH = st.lists(SENTENCE, min_size=1, max_size=4)


@settings(max_examples=60)
@given(ada=SPEECH, ben=SPEECH, seed=st.integers(0, 2**32))
def test_own_sentences_in_any_order_and_trimmed_are_accepted(ada: list[str], ben: list[str], seed: int) -> None:
    chance = random.Random(seed)
    lines: list[tuple[str, str, str]] = []
    for member, said in (("ada", ada), ("ben", ben)):
        for sentence in said:
            words = sentence.split()
            first = chance.randrange(len(words))
            last = chance.randrange(first + 1, len(words) + 1)
            kept = " ".join(words[first:last])
            lines.append((member, chance.choice([kept, kept.upper(), f"… {kept}…", f"„{kept}“"]), ""))
    chance.shuffle(lines)
    contributions = {"ada": " ".join(ada), "ben": "\n".join(ben)}
    woven = checked(weave(*lines), contributions, names_of, (2, 8), 0)
    assert [line.member for line in woven] == [line[0] for line in lines]
    for line in woven:
        plain = line.says.removeprefix("… ").removesuffix("…")
        assert plain in " ".join(contributions[line.member].split())


@settings(max_examples=60)
@given(said=st.dictionaries(st.sampled_from(["ada", "ben", "cleo"]), st.text(max_size=400)), start=st.integers(0, 9))
def test_the_rules_weave_is_one_that_would_be_accepted(said: dict[str, str], start: int) -> None:
    woven = by_rules(said, names_of, LINES, 120, start)
    parts = {member: part_of(text, names_of(member)) for member, text in said.items()}
    speakers = {member for member, part in parts.items() if part.said or part.does}
    assert {line.member for line in woven} == speakers
    assert len(woven) <= 6
    assert all(len(line.says) <= 120 and (line.says or line.does) for line in woven)
