"""A run's new name is what it is called everywhere: in the window, in exports, on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from parley.core.cli.read import export, show_run
from parley.core.cli.read import state as report
from parley.core.studio.marks import MarksFile
from tests.widget.real_window import Desk

NAME = "What we owe <the> fern"


@pytest.mark.slow
async def test_a_new_name_is_shown_wherever_the_run_is(
    desk: Desk, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    await desk.played(turns=2)
    run, own = desk.state.run, desk.state.setup.title
    log = (await desk.desktop.library.exports.open_run()).path.read_bytes()
    desk.window.library.intent.emit("rename_run", (run, NAME))
    await desk.idle()
    await desk.until(lambda: desk.window.windowTitle() == f"{NAME}: The demo slipped – Parley", "the window says so")
    assert desk.window.toolbar._title.whole() == f"{NAME} · The demo slipped"
    desk.action("watch").trigger()
    await desk.idle()
    page = desk.desktop.setup.first_run._page
    assert page is not None
    assert page.bar.back.text() == f"Back to “{NAME[:28]}”"
    for name in ("Ferns", NAME):
        page.library.intent.emit("rename_run", (run, name))
        await desk.idle()
        assert page.bar.back.text() == f"Back to “{name[:28]}”", "a page that stands there follows"
    for ending in ("md", "html", "json", "txt"):
        export(run, tmp_path / f"talk.{ending}", home=desk.studio.home.path)
    written = {path.suffix: path.read_text("utf-8") for path in tmp_path.iterdir() if path.name.startswith("talk.")}
    assert NAME in written[".json"]
    assert NAME in written[".txt"]
    assert "What we owe" in written[".md"].splitlines()[0]
    assert "<title>What we owe &lt;the&gt; fern</title>" in written[".html"]
    capsys.readouterr()
    show_run(run, home=desk.studio.home.path)
    assert capsys.readouterr().out.startswith(f"{NAME}: The demo slipped")
    report(run, home=desk.studio.home.path, as_json=True)
    assert json.loads(capsys.readouterr().out)["title"] == NAME
    # The log is as it was, and a run that is opened again has its name.
    assert desk.studio.open(run).path.read_bytes() == log
    assert desk.studio.open(run).name == NAME
    MarksFile(desk.studio.home).rename(run, "")
    await desk.desktop.commands.follow_home()
    await desk.until(lambda: desk.window.windowTitle().startswith(own), "it has its own name again")
