"""Names, titles and topics that look like HTML: nothing that is shown takes them for more than letters."""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import tomlkit
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QFont
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QDialog,
    QLabel,
    QMenu,
    QMessageBox,
    QTabBar,
    QWidget,
)

from parley.core import settings as settings_file
from parley.core.base.errors import ParleyError
from parley.core.cast.member import VoiceSpec
from parley.core.home import Home
from parley.core.modes.duologue.config import load_awareness
from parley.core.modes.duologue.request import DuologueRequest, SideRequest
from parley.core.modes.office.request import DayRequest
from parley.core.modes.story.composing import SETTINGS
from parley.core.modes.story.request import StoryRequest
from parley.core.studio.importing import import_run
from parley.core.studio.library import Library
from parley.desktop.experiments.spec_view.dialog import ExperimentDialog
from parley.desktop.first_run.page import StartPage
from parley.desktop.first_run.speakers import SpeakerFigure
from parley.desktop.first_run.thumbs import WatchFigure
from parley.desktop.shell.asking import LeaveDialog, PauseDialog
from parley.desktop.shell.crash import CrashPage
from parley.desktop.shell.notices import Notice, NoticeButton
from parley.desktop.widgets.plain import escape_amp, make_tip, mask_bidi, one_line
from parley.desktop.widgets.windowed.text import get_x_of, laid
from tests import rich_text as rich
from tests.hostile_names import KEY, Canary, poisoned
from tests.unit.importing.test_pidgin import REAL
from tests.widget.real_window import Desk
from tests.widget.test_experiment_window import SPEC, finished, shown

REHEARSAL = VoiceSpec(provider="rehearsal")
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="who opens a file is told by inotify")


@pytest.fixture
def canary() -> Iterator[Canary]:
    with tempfile.TemporaryDirectory(prefix="k", dir="/tmp") as folder:
        yield Canary(Path(folder))


@dataclass
class Look:
    """What was found: each fault with the place where it was first seen, and the hostile tool tips by place."""

    faults: dict[str, str] = field(default_factory=dict)
    tips: Counter[str] = field(default_factory=Counter)
    has_no_tips: bool = False

    def at(self, what: str, window: QWidget) -> None:
        """Look at everything in `window`, and let a pointer rest everywhere in it."""
        found, hostile = rich.tips(window)
        self.tips[what.partition(",")[0]] += hostile
        for fault in (*found, *rich.faults(window)):
            self.faults.setdefault(fault, what)

    def around(self, what: str) -> None:
        """Look at everything that there is besides."""
        for fault in rich.faults():
            self.faults.setdefault(fault, what)


@pytest.fixture
def look(canary: Canary) -> Iterator[Look]:
    """What a test looks at: nothing is wrong with it in the end, and it would be no look where no tip was met."""
    found = Look()
    with canary.watched() as opens:
        yield found
    assert not found.faults, "\n".join(f"{place}: {fault}" for fault, place in found.faults.items())
    assert not opens, "what a name names was opened"
    assert found.tips.total() > 0 or found.has_no_tips


@pytest.fixture
def hostile_home(home: Home, canary: Canary) -> Path:
    """A cast, a format, a plan, a story, settings and an awareness, hostile in every text; the last one's file."""
    library = Library(home)
    counts = {}
    for kind, folder, found in (
        ("cast", home.casts, library.cast("studio")), ("format", home.formats, library.format("standup")),
        ("plan", home.plans, library.plan("studio")), ("setting", home.stories, library.read(SETTINGS, "ferry")),
    ):  # fmt: skip
        data = found.model_dump(mode="json", exclude_none=True)
        for person in data.get("people", ()):
            del person["says"][2:]  # hundreds of one shape
        data, counts[kind] = poisoned(type(found), data, canary)
        folder.mkdir(exist_ok=True)
        (folder / f"{found.id}.toml").write_text(tomlkit.dumps(data), "utf-8")
    level = load_awareness("research")
    data, counts["awareness"] = poisoned(type(level), level.model_dump(mode="json"), canary)
    own = home.path / f"<b>{KEY}.toml"
    own.write_text(tomlkit.dumps(data), "utf-8")
    assert all(count >= 6 for count in counts.values()), counts
    voices = {"anthropic_model": canary.fits(200), "embedded_model": canary.fits(400)}
    settings_file.save(home.settings, settings_file.set_group(settings_file.load(home.settings), "voices", **voices))
    return own


