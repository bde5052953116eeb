"""The table of the five tasks: steps with the button each ends at, minutes, and what their result says."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from svcconsole.gui.design.words import mark, tr
from svcconsole.gui.panels.first_tasks import checks
from svcconsole.gui.panels.first_tasks.checks import TICKET, Progress
from svcconsole.gui.panels.first_tasks.evidence import TaskEvidence

SAMPLE = mark("Try a sample")
HEAD, FOOT, SIDE = "head", "foot", "side"
"""Where on a page a button stands: beside its title, below its form, in the list along its leading edge."""


@dataclass(frozen=True, slots=True)
class Step:
    """What is to be done, `where` it is, and the button it ends at (`press`), on the page `page` of a tab
    (`OpensPages`); a tab that begins with "@" is a place of its own.

    The button stands `at` the head, the foot or the side of the page; `filled` and `icon` say how it looks.
    `then` is the one to press where that page has given way to the next.
    """

    words: str
    where: str
    press: str
    tab: str
    page: str = ""
    at: str = FOOT
    filled: bool = False
    icon: str = ""
    then: str = ""

    def place(self) -> str:
        """What the rail calls the place where it goes on."""
        return tr("Practice") if self.tab.startswith("@") else tr(self.tab)


@dataclass(frozen=True, slots=True)
class Task:
    """One row. `fault` is what the store does once while this is practised; `well` says what was done well,
    `live` what a live store would have done differently."""

    id: str
    title: str
    hint: str
    lead: str
    minutes: int
    steps: tuple[Step, ...]
    check: Callable[[TaskEvidence], Progress]
    well: str
    live: str
    fault: Mapping[str, Any] | None = None


TASKS: tuple[Task, ...] = (
    Task(
        "import",
        mark("Import a file, fix three problems"),
        mark("A list of products, three of them with a mistake"),
        mark("A file is checked before anything is sent. What is wrong is said row by row, and fixed here."),
        3,
        (
            Step(
                mark("Press Import a file, and choose the sample"),
                mark("At the head of Catalog. On the page that opens, press Try a sample."),
                mark("Import a file"),
                "Catalog",
                at=HEAD,
                then=SAMPLE,
            ),
            Step(
                mark("Answer what the file leaves open, and fix the three rows"),
                mark("Columns asks for what no column says. Check names each mistake; type over it."),
                mark("Import a file"),
                "Catalog",
                "imports:",
                at=HEAD,
            ),
            Step(
                mark("Import the products into practice"),
                mark("The filled button at the foot of Check. Every product of the file has to arrive."),
                mark("Import a file"),
                "Catalog",
                "imports:",
                at=HEAD,
            ),
        ),
        checks.imported,
        mark("Three mistakes were fixed before anything was sent, so that no row was refused."),
        mark("A live store asks for its name, or for a yes, before the first row leaves."),
    ),
    Task(
        "message",
        mark("Send yourself a message"),
        mark("You see it as the customer will"),
        mark(
            "You see it as the customer will, and then watch it arrive. "
            "That is how every message to a customer begins."
        ),
        1,
        (
            Step(
                mark("Open Messaging and choose Text"),
                mark("The list of types stands beside the form."),
                mark("Send to me first"),
                "Messaging",
                "message:new",
            ),
            Step(
                mark("Write a line"),
                mark("The phone beside the form shows it as the customer will see it."),
                mark("Send to me first"),
                "Messaging",
                "message:new",
            ),
            Step(
                mark("Press Send to me first"),
                mark(
                    "It stands at the foot of the page, left of the filled button. "
                    "The message goes to your practice phone only."
                ),
                mark("Send to me first"),
                "Messaging",
                "message:new",
            ),
            Step(
                mark("Watch the two ticks turn blue"),
                mark("On the page Delivery: sent, delivered, read."),
                mark("Check all open ones now"),
                "Messaging",
                "delivery:",
                at=HEAD,
                icon="refresh",
            ),
        ),
        checks.sent_to_oneself,
        mark("You saw the message before a customer did, and followed it until it was read."),
        mark("A live message is charged, and cannot be called back once it has left."),
    ),
    Task(
        "campaign",
        mark("Run a small campaign"),
        mark("A few people, and one thing goes wrong"),
        mark("A list of people and one message. Not every message arrives: see why, and what helps."),
        3,
        (
            Step(
                mark("Press Campaign from a file, and choose the sample"),
                mark("At the head of Campaigns. On the page that opens, press Try a sample."),
                mark("Campaign from a file"),
                "Messaging",
                "campaigns:",
                at=HEAD,
                filled=True,
                then=SAMPLE,
            ),
            Step(
                mark("Go through its steps, and send it in practice"),
                mark("Message, Check, When, Look: what is likely wrong is seen before it goes."),
                mark("Campaign from a file"),
                "Messaging",
                "campaigns:",
                at=HEAD,
                filled=True,
            ),
            Step(
                mark("See why one did not arrive"),
                mark("On the page Delivery: failed, with the reason in plain words."),
                mark("Check all open ones now"),
                "Messaging",
                "delivery:",
                at=HEAD,
                icon="refresh",
            ),
            Step(
                mark("Reach that person another way: make a ticket for them"),
                mark("Helpdesk: their number as the customer's, and a line for whoever takes it."),
                mark("Create ticket in practice"),
                "Helpdesk",
                "ticket:new",
                filled=True,
            ),
        ),
        checks.campaigned,
        mark("Whom the message did not reach was not forgotten: a colleague will call."),
        mark("A live campaign stops by itself when too many fail, and may need a second person's approval."),
    ),
    Task(
        "report",
        mark("Get half a year into one file"),
        mark("However many parts the store makes of it"),
        mark("A long report comes in parts. They are fetched, checked and put into one file by themselves."),
        1,
        (
            Step(
                mark("Ask for All Conversations Report, last 6 months"),
                mark("Reports: choose it, choose the days, type an address of your own."),
                mark("Ask for the report"),
                "Reports",
                "report:new",
                filled=True,
            ),
            Step(
                mark("Let the store make every part"),
                mark("Its card says how far it is. There is nothing to do."),
                mark("Ask for the report"),
                "Reports",
                "report:new",
                filled=True,
            ),
            Step(
                mark("See it put together"),
                mark("The card says how many rows the file has; Open shows them."),
                mark("Ask for the report"),
                "Reports",
                "report:new",
                filled=True,
            ),
        ),
        checks.reported,
        mark("No part was lost, and nobody had to copy an id out of an e-mail."),
        mark("A live store may take minutes for each part; the window may be closed meanwhile."),
    ),
    Task(
        "doubt",
        mark("Answer a doubt"),
        mark("Was this ticket created, or not?"),
        mark(
            "Now and then the connection breaks before the store answers. "
            "Nothing is sent twice: you are asked, and you can look."
        ),
        2,
        (
            Step(
                mark("Create a ticket; the store will not answer"),
                mark("Helpdesk: any number will do. The store keeps silent once, as it would on a bad line."),
                mark("Create ticket in practice"),
                "Helpdesk",
                "ticket:new",
                filled=True,
            ),
            Step(
                mark("Look whether the store has it, then say so"),
                mark(
                    "Practice, Received, Tickets lists what the store has. "
                    "Needs your decision asks what should count."
                ),
                mark("Tickets"),
                "@practice",
                at=SIDE,
            ),
        ),
        checks.answered,
        mark("You looked before you answered, and the answer was right."),
        mark("In a live store you look in the helpdesk itself; its search finds the ticket's reference."),
        fault={"kind": "reset", "operation": TICKET, "count": 1},
    ),
)
BY_ID: Mapping[str, Task] = {task.id: task for task in TASKS}
