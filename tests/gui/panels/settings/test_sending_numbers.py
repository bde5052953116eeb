"""Settings, Sending numbers: what is written down of each, how much of it is used, and who may change it."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot
from sqlalchemy import make_url

from svcconsole.gui.design.text import ltr
from svcconsole.gui.panels.settings.numbers.dialog import NO_LIMIT, TYPED, NumberDialog
from svcconsole.gui.panels.settings.numbers.section import NumberRow, NumbersSection, _numbers_now
from svcconsole.gui.runtime.display_zone import display_zone
from svcconsole.gui.shell.main_window import MainWindow
from svcconsole.services.campaigns.sending_numbers import SendingNumber, save, sending_numbers
from svcconsole.services.messaging import messages
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.runs.records import NewSend
from svcconsole.workspace.schema import Repeat
from svcconsole.workspace.team.roles import Role
from tests.gui.panels.settings.test_team import shared
from tests.gui.shell.conftest import LIVE, OpenWindow, open_window, settings
from tests.support.coroutines import until

__all__ = ["open_window", "settings", "shared"]


async def shown_numbers(window: MainWindow) -> NumbersSection:
    found = window.show_settings("Sending numbers").numbers
    await until(lambda: found.now is not None and not found.scope.is_busy())
    return found


async def opened(section: NumbersSection) -> NumberDialog:
    found: NumberDialog = await until(
        lambda: next((each for each in section.findChildren(NumberDialog) if each.isVisible()), None)
    )
    return found


def said(section: NumbersSection) -> list[tuple[str, str]]:
    return [(line.about.text(), line.used.text()) for line in section.lines]


def sent_to(space: Workspace, *people: str) -> None:
    """As if messages to them had just left by themselves from the store's default number."""
    fence = space.runner.acquire()
    for person in people:
        body = f'{{"contactIdentifier":"{person}","payload":{{"message":"Hi"}}}}'.encode()
        space.sends.begin(
            NewSend("messages.send", Repeat.ONCE, messages.KIND, "One", body, person * 5), fence
        )
    space.runner.release()


async def test_a_number_is_added_changed_counted_and_removed(
    window_loop: QApplication, open_window: OpenWindow
) -> None:
    async with open_window(LIVE) as window:
        section = await shown_numbers(window)
        space = window.console
        assert section.lines == []
        section.add_number.click()
        dialog = await opened(section)
        for typed, wrong in (
            ({"name": ""}, {"name"}),
            ({"name": "Main <b>1</b>", "default": False}, {"numbers"}),
            ({"default": True, "reserve": "250"}, {"reserve"}),
            ({"reserve": "50", "ramp": "two"}, {"ramp", "ramp_from"}),
        ):
            if "name" in typed:
                dialog.name.setText(str(typed["name"]))
            if "default" in typed:
                dialog.is_default.setChecked(bool(typed["default"]))
            dialog.reserve.setText(str(typed.get("reserve", dialog.reserve.text())))
            dialog.ramp.setText(str(typed.get("ramp", "")))
            dialog.save_button.click()
            assert {name for name, field in dialog.fields.items() if field.error()} == wrong
        dialog.ramp.setText("")
        dialog.save_button.click()
        await until(lambda: len(section.lines) == 1)
        about = "For the store's default number. 250 people in 24 hours, 50 of them kept for other tools."
        assert said(section) == [(about, "0 of 200 used")]

        await space.db(lambda each: sent_to(each, "+919845000001", "+919845000002"))
        section.refresh()
        await until(lambda: said(section) == [(about, "2 of 200 used")])

        section.lines[0].edit.click()
        dialog = await opened(section)
        assert dialog.name.text() == "Main <b>1</b>" and dialog.is_default.isChecked()
        dialog.name.setText("Main")
        dialog.numbers.set_values(["+4930123"])
        dialog.limit.setCurrentIndex(dialog.limit.findData(TYPED))
        dialog.typed.setText("many")
        dialog.save_button.click()
        assert dialog.fields["people"].error()
        dialog.typed.setText("5,000")
        dialog.reserve.setText("0")
        dialog.ramp.setText("1, 20")
        dialog.ramp_from.set_day(datetime.now(display_zone().zone()).date())
        dialog.save_button.click()
        await until(lambda: section.lines[0].used.text() == "2 of 1 used")
        [kept] = await space.db(sending_numbers)
        assert (kept.name, kept.numbers, kept.people, kept.ramp) == ("Main", ("", "+4930123"), 5000, (1, 20))
        about = (
            f"For the store's default number and {ltr('+4930123')}. 5,000 people in 24 hours. Warm-up from"
        )
        assert section.lines[0].about.text().startswith(about)

        section.lines[0].remove.click()
        await until(lambda: section.lines == [])
        assert await space.db(sending_numbers) == ()
        restore = next(link for notice in space.notices.open for link in notice.links)
        restore.run()
        await until(lambda: len(section.lines) == 1)
        assert await space.db(sending_numbers) == (kept,)

        section.lines[0].edit.click()
        dialog = await opened(section)
        dialog.limit.setCurrentIndex(dialog.limit.findData(NO_LIMIT))
        dialog.ramp.setText("")
        dialog.save_button.click()
        await until(lambda: section.lines[0].used.text() == "2 people written to")


async def test_what_others_write_down_is_seen_at_once(
    window_loop: QApplication, open_window: OpenWindow
) -> None:
    async with open_window(LIVE) as window:
        section = await shown_numbers(window)
        with Workspace.open(window.console.store_folder) as other:
            save(other, SendingNumber("Theirs", ("+4930123",), 10_000))
            await until(lambda: [line.used.text() for line in section.lines] == ["0 of 10,000 used"])


@pytest.mark.parametrize("locale", ["en_IN", "hi_IN", "en_US", "de_DE"])
def test_a_limit_can_be_saved_as_it_is_shown(qtbot: QtBot, locale: str) -> None:
    before = QLocale()
    QLocale.setDefault(QLocale(locale))
    try:
        room = QWidget()
        qtbot.addWidget(room)
        kept = SendingNumber("Main", ("+4930123",), 150_000, reserve=120_000)
        dialog = NumberDialog(room, kept, ())
        dialog.save_button.click()
        assert [field.error() for field in dialog.fields.values() if field.error()] == []
        assert dialog.made == kept
    finally:
        QLocale.setDefault(before)


def test_who_may_only_look_changes_none(qapp: QApplication, shared: str, tmp_path: Path) -> None:
    with Workspace.open(tmp_path, shared) as space:
        save(space, SendingNumber("Main", people=250))
        assert _numbers_now(space).refusal == ""
        made = space.operators.invite("Svctest Looks", Role.LOOK)
    theirs = make_url(made.address).set(password=made.password)
    with Workspace.open(tmp_path, theirs.render_as_string(hide_password=False)) as space:
        now = _numbers_now(space)
        assert [each.number.name for each in now.numbers] == ["Main"]
        assert now.refusal == "Your role in the team lets you look, not prepare or change anything."
        row = NumberRow(now.numbers[0], now.refusal, last=True)
        assert not row.edit.isEnabled() and not row.remove.isEnabled()
