"""The index of people: everyone seen is found again without the store, whatever was left out later."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import event
from sqlalchemy.engine import Engine

from svcconsole.workspace.address import OWN_FILE
from svcconsole.workspace.database import Workspace

pytestmark = pytest.mark.usefixtures("either_engine")

MEERA = {
    "id": 88120447,
    "partnerCustomerId": "C-20418",
    "firstName": "मीरा",
    "lastName": "शर्मा",
    "phoneNumber": "+919845022817",
    "email": "meera.s@post.example",
    "addresses": [
        {"city": "Mumbai", "country": "India", "isDefault": False},
        {"city": "Pune", "country": "India", "isDefault": True},
    ],
    "assets": [
        {"assetName": "PHONE_NUMBER", "assetValue": "+912055500161"},
        {"assetName": "EMAIL", "assetValue": "Meera.Sharma@work.example"},
    ],
    "tags": ["VIP", {"name": "newsletter"}],
}
ZOE = {"id": 2, "partnerCustomerId": "C-11873", "firstName": "Zoë", "lastName": "100%_Berg"}


@pytest.fixture
def space(tmp_path: Path) -> Workspace:
    workspace = Workspace.open(tmp_path / "store")
    workspace.people.remember([MEERA], opened=True)
    workspace.people.remember([ZOE])
    return workspace


@pytest.mark.parametrize(
    "words",
    ["मीरा", "88120447", "c-204", "98450 22817", "+91 98450", "2055500161", "meera.s@", "SHARMA@WORK", "vip",
     "newsletter", "pune", "mumbai india"],
)  # fmt: skip
def test_people_are_found_by_all_that_is_known_of_them(space: Workspace, words: str) -> None:
    with space:
        assert [person.key for person in space.people.search(words)] == ["id:88120447"]


@pytest.mark.parametrize(
    ("words", "found"), [("zoë", ["id:2"]), ("ZOË", ["id:2"]), ("100%_b", ["id:2"]), ("%", ["id:2"]),
                         ("nobody", []), ("meera zoë", [])]
)  # fmt: skip
def test_words_are_taken_as_they_are(space: Workspace, words: str, found: list[str]) -> None:
    with space:
        assert [person.key for person in space.people.search(words)] == found


def test_an_answer_that_leaves_something_out_takes_nothing_away(space: Workspace) -> None:
    shorter = {name: value for name, value in MEERA.items() if name not in ("addresses", "assets", "tags")}
    with space:
        (person,) = space.people.remember([shorter])
        assert (person.place, person.tags) == ("Pune, India", ("VIP", "newsletter"))
        assert person.phones == ("+919845022817", "+912055500161")
        assert person.opened_at is not None
        (person,) = space.people.remember([{**shorter, "tags": [], "email": "new@post.example"}])
        assert (person.tags, person.emails) == ((), ("new@post.example", "Meera.Sharma@work.example"))
        without = {name: value for name, value in shorter.items() if name != "lastName"}
        (person,) = space.people.remember([without])
        assert person.name == "मीरा"


def test_the_cards_opened_last_are_recent_then_who_came_in_and_everyone_is_counted(space: Workspace) -> None:
    with space:
        assert [person.key for person in space.people.recent()] == ["id:88120447", "id:2"]
        assert [person.key for person in space.people.recent(1)] == ["id:88120447"]
        space.people.remember([ZOE], opened=True)
        assert [person.key for person in space.people.recent()] == ["id:2", "id:88120447"]
        assert space.people.count() == 2
        space.people.forget("id:2")
        assert space.people.get("id:2") is None


def test_people_are_met_by_any_of_their_keys(space: Workspace) -> None:
    with space:
        (person,) = space.people.of(["email:meera.sharma@work.example"])
        assert person.keys == (
            "id:88120447",
            "external:C-20418",
            "phone:+919845022817",
            "phone:+912055500161",
            "email:meera.s@post.example",
            "email:meera.sharma@work.example",
        )
        for key in person.keys:
            assert space.people.of([key]) == [person]
        assert space.people.of(["phone:+91984502281"]) == []
        assert space.people.of([]) == []


@pytest.mark.parametrize("field", [*MEERA, "countryCode"])
@pytest.mark.parametrize("odd", [[], ["a"], {"a": 1}, [[{}]], True, 1.5, None, [None]], ids=repr)
def test_a_person_of_whom_a_store_says_odd_things_is_kept(tmp_path: Path, field: str, odd: object) -> None:
    with Workspace.open(tmp_path / "store") as workspace:
        (kept,) = workspace.people.remember([MEERA | {field: odd}])
        assert kept.body[field] == odd
        if field != "id":
            assert workspace.people.of(["id:88120447"])


def test_a_hundred_people_are_kept_as_one_after_another(tmp_path: Path) -> None:
    """Twice in the answers, known before or new: the entries are those of single answers."""
    first = [{"id": n, "firstName": f"Asha {n}", "email": f"a{n}@post.example"} for n in range(60)]
    again = [{"id": n, "phoneNumber": f"+9198450228{n:02}", "tags": ["vip"]} for n in range(30, 90)]
    answers = [*first, *again, *first[:40]]
    with Workspace.open(tmp_path / "one", OWN_FILE) as one, Workspace.open(tmp_path / "many") as many:
        for space in (one, many):
            space.people.remember([first[7]], opened=True)
        for customer in answers:
            one.people.remember([customer])
        many.people.keep_seen(answers)
        assert many.people.count() == one.people.count() == 90
        for n in range(90):
            kept, expected = many.people.get(f"id:{n}"), one.people.get(f"id:{n}")
            assert kept is not None
            assert expected is not None
            assert (kept.opened_at is None) == (expected.opened_at is None)
            assert replace(kept, seen_at="", opened_at=None) == replace(expected, seen_at="", opened_at=None)
        assert [person.key for person in many.people.recent(1)] == ["id:7"]
        assert len(many.people.recent()) == 50


def test_many_people_take_no_more_statements_than_a_few(space: Workspace) -> None:
    """A statement is prepared for all of them: what is built for each one held up the runs of customers."""
    counts: list[int] = []

    def count(*_: object) -> None:
        counts[-1] += 1

    event.listen(Engine, "before_cursor_execute", count)
    try:
        with space:
            for size in (3, 400):
                counts.append(0)
                space.people.keep_seen([{"id": size * 1000 + n, "firstName": "Asha"} for n in range(size)])
    finally:
        event.remove(Engine, "before_cursor_execute", count)
    assert counts[0] == counts[1]
