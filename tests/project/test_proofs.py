"""Every figure and every threat of the design names tests that are there."""

from __future__ import annotations

import ast

import pytest

from tests.support.proofs import TESTS, Proof, register

FIGURES, THREATS = 22, 18


def test_each_figure_and_each_threat_is_there_once() -> None:
    promises = [proof.promise for proof in register()]
    assert promises == [
        *(f"figure {number}" for number in range(1, FIGURES + 1)),
        *(f"threat T{number}" for number in range(1, THREATS + 1)),
    ]


@pytest.mark.parametrize("proof", register(), ids=lambda proof: proof.promise)
def test_its_tests_are_there(proof: Proof) -> None:
    for test in proof.tests:
        file, _, function = test.partition("::")
        path = TESTS / file
        files = sorted(path.rglob("test_*.py")) if path.is_dir() else [path]
        names = {
            node.name
            for each in files
            for node in ast.walk(ast.parse(each.read_text("utf-8")))
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_")
        }
        assert names, test
        assert not function or function in names, test


def test_a_test_is_found_by_folder_file_and_function() -> None:
    proof = Proof("figure 0", "", ("api", "workspace/test_ledger.py", "cli/test_run.py::test_one"))
    shown = (
        "api/test_retry.py::test_x",
        "workspace/test_ledger.py::test_y[1]",
        "cli/test_run.py::test_one[a]",
    )
    assert all(proof.is_shown_by(node) for node in shown)
    others = (
        "apis/test_a.py::test_x",
        "workspace/test_ledger_entries.py::test_y",
        "cli/test_run.py::test_one_more",
    )
    assert not any(proof.is_shown_by(node) for node in others)
