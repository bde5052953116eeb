"""The paths of a report's parts, its merged file and its manifest."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from shutil import copyfile

from svcconsole.folders import REPORTS
from svcconsole.services.reports.question import ReportQuestion
from svcconsole.whole_file import whole_file
from svcconsole.workspace.runs.report_runs import ReportRun

MANIFEST = "manifest.json"
NOT_IN_NAMES = re.compile(r"[^\w\s(),&+'-]+")


@dataclass(frozen=True, slots=True)
class ReportFiles:
    """The folder of one run within a store's folder: nothing in it is named by the store."""

    folder: Path

    @classmethod
    def of(cls, store_folder: Path, run_id: str) -> ReportFiles:
        return cls(store_folder / REPORTS / run_id)

    def make(self) -> None:
        """Make the folder for this user alone."""
        self.folder.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.folder.mkdir(mode=0o700, exist_ok=True)

    def part(self, number: int) -> Path:
        return self.folder / f"part-{number:04}.csv"

    def merged(self, name: str) -> Path:
        """The merged file of this name, as the run keeps it."""
        return self.folder / name

    @property
    def manifest(self) -> Path:
        return self.folder / MANIFEST

    @property
    def lock(self) -> Path:
        return self.folder / "run.lock"


def merged_name(question: ReportQuestion) -> str:
    """`All Conversations Report whatsapp by day 2026-01-01 to 2026-06-30.csv`, good on every system."""
    first, last = question.span.days
    days = f"{first}" if first == last else f"{first} to {last}"
    grouped = ("by", question.group_by) if question.group_by else ()
    said = (_for_files(question.name), question.channel, *grouped, f"{days}.csv")
    return " ".join(part for part in said if part)


def file_name_of(run: ReportRun) -> str:
    """What the merged file of a run is called; without days where it is not known what was asked."""
    if run.is_watched:
        return f"{_for_files(run.name)}.csv"
    return merged_name(ReportQuestion.of_json(run.question))


def _for_files(name: str) -> str:
    return " ".join(NOT_IN_NAMES.sub(" ", name).split())


def unfinished(path: Path) -> Path:
    """What a file is called while it is written."""
    return path.with_name(f"{path.name}.partial")


def copy_into(source: Path, path: Path) -> None:
    """Copy a file to `path`, whole or not at all. Raises OSError."""
    with whole_file(path) as written:
        copyfile(source, written)
