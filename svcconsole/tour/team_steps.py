"""What each of two consoles does in the tour of a team; every step goes through its own window."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLineEdit

from svcconsole.gui.kit.dialogs import Question
from svcconsole.gui.kit.forms.pages.both_versions import BothVersions
from svcconsole.gui.panels.activity.page import LOG
from svcconsole.gui.panels.decisions.page import DECIDED
from svcconsole.gui.panels.profiles.dialog import ProfileDialog
from svcconsole.gui.panels.settings.team.sharing import SHARED
from svcconsole.gui.shell.first_run import StartWindow
from svcconsole.resources import resource
from svcconsole.tour.launch import enter, reopened
from svcconsole.tour.products import (
    answer_questions,
    catalog,
    editor_page,
    fix_mistakes,
    import_page,
    importing,
    settled,
    under_way,
)
from svcconsole.tour.window_driver import NotAsExpected, WindowDriver

if TYPE_CHECKING:
    from svcconsole.gui.panels.decisions.page import DecisionsPage
    from svcconsole.workspace.runs.run_overview import RunOverview

STORE = "Wickloom Europe"
EDITED = "oak-stool"
MINE, THEIRS = "Oak stool, by Ana", "Oak stool, by Omar"
LONG = 90.0
"""Seconds that a run which a worker sends may take, beside the wait for its time."""


@dataclass(frozen=True, slots=True)
class Story:
    """What the consoles share: the store, its token, the workspace's address, and the run in question."""

    base_url: str
    token: str
    address: str = ""
    run_id: str = ""


# Connecting


async def connect(stage: WindowDriver, story: Story) -> None:
    """The first start: the store by its address and token."""
    start = await stage.until("the first window opens", lambda: _start_window(stage))
    await stage.click(start.connect_store)
    dialog = await stage.until("the connection is asked for", _dialog)
    for name, text in (("base_url", story.base_url), ("token", story.token), ("name", STORE)):
        await stage.type(_line(dialog, name), text)
    await stage.click(dialog.save_button)
    await enter(stage, stage.program)
    tab = catalog(stage)
    await stage.until("the products are read", lambda: tab.products.rows and not tab.scope.is_busy())


async def share(stage: WindowDriver, story: Story) -> None:
    """The address of the team's workspace, as it was handed over, is tested and taken."""
    form = stage.window.show_settings("Team").team.sharing
    if form is None:
        raise NotAsExpected("the settings say where the workspace is")
    await stage.until("it is known where the workspace is", lambda: not form.scope.is_busy())
    form.choice.set_current(SHARED)
    await stage.click(form.form.paste)
    await stage.type(form.form.pasted, story.address)
    await stage.click(form.test)
    await stage.until("the address is tested", lambda: form.lines.steps and not form.scope.is_busy())
    stage.check("no step of the test failed", not form.lines.failure())
    await stage.picture("team-address-tested")
    await stage.click(form.go)
    question = await stage.until("it asks", lambda: _question(stage))
    await stage.click(question.by_id["go"])
    await reopened(stage)
    await is_shared(stage, story)


async def is_shared(stage: WindowDriver, story: Story) -> None:
    """Everybody of the team is listed in the settings."""
    people = stage.window.show_settings("Team").team.people
    if people is None:
        raise NotAsExpected("the settings list the team")
    await stage.until("the team is listed", lambda: people.now is not None and people.isVisible())
    _put_notices_away(stage)  # nobody keeps what was typed
    await stage.picture("team-people")


# One imports, the other looks on


async def begin_import(stage: WindowDriver, story: Story) -> Story:
    """The shipped file, put right, up to the first rows that are sent."""
    tab = catalog(stage)
    tab.open_import(resource("samples", "products.csv"))
    page = await stage.until("the import page opens", lambda: import_page(tab))
    await stage.until("the file is read", lambda: page.file.next.isVisible() and settled(page))
    await stage.click(page.file.next)
    await stage.until("the columns are mapped", lambda: page.columns.next.isVisible() and settled(page))
    await answer_questions(stage, page)
    await stage.click(page.columns.next)
    await stage.until("every row is checked", lambda: page.check.run.isVisible() and settled(page))
    await fix_mistakes(stage, page)
    await stage.click(page.check.run)
    await _agree(stage)
    panel = await stage.until("the run opens", lambda: page.run_panel)
    await stage.until("the first rows are sent", lambda: under_way(tab, panel.run_id))
    return replace(story, run_id=panel.run_id)


