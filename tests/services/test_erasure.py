"""A thousand people who were known in every way leave no byte in any file, and one of them none of theirs."""

from __future__ import annotations

import asyncio
import gzip
import json
import re
import zipfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import insert

from svcconsole import folders
from svcconsole.profiles import Profile
from svcconsole.services.campaigns.suppression import suppressed
from svcconsole.services.erasure import erase_person, wipe_store
from svcconsole.store_folders import folder_of_profile
from svcconsole.workspace.database import FILE_NAME, Workspace
from svcconsole.workspace.drafts.imports import SourceFile
from svcconsole.workspace.errors import RunUnderWay
from svcconsole.workspace.known.registries import Entry, RegistryKind
from svcconsole.workspace.local_copy import LocalCopy
from svcconsole.workspace.runs.before_answers import BeforeAnswer, BeforeState
from svcconsole.workspace.runs.ledger_entries import Intent, RecordOutcome, Settlement
from svcconsole.workspace.runs.records import FileRow, NewRun, NewSend, PlanItem
from svcconsole.workspace.schema import ItemState, Repeat, RunState, deliveries, log_people, webhook_events
from tests.support.coroutines import until
from tests.support.readers import database_address, short_patience, somebody_reads

__all__ = ["short_patience"]

PEOPLE = 1000
SIGNS = (b"zyxcanary", b"4477123", b"canaryexample", b"quillfold")
"""What stands in every name, number, e-mail and street of theirs, and nowhere else."""


def person(number: int) -> dict[str, object]:
    return {
        "id": 8_000_000 + number,
        "partnerCustomerId": f"zyxcanary-{number:04}",
        "firstName": f"Zyxcanary{number:04}",
        "lastName": f"Ofzyxcanary{number:04}",
        "phoneNumber": phone(number),
        "email": f"p{number:04}@canaryexample.org",
        "addresses": [{"address1": f"{number} Quillfold", "city": f"Quillfoldtown{number}"}],
    }


def phone(number: int) -> str:
    return f"+4477123{number:05}"


def name(number: int) -> str:
    return f"Zyxcanary{number:04} Ofzyxcanary{number:04}"


