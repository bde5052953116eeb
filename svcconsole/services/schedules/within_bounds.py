"""Whether what a check found is within the bounds that a person approved with a schedule."""

from __future__ import annotations

from collections.abc import Mapping

from svcconsole.words.message import Message, mark_plural, message, plural
from svcconsole.workspace.team.schedule_records import Bound, Bounds, Ending, FiringState

LOOK = message("Look at it, then send the rest, or leave this time out.")
SENTENCES: Mapping[Bound, tuple[str, str]] = {
    Bound.ROWS_LEAST: mark_plural(
        "The file has {n} row; {most} are expected at least.",
        "The file has {n} rows; {most} are expected at least.",
    ),
    Bound.ROWS_MOST: mark_plural(
        "The file has {n} row; {most} are expected at most.",
        "The file has {n} rows; {most} are expected at most.",
    ),
    Bound.PROBLEMS: mark_plural(
        "{n} row has to be fixed; {most} are let pass.", "{n} rows have to be fixed; {most} are let pass."
    ),
    Bound.PRICE_CHANGES: mark_plural(
        "The price in {n} row is asked about; {most} are let pass.",
        "The prices in {n} rows are asked about; {most} are let pass.",
    ),
    Bound.REFUSALS: mark_plural(
        "{n} record is refused; {most} are let pass.", "{n} records are refused; {most} are let pass."
    ),
}
FIGURES: Mapping[Bound, str] = {
    Bound.ROWS_LEAST: "rows",
    Bound.ROWS_MOST: "rows",
    Bound.PROBLEMS: "problems",
    Bound.PRICE_CHANGES: "price_changes",
    Bound.REFUSALS: "refused",
}
"""The figure that a bound is about, by its name in a firing."""


def limits(bounds: Bounds, usual: int) -> dict[Bound, int | None]:
    """The number of each bound; None for no bound.

    `usual` is the most rows to fix that earlier times had: where no number is set a little more than twice as
    many pass, and none as long as there were none.
    """
    problems = bounds.problems if bounds.problems is not None else 2 * usual + 1 if usual else 0
    return {
        Bound.ROWS_LEAST: bounds.rows_least,
        Bound.ROWS_MOST: bounds.rows_most,
        Bound.PROBLEMS: problems,
        Bound.PRICE_CHANGES: bounds.price_changes,
        Bound.REFUSALS: bounds.refusals,
    }


def outside(bounds: Bounds, figures: Mapping[str, int], usual: int = 0) -> Ending | None:
    """The first bound that these figures are outside of, as the end of a firing; None where they are within
    all. A figure that is missing is not held against its bound."""
    for bound, limit in limits(bounds, usual).items():
        found = figures.get(FIGURES[bound])
        if limit is None or found is None:
            continue
        if found < limit if bound is Bound.ROWS_LEAST else found > limit:
            return Ending(FiringState.LEFT, sentence(bound, found, limit), LOOK, bound)
    return None


def sentence(bound: Bound, found: int, limit: int) -> Message:
    """Which bound it is, and by how much it is missed."""
    return plural(*SENTENCES[bound], found, most=limit)
