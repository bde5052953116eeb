"""Formats the text of a file's cell as its column is read: numbers in one form, moments, ids as they are."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from PySide6.QtCore import QLocale

from svcconsole.gui.design.text import visible
from svcconsole.services.analysis.epoch import EPOCH_NOTE, read_epoch
from svcconsole.services.analysis.results import AS_TEXT, ColumnReading
from svcconsole.tables.values.moments import Written, read_written, zone_named
from svcconsole.tables.values.number_forms import plain_number

MOST_SHOWN: Final = 400
"""Characters of a cell that can be on screen; the rest is in the row's detail."""
_PLAIN: Final = re.compile(r"(-?)(\d*)(?:\.(\d+))?(%?)\Z", re.ASCII)


def shown(text: str, look: ColumnReading = AS_TEXT) -> str:
    """One line for the screen: what hides or reorders text is named, a very long cell ends in "…"."""
    if look.kind == "number":
        plain = plain_number(text, comma=look.note == "decimal_comma")
        return one_line(text) if plain is None else _formatted(plain, look) or one_line(text)
    if look.phone:
        return _phone(text)
    if look.note == EPOCH_NOTE:
        at = read_epoch(text)
        zone = zone_named(look.shown_in)
        return one_line(text) if at is None else Written(at, timed=True, seconds=True).told(zone, zone)
    as_written = not look.zoned and look.shown_in == look.written and "T" not in text
    if look.kind == "date" and (not as_written or text.isdecimal()):
        found = read_written(text, look.formats)
        if found is not None and (found.timed or text.isdecimal()):
            return found.told(zone_named(look.shown_in), zone_named(look.written))
    return one_line(text)


def computed(text: str, look: ColumnReading) -> str:
    """The same for what was computed from the column, such as a middle: with a decimal point, in the zone."""
    return shown(text, replace(look, note="", zoned=False, written=look.shown_in))


def number_of(text: str, look: ColumnReading) -> float | None:
    """The number a cell stands for, None for none."""
    plain = plain_number(text, comma=look.note == "decimal_comma") if look.kind == "number" else None
    return None if plain is None else float(plain.rstrip("%"))


def one_line(text: str) -> str:
    """A cell as the file has it, on one line."""
    cut = text if len(text) <= MOST_SHOWN else f"{text[:MOST_SHOWN]}…"
    return visible(cut).replace("\n", " ").replace("\t", " ")


def _phone(text: str) -> str:
    from svcconsole.tables.values.phones import Phone, read_phone

    found = read_phone(text) if text.strip() else None
    return found.shown if isinstance(found, Phone) else one_line(text)


def _formatted(plain: str, look: ColumnReading) -> str:
    """Plain digits with the locale's signs, 43109.5 as 43,109.5, no digit lost; blank for an exponent."""
    found = _PLAIN.match(plain)
    if found is None:
        return ""
    sign, whole, rest, percent = found.groups()
    locale = QLocale()
    whole, rest = whole or "0", rest or ""
    if look.decimals is not None:
        rest = rest.ljust(look.decimals, "0")
    if look.grouped:
        parts = [whole[max(0, end - 3) : end] for end in range(len(whole), 0, -3)]
        whole = locale.groupSeparator().join(reversed(parts))
    return f"{sign}{whole}{locale.decimalPoint() + rest if rest else ''}{percent}"
