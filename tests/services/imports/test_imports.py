"""An import session over real files: read, mapped, decided, checked, put right, taken back, kept and
frozen."""

from __future__ import annotations

import csv
import json
from contextlib import closing
from pathlib import Path

import pytest

from svcconsole.services.imports.session import ImportSession
from svcconsole.services.imports.views import CheckSummary, Defaults, ImportRefused, RowFilter
from svcconsole.services.runs.result_files import write_bucket, write_run
from svcconsole.services.workers.worker_host import WorkCancelled
from svcconsole.services.workers.worker_process import WorkerProcess
from svcconsole.tables.mapping.mapping import Column, Fixed
from svcconsole.tables.reading.errors import TableError
from svcconsole.tables.reading.questions import LEAVE_OUT
from svcconsole.whole_file import FileNotWritten
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.errors import WorkspaceError
from svcconsole.workspace.schema import Bucket, RunState
from tests.support.generate_people import write_people
from tests.support.generate_products import write_products

SAMPLE = Path(__file__).parents[3] / "resources" / "samples" / "products.csv"
SHOP = Defaults(currency="EUR", storefront_url="https://harbour-and-hearth.example")


@pytest.fixture
def folder(tmp_path: Path) -> str:
    return str(tmp_path / "workspace")


def adds_up(summary: CheckSummary) -> None:
    assert summary.ready + summary.to_put_right + summary.left_out == summary.rows


def test_the_sample_is_recognised_and_checked(folder: str) -> None:
    session = ImportSession(folder, path=str(SAMPLE), defaults=SHOP)
    overview = session.overview()
    assert overview.recognition.preset == "shopify-current"
    assert overview.recognition.known == overview.recognition.total
    assert (overview.rows, len(overview.preview), overview.preview[0].number) == (98, 50, 1)
    seen: list[int] = []
    summary = session.check(lambda progress: seen.append(progress.done))
    adds_up(summary)
    assert seen[-1] == summary.rows == 98
    assert (summary.products, summary.ready_products) == (46, 43)
    errors = {kind.code: kind.rows for kind in summary.kinds if kind.level == "error"}
    assert errors == {"price_letters": 1, "name_missing": 1, "quantity_negative": 1}
    session.close()


def test_what_is_only_worth_a_look_is_no_mistake_of_its_cell(folder: str, tmp_path: Path) -> None:
    path = tmp_path / "names.csv"
    path.write_text(
        "id,name,url,combinations.id,combinations.name,combinations.price,combinations.image\n"
        "p1,Lamp,https://shop.example/p1,v1,S,many,https://shop.example/1.png\n"
        "p1,Lantern,https://shop.example/p1,v2,M,20,https://shop.example/1.png\n",
        encoding="utf-8",
    )
    session = ImportSession(folder, path=str(path), defaults=SHOP)
    session.check()
    first, second = session.rows([1, 2])
    assert (set(first.problems), set(first.looks)) == ({"combinations.price"}, set())
    assert (set(second.problems), set(second.looks)) == (set(), {"name"})
    assert str(second.looks["name"]).startswith("“Lantern” differs from “Lamp”")
    assert "many" in first.problems["combinations.price"]
    session.close()


def test_mistakes_are_put_right_and_taken_back(folder: str) -> None:
    session = ImportSession(folder, path=str(SAMPLE), defaults=SHOP)
    before = session.check()
    page = session.rows_page(RowFilter(code="price_letters"))
    [wrong] = page.rows
    assert set(wrong.problems) == {"Variant Price"}
    assert wrong.level == "error"
    edited = session.edit(wrong.number, "Variant Price", "39.00")
    adds_up(edited)
    assert edited.ready_products == before.ready_products + 1
    [right] = session.rows([wrong.number])
    assert right.edited == {"Variant Price"}
    assert not right.problems
    detail = session.kind_detail("quantity_negative")
    assert detail.columns == ("Variant Inventory Qty",)
    zero = next(fix for fix in detail.fixes if fix.key == "rule.zero")
    assert session.fix_all("quantity_negative", zero.key).ready_products == before.ready_products + 2
    out = session.fix_all("name_missing", "leave_out")
    adds_up(out)
    assert out.to_put_right == 0
    assert out.left_out > 0
    for expected in (before.ready_products + 2, before.ready_products + 1, before.ready_products):
        assert session.undo().ready_products == expected
    last = session.undo()
    assert not last.can_undo
    assert (last.ready, last.to_put_right) == (before.ready, before.to_put_right)
    assert last.left_out == before.left_out
    assert session.rows([wrong.number])[0].edited == frozenset()
    session.close()


