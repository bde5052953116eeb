"""What was decided about a file's columns is there for the next file with the same header, and is let go."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from svcconsole.services.imports.session import ImportSession
from svcconsole.services.imports.views import Defaults, ImportRefused, MappingView
from svcconsole.services.runs.result_files import write_bucket
from svcconsole.tables.mapping.mapping import Column, Fixed, Source, Template
from svcconsole.tables.results.result_file import RESULT_COLUMNS
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.schema import Bucket
from tests.tables.shared import SAMPLE, SHARED, needs_shared

SHOP = Defaults(currency="EUR", storefront_url="https://harbour-and-hearth.example")
OWN = ("Article", "Designation", "Tariff", "Shelf", "Picture")
ROWS = (
    ("A-1", "Beeswax candle", "12.50", "3", "https://images.example/a-1.jpg"),
    ("A-2", "Linen apron", "39.00", "7", "https://images.example/a-2.jpg"),
)

Opening = Callable[..., ImportSession]


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Opening]:
    sessions: list[ImportSession] = []

    def open_session(path: Path, **options: Any) -> ImportSession:
        options.setdefault("defaults", SHOP)
        sessions.append(ImportSession(str(tmp_path / "workspace"), path=str(path), **options))
        return sessions[-1]

    yield open_session
    for session in sessions:
        session.close()


def own_file(path: Path, order: tuple[int, ...] = (0, 1, 2, 3, 4), header: tuple[str, ...] = OWN) -> Path:
    """A shop's own list, with its columns in another order or spelling."""
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([row[at] for at in order] for row in (header, *ROWS))
    return path


def map_by_hand(session: ImportSession) -> None:
    for path, source in (
        ("id", Column("Article")), ("combinations.id", Column("Article")), ("name", Column("Designation")),
        ("combinations.price", Column("Tariff")), ("combinations.quantity", Column("Shelf")),
        ("description", Template("{Designation} of our own")), ("tags", Fixed("handmade")),
    ):  # fmt: skip
        session.set_source(path, source)
    session.set_source("photos.photoUrl", Column("Picture"))


def sources(view: MappingView) -> dict[str, Source]:
    return {field.path: field.source for field in view.fields if field.source is not None}


def currency(session: ImportSession) -> str:
    """What the question about the currency is answered with."""
    return next(rule.text for rule in session.rules_view() if rule.id == "currency")


def test_a_mapping_made_by_hand_is_there_for_the_next_file(tmp_path: Path, opened: Opening) -> None:
    first = opened(own_file(tmp_path / "spring.csv"))
    assert first.mapping_view().remembered is None
    map_by_hand(first)
    made = sources(first.mapping_view())
    assert first.plan().products == 2

    second = opened(own_file(tmp_path / "autumn.csv", (4, 2, 0, 3, 1)))
    view = second.mapping_view()
    assert view.remembered is not None
    assert (view.remembered.in_use, view.remembered.file_name) == (True, "spring.csv")
    assert sources(view) == made
    planned = second.plan()
    assert (planned.rows, planned.products, planned.left_out) == (2, 2, 0)


def test_columns_are_known_in_another_spelling(tmp_path: Path, opened: Opening) -> None:
    first = opened(own_file(tmp_path / "spring.csv"))
    map_by_hand(first)
    first.ignore("Picture")
    first.set_rule("image", "value", "https://images.example/none.png")
    first.plan()
    shouted = ("ARTICLE", " designation", "Tariff", "SHELF ", "picture")
    second = opened(own_file(tmp_path / "autumn.csv", header=shouted))
    view = second.mapping_view()
    assert sources(view)["combinations.price"] == Column("Tariff")
    assert sources(view)["combinations.quantity"] in (Column("SHELF "), Column("SHELF"))
    assert [(column.name, column.ignored) for column in view.columns] == [("picture", True)]
    assert second.plan().products == 2


def test_the_way_back_to_the_automatic_mapping_and_forth(tmp_path: Path, opened: Opening) -> None:
    first = opened(own_file(tmp_path / "spring.csv"))
    automatic = sources(first.mapping_view())
    map_by_hand(first)
    made = sources(first.mapping_view())
    first.set_rule("currency", "value", "SEK")
    first.plan()
    second = opened(own_file(tmp_path / "autumn.csv"))
    back = second.map_by_itself()
    assert back.remembered is not None and not back.remembered.in_use
    assert sources(back) == automatic != made
    assert currency(second) == "EUR"
    forth = second.map_as_remembered()
    assert forth.remembered is not None and forth.remembered.in_use
    assert sources(forth) == made
    assert currency(second) == "SEK"


