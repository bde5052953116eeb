"""Reference cycles with Qt objects in them are collected by the window's thread only."""

from __future__ import annotations

import gc
import threading

import pytest
from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit
from pytestqt.qtbot import QtBot

from svcconsole.gui.runtime.garbage_collector import NEW_OBJECTS, GarbageCollector
from tests.support.coroutines import until


class Cyclic(QLabel):
    """A widget that only a collection ends; says in which thread that was."""

    def __init__(self, ended_in: list[int]) -> None:
        super().__init__()
        self.ended_in = ended_in
        self.itself = self

    def __del__(self) -> None:
        self.ended_in.append(threading.get_ident())


async def test_a_widget_in_a_cycle_is_deleted_by_the_thread_of_the_window(window_loop: QApplication) -> None:
    gc.enable()  # as any process begins
    parent = QObject()
    collector = GarbageCollector(parent)
    collector.start()
    ended_in: list[int] = []
    for _ in range(10):
        Cyclic(ended_in)
    made: list[list[list[int]]] = []
    worker = threading.Thread(target=lambda: made.append([[] for _ in range(50 * NEW_OBJECTS)]))
    worker.start()
    worker.join()
    assert ended_in == []  # the worker made enough for many collections
    await until(lambda: len(ended_in) == 10)
    assert set(ended_in) == {threading.get_ident()}
    collector.stop()


async def test_what_an_earlier_window_left_is_collected_when_the_next_one_is_there(
    window_loop: QApplication,
) -> None:
    owner = QObject()
    collector = GarbageCollector(owner)
    ended_in: list[int] = []
    Cyclic(ended_in)
    collector.start()
    gc.collect()
    assert ended_in == [], "what exists at the start is set aside"
    collector.start()
    assert ended_in == [threading.get_ident()]
    collector.stop()


async def test_all_is_gone_through_once_nobody_is_at_the_window(
    window_loop: QApplication, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = "svcconsole.gui.runtime.garbage_collector"
    monkeypatch.setattr(f"{module}.ALL_AFTER", -1)
    monkeypatch.setattr(f"{module}.QUIET_SECONDS", 0.5)
    field = QLineEdit()
    qtbot.addWidget(field)
    collector = GarbageCollector(field)
    field.show()
    field.activateWindow()
    await until(field.hasFocus)
    collector.start()
    ended_in: list[int] = []
    old = Cyclic(ended_in)
    gc.collect()  # whoever outlives one is looked at only with all others
    del old
    typing = QTimer(field)
    typing.timeout.connect(lambda: QTest.keyClick(field.windowHandle(), Qt.Key.Key_A))
    typing.start(40)
    await until(lambda: len(field.text()) == 25)
    assert ended_in == [], "a second of typing, twice as long as it waits"
    typing.stop()
    await until(lambda: ended_in == [threading.get_ident()])
    collector.stop()
