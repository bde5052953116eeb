"""A check of more rows than one process builds: what stands far apart is found, and edits build little."""

from __future__ import annotations

import csv
import multiprocessing
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from svcconsole.services.imports.check import MANY
from svcconsole.services.imports.session import ImportSession
from svcconsole.services.imports.views import CheckProgress, Defaults, RowFilter
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.schema import Bucket

ROWS = MANY + 400
HEADER = ("partnerCustomerId", "firstName", "lastName", "email", "phoneNumber", "addresses.address1",
          "addresses.city", "addresses.state", "addresses.zip", "addresses.country")  # fmt: skip
BLANK = ("", "", "", "", "")
HOME = ("1 Rose Road", "Pune", "MH", "411001", "India")
FAR = ROWS - 50


def line(number: int) -> tuple[str, ...]:
    """Row 7 and the row FAR share an address; row 9 and the row after FAR are one person with two homes."""
    email = "m7@post.example" if number == FAR else f"m{number}@post.example"
    if number in (9, FAR + 1):
        return (
            "C-9",
            "Asha 9",
            "Rao",
            "m9@post.example",
            "",
            *HOME[:1],
            "Pune" if number == 9 else "Goa",
            *HOME[2:],
        )
    return (f"C-{number}", f"Asha {number}", "Rao", email, "", *BLANK)


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ImportSession]:
    folder = tmp_path_factory.mktemp("large")
    with (folder / "people.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([HEADER, *map(line, range(1, ROWS + 1))])
    made = ImportSession(
        str(folder / "space"),
        kind="customers",
        path=str(folder / "people.csv"),
        defaults=Defaults(region="IN"),
    )
    yield made
    made.close()


def test_what_stands_far_apart_is_found_by_helpers_as_in_one_process(session: ImportSession) -> None:
    """One after the other, because checking so many rows takes seconds: helpers, sharing, edits, the plan."""
    helpers, done = set[int | None](), []
    before = {child.pid for child in multiprocessing.active_children()}

    def heard(progress: CheckProgress) -> None:
        helpers.update({child.pid for child in multiprocessing.active_children()} - before)
        done.append(progress.done)

    made = session.check(heard)
    assert (made.rows, made.products) == (ROWS, ROWS - 1)
    assert len(helpers) == min(3, (os.cpu_count() or 1) - 1)
    assert not helpers & {child.pid for child in multiprocessing.active_children()}, (
        "they went with their work"
    )
    assert done == sorted(done)
    assert done[-1] == ROWS
    kinds = {kind.code: kind.rows for kind in made.kinds}
    assert kinds == {"key_strangers": 1}
    [shared] = session.rows_page(RowFilter(code="key_strangers")).rows
    assert (shared.number, shared.level) == (FAR, "error")
    assert "row 7" in shared.sentence
    assert (made.ready, made.to_put_right) == (ROWS - 1, 1)

    edited = session.edit(7, "email", "other@post.example")
    assert (edited.ready, edited.to_put_right, edited.kinds) == (ROWS, 0, ())
    back = session.undo()
    assert (back.ready, back.to_put_right) == (ROWS - 1, 1)
    out = session.leave_out([7])
    assert (out.left_out, out.ready, out.to_put_right) == (1, ROWS - 2, 1)
    session.undo()

    planned = session.plan(warnings_seen=True)
    assert (planned.rows, planned.products, planned.left_out) == (ROWS, ROWS - 1, 1)
    with Workspace.open(Path(session.overview().path).parent / "space") as workspace:
        ids = workspace.runs.record_ids(planned.run_id, Bucket.NOT_SENT)
        assert len(ids) == ROWS - 1
        assert ids[:3] == ("partnerCustomerId:C-1", "partnerCustomerId:C-2", "partnerCustomerId:C-3")


def product_line(number: int) -> tuple[str, ...]:
    """Two rows a product; the last row of the file is one more variant of the product in row 5."""
    product = "P-3" if number == ROWS else f"P-{(number + 1) // 2}"
    price = "free" if number == 9 else "12.50"
    return (product, f"Candle {product}", f"S-{number}", price, "4", "https://shop.example/c.png")


def test_products_are_built_by_helpers_with_all_their_rows(tmp_path: Path) -> None:
    header = ("id", "name", "combinations.id", "combinations.price", "combinations.quantity", "photos")
    with (tmp_path / "products.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([header, *map(product_line, range(1, ROWS + 1))])
    defaults = Defaults(currency="INR", storefront_url="https://shop.example")
    session = ImportSession(
        str(tmp_path / "space"), kind="products", path=str(tmp_path / "products.csv"), defaults=defaults
    )
    helpers = set[int | None]()
    before = {child.pid for child in multiprocessing.active_children()}

    def heard(_: CheckProgress) -> None:
        helpers.update({child.pid for child in multiprocessing.active_children()} - before)

    made = session.check(heard)
    assert len(helpers) == min(3, (os.cpu_count() or 1) - 1)
    assert (made.rows, made.products, made.ready, made.to_put_right) == (ROWS, ROWS // 2, ROWS - 2, 2)
    [wrong] = session.rows_page(RowFilter(code="price_unreadable")).rows
    assert wrong.number == 9
    mended = session.edit(9, "combinations.price", "3")
    assert (mended.ready, mended.to_put_right) == (ROWS, 0)
    out = session.leave_out([5, 6])
    assert (out.ready, out.left_out, out.products) == (ROWS - 2, 2, ROWS // 2), "the last row is left of P-3"
    planned = session.plan(warnings_seen=True)
    assert (planned.rows, planned.products, planned.left_out) == (ROWS, ROWS // 2, 2)
    session.close()
