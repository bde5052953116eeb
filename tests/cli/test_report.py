"""`svcconsole report`: what it asks, says and writes, its exit codes, going on later, and verifying."""

from __future__ import annotations

import hashlib
import json
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from svcconsole.api.errors import RefusedHere
from svcconsole.cli.report_outcome import ended
from svcconsole.cli.report_question import question_of
from svcconsole.services.reports import manifest
from svcconsole.services.reports.files import ReportFiles
from svcconsole.services.reports.question import with_zone
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.runs.report_runs import ReportPart, ReportRun, Stage
from tests.sandbox.wire import data
from tests.support.command import CommandLine, finish
from tests.support.odd_reports import DONE, Odd, played
from tests.support.practice import PracticeStore
from tests.support.reports import NAME, store_of_parts, uncut

DATES = ("--from", "2026-01-01", "--to", "2026-06-30", "--zone", "UTC")
MAIL = ("--email", "ada@shop.example", "--email", "bo@shop.example")


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[PracticeStore, str]]:
    folder = tmp_path_factory.mktemp("store")
    with store_of_parts(folder, 70, 40) as store:
        yield store, uncut(folder, tmp_path_factory.mktemp("uncut") / "uncut.csv")


@pytest.fixture
def store(kept: tuple[PracticeStore, str]) -> Iterator[PracticeStore]:
    yield kept[0]
    kept[0].clear_faults()


@pytest.fixture
def command(tmp_path: Path) -> CommandLine:
    return CommandLine(tmp_path)


def bytes_of(path: Path) -> bytes:
    return path.read_bytes()


def text_of(path: Path) -> str:
    return path.read_text("utf-8")


async def test_a_report_comes_whole_and_is_verified_later(
    kept: tuple[PracticeStore, str], command: CommandLine, tmp_path: Path
) -> None:
    store, reference = kept
    out = tmp_path / "all.csv"
    asked = ("report", NAME, *DATES, *MAIL, "--description", "audit", "--out", str(out))
    done = await command.run(*asked, store=store)
    assert done.code == 6, "a note is said by the exit code, too"
    first, last = (json.loads(line) for line in done.stdout.splitlines())
    assert first["run"] == last["run"]
    assert (last["state"], last["parts"], last["rows"], last["sha256"]) == ("done", 2, 70, reference)
    assert last["file"] == str(out)
    [folder] = (tmp_path / "data" / "stores").iterdir()
    with Workspace.open(folder) as workspace:
        assert workspace.saved_files.paths() == (str(out),)
    assert "part 2 · COMPLETED · 70 rows" in done.stderr
    assert "Note: Part 1 has 40 rows and not 50,000" in done.stderr
    assert last["warnings"] == ["Part 1 has 40 rows and not 50,000, though the store has more."]
    verified = await command.run("report", "verify", last["manifest"])
    assert (verified.code, verified.json["holds"], verified.json["complete"]) == (6, True, True)
    assert "Note: Part 1 has 40 rows" in verified.stderr
    out.write_bytes(bytes_of(out)[:-9])
    spoilt = await command.run("report", "verify", last["manifest"])
    assert (spoilt.code, spoilt.json["holds"], spoilt.json["parts_read"]) == (3, False, 2)
    assert "all.csv was changed since" in spoilt.stderr
    request = store.control("GET", "/reports")["data"]["reports"][0]["request"]
    assert request["dateRange"] == {
        "startDate": "2026-01-01T00:00:00.000Z",
        "endDate": "2026-06-30T23:59:59.999Z",
    }
    assert request["reportDescription"] == f"audit · Ref {first['reference']}"


async def test_the_merged_file_is_written_once_more_though_its_parts_were_taken_away(
    kept: tuple[PracticeStore, str], command: CommandLine, tmp_path: Path
) -> None:
    store, reference = kept
    done = await command.run("report", NAME, *DATES, *MAIL, store=store)
    last = json.loads(done.stdout.splitlines()[-1])
    for part in Path(last["file"]).parent.glob("part-*.csv"):
        part.unlink()
    out = tmp_path / "once-more.csv"
    again = await command.run("report", "resume", last["run"], "--out", str(out), store=store)
    assert (again.code, again.json["state"], again.json["file"]) == (6, "done", str(out)), again.stderr
    assert hashlib.sha256(bytes_of(out)).hexdigest() == reference