@needs_shared
def test_answers_are_remembered_for_a_real_export_whose_mapping_is_the_automatic_one(
    opened: Opening,
) -> None:
    """Both files are the classic export with the same 46 columns but one: only the same header counts."""
    apparel = SHARED / "products/shopify/apparel.csv"
    first = opened(apparel, defaults=Defaults())
    assert {rule.id for rule in first.rules_view() if not rule.decided} == {"url", "currency"}
    first.set_rule("url", "template", "https://shop.example/products/{handle}")
    first.set_rule("currency", "value", "USD")
    assert first.plan(warnings_seen=True).products == 20
    again = opened(apparel, defaults=Defaults())
    assert {rule.id: rule.text for rule in again.rules_view() if rule.id in ("url", "currency")} == {
        "url": "https://shop.example/products/{handle}",
        "currency": "USD",
    }
    assert again.plan(warnings_seen=True).products == 20
    other = opened(SHARED / "products/shopify/home-and-garden.csv", defaults=Defaults())
    offered = other.mapping_view().remembered
    assert offered is not None and not offered.in_use
    assert offered.drift == ("1 column is new: Cost per item.",)
    assert {rule.id for rule in other.rules_view() if not rule.decided} == {"url", "currency"}


def test_what_the_profile_answers_is_not_remembered_in_its_place(opened: Opening) -> None:
    first = opened(SAMPLE)
    first.set_rule("quantity_negative", "zero")
    first.plan(warnings_seen=True)
    moved = opened(SAMPLE, defaults=Defaults(currency="SEK", storefront_url="https://new.example"))
    answers = {rule.id: (rule.choice, rule.text) for rule in moved.rules_view()}
    assert answers["currency"] == ("value", "SEK")
    assert answers["url"] == ("template", "https://new.example/products/{handle}")
    assert answers["quantity_negative"] == ("zero", "")


def test_a_file_run_as_it_came_leaves_nothing_to_remember(opened: Opening) -> None:
    first = opened(SAMPLE)
    first.set_rule("quantity_negative", "zero")
    first.plan(warnings_seen=True)
    second = opened(SAMPLE)
    second.map_by_itself()
    second.plan(warnings_seen=True)
    assert opened(SAMPLE).mapping_view().remembered is None


def test_the_refused_rows_of_a_run_are_mapped_as_their_file_was(tmp_path: Path, opened: Opening) -> None:
    """A result file has the file's own columns and two more, which are nobody's decision."""
    first = opened(own_file(tmp_path / "spring.csv"))
    map_by_hand(first)
    run_id = first.plan().run_id
    with Workspace.open(tmp_path / "workspace") as workspace:
        write_bucket(workspace, run_id, Bucket.NOT_SENT, tmp_path / "not_sent.csv")
    again = opened(tmp_path / "not_sent.csv")
    view = again.mapping_view()
    assert view.remembered is not None and view.remembered.in_use
    assert {column.name: column.ignored for column in view.columns} == dict.fromkeys(RESULT_COLUMNS, True)
    assert again.plan().products == 2


def test_another_header_is_another_file(tmp_path: Path, opened: Opening) -> None:
    first = opened(own_file(tmp_path / "spring.csv"))
    map_by_hand(first)
    first.plan()
    fewer = opened(own_file(tmp_path / "fewer.csv", (0, 1, 2, 3)))
    offered = fewer.mapping_view().remembered
    assert offered is not None and not offered.in_use
    assert offered.drift == ("1 column is gone: Picture.",)
    path = tmp_path / "other.csv"
    path.write_text("Code,Label\nA1,Apron\nB2,Bowl\n", encoding="utf-8")
    other = opened(path)
    assert other.mapping_view().remembered is None
    with pytest.raises(ImportRefused, match="No mapping is remembered for a file with the columns of other"):
        other.map_as_remembered()


def test_an_import_that_is_taken_up_says_how_it_was_mapped(tmp_path: Path, opened: Opening) -> None:
    first = opened(own_file(tmp_path / "spring.csv"))
    map_by_hand(first)
    first.plan()
    second = opened(own_file(tmp_path / "autumn.csv"))
    import_id = second.overview().import_id
    again = ImportSession(str(tmp_path / "workspace"), import_id=import_id, defaults=SHOP)
    remembered = again.mapping_view().remembered
    again.close()
    assert remembered is not None and remembered.in_use


def test_a_session_that_does_not_remember_neither_takes_up_nor_keeps(tmp_path: Path, opened: Opening) -> None:
    first = opened(own_file(tmp_path / "spring.csv"))
    map_by_hand(first)
    first.plan()
    kept = first.mapping_view().remembered
    headless = opened(own_file(tmp_path / "autumn.csv"), remembering=False)
    view = headless.mapping_view()
    assert view.remembered is not None and not view.remembered.in_use
    assert "id" not in sources(view)
    map_by_hand(headless)
    headless.set_source("tags", Fixed("headless"))
    headless.plan()
    assert first.mapping_view().remembered == kept
    assert sources(headless.map_as_remembered())["tags"] == Fixed("handmade")