def test_suggestions_and_one_text_for_all(folder: str) -> None:
    session = ImportSession(folder, path=str(SAMPLE), defaults=SHOP)
    session.check()
    assert session.fix_all("price_letters", "suggestion").to_put_right < session.undo().to_put_right
    summary = session.fix_all("name_missing", "value", "Harbour mug")
    assert not [kind for kind in summary.kinds if kind.code == "name_missing"]
    with pytest.raises(ImportRefused):
        session.fix_all("price_letters", "no such way")
    session.close()


def test_a_crash_loses_nothing_that_was_put_right(folder: str) -> None:
    first = ImportSession(folder, path=str(SAMPLE), defaults=SHOP)
    first.check()
    import_id = first.overview().import_id
    first.fix_all("price_letters", "suggestion")
    first.fix_all("quantity_negative", "rule.zero")
    first.leave_out([1])
    expected = first.fix_all("name_missing", "leave_out")
    # No close: the process is gone, the workspace is all that is left.
    second = ImportSession(folder, import_id=import_id)
    summary = second.check()
    assert (summary.ready, summary.left_out, summary.to_put_right, summary.can_undo) == (
        expected.ready, expected.left_out, expected.to_put_right, True,
    )  # fmt: skip
    assert second.undo().to_put_right > 0
    first.close()
    second.close()


def test_a_changed_file_is_not_taken_up(folder: str, tmp_path: Path) -> None:
    copy = tmp_path / "products.csv"
    copy.write_bytes(SAMPLE.read_bytes())
    session = ImportSession(folder, path=str(copy))
    import_id = session.overview().import_id
    session.close()
    copy.write_bytes(SAMPLE.read_bytes() + b"\n")
    with pytest.raises(ImportRefused, match="has changed since this import began"):
        ImportSession(folder, import_id=import_id)


def test_columns_are_mapped_ignored_or_listed(folder: str) -> None:
    session = ImportSession(folder, path=str(SAMPLE), defaults=SHOP)
    header = session.overview().header
    view = session.set_source("combinations.barcode", None)
    homeless = {column.name: column.ignored for column in view.columns}
    assert homeless["Variant Barcode"] is False
    view = session.ignore("Variant Barcode")
    assert {column.name: column.ignored for column in view.columns}["Variant Barcode"] is True
    used = {field.source.name for field in view.fields if isinstance(field.source, Column)}
    assert used | {column.name for column in view.columns} == set(header)
    view = session.set_source("tags", Fixed("winter"))
    tags = next(field for field in view.fields if field.path == "tags")
    assert (tags.values, tags.result) == (("winter",), "filled in 98 of 98 rows")
    with pytest.raises(TableError, match="which this file does not have"):
        session.set_source("tags", Column("No such column"))
    session.close()


def test_rules_are_asked_with_real_counts(folder: str, tmp_path: Path) -> None:
    path = write_products(tmp_path / "made.csv", 20)
    session = ImportSession(folder, path=str(path))
    asked = {rule.id: rule for rule in session.rules_view()}
    assert asked["url"].count == asked["currency"].count == 20
    assert asked["url"].decided is False
    assert session.check().ready_products == 0
    session.set_rule("url", "template", "https://shop.example/products/{handle}")
    rules = session.set_rule("currency", "value", "EUR")
    assert {rule.id: rule.decided for rule in rules}["currency"] is True
    assert session.check().ready_products == 20
    session.set_rule("currency", "")
    assert session.check().ready_products == 0
    session.close()


def test_questions_and_check_build_each_product_once(folder: str, tmp_path: Path) -> None:
    path = write_products(tmp_path / "made.csv", 300)
    session = ImportSession(folder, path=str(path), defaults=SHOP)

    def built() -> int:
        """How many steps of progress a check reports beyond its end: none when nothing is built."""
        seen: list[int] = []
        session.check(lambda progress: seen.append(progress.done))
        assert seen[-1] == 1200
        return len(seen) - 1

    assert {rule.id for rule in session.rules_view()} == {"url", "currency"}
    assert built() == 0
    session.set_source("combinations.quantity", None)
    assert {rule.id: rule.count for rule in session.rules_view()}["quantity"] > 0
    assert built() == 0
    assert session.set_rule("currency", "value", "INR")[0].decided is False
    assert built() > 0
    session.ignore("Vendor")
    assert built() == 0
    counts = {rule.id: rule.count for rule in session.rules_view()}
    session.set_source("tags", Fixed("winter"))
    assert {rule.id: rule.count for rule in session.rules_view()} == counts
    assert built() > 0
    session.close()


