"""The options of `svcconsole import`, and which of them a kind of import does not have."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from pathlib import Path
from typing import Annotated

from typer import Argument, Option

from svcconsole.cli.option_group import options_given
from svcconsole.services.imports.prepared_options import Prepared
from svcconsole.tables.checking.price_levels import RULES_OF_PRICES
from svcconsole.words.message import mark


class MappingFrom(StrEnum):
    """Where a file's columns go to."""

    AUTOMATIC = "automatic"
    REMEMBERED = "remembered"


class Allowed(StrEnum):
    """What is asked about and may be allowed beforehand."""

    PRICE = "price"


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportOptions:
    """How a file is imported: each field is an option, its type says the name and the help."""

    file: Annotated[
        Path | None,
        Argument(
            metavar="FILE",
            help=mark("A CSV or other delimited file, XLSX, XLS, ODS, ZIP or GZ; - is standard input."),
        ),
    ] = None
    part: Annotated[
        str,
        Option("--part", metavar="NAME", help=mark("The sheet of a workbook, or the file of an archive.")),
    ] = ""
    table: Annotated[
        int,
        Option(
            "--table", metavar="N", min=1, help=mark("Which table, where several stand below one another.")
        ),
    ] = 1
    preset: Annotated[
        str | None, Option("--preset", help=mark("Read the columns as this export has them."))
    ] = None
    mapping: Annotated[
        MappingFrom,
        Option(
            "--mapping",
            help=mark(
                "Where columns go: by the file alone, or as remembered from the window for such a file."
            ),
        ),
    ] = MappingFrom.AUTOMATIC
    settings: Annotated[
        list[str] | None,
        Option(
            "--set",
            metavar="FIELD=VALUE",
            help=mark("Fill a blank or unmapped field; {{Column}} is a column."),
        ),
    ] = None
    rules: Annotated[
        list[str] | None,
        Option("--rule", metavar="RULE=ANSWER[:TEXT]", help=mark("Answer a question about the whole file.")),
    ] = None
    reading: Annotated[
        list[str] | None,
        Option(
            "--read",
            metavar="QUESTION=ANSWER",
            help=mark("Answer a question about how the file is read, such as shifted=leave-out."),
        ),
    ] = None
    keep_answers: Annotated[
        bool,
        Option(
            "--keep-answers",
            help=mark("Give the answers of --read for all files of this layout from now on."),
        ),
    ] = False
    saved: Annotated[
        bool,
        Option(
            "--saved/--no-saved",
            help=mark("Use the answers about the reading that were kept for files of this layout."),
        ),
    ] = True
    region: Annotated[
        str | None,
        Option(
            "--region",
            metavar="COUNTRY",
            help=mark("The country of phone numbers without a country code, such as DE; else the profile's."),
        ),
    ] = None
    repairs: Annotated[
        list[str] | None,
        Option(
            "--repair",
            metavar="phones=KIND[:COUNTRY]",
            help=mark(
                "Repair damaged phone numbers of a kind; the country is two letters, a column's name, or "
                "most. phones=all repairs every kind."
            ),
        ),
    ] = None
    allow: Annotated[
        list[Allowed] | None,
        Option(
            "--allow",
            help=mark(
                "Send prices that are asked about as they are: zero, reduced to more than the price, changed "
                "by more than the profile lets pass, in another currency."
            ),
        ),
    ] = None
    force: Annotated[bool, Option("--force", help=mark("--set overwrites what the file says."))] = False
    dry_run: Annotated[bool, Option("--dry-run", help=mark("Check everything, send nothing."))] = False
    plan_only: Annotated[
        bool,
        Option(
            "--plan-only",
            help=mark("Check the file and keep the plan, send nothing: --resume or a schedule starts it."),
        ),
    ] = False
    create_catalogs: Annotated[
        bool, Option("--create-catalogs", help=mark("Create catalogs that the store does not have."))
    ] = False
    keep_before: Annotated[
        bool | None,
        Option(
            "--keep-before/--no-keep-before",
            help=mark(
                "Read what the store holds first, so that the run can be taken back: for products and "
                "catalogs unless it is declined, and for customers, one call each, where it is asked for. "
                "Where it is declined, products and catalogs are replaced as a whole."
            ),
        ),
    ] = None
    empties: Annotated[
        bool,
        Option(
            "--empty-unnamed",
            help=mark(
                "Empty what the file does not name in products and catalogs that the store has, and take "
                "away their other variants; else all of that stays."
            ),
        ),
    ] = False
    rehearse: Annotated[
        bool,
        Option(
            "--rehearse",
            help=mark(
                "Try the plan in a practice store of its own that holds what the store holds, print what "
                "would change and the plan's code, send nothing."
            ),
        ),
    ] = False
    as_json: Annotated[
        bool, Option("--json", help=mark("With --rehearse: JSON lines instead of a table."))
    ] = False
    count_only: Annotated[
        bool,
        Option(
            "--count-only",
            help=mark("With --rehearse: read no records of the store, only count what it would take."),
        ),
    ] = False
    commit: Annotated[
        str | None,
        Option(
            "--commit",
            metavar="CODE",
            help=mark("Send exactly the plan that was rehearsed under this code."),
        ),
    ] = None
    results: Annotated[
        Path | None,
        Option("--results", help=mark("Folder for sent.csv, refused.csv, not_sent.csv, needs_decision.csv.")),
    ] = None
    resume: Annotated[
        str | None,
        Option("--resume", metavar="RUN", help=mark("Go on with a run: its id, its plan code, or last.")),
    ] = None
    limit: Annotated[
        int | None,
        Option(
            "--limit",
            help=mark("At most so many rows a minute; 0 lifts the limit of a run gone on with."),
            min=0,
        ),
    ] = None
    patience: Annotated[
        float,
        Option("--patience", help=mark("Seconds to wait for a store that goes away in the middle."), min=0),
    ] = 600.0

    @property
    def answers(self) -> tuple[str, ...]:
        """The answers to rules, `RULE=ANSWER[:TEXT]`; the region is one of them, and so is what is
        allowed."""
        country = (f"region=value:{self.region}",) if self.region is not None else ()
        allowed = tuple(f"{rule}=send" for rule in RULES_OF_PRICES) if self.allow else ()
        return (*country, *allowed, *(self.rules or ()))


