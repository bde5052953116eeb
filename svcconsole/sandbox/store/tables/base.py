"""What every table shares: the metadata, the store's own settings, amounts of money.

Instants are ISO 8601 texts in UTC with milliseconds (`moments.py`), so that they sort as they are.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from sqlalchemy import BigInteger, Column, MetaData, Table, Text
from sqlalchemy.types import TypeDecorator

metadata = MetaData()
settings = Table(
    "settings", metadata, Column("name", Text, primary_key=True), Column("value", Text, nullable=False)
)


class Money(TypeDecorator[Decimal]):
    """A Decimal kept as a whole number of its smallest part: exact, in sums too, whatever the database.

    `places` are the digits after the point.
    """

    impl = BigInteger
    cache_ok = True

    def __init__(self, places: int) -> None:
        super().__init__()
        self.places = places

    def process_bind_param(self, value: Decimal | None, dialect: Any) -> int | None:
        return None if value is None else int(value.scaleb(self.places))

    def process_result_value(self, value: Any, dialect: Any) -> Decimal | None:
        return None if value is None else Decimal(value).scaleb(-self.places)