def chats(folder: Path, canary: Canary) -> list[Path]:
    """A chat of SillyTavern and a log of pidgin, hostile in every text that may be."""
    short, long = canary.fits(80), canary.fits(400)
    lines: list[dict[str, Any]] = [
        {"user_name": short, "character_name": f"{short}!", "create_date": "2023-11-17@17h00m00s", "chat_metadata": {}}
    ]
    for number in range(4):
        said = {"api": short, "model": long, "reasoning": long, "display_text": long}
        lines.append({
            "name": short if number % 2 else f"{short}!", "is_user": bool(number % 2), "is_system": False,
            "send_date": "November 17, 2023 5:05pm", "mes": long, "swipes": [long, short], "extra": said,
            "title": long,
        })  # fmt: skip
    chat = folder / f"<img src=x>{KEY}.jsonl"
    chat.write_text("\n".join(map(json.dumps, lines)) + "\n", "utf-8")
    rows = [json.loads(line) for line in REAL.read_text("utf-8").splitlines()]
    known = {row.get("agent_id") for row in rows}

    def poison(node: Any) -> Any:
        if isinstance(node, dict):
            return {
                key: poison(value) if isinstance(value, dict | list) else
                short if key in ("name", "display_name") else
                long if key in ("content", "prompt", "initial_prompt", "message", "model", "reason", "error", "title")
                and isinstance(value, str) and value not in known else value
                for key, value in node.items()
            }  # fmt: skip
        return [poison(each) for each in node] if isinstance(node, list) else node

    events = folder / f"<b>{KEY}-events.jsonl"
    events.write_text("".join(json.dumps(poison(row)) + "\n" for row in rows), "utf-8")
    return [chat, events]


async def walk_docks(desk: Desk, look: Look, what: str) -> None:
    """Look at every dock, and every tab of it, with the run that is open."""
    window = desk.window
    for name, dock in window.docks.items():
        window.show_dock(name)
        await desk.idle()
        window.refresh()
        window.settle()
        look.at(f"{what}, {name}", dock)
        for tabs in dock.findChildren(QTabBar):
            for at in range(tabs.count()):
                tabs.setCurrentIndex(at)
                await desk.idle()
                look.at(f"{what}, {name}, tab {at}", dock)
    look.at(f"{what}, the window", window)
    look.around(what)


async def walk_dialogs(desk: Desk, look: Look, what: str, actions: Sequence[str]) -> list[str]:
    """Open what these actions open, look at every page of it and close it again; returns those that opened."""
    done = []
    for name in actions:
        if not desk.action(name).isEnabled():
            continue
        before = {one for one in QApplication.topLevelWidgets() if one.isVisible()}

        def opened(before: set[QWidget] = before) -> list[QWidget]:
            return [one for one in QApplication.topLevelWidgets() if one.isVisible() and one not in before]

        desk.action(name).trigger()
        await desk.until(opened, f"{name} opens something")
        done.append(name)
        # The dialog upon a window goes before the window.
        for window in sorted(opened(), key=lambda one: not isinstance(one, QDialog)):
            look.at(f"{what}, {name}", window)
            for tabs in window.findChildren(QTabBar):
                for at in range(tabs.count()):
                    tabs.setCurrentIndex(at)
                    # Not by processing events here: what else is under way would be entered from within this task.
                    await asyncio.sleep(0.01)
                    look.at(f"{what}, {name}, {tabs.tabText(at)}", window)
            for boxes in window.findChildren(QComboBox):
                boxes.showPopup()
                look.at(f"{what}, {name}, {boxes.accessibleName()}", boxes.view())
                boxes.hidePopup()
            look.around(f"{what}, {name}")
            if isinstance(window, QDialog):
                window.reject()
            else:
                window.close()
        for box in QApplication.topLevelWidgets():
            # Whether to save what nobody changed.
            if isinstance(box, QMessageBox) and box.isVisible():
                box.buttons()[-1].click()
        await desk.until(lambda: not opened(), f"{name} is closed")
        await desk.until(lambda: len(desk.desktop.tasks.names) <= 1, f"{name} is done")
    return done


def open_menus(desk: Desk, look: Look, what: str) -> None:
    """Open the menu of every list's first row, of the floor plan, and of every button that has one."""
    for widget in desk.window.findChildren(QWidget):
        if isinstance(widget, QAbstractSpinBox):
            continue  # its menu is Qt's own, and waits until it is closed
        if widget.isVisible() and widget.contextMenuPolicy() != Qt.ContextMenuPolicy.NoContextMenu:
            for at in (QPoint(30, 30), widget.rect().center()):
                here = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, widget.mapToGlobal(at))
                QApplication.sendEvent(widget, here)
                while isinstance(menu := QApplication.activePopupWidget(), QMenu):
                    look.at(f"{what}, a menu of {type(widget).__name__}", menu)
                    menu.close()
    look.around(f"{what}, its menus")


ANYWHERE = (
    "new_run", "settings", "export", "cast_editor", "fork_changed", "change_policy",
    "change_voices", "compare", "help",
    "call_scene", "call_meeting", "export_logbook",
)  # fmt: skip


