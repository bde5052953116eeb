"""The texts of a decision: its kind, its question, the evidence, and what each choice may cost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from svcconsole.gui.design.hiding import hidden_name
from svcconsole.gui.design.text import isolate, visible
from svcconsole.gui.design.words import mark, mark_plural, tr
from svcconsole.gui.kit import quantity_words as runs
from svcconsole.gui.kit.contact_words import phone_text
from svcconsole.gui.kit.relative_time import clock_of
from svcconsole.gui.runtime.colleagues import called
from svcconsole.services.customers.customer_timeline import record_name

if TYPE_CHECKING:
    from svcconsole.workspace.runs.records import Decided, Doubt

WHAT_IS_THIS = mark(
    "Now and then the connection breaks after something was sent and before the store answered. Whether it "
    "arrived cannot be known then: sending it again might make it twice, leaving it might make it nothing. "
    "So svcconsole asks instead of guessing. Nothing in this list is sent again until you say"
    " so, and every answer but “Send it once more” can be undone."
)
COUNT_AS_SENT, SEND_AGAIN, KEEP, PROVED = "count_as_sent", "send_again", "keep", "proved"
DAY, TWO_DAYS = 1, 2


@dataclass(frozen=True, slots=True)
class KindWords:
    """One kind of thing that is sent: its icon, its heading, its question, the same with whom it is about,
    and where one can look whether it arrived."""

    icon: str
    many: str
    question: str
    about: str
    where: str


KINDS = {
    "ticket": KindWords(
        "helpdesk",
        mark("Tickets"),
        mark("Was this ticket created?"),
        mark("Was the ticket for {about} created?"),
        mark("the helpdesk"),
    ),
    "message": KindWords(
        "messaging",
        mark("Messages"),
        mark("Did this message go out?"),
        mark("Did this message reach {about}?"),
        mark("the conversation"),
    ),
    "template": KindWords(
        "messaging",
        mark("Template messages"),
        mark("Did this message go out?"),
        mark("Did this message reach {about}?"),
        mark("the conversation"),
    ),
    "flow": KindWords(
        "messaging",
        mark("Flows"),
        mark("Did this flow begin?"),
        mark("Did this flow begin for {about}?"),
        mark("the conversation"),
    ),
    "report": KindWords(
        "reports",
        mark("Reports"),
        mark("Was this report asked for?"),
        mark("Was {about} asked for?"),
        mark("the mailbox it is sent to"),
    ),
    "customers": KindWords(
        "customers",
        mark("Customers"),
        mark("Was this customer saved?"),
        mark("Was {about} saved?"),
        mark("the customer’s card"),
    ),
    "user_properties": KindWords(
        "properties",
        mark("User properties"),
        mark("Were these properties recorded?"),
        mark("Were the properties of {about} recorded?"),
        mark("the store"),
    ),
    "products": KindWords(
        "catalog",
        mark("Products"),
        mark("Did this product arrive?"),
        mark("Did {about} arrive?"),
        mark("the product in the store"),
    ),
    "catalogs": KindWords(
        "catalog",
        mark("Catalogs"),
        mark("Did this catalog arrive?"),
        mark("Did {about} arrive?"),
        mark("the catalog in the store"),
    ),
}
KINDS["customer"] = KINDS["customers"]
KINDS["messages"], KINDS["templates"] = KINDS["message"], KINDS["template"]
KINDS["tickets"], KINDS["flows"] = KINDS["ticket"], KINDS["flow"]
OTHER = KindWords(
    "send", mark("Other"), mark("Did this arrive?"), mark("Did this reach {about}?"), mark("the store")
)


def of_kind(kind: str) -> KindWords:
    return KINDS.get(kind, OTHER)


REPORT = "report"


def choices(kind: str, *, single: bool) -> Mapping[str, ChoiceWords]:
    """The answers, in the words of what was sent by itself, of a report, or of a run's records."""
    if not single:
        return OF_RUN_ONCE if kind in ONCE else OF_RUN
    return OF_REPORT if kind == REPORT else SINGLE


def heading(kind: str) -> str:
    return tr(of_kind(kind).many)


def question(doubt: Doubt, name: str = "") -> str:
    """The one thing to answer, with the person's name where there is one; `name` is the one looked up."""
    kind = of_kind(doubt.kind)
    about = doubt.about or name or ("" if doubt.single else record_name(doubt.record_id))
    return (
        tr(kind.about, about=isolate(hidden_name(visible(phone_text(about, None)))))
        if about
        else tr(kind.question)
    )


def name_of(doubt: Doubt) -> str:
    """What it is called in the list: the send's own title, or the record of a run."""
    return visible(phone_text(doubt.title if doubt.single else record_name(doubt.record_id), None))


def place_of(doubt: Doubt) -> str:
    """Where it comes from: a file's rows, or nothing for what was sent by itself."""
    if doubt.single:
        return ""
    first, last = runs.count(doubt.first_row), runs.count(doubt.last_row)
    file = visible(doubt.file_name)
    if doubt.first_row == doubt.last_row:
        return tr("{file}, row {first}", file=file, first=first)
    return tr("{file}, rows {first} – {last}", file=file, first=first, last=last)


def looked_at_by(names: Sequence[str]) -> str:
    """Who else looks at a record; blank for nobody."""
    if not names:
        return ""
    if len(names) == 1:
        return tr("{who} is looking at this", who=visible(names[0]))
    return tr("{who} and {n} more are looking at this", who=visible(names[0]), n=runs.count(len(names) - 1))


