"""The texts of a rehearsal: lists of what to look at, lines, and what it is doing."""

from __future__ import annotations

from collections.abc import Sequence

from svcconsole.gui.design.words import mark, show, tr, tr_plural
from svcconsole.gui.kit import quantity_words
from svcconsole.gui.kit.grid.columns import Mark
from svcconsole.gui.panels.record_changes.change_words import change_word, field_word, icon_of, values_of
from svcconsole.gui.panels.record_changes.changes_side import Choice
from svcconsole.gui.panels.record_changes.changes_table import ChangeGroup, ChangeLine
from svcconsole.services.customers.customer_timeline import record_name
from svcconsole.services.rehearsal.rehearse import Phase
from svcconsole.services.rehearsal.views import FieldAfter, Look, RecordAfter, RehearsalSummary, Rehearsed

EVERYTHING = ""
LOOK, FIELD, REFUSAL = "look:", "field:", "refusal:"
"""How the choices of the side begin that are no state."""
LOOKS = {
    Look.PRICE: mark("Price changes by over 30 %"),
    Look.STOCK: mark("Stock becomes 0"),
    Look.NAME: mark("Name becomes shorter by half"),
    Look.SINCE: mark("Changed since it was read"),
}
PILLS = {
    Look.SINCE: mark("Changed since it was read"),
    Look.PRICE: mark("Price: worth a look"),
    Look.STOCK: mark("Out of stock"),
    Look.NAME: mark("Name: worth a look"),
}
PHASES = {
    Phase.READING: mark("Reading the store: {done} of {total}"),
    Phase.FILLING: mark("Filling the practice store: {done} of {total}"),
    Phase.RUNNING: mark("Trying the plan there: {done} of {total}"),
    Phase.COMPARING: mark("Comparing: {done} of {total}"),
}


def phase_words(phase: Phase, done: int, total: int) -> str:
    """What is going on, and how far it is."""
    if not total:
        return tr("Reading the store…")
    return tr(PHASES[phase], done=quantity_words.count(done), total=quantity_words.count(total))


def choices_of(summary: RehearsalSummary) -> Sequence[tuple[str, str, Sequence[Choice]]]:
    """The lists of the side."""
    changing = summary.records - summary.states.get(Rehearsed.SAME, 0)
    shown = [Choice(EVERYTHING, "compare", "accent_text", tr("Everything that changes"), "", changing)]
    looks = [
        Choice(LOOK + look, "warning", "warning", tr(words), "", count)
        for look, words in LOOKS.items()
        if (count := summary.looks.get(look, 0))
    ]
    fields = [
        Choice(FIELD + name, icon_of(name), "text2", field_word(name), "", count)
        for name, count in summary.by_field.items()
    ]
    refused = [
        Choice(REFUSAL + words, "error", "danger", words, "", count)
        for words, count in summary.refusals.items()
    ]
    return (
        (tr("Show"), "", shown),
        (tr("Worth a look"), tr("seen first"), looks),
        (tr("By field"), "", fields),
        (tr("Refused"), tr("in the store’s own words"), refused),
    )


def group_of(record: RecordAfter) -> ChangeGroup:
    """One record as the table shows it."""
    lines = tuple(_line(each) for each in record.fields)
    if record.state is Rehearsed.REFUSED:
        lines = (*lines, ChangeLine("error", tr("Refused"), "", "", _refusal(record), "danger"))
    return ChangeGroup(record.seq, record.name, record_name(record.record_id), _note(record), lines)


def _refusal(record: RecordAfter) -> str:
    return quantity_words.quoted_words(record.server_words) or show(record.reason)


def _note(record: RecordAfter) -> Mark | None:
    if record.state is Rehearsed.REFUSED:
        return Mark("error", "danger", tr("Refused in practice, row {row}", row=record.row))
    if record.state is Rehearsed.NEW:
        return Mark("plus", "success", tr("will be new"))
    if record.state is Rehearsed.COUNTED:
        return Mark("check", "success", show(record.reason) or tr("accepted in practice"))
    if record.state is Rehearsed.SAME:
        return Mark("check", "text2", tr("the same already: not sent"))
    words = tr_plural("{n} field", "{n} fields", len(record.fields))
    look = next((look for look in PILLS if look in record.looks), None)
    if look is None:
        return Mark("edit", "accent_text", words)
    return Mark("warning", "warning", tr("{look} · {fields}", look=tr(PILLS[look]), fields=words))


def _line(each: FieldAfter) -> ChangeLine:
    now, after = values_of(each.change)
    tone = "warning" if each.look is not None else "text2"
    return ChangeLine(icon_of(each.change.field), change_word(each.change), now, after, show(each.note), tone)
