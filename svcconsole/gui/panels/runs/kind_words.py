"""What is imported, in the window's words: one row of texts for each kind of record."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class KindWords:
    """The words for one kind of record, to be said through `words.tr` or, in pairs for one and for many,
    `words.counted`.

    `title` heads the import, `listed` a count of them. `drop`, `known` and `choose` ask for a file, `another`
    doubts that the file is one. `practice` and `into` are on the button that starts the run, `consequence`
    is what a live store is asked about. `unready`, `browse`, `arrived`, `again` and `same` belong to the
    run's page; `unread` says why nobody knows what became of some. `columns` is the step of the columns.
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
    columns: str = "Columns"


_READ_BACK = (
    "They were handed to the network and no answer says what became of them; reading them back did not "
    "settle it. Nothing here is sent again until you say so."
)
_NOT_READ = (
    "They were handed to the network and no answer says what became of them, and the store has no way to "
    "read them back. Nothing here is sent again until you say so."
)
_SYSTEMS = (
    "Any CSV or other delimited text. Exports of Shopify, Mailchimp, Google Contacts, HubSpot and Klaviyo "
    "are recognised by their header."
)
PRODUCTS = KindWords(
    title="Import products",
    listed="Products",
    drop="Drop a file of products here.",
    known="Any CSV or other delimited text. Shopify’s exports are recognised by their header.",
    choose="Choose a file of products",
    another="This looks like a list of people, not of products. To import it as products all the same, say "
    "under Columns what each column holds.",
    practice=("Run {n} product in practice", "Run {n} products in practice"),
    into=("Import {n} product into", "Import {n} products into"),
    consequence="{rows} are sent. Products with the same id are replaced as a whole; none can be deleted "
    "later.",
    unready="No product is ready yet.",
    browse="Browse the products",
    arrived=("Did this product arrive?", "Did these {n} products arrive?"),
    again=("Send {n} product again", "Send {n} products again"),
    same="The same products, as they stand in the plan.",
    unread=_READ_BACK,
)
CUSTOMERS = KindWords(
    title="Import customers",
    listed="Customers",
    drop="Drop a file of customers here.",
    known=_SYSTEMS,
    choose="Choose a file of customers",
    another="This looks like a list of products, not of customers. To import it as customers all the same, "
    "say under Columns what each column holds.",
    practice=("Run {n} customer in practice", "Run {n} customers in practice"),
    into=("Import {n} customer into", "Import {n} customers into"),
    consequence="{rows} are sent. What the file says of a customer replaces what the store has in that "
    "field; none can be deleted later.",
    unready="No customer is ready yet.",
    browse="Show the customers",
    arrived=("Did this customer arrive?", "Did these {n} customers arrive?"),
    again=("Send {n} customer again", "Send {n} customers again"),
    same="The same customers, as they stand in the plan.",
    unread=_NOT_READ,
)
USER_PROPERTIES = KindWords(
    title="Import user properties",
    listed="Entries",
    drop="Drop a file of user properties here.",
    known=_SYSTEMS,
    choose="Choose a file of user properties",
    another="This looks like a list of products, not of people. To import it as user properties all the "
    "same, say under Columns what each column holds.",
    practice=("Run {n} entry in practice", "Run {n} entries in practice"),
    into=("Import {n} entry into", "Import {n} entries into"),
    consequence="{rows} are sent. Who is known already is updated; no entry can be deleted later.",
    unready="No entry is ready yet.",
    browse="Show the entries",
    arrived=("Did this entry arrive?", "Did these {n} entries arrive?"),
    again=("Send {n} entry again", "Send {n} entries again"),
    same="The same entries, as they stand in the plan.",
    unread=_NOT_READ,
)
TEMPLATES = KindWords(
    title="Send template messages",
    listed="Template messages",
    drop="Drop a file of recipients here.",
    known=_SYSTEMS,
    choose="Choose a file of recipients",
    another="This looks like a list of products, not of people. To send template messages to it all the "
    "same, say under Columns what each column holds.",
    practice=("Send {n} template message in practice", "Send {n} template messages in practice"),
    into=("Send {n} template message by", "Send {n} template messages by"),
    consequence="{rows} are sent. What has left cannot be called back.",
    unready="No template message is ready yet.",
    browse="Show the template messages",
    arrived=("Did this template message go out?", "Did these {n} template messages go out?"),
    again=("Send {n} template message again", "Send {n} template messages again"),
    same="The same template messages, as they stand in the plan: whoever got one gets a second one.",
    unread=_NOT_READ,
)
MESSAGES = KindWords(
    title="Send messages",
    listed="Messages",
    drop="Drop a file of recipients here.",
    known=_SYSTEMS,
    choose="Choose a file of recipients",
    another="This looks like a list of products, not of people. To send messages to it all the "
    "same, say under Columns what each column holds.",
    practice=("Send {n} message in practice", "Send {n} messages in practice"),
    into=("Send {n} message by", "Send {n} messages by"),
    consequence="{rows} are sent. What has left cannot be called back.",
    unready="No message is ready yet.",
    browse="Show the messages",
    arrived=("Did this message go out?", "Did these {n} messages go out?"),
    again=("Send {n} message again", "Send {n} messages again"),
    same="The same messages, as they stand in the plan: whoever got one gets a second one.",
    unread=_NOT_READ,
)
CAMPAIGN = replace(
    MESSAGES,
    title="Campaign from a file",
    another="This looks like a list of products, not of people. To send messages to it all the same, say "
    "under Message which column holds the phone numbers.",
    into=("Send {n} message from", "Send {n} messages from"),
    columns="Message",
)
_KINDS = {
    "products": PRODUCTS,
    "customers": CUSTOMERS,
    "user_properties": USER_PROPERTIES,
    "templates": TEMPLATES,
    "messages": MESSAGES,
    "campaign": CAMPAIGN,
}


def kind_words(kind: str) -> KindWords:
    """The words for a kind of run; what has none of its own is spoken of as products are."""
    return _KINDS.get(kind, PRODUCTS)
