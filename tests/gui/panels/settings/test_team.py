"""Settings, Team: who may do what, inviting and shutting out, workers that are heard, the head of the log."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing

import psycopg
import pytest
from PySide6.QtWidgets import QApplication, QMenu, QPushButton, QToolButton
from sqlalchemy import make_url

from svcconsole.gui.design.text import visible
from svcconsole.gui.kit.dialogs import Question
from svcconsole.gui.panels.settings.team.people import TeamPeople
from svcconsole.gui.shell.main_window import MainWindow
from svcconsole.workspace import address
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.team.operators import Operator
from tests.gui.shell.conftest import LIVE, OpenWindow, open_window, settings
from tests.support.coroutines import until

__all__ = ["open_window", "settings"]


@pytest.fixture
def shared(new_database: Callable[[], str], monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A shared workspace that we own; the accounts a test makes go with it."""
    found = new_database()
    monkeypatch.setenv(address.VARIABLE, found)
    yield found
    with closing(psycopg.connect(found, autocommit=True)) as owner:
        for (name,) in owner.execute("SELECT rolname FROM pg_roles WHERE rolname LIKE 'svctest%'").fetchall():
            owner.execute(f"DROP OWNED BY {name}".encode())
            owner.execute(f"DROP ROLE {name}".encode())


async def people(window: MainWindow) -> TeamPeople:
    found = window.show_settings("Team").team.people
    assert found is not None
    await until(lambda: found.now is not None and not found.scope.is_busy())
    return found


def names(page: TeamPeople) -> list[str]:
    assert page.now is not None
    return [one.shown for one in page.now.operators]


def choose(page: TeamPeople, operator: Operator, words: str) -> None:
    """Take this entry of the menu in the row of `operator`."""
    more = f"What can be done with {visible(operator.shown)}"
    next(each for each in page.findChildren(QToolButton) if each.accessibleName() == more).click()
    menu = page.findChildren(QMenu)[-1]
    next(each for each in menu.actions() if each.text() == words).trigger()
    menu.close()


def roles(page: TeamPeople) -> dict[str, str]:
    return {one.name: str(one.role) for one in (page.now.operators if page.now is not None else ())}


async def test_somebody_is_invited_gets_another_role_and_is_removed(
    window_loop: QApplication, open_window: OpenWindow, shared: str
) -> None:
    async with open_window(LIVE) as window:
        page = await people(window)
        assert page.isVisibleTo(window) and page.invite_box.isVisibleTo(page)
        before = names(page)
        page.invite.click()
        await until(lambda: not page.scope.is_busy())
        assert page.name_field.error() == "A name is needed."
        page.name.setText("Svctest <b>Tomás</b> Ferreira")
        page.role.setCurrentIndex(page.role.findData("prepare"))
        page.invite.click()
        await until(lambda: not page.scope.is_busy())
        assert page.name_field.error() == ""
        assert len(names(page)) == len(before) + 1
        assert page.now is not None
        made = next(one for one in page.now.operators if one.shown.startswith("Svctest"))
        assert made.role == "prepare"
        page.copy_password.click()
        password = QApplication.clipboard().text()
        assert len(password) > 20 and password in page.made.text()
        url = make_url(shared).set(username=made.name, password=password)
        with Workspace.open(window.console.store_folder, url.render_as_string(hide_password=False)) as theirs:
            assert theirs.operator == made.name
        choose(page, made, "Prepare and send")
        await until(
            lambda: any(
                one.role == "send"
                for one in (page.now.operators if page.now else ())
                if one.name == made.name
            )
        )
        choose(page, made, "Remove from the team…")
        asking = await until(lambda: next(iter(page.findChildren(Question)), None))
        assert "nothing of it is sent a second time" in str(asking.text.text())
        next(each for each in asking.findChildren(QPushButton) if each.text().startswith("Remove ")).click()
        await until(lambda: made.shown not in names(page) or _is_locked(page, made.name))
        assert page.head.text().startswith("The log has ")


def _is_locked(page: TeamPeople, name: str) -> bool:
    found = page.now.operators if page.now is not None else ()
    return any(one.name == name and one.locked_at is not None for one in found)


async def test_workers_are_told_with_when_they_were_heard(
    window_loop: QApplication, open_window: OpenWindow, shared: str
) -> None:
    async with open_window(LIVE) as window:
        page = await people(window)
        assert not page.now or page.now.workers == ()
        with Workspace.open(window.console.store_folder, shared) as worker:
            identity = worker.workers.begin("hamburg-1", "1.0")
            worker.workers.beat(identity, "looks at schedules")
            page.refresh()
            await until(
                lambda: page.now is not None and [each.name for each in page.now.workers] == ["hamburg-1"]
            )
            worker.workers.end(identity)


async def test_who_is_alone_sees_no_team(window_loop: QApplication, open_window: OpenWindow) -> None:
    async with open_window(LIVE) as window:
        page = window.show_settings("Team").team.people
        assert page is not None
        await until(lambda: not page.scope.is_busy())
        assert page.isHidden()
