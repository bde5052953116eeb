"""Reads what the workspace holds about one record of unknown outcome: requests, bytes, run, person."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from svcconsole.services.customers.customer_timeline import people_of, person_of
from svcconsole.services.helpdesk.tickets import reference_in
from svcconsole.services.sends.callback_data import nonce_in

if TYPE_CHECKING:
    from svcconsole.workspace.database import Workspace
    from svcconsole.workspace.runs.records import Attempt, Doubt
    from svcconsole.workspace.runs.webhook_evidence import Findings


@dataclass(frozen=True, slots=True)
class Evidence:
    """`of_run` are all records of the same run that need a decision, `people` the keys of the person it is
    about, `name` what they are called where somebody looked them up. `webhooks` is the reference its webhooks
    echo, `reference` what finds it in the store, `proofs` what logs of webhooks say."""

    attempts: Sequence[Attempt]
    body: bytes
    of_run: Sequence[tuple[str, int]] = ()
    people: tuple[str, ...] = ()
    name: str = ""
    webhooks: str = ""
    reference: str = ""
    proofs: Sequence[Findings] = ()


def read_evidence(space: Workspace, doubt: Doubt) -> Evidence:
    """Read it all at once; on the workspace's thread."""
    from svcconsole.services.runs.completing import sent_body

    key, people = (doubt.run_id, doubt.seq), people_of(space, doubt)
    body = sent_body(space, *key)
    return Evidence(
        space.decisions.evidence(key),
        body,
        space.decisions.of_run(doubt.run_id),
        people,
        person_of(space, people).name if people else "",
        nonce_in(body),
        doubt.reference or reference_in(body),
        space.proofs.of(*key),
    )