def test_counts_stay_the_same_whatever_is_answered(folder: str) -> None:
    session = ImportSession(folder, path=str(SAMPLE), defaults=SHOP)
    session.set_source("combinations.quantity", None)
    asked = {rule.id: rule.count for rule in session.rules_view()}
    session.set_rule("quantity", "value", "3")
    session.check()
    assert {rule.id: rule.count for rule in session.rules_view()} == asked
    session.set_rule("quantity", "")
    session.check()
    assert {rule.id: rule.count for rule in session.rules_view()} == asked
    session.close()


def test_settings_of_the_command_line_fill_blanks_or_overwrite(folder: str, tmp_path: Path) -> None:
    path = write_products(tmp_path / "made.csv", 3)
    session = ImportSession(folder, path=str(path))
    session.apply_settings(["url=https://shop.example/p/{Handle}", "currency=INR", "tags=filled"])
    assert session.check().ready_products == 3
    session.apply_settings(["tags=forced"], force=True)
    session.check()
    planned = session.plan(warnings_seen=True)
    session.close()
    with Workspace.open(Path(folder)) as workspace:
        waiting = workspace.ledger.waiting(planned.run_id, -1, 10)
        bodies = [json.loads(item.body) for item in waiting]
    assert {body["tags"] for body in bodies} == {"forced"}
    assert {body["currency"] for body in bodies} == {"INR"}
    assert bodies[0]["url"] == f"https://shop.example/p/{bodies[0]['id']}"


def test_another_dialect_reads_the_file_again(folder: str, tmp_path: Path) -> None:
    path = tmp_path / "semicolons.csv"
    path.write_text("Handle;Title\nsage;Sage Candle\nmint;Mint\n", encoding="utf-8")
    session = ImportSession(folder, path=str(path))
    assert session.overview().dialect.delimiter == ";"
    wrong = session.set_dialect(delimiter=",")
    assert wrong.header == ("Handle;Title",)
    right = session.set_dialect(delimiter=";", header=True)
    assert (right.header, right.rows) == (("Handle", "Title"), 2)
    assert session.set_dialect(encoding="cp1252").dialect.encoding == "cp1252"
    session.close()


def test_a_dialect_the_file_cannot_be_read_in_leaves_the_import_as_it_is(folder: str, tmp_path: Path) -> None:
    """Read as UTF-16 it has no line end at all."""
    path = tmp_path / "plain.csv"
    lines = (f"sage-{number},Sage Candle\n" for number in range(1, 101))
    path.write_text("Handle,Title\n" + "".join(lines), encoding="utf-8")
    session = ImportSession(folder, path=str(path))
    session.check()
    session.edit(1, "Title", "Mint")
    before = session.overview()
    with pytest.raises(TableError, match="holds no rows"):
        session.set_dialect(encoding="utf-16-le")
    assert session.overview() == before
    session.ignore("Title")
    session.close()
    again = ImportSession(folder, import_id=before.import_id)
    assert again.overview().dialect.encoding == before.dialect.encoding
    assert again.check().rows == 100
    [row] = again.rows([1])
    assert row.cells == ("sage-1", "Mint")
    again.close()


@pytest.mark.parametrize("change", ["dialect", "answer"])
def test_a_reading_that_cannot_be_saved_does_not_show(folder: str, tmp_path: Path, change: str) -> None:
    path = tmp_path / "people.csv"
    path.write_text(
        "First name,Last name,City\n" + "Ana,Ribeiro,Porto\n" * 12 + "Bo,Lin, the elder,Lund\n",
        encoding="utf-8",
    )
    session = ImportSession(folder, kind="customers", path=str(path))
    before, asked = session.overview(), session.reading_questions()
    with Workspace.open(Path(folder)) as workspace:
        workspace.imports.drop(before.import_id)
    with pytest.raises(WorkspaceError, match="dropped"):
        if change == "dialect":
            session.set_dialect(delimiter=";")
        else:
            session.answer_reading(asked[0].key, LEAVE_OUT)
    assert (session.overview(), session.reading_questions()) == (before, asked)
    session.close()


