"""A home that cannot be written can be looked at: on a medium that is read-only, of another user."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.conftest import PATIENCE, Shell, plain_environment, rehearse

CAPABILITIES = "-dac_override,-dac_read_search,-fowner"
"""Of root's: with them it writes whatever the modes of a file say."""

ROOT = os.name != "nt" and os.geteuid() == 0
PLAINLY = ("setpriv", f"--bounding-set={CAPABILITIES}", "--inh-caps=-all") if ROOT else ()

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(os.name == "nt", reason="a folder's mode says nothing on Windows"),
    pytest.mark.skipif(ROOT and not shutil.which("setpriv"), reason="root writes everywhere, and there is no setpriv"),
]

WINDOW = """
import asyncio, sys, qasync
from parley.core.home import Home
from parley.core.studio.studio import Studio
from parley.desktop.shell.app import Desktop
from parley.desktop.shell.front import get_application
from tests.widget.real_window import Desk

async def main():
    desktop = Desktop(app, Studio(Home.find()))
    desk = Desk(desktop)
    desktop.open(())
    try:
        await desk.until(lambda: desktop.window.complete, "the plots are there")
        await desktop.session.open(sys.argv[1])
        await desk.idle()
        print(desk.turns, len(desktop.model.transcript.rows), desk.notices())
    finally:
        await desktop.close()

app = get_application()
with asyncio.Runner(loop_factory=lambda: qasync.QEventLoop(app)) as runner:
    runner.run(main())
"""


@pytest.fixture
def kept(shell: Shell) -> Iterator[tuple[Shell, str]]:
    """A home with a run that nobody may write, and the run's id."""
    run = str(rehearse(shell)["id"])
    shell("runs")
    settings = shell.home / "settings.toml"
    settings.write_text("welcomed = true\n")
    everything = [*shell.home.rglob("*"), shell.home]
    for path in everything:
        path.chmod(0o555 if path.is_dir() else 0o444)
    shell.script = (*PLAINLY, *shell.script)
    yield shell, run
    for path in reversed(everything):
        path.chmod(0o755 if path.is_dir() else 0o644)


def test_a_home_that_cannot_be_written_is_looked_at(kept: tuple[Shell, str]) -> None:
    shell, run = kept
    before = _files(shell.home)
    assert run in shell("runs").out
    assert "Standup" in shell("show", run).out
    assert shell("search", "proposal").out
    assert shell("state", run, "--json").json["id"] == run
    assert shell("measure", run, "--json").json
    shell("export", run, "--to", "html", "-o", "run.html")
    assert (shell.folder / "run.html").stat().st_size > 1_000
    for command in (("reindex",), ("run", "roundtable", "--voice", "rehearsal", "--fast")):
        refused = shell(*command, check=1)
        assert "cannot" in refused.err, refused.err
    assert _files(shell.home) == before


def test_the_window_opens_a_run_of_it(kept: tuple[Shell, str]) -> None:
    shell, run = kept
    before = _files(shell.home)
    environment = plain_environment() | {"PARLEY_HOME": str(shell.home), "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(
        [*PLAINLY, sys.executable, "-c", WINDOW, run],
        cwd=Path(__file__).parents[2], env=environment, capture_output=True, text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr, done.stderr
    turns, rows, notices = done.stdout.split(maxsplit=2)
    assert int(rows) >= int(turns) > 0
    assert "should not have" not in notices
    assert _files(shell.home) == before


def _files(home: Path) -> dict[str, bytes]:
    return {str(path.relative_to(home)): path.read_bytes() for path in home.rglob("*") if path.is_file()}
