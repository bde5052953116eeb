"""The tour at the user properties: entries pasted from a spreadsheet, two refused, put right, sent again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLineEdit

from svcconsole.api.operations import RECORD_USER_PROPERTIES
from svcconsole.gui.runtime.practice_records import UserProperty
from svcconsole.tour.practice import practice
from svcconsole.tour.window_driver import NotAsExpected, WindowDriver

if TYPE_CHECKING:
    from svcconsole.gui.tabs.user_properties.tab import UserPropertiesTab

REFUSES = {"kind": "refused", "operation": RECORD_USER_PROPERTIES.path, "count": 1}
"""Every second entry of one request comes back, from the first."""
SHEET = (
    "First name\tLast name\tE-mail\tCity\tE-mail consent\tTags\tLoyalty level\n"
    "Asha\tRao\tasha.rao@customer.example\tPune\tyes\tfair, autumn\tgold\n"
    'Jörg\tWeiß\tjoerg@customer.example\t"Köln\n(old town)"\t\tfair\tsilver\n'
    "نور\tالنجار\tnour@customer.example\tدبي\tno\tvip\t\n"
    "Li 👩‍👩‍👧\t<b>Lei</b>\tli.lei@customer.example\tTaipei\t\tvip\tgold\n"
)
RIGHT = {
    "asha.rao@customer.example": "asha@customer.example",
    "nour@customer.example": "noor@customer.example",
}
"""What the person types over the address of each refused entry."""
ENTRIES = 4


async def paste(stage: WindowDriver) -> None:
    """Four rows with their names, and a column that no entry has."""
    store = practice(stage)
    await store.watch.do(lambda control: control.switch_on(REFUSES))
    tab = properties(stage)
    await stage.until("the table is at rest", lambda: not tab.scope.is_busy())
    QGuiApplication.clipboard().setText(SHEET)
    await stage.click(tab.page.paste_button)
    await stage.until("the rows are ready", lambda: tab.entries.counts()["ready"] == ENTRIES)
    told = [notice.sentence for notice in tab.console.notices.open]
    stage.check("the column with no home is named", any("Loyalty level" in words for words in told))
    await stage.picture("entries-pasted")


async def send(stage: WindowDriver) -> None:
    """Two are accepted, two come back with the store's words on the cell they name."""
    tab = properties(stage)
    await stage.click(tab.page.send_button)
    await stage.until(
        "each entry has ended", lambda: not tab.entries.counts()["waiting"] and not tab.scope.is_busy()
    )
    tab.page.show_first("refused")
    counts = tab.entries.counts()
    stage.check("two are accepted and two refused", (counts["accepted"], counts["refused"]) == (2, 2))
    stage.check(
        "the store's words are under the table", "not to be written to" in tab.page.strip.words.text()
    )
    await stage.picture("two-refused")


async def put_right(stage: WindowDriver) -> None:
    """Another address over each, and only those two go once more."""
    tab = properties(stage)
    refused = [line for line in tab.entries.lines if line.state == "refused"]
    for line in refused:
        tab.page.table.set_current_cell(line.row.uid, line.cell)
        stage.key(tab.page.table, Qt.Key.Key_F2)
        field = await stage.until("the cell can be typed into", lambda: cell_editor(tab))
        await stage.type(field, RIGHT[field.text()], end=Qt.Key.Key_Return)
        await stage.until("the cell is closed", lambda: cell_editor(tab) is None)
    store = practice(stage)
    await store.watch.do(lambda control: control.all_off())
    tab = properties(stage)
    stage.check("only these are ready", tab.entries.counts()["ready"] == len(refused))
    await stage.picture("put-right")
    await stage.click(tab.page.send_button)
    await stage.until(
        "all are accepted", lambda: tab.entries.counts()["accepted"] == ENTRIES and not tab.scope.is_busy()
    )
    await stage.picture("all-accepted")
    _, held = await store.watch.do(
        lambda control: control.page("/user-properties", "userProperties", UserProperty, {"limit": "50"})
    )
    mails = sorted(str(each.entry.get("email")) for each in held)
    wanted = sorted([*RIGHT.values(), "joerg@customer.example", "li.lei@customer.example"])
    stage.check("the store holds the four, each once", mails == wanted)
    loyal = any("gold" in str(each.entry) for each in held)
    stage.check("what no entry has was not sent", not loyal)
    stage.totals["user_properties"] = len(held)


def properties(stage: WindowDriver) -> UserPropertiesTab:
    """The User Properties tab of the window."""
    from svcconsole.gui.tabs.user_properties.tab import UserPropertiesTab

    page = stage.window.show_tab("User Properties")
    if not isinstance(page, UserPropertiesTab):
        raise NotAsExpected("the User Properties tab is built")
    return page


def cell_editor(tab: UserPropertiesTab) -> QLineEdit | None:
    """The field that is open in the current cell."""
    field = tab.page.table.indexWidget(tab.page.table.currentIndex())
    return field if isinstance(field, QLineEdit) else None
