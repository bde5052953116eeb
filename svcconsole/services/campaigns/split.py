"""Who gets which text of a campaign, and who gets none to compare with: told by person and campaign alone."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from hashlib import blake2b
from typing import Any

from svcconsole.services.campaigns.message_template_fields import Library, MessageFields, misfits
from svcconsole.services.campaigns.terms import Split
from svcconsole.tables.records.recipients import content_hash
from svcconsole.words.message import Message, mark, message
from svcconsole.workspace.runs.records import PlanItem
from svcconsole.workspace.schema import ItemState

HELD_OUT = mark("Not sent, to compare with those who get it; this row is not sent.")
_WIDTH = 8


def arm_of(split: Split, campaign: str, person: str) -> int | None:
    """The number of the text that somebody (E.164) gets, 0 where there is one alone; None: none at all.

    It hangs on nothing else, so that nobody changes sides when the file is sorted otherwise, when rows come
    or go, or when the campaign is planned anew.
    """
    digest = blake2b(f"{campaign}\0{person}".encode(), digest_size=_WIDTH).digest()
    place = int.from_bytes(digest) / 2 ** (8 * _WIDTH)
    if place < split.held_out:
        return None
    whole = sum(arm.share for arm in split.arms)
    left = (place - split.held_out) / (1 - split.held_out) * whole
    for number, arm in enumerate(split.arms):
        left -= arm.share
        if left < 0:
            return number
    return max(0, len(split.arms) - 1)


@dataclass(frozen=True, slots=True)
class Assignment:
    """Who gets which text of one campaign: `own` is the template that its mapping sends to everybody, blank
    where rows name theirs, or it is none."""

    split: Split
    campaign: str
    own: str

    def arm_of(self, person: str) -> int | None:
        """The number of the text that somebody (E.164) gets; None: none at all."""
        return arm_of(self.split, self.campaign, person) if self.split.arms or self.split.held_out else 0

    @property
    def templates(self) -> tuple[str, ...]:
        """The template of each text in their order."""
        return tuple((self.own and arm.template) or self.own for arm in self.split.arms) or (self.own,)

    def with_template(self, body: bytes, arm: int) -> bytes:
        """A message as it is sent, with the template of this text in place of `own`."""
        template = self.templates[arm]
        if template == self.own:
            return body
        made = body.replace(_named(self.own), _named(template), 1)
        if made == body:
            raise ValueError(f"a message does not name the template {self.own!r}")
        return made

    def body_with_template(self, body: Mapping[str, Any], arm: int) -> Mapping[str, Any]:
        """The same of a message by its names on the wire, whole or not."""
        template = self.templates[arm]
        if template == self.own:
            return body
        return {**body, "payload": {**body.get("payload", {}), "templateId": template}}


@dataclass(frozen=True, slots=True)
class Texts:
    """The texts of one campaign: who gets which, and what each consists of, by its number; None where nobody
    can tell."""

    assignment: Assignment
    shapes: tuple[MessageFields | None, ...]


def split_refusals(split: Split, own: str, body: Mapping[str, Any], library: Library) -> tuple[Message, ...]:
    """Why the other texts cannot be sent with what fills the first, the template `own` (blank where rows name
    theirs, or none is sent), of which `body` is a message."""
    if not own and any(arm.template for arm in split.arms):
        return (message("Two texts are compared of one template that is chosen for everybody."),)
    found: list[Message] = []
    for arm in split.arms:
        if not arm.template:
            continue
        if arm.template not in library:
            found.append(
                message(
                    "The template “{what}” is not in the library, so nobody can see what it says.",
                    what=arm.template,
                )
            )
        elif said := misfits(library[arm.template], body):
            found.append(
                message("“{name}” cannot be filled as the first text is: {why}", name=arm.name, why=said[0])
            )
    return tuple(found)


def assigned(item: PlanItem, to: Assignment) -> PlanItem:
    """A record of the plan with the text of its person; left out where they get none."""
    if item.body is None:
        return item
    number = to.arm_of(item.record_id)
    if number is None:
        return replace(
            item, body=None, content=b"", sender="", state=ItemState.LEFT_OUT, reason=message(HELD_OUT)
        )
    if not to.split.arms:
        return item
    body = to.with_template(item.body, number)
    if body == item.body:
        return replace(item, arm=number)
    return replace(item, arm=number, body=body, content=content_hash(body), template=to.templates[number])


def _named(template: str) -> bytes:
    """How a message names its template, as it is sent."""
    return b'"templateId":' + json.dumps(template, ensure_ascii=False).encode()
