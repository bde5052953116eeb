"""Answers about the reading are kept for files of one layout, told, offered where it differs, forgotten."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from svcconsole.services.imports.session import ImportSession
from svcconsole.tables.reading.questions import LEAVE_OUT, REPAIR

HEADER = "First name,Last name,E-mail,City\n"
RIGHT = "".join(f"Ana{at},Ribeiro,ana{at}@shop.example,Porto\n" for at in range(1, 13))
LONG = "Bo,Lin, the elder,bo@shop.example,Lund\n"
KEY = "shifted.join-2"
POLISH = "Imię,Nazwisko,E-mail,Phone\nŁukasz,Łódź,lukasz@post.example,+48512345678\n"


@contextmanager
def opened(path: Path, **opening: Any) -> Iterator[ImportSession]:
    session = ImportSession(str(path.parent / "workspace"), kind="customers", path=str(path), **opening)
    try:
        yield session
    finally:
        session.close()


def written(folder: Path, name: str, text: str = HEADER + RIGHT + LONG, encoding: str = "utf-8") -> Path:
    path = folder / name
    path.write_bytes(text.encode(encoding))
    return path


def keep(path: Path, key: str, choice: str) -> None:
    with opened(path) as session:
        session.answer_reading(key, choice, keep=True)


def test_a_kept_answer_is_given_for_the_next_file_of_the_layout_and_told(tmp_path: Path) -> None:
    keep(written(tmp_path, "people-2026-11.csv"), KEY, REPAIR)
    with opened(written(tmp_path, "people-2026-12.csv")) as session:
        (question,) = session.reading_questions()
        assert (question.answer, question.waiting) == (REPAIR, 0)
        saved = session.saved_reading()
        assert saved is not None
        assert (saved.file_name, saved.in_use, saved.drift) == ("people-2026-11.csv", True, ())
        assert [str(asked) for asked, _ in saved.answers] == ["Row 13 has one cell too many"]
        assert session.overview().preview[12].cells[1] == "Lin, the elder"
        import_id = session.overview().import_id
    with opened(tmp_path / "people-2026-12.csv") as again:
        kept = again.saved_reading()
        assert kept is not None and kept.in_use
        assert again.overview().import_id != import_id


def test_an_encoding_is_kept_though_the_header_reads_otherwise_in_each(tmp_path: Path) -> None:
    keep(written(tmp_path, "klienci-2025.csv", POLISH, "iso8859_2"), "encoding", "iso8859_2")
    more = POLISH + "Żaneta,Śliwa,z@post.example,+48512345679\n"
    with opened(written(tmp_path, "klienci-2026.csv", more, "iso8859_2")) as session:
        assert session.overview().dialect.encoding == "iso8859_2"
        assert session.overview().header[0] == "Imię"
        assert all(not question.waiting for question in session.reading_questions())


def test_another_layout_is_offered_the_answers_and_told_what_differs(tmp_path: Path) -> None:
    keep(written(tmp_path, "people-1.csv"), KEY, LEAVE_OUT)
    others = {
        "people-2.csv": (HEADER.replace("City", "Town"), "1 column is gone: City. 1 column is new: Town."),
        "members.csv": (HEADER, "That file was called people-1.csv."),
    }
    for name, (header, told) in others.items():
        with opened(written(tmp_path, name, header + RIGHT + LONG)) as session:
            (question,) = session.reading_questions()
            assert question.waiting == 1
            saved = session.saved_reading()
            assert saved is not None and not saved.in_use
            assert " ".join(map(str, saved.drift)) == told
            (question,) = session.use_saved_reading()
            assert (question.answer, question.waiting) == (LEAVE_OUT, 0)


def test_what_is_kept_is_forgotten_and_asked_again(tmp_path: Path) -> None:
    keep(written(tmp_path, "people-1.csv"), KEY, REPAIR)
    second = written(tmp_path, "people-2.csv")
    with opened(second) as session:
        (question,) = session.forget_saved_reading()
        assert (question.answer, question.waiting) == ("", 1)
        assert session.saved_reading() is None
    with opened(second) as session:
        assert [question.waiting for question in session.reading_questions()] == [1]


def test_taking_an_answer_back_keeps_it_no_longer(tmp_path: Path) -> None:
    path = written(tmp_path, "people-1.csv")
    with opened(path) as session:
        session.answer_reading(KEY, REPAIR, keep=True)
        saved = session.saved_reading()
        assert saved is not None and saved.in_use
        session.answer_reading(KEY, "")
        assert session.saved_reading() is None


def test_an_answer_is_kept_only_where_that_is_wanted(tmp_path: Path) -> None:
    path = written(tmp_path, "people-1.csv")
    with opened(path) as session:
        session.answer_reading(KEY, REPAIR)
        assert session.saved_reading() is None
    keep(path, KEY, REPAIR)
    with opened(path, saved_answers=False) as session:
        assert [question.waiting for question in session.reading_questions()] == [1]
    other = written(tmp_path, "people-2.csv", HEADER + RIGHT)
    with opened(other) as session:
        assert session.saved_reading() is None, "this file asks nothing"
