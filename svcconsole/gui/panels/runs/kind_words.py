"""What is imported, in the window's words: one row of texts for each kind of record."""

from __future__ import annotations

from dataclasses import dataclass, replace

from svcconsole.gui.design.words import mark, mark_plural


@dataclass(frozen=True, slots=True)
class KindWords:
    """The words for one kind of record: marked sources, in pairs where a count inflects them.

    `title` heads the import, `listed` a count of them. `drop`, `known` and `choose` ask for a file, `another`
    doubts that the file is one. `practice` and `into` are on the button that starts the run, `consequence`
    is what a live store is asked about, `emptying` where what the file does not name goes. `unready`,
    `browse`, `arrived`, `again` and `same` belong to the run's page; `unread` says why nobody knows what
    became of some. `columns` is the step of the columns.
    """

    title: str
    listed: str
    drop: str
    known: str
    choose: str
    another: str
    practice: tuple[str, str]
    into: tuple[str, str]
    consequence: str
    unready: str
    browse: str
    arrived: tuple[str, str]
    again: tuple[str, str]
    same: str
    unread: str
    columns: str = mark("Columns")
    emptying: str = ""


CAMPAIGNS = ("messages", "templates")
"""The kinds of runs that send messages to people."""
_READ_BACK = mark(
    "They left for the store, and no clear answer came back. Looking them up in the store did"
    " not settle it. Nothing is sent again until you say so."
)
_NOT_READ = mark(
    "They left for the store, and no clear answer came back. The store has no way to look "
    "them up. Nothing is sent again until you say so."
)
_SYSTEMS = mark(
    "CSV or Excel, zipped or not. Exports of Shopify, WooCommerce, Mailchimp, Google Contacts, HubSpot, "
    "Klaviyo and others are recognised by their header."
)
PRODUCTS = KindWords(
    title=mark("Import products"),
    listed=mark("Products"),
    drop=mark("Drop a file of products here."),
    known=mark(
        "CSV or Excel, zipped or not. Exports of Shopify, WooCommerce, PrestaShop, Magento and BigCommerce "
        "are recognised by their header."
    ),
    choose=mark("Choose a file of products"),
    another=mark(
        "This looks like a list of people, not of products. To import it as products all the same, say "
        "under Columns what each column holds."
    ),
    practice=mark_plural("Import {n} product into practice", "Import {n} products into practice"),
    into=mark_plural("Import {n} product into {store}", "Import {n} products into {store}"),
    consequence=mark(
        "{rows} are sent. Of products that the store has, what the file does not name stays as it is; none "
        "can be deleted later."
    ),
    emptying=mark(
        "{rows} are sent. Products with the same id are replaced as a whole; none can be deleted later."
    ),
    unready=mark("No product is ready yet."),
    browse=mark("Browse the products"),
    arrived=mark_plural("Did this product arrive?", "Did these {n} products arrive?"),
    again=mark_plural("Send {n} product again", "Send {n} products again"),
    same=mark("The same products, as they stand in the plan."),
    unread=_READ_BACK,
)
CUSTOMERS = KindWords(
    title=mark("Import customers"),
    listed=mark("Customers"),
    drop=mark("Drop a file of customers here."),
    known=_SYSTEMS,
    choose=mark("Choose a file of customers"),
    another=mark(
        "This looks like a list of products, not of customers. To import it as customers all the same, "
        "say under Columns what each column holds."
    ),
    practice=mark_plural("Import {n} customer into practice", "Import {n} customers into practice"),
    into=mark_plural("Import {n} customer into {store}", "Import {n} customers into {store}"),
    consequence=mark(
        "{rows} are sent. What the file says of a customer replaces what the store has in that "
        "field; none can be deleted later."
    ),
    unready=mark("No customer is ready yet."),
    browse=mark("Show the customers"),
    arrived=mark_plural("Did this customer arrive?", "Did these {n} customers arrive?"),
    again=mark_plural("Send {n} customer again", "Send {n} customers again"),
    same=mark("The same customers, as they stand in the plan."),
    unread=_NOT_READ,
)
USER_PROPERTIES = KindWords(
    title=mark("Import user properties"),
    listed=mark("Entries"),
    drop=mark("Drop a file of user properties here."),
    known=_SYSTEMS,
    choose=mark("Choose a file of user properties"),
    another=mark(
        "This looks like a list of products, not of people. To import it as user properties all the "
        "same, say under Columns what each column holds."
    ),
    practice=mark_plural("Import {n} entry into practice", "Import {n} entries into practice"),
    into=mark_plural("Import {n} entry into {store}", "Import {n} entries into {store}"),
    consequence=mark("{rows} are sent. Who is known already is updated; no entry can be deleted later."),
    unready=mark("No entry is ready yet."),
    browse=mark("Show the entries"),
    arrived=mark_plural("Did this entry arrive?", "Did these {n} entries arrive?"),
    again=mark_plural("Send {n} entry again", "Send {n} entries again"),
    same=mark("The same entries, as they stand in the plan."),
    unread=_NOT_READ,
)
TEMPLATES = KindWords(
    title=mark("Send template messages"),
    listed=mark("Template messages"),
    drop=mark("Drop a file of recipients here."),
    known=_SYSTEMS,
    choose=mark("Choose a file of recipients"),
    another=mark(
        "This looks like a list of products, not of people. To send template messages to it all the "
        "same, say under Columns what each column holds."
    ),
    practice=mark_plural("Send {n} template message in practice", "Send {n} template messages in practice"),
    into=mark_plural("Send {n} template message by {store}", "Send {n} template messages by {store}"),
    consequence=mark("{rows} are sent. What has left cannot be called back."),
    unready=mark("No template message is ready yet."),
    browse=mark("Show the template messages"),
    arrived=mark_plural("Did this template message go out?", "Did these {n} template messages go out?"),
    again=mark_plural("Send {n} template message again", "Send {n} template messages again"),
    same=mark("The same template messages, as they stand in the plan: whoever got one gets a second one."),
    unread=_NOT_READ,
)
MESSAGES = KindWords(
    title=mark("Send messages"),
    listed=mark("Messages"),
    drop=mark("Drop a file of recipients here."),
    known=_SYSTEMS,
    choose=mark("Choose a file of recipients"),
    another=mark(
        "This looks like a list of products, not of people. To send messages to it all the "
        "same, say under Columns what each column holds."
    ),
    practice=mark_plural("Send {n} message in practice", "Send {n} messages in practice"),
    into=mark_plural("Send {n} message by {store}", "Send {n} messages by {store}"),
    consequence=mark("{rows} are sent. What has left cannot be called back."),
    unready=mark("No message is ready yet."),
    browse=mark("Show the messages"),
    arrived=mark_plural("Did this message go out?", "Did these {n} messages go out?"),
    again=mark_plural("Send {n} message again", "Send {n} messages again"),
    same=mark("The same messages, as they stand in the plan: whoever got one gets a second one."),
    unread=_NOT_READ,
)
CAMPAIGN = replace(
    MESSAGES,
    title=mark("Campaign from a file"),
    another=mark(
        "This looks like a list of products, not of people. To send messages to it all the same, say "
        "under Message which column holds the phone numbers."
    ),
    into=mark_plural("Send {n} message from {store}", "Send {n} messages from {store}"),
    columns=mark("Message"),
)
CATALOGS = KindWords(
    title=mark("Import catalogs"),
    listed=mark("Catalogs"),
    drop=mark("Drop a file of catalogs here."),
    known=mark("CSV or Excel, zipped or not, with an id and a name in each row."),
    choose=mark("Choose a file of catalogs"),
    another=mark(
        "This looks like a list of people, not of catalogs. To import it as catalogs all the same, say "
        "under Columns what each column holds."
    ),
    practice=mark_plural("Import {n} catalog into practice", "Import {n} catalogs into practice"),
    into=mark_plural("Import {n} catalog into {store}", "Import {n} catalogs into {store}"),
    consequence=mark(
        "{rows} are sent. Of catalogs that the store has, what the file does not name stays as it is; none "
        "can be deleted later."
    ),
    emptying=mark(
        "{rows} are sent. Catalogs with the same id are replaced as a whole; none can be deleted later."
    ),
    unready=mark("No catalog is ready yet."),
    browse=mark("Browse the catalogs"),
    arrived=mark_plural("Did this catalog arrive?", "Did these {n} catalogs arrive?"),
    again=mark_plural("Send {n} catalog again", "Send {n} catalogs again"),
    same=mark("The same catalogs, as they stand in the plan."),
    unread=_READ_BACK,
)
TICKETS = KindWords(
    title=mark("Import tickets"),
    listed=mark("Tickets"),
    drop=mark("Drop a file of tickets here."),
    known=mark(
        "CSV or Excel, zipped or not, a ticket in each row. What all of them share, such as the channel, "
        "can be set under Columns."
    ),
    choose=mark("Choose a file of tickets"),
    another=mark(
        "This looks like a list of products, not of tickets. To make tickets of it all the same, say "
        "under Columns what each column holds."
    ),
    practice=mark_plural("Create {n} ticket in practice", "Create {n} tickets in practice"),
    into=mark_plural("Create {n} ticket in {store}", "Create {n} tickets in {store}"),
    consequence=mark("{rows} are sent. A ticket that was created cannot be deleted from here."),
    unready=mark("No ticket is ready yet."),
    browse=mark("Back to the helpdesk"),
    arrived=mark_plural("Was this ticket created?", "Were these {n} tickets created?"),
    again=mark_plural("Send {n} ticket again", "Send {n} tickets again"),
    same=mark("The same tickets, as they stand in the plan: what is there already is there twice then."),
    unread=_NOT_READ,
)
FLOWS = KindWords(
    title=mark("Start flows"),
    listed=mark("Flows"),
    drop=mark("Drop a file of people here."),
    known=mark(
        "CSV or Excel, zipped or not, with a phone number or an e-mail in each row. The flow and its "
        "channel can be set under Columns."
    ),
    choose=mark("Choose a file of people"),
    another=mark(
        "This looks like a list of products, not of people. To start flows for it all the same, say "
        "under Columns what each column holds."
    ),
    practice=mark_plural("Start {n} flow in practice", "Start {n} flows in practice"),
    into=mark_plural("Start {n} flow from {store}", "Start {n} flows from {store}"),
    consequence=mark("{rows} are sent. A flow that has begun cannot be stopped from here."),
    unready=mark("No flow is ready yet."),
    browse=mark("Back to Messaging"),
    arrived=mark_plural("Did this flow begin?", "Did these {n} flows begin?"),
    again=mark_plural("Start {n} flow again", "Start {n} flows again"),
    same=mark("The same flows, as they stand in the plan: for whom it began already it begins again."),
    unread=_NOT_READ,
)
_KINDS = {
    "products": PRODUCTS,
    "catalogs": CATALOGS,
    "tickets": TICKETS,
    "flows": FLOWS,
    "customers": CUSTOMERS,
    "user_properties": USER_PROPERTIES,
    "templates": TEMPLATES,
    "messages": MESSAGES,
    "campaign": CAMPAIGN,
}


def kind_words(kind: str) -> KindWords:
    """The words for a kind of run; what has none of its own is spoken of as products are."""
    return _KINDS.get(kind, PRODUCTS)
