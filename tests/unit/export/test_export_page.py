from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path

from parley.core.export.floor import floor
from parley.core.export.html import CONTENT_POLICY
from parley.core.export.registry import EXPORTS
from parley.core.log.fold import fold
from parley.core.office.plan import load_plan
from tests.standup_events import sample_config, sample_events


class Page(HTMLParser):
    """What a browser would find: tags with attributes, the scripts' texts, and all other text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.scripts: list[str] = []
        self.text = ""
        self.feed(text)

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
    return Page(target.read_text("utf-8"))


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


def test_everybody_sits_in_the_room_of_the_talk() -> None:
    config = sample_config()
    for plan in (None, load_plan("small")):
        drawn = floor(config, plan, "de")
        room = next(each for each in drawn["rooms"] if each["id"] == drawn["room"])
        assert len(drawn["places"]) == 5
        for x, y in drawn["places"]:
            assert room["x"] < x < room["x"] + room["w"]
            assert room["y"] < y < room["y"] + room["h"]


def test_without_its_plan_a_run_sits_in_the_one_that_ships() -> None:
    drawn = floor(sample_config().model_copy(update={"plan": "nowhere"}), None, "en")
    assert drawn["room"] in [room["id"] for room in drawn["rooms"]]
    assert len(drawn["places"]) == 5
