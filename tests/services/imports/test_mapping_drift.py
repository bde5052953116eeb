"""A saved mapping is offered for a file whose columns have changed a little, and what changed is told."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from svcconsole.services.imports.decisions import mapping_as_json, mapping_from_json
from svcconsole.services.imports.kept_mapping import mapping_lines, read_mapping
from svcconsole.services.imports.mapping_drift import Drift, drift
from svcconsole.services.imports.mapping_text import mapping_text
from svcconsole.services.imports.session import ImportSession
from svcconsole.services.imports.views import ImportRefused
from svcconsole.tables.mapping.mapping import Column, Fixed, Mapping, Template
from svcconsole.tables.values.escapes import NEW_LINES
from svcconsole.words.message import Message
from svcconsole.workspace.database import Workspace

BEFORE = "Key,Given,Mail box,Handset,Town,Sector\n1,Ida,ida@post.example,+491711234567,Pune,retail\n"
AFTER = "Key,Given,Mailbox,Handset,Sector,Level\n2,Bo,bo@post.example,+491711234568,food,4\n"


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        (("a", "b"), ("B", "a"), Drift()),
        (("E-mail address", "x"), ("x", "Email_Address"),
         Drift(renamed=(("E-mail address", "Email_Address"),))),
        (("Phone", "x"), ("x", "Fax", "City"), Drift(gone=("Phone",), new=("Fax", "City"))),
        (("First name", "Last name"), ("Last name", "First names"),
         Drift(renamed=(("First name", "First names"),))),
    ],
)  # fmt: skip
def test_what_differs_is_gone_new_or_renamed(
    before: tuple[str, ...], after: tuple[str, ...], expected: Drift
) -> None:
    assert drift(before, after) == expected


TEXTS = (
    ' two\nlines\tand "quotes" \\n \\ ', "{Title} – {Size}", "{Size (EU)}", '{"x": 1}',
    "\u202eabc\x1b[2J", "\ud83d",
)  # fmt: skip


@pytest.mark.parametrize("text", TEXTS)
def test_any_text_of_a_saved_mapping_comes_back_as_it_was(tmp_path: Path, text: str) -> None:
    mapping = Mapping(
        "products", {"name": Column(text), "brand": Fixed(text)}, {"url": Template(text)}, frozenset({text})
    )
    with Workspace.open(tmp_path) as workspace:
        workspace.mappings.save("products", "1", {"mapping": mapping_as_json(mapping)}, "made.csv")
    with Workspace.open(tmp_path) as workspace:
        found = workspace.mappings.find("products", "1")
    assert found is not None and mapping_from_json(found.settings["mapping"]) == mapping


@pytest.mark.parametrize("text", TEXTS)
def test_a_run_tells_a_column_from_a_text_whatever_stands_in_it(text: str) -> None:
    kept = mapping_text("", Mapping("products", {"name": Column(text), "brand": Fixed(text)}))
    column, fixed = (words for _, words in mapping_lines("products", kept))
    assert isinstance(column, Message) and str(column) == f"“{text}”"
    assert fixed == text
    assert read_mapping(kept)[1] == {"name": f"{{{text}}}", "brand": text}


def test_a_run_of_before_tells_a_text_in_braces_from_a_column() -> None:
    kept = json.dumps({"format": "", "fields": {"name": "{Title}", "brand": '{"x": 1}', "url": "{a}/{b}"}})
    assert [str(words) for _, words in mapping_lines("products", kept)] == ["“Title”", '{"x": 1}', "{a}/{b}"]


def test_a_mapping_is_kept_whole() -> None:
    mapping = Mapping(
        "products", {"name": Column("Title")}, {"currency": Fixed("EUR")}, frozenset({"Brand"}),
        frozenset({"combinations.discountedPrice"}), {"name": NEW_LINES},
    )  # fmt: skip
    assert mapping_from_json(mapping_as_json(mapping)) == mapping
    later = ("zero_blank", "escapes")
    earlier = {name: part for name, part in mapping_as_json(mapping).items() if name not in later}
    assert mapping_from_json(earlier) == replace(mapping, zero_blank=frozenset(), escapes={})


def opened(folder: Path, text: str) -> ImportSession:
    path = folder / "people.csv"
    path.write_text(text)
    return ImportSession(str(folder / "store"), kind="customers", path=str(path))


def mapped_once(folder: Path) -> None:
    """Map the first file by hand and import it, as somebody did."""
    session = opened(folder, BEFORE)
    for path, name in (("partnerCustomerId", "Key"), ("firstName", "Given"), ("email", "Mail box"),
                       ("phoneNumber", "Handset"), ("addresses.city", "Town")):  # fmt: skip
        session.set_source(path, Column(name))
    session.set_source("tags", Fixed("fair"))
    session.ignore("Sector")
    session.plan(warnings_seen=True)
    session.close()


def test_the_mapping_of_a_file_almost_alike_is_offered_and_told_but_not_used_unasked(tmp_path: Path) -> None:
    mapped_once(tmp_path)
    session = opened(tmp_path, AFTER)
    remembered = session.mapping_view().remembered
    assert remembered is not None and not remembered.in_use
    assert remembered.drift == (
        "“Mail box” is now “Mailbox”.", "1 column is gone: Town.", "1 column is new: Level.",
    )  # fmt: skip
    view = session.map_as_remembered()
    assert view.remembered is not None and view.remembered.in_use
    sources = {field.path: field.source for field in view.fields if field.source is not None}
    assert sources == {
        "partnerCustomerId": Column("Key"), "firstName": Column("Given"), "email": Column("Mailbox"),
        "phoneNumber": Column("Handset"), "tags": Fixed("fair"),
    }  # fmt: skip
    assert [(column.name, column.ignored) for column in view.columns] == [("Level", False), ("Sector", True)]
    assert session.check().ready == 1
    session.close()


def test_the_very_same_columns_are_mapped_without_being_asked(tmp_path: Path) -> None:
    mapped_once(tmp_path)
    session = opened(tmp_path, BEFORE.replace("Ida", "Cy"))
    remembered = session.mapping_view().remembered
    assert remembered is not None
    assert (remembered.in_use, remembered.drift) == (True, ())
    session.close()


def test_a_file_of_something_else_is_offered_nothing(tmp_path: Path) -> None:
    mapped_once(tmp_path)
    session = opened(tmp_path, "Key,Street,Floor,Rooms,Rent\n1,Elm,2,3,700\n")
    assert session.mapping_view().remembered is None
    with pytest.raises(ImportRefused, match="No mapping is remembered"):
        session.map_as_remembered()
    session.close()
