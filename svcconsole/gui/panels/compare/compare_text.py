"""The texts of the comparison of two reports."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from svcconsole.gui.design.text import isolate, ltr, visible
from svcconsole.gui.design.words import mark, tr, tr_plural
from svcconsole.gui.kit.quantity_words import count
from svcconsole.services.analysis.compare import Comparison
from svcconsole.services.analysis.results import Change, DuplicateKey

MOST_NAMED = 3
TITLES: dict[Change, str] = {"added": mark("Added"), "removed": mark("Removed"), "changed": mark("Changed")}


def title_of(change: Change) -> str:
    """ "Added" """
    return tr(TITLES[change])


def before_after(before: str, after: str) -> str:
    """What a changed cell shows: before on the left in every language, blank as a word."""
    one, two = (isolate(visible(each)) if each.strip() else tr("(blank)") for each in (before, after))
    return ltr(f"{one} → {two}")


def none_of(change: Change) -> str:
    """The sentence in the place of a table without rows."""
    return {
        "added": tr("No row was added."),
        "removed": tr("No row was removed."),
        "changed": tr("No row was changed."),
    }[change]


def key_words(key: Sequence[str]) -> str:
    """ "id", "period + channel" """
    return " + ".join(visible(name) for name in key)


def unchanged(compared: Comparison) -> str:
    """ "1,204 rows are the same in both." """
    return tr_plural("{n} row is the same in both.", "{n} rows are the same in both.", compared.unchanged)


def duplicates(compared: Comparison) -> str:
    """How many keys stand more than once, and what that means; blank without any."""
    if not compared.duplicates:
        return ""
    return tr_plural(
        "{n} key is in more than one row of a file. Its rows are not compared.",
        "{n} keys are in more than one row of a file. Their rows are not compared.",
        compared.duplicates,
    )


def duplicate(found: DuplicateKey) -> str:
    """ "4711: 2 rows before, 1 row after" """
    before = tr_plural("{n} row before", "{n} rows before", found.before)
    after = tr_plural("{n} row after", "{n} rows after", found.after)
    key = isolate(key_words(found.key) or tr("(blank)"))
    return tr("{key}: {before}, {after}", key=key, before=before, after=after)


def more(number: int) -> str:
    """What follows the first of a list."""
    return tr_plural("and {n} more", "and {n} more", number)


def only_in_one(compared: Comparison, headings: Mapping[str, str]) -> str:
    """Which columns only one of the files has; blank where both have the same."""
    sentences = []
    for names, words in (
        (compared.only_before, mark("Only before: {names}.")),
        (compared.only_after, mark("Only after: {names}.")),
    ):
        if names:
            shown = ", ".join(isolate(column_words(name, headings)) for name in names[:MOST_NAMED])
            more = len(names) - MOST_NAMED
            sentences.append(tr(words, names=f"{shown} +{count(more)}" if more > 0 else shown))
    return " ".join(sentences)


def column_words(name: str, headings: Mapping[str, str]) -> str:
    """What a column is called on screen: its heading, where it has one, or its name in the file."""
    return visible(headings.get(name, name))


def raw_name(name: str, headings: Mapping[str, str]) -> str:
    """A column's name in the file, where it is called otherwise on screen; else blank."""
    return "" if headings.get(name, name) == name else visible(name)


def column_changed(name: str, times: int, headings: Mapping[str, str]) -> str:
    """A column's head, with how many of its cells changed where some did: "Status · 214"."""
    called = column_words(name, headings)
    return f"{called} · {count(times)}" if times else called
