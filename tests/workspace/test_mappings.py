"""Saved mappings: found by the names of a header whatever their order, one for each, gone when forgotten."""

from __future__ import annotations

from pathlib import Path

import pytest

from svcconsole.workspace.database import Workspace
from svcconsole.workspace.drafts.mappings import fingerprint

pytestmark = pytest.mark.usefixtures("either_engine")


def test_a_header_is_known_again_whatever_its_order() -> None:
    assert fingerprint(["handle", "title", "price"]) == fingerprint(["price", "handle", "title"])


def test_another_column_or_a_repeated_one_makes_another_header() -> None:
    known = fingerprint(["handle", "title"])
    assert known != fingerprint(["handle"])
    assert known != fingerprint(["handle", "title", "title"])
    assert known != fingerprint(["handle title"])


def test_the_last_one_kept_is_found(tmp_path: Path) -> None:
    header, other = fingerprint(["handle", "title"]), fingerprint(["handle", "name"])
    with Workspace.open(tmp_path) as workspace:
        assert workspace.mappings.find("products", header) is None
        workspace.mappings.save("products", header, {"n": 1}, "spring.csv")
        workspace.mappings.save("products", header, {"n": 2}, "autumn.csv")
        workspace.mappings.save("products", other, {"n": 3}, "other.csv")
    with Workspace.open(tmp_path) as workspace:
        found = workspace.mappings.find("products", header)
        assert found is not None
        assert (found.settings, found.file_name) == ({"n": 2}, "autumn.csv")
        assert workspace.mappings.find("customers", header) is None
        workspace.mappings.forget("products", header)
        assert workspace.mappings.find("products", header) is None
        assert workspace.mappings.find("products", other) is not None
