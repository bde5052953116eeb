"""What a list says of itself in words: how many, how far reading has come, and how sure it is to be whole."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QLocale

from svcconsole.gui.tabs.catalog.library import Reading, Stage
from svcconsole.gui.when import clock


def tr(text: str, count: int = -1) -> str:
    return QCoreApplication.translate("reading", text, "", count)


THINGS = {"products": ("%n products", "%n product"), "catalogs": ("%n catalogs", "%n catalog")}


def counted(kind: str, count: int) -> str:
    """`3,482 products`, `1 catalog`."""
    many, one = THINGS[kind]
    text = tr(one if count == 1 else many)
    return text.replace("%n", QLocale().toString(count))


def words(kind: str, reading: Reading, shown: int, total: int) -> str:
    """The end of the toolbar: `3,482 products · all pages read`, `1 of 12 products`, `1,200 so far`."""
    locale = QLocale()
    text = counted(kind, total)
    if shown != total:
        text = tr("{shown} of {text}", shown=locale.toString(shown), text=text)
    match reading.stage:
        case Stage.READING:
            return f"{text} · {tr('{so_far} so far', so_far=locale.toString(reading.so_far))}"
        case Stage.READ if shown == total:
            return f"{text} · {tr('all pages read')}"
        case Stage.GUARDED:
            return f"{text} · {tr('list may be incomplete')}"
        case Stage.STOPPED:
            return f"{text} · {tr('stopped')}"
    if reading.stage in (Stage.FAILED, Stage.NEVER) and reading.as_of is not None:
        return f"{text} · {tr('as of {as_of}', as_of=clock(reading.as_of))}"
    return text
