"""The settings of each kind of job, as they are kept with its schedule."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any, Self

from svcconsole.services.imports.prepared_options import Prepared
from svcconsole.workspace.team.schedule_records import Job, Schedule


@dataclass(frozen=True, slots=True)
class RunSettings:
    """The run that starts. `create_catalogs`: those that are missing are created."""

    run: str
    create_catalogs: bool = False

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def of_json(cls, kept: Mapping[str, Any]) -> Self:
        return cls(**_known(cls, kept))


@dataclass(frozen=True, slots=True)
class ImportSettings:
    """The newest file of `folder` whose name fits `pattern` (`*.csv`) is imported as `prepared` says.

    `rehearse`: the plan is tried in a practice store first. `create_catalogs`: those that are missing are
    created.
    """

    folder: str
    prepared: Prepared
    pattern: str = "*"
    rehearse: bool = False
    create_catalogs: bool = False

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def of_json(cls, kept: Mapping[str, Any]) -> Self:
        prepared: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value
            for name, value in _known(Prepared, kept["prepared"]).items()
        }
        return cls(**{**_known(cls, kept), "prepared": Prepared(**prepared)})


@dataclass(frozen=True, slots=True)
class ReportSettings:
    """A report over a `period` of `services.reports.question.PERIODS`, counted from the day it is asked;
    its file is copied to `folder` where one is named."""

    name: str
    type: str
    period: str
    emails: tuple[str, ...]
    description: str = ""
    channel: str | None = None
    group_by: str | None = None
    folder: str = ""

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def of_json(cls, kept: Mapping[str, Any]) -> Self:
        return cls(**{**_known(cls, kept), "emails": tuple(kept["emails"])})


@dataclass(frozen=True, slots=True)
class DigestSettings:
    """What became of the messages of the last so many `days` is written to a file in `folder`, where one is
    named, and told in the windows of the store where `notice` is set."""

    folder: str = ""
    days: int = 1
    notice: bool = False

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def of_json(cls, kept: Mapping[str, Any]) -> Self:
        return cls(**_known(cls, kept))


JobSettings = RunSettings | ImportSettings | ReportSettings | DigestSettings
OF_JOB: Mapping[Job, type[JobSettings]] = {
    Job.RUN: RunSettings,
    Job.IMPORT: ImportSettings,
    Job.REPORT: ReportSettings,
    Job.DIGEST: DigestSettings,
}


def settings_of(schedule: Schedule) -> JobSettings:
    """What a schedule does, as it was kept."""
    return OF_JOB[schedule.job].of_json(schedule.settings)


def _known(of: Any, kept: Mapping[str, Any]) -> dict[str, Any]:
    """The entries this version knows."""
    names = {each.name for each in fields(of)}
    return {name: value for name, value in kept.items() if name in names}
