"""Faults of the store that strike entries of user properties, reports and downloads."""

from __future__ import annotations

from functools import partial

from PySide6.QtGui import QGuiApplication

from svcconsole.sandbox.faults.kinds import KINDS, Place
from svcconsole.tour import properties, reports
from svcconsole.workspace.runs.report_runs import UNDER_WAY
from tests.journeys.mistakes.hands import Hands, Mistake
from tests.journeys.mistakes.opening import OwnWindow
from tests.journeys.mistakes.typed import ME, a_report
from tests.journeys.mistakes.wire import named, switch_on
from tests.support.coroutines import until
from tests.support.screen import come_since

SHEET = "First name\tLast name\tE-mail\nAsha\tRao\tasha@shop.example\nLi\tLei\tli@shop.example\n"


async def entries(hands: Hands, fault: str) -> None:
    """Two entries are pasted and sent."""
    tab = properties.properties(hands.stage)
    await hands.rest()
    QGuiApplication.clipboard().setText(SHEET)
    tab.page.paste_button.click()
    await until(lambda: tab.entries.counts()["ready"] == 2)
    await hands.look()
    switch_on(hands, fault)
    tab.page.send_button.click()
    await until(lambda: not tab.entries.counts()["ready"] and not tab.entries.counts()["waiting"])
    await hands.rest()


async def a_report_of(hands: Hands, fault: str) -> None:
    """A report is asked for, and watched until it ends."""
    switch_on(hands, fault)
    await a_report(hands, "1 Jan 2026", "31 Jan 2026", ME)
    tab = reports.reports(hands.stage)
    hands.among = tab.ask_page.runs

    def ended() -> bool:
        live = tab.console.reports.all()[0]
        tab.console.reports.look_now(live.run.id)
        return live.run.stage not in UNDER_WAY and not tab.console.reports.is_followed(live.run.id)

    await until(ended)
    await hands.rest()
    await until(lambda: come_since(hands.seen, hands.among).sentences)  # a card is painted anew at rest


WAYS = {Place.ENTRIES: entries, Place.REPORTS: a_report_of, Place.DOWNLOADS: a_report_of}
NO_MISTAKE = ("report_stuck", "miscounted")
"""A report that is waited for says so on its card; of entries that were all written nothing is to be told."""
ROWS = tuple(
    OwnWindow(Mistake(named(kind.name), partial(WAYS[kind.places[0]], fault=kind.name), keeps=False))
    for kind in KINDS.values()
    if kind.places[0] in WAYS and kind.name not in NO_MISTAKE
)