async def see_run(stage: WindowDriver, story: Story) -> None:
    """The other's run is listed with how far it is and who sends it, while it goes."""
    page = stage.window.show_activity()
    page.show_runs()
    row = await stage.until("the run is listed", lambda: _run(page.runs.model.shown(), story.run_id))
    stage.check("it is told who sends it", row.driver is not None and bool(row.info.operator))
    await stage.picture("team-run-of-a-colleague")


async def end_import(stage: WindowDriver, story: Story) -> None:
    """It comes to its end."""
    page = importing(stage)
    panel = await stage.until("the run is in front", lambda: page.run_panel)
    await stage.until("the run is finished", panel.browse_records.isVisible, LONG)
    totals = await stage.window.console.db(lambda space: space.runs.totals(story.run_id))
    stage.check("every row was sent", totals.sent == totals.rows)
    stage.totals["team_import"] = totals.as_json(story.run_id)
    await stage.click(panel.browse_records)


# Both edit one product


async def begin_edit(stage: WindowDriver, story: Story) -> None:
    """A product is opened and renamed, and not saved yet."""
    await _rename(stage, MINE)


async def save_first(stage: WindowDriver, story: Story) -> None:
    """A colleague renames it, too, and saves."""
    await _rename(stage, THEIRS)
    tab = catalog(stage)
    page = await stage.until("the editor is open", lambda: editor_page(tab))
    await stage.click(page.save)
    await _agree(stage)
    await stage.until("it is saved", lambda: editor_page(tab) is None)


async def meet(stage: WindowDriver, story: Story) -> None:
    """Who saves second sees both versions; nothing wins by itself."""
    tab = catalog(stage)
    page = await stage.until("the editor is open", lambda: editor_page(tab))
    await stage.until(
        "it is told that somebody saved",
        lambda: any("saved this" in each.sentence for each in page.head_problems),
    )
    await stage.picture("team-somebody-saved-this")
    await stage.click(page.save)
    await _agree(stage)
    both = await stage.until("both versions are shown", _both_versions)
    stage.check("nothing is chosen beforehand", not both.save.isEnabled())
    await stage.picture("team-both-versions")
    await stage.click(both.all_theirs)
    await stage.click(both.save)
    await stage.until("the editor closes", lambda: editor_page(tab) is None)
    await stage.until("the list has their name", lambda: tab.products.rows[EDITED].name == THEIRS)


async def _rename(stage: WindowDriver, name: str) -> None:
    tab = catalog(stage)
    tab.edit_product(EDITED)
    page = await stage.until("the editor opens", lambda: editor_page(tab))
    line = page.form.editors["name"].widget
    if not isinstance(line, QLineEdit):
        raise NotAsExpected("the name is a line to type in")
    await stage.type(line, name, end=Qt.Key.Key_Tab)
    await stage.until("the change is listed", page.has_changes)


# A worker sends


async def see_schedule(stage: WindowDriver, story: Story) -> None:
    """What the worker will send stands in the schedules, with the worker that was heard."""
    page = stage.window.show_activity()
    page.show_schedules()
    await stage.until("the schedule is listed", page.schedules.model.shown)
    await stage.picture("team-schedule")


async def look_at_decision(stage: WindowDriver, story: Story) -> None:
    """What a send left in doubt is in front; that somebody looks is seen elsewhere."""
    page = await _decisions(stage)
    (row,) = page.listing.rows()
    page.list.show_row(row.key)
    await stage.until("it is shown", lambda: not page.scope.is_busy())


