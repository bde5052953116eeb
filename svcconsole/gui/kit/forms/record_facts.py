"""Shows the fields of a record by its model: each in words by its kind, none left out that nobody names."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from pydantic import BaseModel

from svcconsole.gui.design.words import show, tr
from svcconsole.gui.kit.containers.facts import Fact
from svcconsole.gui.kit.forms.editors.editor import words_of
from svcconsole.gui.kit.forms.editors.numbers import money_text
from svcconsole.gui.kit.forms.fields import FieldSpec, Kind, specs

LONG_KINDS = frozenset(
    {
        Kind.AREA, Kind.TEXTS, Kind.NUMBERS, Kind.MAP, Kind.MAP_OF_TEXTS, Kind.JSON, Kind.RECORD, Kind.UNION,
    }
)  # fmt: skip
LINES = 6
NOT_SAID = "–"

Words = Mapping[str, Callable[[Any], str]]
"""What a field says in words of its own, by its Python name."""


def shown_specs(model: type[BaseModel]) -> tuple[FieldSpec, ...]:
    """The fields of a record as answered; labels and kinds are those of the record that is sent."""
    sent: type[BaseModel] = vars(model).get("sent_as", model)  # not what a base of it is sent as
    return specs(sent)


def record_facts(
    model: type[BaseModel],
    record: BaseModel,
    *,
    leave_out: Collection[str] = (),
    labels: Mapping[str, str] | None = None,
    words: Words | None = None,
    blanks: bool = False,
) -> list[Fact]:
    """A line for each field of `model` that is set, but for lists of records, which `records_in` finds.

    `leave_out` names fields that stand elsewhere on the page; with `blanks` a field without a value says so.
    """
    found = []
    for spec in shown_specs(model):
        if spec.name in leave_out or spec.kind is Kind.RECORDS:
            continue
        value = getattr(record, spec.name, None)
        is_set = value is not None and value not in ("", [], {})
        own = (words or {}).get(spec.name)
        if not is_set and not blanks and own is None:
            continue
        label = (labels or {}).get(spec.name, spec.label)
        text = own(value) if own is not None else value_words(spec, value) if is_set else ""
        if text or blanks:
            found.append(_fact(spec, label, text))
    return found


def records_in(
    model: type[BaseModel], record: BaseModel, *, leave_out: Collection[str] = ()
) -> list[tuple[FieldSpec, Sequence[BaseModel]]]:
    """The lists of records inside a record, each with its field."""
    return [
        (spec, [entry for entry in getattr(record, spec.name, None) or () if isinstance(entry, BaseModel)])
        for spec in shown_specs(model)
        if spec.kind is Kind.RECORDS and spec.name not in leave_out
    ]


def value_words(spec: FieldSpec, value: Any) -> str:
    """A field's value in words: amounts of money with two decimals, what has no shape of ours as JSON."""
    if isinstance(value, BaseModel):
        inner = record_facts(type(value), value)
        return " · ".join(f"{show(fact.label)}: {fact.target or fact.value}" for fact in inner)
    if value is not None and spec.money and not isinstance(value, str):
        return money_text(value)
    if isinstance(value, Mapping) and not all(isinstance(part, str) for part in value.values()):
        return json.dumps(value, ensure_ascii=False, default=str)
    if isinstance(value, list) and not all(isinstance(part, str) for part in value):
        return json.dumps(value, ensure_ascii=False, default=str)
    return words_of(value)


def _fact(spec: FieldSpec, label: str, text: str) -> Fact:
    if not text:
        return Fact(label, tr(NOT_SAID), tone="text2")
    if spec.kind is Kind.URL:
        return Fact(label, bare_link(text), link=True, target=text)
    return Fact(label, text, mono=spec.kind is Kind.CODE, lines=LINES if spec.kind in LONG_KINDS else 1)


def bare_link(url: str) -> str:
    """An address without its scheme, as people read it."""
    return url.removeprefix("https://").removeprefix("http://")
