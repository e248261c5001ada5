"""Before a run talks to somebody else's server the window asks, and names it."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialogButtonBox, QLabel, QLineEdit, QPushButton

from parley.core.home import Home
from parley.core.log import log as log_file
from parley.core.studio.importing import import_run
from parley.desktop.settings.view import SettingsDialog
from parley.desktop.shell.asking import LeaveDialog
from tests.strict_server import StrictServer
from tests.widget.real_window import Desk
from tests.widget.test_settings_dialog import button, editor

pytestmark = pytest.mark.window(empty=True)
KEY = "sk-ant-mine-0123456789abcdef"


@pytest.fixture
def stranger(monkeypatch: pytest.MonkeyPatch) -> Iterator[StrictServer]:
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
    with StrictServer(key=None) as started:
        yield started


def where(server: StrictServer) -> str:
    return server.url.removeprefix("http://")


@pytest.fixture
def cast(home: Home, stranger: StrictServer) -> str:
    """A cast whose members speak through the stranger's server."""
    voice = f'voice = {{ provider = "anthropic", model = "claude-haiku-5-5", base_url = "{stranger.url}" }}'
    members = "".join(
        f'[[members]]\nid = "{name.lower()}"\nname = "{name}"\n{voice}\n' for name in ("Ada", "Bo", "Cy", "Di")
    )
    home.casts.mkdir(parents=True, exist_ok=True)
    (home.casts / "strangers.toml").write_text(f'id = "strangers"\nname = "<b>Strangers</b>"\n{members}')
    return "strangers"


def answer(dialog: LeaveDialog, *, yes: bool) -> None:
    box = dialog.findChild(QDialogButtonBox)
    assert box is not None
    kind = QDialogButtonBox.ButtonRole.AcceptRole if yes else QDialogButtonBox.ButtonRole.RejectRole
    chosen = next(one for one in dialog.findChildren(QPushButton) if box.buttonRole(one) == kind)
    QTest.mouseClick(chosen, Qt.MouseButton.LeftButton)


def without_key(server: StrictServer) -> bool:
    return not [each for each in server.requests if {"authorization", "x-api-key"} & each.headers.keys()]


@pytest.mark.slow
async def test_a_strangers_cast_is_asked_about_and_no_is_no(
    desk: Desk, home: Home, stranger: StrictServer, cast: str
) -> None:
    session = desk.desktop.session
    config = desk.config(cast=cast, simulated=False, turns=4)
    session.start_task(session.start(config))
    dialog = await desk.dialog(LeaveDialog)
    said = " ".join(label.text() for label in dialog.findChildren(QLabel))
    assert where(stranger) in said
    assert "The cast '<b>Strangers</b>'" in said
    assert {label.textFormat() for label in dialog.findChildren(QLabel)} == {Qt.TextFormat.PlainText}
    # Whoever presses Enter without reading has not allowed anything.
    desk.key(Qt.Key.Key_Return)
    await desk.idle()
    assert not stranger.requests
    assert not list(home.runs.glob("*"))
    assert where(stranger) in desk.notices()[0]

    session.set_speed(0.0)
    session.start_task(session.start(config))
    answer(await desk.dialog(LeaveDialog), yes=True)
    await desk.ended()
    assert stranger.messages
    assert without_key(stranger)
    # Allowed until the window closes, and not a day longer.
    asked = len(stranger.messages)
    session.start_task(session.start(desk.config(cast=cast, simulated=False, turns=4, seed=8)))
    await desk.until(lambda: len(stranger.messages) > asked, "it is not asked twice")
    await desk.ended()
    assert not desk.studio.settings.voices.allowed_hosts


@pytest.mark.slow
async def test_an_imported_log_is_read_freely_and_asked_about_when_it_is_played(
    desk: Desk, home: Home, stranger: StrictServer
) -> None:
    await desk.begin(turns=4)
    path = desk.desktop.model.path
    assert path is not None
    await desk.desktop.session.close()
    events = [*path.read_bytes().splitlines()]
    first = msgspec.json.decode(events[0])
    first["config"] |= {"id": "abroad", "simulated": False}
    voice = {"provider": "anthropic", "model": "claude-haiku-5-5", "base_url": stranger.url}
    change = {"type": "voice.changed", "at": first["at"], "member": "", "voice": voice}
    theirs = home.path / "abroad.jsonl"
    theirs.write_bytes(b"\n".join([msgspec.json.encode(first), *events[1:], msgspec.json.encode(change), b""]))
    (brought,) = import_run(desk.studio.home, theirs)
    session = desk.desktop.session
    await session.open(str(brought.path))
    before = brought.path.read_bytes()

    desk.action("step").trigger()
    answer(await desk.dialog(LeaveDialog), yes=False)
    await desk.idle()
    assert brought.path.read_bytes() == before
    assert not stranger.requests

    dialog = await desk.open("step", LeaveDialog)
    assert "The log of this run" in " ".join(label.text() for label in dialog.findChildren(QLabel))
    dialog.always.setChecked(True)
    answer(dialog, yes=True)
    await desk.until(lambda: desk.turns == 1, "a turn is taken")
    assert without_key(stranger)
    assert desk.studio.settings.voices.allowed_hosts == (where(stranger),)
    assert where(stranger) in home.settings.read_text()
    assert KEY.encode() not in log_file.read(brought.path).events.__repr__().encode()


@pytest.mark.slow
async def test_an_experiment_with_a_strangers_cast_is_asked_about(
    desk: Desk, home: Home, stranger: StrictServer, cast: str
) -> None:
    home.experiments.mkdir(parents=True, exist_ok=True)
    (home.experiments / "abroad.toml").write_text(
        f'name = "Abroad"\n[duologue]\ncast = "{cast}"\na = "ada"\nb = "bo"\nturns = 2\n'
    )
    experiments = desk.desktop.commands.rooms["experiments"].desk
    desk.desktop.session.start_task(experiments.run("abroad"))
    answer(await desk.dialog(LeaveDialog), yes=True)
    await desk.idle()
    assert len(stranger.messages) == 2
    assert without_key(stranger)


REFUSED = (
    ("Server", "not a url", "no server's URL"),
    ("Server", "http://h:99999", "no server's URL"),
    ("Server", "http://[::1", "no server's URL"),
    ("Server", "http://me:tulip@host", "no user name or password"),
    ("Server", "", ""),
    ("Allowed servers", "ho?st", "is no host"),
    ("Allowed servers", "", ""),
    ("Embeddings", "mistral:text", "no provider called 'mistral'"),
    ("Embeddings", "", ""),
    ("Embedded model", "nonesuch", "no model called 'nonesuch'"),
)


async def test_the_settings_take_nothing_that_cannot_be(desk: Desk) -> None:
    before = desk.studio.settings
    dialog = await desk.open("settings", SettingsDialog)
    for title, typed, part in REFUSED:
        line = editor(dialog, title)
        assert isinstance(line, QLineEdit)
        line.setText(typed)
        if not part:
            continue
        QTest.mouseClick(button(dialog, "Save"), Qt.MouseButton.LeftButton)
        assert part in dialog._error.text()
        assert "tulip" not in dialog._error.text()
        assert (dialog.isVisible(), desk.studio.settings) == (True, before)
    dialog.reject()
