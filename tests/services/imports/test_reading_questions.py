"""An import goes no further while it is open how its file is read; answers are kept and taken back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from svcconsole.services.imports.session import ImportSession
from svcconsole.services.imports.views import Defaults, ImportRefused, RowFilter
from svcconsole.tables.reading.errors import TableError
from svcconsole.tables.reading.questions import AS_IS, BY_HAND, LEAVE_OUT, REPAIR, Question
from svcconsole.tables.reading.twice_codec import TWICE

HEADER = "First name,Last name,E-mail,City\n"
RIGHT = "".join(f"Ana{at},Ribeiro,ana{at}@shop.example,Porto\n" for at in range(1, 13))
LONG = "Bo,Lin, the elder,bo@shop.example,Lund\n"
ALSO_LONG = "Cy,Kim, the younger,cy@shop.example,Lyon\n"
KEY = "shifted.join-2"
HOME = Defaults(region="PT")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    made = tmp_path / "people.csv"
    made.write_text(HEADER + RIGHT + LONG + ALSO_LONG, encoding="utf-8")
    return made


@contextmanager
def opened(tmp_path: Path, **opening: Any) -> Iterator[ImportSession]:
    session = ImportSession(str(tmp_path / "workspace"), kind="customers", defaults=HOME, **opening)
    try:
        yield session
    finally:
        session.close()


def only(questions: tuple[Question, ...]) -> Question:
    [question] = questions
    return question


@pytest.mark.parametrize(
    "step",
    [
        ImportSession.mapping_view, ImportSession.rules_view, ImportSession.check, ImportSession.plan,
        lambda session: session.rows_page(RowFilter()),
    ],
    ids=["mapping_view", "rules_view", "check", "plan", "rows_page"],
)  # fmt: skip
def test_nothing_goes_on_while_a_question_about_the_reading_waits(
    tmp_path: Path, path: Path, step: Callable[[ImportSession], object]
) -> None:
    with opened(tmp_path, path=str(path)) as session:
        assert only(session.reading_questions()).waiting == 2
        with pytest.raises(ImportRefused, match="waits for an answer"):
            step(session)
        session.answer_reading(KEY, LEAVE_OUT)
        if step is not ImportSession.plan:
            step(session)


def cells(session: ImportSession, *rows: int) -> list[tuple[str, ...]]:
    return [row.cells for row in session.rows(rows)]


def test_a_repair_is_what_is_checked_and_can_be_taken_back(tmp_path: Path, path: Path) -> None:
    with opened(tmp_path, path=str(path)) as session:
        assert only(session.answer_reading(KEY, REPAIR)).answer == REPAIR
        assert session.check().rows == 14
        assert cells(session, 13, 14) == [
            ("Bo", "Lin, the elder", "bo@shop.example", "Lund"),
            ("Cy", "Kim, the younger", "cy@shop.example", "Lyon"),
        ]
        again = only(session.answer_reading(KEY, ""))
        assert (again.answer, again.waiting) == ("", 2)
        with pytest.raises(ImportRefused):
            session.check()


def test_rows_can_be_answered_one_by_one_and_by_hand(tmp_path: Path, path: Path) -> None:
    with opened(tmp_path, path=str(path)) as session:
        question = only(session.answer_reading(KEY, REPAIR, rows=(13,)))
        assert (question.waiting, question.answered_rows) == (1, ((13, REPAIR),))
        by_hand = ("Cy", "Kim", "cy@shop.example", "Lyon")
        with pytest.raises(TableError, match="4 cells"):
            session.answer_reading(KEY, BY_HAND, rows=(14,), cells=by_hand[:3])
        assert only(session.answer_reading(KEY, BY_HAND, rows=(14,), cells=by_hand)).waiting == 0
        session.check()
        assert cells(session, 13, 14) == [("Bo", "Lin, the elder", "bo@shop.example", "Lund"), by_hand]


def test_rows_left_out_are_counted_as_such_and_others_are_sent_as_they_are(
    tmp_path: Path, path: Path
) -> None:
    with opened(tmp_path, path=str(path)) as session:
        session.answer_reading(KEY, AS_IS)
        session.answer_reading(KEY, LEAVE_OUT, rows=(13,))
        summary = session.check()
        assert summary.left_out == 1
        assert cells(session, 14)[0][1:3] == ("Kim", " the younger")


def test_answers_survive_with_the_import(tmp_path: Path, path: Path) -> None:
    with opened(tmp_path, path=str(path)) as session:
        import_id = session.overview().import_id
        session.answer_reading(KEY, REPAIR)
        session.answer_reading(KEY, LEAVE_OUT, rows=(14,))
    with opened(tmp_path, import_id=import_id) as session:
        question = only(session.reading_questions())
        assert (question.answer, question.answered_rows) == (REPAIR, ((14, LEAVE_OUT),))
        assert session.check().left_out == 1
        assert cells(session, 13) == [("Bo", "Lin, the elder", "bo@shop.example", "Lund")]


def test_corrections_of_rows_that_are_read_otherwise_go_with_the_old_reading(
    tmp_path: Path, path: Path
) -> None:
    with opened(tmp_path, path=str(path)) as session:
        session.answer_reading(KEY, AS_IS)
        session.edit(1, "City", "Faro")
        session.answer_reading(KEY, REPAIR)
        assert cells(session, 1)[0][3] == "Faro", "a row the answer is not about keeps its correction"
        session.edit(13, "City", "Malmö")
        session.answer_reading(KEY, LEAVE_OUT)
        assert cells(session, 1, 13) == [
            ("Ana1", "Ribeiro", "ana1@shop.example", "Porto"),
            ("Bo", "Lin", " the elder", "bo@shop.example", "Lund"),
        ]


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        (("shifted.join-9", REPAIR, ()), "no question named"),
        ((KEY, "guess", ()), "does not answer"),
        ((KEY, BY_HAND, ()), "one by one"),
        ((KEY, REPAIR, (1,)), "none of this question"),
    ],
)
def test_what_answers_nothing_is_refused(
    tmp_path: Path, path: Path, answer: tuple[str, str, tuple[int, ...]], sentence: str
) -> None:
    key, choice, rows = answer
    with opened(tmp_path, path=str(path)) as session, pytest.raises(TableError, match=sentence):
        session.answer_reading(key, choice, rows=rows)


def test_a_header_without_the_name_of_the_first_column_is_asked_about(tmp_path: Path) -> None:
    made = tmp_path / "index.csv"
    lines = RIGHT.splitlines()
    made.write_text(HEADER + "".join(f"{at},{line}\n" for at, line in enumerate(lines)), encoding="utf-8")
    with opened(tmp_path, path=str(made)) as session:
        question = only(session.reading_questions())
        assert (question.code, question.choices[0].key) == ("header", "blank-1")
        with pytest.raises(ImportRefused):
            session.check()
        session.answer_reading("header", "blank-1")
        assert session.overview().header == ("Column 1", "First name", "Last name", "E-mail", "City")
        assert session.check().ready == 12
        assert only(session.reading_questions()).answer == "blank-1"


def test_what_was_encoded_twice_is_sent_as_answered(tmp_path: Path) -> None:
    made = tmp_path / "clients.csv"
    made.write_bytes("Prénom,E-mail\nChloé,a@x.example\nLuc,b@x.example\n".encode(TWICE))
    with opened(tmp_path, path=str(made)) as session:
        assert session.overview().header[0] == "PrÃ©nom"
        with pytest.raises(ImportRefused, match="waits for an answer"):
            session.check()
        session.answer_reading("encoding", "utf-8-twice")
        assert session.overview().header[0] == "Prénom"
        assert [row.cells[0] for row in session.overview().preview] == ["Chloé", "Luc"]
        assert not session.mapping_view().columns, "every column has a home once its name is right"
        session.answer_reading("encoding", "utf-8")
        assert session.overview().preview[0].cells[0] == "ChloÃ©"
        assert only(session.reading_questions()).answer == "utf-8"
