"""Every real Shopify file lands whole, with nothing decided but page address and currency."""

from __future__ import annotations

from pathlib import Path

import pytest

from svcconsole.services.imports.session import ImportSession
from svcconsole.services.imports.views import Defaults
from svcconsole.services.runs.run import RunControl, run
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.schema import RunState
from tests.services.runs.plans import client_of
from tests.support.practice import PracticeStore

SHOPIFY = Path(__file__).parents[4] / "shared" / "data" / "products" / "shopify"
COUNTS = {
    "apparel.csv": (22, 20),
    "home-and-garden.csv": (21, 20),
    "packt_product-data.csv": (21, 20),
    "shopify_sample_product_template_lf.csv": (17, 3),
}
"""File → rows and products."""


@pytest.mark.parametrize("name", COUNTS)
async def test_a_real_file_lands_whole(practice_store: PracticeStore, tmp_path: Path, name: str) -> None:
    path = SHOPIFY / name
    if not path.exists():
        pytest.skip(f"the real file {name} is not beside this project")
    rows, products = COUNTS[name]
    shop = Defaults(currency="USD", storefront_url="https://shop.example")
    session = ImportSession(str(tmp_path), path=str(path), defaults=shop)
    overview = session.overview()
    assert overview.recognition.known == overview.recognition.total == len(overview.header)
    assert [column.name for column in session.mapping_view().columns if not column.ignored] == []
    planned = session.plan(warnings_seen=True)
    session.close()
    assert (planned.rows, planned.products, planned.left_out) == (rows, products, 0)
    with Workspace.open(tmp_path) as workspace:
        async with client_of(practice_store) as client:
            *_, last = [progress async for progress in run(workspace, planned.run_id, client, RunControl())]
    assert (last.state, last.sent, last.products.sent) == (RunState.FINISHED, rows, products)
    assert practice_store.counts()["products"] == products
