"""Splits cells that hold several values, and reads tags in the forms exports write them."""

from __future__ import annotations

import csv
import json
import re

from svcconsole.tables.values.values import SEVERAL, trimmed

_TAGS = re.compile(rf"{SEVERAL}|[;,|\n]")


def pieces(text: str, split: str = SEVERAL) -> list[str]:
    """The values of a cell, without blanks and repetitions; `split` is a pattern."""
    if not text:
        return []
    parts = re.split(split, text)
    if len(parts) == 1:
        one = trimmed(text)
        return [one] if one else []
    return list(dict.fromkeys(part for part in map(trimmed, parts) if part))


def tag_list(text: str) -> list[str]:
    """The tags of a cell: a JSON list, quoted texts with commas between, or texts between , ; | and :::.

    What begins with "* " is a group of Google's own and no tag.
    """
    found: list[str]
    if text.startswith("[") and (listed := _json_list(text)) is not None:
        found = listed
    elif text.startswith('"'):
        found = _quoted(text)
    else:
        found = _TAGS.split(text)
    trimmed_ones = (trimmed(tag) for tag in found)
    return list(dict.fromkeys(tag for tag in trimmed_ones if tag and not tag.startswith("* ")))


def _quoted(text: str) -> list[str]:
    try:
        return next(csv.reader([text], skipinitialspace=True), [])
    except csv.Error:  # longer than the csv module takes, as a description in the place of tags
        return _TAGS.split(text)


def _json_list(text: str) -> list[str] | None:
    try:
        found = json.loads(text)
    except ValueError:
        return None
    texts = isinstance(found, list) and all(isinstance(one, str) for one in found)
    return found if texts else None