def fill(workspace: Workspace) -> None:
    """Everybody stands wherever a workspace, or this program beside it, keeps people."""
    header = ("Phone", "Name")
    rows = [(FileRow(at + 1, at + 2, (phone(at), name(at))),) for at in range(PEOPLE)]
    bodies = [
        json.dumps({"contactIdentifier": phone(at), "payload": {"message": f"Hi {name(at)}"}}).encode()
        for at in range(PEOPLE)
    ]
    campaign = workspace.runs.create(
        NewRun("messages", "Messages", "/p.csv", "p.csv", "f" * 64, header, effect=Repeat.ONCE),
        [PlanItem(phone(at), rows[at], bodies[at]) for at in range(PEOPLE)],
    )
    customers = workspace.runs.create(
        NewRun("customers", "Import", "/c.csv", "c.csv", "e" * 64, header),
        [PlanItem(f"zyxcanary-{at:04}", rows[at], json.dumps(person(at)).encode()) for at in range(PEOPLE)],
    )
    fence = workspace.runner.acquire(campaign)
    workspace.ledger.set_state(campaign, fence, RunState.RUNNING)
    for seq in range(0, 12, 4):
        [attempt] = workspace.ledger.write(
            campaign, fence, [Intent("messages.send", phone(seq), (seq,), "0" * 64)]
        )
        outcome = RecordOutcome(
            seq, phone(seq), ItemState.ACKED, "", f"{name(seq)} said", answer_id=f"m{seq}"
        )
        answer = Settlement(attempt, "ok", 200, 0.1, f"About {name(seq)}.", (outcome,))
        workspace.ledger.write(campaign, fence, [answer])
    workspace.ledger.set_state(campaign, fence, RunState.STOPPED)
    for at in range(3):
        new = NewSend(
            "tickets.create", Repeat.ONCE, "ticket", f"Ticket of {name(at)}",
            json.dumps({"phoneNumber": phone(at)}).encode(), f"{at:064}", about=name(at),
            reference=f"K7M2-Q9X{at}", people=(f"phone:{phone(at)}",), form=json.dumps(person(at)),
        )  # fmt: skip
        begun = workspace.sends.begin(new, fence)
        assert isinstance(begun, tuple)
        outcome = RecordOutcome(0, begun[0], ItemState.ACKED)
        workspace.sends.end(
            begun[0], fence, Settlement(begun[1], "ok", 200, 0.1, "", (outcome,)), {"to": phone(at)}, f"t{at}"
        )
    workspace.runner.release(campaign)
    workspace.before.add(
        customers,
        [BeforeAnswer((at,), BeforeState.READ, json.dumps(person(at)).encode()) for at in range(20)],
    )
    workspace.people.remember([person(at) for at in range(PEOPLE)], opened=True)
    for at in range(20):
        workspace.registries.save(Entry(RegistryKind.SUPPRESSED, phone(at), name(at), "asked"))
        workspace.drafts.save(f"customer:zyxcanary-{at}", person(at))
        workspace.changes.record(
            "customers", [f"zyxcanary-{at:04}"], "updated", source="editor", after=person(at)
        )
    imported = workspace.imports.create("customers", SourceFile("/p.csv", "p.csv", 1, 1, "f" * 64), {})
    workspace.imports.add_step(imported, {"cells": [[2, "Phone", phone(7)]]}, {})
    workspace.reports.create("Ledger report", {"emails": ["p0001@canaryexample.org"]}, "R9PT-0001")
    workspace.presets.save("message", name(3), {"to": phone(3)})
    with workspace.writing() as connection:
        for at in range(PEOPLE):
            row = {"id": f"m-{at}", "title": name(at), "name": name(at), "phone": phone(at), "at": "2026"}
            connection.execute(insert(deliveries), row)
        event = {
            "id": "e1", "received_at": "2026", "kind": "click", "said_at": "2026", "message_id": "m1",
            "word": "", "url": "", "callback": "", "body": json.dumps(person(5)),
        }  # fmt: skip
        connection.execute(insert(webhook_events), event)
    beside = {"results/A/sent.csv": 1, "reports/r1/report.csv": 2, f"{FILE_NAME}.version-8": 3}
    for path, at in beside.items():
        file = workspace.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"{name(at)},{phone(at)}\n")
    folder = folders.data_dir() / "logs"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "svcconsole.log").write_text(f'{{"event": "bug", "exception": "{name(4)} {phone(4)}"}}\n')
    if workspace.shared:
        LocalCopy(workspace.folder).refresh(workspace)
        with closing(psycopg.connect(database_address(), autocommit=True)) as raw:
            raw.execute("ANALYZE")  # as the server does by itself; its planner notes values


def files(workspace: Workspace) -> Iterator[Path]:
    """All that this program keeps, and all that the database's server keeps but for its log of writes."""
    if workspace.shared:
        with closing(psycopg.connect(database_address(), autocommit=True)) as raw:
            raw.execute("CHECKPOINT")
            [data] = raw.execute("SHOW data_directory").fetchone() or ("",)
            [oid] = raw.execute(
                "SELECT oid FROM pg_database WHERE datname = current_database()"
            ).fetchone() or (0,)
        for part in (f"base/{oid}", "global"):
            yield from (path for path in (Path(data) / part).rglob("*") if path.is_file())
    for folder in (folders.data_dir(), folders.config_dir()):
        yield from (path for path in folder.rglob("*") if path.is_file())


def found(workspace: Workspace, *signs: bytes) -> dict[str, set[bytes]]:
    """In which file which signs stand, in small letters."""
    pattern = re.compile(b"|".join(map(re.escape, signs)), re.IGNORECASE)
    hits = {
        path.name: {each.lower() for each in pattern.findall(path.read_bytes())} for path in files(workspace)
    }
    return {path: seen for path, seen in hits.items() if seen}


@pytest.fixture
def workspace(own_folders: Path, either_engine: None) -> Iterator[Workspace]:
    with Workspace.open(folders.store_dir("store-canary")) as opened:
        fill(opened)
        yield opened


def test_a_wipe_leaves_nobody_in_any_file(workspace: Workspace) -> None:
    assert {sign for seen in found(workspace, *SIGNS).values() for sign in seen} == set(SIGNS)
    workspace.saved_files.add(Path("/home/ana/list.csv"))
    entries = workspace.log.count()
    done = wipe_store(workspace)
    assert found(workspace, *SIGNS) == {}
    assert done.entries > 5 * PEOPLE and done.left == ()
    assert done.elsewhere == ("/home/ana/list.csv",)
    assert workspace.log.verify().whole and workspace.log.count() == entries + 1
    [entry] = workspace.log.page(limit=1)
    assert (entry.action, entry.count) == ("wiped", done.entries)
    assert workspace.people.recent() == [] and workspace.runs.list() == ()
    kept = suppressed(workspace)
    assert [at for at in range(40) if phone(at) in kept] == list(range(20))
    assert phone(21) not in kept and "" not in kept
    workspace.runner.acquire()
    assert workspace.decisions.count() == 0
    workspace.runner.release()


