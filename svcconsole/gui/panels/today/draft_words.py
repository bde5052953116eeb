"""Words for what was begun: by its kind, the tab it is opened in, its icon and what it is called."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from svcconsole.gui.design.words import mark
from svcconsole.gui.panels.importer.import_steps import OF_CAMPAIGN, OF_IMPORT


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
    """`what` says what is imported, `steps` are those of its wizard."""

    tab: str
    icon: str
    what: str
    steps: Mapping[int, str]


IMPORTS = {
    "products": ImportWords("Catalog", "catalog", mark("Import of products"), OF_IMPORT),
    "catalogs": ImportWords("Catalog", "catalog", mark("Import of catalogs"), OF_IMPORT),
    "customers": ImportWords("Customers", "customers", mark("Import of customers"), OF_IMPORT),
    "user_properties": ImportWords(
        "User Properties", "properties", mark("Import of user properties"), OF_IMPORT
    ),
    "tickets": ImportWords("Helpdesk", "helpdesk", mark("Import of tickets"), OF_IMPORT),
    "flows": ImportWords("Messaging", "messaging", mark("Start of flows"), OF_IMPORT),
    "messages": ImportWords("Messaging", "messaging", mark("Campaign"), OF_CAMPAIGN),
    "templates": ImportWords("Messaging", "messaging", mark("Campaign"), OF_CAMPAIGN),
    "campaign": ImportWords("Messaging", "messaging", mark("Campaign"), OF_CAMPAIGN),
}
