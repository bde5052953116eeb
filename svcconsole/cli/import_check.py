"""How `svcconsole import` checks a file: what it says of it, and which option answers each question."""

from __future__ import annotations

from itertools import islice

import typer

from svcconsole.cli.progress_line import ProgressLine
from svcconsole.services.campaign_session import CampaignSession
from svcconsole.services.import_plan import said
from svcconsole.services.import_views import CheckSummary, ImportRefused, Overview
from svcconsole.services.imports import ImportSession
from svcconsole.tables.mapping import Column
from svcconsole.tables.problems import KINDS, Problem
from svcconsole.tables.rules import RULES, RuleSpec

MOST_PROBLEMS = 10
SETTINGS = {
    "url": "--set 'url=https://shop.example/products/{%s}'",
    "currency": "--set currency=EUR",
    "quantity": "--set quantity=0",
    "region": "--region DE",
    "image": "--set combinations.image=https://shop.example/no-picture.png",
}
"""The shortest way to answer a rule on the command line, where a field does it; %s is the id's column."""
EXAMPLES = {"contactIdentifier": "{Phone}", "payload.templateId": "welcome", "type": "text"}
"""What a field that a message lacks can be set to, where it is not a column."""


def checked(session: ImportSession) -> CheckSummary:
    """Check and say what was found; ImportRefused while a question about the whole file is open."""
    overview, kind = session.overview(), session.kind
    found = overview.recognition
    typer.echo(
        f"{overview.file_name}: {counted(overview.rows, 'row')}, {found.title}, "
        f"{found.known} of {counted(found.total, 'column')} known.",
        err=True,
    )
    homeless = {column.name for column in session.mapping_view().columns}
    if unknown := [name for name in found.unknown if name in homeless]:
        typer.echo(f"Columns with no home, left out: {', '.join(unknown)}.", err=True)
    if overview.earlier:
        again = (
            "Recipients of the last 24 hours are not sent anything again, unless a rule says otherwise."
            if kind.once
            else f"Running it again sends its {kind.many} again."
        )
        typer.echo(
            f"The very same file was run before, last as plan {overview.earlier[0]}. {again}", err=True
        )
    _refuse_another_table(session, overview)
    _refuse_another_request(session, overview)
    line = ProgressLine()
    summary = session.check(lambda progress: line.say(f"Checked {progress.done:,} of {progress.rows:,} rows"))
    line.end()
    asked = [found for found in summary.kinds if found.level == "error" and found.rule is not None]
    if asked:
        raise ImportRefused(
            "\n".join(f"{session.kind_detail(kind.code).headline}." for kind in asked),
            "Nothing was sent. Add:\n"
            + "\n".join(
                f"  {_ways_out(RULES[kind.rule], session)}" for kind in asked if kind.rule is not None
            ),
        )
    _say_errors(session)
    if summary.to_put_right:
        until = "it is" if summary.to_put_right == 1 else "they are"
        typer.echo(
            f"{counted(summary.to_put_right, 'row')} will not be sent until {until} put right.", err=True
        )
    for found_kind in summary.kinds:
        if found_kind.level == "warning":
            typer.echo(f"Worth a look: {KINDS[found_kind.code].headline(found_kind.rows)}.", err=True)
            if found_kind.rule is not None:
                typer.echo(f"  Otherwise: {_otherwise(RULES[found_kind.rule], session)}", err=True)
    return summary


