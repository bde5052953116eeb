"""Generates conversations with their tickets: asked at any hour, answered in working hours."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from svcconsole.sandbox.identity import BUSINESS_NUMBER
from svcconsole.sandbox.seed import clock
from svcconsole.sandbox.seed.past.day_tables import DayTables, Message
from svcconsole.sandbox.seed.past.orders import by_themselves, china, goods
from svcconsole.sandbox.seed.past.phrases import Phrases, languages
from svcconsole.sandbox.seed.people import Person
from svcconsole.sandbox.seed.staff import (
    BUSINESS_MAIL,
    BY_TEAM,
    CARE,
    DELIVERY,
    SHOWROOM,
    WHOLESALE,
)
from svcconsole.sandbox.store.tables import helpdesk

OF_A_DAY = (58, 52, 49, 50, 53, 37, 22)
"""How many begin, Monday to Sunday."""

TASKS_OF_A_DAY = 2
CHANNELS = ("whatsapp",) * 13 + ("email",) * 3 + ("instagram",) * 2 + ("livechat", "messenger")
TOPICS = {
    "delivery": (DELIVERY, 1),
    "return": (CARE, 2),
    "damaged": (CARE, 3),
    "product": (SHOWROOM, 4),
    "invoice": (CARE, 5),
    "change": (DELIVERY, 6),
    "wholesale": (WHOLESALE, 7),
}
"""What a talk is about: the team that answers, the label of the ticket."""

ASKED = tuple(topic for topic, often in zip(TOPICS, (7, 4, 2, 4, 2, 2, 1), strict=True) for _ in range(often))
OF_AN_ORDER = {"delivery", "invoice", "change"}
TASKS = (
    "Count the stock of the showroom",
    "Call the carrier about parcels of the week",
    "Answer the reviews of the week",
    "Photographs of the new glazes",
)
WINDOW = 24 * clock.HOUR
WINDOW_CLOSED = 131047
"""Later than this after the customer's last words a free text is refused in WhatsApp, with this code."""


def add_conversations(book: DayTables) -> None:
    """The day's conversations and tasks."""
    for _ in range(OF_A_DAY[book.calendar.weekday(book.day)] + book.dice.between(-7, 7)):
        at = book.start + book.dice.between(5 * clock.HOUR, 22 * clock.HOUR)
        person, channel = book.dice.pick(book.audience), book.dice.pick(CHANNELS)
        topic = book.dice.pick(ASKED if book.day else ("product", "wholesale"))
        number = None
        if topic in OF_AN_ORDER:
            ordered = by_themselves(max(0, book.day - book.dice.soon(1, 9)), book.calendar)
            number, person, _ = book.dice.pick(ordered)
        if channel == "whatsapp" and not (person.phone and person.on_whatsapp):
            channel = "email"
        if channel == "email" and person.email is None:
            channel = "livechat"
        _Conversation(book, person, channel, topic, number, at).held()
    for _ in range(TASKS_OF_A_DAY if book.calendar.weekday(book.day) < 5 else 0):
        _task(book)


