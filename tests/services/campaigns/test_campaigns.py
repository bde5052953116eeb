"""A campaign before it goes: whether it fits its template, who gets what, and who gets nothing."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from svcconsole.services.campaigns.session import CampaignSession
from svcconsole.services.campaigns.suppression import SUPPRESSED, as_table, read_list
from svcconsole.services.campaigns.views import BLANK, JUMPS, LONGEST, NOT_SENT, REPEATED, RIGHT_TO_LEFT
from svcconsole.services.imports.views import Defaults, ImportRefused
from svcconsole.services.messaging.messages import TYPES
from svcconsole.tables.mapping.mapping import Column, Fixed, Template
from svcconsole.tables.reading.errors import TableError
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.known.registries import Entry
from tests.support.library import write_down

HEADER = ("Phone", "First name", "City", "Link")
PEOPLE = (
    ("+91 98450 00001", "Asha", "Pune", "a1"),
    ("+49 151 23456789", "Ben", "Bonn", "b2"),
    ("+971 50 123 4567", "مريم", "دبي", "c3"),
)


def listed(folder: Path, *rows: Sequence[str], header: Sequence[str] = HEADER) -> Path:
    path = folder / "list.csv"
    lines = [",".join(f'"{cell}"' for cell in row) for row in (header, *rows)]
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


@contextmanager
def campaign(folder: Path, path: Path, kind: str = "templates", **more: Any) -> Iterator[CampaignSession]:
    write_down(folder / "workspace")
    session = CampaignSession(
        str(folder / "workspace"), kind=kind, path=str(path), defaults=Defaults(region="IN"), **more
    )
    try:
        yield session
    finally:
        session.close()


def fields(session: CampaignSession) -> dict[str, str]:
    return {view.path: view.label for view in session.mapping_view().fields if view.required}


@pytest.mark.parametrize(
    ("template", "paths", "body"),
    [
        ("welcome", {"body.0": "{{1}}"}, {"body": ["x"]}),
        (
            "offer_image",
            {"header.0.data": "Header image", "body.0": "{{1}}"},
            {"header": [{"type": "image", "data": "x"}], "body": ["x"]},
        ),
        (
            "order_link",
            {"body.0": "{{1}}", "button.0.data": "“Look at it”: end of its link"},
            {"body": ["x"], "button": [{"type": "URL", "index": 0, "data": "x"}]},
        ),
        (
            "coupon_code",
            {"body.0": "{{1}}", "button.0.data": "“Copy the code”: code"},
            {"body": ["x"], "button": [{"type": "copy_code", "index": 0, "data": "x"}]},
        ),
        (
            "flash_sale",
            {
                "header.0.data": "Header image",
                "body.0": "{{1}}",
                "limited_time_offer.0.data": "End of the offer",
            },
            {
                "header": [{"type": "image", "data": "x"}],
                "body": ["x"],
                "limited_time_offer": [{"type": "limited_time_offer", "data": "x"}],
            },
        ),
        (
            "summer_carousel",
            {
                "body": "{{1}}",
                "carousel.0.header.0.data": "Card 1: Header image",
                "carousel.0.body.0": "Card 1: {{1}}",
                "carousel.0.button.0.data": "Card 1: “Look at it”: end of its link",
                "carousel.1.header.0.data": "Card 2: Header image",
                "carousel.1.body.0": "Card 2: {{1}}",
                "carousel.1.button.0.data": "Card 2: “Look at it”: end of its link",
            },
            {
                "body": "x",
                "carousel": [
                    {
                        "header": [{"type": "image", "data": "x"}],
                        "body": ["x"],
                        "button": [{"type": "URL", "index": 0, "data": "x"}],
                    }
                ]
                * 2,
            },
        ),
    ],
)
def test_a_template_asks_for_its_own_places_and_for_nothing_else(
    tmp_path: Path, template: str, paths: dict[str, str], body: dict[str, Any]
) -> None:
    with campaign(tmp_path, listed(tmp_path, *PEOPLE)) as session:
        sending = session.choose(template)
        assert (sending.chosen, sending.by_column, sending.refusals) == (template, False, ())
        wanted = {f"payload.components.{path}": label for path, label in paths.items()}
        assert {
            path: label for path, label in fields(session).items() if path != "contactIdentifier"
        } == wanted
        assert set(session.missing()) == set(paths.values())
        with pytest.raises(ImportRefused, match="Nothing fills"):
            session.plan(warnings_seen=True)
        for path in wanted:
            session.set_source(path, Fixed("x"))
        assert (session.missing(), session.check().ready) == ((), 3)
        sent = json.loads(session.request_of(1))
        assert sent["payload"]["components"] == body
        assert sent["type"] == ("CAROUSEL" if template == "summer_carousel" else "DEFAULT")
        assert session.recipient(1).body["payload"]["components"] == body


def test_variables_with_names_are_filled_by_columns_of_that_name(tmp_path: Path) -> None:
    with campaign(tmp_path, listed(tmp_path, *PEOPLE)) as session:
        session.choose("greeting")
        assert session.missing() == ("{{1}}", "{{2}}")
        sources = {view.path: view.source for view in session.mapping_view().fields}
        assert sources["payload.components.body.2"] == Column("First name")


@pytest.mark.parametrize(
    ("template", "why"),
    [
        ("film", "This template has a video header; the service fills in images only."),
        ("asks", "“asks” has quick replies, a list or a cart: it is sent by Initiate flow"),
        ("nobody", "The template “nobody” is not in the library, so nobody can see what it says."),
    ],
)
def test_a_template_no_message_can_fill_is_refused_with_the_reason(
    tmp_path: Path, template: str, why: str
) -> None:
    with campaign(tmp_path, listed(tmp_path, *PEOPLE)) as session:
        assert session.choose(template).refusals[0].startswith(why)
        with pytest.raises(ImportRefused) as refused:
            session.plan(warnings_seen=True)
        assert refused.value.sentence.startswith(why)


def test_what_a_template_has_no_place_for_is_refused(tmp_path: Path) -> None:
    with campaign(tmp_path, listed(tmp_path, *PEOPLE)) as session:
        session.choose("welcome")
        session.set_source("payload.components.body.0", Column("First name"))
        session.set_source("payload.components.body.1", Column("City"))
        session.set_source("type", Fixed("CAROUSEL"))
        assert session.refusals() == ("“welcome” has no place for body.1.",)
        assert "body.1" in " ".join(view.label for view in session.mapping_view().fields), (
            "it can be taken away"
        )


def test_a_file_may_name_the_template_of_each_row(tmp_path: Path) -> None:
    rows = [(*row[:3], name) for row, name in zip(PEOPLE, ("welcome", "nobody", "offer_image"), strict=True)]
    path = listed(tmp_path, *rows, header=("Phone", "First name", "City", "Template"))
    with campaign(tmp_path, path) as session:
        session.set_source("payload.components.body.0", Column("First name"))
        assert session.sending().by_column
        summary = session.check()
        assert (summary.ready, summary.to_put_right) == (1, 2)
        said = [session.recipient(row).sentences for row in (1, 2, 3)]
        assert said[0] == ()
        assert said[1][0][1].startswith("The template “nobody” is not in the library")
        assert said[2] == (("error", "Header image has nothing to fill it."),)


@pytest.mark.parametrize("kind", TYPES)
def test_each_type_of_message_asks_for_what_it_needs(tmp_path: Path, kind: str) -> None:
    with campaign(tmp_path, listed(tmp_path, *PEOPLE), kind="messages") as session:
        session.choose(kind)
        for view in session.mapping_view().fields:
            if view.required and view.source is None:
                session.set_source(view.path, Template("For {First name}"))
        assert session.missing() == ()
        assert session.check().ready == 3
        assert session.plan(warnings_seen=True).products == 3


def test_rows_of_a_list_grow_as_they_are_filled(tmp_path: Path) -> None:
    with campaign(tmp_path, listed(tmp_path, *PEOPLE), kind="messages") as session:
        session.choose("buttons")
        names = "payload.section.payload.{}.name"
        for place in range(3):
            assert names.format(place) in {view.path for view in session.mapping_view().fields}
            session.set_source(names.format(place), Fixed(f"Button {place}"))
        assert names.format(3) not in {view.path for view in session.mapping_view().fields}, "three at most"
        session.set_source("payload.body", Column("First name"))
        session.set_source("payload.header.image.mediaLink", Fixed("https://img.example/a.png"))
        session.check()
        payload = json.loads(session.request_of(1))["payload"]
        assert payload["header"] == {"type": "image", "image": {"mediaLink": "https://img.example/a.png"}}
        session.set_source("payload.header.image.mediaLink", None)
        session.check()
        assert "header" not in json.loads(session.request_of(1))["payload"]


def test_who_gets_it_is_counted_by_country_and_who_does_not_by_reason(tmp_path: Path) -> None:
    path = listed(
        tmp_path,
        *PEOPLE,
        ("98450 00001", "Asha again", "Pune", "a1"),
        ("12", "Wrong", "Pune", "a1"),
        ("+91 98450 00009", "", "Pune", "a1"),
        ("+91 98450 00010", "Suppressed", "Pune", "a1"),
    )
    write_down(tmp_path / "workspace")
    with Workspace.open(tmp_path / "workspace") as workspace:
        workspace.registries.save(Entry(SUPPRESSED, "+919845000010"))
    with campaign(tmp_path, path) as session:
        session.choose("welcome")
        session.set_source("payload.components.body.0", Column("First name"))
        session.check()
        found = session.outlook()
        assert (found.rows, found.ready) == (7, 3)
        assert {each.code: each.messages for each in found.countries} == {"IN": 1, "DE": 1, "AE": 1}
        assert {each.title: each.rows for each in found.held} == {
            "Recipient twice in the file": 1,
            "Phone number cannot be read": 1,
            "Variable without a value": 1,
            "On the suppression list": 1,
        }
        assert sum(each.rows for each in found.held) + found.ready == found.rows
        assert set(found.jumps) <= set(JUMPS)
        assert found.jumps[LONGEST][0] in (4, 7)
        assert (found.jumps[BLANK], found.jumps[RIGHT_TO_LEFT], found.jumps[REPEATED]) == ((6,), (3,), (4,))
        assert found.jumps[NOT_SENT] == (4, 5, 6, 7)
        suppressed = session.recipient(7)
        assert (suppressed.ready, suppressed.country, suppressed.name) == (False, "IN", "Suppressed")
        assert suppressed.sentences == (
            ("warning", "+919845000010 is on the suppression list; this row is not sent."),
        )
        with pytest.raises(ImportRefused):
            session.request_of(7)
        run_id = session.plan(warnings_seen=True).run_id
    with Workspace.open(tmp_path / "workspace") as workspace:
        totals = workspace.runs.totals(run_id)
        assert (totals.rows, totals.not_sent) == (7, 7)
        told = {row.number: row.reason for row in workspace.runs.rows(run_id).rows}
        assert told[7].endswith("is on the suppression list; this row is not sent.")


@pytest.mark.parametrize(
    ("text", "numbers", "unread"),
    [
        ("+4915123456789\n+49 151 23456789\nnobody\n", ("+4915123456789",), [3]),
        ("Phone,Why\n98450 00001,asked\n98450 00002,bounced\n", ("+919845000001", "+919845000002"), []),
        ("number\n9845000001\n", ("+919845000001",), []),
        (
            "Name,CountryCode,Phone\nIda,49,0171 1234567\nAsha,,98450 00001\n",
            ("+491711234567", "+919845000001"),
            [],
        ),
        ("Phone,Why\n9.19847E+11,asked\n,\n98450 00002,\n12,left\n", ("+919845000002",), [1, 3]),
    ],
)
def test_a_suppression_list_is_any_list_of_numbers(
    tmp_path: Path, text: str, numbers: tuple[str, ...], unread: list[int]
) -> None:
    path = tmp_path / "stop.csv"
    path.write_text(text, encoding="utf-8")
    found = read_list(path, "IN")
    assert tuple(entry.key for entry in found.entries) == numbers
    assert [each.row for each in found.unread] == unread


def test_a_suppression_list_comes_back_as_it_was_written(tmp_path: Path) -> None:
    entries = (
        Entry(SUPPRESSED, "+4915123456789", "=1+1 أحمد 🎁", 'said "no"\ntwice'),
        Entry(SUPPRESSED, "+919845000005", "", "stop.csv"),
    )
    path = tmp_path / "ours.csv"
    path.write_bytes(as_table(entries).encode())
    assert read_list(path, "IN").entries == entries
    assert "\n=" not in path.read_text() and "\"'=1+1" in path.read_text()


def test_a_suppressed_number_keeps_the_name_it_has_in_a_file_and_else_the_files(tmp_path: Path) -> None:
    path = tmp_path / "unsubscribed.csv"
    path.write_text("Name,Phone\nAsha,98450 00001\n,98450 00002\nTwin,98450 00001\n")
    assert read_list(path, "IN").entries == (
        Entry(SUPPRESSED, "+919845000001", "Asha", "unsubscribed.csv"),
        Entry(SUPPRESSED, "+919845000002", "", "unsubscribed.csv"),
    )


@pytest.mark.parametrize("text", ["Name,City\nAsha,Pune\n", "Name\nAsha\n"])
def test_a_file_without_numbers_is_no_suppression_list(tmp_path: Path, text: str) -> None:
    path = tmp_path / "stop.csv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(TableError):
        read_list(path, "IN")
