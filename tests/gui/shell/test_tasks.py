"""TaskScope: kept, newest of a key wins, reported once, cancelled once, gone with its owner."""

from __future__ import annotations

import asyncio

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from svcconsole.gui.runtime.notices import Notices
from svcconsole.gui.runtime.task_scope import TaskScope, settle
from tests.support.coroutines import until
from tests.support.qt import Complaints, show


async def test_a_failed_task_is_a_notice_and_a_log_line(
    window_loop: QApplication, complaints: Complaints
) -> None:
    complaints.expect("log ERROR svcconsole.notices: bug")
    notices, owner = Notices(), QWidget()
    scope = TaskScope(owner, notices)

    async def break_down() -> None:
        raise ZeroDivisionError("by nought")

    scope.start(break_down())
    await until(lambda: not scope.is_busy())
    assert [notice.times for notice in notices.open] == [1]
    assert "ZeroDivisionError: by nought" in notices.open[0].details


async def test_the_newest_of_a_key_wins(window_loop: QApplication) -> None:
    owner = QWidget()
    scope, ended = TaskScope(owner, Notices()), list[str]()

    async def work(name: str, seconds: float) -> None:
        try:
            await asyncio.sleep(seconds)
            ended.append(f"{name} done")
        except asyncio.CancelledError:
            ended.append(f"{name} cancelled")
            raise

    scope.start(work("first", 60), key="read")
    await asyncio.sleep(0)
    scope.start(work("second", 0), key="read")
    await until(lambda: not scope.is_busy())
    assert ended == ["first cancelled", "second done"]


async def test_the_end_of_the_replaced_task_does_not_free_the_key(window_loop: QApplication) -> None:
    owner = QWidget()
    scope = TaskScope(owner, Notices())
    first = scope.start(asyncio.sleep(60), key="read")
    await asyncio.sleep(0)
    scope.start(asyncio.sleep(60), key="read")
    await asyncio.wait([first])
    assert scope.is_busy("read")
    await scope.close()


async def test_busy_tells_begin_and_end_once(window_loop: QApplication) -> None:
    owner = QWidget()
    scope, told = TaskScope(owner, Notices()), list[bool]()
    scope.busy.connect(told.append)
    scope.start(asyncio.sleep(0))
    scope.start(asyncio.sleep(0.01))
    await until(lambda: not scope.is_busy())
    assert told == [True, False]


async def test_tasks_end_with_their_owner(window_loop: QApplication) -> None:
    owner = QWidget()
    scope = TaskScope(owner, Notices())
    task = scope.start(asyncio.sleep(60))
    await asyncio.sleep(0)
    owner.deleteLater()
    await asyncio.wait([task])
    assert task.cancelled()


async def test_a_task_is_cancelled_once_so_that_its_clean_up_ends(window_loop: QApplication) -> None:
    owner = QWidget()
    scope, cleaned = TaskScope(owner, Notices()), list[str]()

    async def work() -> None:
        try:
            await asyncio.sleep(60)
        finally:
            await asyncio.sleep(0.01)
            cleaned.append("all")

    task = scope.start(work())
    await asyncio.sleep(0)
    scope.cancel()
    scope.cancel()
    owner.deleteLater()
    await asyncio.wait([task])
    assert cleaned == ["all"]


async def test_a_task_ends_that_is_cancelled_as_a_time_limit_within_it_runs_out(
    window_loop: QApplication,
) -> None:
    owner = QWidget()
    scope, limits = TaskScope(owner, Notices()), list[asyncio.Timeout]()

    async def look_again_and_again() -> None:
        while True:
            try:
                async with asyncio.timeout(60) as limit:
                    limits.append(limit)
                    await asyncio.sleep(60)
            except TimeoutError:
                continue

    task = scope.start(look_again_and_again())
    await until(lambda: limits)
    loop = asyncio.get_running_loop()
    limits[0].reschedule(loop.time())
    loop.call_soon(scope.cancel)  # after the limit ran out and before the task hears of it
    await until(task.done, seconds=2)
    assert task.cancelled()


async def test_settle_names_what_would_not_end(window_loop: QApplication) -> None:
    release = asyncio.Event()

    async def stubborn() -> None:
        while not release.is_set():
            try:
                await release.wait()
            except asyncio.CancelledError:
                continue

    task = asyncio.get_running_loop().create_task(stubborn())
    await asyncio.sleep(0)
    assert await settle([task], 0.01) == [task]
    release.set()
    await task


async def test_the_owner_may_go_while_a_task_runs(window_loop: QApplication, qtbot: QtBot) -> None:
    """The window's children go first; nothing may touch a widget that is gone."""
    window = show(qtbot, QWidget(), 300, 200)
    child = QWidget(window)
    scope = TaskScope(child, Notices())
    task = scope.start(asyncio.sleep(60), key="x")
    await asyncio.sleep(0)
    window.deleteLater()
    await asyncio.wait([task])
    assert task.cancelled()


async def test_what_comes_after_the_end_does_not_begin(window_loop: QApplication) -> None:
    """A timer of a page may fire while its tab waits for others to end."""
    owner, begun = QObject(), []
    scope = TaskScope(owner, Notices())

    async def keep() -> None:
        begun.append(True)

    await scope.close()
    task = scope.start(keep(), key="draft")
    await asyncio.wait([task])
    assert task.cancelled()
    assert (begun, scope.is_busy()) == ([], False)
