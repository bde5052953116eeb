"""What a second person agreed to: a plan of one hash, asked for by one operator, answered by another."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol

from sqlalchemy import Connection, Row, func, insert, select, text, update

from svcconsole.words.message import message, number
from svcconsole.workspace.clock import now
from svcconsole.workspace.errors import WorkspaceError
from svcconsole.workspace.known.event_kinds import EventKind
from svcconsole.workspace.known.events import Events
from svcconsole.workspace.meta_values import read_meta
from svcconsole.workspace.runs.rehearsals import frozen_hash
from svcconsole.workspace.runs.run_log import log_run
from svcconsole.workspace.schema import ItemState, approvals, items, runs
from svcconsole.workspace.schema.approval_rule import APPROVE_ABOVE, REACHES
from svcconsole.workspace.session import Session
from svcconsole.workspace.team.audit_entries import Action
from svcconsole.workspace.team.audit_log import add_entry
from svcconsole.workspace.team.not_approved import NotApproved
from svcconsole.workspace.team.operators import NO_TEAM
from svcconsole.workspace.team.roles import NotAllowed, Right
from svcconsole.workspace.team.shown_name import shown_name
from svcconsole.workspace.team.signatures import Signature
from svcconsole.workspace.team.signed_approvals import is_signed, nobody_signed, signer_of


class Answer(StrEnum):
    """What was answered."""

    APPROVED = "approved"
    SENT_BACK = "sent back"


@dataclass(frozen=True, slots=True)
class Approval:
    """A question and its answer: `answer` is blank while it is open, `words` are those it was sent back with.
    `valid` while it is approved and the plan is the one that was asked about; `signature` (JSON) is there
    where nobody shares the workspace. Times are ISO in UTC."""

    id: int
    run_id: str
    plan_sha256: str
    people: int
    asked_by: str
    asked_at: str
    answer: str
    answered_by: str
    answered_at: str
    words: str
    code: str
    title: str
    file_name: str
    planned_by: str
    valid: bool
    signature: str = ""


class Rights(Protocol):
    """What the operators tell about whoever works from here."""

    def require(self, right: Right) -> None: ...
    def refusal(self, right: Right) -> NotAllowed | None: ...


class Approvals:
    """The approvals of a workspace. `own_limit` is the number of this console's profile; the team's own one
    stands in the workspace, and the stricter of both counts. 0: nobody is asked.

    In a shared workspace the database says who answers. Elsewhere an answer is a signature by one of the
    `keys`, whose codes the profile lists by name: whoever has this computer's disk can write what they like
    into the workspace, but not that.
    """

    def __init__(self, access: Session, rights: Rights, me: Any, *, shared: bool) -> None:
        self._access = access
        self._rights = rights
        self._me = me
        self._shared = shared
        self.own_limit = 0
        self.keys: Mapping[str, str] = {}

    def hold_to(self, own_limit: int, keys: Mapping[str, str]) -> None:
        """What the profile of this console says."""
        self.own_limit, self.keys = own_limit, keys

    def limit(self) -> int:
        """A run that reaches more people than this needs a second person; 0 where none does."""
        with self._access.reading() as connection:
            return self._limit(connection)

    def team_limit(self) -> int:
        """The team's own number, without that of this console's profile."""
        with self._access.reading() as connection:
            return _of_team(connection)

    def set_team_limit(self, people: int) -> None:
        """Let every run to more people than this need a second person; 0 lets none."""
        self._require_team()
        self._rights.require(Right.ADMINISTER)
        with self._access.writing() as connection:
            before = _of_team(connection)
            connection.execute(text("SELECT svc_approve_above(:people)"), {"people": people})
            details = {"from": before, "to": people}
            add_entry(connection, Action.LIMIT_CHANGED, str(people), details=details)

    def needed(self, run_id: str) -> bool:
        """Whether the run needs a second person, who may have agreed already."""
        with self._access.reading() as connection:
            return self._needed(connection, run_id)

    def ask(self, run_id: str) -> Approval:
        """Ask for the agreement of a second person to a plan as it is now. What was asked about the same plan
        and is open, or was approved, is returned as it is."""
        self._require_team()
        self._rights.require(Right.PREPARE)
        with self._access.writing() as connection:
            sha256 = frozen_hash(connection, run_id)
            found = self._latest(connection, run_id)
            if found is None or found.plan_sha256 != sha256 or found.answer == Answer.SENT_BACK:
                connection.execute(update(runs).where(runs.c.id == run_id).values(sha256=sha256))
                connection.execute(
                    insert(approvals).values(
                        run_id=run_id, plan_sha256=sha256, people=_people(connection, run_id),
                        asked_by=self._me(), asked_at=now(), words="",
                    )
                )  # fmt: skip
                log_run(connection, run_id, Action.APPROVAL_ASKED)
                Events.note(connection, EventKind.APPROVAL, run_id)
        return self._known(run_id)

    def answer(self, run_id: str, answer: Answer, words: str = "", *, seen: str = "") -> Approval:
        """Answer the question about a run. `seen` is the hash of the plan that was looked at, where one was.

        Raises NotAllowed without the role, and WorkspaceError where it is one's own plan, is not open, or has
        changed since it was asked about or looked at.
        """
        self._require_team()
        self._rights.require(Right.APPROVE)
        with self._access.writing() as connection:
            found = self._latest(connection, run_id)
            if found is None or found.answer:
                raise WorkspaceError(
                    message("Nobody waits for an answer about this plan."),
                    message("The list shows what is open: svcconsole approvals"),
                )
            if self._me() in (found.asked_by, found.planned_by):
                raise WorkspaceError(
                    message("You made this plan, so another person has to approve it."),
                    message("Anybody with the role Approve can."),
                )
            sha256 = frozen_hash(connection, run_id)
            if sha256 != found.plan_sha256 or (seen and seen != sha256):
                asked_by = shown_name(connection, found.asked_by)
                raise WorkspaceError(
                    message("The plan {code} was changed after it was asked about.", code=found.code),
                    message("Nothing was approved. {name} has to ask again.", name=asked_by),
                )
            connection.execute(
                update(approvals)
                .where(approvals.c.id == found.id)
                .values(answer=answer, answered_by=self._me(), answered_at=now(), words=words)
            )
            action = Action.APPROVED if answer is Answer.APPROVED else Action.SENT_BACK
            log_run(connection, run_id, action, approved_sha256=sha256)
            Events.note(connection, EventKind.APPROVAL, run_id)
        return self._known(run_id)

    def take_signed(self, run_id: str, signed: Signature, own_key: str) -> Approval:
        """Take in that somebody else signed the plan of a run; `own_key` is the code of whoever works here,
        blank where they have none.

        Raises WorkspaceError where the signature is not one of theirs, or is of another plan.
        """
        if self._shared:
            raise WorkspaceError(
                message("In a shared workspace a second person approves in their own name."),
                message("They do it with: svcconsole approve {run}", run=run_id),
            )
        name = signer_of(signed, self.keys, own_key)
        with self._access.writing() as connection:
            sha256 = frozen_hash(connection, run_id)
            if signed.sha256 != sha256:
                raise WorkspaceError(
                    message("{name} approved another plan, not this one.", name=name),
                    message("Nothing was approved. Have the plan's file, as it is now, approved."),
                )
            found = self._latest(connection, run_id)
            if found is None or not found.valid:
                connection.execute(update(runs).where(runs.c.id == run_id).values(sha256=sha256))
                connection.execute(
                    insert(approvals).values(
                        run_id=run_id, plan_sha256=sha256, people=_people(connection, run_id),
                        asked_by=self._me(), asked_at=now(), answer=Answer.APPROVED, answered_by=name,
                        answered_at=signed.at, signature=signed.as_text(),
                    )
                )  # fmt: skip
                log_run(connection, run_id, Action.APPROVED, approved_sha256=sha256, by=name, key=signed.key)
                Events.note(connection, EventKind.APPROVAL, run_id)
        return self._known(run_id)

    def of_run(self, run_id: str) -> Approval | None:
        """The last question about a run; None where none was asked."""
        with self._access.reading() as connection:
            return self._latest(connection, run_id)

    def list(self, *, open_only: bool = False, limit: int = 200) -> tuple[Approval, ...]:
        """Questions with their answers, the newest first."""
        query = _query().order_by(approvals.c.id.desc()).limit(limit)
        if open_only:
            query = query.where(approvals.c.answer.is_(None))
        with self._access.reading() as connection:
            return tuple(_approval(row) for row in connection.execute(query))

    def mine_to_answer(self, limit: int = 200) -> tuple[Approval, ...]:
        """The questions that wait for whoever works from here, the newest first: not their own, and none
        where their role does not approve. A question about a plan that was asked about anew, that has begun
        or was deleted waits for nobody."""
        if not self._shared or self._rights.refusal(Right.APPROVE) is not None:
            return ()
        me = self._me()
        newest = select(func.max(approvals.c.id)).group_by(approvals.c.run_id)
        query = (
            _query()
            .where(
                approvals.c.answer.is_(None), approvals.c.id.in_(newest), approvals.c.asked_by != me,
                runs.c.operator != me, runs.c.started_at.is_(None),
            )
            .order_by(approvals.c.id.desc())
            .limit(limit)
        )  # fmt: skip
        with self._access.reading() as connection:
            return tuple(_approval(row) for row in connection.execute(query))

    def approved_before(self, run_id: str, by: str) -> Approval | None:
        """What this person approved last of the same kind, other than this run: what a look at it is held
        against."""
        kind = select(runs.c.kind).where(runs.c.id == run_id).scalar_subquery()
        query = (
            _query()
            .where(
                approvals.c.answer == Answer.APPROVED, approvals.c.answered_by == by,
                approvals.c.run_id != run_id, runs.c.kind == kind,
            )
            .order_by(approvals.c.id.desc())
            .limit(1)
        )  # fmt: skip
        with self._access.reading() as connection:
            row = connection.execute(query).one_or_none()
        return None if row is None else _approval(row)

    def refuse_unapproved(self, run_id: str) -> None:
        """Raise NotApproved unless the run may start; what it would send is hashed anew, byte for byte."""
        with self._access.reading() as connection:
            if not self._needed(connection, run_id):
                return
            self.check(connection, run_id)
            found, sha256 = self._latest(connection, run_id), frozen_hash(connection, run_id)
            if found is None or found.plan_sha256 != sha256 or not self._counts(found):
                raise _not_approved(connection, run_id, found, self._limit(connection))

    def check(self, connection: Connection, run_id: str) -> None:
        """Raise NotApproved unless the run may start, inside the transaction that lets it."""
        if not self._needed(connection, run_id):
            return
        found = self._latest(connection, run_id)
        if found is not None and found.valid and self._counts(found):
            return
        if self._shared:
            raise _not_approved(connection, run_id, found, self._limit(connection))
        raise nobody_signed(self._limit(connection), self.keys)

    def _counts(self, found: Approval) -> bool:
        """Whether an answer is somebody's: in a shared workspace the database saw to it, elsewhere it is
        signed, for exactly this plan, by a key that is listed now."""
        return self._shared or is_signed(found.signature, found.plan_sha256, self.keys)

    def _limit(self, connection: Connection) -> int:
        """The stricter of the team's number and the profile's; 0 where neither is set."""
        return min((one for one in (_of_team(connection), self.own_limit) if one), default=0)

    def _needed(self, connection: Connection, run_id: str) -> bool:
        limit = self._limit(connection)
        if not limit:
            return False
        query = select(runs.c.kind, runs.c.single).where(runs.c.id == run_id)
        run = connection.execute(query).one_or_none()
        if run is None or run.single or run.kind not in REACHES:
            return False
        return _people(connection, run_id) > limit

    def _latest(self, connection: Connection, run_id: str) -> Approval | None:
        query = _query().where(approvals.c.run_id == run_id).order_by(approvals.c.id.desc()).limit(1)
        row = connection.execute(query).one_or_none()
        return None if row is None else _approval(row)

    def _known(self, run_id: str) -> Approval:
        found = self.of_run(run_id)
        if found is None:
            raise AssertionError("what was just written is there")
        return found

    def _require_team(self) -> None:
        if not self._shared:
            raise WorkspaceError(
                NO_TEAM[0], message("A second person can only be told apart in a workspace that is shared.")
            )


def _of_team(connection: Connection) -> int:
    return int(read_meta(connection, APPROVE_ABOVE) or 0)


def _people(connection: Connection, run_id: str) -> int:
    """How many people a run reaches, or has reached."""
    unsent = (ItemState.BLOCKED, ItemState.LEFT_OUT)
    query = select(func.count()).where(items.c.run_id == run_id, items.c.state.not_in(unsent))
    return int(connection.execute(query).scalar_one())


def _query() -> Any:
    return select(
        approvals, runs.c.code, runs.c.title, runs.c.file_name, runs.c.operator, runs.c.sha256
    ).join(runs, runs.c.id == approvals.c.run_id)  # fmt: skip


def _approval(row: Row[*tuple[Any, ...]]) -> Approval:
    return Approval(
        row.id, row.run_id, row.plan_sha256, row.people, row.asked_by, row.asked_at, row.answer or "",
        row.answered_by or "", row.answered_at or "", row.words, row.code, row.title, row.file_name,
        row.operator, row.answer == Answer.APPROVED and row.plan_sha256 == row.sha256, row.signature,
    )  # fmt: skip


def _not_approved(connection: Connection, run_id: str, found: Approval | None, limit: int) -> NotApproved:
    reaches = message(
        "This run reaches {people} people; above {limit} a second person has to agree.",
        people=number(_people(connection, run_id)),
        limit=number(limit),
    )
    if found is None:
        return NotApproved(reaches, message("Nothing was sent. Ask for an approval of this plan."))
    if found.answer == Answer.SENT_BACK:
        name = shown_name(connection, found.answered_by)
        words = message("{name} sent it back: {words}", name=name, words=found.words or found.answered_at)
        return NotApproved(reaches, words)
    if found.answer:
        return NotApproved(
            reaches,
            message("The plan was changed after it was approved: ask for an approval of the new one."),
        )
    name = shown_name(connection, found.asked_by)
    return NotApproved(
        reaches, message("Nothing was sent: {name} asked, and nobody has answered yet.", name=name)
    )