async def test_a_report_cut_short_is_told_by_the_exit_code(command: CommandLine) -> None:
    async with played(Odd([[{**DONE, "cursor": "a"}]], [b"id,text\n1,a\n2,b\n"])) as odd:
        done = await command.run("report", "Ledger report", *DATES, *MAIL, store=odd)
    assert done.code == 6, done.stderr
    assert (done.json["state"], done.json["complete"], done.json["rows"]) == ("done", False, 2)
    assert isinstance(done.json["id"], int), "by which somebody else fetches it"
    assert "The first 2 rows only: the store has more. Narrow the dates." in done.stderr
    verified = await command.run("report", "verify", done.json["manifest"])
    assert (verified.code, verified.json["complete"]) == (6, False)


async def test_a_body_that_is_no_table_never_ends_with_0(command: CommandLine) -> None:
    async with played(Odd([[DONE]], [b'{"error": "not now"}'])) as odd:
        done = await command.run("report", "Ledger report", *DATES, *MAIL, store=odd)
    assert (done.code, done.json["state"], done.json["rows"]) == (4, "stopped", 0)
    assert "The store's link gave JSON, not a table." in done.stderr


async def test_an_answer_that_never_came_is_decided_by_a_person(
    store: PracticeStore, command: CommandLine
) -> None:
    store.add_fault("reset", count=1, operation="generateReport", executed=True)
    asked = ("report", "Ledger report", *DATES, *MAIL)
    doubt = await command.run(*asked, store=store)
    assert (doubt.code, doubt.json["needs"]) == (5, "decision")
    assert "It is not known whether the store was asked for the report." in doubt.stderr
    number = store.control("GET", "/reports")["data"]["reports"][0]["id"]
    run = doubt.json["run"]
    done = await command.run("report", "resume", run, "--history-id", str(number), store=store)
    assert (done.code, done.json["state"]) == (0, "done"), done.stderr
    same = await command.run(*asked, store=store)
    assert (same.code, same.json["needs"]) == (2, "asked_before")
    assert f"The earlier one: svcconsole report resume {run}" in same.stderr
    assert f"svcconsole report resume {same.json['run']} --ask-again" in same.stderr
    assert "Go on with:" not in same.stderr, "that would be the same answer again"
    again = await command.run("report", "resume", same.json["run"], "--ask-again", store=store)
    assert again.code == 0, again.stderr
    assert store.control("GET", "/reports")["data"]["reports"][0]["id"] == number + 1


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"name": "Ledger"}, "There is no report named 'Ledger'. Did you mean “Ledger report”?"),
        ({"kind": "Money"}, 'Not asked: reportType must be "Overall", "Campaigns"'),
        ({"first": "now"}, "--from “now” is neither a day nor a moment."),
        ({"first": "2026-07-01"}, "must not be before startDate 2026-07-01T00:00:00.000Z"),
        ({"first": "2099-01-01", "last": "2099-01-31"}, "the first day, 2099-01-01, has not begun."),
        ({"zone": "Mars"}, "The dates cannot be read: there is no time zone 'Mars'."),
        ({"group_by": "hour"}, 'filters.groupBy must be "day", "week" or "month"'),
        ({"first": "2026-01-01T25:00:00"}, "--from “2026-01-01T25:00:00” is neither"),
    ],
)
def test_what_is_no_question_is_refused_before_anything_is_asked(changes: dict[str, str], told: str) -> None:
    options = {"name": "Ledger report", "kind": None, "first": "2026-01-01", "last": "2026-06-30"}
    more = {"channel": None, "group_by": None, "zone": "UTC"}
    given: dict[str, Any] = {**options, **more, **changes}
    with pytest.raises(RefusedHere) as caught:
        question_of(**given, emails=("ada@shop.example",), description="")
    assert told in f"{caught.value.sentence} {caught.value.advice}"


