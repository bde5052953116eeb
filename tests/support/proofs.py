"""The register of what is proved (`tests/proofs.csv`), and the table of it at the end of a whole run."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import pytest
from _pytest.terminal import TerminalReporter

TESTS = Path(__file__).parents[1]
REGISTER = TESTS / "proofs.csv"


class Proof(NamedTuple):
    """One promise: its number in the design, what it is in words, and the tests that show it, each a folder,
    a file, or a function of a file."""

    promise: str
    what: str
    tests: tuple[str, ...]

    def is_shown_by(self, node: str) -> bool:
        """Whether a test, by its name below `tests/`, is one of them."""
        return any(
            node == test or node.startswith((f"{test}/", f"{test}::", f"{test}[")) for test in self.tests
        )


def register() -> list[Proof]:
    """Every promise, in the order of the file."""
    with REGISTER.open(encoding="utf-8", newline="") as file:
        return [
            Proof(row["promise"], row["what"], tuple(row["tests"].split(";"))) for row in csv.DictReader(file)
        ]


def pytest_terminal_summary(terminalreporter: TerminalReporter) -> None:
    ended: Counter[tuple[str, str]] = Counter()
    for outcome in ("passed", "failed", "skipped"):
        for report in terminalreporter.stats.get(outcome, []):
            if getattr(report, "when", "") == "call" or outcome == "skipped":
                ended[report.nodeid.removeprefix("tests/"), outcome] += 1
    is_deep = "not deep" not in str(terminalreporter.config.option.markexpr)
    if terminalreporter.config.args_source is pytest.Config.ArgsSource.ARGS and not is_deep:
        return  # a run of some folders proves a part
    terminalreporter.write_sep("=", "what is proved")
    for proof in register():
        found: Counter[str] = Counter()
        for (node, outcome), count in ended.items():
            found[outcome] += count if proof.is_shown_by(node) else 0
        if not is_deep or found.total():
            others = "".join(f", {found[each]} {each}" for each in ("failed", "skipped") if found[each])
            terminalreporter.write_line(
                f"{proof.promise:>10}  {found['passed']:>5} passed{others}  {proof.what}"
            )