def _refuse_another_table(session: ImportSession, overview: Overview) -> None:
    """Refuse a file without rows, and one that lacks a column nothing else can answer for, such as a list
    of something else: its every row would be a mistake."""
    if not overview.rows:
        raise ImportRefused(
            f"{overview.file_name} has a header and no rows.", "Export it again, or choose another file."
        )
    target = session.kind.target
    if session.kind.once:
        return
    fields = session.mapping_view().fields
    unfilled = {field.path for field in fields if field.source is None and field.fill is None}
    asked = [spec for spec in target.fields if spec.required and spec.ruled is None and spec.path in unfilled]
    if unfilled.issuperset(target.one_of):
        asked += [target.field(path) for path in target.one_of]
    if asked:
        *others, last = (spec.label.lower() for spec in asked)
        names = " or ".join(filter(None, (", ".join(others), last)))
        settings = " ".join(f"--set '{spec.short}={{Column}}'" for spec in asked)
        raise ImportRefused(
            f"No column of {overview.file_name} is known as the {names}.",
            f"Nothing was sent. If one does, add: {settings}. The columns are: {', '.join(overview.header)}.",
        )


def _refuse_another_request(session: ImportSession, overview: Overview) -> None:
    """Refuse a mapping that makes no request the service takes, and say which settings it lacks."""
    missing, foreign = session.lacking()
    many = session.kind.many
    if foreign:
        raise ImportRefused(
            f"Of this type, {many} have no field {', '.join(foreign)}.",
            "Nothing was sent. Leave it out, or set another type with --set type=…",
        )
    if missing:
        settings = " ".join(f"--set '{path}={EXAMPLES.get(path, '{Column}')}'" for path in missing)
        raise ImportRefused(
            f"Nothing fills {' and '.join(missing)}, which {many} need.",
            f"Nothing was sent. Add: {settings}. The columns are: {', '.join(overview.header)}.",
        )
    if isinstance(session, CampaignSession):
        _refuse_a_misfit(session, overview)


def _refuse_a_misfit(session: CampaignSession, overview: Overview) -> None:
    """Refuse what does not fit the template, where the library of this workspace knows it."""
    if refused := session.refusals():
        raise ImportRefused(
            "\n".join(refused),
            "Nothing was sent. The library of templates says what each of them asks for.",
        )
    if unfilled := session.unfilled():
        settings = " ".join(f"--set '{path}={{Column}}'" for path in unfilled)
        raise ImportRefused(
            f"Nothing fills {' and '.join(unfilled)}, which the template asks for.",
            f"Nothing was sent. Add: {settings}. The columns are: {', '.join(overview.header)}.",
        )


def _say_errors(session: ImportSession) -> None:
    """The first mistakes; what a column has wrong in many rows is said once, with their number."""
    alike: dict[tuple[str | None, str], list[Problem]] = {}
    for problem in session.errors():
        alike.setdefault((problem.column, problem.sentence), []).append(problem)
    for first, *more in islice(alike.values(), MOST_PROBLEMS):
        again = f" The same in {counted(len(more), 'more row')}." if more else ""
        typer.echo(said(first) + again, err=True)
    if len(alike) > MOST_PROBLEMS:
        typer.echo(f"And {counted(len(alike) - MOST_PROBLEMS, 'other mistake')}.", err=True)


def counted(number: int, noun: str, many: str = "") -> str:
    """`1 row`, `2 rows`, `2 entries` where `many` says so."""
    return f"{number:,} {noun if number == 1 else many or noun + 's'}"


def _otherwise(rule: RuleSpec, session: ImportSession) -> str:
    """The options that answer a rule in another way than now."""
    now = next(view.choice for view in session.rules_view() if view.id == rule.id)
    others = (choice for choice in rule.choices if choice.key != now)
    return " or ".join(f"--rule {rule.id}={choice.key} ({choice.label.lower()})" for choice in others)


def _ways_out(rule: RuleSpec, session: ImportSession) -> str:
    """The options that answer a rule."""
    answers = [
        f"--rule {rule.id}={choice.key}" + (f":{choice.example}" if choice.value else "")
        for choice in rule.choices
    ]
    shortest = SETTINGS.get(rule.id)
    if shortest is not None and "%s" in shortest:
        ids = next(field.source for field in session.mapping_view().fields if field.path == "id")
        shortest %= ids.name if isinstance(ids, Column) else "Handle"
    return " or ".join([shortest, *answers[1:]] if shortest else answers)