def test_the_plan_holds_every_row_once(folder: str, tmp_path: Path) -> None:
    session = ImportSession(folder, path=str(SAMPLE), defaults=SHOP)
    session.check()
    session.leave_out([2])
    summary = session.fix_all("name_missing", "leave_out")
    planned = session.plan(warnings_seen=True)
    assert (planned.rows, planned.products) == (98, 46)
    assert planned.left_out == summary.left_out + summary.to_put_right
    session.close()
    with Workspace.open(Path(folder)) as workspace:
        totals = workspace.runs.totals(planned.run_id)
        assert (totals.rows, totals.not_sent, totals.products.total) == (98, 98, 46)
        page = workspace.runs.rows(planned.run_id, Bucket.NOT_SENT)
        assert [row.number for row in page.rows] == list(range(1, 99))
        reasons = {row.number: row.reason for row in page.rows}
        assert reasons[2] == "Left out by you."
        assert reasons[29].startswith("Row 29, Variant Price:")
        assert workspace.imports.get(workspace.runs.get(planned.run_id).import_id or "").state == "planned"
        written = write_run(workspace, planned.run_id, tmp_path / "results")
        assert [path.name for path in written] == ["not_sent.csv", "manifest.json"]
        with written[0].open(encoding="utf-8-sig", newline="") as file:
            rows = list(csv.DictReader(file))
        assert len(rows) == 98
        assert rows[28]["_outcome"] == "not_sent"
    again = ImportSession(folder, path=str(written[0]), defaults=SHOP)
    assert again.overview().rows == 98
    assert again.check().products == 46
    again.close()


def test_an_import_has_one_run(folder: str) -> None:
    session = ImportSession(folder, path=str(SAMPLE), defaults=SHOP)
    first = session.plan(warnings_seen=True)
    session.leave_out([1])
    second = session.plan(warnings_seen=True)
    with Workspace.open(Path(folder)) as workspace:
        assert [info.id for info in workspace.runs.list()] == [second.run_id] != [first.run_id]
        fence = workspace.runner.acquire()
        assert session.overview().earlier == ()
        workspace.ledger.set_state(second.run_id, fence, RunState.RUNNING)
        assert session.overview().earlier == (second.code,)
        with pytest.raises(WorkspaceError, match=f"has been run already, as plan {second.code}"):
            session.plan(warnings_seen=True)
        assert [info.id for info in workspace.runs.list()] == [second.run_id]
    session.close()


def test_opening_a_file_anew_keeps_what_was_decided_about_it_before(folder: str) -> None:
    def opened() -> str:
        with closing(ImportSession(folder, path=str(SAMPLE), defaults=SHOP)) as session:
            return session.overview().import_id

    untouched, decided = opened(), ImportSession(folder, path=str(SAMPLE), defaults=SHOP)
    decided.set_source("tags", Fixed("winter"))
    opened()
    last = opened()
    with Workspace.open(Path(folder)) as workspace:
        kept = {info.id for info in workspace.imports.list()}
        assert kept == {decided.overview().import_id, last}
        assert untouched not in kept
        workspace.imports.drop(decided.overview().import_id)
        with pytest.raises(WorkspaceError, match="was dropped from the list"):
            decided.set_source("tags", None)
    decided.close()


def test_results_do_not_take_the_place_of_their_file(folder: str, tmp_path: Path) -> None:
    path = tmp_path / "refused.csv"
    path.write_bytes(SAMPLE.read_bytes())
    session = ImportSession(folder, path=str(path), defaults=SHOP)
    planned = session.plan(warnings_seen=True)
    session.close()
    with Workspace.open(Path(folder)) as workspace:
        with pytest.raises(WorkspaceError, match=r"take the place of refused\.csv"):
            write_run(workspace, planned.run_id, tmp_path)
        with pytest.raises(WorkspaceError, match=r"take the place of refused\.csv"):
            write_bucket(workspace, planned.run_id, Bucket.NOT_SENT, path)
    assert path.read_bytes() == SAMPLE.read_bytes()


async def test_results_that_cannot_be_written_are_told_in_a_sentence(folder: str, tmp_path: Path) -> None:
    session = ImportSession(folder, path=str(SAMPLE), defaults=SHOP)
    planned = session.plan(warnings_seen=True)
    session.close()
    (tmp_path / "file").touch()
    (tmp_path / "results" / "not_sent.csv").mkdir(parents=True)
    worker = WorkerProcess("svcconsole.services.runs.result_files:ResultWriter", folder)
    with pytest.raises(FileNotWritten) as refused:
        await worker.call("write", planned.run_id, str(tmp_path / "results"))
    assert refused.value.sentence == "not_sent.csv cannot be written: there is a folder of that name."
    with pytest.raises(FileNotWritten) as refused:
        await worker.call("write", planned.run_id, str(tmp_path / "file"))
    assert refused.value.sentence.startswith("file cannot be written: ")
    assert refused.value.advice == "Choose another place."
    await worker.close()