def by_somebody(decided: Decided) -> str:
    """Who decided what about a record, and when."""
    return tr(
        BY_SOMEBODY[decided.decision],
        who=called(decided.by) or tr("Somebody"),
        what=isolate(name_of(decided.doubt)),
        when=when(decided.at),
    )


def when(iso: str) -> str:
    """Today's time, then Yesterday, then the day."""
    if not iso:
        return ""
    stamp, today = runs.moment(iso), runs.today()
    days = (today - stamp.date()).days
    if days < DAY:
        return clock_of(iso)
    return tr("Yesterday") if days < TWO_DAYS else runs.day(iso)


@dataclass(frozen=True, slots=True)
class ChoiceWords:
    """One answer: what happens, and what it means when it was right and when it was wrong."""

    title: str
    text: str
    right: str
    wrong: str


SINGLE = {
    COUNT_AS_SENT: ChoiceWords(
        mark("Count it as sent"),
        mark("Listed as sent, without the id the store may have given it."),
        mark("If right: done, and nothing is there twice."),
        mark("If wrong: nothing arrived, and nobody is told. It can still be sent by hand."),
    ),
    SEND_AGAIN: ChoiceWords(
        mark("Send it once more"),
        mark("The same content as something new, linked to this one in the log."),
        mark("If right: it arrives, a little late."),
        mark("If wrong: the same is there twice."),
    ),
    KEEP: ChoiceWords(
        mark("Count it as not sent"),
        mark("Listed as not sent; it can be opened as a new draft. Nothing is sent now."),
        mark("If right: you can send it later."),
        mark("If wrong: sending it later makes it twice."),
    ),
}
OF_REPORT = {
    COUNT_AS_SENT: ChoiceWords(
        mark("Count it as asked for"),
        mark("The report waits for the id that the store’s e-mail names, and is fetched by it."),
        mark("If right: nobody gets the e-mail twice."),
        mark("If wrong: no e-mail comes. The report can be asked for again."),
    ),
    SEND_AGAIN: ChoiceWords(
        mark("Ask for it once more"),
        mark(
            "The same question as something new, linked to this one in the log; the report goes on with it."
        ),
        mark("If right: it is made now, and everybody gets one e-mail."),
        mark("If wrong: it is made twice, and everybody gets two e-mails."),
    ),
    KEEP: ChoiceWords(
        mark("Count it as not asked for"),
        mark("The report stops here. Nothing is asked now."),
        mark("If right: you can go on with it later."),
        mark("If wrong: the e-mail comes all the same, and going on makes it twice."),
    ),
}
OF_RUN = {
    COUNT_AS_SENT: ChoiceWords(
        mark("Count it as sent"),
        mark("Goes into the file of accepted rows."),
        mark("If right: done, and nothing is written twice."),
        mark("If wrong: the store misses it until its rows are imported again."),
    ),
    SEND_AGAIN: ChoiceWords(
        mark("Send it once more"),
        mark("The same bytes as they stand in the plan; the run goes on with them."),
        mark("If right: it arrives now."),
        mark("If wrong: it is written a second time, over what was changed in the store since."),
    ),
    KEEP: ChoiceWords(
        mark("Count it as not sent"),
        mark("Goes into the file of rows that were not sent. Nothing is sent now."),
        mark("If right: you can import that file later."),
        mark("If wrong: importing it later writes over what was changed in the store since."),
    ),
}
OF_RUN_ONCE = {
    COUNT_AS_SENT: ChoiceWords(
        mark("Count it as sent"),
        mark("Goes into the file of accepted rows."),
        mark("If right: done, and nothing is there twice."),
        mark("If wrong: it never arrives, unless its row is imported again."),
    ),
    SEND_AGAIN: ChoiceWords(
        mark("Send it once more"),
        mark("The same bytes as they stand in the plan; the run goes on with them."),
        mark("If right: it arrives now."),
        mark("If wrong: the same is there twice."),
    ),
    KEEP: ChoiceWords(
        mark("Count it as not sent"),
        mark("Goes into the file of rows that were not sent. Nothing is sent now."),
        mark("If right: you can import that file later."),
        mark("If wrong: importing it later makes it twice."),
    ),
}
ONCE = ("messages", "templates", "tickets", "flows")
"""The kinds of runs whose records are not written over what is there: each makes something new."""
APPLY = {
    COUNT_AS_SENT: mark_plural("Count {n} as sent", "Count {n} as sent"),
    SEND_AGAIN: mark_plural("Send {n} once more", "Send {n} once more"),
    KEEP: mark_plural("Count {n} as not sent", "Count {n} as not sent"),
}
DONE = {
    COUNT_AS_SENT: mark_plural("{n} counted as sent.", "{n} counted as sent."),
    SEND_AGAIN: mark_plural("{n} sent once more.", "{n} sent once more."),
    KEEP: mark_plural("{n} counted as not sent.", "{n} counted as not sent."),
}
DECIDED = {
    COUNT_AS_SENT: mark("Counted as sent"),
    SEND_AGAIN: mark("Sent once more"),
    KEEP: mark("Counted as not sent"),
    PROVED: mark("Proved by a webhook log"),
}
BY_SOMEBODY = {
    COUNT_AS_SENT: mark("{who} counted {what} as sent ({when})."),
    SEND_AGAIN: mark("{who} sent {what} once more ({when})."),
    KEEP: mark("{who} counted {what} as not sent ({when})."),
    PROVED: mark("A webhook log that {who} brought in proved that {what} was sent ({when})."),
}
