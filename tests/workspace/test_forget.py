"""A person who asks to be removed is in no table afterwards, and everybody else is where they were."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from sqlalchemy import insert, select, update

from svcconsole.workspace.database import FILE_NAME, Workspace
from svcconsole.workspace.drafts.imports import SourceFile
from svcconsole.workspace.errors import RunUnderWay, WorkspaceError
from svcconsole.workspace.forget import forget, subject_of
from svcconsole.workspace.known.registries import Entry, RegistryKind
from svcconsole.workspace.runs.ledger_entries import Intent, RecordOutcome, Settlement
from svcconsole.workspace.runs.records import FileRow, NewRun, NewSend, PlanItem
from svcconsole.workspace.schema import ItemState, Repeat, RunState, approvals, deliveries, metadata
from svcconsole.workspace.schema.team_tables import team_metadata

pytestmark = pytest.mark.usefixtures("either_engine")
NUMBER, WRITTEN, OTHER = "+393331234567", "+39 333 123-4567", "+919845000001"
EMAIL, NAME, EXTERNAL, SERVICE = "Noor.Haddad@shop.example", "Noor Haddad", "C-177041", "88120417"
TRACES = ("3331234567", "333 123", "noor", "haddad", EXTERNAL.casefold(), SERVICE)


def dump(workspace: Workspace, folder: Path) -> str:
    """All that stands in the database, in small letters: every value of every table, and the file itself."""
    texts = []
    with workspace.reading() as connection:
        tables = [*metadata.sorted_tables, *(team_metadata.sorted_tables if workspace.shared else ())]
        for table in tables:
            for row in connection.execute(select(table)):
                texts += [each.decode("latin-1") if isinstance(each, bytes) else str(each) for each in row]
    if not workspace.shared:
        workspace.checkpoint()
        texts += [(folder / f"{FILE_NAME}{end}").read_bytes().decode("latin-1") for end in ("", "-wal")]
    return "\n".join(texts).casefold()


def row(number: int, *cells: str) -> tuple[FileRow, ...]:
    return (FileRow(number, number + 1, cells),)


def message(number: int, phone: str, name: str) -> PlanItem:
    body = json.dumps({"contactIdentifier": phone, "payload": {"message": f"Ciao {name}"}}).encode()
    return PlanItem(phone, row(number, phone, name), body, content=b"c" * 16)


def fill(workspace: Workspace) -> dict[str, str]:
    """A workspace in which the person stands everywhere that a workspace keeps people; the ids of runs."""
    header = ("Phone", "Name")
    campaign = workspace.runs.create(
        NewRun("messages", "Messages", "/p.csv", "p.csv", "f" * 64, header, effect=Repeat.ONCE),
        [message(1, OTHER, "Asha"), message(2, NUMBER, NAME), message(3, "+919845000002", "Ben")],
    )
    person = {"partnerCustomerId": EXTERNAL, "email": EMAIL, "firstName": "Noor", "lastName": "Haddad"}
    customers = workspace.runs.create(
        NewRun("customers", f"Import for {NAME}", "/c.csv", "c.csv", "e" * 64, header),
        [
            PlanItem(EXTERNAL, row(1, WRITTEN, NAME), json.dumps(person).encode()),
            PlanItem("x", row(2, WRITTEN, "?"), None, ItemState.BLOCKED, f"{WRITTEN} is odd."),
            PlanItem("C-2", row(3, OTHER, "Asha"), b'{"partnerCustomerId":"C-2"}'),
        ],
    )
    fence = workspace.runner.acquire(campaign)
    workspace.ledger.set_state(campaign, fence, RunState.RUNNING)
    for seq, state in ((0, ItemState.ACKED), (1, ItemState.UNKNOWN)):
        [attempt] = workspace.ledger.write(
            campaign, fence, [Intent("messages.send", f"Row {seq + 1}", (seq,), "0" * 64)]
        )
        outcome = RecordOutcome(
            seq, (OTHER, NUMBER)[seq], state, "", f"{(OTHER, NUMBER)[seq]} said", answer_id=f"m{seq}"
        )
        sentence = f"The answer about {NAME}."
        workspace.ledger.write(
            campaign, fence, [Settlement(attempt, "ok", 200, 0.1, sentence if seq else "", (outcome,))]
        )
    workspace.ledger.set_state(campaign, fence, RunState.STOPPED)
    new = NewSend(
        "tickets.create", Repeat.ONCE, "ticket", f"Ticket of {NAME}",
        json.dumps({"phoneNumber": NUMBER}).encode(), "f" * 64, about=NAME, reference="K7M2-Q9XP",
        people=(f"phone:{NUMBER}", f"id:{SERVICE}"),
        form=json.dumps({"email": EMAIL}),
    )  # fmt: skip
    begun = workspace.sends.begin(new, fence)
    assert isinstance(begun, tuple)
    outcome = RecordOutcome(0, begun[0], ItemState.ACKED)
    settlement = Settlement(begun[1], "ok", 200, 0.1, "", (outcome,))
    workspace.sends.end(begun[0], fence, settlement, {"email": EMAIL}, "t1")
    workspace.runner.release(campaign)
    workspace.people.remember(
        [
            {"id": SERVICE, "phoneNumber": NUMBER, **person},
            {"id": 2, "firstName": "Asha", "lastName": "Rao", "phoneNumber": OTHER},
        ],
        opened=True,
    )
    workspace.registries.save(Entry(RegistryKind.SUPPRESSED, NUMBER, "", f"{NAME} asked"))
    workspace.registries.save(Entry(RegistryKind.AGENTS, "asha@shop.example", "Asha", f"knows {NAME}"))
    workspace.drafts.save(f"customer:{EXTERNAL}", {"name": NAME, "phone": WRITTEN})
    workspace.drafts.save("note", {"text": "Thyme"})
    workspace.changes.record(
        "customers", [EXTERNAL, "C-2"], "updated", source="editor", after={"tags": ["x"]}
    )
    kept = workspace.imports.create("customers", SourceFile("/p.csv", "p.csv", 1, 1, "f" * 64), {"a": 1})
    workspace.imports.add_step(kept, {"cells": [[2, "Phone", WRITTEN]], "left_out": [7]}, {"a": 1})
    workspace.reports.create("Ledger report", {"emails": [EMAIL, "ada@shop.example"]}, "R9PT-0001")
    with workspace.writing() as connection:
        connection.execute(
            insert(deliveries),
            {"id": "m9", "title": "By hand", "name": NAME, "phone": NUMBER, "at": "2026"},
        )
    return {"campaign": campaign, "customers": customers, "single": begun[0]}


@pytest.mark.parametrize("asked", [NUMBER, WRITTEN, EMAIL, f"id:{SERVICE}", EXTERNAL])
def test_nothing_of_the_person_is_left_in_the_database(tmp_path: Path, asked: str) -> None:
    with Workspace.open(tmp_path) as workspace:
        ids = fill(workspace)
        before = dump(workspace, tmp_path)
        assert all(trace in before for trace in TRACES)
        done = forget(workspace, subject_of(workspace, asked))
        after = dump(workspace, tmp_path)
        assert [trace for trace in TRACES if trace in after] == []
        assert done.suppressed
        assert done.counts["records"] == 3
        [entry] = workspace.log.page(limit=1)
        assert (entry.action, entry.count, entry.operator) == ("forgotten", done.total, workspace.operator)
        assert workspace.log.verify().whole
        totals = workspace.runs.totals(ids["campaign"])
        assert (totals.rows, totals.sent, totals.not_sent, totals.needs_decision) == (3, 1, 2, 0)
        assert [each.record_id for each in workspace.ledger.waiting(ids["campaign"], -1, 9)] == [
            "+919845000002"
        ]
        assert [each.record_id for each in workspace.ledger.waiting(ids["customers"], -1, 9)] == ["C-2"]
        assert workspace.sends.get(ids["single"]) is None
        assert [each.cells for each in workspace.runs.rows(ids["customers"]).rows] == [
            ("", ""), ("", ""), (OTHER, "Asha"),
        ]  # fmt: skip
        assert [one.name for one in workspace.people.recent()] == ["Asha Rao"]
        marked, agent = sorted(workspace.registries.entries(), key=lambda one: one.label)
        assert (marked.kind, marked.key[:5], agent.label) == (RegistryKind.SUPPRESSED, "mark:", "Asha")
        assert workspace.drafts.keys() == ["note"]
        assert len(workspace.changes.history("customers", "C-2")) == 1
        assert [one.phone for one in workspace.deliveries.about([OTHER])] == [OTHER]
        assert forget(workspace, subject_of(workspace, asked)).total == 0


def test_a_run_that_is_under_way_is_stopped_first(tmp_path: Path) -> None:
    with Workspace.open(tmp_path) as workspace:
        ids = fill(workspace)
        fence = workspace.runner.acquire(ids["campaign"])
        workspace.ledger.set_state(ids["campaign"], fence, RunState.RUNNING)
        before = dump(workspace, tmp_path)
        with pytest.raises(RunUnderWay, match="is under way with this person"):
            forget(workspace, subject_of(workspace, NUMBER))
        assert dump(workspace, tmp_path) == before


@pytest.mark.parametrize("asked", ["", "  "])
def test_nobody_is_nobody(tmp_path: Path, asked: str) -> None:
    with Workspace.open(tmp_path) as workspace, pytest.raises(WorkspaceError, match="Nobody is named"):
        subject_of(workspace, asked)


ANN, JOANN, HOMONYM = "+4915112345678", "+4915112340002", "+4915112340003"


def customer(number: int, phone: str, name: str, email: str = "") -> dict[str, object]:
    first, last = name.split()
    return {
        "id": 8811000 + number, "firstName": first, "lastName": last, "phoneNumber": phone, "email": email
    }  # fmt: skip


def written(phone: str, text: str) -> bytes:
    return json.dumps(
        {"contactIdentifier": phone, "payload": {"message": text}}, separators=(",", ":")
    ).encode()


def campaign(workspace: Workspace, *people: tuple[str, str]) -> str:
    """A waiting campaign: to which number which text goes."""
    planned = (
        PlanItem(phone, row(at, phone, text), written(phone, text), content=b"c" * 16)
        for at, (phone, text) in enumerate(people, 1)
    )
    header = ("Phone", "Text")
    new = NewRun("messages", "Messages", "/p.csv", "p.csv", "f" * 64, header, effect=Repeat.ONCE)
    return workspace.runs.create(new, planned)


def waiting(workspace: Workspace, run: str) -> list[str]:
    return [each.record_id for each in workspace.ledger.waiting(run, -1, 99)]


def test_longer_addresses_and_others_of_the_same_name_are_other_people(tmp_path: Path) -> None:
    with Workspace.open(tmp_path) as workspace:
        run = campaign(
            workspace, (ANN, "Hi Ann Lee ann@gmail.com"), (JOANN, "Hi Joann Leeman joann@gmail.com"),
            (HOMONYM, "Hi Ann Lee ann@gmail.com.example"), (OTHER, "Hi Ben"),
        )  # fmt: skip
        people = [
            customer(1, ANN, "Ann Lee", "ann@gmail.com"),
            customer(2, JOANN, "Joann Leeman", "joann@gmail.com"),
            customer(3, HOMONYM, "Ann Lee", "j-ann@gmail.com"),
        ]
        workspace.people.remember(people)
        workspace.drafts.save("customer:joann", {"name": "Joann Leeman", "email": "joann@gmail.com"})
        workspace.drafts.save("customer:ann", {"name": "Ann Lee", "email": "j-ann@gmail.com"})
        kept = {one.key: one.body for one in workspace.people.recent()}
        done = forget(workspace, subject_of(workspace, "ann@gmail.com"))
        assert done.counts["records"] == 1
        assert waiting(workspace, run) == [JOANN, HOMONYM, OTHER]
        del kept["id:8811001"]
        assert {one.key: one.body for one in workspace.people.recent()} == kept
        assert workspace.drafts.keys() == ["customer:ann", "customer:joann"]
        assert "j-ann@gmail.com" in json.dumps([each.value for each in workspace.drafts.all()])


@pytest.mark.parametrize("asked", ["+4930123456", "+49 30 123456"])
def test_a_number_is_not_the_beginning_of_a_longer_one(tmp_path: Path, asked: str) -> None:
    longer = ("+49301234567", "+4930 1234 567", "0301234567")
    with Workspace.open(tmp_path) as workspace:
        run = campaign(
            workspace, ("+4930123456", "A"), *((each, "B") for each in longer), ("x", "030/123456")
        )
        forget(workspace, subject_of(workspace, asked))
        assert waiting(workspace, run) == list(longer)


def test_what_others_get_is_as_it_was_though_it_names_them(tmp_path: Path) -> None:
    """A name in a text for everybody, or in a product, tells nobody whose it is."""
    with Workspace.open(tmp_path) as workspace:
        text = "Meet our designer Maria Garcia on Friday"
        run = campaign(workspace, *((f"+91984500{at:04}", text) for at in range(1, 5)))
        products = workspace.runs.create(
            NewRun("products", "Import", "/q.csv", "q.csv", "a" * 64, ("Id", "Vendor")),
            [
                PlanItem("MUG-1", row(1, "MUG-1", "Maria Garcia"), b'{"name":"Mug by Maria Garcia"}'),
                PlanItem("8811009", row(2, "8811009", "x"), b'{"id":"8811009"}'),
            ],
        )
        workspace.changes.record(
            "products", ["MUG-1"], "updated", source="editor", after={"name": "Mug by Maria Garcia"}
        )
        workspace.people.remember([customer(9, "+34600111222", "Maria Garcia")])
        forget(workspace, subject_of(workspace, "+34600111222"))
        assert [each.body for each in workspace.ledger.waiting(run, -1, 9)] == [
            written(f"+91984500{at:04}", text) for at in range(1, 5)
        ]
        assert waiting(workspace, products) == ["MUG-1", "8811009"]
        assert [each.cells for each in workspace.runs.rows(products).rows] == [
            ("MUG-1", "Maria Garcia"), ("8811009", "x"),
        ]  # fmt: skip
        assert len(workspace.changes.history("products", "MUG-1")) == 1


def test_what_was_the_same_in_all_their_messages_goes_with_them(tmp_path: Path) -> None:
    with Workspace.open(tmp_path) as workspace:
        campaign(workspace, (ANN, "Zyxcanary, part 1"), (ANN, "Zyxcanary, part 2"))
        assert "zyxcanary" in dump(workspace, tmp_path)
        forget(workspace, subject_of(workspace, ANN))
        assert "zyxcanary" not in dump(workspace, tmp_path)


@pytest.mark.parametrize("name", ["Jürgen Weiß", "Иван Петров", "Ünal Özer", "İpek Straße"])
def test_a_name_of_any_letters_goes_from_texts(tmp_path: Path, name: str) -> None:
    with Workspace.open(tmp_path) as workspace:
        workspace.people.remember([customer(1, ANN, name)])
        kept = workspace.imports.create(
            "customers", SourceFile("/p.csv", "p.csv", 1, 1, "f" * 64), {"names": [f"Für\n{name}", 7]}
        )
        workspace.imports.add_step(kept, {"cells": [[2, "Name", name]]}, {"names": [f"Für\n{name}", 7]})
        workspace.presets.save("message", f"Für {name}, „Hi“", {"message": f"Hallo {name.upper()}\nHallo"})
        forget(workspace, subject_of(workspace, ANN))
        assert workspace.imports.get(kept).settings == {"names": ["Für\nremoved", 7]}
        assert workspace.imports.steps(kept) == ({"cells": [[2, "Name", "removed"]]},)
        [preset] = workspace.presets.all("message")
        assert (preset.name, preset.values) == ("Für removed, „Hi“", {"message": "Hallo removed\nHallo"})
        assert forget(workspace, subject_of(workspace, ANN)).total == 0


@pytest.mark.parametrize(
    "cell", ["0151 12345678", "(0151) 123-45678", "0049 151 12345678", "+49 (0)151 12345678", "15112345678"]
)
def test_a_number_as_its_country_writes_it_is_theirs(tmp_path: Path, cell: str) -> None:
    with Workspace.open(tmp_path) as workspace:
        run = workspace.runs.create(
            NewRun("customers", "Import", "/c.csv", "c.csv", "e" * 64, ("First", "Last", "Phone")),
            [
                PlanItem("x", row(1, "Anna", "Bell", cell), None, ItemState.BLOCKED, "Twice."),
                PlanItem("y", row(2, "Ben", "Ray", f"{cell}9"), b'{"partnerCustomerId":"y"}'),
            ],
        )
        forget(workspace, subject_of(workspace, ANN))
        assert [each.cells for each in workspace.runs.rows(run).rows] == [
            ("", "", ""), ("Ben", "Ray", f"{cell}9"),
        ]  # fmt: skip


def test_names_that_are_the_same_without_them_do_not_stand_in_its_way(tmp_path: Path) -> None:
    with Workspace.open(tmp_path) as workspace:
        workspace.people.remember([customer(1, ANN, "Ann Lee", "ann@gmail.com")])
        for name in ("For Ann Lee", "For ann lee", "For ann@gmail.com"):
            workspace.presets.save("message", name, {"message": name})
        forget(workspace, subject_of(workspace, ANN))
        names = [each.name for each in workspace.presets.all("message")]
        assert names == ["For removed", "For removed 2", "For removed 3"]


def test_what_a_second_person_answered_stands_without_their_words(tmp_path: Path) -> None:
    with Workspace.open(tmp_path) as workspace:
        run = campaign(workspace, (OTHER, "A"))
        workspace.people.remember([customer(1, ANN, "Ann Lee")])
        asked = {"run_id": run, "plan_sha256": "a" * 64, "people": 2, "asked_by": "x", "asked_at": "2026"}
        given = {
            "answer": "refused", "answered_by": "y", "answered_at": "2026",
            "words": "Take Ann Lee out, she complained",
        }  # fmt: skip
        with workspace.writing() as connection:
            connection.execute(insert(approvals).values(**asked))
            if workspace.shared:  # as another person's, who is not here
                connection.exec_driver_sql("ALTER TABLE approvals DISABLE TRIGGER USER")
            connection.execute(update(approvals).values(**given))
            if workspace.shared:
                connection.exec_driver_sql("ALTER TABLE approvals ENABLE TRIGGER USER")
        forget(workspace, subject_of(workspace, ANN))
        with workspace.reading() as connection:
            [kept] = connection.execute(select(approvals)).all()
        assert (kept.answer, kept.answered_by, kept.words) == ("refused", "y", "")
        if workspace.shared:
            with pytest.raises(WorkspaceError), workspace.writing() as connection:
                connection.execute(update(approvals).values(answer="approved", words=""))
