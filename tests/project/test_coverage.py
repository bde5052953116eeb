"""Every branch of what decides about sending, tokens and files is run by a test (figure 19)."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.wordlist import ROOT

CRITICAL = (
    "api/fault_table.py",
    "api/faults.py",
    "api/masking.py",
    "api/replies.py",
    "api/retry.py",
    "api/statements.py",
    "api/url_guard.py",
    "secrets.py",
    "services/reports/merge.py",
    "tables/results/escape.py",
    "workspace/runs/console_lease.py",
    "workspace/runs/fence.py",
    "workspace/runs/high_water_mark.py",
    "workspace/runs/lease.py",
    "workspace/runs/ledger.py",
    "workspace/runs/run_lease.py",
)
"""The ledger, what classifies an end, retries, masks, the escape of CSV, the guard of addresses, the merge of
exports, the store of tokens, leases."""
BY = (
    "tests/api",
    "tests/profiles",
    "tests/services/reports",
    "tests/services/runs",
    "tests/services/sends",
    "tests/tables/results",
    "tests/tables/values",
    "tests/workspace",
)


@pytest.mark.deep
@pytest.mark.timeout(1800)
def test_every_branch_of_what_is_critical_is_run(tmp_path: Path) -> None:
    critical = [f"svcconsole/{name}" for name in CRITICAL]
    assert all((ROOT / name).is_file() for name in critical)
    command = [sys.executable, "-m", "coverage"]
    data, report = f"--data-file={tmp_path / 'data'}", tmp_path / "report.json"
    variables = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    ran = subprocess.run(
        [*command, "run", "--branch", data, f"--include={','.join(critical)}", "-m", "pytest", "-q", *BY],
        cwd=ROOT,
        env=variables,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout[-4000:]
    subprocess.run([*command, "json", data, "-o", str(report)], cwd=ROOT, check=True, capture_output=True)
    files = json.loads(report.read_text("utf-8"))["files"]
    missed = {
        name: (found["missing_lines"], found["missing_branches"])
        for name, found in files.items()
        if found["missing_lines"] or found["missing_branches"]
    }
    assert missed == {}
    assert sorted(files) == sorted(critical)
