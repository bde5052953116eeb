"""The file of a plan as a second person sees it: all that is told of a plan in a team, but its past."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from svcconsole.services.approvals.plan_look import FIRST, CountryCount, PlanLook
from svcconsole.services.approvals.plan_texts import PlanText, name_of
from svcconsole.services.approvals.regions import RegionOf
from svcconsole.services.approvals.signing_key import own_key
from svcconsole.services.campaigns.plan_file import PlanFile, read_plan
from svcconsole.services.campaigns.terms import Split
from svcconsole.words.message import message
from svcconsole.workspace.runs.plan_records import PlanRecord
from svcconsole.workspace.runs.records import RunInfo
from svcconsole.workspace.schema import RunState
from svcconsole.workspace.team.approvals import Approval
from svcconsole.workspace.team.key_codes import public_of


class PeopleOfPlan:
    """Takes in the records of a plan one by one: people by country, the first of them, and what they get."""

    def __init__(self) -> None:
        self.countries: Counter[str] = Counter()
        self.first: list[str] = []
        self._messages: dict[int, tuple[str, bytes]] = {}
        self._people: Counter[int] = Counter()
        self._region = RegionOf()

    def __call__(self, record: PlanRecord) -> None:
        if record.body is None:
            return
        self.countries[self._region(record.record_id)] += 1
        self._people[record.arm or 0] += 1
        self._messages.setdefault(record.arm or 0, (record.record_id, record.body))
        if len(self.first) < FIRST:
            self.first.append(record.record_id)

    def texts(self, split: Split) -> tuple[PlanText, ...]:
        """What they get, in the order of the terms."""
        return tuple(
            PlanText(number, name_of(split, number), self._people[number], *self._messages[number])
            for number in sorted(self._messages)
        )


def file_look(path: Path) -> tuple[PlanFile, PlanLook]:
    """The plan of a file, every hash in it made anew. Blocks: not on the window's thread.

    Raises NotAsPlanned, OSError, and WorkspaceError where the keyring does not say whose key is here.
    """
    people = PeopleOfPlan()
    plan, key = read_plan(path, people), own_key()
    own = key is not None and plan.planner_key and public_of(plan.planner_key) == public_of(key.code)
    window = plan.terms.window
    return plan, PlanLook(
        _info(plan), _asked(plan), None,
        tuple(CountryCount(code, count) for code, count in people.countries.most_common()),
        (), tuple(people.first), people.texts(plan.terms.split), (), 0,
        message("You made this plan, so another person has to approve it.") if own else "",
        False, window.starts_at if window is not None else "", None,
    )  # fmt: skip


def _info(plan: PlanFile) -> RunInfo:
    return RunInfo(
        "", plan.code, plan.kind, plan.title, RunState.PLANNED, "", None, "", plan.file_name, "", (),
        plan.people + plan.left_out, plan.people + plan.left_out, plan.left_out, None, plan.planned_at, None,
        None, operator=plan.planned_by, mapping=plan.mapping, sha256=plan.plan_sha256,
        terms=plan.terms.as_text(),
    )  # fmt: skip


def _asked(plan: PlanFile) -> Approval:
    return Approval(
        0, "", plan.plan_sha256, plan.people, plan.planned_by, plan.planned_at, "", "", "", "", plan.code,
        plan.title, plan.file_name, plan.planned_by, False,
    )  # fmt: skip
