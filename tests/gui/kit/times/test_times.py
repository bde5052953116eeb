"""All times of the window are in one zone: the store's, this computer's or UTC; a date alone has no time."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QDate, QDateTime, QObject, QSettings, QTime
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from svcconsole.gui.kit import quantity_words, relative_time
from svcconsole.gui.kit.zone_menu import zone_menu
from svcconsole.gui.runtime.day_watch import MOST_MS, DayWatch
from svcconsole.gui.runtime.display_zone import SETTING, computer_zone, display_zone
from svcconsole.gui.runtime.settings import Settings
from tests.support.qt import show

INSTANT = "2025-01-31T23:30:15.250Z"
ZONELESS = "2025-01-31T23:30:15"
OFFSET = "2025-02-01T05:00:00+05:30"
DAY = "2025-01-31"


@pytest.fixture(autouse=True)
def berlin(qtbot: QtBot) -> Iterator[None]:
    display_zone().set_store("Europe/Berlin")
    display_zone().choose("store")
    yield
    display_zone().choose("store")
    display_zone().set_store(None)


@pytest.mark.parametrize(
    ("choice", "text", "clock", "stamp", "exact"),
    [
        ("store", INSTANT, "00:30", "1 Feb 2025, 00:30 Berlin", "1 Feb 2025, 00:30:15 CET"),
        ("utc", INSTANT, "23:30", "31 Jan 2025, 23:30 UTC", "31 Jan 2025, 23:30:15 UTC"),
        ("store", ZONELESS, "23:30", "31 Jan 2025, 23:30 Berlin", "31 Jan 2025, 23:30:15 CET"),
        ("utc", ZONELESS, "22:30", "31 Jan 2025, 22:30 UTC", "31 Jan 2025, 22:30:15 UTC"),
        (
            "store",
            "2025-02-01T05:00:00+05:30",
            "00:30",
            "1 Feb 2025, 00:30 Berlin",
            "1 Feb 2025, 00:30:00 CET",
        ),
        ("store", DAY, "", "31 Jan 2025", "31 Jan 2025"),
        ("utc", DAY, "", "31 Jan 2025", "31 Jan 2025"),
        ("store", "soon", "", "soon", ""),
    ],
)
def test_every_time_is_told_in_the_chosen_zone(
    choice: str, text: str, clock: str, stamp: str, exact: str
) -> None:
    display_zone().choose(choice)
    assert relative_time.clock_of(text) == clock
    assert relative_time.stamp(text) == stamp
    assert relative_time.exact(text) == exact


def test_days_begin_at_the_zones_midnight() -> None:
    now = QDateTime.fromString("2025-02-01T09:00:00Z", "yyyy-MM-ddTHH:mm:ss'Z'")
    assert relative_time.relative_time(INSTANT, now) == "Today 00:30"
    assert relative_time.relative_time("2025-02-01", now) == "Today"
    assert quantity_words.moment(INSTANT).day == 1
    display_zone().choose("utc")
    assert relative_time.relative_time(INSTANT, now) == "Yesterday"
    assert relative_time.relative_time("2025-02-01", now) == "Today"
    assert quantity_words.moment(INSTANT).day == 31


def test_a_store_without_a_zone_is_on_this_computers() -> None:
    display_zone().set_store(None)
    assert display_zone().name() == computer_zone()
    assert display_zone().place() == "This computer"


def test_the_choice_is_made_in_a_menu_and_remembered(qtbot: QtBot, tmp_path: Path) -> None:
    settings = Settings(QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat))
    host = show(qtbot, QWidget())
    menu = zone_menu(settings, host)
    offered = [action for action in menu.actions() if action.isCheckable()]
    assert offered[0].text() == "The store's time (Berlin)"
    assert [action.isChecked() for action in offered] == [True, False, False]
    with qtbot.waitSignal(display_zone().changed):
        offered[2].trigger()
    assert display_zone().name() == "UTC"
    assert settings.get(SETTING, "") == "utc"
    menu.close()


@pytest.fixture
def host(qtbot: QtBot) -> Iterator[QObject]:
    """What owns a watch, and takes it along."""
    host = QObject()
    yield host
    for watch in host.findChildren(DayWatch):
        watch.stop()


def test_another_day_is_told_at_midnight(qtbot: QtBot, host: QObject) -> None:
    """The timer of a day that ends in a moment finds its midnight."""
    midnight = QDateTime(QDate(2026, 10, 25), QTime(0, 0), display_zone().qt_zone())
    clock = [midnight.addMSecs(-50)]
    watch = DayWatch(host, lambda: clock[0])
    watch.start()
    with qtbot.waitSignal(watch.changed):
        assert watch.milliseconds() == 50
        clock[0] = midnight


def test_a_day_that_a_set_clock_or_a_closed_lid_jumped_over_is_told(qtbot: QtBot, host: QObject) -> None:
    zone = display_zone().qt_zone()
    clock = [QDateTime(QDate(2026, 10, 24), QTime(9, 0), zone)]
    watch = DayWatch(host, lambda: clock[0])
    told: list[QDate] = []
    watch.changed.connect(lambda: told.append(clock[0].date()))
    assert watch.milliseconds() == MOST_MS
    for now in (QDateTime(QDate(2026, 10, 24), QTime(23, 59, 30), zone),
                QDateTime(QDate(2026, 10, 27), QTime(8, 0), zone),
                QDateTime(QDate(2026, 10, 26), QTime(8, 0), zone)):  # fmt: skip
        clock[0] = now
        watch.look()
    assert told == [QDate(2026, 10, 27), QDate(2026, 10, 26)]
    clock[0] = QDateTime(QDate(2026, 10, 24), QTime(23, 59, 30), zone)
    assert watch.milliseconds() == 30_000


def test_another_zone_may_be_another_day(qtbot: QtBot, host: QObject) -> None:
    """Between these two it always is."""
    display_zone().set_store("Pacific/Pago_Pago")
    watch = DayWatch(host, display_zone().now)
    with qtbot.waitSignal(watch.changed):
        display_zone().set_store("Pacific/Kiritimati")
