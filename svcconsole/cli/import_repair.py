"""`--repair phones=KIND[:COUNTRY]`: damaged phone numbers repaired kind by kind, each change printed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from svcconsole.cli.output import say
from svcconsole.services.imports.phone_doctor import DOUBTED, PROBLEMS
from svcconsole.services.imports.phone_kinds import WORDS
from svcconsole.services.imports.phone_views import COLUMN, MAJORITY, REGION, PhoneFilter, PhonePage
from svcconsole.services.imports.session import ImportSession
from svcconsole.services.imports.views import CheckSummary, ImportRefused
from svcconsole.tables.values.phone_repair import REPAIRABLE, Damage
from svcconsole.tables.values.phones import is_region
from svcconsole.words.message import listed, mark, message, plural

PHONES, EVERY_KIND, MOST = "phones", "all", "most"
SHOWN = 10


def repaired(session: ImportSession, repairs: Sequence[str], summary: CheckSummary) -> CheckSummary:
    """Repair what is asked for and print it; the summary after it. ImportRefused for what names no kind."""
    for text in repairs:
        for damage, source in _named(session, text):
            page = session.phone_page(PhoneFilter(damage, source), limit=500)
            _print(page)
            summary = session.repair_phones(damage, source)
    return summary


def offer_repairs(session: ImportSession, summary: CheckSummary) -> None:
    """Say which kinds of damaged phone numbers can be repaired, and by which option."""
    if not any(kind.code in (*PROBLEMS, *DOUBTED) for kind in summary.kinds):
        return
    for kind in session.phone_kinds():
        page = session.phone_page(PhoneFilter(kind.damage), limit=0)
        if page.repaired:
            say(
                message(
                    "{headline}; {repaired} can be repaired. Add: --repair phones={kind}",
                    headline=page.headline,
                    repaired=page.repaired,
                    kind=str(kind.damage),
                )
            )


def _named(session: ImportSession, text: str) -> Iterator[tuple[Damage, str]]:
    """The kinds a `--repair` names, each with the place its country comes from (blank: the best there is)."""
    what, equals, kind = text.partition("=")
    kind, _, where = kind.partition(":")
    known = {str(damage) for damage in REPAIRABLE}
    if what != PHONES or not equals or kind not in known | {EVERY_KIND}:
        raise ImportRefused(
            message("“{text}” is no repair.", text=text),
            message(
                "Write phones=KIND, phones=KIND:DE or phones=KIND:Column. Kinds: {kinds}.",
                kinds=listed((EVERY_KIND, *(damage for damage in Damage if damage in REPAIRABLE))),
            ),
        )
    source = _source(where)
    if kind != EVERY_KIND:
        yield Damage(kind), source
        return
    for damage in Damage:
        if damage in REPAIRABLE and any(found.damage == damage for found in session.phone_kinds()):
            yield damage, source


def _source(where: str) -> str:
    """The key of the place a country comes from: two letters, `most` or the name of a column."""
    if not where:
        return ""
    if is_region(where):
        return REGION + where.upper()
    return MAJORITY if where == MOST else COLUMN + where


def _print(page: PhonePage) -> None:
    """What becomes of a kind: the sum, then the first rows as they are and as they will be."""
    title = WORDS[Damage(page.damage)].title
    if not page.repaired and not page.stays:
        say(message("{title}: no phone number of this file.", title=title))
        return
    by = next((source.label for source in page.sources if source.key == page.source), "")
    done = plural("{n} number repaired", "{n} numbers repaired", page.repaired)
    by = next((source.label for source in page.sources if source.key == page.source), "")
    if by:
        said = message(
            "{kind}: {done}, {n} stay. Country from {by}.", kind=title, done=done, n=page.stays, by=by
        )
    else:
        said = message("{kind}: {done}, {n} stay.", kind=title, done=done, n=page.stays)
    say(said)
    for row in page.rows[:SHOWN]:
        number, before, after, how = str(row.number), row.before, row.after, row.how
        if after:
            text = mark("  Row {row}: - {before} + {after} ({how})")
        else:
            text = mark("  Row {row}: {before} stays: {how}")
        say(message(text, row=number, before=before, after=after, how=how))
    if (more := page.total - SHOWN) > 0:
        say(plural("  And {n} more row.", "  And {n} more rows.", more))
