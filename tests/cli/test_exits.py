"""One table of exit codes for all commands."""

from __future__ import annotations

import pytest

from svcconsole.api import errors
from svcconsole.api.errors import ApiError, Outcome
from svcconsole.cli.exit_codes import BY_OUTCOME, Exit, exit_of_error, worst


def test_every_outcome_has_its_code() -> None:
    assert set(BY_OUTCOME) == set(Outcome)


@pytest.mark.parametrize(
    ("codes", "gravest_one"),
    [
        ((), Exit.ACCEPTED),
        ((Exit.ACCEPTED, Exit.ACCEPTED), Exit.ACCEPTED),
        ((Exit.ACCEPTED, Exit.REFUSED), Exit.REFUSED),
        ((Exit.REFUSED, Exit.NOT_REACHED), Exit.NOT_REACHED),
        ((Exit.REFUSED, Exit.UNKNOWN, Exit.NOT_REACHED), Exit.UNKNOWN),
    ],
)
def test_the_gravest_of_several_endings_wins(codes: tuple[Exit, ...], gravest_one: Exit) -> None:
    assert worst(codes) is gravest_one


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
