"""An approval as a file: the signature of a second person under exactly one plan, to be sent to its maker."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from svcconsole.services.approvals.signing_key import make_key
from svcconsole.services.campaigns.plan_file import PlanFile
from svcconsole.whole_file import write_whole
from svcconsole.words.message import message
from svcconsole.workspace.clock import now
from svcconsole.workspace.errors import WorkspaceError
from svcconsole.workspace.team.key_codes import public_of
from svcconsole.workspace.team.signatures import Signature
from svcconsole.workspace.team.signed_approvals import PLAN

FORMAT = "svcconsole approval 1"
LARGEST = 64 * 1024
HOW = message(
    "The signature shows that whoever has the private half of the key signed exactly this plan. It does not "
    "show what else they saw, nor that the run was not begun by other means: the records of a workspace that "
    "is not shared are kept by the computer that sends."
)


def sign_plan(plan: PlanFile, name: str) -> Signature:
    """The signature of whoever works here, who calls themselves `name`, under a plan.

    Raises WorkspaceError where it is their own plan, or the keyring keeps no key.
    """
    key = make_key()
    if plan.planner_key and public_of(plan.planner_key) == public_of(key.code):
        raise WorkspaceError(
            message("You made this plan, so another person has to approve it."),
            message("Send them the plan’s file."),
        )
    return key.sign(PLAN, plan.plan_sha256, name, now())


def write_approval(path: Path, plan: PlanFile, signed: Signature) -> None:
    """Write the approval beside the plan; raises OSError."""
    told: Mapping[str, Any] = {
        "format": FORMAT,
        "plan": plan.code,
        "people": plan.people,
        "signature": json.loads(signed.as_text()),
        "how": HOW,
    }
    write_whole(path, (json.dumps(told, indent=2, ensure_ascii=False) + "\n").encode())


def read_approval(path: Path) -> Signature:
    """The signature in the file of an approval; whether it counts is asked elsewhere. Raises OSError, and
    WorkspaceError where the file holds none."""
    with path.open("rb") as file:
        content = file.read(LARGEST)
    try:
        held = json.loads(content)
        signed = Signature.of_text(json.dumps(held["signature"])) if held["format"] == FORMAT else None
    except (ValueError, RecursionError, KeyError, TypeError):
        signed = None
    if signed is None:
        raise WorkspaceError(
            message("{file} holds no approval.", file=path.name),
            message("An approval is written by: svcconsole campaign approve PLAN.JSON"),
        )
    return signed
