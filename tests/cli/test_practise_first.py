"""A profile that asks for the practice tasks lets no command write to its store before they are passed."""

from __future__ import annotations

from pathlib import Path

import pytest

from svcconsole.api.errors import RefusedHere
from svcconsole.cli.connection import ConnectionOptions
from svcconsole.cli.write_permission import check_may_write
from svcconsole.profiles import Profile, Profiles
from svcconsole.services.first_tasks.passes import BAD_DAYS, FILE, TASKS, note_passed, passes, still_asked

pytestmark = pytest.mark.usefixtures("own_folders")


def kept(**values: str) -> ConnectionOptions:
    """The options of a command that names a profile with these values."""
    profile = Profile.model_validate(
        {"name": "Shop", "base_url": "https://shop.example", "safe_level": "open", **values}
    )
    Profiles(profiles=[profile]).save()
    return ConnectionOptions(profile="Shop")


def test_nothing_is_written_before_the_five_tasks_are_passed() -> None:
    options = kept(must_practise="tasks")
    with pytest.raises(RefusedHere, match="0 of 5"):
        check_may_write(options)
    for task in TASKS[:4]:
        note_passed(task)
    with pytest.raises(RefusedHere, match="4 of 5"):
        check_may_write(options)
    note_passed(TASKS[4])
    check_may_write(options)


def test_all_asks_for_the_bad_days_too() -> None:
    options = kept(must_practise="all")
    for each in (*TASKS, *BAD_DAYS[:-1]):
        note_passed(each)
    with pytest.raises(RefusedHere, match="9 of 10"):
        check_may_write(options)
    note_passed(BAD_DAYS[-1])
    check_may_write(options)


def test_a_profile_that_asks_for_nothing_is_written_to_as_its_safe_level_says() -> None:
    check_may_write(kept())


def test_a_pass_is_kept_from_the_first_time_on() -> None:
    first = note_passed("import", words="46 products accepted")
    assert note_passed("import", words="other") == first == passes()


@pytest.mark.parametrize("text", ["", "[]", "{", '{"import": 1}', '{"import": {}, "x": []}'])
def test_a_damaged_file_passes_nothing_it_does_not_hold(own_folders: Path, text: str) -> None:
    note_passed("import")
    (own_folders / "data" / FILE).write_text(text, encoding="utf-8")
    assert set(passes()) <= {"import"}
    assert len(still_asked("tasks")) >= 4


def test_a_word_that_is_not_known_asks_for_everything() -> None:
    assert still_asked("whatever comes later") == (*TASKS, *BAD_DAYS)
