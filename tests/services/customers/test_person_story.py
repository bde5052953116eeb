"""A person's story: every source of the table tells what it holds, under whatever key it was kept."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from svcconsole import languages
from svcconsole.gui.design.words import tr
from svcconsole.gui.panels.person.timeline_text import ending_of, mark_of, title_of
from svcconsole.services.customers.customer_timeline import (
    SOURCES,
    TimelineEntry,
    TimelineKind,
    people_of,
    person_of,
    timeline_of,
)
from svcconsole.words import catalog
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.known.people import Person
from svcconsole.workspace.runs.deliveries import Tracked
from svcconsole.workspace.runs.records import Decision, NewSend
from svcconsole.workspace.schema import ItemState, Repeat
from tests.gui.panels.person.conftest import GIULIA, OURS, THEIRS, run_of
from tests.support.later import later

KEYS = ("id:4711", "external:C-0188", "phone:+393471000188", "email:giulia@post.example")


@pytest.fixture
def space(tmp_path: Path) -> Iterator[Workspace]:
    with Workspace.open(tmp_path) as workspace:
        yield workspace


def giulia(space: Workspace) -> Person:
    (person,) = space.people.remember([GIULIA])
    return person


def in_doubt(space: Workspace, *people: str) -> str:
    """A single send of which nobody knows; its run."""
    fence = space.runner.acquire()
    new = NewSend("tickets.create", Repeat.ONCE, "ticket", "Ticket", b"{}", "f", people=people)
    begun = space.sends.begin(new, fence, again=True)
    assert isinstance(begun, tuple)
    space.sends.leave(begun[0], fence)
    space.runner.release()
    return begun[0]


def test_a_person_is_known_by_each_key(space: Workspace) -> None:
    person = giulia(space)
    assert set(person.keys) == set(KEYS)
    for key in KEYS:
        assert person_of(space, [key]) == person


def test_somebody_never_seen_is_what_the_keys_say(space: Workspace) -> None:
    person = person_of(space, ["phone:+4915112345678", "email:noor@post.example"], "Noor")
    assert (person.key, person.name, person.phones) == ("", "Noor", ("+4915112345678",))
    assert set(person.keys) == {"phone:+4915112345678", "email:noor@post.example"}


@pytest.mark.parametrize("key", KEYS)
def test_what_was_sent_under_any_key_is_told(space: Workspace, key: str) -> None:
    person, run_id = giulia(space), in_doubt(space, key)
    in_doubt(space, "phone:+390000")
    (told,) = timeline_of(space, person)
    assert (told.what, told.state, told.run_id, told.undecided) == (
        TimelineKind.SENT, ItemState.UNKNOWN, run_id, True,
    )  # fmt: skip


@pytest.mark.parametrize("kind", ["customers", "user_properties", "tickets", "flows"])
@pytest.mark.parametrize(
    "record", [OURS, "phoneNumber:+393471000188", "email:giulia@post.example", "email:Giulia@post.example"]
)
@pytest.mark.parametrize(
    "end",
    [ItemState.ACKED, ItemState.REJECTED, ItemState.UNKNOWN, ItemState.LEFT_OUT, ItemState.BLOCKED],
)
def test_rows_of_files_are_told_with_their_end(
    space: Workspace, kind: str, record: str, end: ItemState
) -> None:
    person = giulia(space)
    run_id = run_of(space, kind, "contacts.csv", {THEIRS: end, record: end})
    run_of(space, "products", "range.csv", {record: end})
    (told,) = timeline_of(space, person)
    assert (told.what, told.state, told.kind, told.title) == (
        TimelineKind.IMPORTED,
        end,
        kind,
        "contacts.csv",
    )
    assert told.failed is (end is not ItemState.ACKED)
    if end is not ItemState.ACKED:
        assert (told.row, told.run_id, bool(told.reason)) == (2, run_id, True)


def test_a_forgotten_run_leaves_what_was_accepted(space: Workspace) -> None:
    person = giulia(space)
    run_id = run_of(space, "customers", "contacts.csv", {OURS: ItemState.ACKED})
    space.runs.forget(run_id)
    (told,) = timeline_of(space, person)
    assert (told.state, told.title, told.run_id) == (ItemState.ACKED, "", "")
    assert ending_of(told) == "Accepted · an import that is no longer kept"


@pytest.mark.parametrize("kind", ["messages", "templates"])
def test_messages_of_a_campaign_are_told_by_the_number_they_go_to(space: Workspace, kind: str) -> None:
    person, number = giulia(space), GIULIA["phoneNumber"]
    ends = {number: ItemState.ACKED, "+390000": ItemState.ACKED}
    run_of(space, kind, "spring.csv", ends)
    doubtful = run_of(space, kind, "summer.csv", {number: ItemState.UNKNOWN})
    doubt, sent = timeline_of(space, person)
    assert (title_of(sent), ending_of(sent)) == ("Sent by a campaign", "Accepted · spring.csv")
    assert (title_of(doubt), doubt.undecided) == ("Row 1 of summer.csv", True)
    (open_,) = space.decisions.open()
    assert people_of(space, open_) == (f"phone:{number}",)
    space.decisions.decide([(doubtful, 0)], Decision.COUNT_AS_SENT, "Meera")
    assert timeline_of(space, person)[0].what is TimelineKind.DECIDED


def test_edits_are_told_with_their_fields(space: Workspace) -> None:
    person = giulia(space)
    before, after = {"email": "a", "tags": ["VIP"]}, {"email": "b", "tags": ["VIP"]}
    space.changes.record("customers", ["id:4711"], "updated", source="editor", before=before, after=after)
    space.changes.record("customers", ["id:9"], "updated", source="editor", before=before, after=after)
    (told,) = timeline_of(space, person)
    assert (told.what, told.fields) == (TimelineKind.CHANGED, ("email",))


def test_decisions_are_told_with_who_made_them_until_they_are_taken_back(space: Workspace) -> None:
    person = giulia(space)
    single = in_doubt(space, "id:4711")
    of_run = run_of(space, "customers", "contacts.csv", {OURS: ItemState.UNKNOWN})
    made = space.decisions.decide([(single, 0), (of_run, 0)], Decision.COUNT_AS_SENT, "hanna")
    decided = [told for told in timeline_of(space, person) if told.what is TimelineKind.DECIDED]
    assert {(told.title, told.by) for told in decided} == {("Ticket", "hanna"), ("contacts.csv", "hanna")}
    space.decisions.undo(made)
    assert all(told.what is not TimelineKind.DECIDED for told in timeline_of(space, person))


def test_what_went_once_more_is_no_problem_any_more(space: Workspace) -> None:
    person, old = giulia(space), in_doubt(space, "id:4711")
    fence = space.runner.acquire()
    new = NewSend(
        "tickets.create", Repeat.ONCE, "ticket", "Ticket", b"{}", "f", people=("id:4711",), retry_of=old
    )
    with later():
        space.sends.begin(new, fence, again=True, decided_by="hanna")
    assert [told for told in timeline_of(space, person) if told.failed] == []


def test_a_doubt_leads_to_its_person(space: Workspace) -> None:
    in_doubt(space, "phone:+39")
    run_of(space, "customers", "contacts.csv", {OURS: ItemState.UNKNOWN})
    run_of(space, "products", "range.csv", {"P-1": ItemState.UNKNOWN})
    found = {doubt.kind: people_of(space, doubt) for doubt in space.decisions.open()}
    assert found == {"ticket": ("phone:+39",), "customers": ("external:C-0188",), "products": ()}


def test_every_source_is_one_row_and_everything_it_tells_has_words(space: Workspace) -> None:
    assert len({source.name for source in SOURCES}) == len(SOURCES)
    for what in TimelineKind:
        for state in (None, *ItemState):
            happening = TimelineEntry("2026-03-02T09:41:07Z", what, "Ticket", "ticket", state, "Why.", row=1)
            assert title_of(happening)
            assert all(mark_of(happening))
            assert ending_of(happening) is not None


def test_the_rows_of_one_person_are_found_by_an_index(space: Workspace) -> None:
    giulia(space)
    run_of(space, "customers", "contacts.csv", {OURS: ItemState.REJECTED})
    statements: list[str] = []
    with space.reading() as connection:
        raw = connection.connection.driver_connection
        assert raw is not None
        raw.set_trace_callback(statements.append)
    assert space.traces.of(("customers",), (OURS,))
    (asked,) = [text for text in statements if "items.record_id IN" in text]
    with space.reading() as connection:
        steps = [row[3] for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {asked}")]
    assert any("items_not_taken" in step for step in steps), steps


def test_why_a_message_did_not_arrive_is_said_in_the_language_in_use(space: Workspace) -> None:
    person = giulia(space)
    sent = "2026-11-24T09:00:00.000Z"
    lost = Tracked(
        "m1", in_doubt(space), "Candles", "", "+393471000188", sent,
        said=(("sent", sent), ("failed", sent)), why="131026: no", known=True,
    )  # fmt: skip
    space.deliveries.track([lost])
    space.deliveries.heard([lost])
    (told,) = (each for each in timeline_of(space, person) if each.what is TimelineKind.LOST)
    assert told.reason == "No WhatsApp on this number. Take the person off WhatsApp sends"
    catalog.use(languages.language("es"))
    try:
        assert tr("No WhatsApp on this number") in ending_of(told)
        assert "No WhatsApp on this number" not in ending_of(told)
    finally:
        catalog.use(catalog.ENGLISH)
