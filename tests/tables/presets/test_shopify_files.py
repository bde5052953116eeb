"""Files of Shopify, ours and real ones: what is in them and left open, that they import completely."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from svcconsole.tables.checking.rules import Rules
from svcconsole.tables.presets import recognise
from svcconsole.tables.reading.dialect import detect
from svcconsole.tables.records.products import build
from tests.tables.shared import SAMPLES, SHARED, needs_shared, recorded
from tests.tables.tables import DECIDED, codes, opened, problems


@dataclass(frozen=True)
class Expected:
    """Recorded counts: `open_questions` under default rules, `notes` once everything is decided."""

    path: str
    preset: str
    columns: int
    rows: int
    products: int
    variants: int
    photo_rows: int
    photos: int
    open_questions: dict[str, int]
    notes: dict[str, int]


OWN = [
    Expected(
        "products/shopify_classic.csv", "shopify-classic", 37, 7, 3, 6, 1, 4,
        {"url_missing": 3, "currency_missing": 3},
        {"html": 1, "trimmed": 1, "sku_numbered": 1, "image_borrowed": 6},
    ),
    Expected(
        "products/shopify_template.csv", "shopify-template", 37, 4, 3, 4, 0, 3,
        {"url_missing": 3, "currency_missing": 3},
        {"html": 1, "compare_at_below": 1, "image_borrowed": 4, "status_hidden": 2},
    ),
    Expected(
        "products/shopify_polish_cp1250.csv", "shopify-classic", 9, 4, 3, 4, 0, 3,
        {"url_missing": 3, "currency_missing": 3, "quantity_missing": 4},
        {},
    ),
]  # fmt: skip
REAL = [
    Expected(
        "products/shopify/apparel.csv", "shopify-classic", 46, 22, 20, 22, 0, 20,
        {"url_missing": 20, "currency_missing": 20},
        {"trimmed": 11, "sku_numbered": 22, "image_borrowed": 22},
    ),
    Expected(
        "products/shopify/home-and-garden.csv", "shopify-classic", 47, 21, 20, 21, 0, 21,
        {"url_missing": 20, "currency_missing": 20},
        {"html": 20, "sku_numbered": 21, "image_borrowed": 21},
    ),
    Expected(
        "products/shopify/packt_product-data.csv", "shopify-current", 48, 21, 20, 21, 0, 21,
        {"url_missing": 20, "currency_missing": 20},
        {"html": 20, "sku_numbered": 21, "image_borrowed": 21},
    ),
    Expected(
        "products/shopify/shopify_sample_product_template_lf.csv", "shopify-current", 48, 17, 3, 16, 1, 11,
        {"url_missing": 3, "currency_missing": 3},
        # Counted by hand in its Status column: one active, one draft, one archived.
        {"html": 3, "compare_at_below": 3, "image_borrowed": 1, "status_hidden": 2},
    ),
    Expected(
        "torture/encodings/pl_cp1250.csv", "shopify-classic", 9, 60, 35, 58, 2, 39,
        {"url_missing": 35, "currency_missing": 35, "quantity_missing": 58},
        {"options_repeated": 18},
    ),
]  # fmt: skip


FILES = recorded(OWN, REAL)


def name_of(part: Path | Expected) -> str:
    return Path(part.path).stem if isinstance(part, Expected) else part.name


@pytest.mark.parametrize(("folder", "expected"), FILES, ids=name_of)
def test_a_file_imports_completely_with_the_recorded_counts(folder: Path, expected: Expected) -> None:
    table, rows = opened(folder / expected.path)
    found = recognise(table.header)
    assert (found.preset, found.known, found.total) == (expected.preset, expected.columns, expected.columns)
    assert found.unknown == ()
    assert not table.repairs.counts
    assert len(rows) == expected.rows
    drafts = build(table.header, rows, found.mapping, DECIDED)
    assert (len(drafts), sum(draft.request is not None for draft in drafts)) == (
        expected.products,
        expected.products,
    )
    requests = [draft.request for draft in drafts if draft.request is not None]
    variants = sum(len(request.combinations) for request in requests)
    assert (variants, len(rows) - variants) == (expected.variants, expected.photo_rows)
    assert sum(len(request.photos) for request in requests) == expected.photos
    assert codes(drafts) == expected.notes
    assert sorted(number for draft in drafts for number in draft.rows) == list(range(1, expected.rows + 1))
    ids = [combination.id for request in requests for combination in request.combinations]
    assert len(set(ids)) == len(ids)


@pytest.mark.parametrize(("folder", "expected"), FILES, ids=name_of)
def test_a_file_asks_for_exactly_what_it_leaves_open(folder: Path, expected: Expected) -> None:
    table, rows = opened(folder / expected.path)
    drafts = build(table.header, rows, recognise(table.header).mapping, Rules())
    errors = problems(drafts, "error")
    assert {
        code: count for code, count in codes(drafts).items() if code in {error.code for error in errors}
    } == (expected.open_questions)
    assert all(error.rule for error in errors)
    assert not any(draft.request for draft in drafts)


def test_the_body_of_a_variant_is_what_the_store_gets() -> None:
    table, rows = opened(SAMPLES / OWN[0].path)
    drafts = build(table.header, rows, recognise(table.header).mapping, DECIDED)
    request = drafts[2].request
    assert request is not None
    assert (request.id, len(request.photos), len(request.combinations)) == ("loom-kit", 1, 3)
    assert [str(v.price) for v in request.combinations] == ["59.50", "64.50", "64.50"]
    assert [v.options for v in request.combinations] == [
        {"Colour": "Rust", "Size": "S"},
        {"Colour": "Rust", "Size": "L"},
        {"Colour": "Größe, blau", "Size": "L"},
    ]
    assert drafts[2].origin[("combinations", 1, "price")] == (6, "Variant Price")


@needs_shared
def test_the_body_of_a_real_variant_is_what_the_store_gets() -> None:
    table, rows = opened(SHARED / REAL[3].path)
    drafts = build(table.header, rows, recognise(table.header).mapping, DECIDED)
    request = drafts[1].request
    assert request is not None
    assert (request.id, len(request.photos), len(request.combinations)) == ("example-pants", 4, 3)
    assert [str(v.price) for v in request.combinations] == ["95", "95", "95"]
    assert [v.options for v in request.combinations] == [{"Size": "28"}, {"Size": "30"}, {"Size": "40"}]
    assert drafts[1].origin[("combinations", 1, "price")] == (14, "Variant Price")


@pytest.mark.parametrize(
    ("folder", "path"),
    recorded(["products/shopify_polish_cp1250.csv"], ["torture/encodings/pl_cp1250.csv"]),
    ids=str,
)
def test_the_polish_export_is_read_in_its_own_encoding(folder: Path, path: str) -> None:
    assert detect(folder / path).dialect.encoding == "cp1250"
    _, rows = opened(folder / path)
    assert not any("\ufffd" in cell for row in rows for cell in row.cells)
    text = " ".join(cell for row in rows for cell in row.cells)
    assert "zł" in text and "Nominały" in text
