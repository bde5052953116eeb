"""Runs the tour: fresh folders, the program on a practice store, the parts in order, the totals."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from svcconsole import app
from svcconsole.tour import (
    braked_campaign,
    campaign,
    customers,
    delivery,
    first_tasks,
    helpdesk,
    messaging,
    practice,
    products,
    properties,
    reports,
)
from svcconsole.tour.killed import run_killed
from svcconsole.tour.launch import enter, launch
from svcconsole.tour.team import run_team
from svcconsole.tour.window_driver import NotAsExpected, WindowDriver

Step = Callable[[WindowDriver], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Part:
    """Some steps of the tour, and the parts that must have gone before."""

    name: str
    steps: tuple[Step, ...]
    needs: tuple[str, ...] = ()


PARTS: tuple[Part, ...] = (
    Part("open", (products.open_store,)),
    Part("report asked", (reports.ask,), ("open",)),
    Part("import", products.IMPORT, ("open",)),
    Part("catalog", (products.browse, products.edit_product), ("open", "import")),
    Part(
        "practice",
        (
            practice.misbehave,
            practice.save_all_the_same,
            practice.see_the_truth,
            practice.behave_again,
        ),
        ("open",),
    ),
    Part("customers", (customers.look_up, customers.change_address, customers.see_it), ("open",)),
    Part("helpdesk", (helpdesk.write_ticket, helpdesk.time_out, helpdesk.decide), ("open",)),
    Part(
        "messaging",
        (messaging.every_type, messaging.send_one, messaging.send_template, messaging.start_flow),
        ("open",),
    ),
    Part("delivery", (campaign.prepare, campaign.send_campaign, delivery.watch_them), ("open",)),
    Part("properties", (properties.paste, properties.send, properties.put_right), ("open",)),
    Part("reports", (reports.watch, reports.look_at_it), ("open", "report asked")),
)

LONG, TEAM = "damaged file", "team"
"""The parts that are gone through only where they are asked for: they start the program more than once, and
that of a team needs a database."""
ALONE: tuple[Part, ...] = (
    Part("first ten minutes", (first_tasks.first_ten_minutes,)),
    Part(
        "campaign with a brake",
        (braked_campaign.plan, braked_campaign.wait, braked_campaign.stop, braked_campaign.correct),
    ),
)
"""They are gone through only where they are asked for: the first begins with a store in which nothing was
done, the second waits for its minute."""


@dataclass(frozen=True, slots=True)
class Report:
    """What the tour did; `totals` is its last line as JSON."""

    pictures: tuple[Path, ...]
    failed: tuple[str, ...]
    totals: dict[str, Any]


def run_tour(
    out: Path,
    only: str | None = None,
    mode: str = "light",
    patience: float = 1.0,
    *,
    long: bool = False,
    database: str = "",
) -> Report:
    """Drive the tour, or one part with what it needs, and leave a picture per step in `out`; the long part
    where it is named, or after the others where `long`; that of a team where there is a `database` for it.

    Everything happens in folders of its own, on a fresh practice store; nothing of this user's is touched.
    """
    out.mkdir(parents=True, exist_ok=True)
    stage, parts = WindowDriver(out, patience), chosen(only)
    started = time.monotonic()
    if parts:
        code = launch(lambda program: _visit(program, stage, parts), mode)
        stage.check("the window closes in order", code == 0)
    if long or only == LONG:
        run_killed(stage, mode)
    if database and only in (None, TEAM):
        run_team(stage, mode, database)
    totals = {
        "checks": stage.checks,
        "failed": stage.failed,
        "pictures": len(stage.pictures),
        "seconds": round(time.monotonic() - started, 1),
        **stage.totals,
    }
    return Report(tuple(stage.pictures), tuple(stage.failed), totals)


def chosen(only: str | None) -> Sequence[Part]:
    """The parts to go through, in order, without those that start the program more than once."""
    if only is None:
        return PARTS
    if only in (LONG, TEAM):
        return ()
    if (alone := next((each for each in ALONE if each.name == only), None)) is not None:
        return [alone]
    part = next((part for part in PARTS if part.name == only), None)
    if part is None:
        raise ValueError(only)
    return [each for each in PARTS if each.name == only or each.name in part.needs]


async def _visit(program: app.Program, stage: WindowDriver, parts: Sequence[Part]) -> None:
    try:
        await enter(stage, program)
        await _walk(stage, parts)
        bugs = [notice.details for notice in stage.window.console.notices.open if notice.details]
        stage.check("\n".join(["the window met nothing unexpected", *bugs]), not bugs)
    except NotAsExpected as missing:
        stage.check(str(missing), holds=False)
    finally:
        program.end()


async def _walk(stage: WindowDriver, parts: Sequence[Part]) -> None:
    """Step by step; where one does not come true, the rest is not tried."""
    try:
        for part in parts:
            for step in part.steps:
                await step(stage)
    except NotAsExpected as missing:
        stage.check(str(missing), holds=False)
        await stage.picture("not-as-expected")
