"""Builds the report question from the options of `svcconsole report`, checked before anything is asked."""

from __future__ import annotations

from datetime import date
from typing import Final

from svcconsole.api.errors import RefusedHere
from svcconsole.services.reports.question import ReportQuestion, Span, exactly, read_moment, zone_of
from svcconsole.services.reports.question_checks import known_report, refuse_unsound
from svcconsole.words.message import message

_HOW_TO_WRITE: Final = message(
    "Write days as 2026-01-31, or moments as 2026-01-31T09:00:00; without a zone they are the store's time."
)


def question_of(
    *,
    name: str,
    kind: str | None,
    first: str,
    last: str,
    emails: tuple[str, ...],
    description: str,
    channel: str | None,
    group_by: str | None,
    zone: str,
) -> ReportQuestion:
    """The question of a command's options; raises RefusedHere for what is none."""
    known = known_report(name)
    question = ReportQuestion(
        name=name,
        type=kind or known.type,
        span=_span(first, last, zone),
        emails=emails,
        description=description,
        channel=channel,
        group_by=group_by,
    )
    refuse_unsound(question)
    return question


def _span(first: str, last: str, zone: str) -> Span:
    try:
        zone_of(zone)
    except ValueError as error:
        raise RefusedHere(
            message("The dates cannot be read: {error}.", error=error), advice=_HOW_TO_WRITE
        ) from None
    for option, text in (("--from", first), ("--to", last)):
        if not _can_be_read(text, zone):
            raise RefusedHere(
                message("{option} “{text}” is neither a day nor a moment.", option=option, text=text),
                advice=_HOW_TO_WRITE,
            )
    try:
        if "T" in first or "T" in last:
            return Span(exactly(read_moment(first, zone)), exactly(read_moment(last, zone)), zone)
        return Span.of_days(date.fromisoformat(first), date.fromisoformat(last), zone)
    except (ValueError, OverflowError) as error:
        raise RefusedHere(
            message("The dates cannot be read: {error}.", error=error), advice=_HOW_TO_WRITE
        ) from None


def _can_be_read(text: str, zone: str) -> bool:
    try:
        read_moment(text, zone) if "T" in text else date.fromisoformat(text)
    except ValueError:
        return False
    return True
