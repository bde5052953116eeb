"""The phone doctor over a checked file: kinds, a preview that adds up, one step for all, countries by row."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from svcconsole.services.imports.phone_views import PhoneFilter
from svcconsole.services.imports.session import ImportSession
from svcconsole.services.imports.views import CheckProgress, Defaults, ImportRefused
from svcconsole.services.workers.worker_host import WorkCancelled

FILE = """First name,Last name,Phone,Country of birth,E-mail
Lukas,Schäfer,0171 555 01 44,Germany,lukas@post.example
Camille,Lefèvre,06 12 00 41 88,FR,camille@post.example
Giulia,Esposito,0347 100 0188,Italy,giulia@post.example
Ana,Ribeiro,0912 000 341,Portugal,ana@post.example
Tiago,Gonçalves,0213 400 118,Portugal,tiago@post.example
Ben,Roth,3.46E+11,Germany,ben@post.example
Ida,Roth,491715550155,Germany,ida@post.example
Eva,Roth,+49 171 5550166,Germany,eva@post.example
Max,Roth,+49 171 5550167,Germany,max@post.example
Ron,Roth,+49 171 5550168,Germany,ron@post.example
Pia,Roth,0171 5550169,,pia@post.example
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    made = tmp_path / "contacts.csv"
    made.write_text(FILE, encoding="utf-8")
    return made


@pytest.fixture
def session(tmp_path: Path, path: Path) -> Iterator[ImportSession]:
    opened = ImportSession(str(tmp_path / "space"), kind="customers", path=str(path))
    yield opened
    opened.close()


def reached(heard: list[CheckProgress], count: int) -> bool:
    """Whether so much progress was told."""
    return len(heard) >= count


def kinds(session: ImportSession) -> dict[str, int]:
    return {str(kind.damage): kind.numbers for kind in session.phone_kinds()}


def test_problems_are_grouped_by_what_is_wrong_with_the_number(session: ImportSession) -> None:
    assert kinds(session) == {"starts-zero": 6, "lost-plus": 1, "digits-lost": 1}
    assert [kind.damage for kind in session.phone_kinds() if kind.repairable] == ["starts-zero", "lost-plus"]


def test_the_preview_changes_nothing_and_adds_up(session: ImportSession) -> None:
    before = session.check()
    page = session.phone_page(PhoneFilter("starts-zero"))
    assert (page.repaired, page.stays, page.total) == (4, 2, 6)
    assert page.source == "column:Country of birth"
    assert [source.key for source in page.sources] == ["column:Country of birth", "majority"]
    assert sum(country.numbers for country in page.countries) == 6
    first, stays, landline = page.rows[0], page.rows[2], page.rows[4]
    assert (first.name, first.before, first.after) == ("Lukas Schäfer", "0171 555 01 44", "+49 171 5550144")
    assert (stays.after, stays.how) == ("", "in Italy a leading 0 can belong to it")
    assert landline.doubtful and landline.how == "landline in Portugal: WhatsApp may not be on it"
    after = session.check()
    assert (after.to_put_right, after.can_undo) == (before.to_put_right, False)


def test_all_of_a_kind_is_one_step_that_is_saved_and_taken_back(
    session: ImportSession, tmp_path: Path
) -> None:
    before = session.check()
    page = session.phone_page(PhoneFilter("starts-zero"))
    done = session.repair_phones("starts-zero", page.source)
    assert done.to_put_right == before.to_put_right - page.repaired
    assert kinds(session) == {"starts-zero": 2, "lost-plus": 1, "digits-lost": 1}
    [row] = session.rows([1])
    assert "+49 171 5550144" in row.cells and row.edited == {"Phone"}
    again = ImportSession(str(tmp_path / "space"), kind="customers", import_id=session.overview().import_id)
    assert again.check().to_put_right == done.to_put_right, "a crash loses nothing of it"
    again.close()
    assert session.undo().to_put_right == before.to_put_right
    assert kinds(session)["starts-zero"] == 6


def test_what_is_typed_over_is_looked_at_again_and_so_is_what_hangs_on_it(
    session: ImportSession, tmp_path: Path
) -> None:
    """The doctor keeps what it saw of other rows; a fresh one of the same file says the same."""

    def seen(one: ImportSession) -> tuple[object, ...]:
        pages = (one.phone_page(PhoneFilter(kind.damage)) for kind in one.phone_kinds())
        return tuple((page.source, page.repaired, page.stays, page.rows) for page in pages)

    first = seen(session)
    for row, column, text in (
        (3, "Phone", "0171 555 01 45"),
        (3, "Country of birth", "Germany"),
        (8, "Phone", "0171 5550166"),
        (9, "Phone", "+33 6 12 00 41 88"),
    ):
        session.edit(row, column, text)
        fresh = ImportSession(
            str(tmp_path / "space"),
            kind="customers",
            import_id=session.overview().import_id,
            remembering=False,
        )
        assert seen(session) == seen(fresh) != first, (row, column)
        fresh.close()
    session.leave_out([1])
    assert kinds(session)["starts-zero"] == 6
    for _ in range(5):
        session.undo()
    assert seen(session) == first


