"""Reads the log of a webhook receiver in any shape: JSON Lines, JSON, CSV, or text with JSON in it.

The specification shows no shape of a webhook (only that it echoes callbackData), so its names are looked for
at any depth, however they are spelt: `callbackData`, `callback_data`, `body.callbackData`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from svcconsole.tables.reading import encoding
from svcconsole.tables.reading.dialect import SAMPLE_BYTES, detect
from svcconsole.tables.reading.errors import TableError
from svcconsole.tables.reading.reader import read
from svcconsole.tables.reading.unpacked import open_text
from svcconsole.words.message import message, number

LARGEST = 1 << 28
"""Bytes of a log that is no CSV: it is held in memory."""
DEEPEST = 6
LONGEST_KEPT = 4_000
CALLBACK, MESSAGE = "callbackdata", ("messageid", "wamid")
EVENT_LIKE = frozenset({CALLBACK, *MESSAGE, "event", "eventtype", "body", "payload"})
"""A record has one of these names; what has none and holds a list is an envelope around records."""
WORDS = ("status", "messagestatus", "event", "eventtype", "type")
TIMES = ("occurredat", "timestamp", "time", "at", "createdat", "date")

Names = dict[str, Any]


class Event(NamedTuple):
    """One record: the callback data it echoes ("" without), the message's id, the word said of it (its
    status, else what happened) and when, as they came; `text` is the record itself."""

    callback: str
    message_id: str
    word: str
    at: str
    text: str


def read_events(path: Path) -> Iterator[Event | None]:
    """The records of a log in its order; None for each piece of it that cannot be read.

    TableError when it cannot be opened, is no text or too large.
    """
    with open_text(path) as file:
        sample = file.read(SAMPLE_BYTES)
        size = file.seek(0, 2)
        if not sample.strip():
            raise TableError(
                message("{file} is empty.", file=path.name),
                message("Choose the log of what your receiver was told."),
            )
        codec = encoding.decide(file).codec
    if _holds_json(encoding.text(sample, codec)):
        if size > LARGEST:
            raise TableError(
                message(
                    "{file} is larger than {largest} MiB.",
                    file=path.name,
                    largest=number(LARGEST >> 20, grouped=False),
                ),
                message("Split it by day."),
            )
        with open_text(path) as file:
            yield from _of_json(file.read().decode(codec, "replace").removeprefix("\ufeff"))
    else:
        yield from _of_table(path)


def _holds_json(text: str) -> bool:
    """Whether the first line that is not blank is JSON, or holds it behind a time stamp."""
    first = next((line for line in text.splitlines() if line.strip()), "").strip()
    if first[:1] in ("{", "["):
        return True
    at = first.find("{")
    return at >= 0 and _decoded(first, at) is not None


def _of_table(path: Path) -> Iterator[Event]:
    table = read(path, detect(path).dialect)
    for row in table.rows:
        yield from _events({name: cell for name, cell in zip(table.header, row.cells, strict=False) if cell})


DECODER = json.JSONDecoder()
GAP = re.compile(r"[\s,\[\]]*")
"""Between values; the brackets of a list around everything are stepped over: it is read one by one."""


def _of_json(text: str) -> Iterator[Event | None]:
    at = 0
    while (at := _start(text, at)) < len(text):
        found = _decoded(text, at)
        if found is not None:
            value, at = found
            for record in _records(value):
                yield from _events(record)
            continue
        yield None
        at = _next_line(text, at)


def _start(text: str, at: int) -> int:
    """Where the next value begins: past blanks, brackets of a list, and a time stamp before it."""
    found = GAP.match(text, at)
    at = at if found is None else found.end()
    if at < len(text) and text[at] != "{":
        line = text.find("\n", at)
        brace = text.find("{", at, line if line >= 0 else len(text))
        return brace if brace >= 0 else at
    return at


def _next_line(text: str, at: int) -> int:
    """Past this line and those that go on with it: the next that begins as a record does."""
    found = re.compile(r"\n(?=\S)").search(text, at)
    return len(text) if found is None else found.end()


def _decoded(text: str, at: int) -> tuple[Any, int] | None:
    try:
        value, end = DECODER.raw_decode(text, at)
    except (ValueError, RecursionError):
        return None
    return (value, end) if isinstance(value, dict | list) else None


def _plain(name: object) -> str:
    """`body.callback_data`, `callback-data` and `callbackData` are one name."""
    return re.sub(r"[^a-z0-9]", "", re.split(r"[./]", str(name))[-1].lower())


def _opened(value: object) -> object:
    """A text that is a JSON object or list as what it is: a body that was logged as text."""
    if isinstance(value, str) and value.lstrip()[:1] in ("{", "["):
        found = _decoded(value.lstrip(), 0)
        return value if found is None else found[0]
    return value


def _named(node: Mapping[str, Any]) -> Names:
    names: Names = {}
    for name, value in node.items():
        plain = _plain(name)
        names.setdefault(plain, value if plain == CALLBACK else _opened(value))
    return names


def _records(value: object, depth: int = 0) -> Iterator[Mapping[str, Any]]:
    """The records in a value: the elements of a list, also of one in an envelope; else the value itself."""
    if isinstance(value, list):
        for each in value:
            yield from _records(each, depth)
    elif isinstance(value, dict):
        names = _named(value)
        inner = [] if depth > DEEPEST or EVENT_LIKE & names.keys() else _lists_in(names)
        if inner:
            for each in inner:
                yield from _records(each, depth + 1)
        else:
            yield value


def _lists_in(names: Names, depth: int = 0) -> list[list[Any]]:
    found: list[list[Any]] = []
    for value in names.values():
        if isinstance(value, list) and any(isinstance(each, dict) for each in value):
            found.append(value)
        elif isinstance(value, dict) and depth < DEEPEST:
            found += _lists_in(value, depth + 1)
    return found


def _events(record: Mapping[str, Any]) -> Iterator[Event]:
    """Every part of a record that echoes callback data; the record itself where none does."""
    names = _named(record)
    found = list(_echoes(names, {}))
    for echo in found or [names]:
        yield _event(echo, record)


def _echoes(names: Names, above: Names, depth: int = 0) -> Iterator[Names]:
    """The parts with callback data, with what only the parts around them say."""
    own = {**above, **{name: value for name, value in names.items() if not isinstance(value, dict | list)}}
    if CALLBACK in names:
        yield {**own, CALLBACK: names[CALLBACK]}
        return
    if depth < DEEPEST:
        for value in names.values():
            for part in value if isinstance(value, list) else [value]:
                if isinstance(part, dict):
                    yield from _echoes(_named(part), own, depth + 1)


def _event(names: Names, record: Mapping[str, Any]) -> Event:
    callback = names.get(CALLBACK) or ""
    if not isinstance(callback, str):
        callback = json.dumps(callback, ensure_ascii=False, separators=(",", ":"))
    text = json.dumps(record, ensure_ascii=False, default=str)
    return Event(
        callback, _first(names, MESSAGE), _first(names, WORDS), _first(names, TIMES), text[:LONGEST_KEPT]
    )


def _first(names: Names, wanted: tuple[str, ...]) -> str:
    values = (names.get(name) for name in wanted)
    return next((str(value) for value in values if isinstance(value, str | int) and value != ""), "")