@pytest.mark.slow
@pytest.mark.timeout(900)
async def test_no_text_of_any_input_is_taken_for_html(
    desk: Desk, home: Home, canary: Canary, hostile_home: Path, look: Look, tmp_path: Path
) -> None:
    long = canary.fits(400)
    topic = " ".join([long] * 40)[:4_000]
    session, studio = desk.desktop.session, desk.studio
    session.set_speed(0.0)
    imported = [run for path in chats(tmp_path, canary) for run in import_run(home, path)]
    assert len(imported) == 2
    wish: dict[str, Any] = {"seed": 3, "voice": REHEARSAL, "simulated": True}
    sides = [SideRequest(canary.fits(60) + name, awareness=str(hostile_home), system=long) for name in "ab"]
    story = StoryRequest(setting="ferry", concept="raftsman", player=canary.fits(60), autoplay=True, turns=6, **wish)
    configs = {
        "roundtable": desk.config(cast="studio", format="standup", topic=topic),
        "day": studio.compose(DayRequest(cast="studio", topic=topic, **wish)),
        "story": studio.compose(story),
        "duologue": studio.compose(DuologueRequest(sides=sides, opening=topic, turns=4, **wish)),
    }
    done: set[str] = set()
    for what, config in configs.items():
        await session.start(config)
        await desk.until(lambda: desk.turns >= 3, f"the {what} has turns")
        session.pause()
        await desk.until(lambda: not session.playing, "it stands")
        desk.desktop.model.show(desk.turns)
        await desk.idle()
        desk.window.select_member(desk.state.setup.members[0].id)
        await walk_docks(desk, look, what)
        open_menus(desk, look, what)
        desk.action("palette").trigger()
        await desk.idle()
        palette = desk.desktop.commands.rooms["palette"].box
        look.at(f"{what}, palette", palette)
        look.around(f"{what}, palette")
        palette.close()
        done |= set(await walk_dialogs(desk, look, what, ANYWHERE))
    for run in imported:
        await session.open(str(run.path))
        await desk.idle()
        await walk_docks(desk, look, "an imported log")
    assert done == set(ANYWHERE), set(ANYWHERE) - done
    assert all(look.tips[what] > 5 for what in ("roundtable", "day", "story", "duologue", "an imported log")), look.tips


@pytest.fixture
def studied(home: Home, canary: Canary) -> None:
    name, long = json.dumps(canary.fits(80)), json.dumps(canary.fits(400))
    finished(home, SPEC.replace('"What they know"', name).replace('"Does it matter?"', long).replace('"Ada"', name))


@pytest.mark.slow
@pytest.mark.usefixtures("studied")
async def test_no_text_of_an_experiment_is_taken_for_html(desk: Desk, look: Look) -> None:
    _commands, frame = await shown(desk)
    for tabs in frame.findChildren(QTabBar):
        for at in range(tabs.count()):
            tabs.setCurrentIndex(at)
            await desk.idle()
            look.at(f"experiments, {tabs.tabText(at)}", frame)
    dialog = await desk.open("new_experiment", ExperimentDialog)
    look.at("experiments, the dialog", dialog)
    look.around("experiments")
    # What they show is pictures and tables without tips.
    look.has_no_tips = True
    dialog.discard()
    await desk.idle()


async def test_errors_notices_and_crashes_are_shown_as_they_are(desk: Desk, canary: Canary, look: Look) -> None:
    """A sentence of a server, of the system or of ourselves about a name: in a notice, box, tip, crash or question."""
    long = " ".join([canary.fits(400)] * 60)
    button = NoticeButton(canary.fits(60), lambda: None)
    desk.window.tell(Notice(long, canary.fits(400), "error", (button,)))
    desk.desktop.on_failed(ParleyError(canary.fits(400)))
    box = QMessageBox(desk.window)
    box.setText(canary.fits(400))
    box.setInformativeText(long)
    box.open()
    page = CrashPage(long, parent=desk.window)
    page.open()
    label = QLabel("<b>made, and not yet shown</b>", desk.window)
    label.setToolTip(make_tip(long))
    label.show()
    name = canary.fits(60)
    asking = (
        LeaveDialog([canary.fits(400)], name, desk.window),
        PauseDialog(long, desk.window),
        PauseDialog(name, desk.window, closing=True),
    )
    for dialog in asking:
        dialog.open()
        look.at("errors", dialog)
        dialog.reject()
    start = StartPage()
    start.show_watched((WatchFigure("day", name, long, "Watch", told=long),))
    start.bar.show_open(name)
    start.speakers.show_figure(
        (SpeakerFigure("server", name, long, long, "ph.cpu", models=(name, long), model=name),), "server"
    )
    start.show()
    look.at("start", start)
    start.deleteLater()
    for window in (desk.window, box, page):
        look.at("errors", window)
    look.around("errors")
    label.deleteLater()
    page.reject()
    box.reject()


def test_long_texts_and_marks_of_direction_fit_where_they_are_put(qapp: QApplication) -> None:
    assert one_line("a\u202eb\nc\x07\u200d") == "ab c\u200d"
    assert mask_bidi("a\u202eb\u2066c") == "a\u2060b\u2060c"
    turned, _ = laid("ours \u202eabc", QFont(), 400.0)
    assert get_x_of(turned, 7) > get_x_of(turned, 6), "what a stranger wrote is read from where it begins"
    assert (one_line("x" * 10_000, 31), one_line("short & <b>")) == ("x" * 20 + "…" + "x" * 10, "short & <b>")
    long = make_tip("word " * 5_000 + "\n" * 100 + "end")
    assert len(long.splitlines()) <= rich.MOST_LINES
    assert max(map(len, long.splitlines())) <= rich.WIDEST_TIP
    assert (make_tip("two\nlines\u202e"), make_tip(""), escape_amp(KEY)) == ("two\nlines", "", "R&&D")