async def test_a_wipe_waits_until_nobody_reads_what_was_there(workspace: Workspace) -> None:
    with somebody_reads(workspace.folder) as end:
        wiping = asyncio.create_task(asyncio.to_thread(wipe_store, workspace))
        await until(lambda: not workspace.runs.list())
        assert found(workspace, *SIGNS) and not wiping.done()
        end()
        assert (await wiping).rewritten
    assert found(workspace, *SIGNS) == {}


@pytest.mark.usefixtures("short_patience")
def test_who_reads_on_is_told_of_and_the_same_again_leaves_nothing(workspace: Workspace) -> None:
    with somebody_reads(workspace.folder):
        assert not erase_person(workspace, phone(3)).forgotten.rewritten
        assert not wipe_store(workspace).rewritten
        assert found(workspace, *SIGNS)
    assert wipe_store(workspace).rewritten
    assert found(workspace, *SIGNS) == {}


def test_a_wipe_waits_for_nothing_that_is_sent(workspace: Workspace) -> None:
    run = workspace.runs.list()[0].id
    fence = workspace.runner.acquire(run)
    workspace.ledger.set_state(run, fence, RunState.RUNNING)
    with pytest.raises(RunUnderWay, match="is under way"):
        wipe_store(workspace)
    assert len(workspace.runs.list()) == 2


def test_whoever_asks_to_be_removed_is_in_no_file_and_the_others_are(workspace: Workspace) -> None:
    for at, asked in ((1, phone(1)), (2, "p0002@canaryexample.org"), (4, "zyxcanary-0004")):
        done = erase_person(workspace, asked)
        signs = (name(at).split()[0].encode(), phone(at).encode()[1:], b"p%04d@canary" % at)
        assert found(workspace, *signs) == {}, asked
        assert done.forgotten.suppressed and done.left == ()
        [entry] = workspace.log.page(limit=1)
        assert len(entry.details["person"]) >= 3 and entry.people == ()
        assert phone(at) in suppressed(workspace)
        assert workspace.log.count(text=phone(at)) >= 1
    assert workspace.log.verify().whole
    assert workspace.people.of([f"phone:{phone(5)}"])[0].name == name(5)
    [rest] = workspace.log.page(actions=("sent",), text=phone(0))
    assert rest.people == (name(0),)
    with workspace.reading() as connection:
        assert [row.name for row in connection.execute(log_people.select())] == [name(0)]


def test_result_files_and_packed_files_go_by_run_and_by_any_writing_of_the_number(own_folders: Path) -> None:
    header = ("Id", "First name", "Last name", "Phone")
    with Workspace.open(folders.store_dir("store-one")) as workspace:
        rows = (("C1", "Anna", "Bell", "0151 12345678"), ("C2", "Ben", "Ray", "0151 99999999"))
        run = workspace.runs.create(
            NewRun("customers", "Import", "/c.csv", "c.csv", "e" * 64, header),
            [
                PlanItem(cells[0], (FileRow(at, at + 1, cells),), b'{"partnerCustomerId":"%d"}' % at)
                for at, cells in enumerate(rows, 1)
            ],
        )
        code = workspace.runs.get(run).code
        theirs, others = workspace.folder / folders.RESULTS / code, workspace.folder / folders.RESULTS / "B"
        for folder, cells in ((theirs, "Anna,Bell"), (others, "Ben,Ray"), (others / "C", "0151/123456-78")):
            folder.mkdir(parents=True)
            (folder / "sent.csv").write_text(f"{cells}\n")
        packed = workspace.folder / "handed-over" / "i1" / "list.xlsx"
        packed.parent.mkdir(parents=True)
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as book:
            book.writestr("xl/sharedStrings.xml", "<si><t>+49 151 12345678</t></si>")
        done = erase_person(workspace, "+4915112345678")
        assert sorted(done.removed) == sorted([theirs, others / "C" / "sent.csv", packed])
        assert (others / "sent.csv").is_file() and not theirs.exists()


