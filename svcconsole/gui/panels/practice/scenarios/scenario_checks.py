"""The checks of each scenario, from the practice store's own log alone."""

from __future__ import annotations

from datetime import datetime, timedelta

from svcconsole.gui.design.words import mark, tr, tr_plural
from svcconsole.gui.panels.practice.scenarios.scenario_attempt import Evidence, Stage, Verdict
from svcconsole.gui.runtime.practice_records import Asked

LOOKS = ("products/get", "products/list")
TRIES = 4
"""How often the console itself sends one change of a product: it leaves the same product each time."""
RETRY_AFTER = 3
LATE_BY = timedelta(seconds=0.3)
"""A request on its way when the store asked to wait is not held against anybody."""
HARMLESS = 3
"""Calls that were under way when the token was refused."""
TOOK_IT, DID_NOT = "took it", "did not"


def silent(evidence: Evidence) -> Verdict:
    hits, course = evidence.hits(), evidence.course
    if not hits:
        return Verdict(Stage.WAITING, tr("Waiting for a product to be saved."))
    first = hits[0]
    same = [each for each in evidence.writes() if each.digest == first.digest]
    before = {each.number: each for each in evidence.requests}
    again = [
        each
        for each in same
        if each is not first and (asked := before.get(each.number - 1)) and asked.operation == LOOKS[0]
    ]
    if again or len(same) > TRIES:
        last = again[0] if again else same[-1]
        return Verdict(
            Stage.FAILED,
            tr(
                "The very same request reached the store again ({first} and {last}) before anybody knew what "
                "became of the first. A product survives that; a message would have gone out twice.",
                first=first.id,
                last=last.id,
            ),
        )
    looked = any(
        each.operation in LOOKS and each.status == 200 and each.number > hits[-1].number
        for each in evidence.requests
    )
    if not course.answer:
        told = (
            mark("You have looked ({id} got no answer). What became of the change?")
            if looked
            else mark("{id} got no answer. Refresh the products, then say what became of the change.")
        )
        return Verdict(Stage.GOING, tr(told, id=first.id))
    if not looked:
        return Verdict(
            Stage.FAILED,
            tr("Nothing was read after the silence, so that answer was a guess. The store would have told."),
        )
    if (course.answer == TOOK_IT) != course.executed:
        truth = tr("took the change") if course.executed else tr("did not take the change")
        return Verdict(Stage.FAILED, tr("The store {truth}, and it shows there.", truth=truth))
    return Verdict(
        Stage.PASSED,
        tr("You looked first and were right. Silence says nothing about what was done; only the store does."),
    )


def throttled(evidence: Evidence) -> Verdict:
    hits = [each for each in evidence.hits() if each.seconds is not None]
    if not hits:
        return Verdict(Stage.WAITING, tr("Waiting for the import to run."))
    for hit in hits:
        told = datetime.fromisoformat(hit.at) + timedelta(seconds=hit.seconds or 0.0)
        for each in evidence.writes():
            came = datetime.fromisoformat(each.at)
            if told + LATE_BY < came < told + timedelta(seconds=RETRY_AFTER) - LATE_BY:
                early = (came - told).total_seconds()
                text = tr(
                    "{id} came {early} s after the store had asked to wait {wait} s. "
                    "Asking sooner makes a busy store busier; it may lock the account.",
                    id=each.id,
                    early=f"{early:.1f}",
                    wait=RETRY_AFTER,
                )
                return Verdict(Stage.FAILED, text)
    if evidence.arrived() < evidence.rows:
        return Verdict(
            Stage.GOING,
            tr_plural(
                "The store asked to wait {wait} s, once. The run waits by itself; let it finish.",
                "The store asked to wait {wait} s, {n} times. The run waits by itself; let it finish.",
                len(hits),
                wait=RETRY_AFTER,
            ),
        )
    return Verdict(
        Stage.PASSED,
        tr(
            "Every product arrived, and nothing was sent sooner than the store allowed. There was "
            "nothing to do."
        ),
    )


def withdrawn(evidence: Evidence) -> Verdict:
    hits = evidence.hits()
    if not hits:
        return Verdict(Stage.WAITING, tr("Waiting for the import to run."))
    if len(hits) > 1 + HARMLESS:
        return Verdict(
            Stage.FAILED,
            tr(
                "The store was asked {n} more times with a token it had refused. "
                "Each of them can lock the account; first the token, then the run.",
                n=len(hits) - 1,
            ),
        )
    if twice := evidence.twice():
        return _sent_twice(*twice)
    if not evidence.course.released:
        return Verdict(
            Stage.GOING,
            tr(
                "The store refused the token at {id}, and the run is paused. Nothing of it is lost.",
                id=hits[0].id,
            ),
        )
    if evidence.arrived() < evidence.rows:
        return Verdict(Stage.GOING, tr("The token is good again. Open the run and choose Resume."))
    return Verdict(
        Stage.PASSED, tr("The run went on where it had stopped. No product was left out and none sent twice.")
    )


def bad_row(evidence: Evidence) -> Verdict:
    refused = [each for each in evidence.writes() if each.status == 400]
    rows, arrived = evidence.rows, evidence.arrived()
    if not refused:
        return Verdict(Stage.WAITING, tr("Waiting for the import to run."))
    if twice := evidence.twice():
        return _sent_twice(*twice)
    if arrived < rows - 1:
        return Verdict(Stage.GOING, tr("The store refused a batch. The run looks for the row it is about."))
    if arrived < rows:
        return Verdict(
            Stage.GOING,
            tr(
                "{n} of {rows} products are there. Read why one was refused, and fix that one.",
                n=arrived,
                rows=rows,
            ),
        )
    return Verdict(
        Stage.PASSED,
        tr("One row was wrong, and only that one was sent again. The others were sent once."),
    )


def broken(evidence: Evidence) -> Verdict:
    hits = evidence.hits()
    if not hits:
        return Verdict(Stage.WAITING, tr("Waiting for the import to run."))
    if twice := evidence.twice():
        return _sent_twice(*twice)
    if evidence.arrived() < evidence.rows:
        return Verdict(
            Stage.GOING,
            tr(
                "The connection broke at {id}, after the store had carried it out. "
                "The run reads back what arrived; where it is paused, choose Resume.",
                id=hits[0].id,
            ),
        )
    return Verdict(
        Stage.PASSED,
        tr("The run read back what had arrived and sent only the rest: every product is there, once."),
    )


def _sent_twice(first: Asked, again: Asked) -> Verdict:
    return Verdict(
        Stage.FAILED,
        tr(
            "The very same request was carried out twice ({first} and {again}). "
            "Go on with the run that was begun; a new import of the same file begins from the first row.",
            first=first.id,
            again=again.id,
        ),
    )
