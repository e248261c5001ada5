"""What was once chosen for a run, begun with again: one's own presets, and runs that there are."""

from __future__ import annotations

import errno
import json
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit

from parley.core.base.errors import FileError, UsageError
from parley.core.engine.run_request import request_specs
from parley.core.modes.office.config import OfficeConfig
from parley.core.studio.presets import Presets
from parley.desktop.cast_editor.view import CastEditorDialog
from parley.desktop.new_run.presets import NameDialog
from parley.desktop.new_run.view import NewRunDialog
from tests.widget.real_window import Desk

CHOSEN: dict[str, dict[str, Any]] = {
    "roundtable": {"format": "debate", "cast": "newsroom", "topic": "Ship or wait?", "turns": 7, "policy": "random"},
    "scene": {"scene_type": "meeting", "kind": "work", "cast": "studio", "topic": "The bridge", "room": "kitchen"},
    "day": {"days": 2, "first_day": "mon", "autopilot": False, "cast": "studio", "members": ["halvard", "noor"]},
    "story": {"setting": "ferry", "concept": "raftsman", "player": "Ada", "turns": 12, "autoplay": True},
    "dialogue": {"setting": "ferry", "partner": "marta", "player": "Ada"},
    "duologue": {"opening": "Is a map a promise?", "turns": 9, "stop_at": 0.6, "on_convergence": "pause"},
}


async def dialog_of(desk: Desk) -> NewRunDialog:
    """The dialog, opened anew."""
    desk.action("new_run").trigger()
    return await desk.dialog(NewRunDialog)


async def named(desk: Desk, name: str) -> None:
    """Answer what a preset is to be called, with keys."""
    asking = await desk.dialog(NameDialog)
    field = asking.findChild(QLineEdit)
    assert field is not None
    field.selectAll()
    QTest.keyClicks(field, name)
    QTest.keyClick(field, Qt.Key.Key_Return)
    await desk.until(lambda: desk.find(NameDialog) is None, "the name is taken")


async def test_of_every_kind_what_was_chosen_comes_back_from_the_file(desk: Desk) -> None:
    """Saved, renamed, begun with in another dialog, removed: all with what is really in it."""
    dialog, saved = await dialog_of(desk), dict[str, dict[str, Any]]()
    shared = {"language": "en", "seed": "5", "tokens": 9000, "cost": 0.25, "voice": {"provider": "rehearsal"}}
    for kind, answers in CHOSEN.items():
        dialog.put({"what": kind, **shared, **answers})
        told = dialog.answers()
        assert {name: list(told[name]) if isinstance(told[name], tuple) else told[name] for name in answers} == answers
        saved[kind] = told
        desk.click(dialog.presets.save)
        await named(desk, f"My {kind}")
    assert dialog.presets.name() == "My duologue"
    desk.click(dialog.presets.rename)
    await named(desk, "Two of <b>mine</b> & co")
    dialog.discard()
    await desk.idle()
    dialog = await dialog_of(desk)
    box = dialog.presets.box
    assert [box.itemData(at) for at in range(box.count())][-1] == "Two of <b>mine</b> & co"
    for at, kind in enumerate(CHOSEN, 1):
        box.setCurrentIndex(at)
        box.activated.emit(at)
        assert dialog.answers() == saved[kind], kind
        assert dialog.start.isEnabled(), dialog.problem.text()
    desk.click(dialog.presets.remove)
    assert box.count() == len(CHOSEN)
    desk.click(dialog.presets.back)
    assert (box.count(), dialog.presets.name()) == (len(CHOSEN) + 1, "Two of <b>mine</b> & co")
    assert not dialog.presets.back.isVisible()
    box.activated.emit(box.currentIndex())
    assert dialog.answers() == saved[kind], "with what was in it"
    dialog.discard()


async def test_what_a_preset_is_called_can_be_typed_at_once(desk: Desk) -> None:
    dialog = await dialog_of(desk)
    desk.click(dialog.presets.save)
    asking = await desk.dialog(NameDialog)
    assert isinstance(asking.focusWidget(), QLineEdit)
    asking.discard()
    dialog.discard()


