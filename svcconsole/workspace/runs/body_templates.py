"""The bytes of a run's records, stored once as templates and, record by record, as what fills them.

A body is JSON. What is the same in all bodies of one build is a template: the pieces between the values that
differ. A record then keeps its values alone. What no template gives back byte for byte is kept whole.
"""

from __future__ import annotations

import hashlib
import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from typing import Any

from sqlalchemy import ColumnElement, Dialect, LargeBinary, TypeDecorator, case, cast, literal, type_coerce

from svcconsole.workspace.schema import bodies, body_templates

PART = b"\x1f"
"""Stands before each piece of a template and between values: in JSON such a sign is written as an escape."""
END = b"\n"
"""Stands between a template and values; compact JSON has none."""
MOST = 32
"""So many templates a run has at most; records that none of them fits are kept whole."""
_TOKEN = re.compile(rb'"(?:[^"\\]|\\.)*"|[^"\[\]{},:]+')
_VALUES = {
    True: rb'([^"\\\x00-\x1f]*(?:\\[ -~][^"\\\x00-\x1f]*)*)',
    False: rb'([^"\[\]{},:\x00-\x1f]+)',
}
"""What may stand in the place of a value: between quotes, and of a number or a word."""


class _Body(TypeDecorator[bytes]):
    """Puts a template and its values together again."""

    impl = LargeBinary
    cache_ok = True

    def process_result_value(self, value: Any | None, dialect: Dialect) -> bytes | None:
        return None if value is None else composed(bytes(value))


OF_BODY = (body_templates.c.run_id == bodies.c.run_id) & (body_templates.c.number == bodies.c.template)
"""How the template of a body is joined, where it has one: with an outer join to `body_templates`."""
_TOGETHER = cast(
    body_templates.c.pieces.op("||")(literal(END, LargeBinary())).op("||")(bodies.c.body), LargeBinary()
)
BODY: ColumnElement[bytes] = type_coerce(
    case((bodies.c.template.is_(None), bodies.c.body), else_=_TOGETHER), _Body()
).label("body")
"""The whole bytes of a record, in a query that joins `bodies` and, by OF_BODY, their templates."""


def composed(stored: bytes) -> bytes:
    """The bytes of a record, of its template and its values, or as they are where they were kept whole."""
    if not stored.startswith(PART):
        return stored
    pieces, _, values = stored.partition(END)
    body: list[bytes] = [b""] * (2 * pieces.count(PART) - 1)
    body[::2] = pieces[1:].split(PART)
    body[1::2] = values.split(PART)
    return b"".join(body)


def checked(body: bytes, sha256: str) -> bytes:
    """The bytes themselves; raises ValueError where they are not those that were frozen."""
    if hashlib.sha256(body).hexdigest() != sha256:
        raise ValueError("the bytes of a record are not those of its plan")
    return body


class BodyTemplates:
    """The templates of one run, learnt from its records while the plan is written."""

    def __init__(self) -> None:
        self._known: list[tuple[int, bytes, re.Pattern[bytes]]] = []
        self._new: list[tuple[int, bytes]] = []
        self._first: dict[bytes, bytes] = {}
        self._slots: dict[bytes, set[int]] = defaultdict(set)

    def store(self, found: Sequence[bytes]) -> list[tuple[int | None, bytes]]:
        """For each body the number of its template and its values, or none and the body itself."""
        fits = [self._fitted(body) for body in found]
        strange = [body for body, fit in zip(found, fits, strict=True) if fit is None]
        if strange and len(self._known) < MOST and self._learn(strange):
            fits = [fit or self._fitted(body) for body, fit in zip(found, fits, strict=True)]
        return [fit or (None, body) for body, fit in zip(found, fits, strict=True)]

    def learnt(self) -> list[tuple[int, bytes]]:
        """Number and pieces of the templates that came since the last call."""
        new, self._new = self._new, []
        return new

    def _fitted(self, body: bytes) -> tuple[int | None, bytes] | None:
        for place, (number, pieces, pattern) in enumerate(self._known):
            if match := pattern.fullmatch(body):
                if place:  # the next record is most likely of the same build
                    self._known.insert(0, self._known.pop(place))
                values = PART.join(match.groups())
                return (number, values) if composed(pieces + END + values) == body else None
        return None

    def _learn(self, found: Iterable[bytes]) -> bool:
        """Make templates of what differs among bodies of one build; a place that once did is a value from
        then on. Whether there are new ones."""
        alike: dict[bytes, list[bytes]] = defaultdict(list)
        for body in found:
            if END not in body and PART not in body:
                alike[_TOKEN.sub(_kind, body)].append(body)
        before = len(self._known)
        for build, some in alike.items():
            first, slots = self._first.setdefault(build, some[0]), self._slots[build]
            seen = len(slots)
            places = enumerate(zip(*map(_TOKEN.findall, (first, *some)), strict=True))
            slots |= {place for place, values in places if len(set(values)) > 1}
            if len(slots) > seen and len(self._known) < MOST:
                self._add(first, slots)
        return len(self._known) > before

    def _add(self, body: bytes, slots: AbstractSet[int]) -> None:
        pieces, pattern, end = b"", b"", 0
        for place, token in enumerate(_TOKEN.finditer(body)):
            if place in slots:
                quote = token[0].startswith(b'"')
                piece = body[end : token.start() + quote]
                pieces, pattern = pieces + PART + piece, pattern + re.escape(piece) + _VALUES[quote]
                end = token.end() - quote
        number = len(self._known) + 1
        pieces += PART + body[end:]
        self._known.insert(0, (number, pieces, re.compile(pattern + re.escape(body[end:]))))
        self._new.append((number, pieces))


def _kind(token: re.Match[bytes]) -> bytes:
    return b'"' if token[0].startswith(b'"') else b"0"
