"""How a doubt is said: its kind, its question, what is known, and the choices with what each may cost."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from svcconsole.gui.panels.runs import words as runs
from svcconsole.gui.text import isolate, visible
from svcconsole.gui.when import clock_of
from svcconsole.gui.words import tr
from svcconsole.services.person_story import NAMES

if TYPE_CHECKING:
    from svcconsole.workspace.records import Doubt

WHAT_IS_THIS = (
    "Now and then the connection breaks after something was sent and before the store answered. Whether it "
    "arrived cannot be known then: sending it again might make it twice, leaving it might make it nothing. "
    "So svcconsole asks instead of guessing. Nothing in this list is sent again until you say so, and every "
    "answer but “Send it once more” can be taken back."
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
        "helpdesk", "Tickets", "Was this ticket created?", "Was the ticket for {about} created?",
        "the helpdesk",
    ),
    "message": KindWords(
        "messaging", "Messages", "Did this message go out?", "Did this message reach {about}?",
        "the conversation",
    ),
    "template": KindWords(
        "messaging", "Template messages", "Did this message go out?", "Did this message reach {about}?",
        "the conversation",
    ),
    "flow": KindWords(
        "messaging", "Flows", "Did this flow begin?", "Did this flow begin for {about}?", "the conversation"
    ),
    "report": KindWords(
        "reports", "Reports", "Was this report asked for?", "Was {about} asked for?",
        "the mailbox it is sent to",
    ),
    "customers": KindWords(
        "customers", "Customers", "Was this customer saved?", "Was {about} saved?", "the customer’s card"
    ),
    "user_properties": KindWords(
        "properties", "User properties", "Were these properties recorded?",
        "Were the properties of {about} recorded?", "the store",
    ),
    "products": KindWords(
        "catalog", "Products", "Did this product arrive?", "Did {about} arrive?", "the product in the store"
    ),
    "catalogs": KindWords(
        "catalog", "Catalogs", "Did this catalog arrive?", "Did {about} arrive?", "the catalog in the store"
    ),
}  # fmt: skip
KINDS["customer"] = KINDS["customers"]
KINDS["messages"], KINDS["templates"] = KINDS["message"], KINDS["template"]
OTHER = KindWords("send", "Other", "Did this arrive?", "Did this reach {about}?", "the store")


def of_kind(kind: str) -> KindWords:
    return KINDS.get(kind, OTHER)


REPORT = "report"


def choices(kind: str, *, single: bool) -> Mapping[str, ChoiceWords]:
    """The answers, in the words of what was sent by itself, of a report, or of a run's records."""
    if not single:
        return OF_RUN
    return OF_REPORT if kind == REPORT else SINGLE


def heading(kind: str) -> str:
    return tr(of_kind(kind).many)


def question(doubt: Doubt, name: str = "") -> str:
    """The one thing to answer, with the person's name where there is one; `name` is the one looked up."""
    kind = of_kind(doubt.kind)
    about = doubt.about or name or ("" if doubt.single else record_name(doubt.record_id))
    return tr(kind.about, about=isolate(visible(about))) if about else tr(kind.question)


def name_of(doubt: Doubt) -> str:
    """What it is called in the list: the send's own title, or the record of a run."""
    return visible(doubt.title if doubt.single else record_name(doubt.record_id))


def record_name(record_id: str) -> str:
    """A record of a run for people: `C-1042` where the run calls it `partnerCustomerId:C-1042`."""
    name, _, value = record_id.partition(":")
    return value if value and name in NAMES.values() else record_id


def place_of(doubt: Doubt) -> str:
    """Where it comes from: a file's rows, or nothing for what was sent by itself."""
    if doubt.single:
        return ""
    first, last = runs.count(doubt.first_row), runs.count(doubt.last_row)
    file = visible(doubt.file_name)
    if doubt.first_row == doubt.last_row:
        return tr("{file}, row {first}", file=file, first=first)
    return tr("{file}, rows {first} – {last}", file=file, first=first, last=last)


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
        "Count it as sent",
        "Listed as sent, without the id the store may have given it.",
        "If right: done, and nothing is there twice.",
        "If wrong: nothing arrived, and nobody is told. It can still be sent by hand.",
    ),
    SEND_AGAIN: ChoiceWords(
        "Send it once more",
        "The same content as something new, linked to this one in the log.",
        "If right: it arrives, a little late.",
        "If wrong: the same is there twice.",
    ),
    KEEP: ChoiceWords(
        "Count it as not sent",
        "Listed as not sent; it can be opened as a new draft. Nothing is sent now.",
        "If right: you can send it later.",
        "If wrong: sending it later makes it twice.",
    ),
}
OF_REPORT = {
    COUNT_AS_SENT: ChoiceWords(
        "Count it as asked for",
        "The report waits for the id that the store’s e-mail names, and is fetched by it.",
        "If right: nobody gets the e-mail twice.",
        "If wrong: no e-mail comes. The report can be asked for again.",
    ),
    SEND_AGAIN: ChoiceWords(
        "Ask for it once more",
        "The same question as something new, linked to this one in the log; the report goes on with it.",
        "If right: it is made now, and everybody gets one e-mail.",
        "If wrong: it is made twice, and everybody gets two e-mails.",
    ),
    KEEP: ChoiceWords(
        "Count it as not asked for",
        "The report stops here. Nothing is asked now.",
        "If right: you can go on with it later.",
        "If wrong: the e-mail comes all the same, and going on makes it twice.",
    ),
}
OF_RUN = {
    COUNT_AS_SENT: ChoiceWords(
        "Count it as sent",
        "Goes into the file of accepted rows.",
        "If right: done, and nothing is written twice.",
        "If wrong: the store misses it until its rows are imported again.",
    ),
    SEND_AGAIN: ChoiceWords(
        "Send it once more",
        "The same bytes as they stand in the plan; the run goes on with them.",
        "If right: it arrives now.",
        "If wrong: it is written a second time, over what was changed in the store since.",
    ),
    KEEP: ChoiceWords(
        "Count it as not sent",
        "Goes into the file of rows that were not sent. Nothing is sent now.",
        "If right: you can import that file later.",
        "If wrong: importing it later writes over what was changed in the store since.",
    ),
}
APPLY = {
    COUNT_AS_SENT: ("Count {n} as sent", "Count {n} as sent"),
    SEND_AGAIN: ("Send {n} once more", "Send {n} once more"),
    KEEP: ("Count {n} as not sent", "Count {n} as not sent"),
}
DONE = {
    COUNT_AS_SENT: ("{n} counted as sent.", "{n} counted as sent."),
    SEND_AGAIN: ("{n} sent once more.", "{n} sent once more."),
    KEEP: ("{n} counted as not sent.", "{n} counted as not sent."),
}
DECIDED = {
    COUNT_AS_SENT: "Counted as sent",
    SEND_AGAIN: "Sent once more",
    KEEP: "Counted as not sent",
    PROVED: "Proved by a webhook log",
}
