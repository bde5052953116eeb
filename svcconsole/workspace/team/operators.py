"""The operators of a shared workspace: who there is, what each may do, and how one comes and goes."""

from __future__ import annotations

import re
import secrets
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from sqlalchemy import Connection, select, text

from svcconsole.words.message import message
from svcconsole.workspace.errors import WorkspaceError
from svcconsole.workspace.schema.team_tables import console_leases, operators
from svcconsole.workspace.session import Session
from svcconsole.workspace.team.audit_entries import Action
from svcconsole.workspace.team.audit_log import add_entry
from svcconsole.workspace.team.roles import RIGHTS, NotAllowed, Right, Role

LONGEST_NAME = 40
PASSWORD_BYTES = 18
FORBIDDEN = ("pg_", "public", "none", "session_user", "current_user")
NO_TEAM = (
    message("This workspace is not shared: there is nobody to let in or to shut out."),
    message("Share it first: Settings, Team, or SVCCONSOLE_WORKSPACE."),
)


@dataclass(frozen=True, slots=True)
class Operator:
    """One person or worker; `name` is their account in the database, `shown` what people call them. Times are
    ISO in UTC; `locked_at` is when they were shut out."""

    name: str
    shown: str
    role: Role
    invited_by: str = ""
    invited_at: str = ""
    locked_at: str | None = None

    @property
    def rights(self) -> frozenset[Right]:
        """What they may do."""
        return RIGHTS[self.role] if self.locked_at is None else frozenset()


@dataclass(frozen=True, slots=True)
class Invitation:
    """What to hand over: the address without a password, and the password, which is kept nowhere; it is blank
    where the person has an account on the server already."""

    operator: Operator
    address: str
    password: str = ""


class AccountEnd(StrEnum):
    """Gone from the server; there, and closed; or open, because somebody else has made it."""

    GONE = "gone"
    CLOSED = "closed"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class ShutOut:
    """What became of somebody who was shut out: how many consoles of theirs lost their runs, and what became
    of the account, which has no rights here any more in any case."""

    consoles: int
    account: AccountEnd


class SqlNeeded(WorkspaceError):
    """The account of this workspace may make no others: `sql` is for whoever may."""

    def __init__(self, invitation: Invitation, sql: str) -> None:
        super().__init__(
            message("The account that owns the shared workspace may make no other accounts."),
            message("Have whoever keeps the database run the statements."),
        )
        self.invitation = invitation
        self.sql = sql


class Accounts:
    """What of the engine the operators need: who we are there, and how passwords and addresses are made."""

    def __init__(
        self, name: Callable[[], str], address_for: Callable[[str], str], verifier: Callable[[str, str], str]
    ) -> None:
        self.name = name
        self.address_for = address_for
        self.verifier = verifier


