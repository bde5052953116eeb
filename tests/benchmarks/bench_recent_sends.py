"""The duplicate guard of a campaign: so many planned against as many sent within the day, on one index.

Prints how long it takes to ask who was sent something, as it is asked when a run begins, for a campaign of
whom one in a hundred was, and for one of whom everybody was; how long an open check takes to know whether
anything was sent since; how long it takes to count everybody's offers of a week and whom a number wrote to
within 24 hours; and the memory that this takes. Exits 1 where it grows with the number of people, or where
counting offers takes longer than writing the plan.

    python -m tests.benchmarks.bench_recent_sends [PEOPLE]
"""

from __future__ import annotations

import json
import os
import resource
import sys
import tempfile
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path

PEOPLE = 1_000_000
MOST_MB = 40
"""What asking may take beside the workspace that is open."""


def main(people: int) -> int:
    from sqlalchemy import update

    from svcconsole.services.campaigns.daily_limit import DailyLimit
    from svcconsole.services.campaigns.frequency_cap import frequency_cap
    from svcconsole.services.campaigns.recent_sends import leave_out_recent, recent_sends
    from svcconsole.services.campaigns.sending_numbers import SendingNumber
    from svcconsole.services.campaigns.terms import CampaignTerms, Limits
    from svcconsole.tables.records.recipients import content_hash
    from svcconsole.workspace.clock import now
    from svcconsole.workspace.database import Workspace
    from svcconsole.workspace.runs.records import FileRow, NewRun, PlanItem
    from svcconsole.workspace.schema import ItemState, Repeat, items

    def messages(first: int) -> Iterator[PlanItem]:
        for place in range(people):
            # Neighbours in the file are no neighbours by number.
            number = f"+919{(first + place) * 7_919 % 999_999_937:09}"
            body = json.dumps({"contactIdentifier": number, "payload": {"text": f"Hello {place}"}}).encode()
            row = (FileRow(place + 1, place + 2, (number,)),)
            yield PlanItem(number, row, body, content=content_hash(body))

    def asked(first: int) -> tuple[float, int, float]:
        new = NewRun("templates", "M", "/l.csv", "l.csv", "f" * 64, ("Phone",), effect=Repeat.ONCE)
        run_id = workspace.runs.create(new, messages(first))
        fence = workspace.runner.acquire(run_id)
        before, began = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, time.perf_counter()
        leave_out_recent(workspace, workspace.runs.get(run_id), fence)
        seconds = time.perf_counter() - began
        grew = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
        workspace.runner.release(run_id)
        return seconds, workspace.runs.totals(run_id).left_out, grew

    print(f"{people:,} people; load of this machine at the beginning: {os.getloadavg()[0]:.1f}")
    with tempfile.TemporaryDirectory() as place, Workspace.open(Path(place)) as workspace:
        began = time.perf_counter()
        new = NewRun("templates", "Sent", "/s.csv", "s.csv", "e" * 64, ("Phone",), effect=Repeat.ONCE)
        workspace.runs.create(new, messages(0))
        writing = time.perf_counter() - began
        with workspace.writing() as connection:
            connection.execute(update(items).values(state=ItemState.ACKED, at=now()))
        some, few, few_mb = asked(people - people // 100)
        everybody, all_of_them, all_mb = asked(0)
        began = time.perf_counter()
        recent_sends(workspace, "IN")
        knowing = time.perf_counter() - began
        began = time.perf_counter()
        cap = frequency_cap(workspace, CampaignTerms(limits=Limits(cap_messages=2)), "IN")
        known = cap == frequency_cap(workspace, CampaignTerms(limits=Limits(cap_messages=2)), "IN")
        capped = time.perf_counter() - began
        began = time.perf_counter()
        numbers = (one.record_id for one in messages(0))
        while page := tuple(islice(numbers, 500)):
            if cap is None or not known:
                raise AssertionError(cap)
            cap.read_ahead(page)
            if cap.had(page[0]) != 1:
                raise AssertionError(page[0])
        offers = time.perf_counter() - began
        began, at = time.perf_counter(), datetime.now(UTC)
        limit = DailyLimit(SendingNumber("main", people=100_000))
        limit.take_in(limit.look(workspace, at), at)
        used = limit.used(at)
        counting = time.perf_counter() - began
    if (few, all_of_them, used) != (people // 100, people, people):
        raise AssertionError((few, all_of_them, used))
    figures = {
        "one plan written in s": round(writing, 1),
        "one in a hundred asked in s": round(some, 1),
        "everybody asked and left out in s": round(everybody, 1),
        "a check knows in ms": round(knowing * 1000),
        "a check knows who had offers in ms": round(capped * 500),
        "everybody's offers counted in s": round(offers, 1),
        "people of 24 hours counted in s": round(counting, 1),
        "MB more for it": [round(few_mb), round(all_mb)],
    }
    print(json.dumps(figures))
    return 0 if max(few_mb, all_mb) <= MOST_MB and offers <= writing else 1


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else PEOPLE))
