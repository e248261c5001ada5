"""Facts first, colour after: who says what where a voice only goes on with a text."""

from __future__ import annotations

from itertools import pairwise

import pytest

from parley.core.cast.member import PLAYER
from parley.core.home import Home
from parley.core.modes.story.events import ChoicesOffered, StoryTold
from parley.core.voices.base import Capabilities
from parley.core.voices.rehearsal.voice import RehearsalVoice
from tests.story_configs import a_setting, a_story, of, told

SCRIPTS = {
    "en": (
        "look around", "Talk to Marta", "What happened to the bell?", "What do you want?", "Who is Ada?",
        "What is the price of moonlight?", "Goodbye", "Go to the jetty", "Pick up the rope", "Talk to Levin",
        "What calls over there?", "Come with me", "Goodbye", "Go to the alder carr", "Pick up the ferry bell",
    ),
    "de": (
        "umsehen", "Mit Marta sprechen", "Was ist mit der Glocke passiert?", "Was willst du?", "Wer ist Ada?",
        "Was kostet das Mondlicht?", "Auf Wiedersehen", "Zum Steg gehen", "Seil einstecken",
        "Mit Levin sprechen", "Was ruft da drüben?", "Komm mit mir", "Auf Wiedersehen", "Zum Erlenbruch gehen",
        "Die Fährglocke einstecken",
    ),
}  # fmt: skip


@pytest.fixture
def screenplay(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rehearsal voice as one that only goes on with a text."""
    able = Capabilities(profile="screenplay")
    monkeypatch.setattr(RehearsalVoice, "capabilities", property(lambda _voice: able))


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.usefixtures("screenplay")
def test_the_rules_answer_and_only_the_narrator_is_asked(home: Home, language: str) -> None:
    setting = a_setting("ferry")
    played = told(home, a_story("ferry", language=language, concept="letter", script=SCRIPTS[language], turns=40))
    assert played.state.status == "ended"
    # Older logs have what the rules said first beside the lines.
    assert all(each.after for each in of(played.replay.events, StoryTold))
    # How it ended, an answer, a farewell, a fight and a joke are the rules' alone.
    *lines, last = played.state.turns
    assert last.ended.author == "rules"
    by = {"narrator": {"voice", "rules"}, PLAYER: {"script"}, "keeper": {"rules"}, "jester": {"rules"}}
    for turn in lines:
        assert turn.ended.author in by.get(turn.member, {"rules"}) or turn.started.kind == "question"
    assert {"marta", "levin"} <= {turn.member for turn in lines}
    assert {turn.member for turn in lines if turn.ended.author == "voice"} == {"narrator"}
    said = " ".join(turn.text for turn in lines)
    place = setting.place("jetty")
    assert place is not None
    assert place.description.text(language) in said
    rope = setting.item("rope")
    assert rope is not None
    assert rope.description is not None
    assert rope.description.text(language) in said
    known = setting.someone("marta")
    assert known is not None
    answer = next(one.text.text(language) for one in known.says if one.about and one.about.en.startswith("bell,"))
    assert answer in said


@pytest.mark.parametrize("language", ["en", "de"])
def test_people_answer_what_they_are_asked_and_say_so_where_they_do_not_know(home: Home, language: str) -> None:
    played = told(home, a_story("ferry", language=language, concept="letter", script=SCRIPTS[language], turns=40))
    lines = [turn for turn in played.state.turns if turn.member in {PLAYER, "marta", "levin"}]
    answers = {asked.text: said.text for asked, said in pairwise(lines) if said.member != PLAYER}
    script = SCRIPTS[language]
    wanted = {"en": ["Monday", "daughter", "Ada"], "de": ["Montag", "Tochter", "Ada"]}[language]
    for line, word in zip(script[2:5], wanted, strict=True):
        assert word in answers[line], line
    texts = [turn.text for turn in lines if turn.member != PLAYER]
    assert len(texts) == len(set(texts))
    ending = played.state.turns[-1].text
    assert played.state.turns[-1].started.kind == "closing"
    assert "Marta" in ending
    assert "Levin" in ending


@pytest.mark.parametrize(("setting", "seed"), [("ferry", 2), ("varn", 3), ("varn", 8)])
def test_a_choice_is_never_refused_and_never_what_was_just_done(home: Home, setting: str, seed: int) -> None:
    played = told(home, a_story(setting, seed=seed, turns=16, autoplay=True))
    offered = of(played.replay.events, ChoicesOffered)
    assert len(offered) > 10
    # The five answers of the interview come first.
    acts = ["", *(turn.text for turn in played.state.turns if turn.member == PLAYER)][5:]
    for each in offered:
        assert len({choice.casefold() for choice in each.choices}) == 3
        assert all(1 <= len(choice.split()) <= 6 for choice in each.choices)
        # A blow may be struck twice.
        act = acts[each.story_turn]
        assert not each.story_turn or act not in each.choices or act.startswith(("Attack", "Defend", "Flee"))
    refused = [event for event in played.replay.events if getattr(event, "refused", False)]
    assert refused == []
