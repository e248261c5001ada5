"""Character cards at the window: dropped, asked about, taken over, undone, edited, chosen for a first word, seen."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QComboBox

from parley.core.home import Home
from parley.core.studio import cards
from parley.core.studio.library import Library
from parley.desktop.cast_editor.view.dialog import CastEditorDialog
from parley.desktop.inspector.view.pages import MemoriesPane
from parley.desktop.new_run.view import NewRunDialog
from tests.widget.new_run_forms import editor
from tests.widget.real_window import Desk
from tests.widget.test_taking import drop

REAL = Path(__file__).parents[1] / "cards"


def written(path: Path, value: Any) -> Path:
    path.write_text(json.dumps(value), "utf-8")
    return path


async def test_cards_are_dropped_edited_and_undone(desk: Desk, home: Home, tmp_path: Path) -> None:
    (tmp_path / "maren.png").write_bytes((REAL / "sillytavern.png").read_bytes())
    written(tmp_path / "coast.json", {"entries": {"0": {"uid": 0, "key": ["sea"], "content": "Salt."}}})
    (tmp_path / "just a picture.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    drop(desk, [tmp_path])
    await desk.until(lambda: any("Maren is in the cast" in one for one in desk.notices()), "she is there")
    await desk.idle()
    cast = Library(home).cast("maren")
    assert [book.name for book in cast.lore] == ["coast"]
    notice = next(one for one in desk.window.notices.list_shown() if one.key == "taken")
    assert [button.title for button in notice.buttons] == ["Talk", "Edit", "Undo"]
    notice.buttons[1].pressed()
    edit = await desk.dialog(CastEditorDialog)
    page = edit.pages.card
    edit.pages.tabs.setCurrentIndex(edit.pages.tabs.count() - 1)
    assert "A card by A tester." in page.about.text()
    assert page.lore.text() == "Lore: 6 entries, written in its file."
    edit.close()
    await desk.idle()
    notice.buttons[2].pressed()
    await desk.until(lambda: not list(home.casts.glob("*.toml")), "it is undone")
    await desk.idle()


async def test_the_first_word_is_chosen_and_what_came_to_mind_is_seen(desk: Desk, home: Home, tmp_path: Path) -> None:
    library = Library(home)
    bob = written(tmp_path / "bob.json", {"name": "Bob", "description": "A diver.", "first_mes": "Wet."})
    book = {"entries": [{"keys": ["demo"], "content": "The demo is about ships.", "name": "Demo"}]}
    paths = REAL / "sillytavern.png", bob, written(tmp_path / "b.json", book)
    cards.import_cards(home, library, [cards.read_card(path) for path in paths], "coast")
    dialog = await desk.open("new_run", NewRunDialog)
    dialog.people.choose("coast")
    greeting = editor(dialog, "greeting")
    assert isinstance(greeting, QComboBox)
    assert greeting.isVisible()
    assert [greeting.itemData(at) for at in range(greeting.count())] == ["", "maren:1", "maren:2", "maren:3", "bob:1"]
    dialog.people.choose("startup")
    assert not greeting.isVisible()
    dialog.discard()
    await desk.idle()
    await desk.played(cast="coast", members=("maren", "bob"), greeting="bob:1", turns=4)
    assert (desk.state.turns[0].member, desk.state.turns[0].text) == ("bob", "Wet.")
    inspector = desk.window.inspector
    desk.desktop.model.show(2)
    await desk.idle()
    inspector.show_tab("memories")
    pane = inspector.panes["memories"]
    assert isinstance(pane, MemoriesPane)
    by = "b · Demo · by “demo”"
    await desk.until(lambda: by in pane.page.text(), "the inspector follows")
    assert "The demo is about ships." in pane.page.text()


@pytest.mark.slow
async def test_one_talks_with_a_character_who_was_dropped(desk: Desk, home: Home) -> None:
    await desk.desktop.commands.rooms["importing"]._cards.take([cards.read_card(REAL / "sillytavern.png")])
    notice = next(one for one in desk.window.notices.list_shown() if one.key == "taken")
    notice.buttons[0].pressed()
    dialog = await desk.dialog(NewRunDialog)
    page = dialog.pages[dialog.get_kind()]
    partner, greeting = editor(dialog, "partner"), editor(dialog, "greeting")
    assert isinstance(partner, QComboBox)
    assert isinstance(greeting, QComboBox)
    assert (partner.currentText(), greeting.isVisible(), greeting.count()) == ("Maren · Maren", True, 4)
    assert not page.editors["concept"].isVisible()
    # In a world of its own, the people of the world can be chosen, and she who joins them.
    world = page.editors["setting"]
    assert isinstance(world, QComboBox)
    world.setCurrentIndex(0)
    assert partner.findData("maren/maren") == partner.count() - 1 > 0
    assert (partner.currentText(), page.editors["concept"].isVisible()) == ("Maren · Maren", True)
    partner.setCurrentIndex(0)
    assert not greeting.isVisible()
    world.setCurrentIndex(world.count() - 1)
    greeting.setCurrentIndex(1)
    page.editors["player"].setFocus()
    desk.type("Kai")
    desk.click(dialog.start)
    await desk.until(lambda: desk.state.setup.cast_name == "Maren" and desk.state.turns, "she greets")
    assert desk.state.turns[0].text == "The lamp is lit. Come in, Kai."
    await desk.idle()
    # Whoever begins anew with other settings finds what was chosen.
    again = await desk.open("again_with", NewRunDialog)
    chosen = again.get_answers()
    assert (chosen["setting"], chosen["partner"], chosen["greeting"]) == ("", "maren/maren", "2")
    assert (chosen["player"], chosen["turns"]) == ("Kai", None)
    again.discard()
    await desk.idle()


@pytest.mark.slow
async def test_one_talks_with_a_member_who_is_looked_at(desk: Desk) -> None:
    await desk.begin()
    desk.window.select_member(desk.state.setup.members[1].id)
    dialog = await desk.open("talk_member", NewRunDialog)
    member = desk.state.setup.members[1]
    assert dialog.get_answers()["partner"] == f"{desk.state.setup.cast_id}/{member.id}"
    dialog.discard()
    await desk.idle()
    dialog = await desk.open("talk_member", NewRunDialog)
    desk.click(dialog.start)
    await desk.until(lambda: desk.state.setup.mode == "dialogue" and desk.state.turns, "the talk begins")
    assert desk.state.turns[0].member == member.id
    await desk.idle()


@pytest.mark.slow
async def test_the_editor_takes_cards_in_and_writes_them(desk: Desk, home: Home, tmp_path: Path) -> None:
    library, endings = Library(home), ("png", "json", "charx", "toml")
    for ending in endings:
        cards.import_cards(home, library, [cards.read_card(REAL / "ccardlib-v3.json")], f"coast-{ending}")
    dialog = await desk.open("cast_editor", CastEditorDialog)
    for ending in endings:
        dialog.wanted.emit("open", f"coast-{ending}")
        out = tmp_path / f"maren.{ending}"
        dialog.wanted.emit("export", str(out))
        drop(desk, [out], dialog)
        assert [member.values["name"] for member in dialog.draft.members] == ["Maren", "Maren"], ending
        first, second = (dict(member.values) for member in dialog.draft.members)
        assert second["card.greetings"] == first["card.greetings"], ending
        assert second["card"]["lore"] == first["card"]["lore"], ending
        dialog.save()
        assert len(library.cast(f"coast-{ending}").members) == 2
    super(CastEditorDialog, dialog).reject()
    await desk.idle()
