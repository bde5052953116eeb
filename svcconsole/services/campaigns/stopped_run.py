"""What became of a campaign that was stopped: who was reached, in which order, and who stopped it."""

from __future__ import annotations

import json
from dataclasses import dataclass

from sqlalchemy import select

from svcconsole.services.campaigns.other_message import with_terms
from svcconsole.services.campaigns.person_names import name_columns, name_in
from svcconsole.services.campaigns.terms import CampaignTerms
from svcconsole.services.campaigns.write_again import prepare_again
from svcconsole.tables.values.phones import Phone, read_phone
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.runs.message_records import latest_records
from svcconsole.workspace.runs.records import Counts, RunInfo
from svcconsole.workspace.schema import ItemState, file_rows, items
from svcconsole.workspace.team.audit_entries import Action

MOST = 2_000
"""So many of those who were reached are listed, the last ones."""


@dataclass(frozen=True, slots=True)
class Reached:
    """A person who got the message: the phone it went to (E.164), its country (ISO 3166), when it left (ISO
    in UTC), and what the store said of it last, blank while it said nothing."""

    name: str
    phone: str
    country: str
    at: str
    word: str


@dataclass(frozen=True, slots=True)
class StoppedRun:
    """A run with the ends of its messages, which add up; `by` is who stopped it and `at` when, both blank
    where the log does not say. `reached` are in the order they were reached, `beyond` more are not listed."""

    info: RunInfo
    counts: Counts
    by: str
    at: str
    reached: tuple[Reached, ...]
    beyond: int = 0

    @property
    def people(self) -> int:
        """How many were to get it."""
        counts = self.counts
        return counts.sent + counts.refused + counts.needs_decision + counts.not_sent


def stopped_run(space: Workspace, run_id: str) -> StoppedRun:
    """A run as it stands; raises WorkspaceError where there is none."""
    info, totals = space.runs.get(run_id), space.runs.totals(run_id)
    stops = [entry for entry in space.log.of_run(run_id) if entry.action == Action.STOPPED]
    records = [each for each in latest_records(space, run_id, MOST) if each.state is ItemState.ACKED]
    records.sort(key=lambda each: (each.at, each.seq))
    names = _names(space, info, [each.seq for each in records])
    reached = tuple(
        Reached(
            names.get(each.seq, ""),
            each.phone,
            _country(each.phone),
            each.at,
            each.said[-1][0] if each.said else "",
        )
        for each in records
    )
    counts = totals.products
    return StoppedRun(
        info,
        Counts(
            sent=counts.sent,
            refused=counts.refused,
            not_sent=counts.not_sent - totals.records_left_out,
            needs_decision=counts.needs_decision,
        ),
        stops[-1].operator if stops else "",
        stops[-1].at if stops else "",
        reached,
        max(0, counts.sent - len(reached)),
    )


def prepare_correction(space: Workspace, run_id: str) -> str:
    """The id of a new campaign over exactly those whose message the store took; whoever is in doubt is none
    of them. Nothing keeps one of them back: not what they were sent today, unless it is the very same once
    more, nor the most offers for one person, nor the first people of a campaign.

    Raises WorkspaceError where the run was made of no file.
    """
    taken = select(items.c.record_id).where(items.c.run_id == run_id, items.c.state == ItemState.ACKED)
    with space.reading() as connection:
        phones = frozenset(connection.execute(taken).scalars())
    made = prepare_again(space, run_id, phones)
    settings = with_terms(space.imports.get(made).settings, _for_all_at_once)
    rules = {**settings["rules"], "recipient_lately": ["same", ""]}
    space.imports.save_settings(made, {**settings, "rules": rules})
    return made


def _for_all_at_once(terms: CampaignTerms) -> CampaignTerms:
    limits = terms.limits.model_copy(update={"cap_messages": None})
    return terms.model_copy(update={"first_wave": None, "limits": limits})


def _names(space: Workspace, info: RunInfo, seqs: list[int]) -> dict[int, str]:
    columns = name_columns(info.header)
    if not columns or not seqs:
        return {}
    query = select(file_rows.c.seq, file_rows.c.cells).where(
        file_rows.c.run_id == info.id, file_rows.c.seq.between(min(seqs), max(seqs))
    )
    wanted = frozenset(seqs)
    with space.reading() as connection:
        return {
            seq: name_in(json.loads(cells), columns)
            for seq, cells in connection.execute(query)
            if seq in wanted
        }


def _country(phone: str) -> str:
    found = read_phone(phone)
    return found.country if isinstance(found, Phone) else ""
