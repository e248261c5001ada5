"""What every test stands on: a home of its own, no keys, no network but loopback, and no warning unheard."""

from __future__ import annotations

import asyncio
import gc
import inspect
import logging
import os
import random
import re
import socket
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, settings  # before `gc.freeze`: it asks the collector who holds its generators

from parley.core.home import Home

# How long something takes is not tested: machines are shared.
settings.register_profile("parley", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("parley")

if TYPE_CHECKING:
    from tests.keyring_in_memory import Drawer

MODELS = os.environ.get("PARLEY_MODELS") or str(Home.find().models)
"""Where the embedded models of this machine are: the one thing of its real home that tests may read."""

# Texts and numbers as they are written, whatever language the machine speaks.
os.environ["LC_ALL"] = "C.UTF-8"
os.environ.pop("LANGUAGE", None)

# Qt ends the whole process where it finds no display.
if not os.environ.get("DISPLAY"):
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

LOOPBACK = ("127.", "::1", "localhost")
_connect = socket.socket.connect
_connect_ex = socket.socket.connect_ex


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--without-extras", action="store_true", help="skip what needs a package that is not installed")
    parser.addoption("--shuffle", metavar="SEED", help="run the tests in a random order: the same for the same seed")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Shuffle the tests where that is asked for: none may depend on another that ran before it."""
    seed = config.getoption("shuffle")
    if seed is not None:
        random.Random(seed).shuffle(items)


LACKING = re.compile(r"No module named '(?!parley)[\w.]+'|needs the package \S+, which is not installed")


def _skip_what_lacks(report: pytest.TestReport | pytest.CollectReport, config: pytest.Config, where: Path) -> None:
    if report.failed and config.getoption("--without-extras") and (found := LACKING.search(str(report.longrepr))):
        report.outcome, report.longrepr = "skipped", (str(where), 0, f"Skipped: {found[0]}")


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    report = yield
    _skip_what_lacks(report, collector.config, collector.path)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    _skip_what_lacks(report, item.config, item.path)
    return report


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """A test that is a coroutine runs in an event loop of its own."""
    if not inspect.iscoroutinefunction(pyfuncitem.function):
        return None
    given = {name: pyfuncitem.funcargs[name] for name in inspect.signature(pyfuncitem.function).parameters}
    asyncio.run(pyfuncitem.function(**given))
    return True


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Of what is imported and collected nothing is garbage: looking for some takes a quarter of the time."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()


def pytest_collection_finish() -> None:
    """Modules and tests stay to the end: whoever collects garbage need not look at them again."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def _commands_are_built_once() -> Iterator[None]:
    """Typer builds all commands anew at every call, which takes longer than most of them do."""
    from typer import main

    with pytest.MonkeyPatch.context() as patch:
        build, built = main.get_command, dict[tuple[int, int, int], Any]()

        def once(app: Any) -> Any:
            # Commands are loaded when they are asked for, and the desktop adds its own where it is imported later.
            key = (id(app), len(app.registered_commands), len(app.registered_groups))
            if key not in built:
                built[key] = build(app)
            return built[key]

        patch.setattr(main, "get_command", once)
        yield


@pytest.fixture(scope="session", autouse=True)
def _nobody_waits_for_the_disk() -> Iterator[None]:
    """No test here pulls the plug: what is written is read again by processes of the same machine."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda _file: None)
        yield


@pytest.fixture(scope="session", autouse=True)
def _what_was_put_aside_stays_there() -> Iterator[None]:
    """A window that closes gives back to the collector what it has put aside: here that would be all modules and tests
    as well (`pytest_collection_finish`), and every collection from then on would take a second."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(gc, "freeze", lambda: None)
        patch.setattr(gc, "unfreeze", lambda: None)
        yield


@pytest.fixture(autouse=True)
def _alone(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Data, settings, keys and servers of whoever runs the tests are neither seen nor touched."""
    monkeypatch.setenv("PARLEY_HOME", str(tmp_path_factory.mktemp("home")))
    monkeypatch.setenv("PARLEY_NO_KEYRING", "1")
    monkeypatch.setenv("PARLEY_MODELS", MODELS)
    for name in ("ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL", "ANTHROPIC_AUTH_TOKEN"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def home() -> Home:
    """This test's home, prepared."""
    found = Home.find()
    found.prepare()
    return found


def _loopback(kind: int, address: Any) -> None:
    if kind in {socket.AF_INET, socket.AF_INET6} and not str(address[0]).startswith(LOOPBACK):
        raise RuntimeError(f"a test tried to reach {address[0]}: the network ends at loopback")


@pytest.fixture(autouse=True)
def _no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    def connect(self: socket.socket, address: Any) -> None:
        _loopback(self.family, address)
        _connect(self, address)

    def connect_ex(self: socket.socket, address: Any) -> int:
        _loopback(self.family, address)
        return _connect_ex(self, address)

    monkeypatch.setattr(socket.socket, "connect", connect)
    monkeypatch.setattr(socket.socket, "connect_ex", connect_ex)


class _Heard(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        text = record.getMessage()
        if record.exc_info:
            text += "\n" + logging.Formatter().formatException(record.exc_info)
        self.lines.append(f"{record.levelname} {record.name}: {text}")


@pytest.fixture
def expected_logs() -> list[str]:
    """Patterns of warnings and errors that a test means to cause; it adds its own."""
    return []


@pytest.fixture(autouse=True)
def _no_unexpected_logs(expected_logs: list[str]) -> Iterator[None]:
    """Fail a test that logs a warning or an error it did not announce."""
    heard = _Heard()
    root = logging.getLogger()
    root.addHandler(heard)
    yield
    root.removeHandler(heard)
    unexpected = [line for line in heard.lines if not any(re.search(one, line) for one in expected_logs)]
    assert not unexpected, "unexpected in the log:\n" + "\n".join(unexpected)


@pytest.fixture
def log_path(tmp_path: Path) -> Path:
    """Where a run's log may be written."""
    return tmp_path / "runs" / "2026-01-05-roundtable-abc.jsonl"


@pytest.fixture
def drawer(monkeypatch: pytest.MonkeyPatch) -> Iterator[Drawer]:
    """The system's keyring, in memory and empty."""
    import keyring

    from tests.keyring_in_memory import Drawer

    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    monkeypatch.delenv("PARLEY_NO_KEYRING", raising=False)
    before, ours = keyring.get_keyring(), Drawer()
    keyring.set_keyring(ours)
    yield ours
    keyring.set_keyring(before)