async def test_again_with_begins_with_what_a_run_was_made_of(desk: Desk) -> None:
    for kind, answers in CHOSEN.items():
        known = {name: value for name, value in answers.items() if name not in ("stop_at", "on_convergence")}
        if kind == "duologue":
            known |= {"sides": [{"name": "Ada"}, {"name": "Bo"}, {"name": "Cy"}], "router": "ring"}
        config = desk.studio.compose(request_specs()[kind].model(simulated=True, **known))
        run = desk.studio.start(config)
        await run.close()
        desk.window.library.intent.emit("again_with", config.id)
        dialog = await desk.dialog(NewRunDialog)
        await desk.until(lambda dialog=dialog, kind=kind: dialog.chosen() == kind, "it is of the same kind")
        page, told = dialog.pages[kind], dialog.answers()
        asked = {name: value for name, value in told.items() if name != "what"}
        again = desk.studio.compose(page.request(desk.desktop.setup.runs._typed(asked)))
        assert [member.name for member in again.members] == [member.name for member in config.members], kind
        assert (again.format, again.cast_id, again.language) == (config.format, config.cast_id, config.language)
        assert again.seed != config.seed, "it is drawn anew"
        if (office := config.find(OfficeConfig)) is None:
            assert again.turns == config.turns
            assert (again.topic, again.policy) == (config.topic, config.policy)
        else:
            now = again[OfficeConfig]
            assert (now.scene, now.days, now.autopilot) == (office.scene, office.days, office.autopilot)
        dialog.discard()
        await desk.idle()


@pytest.mark.parametrize("text", ["{", '[1, {}, {"name": ""}]', "7", "\udcff", "[" * 100_000])
def test_a_file_that_somebody_spoilt_hides_nothing_and_loses_nothing(tmp_path: Path, text: str) -> None:
    path = tmp_path / "presets.json"
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    presets = Presets(path)
    try:
        assert presets.load() == []
    except FileError:
        with pytest.raises(FileError):
            presets.remove("One")
        assert path.exists(), "nobody writes over what cannot be read"
    presets.save("  My   one ", "day", {"days": 2, "members": ("a", "b")})
    presets.save("Two", "day", {})
    with pytest.raises(UsageError, match="already"):
        presets.rename("Two", "My one")
    with pytest.raises(UsageError, match="needs a name"):
        presets.save(" ", "day", {})
    told = json.loads(path.read_text("utf-8"))
    told.insert(1, {"name": "Of a later program", "unknown": True})
    path.write_text(json.dumps(told), "utf-8")
    assert [each.name for each in presets.load()] == ["My one", "Two"]
    assert presets.load()[0].answers == {"days": 2, "members": ["a", "b"]}


async def test_a_cast_is_made_from_the_dialog_and_what_was_typed_is_kept(desk: Desk) -> None:
    dialog = await dialog_of(desk)
    dialog.people.topic.setEditText("Who writes the end?")
    boxes = dialog.people.members.boxes
    QTest.mouseClick(boxes[1], Qt.MouseButton.LeftButton)
    chosen = dialog.people.members.chosen()
    desk.click(dialog.people.edit_cast)
    editor = await desk.dialog(CastEditorDialog)
    editor.reject()
    await desk.until(lambda: desk.find(CastEditorDialog) is None, "it is closed")
    await desk.until(lambda: dialog.people.members.boxes is not boxes, "the casts are offered anew")
    assert dialog.people.members.chosen() == chosen
    desk.click(dialog.people.edit_cast)
    editor = await desk.dialog(CastEditorDialog)
    desk.studio.library.save_cast(
        desk.studio.library.cast("newsroom").model_copy(update={"id": "mine", "name": "Mine"})
    )
    editor.reject()
    await desk.until(lambda: dialog.people.figure().id == "mine", "the new cast is chosen")
    assert dialog.people.topic.currentText() == "Who writes the end?"
    assert dialog.chosen() == "roundtable"
    dialog.discard()


def test_a_full_disk_leaves_the_presets_as_they_were_and_nothing_beside_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    presets = Presets(tmp_path / "presets.json")
    presets.save("One", "day", {})

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(FileError, match="No space"):
        presets.save("Two", "day", {})
    assert [each.name for each in presets.load()] == ["One"]
    assert [each.name for each in tmp_path.iterdir()] == ["presets.json"]


async def test_a_preset_with_answers_that_are_none_leaves_the_fields_as_they_are(desk: Desk) -> None:
    names = ("members", "turns", "topic", "format", "tokens", "seed", "voice", "language")
    for value in ("5", "1" + "0" * 30, "{}", '{"provider": 1' + "0" * 30 + "}", "Infinity"):
        answers = ", ".join(f'"{name}": {value}' for name in names)
        desk.studio.home.presets.write_text(
            f'[{{"name": "Odd", "kind": "roundtable", "answers": {{"cast": "startup", {answers}}}}}]', "utf-8"
        )
        desk.action("new_run").trigger()
        dialog = await desk.dialog(NewRunDialog)
        members = dialog.answers()["members"]
        dialog.presets.chosen.emit("Odd")
        assert dialog.answers()["members"] == members, value
        assert not desk.notices(), value
        dialog.discard()
        await desk.idle()
