"""Formats values for report columns: shares, averages and lists."""

from __future__ import annotations

import json
from typing import Any

from sqlalchemy import ColumnElement, Float, Text, TypeDecorator, case, func, type_coerce
from sqlalchemy.engine import Dialect

from svcconsole.sandbox.store import database


class OneDecimal(TypeDecorator[str]):
    """A number with one decimal."""

    impl = Float
    cache_ok = True

    def process_result_value(self, value: Any, dialect: Dialect) -> str | None:
        return None if value is None else f"{value:.1f}"


class Listed(TypeDecorator[str]):
    """A JSON list of texts as `one; other`."""

    impl = Text
    cache_ok = True

    def process_result_value(self, value: Any, dialect: Dialect) -> str | None:
        return None if value is None else "; ".join(str(one) for one in json.loads(value))


def percent(part: ColumnElement[Any], whole: ColumnElement[Any]) -> ColumnElement[Any]:
    """How many of a hundred; null where there is nothing to be a part of."""
    return type_coerce(100.0 * part / func.nullif(whole, 0), OneDecimal)


def average(value: ColumnElement[Any]) -> ColumnElement[Any]:
    return type_coerce(func.avg(value), OneDecimal)


def average_minutes(earlier: ColumnElement[Any], later: ColumnElement[Any]) -> ColumnElement[Any]:
    return average(database.minutes_between(earlier, later))


def listed(body: ColumnElement[Any], name: str) -> ColumnElement[Any]:
    return type_coerce(database.json_text(body, name), Listed)


def how_many(condition: ColumnElement[bool]) -> ColumnElement[int]:
    """In how many rows the condition holds."""
    return func.count(case((condition, 1)))


def how_many_different(value: ColumnElement[Any], condition: ColumnElement[bool]) -> ColumnElement[int]:
    """How many different values there are in the rows in which the condition holds."""
    return func.count(case((condition, value)).distinct())


def full_name(body: ColumnElement[Any]) -> ColumnElement[Any]:
    """First and last name of a customer's record."""
    first, last = (func.coalesce(database.json_text(body, name), "") for name in ("firstName", "lastName"))
    return func.nullif(func.trim(first + " " + last), "")