def test_packed_files_are_unpacked_and_those_that_cannot_be_are_told_of(own_folders: Path) -> None:
    with Workspace.open(folders.store_dir("store-one")) as workspace:
        reports = workspace.folder / folders.REPORTS / "r1"
        reports.mkdir(parents=True)
        theirs = gzip.compress(b"Phone\n+49 151 12345678\n")
        packed, nested, damaged, cut = (
            reports / name for name in ("body.csv", "parts.zip", "book.xlsx", "part.gz")
        )
        packed.write_bytes(theirs)
        with zipfile.ZipFile(nested, "w", zipfile.ZIP_DEFLATED) as parts:
            parts.writestr("part.csv.gz", theirs)
        damaged.write_bytes(nested.read_bytes()[:-30])
        cut.write_bytes(gzip.compress(b"nobody" * 50)[:-12])
        (reports / "others.gz").write_bytes(gzip.compress(b"+49 151 99999999"))
        done = erase_person(workspace, "+4915112345678")
        assert (sorted(done.removed), sorted(done.unread)) == ([packed, nested], [damaged, cut])
        assert sorted(path.name for path in reports.iterdir()) == ["book.xlsx", "others.gz", "part.gz"]


@pytest.mark.usefixtures("own_folders", "either_engine")
def test_what_the_store_answered_before_a_run_is_unpacked_and_looked_into() -> None:
    """Of a customer only the answer may know the number; an id of theirs may be a product's, too."""
    with Workspace.open(folders.store_dir("store-one")) as workspace:
        for kind in ("customers", "products"):
            run = workspace.runs.create(
                NewRun(kind, "Import", "/c.csv", "c.csv", "e" * 64, ("Id",)),
                [PlanItem(f"r{at}", (), b'{"id":"r%d"}' % at) for at in range(2)],
            )
            answers = [json.dumps({"id": f"r{at}", **person(at)}).encode() for at in range(2)]
            if kind == "products":
                answers = [b'{"data":{"products":[{"id":"zyxcanary-0001"}]}}', b"{}"]
            workspace.before.add(run, [BeforeAnswer((at,), BeforeState.READ, answers[at]) for at in range(2)])
        workspace.people.remember([person(1)], opened=True)
        erase_person(workspace, phone(1))
        kept = {
            info.kind: [each.seqs for each in workspace.before.of(info.id)] for info in workspace.runs.list()
        }
        assert kept == {"customers": [(0,)], "products": [(0,), (1,)]}


@pytest.mark.parametrize("earlier", [False, True], ids=["in the store's folder", "beside all stores"])
@pytest.mark.parametrize("wiped", [False, True], ids=["one person", "everything"])
def test_what_was_united_with_a_store_goes_with_it(own_folders: Path, *, earlier: bool, wiped: bool) -> None:
    shop, other = (
        Profile(id=name, name=name, base_url=f"https://{name}.example") for name in ("shop", "other")
    )
    for profile in (shop, other):
        target = folder_of_profile(profile, [profile])
        with Workspace.open(target) as workspace:
            workspace.people.remember([person(1)])
        with Workspace.open(folders.data_dir() / "stores" / profile.id) as workspace:
            workspace.people.remember([person(2)])
            workspace.runs.create(
                NewRun("products", "P", "/p.csv", "p.csv", "f" * 64, ("Id",)), [PlanItem("a", (), b"{}")]
            )
        assert folder_of_profile(profile, [profile]) == target
    unknown = folders.data_dir() / "merged" / "nobody"
    if earlier:
        for path in (folders.data_dir() / "stores").glob("*/merged/*"):
            unknown.parent.mkdir(exist_ok=True)
            path.rename(unknown.parent / path.name)
        unknown.mkdir()
    with Workspace.open(folder_of_profile(shop, [shop])) as workspace:
        done = wipe_store(workspace) if wiped else erase_person(workspace, phone(2))
    assert done.elsewhere == ((str(unknown),) if earlier else ())
    holding = {
        file.relative_to(folders.data_dir())
        for file in folders.data_dir().rglob("*")
        if file.is_file() and b"Zyxcanary0002" in file.read_bytes()
    }
    kept = folder_of_profile(other, [other]).relative_to(folders.data_dir())
    united = Path("merged", "other") if earlier else kept / "merged" / "other"
    assert holding == {kept / FILE_NAME, united / FILE_NAME}, "the other store's are its own"
