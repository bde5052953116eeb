"""What cannot be read surely is asked about before anything of a file is used: its encoding, letters that are
lost, and which table of an archive is meant."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from svcconsole.services.imports.session import ImportSession
from svcconsole.services.imports.views import ImportRefused
from svcconsole.tables.reading.questions import AS_IS, BY_HAND, LEAVE_OUT, Question

ROWS = [
    b"First name,Last name,E-mail,Phone",
    "Zoë,Müller,zoe@post.example,+4917155501440".encode(),
    b"Jos\xe9,Garc\xeda,jose@post.example,+34612345678",
    "Anna,Lef\ufffdvre,anna@post.example,+33612345678".encode(),
    "Björn,Weiß,bjorn@post.example,+4917155501441".encode(),
    "Jörg,Köhler,joerg@post.example,+4917155501443".encode(),
    "Käthe,Schröder,kathe@post.example,+4917155501442".encode(),
]


@pytest.fixture
def session(tmp_path: Path) -> Iterator[ImportSession]:
    path = tmp_path / "customers.csv"
    path.write_bytes(b"\n".join([*ROWS, b""]))
    opened = ImportSession(str(tmp_path / "space"), kind="customers", path=str(path))
    yield opened
    opened.close()


def the_question(session: ImportSession, code: str) -> Question:
    (question,) = [asked for asked in session.reading_questions() if asked.code == code]
    return question


def test_lost_letters_are_never_sent_unasked(session: ImportSession) -> None:
    question = the_question(session, "undecodable")
    assert (question.numbers, question.waiting) == ((2, 3), 2)
    assert [row.marked for row in question.rows] == [(0, 1), (1,)]
    with pytest.raises(ImportRefused, match="waits for an answer"):
        session.check()
    session.answer_reading(question.key, LEAVE_OUT)
    summary = session.check()
    assert (summary.rows, summary.left_out) == (6, 2)


def test_each_row_may_have_its_own_answer(session: ImportSession) -> None:
    key = the_question(session, "undecodable").key
    cells = ("José", "García", "jose@post.example", "+34612345678")
    session.answer_reading(key, BY_HAND, (2,), cells)
    (question,) = session.answer_reading(key, AS_IS, (3,))
    assert (question.waiting, question.answered_rows) == (0, ((2, BY_HAND), (3, AS_IS)))
    assert session.check().left_out == 0
    names = [row.cells[:2] for row in session.overview().preview]
    assert names[1:3] == [("José", "García"), ("Anna", "Lef\ufffdvre")]


def test_an_encoding_that_cannot_be_told_is_answered(tmp_path: Path) -> None:
    path = tmp_path / "klienci.csv"
    text = "First name,Last name,E-mail,Phone\nŁukasz,Łódź,lukasz@post.example,+48512345678\n"
    path.write_bytes(text.encode("iso8859_2"))
    session = ImportSession(str(tmp_path / "space"), kind="customers", path=str(path))
    question = the_question(session, "encoding")
    with pytest.raises(ImportRefused):
        session.mapping_view()
    (answered,) = session.answer_reading(question.key, "iso8859_2")
    assert (answered.answer, answered.waiting) == ("iso8859_2", 0)
    overview = session.overview()
    assert overview.dialect.encoding == "iso8859_2"
    assert overview.preview[0].cells[:2] == ("Łukasz", "Łódź")
    session.answer_reading(question.key, "cp1250")
    assert session.overview().preview[0].cells[0] == "Łukasz"
    import_id = overview.import_id
    session.close()
    again = ImportSession(str(tmp_path / "space"), kind="customers", import_id=import_id)
    assert the_question(again, "encoding").answer == "cp1250"
    again.close()


def test_the_table_of_an_archive_is_answered_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "export.zip"
    header = "First name,Last name,E-mail,Phone\n"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("unsubscribed.csv", f"{header}Ann,Gone,ann@post.example,+4917155501440\n")
        archive.writestr("subscribed.csv", f"{header}Ben,Here,ben@post.example,+4917155501441\n")
    session = ImportSession(str(tmp_path / "space"), kind="customers", path=str(path))
    question = the_question(session, "part")
    with pytest.raises(ImportRefused):
        session.check()
    session.answer_reading(question.key, "subscribed.csv")
    overview = session.overview()
    assert overview.parts == ("unsubscribed.csv", "subscribed.csv")
    assert overview.preview[0].cells[:2] == ("Ben", "Here")
    import_id = overview.import_id
    session.close()
    again = ImportSession(str(tmp_path / "space"), kind="customers", import_id=import_id)
    assert the_question(again, "part").waiting == 0
    assert again.overview().preview[0].cells[:2] == ("Ben", "Here")
    again.close()
