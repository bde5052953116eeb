"""Stores that answer what nobody expects: own words, no link yet, cursors that go round, odd numbers."""

from __future__ import annotations

import gzip
from dataclasses import replace
from pathlib import Path

import pytest

from svcconsole.services.reports.progress import ReportProgress
from svcconsole.services.reports.run import ask
from svcconsole.workspace.runs.report_runs import Need, Stage
from tests.support.odd_reports import DONE, Odd, played
from tests.support.reports import QUESTION, desk


async def followed(odd: Odd, folder: Path, name: str = QUESTION.name) -> list[ReportProgress]:
    seen: list[ReportProgress] = []
    async with desk(folder, odd.base_url, "anything") as at:
        run = await ask(at.deps, replace(QUESTION, name=name))
        await at.followed(run.id, seen.append)
    return seen


FILE = b"id,text\n1,a\n"


def names_in(folder: Path) -> list[str]:
    """The report files of a workspace."""
    return [path.name for path in folder.glob("reports/*/*.csv")]


async def test_a_word_that_nobody_knows_is_still_running_and_shown_raw(tmp_path: Path) -> None:
    words = ["QUEUE", "PACKING", "", "Almost there", "COMPLETED"]
    looks = [{**DONE, "reportStatus": word} for word in words]
    async with played(Odd([looks], [FILE])) as odd:
        seen = await followed(odd, tmp_path)
    told = list(dict.fromkeys(progress.part.word for progress in seen))
    assert told == ["", "QUEUE", "PACKING", "Almost there", "COMPLETED"]
    assert (seen[-1].stage, seen[-1].rows) == (Stage.DONE, 1)


async def test_a_report_that_is_done_without_a_link_is_waited_for(tmp_path: Path) -> None:
    looks = [{**DONE, "downloadLink": None}, {**DONE, "downloadLink": ""}, DONE]
    async with played(Odd([looks], [FILE])) as odd:
        seen = await followed(odd, tmp_path)
    assert seen[-1].stage is Stage.DONE


async def test_a_cursor_that_was_there_before_ends_the_export(tmp_path: Path) -> None:
    looks = [[{**DONE, "cursor": cursor}] for cursor in ("a", "b", "a")]
    async with played(Odd(looks, [FILE] * 3)) as odd:
        seen = await followed(odd, tmp_path)
    assert [asked.get("cursor") for asked in odd.asked] == [None, "a", "b"]
    assert seen[-1].stage is Stage.FAILED
    assert seen[-1].sentence == "Part 3 ended with the cursor of part 1: it would never end."


async def test_another_report_with_a_cursor_is_its_first_rows_only(tmp_path: Path) -> None:
    async with played(Odd([[{**DONE, "cursor": "a"}]], [FILE])) as odd:
        seen = await followed(odd, tmp_path, "Ledger report")
    assert len(odd.asked) == 1
    assert seen[-1].stage is Stage.DONE
    assert seen[-1].run.warnings == ("The first row only: the store has more. Narrow the dates.",)


async def test_parts_with_other_columns_are_not_gone_on_with(tmp_path: Path) -> None:
    looks = [[{**DONE, "cursor": "a"}], [{**DONE, "cursor": "b"}]]
    async with played(Odd(looks, [FILE, b"id,body\n2,b\n"])) as odd:
        seen = await followed(odd, tmp_path)
    assert len(odd.asked) == 2, "a third part would be one more mail for nothing"
    assert seen[-1].sentence == "Part 2 has other columns than part 1, so they do not make one file."


async def test_rows_at_a_boundary_twice_are_told(tmp_path: Path) -> None:
    looks = [[{**DONE, "cursor": "a"}], [DONE]]
    async with played(Odd(looks, [FILE, b"id,text\n1,a\n2,b\n"])) as odd:
        seen = await followed(odd, tmp_path)
    assert "1 of the first rows of part 2 also stand at the end of part 1." in seen[-1].run.warnings
    assert seen[-1].rows == 3


@pytest.mark.parametrize(("number", "need"), [("17", Need.NOTHING), ("R-17", Need.HISTORY_ID)])
async def test_a_number_may_come_as_text(tmp_path: Path, number: str, need: Need) -> None:
    async with played(Odd([[DONE]], [FILE], numbers=[number])) as odd:
        seen = await followed(odd, tmp_path)
    assert seen[-1].need is need


async def test_a_link_that_leads_into_the_local_network_stops_it(tmp_path: Path) -> None:
    async with played(Odd([[{**DONE, "downloadLink": "http://10.0.0.9/file.csv"}]], [FILE])) as odd:
        seen = await followed(odd, tmp_path)
    assert seen[-1].stage is Stage.STOPPED
    assert "http://10.0.0.9/file.csv is not fetched" in seen[-1].sentence


@pytest.mark.parametrize(
    ("body", "named"),
    [
        (b'{"status":500,"errors":[{"message":"later"}]}', "JSON"),
        (b'\xef\xbb\xbf \n[{"id": 1}, {"id": 2}]\n', "JSON"),
        (b"null", "JSON"),
        (b'<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>', "XML"),
        (b"<Error><Code>AccessDenied</Code></Error>", "XML"),
        (b"<!-- cached --><html><body>Sign in</body></html>", "XML"),
        ("\ufeff<!DOCTYPE html><html></html>".encode("utf-16-le"), "a web page"),
        (gzip.compress(b"id,text\n1,a\n", mtime=0), "a gzip archive"),
        (b"PK\x03\x04" + b"\0" * 40, "a ZIP archive or an Excel workbook"),
        (b"%PDF-1.7\n", "a PDF document"),
    ],
)
async def test_a_body_that_is_no_table_is_no_report(tmp_path: Path, body: bytes, named: str) -> None:
    async with played(Odd([[DONE]], [body])) as odd:
        seen = await followed(odd, tmp_path)
    assert seen[-1].stage is Stage.STOPPED
    assert seen[-1].sentence == f"The store's link gave {named}, not a table."
    assert not names_in(tmp_path), "nothing of it is kept as a report"


@pytest.mark.parametrize(
    "body",
    [b"[id],text\n1,a\n", b"{name},text\n1,a\n", b"nullable,b\n1,2\n", b'"[x]",b\n1,2\n'],
)
async def test_a_header_with_brackets_is_a_table(tmp_path: Path, body: bytes) -> None:
    async with played(Odd([[DONE]], [body])) as odd:
        seen = await followed(odd, tmp_path)
    assert (seen[-1].stage, seen[-1].rows) == (Stage.DONE, 1)


async def test_a_file_with_nothing_in_it_is_no_report(tmp_path: Path) -> None:
    async with played(Odd([[DONE]], [b"\xef\xbb\xbf"])) as odd:
        seen = await followed(odd, tmp_path)
    assert seen[-1].stage is Stage.FAILED
    assert seen[-1].sentence == "The file of part 1 is empty, without even a header."
