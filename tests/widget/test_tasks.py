"""Every task has an owner, every fault a door."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import qasync  # type: ignore[import-untyped]
import shiboken6
from PySide6.QtWidgets import QApplication, QDialog, QWidget

from parley.desktop.tasks import Tasks, answered


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
            await tasks.shutdown()
            ended.append("closes")

        await tasks.start(closes(), "closes")
        assert tasks.names == []

    under_qt(qapp, body)
    assert (ended, raised) == (["waits", "closes"], [])


def test_a_dialog_is_awaited_without_stopping_the_loop(qapp: QApplication) -> None:
    qapp.setQuitOnLastWindowClosed(False)

    async def body() -> None:
        for answer, said in ((QDialog.accept, True), (QDialog.reject, False)):
            dialog = QDialog()
            beats = 0
            async with asyncio.TaskGroup() as group:
                asked = group.create_task(answered(dialog))
                while not dialog.isVisible():
                    await asyncio.sleep(0)
                while beats < 3:
                    beats += 1
                    await asyncio.sleep(0)
                assert not asked.done()
                answer(dialog)
            assert asked.result() is said

    under_qt(qapp, body)


def test_a_dialog_that_went_with_its_window_is_no_fault(qapp: QApplication) -> None:
    async def body() -> None:
        window = QWidget()
        asked = asyncio.get_running_loop().create_task(answered(QDialog(window)))
        await asyncio.sleep(0)
        shiboken6.delete(window)
        asked.cancel()
        await asyncio.wait([asked])
        assert asked.cancelled()

    under_qt(qapp, body)
