"""What single fields mean, where name and type do not say enough; keyed by model and Python name."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import BaseModel

from svcconsole.api.models import (
    catalog,
    common,
    customers,
    flows,
    helpdesk,
    messaging,
    reports,
    templates,
    user_properties,
)
from svcconsole.api.models.resource import Answered
from svcconsole.words.message import mark, message, sentences

_PHONE = message("With + and country code.")
_APP_ID = message("The store's application id.")
_WHEN = message("Any text is taken; best is ISO 8601, such as 2026-01-31T08:00:00Z.")

_PERSON = {
    "phone_number": _PHONE,
    "partner_customer_id": message("The id you give the customer."),
}
_MESSAGE = {
    "contact_identifier": sentences(message("The recipient's phone number."), _PHONE),
    "type": message("Decides the payload's shape."),
    "business_phone_number": message("The number it is sent from."),
    "payload": message("Its shape follows from type."),
    "app_id": _APP_ID,
    "callback_data": message("Text that reads as JSON; it comes back in this message's webhooks. Not empty."),
}
_TEMPLATE = {**_MESSAGE, "type": message("CAROUSEL when the template has cards.")}
_COMPONENTS = {
    "header": message("The media above the text."),
    "body": message("One text for each variable, in order."),
    "button": message("One entry for each button that takes a value."),
    "limited_time_offer": message("When the offer ends."),
}
_PRODUCT = {
    "url": message("Its page in your shop."),
    "image": message("The URL of its main picture."),
    "currency": message("A currency code, such as EUR."),
    "photos": message("May be an empty list."),
    "tags": message("Set apart by commas."),
    "catalog_ids": message("Catalogs it belongs to; they must exist already."),
    "combinations": message("Its variants."),
    "add_to_cart_disabled": message("true hides the Add to Cart button; false unless given."),
}
_COMBINATION = {
    "name": message("Default or the product's name where there is only one."),
    "product_id": message("The id of the product it belongs to."),
    "price": message("Before any discount."),
    "discounted_price": message("What the customer pays."),
    "quantity": message("How many are available."),
    "image": message("The URL of its picture."),
    "product_url": message("Its page in your shop."),
    "currency": message("A currency code, such as EUR."),
    "options": message("Option name to option value, such as Colour: Oat. Left out where there is only one."),
}
_CATALOG = {"image": message("The URL of its picture."), "url": message("Its page in your shop.")}
_ADDRESS = {
    "partner_address_id": message("The id you give the address."),
    "address_id": message("The service's id of the address."),
    "country_code": message("Two letters, such as DE."),
    "zip": message("The postal code."),
    "timezone": message("Such as Europe/Berlin."),
    "is_default": message("Whether it is used where none is named."),
}
_USER = {
    "source": message("Where you know the person from."),
    "phone_number": _PHONE,
    "alternate_phone_number": _PHONE,
    "created_at": _WHEN,
    "updated_at": _WHEN,
    "email_marketing_consent": message("Whether the person agreed to e-mails."),
    "sms_marketing_consent": message("Whether the person agreed to text messages."),
    "partner_customer_id": message("The id you give the customer."),
}

NOTES: Mapping[type[BaseModel], Mapping[str, str]] = {
    catalog.UpsertProducts: {"products": message("No id twice.")},
    catalog.Product: _PRODUCT,
    catalog.Photo: {"photo_url": message("The address of the picture.")},
    catalog.Combination: _COMBINATION,
    catalog.UpsertCatalogs: {"catalogs": message("No id twice.")},
    catalog.Catalog: _CATALOG,
    catalog.ListProducts: {
        "after_product_id": message("The last id of the page before; left out for the first page.")
    },
    catalog.ListCatalogs: {
        "after_catalog_id": message("The last id of the page before; left out for the first page.")
    },
    catalog.StoredProduct: {"catalog_ids": message("Catalogs it belongs to.")},
    catalog.ProductsData: {"products": message("In the order of the ids in a list, as asked in the others.")},
    customers.UpsertCustomer: {
        **_PERSON,
        "phone_number": sentences(_PHONE, message("This or email is needed.")),
        "email": message("This or phoneNumber is needed."),
        "alternate_emails": message("Become assets of the customer."),
        "alternate_phone_numbers": message("Become assets of the customer."),
        "secondary_emails": message("Deprecated: use alternateEmails."),
        "secondary_phone_numbers": message("Deprecated: use alternatePhoneNumbers."),
        "over_write_assets": message("true replaces the assets there are with those given here."),
    },
    customers.Address: {**_ADDRESS, "phone_number": _PHONE},
    customers.GetCustomer: {
        "partner_customer_id": message("The id you gave the customer. One of the two ids is needed."),
        "svc_customer_id": message("The service's id of the customer, as text."),
        "include_assets": message("true answers assets, too."),
        "include_address": message("true answers addresses, too."),
        "include_tags": message("true answers tags, too."),
    },
    customers.StoredAddress: {"phone_number": message("As the store keeps it.")},
    customers.StoredCustomer: {
        "id": message("The service's id of the customer."),
        "partner_customer_id": message("The id you gave the customer."),
        "addresses": message("Only when asked for."),
        "assets": message("Secondary e-mails and phone numbers; on Get customer only when asked for."),
        "tags": message("Only when asked for."),
    },
    customers.Asset: {
        "asset_name": message("PHONE_NUMBER or EMAIL."),
        "country_code": message("Null for an e-mail."),
    },
    user_properties.RecordUserProperties: {"app_id": _APP_ID},
    user_properties.UserProperty: _USER,
    user_properties.RefusedUserProperty: {
        "store_id": message("These three stand beside the fields of the entry as it was sent."),
        "error": message("Why the entry was refused."),
    },
    user_properties.UserPropertiesData: {
        "invalid_user_properties": message("The entries that were refused.")
    },
    user_properties.UserPropertyCounts: {
        "create_count": message("How many were new."),
        "update_count": message("How many were updated."),
        "docs_failed_to_update": message("What could not be written."),
    },
    helpdesk.CreateTicket: {
        "channel": message("Decides which fields are needed."),
        "label_ids": message("Labels of this store."),
        "brand_email": message("Needed when channel is EMAIL."),
        "customer_email": message("Needed when channel is EMAIL."),
        "brand_phone_number": sentences(message("Needed when channel is WHATSAPP."), _PHONE),
        "customer_phone_number": sentences(message("Needed when channel is WHATSAPP."), _PHONE),
        "task_title": message("Needed when channel is TASKS."),
        "assignment_type": message("ALL_AGENTS leaves the choice to the store."),
        "agent_mail": message("Needed when assignmentType is SPECIFIC_AGENT."),
        "team_id": message("Needed when assignmentType is SPECIFIC_TEAM."),
        "context": message("Notes for whoever takes the ticket."),
    },
    helpdesk.Ticket: {
        "agent_id": message("The agent it was assigned to."),
        "team_id": message("Null when no team was assigned."),
        "channel_name": message("The channel it was created on."),
    },
    reports.GenerateReport: {
        "report_name": message("Exactly as written here."),
        "emails": message("Who gets the report."),
        "filters": message("They apply to some reports only."),
        "cursor": message("Goes on where an earlier file of the same report ended."),
    },
    reports.DateRange: {
        "start_date": message(
            "ISO 8601 with a time zone, such as 2026-01-01T00:00:00Z; without one it is the store's time."
        ),
        "end_date": message("ISO 8601 with a time zone; not before startDate."),
    },
    reports.GetReport: {"report_history_id": message("The number that Generate report answered.")},
    reports.ReportRequestedData: {"report_history_id": message("The number to ask for the report by.")},
    reports.ReportData: {
        "download_link": message("The address of the file; it needs no token."),
        "report_status": message("QUEUE, IN_PROGRESS, COMPLETED or FAILED."),
        "cursor": message("Null when the file holds everything."),
    },
    messaging.SendMessage: _MESSAGE,
    messaging.SendMessageV1: {name: note for name, note in _MESSAGE.items() if name != "callback_data"},
    messaging.Media: {
        "media_link": message("The file's address on the web."),
        "caption": message("The text under it."),
    },
    messaging.MediaPayload: {"type": message("The same as the message's own type.")},
    messaging.OptionsPayload: {"section": message("What can be chosen.")},
    messaging.ButtonsPayload: {
        "section": message("The buttons."),
        "header": message("A picture above the text."),
    },
    messaging.OptionSection: {
        "payload": message("The choices."),
        "button_title": message("What opens the list."),
    },
    messaging.Option: {
        "id": message("Comes back when it is chosen."),
        "name": message("What the person reads."),
    },
    messaging.HeaderImage: {"media_link": message("The picture's address on the web.")},
    messaging.AddressPayload: {"address": message("Filled in beforehand for the person to confirm.")},
    messaging.DeliveryAddress: {"phone_number": _PHONE},
    messaging.SingleProductPayload: {"product_retailer_id": message("The id of the product's variant.")},
    messaging.ProductSection: {"variant_ids": message("The ids of product variants.")},
    messaging.FetchMessages: {"message_ids": message("As they were answered when the messages were sent.")},
    messaging.SentData: {"id": message("What the message is looked up by.")},
    messaging.SentV1Response: {"id": message("Listed by the specification; its sample leaves it out.")},
    messaging.MessageRecord: {
        "id": message("The service's id of the message."),
        "message_id": message("The channel's id of the message."),
        "created_at": message("Null when no message was found."),
        "receiver_id": message("Who it was sent to."),
        "type": message("The channel, such as whatsapp."),
        "message": message("What it says; that none was found, when none was."),
        "asset_value": message("The phone number, or another identifier."),
        "failure_reason": message("Why it failed, when it did."),
    },
    templates.SendTemplate: _TEMPLATE,
    templates.SendTemplateV1: {name: note for name, note in _TEMPLATE.items() if name != "callback_data"},
    templates.TemplatePayload: {
        "template_id": message("As the dashboard shows it."),
        "components": message("What it is filled with."),
    },
    templates.CarouselPayload: {
        "template_id": message("As the dashboard shows it."),
        "components": message("What it is filled with."),
    },
    templates.Components: _COMPONENTS,
    templates.CarouselComponents: {
        **_COMPONENTS,
        "body": message("One text for the text above the cards."),
        "carousel": message("The cards."),
    },
    templates.CarouselCard: {
        name: note for name, note in _COMPONENTS.items() if name != "limited_time_offer"
    },
    templates.TemplateHeader: {"data": message("The media's address on the web.")},
    templates.TemplateButton: {
        "index": message("The button's position; the first one's is 0."),
        "data": message("What the button is filled with."),
    },
    templates.LimitedTimeOffer: {"data": message("The end, as the template wants it.")},
    templates.TemplateSentData: {"id": message("What the message is looked up by.")},
    flows.InitiateFlow: {
        "app_id": _APP_ID,
        "medium": message("The channel, such as whatsapp."),
        "phone_number": sentences(_PHONE, message("This or email is needed.")),
        "email": message("This or phoneNumber is needed."),
        "node_name": message("The node of the flow to begin at."),
        "business_phone_number": message("The number it is sent from."),
        "session_id": message("From the journey builder; belongs to one flow."),
        "carry_payload": message("Passed into the flow: each key with a list of texts."),
        "payload": message("The cart the person left behind."),
    },
    flows.AbandonedCartPayload: {"phone_number": _PHONE},
    flows.AbandonedCart: {
        "phone_number": _PHONE,
        "converted": message("Whether it was bought after all."),
        "cart_price": message("The sum of the cart."),
        "cart": message("What is in it."),
    },
    flows.PartnersData: {"source": message("Where the cart is kept.")},
    common.Envelope: {
        "status": message("200 when it was accepted."),
        "success": message("true when it was accepted."),
    },
}

LOOSE_TYPES: Mapping[type[BaseModel], Mapping[str, str]] = {
    common.Envelope: {"status": mark("number"), "success": mark("true or false")},
    user_properties.UserPropertyCounts: {
        "create_count": mark("number"),
        "update_count": mark("number"),
        "docs_failed_to_update": mark("list"),
    },
}
"""The specification's type of fields whose model reads anything."""


def loose_type(model: type[BaseModel], name: str) -> str:
    """What an answer's field is by the specification where its model takes anything; empty: not known."""
    return _inherited(LOOSE_TYPES, model, name)


def note(model: type[BaseModel], name: str) -> str:
    """What the field `name` of `model` means; empty where its name and type say all there is."""
    return _inherited(NOTES, model, name)


def _inherited(table: Mapping[type[BaseModel], Mapping[str, str]], model: type[BaseModel], name: str) -> str:
    """What a table says of a field of the model, of one it is made from, or of the request's own."""
    for kind in model.__mro__:
        if name in table.get(kind, {}):
            return table[kind][name]
        if issubclass(kind, Answered) and "sent_as" in vars(kind):
            return _inherited(table, kind.sent_as, name)
    return ""
