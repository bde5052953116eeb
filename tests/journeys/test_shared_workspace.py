"""Two computers on one workspace: what one was killed in, the other sees, and nobody sends it twice."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from svcconsole.workspace.address import VARIABLE
from tests.support.command import CommandLine
from tests.support.coroutines import until
from tests.support.generate_products import ANSWERS, ROWS_EACH, write_products
from tests.support.practice import PracticeStore

COUNT = 400


@pytest.mark.deep
async def test_a_run_that_was_killed_is_seen_elsewhere_and_goes_on_where_it_was(
    practice_store: PracticeStore,
    tmp_path: Path,
    new_database: Callable[[], str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(VARIABLE, new_database())
    path = write_products(tmp_path / "products.csv", COUNT)
    till, office = CommandLine(tmp_path / "till"), CommandLine(tmp_path / "office")
    practice_store.add_fault("latency", operation="products/createOrUpdate", seconds=0.2)
    process = await till.start("import", "products", str(path), *ANSWERS, store=practice_store)
    await until(lambda: practice_store.counts()["products"] > 0, seconds=60)
    process.kill()
    await process.wait()
    practice_store.clear_faults()

    elsewhere = await office.run("import", "products", "--resume", "last", store=practice_store)
    assert elsewhere.code == 4
    assert "This run is driven by the console on" in elsewhere.stderr
    totals = elsewhere.json
    assert totals["rows"] == COUNT * ROWS_EACH
    assert totals["sent"] + totals["not_sent"] == totals["rows"]

    done = await till.run("import", "products", "--resume", "last", store=practice_store)
    assert (done.code, done.json["sent"]) == (0, COUNT * ROWS_EACH), done.stderr
    assert practice_store.counts()["products"] == COUNT
    again = await office.run("import", "products", "--resume", done.json["run"], store=practice_store)
    assert again.json["sent"] == COUNT * ROWS_EACH
