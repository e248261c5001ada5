"""What a story's replay shows of each turn is what the story was then."""

from __future__ import annotations

from typing import Any

import pytest

from core.base.labels import label
from core.cast.member import PLAYER
from core.export.html import figures
from core.export.registry import Options
from core.export.transcript import read
from core.home import Home
from core.log.events.turn import TurnEnded
from core.log.fold import fold
from core.modes.story.config import StoryConfig
from core.modes.story.events import ChoicesOffered, DiceRolled
from core.modes.story.export import frames
from core.modes.story.rules.parts import ATTRIBUTES
from core.modes.story.state import StoryState
from core.studio.reading import Opened
from tests.standup_events import sample_events
from tests.story_configs import a_story, told

SCRIPT = ("I look around.", "I try to climb the sign, DC 12.", "Go to the jetty.", "I talk to Marta.", "Goodbye.")


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Opened:
    home = Home(tmp_path_factory.mktemp("home"))
    home.prepare()
    return told(home, a_story(concept="raftsman", script=SCRIPT))


def whole(found: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The frames as the page puts them together."""
    frame: dict[str, Any] = {}
    return [frame := {**frame, **each} for each in found]


def test_every_frame_is_the_story_at_its_turn(opened: Opened) -> None:
    events = opened.replay.events
    end = fold(events)
    shown = whole(frames(end, events, "en"))
    assert len(shown) == len(end.turns) + 1
    setting = end.setup[StoryConfig].setting
    places = set()
    for number in range(1, len(end.turns)):
        at = next(at for at, e in enumerate(events) if isinstance(e, TurnEnded) and e.turn == number)
        tale = fold(events[: at + 1])[StoryState]
        frame = shown[number]
        places.add(frame["place"])
        assert frame["place"].casefold() == setting.place_name(tale.here, "en").casefold()
        assert (frame["health"], frame["most"], frame["turn"]) == (tale.player.health, tale.health, tale.turn)
        assert [each["name"] for each in frame["here"]] == [end.name_of(one) for one in tale.present()]
        assert [each["trust"] for each in frame["here"]] == [tale.people[one].trust for one in tale.present()]
        assert {name.casefold(): count for name, count, _held in frame["items"]} == {
            setting.item_name(one, "en").casefold(): count for one, count in tale.player.items.items() if count
        }
    assert len(places) > 1


def test_dice_stand_with_the_turn_that_follows_them(opened: Opened) -> None:
    events = opened.replay.events
    shown = whole(frames(fold(events), events, "en"))
    at = next(at for at, event in enumerate(events) if isinstance(event, DiceRolled))
    rolled = events[at]
    assert isinstance(rolled, DiceRolled)
    turn = next(event.turn for event in events[at:] if isinstance(event, TurnEnded))
    (note,) = [note for note in shown[turn]["notes"] if note["checks"]]
    assert note["text"] == rolled.text
    (thrown,), (check,) = note["checks"], rolled.checks
    assert (thrown["dice"], thrown["total"], thrown["against"], thrown["success"]) == (
        list(check.roll.dice), check.roll.total, check.against, check.success,
    )  # fmt: skip
    assert sum(len([n for n in frame["notes"] if n["checks"]]) for frame in shown) >= 1


def test_what_was_offered_is_shown_with_what_was_taken(home: Home) -> None:
    # Nobody's script: the player takes the choices by chance.
    opened = told(home, a_story(concept="raftsman", autoplay=True, turns=4))
    events = opened.replay.events
    shown = whole(frames(fold(events), events, "en"))
    offered: ChoicesOffered | None = None
    taken = 0
    for event in events:
        if isinstance(event, ChoicesOffered):
            offered = event
        elif isinstance(event, TurnEnded) and event.member == PLAYER and offered is not None:
            found = shown[event.turn]["choices"]
            assert found["offered"] == list(offered.choices)
            assert offered.choices[found["taken"]].rstrip(".") == event.text.rstrip(".")
            taken += 1
            offered = None
    assert taken >= 2


def test_words_of_ones_own_are_no_choice(opened: Opened) -> None:
    events = opened.replay.events
    shown = whole(frames(fold(events), events, "en"))
    players = [e.turn for e in events if isinstance(e, TurnEnded) and e.member == PLAYER]
    assert {shown[turn]["choices"]["taken"] for turn in players if shown[turn]["choices"]} == {-1}


def test_the_sheet_speaks_the_language_of_the_labels(opened: Opened) -> None:
    events = opened.replay.events
    for language in ("en", "de"):
        frame = whole(frames(fold(events), events, language))[-1]
        names = [name for name, _value in frame["sheet"]["attributes"]]
        assert names == [label("attribute_short", each, language) for each in ATTRIBUTES]


def test_only_a_story_has_frames(opened: Opened) -> None:
    events = sample_events()
    transcript = read(fold(events), events)
    round_table = figures(transcript, Options(), transcript.mode.page(transcript, events))
    assert round_table["story"] is None
    assert round_table["floor"]["rooms"]
    events = opened.replay.events
    transcript = read(fold(events), events)
    story = figures(transcript, Options(), transcript.mode.page(transcript, events))
    assert story["floor"] is None
    assert len(story["story"]) == len(story["turns"]) + 1
