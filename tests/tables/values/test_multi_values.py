"""Cells that hold several tags, in the forms exports write them."""

from __future__ import annotations

import csv

import pytest

from svcconsole.tables.values.multi_values import tag_list

LONG = "x" * 300_000


@pytest.mark.parametrize(
    ("cell", "tags"),
    [
        ('"vip, gold", "new"', ["vip, gold", "new"]),
        ('["vip", "gold"]', ["vip", "gold"]),
        ("vip; gold | new", ["vip", "gold", "new"]),
        (f'"{LONG}", "new"', [f'"{LONG}"', '"new"']),
    ],
    ids=["in quotes", "JSON", "several signs", "longer than the csv module takes"],
)
def test_the_tags_of_a_cell(cell: str, tags: list[str]) -> None:
    before = csv.field_size_limit(131_072)  # as a process has it that has read no table yet
    try:
        assert tag_list(cell) == tags
    finally:
        csv.field_size_limit(before)
