"""Schedules and their firings as rows of their tables."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

from sqlalchemy import Row

from svcconsole.workspace.stored_json import read_stored
from svcconsole.workspace.team.clock_rule import ClockRule, Every
from svcconsole.workspace.team.schedule_records import (
    Bounds,
    Firing,
    FiringState,
    Job,
    NewSchedule,
    Schedule,
)


def new_values(new: NewSchedule) -> dict[str, Any]:
    return {
        "name": new.name,
        "job": new.job,
        "settings": json.dumps(new.settings, ensure_ascii=False),
        "bounds": json.dumps(asdict(new.bounds)),
    }


def rule_values(rule: ClockRule) -> dict[str, Any]:
    return {
        "zone": rule.zone, "every": rule.every, "time": rule.time, "days": json.dumps(rule.days),
        "date": rule.date,
    }  # fmt: skip


def firing_values(values: dict[str, Any]) -> dict[str, Any]:
    """Figures as JSON, the rest as it is."""
    return {name: json.dumps(value) if isinstance(value, dict) else value for name, value in values.items()}


def schedule_of(row: Row[*tuple[Any, ...]], last: Firing | None) -> Schedule:
    rule = ClockRule(row.zone, Every(row.every), row.time, tuple(read_stored(row.days)), row.date)
    return Schedule(
        row.id, row.name, Job(row.job), read_stored(row.settings), rule, Bounds(**read_stored(row.bounds)),
        row.made_by, row.made_at, row.paused_by, row.paused_at, row.looked_until, last,
    )  # fmt: skip


def firing_of(row: Row[*tuple[Any, ...]]) -> Firing:
    values = dict(row._mapping)
    stored = {"state": FiringState(row.state), "figures": read_stored(row.figures)}
    return Firing(**{**values, **stored, "allowed": bool(row.allowed)})
