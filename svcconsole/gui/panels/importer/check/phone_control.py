"""Controls the phone doctor: asks the worker for the preview and for repairs, and offers to undo them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from svcconsole.gui.design.words import mark, show, tr, tr_plural
from svcconsole.gui.kit.contact_words import language_of_names
from svcconsole.gui.kit.quantity_words import count
from svcconsole.gui.panels.importer.check.check_side import PHONES
from svcconsole.gui.runtime.notices import Link
from svcconsole.tables.values.countries import countries

if TYPE_CHECKING:
    from svcconsole.gui.panels.importer.check.check_step import CheckStep
    from svcconsole.gui.panels.importer.check.long_work import LongWork
    from svcconsole.gui.panels.importer.session import Session
    from svcconsole.gui.runtime.console import Console
    from svcconsole.gui.runtime.task_scope import TaskScope
    from svcconsole.services.imports.phone_views import PhonePage
    from svcconsole.services.imports.views import CheckSummary

ROWS_A_PAGE = 200
REPAIRED = "phone numbers repaired"
"""What the notice of a repair is about: it is taken down by the next change."""
NOTHING_CHANGED = mark("Nothing was changed.")


def looking(done: int, of: int) -> str:
    """How far the look at the numbers is."""
    return tr("Looking at the phone numbers: {done} of {of}", done=count(done), of=count(of))


def repairing(done: int, of: int) -> str:
    """How far a repair is."""
    return tr("Repairing the phone numbers: {done} of {of}", done=count(done), of=count(of))


def changing(done: int, of: int) -> str:
    """How far a change of many rows is."""
    return tr("Changing rows: {done} of {of}", done=count(done), of=count(of))


class PhoneControl:
    """Between the doctor's pane and the worker; `repaint` shows the sums after a change."""

    def __init__(
        self,
        step: CheckStep,
        session: Session,
        console: Console,
        scope: TaskScope,
        *,
        work: LongWork,
        repaint: Callable[[CheckSummary], Awaitable[None]],
    ) -> None:
        self._step = step
        self._session = session
        self._work = work
        self._notices = console.notices
        self._scope = scope
        self._repaint = repaint
        pane = step.phones
        pane.wanted_changed.connect(lambda: scope.start(self.show_rows(), "rows"))
        pane.grid.more_wanted.connect(self._more_rows)
        pane.grid.typed.connect(lambda row, column, text: scope.start(self._type(row, column, text)))
        pane.repair_wanted.connect(lambda: scope.start(self._repair(), "repair"))
        pane.way_wanted.connect(lambda way: scope.start(self._settle(way)))
        pane.region_wanted.connect(lambda: scope.start(self._ask_country()))

    async def show_rows(self, offset: int = 0) -> None:
        """The chosen kind as it would be repaired now; the next one where nothing of it is left."""
        from svcconsole.services.imports.phone_views import PhoneFilter
        from svcconsole.services.imports.views import ImportRefused
        from svcconsole.services.workers.worker_host import WorkCancelled

        step, pane = self._step, self._step.phones
        if all(kind.damage != step.damage for kind in step.phone_kinds):
            self._go_on()
            return
        wanted = PhoneFilter(step.damage, pane.source, pane.verdict, pane.country, pane.text)
        try:
            page: PhonePage = await self._work.call(looking, "phone_page", wanted, offset, ROWS_A_PAGE)
        except ImportRefused as refused:
            pane.refuse(" ".join(map(show, (refused.sentence, refused.advice))))
            return
        except WorkCancelled:
            step.choose(None)
            return
        await asyncio.to_thread(countries, language_of_names())
        if page.damage == step.damage:
            step.show_phones(page, offset)

    def settle(self) -> None:
        """Something was changed since: the notice's Undo would take that back."""
        self._notices.settle(REPAIRED)

    def _more_rows(self, offset: int) -> None:
        if not self._scope.is_busy("rows"):
            self._scope.start(self.show_rows(offset), "rows")

    async def _repair(self) -> None:
        """Repair what can be, then go to the next kind; what stayed is listed with the others."""
        from svcconsole.services.workers.worker_host import WorkCancelled

        step, pane = self._step, self._step.phones
        page, damage = pane.page, step.damage
        if page is None or not page.repaired:
            return
        pane.repair.set_busy(tr("Repairing…"))
        try:
            summary: CheckSummary = await self._work.call(repairing, "repair_phones", damage, page.source)
        except WorkCancelled:
            self._notices.add("info", tr("Nothing was repaired."), about=REPAIRED)
            return
        finally:
            pane.repair.set_busy(None)
        before = [kind.damage for kind in step.phone_kinds]
        after = before[before.index(damage) + 1 :] + before[: before.index(damage)]
        step.select_kind(PHONES + next(iter(after), damage))
        await self._repaint(summary)
        step.focus_first()
        self._notices.add(
            "success",
            tr_plural("{n} phone number was repaired.", "{n} phone numbers were repaired.", page.repaired),
            links=(Link(tr("Undo"), self._undo),),
            about=REPAIRED,
        )

    async def _settle(self, way: str) -> None:
        from svcconsole.services.workers.worker_host import WorkCancelled

        try:
            summary = await self._work.call(changing, "settle_phones", self._step.damage, way)
        except WorkCancelled:
            self._notices.add("info", tr(NOTHING_CHANGED), about=REPAIRED)
            return
        await self._repaint(summary)

    async def _type(self, row: int, column: str, text: str) -> None:
        await self._repaint(await self._session.call("edit", row, column, text))

    def _undo(self) -> None:
        self._step.undo_wanted.emit()

    def _go_on(self) -> None:
        """The next kind of damage, else the next problem, else all rows."""
        step = self._step
        kinds = [PHONES + kind.damage for kind in step.phone_kinds]
        kinds += [kind.code for kind in step.summary.kinds if kind.level == "error"]
        step.choose(next(iter(kinds), None))

    async def _ask_country(self) -> None:
        """Offer the countries in the window's language."""
        names = await asyncio.to_thread(countries, language_of_names())
        self._step.phones.ask_country(
            (tr("{name} ({code})", name=name, code=code), code) for code, name in names.items()
        )
