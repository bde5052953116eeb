"""The shipped sample: a real export's shape, and exactly the three mistakes the tour puts right.

Row 29 (oak-stool): the price is 39,0O, with a letter O. Row 55 (hearth-brush-set): the title is empty. Row 75
(storm-matches): the stock number is -4. Everything else is right once the profile names storefront and
currency.
"""

from __future__ import annotations

from dataclasses import replace

from svcconsole.tables.checking.rules import rules_for
from svcconsole.tables.presets import recognise
from svcconsole.tables.reading.dialect import detect
from svcconsole.tables.records.products import build
from tests.tables.shared import SAMPLE
from tests.tables.tables import opened, problems

RULES = rules_for(storefront_url="https://harbour-and-hearth.example", currency="EUR")


def test_the_sample_has_the_shapes_of_a_real_export() -> None:
    table, rows = opened(SAMPLE)
    found = recognise(table.header)
    assert (found.title, found.known, found.total) == ("Shopify products, current export", 42, 42)
    drafts = build(table.header, rows, found.mapping, RULES)
    assert (len(rows), len(drafts)) == (98, 46)
    assert (
        sum(
            len(draft.body["combinations"])
            for draft in drafts
            if isinstance(draft.body["combinations"], list)
        )
        == 87
    )
    assert any(list(draft.rows) != list(range(draft.rows[0], draft.rows[-1] + 1)) for draft in drafts)
    assert sum(row.cells[0] == "" for row in rows) == 5
    names = [str(draft.body.get("name", "")) for draft in drafts]
    assert max(map(len, names)) > 140
    text = " ".join(names) + " ".join(cell for row in rows for cell in row.cells)
    assert all(sign in text for sign in ("Size <S>", "抹茶碗", "قهوة", "🕯️"))


def test_the_sample_has_exactly_three_mistakes() -> None:
    table, rows = opened(SAMPLE)
    drafts = build(table.header, rows, recognise(table.header).mapping, RULES)
    found = [p for p in problems(drafts) if p.level != "info"]
    assert [(p.code, p.row, p.column, p.suggestion) for p in found] == [
        ("price_letters", 29, "Variant Price", "39.00"),
        ("name_missing", 55, "Title", None),
        ("quantity_negative", 75, "Variant Inventory Qty", "0"),
    ]
    assert [p.sentence for p in found] == [
        "“39,0O” has a letter O in it.", "The name is empty.", "The stock number -4 is below zero.",
    ]  # fmt: skip
    assert sum(draft.request is not None for draft in drafts) == 43


def test_the_sample_is_right_once_the_three_are_put_right() -> None:
    table, rows = opened(SAMPLE, replace(detect(SAMPLE).dialect))
    cells = {
        29: ("Variant Price", "39.00"),
        55: ("Title", "Hearth brush set"),
        75: ("Variant Inventory Qty", "0"),
    }
    fixed = []
    for row in rows:
        values = list(row.cells)
        if row.number in cells:
            column, text = cells[row.number]
            values[table.header.index(column)] = text
        fixed.append(row._replace(cells=tuple(values)))
    drafts = build(table.header, fixed, recognise(table.header).mapping, RULES)
    assert all(draft.request is not None for draft in drafts)
    assert not [p for p in problems(drafts) if p.level != "info"]


def test_the_sample_names_invented_hosts_only() -> None:
    text = SAMPLE.read_text("utf-8")
    hosts = {part.split("/")[0] for part in text.split("https://")[1:]}
    assert hosts == {"images.harbour-and-hearth.example"}
    assert "http://" not in text