def test_a_large_repair_tells_how_far_it_is_and_cancelled_leaves_everything(tmp_path: Path) -> None:
    path, rows = tmp_path / "many.csv", 1_200
    lines = (f"A,B,0171 55{at:06},Germany,a{at}@post.example\n" for at in range(rows))
    path.write_text(FILE.splitlines(keepends=True)[0] + "".join(lines), encoding="utf-8")
    session = ImportSession(str(tmp_path / "space"), kind="customers", path=str(path))
    before, heard = session.check(), list[CheckProgress]()
    built = 0
    for stop in range(1, 100, 2):
        heard.clear()
        try:
            session.repair_phones(
                "starts-zero", progress=heard.append, cancelled=partial(reached, heard, stop)
            )
        except WorkCancelled:
            built += heard[-1].done == 0 and stop > 1
        else:
            break
        now = session.check()
        assert (now.to_put_right, now.can_undo, now.kinds) == (rows, False, before.kinds), stop
        assert kinds(session) == {"starts-zero": rows}
    assert stop > 8 and built, "it was stopped in every part of the work"
    session.undo()
    heard.clear()
    done = session.repair_phones("starts-zero", progress=heard.append)
    assert (done.ready, done.to_put_right, done.can_undo) == (rows, 0, True)
    assert heard[-1].done == heard[-1].rows == rows
    assert session.undo().kinds == before.kinds
    session.close()


def test_the_country_comes_from_where_one_chooses(session: ImportSession) -> None:
    for source, repaired in (
        ("column:Country of birth", 4),
        ("majority", 2),
        ("region:PT", 2),
        ("region:fr", 1),
    ):
        assert session.phone_page(PhoneFilter("starts-zero", source)).repaired == repaired, source
    portugal = session.phone_page(PhoneFilter("starts-zero", "region:PT"))
    assert portugal.rows[0].how == "its Country of birth is Germany", (
        "what a row says of itself is not passed over"
    )
    majority = session.phone_page(PhoneFilter("starts-zero", "majority"))
    label = next(source.label for source in majority.sources if source.key == "majority")
    assert label == "most numbers of the file: Germany, 3 of 3"
    assert majority.rows[-1].name == "Pia Roth" and majority.rows[-1].after == "+49 171 5550169"
    for unknown in ("column:Town", "region:ZZ", "elsewhere"):
        with pytest.raises(ImportRefused):
            session.phone_page(PhoneFilter("starts-zero", unknown))


def test_rows_are_filtered_by_verdict_country_and_text(session: ImportSession) -> None:
    def names(**wanted: Any) -> list[str]:
        page = session.phone_page(PhoneFilter("starts-zero", **wanted))
        return [row.name.split()[0] for row in page.rows]

    assert names(verdict="stays") == ["Giulia", "Pia"]
    assert names(country="PT") == ["Ana", "Tiago"]
    assert names(country="") == ["Pia"]
    assert names(text="lefèvre") == ["Camille"]
    assert names(verdict="repaired", country="PT", text="tiago") == ["Tiago"]


def test_a_kind_that_cannot_be_worked_out_has_ways_out_only(session: ImportSession) -> None:
    page = session.phone_page(PhoneFilter("digits-lost"))
    assert (page.repaired, page.sources, page.rows[0].how) == (0, (), "3 of 12 digits left")
    assert dict(page.ways) == {"leave_out": "Leave the row out", "empty": "Import it without the number"}
    before = session.check()
    assert session.repair_phones("digits-lost").to_put_right == before.to_put_right
    without = session.settle_phones("digits-lost", "empty")
    assert (without.to_put_right, without.left_out) == (before.to_put_right - 1, 0)
    session.undo()
    out = session.settle_phones("digits-lost", "leave_out")
    assert (out.to_put_right, out.left_out) == (before.to_put_right - 1, 1)


def test_two_letters_of_a_state_are_no_country(tmp_path: Path) -> None:
    path = tmp_path / "states.csv"
    path.write_text(
        "First name,Phone,State\nAnn,0171 555 01 44,DE\nBob,0171 555 01 45,CA\n", encoding="utf-8"
    )
    session = ImportSession(str(tmp_path / "space"), kind="customers", path=str(path))
    assert session.phone_page(PhoneFilter("starts-zero")).sources == ()
    session.close()


def test_the_region_of_the_profile_is_one_of_the_places(tmp_path: Path, path: Path) -> None:
    session = ImportSession(
        str(tmp_path / "space"), kind="customers", path=str(path), defaults=Defaults(region="IN")
    )
    page = session.phone_page(PhoneFilter("starts-zero"))
    assert page.sources[-1].key == "region:IN"
    repaired = [row.name for row in page.rows if row.after]
    assert repaired == ["Camille Lefèvre", "Ana Ribeiro", "Tiago Gonçalves"], "what its region cannot be"
    session.close()
