"""What a change of one field means, in words, and whether it is worth a look before it is sent."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation

from svcconsole.services.records.field_diff import ChangeKind, FieldChange, Value
from svcconsole.services.rehearsal.views import FieldAfter, Look
from svcconsole.words.message import Message, listed, message, number, plural

PRICES = frozenset({"price", "discounted_price"})
MUCH = Decimal(30)
"""A price that changes by more percent than this is worth a look."""


def told(change: FieldChange) -> FieldAfter:
    """The change with what it means."""
    if change.kind is ChangeKind.ROWS:
        return FieldAfter(change, _rows(change))
    if change.kind is not ChangeKind.VALUE:
        return FieldAfter(change)
    if change.field in PRICES:
        return _price(change)
    return _stock(change) if change.field == "quantity" else _text(change)


def _text(change: FieldChange) -> FieldAfter:
    if change.field == "name" and _halved(change.now, change.after):
        return FieldAfter(change, message("shorter by half: is it cut off?"), Look.NAME)
    if isinstance(change.now, tuple) or isinstance(change.after, tuple):
        return FieldAfter(change, _texts(change.now, change.after))
    return FieldAfter(change, message("is emptied") if change.after is None else "")


def _price(change: FieldChange) -> FieldAfter:
    now, after = _number(change.now), _number(change.after)
    if not now or after is None:
        return FieldAfter(change)
    percent = (after - now) / now * 100
    sign = "+" if percent > 0 else "−"
    words = message("{sign}{percent} %", sign=sign, percent=number(float(abs(percent)), 0))
    if abs(percent) <= MUCH:
        return FieldAfter(change, words)
    if after == 0:
        return FieldAfter(change, message("free after this import"), Look.PRICE)
    if after * 2 <= now:
        words = message("{change}: is a digit missing?", change=words)
    elif after >= now * 2:
        words = message("{change}: is a digit too many?", change=words)
    return FieldAfter(change, words, Look.PRICE)


def _stock(change: FieldChange) -> FieldAfter:
    now, after = _number(change.now), _number(change.after)
    if now is None or after is None:
        return FieldAfter(change)
    if after == 0 and now > 0:
        return FieldAfter(change, message("out of stock after this import"), Look.STOCK)
    sign = "+" if after > now else "−"
    return FieldAfter(change, message("{sign}{count}", sign=sign, count=number(_plain(abs(after - now)))))


def _plain(value: Decimal) -> int | float:
    return int(value) if value == value.to_integral_value() else float(value)


def _rows(change: FieldChange) -> Message:
    parts = []
    if change.added:
        parts.append(plural("{n} added", "{n} added", change.added))
    if change.removed:
        parts.append(plural("{n} taken off", "{n} taken off", change.removed))
    return listed(parts) if parts else message("in another order")


def _texts(now: Value, after: Value) -> Message:
    old = set(now) if isinstance(now, tuple) else set()
    new = set(after) if isinstance(after, tuple) else set()
    parts = []
    if new - old:
        parts.append(plural("{n} added", "{n} added", len(new - old)))
    if old - new:
        parts.append(plural("{n} taken off", "{n} taken off", len(old - new)))
    return listed(parts) if parts else message("in another order")


def _halved(now: Value, after: Value) -> bool:
    return isinstance(now, str) and isinstance(after, str) and len(after) * 2 <= len(now)


def _number(value: Value) -> Decimal | None:
    try:
        return None if value is None else Decimal(str(value))
    except InvalidOperation:
        return None
