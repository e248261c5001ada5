"""Which of several lines is said, and what is wrong with the others."""

from __future__ import annotations

from dataclasses import replace

import pytest

from parley.core.voices.embedded.choosing import FAULTS, Scene, build_drafts, find_best, own_part, tidy, trim_line

SCENE = Scene(
    language="en",
    topic="A night bus line for the harbour district",
    earlier=("The bus stops running at ten, and people walk home in the dark.", "Who pays the drivers?"),
    samples=("Numbers first, opinions after lunch.",),
    others=("Boss", "Writer"),
    name="Analyst",
    role="Data analyst",
)


def chosen(*lines: str, scene: Scene = SCENE) -> str:
    place = find_best(build_drafts(scene, lines))
    assert place is not None
    return lines[place]


FAULTY = [
    ("A night bus needs two drivers.", ""), ("Ask the boss: he knows the bus.", ""),
    ("Well, people walk home at night now.", "takes up three words that were said"),
    ("I agree with the bus.", "sounds like an assistant"),
    ("It is important to consider the bus.", "sounds like an assistant"),
    ("The bus costs two drivers more and", "is not a whole sentence"),
    ("A night bus line for the harbour.", "copies the topic"), ("The harbour district!", "copies the topic"),
    ("The bus is good for this project.", "talks about its own part"),
    ("As a data analyst, I like the bus.", "talks about its own part"),
    ("On the bus it is numbers first, opinions after lunch.", "copies a sample"),
    ("Who pays the drivers?", "repeats an earlier line"), ("no no no no no no no no", "repeats itself"),
    ("Thanks, Analyst, for the bus.", "speaks to itself"), ("The analyst likes the bus.", "speaks to itself"),
    ("Analyst. I like the bus.", "speaks to itself"), ("I'm sorry, but I cannot say.", "sounds like an assistant"),
    ("The bus is late. Writer: I like it.", "speaks for somebody else"),
    ("Wir brauchen noch einen Bus und das ist nicht zu viel.", "is in another language"),
    ("The bus 很好 is late.", "is in another language"), ("", "says nothing"), ("…", "says nothing"),
    ("Boss!", "says nothing"), ("Who would need a night bus line in the harbour?", "copies the topic"),
    ("I want a night bus line for the harbour district, and a shelter where people can wait for it.", ""),
]  # fmt: skip


def test_what_may_not_stand() -> None:
    for line, fault in FAULTY:
        assert SCENE.fault(line) == fault, line
        assert fault in ("", *FAULTS), line
        assert [name for name, _found in SCENE.checks(line)] == [*reversed(FAULTS)]


def test_nobody_changes_sides_and_all_may_promise_alike() -> None:
    against, for_it = replace(SCENE, stance="against"), replace(SCENE, stance="for")
    assert against.fault("Yes, but only with two drivers.") == "takes the other side"
    assert for_it.fault("No, it needs two drivers.") == "takes the other side"
    motion = replace(against, topic="The harbour needs a night bus")
    assert motion.fault("Our harbour needs a night bus because my sister works late.") == "takes the other side"
    assert motion.fault("You say the harbour needs a night bus, but who pays the drivers") != "takes the other side"
    assert replace(SCENE, answers=True).fault("I like it.") == "leaves out what was put in"
    assert for_it.fault("No one else drives at night.") == against.fault("Nobody drives at night.") == ""
    promised = replace(SCENE, earlier=("Tomorrow Henry calls the garage.",))
    assert promised.fault("Tomorrow Henry asks my wife.") == "begins as an earlier line"
    topical = replace(SCENE, earlier=("A night bus would be empty.",))
    helped = "A night bus would help my sister, who cleans offices."
    assert not topical.fault(helped)
    twice = replace(topical, earlier=(*topical.earlier, "A night bus would cost too much."))
    assert twice.fault(helped) == "begins as an earlier line"
    assert not replace(promised, act="commit").fault("Tomorrow Henry asks my wife.")


def test_of_two_lines_that_may_stand_the_likelier_one_is_said() -> None:
    lines = ("A night bus needs two drivers.", "A night bus eats two drivers.")
    assert find_best(build_drafts(SCENE, lines, (0.2, 0.7))) == 1
    assert find_best(build_drafts(SCENE, lines, (0.7, 0.2))) == 0
    assert [draft.terms["likely"] for draft in build_drafts(SCENE, lines)] == [0.5, 0.5]


def test_german_is_known_from_english() -> None:
    scene = replace(SCENE, language="de", topic="Ein Nachtbus für den Hafen", earlier=(), samples=())
    assert scene.fault("Der Nachtbus kostet uns nicht viel.") == ""
    assert scene.fault("We have not seen the bus, and it is late.") == "is in another language"
    assert scene.terms("Die Häfen sind nachts leer.")["topic"] > 0


@pytest.mark.parametrize(("better", "worse", "act"), [
    ("A night bus costs two drivers more.", "I like the summer.", None),
    ("Two drivers cost forty thousand a year.", "I like the summer very much.", None),
    ("How many seats has the night bus?", "The night bus has forty seats.", "ask"),
    ("The night bus has forty seats.", "How many seats has the night bus?", "answer"),
    ("The bus is empty on Sundays.", "Is the bus empty on Sundays?", None),
])  # fmt: skip
def test_what_is_better(better: str, worse: str, act: str | None) -> None:
    scene = replace(SCENE, act=act)
    assert chosen(worse, better, scene=scene) == chosen(better, worse, scene=scene) == better


def test_the_line_before_in_other_words_is_a_fault_and_taking_up_its_words_is_none() -> None:
    here = Scene(
        language="en",
        topic="Should cyclists have to wear helmets?",
        earlier=("Wearing a helmet is crucial for safety on the road.", "Accidents are much more deadly in winter."),
        name="Boss",
    )
    assert here.fault("Helmets give crucial safety.") == "says an earlier line in other words"
    assert here.fault("They are much more deadly without a lamp.") == ""


TIDIED = [
    ("Boss: We ship.", "We ship."), ("(sighs) We ship.", "We ship."), ("We ship. (He leaves)", "We ship."),
    ('"We ship.', "We ship."), ("We ship (on Monday", "We ship"), ("(only a stage direction)", ""),
    ("Sure, we ship.", "We ship."), ("- We ship.", "We ship."),
    ("You: We ship.", "We ship."), ("“We ship.”", "We ship."), ("Sure.", "Sure."),
]  # fmt: skip


def test_what_is_around_a_line_is_taken_off() -> None:
    for line, wanted in TIDIED:
        assert tidy(line, "Boss", "en") == wanted, line


def test_a_line_that_overruns_is_ended_where_it_could_have_ended() -> None:
    long = "The lamps light up the whole courtyard, creating a summer mood for everybody who comes"
    assert trim_line(long, 70) == "The lamps light up the whole courtyard."
    assert trim_line("The lamps light up. They stay on all ni", 30) == "The lamps light up."
    # Too little of it would be left, or nowhere could it have ended.
    assert trim_line("Lamps, making light for everybody who comes to the party", 50).startswith("Lamps, making")
    assert trim_line(long.replace(",", ""), 70) == long.replace(",", "")


def test_a_name_before_a_line_is_whom_it_is_said_to_or_another_speaker() -> None:
    assert own_part("Ines: What else can Tom do?", ["Ines", "Tom"], "Ines") == "What else can Tom do?"
    assert own_part("Ines: What else can Tom do?", ["Ines", "Tom"]) == ""