class Operators:
    """The operators of a workspace; who has one alone may do everything. What is asked for without the right
    to it raises NotAllowed before anything is tried."""

    def __init__(
        self,
        access: Session,
        accounts: Accounts,
        end_leases: Callable[[Connection, list[int]], None],
        *,
        shared: bool,
    ) -> None:
        self._access = access
        self._accounts = accounts
        self._end_leases = end_leases
        self._shared = shared

    def me(self) -> Operator:
        """Whoever works from here; somebody the team does not know may look."""
        name = self._accounts.name()
        if not self._shared:
            return Operator(name, name, Role.ADMINISTER)
        return self.get(name) or Operator(name, name, Role.LOOK)

    def get(self, name: str) -> Operator | None:
        """An operator by account; None where there is none."""
        return next((one for one in self.list() if one.name == name), None)

    def list(self) -> tuple[Operator, ...]:
        """Everybody, by name; who has a workspace alone is the only one."""
        if not self._shared:
            return (self.me(),)
        with self._access.reading() as connection:
            found = connection.execute(select(operators).order_by(operators.c.shown, operators.c.name))
            return tuple(
                Operator(
                    row.name, row.shown, Role(row.role), row.invited_by, row.invited_at, row.locked_at
                )
                for row in found
            )  # fmt: skip

    def names(self) -> dict[str, str]:
        """What people call whoever has an account, by account; empty where nobody shares the workspace."""
        return {one.name: one.shown for one in self.list()} if self._shared else {}

    def name_of(self, account: str) -> str:
        """What people call whoever has this account; the account itself where nobody is known by it."""
        return self.names().get(account, account)

    def may(self, right: Right) -> bool:
        """Whether whoever works from here may do this."""
        return right in self.me().rights

    def require(self, right: Right) -> None:
        """Raise NotAllowed unless whoever works from here may do this."""
        if (refusal := self.refusal(right)) is not None:
            raise refusal

    def refusal(self, right: Right) -> NotAllowed | None:
        """What is said to whoever works from here and may not do this; None where they may."""
        return None if self.may(right) else NotAllowed(right)

    def invite(self, shown: str, role: Role = Role.SEND) -> Invitation:
        """Make an account with the rights of a role. Raises SqlNeeded where that takes another's rights."""
        self._require_team()
        name = account_of(shown)
        if (known := self.get(name)) is not None and known.locked_at is None:
            raise WorkspaceError(
                message("{name} is in the team already.", name=known.shown),
                message(
                    "Choose another name, or change the role with: svcconsole team role {name} ROLE",
                    name=name,
                ),
            )
        password = secrets.token_urlsafe(PASSWORD_BYTES)
        verifier = self._accounts.verifier(name, password)
        made = Invitation(Operator(name, shown, role), self._accounts.address_for(name), password)
        try:
            with self._access.writing() as connection:
                is_new = self._admit(connection, made.operator, verifier)
                add_entry(connection, Action.INVITED, shown, 1, details={"account": name, "role": role})
        except WorkspaceError as error:
            if "permission denied to create role" in str(error):
                raise SqlNeeded(made, _sql(made.operator, verifier)) from error
            raise
        return made if is_new else Invitation(made.operator, made.address)

    def set_role(self, name: str, role: Role) -> Operator:
        """Give somebody another role; who was locked out is let in again with it."""
        self._require_team()
        before = self._known(name)
        with self._access.writing() as connection:
            self._admit(connection, Operator(before.name, before.shown, role), None)
            if before.locked_at is not None:
                connection.execute(text("SELECT svc_let_in(:name)"), {"name": before.name})
            add_entry(
                connection, Action.ROLE_CHANGED, before.shown, 1,
                details={"account": before.name, "from": before.role, "to": role},
            )  # fmt: skip
        return self._known(name)

    def remove(self, name: str) -> ShutOut:
        """Take somebody out for good: their consoles lose their runs, what may happen only once is unknown,
        their account loses every right and goes, or where that cannot be is closed."""
        return self._shut_out(name, Action.REMOVED, for_good=True)

    def lock(self, name: str) -> ShutOut:
        """The same until `set_role` lets them in again."""
        return self._shut_out(name, Action.LOCKED, for_good=False)

    def _shut_out(self, name: str, action: Action, *, for_good: bool) -> ShutOut:
        self._require_team()
        known = self._known(name)
        if known.name == self._accounts.name():
            raise WorkspaceError(
                message("You cannot shut yourself out."), message("Another administrator can.")
            )
        with self._access.writing() as connection:
            query = select(console_leases.c.fence).where(console_leases.c.operator == known.name)
            fences = list(connection.execute(query).scalars())
            if fences:
                self._end_leases(connection, fences)
            shut = text("SELECT svc_shut_out(:name, :for_good)")
            ended = connection.execute(shut, {"name": known.name, "for_good": for_good}).scalar_one()
            add_entry(connection, action, known.shown, 1, details={"account": known.name})
        return ShutOut(len(fences), AccountEnd(ended))

    def _admit(self, connection: Connection, operator: Operator, verifier: str | None) -> bool:
        """Whether the account, or its password, is new."""
        admit = text("SELECT svc_admit(:name, :shown, :role, :verifier)")
        values = {"name": operator.name, "shown": operator.shown, "role": operator.role, "verifier": verifier}
        return bool(connection.execute(admit, values).scalar_one())

    def _known(self, name: str) -> Operator:
        wanted = name.strip().casefold()
        for one in self.list():
            if wanted in (one.name, one.shown.casefold()):
                return one
        raise WorkspaceError(
            message("There is nobody named {name} in the team.", name=name),
            message("The list shows everybody: svcconsole team list"),
        )

    def _require_team(self) -> None:
        if not self._shared:
            raise WorkspaceError(*NO_TEAM)
        self.require(Right.ADMINISTER)


def account_of(shown: str) -> str:
    """The name of an account for somebody of this name: small letters, digits and lines, as a database takes
    them everywhere. Raises WorkspaceError where nothing is left of it."""
    plain = unicodedata.normalize("NFKD", shown).encode("ascii", "ignore").decode().casefold()
    name = re.sub(r"[^a-z0-9]+", "_", plain).strip("_")[:LONGEST_NAME].rstrip("_")
    if not name or not name[0].isalpha() or name.startswith(FORBIDDEN):
        raise WorkspaceError(
            message("{name} cannot be the name of an account.", name=shown),
            message("Write it in letters from a to z, as in ana_moreira."),
        )
    return name


def _sql(operator: Operator, verifier: str) -> str:
    """What whoever may make accounts runs in the database of the workspace."""

    def quoted(value: str) -> str:
        return "'" + value.replace("'", "''") + "'"

    values = (operator.name, operator.shown, operator.role)
    return (
        f'CREATE ROLE "{operator.name}" LOGIN PASSWORD {quoted(verifier)};\n'
        f"SELECT svc_admit({', '.join(map(quoted, values))}, NULL);\n"
    )
