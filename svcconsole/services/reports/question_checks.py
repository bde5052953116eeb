"""What is checked of a report's question before it is asked, or kept for a schedule."""

from __future__ import annotations

from datetime import UTC, datetime

from pydantic import ValidationError

from svcconsole.api.errors import RefusedHere
from svcconsole.api.models.problems import problems
from svcconsole.api.models.reports import GenerateReport, moment
from svcconsole.services.reports.names import BY_NAME, KnownReport, search
from svcconsole.services.reports.question import ReportQuestion
from svcconsole.words.message import OR, lines, listed, message


def known_report(name: str) -> KnownReport:
    """The report of this name; raises RefusedHere where there is none, with those that are near."""
    if name in BY_NAME:
        return BY_NAME[name]
    near = [message("“{name}”", name=known.name) for known in search(name)[:3]]
    advice = (
        message("Did you mean {near}?", near=listed(near, OR))
        if near
        else message("There are: {names}.", names=listed(BY_NAME))
    )
    raise RefusedHere(message("There is no report named {name}.", name=repr(name)), advice=advice)


def refuse_unsound(question: ReportQuestion) -> None:
    """Raises RefusedHere where the request of the question is not one of the contract, or asks only for days
    that have not begun."""
    try:
        question.request()
    except ValidationError as error:
        found = [problem.sentence for problem in problems(error, GenerateReport)]
        raise RefusedHere(
            message("Not asked: {refusal}.", refusal=found[0]),
            advice=lines(*(message("Also: {refusal}.", refusal=more) for more in found[1:])),
        ) from None
    if moment(question.span.start) > datetime.now(UTC):
        raise RefusedHere(
            message("Not asked: the first day, {day}, has not begun.", day=question.span.days[0].isoformat()),
            advice=message("A report holds what has happened. Check the year."),
        )
