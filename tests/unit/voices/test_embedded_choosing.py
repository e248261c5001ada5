"""Which of several lines is said, and what is wrong with the others."""

from __future__ import annotations

from dataclasses import replace

import pytest

from parley.core.log.events.turn import Draft
from parley.core.voices.embedded.choosing import WEIGHTS, Scene, best, copies, drafted, leading, score, with_scene

SCENE = Scene(
    language="en",
    topic="A night bus line for the harbour district",
    earlier=("The bus stops running at ten, and people walk home in the dark.", "Who pays the drivers?"),
    shown=(),
    examples=("The coffee machine leaks, and we make forty cups a day with it.",),
    others=("Boss", "Writer"),
    name="Analyst",
    manner="cites a number before she allows herself an opinion",
)


def chosen(*lines: str, scene: Scene = SCENE) -> str:
    drafts = drafted(scene, lines, [None] * len(lines))
    place = best(drafts)
    assert place is not None
    return lines[place]


@pytest.mark.parametrize(("line", "fault"), [
    ("A night bus needs two drivers.", ""),
    ("Well, people walk home in the dark now.", "says five words again"),
    ("The coffee machine leaks, and we make forty cups a day with it.", "repeats an earlier line"),
    ("A night bus line for the harbour.", "copies the topic"), ("The harbour district!", "copies the topic"),
    ("Wir brauchen noch einen Bus und das ist nicht zu viel.", "is in another language"), ("", "empty"),
    ("Who cleans the coffee machine tonight?", "speaks of an example"),
    ("Thanks, Analyst, for the bus.", "speaks to itself"),
])  # fmt: skip
def test_what_may_not_stand(line: str, fault: str) -> None:
    assert SCENE.fault(line) == fault


def test_an_opening_may_come_back_once() -> None:
    line = "Who pays the captain of the ferry?"
    assert SCENE.fault(line) == ""
    again = replace(SCENE, earlier=(*SCENE.earlier, "Who pays the harbour master?"))
    assert again.fault(line) == "begins as others did"


def test_german_is_known_from_english() -> None:
    scene = replace(SCENE, language="de", topic="Ein Nachtbus für den Hafen", earlier=(), examples=())
    assert scene.fault("Der Nachtbus kostet uns nicht viel.") == ""
    assert scene.fault("We have not seen the bus, and it is late.") == "is in another language"
    assert scene.terms("Die Häfen sind nachts leer.")["topic"] > 0


@pytest.mark.parametrize(("better", "worse"), [
    ("A night bus costs two drivers more.", "I like the summer."),
    ("Two drivers cost forty thousand a year.", "I like the summer very much."),
    ("The bus costs two drivers more.", "The bus costs two drivers more and"),
    ("The bus is empty on Sundays.", "Is the bus empty on Sundays?"),
    ("The bus has forty seats.", "The bus has forty (laughs) seats…"),
])  # fmt: skip
def test_what_is_better(better: str, worse: str) -> None:
    assert chosen(worse, better) == better
    assert chosen(better, worse) == better


def test_of_poor_lines_the_least_bad_is_said_and_of_none_nothing() -> None:
    assert chosen("The coffee machine leaks, and we make forty cups a day with it.", "The night bus line.") == (
        "The night bus line."
    )
    assert best(drafted(SCENE, ["", "…"], [None, None])) is None


def test_the_scene_weighs_among_the_leading_alone() -> None:
    drafts = [Draft(text=str(place), score=value) for place, value in enumerate((0.5, 0.9, 0.8, 0.7))]
    assert leading([*drafts, Draft(text="poor", score=1.0, fault="repeats itself")], 3) == [1, 2, 3]
    terms = dict.fromkeys((name for name in WEIGHTS if name != "scene"), 0.5)
    one = Draft(text="one", terms=terms, score=score(terms))
    weighed = with_scene(one, -1.0, -3.5)
    assert (weighed.terms["scene"], weighed.score) == (1.0, score({**terms, "scene": 1.0}))
    assert with_scene(one, None, -3.5) == one
    # What was not weighed is not said, as good as it may be otherwise.
    assert best([Draft(text="unweighed", score=0.99), weighed]) == 1


def test_equal_lines_leave_it_to_their_order() -> None:
    drafts = drafted(SCENE, ["The bus is red.", "The bus is red."], [-2.0, -2.0])
    assert best(drafts) == 0
    assert copies("the night bus line for the harbour district", SCENE.topic)
