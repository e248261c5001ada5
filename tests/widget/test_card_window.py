"""Character cards at the window: dropped, asked about, taken over, undone, edited, chosen for a first word, seen."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QComboBox, QMenu
from pytestqt.qtbot import QtBot

from parley.core.cast.member import VoiceSpec
from parley.core.home import Home
from parley.core.modes.story.request import DialogueRequest
from parley.core.studio import cards
from parley.core.studio.library import Library
from parley.desktop.cast_editor.view import CastEditorDialog
from parley.desktop.importing.cards_view import CardsDialog
from parley.desktop.importing.figures import CardFigure
from parley.desktop.inspector.figures import InspectorFigure, LoreFigure
from parley.desktop.inspector.view.lists import MemoriesPane
from parley.desktop.new_run.view import NewRunDialog
from parley.desktop.run.figures import MemberFigure
from tests.widget.new_run_forms import editor
from tests.widget.real_window import Desk
from tests.widget.test_taking import drop

REAL = Path(__file__).parents[1] / "cards"


def written(path: Path, value: Any) -> Path:
    path.write_text(json.dumps(value), "utf-8")
    return path


async def test_cards_are_dropped_taken_over_edited_and_undone(desk: Desk, home: Home, tmp_path: Path) -> None:
    (tmp_path / "maren.png").write_bytes((REAL / "sillytavern.png").read_bytes())
    written(tmp_path / "coast.json", {"entries": {"0": {"uid": 0, "key": ["sea"], "content": "Salt."}}})
    (tmp_path / "just a picture.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    drop(desk, [tmp_path])
    dialog = await desk.dialog(CardsDialog)
    assert [box.text() for box in dialog.boxes] == ["coast", "Maren"]
    assert "by A tester · 3 greetings · 6 lore entries" in dialog.boxes[1].accessibleDescription()
    assert dialog.casts.currentText() == "A new cast: Maren"
    dialog.boxes[1].click()
    # A book alone has nobody who could speak.
    assert not dialog.take.isEnabled()
    assert dialog.problem.isVisible()
    dialog.boxes[1].click()
    desk.click(dialog.take)
    await desk.until(lambda: any("Maren is in the cast" in one for one in desk.notices()), "she is there")
    await desk.idle()
    cast = Library(home).cast("maren")
    assert [book.name for book in cast.lore] == ["coast"]
    notice = next(one for one in desk.window.notices.shown() if one.key == "taken")
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


async def test_what_is_no_card_is_told(desk: Desk, tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes((REAL / "tavern-card.png").read_bytes()[:60])
    drop(desk, [tmp_path / "a.png"])
    await desk.idle()
    assert desk.notice().kind == "error"
    assert "no character card in it" in desk.notice().sentence


async def test_the_first_word_is_chosen_and_what_came_to_mind_is_seen(desk: Desk, home: Home, tmp_path: Path) -> None:
    library = Library(home)
    bob = written(tmp_path / "bob.json", {"name": "Bob", "description": "A diver.", "first_mes": "Wet."})
    book = {"entries": [{"keys": ["demo"], "content": "The demo is about ships.", "name": "Demo"}]}
    paths = REAL / "sillytavern.png", bob, written(tmp_path / "b.json", book)
    cards.take(home, library, [cards.look(path) for path in paths], "coast")
    desk.action("new_run").trigger()
    dialog = await desk.dialog(NewRunDialog)
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
    await desk.until(lambda: by in [entry.kind.text() for entry in pane.entries], "the inspector follows")
    (entry,) = [entry for entry in pane.entries if entry.kind.text() == by]
    assert entry.text.text() == "The demo is about ships."


@pytest.mark.slow
async def test_one_talks_with_a_character_who_was_dropped(desk: Desk, home: Home) -> None:
    await desk.desktop.commands.rooms["importing"]._cards.take([cards.look(REAL / "sillytavern.png")])
    notice = next(one for one in desk.window.notices.shown() if one.key == "taken")
    notice.buttons[0].pressed()
    dialog = await desk.dialog(NewRunDialog)
    page = dialog.pages[dialog.chosen()]
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
    desk.action("again_with").trigger()
    again = await desk.dialog(NewRunDialog)
    chosen = again.answers()
    assert (chosen["setting"], chosen["partner"], chosen["greeting"]) == ("", "maren/maren", "2")
    assert (chosen["player"], chosen["turns"]) == ("Kai", None)
    again.discard()
    await desk.idle()


@pytest.mark.slow
async def test_who_came_straight_from_a_file_is_talked_with_again_when_the_file_is_gone(
    desk: Desk, tmp_path: Path
) -> None:
    card = tmp_path / "maren.png"
    card.write_bytes((REAL / "sillytavern.png").read_bytes())
    asked = DialogueRequest(partner=str(card), greeting="2", player="Kai", voice=VoiceSpec(provider="rehearsal"))
    config = desk.studio.compose(asked)
    await desk.desktop.session.start(config)
    await desk.until(lambda: desk.state.turns, "she greets")
    card.unlink()
    await desk.idle()
    desk.action("again_with").trigger()
    dialog = await desk.dialog(NewRunDialog)
    page, chosen = dialog.pages[dialog.chosen()], dialog.answers()
    named = f"run:{config.id}"
    assert (chosen["setting"], chosen["partner"], chosen["greeting"], chosen["player"]) == ("", named, "2", "Kai")
    partner = editor(dialog, "partner")
    assert isinstance(partner, QComboBox)
    assert partner.currentText() == "Maren · as in that run"
    again = desk.studio.compose(page.request(desk.desktop.setup.runs._typed(_asked(chosen))))
    assert again.member("maren") == config.member("maren")
    assert (again.greeting, again.lore, again.language) == (config.greeting, config.lore, config.language)
    dialog.discard()
    await desk.idle()
    # Her menu in the list of members leads there, too; with whom one plays oneself there is no talk.
    desk.window.show_dock("cast")
    cast = desk.window.cast
    await desk.until(lambda: cast._members.rowCount(), "the members are shown")
    rows = {cast._members.figure(row).id: row for row in range(cast._members.rowCount())}
    able = {id_: _talk_in(cast.menu_for(row)) for id_, row in rows.items()}
    assert {id_ for id_, action in able.items() if action.isEnabled()} == {"maren"}
    assert "There is no talk with whom you play yourself" in able["player"].toolTip()
    desk.window.select_member("maren")
    desk.action("talk_member").trigger()
    other = await desk.dialog(NewRunDialog)
    assert (other.answers()["setting"], other.answers()["partner"]) == ("", f"{named}#maren")
    other.discard()
    await desk.idle()


@pytest.mark.slow
async def test_one_talks_with_a_member_who_is_looked_at(desk: Desk) -> None:
    await desk.begin()
    desk.window.select_member(desk.state.setup.members[1].id)
    desk.action("talk_member").trigger()
    dialog = await desk.dialog(NewRunDialog)
    member = desk.state.setup.members[1]
    assert dialog.answers()["partner"] == f"{desk.state.setup.cast_id}/{member.id}"
    dialog.discard()
    await desk.idle()
    desk.action("talk_member").trigger()
    dialog = await desk.dialog(NewRunDialog)
    desk.click(dialog.start)
    await desk.until(lambda: desk.state.setup.mode == "dialogue" and desk.state.turns, "the talk begins")
    assert desk.state.turns[0].member == member.id
    await desk.idle()


def _asked(answers: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in answers.items() if name != "what"}


def _talk_in(menu: QMenu) -> QAction:
    return next(action for action in menu.actions() if action.objectName() == "talk_member")


def test_the_inspector_says_by_what_an_entry_came(qtbot: QtBot) -> None:
    pane = MemoriesPane()
    qtbot.addWidget(pane)
    figure = InspectorFigure(member=MemberFigure("ann", "Ann", "A", "rust"))
    lore = LoreFigure("B", "E", "T", "key"), LoreFigure("B", "E", "T"), LoreFigure("", "E", "T", "key", "Other")
    pane.show_figure(replace(figure, lore=lore))
    assert [entry.kind.text() for entry in pane.entries] == [
        "B · E · by “key”", "B · E · always", "E · by “key” in “Other”",
    ]  # fmt: skip


def test_the_dialog_has_room_for_anything(qtbot: QtBot) -> None:
    long = CardFigure("card", "N" * 300, "f.png", "M" * 300, "<b>notes</b> " * 99, warnings=("W " * 99,))
    dialog = CardsDialog([long] * 30, [("a", "A" * 300)])
    # It is modal: left open, it would take the keys from every window that other tests open.
    qtbot.addWidget(dialog)
    dialog.show()
    assert dialog.width() <= 620
    dialog.casts.setCurrentIndex(1)
    assert (dialog.into(), len(dialog.chosen())) == ("a", 30)


@pytest.mark.slow
async def test_the_editor_takes_cards_in_and_writes_them(desk: Desk, home: Home, tmp_path: Path) -> None:
    library, endings = Library(home), ("png", "json", "charx", "toml")
    for ending in endings:
        cards.take(home, library, [cards.look(REAL / "ccardlib-v3.json")], f"coast-{ending}")
    desk.action("cast_editor").trigger()
    dialog = await desk.dialog(CastEditorDialog)
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
