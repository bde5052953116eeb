"""An import from file to plan: what the window or the command line asks of it, step by step."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from functools import cached_property

from svcconsole.services.imports import columns as import_mapping
from svcconsole.services.imports import corrections
from svcconsole.services.imports import rows as import_rows
from svcconsole.services.imports.check import Going
from svcconsole.services.imports.corrections import Step
from svcconsole.services.imports.freezing import FrozenPlan
from svcconsole.services.imports.mapping_text import mapping_text
from svcconsole.services.imports.opened_file import (
    Asked,
    Heard,
    OpenedImport,
    ignore_progress,
    never_cancelled,
)
from svcconsole.services.imports.phone_doctor import PhoneDoctor, Steps
from svcconsole.services.imports.phone_views import PhoneFilter, PhoneKind, PhonePage
from svcconsole.services.imports.views import (
    CheckedRow,
    CheckProgress,
    CheckSummary,
    ImportRefused,
    KindDetail,
    Planned,
    RowFilter,
    RowsPage,
)
from svcconsole.services.workers.worker_host import WorkCancelled
from svcconsole.tables.checking.problems import Problem
from svcconsole.tables.mapping.targets import TARGETS
from svcconsole.words.message import message, plural
from svcconsole.workspace.runs.plans import new_run_id
from svcconsole.workspace.runs.records import NewRun, PlanItem
from svcconsole.workspace.schema import Repeat

READ_TOGETHER = frozenset({"products", "catalogs"})
"""The kinds of which many records are read in one request, and that a store replaces as a whole (decisions,
row 24)."""
READABLE = READ_TOGETHER | {"customers"}
"""The kinds that can be read at all, and so be taken back."""


class ImportSession(OpenedImport):
    """One import, opened from a file or taken up again; synchronous, made to live in a worker process.

    Raises TableError and ImportRefused in words, WorkspaceError when the workspace cannot be written.
    """

    _catalog_ids: frozenset[str] | None = None
    _empties = False
    _seconds = 0.0
    _doctor: PhoneDoctor | None = None

    @cached_property
    def _keeps_before(self) -> bool:
        return self._state.kind in READ_TOGETHER

    # The check

    def check(self, progress: Heard = ignore_progress, cancelled: Asked = never_cancelled) -> CheckSummary:
        """Build and validate every record that is not built yet; nothing is sent."""
        started = time.monotonic()
        self._checked(self._going(progress, cancelled))
        self._seconds = time.monotonic() - started
        return self._summary()

    def kind_detail(self, code: str) -> KindDetail:
        """One kind of problem with its ways out."""
        return import_rows.kind_detail(self._checked(), code)

    def rows_page(self, wanted: RowFilter, offset: int = 0, limit: int = 200) -> RowsPage:
        """The rows a filter shows, from `offset`; at most 500 at a time."""
        check = self._checked()
        numbers = import_rows.numbers(check, wanted)
        page = numbers[offset : offset + min(limit, 500)]
        columns = import_mapping.front_columns(self._state.decided.mapping, self._state.sheet.header)
        return RowsPage(
            len(numbers), tuple(import_rows.checked_row(check, n, wanted.code) for n in page), columns
        )

    def rows(self, numbers: Sequence[int], code: str | None = None) -> list[CheckedRow]:
        """These rows as they stand now, in the order asked; each says its problem of kind `code` first."""
        check = self._checked()
        return [import_rows.checked_row(check, number, code) for number in numbers]

    def edit(self, row: int, column: str, value: str) -> CheckSummary:
        """Type over one cell; the file itself is never written."""
        return self._do(corrections.cells_step(self._state.sheet, [(row, column, value)]))

    def fix_all(
        self,
        code: str,
        key: str,
        text: str = "",
        progress: Heard = ignore_progress,
        cancelled: Asked = never_cancelled,
    ) -> CheckSummary:
        """Use one of the ways out of `kind_detail` for all problems of a kind; one step for undo."""
        step = corrections.fix_step(self._checked(), self._state.decided.rules, code, key, text)
        return self._do(step, self._going(progress, cancelled))

    def leave_out(self, rows: Sequence[int]) -> CheckSummary:
        """Keep rows out of the import; they end as not sent."""
        return self._do({"left_out": [number for number in rows if number not in self._state.left_out]})

    def restore_rows(self, rows: Sequence[int]) -> CheckSummary:
        """Take rows that were left out back in."""
        return self._do({"put_back": [number for number in rows if number in self._state.left_out]})

    def undo(self, progress: Heard = ignore_progress) -> CheckSummary:
        """Take the last step back."""
        going = self._going(progress, never_cancelled)
        if self._state.steps:
            self._checked()
            self._apply(self._state.take_back(), going, back=True)
        return self._summary(going)

    # The phone doctor

    def phone_kinds(
        self, progress: Heard = ignore_progress, cancelled: Asked = never_cancelled
    ) -> tuple[PhoneKind, ...]:
        """The kinds of damage to phone numbers, those that may be repaired first."""
        return self._phones(progress, cancelled).kinds()

    def phone_page(
        self,
        wanted: PhoneFilter,
        offset: int = 0,
        limit: int = 200,
        progress: Heard = ignore_progress,
        cancelled: Asked = never_cancelled,
    ) -> PhonePage:
        """What would become of the numbers of a kind, from `offset`; at most 500 at a time."""
        return self._phones(progress, cancelled).page(wanted, offset, min(limit, 500))

    def repair_phones(
        self,
        damage: str,
        source: str = "",
        progress: Heard = ignore_progress,
        cancelled: Asked = never_cancelled,
    ) -> CheckSummary:
        """Repair every number of a kind that can be, with the country `source` says; one step for undo.
        Cancelled, nothing is repaired."""
        step = self._phones(progress, cancelled).repair_step(damage, source)
        return self._do(step, self._going(progress, cancelled))

    def settle_phones(
        self,
        damage: str,
        way: str,
        progress: Heard = ignore_progress,
        cancelled: Asked = never_cancelled,
    ) -> CheckSummary:
        """Use one of the ways of `phone_page` for every number of a kind; one step for undo."""
        step = self._phones(progress, cancelled).way_step(damage, way)
        return self._do(step, self._going(progress, cancelled))

    def _phones(self, progress: Heard, cancelled: Asked) -> PhoneDoctor:
        check = self._checked()
        if self._doctor is None or self._doctor.check is not check:
            self._doctor = PhoneDoctor(check)
        self._doctor.going = _going_of(progress, cancelled)
        return self._doctor

    def errors(self) -> tuple[Problem, ...]:
        """The mistakes in file order."""
        check = self._checked()
        rows = check.results.rows_with_level("error")
        found = (problem for number in rows for problem in check.problems_in(number))
        return tuple(problem for problem in found if problem.level == "error")

    def names_catalogs(self) -> bool:
        """Whether any product names a catalog."""
        return bool(self._checked().results.catalogs())

    def missing_catalogs(self) -> tuple[str, ...]:
        """Catalogs that ready products name and the store does not have; none while the store was not
        asked."""
        if self._catalog_ids is None:
            return ()
        return tuple(sorted(self._checked().results.catalogs() - self._catalog_ids))

    def set_catalogs(self, ids: Sequence[str]) -> None:
        """The catalogs the store has."""
        self._catalog_ids = frozenset(ids)

    # The plan

    def keep_before(self, wanted: bool) -> None:
        """Whether what the store holds is read and kept ahead of the run, so that it can be taken back.

        Unless it is said, it is kept where one request reads many records.
        """
        self._keeps_before = wanted

    def empty_unnamed(self, wanted: bool) -> None:
        """Whether products and catalogs that the store has are replaced as a whole, so that what the file
        does not name is empty afterwards.

        Unless it is said, or what the store holds is not read, it stays as it is.
        """
        self._empties = wanted

    def plan(self, warnings_seen: bool = False) -> Planned:
        """Freeze every ready record's bytes into a run; nothing is sent.

        Refused while there are warnings nobody has seen (one acknowledgement counts for all of them), and
        when no record is ready.
        """
        made = self._summary()
        if not made.ready_products:
            raise ImportRefused(
                message("No {one} is ready to be sent.", one=self.kind.one),
                message("Fix the rows, or answer the questions about the file."),
            )
        if made.worth_a_look and not warnings_seen:
            raise ImportRefused(
                plural(
                    "{n} row is worth a look before it is sent.",
                    "{n} rows are worth a look before they are sent.",
                    made.worth_a_look,
                ),
                message("Look at the warnings once, then go on."),
            )
        source, target = self._state.source, TARGETS[self._state.kind]
        new = NewRun(
            kind=self._state.kind,
            title=(
                message("{records} to {file}", records=target.title, file=source.file_name)
                if self.kind.campaign
                else message("Import {records}", records=target.records)
            ),
            path=source.path,
            file_name=source.file_name,
            fingerprint=source.fingerprint,
            header=self._state.sheet.header,
            import_id=self._state.id,
            id=new_run_id(),
            effect=Repeat.ONCE if self.kind.once else Repeat.UPSERT,
            operator=self._workspace.operator,
            mapping=mapping_text(self.overview().recognition.title, self._state.decided.mapping),
            keeps_before=self._keeps_before and self._state.kind in READABLE,
            completes=self._keeps_before and self._state.kind in READ_TOGETHER and not self._empties,
        )
        # Built before the transaction begins: others write to the workspace meanwhile.
        run_id = self._workspace.runs.create(*self._frozen(new))
        self._state.remember()
        info = self._workspace.runs.get(run_id)
        return Planned(run_id, info.code, info.rows, info.products, info.left_out)

    def _frozen(self, new: NewRun) -> tuple[NewRun, Iterable[PlanItem]]:
        """What a run is made of."""
        return new, FrozenPlan(self._checked(), new.id)

    # Doing and taking back

    def _do(self, step: Step, going: Going | None = None) -> CheckSummary:
        self._checked()
        if any(step.values()):
            self._state.add(step)
            try:
                self._apply(step, going)
            except WorkCancelled:
                self._state.take_back()
                raise
        return self._summary()

    def _apply(self, step: Step, going: Going | None = None, *, back: bool = False) -> None:
        check = self._checked()
        cells = corrections.changed_cells(step, back=back)
        if cells:
            check.replace(cells, going)
        rows, out = corrections.left_out(step, back=back)
        if rows:
            check.leave_out(rows, out, going)
        if "rule" in step:
            self._doctor = None
        elif self._doctor is not None:
            self._doctor.forget({row for row, *_ in cells} | set(rows))
        check.set_rules(self._state.decided.rules)

    def _summary(self, going: Going | None = None) -> CheckSummary:
        return import_rows.summary(self._checked(going), self._seconds, can_undo=bool(self._state.steps))


def _going_of(progress: Heard, cancelled: Asked) -> Steps:
    """Told how many of how many are done; raises to stop."""

    def going(done: int, of: int) -> None:
        if cancelled():
            raise WorkCancelled
        progress(CheckProgress(done, of))

    return going
