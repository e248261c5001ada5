"""Which lines of a small model may stand."""

from __future__ import annotations

from parley.core.voices.embedded.scrutiny import own_part, rounded, tidy

TIDIED = [
    ("Boss: We ship.", "We ship."), ("(sighs) We ship.", "We ship."), ("We ship. (He leaves)", "We ship."),
    ('"We ship.', "We ship."), ("We ship (on Monday", "We ship"), ("(only a stage direction)", ""),
    ("Sure, we ship.", "We ship."), ("- We ship.", "We ship."),
    ("You: We ship.", "We ship."), ("“We ship.”", "We ship."), ("Sure.", "Sure."),
]  # fmt: skip


def test_tidy() -> None:
    for line, wanted in TIDIED:
        assert tidy(line, "Boss", "en") == wanted, line


def test_a_line_that_overruns_is_ended_where_it_could_have_ended() -> None:
    long = "The lamps light up the whole courtyard, creating a summer mood for everybody who comes"
    assert rounded(long, 70) == "The lamps light up the whole courtyard."
    assert rounded("The lamps light up. They stay on all ni", 30) == "The lamps light up."
    # Too little of it would be left, or nowhere could it have ended.
    assert rounded("Lamps, making light for everybody who comes to the party", 50).startswith("Lamps, making")
    assert rounded(long.replace(",", ""), 70) == long.replace(",", "")


def test_a_name_before_a_line_is_whom_it_is_said_to_or_another_speaker() -> None:
    assert own_part("Ines: What else can Tom do?", ["Ines", "Tom"], "Ines") == "What else can Tom do?"
    assert own_part("Ines: What else can Tom do?", ["Ines", "Tom"]) == ""
