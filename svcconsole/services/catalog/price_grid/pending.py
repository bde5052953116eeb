"""The changes of the price grid that wait to be sent, with undo, questions, conflicts and refusals."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from decimal import Decimal, InvalidOperation
from typing import Any

from svcconsole.services.catalog.price_grid.cells import MONEY, CellKey, Field, Typed, VariantKey, VariantRow
from svcconsole.services.catalog.price_grid.questions import RULES, Question, question_of
from svcconsole.tables.checking.price_levels import LIMIT
from svcconsole.tables.values.currencies import may_mean
from svcconsole.words.message import message

OFTEN = 50
"""Cells looked at between two turns of the window."""
STEPS = 200
"""So many steps can be taken back."""
GONE = message("The store does not have this variant any more.")


@dataclass(frozen=True, slots=True)
class Change:
    """What waits for one cell: `before` is what the store held when it was made, `currency` what was typed
    beside it, `agreed` the guard's rules that were answered for it."""

    before: Decimal | None
    after: Decimal | None
    currency: str = ""
    agreed: tuple[str, ...] = ()


Step = Mapping[CellKey, tuple[Change | None, Change | None]]


class PendingChanges:
    """The rows that were read, and what is to become of their cells; nothing is sent by it.

    `limit` is the change of a price, in per cent, that is asked about.
    """

    def __init__(self, limit: int = LIMIT) -> None:
        self.limit = limit
        self.rows: dict[VariantKey, VariantRow] = {}
        self.changes: dict[CellKey, Change] = {}
        self.questions: dict[CellKey, Question] = {}
        self.refused: dict[CellKey, str] = {}
        self.on_the_way: frozenset[CellKey] = frozenset()
        self._products: dict[str, tuple[VariantKey, ...]] = {}
        self._past: list[Step] = []
        self._future: list[Step] = []

    def set_limit(self, limit: int) -> None:
        """Ask about another change of a price than before, also where one waits already."""
        self.limit = limit
        self._ask(dict.fromkeys(cell.row for cell in self.changes))

    # What the store holds

    def rows_of(self, product: str) -> list[VariantRow] | None:
        """The rows of a product; None while it has not been read."""
        keys = self._products.get(product)
        return None if keys is None else [self.rows[key] for key in keys]

    def take_product(self, product: str, rows: Sequence[VariantRow]) -> None:
        """What the store holds of a product now; a change that it holds already is done."""
        for key in self._products.get(product, ()):
            self.rows.pop(key, None)
        self._products[product] = tuple(row.key for row in rows)
        self.rows.update((row.key, row) for row in rows)
        for cell in [cell for cell in self.changes if cell.row.product == product]:
            row = self.rows.get(cell.row)
            if row is None:
                self.refused[cell] = GONE
            elif row.value(cell.field) == self.changes[cell].after and cell not in self.on_the_way:
                self._put(cell, None)
        self._ask(key for key in self._products[product])

    # Editing

    def shown(self, row: VariantRow, field: Field) -> Decimal | None:
        """What a cell shows: what waits for it, else what the store holds."""
        change = self.changes.get(CellKey(row.key, field))
        return row.value(field) if change is None else change.after

    def set_cells(self, typed: Mapping[CellKey, Typed]) -> None:
        """Change cells in one step that can be taken back."""
        deque(self.setting(typed), maxlen=0)

    def setting(self, typed: Mapping[CellKey, Typed]) -> Iterator[None]:
        """The same for many, which takes a while: yields now and then."""
        step: dict[CellKey, tuple[Change | None, Change | None]] = {}
        for number, (cell, value) in enumerate(typed.items(), 1):
            row = self.rows.get(cell.row)
            if row is None or cell in self.on_the_way:
                continue
            old = self.changes.get(cell)
            new: Change | None = Change(row.value(cell.field), value.value, _other(value.currency, row))
            if value.value == row.value(cell.field) and not _other(value.currency, row):
                new = None
            if new != old:
                step[cell] = (old, new)
            if number % OFTEN == 0:
                yield
        yield from self._doing(step)

    def revert(self, cells: Iterable[CellKey]) -> int:
        """Give cells the store's values back, in one step; returns how many became different."""
        step: Step = {
            cell: (self.changes[cell], None)
            for cell in cells
            if cell in self.changes and cell not in self.on_the_way
        }
        self._do(step)
        return len(step)

    def can_undo(self) -> bool:
        """Whether a step can be taken back."""
        return bool(self._past)

    def undo(self) -> tuple[CellKey, ...]:
        """Take the last step back; the cells it was about."""
        if not self._past:
            return ()
        step = self._past.pop()
        self._future.append(step)
        return self._play({cell: old for cell, (old, _) in step.items()})

    def redo(self) -> tuple[CellKey, ...]:
        """Do what was taken back last once more; the cells it was about."""
        if not self._future:
            return ()
        step = self._future.pop()
        self._past.append(step)
        return self._play({cell: new for cell, (_, new) in step.items()})

    # Questions, conflicts, refusals

    def agree(self, questions: Iterable[Question]) -> None:
        """The values asked about are right."""
        step: dict[CellKey, tuple[Change | None, Change | None]] = {}
        for question in questions:
            old = self.changes.get(question.cell)
            if old is not None:
                agreed = (*old.agreed, RULES[question.code])
                currency = "" if question.code == "price_currency_other" else old.currency
                step[question.cell] = (old, replace(old, agreed=agreed, currency=currency))
        self._do(step)

    def is_conflict(self, cell: CellKey) -> bool:
        """Whether the store's value has changed since the cell was edited."""
        change, row = self.changes.get(cell), self.rows.get(cell.row)
        return change is not None and row is not None and row.value(cell.field) != change.before

    def conflicts(self) -> list[CellKey]:
        """The cells that were changed here and in the store."""
        return [cell for cell in self.changes if cell not in self.on_the_way and self.is_conflict(cell)]

    def keep_mine(self, cells: Iterable[CellKey]) -> None:
        """What was typed goes over what the store has now."""
        step: dict[CellKey, tuple[Change | None, Change | None]] = {}
        for cell in cells:
            old, row = self.changes.get(cell), self.rows.get(cell.row)
            if old is not None and row is not None:
                step[cell] = (old, replace(old, before=row.value(cell.field)))
        self._do(step)

    def ready(self) -> list[CellKey]:
        """The cells that would be sent now."""
        return [cell for cell in self.changes if self.is_ready(cell)]

    def waiting(self) -> int:
        """How many cells wait for an answer."""
        return len(self.questions) + sum(cell not in self.questions for cell in self.conflicts())

    def is_ready(self, cell: CellKey) -> bool:
        """Whether a changed cell would be sent now."""
        if cell in self.on_the_way or cell in self.refused or self.is_conflict(cell):
            return False
        # Of a price and its reduction neither goes while the other is asked about.
        fields = MONEY if cell.field in MONEY else (cell.field,)
        return not any(CellKey(cell.row, field) in self.questions for field in fields)

    # Sending

    def send(self, cells: Iterable[CellKey]) -> None:
        """These are on their way: they wait for the end of their run, and stay as they are until then."""
        self.on_the_way = frozenset(cells)
        self._past, self._future = [], []

    def settle(self, accepted: Iterable[str], refused: Mapping[str, str]) -> None:
        """The run ended: products that the store took, and those it refused with its words."""
        taken = frozenset(accepted)
        sent, self.on_the_way = self.on_the_way, frozenset()
        for cell in sent:
            product = cell.row.product
            if product in taken:
                self._put(cell, None)
            elif product in refused and cell in self.changes:
                self.refused[cell] = refused[product]
        self._ask({cell.row for cell in sent})

    def discard(self) -> int:
        """Give every cell the store's value back, in one step; returns how many those were."""
        return self.revert(list(self.changes))

    # Keeping

    def as_json(self) -> dict[str, Any]:
        """What waits, as plain JSON for a draft."""
        return {
            "changes": [
                [
                    *cell.row, cell.field.value, _text(change.before), _text(change.after), change.currency,
                    list(change.agreed), self.refused.get(cell, ""), cell in self.on_the_way,
                ]
                for cell, change in self.changes.items()
            ]
        }  # fmt: skip

    def load(self, kept: Mapping[str, Any]) -> list[str]:
        """Take what `as_json` gave; the products to read for it. Damaged parts are passed over."""
        on_the_way = set()
        for entry in kept.get("changes") or ():
            with suppress(ValueError, TypeError, InvalidOperation):
                product, variant, nth, field, before, after, currency, agreed, refused, sent = entry
                cell = CellKey(VariantKey(str(product), str(variant), int(nth)), Field(field))
                rules = tuple(map(str, agreed))
                self.changes[cell] = Change(_number(before), _number(after), str(currency), rules)
                if refused:
                    self.refused[cell] = str(refused)
                if sent:
                    on_the_way.add(cell)
        self.on_the_way = frozenset(on_the_way)
        return list(dict.fromkeys(cell.row.product for cell in self.changes))

    # Inside

    def _do(self, step: Step) -> None:
        deque(self._doing(step), maxlen=0)

    def _doing(self, step: Step) -> Iterator[None]:
        if not step:
            return
        self._past = [*self._past[1 - STEPS :], step]
        self._future = []
        yield from self._playing({cell: new for cell, (_, new) in step.items()})

    def _play(self, values: Mapping[CellKey, Change | None]) -> tuple[CellKey, ...]:
        deque(self._playing(values), maxlen=0)
        return tuple(values)

    def _playing(self, values: Mapping[CellKey, Change | None]) -> Iterator[None]:
        for number, (cell, change) in enumerate(values.items(), 1):
            self._put(cell, change)
            if number % OFTEN == 0:
                yield
        for number, key in enumerate(dict.fromkeys(cell.row for cell in values), 1):
            self._ask((key,))
            if number % OFTEN == 0:
                yield

    def _put(self, cell: CellKey, change: Change | None) -> None:
        self.refused.pop(cell, None)
        if change is None:
            self.changes.pop(cell, None)
            self.questions.pop(cell, None)
        else:
            self.changes[cell] = change

    def _ask(self, keys: Iterable[VariantKey]) -> None:
        """Put the guard's questions anew about these variants."""
        for key in keys:
            cells = [CellKey(key, field) for field in MONEY]
            for cell in cells:
                self.questions.pop(cell, None)
            row, own = self.rows.get(key), [cell for cell in cells if cell in self.changes]
            if row is None or not own or not self.on_the_way.isdisjoint(own):
                continue
            values = {cell.field: self.changes[cell].after for cell in own}
            agreed = [rule for cell in own for rule in self.changes[cell].agreed]
            currency = next((each for cell in own if (each := self.changes[cell].currency)), "")
            found = question_of(row, values, limit=self.limit, currency=currency, agreed=agreed)
            if found is not None:
                self.questions[found.cell] = replace(
                    found, suggestion=self._as_siblings(found) or found.suggestion
                )

    def _as_siblings(self, question: Question) -> Decimal | None:
        """What the other variants of the product get that cost the same and are not asked about."""
        cell = question.cell
        before = self.changes[cell].before
        if question.code != "price_change":
            return None
        for key in self._products.get(cell.row.product, ()):
            other = CellKey(key, cell.field)
            change = self.changes.get(other)
            same = change is not None and change.before == before and other not in self.questions
            if same and change is not None and key != cell.row:
                level = question_of(self.rows[key], {cell.field: change.after}, limit=self.limit)
                if level is None:
                    return change.after
        return None

    def by_field(self) -> Iterator[tuple[Field, list[CellKey]]]:
        """The changed cells that nobody asks about, field by field, as they were made."""
        asked = self.questions
        for field in Field:
            cells = [cell for cell in self.changes if cell.field is field and cell not in asked]
            if cells:
                yield field, cells


def _other(currency: str, row: VariantRow) -> str:
    return "" if currency == row.currency or may_mean(currency, row.currency) else currency


def _text(value: Decimal | None) -> str | None:
    return None if value is None else str(value)


def _number(text: object) -> Decimal | None:
    return None if text is None else Decimal(str(text))
