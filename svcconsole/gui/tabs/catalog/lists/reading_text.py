"""The status texts of a list: how many, how far reading has come, whether it is complete."""

from __future__ import annotations

from svcconsole.gui.design.words import mark_plural, tr, tr_plural
from svcconsole.gui.kit.relative_time import clock
from svcconsole.gui.panels.catalog.record_cache import Reading, Stage

THINGS = {
    "products": mark_plural("{n} product", "{n} products"),
    "catalogs": mark_plural("{n} catalog", "{n} catalogs"),
}


def counted(kind: str, count: int) -> str:
    """`3,482 products`, `1 catalog`."""
    return tr_plural(*THINGS[kind], count)


def words(kind: str, reading: Reading, shown: int, total: int, unusual: int = 0) -> str:
    """The end of the toolbar: `3,482 products · all pages read`, `1 of 12 products`, `1,200 so far`; with the
    number of records of which the answer was `unusual`."""
    text = _read(kind, reading, shown, total)
    if unusual:
        odd = tr_plural("{n} unusual answer", "{n} unusual answers", unusual)
        text = tr("{count} · {unusual}", count=text, unusual=odd)
    return text


def _read(kind: str, reading: Reading, shown: int, total: int) -> str:
    text = counted(kind, total)
    if shown != total:
        text = tr("{shown} of {all}", shown=shown, all=text)
    match reading.stage:
        case Stage.READING:
            return tr("{count} · {so_far} so far", count=text, so_far=reading.so_far)
        case Stage.READ if shown == total:
            return tr("{count} · all pages read", count=text)
        case Stage.GUARDED:
            return tr("{count} · list may be incomplete", count=text)
        case Stage.STOPPED:
            return tr("{count} · stopped", count=text)
    if reading.stage in (Stage.FAILED, Stage.NEVER) and reading.as_of is not None:
        return tr("{count} · as of {time}", count=text, time=clock(reading.as_of))
    return text
