"""An import from file to plan: what was read, mapped, decided and put right, kept in the workspace as it
happens."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

from svcconsole.services import import_mapping, import_rows, import_steps
from svcconsole.services.import_check import Check, count_by_rule
from svcconsole.services.import_file import Sheet, look_at
from svcconsole.services.import_plan import freeze
from svcconsole.services.import_settings import Decisions
from svcconsole.services.import_steps import Step
from svcconsole.services.import_views import (
    CheckedRow,
    CheckProgress,
    CheckSummary,
    Defaults,
    ImportRefused,
    KindDetail,
    MappingView,
    Overview,
    Planned,
    PreviewRow,
    Recognised,
    RowFilter,
    RowsPage,
    RuleView,
)
from svcconsole.services.worker_host import WorkCancelled
from svcconsole.tables import presets
from svcconsole.tables.dialect import detect
from svcconsole.tables.mapping import Source, parse_set
from svcconsole.tables.problems import Problem
from svcconsole.tables.rules import rules_for
from svcconsole.tables.targets import TARGETS
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.records import NewRun

PREVIEW_ROWS = 50
NO_DEFAULTS = Defaults()

Heard = Callable[[CheckProgress], None]
Asked = Callable[[], bool]


def _unheard(_: CheckProgress) -> None:
    return None


def _never() -> bool:
    return False


class ImportSession:
    """One import, opened from a file or taken up again; synchronous, made to live in a worker process.

    Raises TableError and ImportRefused in words, WorkspaceError when the workspace cannot be written.
    """

    def __init__(
        self,
        folder: str,
        *,
        kind: str = "products",
        path: str | None = None,
        import_id: str | None = None,
        defaults: Defaults = NO_DEFAULTS,
        catalog_ids: Sequence[str] | None = None,
    ) -> None:
        self._catalog_ids = None if catalog_ids is None else frozenset(catalog_ids)
        self._check_made: Check | None = None
        self._counts: dict[str, int] | None = None
        self._seconds = 0.0
        self._workspace = Workspace.open(Path(folder))
        try:
            if import_id is not None:
                self._take_up(import_id)
            elif path is not None:
                self._begin(kind, Path(path), defaults)
            else:
                raise ImportRefused("No file was chosen.", "Choose the file to import.")
        except BaseException:
            self._workspace.close()
            raise

    def close(self) -> None:
        self._workspace.close()

    # The file

    def _begin(self, kind: str, path: Path, defaults: Defaults) -> None:
        self._kind = kind
        self._source = look_at(path)
        detection = detect(path)
        self._sheet = Sheet(path, detection.dialect)
        rules = rules_for(storefront_url=defaults.storefront_url, currency=defaults.currency)
        self._decided = Decisions(detection.dialect, detection.evidence, rules=rules)
        self._steps: list[Step] = []
        self._left_out: set[int] = set()
        for info in self._workspace.imports.list():
            if info.path == self._source.path and not self._workspace.imports.steps(info.id):
                self._workspace.imports.drop(info.id)
        self._id = self._workspace.imports.create(kind, self._source, {})
        self._recognise(None)

    def _take_up(self, import_id: str) -> None:
        info = self._workspace.imports.get(import_id)
        path = Path(info.path)
        self._id, self._kind, self._source = import_id, info.kind, look_at(path)
        if self._source.fingerprint != info.source.fingerprint:
            raise ImportRefused(
                f"{info.file_name} has changed since this import began.",
                "Open the file again as a new import; what was put right in the old one stays with it.",
            )
        self._decided = Decisions.from_json(info.settings)
        self._sheet = Sheet(path, self._decided.dialect)
        self._left_out = set()
        self._read_preset()
        self._steps = list(self._workspace.imports.steps(import_id))
        for step in self._steps:
            for row, column, text in import_steps.changed_cells(step):
                self._sheet.type_over(row, column, text)
            self._note_left_out(*import_steps.left_out(step))

    def _recognise(self, preset: str | None) -> None:
        """Match the columns anew; what was put right by row and cell goes with the old reading of the
        file."""
        header = self._sheet.header
        found = presets.apply(preset, header) if preset else presets.recognise(header, self._kind)
        self._decide(preset=found.preset, mapping=found.mapping)
        self._recognition = found

    def _read_preset(self) -> None:
        preset, header = self._decided.preset, self._sheet.header
        self._recognition = presets.apply(preset, header) if preset else presets.recognise(header, self._kind)

    def overview(self) -> Overview:
        """The file as it was opened, with its first rows."""
        found = self._recognition
        earlier = self._workspace.runs.with_fingerprint(self._source.fingerprint)
        return Overview(
            import_id=self._id,
            file_name=self._source.file_name,
            path=self._source.path,
            size=self._source.size,
            rows=len(self._sheet.rows),
            dialect=self._decided.dialect,
            evidence=self._decided.evidence,
            recognition=Recognised(
                found.preset, found.title, found.known, found.total, found.evidence, found.unknown
            ),
            header=self._sheet.header,
            preview=tuple(PreviewRow(row.number, row.cells) for row in self._sheet.rows[:PREVIEW_ROWS]),
            repairs=tuple(self._sheet.repairs.kept),
            repair_counts=dict(self._sheet.repairs.counts),
            earlier=tuple(info.code for info in earlier),
        )

    def set_dialect(self, **changes: Any) -> Overview:
        """Read the file anew with elements of its dialect overridden; another encoding decides the rest
        again."""
        path = Path(self._source.path)
        if set(changes) == {"encoding"}:
            detection = detect(path, changes["encoding"])
            dialect, evidence = detection.dialect, detection.evidence
        else:
            dialect, evidence = replace(self._decided.dialect, **changes), self._decided.evidence
        self._sheet = Sheet(path, dialect)
        self._decided = replace(self._decided, dialect=dialect, evidence=evidence)
        self._workspace.imports.clear_steps(self._id)
        self._steps, self._left_out = [], set()
        self._recognise(None)
        return self.overview()

    # The columns

    def use_preset(self, preset: str | None) -> MappingView:
        """Match the columns as this export format has them; None recognises it again."""
        self._recognise(preset)
        return self.mapping_view()

    def mapping_view(self) -> MappingView:
        return import_mapping.mapping_view(
            self._sheet, self._decided.mapping, self._decided.rules, self._recognition.left_out
        )

    def set_source(self, path: str, source: Source | None) -> MappingView:
        """Fill a field from a column, a fixed text, a template, or from nothing."""
        mapping = self._decided.mapping.with_source(TARGETS[self._kind].field(path).path, source)
        mapping.check(self._sheet.header)
        self._decide(mapping=mapping)
        return self.mapping_view()

    def ignore(self, column: str, yes: bool = True) -> MappingView:
        """Leave a column out on purpose, or list it again."""
        self._decide(mapping=self._decided.mapping.with_ignored(column, yes))
        return self.mapping_view()

    def apply_settings(self, settings: Sequence[str], *, force: bool = False) -> None:
        """`field=value` from the command line: fills blank and unmapped fields, with `force` overwrites."""
        mapping = self._decided.mapping
        for text in settings:
            mapping = mapping.with_setting(parse_set(text, TARGETS[self._kind]), force=force)
        mapping.check(self._sheet.header)
        self._decide(mapping=mapping)

    def rules_view(self, cancelled: Asked = _never) -> tuple[RuleView, ...]:
        """The questions this file raises, each with the number of cells it is about."""
        if self._counts is None:
            self._counts = count_by_rule(self._sheet, self._decided.mapping, self._left_out, cancelled)
        return import_mapping.rules_view(self._decided.rules, self._counts)

    def set_rule(self, rule: str, choice: str, text: str = "") -> tuple[RuleView, ...]:
        """Answer a question; an empty choice asks again."""
        rules = self._decided.rules
        self._decide(rules=rules.decide(rule, choice, text) if choice else rules.ask(rule))
        return self.rules_view()

    # The check

    def check(self, progress: Heard = _unheard, cancelled: Asked = _never) -> CheckSummary:
        """Build and validate every product; nothing is sent."""
        check = Check(self._sheet, self._decided.mapping, self._decided.rules, self._left_out)
        started, rows = time.monotonic(), len(self._sheet.rows)

        def going(done: int) -> None:
            if cancelled():
                raise WorkCancelled
            progress(CheckProgress(done, rows))

        check.run(going)
        self._check_made, self._seconds = check, time.monotonic() - started
        self._workspace.imports.save_settings(self._id, self._decided.as_json(), rows)
        return self._summary()

    def kind_detail(self, code: str) -> KindDetail:
        """One kind of problem with its ways out."""
        return import_rows.kind_detail(self._checked(), code)

    def rows_page(self, wanted: RowFilter, offset: int = 0, limit: int = 200) -> RowsPage:
        """The rows a filter shows, from `offset`; at most 500 at a time."""
        check = self._checked()
        numbers = import_rows.numbers(check, wanted)
        page = numbers[offset : offset + min(limit, 500)]
        columns = import_mapping.front_columns(self._decided.mapping, self._sheet.header)
        return RowsPage(len(numbers), tuple(import_rows.checked_row(check, n) for n in page), columns)

    def rows(self, numbers: Sequence[int]) -> list[CheckedRow]:
        """These rows as they stand now, in the order asked."""
        check = self._checked()
        return [import_rows.checked_row(check, number) for number in numbers]

    def edit(self, row: int, column: str, value: str) -> CheckSummary:
        """Type over one cell; the file itself is never written."""
        return self._do(import_steps.cells_step(self._sheet, [(row, column, value)]))

    def fix_all(self, code: str, key: str, text: str = "") -> CheckSummary:
        """Use one of the ways out of `kind_detail` for all problems of a kind; one step for undo."""
        return self._do(import_steps.fix_step(self._checked(), self._decided.rules, code, key, text))

    def leave_out(self, rows: Sequence[int]) -> CheckSummary:
        """Keep rows out of the import; they end as not sent."""
        return self._do({"left_out": [number for number in rows if number not in self._left_out]})

    def put_back(self, rows: Sequence[int]) -> CheckSummary:
        """Take rows that were left out back in."""
        return self._do({"put_back": [number for number in rows if number in self._left_out]})

    def undo(self) -> CheckSummary:
        """Take the last step back."""
        if self._steps:
            self._workspace.imports.drop_last_step(self._id)
            self._apply(self._steps.pop(), back=True)
        return self._summary()

    def first_errors(self, most: int) -> list[Problem]:
        """The first mistakes in file order."""
        found = (problem for _, problems in sorted(self._checked().by_row.items()) for problem in problems)
        return list(islice((problem for problem in found if problem.level == "error"), most))

    def names_catalogs(self) -> bool:
        """Whether any product names a catalog."""
        return any(product.catalogs for product in self._checked().products.values())

    def missing_catalogs(self) -> tuple[str, ...]:
        """Catalogs that ready products name and the store does not have; none while the store was not
        asked."""
        if self._catalog_ids is None:
            return ()
        named = {name for product in self._checked().products.values() for name in product.catalogs}
        return tuple(sorted(named - self._catalog_ids))

    def set_catalogs(self, ids: Sequence[str]) -> None:
        """The catalogs the store has."""
        self._catalog_ids = frozenset(ids)

    # The plan

    def plan(self, warnings_seen: bool = False) -> Planned:
        """Freeze every ready product's bytes into a run; nothing is sent.

        Refused while there are warnings nobody has seen (one acknowledgement counts for all of them), and
        when no product is ready.
        """
        made = self._summary()
        if not made.ready_products:
            raise ImportRefused(
                "No product is ready to be sent.",
                "Put the rows right, or answer the questions about the file.",
            )
        if made.worth_a_look and not warnings_seen:
            raise ImportRefused(
                f"{made.worth_a_look:,} rows are worth a look before they are sent.",
                "Look at the warnings once, then go on.",
            )
        source, target = self._source, TARGETS[self._kind]
        new = NewRun(
            kind=self._kind,
            title=f"Import {target.title.lower()}",
            path=source.path,
            file_name=source.file_name,
            fingerprint=source.fingerprint,
            header=self._sheet.header,
            import_id=self._id,
        )
        run_id = self._workspace.runs.create(new, freeze(self._checked()))
        self._workspace.imports.set_planned(self._id, run_id)
        info = self._workspace.runs.get(run_id)
        return Planned(run_id, info.code, info.rows, info.products, info.left_out)

    # Deciding, doing, taking back

    def _decide(self, **changes: Any) -> None:
        """Keep a decision about the whole file; what was checked under the old one is checked again."""
        if "mapping" in changes:
            self._counts = None
        self._decided = replace(self._decided, **changes)
        self._check_made = None
        self._workspace.imports.save_settings(self._id, self._decided.as_json(), len(self._sheet.rows))

    def _do(self, step: Step) -> CheckSummary:
        self._checked()
        if any(step.values()):
            self._workspace.imports.add_step(self._id, step)
            self._steps.append(step)
            self._apply(step)
        return self._summary()

    def _apply(self, step: Step, *, back: bool = False) -> None:
        check = self._checked()
        cells = import_steps.changed_cells(step, back=back)
        if cells:
            self._counts = None
            check.replace(cells, lambda _: None)
        rows, out = import_steps.left_out(step, back=back)
        if rows:
            self._counts = None
            check.leave_out(rows, out)
        decided = import_steps.decided(step, back=back)
        if decided is not None:
            self._apply_rule(check, *decided)

    def _apply_rule(self, check: Check, rule: str, made: Any) -> None:
        rules = self._decided.rules
        asked = check.keys_with(lambda problem: problem.rule == rule)
        first_answer = made is not None and rules.decision(rule) is None
        rules = rules.decide(rule, made.choice, made.value) if made is not None else rules.ask(rule)
        self._decided = replace(self._decided, rules=rules)
        check.rules_changed(rules, asked if first_answer else tuple(check.products))
        self._workspace.imports.save_settings(self._id, self._decided.as_json(), len(self._sheet.rows))

    def _note_left_out(self, rows: Sequence[int], out: bool) -> None:
        if out:
            self._left_out.update(rows)
        else:
            self._left_out.difference_update(rows)

    def _checked(self) -> Check:
        if self._check_made is None:
            self.check()
        if self._check_made is None:
            raise AssertionError("a check leaves its result")
        return self._check_made

    def _summary(self) -> CheckSummary:
        return import_rows.summary(self._checked(), self._seconds, can_undo=bool(self._steps))
