from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest

from parley.core.base.keywords import keywords
from parley.core.base.markers import marked, markers
from parley.core.base.packaged import names, prompt
from parley.core.base.promises import promised
from parley.core.modes.office.events import SceneStarted
from parley.core.modes.office.memory.played import filled, wording
from parley.core.modes.office.memory.records import overheard_talk
from parley.core.office.plan import load_plan
from parley.core.perspective.material import Piece
from tests.scene_lines import AT, Lang, office

LANGS: tuple[Lang, Lang] = ("de", "en")


def slots(text: str) -> list[str]:
    return sorted(set(re.findall(r"{(\w+)}", text)))


def test_both_languages_say_the_same_with_the_same_slots() -> None:
    german, english = (
        {name: slots(text) for name, text in wording(lang).templates.items()} | dict.fromkeys(wording(lang).moods)
        for lang in LANGS
    )
    assert german == english


def test_every_room_that_ships_has_its_preposition() -> None:
    for plan in names("plans"):
        for lang in LANGS:
            assert {room.title(lang) for room in load_plan(plan).rooms} <= set(wording(lang).rooms)


def test_a_gap_leaves_no_trace() -> None:
    assert filled("{names} reden {where} {about}.", names="A und B", where="", about="") == "A und B reden."
    assert wording("de").where("") == ""
    assert wording("en").where("The Pit") == "in the room “The Pit”"


@pytest.mark.parametrize(
    ("lang", "text", "found"),
    [
        ("de", "Das gefällt mir.", True),
        ("de", "Das gefällt mir nicht.", False),
        ("en", "I agree.", True),
        ("en", "I don't agree.", False),
    ],
)
def test_denied_support_is_none(lang: Lang, text: str, found: bool) -> None:
    assert (marked(lang, "support").search(text) is not None) is found


def test_markers_are_small_letters() -> None:
    for lang in LANGS:
        for words in markers(lang).model_dump().values():
            assert all(word == word.casefold() or "ß" in word for word in words)


@pytest.mark.parametrize(
    ("lang", "texts", "topic", "found"),
    [
        ("de", ["Ada mag den Nebel.", "Die Nebel sind zu teuer.", "Nimm den Laptop."], "", ("Nebel", "Laptop")),
        ("de", ["Heute ist Montag, und die Sache hat Zeit."], "", ()),
        ("de", ["Die Knöpfe.", "Wir brauchen mehr Knöpfe aus den Knöpfen."], "", ("Knöpfe",)),
        ("de", ["Am Ende des Ganges."], "Die Überfahrt ist lang", ("Überfahrt",)),
        ("en", ["The memory bug is back.", "My memory bug?", "A crossing."], "", ("memory bug", "crossing")),
        ("en", ["The first day of the week."], "", ()),
        ("en", ["The buttons sink in the fog today."], "", ("buttons", "fog")),
    ],
)
def test_keywords_are_nouns_of_the_talk(lang: Lang, texts: list[str], topic: str, found: tuple[str, ...]) -> None:
    assert keywords(texts, lang, names=frozenset({"Ada"}), topic=topic) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Gut. Ich schicke dir die Liste morgen. Ja?", "Ich schicke dir die Liste morgen"),
        ("Bis morgen zeige ich es dir.", "Bis morgen zeige ich es dir"),
        ("Bis Freitag habe ich Zeit.", ""),
        ("Ich mache das.", "Ich mache das"),
        ("Mache ich das heute?", ""),
        ("I will? Maybe I'm going to do it!", "I'm going to do it"),
        ("I'll be quiet now. I'll make it short this time.", ""),
        ("Ich mache es kurz und bündig. Ich werde noch verrückt.", ""),
        ("Ich mache es kurz. Ich bringe morgen zwei Fassungen mit.", "Ich bringe morgen zwei Fassungen mit"),
    ],
)
def test_promises_are_told_by_their_words(text: str, found: str) -> None:
    assert promised(text) == found


SCENE = SceneStarted(
    at=AT, scene=1, day=1, clock="10:20", scene_type="event", kind="dnd", room="lounge", members=("ada", "ben"),
    topic="Das Tor", host="ada",
)  # fmt: skip
OWED = {"id": "m7", "kind": "promise", "member": "Ada", "other": "Ben", "said": "I'll paint it."}
MATERIAL = (Piece("ada", "ada", "Eins.\n[zwei]"), Piece("ben", "ben", "{{ drei }}"), Piece("summary", "", "Vier."))


@pytest.mark.parametrize("lang", ["de", "en"])
@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("weave_task", {"scene": SCENE, "room": "Lounge", "lines": (2, 6)}),
        ("weave_task", {"scene": msgspec.structs.replace(SCENE, kind="casual", topic=""), "room": "", "lines": (2, 6)}),
        ("aftermath_task", {"scene": SCENE, "room": "Lounge", "threads": []}),
        ("aftermath_task", {"scene": SCENE, "room": "Lounge", "threads": [OWED]}),
        ("reflect_task", {}),
        ("translate_task", {"into": "en"}),
        ("choose_scene_task", {"day": 2, "clock": "10:20"}),
        ("closing_task", {"scene": SCENE, "exchanges": 2}),
    ],
)  # fmt: skip
def test_every_task_is_filled_in_and_shows_its_pieces(lang: Lang, name: str, values: dict[str, Any]) -> None:
    members = office(lang).setup.members
    known = {"members": members} if "room" in values else {"me": members[1]} if name == "reflect_task" else {}
    text = prompt(name, lang, material=MATERIAL, **known, **values)
    for piece in MATERIAL:
        assert f"[{piece.id}]" in text
        assert piece.text in text
    assert "\n\n\n" not in text
    assert "JSON" in text


def test_bystanders_tell_who_where_about_what_and_how() -> None:
    assert overheard_talk(["Ada", "Ben"], "Küche", ["Nebel", "Laptop", "Ebene"], "gut gelaunt", "de") == (
        "Ada und Ben haben in der Küche über Nebel und Laptop gesprochen. Sie wirkten gut gelaunt."
    )
    assert overheard_talk(["Ada", "Ben", "Cleo"], "Kitchen", ["fog"], "", "en") == (
        "Ada, Ben and Cleo were talking in the kitchen about the fog."
    )
    assert overheard_talk(["Ada", "Ben"], "Turm", [], "ruhig", "de") == (
        "Ada und Ben haben im Raum „Turm“ miteinander gesprochen. Sie wirkten ruhig."
    )
    assert overheard_talk(["Ada", "Ben"], "Lounge", ["Drache"], "ausgelassen", "de", game=True) == (
        "Ada und Ben haben in der Lounge D&D gespielt. Sie wirkten ausgelassen."
    )