def test_moments_are_asked_for_as_they_are() -> None:
    question = question_of(
        name="Ledger report", kind=None, first="2026-01-01T09:00:00+05:30", last="2026-01-02T00:00:00Z",
        emails=("ada@shop.example",), description="", channel=None, group_by=None, zone="",
    )  # fmt: skip
    assert (question.span.start, question.span.end) == (
        "2026-01-01T03:30:00.000Z",
        "2026-01-02T00:00:00.000Z",
    )
    assert question.type == "Overall"


@pytest.mark.parametrize(
    ("zone", "first", "last"),
    [
        ("Europe/Berlin", "2026-01-01T08:00:00.000Z", "2026-07-01T07:30:00.000Z"),
        ("Asia/Kolkata", "2026-01-01T03:30:00.000Z", "2026-07-01T04:00:00.000Z"),
    ],
)
def test_moments_without_a_zone_are_the_stores_time(zone: str, first: str, last: str) -> None:
    question = question_of(
        name="Ledger report", kind=None, first="2026-01-01T09:00:00", last="2026-07-01T09:30:00",
        emails=("ada@shop.example",), description="", channel=None, group_by=None, zone=zone,
    )  # fmt: skip
    assert (question.span.start, question.span.end) == (first, last)


def test_a_request_of_a_report_gets_the_zone_where_it_has_none() -> None:
    span = {"startDate": "2026-01-01T09:00:00", "endDate": "2026-01-02T09:00:00+05:30"}
    body = {"reportName": "Ledger report", "dateRange": span}
    zoned = with_zone(body, "Europe/Berlin")["dateRange"]
    assert zoned == {"startDate": "2026-01-01T08:00:00.000Z", "endDate": "2026-01-02T09:00:00+05:30"}
    odds: list[dict[str, Any]] = [{"dateRange": 5}, {"dateRange": {"startDate": 5, "endDate": "soon"}}, {}]
    for odd in odds:
        assert with_zone(odd, "Europe/Berlin") == odd


async def test_call_sends_a_reports_dates_with_the_zone_and_says_which(
    store: PracticeStore, command: CommandLine
) -> None:
    body = {
        "reportType": "Overall",
        "reportName": "Ledger report",
        "dateRange": {"startDate": "2026-01-01T09:00:00", "endDate": "2026-01-02T09:00:00Z"},
        "emails": ["ada@shop.example"],
    }
    done = await command.run("call", "generateReport", json.dumps(body), store=store)
    assert done.code == 0, done.stderr
    assert "Dates without a zone are read as this computer's time" in done.stderr
    request = store.control("GET", "/reports")["data"]["reports"][0]["request"]
    assert request["dateRange"]["startDate"].endswith("Z")


async def test_a_report_is_asked_for_now_left_and_fetched_later(
    store: PracticeStore, command: CommandLine
) -> None:
    store.add_fault("report_stuck", count=1)
    before = store.control("GET", "/reports")["data"]["total"]
    asked = await command.run("report", "Channel Engagement", *DATES, *MAIL, "--no-wait", store=store)
    assert (asked.code, asked.json["state"]) == (0, "waiting"), asked.stderr
    process = await command.start("report", "resume", asked.json["run"], store=store)
    assert process.stderr is not None
    assert b"IN_PROGRESS" in await process.stderr.readline()
    process.send_signal(signal.SIGINT)
    stopped = await finish(process)
    assert stopped.code == 4
    assert "Nothing is lost; go on with: svcconsole report resume last" in stopped.stderr
    store.clear_faults()
    done = await command.run("report", "resume", "last", store=store)
    assert (done.code, done.json["state"], done.json["rows"]) == (0, "done", 1), done.stderr
    assert store.control("GET", "/reports")["data"]["total"] == before + 1


async def test_a_refusal_of_the_store_is_said_in_its_own_words(
    store: PracticeStore, command: CommandLine
) -> None:
    asked = ("report", "Popup Insights", *DATES, "--email", "no address")
    refused = await command.run(*asked, store=store)
    assert (refused.code, refused.json["state"]) == (3, "refused")
    assert "Go on with:" not in refused.stderr, "nothing is left of it"
    assert '“emails[0] must be an e-mail address, not "no address"”' in refused.stderr


