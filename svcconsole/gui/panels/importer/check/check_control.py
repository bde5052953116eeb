"""Controls step Check: calls the worker and the store for the check, rows, changes, catalogs and the plan."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from svcconsole.gui.design.words import show, tr, tr_plural
from svcconsole.gui.kit.time_slices import next_turn
from svcconsole.gui.panels.importer.check import check_text
from svcconsole.gui.panels.importer.check.check_side import PHONE_PROBLEMS, PHONES
from svcconsole.gui.panels.importer.check.long_work import LongWork
from svcconsole.gui.panels.importer.check.phone_control import (
    NOTHING_CHANGED,
    PhoneControl,
    changing,
    looking,
)
from svcconsole.gui.panels.importer.write_consent import may_write

if TYPE_CHECKING:
    from svcconsole.gui.panels.importer.check.check_step import CheckStep
    from svcconsole.gui.panels.importer.session import Session
    from svcconsole.gui.panels.runs.kind_words import KindWords
    from svcconsole.gui.runtime.console import Console
    from svcconsole.gui.runtime.task_scope import TaskScope
    from svcconsole.services.imports.phone_views import PhoneKind
    from svcconsole.services.imports.views import CheckProgress, CheckSummary

ROWS_A_PAGE = 200
REHEARSED = ("products", "catalogs", "customers", "user_properties")
"""The kinds that can be tried in a practice store before they are sent."""
REPLACED = ("products", "catalogs")
"""The kinds that a store replaces as a whole, so that what the file does not name is sent as it is there."""


class CheckControl:
    """Between the step and the worker: rows are read page by page, changes repaint what is on screen."""

    def __init__(
        self,
        step: CheckStep,
        session: Session,
        console: Console,
        scope: TaskScope,
        words_: KindWords,
    ) -> None:
        self._step = step
        self._session = session
        self._console = console
        self._scope = scope
        self._words = words_
        self._summary: CheckSummary | None = None
        self._without_doctor = False
        self.work = LongWork(step, session)
        self.phones = PhoneControl(step, session, console, scope, work=self.work, repaint=self._repaint)
        step.filter_changed.connect(lambda: scope.start(self._show_rows(), "rows"))
        step.more_wanted.connect(self._more_rows)
        step.fix_wanted.connect(lambda code, key, text: scope.start(self._fix(code, key, text)))
        step.edited.connect(lambda row, column, text: scope.start(self._change("edit", row, column, text)))
        step.leave_out_wanted.connect(lambda rows: scope.start(self._change("leave_out", rows)))
        step.put_back_wanted.connect(lambda rows: scope.start(self._put_back(rows)))
        step.box.next_wanted.connect(self._next)
        step.undo_wanted.connect(lambda: scope.start(self._undo()))
        step.check_wanted.connect(lambda: scope.start(self.check(anew=True)))
        step.catalogs_wanted.connect(lambda: scope.start(self._create_catalogs(), "catalogs"))

    async def check(self, *, anew: bool = False) -> None:
        """Check every row and show the worst kind of problem first; `anew` asks the store for its prices
        again."""
        step = self._step
        step.show_checking(0, 0)
        self._without_doctor = False
        await self._send_catalog_ids()
        await self._session.prices.read(step.loading.set_fraction, anew=anew)
        summary: CheckSummary = await self._session.call("check", progress=self._checking)
        await self._show_summary(summary)
        if step.code not in self._codes(summary):
            step.select_kind(next((code for code in self._codes(summary)), None))
        await next_turn()
        await self._show_rows()
        missing = await self._session.call("missing_catalogs")
        step.show_missing_catalogs(missing, check_text.catalogs_refusal(self._console.card))
        step.focus_first()

    async def plan(self) -> str | None:
        """The id of the run that was planned; None where the store is not to be written to after all."""
        card, summary = self._console.card, self._summary
        if summary is None or not await may_write(
            self._step,
            card,
            self.verb(summary),
            check_text.run_consequence(summary, self._words, empties=self._step.empties.isChecked()),
        ):
            return None
        self._step.run.set_busy(tr("Preparing…"))
        try:
            if self._session.kind == "customers":
                await self._session.call("keep_before", self._step.keep.isChecked())
            return await self._planned()
        finally:
            self._step.run.set_busy(None)

    async def plan_to_rehearse(self) -> str | None:
        """The id of a plan that is tried before it is sent: nothing is written to the store by it."""
        if self._summary is None:
            return None
        self._step.rehearse.set_busy(tr("Preparing…"))
        try:
            await self._session.call("keep_before", True)
            return await self._planned()
        finally:
            self._step.rehearse.set_busy(None)

    async def _planned(self) -> str:
        await self._session.call("empty_unnamed", self._step.empties.isChecked())
        run_id: str = (await self._session.call("plan", True)).run_id
        return run_id

    def verb(self, summary: CheckSummary) -> str:
        """What the filled button says."""
        return check_text.run_verb(self._console.card, summary, self._words)

    def refusal(self, summary: CheckSummary) -> str:
        """Why the filled button cannot be pressed; empty where it can."""
        return check_text.run_refusal(self._console.card, summary, self._words)

    def _checking(self, progress: CheckProgress) -> None:
        self._step.show_checking(progress.done, progress.rows)

    def _codes(self, summary: CheckSummary) -> list[str]:
        """The kinds to go through: those of damaged phone numbers, then the other mistakes."""
        phones = [PHONES + kind.damage for kind in self._step.phone_kinds]
        return phones + [
            kind.code
            for kind in summary.kinds
            if kind.level == "error" and not (phones and kind.code in PHONE_PROBLEMS)
        ]

    async def _show_summary(self, summary: CheckSummary) -> None:
        phones = await self._phone_kinds(summary)
        self._summary = summary
        overview, step = self._session.overview, self._step
        step.show_summary(summary, overview.file_name if overview else "", phones)
        step.show_footer(summary, self.verb(summary), self.refusal(summary))
        step.empties.setVisible(self._session.kind in REPLACED and bool(summary.ready_products))
        if self._session.kind in REHEARSED:
            one_by_one = self._session.kind == "customers"
            step.offer_rehearsal(summary.ready_products if one_by_one else 0)

    async def _phone_kinds(self, summary: CheckSummary) -> tuple[PhoneKind, ...]:
        """The kinds of damage to phone numbers; none once the look at them was stopped, until the file is
        checked again."""
        from svcconsole.services.workers.worker_host import WorkCancelled

        if self._without_doctor or not any(kind.code.startswith("phone_") for kind in summary.kinds):
            return ()
        try:
            kinds: tuple[PhoneKind, ...] = await self.work.call(looking, "phone_kinds")
        except WorkCancelled:
            self._without_doctor = True
            return ()
        return kinds

    async def _show_rows(self, offset: int = 0) -> None:
        from svcconsole.services.imports.views import RowFilter

        step, overview = self._step, self._session.overview
        if overview is None:
            return
        if step.damage:
            await self.phones.show_rows(offset)
            return
        code = step.code
        detail = await self._session.call("kind_detail", code) if code else None
        wanted = RowFilter(level=None if code else step.level, code=code, text=step.text)
        page = await self._session.call("rows_page", wanted, offset, ROWS_A_PAGE)
        step.show_detail(detail)
        await next_turn()
        front = [*(detail.columns if detail is not None else ()), *page.columns]
        step.grid.set_columns(overview.header, tuple(dict.fromkeys(front)), page.rows)
        await next_turn()
        step.grid.show_page(page, offset)

    def _more_rows(self, offset: int) -> None:
        if not self._scope.is_busy("rows"):
            self._scope.start(self._show_rows(offset), "rows")

    async def _fix(self, code: str, key: str, text: str) -> None:
        """Use a way out for all rows of a problem; a text that puts nothing right is taken back and told."""
        from svcconsole.services.workers.worker_host import WorkCancelled
        from svcconsole.tables.reading.errors import TableError

        box, before = self._step.box, self._step.summary
        try:
            summary: CheckSummary = await self.work.call(changing, "fix_all", code, key, text)
        except WorkCancelled:
            self._console.notices.add("info", tr(NOTHING_CHANGED))
            return
        except TableError as error:
            if not text:
                raise
            box.refuse(" ".join(map(show, (error.sentence, error.advice))))
            return
        if text and _mistakes(before) and _mistakes(summary) >= _mistakes(before):
            wrong = _now_more(before, summary, code)
            (row,) = await self._session.call("rows", self._step.grid.numbers()[:1], wrong)
            await self._session.call("undo")
            box.refuse(row.sentence)
            return
        await self._repaint(summary)

    async def _change(self, method: str, *arguments: Any) -> None:
        """Change what the file says."""
        await self._repaint(await self._session.call(method, *arguments))

    async def _undo(self) -> None:
        """Take the last step back; that of a whole file takes its time."""
        await self._repaint(await self.work.call(changing, "undo", stops=False))

    async def _repaint(self, summary: CheckSummary) -> None:
        """The sums, and the rows that are on screen where they stand."""
        step = self._step
        self.phones.settle()
        await self._show_summary(summary)
        if step.damage:
            await self.phones.show_rows()
            return
        numbers = step.grid.numbers()
        for start in range(0, len(numbers), ROWS_A_PAGE):
            part = numbers[start : start + ROWS_A_PAGE]
            step.grid.update_rows(await self._session.call("rows", part, step.code))
        if step.code is None:
            return
        if any(kind.code == step.code for kind in step.summary.kinds):
            step.show_detail(await self._session.call("kind_detail", step.code))
        else:
            step.box.show_done(others=bool(self._codes(step.summary)))

    def _next(self) -> None:
        """On to the next problem, or to all rows where none is left."""
        self._step.choose(next(iter(self._codes(self._step.summary)), None))

    async def _put_back(self, rows: Sequence[int]) -> None:
        """Rows a person left out come back; those a rule leaves out follow the rule's answer."""
        step = self._step
        before = step.summary.left_out
        await self._change("restore_rows", rows)
        if step.summary.left_out == before:
            self._console.notices.add(
                "info",
                tr("Your answer leaves this row out."),
                advice=tr("Choose another answer under {step} to import it.", step=tr(self._words.columns)),
            )

    async def _send_catalog_ids(self) -> None:
        """Tell the worker which catalogs the store has; without a connection nothing is claimed."""
        from svcconsole.api.errors import ApiError
        from svcconsole.services.catalog.catalogs import known_catalog_ids

        if self._console.client is None:
            return
        try:
            ids = await known_catalog_ids(self._console.client)
        except ApiError as error:
            self._console.notices.report(error)
        else:
            await self._session.call("set_catalogs", tuple(sorted(ids)))

    async def _create_catalogs(self) -> None:
        from svcconsole.services.catalog.catalogs import create_catalogs

        step = self._step
        missing: tuple[str, ...] = await self._session.call("missing_catalogs")
        if not missing or not await may_write(
            step,
            self._console.card,
            tr_plural("Create {n} catalog", "Create {n} catalogs", len(missing)),
            ", ".join(missing),
        ):
            return
        client = await self._console.ready_to_save()
        step.create_catalogs.set_busy(tr("Creating…"))
        try:
            await create_catalogs(client, missing)
        finally:
            step.create_catalogs.set_busy(None)
        await self.check()


def _mistakes(summary: CheckSummary) -> int:
    """How many rows have each kind of mistake, all together."""
    return sum(kind.rows for kind in summary.kinds if kind.level == "error")


def _now_more(before: CheckSummary, now: CheckSummary, code: str) -> str:
    """The kind of mistake that more rows have than before; `code` where it is the same as ever."""
    had = {kind.code: kind.rows for kind in before.kinds}
    return next((kind.code for kind in now.kinds if kind.rows > had.get(kind.code, 0)), code)
