"""The logbook: what its pages hold, in which language, and what stands in the files."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from parley.core.cli import main
from parley.core.log.codec import encode
from parley.core.log.config import RunConfig
from parley.core.log.events.base import Event
from parley.core.log.events.run import RunStarted, TopicInjected
from parley.core.log.fold import fold
from parley.core.log.state import State
from parley.core.modes.office.config import OfficeConfig
from parley.core.modes.office.logbook.documents import write_logbook
from parley.core.modes.office.logbook.page import Lang
from parley.core.modes.office.logbook.reading import build_logbook
from tests.day_events import a_day
from tests.unit.export.test_export_page import Page

NAMES = ("<script>alert(1)</script>", '"><img src=x>', "*_`|„Anführung“ [x](y)", "名前 👩\u200d🚀", "O'Hara & Søn")


def day(lang: Lang = "original", **wanted: object) -> tuple[State, list[Event]]:
    events = a_day(**wanted)  # type: ignore[arg-type]
    return fold(events), events


def nasty(scenes: int = 6) -> tuple[State, list[Event]]:
    """A day whose people have names that no document may take for anything else."""
    events = a_day(scenes=scenes)
    first = events[0]
    assert isinstance(first, RunStarted)
    config = RunConfig.model_validate(first.config)
    renamed = tuple(
        member.model_copy(update={"name": NAMES[i].replace("\u200d", ""), "role": "<b>role</b> 🎲"})
        if i < len(NAMES) else member
        for i, member in enumerate(config.members)
    )  # fmt: skip
    config = config.model_copy(update={"members": renamed, "cast_name": "<i>Cast</i> 日本"})
    events[0] = RunStarted(at=first.at, config=config.as_json())
    return fold(events), events


def test_a_page_holds_what_a_scene_was() -> None:
    state, events = day()
    book = build_logbook(state, "original", events)
    (only,) = book.days
    assert (only.weekday, only.when, only.over) == ("Donnerstag", "Donnerstag, 8. Januar 2026", True)
    assert [page.type for page in book.scenes] == ["arrival", "encounter", "meeting", "work", "reflection", "event"]

    kitchen = book.scenes[1]
    assert (kitchen.time, kitchen.place, kitchen.room) == ("09:20–09:35", "Küche", "kitchen")
    assert [person.name for person in kitchen.members] == ["Svea", "Ilja"]
    assert [person.name for person in kitchen.bystanders] == ["Theo"]
    assert [line.turn for line in kitchen.lines] == [8, 9, 10, 11, 12]
    assert kitchen.lines[0].thoughts[0].text == "Er wird es abstreiten. Er streitet es immer ab."
    assert kitchen.key is not None
    assert kitchen.key.turn == 12
    assert [(mood.person.name, mood.before, mood.after) for mood in kitchen.moods] == [
        ("Svea", "", "beschwingt"),
        ("Ilja", "", "ertappt"),
    ]
    assert {(kept.person.name, kept.type, kept.open) for kept in kitchen.memories} == {
        ("Svea", "Gespräch", "Versprechen"),
        ("Ilja", "Gespräch", ""),
        ("Theo", "Beobachtung", ""),
    }
    # The two remember the same words: they stand there once.
    assert [len(group) for group, _first in kitchen.shared] == [2, 1]
    assert [(shift.one.name, shift.other.name, shift.valence) for shift in kitchen.shifts] == [
        ("Svea", "Ilja", "positive"),
        ("Ilja", "Svea", "positive"),
    ]
    assert kitchen.choice is not None
    assert kitchen.choice.options[0].chosen
    assert kitchen.choice.options[0].terms[0] == ("Tagesplan", 1.5)
    parts = {place.person.name: place.part for place in kitchen.places}
    assert (parts["Svea"], parts["Theo"], parts["Holger"]) == ("member", "bystander", "away")
    where = state.setup[OfficeConfig].floor.room("kitchen")
    assert all(where.has_point((place.x, place.y)) for place in kitchen.places if place.part != "away")


def test_whispers_and_words_between_scenes_are_the_next_ones() -> None:
    events = a_day(scenes=2, ended=False)
    state = fold(events)
    said = TopicInjected(at=events[-1].at, text="Frag nach dem Ruder.", to=(state.setup.members[1].id,))
    state = fold([said], state)
    page = build_logbook(state).scenes[-1]
    assert not page.over
    assert page.notes == ("Diese Szene war noch im Gange.",)
    assert [(word.text, word.to) for word in page.feedback] == [("Frag nach dem Ruder.", ("Svea",))]


def test_what_is_not_translated_is_shown_and_said() -> None:
    state, events = day()
    page = build_logbook(state, "en", events).scenes[3]
    assert page.lines[0].text.text.startswith("Da. Der Fluss")
    assert page.lines[0].text.language == "de"
    assert page.notes == ("This scene was not translated: the original is shown. Reason: Die Stimme antwortete nicht.",)
    plain, without = day(translated=False)
    assert all(page.notes for page in build_logbook(plain, "both", without).scenes)
    assert not any(page.notes for page in build_logbook(plain, "original", without).scenes)


def written(state: State, events: list[Event], folder: Path, form: str, **options: object) -> Path:
    target = folder / f"book.{form}"
    write_logbook(state, events, target, form, **options)  # type: ignore[arg-type]
    return target


def test_html_is_one_safe_page(tmp_path: Path) -> None:
    state, events = nasty()
    page = Page(written(state, events, tmp_path, "html", lang="both").read_text("utf-8"))
    names = [tag for tag, _attributes in page.tags]
    assert not {"script", "img", "iframe", "link"} & set(names)
    assert not any(key.startswith("on") for _tag, attributes in page.tags for key in attributes)
    assert names.count("article") == 6
    assert names.count("svg") == 6
    policy = next(attributes for tag, attributes in page.tags if attributes.get("http-equiv"))
    assert "default-src 'none'" in str(policy["content"])
    for turn in state.turns:
        assert turn.text in page.text
    assert "That was the build. It does things sometimes." in page.text
    for name in NAMES[:4]:
        assert name.replace("\u200d", "") in page.text


def test_markdown_takes_nothing_for_markup(tmp_path: Path) -> None:
    state, events = nasty()
    text = written(state, events, tmp_path, "md", lang="both").read_text("utf-8")
    assert "<script>" not in text
    assert "\\<script\\>" in text
    assert text.count("data:image/svg+xml;base64,") == 6
    assert text.count("\n### ") == 6
    assert set(re.findall(r"(?<!\\)<(?!/)(\w+)", text)) == {"span"}
    for turn in state.turns:
        assert turn.text.split(".")[0] in text


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = tmp_path / "home" / "runs" / "day.jsonl"
    run.parent.mkdir(parents=True)
    run.write_bytes(b"".join(encode(event) + b"\n" for event in a_day(scenes=2)))
    out = tmp_path / "book.html"
    home = ["--home", str(tmp_path / "home")]
    assert main(["logbook", str(run), "-o", str(out), "--lang", "en", *home]) == 0
    # Without a format the file's name says which.
    assert "That was the build" in out.read_text("utf-8")
    assert main(["logbook", str(run), "-o", str(tmp_path / "b.md"), "--no-thoughts", *home]) == 0
    assert "nicht nein" not in (tmp_path / "b.md").read_text("utf-8")
    capsys.readouterr()
    assert main(["logbook", str(run), "--to", "doc", "-o", str(out), *home]) == 2
    assert "There is no logbook format called 'doc'" in capsys.readouterr().err
