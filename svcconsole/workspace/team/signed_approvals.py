"""Whose signature under a plan counts as that of a second person, where nobody shares the workspace."""

from __future__ import annotations

from collections.abc import Mapping

from svcconsole.words.message import OR, listed, message, number
from svcconsole.workspace.errors import WorkspaceError
from svcconsole.workspace.team.key_codes import public_of
from svcconsole.workspace.team.not_approved import NotApproved
from svcconsole.workspace.team.signatures import Signature

PLAN = "plan"
"""What a signature of a plan's hash is of."""


def signer_of(signed: Signature, keys: Mapping[str, str], own_key: str) -> str:
    """Who signed a plan, as the profile calls them: `keys` are the codes it lists by name, `own_key` is that
    of whoever works here, blank where they have none. Raises WorkspaceError where nobody else did whose key
    is listed."""
    if signed.what != PLAN or not signed.stands:
        raise WorkspaceError(
            message("The signature does not fit what was signed."),
            message("Nothing was approved. Have the plan approved again."),
        )
    key = public_of(signed.key)
    if own_key and key == public_of(own_key):
        raise WorkspaceError(
            message("You signed this plan yourself, so another person has to approve it."),
            message("Anybody can whose key the store’s connection lists."),
        )
    name = next((name for name, code in keys.items() if public_of(code) == key), None)
    if name is None:
        raise WorkspaceError(
            message("The key that signed this plan is not listed in the store’s connection."),
            message("Ask {name} for the key’s code and list it there.", name=signed.name),
        )
    return name


def is_signed(signature: str, plan_sha256: str, keys: Mapping[str, str]) -> bool:
    """Whether this text is the signature of exactly this plan by a key that is listed."""
    signed = Signature.of_text(signature)
    return (
        signed is not None
        and (signed.what, signed.sha256) == (PLAN, plan_sha256)
        and public_of(signed.key) in {public_of(code) for code in keys.values()}
        and signed.stands
    )


def nobody_signed(limit: int, keys: Mapping[str, str]) -> NotApproved:
    """The refusal of a run to more people than `limit` that nobody else has signed."""
    return NotApproved(
        message(
            "This run reaches more than {limit} people, so a second person has to agree.",
            limit=number(limit),
        ),
        message(
            "Nothing was sent. Write the plan into a file and have it approved by {names}.",
            names=listed(list(keys), OR),
        )
        if keys
        else message(
            "Here nobody can tell two people apart. Share the workspace with your team, list the key of "
            "somebody else in the store’s connection, or set the number there to 0."
        ),
    )