def test_nothing_ready_is_refused(folder: str) -> None:
    session = ImportSession(folder, path=str(SAMPLE))
    session.check()
    with pytest.raises(ImportRefused, match="No product is ready"):
        session.plan()
    session.close()


def test_missing_catalogs_are_named(folder: str, tmp_path: Path) -> None:
    path = write_products(tmp_path / "made.csv", 2)
    session = ImportSession(folder, path=str(path), defaults=SHOP)
    session.apply_settings(["catalogIds=summer; sale"])
    session.check()
    assert session.missing_catalogs() == ()
    session.set_catalogs(["sale"])
    assert session.missing_catalogs() == ("summer",)
    session.close()


def test_pages_filter_search_and_add_up(folder: str) -> None:
    session = ImportSession(folder, path=str(SAMPLE), defaults=SHOP)
    summary = session.check()
    everything = session.rows_page(RowFilter(), 0, 500)
    assert everything.total == len(everything.rows) == 98
    assert everything.columns[:2] == ("Handle", "Title")
    assert session.rows_page(RowFilter(), 90, 500).rows == everything.rows[90:]
    to_put_right = session.rows_page(RowFilter(level="error"))
    assert to_put_right.total == summary.to_put_right
    assert all(row.level == "error" and row.sentence for row in to_put_right.rows)
    handle = everything.rows[0].cells[0]
    found = session.rows_page(RowFilter(text=handle.upper()))
    assert 0 < found.total < 98
    session.close()


async def test_it_lives_in_a_worker_process(folder: str) -> None:
    seen: list[int] = []
    async with WorkerProcess(
        "svcconsole.services.imports.session:ImportSession", folder, path=str(SAMPLE), defaults=SHOP
    ) as worker:
        assert (await worker.call("overview")).rows == 98
        summary = await worker.call("check", progress=lambda progress: seen.append(progress.done))
        assert seen[-1] == summary.rows
        with pytest.raises(TableError, match="There is no row 500"):
            await worker.call("edit", 500, "Title", "x")


async def test_a_file_that_is_not_there_is_a_sentence_from_the_worker(folder: str, tmp_path: Path) -> None:
    absent = str(tmp_path / "absent.csv")
    worker = WorkerProcess("svcconsole.services.imports.session:ImportSession", folder, path=absent)
    with pytest.raises(TableError, match="cannot be opened"):
        await worker.call("overview")
    await worker.close()


def test_what_is_one_persons_own_can_be_emptied_and_is_never_written_into_several_rows(folder: str) -> None:
    path = SAMPLE.with_name("customers.csv")
    session = ImportSession(folder, kind="customers", path=str(path), defaults=Defaults(region="IN"))
    before = session.check()
    ways = {code: [fix.key for fix in session.kind_detail(code).fixes] for code in (
        "phone_damaged", "email_unreadable", "contact_missing",
    )}  # fmt: skip
    assert ways == {
        "phone_damaged": ["empty", "leave_out"],
        "email_unreadable": ["empty", "leave_out"],
        "contact_missing": ["leave_out"],
    }
    after = session.fix_all("phone_damaged", "empty")
    assert (after.ready, after.to_put_right) == (before.ready + 1, before.to_put_right - 1)
    [row] = session.rows([12])
    assert (row.cells[13], row.edited, row.level) == ("", frozenset({"Phone"}), None)
    assert session.undo().to_put_right == before.to_put_right
    session.close()


def test_an_answer_that_reads_the_whole_file_anew_keeps_the_other_questions(folder: str) -> None:
    path = SAMPLE.with_name("customers.csv")
    session = ImportSession(folder, kind="user_properties", path=str(path))
    before = {rule.id: rule.count for rule in session.rules_view()}
    assert before == {"region": 4, "name_blank": 2, "consent": 44, "phone_wrong": 1}
    after = {rule.id: (rule.count, rule.decided) for rule in session.set_rule("region", "value", "IN")}
    assert after == {
        "region": (4, True), "name_blank": (2, False), "consent": (44, False), "phone_wrong": (1, True),
    }  # fmt: skip
    session.close()


def test_reading_who_is_who_can_be_stopped(folder: str, tmp_path: Path) -> None:
    session = ImportSession(folder, kind="customers", path=str(write_people(tmp_path / "people.csv", 900)))
    asked: list[int] = []

    def cancelled() -> bool:
        return len(asked) == 2

    with pytest.raises(WorkCancelled):
        session.check(lambda progress: asked.append(progress.done), cancelled)
    assert asked == [0, 500], "before the first customer was built, and then piece by piece"
    assert session.check().rows == 990
    session.close()
