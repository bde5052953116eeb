"""Words for what was begun: by its kind, the tab it is opened in, its icon and what it is called."""

from __future__ import annotations

from dataclasses import dataclass

from svcconsole.gui.design.words import mark


@dataclass(frozen=True, slots=True)
class DraftWords:
    """`new` names one without a name, `named` one with (`{name}`), `what` says what it is a draft of."""

    tab: str
    icon: str
    new: str
    named: str
    what: str


DRAFTS = {
    "products": DraftWords(
        "Catalog", "catalog", mark("New product"), mark("{name}"), mark("draft of a product")
    ),
    "catalogs": DraftWords(
        "Catalog", "catalog", mark("New catalog"), mark("{name}"), mark("draft of a catalog")
    ),
    "prices": DraftWords(
        "Catalog", "catalog", mark("Prices and stock"), mark("{name}"), mark("changes not sent")
    ),
    "customers": DraftWords(
        "Customers", "customers", mark("New customer"), mark("{name}"), mark("draft of a customer")
    ),
    "message": DraftWords(
        "Messaging", "messaging", mark("Message"), mark("Message to {name}"), mark("draft of a message")
    ),
    "template": DraftWords(
        "Messaging",
        "messaging",
        mark("Template message"),
        mark("Template message to {name}"),
        mark("draft of a message"),
    ),
    "flow": DraftWords(
        "Messaging", "activity", mark("Flow"), mark("Flow for {name}"), mark("draft of a flow")
    ),
    "ticket": DraftWords(
        "Helpdesk", "helpdesk", mark("Ticket"), mark("Ticket for {name}"), mark("draft of a ticket")
    ),
    "report": DraftWords(
        "Reports", "reports", mark("Question for a report"), mark("{name}"), mark("question not asked yet")
    ),
    "library": DraftWords(
        "Messaging", "table", mark("New template"), mark("{name}"), mark("draft of a template")
    ),
    "user_properties": DraftWords(
        "User Properties", "properties", mark("User properties"), mark("{name}"), mark("typed and not sent")
    ),
}


@dataclass(frozen=True, slots=True)
class ImportWords:
    """`what` says what is imported; the step of the columns may be called otherwise."""

    tab: str
    icon: str
    what: str
    steps: tuple[str, ...]


FILE, CHECK, RUN, RESULT = mark("File"), mark("Check"), mark("Run"), mark("Result")
OF_FILE = (FILE, mark("Columns"), CHECK, RUN, RESULT)
OF_CAMPAIGN = (FILE, mark("Message"), CHECK, mark("Preview"), RUN, RESULT)
PLACES = {
    OF_FILE: ("file", "columns", "check", "run", "result"),
    OF_CAMPAIGN: ("file", "columns", "check", "look", "run", "result"),
}
"""Where the workspace says a person was, in the order of the steps."""

IMPORTS = {
    "products": ImportWords("Catalog", "catalog", mark("Import of products"), OF_FILE),
    "catalogs": ImportWords("Catalog", "catalog", mark("Import of catalogs"), OF_FILE),
    "customers": ImportWords("Customers", "customers", mark("Import of customers"), OF_FILE),
    "user_properties": ImportWords(
        "User Properties", "properties", mark("Import of user properties"), OF_FILE
    ),
    "tickets": ImportWords("Helpdesk", "helpdesk", mark("Import of tickets"), OF_FILE),
    "flows": ImportWords("Messaging", "messaging", mark("Start of flows"), OF_FILE),
    "messages": ImportWords("Messaging", "messaging", mark("Campaign"), OF_CAMPAIGN),
    "templates": ImportWords("Messaging", "messaging", mark("Campaign"), OF_CAMPAIGN),
    "campaign": ImportWords("Messaging", "messaging", mark("Campaign"), OF_CAMPAIGN),
}
