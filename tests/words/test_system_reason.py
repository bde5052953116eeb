"""Why a file could not be read or written is said in words, whatever the system calls it."""

from __future__ import annotations

import errno
import os
import pickle
from pathlib import Path

import pytest

from svcconsole.whole_file import FileNotWritten, whole_file, write_whole, writing
from svcconsole.words.message import Message
from svcconsole.words.system_reason import REASONS, system_reason, unread, unwritten


@pytest.mark.parametrize("code", REASONS, ids=lambda code: errno.errorcode[code])
def test_a_code_of_the_system_is_the_end_of_a_sentence(code: int) -> None:
    said = system_reason(OSError(code, os.strerror(code), "list.csv"))
    assert isinstance(said, Message), "it is said in every language"
    assert said[0].islower() and not said.endswith(".") and "list.csv" not in said


def test_what_another_program_holds_on_windows_is_no_question_of_permission() -> None:
    held = PermissionError(errno.EACCES, "The process cannot access the file", "list.csv")
    vars(held)["winerror"] = 32
    assert system_reason(held) == "another program has it open"


def test_what_is_rare_is_said_as_the_system_says_it() -> None:
    assert system_reason(OSError(errno.ENOTEMPTY, "Directory not empty")) == "Directory not empty"
    assert system_reason(ValueError("a part is missing")) == "a part is missing"


def test_a_file_that_cannot_be_used_is_told_with_what_to_do() -> None:
    full = OSError(errno.ENOSPC, "No space left on device")
    assert unwritten("list.csv", full) == (
        "list.csv cannot be written: there is no room left on the disk.",
        "Choose another place.",
    )
    sentence, advice = unread("list.csv", FileNotFoundError(errno.ENOENT, "No such file or directory"))
    assert sentence == "list.csv cannot be read: there is no such file or folder."
    assert advice.endswith(".")


def test_a_file_that_could_not_be_written_is_named_and_the_old_one_stays(
    tmp_path: Path,
) -> None:
    path = tmp_path / "list.csv"
    write_whole(path, b"old")
    full = OSError(errno.ENOSPC, "No space left on device")
    with pytest.raises(FileNotWritten) as refused, whole_file(path) as written:
        written.write_bytes(b"ne")
        raise full
    for error in (refused.value, pickle.loads(pickle.dumps(refused.value))):
        assert (error.sentence, error.advice) == unwritten("list.csv", full)
        assert (error.errno, error.filename) == (errno.ENOSPC, str(path))
    assert (path.read_bytes(), list(tmp_path.iterdir())) == (b"old", [path])


def test_the_first_name_that_is_told_stays(tmp_path: Path) -> None:
    with pytest.raises(FileNotWritten) as refused, writing(tmp_path), writing(tmp_path / "list.csv"):
        raise OSError("a part is missing")
    assert refused.value.sentence == "list.csv cannot be written: a part is missing."
