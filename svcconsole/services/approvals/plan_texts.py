"""The texts of a plan, each with how many people get it and with its first message."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import func, select

from svcconsole.services.campaigns.terms import CampaignTerms, Split
from svcconsole.services.messaging.templates.files import library_of
from svcconsole.services.messaging.templates.model import LocalTemplate
from svcconsole.tables.records.recipients import template_of
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.runs.plan_records import UNSENT
from svcconsole.workspace.runs.records import RunInfo
from svcconsole.workspace.runs.sent_records import sent_records
from svcconsole.workspace.schema import items


@dataclass(frozen=True, slots=True)
class PlanText:
    """One text of a plan: its number and its name in the terms, blank where everybody gets the same, and how
    many people get it. `to` (E.164) gets the first message, `wire` are its bytes; `template` is what the
    library holds of its template, None where that is not known here."""

    number: int
    name: str
    people: int
    to: str
    wire: bytes
    template: LocalTemplate | None = None

    @property
    def body(self) -> Mapping[str, Any]:
        """The first message by its names on the wire."""
        read: Mapping[str, Any] = json.loads(self.wire)
        return read

    @property
    def template_id(self) -> str:
        """The template that it names; blank where it is none of a template."""
        return template_of(self.wire)


def name_of(split: Split, number: int) -> str:
    """What a text is called; blank where there is one alone."""
    return split.arms[number].name if number < len(split.arms) else ""


def texts_of_run(workspace: Workspace, info: RunInfo) -> tuple[PlanText, ...]:
    """The texts that a run sends, or has sent, in the order of its terms."""
    query = (
        select(items.c.arm, func.count().label("people"), func.min(items.c.seq).label("seq"))
        .where(items.c.run_id == info.id, items.c.state.not_in(UNSENT))
        .group_by(items.c.arm)
        .order_by(items.c.arm)
    )
    with workspace.reading() as connection:
        rows = connection.execute(query).all()
    seqs = [row.seq for row in rows]
    first = {record.seq: record for record in sent_records(workspace, info.id, seqs)} if seqs else {}
    library = library_of(workspace.templates.all())
    split = CampaignTerms.of_text(info.terms).split
    return tuple(
        PlanText(
            row.arm or 0, name_of(split, row.arm or 0), row.people, first[row.seq].record_id,
            first[row.seq].body, library.get(template_of(first[row.seq].body)),
        )
        for row in rows
        if row.seq in first
    )  # fmt: skip
