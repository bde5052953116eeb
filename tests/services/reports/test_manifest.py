"""The manifest of a merged report: what it promises holds, and every change of a file is found."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest

from svcconsole.services.reports import manifest
from svcconsole.services.reports.merge import PartFile, merge
from svcconsole.services.reports.scan import scan
from svcconsole.workspace.runs.report_runs import ReportPart, ReportRun, Stage
from tests.support.reports import NAME, QUESTION

CONTENTS = (b"id,text\r\n1,a\r\n2,b\r\n", b'"id","text"\r\n3,c\r\n')


@pytest.fixture
def written(tmp_path: Path) -> Path:
    """A report of two parts with its merged file and its manifest."""
    cursors, parts, paths = (None, "next", None), [], []
    for number, content in enumerate(CONTENTS, 1):
        path = tmp_path / f"part-{number:04}.csv"
        path.write_bytes(content)
        found = scan(path)
        paths.append(path)
        parts.append(
            ReportPart(
                number, cursors[number - 1], history_id=number + 6, cursor_out=cursors[number],
                rows=found.rows, bytes=found.size, sha256=found.sha256,
                header_sha256=found.head.header_sha256, length="content-length",
            )
        )  # fmt: skip
    run = ReportRun(
        "5e1f00c0ffee", NAME, QUESTION.as_json(), "K7M2-Q9XP", Stage.MERGING, "2026-03-02T09:41:07.120Z",
        parts=tuple(parts),
    )  # fmt: skip
    came = [
        PartFile(path, part.rows or 0, part.sha256 or "") for path, part in zip(paths, parts, strict=True)
    ]
    merged = merge(came, tmp_path / "whole.csv")
    made = manifest.manifest_of(run, merged, "whole.csv", [Path(path.name) for path in paths], ("Odd.",))
    manifest.write(made, tmp_path / "manifest.json")
    return tmp_path / "manifest.json"


def changed(path: Path, change: dict[str, Any]) -> None:
    """Write other values into a manifest; `a.b` names a value inside."""
    kept = json.loads(path.read_text())
    for name, value in change.items():
        *way, last = name.split(".")
        place = kept
        for step in way:
            place = place[int(step) if step.isdigit() else step]
        place[last] = value
    path.write_text(json.dumps(kept))


def test_what_was_just_written_holds(written: Path) -> None:
    verdict = manifest.verify(written)
    assert (verdict.holds, verdict.findings, verdict.notes, verdict.parts) == (True, (), (), 2)
    kept = json.loads(written.read_text())
    assert (kept["file"]["rows"], kept["complete"], kept["warnings"]) == (3, True, ["Odd."])
    assert [part["reportHistoryId"] for part in kept["parts"]] == [7, 8]
    assert [(part["cursor_in"], part["cursor_out"]) for part in kept["parts"]] == [
        (None, "next"),
        ("next", None),
    ]
    assert "emails" not in kept["question"]


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("whole.csv", b"id,text\r\n1,a\r\n2,b\r\n3,d\r\n", "whole.csv was changed since: other bytes"),
        ("whole.csv", b"id,text\r\n1,a\r\n", "whole.csv was changed since: 14 bytes instead of 24, 1 row"),
        ("part-0002.csv", b"id,text\r\n3,c\r\n4,d\r\n", "part 2 was changed since: 19 bytes instead of 18"),
    ],
)
def test_a_file_that_was_changed_is_found(written: Path, name: str, content: bytes, told: str) -> None:
    (written.parent / name).write_bytes(content)
    (finding,) = manifest.verify(written).findings
    assert finding.startswith(told)


def test_a_manifest_that_counted_blank_records_holds(written: Path) -> None:
    """Earlier ones did; the bytes are the same."""
    path = written.parent / "whole.csv"
    path.write_bytes(path.read_bytes() + b"\r\n")
    found = scan(path)
    assert (found.rows, found.blank) == (3, 1)
    part = written.parent / "part-0002.csv"
    part.write_bytes(part.read_bytes() + b"\r\n")
    second = scan(part)
    changes = {"file": (found, 4), "parts.1": (second, 2)}
    for name, (each, rows) in changes.items():
        changed(written, {f"{name}.rows": rows, f"{name}.bytes": each.size, f"{name}.sha256": each.sha256})
    assert manifest.verify(written).holds
    changed(written, {"file.rows": 5})
    assert not manifest.verify(written).holds


def test_a_merged_file_that_is_gone_is_found_and_a_part_is_a_note(written: Path) -> None:
    (written.parent / "part-0001.csv").unlink()
    verdict = manifest.verify(written)
    assert (verdict.holds, verdict.parts) == (True, 1)
    assert verdict.notes == ("Part 1 is not beside the manifest any more.",)
    (written.parent / "whole.csv").unlink()
    assert manifest.verify(written).findings[0].startswith("whole.csv cannot be read: there is no such file")


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"parts.1.rows": 2}, "The rows of the parts do not add up to the 3 of the merged file."),
        ({"parts.0.cursor_in": "early"}, "The first part does not begin at the beginning."),
        ({"parts.1.cursor_in": "other"}, "Part 2 does not go on where part 1 ended."),
        ({"parts.1.cursor_out": "more"}, "The store has more than the 2 parts of this manifest."),
        ({"parts.1.header_sha256": "0" * 64}, "Part 2 has other columns than the merged file."),
    ],
)
def test_a_manifest_whose_parts_do_not_fit_is_found(written: Path, change: dict[str, Any], told: str) -> None:
    changed(written, change)
    assert told in manifest.verify(written).findings


@pytest.mark.skipif(sys.platform == "win32", reason="such files are there on other systems alone")
@pytest.mark.parametrize("place", ["file.name", "parts.0.file"])
@pytest.mark.parametrize("name", ["/dev/zero", "../secret.csv", "link.csv", "pipe", "."])
def test_what_is_no_regular_file_of_the_folder_is_never_read(written: Path, place: str, name: str) -> None:
    (written.parent.parent / "secret.csv").write_text("id\n1\n")
    (written.parent / "link.csv").symlink_to("/dev/zero")
    os.mkfifo(written.parent / "pipe")
    changed(written, {place: name})
    findings = manifest.verify(written).findings
    assert any(finding.endswith("is not read: it is no file of the report's folder.") for finding in findings)


def test_a_part_that_is_kept_elsewhere_is_read_there_alone(written: Path, tmp_path: Path) -> None:
    kept = tmp_path.with_name(f"{tmp_path.name}-kept")
    kept.mkdir()
    part = written.parent / "part-0001.csv"
    moved = part.rename(kept / part.name)
    changed(written, {"parts.0.file": moved.as_posix()})
    assert manifest.verify(written, kept).holds
    assert not manifest.verify(written).holds


@pytest.mark.skipif(sys.platform == "win32", reason="such files are there on other systems alone")
@pytest.mark.parametrize("name", ["/dev/zero", "/dev", "/proc/self/mem"])
def test_a_device_is_no_manifest(name: str) -> None:
    with pytest.raises(manifest.ManifestUnreadable):
        manifest.verify(Path(name))


@pytest.mark.parametrize("content", [b"", b"{}", b"[" * 100_000, b'{"manifest": 2}', b"\xff\xfe"])
def test_what_is_no_manifest_is_said_in_one_sentence(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "manifest.json"
    path.write_bytes(content)
    with pytest.raises(manifest.ManifestUnreadable, match="is not the manifest of a report"):
        manifest.verify(path)
    with pytest.raises(manifest.ManifestUnreadable, match="cannot be read: there is no such file"):
        manifest.verify(tmp_path / "none.json")
