"""Finds the existing record that an upsert of a person means (decisions, rows 11 and 25)."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Connection,
    Table,
    bindparam,
    literal_column,
    or_,
    select,
    union_all,
)

from svcconsole.sandbox.rules.contacts import email_key, phone_key
from svcconsole.sandbox.store.database import Prepared


class Keys(NamedTuple):
    """What a person is matched by, in this order; the fields are columns of the table."""

    partner_customer_id: str | None
    phone_key: str | None
    email_key: str | None

    @classmethod
    def of(cls, partner_customer_id: str | None, phone: str | None, email: str | None) -> Keys:
        return cls(partner_customer_id or None, phone_key(phone), email_key(email))


def match(connection: Connection, table: Table, keys: Keys) -> Any | None:
    """The oldest record with the first of the keys that any record has.

    A record that carries another partnerCustomerId is somebody else, whatever phone or e-mail they share.
    """
    given = {name: value for name, value in keys._asdict().items() if value is not None}
    return _statement(table, tuple(given)).run(connection, given) if given else None


@cache
def _statement(table: Table, names: tuple[str, ...]) -> Prepared:
    partner = table.c.partner_customer_id
    one: ColumnElement[int] = literal_column("1")
    found = []
    for rank, name in enumerate(names):
        query = select(literal_column(str(rank)).label("rank"), table).where(table.c[name] == bindparam(name))
        if partner.name in names and name != partner.name:
            query = query.where(or_(partner.is_(None), partner == bindparam(partner.name)))
        found.append(select(query.order_by(table.c.id).limit(one).subquery()))
    either = union_all(*found).subquery()
    return Prepared(select(either).order_by(either.c.rank).limit(one))
