"""The entries of the command palette: actions, help, and the products, people and messages known here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from svcconsole.gui.design.hiding import hidden_name
from svcconsole.gui.design.text import visible
from svcconsole.gui.design.words import dotted, mark, tr
from svcconsole.gui.kit import actions
from svcconsole.gui.kit.actions import ActionSpec
from svcconsole.gui.shell.known_messages import KnownMessage
from svcconsole.gui.shell.known_people import Known
from svcconsole.gui.shell.known_work import KnownRun, KnownTemplate
from svcconsole.gui.shell.palette_list import Entry, Group

if TYPE_CHECKING:
    from svcconsole.workspace.runs.report_runs import ReportRun


def commands(run: Callable[[str], None], reason: Callable[[ActionSpec], str]) -> list[Entry]:
    """Every row of the action table; `reason` says why it cannot run now, empty when it can."""
    return [
        Entry(
            actions.words(spec),
            partial(run, spec.id),
            spec.icon,
            actions.place_words(spec),
            actions.keys_text(spec),
            reason(spec),
        )
        for spec in actions.TABLE
        if spec.id != "palette"
    ]


def topics(show: Callable[[], None]) -> list[Entry]:
    """The places of the shortcut sheet."""
    places = dict.fromkeys(actions.place_words(spec) for spec in actions.TABLE if spec.keys)
    help_ = tr("Help")
    return [
        Entry(tr("Shortcuts: {place}", place=place), show, "help", help_, group=Group.HELP)
        for place in places
    ]


def help_pages(show: Callable[[str], None]) -> list[Entry]:
    """The pages of the help in plain words."""
    from svcconsole.gui.panels.help.topics import TOPICS

    place = tr("Help")
    return [
        Entry(
            tr("Help: {page}", page=topic.title()),
            partial(show, topic.name),
            "help",
            place,
            group=Group.HELP,
        )
        for topic in TOPICS
    ]


def operations(show: Callable[[str], None]) -> list[Entry]:
    """The pages of the API reference, by title and path."""
    from svcconsole.api.operations import OPERATIONS

    return [
        Entry(
            tr(operation.title),
            partial(show, operation.path),
            "help",
            operation.path,
            group=Group.HELP,
        )
        for operation in OPERATIONS
    ]


def _covered(can_show: bool) -> str:
    """Why a record cannot be shown now: a page, a half-typed product say, lies over the lists of its tab."""
    return "" if can_show else tr("Close the page over the list first")


def products(found: Iterable[tuple[str, str]], show: Callable[[str], None], *, can_show: bool) -> list[Entry]:
    """Products as id and name; their id stands at the end of the line."""
    return [
        Entry(
            visible(name or identity),
            partial(show, identity),
            "catalog",
            visible(identity),
            reason=_covered(can_show),
            group=Group.PRODUCTS,
        )
        for identity, name in found
    ]


def messages(
    found: Iterable[KnownMessage], show: Callable[[KnownMessage], None], *, can_show: bool
) -> list[Entry]:
    """Messages by whom they went to and what they were, with when and how they stand at the end."""
    from svcconsole.gui.kit.contact_words import phone_text
    from svcconsole.gui.panels.delivery.delivery_text import moment, tick_of

    def entry(one: KnownMessage) -> Entry:
        message, tick = one.message, tick_of(one.message)
        whom = hidden_name(message.name) or phone_text(message.phone, None) or message.id
        title = dotted(visible(whom), visible(message.title or message.words))
        place = dotted(visible(tick.word), moment(message.at))
        return Entry(
            title,
            partial(show, one),
            tick.icon or "send",
            place,
            reason=_covered(can_show),
            group=Group.MESSAGES,
            found_by=one.words,
        )

    return list(map(entry, found))


MOST_QUESTIONS = 3
"""With more people found than this, only their cards are offered."""


def people(
    found: Sequence[Known],
    show_card: Callable[[Known], None],
    ask_why: Callable[[Known], None],
    *,
    can_show: bool,
) -> list[Entry]:
    """The cards of people, and for the first few what happened with them."""

    def entry(title: str, run: Callable[[Known], None], icon: str, one: Known, reason: str = "") -> Entry:
        return Entry(
            title,
            partial(run, one),
            icon,
            visible(one.ids),
            reason=reason,
            group=Group.CUSTOMERS,
            found_by=one.words,
        )

    cards = [
        entry(hidden_name(visible(one.name)), show_card, "person", one, _covered(can_show)) for one in found
    ]
    first = found[:MOST_QUESTIONS]
    return cards + [
        entry(tr("What happened with {name}", name=hidden_name(visible(one.name))), ask_why, "history", one)
        for one in first
    ]


def runs(found: Iterable[KnownRun], show: Callable[[str], None]) -> list[Entry]:
    """Runs by their title, with the plan's code at the end."""
    return [
        Entry(
            tr("Show the run “{title}”", title=visible(tr(run.title))),
            partial(show, run.id),
            "activity",
            run.code,
            group=Group.RUNS,
            found_by=run.words,
        )
        for run in found
    ]


def templates(found: Iterable[KnownTemplate], use: Callable[[str], None]) -> list[Entry]:
    """Templates of the library, to be filled in."""
    return [
        Entry(
            tr("Fill in the template {name}", name=visible(template.name)),
            partial(use, template.id),
            "messaging",
            tr("Templates"),
            group=Group.TEMPLATES,
            found_by=template.words,
        )
        for template in found
    ]


MOST_REPORTS = 6
"""So many kinds of report are offered, and so many that were asked for."""


def reports(
    words: str, runs: Iterable[ReportRun], ask: Callable[[str], None], show: Callable[[str], None]
) -> list[Entry]:
    """The reports that can be asked for, found by what they answer, then those that were asked for here."""
    from svcconsole.gui.kit.report_title import days_of, title_of
    from svcconsole.services.reports.names import search
    from svcconsole.workspace.runs.report_runs import Stage

    wanted = words.casefold().split()
    asked = [(run, f"{run.name} {run.reference} {days_of(run)}".casefold()) for run in runs]
    kinds = [(known, f"{known.name} {known.answers} {known.also}".casefold()) for known in search(words)]
    found = [
        Entry(
            tr("Ask for {name}", name=known.name),
            partial(ask, known.name),
            "reports",
            group=Group.REPORTS,
            found_by=text,
        )
        for known, text in kinds
        if all(word in text for word in wanted)
    ]
    return (
        found[:MOST_REPORTS]
        + [
            Entry(
                tr(
                    mark("Open {report}") if run.stage is Stage.DONE else mark("Show {report}"),
                    report=title_of(run),
                ),
                partial(show, run.id),
                "table" if run.stage is Stage.DONE else "clock",
                run.reference,
                group=Group.REPORTS,
                found_by=text,
            )
            for run, text in asked
            if all(word in text for word in wanted)
        ][:MOST_REPORTS]
    )
