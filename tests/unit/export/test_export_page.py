from __future__ import annotations

import json
from html.parser import HTMLParser
from pathlib import Path

from core.export.floor import floor, one_room
from core.export.html import CONTENT_POLICY
from core.export.registry import EXPORTS
from core.export.transcript import read
from core.log.fold import fold
from core.modes.office.config import OfficeConfig
from core.modes.office.export import stages
from core.office.plan import load_plan
from tests.day_events import a_day
from tests.standup_events import sample_config, sample_events


class Page(HTMLParser):
    """What a browser would find: tags with attributes, the scripts' texts, and all other text."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.scripts: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag == "script":
            self.scripts.append("")

    def handle_data(self, data: str) -> None:
        if self.lasttag == "script" and self.scripts:
            self.scripts[-1] += data
        else:
            self.text += data


def page(nasty: bool, tmp_path: Path) -> Page:
    events = sample_events(nasty=nasty)
    target = tmp_path / "run.html"
    EXPORTS["html"].write(fold(events), events, target)
    found = Page()
    found.feed(target.read_text("utf-8"))
    return found


def test_nothing_of_the_run_becomes_markup(tmp_path: Path) -> None:
    kind, nasty = page(False, tmp_path), page(True, tmp_path)
    assert {tag for tag, _ in nasty.tags} == {tag for tag, _ in kind.tags}
    assert len(nasty.scripts) == len(kind.scripts) == 3
    assert not [name for _, attributes in nasty.tags for name in attributes if name.startswith("on")]
    assert "<script>window.hacked=4</script>" in nasty.text or "window.hacked=4" in nasty.text


def test_it_stands_alone(tmp_path: Path) -> None:
    found = page(False, tmp_path)
    assert not [tag for tag, _ in found.tags if tag in {"link", "img", "iframe", "object", "base", "form"}]
    links = [attributes[name] for _, attributes in found.tags for name in ("href", "src") if name in attributes]
    assert all(link and link.startswith("#t") for link in links)
    policy = next(attributes for tag, attributes in found.tags if attributes.get("http-equiv"))
    assert policy["content"] == CONTENT_POLICY


def test_it_reads_without_script(tmp_path: Path) -> None:
    found = page(False, tmp_path)
    for turn in fold(sample_events()).turns:
        assert turn.text in found.text


def test_the_replay_has_the_selections_own_numbers(tmp_path: Path) -> None:
    data = json.loads(page(False, tmp_path).scripts[1])
    turns = fold(sample_events()).turns
    assert [turn["text"] for turn in data["turns"]] == [turn.text for turn in turns]
    drawn = [(turn, figure) for turn, figure in zip(turns, data["turns"], strict=True) if "why" in figure]
    assert drawn
    for turn, figure in drawn:
        assert turn.selected
        assert figure["why"]["draw"] == turn.selected.draw
        assert [bar[7] for bar in figure["why"]["bars"]] == [each.probability for each in turn.selected.candidates]


def test_everybody_sits_in_the_room_of_the_talk() -> None:
    config = sample_config()
    for plan in (None, load_plan("small")):
        drawn = floor(config, plan, "de")
        room = next(each for each in drawn["rooms"] if each["id"] == drawn["room"])
        assert len(drawn["places"]) == 5
        for x, y in drawn["places"]:
            assert room["x"] < x < room["x"] + room["w"]
            assert room["y"] < y < room["y"] + room["h"]


def test_without_a_plan_there_is_one_room() -> None:
    drawn = floor(sample_config().model_copy(update={"plan": "nowhere"}), None, "en")
    assert [room["id"] for room in drawn["rooms"]] == ["room"]
    for count in (1, 2, 30, 200):
        drawn = one_room(count)
        assert len({tuple(place) for place in drawn["places"]}) == count
        assert all(0 < x < drawn["width"] and 0 < y < drawn["height"] for x, y in drawn["places"])


def test_a_day_has_a_stage_for_each_scene() -> None:
    state = fold(a_day())
    drawn = stages(state, "de")
    assert [(each["n"], each["first"], each["room"]) for each in drawn["scenes"]] == [
        (1, 1, "hallway"), (2, 8, "kitchen"), (3, 13, "conference"), (4, 19, ""), (5, 21, ""), (6, 23, "lounge"),
    ]  # fmt: skip
    rooms = state.setup[OfficeConfig].floor
    for each in drawn["scenes"]:
        assert len(each["places"]) == 7
        assert len({tuple(place) for place in each["places"]}) == 7
        if each["room"]:
            assert all(rooms.room(each["room"]).holds(tuple(each["places"][member])) for member in each["in"])
    # At their desks nobody is where they were before.
    assert drawn["scenes"][3]["places"] != drawn["scenes"][2]["places"]


def test_a_days_page_has_its_scenes_and_translations(tmp_path: Path) -> None:
    events = a_day()
    target = tmp_path / "day.html"
    EXPORTS["html"].write(fold(events), events, target)
    text = target.read_text("utf-8")
    found = Page()
    found.feed(text)
    opens = [attributes for tag, attributes in found.tags if attributes.get("class") == "opens"]
    assert [attributes["data-turn"] for attributes in opens] == ["1", "8", "13", "19", "21", "23"]
    assert "Szene 2, 09:20, Küche" in found.text
    assert "That was the build. It does things sometimes." in found.text
    assert any(attributes.get("id") == "other" for _tag, attributes in found.tags)
    # What a bystander saw is nobody's line, and a scene's lines are heard by those in it without saying so.
    assert "haben geredet" not in found.text
    assert "gehört von" not in found.text
    assert found.text.count("für sich") == 2
    figures = json.loads(found.scripts[-2])
    assert figures["turns"][8]["other"] == "That was the build. It does things sometimes."


def test_who_opens_a_scene_answers_nobody() -> None:
    events = a_day(scenes=2)
    told = read(fold(events), events)
    # The last of the arrival and the first of the kitchen did not talk to each other.
    assert ("svea", "bine") not in told.answers
    assert told.answers["ilja", "svea"] == 3
    assert told.voices.turns == {"rehearsal": 12}
    seen = told.mode.sections(told, events)["office"]["observations"]
    assert [each["text"] for each in seen] == ["Svea und Ilja haben geredet. Sie wirkten verschmitzt."]
