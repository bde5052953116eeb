"""Prints the result of checking a file, and which option answers each open question."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import islice
from shlex import quote

from svcconsole.cli.import_reading import print_reading
from svcconsole.cli.import_repair import offer_repairs, repaired
from svcconsole.cli.output import say, say_all
from svcconsole.cli.progress_line import ProgressLine
from svcconsole.services.campaigns.session import CampaignSession
from svcconsole.services.imports.freezing import problem_with_place
from svcconsole.services.imports.session import ImportSession
from svcconsole.services.imports.views import CheckSummary, ImportRefused, Overview
from svcconsole.tables.checking.price_levels import RULES_OF_PRICES
from svcconsole.tables.checking.problems import KINDS, Problem
from svcconsole.tables.checking.rules import DECIDED, RULES, Choice, Decision, RuleSpec
from svcconsole.tables.mapping.kinds import Kind
from svcconsole.tables.mapping.targets import MESSAGES
from svcconsole.words.message import AND, OR, Message, lines, listed, mark_plural, message, number, plural

MOST_PROBLEMS = 10
SHORT = {
    ("region", "value"): "--region {text}",
    ("currency", "value"): "--set currency={text}",
    **{(rule, "send"): "--allow price" for rule in RULES_OF_PRICES},
}
"""Options that do just what an answer to a rule does, and are shorter. For the others a field set for
the whole file would reach more than what the question is about."""
EXAMPLES = {
    "contactIdentifier": "{Phone}",
    "payload.templateId": "welcome",
    "type": "text",
    "channel": "WHATSAPP",
    "brandPhoneNumber": "+39 02 1234 5678",
    "brandEmail": "help@shop.example",
    "teamId": "1",
    "medium": "whatsapp",
    "flowId": "welcome-flow",
}
"""What a field that a request lacks can be set to, where it is not a column."""


def checked(session: ImportSession, repairs: Sequence[str] = ()) -> CheckSummary:
    """Repair what `--repair` names, check and say what was found; ImportRefused while a question about the
    whole file is open."""
    overview, kind = session.overview(), session.kind
    found = overview.recognition
    say(
        message(
            "{file}: {rows}, {title}, {known} of {columns} known.",
            file=overview.file_name,
            rows=plural("{n} row", "{n} rows", overview.rows),
            title=found.title,
            known=number(found.known, grouped=False),
            columns=plural("{n} column", "{n} columns", found.total),
        )
    )
    print_reading(overview)
    for sentence in found.by_cells:
        say(sentence)
    homeless = {column.name for column in session.mapping_view().columns}
    if unknown := [name for name in found.unknown if name in homeless]:
        say(message("Columns not used: {names}.", names=listed(unknown)))
    if overview.earlier:
        say_all(
            message("This file was imported before, last as plan {plan}.", plan=overview.earlier[0]),
            message(
                "Recipients of the last 24 hours are not sent anything again, unless a rule says otherwise."
            )
            if kind.campaign
            else message("What was sent within 24 hours is not sent again, unless a rule says otherwise.")
            if kind.once
            else message("Running it again sends its {records} again.", records=kind.many),
        )
    _refuse_another_table(session, overview)
    _refuse_another_request(session, overview)
    line = ProgressLine()
    summary = session.check(
        lambda now: line.write(
            plural("Checked {done} of {n} row", "Checked {done} of {n} rows", now.rows, done=now.done)
        )
    )
    line.end()
    summary = repaired(session, repairs, summary)
    asked = [found for found in summary.kinds if found.level == "error" and found.rule is not None]
    offer_repairs(session, summary)
    if asked:
        raise ImportRefused(
            lines(
                *(message("{headline}.", headline=session.kind_detail(kind.code).headline) for kind in asked)
            ),
            lines(
                message("Nothing was sent. Add:"),
                *(line for kind in asked if kind.rule is not None for line in _ways_out(RULES[kind.rule])),
            ),
        )
    _print_errors(session)
    if summary.to_put_right:
        say(
            plural(
                "{n} row will not be sent until it is fixed.",
                "{n} rows will not be sent until they are fixed.",
                summary.to_put_right,
            )
        )
    for found_kind in summary.kinds:
        if found_kind.level == "warning":
            headline = KINDS[found_kind.code].headline(found_kind.rows)
            say(message("Worth a look: {headline}.", headline=headline))
            if found_kind.rule is not None:
                _print_otherwise(RULES[found_kind.rule], session)
    _print_answers(session, {found.rule for found in summary.kinds if found.level == "warning"})
    return summary


def _print_answers(session: ImportSession, said: Collection[str | None]) -> None:
    """Say which questions about the file are answered by themselves, where no warning says so."""
    for view in session.rules_view():
        rule = RULES[view.id]
        if view.id in said or DECIDED.get(view.id) != Decision(view.choice or "", view.text):
            continue
        answer = rule.choice(view.choice or "").label
        say(message("{question}: {answer}.", question=view.question, answer=answer))
        _print_otherwise(rule, session)


def _refuse_another_table(session: ImportSession, overview: Overview) -> None:
    """Refuse a file without rows, and one that lacks a column nothing else can answer for, such as a list
    of something else: its every row would be a mistake."""
    if not overview.rows:
        raise ImportRefused(
            message("{file} has a header and no rows.", file=overview.file_name),
            message("Export it again, or choose another file."),
        )
    target = session.kind.target
    if target.places:  # what it lacks is said by the paths of its request
        return
    fields = session.mapping_view().fields
    unfilled = {field.path for field in fields if field.source is None and field.fill is None}
    asked = [spec for spec in target.fields if spec.required and spec.ruled is None and spec.path in unfilled]
    if unfilled.issuperset(target.one_of):
        asked += [target.field(path) for path in target.one_of]
    if asked:
        *others, last = (spec.label.lower() for spec in asked)
        names = listed((listed(others), last), OR) if others else last
        settings = " ".join(f"--set '{spec.short}={{Column}}'" for spec in asked)
        raise ImportRefused(
            message("No column of {file} is known as the {names}.", file=overview.file_name, names=names),
            message(
                "Nothing was sent. If one does, add: {settings}. The columns are: {names}.",
                settings=settings,
                names=listed(overview.header),
            ),
        )


def _refuse_another_request(session: ImportSession, overview: Overview) -> None:
    """Refuse a mapping that makes no request the service takes, and say which settings it lacks."""
    missing, foreign = session.lacking()
    many = session.kind.many
    if foreign:
        raise ImportRefused(
            message("Of this type, {many} have no field {names}.", many=many, names=listed(foreign)),
            message("Nothing was sent. Leave it out, or set another type with --set type=…"),
        )
    if missing:
        settings = " ".join(f"--set '{path}={EXAMPLES.get(path, '{Column}')}'" for path in missing)
        one_of = session.kind.target.one_of
        either = message("one of {names}", names=listed(one_of, OR))
        names = (either if path in one_of else path for path in missing)
        raise ImportRefused(
            message("Nothing fills {names}, which {many} need.", names=listed(names, AND), many=many),
            message(
                "Nothing was sent. Add: {settings}. The columns are: {names}.",
                settings=settings,
                names=listed(overview.header),
            ),
        )
    if isinstance(session, CampaignSession):
        _refuse_a_misfit(session, overview)


def _refuse_a_misfit(session: CampaignSession, overview: Overview) -> None:
    """Refuse what does not fit the template, where the library of this workspace knows it."""
    if refused := session.refusals():
        raise ImportRefused(
            lines(*refused),
            message("Nothing was sent. Types of message: {names}.", names=listed(MESSAGES.payloads))
            if session.kind.target is MESSAGES
            else message("Nothing was sent. The library of templates says what each of them asks for."),
        )
    if unfilled := session.unfilled():
        settings = " ".join(f"--set '{path}={{Column}}'" for path in unfilled)
        raise ImportRefused(
            message("Nothing fills {names}, which the template asks for.", names=listed(unfilled, AND)),
            message(
                "Nothing was sent. Add: {settings}. The columns are: {names}.",
                settings=settings,
                names=listed(overview.header),
            ),
        )


def _print_errors(session: ImportSession) -> None:
    """The first mistakes; what a column has wrong in many rows is said once, with their number."""
    alike: dict[tuple[str | None, str], list[Problem]] = {}
    for problem in session.errors():
        alike.setdefault((problem.column, problem.sentence), []).append(problem)
    for first, *more in islice(alike.values(), MOST_PROBLEMS):
        again = plural("The same in {n} more row.", "The same in {n} more rows.", len(more)) if more else ""
        say_all(problem_with_place(first), again)
    if len(alike) > MOST_PROBLEMS:
        say(
            plural("And {n} other mistake.", "And {n} other mistakes.", len(alike) - MOST_PROBLEMS),
        )


COUNTS = {
    "products": mark_plural("{n} product", "{n} products"),
    "catalogs": mark_plural("{n} catalog", "{n} catalogs"),
    "customers": mark_plural("{n} customer", "{n} customers"),
    "tickets": mark_plural("{n} ticket", "{n} tickets"),
    "flows": mark_plural("{n} flow", "{n} flows"),
    "user_properties": mark_plural("{n} entry", "{n} entries"),
    "templates": mark_plural("{n} template message", "{n} template messages"),
    "messages": mark_plural("{n} message", "{n} messages"),
}
"""Kind of an import → how many of its records."""


def records(kind: Kind, count: int) -> Message:
    """`1 product`, `2 entries`: records of a kind of import."""
    return plural(*COUNTS[kind.name], count)


def _print_otherwise(rule: RuleSpec, session: ImportSession) -> None:
    """Say the options that answer a rule in another way than now, where there is another."""
    now = next(view.choice for view in session.rules_view() if view.id == rule.id)
    ways = [
        message(
            "{option} ({label})", option=option_for(rule, choice), label=choice.value or choice.label.lower()
        )
        for choice in rule.choices
        if choice.key != now
    ]
    if ways:
        say(message("  Otherwise: {options}", options=listed(ways, OR)))


def _ways_out(rule: RuleSpec) -> Iterator[Message]:
    """The options that answer a rule, and which text in them is an example only."""
    options = listed([option_for(rule, choice) for choice in rule.choices], OR)
    yield message("  {options}", options=options)
    for choice in rule.choices:
        if choice.value:
            yield message("    {text} is an example: {what}.", text=choice.example, what=choice.value)


def option_for(rule: RuleSpec, choice: Choice) -> str:
    """The option that gives one answer, with an example where the answer wants a text."""
    if short := SHORT.get((rule.id, choice.key)):
        return short.format(text=choice.example)
    text = f":{choice.example}" if choice.value else ""
    return f"--rule {quote(f'{rule.id}={choice.key}{text}')}"
