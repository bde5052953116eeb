"""A value is found by the names and numbers that lead to it."""

from __future__ import annotations

import pytest

from svcconsole.api.value_path import value_at

RECORD = {"name": "Tea", "photos": [{"url": "a"}, {"url": "b"}], "note": None}


@pytest.mark.parametrize(
    ("path", "found"),
    [
        ((), RECORD),
        (("photos", 1, "url"), "b"),
        (("photos", 2, "url"), None),
        (("photos", "url"), None),
        (("name", "first"), None),
        (("note", "first"), None),
        (("price",), None),
    ],
)
def test_what_stands_at_a_place_or_nothing(path: tuple[str | int, ...], found: object) -> None:
    assert value_at(RECORD, path) == found