async def test_a_report_that_was_asked_for_elsewhere_is_fetched_by_its_id(
    store: PracticeStore, command: CommandLine, tmp_path: Path
) -> None:
    asked = {
        "reportType": "Overall",
        "reportName": "Agent Engagement",
        "dateRange": {"startDate": "2026-01-01T00:00:00Z", "endDate": "2026-06-30T00:00:00Z"},
        "emails": ["ada@shop.example"],
    }
    number = data(store, "generateReport", asked)["reportHistoryId"]
    out = tmp_path / "elsewhere.csv"
    done = await command.run("report", "fetch", str(number), "--out", str(out), store=store)
    assert done.code == 0, done.stderr
    first, last = (json.loads(line) for line in done.stdout.splitlines())
    assert (last["state"], last["parts"]) == ("done", 1)
    assert bytes_of(out) and Path(last["file"]) == out
    verdict = manifest.verify(Path(last["manifest"]))
    assert verdict.holds
    assert (verdict.manifest.report, verdict.manifest.question) == (f"Report {number}", {})
    again = await command.run("report", "fetch", str(number), store=store)
    assert again.code == 0 and json.loads(again.stdout.splitlines()[0])["run"] == first["run"]
    mails = store.control("GET", "/reports")["data"]["reports"]
    assert len([each for each in mails if each["request"]["reportName"] == "Agent Engagement"]) == 1


async def test_an_id_that_the_store_does_not_know_is_said_in_its_words(
    store: PracticeStore, command: CommandLine
) -> None:
    done = await command.run("report", "fetch", "987654", store=store)
    assert done.code in {3, 4}, done.stderr
    assert "987654" in done.stderr


async def test_a_file_that_cannot_be_written_is_told_before_anything_is_asked(
    store: PracticeStore, command: CommandLine, tmp_path: Path
) -> None:
    before = store.control("GET", "/reports")["data"]["total"]
    taken = tmp_path / "prices.csv"
    taken.write_text("mine")
    beside = tmp_path / "new.csv.manifest.json"
    beside.write_text("mine")
    for out, told in (
        (tmp_path, "is there already."),
        (tmp_path / "none" / "all.csv", "cannot be written: there is no such file or folder."),
        (taken, "prices.csv is there already."),
        (tmp_path / "new.csv", "new.csv.manifest.json is there already."),
    ):
        asked = ("report", "Agent Engagement", *DATES, *MAIL, "--out", str(out))
        refused = await command.run(*asked, store=store)
        assert (refused.code, refused.stdout, told in refused.stderr) == (2, "", True), refused.stderr
    assert (text_of(taken), text_of(beside)) == ("mine", "mine")
    assert store.control("GET", "/reports")["data"]["total"] == before


async def test_going_on_writes_over_the_reports_own_file_and_no_other(
    store: PracticeStore, command: CommandLine, tmp_path: Path
) -> None:
    out, taken = tmp_path / "own.csv", tmp_path / "prices.csv"
    taken.write_text("mine")
    asked = ("report", "Agent Engagement", *DATES, *MAIL, "--again", "--out", str(out))
    done = await command.run(*asked, store=store)
    assert done.code == 0, done.stderr
    out.write_text("spoilt")
    resumed = ("report", "resume", done.json["run"], "--out")
    again = await command.run(*resumed, str(out), store=store)
    assert (again.code, again.json["file"]) == (0, str(out)), again.stderr
    assert hashlib.sha256(bytes_of(out)).hexdigest() == done.json["sha256"]
    refused = await command.run(*resumed, str(taken), store=store)
    assert (refused.code, text_of(taken)) == (2, "mine"), refused.stderr


def test_a_report_that_could_not_be_put_in_its_place_is_named_where_it_is_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = ReportFiles(tmp_path / "kept")
    files.folder.mkdir()
    run = ReportRun("r1", NAME, {}, "REF", Stage.DONE, "2026-01-01", file="all.csv", parts=(ReportPart(1),))
    files.merged(run.file).write_text("a\n")
    code = ended(run, files, tmp_path / "gone" / "all.csv", waited=True)
    told = json.loads(capsys.readouterr().out)
    assert (code, told["file"]) == (6, str(files.merged(run.file)))
    assert told["manifest"] == str(files.manifest)
