"""What somebody of whom a setting says little answers in an ordinary talk."""

from __future__ import annotations

import pytest

from parley.core.cast.member import PLAYER
from parley.core.home import Home
from parley.core.log.config import RunConfig
from parley.core.modes.story.config import StoryConfig
from parley.core.modes.story.rehearsal.kinds import kinds
from parley.core.modes.story.rehearsal.phrases import story_bank
from parley.core.modes.story.rules.sayings import Words
from tests.story_configs import a_setting, a_story, told

ASKED = {
    "en": (
        "What do you do all day?",
        "Do you like it here?",
        "Why?",
        "Do you have a phone?",
        "What's your favourite food?",
        "Do you know Peter?",
        "What did you do yesterday?",
        "How old is he?",
        "Do you have any hobbies?",
        "How far is it to the next town?",
    ),
    "de": (
        "Was machst du den ganzen Tag?",
        "Gefällt es dir hier?",
        "Warum?",
        "Hast du ein Handy?",
        "Was isst du am liebsten?",
        "Kennst du Peter?",
        "Was hast du gestern gemacht?",
        "Wie alt ist er?",
        "Hast du Hobbys?",
        "Wie weit ist es bis zur nächsten Stadt?",
    ),
}


def a_bare(language: str, script: tuple[str, ...] = ()) -> RunConfig:
    """A talk with the ferryman of a setting whose people have no sayings."""
    config = a_story("ferry", partner="levin", language=language, script=script or ASKED[language])
    story = config[StoryConfig]
    people = tuple(one.model_copy(update={"says": ()}) for one in story.setting.people)
    setting = story.setting.model_copy(update={"people": people, "says": ()})
    return config.model_copy(update={"story": story.model_copy(update={"setting": setting})})


@pytest.mark.parametrize("language", ["en", "de"])
def test_who_has_no_sayings_answers_an_ordinary_talk_each_time_otherwise(home: Home, language: str) -> None:
    turns = told(home, a_bare(language)).state.turns
    asked = [number for number, turn in enumerate(turns) if turn.member == PLAYER]
    said = [next(turn.text for turn in turns[number:] if turn.member == "levin") for number in asked]
    assert len(said) == len(ASKED[language]) == len(set(said))
    known = kinds(language)
    for number, kind in ((0, "work_day"), (1, "here_like"), (3, "modern_yes"), (4, "fav_food"), (9, "far_town")):
        assert any(one.mark in said[number] for one in known[kind].says), said[number]
    # What is asked on belongs to the answer before it.
    whys = [one.behind.get("why") for one in known["here_like"].says if one.mark in said[1]]
    assert said[2] in (*whys, known["here_like"].follow["why"])
    assert "Peter" in said[5]


def test_a_log_keeps_sayings_in_its_own_language() -> None:
    whole, kept = a_setting("ferry"), a_story("ferry", language="de")[StoryConfig].setting
    for mine, theirs in zip(kept.people, whole.people, strict=True):
        assert [one.text for one in mine.says] == [Words(de=one.text.de) for one in theirs.says]
        assert [one.about and one.about.text("de") for one in mine.says] == [
            one.about and one.about.de for one in theirs.says
        ]
    assert len(kept.model_dump_json()) < 0.75 * len(whole.model_dump_json())


BEGGED = {
    "en": (
        "Please, I beg you, do not wake the others.",
        "Clean my boots.",
        "Have pity and let me in.",
        "Lovely evening.",
        "For pity's sake, keep the letter safe.",
        "Stop humming.",
        "Do you know Marta? Do you trust her?",
    ),
    "de": (
        "Bitte, ich flehe dich an, weck die anderen nicht.",
        "Putz mir die Stiefel.",
        "Hab Erbarmen und lass mich hinein.",
        "Schöner Abend.",
        "Um Himmels willen, verwahr mir den Zettel.",
        "Hör auf zu summen.",
        "Kennst du Marta? Traust du ihr?",
    ),
}


@pytest.mark.parametrize("language", ["en", "de"])
def test_what_is_begged_for_or_ordered_is_answered_as_such_each_time_otherwise(home: Home, language: str) -> None:
    turns = told(home, a_bare(language, BEGGED[language])).state.turns
    asked = [number for number, turn in enumerate(turns) if turn.member == PLAYER]
    said = [next(turn.text for turn in turns[number:] if turn.member == "levin") for number in asked]
    assert len(said) == len(BEGGED[language]) == len(set(said))
    pools = story_bank(language).pools
    for bid, text in zip(("plea", "order", "plea", "small", "plea", "order"), said, strict=False):
        assert any(one.mark.strip() in text for one in pools[f"say.{bid}"]), text
    assert "Marta" in said[-1]
