"""The real window opens, plays a run, and has a command for every action that its menus offer."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtWidgets import QApplication

from parley.core.home import Home
from parley.desktop.shell.action_table import BY_ID
from tests.widget.real_window import Desk, Opener


def test_the_window_opens_and_every_action_finds_its_command(home: Home, tmp_path: Path, qapp: QApplication) -> None:
    sheet, palette, letters = qapp.styleSheet(), qapp.palette(), qapp.font()

    async def body(desk: Desk) -> None:
        await desk.played()
        assert desk.turns == 6
        commands = desk.desktop.commands
        table = commands.map_actions()
        assert {id_ for id_ in BY_ID if not id_.startswith("panel.")} <= table.keys()
        # What nobody has said so far is asked of the modes.
        late = {id_ for id_, call in table.items() if isinstance(call, partial)}
        assert late <= {id_ for mode in commands._modes.values() for id_ in mode.map_actions()}
        picture = tmp_path / "window.png"
        assert desk.window.grab().save(str(picture))

    try:
        Opener(home)(body)
    finally:
        qapp.setStyleSheet(sheet)
        qapp.setPalette(palette)
        qapp.setFont(letters)