@dataclass(slots=True)
class _Conversation:
    """One conversation and its ticket; `at` is the instant of what was said last."""

    book: DayTables
    person: Person
    channel: str
    topic: str
    order: str | None
    at: int
    ticket: int = 0
    agent: int = 0
    heard: int = 0

    def held(self) -> None:
        book, dice, person = self.book, self.book.dice, self.person
        phrases = languages()[person.country.language]
        team, label = TOPICS[self.topic]
        begun = self.at
        self.ticket, self.agent = book.next_id(helpdesk.tickets), dice.pick(BY_TEAM[team])
        product = dice.pick(goods() if self.topic in {"return", "wholesale"} else china())[0]
        question, first, then = (
            text.format(order=self.order, product=product, name=person.given)
            for text in phrases.topics[self.topic]
        )
        self.hears(f"{dice.pick(phrases.greetings)} {question}")
        self.says(first, dice.soon(3, 100))
        replied = self.at
        self.replies(phrases)
        self.says(then, dice.soon(2, 70))
        if dice.falls(0.5):
            self.says(phrases.anything_else, dice.soon(1, 4))
        if dice.falls(0.85):
            self.at += dice.soon(20, 1_800) * clock.SECOND
            self.hears(dice.pick(phrases.thanks))
        if dice.falls(0.6):
            self.says(phrases.bye, dice.soon(1, 12))
        resolved = book.calendar.after_work(self.at, dice.soon(1, 25) * clock.MINUTE)
        csat = nps = None
        if self.channel != "email" and dice.falls(0.62):
            self.at = resolved
            self.says(phrases.how_was_it, 1)
            if dice.falls(0.7):
                csat = self.grade(resolved - begun)
                self.at += dice.soon(20, 7_200) * clock.SECOND
                self.hears(str(csat))
                nps = min(10, csat * 2 + dice.between(-1, 1)) if dice.falls(0.4) else None
        if self.at >= clock.END:
            csat = nps = None
        ordered = {"Order number": self.order} if self.order else {}
        form = {"Topic": self.topic, **ordered} if dice.falls(0.5) else None
        book.tables[helpdesk.ticket_labels].append({"ticket_id": self.ticket, "label_id": label})
        book.tables[helpdesk.tickets].append(
            {
                "id": self.ticket,
                "customer_id": person.id,
                "agent_id": self.agent,
                "team_id": team,
                "channel": self.channel.upper(),
                **_progress(book.calendar, begun, replied, resolved),
                "csat": csat,
                "nps": nps,
                "body": json.dumps(self.request(label, form), ensure_ascii=False),
            }
        )

    def replies(self, phrases: Phrases) -> None:
        """What the customer says to the first answer, where that was a question or there is more to say."""
        dice, country = self.book.dice, self.person.country
        self.at += dice.soon(40, 1_500) * clock.SECOND + dice.below(clock.SECOND)
        if self.topic == "damaged":
            self.hears("📷", kind="image")
        elif self.topic == "return":
            self.hears(phrases.yes)
        elif self.topic == "invoice":
            street = dice.pick(country.streets).format(dice.soon(1, 90))
            self.hears(f"{self.person.family}, {street}, {dice.pick(country.towns).name}")
        elif self.topic == "wholesale":
            self.hears(f"{dice.between(4, 9):02}/{self.book.calendar.first.year}")
        elif dice.falls(0.5):
            self.hears("👍")

    def grade(self, took: int) -> int:
        """1 to 5; those who waited over a weekend are harder to please."""
        luck = self.book.dice.share() + (0.15 if took > 30 * clock.HOUR else 0.0)
        return 5 if luck < 0.58 else 4 if luck < 0.86 else 3 if luck < 0.94 else 2 if luck < 0.98 else 1

    def hears(self, text: str, kind: str = "text") -> None:
        self.heard = self.at
        self.book.message(
            self.at, self.person, self.channel, text, inward=True, kind=kind, ticket_id=self.ticket
        )

    def says(self, text: str, minutes: int) -> None:
        """The agent answers after so many minutes of work; where that is too late for WhatsApp, once more
        when the customer has asked again."""
        self.at = self.book.calendar.after_work(
            self.at, minutes * clock.MINUTE - self.book.dice.below(clock.MINUTE)
        )
        if self.channel == "whatsapp" and self.at - self.heard > WINDOW:
            self._sent(text).lives(self.book.dice, read=0.0, code=WINDOW_CLOSED)
            self.at += self.book.dice.soon(20, 150) * clock.MINUTE
            self.hears("?")
            self.at = self.book.calendar.after_work(self.at, self.book.dice.soon(2, 20) * clock.MINUTE)
        self._sent(text).lives(self.book.dice, read=0.93)

    def _sent(self, text: str) -> Message:
        return self.book.message(
            self.at, self.person, self.channel, text, ticket_id=self.ticket, agent_id=self.agent
        )

    def request(self, label: int, form: dict[str, str] | None) -> dict[str, Any]:
        """What would have asked for this ticket."""
        asked: dict[str, Any] = {"channel": self.channel.upper(), "labelIds": [label]}
        if self.channel == "whatsapp":
            asked |= {"brandPhoneNumber": BUSINESS_NUMBER, "customerPhoneNumber": self.person.phone}
        if self.channel == "email":
            asked |= {"brandEmail": BUSINESS_MAIL, "customerEmail": self.person.email}
        return asked | ({"form": form} if form else {})


def _progress(
    calendar: clock.Calendar, begun: int, replied: int | None, resolved: int
) -> dict[str, str | None]:
    """How far a ticket got by the end of the past."""
    done, answered = resolved < clock.END, replied is not None and replied < clock.END
    return {
        "status": "RESOLVED" if done else "PENDING" if answered else "OPEN",
        "created_at": calendar.text(begun),
        "first_reply_at": calendar.text(replied) if replied is not None and answered else None,
        "resolved_at": calendar.text(resolved) if done else None,
    }


def _task(book: DayTables) -> None:
    """What colleagues note down for each other: a ticket without a conversation."""
    dice = book.dice
    begun = book.start + dice.between(8 * clock.HOUR, 16 * clock.HOUR)
    resolved = book.calendar.after_work(begun, dice.soon(30, 1_400) * clock.MINUTE)
    agent = dice.pick(BY_TEAM[CARE])
    book.tables[helpdesk.tickets].append(
        {
            "id": book.next_id(helpdesk.tickets),
            "customer_id": dice.pick(book.audience).id,
            "agent_id": agent,
            "team_id": CARE,
            "channel": "TASKS",
            **_progress(book.calendar, begun, None, resolved),
            "csat": None,
            "nps": None,
            "body": json.dumps({"channel": "TASKS", "taskTitle": dice.pick(TASKS)}),
        }
    )