async def decide(stage: WindowDriver, story: Story) -> None:
    """Who else looks at it is told; once the run has ended it is decided, for both."""
    await stage.until("the worker comes to its end", partial(_is_finished, stage, story.run_id), LONG)
    page = await _decisions(stage)
    (row,) = page.listing.rows()
    page.list.show_row(row.key)
    await stage.until("who looks at it is told", lambda: page.listing.lookers(row.key))
    await stage.picture("team-somebody-looks-at-this")
    await stage.until("the answers are there", lambda: "count_as_sent" in page.detail.choices)
    page.detail.choose("count_as_sent")
    await stage.click(page.bar.apply)
    await stage.until("it is decided", lambda: not page.listing.rows() and not page.scope.is_busy())


async def see_decided(stage: WindowDriver, story: Story) -> None:
    """It has left the other's list, and who decided is told."""
    page = await _decisions(stage, wanted=0)
    page.segments.set_current(DECIDED)
    (row,) = await stage.until(
        "what was decided is listed", lambda: [each for each in page.listing.rows() if each.decided]
    )
    page.list.show_row(row.key)
    await stage.until("it is shown", lambda: not page.scope.is_busy())
    me = await stage.window.console.db(lambda space: space.operator)
    stage.check("who decided is told", row.decided is not None and row.decided.by not in ("", me))
    await stage.picture("team-decided-by-a-colleague")


async def see_run_end(stage: WindowDriver, story: Story) -> None:
    """The worker's run ends, whoever planned it."""
    await stage.until("the worker comes to its end", partial(_is_finished, stage, story.run_id), LONG)
    totals = await stage.window.console.db(lambda space: space.runs.totals(story.run_id))
    stage.check("everybody got it", totals.sent == totals.rows)
    stage.totals["team_campaign"] = totals.as_json(story.run_id)
    await stage.picture("team-sent-while-a-lid-was-closed")


async def read_log(stage: WindowDriver, story: Story) -> None:
    """The log names all three, and its chain is whole."""
    page = stage.window.show_activity()
    page.segments.set_current(LOG)
    log = page.log
    await stage.until("the log is read", lambda: log.table.isVisible() and not log.scope.is_busy())
    await stage.click(log.verify)
    await stage.until("the chain is verified", lambda: not log.scope.is_busy())
    who = {entry.operator for entry in log.model.shown()}
    stage.check(f"all three are in the log: {sorted(who)}", len(who) >= len(PEOPLE))
    await stage.picture("team-log")


PEOPLE = ("Ana Ribeiro", "Omar Haddad", "Night worker")
"""Whose accounts there are: of two consoles and of a worker."""


# What the steps share


async def _agree(stage: WindowDriver) -> None:
    """The store's profile asks before anything is written."""
    question = await stage.until("it asks before it writes", lambda: _question(stage))
    await stage.click(question.by_id["write"])


def _put_notices_away(stage: WindowDriver) -> None:
    notices = stage.window.console.notices
    for each in list(notices.open):
        notices.close(each)


async def _decisions(stage: WindowDriver, wanted: int = 1) -> DecisionsPage:
    page = stage.window.show_decisions()
    await stage.until("the doubts are listed", lambda: len(page.listing.rows()) == wanted, LONG)
    return page


def _start_window(stage: WindowDriver) -> StartWindow | None:
    window = stage.program.window
    return window if isinstance(window, StartWindow) and window.isVisible() else None


def _dialog() -> ProfileDialog | None:
    found = QApplication.activeModalWidget()
    return found if isinstance(found, ProfileDialog) else None


def _both_versions() -> BothVersions | None:
    found = QApplication.activeModalWidget()
    return found if isinstance(found, BothVersions) else None


def _question(stage: WindowDriver) -> Question | None:
    return next((each for each in stage.window.findChildren(Question) if each.isVisible()), None)


def _line(dialog: ProfileDialog, name: str) -> QLineEdit:
    line = dialog.fields[name].editor
    if not isinstance(line, QLineEdit):
        raise NotAsExpected(f"{name} is a line to type in")
    return line


def _run(rows: list[RunOverview], run_id: str) -> RunOverview | None:
    return next((row for row in rows if row.info.id == run_id), None)


def _is_finished(stage: WindowDriver, run_id: str) -> bool:
    page = stage.window.show_activity()
    page.show_runs()
    row = _run(page.runs.model.shown(), run_id)
    return row is not None and str(row.info.state) == "finished"
