"""The texts of a take-back: tiles, lists, lines and buttons."""

from __future__ import annotations

from collections.abc import Sequence

from svcconsole.gui.design.words import mark, mark_plural, show, tr, tr_plural
from svcconsole.gui.kit import quantity_words
from svcconsole.gui.kit.grid.columns import Mark
from svcconsole.gui.panels.record_changes.change_words import change_word, field_word, icon_of, values_of
from svcconsole.gui.panels.record_changes.changes_side import Choice
from svcconsole.gui.panels.record_changes.changes_table import ChangeGroup, ChangeLine
from svcconsole.services.customers.customer_timeline import record_name
from svcconsole.services.take_back.views import FieldBack, RecordBack, Restore, TakeBackSummary

FIELD = "field:"
"""A choice of the side that names a field begins so; the others name states."""
EVERYTHING = ""
STATES = {
    Restore.WHOLE: ("check", "success", mark("Can be restored")),
    Restore.SINCE: ("warning", "warning", mark("Changed since")),
    Restore.IN_PART: ("minus", "text2", mark("Restored in part")),
    Restore.STAYS: ("ban", "text2", mark("Stays")),
    Restore.AS_BEFORE: ("check", "text2", mark("Nothing to restore")),
}
SUBS = {
    Restore.SINCE: mark("Left alone unless you tick them"),
    Restore.STAYS: mark("Created, or cannot be emptied"),
}
RESTORES = {
    "products": mark_plural("Restore {n} product", "Restore {n} products"),
    "catalogs": mark_plural("Restore {n} catalog", "Restore {n} catalogs"),
    "customers": mark_plural("Restore {n} customer", "Restore {n} customers"),
}
RECORDS = {
    "products": mark("products of this run"),
    "catalogs": mark("catalogs of this run"),
    "customers": mark("customers of this run"),
}
COLUMN = {
    "products": mark("Product and field"),
    "catalogs": mark("Catalog and field"),
    "customers": mark("Customer and field"),
}


def restore_verb(kind: str, count: int) -> str:
    """What the filled button says: "Restore 216 products"."""
    one, many = RESTORES.get(kind, RESTORES["products"])
    return tr_plural(one, many, count)


def fields_words(count: int) -> str:
    return tr_plural("{n} field", "{n} fields", count)


def stuck_words(count: int) -> str:
    return tr_plural("{n} field cannot be emptied", "{n} fields cannot be emptied", count)


def choices_of(summary: TakeBackSummary) -> Sequence[tuple[str, str, Sequence[Choice]]]:
    """The lists of the side: which records, by what becomes of them and by field."""
    shown = [Choice(EVERYTHING, "undo", "accent_text", tr("Everything"), "", summary.records)]
    for state, (icon, tone, title) in STATES.items():
        if count := summary.states.get(state, 0):
            sub = tr(SUBS[state]) if state in SUBS else ""
            shown.append(Choice(str(state), icon, tone, tr(title), sub, count))
    fields = [
        Choice(FIELD + name, icon_of(name), "text2", field_word(name), "", count)
        for name, count in summary.by_field.items()
    ]
    return ((tr("Show"), "", shown), (tr("By field"), "", fields))


def group_of(record: RecordBack) -> ChangeGroup:
    """One record as the table shows it."""
    if record.fields:
        lines = tuple(_line(each) for each in record.fields)
    elif record.nearest:
        made, stays, words = tr("created by this run"), tr("stays"), show(record.nearest)
        lines = (ChangeLine("ban", tr("The whole record"), made, stays, words, stays=True),)
    else:
        lines = ()
    return ChangeGroup(record.seq, record.name, record_name(record.record_id), _note(record), lines)


def _note(record: RecordBack) -> Mark:
    if record.state is Restore.SINCE:
        return Mark("warning", "warning", show(record.why))
    if record.state is Restore.STAYS and record.nearest:
        return Mark("ban", "text2", tr("Stays: it cannot be deleted"))
    if record.state is Restore.STAYS:
        return Mark("ban", "text2", show(record.why))
    if record.state is Restore.IN_PART:
        total = len(record.fields)
        words = tr_plural(
            "In part: {restored} of {n} field", "In part: {restored} of {n} fields", total,
            restored=quantity_words.count(record.restored_fields),
        )  # fmt: skip
        return Mark("warning", "warning", words)
    if record.state is Restore.AS_BEFORE:
        return Mark("check", "text2", show(record.why) or tr("The store holds it as it was before."))
    return Mark("undo", "text2", fields_words(len(record.fields)))


def _line(each: FieldBack) -> ChangeLine:
    now, after = values_of(each.change)
    icon = icon_of(each.change.field)
    if each.stays:
        return ChangeLine(icon, change_word(each.change), now, tr("stays"), show(each.note), stays=True)
    note, tone = (tr("changed after the run"), "warning") if each.since else (show(each.note), "text2")
    return ChangeLine(icon, change_word(each.change), now, after, note, tone)
