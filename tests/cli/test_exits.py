"""One table of exit codes for all commands."""

from __future__ import annotations

import pytest

from svcconsole.api import errors
from svcconsole.api.errors import ApiError, Outcome
from svcconsole.cli.exits import BY_OUTCOME, Exit, exit_of, exit_of_error


def test_every_outcome_has_its_code() -> None:
    assert set(BY_OUTCOME) == set(Outcome)


@pytest.mark.parametrize(
    ("outcomes", "code"),
    [
        ((), 0),
        ((Outcome.OK, Outcome.OK), 0),
        ((Outcome.OK, Outcome.REJECTED), 3),
        ((Outcome.REJECTED, Outcome.THROTTLED), 4),
        ((Outcome.REJECTED, Outcome.UNKNOWN, Outcome.PAUSE), 5),
    ],
)
def test_the_gravest_of_several_outcomes_wins(outcomes: tuple[Outcome, ...], code: int) -> None:
    assert exit_of(outcomes) == code


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (errors.RefusedHere, Exit.REFUSED_HERE),
        (errors.CustomerNotFound, Exit.REFUSED),
        (errors.NotReached, Exit.NOT_REACHED),
        (errors.Unauthorized, Exit.NOT_REACHED),
        (errors.OutcomeUnknown, Exit.UNKNOWN),
    ],
)
def test_the_code_of_an_error(error: type[ApiError], code: Exit) -> None:
    assert exit_of_error(error("Said.")) is code