def prepared(kind: str, given: ImportOptions) -> Prepared:
    """What these options decide about a file of a kind."""
    return Prepared(
        kind,
        part=given.part,
        table=given.table,
        preset=given.preset,
        remembered=given.mapping is MappingFrom.REMEMBERED,
        settings=tuple(given.settings or ()),
        force=given.force,
        rules=given.answers,
        reading=tuple(given.reading or ()),
        saved=given.saved,
        keep_before=given.keep_before,
        empties=given.empties,
    )


OF_A_REHEARSAL = ("as_json", "count_only")
_OF_A_RUN = ("results", "limit", "patience")


def _all_but(*taken: str) -> tuple[str, ...]:
    return tuple(option.name for option in fields(ImportOptions) if option.name not in taken)


WITHOUT_EFFECT: Mapping[str, tuple[str, ...]] = {
    "resume": _all_but("resume", "create_catalogs", *_OF_A_RUN),
    "commit": _all_but("commit", "create_catalogs", *_OF_A_RUN),
    "dry_run": (*_OF_A_RUN, *OF_A_REHEARSAL),
    "plan_only": (*_OF_A_RUN, *OF_A_REHEARSAL),
    "rehearse": _OF_A_RUN,
}
"""The fields that say nothing beside another one: a plan that was made keeps what it was made with, and what
sends nothing has no results."""


def without_effect(given: ImportOptions) -> tuple[str, tuple[str, ...]] | None:
    """An option that was given, and those that were given beside it and say nothing there; None where there
    are none."""
    for mode, idle in WITHOUT_EFFECT.items():
        for option in options_given(given, (mode,)):
            if named := options_given(given, idle):
                return option, named
    return None


_OF_PRODUCTS = frozenset({"create_catalogs", "allow"})
_OF_WHOLE = frozenset({"empties"})
_OF_PEOPLE = frozenset({"region", "repairs"})
_OF_RECORDS = frozenset({"keep_before", "rehearse", "as_json", "count_only", "commit"})
NOT_OF: Mapping[str, frozenset[str]] = {
    "products": _OF_PEOPLE,
    "catalogs": _OF_PEOPLE | _OF_PRODUCTS,
    **dict.fromkeys(("customers", "user_properties"), _OF_PRODUCTS | _OF_WHOLE),
    **dict.fromkeys(("templates", "messages", "tickets", "flows"), _OF_PRODUCTS | _OF_WHOLE | _OF_RECORDS),
}
"""The fields that say nothing about a kind of import, by the kind."""
