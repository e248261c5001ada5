"""Parley as a stranger uses it: the installed script, a home of its own, nothing of this machine's settings."""

from __future__ import annotations

import io
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import msgspec
import pytest

if TYPE_CHECKING:
    from tests.e2e.browser import Browser

SCRIPT = Path(sys.executable).with_name("parley")
REHEARSED = ("run", "roundtable", "--voice", "rehearsal", "--fast", "--seed", 7, "--json")
PATIENCE = 120
"""Seconds after which a command is taken to hang: far more than any needs on a busy machine."""


@dataclass(frozen=True)
class Done:
    """A command that ended."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """Stdout as the one JSON value that it must be."""
        return msgspec.json.decode(self.out)


class Commands(Protocol):
    """A way to run commands: as processes, or within this one."""

    folder: Path
    home: Path

    def __call__(self, *arguments: object, home: Path | None = None, check: int | None = 0) -> Done:
        """Run a command to its end; `check` is the exit code it must have."""
        ...


def rehearse(commands: Commands, *arguments: object, home: Path | None = None) -> dict[str, Any]:
    """A simulated run; what `--json` says of it."""
    found: dict[str, Any] = commands(*REHEARSED, *arguments, home=home).json
    return found


def until(true: Callable[[], object], what: str = "it", patience: float = PATIENCE) -> None:
    """Wait until something is so, however busy the machine is."""
    end = time.monotonic() + patience
    while not true():
        assert time.monotonic() < end, f"waited in vain until {what}"
        time.sleep(0.02)


def checked(done: Done, arguments: tuple[object, ...], check: int | None) -> Done:
    """The command, if it ended as it should."""
    assert "Traceback" not in done.err, done.err
    assert "should not have" not in done.err, done.err
    assert check is None or done.code == check, f"{arguments}: exit {done.code}\n{done.out}\n{done.err}"
    return done


@dataclass
class Shell:
    """Runs the installed script in `folder`, as processes."""

    folder: Path
    home: Path
    script: tuple[str, ...] = (str(SCRIPT),)
    environment: dict[str, str] = field(default_factory=dict)

    def __call__(self, *arguments: object, home: Path | None = None, check: int | None = 0) -> Done:
        process = self.start(*arguments, home=home)
        out, err = process.communicate(timeout=PATIENCE)
        return checked(Done(process.returncode, out, err), arguments, check)

    def start(self, *arguments: object, home: Path | None = None) -> subprocess.Popen[str]:
        """Begin a command."""
        return subprocess.Popen(
            [*self.script, *map(str, arguments)],
            cwd=self.folder,
            env=plain_environment() | {"PARLEY_HOME": str(home or self.home)} | self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )


@dataclass
class Inside:
    """Runs the same commands without a process each: for the many. The working folder is `folder`."""

    folder: Path
    home: Path
    monkeypatch: pytest.MonkeyPatch
    capfd: pytest.CaptureFixture[str]

    def __call__(self, *arguments: object, home: Path | None = None, check: int | None = 0) -> Done:
        from parley.core.cli import main
        from parley.desktop.__main__ import add_commands, open_window

        self.monkeypatch.setenv("PARLEY_HOME", str(home or self.home))
        # A command that takes the signals of the process must not keep them.
        handlers = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
        self.capfd.readouterr()
        try:
            code = main([str(argument) for argument in arguments], open_window=open_window, add_commands=add_commands)
        finally:
            for number, handler in handlers.items():
                signal.signal(number, handler)
        sys.stdout.flush()
        out, err = self.capfd.readouterr()
        return checked(Done(code, out, err), arguments, check)


def plain_environment() -> dict[str, str]:
    """This environment without a display, keys, servers or anything of Parley's."""
    unwanted = ("ANTHROPIC_", "PARLEY_", "QT_", "DISPLAY", "WAYLAND_", "COVERAGE")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(unwanted)}
    return kept | {"PARLEY_NO_KEYRING": "1", "NO_PROXY": "127.0.0.1", "COLUMNS": "120"}


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """A shell in an empty folder."""
    folder = tmp_path / "cwd"
    folder.mkdir()
    return Shell(folder, tmp_path / "home")


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Shell:
    """A shell that the tests of a module share, with one run in its home and as `run.jsonl` in its folder."""
    place = tmp_path_factory.mktemp("stage")
    (place / "cwd").mkdir()
    made = Shell(place / "cwd", place / "home")
    from parley.core.cli import main

    with pytest.MonkeyPatch.context() as patch, redirect_stdout(io.StringIO()):
        patch.setenv("PARLEY_NO_KEYRING", "1")
        log = made.folder / "run.jsonl"
        assert main([*map(str, REHEARSED), "-o", str(log), "--home", str(made.home)]) == 0
    return made


@pytest.fixture
def inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Inside:
    """Commands within this process, in an empty folder."""
    for name in set(os.environ) - set(plain_environment()):
        monkeypatch.delenv(name)
    monkeypatch.setenv("PARLEY_NO_KEYRING", "1")
    folder = tmp_path / "inside"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return Inside(folder, tmp_path / "home", monkeypatch, capfd)


@pytest.fixture(scope="session")
def _chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """The one browser of all tests of pages: starting it takes longer than most of them."""
    if not (shutil.which("chromium") and shutil.which("chromedriver")):
        pytest.skip("Chromium and its chromedriver are not installed: no page can be driven in a real browser here.")
    from tests.e2e.browser import Browser

    made = Browser(tmp_path_factory.mktemp("chromium"))
    yield made
    made.close()


@pytest.fixture
def browser(_chromium: Browser) -> Iterator[Browser]:
    """The browser, as if it had just been started."""
    yield _chromium
    _chromium.reset()


def files_in(folder: Path) -> dict[str, bytes]:
    """Every file below a folder with its content, the locks and the program's own log aside."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not {"locks", "logs"} & set(path.parts)
    }
