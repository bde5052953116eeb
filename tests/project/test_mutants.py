"""Every small change of what decides about sending, tokens and files fails a test or has a written reason.

`mutants.toml` has a reason for each mutant that no test can notice. It is found again by its file, function
and lines; one that is noticed now, or is not there any more, has to be taken off the list.
"""

from __future__ import annotations

import sys
import time
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from tests.support.mutant_sessions import Copy, Outcome
from tests.support.mutants import mutants_of
from tests.support.wordlist import ROOT

PLACES = {
    "tables/results/escape.py": ("tests/tables/results",),
    "api/url_guard.py": ("tests/api/test_url_guard.py",),
    "api/replies.py": (
        "tests/api/test_replies.py",
        "tests/api/test_contradictions.py",
        "tests/api/test_unusual.py",
        "tests/api/test_client.py",
    ),
    "api/statements.py": ("tests/api/test_statements.py", "tests/api/test_contradictions.py"),
    "api/faults.py": ("tests/api/test_faults.py",),
    "api/fault_table.py": ("tests/api/test_faults.py",),
    "api/retry.py": ("tests/api/test_retry.py", "tests/api/test_client.py"),
    "workspace/runs/high_water_mark.py": ("tests/workspace/test_high_water_mark.py",),
    "api/masking.py": ("tests/api/test_masking.py",),
    "workspace/runs/run_lease.py": ("tests/workspace/test_runner.py",),
    "workspace/runs/lease.py": (
        "tests/workspace/test_runner.py",
        "tests/workspace/test_console_lease.py",
        "tests/workspace/test_high_water_mark.py",
        "tests/workspace/test_audit_log.py",
    ),
    "workspace/runs/ledger.py": (
        "tests/workspace/test_ledger_calls.py",
        "tests/workspace/test_ledger_entries.py",
        "tests/workspace/test_body_templates.py",
    ),
    "workspace/runs/console_lease.py": ("tests/workspace/test_console_lease.py",),
    "workspace/runs/fence.py": ("tests/workspace/test_runner.py", "tests/workspace/test_console_lease.py"),
    "services/reports/merge.py": ("tests/services/reports/test_merge.py",),
    "secrets.py": ("tests/profiles/test_secrets.py", "tests/profiles/test_secret_service.py"),
}
"""Each file with the tests that are to notice its mutants; those that are run first stand first."""
READERS = {"api/fault_table.py": ("svcconsole/api/faults.py",)}
"""A table that no test runs but while it is imported is reached by whoever reads it."""
REASONS = Path(__file__).with_name("mutants.toml")

Place = tuple[str, str, str]
"""A mutant's function, and its lines before and after the change."""


def reasons(file: str) -> dict[Place, str]:
    listed = tomllib.loads(REASONS.read_text("utf-8"))["survivor"]
    return {(one["function"], one["was"], one["now"]): one["why"] for one in listed if one["file"] == file}


@pytest.fixture(scope="module")
def table(request: pytest.FixtureRequest) -> Iterator[list[str]]:
    """Lines that are shown once all files are done."""
    lines = [f"{'file':36} {'mutants':>7} {'killed':>7} {'too long':>8} {'survived':>8} {'minutes':>7}"]
    yield lines
    reporter = request.config.pluginmanager.get_plugin("terminalreporter")
    assert isinstance(reporter, pytest.TerminalReporter)
    for line in ("", *lines):
        reporter.write_line(line)


@pytest.mark.skipif(
    sys.platform != "linux", reason="the sessions are forked off one that has all libraries loaded"
)
@pytest.mark.deep
@pytest.mark.timeout(4 * 3600)
@pytest.mark.parametrize("file", PLACES)
def test_every_mutant_is_noticed_or_has_its_reason(file: str, tmp_path: Path, table: list[str]) -> None:
    path = f"svcconsole/{file}"
    known, begun = reasons(file), time.monotonic()
    copy = Copy(tmp_path)
    reach = copy.measure(PLACES[file], path, *READERS.get(file, ()))
    survivors: set[Place] = set()
    counts = Counter[Outcome]()
    for mutant, outcome in copy.outcomes(path, list(mutants_of((ROOT / path).read_text("utf-8"))), reach):
        counts[outcome] += 1
        if outcome is Outcome.SURVIVED:
            survivors.add((mutant.function, mutant.was, mutant.now))
    cells = [counts.total(), *(counts[each] for each in Outcome)]
    minutes = (time.monotonic() - begun) / 60
    table.append(f"{file:36} {cells[0]:7} {cells[1]:7} {cells[2]:8} {cells[3]:8} {minutes:7.1f}")
    unexplained, noticed = survivors - known.keys(), known.keys() - survivors
    assert not unexplained, "no test notices these, and no reason is written:" + _listed(unexplained)
    assert not noticed, "these have a reason, but a test notices them:" + _listed(noticed)


def _listed(places: Iterable[Place]) -> str:
    return "".join(f"\n{function}\n    {was}\n    {now}" for function, was, now in sorted(places))


def test_every_listed_survivor_has_a_reason_and_a_mutant_of_its_own() -> None:
    """What is listed names a file that is mutated, and lines that stand in it today."""
    for one in tomllib.loads(REASONS.read_text("utf-8"))["survivor"]:
        assert one["file"] in PLACES
        assert one["why"].endswith(".")
        text = " ".join((ROOT / "svcconsole" / one["file"]).read_text("utf-8").split())
        assert " ".join(one["was"].split()) in text, one["was"]
