"""What runs say about counts, pace and time."""

from __future__ import annotations

import pytest

from svcconsole.gui.kit import quantity_words
from svcconsole.gui.panels.runs.run_text import result_sentence, sum_words
from svcconsole.services.runs.figures import Figures


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (0.2, "1 s"),
        (7.4, "7 s"),
        (42, "40 s"),
        (59.6, "1 min"),
        (88, "1 min 30 s"),
        (119, "2 min"),
        (1800, "30 min"),
        (3600, "1 h"),
        (8100, "2 h 15 min"),
    ],
)
def test_durations_are_minutes_and_seconds_in_words(seconds: float, said: str) -> None:
    assert quantity_words.duration(seconds) == said


@pytest.mark.parametrize(
    ("rate", "said"), [(0, ""), (0.4, "24 a minute"), (0.001, "1 a minute"), (40.7, "41 a second")]
)
def test_a_slow_pace_is_said_by_the_minute(rate: float, said: str) -> None:
    assert quantity_words.pace(rate) == said


@pytest.mark.parametrize(
    ("value", "said"),
    [(12.0, "12"), (1234567.5, "1,234,567.5"), (45.4641234, "45.4641234"), (0.1, "0.1")],
)
def test_a_number_has_all_its_digits(value: float, said: str) -> None:
    assert quantity_words.number(value) == said


def test_one_row_is_not_one_rows() -> None:
    assert quantity_words.rows(1) == "1 row"
    assert quantity_words.rows(2) == "2 rows"


def test_the_result_says_only_what_happened() -> None:
    whole = Figures(total=40, accepted=40, refused=0, to_decide=0, on_the_way=0, not_sent=0, left_out=3)
    part = Figures(total=40, accepted=30, refused=6, to_decide=1, on_the_way=0, not_sent=3, left_out=0)
    assert result_sentence(whole) == "40 accepted of 40"
    assert result_sentence(part) == "30 accepted, 6 refused, 1 to decide, 3 not sent of 40"


def test_parts_that_do_not_add_up_say_by_how_much() -> None:
    lost = Figures(total=40, accepted=30, refused=6, to_decide=1, on_the_way=0, not_sent=2, left_out=0)
    assert (lost.adds_up_to, lost.off_by) == (39, 1)


def test_a_sum_that_does_not_add_up_is_said_with_its_amount() -> None:
    lost = Figures(total=40, accepted=30, refused=1, to_decide=0, on_the_way=0, not_sent=5, left_out=0)
    doubled = Figures(total=40, accepted=41, refused=0, to_decide=0, on_the_way=0, not_sent=0, left_out=0)
    assert sum_words(lost)[0] == "4 records are missing in the sum."
    assert sum_words(doubled)[0] == "1 record is too many in the sum."
