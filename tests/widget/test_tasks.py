"""Every task has an owner, every fault a door."""

from __future__ import annotations

import asyncio
import gc
import threading
from collections.abc import Awaitable, Callable

import qasync  # type: ignore[import-untyped]
import shiboken6
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication, QDialog, QWidget
from pytestqt.qtbot import QtBot

from parley.desktop.shell.collecting import Collector
from parley.desktop.tasks import Tasks, await_answer


def under_qt(qapp: QApplication, body: Callable[[], Awaitable[None]]) -> None:
    async def main() -> None:
        await body()

    with asyncio.Runner(loop_factory=lambda: qasync.QEventLoop(qapp)) as runner:
        runner.run(main())


def test_what_a_task_raises_goes_to_the_door(qapp: QApplication) -> None:
    raised: list[BaseException] = []

    async def fails() -> None:
        raise ValueError("no")

    async def body() -> None:
        tasks = Tasks(raised.append)
        tasks.start(fails(), "fails")
        assert tasks.names == ["fails"]
        while tasks.names:
            await asyncio.sleep(0)

    under_qt(qapp, body)
    assert [str(error) for error in raised] == ["no"]


def test_shutdown_cancels_all_but_its_caller(qapp: QApplication) -> None:
    raised: list[BaseException] = []
    ended: list[str] = []

    async def waits() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.append("waits")

    async def body() -> None:
        tasks = Tasks(raised.append)
        tasks.start(waits(), "waits")
        await asyncio.sleep(0)

        async def closes() -> None:
            await tasks.cancel_all()
            ended.append("closes")

        await tasks.start(closes(), "closes")
        assert tasks.names == []

    under_qt(qapp, body)
    assert (ended, raised) == (["waits", "closes"], [])


def test_a_dialog_that_went_with_its_window_is_no_fault(qapp: QApplication) -> None:
    async def body() -> None:
        window = QWidget()
        asked = asyncio.get_running_loop().create_task(await_answer(QDialog(window)))
        await asyncio.sleep(0)
        shiboken6.delete(window)
        asked.cancel()
        await asyncio.wait([asked])
        assert asked.cancelled()

    under_qt(qapp, body)


def test_garbage_is_collected_in_the_windows_thread_alone(qtbot: QtBot) -> None:
    """A worker would destroy objects of Qt beside the thread that draws with them."""
    collected_in: set[int] = set()

    class Knot:
        def __init__(self) -> None:
            self.me = self

        def __del__(self) -> None:
            collected_in.add(threading.get_ident())

    def make_garbage() -> None:
        for _ in range(5_000):
            Knot()

    owner = QObject()
    collector = Collector(owner)
    limits = gc.get_threshold()
    gc.enable()
    # The command line, which other tests call, has garbage collected more seldom.
    gc.set_threshold(700, *limits[1:])
    collector.start()
    try:
        worker = threading.Thread(target=make_garbage)
        worker.start()
        worker.join()
        assert collected_in == set()
        qtbot.waitUntil(lambda: bool(collected_in))
        assert collected_in == {threading.get_ident()}
    finally:
        collector.stop()
        gc.set_threshold(*limits)
