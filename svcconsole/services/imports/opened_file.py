"""An opened import file: how it is read, where its columns go, and the questions it raises."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from svcconsole.services.campaigns.recent_sends import recent_sends
from svcconsole.services.campaigns.suppression import suppressed
from svcconsole.services.catalog.price_levels import levels_in
from svcconsole.services.imports import columns, reading_questions
from svcconsole.services.imports.check import Check, Going
from svcconsole.services.imports.known_prices import snapshot_prices
from svcconsole.services.imports.state import ImportState
from svcconsole.services.imports.views import (
    CheckProgress,
    Defaults,
    ImportRefused,
    MappingView,
    Overview,
    RuleView,
    SavedReading,
)
from svcconsole.services.sends.recent_requests import recent_requests
from svcconsole.services.workers.worker_host import WorkCancelled
from svcconsole.tables.checking.price_levels import KnownPrices, PriceLevel
from svcconsole.tables.mapping.kinds import IMPORTS, Kind
from svcconsole.tables.mapping.mapping import Mapping, Source, parse_set
from svcconsole.tables.mapping.request_body import lacking
from svcconsole.tables.mapping.targets import TARGETS, TargetField
from svcconsole.tables.reading.questions import Question
from svcconsole.tables.records.customer_grouping import region_of
from svcconsole.tables.records.recipients import Known
from svcconsole.words.message import message
from svcconsole.workspace.database import Workspace

NO_DEFAULTS = Defaults()

Heard = Callable[[CheckProgress], None]
Asked = Callable[[], bool]


def ignore_progress(_: CheckProgress) -> None:
    return None


def never_cancelled() -> bool:
    return False


def _on(_: int) -> None:
    return None


class OpenedImport:
    """A file to import, opened or taken up again, with what is decided about it as a whole.

    `remembering` maps a file as the last one with its header was mapped, and keeps what is decided now;
    `saved_answers` answers what is asked about its reading as it was kept for files of its layout.
    """

    def __init__(
        self,
        folder: str,
        *,
        kind: str = "products",
        path: str | None = None,
        import_id: str | None = None,
        defaults: Defaults = NO_DEFAULTS,
        remembering: bool = True,
        saved_answers: bool = True,
    ) -> None:
        self._check_made: Check | None = None
        self._counts: dict[str, int] | None = None
        self._folder = Path(folder)
        self._prices: KnownPrices | None = None
        self._read_prices: dict[tuple[str, str], PriceLevel] = {}
        self._price_limit = defaults.price_limit
        self._app_id = defaults.app_id
        self._workspace = Workspace.open(Path(folder))
        try:
            if import_id is not None:
                self._state = ImportState.resume(
                    self._workspace, import_id, defaults, remembering=remembering
                )
            elif path is not None:
                self._state = ImportState.begin(
                    self._workspace,
                    kind,
                    Path(path),
                    defaults,
                    remembering=remembering,
                    saved_answers=saved_answers,
                )
            else:
                raise ImportRefused(message("No file was chosen."), message("Choose the file to import."))
        except BaseException:
            self._workspace.close()
            raise

    def close(self) -> None:
        self._workspace.close()

    @property
    def kind(self) -> Kind:
        """What is imported."""
        return IMPORTS[self._state.kind]

    # The file and its columns

    def overview(self) -> Overview:
        """The file as it was opened, with its first rows."""
        return self._state.overview()

    def set_dialect(self, **changes: Any) -> Overview:
        """Read the file anew with elements of its dialect overridden; another encoding decides the rest
        again."""
        self._forget()
        self._state.read_anew(**changes)
        return self._state.overview()

    # How the file is read

    def reading_questions(self) -> tuple[Question, ...]:
        """What has to be answered before columns, check and plan, with the answers so far."""
        return self._state.questions()

    def answer_reading(
        self,
        key: str,
        choice: str,
        rows: Sequence[int] = (),
        cells: Sequence[str] = (),
        *,
        keep: bool = False,
    ) -> tuple[Question, ...]:
        """Answer a question for all it is about, or for the `rows` named; an empty choice asks again.

        `cells` is the row written by hand, for the choice that asks for it. An encoding reads the file anew.
        `keep` gives the same answer for all of it in files of this layout from now on; one that is asked
        again is kept no longer. Raises TableError for what does not answer the question.
        """
        self._forget()
        self._state.answer(key, choice, rows, cells)
        if not cells and (keep or not choice):
            self._state.keep_answer(key, choice)
        return self._state.questions()

    def saved_reading(self) -> SavedReading | None:
        """The answers kept for files of this layout, as far as they answer what this one asks."""
        return self._state.saved_reading()

    def use_saved_reading(self) -> tuple[Question, ...]:
        """Give the kept answers, those of an almost equal layout, too."""
        self._forget()
        self._state.answer_as_saved()
        return self._state.questions()

    def forget_saved_reading(self) -> tuple[Question, ...]:
        """Forget the answers kept for files of this layout, and ask again."""
        self._forget()
        self._state.forget_saved_reading()
        return self._state.questions()

    def _refuse_while_asked(self) -> None:
        reading_questions.refuse_while_asked(self._state.questions())

    def use_preset(self, preset: str | None) -> MappingView:
        """Match the columns as this export format has them; None recognises it again."""
        self._forget()
        self._state.recognise(preset)
        return self._mapping_view()

    def map_by_itself(self) -> MappingView:
        """Map and answer as without anything remembered."""
        self._forget()
        self._state.by_itself()
        return self._mapping_view()

    def map_as_remembered(self) -> MappingView:
        """Map and answer as for the last file with these columns; ImportRefused when there was none."""
        self._forget()
        self._state.as_remembered()
        return self._mapping_view()

    def mapping_view(self) -> MappingView:
        """Every field with its source and real values, the columns without a home, what is remembered.

        ImportRefused while a question about the reading waits for an answer.
        """
        self._refuse_while_asked()
        return self._mapping_view()

    def _mapping_view(self) -> MappingView:
        state = self._state
        return columns.mapping_view(
            state.sheet,
            state.decided.mapping,
            state.decided.rules,
            state.columns_left_out,
            state.remembered(),
            shown=self._fields(),
        )

    def _fields(self) -> Sequence[TargetField] | None:
        """The fields to map, where they are not those of the target; None: they are.

        What a request needs depends on what else is chosen: those fields are required, too.
        """
        missing, _ = self.lacking()
        target = self.kind.target
        paths = dict.fromkeys((*target.paths(), *self._state.decided.mapping.paths(), *missing))
        if not target.places:
            return None
        needed = (replace(target.field(path), required=True) for path in missing)
        asked = {field.path: field for field in needed}
        return tuple(asked.get(path, target.field(path)) for path in paths)

    def lacking(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Of a request with places: what it needs and nothing fills, and what its type has no place for."""
        return lacking(self._state.decided.mapping) if self.kind.target.places else ((), ())

    def set_source(self, path: str, source: Source | None) -> MappingView:
        """Fill a field from a column, a fixed text, a template, or from nothing."""
        field = TARGETS[self._state.kind].field(path).path
        self._map(self._state.decided.mapping.with_source(field, source))
        return self._mapping_view()

    def ignore(self, column: str, yes: bool = True) -> MappingView:
        """Leave a column out on purpose, or list it again."""
        self._map(self._state.decided.mapping.with_ignored(column, yes))
        return self._mapping_view()

    def apply_settings(self, settings: Sequence[str], *, force: bool = False) -> None:
        """`field=value` from the command line: fills blank and unmapped fields, with `force` overwrites."""
        mapping = self._state.decided.mapping
        for text in settings:
            mapping = mapping.with_setting(parse_set(text, TARGETS[self._state.kind]), force=force)
        self._map(mapping)

    def _map(self, mapping: Mapping) -> None:
        """Keep a mapping; what is checked stays as far as it does not depend on what changed."""
        mapping.check(self._state.sheet.header)
        changed = mapping.differs_in(self._state.decided.mapping)
        self._state.decide(mapping=mapping)
        if changed:
            self._forget(counts=self.kind.asks_about(changed))

    # The questions

    def rules_view(self, cancelled: Asked = never_cancelled) -> tuple[RuleView, ...]:
        """The questions this file raises, each with the number of cells it is about."""
        self._refuse_while_asked()
        check = self._check_made
        if check is not None and check.counts:
            self._counts = check.question_counts()
        elif check is not None or self._counts is None:
            self._counts = self._checked(self._going(ignore_progress, cancelled)).question_counts()
        return columns.rules_view(self._state.decided.rules, self._counts)

    def set_rule(self, rule: str, choice: str, text: str = "") -> tuple[RuleView, ...]:
        """Answer a question; an empty choice asks again."""
        rules = self._state.decided.rules
        self._state.decide(rules=rules.decide(rule, choice, text) if choice else rules.ask(rule))
        if self._check_made is not None:
            self._check_made.set_rules(self._state.decided.rules)
        return self.rules_view()

    # The prices of the store

    def record_keys(self) -> tuple[str, ...]:
        """What the file's records are called, in the order of the file; ids of products, of those."""
        return tuple(self._begun(_on).survey.keys)

    def take_prices(self, answers: Sequence[bytes]) -> None:
        """The store's answers for some of the products of `record_keys`, as they came; `use_prices` ends."""
        self._read_prices.update(levels_in(answers))

    def use_prices(self) -> None:
        """Check against the prices that were taken, variant by variant: more exact than the kept list."""
        prices = KnownPrices(variants=self._read_prices, limit=self._price_limit)
        self._read_prices = {}
        if prices == self._prices:
            return
        self._prices = prices
        self._counts = None
        if self._check_made is not None:
            self._check_made.know(self._known())

    # The check they are counted in

    def _forget(self, *, counts: bool = True) -> None:
        self._check_made = None
        if counts:
            self._counts = None

    def _checked(self, going: Going | None = None) -> Check:
        """The check with everything built that decisions and steps have touched; ImportRefused while a
        question about the reading waits for an answer."""
        check = self._begun(going or _on)
        check.refresh(going or _on)
        return check

    def _begun(self, going: Going) -> Check:
        """The check with the file surveyed."""
        self._refuse_while_asked()
        if self._check_made is None:
            state = self._state
            rules = state.decided.rules
            self._check_made = Check(
                state.sheet,
                state.decided.mapping,
                rules,
                state.left_out,
                going,
                known=self._known(),
                app_id=self._app_id,
            )
        return self._check_made

    def _known(self) -> Known:
        """What is known beside the file: of what must not happen twice, of the store's prices."""
        if self.kind.knows and not self.kind.once:
            return Known(prices=self._prices or snapshot_prices(self._folder, self._price_limit))
        if not self.kind.once:
            return Known()
        region = region_of(self._state.decided.rules)
        if not self.kind.campaign:
            past = recent_requests(self._workspace, self.kind.name, region)
            return Known(past, suppressed(self._workspace))
        return Known(recent_sends(self._workspace, region), suppressed(self._workspace))

    def _going(self, progress: Heard, cancelled: Asked) -> Going:
        rows = len(self._state.sheet.rows)

        def going(done: int) -> None:
            if cancelled():
                raise WorkCancelled
            progress(CheckProgress(done, rows))

        return going
