from __future__ import annotations

import re

import msgspec
import pytest

from parley.core.base.line import Called
from parley.core.modes.office.memory.weaving import Part, WeaveError, by_rules, checked, chunks, part_of, pieces, schema

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


def weave(*order: str) -> str:
    return msgspec.json.encode({"order": order}).decode()


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


def test_a_good_weave_is_kept_in_its_order() -> None:
    lines = pieces(SAID, names_of, 200)
    assert [line.id for line in lines] == ["ada.1", "ada.2", "ben.1", "ben.2"]
    assert lines[2].text == "Vierzig Ebenen, Ada! [Vierzig.]"
    woven = checked(weave("ben.1", "ada.1", "ben.2"), SAID, names_of, LINES, 200)
    assert [(line.member, line.says, line.thinks) for line in woven] == [
        ("ben", "Vierzig Ebenen, Ada!", "Vierzig."),
        ("ada", "Der Nebel ist fertig. Willst du ihn sehen?", "Hoffentlich mag er ihn"),
        ("ben", "Das läuft auf keinem Laptop.", ""),
    ]


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ("nonsense", "is not the JSON"),
        ('{"lines": []}', "is not the JSON"),
        (weave("ada.1", "cleo.1"), "“cleo.1”, which nobody said"),
        (weave("ada.1", "ben.1", "ada.1"), "ada.1 twice"),
        (weave("ada.1", "ada.2"), "leaves out Ben"),
        (weave("ada.1"), "has one line; it must have 2 to 6"),
        (weave(), "has no lines"),
    ],
)
def test_a_weave_that_cannot_be_used_says_why(answer: str, why: str) -> None:
    with pytest.raises(WeaveError, match=re.escape(why)):
        checked(answer, SAID, names_of, LINES, 200)


def test_the_schema_knows_every_line_and_how_many() -> None:
    order = schema(pieces(SAID, names_of, 200), LINES)["properties"]["order"]
    assert order["items"]["enum"] == ["ada.1", "ada.2", "ben.1", "ben.2"]
    assert (order["minItems"], order["maxItems"]) == (2, 6)
